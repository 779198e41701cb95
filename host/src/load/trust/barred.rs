//! Libraries in which the program ended as they were opened: they are not opened again until the user says so.
//!
//! While a library opens, a locked file lies in the home directory, named by the library's SHA-256. Who holds the lock is
//! alive; a file that nobody holds was left behind.

use crate::files;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// The directory of these files, in that of what outlives a run.
const NAME: &str = "opening";

/// Word that a library is being opened, as long as it is.
pub(in crate::load) struct Word(Option<(File, PathBuf)>);

impl Word {
    /// Leaves word. Where that can't be written, a library that ends the program is opened again.
    pub(super) fn of(home: &Path, sha256: &str) -> Word {
        Word(left(&home.join(NAME), sha256).ok())
    }

    /// Leaves none.
    pub(super) const fn none() -> Word {
        Word(None)
    }
}

impl Drop for Word {
    fn drop(&mut self) {
        if let Some((_, path)) = &self.0 {
            let _ = fs::remove_file(path);
        }
    }
}

fn left(directory: &Path, sha256: &str) -> io::Result<(File, PathBuf)> {
    fs::create_dir_all(directory)?;
    // It gets its name only when it is locked: others take one that nobody holds for left behind.
    let new = tempfile::Builder::new().prefix("new-").tempfile_in(directory)?;
    new.as_file().try_lock()?;
    let own = new.path().file_name().unwrap_or_default().to_string_lossy().into_owned();
    let path = directory.join(format!("{sha256}-{own}"));
    let file = new.persist(&path).map_err(|e| e.error)?;
    Ok((file, path))
}

/// The files that were left behind by a library with this SHA-256.
fn behind(home: &Path, sha256: &str) -> Vec<PathBuf> {
    // Most have no such directory, and then nobody is barred.
    let Ok(entries) = fs::read_dir(home.join(NAME)) else { return Vec::new() };
    let of_it = |name: &str| name.strip_prefix(sha256).is_some_and(|rest| rest.starts_with('-'));
    let paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let own = paths.filter(|path| path.file_name().is_some_and(|name| of_it(&name.to_string_lossy())));
    let is_left = |path: &PathBuf| {
        files::open(path, OpenOptions::new().read(true)).is_ok_and(|file| file.try_lock_shared().is_ok())
    };
    own.filter(is_left).collect()
}

/// Whether the program ended as a library with this SHA-256 was opened.
pub(super) fn is_barred(home: &Path, sha256: &str) -> bool {
    !behind(home, sha256).is_empty()
}

/// Lets a library be opened again.
pub(super) fn forgive(home: &Path, sha256: &str) -> io::Result<()> {
    behind(home, sha256).into_iter().try_for_each(fs::remove_file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_library_that_opens_is_not_barred_and_one_that_did_not_is() {
        let home = tempfile::tempdir().unwrap();
        let (hash, other) = ("a".repeat(64), "b".repeat(64));
        let word = Word::of(home.path(), &hash);
        assert!(!is_barred(home.path(), &hash), "somebody opens it just now");
        drop(word);
        assert!(!is_barred(home.path(), &hash));
        // As if the process had ended: the lock is gone, and the file is not.
        let mut word = Word::of(home.path(), &hash);
        let (file, path) = word.0.take().unwrap();
        drop(file);
        assert!(path.exists() && is_barred(home.path(), &hash) && !is_barred(home.path(), &other));
        forgive(home.path(), &hash).unwrap();
        assert!(!is_barred(home.path(), &hash));
    }

    #[test]
    fn where_no_word_can_be_left_nobody_is_barred() {
        let home = tempfile::NamedTempFile::new().unwrap();
        drop(Word::of(home.path(), "a"));
        assert!(!is_barred(home.path(), "a") && forgive(home.path(), "a").is_ok());
    }
}
