//! Checks one expansion, as a crate or as a library: what it declares, its tiles, its hooks in games with the others,
//! its scenarios and its documentation. It knows no rule; it says what is wrong, worst first, and what mends it.
//!
//! What can be watched is watched: in random games every hook is called twice on the same view and timed, what it emits
//! is held against what it declares, and hooks that nothing orders are swapped. What a hook reads can't be watched;
//! the swaps find those reads that matter.

mod games;
mod manifest;
mod observed;
mod order;
mod scenarios;
mod subject;
mod text;

pub use games::HookTimes;
pub use subject::SubjectError;

use crate::load::{self, Trust};
use crate::resolve::Choice;
use crate::rules::Plugin;
use serde::Serialize;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// What is to be checked, and next to what.
pub struct Check {
    /// A crate's folder or a library.
    pub path: PathBuf,
    /// Whether a crate is built with optimisations, as players get it.
    pub release: bool,
    /// Whether a library that was not built just now is trusted; a crate's is, for who builds a crate has run its code.
    pub trust: Trust,
    /// The other plugins: a base, and the expansions next to which it is tried.
    pub company: Vec<Plugin>,
    /// Where its scenarios are, if not in its crate.
    pub scenarios: Option<PathBuf>,
    /// How many games are played.
    pub games: u64,
    /// The seed of the games.
    pub seed: u64,
}

/// How bad a finding is; the worst comes first.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// It can't be played so, or a game would stop it.
    Error,
    /// It can be played, but not as somebody expects.
    Warning,
    /// Worth knowing.
    Note,
}

/// What a finding is about.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Topic {
    /// Building the crate, or opening the library.
    Library,
    /// What it says of itself and declares.
    Manifest,
    /// Its tiles.
    Tiles,
    /// Its hooks in games.
    Hooks,
    /// Which hook comes first.
    Order,
    /// Its scenarios.
    Scenarios,
    /// What is written for people who read the code.
    Docs,
}

/// Something that was found, in one sentence that ends with what mends it.
#[derive(Serialize, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Finding {
    /// How bad it is.
    pub grade: Grade,
    /// What it is about.
    pub topic: Topic,
    /// What is wrong, and what to do.
    pub message: String,
}

/// Who was checked.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Identity {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The versions of the hook API it asks for.
    pub api: String,
}

/// What came of the games.
#[derive(Serialize, Clone, PartialEq, Debug, Default)]
pub struct Played {
    /// How many games.
    pub games: u64,
    /// How many decisions were made in them.
    pub decisions: u64,
    /// In how many pairs of hooks the two were swapped.
    pub swapped: usize,
    /// The expansions next to which it was tried.
    pub company: Vec<String>,
    /// Its hooks with their times, the slowest first.
    pub hooks: Vec<HookTimes>,
}

/// What a check found.
#[derive(Serialize, Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// The library that was checked; none if there is none.
    pub library: Option<PathBuf>,
    /// Who it is; unknown if it can't be opened.
    pub plugin: Option<Identity>,
    /// What is wrong, worst first.
    pub findings: Vec<Finding>,
    /// What came of the games; nothing if none could be played.
    pub played: Played,
    /// How many of its scenarios passed.
    pub passed: usize,
    /// How many it has.
    pub scenarios: usize,
}

impl Report {
    /// How many findings are of this grade.
    pub fn count(&self, grade: Grade) -> usize {
        self.findings.iter().filter(|f| f.grade == grade).count()
    }

    /// Whether nothing worse was found than what is worth knowing.
    pub fn is_fine(&self) -> bool {
        self.findings.iter().all(|f| f.grade == Grade::Note)
    }

    fn say(&mut self, grade: Grade, topic: Topic, message: impl Into<String>) {
        let message = message.into().split_whitespace().collect::<Vec<_>>().join(" ");
        self.findings.push(Finding { grade, topic, message });
    }
}

