//! Finds libraries that anybody on this machine can replace.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Everybody may write.
const WRITABLE: u32 = 0o002;
/// In such a directory only the owner of a file may replace it.
const STICKY: u32 = 0o1000;

/// A file or directory that anybody may write to, and that decides what is opened.
#[derive(thiserror::Error, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[error("anybody may write to {path}, which has plugins: run `chmod o-w {path}`")]
pub struct Exposed {
    /// The file or directory.
    pub path: PathBuf,
}

/// What of these files and directories, and of what leads to them, anybody may write to.
pub fn exposed<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Vec<Exposed> {
    let mut open = BTreeSet::new();
    // Most of them lie in one directory.
    let mut modes = BTreeMap::new();
    for path in paths {
        // What does not exist is nobody's; links are followed to what they stand for.
        let Ok(path) = path.canonicalize() else { continue };
        let direct = if path.is_file() { 2 } else { 1 };
        for (at, place) in path.ancestors().enumerate() {
            let mode = *modes.entry(place.to_owned()).or_insert_with(|| fs::metadata(place).map_or(0, |m| m.mode()));
            // Further up, what is sticky keeps others from moving the directory away.
            if mode & WRITABLE != 0 && (at < direct || mode & STICKY == 0) {
                open.insert(Exposed { path: place.to_owned() });
            }
        }
    }
    open.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    fn chmod(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[test]
    fn files_directories_and_what_leads_to_them_are_looked_at() {
        let root = tempfile::tempdir().unwrap();
        let (outer, inner) = (root.path().join("outer"), root.path().join("outer/inner"));
        let file = inner.join("it.so");
        fs::create_dir_all(&inner).unwrap();
        fs::write(&file, "").unwrap();
        chmod(&file, 0o644);
        let open = || {
            let found = exposed([inner.as_path(), file.as_path()]);
            found.into_iter().map(|e| e.path).filter(|p| p.starts_with(root.path().canonicalize().unwrap())).collect()
        };
        let names = |paths: Vec<PathBuf>| -> Vec<String> {
            paths.iter().map(|p| p.file_name().unwrap().to_string_lossy().into_owned()).collect()
        };
        assert_eq!(names(open()), [""; 0]);
        chmod(&file, 0o666);
        assert_eq!(names(open()), ["it.so"]);
        chmod(&file, 0o644);
        chmod(&inner, 0o1777);
        assert_eq!(names(open()), ["inner"]);
        chmod(&inner, 0o755);
        chmod(&outer, 0o1777);
        assert_eq!(names(open()), [""; 0], "what is sticky keeps others from moving the directory");
        chmod(&outer, 0o777);
        assert_eq!(names(open()), ["outer"]);
    }
}
