//! Writes records to disk so that nothing chosen is lost: a line is appended and flushed with every choice.

use super::{NotLeftOut, Record, line};
use crate::engine::{Game, IllegalChoice};
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Writes a whole record: to a new file that then takes the old one's place.
///
/// # Errors
/// The file or its directory can't be written.
pub fn write(path: &Path, record: &Record) -> io::Result<()> {
    // A link keeps pointing at the record.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let as_usual = fs::Permissions::from_mode(0o666);
    let mut beside = tempfile::Builder::new().prefix(".gatehouse-").permissions(as_usual).tempfile_in(folder)?;
    beside.write_all(record.to_text().as_bytes())?;
    beside.persist(path).map(|_| ()).map_err(|e| e.error)
}

/// Keeps a record and, if it has a file, the file in step with a game.
#[derive(Debug)]
pub struct Recorder {
    record: Record,
    file: Option<(PathBuf, File)>,
}

/// Why a choice could not be taken or kept.
#[derive(thiserror::Error, Debug)]
pub enum KeepError {
    /// The choice is not on offer.
    #[error(transparent)]
    Illegal(#[from] IllegalChoice),
    /// The plugin can't be left out.
    #[error(transparent)]
    NotLeftOut(#[from] NotLeftOut),
    /// Another game keeps its record there.
    #[error("{path} is kept by another game that is being played: end that one, or save this one elsewhere")]
    InUse {
        /// The file.
        path: String,
    },
    /// The file can't be written.
    #[error("{path} can't be written: {source}; the game goes on, save it elsewhere")]
    File {
        /// The file.
        path: String,
        /// Why.
        source: io::Error,
    },
}

impl Recorder {
    /// Keeps `record` in memory and, if given, in a file that is written anew now.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn new(record: Record, path: Option<&Path>) -> Result<Recorder, KeepError> {
        let mut recorder = Recorder { record, file: None };
        if let Some(path) = path {
            // Who writes anew what somebody else is writing would leave that one writing to a file nobody finds.
            let taken = File::open(path).is_ok_and(|file| matches!(file.try_lock(), Err(TryLockError::WouldBlock)));
            if taken {
                return Err(KeepError::InUse { path: path.display().to_string() });
            }
            recorder.file = Some((path.to_owned(), recorder.rewritten(path)?));
        }
        Ok(recorder)
    }

    /// The record so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    fn rewritten(&self, path: &Path) -> Result<File, KeepError> {
        let fails = |source| KeepError::File { path: path.display().to_string(), source };
        write(path, &self.record).map_err(fails)?;
        let file = File::options().append(true).open(path).map_err(fails)?;
        // A file system without locks keeps records all the same.
        let _ = file.try_lock();
        Ok(file)
    }

    /// Takes a choice in the game and keeps it.
    ///
    /// # Errors
    /// The choice is not on offer, or the file can't be written (then the game has gone on all the same).
    pub fn choose(&mut self, game: &mut Game, choice: usize) -> Result<(), KeepError> {
        self.record.choose(game, choice)?;
        self.keep_last()
    }

    fn keep_last(&mut self) -> Result<(), KeepError> {
        let Some((path, file)) = &mut self.file else { return Ok(()) };
        let last = self.record.entries.last().map(line).unwrap_or_default();
        file.write_all(last.as_bytes())
            .and_then(|()| file.flush())
            .map_err(|source| KeepError::File { path: path.display().to_string(), source })
    }

    /// Keeps another record from now on, in the same file, which is written anew.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn replace(&mut self, record: Record) -> Result<(), KeepError> {
        self.record = record;
        if let Some((path, _)) = &self.file {
            let path = path.clone();
            self.file = Some((path.clone(), self.rewritten(&path)?));
        }
        Ok(())
    }

    /// Leaves a plugin out of the game from here on and keeps that, with the reason.
    ///
    /// # Errors
    /// The plugin takes no part or was stopped before, or the file can't be written.
    pub fn leave_out(&mut self, game: &mut Game, id: &str, why: &str) -> Result<(), KeepError> {
        self.record.leave_out(game, id, why)?;
        self.keep_last()
    }

    /// Forgets the last choice, after the game took it back.
    ///
    /// # Errors
    /// The file can't be written.
    pub fn forget_last(&mut self) -> Result<(), KeepError> {
        self.record.entries.pop();
        if let Some((path, _)) = &self.file {
            let path = path.clone();
            self.file = Some((path.clone(), self.rewritten(&path)?));
        }
        Ok(())
    }
}
