//! Plays a record with some of its plugins silent, to see whether a failure is still there.

use super::replay::take;
use super::{Entry, Record};
use crate::engine::{Game, Opening};
use crate::words;
use std::sync::Arc;

/// Plays the choices of a record with only the hooks of `speaking` asked, the base game's among them or not as listed,
/// and then choice `next` of the decision that follows, if one is given. Choices that are not on offer without the silent
/// ones are passed or left out, so the game may end elsewhere; it stops at the first fault.
pub fn silenced(record: &Record, opening: &Arc<Opening>, speaking: &[String], next: Option<usize>) -> Game {
    let mut game = Game::new(opening);
    let plugins = opening.rules().plugins.iter().enumerate();
    for (n, plugin) in plugins {
        if !speaking.contains(&plugin.plugin.declaration.plugin.id) {
            game.leave_out(n);
        }
    }
    for (n, entry) in record.entries.iter().enumerate() {
        if !game.faults().is_empty() || game.is_over() {
            return game;
        }
        if take(&mut game, entry).is_err() && !comes_next(&game, record.entries.get(n + 1)) {
            pass(&mut game);
        }
    }
    if let Some(choice) = next.filter(|_| game.faults().is_empty()) {
        // A choice that is not there leads to nothing.
        let _ = game.choose(choice);
    }
    game
}

/// Whether the open decision is the one that an entry answers.
fn comes_next(game: &Game, entry: Option<&Entry>) -> bool {
    let (Some(decision), Some(entry)) = (game.decision(), entry) else { return false };
    words::decider(decision.decider()) == entry.by && words::choices(game, &decision).contains(&entry.choose)
}

fn pass(game: &mut Game) {
    let Some(decision) = game.decision() else { return };
    if let Some(n) = words::choices(game, &decision).iter().position(|text| text == "pass") {
        let _ = game.choose(n);
    }
}
