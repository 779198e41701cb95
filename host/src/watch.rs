//! Watches an expansion's crate: whenever its files change it is built, its library is opened beside the one before, and
//! its scenarios are played.

use crate::check::{self, Grade, SubjectError};
use crate::load::{self, Trust};
use crate::rules::Plugin;
use crate::scenario::{self, Summary};
use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};
use std::{fs, io};

/// How long nothing must change before a build: an editor writes a file in several steps.
const QUIET: Duration = Duration::from_millis(100);

/// Why a crate can't be watched.
#[derive(thiserror::Error, Debug)]
pub enum WatchError {
    /// The folder can't be read.
    #[error("{path} can't be read ({why}): name the folder of a crate")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// The system does not tell of changes.
    #[error("changes of {path} can't be watched ({why}): raise fs.inotify.max_user_watches, or build by hand")]
    Changes {
        /// The folder.
        path: PathBuf,
        /// What the system says.
        why: notify::Error,
    },
}

/// What came of a build.
pub enum Round {
    /// There is no library, for these reasons.
    Broken(Vec<String>),
    /// A library, opened beside any before.
    Fresh {
        /// Its plugin.
        plugin: Box<Plugin>,
        /// What the compiler warned of.
        warnings: Vec<String>,
        /// How its scenarios went; none if there are none.
        scenarios: Option<Summary>,
        /// How long building and opening took, without the scenarios.
        took: Duration,
    },
}

/// A crate that is watched.
pub struct Watch {
    folder: PathBuf,
    /// The other plugins, next to which its scenarios are played.
    company: Vec<Plugin>,
    changes: Receiver<()>,
    /// Tells of changes as long as it lives.
    _watcher: RecommendedWatcher,
}

impl Watch {
    /// Watches the crate of a folder from now on.
    ///
    /// # Errors
    /// The folder can't be read, or the system tells of no changes.
    pub fn new(folder: &Path, company: Vec<Plugin>) -> Result<Watch, WatchError> {
        let full = fs::canonicalize(folder);
        let full = full.map_err(|why| WatchError::Folder { path: folder.to_owned(), why })?;
        let (sender, changes) = mpsc::channel();
        let root = full.clone();
        let told = move |event: notify::Result<Event>| {
            if event.is_ok_and(|e| matters(&root, &e)) {
                // Who does not listen any more has ended.
                let _ = sender.send(());
            }
        };
        let unwatched = |why| WatchError::Changes { path: folder.to_owned(), why };
        let mut watcher = notify::recommended_watcher(told).map_err(unwatched)?;
        watcher.watch(&full, RecursiveMode::Recursive).map_err(unwatched)?;
        Ok(Watch { folder: full, company, changes, _watcher: watcher })
    }

    /// Waits until something changes and then nothing for a moment.
    pub fn wait(&self) {
        if self.changes.recv().is_ok() {
            while self.changes.recv_timeout(QUIET).is_ok() {}
        }
    }

    /// Builds the crate, opens its library and plays its scenarios.
    ///
    /// # Errors
    /// The folder holds no crate, or cargo can't be run.
    pub fn round(&self) -> Result<Round, SubjectError> {
        let begun = Instant::now();
        let report = check::library(&self.folder)?;
        let said = |grade: Grade| {
            let findings = report.findings.iter().filter(move |f| f.grade == grade);
            findings.map(|f| f.message.clone()).collect::<Vec<_>>()
        };
        let Some(library) = &report.library else { return Ok(Round::Broken(said(Grade::Error))) };
        // Who builds a crate has run its code already.
        let plugin = match load::file(library, &Trust::known(None, true)) {
            Ok(plugin) => Box::new(plugin),
            Err(error) => return Ok(Round::Broken(vec![error.to_string()])),
        };
        let took = begun.elapsed();
        let files = scenario::collect(&[self.folder.join("scenarios")]).unwrap_or_default();
        let scenarios = (!files.is_empty()).then(|| scenario::run_all(&beside(&self.company, &plugin), &files));
        Ok(Round::Fresh { plugin, warnings: said(Grade::Warning), scenarios, took })
    }
}

/// The plugins with one more, which takes the place of another of its id.
pub fn beside(company: &[Plugin], plugin: &Plugin) -> Vec<Plugin> {
    let id = &plugin.declaration.plugin.id;
    company.iter().filter(|p| p.declaration.plugin.id != *id).chain([plugin]).cloned().collect()
}

/// Whether an event is about a file that the library is made of, or a scenario.
fn matters(root: &Path, event: &Event) -> bool {
    let own = |path: &PathBuf| {
        let inside = path.strip_prefix(root).unwrap_or(path);
        let first = inside.components().next().map(|c| c.as_os_str().to_string_lossy().into_owned());
        // What cargo writes is no change of the crate, and hidden files are an editor's or of version control.
        first.is_some_and(|f| f != "target" && f != "Cargo.lock") && !is_hidden(inside)
    };
    !matches!(event.kind, EventKind::Access(_)) && event.paths.iter().any(own)
}

fn is_hidden(path: &Path) -> bool {
    path.components().any(|c| c.as_os_str().to_string_lossy().starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use notify::event::{AccessKind, CreateKind};

    #[test]
    fn what_cargo_and_editors_write_is_no_change() {
        let root = Path::new("/crate");
        let event = |path: &str| Event::new(EventKind::Create(CreateKind::File)).add_path(root.join(path));
        for path in ["src/lib.rs", "plugin.toml", "scenarios/a.toml", "src/deep/er.rs"] {
            assert!(matters(root, &event(path)), "{path}");
        }
        for path in ["target/debug/x", "Cargo.lock", ".git/index", "src/.lib.rs.swp", ""] {
            assert!(!matters(root, &event(path)), "{path}");
        }
        let read = Event::new(EventKind::Access(AccessKind::Read)).add_path(root.join("src/lib.rs"));
        assert!(!matters(root, &read));
    }
}
