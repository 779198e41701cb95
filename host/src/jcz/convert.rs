//! Writes a file that passed as a scenario: the same choices, and what it asserts.

use super::assertion::{Assertion, Checked};
use super::file::Saved;
use super::replay::Replayed;
use crate::engine::{Game, Opening, Question};
use crate::scenario::write::{self, list, plain, quoted};
use crate::words;
use gatehouse_core::EventCode;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;
use std::sync::Arc;

/// The text of the scenario.
pub(super) fn scenario(saved: &Saved, opening: &Arc<Opening>, replayed: &Replayed, checked: &[Checked]) -> String {
    let mut out = String::new();
    let title = plain(saved.description());
    let title = if title.is_empty() { "A saved game".to_owned() } else { title };
    let _ = writeln!(out, "title = {}", quoted(&title));
    list(&mut out, "rules", &cited(&replayed.game));
    write::played(&mut out, opening.rules(), opening.setup());
    let told: BTreeSet<usize> = checked.iter().flat_map(|c| c.events.iter().copied()).collect();
    let holds = |game: &Game, events: Range<usize>| {
        let here = told.range(events).filter_map(|&n| game.events().get(n));
        let texts: Vec<String> = here.filter_map(|e| words::event(game, e)).collect();
        let mut text = String::new();
        if !texts.is_empty() {
            list(&mut text, "events", &texts);
        }
        text
    };
    let (game, open) = write::steps(&mut out, opening, &replayed.choices, holds);
    if game.is_over() {
        out.push_str("\n[end]\n");
        write::scores(&mut out, &game);
        return out;
    }
    // A figure action that is open would be passed before a further step, so what it must be stands in its own.
    if !open || replayed.choices.is_empty() {
        out.push_str("\n[[step]]\n");
    }
    state(&mut out, &game, checked);
    write::scores(&mut out, &game);
    out
}

/// Who is asked then, and whether passing is on offer.
fn state(out: &mut String, game: &Game, checked: &[Checked]) {
    let Some(decision) = game.decision() else { return };
    match decision.question() {
        Question::Draw(_) => {
            let _ = writeln!(out, "turn = {}", quoted(words::player(game.board().turn.active)));
        }
        _ => {
            let _ = writeln!(out, "to = {}", quoted(words::decider(decision.decider())));
            let last = words::choices(game, &decision).pop().filter(|_| decision.may_pass());
            let asserted = checked.iter().any(|c| matches!(c.read, Assertion::MayPass(true)));
            if let Some(pass) = last.filter(|_| asserted) {
                list(out, "among", &[pass]);
            }
        }
    }
}

/// The rules that gave points, or else those of everything that happened; at least one.
fn cited(game: &Game) -> Vec<String> {
    let rules = game.opening().rules();
    let of = |points: bool| {
        let events = game.events().iter().filter(|e| !points || e.code == EventCode::POINTS);
        let ids = events.map(|e| words::rule(rules, e.rule)).filter(|id| !id.is_empty());
        ids.map(str::to_owned).collect::<BTreeSet<String>>()
    };
    let mut cited: Vec<String> = of(true).into_iter().collect();
    if cited.is_empty() {
        cited = of(false).into_iter().collect();
    }
    if cited.is_empty() {
        cited.extend(rules.words.rules.first().map(|r| r.what.id.clone()));
    }
    cited
}
