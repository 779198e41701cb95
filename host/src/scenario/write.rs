//! Writes scenarios: what is played, from where, and what is drawn, placed and chosen.

use crate::engine::{Choice, Game, Opening, Question, Setup};
use crate::rules::Rules;
use crate::words;
use std::fmt::Write;
use std::ops::Range;
use std::sync::Arc;

/// Longer lists are broken into lines.
const WIDTH: usize = 110;

/// Text without what a line can't hold.
pub(crate) fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// A text between quotation marks.
pub(crate) fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// A list of texts, over several lines if it is long.
pub(crate) fn list(out: &mut String, key: &str, texts: &[String]) {
    let quoted: Vec<String> = texts.iter().map(|t| quoted(t)).collect();
    let line = format!("{key} = [{}]", quoted.join(", "));
    if line.chars().count() <= WIDTH {
        let _ = writeln!(out, "{line}");
        return;
    }
    let _ = writeln!(out, "{key} = [");
    quoted.iter().for_each(|text| {
        let _ = writeln!(out, "    {text},");
    });
    out.push_str("]\n");
}

/// Which plugins are played and how, and from where.
pub(crate) fn played(out: &mut String, rules: &Rules, setup: &Setup) {
    let used = rules.plugins.iter().map(|p| &p.plugin.declaration.plugin).filter(|m| !m.base);
    let used: Vec<String> = used.map(|m| m.id.clone()).collect();
    if !used.is_empty() {
        list(out, "use", &used);
    }
    switches(out, rules);
    if setup.players != 2 {
        let _ = writeln!(out, "players = {}", setup.players);
    }
    if setup.exercise {
        out.push_str("exercise = true\n");
    }
    start(out, setup);
}

/// The switches that are not as declared.
fn switches(out: &mut String, rules: &Rules) {
    let other = rules.words.switches.iter().filter(|(s, value)| s.what.default != *value);
    let texts: Vec<String> = other
        .map(|(s, value)| {
            let plugin = rules.plugins.get(s.plugin).map_or("", |p| p.plugin.declaration.plugin.id.as_str());
            format!("{} = {value}", quoted(&format!("{plugin}.{}", s.what.name)))
        })
        .collect();
    let line = format!("switches = {{ {} }}", texts.join(", "));
    match texts.len() {
        0 => {}
        _ if line.chars().count() <= WIDTH => {
            let _ = writeln!(out, "{line}");
        }
        _ => texts.iter().for_each(|text| {
            let _ = writeln!(out, "switches.{text}");
        }),
    }
}

/// A choice with its cells as scenarios have them, without blanks: `(1,0)`.
fn spelled(text: &str) -> String {
    let is_number = |t: &str| t.trim().parse::<i16>().is_ok();
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find('(') {
        let end = rest[at..].find(')').map_or(rest.len(), |n| at + n);
        out.push_str(&rest[..at]);
        match rest[at + 1..end].split_once(',').filter(|(x, y)| is_number(x) && is_number(y)) {
            Some((x, y)) => out = out + "(" + x.trim() + "," + y.trim(),
            None => out.push_str(&rest[at..end]),
        }
        rest = &rest[end..];
    }
    out + rest
}

fn colour(seat: usize) -> &'static str {
    words::COLOURS.get(seat).copied().unwrap_or("red")
}

