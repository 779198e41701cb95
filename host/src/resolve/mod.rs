//! The resolver: one pure function from the plugins that were found and a choice among them to the rules of a game.
//!
//! Each step has a file: which plugins are played ([`ChoiceError`]), with which switches ([`SwitchError`]), what the
//! words they declare mean ([`VocabularyError`]), what is printed on their tiles ([`TileError`]), which names their
//! hooks use and when they are called ([`HookError`]), and in which order ([`OrderError`]). Nothing outside decides an
//! order, and neither the order of the plugins found nor that of the choice is of any consequence.

mod choose;
mod commute;
mod digest;
mod doubt;
mod file;
mod hooks;
mod order;
mod sort;
mod switches;
mod tables;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_of_doubts;
mod tiles;
mod vocabulary;
mod wish;
mod writes;

pub use choose::ChoiceError;
pub use doubt::{Clash, Concern, Doubt};
pub use file::SetupFile;
pub use hooks::HookError;
pub use switches::SwitchError;
pub use tiles::TileError;
pub use vocabulary::{Class, VocabularyError};
pub use wish::{OrderError, Wish};

use crate::rules::{Given, Note, PlayedPlugin, Plugin, Rules, Topic, Unplayed};
use gatehouse_core::declare::Waiver;
use std::collections::BTreeMap;
use std::fmt;

/// What is to be played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// The ids of the plugins besides the base, in any order.
    pub plugins: Vec<String>,
    /// Values of switches by `plugin.switch`, or by the plain name of the switch where only one plugin has it.
    pub switches: BTreeMap<String, i32>,
    /// How many play, if that is known already.
    pub players: Option<usize>,
    /// The user's word on the order of hooks.
    pub given: Given,
    /// What the user takes to be meant so about the order, besides what plugins do.
    pub waivers: Vec<Waiver>,
    /// Plugins that were found and are not opened, because they are not chosen.
    pub beside: Vec<Unplayed>,
}

/// Why a choice of plugins can't be played.
#[derive(thiserror::Error, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[error(transparent)]
pub enum Finding {
    /// About the plugins chosen.
    Choice(#[from] ChoiceError),
    /// About a switch.
    Switch(#[from] SwitchError),
    /// About what the plugins declare.
    Vocabulary(#[from] VocabularyError),
    /// About a tile.
    Tile(#[from] TileError),
    /// About what a hook asks for.
    Hook(#[from] HookError),
    /// About the order of hooks.
    Order(#[from] OrderError),
}

/// All reasons why a choice of plugins can't be played: at least one, sorted, each once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Findings(Vec<Finding>);

impl Findings {
    /// The findings: those about the choice first, those about the order last.
    pub fn as_slice(&self) -> &[Finding] {
        &self.0
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, finding) in self.0.iter().enumerate() {
            let end = if n == 0 { "" } else { "\n" };
            write!(f, "{end}{}", one_line(&finding.to_string()))?;
        }
        Ok(())
    }
}

impl std::error::Error for Findings {}

/// What the steps say on their way.
#[derive(Default)]
struct Found {
    findings: Vec<Finding>,
    notes: Vec<Note>,
}

impl Found {
    fn say(&mut self, finding: impl Into<Finding>) {
        self.findings.push(finding.into());
    }

    fn note(&mut self, topic: Topic, text: String) {
        self.notes.push(Note { topic, text: one_line(&text) });
    }

    /// The sorted notes if nothing was found, else all findings.
    fn settle(mut self) -> Result<Vec<Note>, Findings> {
        if self.findings.is_empty() {
            self.notes.sort();
            self.notes.dedup();
            return Ok(self.notes);
        }
        self.findings.sort();
        self.findings.dedup();
        Err(Findings(self.findings))
    }
}

/// The rules of a game with the base and the plugins chosen.
///
/// # Errors
/// All findings at once. Only those that would follow from others are left out: without a base nothing is checked, a
/// wrong set of plugins hides what its names lead to, and a wrong vocabulary hides what tiles make of it.
pub fn resolve(available: &[Plugin], choice: &Choice) -> Result<Rules, Findings> {
    let base = choose::base(available).map_err(|error| Findings(vec![error.into()]))?;
    let mut found = Found::default();
    let played = choose::choose(base, available, choice, &mut found);
    let switches = switches::values(&played, available, choice, &mut found);
    found.settle()?;

    let mut found = Found::default();
    let mut words = vocabulary::words(&played, &mut found);
    words.switches = switches::words(&played, &switches);
    let mut index = vocabulary::Index::of(&words);
    let mut tables = tables::compile(&words, &index, &played, &mut found);
    let sound = found.findings.is_empty();
    let start = tiles::compile(&played, sound, &mut words, &mut index, &mut tables, &mut found);
    let names = hooks::names(&played, available, &index, &mut found);
    let plan = hooks::plan(
        &hooks::Asked { played: &played, available, switches: &switches, index: &index, choice },
        &mut found,
    );
    let notes = found.settle()?;

    let plugins = played.into_iter().zip(names).zip(switches);
    let plugins: Vec<_> =
        plugins.map(|((plugin, names), switches)| PlayedPlugin { plugin: plugin.clone(), names, switches }).collect();
    let given = choice.given.clone();
    let digest = digest::digest(&plugins, &words, &tables, &plan.hooks, &given);
    let hooks::Planned { hooks, at, doubts, unordered } = plan;
    let tiles::Start { tiles: start, boxed } = start;
    Ok(Rules { tables, words, plugins, hooks, at, start, boxed, digest, notes, doubts, unordered, given })
}

fn id(plugin: &Plugin) -> &str {
    &plugin.declaration.plugin.id
}

/// Text from plugins may have line breaks; a finding and a reason have one line each.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
