//! Private copies of libraries: the bytes that are hashed and checked are those that are opened, whatever becomes of
//! the file meanwhile.

use crate::files;
use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// More bytes than the library of a plugin has, also with everything a debugger wants.
pub(super) const MOST: u64 = 1 << 28;

/// How much is read at once: what was just read is hashed and written while the processor has it at hand.
const PIECE: usize = 1 << 16;

/// A file that is nobody else's: overwriting a library that is open ends the process, and the system takes a file it
/// has open for the same library whatever it contains now.
pub(super) struct PrivateCopy {
    file: File,
    place: Place,
}

enum Place {
    /// In memory, sealed.
    Memory,
    /// On the disk, where the system has no files in memory. A library stays open without its file, so this one goes as
    /// soon as it is open, and nothing is left behind however the program ends.
    Disk { file: PathBuf, _directory: TempDir },
}

/// What a copy holds.
pub(super) struct Contents {
    pub(super) sha256: String,
    pub(super) size: u64,
}

/// Why there is no copy.
#[derive(Debug)]
pub(super) enum CopyError {
    Read(io::Error),
    TooLarge,
    Write(io::Error),
}

impl PrivateCopy {
    /// Copies a library, and says what the copy holds.
    pub(super) fn of(path: &Path) -> Result<(PrivateCopy, Contents), CopyError> {
        let mut source = file(path)?;
        let in_memory = Self::in_memory(path, &mut source);
        let Err(CopyError::Write(_)) = in_memory else { return in_memory };
        source.rewind().map_err(CopyError::Read)?;
        Self::on_disk(path, &mut source)
    }

    /// Where the system opens it.
    pub(super) fn path(&self) -> PathBuf {
        match &self.place {
            Place::Memory => descriptor(&self.file),
            Place::Disk { file, .. } => file.clone(),
        }
    }

    /// The file itself.
    pub(super) fn file(&self) -> &File {
        &self.file
    }

    /// Keeps its descriptor as long as the process lives, as the library that was opened from it: the path of a closed one
    /// would be another's later, and the system knows open libraries by their paths too.
    pub(super) fn keep(self) {
        if matches!(self.place, Place::Memory) {
            std::mem::forget(self.file);
        }
    }

    fn in_memory(path: &Path, source: &mut File) -> Result<(PrivateCopy, Contents), CopyError> {
        // The name is what a backtrace shows.
        let name = path.file_name().unwrap_or_default();
        let file = memfd_create(name, MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING);
        let mut file = File::from(file.map_err(|e| CopyError::Write(e.into()))?);
        // Without `/proc`, nothing in memory has a path.
        std::fs::metadata(descriptor(&file)).map_err(CopyError::Write)?;
        let contents = copy(source, &mut file)?;
        let seals = SealFlags::WRITE | SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL;
        fcntl_add_seals(&file, seals).map_err(|e| CopyError::Write(e.into()))?;
        Ok((PrivateCopy { file, place: Place::Memory }, contents))
    }

    fn on_disk(path: &Path, source: &mut File) -> Result<(PrivateCopy, Contents), CopyError> {
        let directory = tempfile::Builder::new().prefix("gatehouse-").tempdir().map_err(CopyError::Write)?;
        let at = directory.path().join(path.file_name().unwrap_or_default());
        let new = OpenOptions::new().read(true).write(true).create_new(true).open(&at);
        let mut file = new.map_err(CopyError::Write)?;
        let contents = copy(source, &mut file)?;
        Ok((PrivateCopy { file, place: Place::Disk { file: at, _directory: directory } }, contents))
    }
}

/// Opens a file that can be a library.
pub(super) fn file(path: &Path) -> Result<File, CopyError> {
    let file = files::open(path, OpenOptions::new().read(true)).map_err(CopyError::Read)?;
    match file.metadata().map_err(CopyError::Read)?.len() {
        length if length > MOST => Err(CopyError::TooLarge),
        _ => Ok(file),
    }
}

fn descriptor(file: &File) -> PathBuf {
    PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()))
}

fn copy(from: &mut File, to: &mut File) -> Result<Contents, CopyError> {
    let (mut hash, mut size, mut piece) = (Sha256::new(), 0, vec![0; PIECE]);
    loop {
        let read = match from.read(&mut piece) {
            Ok(0) => break,
            Ok(read) => read,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(CopyError::Read(error)),
        };
        let piece = piece.get(..read).unwrap_or_default();
        size += read as u64;
        // It may grow while it is read.
        if size > MOST {
            return Err(CopyError::TooLarge);
        }
        hash.update(piece);
        to.write_all(piece).map_err(CopyError::Write)?;
    }
    Ok(Contents { sha256: hexadecimal(&hash.finalize()), size })
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(64), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
