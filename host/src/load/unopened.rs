//! What a library tells without being opened.

use super::trust::absolute;
use super::{Entry, LoadError, elf};
use gatehouse_core::declare::{Declaration, TextError};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

/// A library as it lies on the disk: whose plugin it holds and what it says of itself. None of its code has run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unopened {
    /// The file.
    pub path: PathBuf,
    /// The plugin its symbol names.
    pub id: String,
    /// The SHA-256 of the file in lower-case hexadecimal.
    pub sha256: String,
    /// The size of the file in bytes.
    pub size: u64,
    /// What it says of itself; libraries built with the first hook API say nothing until they are opened.
    pub stated: Option<Stated>,
}

/// What a library says of itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stated {
    /// The version of the hook API it was built against.
    pub api: String,
    /// The text of its `plugin.toml`.
    pub declaration: String,
}

impl Unopened {
    /// Looks at a file.
    ///
    /// # Errors
    /// Says why it is no complete library of one plugin.
    pub fn of(path: &Path) -> Result<Unopened, LoadError> {
        Unopened::with_bytes(path).map(|(library, _)| library)
    }

    /// Looks at a file, and gives the bytes that were looked at.
    pub(super) fn with_bytes(path: &Path) -> Result<(Unopened, Vec<u8>), LoadError> {
        let bytes = fs::read(path).map_err(|why| LoadError::Read { path: path.to_owned(), why })?;
        let elf = |why| LoadError::Elf { path: path.to_owned(), why };
        let (id, stated) = elf::plugin_and_statement(bytes.as_slice()).map_err(elf)?;
        let id = id.ok_or_else(|| LoadError::NoPlugin { path: path.to_owned() })?;
        let library = Unopened { path: path.to_owned(), id, sha256: sha256(&bytes), size: bytes.len() as u64, stated };
        Ok((library, bytes))
    }

    /// What the list of trusted libraries has of it once it is on it.
    pub fn entry(&self) -> Entry {
        let Unopened { path, id, sha256, size, .. } = self;
        let version = self.version().map(|version| version.to_string());
        Entry { id: id.clone(), version, sha256: sha256.clone(), size: *size, path: absolute(path) }
    }

    /// Its declaration, if it tells one before it is opened.
    ///
    /// # Errors
    /// Says where the declaration is none.
    pub fn declaration(&self) -> Option<Result<Declaration, TextError>> {
        // Also where it is of a later hook API: it is only looked at.
        self.stated.as_ref().map(|stated| Declaration::parse_newer(&stated.declaration))
    }

    /// Its version, if it tells one before it is opened.
    pub fn version(&self) -> Option<semver::Version> {
        Some(self.declaration()?.ok()?.plugin.version)
    }
}

/// The SHA-256 of some bytes in lower-case hexadecimal.
fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::with_capacity(64), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}