/// What the game begins with, if that is not an ordinary beginning.
fn start(out: &mut String, setup: &Setup) {
    if *setup == (Setup { exercise: setup.exercise, ..Setup::new(setup.players) }) {
        return;
    }
    out.push_str("\n[start]\n");
    let cell = |(x, y): (i16, i16)| format!("({x},{y})");
    let turned = |r: u8| if r.is_multiple_of(4) { String::new() } else { format!(" R{}", u32::from(r % 4) * 90) };
    let tiles = setup.tiles.iter().map(|t| format!("{} {}{}", t.tile, cell(t.pos), turned(t.rotation)));
    let figures: Vec<String> = setup
        .figures
        .iter()
        .map(|f| {
            let owner = f.player.map_or(String::new(), |seat| format!("{} ", colour(seat)));
            let place = match f.segment.as_str() {
                "" => format!("the tile {}", cell(f.pos)),
                corner if corner.ends_with(" corner") => format!("the {corner} of {}", cell(f.pos)),
                segment => format!("{segment} of {}", cell(f.pos)),
            };
            format!("{owner}{} on {place}", f.figure)
        })
        .collect();
    let marks = setup.marks.iter().map(|m| {
        let on = match (m.player, m.figure, m.pos) {
            (Some(seat), _, _) => colour(seat).to_owned(),
            (_, Some(row), _) => figures.get(row).cloned().unwrap_or_default(),
            (_, _, Some(pos)) => match &m.segment {
                Some(segment) => format!("{segment} of {}", cell(pos)),
                None => format!("the tile {}", cell(pos)),
            },
            _ => "the game".to_owned(),
        };
        format!("{} {} on {on}", m.mark, m.value)
    });
    for (key, texts) in [("tiles", tiles.collect()), ("figures", figures.clone()), ("marks", marks.collect::<Vec<_>>())]
    {
        if !texts.is_empty() {
            list(out, key, &texts);
        }
    }
    let scored = setup.scores.iter().enumerate().filter(|(_, n)| **n != 0);
    let scores: Vec<String> = scored.map(|(seat, n)| format!("{} = {n}", colour(seat))).collect();
    if !scores.is_empty() {
        let _ = writeln!(out, "scores = {{ {} }}", scores.join(", "));
    }
    for (key, supplied) in [("kit", &setup.kits), ("supply", &setup.supplies), ("reserve", &setup.reserves)] {
        let of = |seat: usize| {
            let own = supplied.iter().filter(move |s| s.player == seat);
            let counts: Vec<String> = own.map(|s| format!("{} = {}", s.figure, s.count)).collect();
            (!counts.is_empty()).then(|| format!("{} = {{ {} }}", colour(seat), counts.join(", ")))
        };
        let all: Vec<String> = (0..setup.players).filter_map(of).collect();
        if !all.is_empty() {
            let _ = writeln!(out, "{key} = {{ {} }}", all.join(", "));
        }
    }
    if setup.first != 0 {
        let _ = writeln!(out, "active = {}", quoted(colour(setup.first)));
    }
    if let Some(pile) = &setup.pile {
        list(out, "pile", pile);
    }
}

/// A step being written.
#[derive(Default)]
struct Step {
    draw: Vec<String>,
    place: Option<String>,
    choose: Vec<String>,
    /// The first event of it.
    since: usize,
}

impl Step {
    fn write(&mut self, out: &mut String, game: &Game, holds: &mut impl FnMut(&Game, Range<usize>) -> String) {
        let events = game.events().len();
        let step = std::mem::replace(self, Step { since: events, ..Step::default() });
        if step.draw.is_empty() && step.place.is_none() && step.choose.is_empty() {
            self.since = step.since;
            return;
        }
        out.push_str("\n[[step]]\n");
        for (key, texts) in [("draw", step.draw), ("place", step.place.into_iter().collect()), ("choose", step.choose)]
        {
            match &texts[..] {
                [] => {}
                [one] => {
                    let _ = writeln!(out, "{key} = {}", quoted(one));
                }
                several => list(out, key, several),
            }
        }
        out.push_str(&holds(game, step.since..events));
    }
}

/// What is drawn, placed and chosen: `holds` says after each step, with the events of it, what must hold. Gives the game
/// as it stands then, and whether the last step leaves a figure action open that would be passed.
pub(crate) fn steps(
    out: &mut String,
    opening: &Arc<Opening>,
    choices: &[usize],
    mut holds: impl FnMut(&Game, Range<usize>) -> String,
) -> (Game, bool) {
    let (mut game, mut step) = (Game::new(opening), Step::default());
    step.since = game.events().len();
    for &choice in choices {
        let Some(decision) = game.decision() else { break };
        let by = words::decider(decision.decider());
        let text = spelled(words::choices(&game, &decision).get(choice).map_or("", String::as_str));
        let done = step.place.is_some() || !step.choose.is_empty();
        match (decision.question(), decision.choice(choice)) {
            (Question::Draw(_), Some(Choice::Draw { kind, .. })) => {
                if done {
                    step.write(out, &game, &mut holds);
                }
                step.draw.push(words::tile_kind(opening.rules(), kind).to_owned());
            }
            (Question::Place(_), _) => {
                if done {
                    step.write(out, &game, &mut holds);
                }
                step.place = Some(text.strip_suffix(" R0").map_or(text.clone(), str::to_owned));
            }
            (Question::Source, Some(Choice::Pass)) => {}
            (Question::Source, _) => {
                step.write(out, &game, &mut holds);
                step.choose.push(format!("{by}: {text}"));
            }
            _ => step.choose.push(format!("{by}: {text}")),
        }
        if game.choose(choice).is_err() {
            break;
        }
    }
    let open = step.choose.is_empty();
    step.write(out, &game, &mut holds);
    (game, open)
}

/// The points of all players.
pub(crate) fn scores(out: &mut String, game: &Game) {
    let scores = game.scores().into_iter().enumerate().map(|(seat, n)| format!("{} = {n}", colour(seat)));
    let _ = writeln!(out, "scores = {{ {} }}", scores.collect::<Vec<_>>().join(", "));
}