/// Builds the crate of a folder, or takes a library as it is, and says what is wrong with that.
///
/// # Errors
/// Nothing is there, or cargo can't be run.
pub(crate) fn library(path: &std::path::Path) -> Result<Report, SubjectError> {
    let mut report = Report::default();
    report.library = subject::find(path, false, &mut report)?.library;
    Ok(report)
}

/// The plugin that is checked, among those it is tried with.
struct Subject {
    plugin: Plugin,
    /// All plugins, itself among them.
    all: Vec<Plugin>,
}

impl Subject {
    fn new(plugin: Plugin, company: &[Plugin]) -> Subject {
        let (id, base) = (&plugin.declaration.plugin.id, plugin.declaration.plugin.base);
        let others = company.iter().filter(|p| p.declaration.plugin.id != *id && !(base && p.declaration.plugin.base));
        let all = others.cloned().chain([plugin.clone()]).collect();
        Subject { plugin, all }
    }

    fn id(&self) -> &str {
        &self.plugin.declaration.plugin.id
    }

    /// Whether a hook, written as `plugin/hook`, is one of its own.
    fn owns(&self, hook: &str) -> bool {
        hook.split_once('/').is_some_and(|(plugin, _)| plugin == self.id())
    }

    /// The other expansions, sorted.
    fn others(&self) -> Vec<&str> {
        let others = self.all.iter().map(|p| &p.declaration.plugin).filter(|m| !m.base && m.id != self.id());
        let ids: BTreeSet<&str> = others.map(|m| m.id.as_str()).collect();
        ids.into_iter().collect()
    }

    /// What is played so that all of these can be: they, and what they require of what is there.
    fn choice(&self, ids: &[&str]) -> Choice {
        let mut wanted: BTreeSet<String> = BTreeSet::new();
        let mut asked: Vec<String> = ids.iter().map(ToString::to_string).collect();
        while let Some(id) = asked.pop() {
            let Some(plugin) = self.all.iter().find(|p| p.declaration.plugin.id == id) else { continue };
            if !plugin.declaration.plugin.base && wanted.insert(id) {
                asked.extend(plugin.declaration.plugin.requires.iter().map(|r| r.id.clone()));
            }
        }
        Choice { plugins: wanted.into_iter().collect(), ..Choice::default() }
    }

    /// Whether it and another say that they can't be played together.
    fn conflicts(&self, other: &str) -> bool {
        let says = |one: &str, two: &str| {
            let plugin = self.all.iter().find(|p| p.declaration.plugin.id == one);
            plugin.is_some_and(|p| p.declaration.plugin.conflicts.iter().any(|c| c.id == two))
        };
        says(self.id(), other) || says(other, self.id())
    }
}

impl Check {
    /// Checks it.
    ///
    /// # Errors
    /// There is nothing to check at the path, or cargo can't be run.
    pub fn run(&self) -> Result<Report, SubjectError> {
        let mut report = Report::default();
        let found = subject::find(&self.path, self.release, &mut report)?;
        if let Some(library) = &found.library {
            report.library = Some(library.clone());
            let built = Trust::known(None, true);
            match load::file(library, if found.folder.is_some() { &built } else { &self.trust }) {
                Ok(plugin) => self.examine(Subject::new(plugin, &self.company), &found, &mut report),
                Err(error) => report.say(Grade::Error, Topic::Library, error.to_string()),
            }
        }
        report.findings.sort();
        report.findings.dedup();
        Ok(report)
    }

    fn examine(&self, subject: Subject, found: &subject::Found, report: &mut Report) {
        let manifest = &subject.plugin.declaration.plugin;
        report.plugin = Some(Identity {
            id: manifest.id.clone(),
            name: manifest.name.clone(),
            version: manifest.version.to_string(),
            api: manifest.api.to_string(),
        });
        manifest::check(&subject.plugin, found.version.as_deref(), report);
        let company = order::check(&subject, report);
        if let Some(company) = company {
            games::check(&subject, &company, self.games, self.seed, report);
        }
        let scenarios = self.scenarios.clone().or_else(|| found.folder.as_ref().map(|f| f.join("scenarios")));
        scenarios::check(&subject, scenarios.as_deref(), report);
    }
}
