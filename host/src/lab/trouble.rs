//! Something wrong that was found: what, whose, and in which game.

use super::course::Course;
use super::report::{FindingKind, PlayerKind};
use crate::engine::SetupError;
use std::collections::BTreeSet;

/// Something wrong in a game, before it is shrunk and written down.
#[derive(Clone, Debug)]
pub struct Trouble {
    /// What is wrong.
    pub kind: FindingKind,
    /// The culprits by id, as far as they are known.
    pub plugins: Vec<String>,
    /// The culprits as `plugin/hook`.
    pub hooks: Vec<String>,
    /// The law or point it is about.
    pub about: String,
    /// What happened.
    pub message: String,
    /// The game it was found in; none if none could begin.
    pub found: Option<Box<Found>>,
    /// In how many games the same was found.
    pub times: u64,
}

/// Where trouble was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The game of the row; none if it is a scenario.
    pub game: Option<u64>,
    /// Who played; nobody if it is a scenario.
    pub by: Option<PlayerKind>,
    /// The game until it shows.
    pub course: Course,
}

/// What tells one trouble from another: its kind, culprits, and what it is about.
pub(super) type Key = (FindingKind, Vec<String>, String);

impl Trouble {
    pub(super) fn key(&self) -> Key {
        (self.kind, self.hooks.clone(), self.about.clone())
    }
}

/// The plugins of hooks written as `plugin/hook`, sorted.
pub(super) fn plugins_of(hooks: &[String]) -> Vec<String> {
    let ids: BTreeSet<&str> = hooks.iter().filter_map(|h| Some(h.split_once('/')?.0)).collect();
    ids.into_iter().map(str::to_owned).collect()
}

pub(super) fn unplayable(about: &str, why: &str) -> Trouble {
    Trouble {
        kind: FindingKind::Unplayable,
        plugins: Vec::new(),
        hooks: Vec::new(),
        about: about.to_owned(),
        message: why.to_owned(),
        found: None,
        times: 1,
    }
}

pub(super) fn cannot_begin(errors: &[SetupError]) -> Trouble {
    let hooks = errors.iter().filter_map(|e| match e {
        SetupError::Hook { hook, .. } => Some(hook.clone()),
        _ => None,
    });
    let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
    let hooks: Vec<String> = hooks.collect();
    let kind = if hooks.is_empty() { FindingKind::Unplayable } else { FindingKind::Fault };
    Trouble { kind, plugins: plugins_of(&hooks), hooks, ..unplayable("the beginning", &texts.join("\n")) }
}
