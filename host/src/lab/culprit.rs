//! Whose doing a broken law may be, as far as that can be told from the game that shows it.

use super::course::Course;
use super::trouble::plugins_of;
use crate::engine::{Fingerprint, Game};
use crate::rules::Rules;
use crate::words;
use gatehouse_core::EventCode;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Who may have broken a law.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Culprit {
    /// The plugin, if all points to one.
    pub plugins: Vec<String>,
    /// The hooks that acted last before it showed; one of them did it, or the engine.
    pub hooks: Vec<String>,
}

impl Culprit {
    /// Of a game that breaks a law with its last choice. If it panics on the way, nobody can be told.
    pub fn of(course: &Course) -> Culprit {
        catch_unwind(AssertUnwindSafe(|| found(course))).unwrap_or_default()
    }
}

fn found(course: &Course) -> Culprit {
    let hooks = last_to_act(course);
    let base = course.opening.rules().plugins.iter().find(|p| p.plugin.declaration.plugin.base);
    let base = base.map_or("", |p| p.plugin.declaration.plugin.id.as_str());
    let plugins = match owner_of_marks(course) {
        Some(owner) => vec![owner],
        None => plugins_of(&hooks).into_iter().filter(|id| id != base).collect(),
    };
    Culprit { plugins: if plugins.len() == 1 { plugins } else { Vec::new() }, hooks }
}

/// Whose marks have another hash than they should, kept or after a choice was taken back.
fn owner_of_marks(course: &Course) -> Option<String> {
    let mut game = course.played();
    let owner = |a: &Fingerprint, b: &Fingerprint| match parted(a, b, course.opening.rules()) {
        Some((_, owner)) => owner,
        None => None,
    };
    let kept = owner(&game.fingerprint(), &game.fresh_fingerprint());
    kept.or_else(|| {
        game = Game::new(&course.opening);
        game.remember(true);
        let (last, before) = course.choices.split_last()?;
        before.iter().try_for_each(|&choice| game.choose(choice)).ok()?;
        let start = game.fingerprint();
        game.choose(*last).ok()?;
        game.take_back().ok()?;
        owner(&start, &game.fingerprint())
    })
}

/// The hooks that acted in the last two choices in which any did: a law may show only before the next choice.
fn last_to_act(course: &Course) -> Vec<String> {
    let (mut game, mut acted) = (Game::new(&course.opening), [BTreeSet::new(), BTreeSet::new()]);
    for &choice in &course.choices {
        let from = game.events().len();
        if game.choose(choice).is_err() {
            break;
        }
        // That a choice of a hook was taken is nobody's deed but the player's.
        let deeds =
            game.events().iter().skip(from).filter(|e| !matches!(e.code, EventCode::CHOSEN | EventCode::CHANCE));
        let now: BTreeSet<_> = deeds.map(|e| e.hook).filter(|hook| hook.is_some()).collect();
        if !now.is_empty() {
            acted = [std::mem::take(&mut acted[1]), now];
        }
    }
    let hooks: BTreeSet<_> = acted.into_iter().flatten().collect();
    hooks.into_iter().map(|hook| words::hook(course.opening.rules(), hook)).collect()
}

/// The first subsystem whose hashes differ, and of marks the plugin that declares them.
pub(super) fn parted(one: &Fingerprint, other: &Fingerprint, rules: &Rules) -> Option<(String, Option<String>)> {
    let (a, b) = (&one.state, &other.state);
    let plain = [
        ("the board", a.board, b.board),
        ("figures", a.figures, b.figures),
        ("points", a.scores, b.scores),
        ("piles", a.piles, b.piles),
    ];
    if let Some((what, ..)) = plain.into_iter().find(|(_, a, b)| a != b) {
        return Some((what.to_owned(), None));
    }
    let marks = a.marks.iter().zip(&b.marks).position(|(a, b)| a != b)?;
    let owner = rules.plugins.get(marks).map(|p| p.plugin.declaration.plugin.id.clone());
    Some((format!("marks of {}", owner.as_deref().unwrap_or_default()), owner))
}
