//! Counts complete legal turns to a depth with a fixed order of draws.

use crate::dice::Dice;
use crate::engine::{Game, Question};
use crate::words;
use gatehouse_core::EventCode;

/// The counts of the turns below each first choice, and their sum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Divided {
    /// The first choices with the number of turns below them.
    pub parts: Vec<(String, u64)>,
    /// The sum.
    pub total: u64,
}

/// Counts the sequences of `depth` complete turns from here. Chance is decided by `seed` and the depth alone, so every
/// line meets the same draws where it can.
pub fn perft(game: &mut Game, seed: u64, depth: u32) -> u64 {
    game.remember(true);
    count(game, seed, depth, 0)
}

/// Like [`perft`], with the counts of each choice of the first player decision.
pub fn divide(game: &mut Game, seed: u64, depth: u32) -> Divided {
    game.remember(true);
    if depth == 0 {
        return Divided { parts: Vec::new(), total: 1 };
    }
    let (mut taken, mut left) = (0, depth);
    while left > 0 && game.decision().is_some_and(|d| d.player().is_none()) {
        left -= u32::from(begins_turn(game));
        if !chance(game, seed, taken) {
            break;
        }
        taken += 1;
    }
    let texts = game.decision().map(|d| words::choices(game, &d)).unwrap_or_default();
    let mut parts = Vec::new();
    for (choice, text) in texts.into_iter().enumerate() {
        if game.choose(choice).is_ok() {
            parts.push((text, count(game, seed, left, taken)));
            // Taking back right after a choice can't fail: it was remembered.
            let _ = game.take_back();
        }
    }
    for _ in 0..taken {
        let _ = game.take_back();
    }
    Divided { total: parts.iter().map(|(_, n)| n).sum(), parts }
}

/// Lets chance decide: the case is drawn from the seed and the number of chance decisions before it.
fn chance(game: &mut Game, seed: u64, taken: u32) -> bool {
    let Some(decision) = game.decision() else { return false };
    let choice = Dice::of_game(seed, taken.into()).decide(&decision);
    game.choose(choice).is_ok()
}

/// Whether the open decision is the first draw of a turn (a tile that fits nowhere is followed by another draw).
fn begins_turn(game: &Game) -> bool {
    let turn = &game.board().turn;
    let first = || game.events()[turn.first_event as usize..].iter().all(|e| e.code != EventCode::DRAWN);
    turn.part == 0 && game.decision().is_some_and(|d| matches!(d.question(), Question::Draw(_))) && first()
}

fn count(game: &mut Game, seed: u64, depth: u32, taken: u32) -> u64 {
    let Some(decision) = game.decision() else { return 1 };
    if begins_turn(game) && depth == 0 {
        return 1;
    }
    if decision.player().is_none() {
        let depth = depth - u32::from(begins_turn(game));
        if !chance(game, seed, taken) {
            return 0;
        }
        let found = count(game, seed, depth, taken + 1);
        let _ = game.take_back();
        return found;
    }
    let choices = decision.len();
    let mut found = 0;
    for choice in 0..choices {
        if game.choose(choice).is_ok() {
            found += count(game, seed, depth, taken);
            let _ = game.take_back();
        }
    }
    found
}
