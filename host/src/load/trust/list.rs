//! The list of libraries that a user trusts: a file that is read before anything on it is opened.

use crate::files;
use crate::load::read::is_id;
use crate::rules::{Origin, Plugin};
use gatehouse_core::declare::TextError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The file's name in the directory of what outlives a run.
const NAME: &str = "trusted.toml";
/// Held while the list is changed, so that two programs do not undo each other's entries.
const LOCK: &str = "trusted.lock";
/// The form of the file that is written here.
const FORMAT: u32 = 1;
const HEAD: &str = "# The plugin libraries that gatehouse may open. `gatehouse plugins trust FILE` adds to it.\n";

/// A library that is trusted.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The plugin.
    pub id: String,
    /// Its version, if the library told it when it was put here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The SHA-256 of the file in lower-case hexadecimal.
    pub sha256: String,
    /// Its size in bytes.
    pub size: u64,
    /// Where it lay.
    pub path: PathBuf,
}

impl Entry {
    /// The entry of a plugin that was loaded; none for one that is linked into the program.
    pub fn of(plugin: &Plugin) -> Option<Entry> {
        let Origin::File { path, sha256 } = &plugin.origin else { return None };
        let manifest = &plugin.declaration.plugin;
        Some(Entry {
            id: manifest.id.clone(),
            version: Some(manifest.version.to_string()),
            sha256: sha256.clone(),
            size: fs::metadata(path).map_or(0, |m| m.len()),
            path: absolute(path),
        })
    }
}

/// The path as it is to be found from anywhere, in letters: the list is a text.
pub(in crate::load) fn absolute(path: &Path) -> PathBuf {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    path.to_string_lossy().into_owned().into()
}

/// The libraries that are trusted, one a plugin.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct TrustList {
    entries: BTreeMap<String, Entry>,
}

/// Why the list of trusted plugins can't be used.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
pub enum ListError {
    /// It can't be read.
    #[error("the list of trusted plugins {path} cannot be read ({why}): make it a file that you may read")]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// It is not such a list.
    #[error("the list of trusted plugins {path} is damaged ({why}): mend it, or move it away and trust them again")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where and what.
        why: String,
    },
    /// It is one of another program version.
    #[error(
        "the list of trusted plugins {path} has format {format}, this program knows {FORMAT}: take a newer gatehouse"
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Its format.
        format: u32,
    },
    /// It can't be written.
    #[error(
        "the list of trusted plugins {path} cannot be written ({why}): make room, or set GATEHOUSE_HOME to a directory of yours"
    )]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: String,
    },
    /// There is no place for it.
    #[error("there is no place for a list of trusted plugins: set HOME or GATEHOUSE_HOME")]
    Nowhere,
}

impl ListError {
    pub(super) fn unwritten(home: &Path, error: &io::Error) -> ListError {
        ListError::Write { path: home.join(NAME), why: error.to_string() }
    }
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Written {
    format: u32,
    #[serde(default, rename = "plugin")]
    plugins: Vec<Entry>,
}

#[derive(Deserialize)]
struct Format {
    format: u32,
}

impl TrustList {
    /// A list with nothing on it.
    pub const fn new() -> TrustList {
        TrustList { entries: BTreeMap::new() }
    }

    /// What is trusted of a plugin.
    pub fn entry(&self, id: &str) -> Option<&Entry> {
        self.entries.get(id)
    }

    /// All entries by id.
    pub fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values()
    }

    /// Reads the list of a directory; where there is none, nothing is trusted.
    ///
    /// # Errors
    /// Says why it can't be read.
    pub fn read(directory: &Path) -> Result<TrustList, ListError> {
        let path = directory.join(NAME);
        match files::read(&path).map(String::from_utf8) {
            Ok(Ok(text)) => TrustList::parse(&text, path),
            Ok(Err(_)) => Err(ListError::Damaged { path, why: "it is no text".to_owned() }),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(TrustList::new()),
            Err(error) => Err(ListError::Read { path, why: error.to_string() }),
        }
    }

