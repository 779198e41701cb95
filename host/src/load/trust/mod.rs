//! Which libraries may be opened: those this program was built with, and those of a list that the user keeps.

mod barred;
mod list;

pub(super) use barred::Word;
pub(super) use list::absolute;
pub use list::{Entry, ListError, TrustList};

use super::{LoadError, Unopened};
use crate::home;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The environment variable that, set to 1, trusts whatever is new.
pub const TRUST_NEW: &str = "GATEHOUSE_TRUST_NEW";

/// Whom a loader trusts. A library is opened only after this was asked: opening it runs its code.
#[derive(Debug)]
pub enum Trust {
    /// Everybody: for libraries that the user builds here and now.
    Anything,
    /// The libraries that the program was built with and those of the user's list.
    Known(Known),
}

/// The user's list, and what becomes of libraries that are not on it.
#[derive(Debug)]
pub struct Known {
    directory: Option<PathBuf>,
    accepts_new: bool,
    /// Read when it is first needed: the libraries of the program itself do without.
    list: OnceLock<Result<TrustList, ListError>>,
}

/// How a library stands before it is opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Standing {
    /// The program was built with it.
    Bundled,
    /// The list has it.
    Trusted,
    /// Neither the program nor the list knows the plugin.
    Unknown,
    /// The plugin is known with other contents.
    Changed(Box<Change>),
    /// The program ended as it was opened.
    Barred,
}

/// What differs between a library and the one that is known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Whether the program was built with the other, rather than that the list has it.
    pub bundled: bool,
    /// The SHA-256 that is known and the one found.
    pub sha256: (String, String),
    /// The version that is known and the one found, where both are known.
    pub version: Option<(String, String)>,
    /// The size in bytes that is known and the one found, where the former is known.
    pub size: Option<(u64, u64)>,
}

impl Change {
    fn known(&self) -> &'static str {
        if self.bundled { "that this program was built with" } else { "that was trusted" }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((was, is)) = self.version.as_ref().filter(|(was, is)| was != is) {
            write!(f, "version {was} -> {is}, ")?;
        }
        // Twelve digits tell two files apart; `plugins verify --json` has all.
        let short = |hash: &str| hash.get(..12).unwrap_or(hash).to_owned();
        write!(f, "SHA-256 {}... -> {}...", short(&self.sha256.0), short(&self.sha256.1))?;
        match self.size {
            Some((was, is)) if was == is => write!(f, ", still {is} bytes"),
            Some((was, is)) => write!(f, ", {was} -> {is} bytes"),
            None => Ok(()),
        }
    }
}

/// Why a library is not opened although it may be a sound one.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
pub enum Distrust {
    /// Nobody trusted it yet.
    #[error("is not trusted yet")]
    Unknown,
    /// It is not the one that was trusted or built.
    #[error("is not the one {what} ({change})", what = .0.known(), change = .0)]
    Changed(Box<Change>),
    /// It was opened once, and that ended the program.
    #[error("is not opened again: the program ended as it was")]
    Barred,
    /// The list can't be read, and the program was not built with it.
    #[error("is not one that this program was built with, and {0}")]
    List(ListError),
}

impl Distrust {
    /// What to do about it.
    fn mend(&self, file: &Path) -> String {
        let trust = format!("`gatehouse plugins trust {}`", file.display());
        match self {
            Distrust::Unknown => format!("look at it with {trust}, which trusts it, or add `--trust-new`"),
            Distrust::Changed(change) if change.bundled => format!("build the program again, or run {trust}"),
            Distrust::Changed(_) => format!("if you expected that, run {trust} or add `--trust-new`"),
            Distrust::Barred => format!("get a mended one, or let it be tried once more with {trust}"),
            Distrust::List(_) => "then try again".to_owned(),
        }
    }
}

/// The SHA-256 of the library that this program was built with for a plugin, if it has one.
pub fn pin(id: &str) -> Option<&'static str> {
    pins().find(|(plugin, _)| *plugin == id).map(|(_, sha256)| sha256)
}

/// The plugins that are bundled with this program, each with the SHA-256 of its library.
pub fn pins() -> impl Iterator<Item = (&'static str, &'static str)> {
    let pinned = crate::PINS.iter().filter_map(|(name, sha256)| Some((*name, (*sha256)?)));
    pinned.map(|(name, sha256)| (name.strip_prefix("gatehouse-").unwrap_or(name), sha256))
}

/// Whether a plugin is one of those that this program is built with, pinned or not.
pub fn is_bundled(id: &str) -> bool {
    crate::PINS.iter().any(|(name, _)| name.strip_prefix("gatehouse-") == Some(id))
}

