//! The directory of a report: finished rows are written at once and whole, so that whatever happens none is lost.

use super::report::Row;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Why the report can't be written.
#[derive(thiserror::Error, Debug)]
#[error(
    "{path} can't be written: {source}; finished rows are kept, make room or name another directory with `--report`, and go on with `--resume`"
)]
pub struct StoreError {
    /// The file or directory.
    pub path: String,
    /// Why.
    pub source: io::Error,
}

/// The directory of a report.
#[derive(Clone, Debug)]
pub struct Store {
    dir: PathBuf,
}

/// A finished row as it is kept, with what it was played under.
#[derive(Serialize, Deserialize)]
struct Kept {
    digest: String,
    row: Row,
}

/// The folders of a report that the lab alone writes.
const ROWS: &str = "rows";
const FINDINGS: &str = "findings";

impl Store {
    /// Makes the directory. What an earlier run left in it goes, unless it is resumed.
    ///
    /// # Errors
    /// It can't be written.
    pub fn open(dir: &Path, resume: bool) -> Result<Store, StoreError> {
        let store = Store { dir: dir.to_owned() };
        for folder in [ROWS, FINDINGS] {
            let folder = dir.join(folder);
            fs::create_dir_all(&folder).map_err(|source| failed(&folder, source))?;
            if !resume {
                clear(&folder).map_err(|source| failed(&folder, source))?;
            }
        }
        // A directory that nothing can be written to is told before hours of play, not after.
        tempfile::Builder::new().prefix(".gatehouse-").tempfile_in(dir).map_err(|source| failed(dir, source))?;
        Ok(store)
    }

    /// Whether a directory has rows of an earlier run.
    pub fn holds_rows(dir: &Path) -> bool {
        fs::read_dir(dir.join(ROWS)).is_ok_and(|mut entries| entries.next().is_some())
    }

    /// Whether the rows are of a run under another digest.
    pub fn is_of_another(&self, digest: &str) -> bool {
        let rows = fs::read_dir(self.path(ROWS)).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path()));
        let kept = rows.filter_map(|path| serde_json::from_str::<Kept>(&fs::read_to_string(path).ok()?).ok());
        kept.into_iter().any(|kept| kept.digest != digest)
    }

    /// Where a file of the report is.
    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.join(name)
    }

    /// Writes a file: to a new one that then takes the old one's place.
    ///
    /// # Errors
    /// It can't be written; the old one is as it was.
    pub fn write(&self, name: &str, text: &str) -> Result<(), StoreError> {
        let path = self.path(name);
        let folder = path.parent().unwrap_or(&self.dir);
        let as_usual = fs::Permissions::from_mode(0o666);
        let beside = tempfile::Builder::new().prefix(".gatehouse-").permissions(as_usual).tempfile_in(folder);
        let written = beside.and_then(|mut beside| {
            beside.write_all(text.as_bytes())?;
            beside.persist(&path).map_err(|e| e.error)
        });
        written.map(|_| ()).map_err(|source| failed(&path, source))
    }

    /// Writes a file that shows a finding; gives its name in the report.
    ///
    /// # Errors
    /// It can't be written.
    pub fn write_finding(&self, name: &str, text: &str) -> Result<String, StoreError> {
        let name = format!("{FINDINGS}/{name}");
        self.write(&name, text).map(|()| name)
    }

    /// Keeps a finished row.
    ///
    /// # Errors
    /// It can't be written.
    pub fn keep(&self, row: &Row, digest: &str) -> Result<(), StoreError> {
        let kept = Kept { digest: digest.to_owned(), row: row.clone() };
        self.write(&row_name(row.number), &json(&kept))
    }

    /// A row that was finished under the same digest; none if there is none, or it can't be read.
    pub fn finished(&self, number: usize, digest: &str) -> Option<Row> {
        let text = fs::read_to_string(self.path(&row_name(number))).ok()?;
        let kept: Kept = serde_json::from_str(&text).ok()?;
        (kept.digest == digest && kept.row.number == number).then_some(kept.row)
    }
}

/// A value as JSON for people and programs.
pub fn json(value: &impl Serialize) -> String {
    // The types of a report have string keys and finite numbers, so they always serialise.
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}

fn row_name(number: usize) -> String {
    format!("{ROWS}/row-{number:04}.json")
}

fn clear(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        // Only what a run writes itself; whatever else somebody keeps there stays.
        let own = path
            .file_name()
            .and_then(|n| n.to_str())
            .is_some_and(|n| n.starts_with("row-") || n.starts_with("scenario-"));
        if own && path.is_file() {
            fs::remove_file(path)?;
        }
    }
    Ok(())
}

fn failed(path: &Path, source: io::Error) -> StoreError {
    StoreError { path: path.display().to_string(), source }
}