    fn parse(text: &str, path: PathBuf) -> Result<TrustList, ListError> {
        // A later form may have other fields; that it is one is to be said first.
        if let Ok(Format { format }) = toml::from_str(text)
            && format != FORMAT
        {
            return Err(ListError::Newer { path, format });
        }
        let damaged = |why: String| ListError::Damaged { path: path.clone(), why };
        let written: Written = toml::from_str(text).map_err(|e| damaged(TextError::from_toml(text, &e).to_string()))?;
        let mut list = TrustList::new();
        for entry in written.plugins {
            let is_hash = entry.sha256.len() == 64
                && entry.sha256.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b));
            if !is_id(&entry.id) || !is_hash {
                return Err(damaged(format!("`{}` is no id, or its sha256 is none", entry.id)));
            }
            if let Some(twice) = list.entries.insert(entry.id.clone(), entry) {
                return Err(damaged(format!("`{}` is listed twice", twice.id)));
            }
        }
        Ok(list)
    }

    /// Puts entries on the list of a directory; one of the same plugin is replaced. The file is whole at any time.
    ///
    /// # Errors
    /// Says why it can't be read or written; a list that can't be read is never written.
    pub fn add(directory: &Path, entries: Vec<Entry>) -> Result<(), ListError> {
        let path = directory.join(NAME);
        let unwritten = |error: io::Error| ListError::unwritten(directory, &error);
        fs::create_dir_all(directory).map_err(unwritten)?;
        let lock =
            files::open(&directory.join(LOCK), OpenOptions::new().write(true).create(true)).map_err(unwritten)?;
        lock.lock().map_err(unwritten)?;
        let mut list = TrustList::read(directory)?;
        list.entries.extend(entries.into_iter().map(|entry| (entry.id.clone(), entry)));
        let written = Written { format: FORMAT, plugins: list.entries.into_values().collect() };
        let text = toml::to_string(&written).map_err(|error| unwritten(io::Error::other(error)))?;
        let mut file = tempfile::NamedTempFile::new_in(directory).map_err(unwritten)?;
        file.write_all(HEAD.as_bytes()).and_then(|()| file.write_all(text.as_bytes())).map_err(unwritten)?;
        file.as_file().sync_all().map_err(unwritten)?;
        file.persist(&path).map_err(|error| unwritten(error.error))?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: &str, digit: &str) -> Entry {
        let path = PathBuf::from(format!("/plugins/{id}.so"));
        Entry { id: id.to_owned(), version: Some("1.2.3".to_owned()), sha256: digit.repeat(64), size: 7, path }
    }

    fn refusal(text: &str) -> String {
        TrustList::parse(text, "/home/trusted.toml".into()).unwrap_err().to_string()
    }

    #[test]
    fn what_is_added_is_read_again_and_replaces_what_was_there() {
        let home = tempfile::tempdir().unwrap();
        let directory = home.path().join("not/yet/there");
        assert_eq!(TrustList::read(&directory), Ok(TrustList::new()));
        let unversioned = Entry { version: None, ..entry("bogs", "1") };
        TrustList::add(&directory, vec![entry("towns", "a"), unversioned.clone()]).unwrap();
        TrustList::add(&directory, vec![entry("towns", "b")]).unwrap();
        let list = TrustList::read(&directory).unwrap();
        assert_eq!(list.entries().cloned().collect::<Vec<_>>(), [unversioned, entry("towns", "b")]);
        let names = fs::read_dir(&directory).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        assert_eq!(names, [LOCK, NAME], "nothing half written stays behind");
    }

    #[test]
    fn a_damaged_list_is_named_and_stays_as_it_is() {
        let home = tempfile::tempdir().unwrap();
        let path = home.path().join(NAME);
        for bytes in [&b"format = 1\n[[plugin]]\nid = 7\n"[..], b"\xff\xfe", b"format = ", b""] {
            fs::write(&path, bytes).unwrap();
            let message = TrustList::read(home.path()).unwrap_err().to_string();
            assert!(message.contains("trusted.toml is damaged") && !message.contains('\n'), "{message}");
            assert!(TrustList::add(home.path(), vec![entry("towns", "a")]).is_err());
            assert_eq!(fs::read(&path).unwrap(), bytes);
        }
    }

    #[test]
    fn what_no_list_can_say_is_refused() {
        let towns = toml::to_string(&Written { format: 1, plugins: vec![entry("towns", "a")] }).unwrap();
        assert!(TrustList::parse(&towns, PathBuf::new()).is_ok());
        assert!(refusal("format = 2\nwhatever = 1").contains("format 2, this program knows 1"));
        assert!(refusal(&towns.replace("towns\"", "Towns!\"")).contains("`Towns!` is no id"));
        assert!(refusal(&towns.replace("aaaa", "AAAA")).contains("its sha256 is none"));
        assert!(refusal(&towns.replace("size", "sise")).contains("unknown field `sise`"));
        let twice = format!("{towns}{}", towns.replace("format = 1\n", ""));
        assert!(refusal(&twice).contains("`towns` is listed twice"), "{}", refusal(&twice));
    }

    #[test]
    fn a_place_that_can_t_be_written_is_named() {
        let home = tempfile::tempdir().unwrap();
        let file = home.path().join("file");
        fs::write(&file, "").unwrap();
        let message = TrustList::add(&file, Vec::new()).unwrap_err().to_string();
        assert!(message.contains("file/trusted.toml cannot be written"), "{message}");
    }
}