impl Trust {
    /// The trust of this process: the list is in [`home::directory`]. Whatever is new is accepted if asked for here or by
    /// the variable `GATEHOUSE_TRUST_NEW`.
    pub fn of_process(accepts_new: bool) -> Trust {
        let wanted = std::env::var(TRUST_NEW).is_ok_and(|value| !["", "0"].contains(&value.as_str()));
        Trust::known(home::directory(), accepts_new || wanted)
    }

    /// The trust of a program that keeps its list in a directory, if it has one.
    pub fn known(directory: Option<PathBuf>, accepts_new: bool) -> Trust {
        Trust::Known(Known { directory, accepts_new, list: OnceLock::new() })
    }

    /// How a library stands.
    ///
    /// # Errors
    /// Says why the list can't be read, if it is needed.
    pub fn standing(&self, library: &Entry) -> Result<Standing, ListError> {
        let pin = pin(&library.id);
        if pin == Some(library.sha256.as_str()) {
            return Ok(Standing::Bundled);
        }
        let known = match self {
            Trust::Anything => return Ok(Standing::Trusted),
            Trust::Known(known) if known.bars(&library.sha256) => return Ok(Standing::Barred),
            Trust::Known(known) => known,
        };
        let list = known.list()?;
        Ok(match (list.entry(&library.id), pin) {
            (Some(entry), _) if entry.sha256 == library.sha256 => Standing::Trusted,
            (_, Some(pin)) => Standing::Changed(Box::new(Change {
                bundled: true,
                sha256: (pin.to_owned(), library.sha256.clone()),
                version: None,
                size: None,
            })),
            (Some(entry), None) => Standing::Changed(Box::new(Change {
                bundled: false,
                sha256: (entry.sha256.clone(), library.sha256.clone()),
                version: entry.version.clone().zip(library.version.clone()),
                size: Some((entry.size, library.size)),
            })),
            (None, None) => Standing::Unknown,
        })
    }

    /// Lets a library pass that may be opened.
    pub(super) fn check(&self, library: &Unopened) -> Result<(), LoadError> {
        let accepts_new = match self {
            Trust::Anything => return Ok(()),
            Trust::Known(known) => known.accepts_new,
        };
        // What is pinned is known without another look at it, and its declaration is read once only.
        if pin(&library.id) == Some(library.sha256.as_str()) {
            return Ok(());
        }
        let why = match self.standing(&library.entry()) {
            Ok(Standing::Bundled | Standing::Trusted) => return Ok(()),
            // What is new is to be trusted; what was tried is not new.
            Ok(Standing::Barred) => Distrust::Barred,
            // Also without a list: what can't be remembered is asked for again.
            _ if accepts_new => return Ok(()),
            Ok(Standing::Unknown) => Distrust::Unknown,
            Ok(Standing::Changed(change)) => Distrust::Changed(change),
            Err(error) => Distrust::List(error),
        };
        let mend = why.mend(&library.path);
        Err(LoadError::Untrusted { path: library.path.clone(), id: library.id.clone(), why: Box::new(why), mend })
    }

    /// Leaves word that a library is opened, until what is returned is dropped: should the program end before, the next one
    /// does not open it. What the program was built with is known to open.
    pub(super) fn opening(&self, library: &Unopened) -> Word {
        match self {
            Trust::Known(Known { directory: Some(home), .. }) if pin(&library.id) != Some(library.sha256.as_str()) => {
                Word::of(home, &library.sha256)
            }
            _ => Word::none(),
        }
    }

    /// Whether libraries that are not known are opened all the same, to be put on the list.
    pub fn accepts_new(&self) -> bool {
        matches!(self, Trust::Known(known) if known.accepts_new)
    }

    /// Puts libraries on the list, also those that ended the program before.
    ///
    /// # Errors
    /// Says why the list can't be written; then it is as it was.
    pub fn add(&self, entries: Vec<Entry>) -> Result<(), ListError> {
        match self {
            Trust::Anything => Ok(()),
            Trust::Known(known) => {
                let home = known.directory.as_deref().ok_or(ListError::Nowhere)?;
                for Entry { sha256, .. } in &entries {
                    barred::forgive(home, sha256).map_err(|e| ListError::unwritten(home, &e))?;
                }
                TrustList::add(home, entries)
            }
        }
    }

    /// The list.
    ///
    /// # Errors
    /// Says why it can't be read.
    pub fn list(&self) -> Result<&TrustList, ListError> {
        static NONE: TrustList = TrustList::new();
        match self {
            Trust::Anything => Ok(&NONE),
            Trust::Known(known) => known.list(),
        }
    }
}

impl Known {
    fn bars(&self, sha256: &str) -> bool {
        self.directory.as_deref().is_some_and(|home| barred::is_barred(home, sha256))
    }

    fn list(&self) -> Result<&TrustList, ListError> {
        let read = || self.directory.as_deref().map_or(Ok(TrustList::new()), TrustList::read);
        self.list.get_or_init(read).as_ref().map_err(Clone::clone)
    }
}
