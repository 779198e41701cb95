//! Finds plugin libraries, checks them before any of their code runs, opens them and reads what they declare.
//!
//! The checks, in this order; the first that fails refuses the file and no other:
//! 1. the file is a complete ELF library of this machine that exports exactly one plugin ([`ElfError`]);
//! 2. the program was built with it, or the user trusts it ([`Trust`]);
//! 3. a private copy opens and its types have the layout of this host's, in either direction ([`OpenError`]);
//! 4. the module is the one its symbol names, unwinds on panic, and what it declares can be read and asks for this
//!    hook API ([`ModuleError`]).

mod copy;
mod elf;
mod exposed;
mod layout;
mod log;
#[allow(unsafe_code, reason = "opening a library runs code that the compiler has not seen")]
mod open;
mod read;
mod search;
mod trust;
mod unopened;

pub use elf::ElfError;
pub use exposed::{Exposed, exposed};
pub use layout::Mismatch;
pub use open::OpenError;
pub(crate) use read::is_id;
pub use read::{LinkError, ModuleError, linked};
pub use search::{Search, SearchError, VARIABLE};
pub use trust::{
    Change, Distrust, Entry, Known, ListError, Standing, TRUST_NEW, Trust, TrustList, is_bundled, pin, pins,
};
pub use unopened::Unopened;

use crate::rules::{Origin, Plugin, Unplayed};
use copy::CopyError;
use gatehouse_core::plugin::SYMBOL;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// Why a file is not loaded.
#[derive(thiserror::Error, Debug)]
pub enum LoadError {
    /// The file or directory can't be read.
    #[error("{path} cannot be read ({why}): check that it exists and that you may read it")]
    Read {
        /// The file or directory.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// The file is larger than any library of a plugin.
    #[error(
        "{path} is larger than any plugin ({most} bytes): name another file, or build it without debug information"
    )]
    TooLarge {
        /// The file.
        path: PathBuf,
        /// How large a library may be.
        most: u64,
    },
    /// Its private copy can't be written.
    #[error(
        "{path} cannot be copied to open it ({why}): make room in the temporary directory or set TMPDIR to another"
    )]
    Copy {
        /// The file.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// The file is no complete library of this machine.
    #[error("{path} {why}")]
    Elf {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: ElfError,
    },
    /// The file is a library, but not of a plugin.
    #[error(
        "{path} holds no plugin (no symbol `{SYMBOL}...`): declare one with \
        `gatehouse_core::plugin!` or take the file out of the directory"
    )]
    NoPlugin {
        /// The file.
        path: PathBuf,
    },
    /// The library is not one that may be opened.
    #[error("plugin {id} of {path} {why}: {mend}")]
    Untrusted {
        /// The file.
        path: PathBuf,
        /// The plugin its symbol names.
        id: String,
        /// Why it is not opened.
        why: Box<Distrust>,
        /// What to do.
        mend: String,
    },
    /// The library can't be opened or does not fit this host.
    #[error("plugin {id} of {path} {why}")]
    Open {
        /// The file.
        path: PathBuf,
        /// The plugin its symbol names.
        id: String,
        /// What is wrong with it.
        why: OpenError,
    },
    /// The library was opened, but what it says of itself can't be used.
    #[error("{why} (in {path})")]
    Module {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: ModuleError,
    },
}

impl LoadError {
    fn uncopied(path: &Path, why: CopyError) -> LoadError {
        let path = path.to_owned();
        match why {
            CopyError::Read(why) => LoadError::Read { path, why },
            CopyError::TooLarge => LoadError::TooLarge { path, most: copy::MOST },
            CopyError::Write(why) => LoadError::Copy { path, why },
        }
    }

    /// What differs between the types of the library and the host's, if that is why it is not loaded.
    pub fn mismatches(&self) -> &[Mismatch] {
        match self {
            LoadError::Open { why: OpenError::Layout { mismatches, .. }, .. } => mismatches,
            _ => &[],
        }
    }
}

/// A file or directory that is not loaded, and why.
#[derive(Debug)]
pub struct Refused {
    /// The file or directory.
    pub path: PathBuf,
    /// Why.
    pub error: LoadError,
}

