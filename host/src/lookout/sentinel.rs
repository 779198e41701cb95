//! A file that says what the program is in, for the next one to read if this one comes to a sudden end.
//!
//! Its first lines are the slots of threads, rewritten with each call; one JSON object a line follows: the names the
//! slots' numbers mean, and where the record is kept. Who holds the file's lock is alive.

use super::slot::{Line, WIDTH, what};
use crate::files;
use serde::{Deserialize, Serialize};
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How many threads have a line in the file; others go unnamed.
const SLOTS: usize = 64;

/// What the lines after the slots say.
#[derive(Serialize, Deserialize, Debug)]
#[serde(rename_all = "lowercase")]
enum Note {
    /// Names and their list's number.
    Names(u16, Vec<String>),
    /// Where the record is kept.
    Record(PathBuf),
}

/// The file of a program that plays.
#[derive(Debug)]
pub struct Sentinel {
    file: Arc<File>,
    path: PathBuf,
}

/// A program that came to a sudden end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// What it was in: hooks as `plugin/hook`; empty if it was in none, and was merely stopped.
    pub inside: Vec<String>,
    /// Where the record of its game is.
    pub record: Option<PathBuf>,
}

impl Sentinel {
    /// A new file in a directory, which is made if it is not there.
    ///
    /// # Errors
    /// The directory or file can't be written.
    pub fn new(directory: &Path) -> io::Result<Sentinel> {
        fs::create_dir_all(directory)?;
        let beside = tempfile::Builder::new().prefix("playing-").tempfile_in(directory)?;
        let (mut file, path) = beside.keep().map_err(|e| e.error)?;
        file.write_all(format!("{:016x}\n", 0).repeat(SLOTS).as_bytes())?;
        // On a file system without locks the file is taken for one of a program that has ended, and names no hook.
        let _ = file.try_lock();
        Ok(Sentinel { file: Arc::new(file), path })
    }

    pub(super) fn line(&self, slot: usize) -> Option<Line> {
        (slot < SLOTS).then(|| Line { file: Arc::clone(&self.file), offset: (slot * WIDTH) as u64 })
    }

    pub(super) fn announce(&self, list: u16, names: &[String]) {
        self.note(&Note::Names(list, names.to_vec()));
    }

    pub(super) fn record(&self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.note(&Note::Record(path));
    }

    pub(super) fn remove(&self) {
        // What can't be removed is read by the next program, and names no hook.
        let _ = fs::remove_file(&self.path);
    }

    fn note(&self, note: &Note) {
        // Notes have numbers, texts and paths only; a path that is no text has no line.
        let Ok(text) = serde_json::to_string(note) else { return };
        let mut file = &*self.file;
        let _ = file.seek(SeekFrom::End(0)).and_then(|_| file.write_all(format!("{text}\n").as_bytes()));
    }
}

/// The programs that came to a sudden end, by what they left in a directory; their files are removed.
pub fn ended(directory: &Path) -> Vec<Ended> {
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.filter_map(|e| e.ok().map(|e| e.path())).collect();
    files.retain(|p| p.file_name().is_some_and(|n| n.to_string_lossy().starts_with("playing-")));
    files.sort();
    files.iter().filter_map(|path| left_behind(path)).collect()
}

fn left_behind(path: &Path) -> Option<Ended> {
    let file = files::open(path, OpenOptions::new().read(true).write(true)).ok()?;
    // Who holds the lock plays still.
    file.try_lock().ok()?;
    let text = String::from_utf8_lossy(&files::read(path).ok()?).into_owned();
    let _ = fs::remove_file(path);
    Some(read(&text))
}

fn read(text: &str) -> Ended {
    let notes: Vec<Note> = text.lines().skip(SLOTS).filter_map(|l| serde_json::from_str(l).ok()).collect();
    let named = |call: u64| {
        let (list, place) = what(call)?;
        notes.iter().find_map(|note| match note {
            Note::Names(n, names) if *n == list => names.get(usize::from(place)).cloned(),
            _ => None,
        })
    };
    let slots = text.lines().take(SLOTS).filter_map(|l| u64::from_str_radix(l, 16).ok());
    let inside = slots.filter_map(named).collect();
    let record = notes.into_iter().rev().find_map(|n| if let Note::Record(path) = n { Some(path) } else { None });
    Ended { inside, record }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_lives_is_not_taken_for_one_that_ended() {
        let directory = tempfile::tempdir().unwrap();
        let sentinel = Sentinel::new(directory.path()).unwrap();
        assert!(ended(directory.path()).is_empty());
        sentinel.remove();
        assert!(ended(directory.path()).is_empty());
    }

    #[test]
    fn what_a_program_was_in_is_named() {
        let directory = tempfile::tempdir().unwrap();
        let sentinel = Sentinel::new(directory.path()).unwrap();
        sentinel.announce(3, &["towns/first".to_owned(), "towns/second".to_owned()]);
        sentinel.record(Path::new("/nowhere/game.jsonl"));
        let call = 9u64 << 32 | 3 << 16 | 2;
        use std::os::unix::fs::FileExt;
        let line = sentinel.line(1).unwrap();
        line.file.write_all_at(format!("{call:016x}\n").as_bytes(), line.offset).unwrap();
        drop((line, sentinel));
        let found = ended(directory.path());
        let record = Some(PathBuf::from("/nowhere/game.jsonl"));
        assert_eq!(found, [Ended { inside: vec!["towns/second".to_owned()], record }]);
        assert!(ended(directory.path()).is_empty());
    }

    #[test]
    fn a_damaged_file_names_nothing() {
        for text in ["", "x", "0000000000030002\n{\"names\":[3", "\u{0}\u{0}"] {
            assert_eq!(read(text), Ended { inside: vec![], record: None });
        }
    }
}
