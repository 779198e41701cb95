//! Reads games and tests that JCloisterZone saved, and replays them here.
//!
//! What its files call sets, elements, figures and rules is declared by plugins (`[[foreign]]`); this module joins the
//! tables and knows no expansion. A file is *passed* or *failed* if it asserts something that was compared, *played* if
//! it was replayed without a comparison, *not supported* if it needs what no plugin found has, *unreadable* if it is no
//! saved game. So nothing passes by being left out.

mod assertion;
mod convert;
mod elsewhere;
mod file;
mod files;
mod location;
mod message;
mod names;
mod older;
mod present;
mod replay;
mod report;
mod setup;
mod token;

pub use assertion::{Award, Checked};
pub use file::{Message, ReadError, Saved};
pub use files::{collect, play_all};
pub use names::PROGRAM;
pub use report::{Outcome, Report, Seat, Summary};

use crate::engine::Opening;
use crate::rules::Plugin;
use crate::{resolve, words};
use assertion::Compared;
use names::Names;
use std::path::Path;
use std::sync::Arc;

/// Reads and replays a file; `check` compares what it asserts.
pub fn play_file(plugins: &[Plugin], path: &Path, check: bool) -> Report {
    match Saved::read(path) {
        Ok(saved) => Report { path: path.to_owned(), ..play(plugins, &saved, check) },
        Err(why) => Report::without_game(path, readable(Outcome::Unreadable(why.to_string()))),
    }
}

/// Replays a saved game; `check` compares what it asserts.
pub fn play(plugins: &[Plugin], saved: &Saved, check: bool) -> Report {
    let report = played(plugins, saved, check);
    Report { outcome: readable(report.outcome), ..report }
}

fn played(plugins: &[Plugin], saved: &Saved, check: bool) -> Report {
    let none =
        |outcome| Report { title: saved.description().to_owned(), ..Report::without_game(Path::new(""), outcome) };
    let names = Names::of(plugins);
    let asks = match message::asks(&saved.replay) {
        Ok(asks) => asks,
        Err((n, why)) => {
            let kind = &saved.replay[n].kind;
            return none(Outcome::Failed(vec![format!("message {} ({kind}): {why}", n + 1)]));
        }
    };
    let plan = match setup::plan(saved, &asks, &names, plugins) {
        Ok(plan) => plan,
        Err(reasons) => return none(Outcome::NotSupported(reasons)),
    };
    let one_line = |told: String| told.lines().collect::<Vec<_>>().join("; ");
    let rules = match resolve::resolve(plugins, &plan.choice) {
        Ok(rules) => Arc::new(rules),
        Err(findings) => return none(Outcome::NotSupported(vec![one_line(findings.to_string())])),
    };
    let opening = match Opening::new(rules, plan.setup.clone()) {
        Ok(opening) => opening,
        Err(errors) => return none(Outcome::NotSupported(vec![one_line(errors.to_string())])),
    };
    let (replayed, stop) = replay::replay(saved, &names, &plan, &asks, &opening);
    let awards = assertion::awards(&replayed.game, 0..replayed.game.events().len());
    let players: Vec<String> = (0..saved.players.len()).map(|seat| saved.name(seat)).collect();
    let compared = Compared { replayed: &replayed, names: &names, players: &players, awards: &awards };
    let read = saved.assertions().iter().map(|text| (text, assertion::read(text)));
    let (known, unknown): (Vec<_>, Vec<_>) = read.partition(|(_, read)| read.is_some());
    let checked: Vec<Checked> =
        known.into_iter().filter_map(|(text, read)| Some(compared.check(text, read?))).collect();
    let outcome = if let Some(stop) = stop {
        let kind = saved.replay.get(stop.message - 1).map_or("", |m| m.kind.as_str());
        Outcome::Failed(vec![format!("message {} ({kind}): {}", stop.message, stop.why)])
    } else if let Some((text, _)) = unknown.first().filter(|_| check) {
        Outcome::NotSupported(vec![format!("the assertion `{text}`, which has no known form")])
    } else {
        judged(&checked, check)
    };
    let scores = replayed.game.scores();
    let seat = |(seat, name): (usize, &String)| Seat {
        name: name.clone(),
        colour: words::COLOURS.get(seat).copied().unwrap_or_default(),
        points: scores.get(seat).copied().unwrap_or(0),
    };
    let passed = outcome == Outcome::Passed;
    let written = passed.then(|| convert::scenario(saved, &opening, &replayed, &checked));
    Report {
        path: std::path::PathBuf::new(),
        title: saved.description().to_owned(),
        seats: players.iter().enumerate().map(seat).collect(),
        over: replayed.game.is_over(),
        scenario: written,
        record: Some(replayed.record),
        awards,
        checked,
        outcome,
    }
}

/// The most reasons that are told of a file.
const MOST_REASONS: usize = 20;

/// The most characters of a reason: a name in an edited file may be of any length.
const MOST_CHARACTERS: usize = 600;

/// An outcome whose reasons can be read.
fn readable(outcome: Outcome) -> Outcome {
    let cut = |why: String| match why.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}...", why.get(..end).unwrap_or_default()),
        None => why,
    };
    let few = |mut reasons: Vec<String>| {
        let more = reasons.len().saturating_sub(MOST_REASONS);
        reasons.truncate(MOST_REASONS);
        let rest = (more > 0).then(|| format!("and {more} more"));
        reasons.into_iter().map(cut).chain(rest).collect()
    };
    match outcome {
        Outcome::Failed(reasons) => Outcome::Failed(few(reasons)),
        Outcome::NotSupported(reasons) => Outcome::NotSupported(few(reasons)),
        Outcome::Unreadable(why) => Outcome::Unreadable(cut(why)),
        outcome => outcome,
    }
}

/// Whether what was asserted holds.
fn judged(checked: &[Checked], check: bool) -> Outcome {
    if !check || checked.is_empty() {
        return Outcome::Played;
    }
    let wrong: Vec<String> =
        checked.iter().filter(|c| !c.holds).map(|c| format!("`{}`, but {}", c.text, c.here)).collect();
    if wrong.is_empty() { Outcome::Passed } else { Outcome::Failed(wrong) }
}