/// A library that is not loaded because an earlier one holds the same plugin with other contents.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shadowed {
    /// The plugin.
    pub id: String,
    /// The library that is not loaded.
    pub path: PathBuf,
    /// The library that goes first.
    pub by: PathBuf,
}

/// What a search found.
#[derive(Default)]
pub struct Found {
    /// The plugins that can be played, by id.
    pub plugins: Vec<Plugin>,
    /// The files that look like plugins and can't be loaded, in the order of the search.
    pub refused: Vec<Refused>,
    /// The libraries hidden by one found earlier, in the order of the search.
    pub shadowed: Vec<Shadowed>,
    /// What of all this anybody on this machine may write to.
    pub exposed: Vec<Exposed>,
    /// What those declare that were not asked for, and are not opened.
    pub beside: Vec<Unplayed>,
}

/// A library that a search comes upon.
struct Candidate {
    path: PathBuf,
    /// Whose it is and what it declares, or why it is no plugin.
    sound: Result<(String, Option<String>), LoadError>,
}

impl Candidate {
    /// Whether it has to be opened: it is asked for, it is the base, or it tells nothing before. Any that may be a base is
    /// taken for one.
    fn is_asked_for(&self, asked_for: impl Fn(&Unplayed) -> bool) -> bool {
        let Ok((id, Some(text))) = &self.sound else { return true };
        let sets = |rest: &str| rest.trim_start_matches(['"', '\'']).trim_start().starts_with('=');
        let mut words = text.match_indices("base").map(|(at, word)| text.get(at + word.len()..));
        words.any(|rest| rest.is_some_and(sets)) || asked_for(&Unplayed::new(id.clone(), text.clone()))
    }

    fn unasked(self) -> Option<Unplayed> {
        let (id, declaration) = self.sound.ok()?;
        Some(Unplayed::new(id, declaration?))
    }
}

/// What lies where a search looks, unopened.
#[derive(Default)]
struct Chosen {
    /// The libraries in the order of the search.
    libraries: Vec<Candidate>,
    shadowed: Vec<Shadowed>,
    refused: Vec<Refused>,
}

fn choose(search: &Search) -> Chosen {
    let mut chosen = Chosen::default();
    let mut first: BTreeMap<String, PathBuf> = BTreeMap::new();
    let libraries = search.libraries(&mut chosen.refused);
    // Reading is done side by side; what is found keeps the order of the search.
    let read: Vec<_> = libraries.into_par_iter().map(|path| (elf::plugin_of_file(&path), path)).collect();
    for (plugin, path) in read {
        match plugin {
            // Beside the program lie other libraries too; in a directory that somebody named, one is worth a word.
            Ok(None) if search.is_asked() || search.names(&path) => {
                let sound = Err(LoadError::NoPlugin { path: path.clone() });
                chosen.libraries.push(Candidate { path, sound });
            }
            Ok(None) => {}
            Err(error) => chosen.libraries.push(Candidate { path, sound: Err(error) }),
            Ok(Some((id, stated))) => match first.get(&id) {
                Some(by) if same_contents(by, &path) => {}
                Some(by) => chosen.shadowed.push(Shadowed { id, path, by: by.clone() }),
                None => {
                    // Also a library that can't be loaded goes before later ones: the next best would be a surprise.
                    first.insert(id.clone(), path.clone());
                    let declaration = stated.map(|stated| stated.declaration);
                    chosen.libraries.push(Candidate { path, sound: Ok((id, declaration)) });
                }
            },
        }
    }
    chosen
}

impl Chosen {
    fn exposed(&self, search: &Search) -> Vec<Exposed> {
        let sound = self.libraries.iter().filter(|library| library.sound.is_ok()).map(|library| library.path.as_path());
        let sound: Vec<&Path> = sound.collect();
        // The directories of the program itself are searched whether or not plugins lie there.
        let directories = search.directories().iter().map(PathBuf::as_path);
        exposed(
            directories.filter(|d| search.is_asked() || sound.iter().any(|p| p.starts_with(d))).chain(sound.clone()),
        )
    }
}

/// Loads the plugins of all directories of a search; a library that can't be loaded hides no other.
pub fn scan(search: &Search, trust: &Trust) -> Found {
    load(choose(search), search, trust, |_| true)
}

