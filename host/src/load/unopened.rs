//! What a library tells without being opened.

use super::copy::{Contents, PrivateCopy};
use super::trust::absolute;
use super::{Entry, LoadError, elf};
use gatehouse_core::declare::{Declaration, TextError};
use object::ReadCache;
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
        Unopened::with_copy(path).map(|(library, _)| library)
    }

    /// Looks at a private copy of a file, and gives the copy that was looked at.
    pub(super) fn with_copy(path: &Path) -> Result<(Unopened, PrivateCopy), LoadError> {
        let (copy, Contents { sha256, size }) = PrivateCopy::of(path).map_err(|why| LoadError::uncopied(path, why))?;
        let elf = |why| LoadError::Elf { path: path.to_owned(), why };
        let (id, stated) = elf::plugin_and_statement(&ReadCache::new(copy.file())).map_err(elf)?;
        let id = id.ok_or_else(|| LoadError::NoPlugin { path: path.to_owned() })?;
        Ok((Unopened { path: path.to_owned(), id, sha256, size, stated }, copy))
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
