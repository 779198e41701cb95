//! Finds saved games in folders and replays them all.

use super::play_file;
use super::report::Summary;
use crate::rules::Plugin;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// How a saved game's name ends.
const EXTENSION: &str = "jcz";

/// How deep folders are searched: deeper ones lead in a circle.
const DEEPEST: usize = 32;

/// The saved games under these paths, sorted: a file is one whatever its name, a folder holds those ending in `.jcz`.
///
/// # Errors
/// Names the path that can't be read.
pub fn collect(paths: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders: Vec<(PathBuf, usize)> = Vec::new();
    for path in paths {
        if path.is_dir() {
            folders.push((path.clone(), 0));
        } else {
            fs::metadata(path).map_err(|why| named(path, &why))?;
            found.push(path.clone());
        }
    }
    while let Some((folder, depth)) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(|why| named(&folder, &why))? {
            let path = entry.map_err(|why| named(&folder, &why))?.path();
            if path.is_dir() {
                if depth < DEEPEST {
                    folders.push((path, depth + 1));
                }
            } else if path.extension().is_some_and(|e| e == EXTENSION) {
                found.push(path);
            }
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

fn named(path: &Path, why: &io::Error) -> io::Error {
    io::Error::new(why.kind(), format!("{} can't be read: {why}", path.display()))
}

/// Replays files in their order; `check` compares what they assert.
pub fn play_all(plugins: &[Plugin], files: &[PathBuf], check: bool) -> Summary {
    Summary { reports: files.iter().map(|path| play_file(plugins, path, check)).collect() }
}