/// As [`scan`], but opens only the base, the plugins that are asked for and the libraries that were named: what others
/// declare is read from their files.
pub fn scan_for(search: &Search, trust: &Trust, asked_for: impl Fn(&Unplayed) -> bool) -> Found {
    load(choose(search), search, trust, |candidate| search.names(&candidate.path) || candidate.is_asked_for(&asked_for))
}

fn load(chosen: Chosen, search: &Search, trust: &Trust, asked_for: impl Fn(&Candidate) -> bool) -> Found {
    let mut found = Found { exposed: chosen.exposed(search), ..Found::default() };
    (found.refused, found.shadowed) = (chosen.refused, chosen.shadowed);
    let (asked, beside): (Vec<_>, Vec<_>) = chosen.libraries.into_iter().partition(asked_for);
    found.beside = beside.into_iter().filter_map(Candidate::unasked).collect();
    // Each is checked on its own, so they are checked side by side; what was found comes in the order of the search.
    let load = |Candidate { path, sound }| (sound.and_then(|_| file(&path, trust)), path);
    let loaded: Vec<_> = asked.into_par_iter().map(load).collect();
    for (loaded, path) in loaded {
        match loaded {
            Ok(plugin) => found.plugins.push(plugin),
            Err(error) => found.refused.push(Refused { path, error }),
        }
    }
    found.plugins.sort_by(|a, b| a.declaration.plugin.id.cmp(&b.declaration.plugin.id));
    found
}

/// What a search finds without opening any of it.
#[derive(Default)]
pub struct Looked {
    /// The libraries of plugins, in the order of the search.
    pub libraries: Vec<Unopened>,
    /// The files that look like plugins and are none.
    pub refused: Vec<Refused>,
    /// The libraries hidden by one found earlier.
    pub shadowed: Vec<Shadowed>,
    /// What of all this anybody on this machine may write to.
    pub exposed: Vec<Exposed>,
}

/// Looks at the libraries of all directories of a search without opening one.
pub fn look(search: &Search) -> Looked {
    let chosen = choose(search);
    let mut looked = Looked { exposed: chosen.exposed(search), ..Looked::default() };
    (looked.refused, looked.shadowed) = (chosen.refused, chosen.shadowed);
    let look = |Candidate { path, sound }| (sound.and_then(|_| Unopened::of(&path)), path);
    let libraries: Vec<_> = chosen.libraries.into_par_iter().map(look).collect();
    for (library, path) in libraries {
        match library {
            Ok(library) => looked.libraries.push(library),
            Err(error) => looked.refused.push(Refused { path, error }),
        }
    }
    looked
}

/// Loads the plugin of one library, also if it was loaded before: each call opens a copy of its own.
///
/// # Errors
/// Says which check the file failed and what to do; a library without a plugin is an error here.
pub fn file(path: &Path, trust: &Trust) -> Result<Plugin, LoadError> {
    // What is opened are the bytes that were checked, whatever becomes of the file meanwhile.
    let (library, copy) = Unopened::with_copy(path)?;
    trust.check(&library)?;
    let _word = trust.opening(&library);
    let Unopened { id, sha256, stated, .. } = library;
    let built_with_host = pin(&id) == Some(sha256.as_str());
    let module = open::open(copy, &id, built_with_host);
    let module = module.map_err(|why| LoadError::Open { path: path.to_owned(), id: id.clone(), why })?;
    let origin = Origin::File { path: path.to_owned(), sha256 };
    let stated = stated.map(|stated| stated.declaration);
    let plugin = read::named(module, &id, stated.as_deref(), origin)
        .map_err(|why| LoadError::Module { path: path.to_owned(), why })?;
    log::connect(&plugin.module);
    Ok(plugin)
}

/// Whether two files are one, or say the same. Cargo leaves a library twice, beside the program and in `deps`.
fn same_contents(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(left), Ok(right)) = (fs::metadata(a), fs::metadata(b)) else { return false };
    if (left.dev(), left.ino()) == (right.dev(), right.ino()) {
        return true;
    }
    // Those that are too large are refused anyway.
    left.len() == right.len()
        && left.len() <= copy::MOST
        && matches!((fs::read(a), fs::read(b)), (Ok(a), Ok(b)) if a == b)
}
