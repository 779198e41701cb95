//! Writes a failing game as a scenario ready to add: a text that parses, plays and fails as the game does.

use super::course::Course;
use super::shrink::Fails;
use crate::engine::{Choice, Game, Question, Setup};
use crate::record;
use crate::rules::{Plugin, Rules};
use crate::scenario::Scenario;
use crate::words;
use gatehouse_core::EventRow;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Longer lists are broken into lines.
const WIDTH: usize = 110;

/// What a scenario says of the failure it shows.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Shows {
    /// Its title, one line.
    pub title: String,
    /// What failed, as comments at the top, one line each.
    pub failed: Vec<String>,
    /// The hooks involved as `plugin/hook`: their rules are cited.
    pub hooks: Vec<String>,
}

/// A written scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// Its text.
    pub text: String,
    /// Whether it was read and played again and failed as the game did.
    pub verified: bool,
}

/// The scenario of a case, verified with the plugins it is played with.
pub fn write(case: &Course, shows: &Shows, plugins: &[Plugin], fails: Fails<'_>) -> Written {
    let text = text(case, shows);
    let verified = plays_alike(&text, case, plugins, fails);
    Written { text, verified }
}

/// Whether the text reads as a scenario that leads through the same choices to the same failure.
fn plays_alike(text: &str, case: &Course, plugins: &[Plugin], fails: Fails<'_>) -> bool {
    let Ok(scenario) = Scenario::parse(text) else { return false };
    let Some(played) = scenario.run(plugins).record else { return false };
    let Ok((opening, _)) = record::open(&played, plugins) else { return false };
    let again = Course::of(&opening, &played.entries);
    let meant = |case: &Course| case.record().entries.into_iter().map(|e| (e.by, e.choose)).collect::<Vec<_>>();
    let (own, theirs) = (meant(case), meant(&again));
    // A scenario passes figure actions that are open at its end, and stops where a hook is at fault.
    let same = own.iter().zip(&theirs).all(|(a, b)| a == b);
    same && fails(&again).is_some()
}

/// The text of a case's scenario.
pub fn text(case: &Course, shows: &Shows) -> String {
    let rules = case.opening.rules();
    let mut out = String::new();
    for line in shows.failed.iter().flat_map(|text| text.lines()) {
        let _ = writeln!(out, "# {}", plain(line));
    }
    let _ = writeln!(out, "title = {}", quoted(&plain(&shows.title)));
    list(&mut out, "rules", &cited(case, &shows.hooks));
    let used = rules.plugins.iter().map(|p| &p.plugin.declaration.plugin).filter(|m| !m.base);
    let used: Vec<String> = used.map(|m| m.id.clone()).collect();
    if !used.is_empty() {
        list(&mut out, "use", &used);
    }
    switches(&mut out, rules);
    let setup = case.opening.setup();
    if setup.players != 2 {
        let _ = writeln!(out, "players = {}", setup.players);
    }
    start(&mut out, setup);
    steps(&mut out, case);
    out
}

/// Text without what a line can't hold.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

fn list(out: &mut String, key: &str, texts: &[String]) {
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

/// The rules of the hooks involved and of what happened since the last draw; at least one.
fn cited(case: &Course, hooks: &[String]) -> Vec<String> {
    let rules = case.opening.rules();
    let id = |r: gatehouse_core::RuleId| rules.words.rules.get(r.index()).map(|r| r.what.id.clone());
    let of_hook = |n: usize| hooks.contains(&words::hook(rules, gatehouse_core::HookId(n as u16)));
    let named = rules.hooks.iter().enumerate().filter(|(n, _)| of_hook(*n)).filter_map(|(_, h)| id(h.rule));
    let game = case.played();
    let events = game.events();
    let from = events.iter().rposition(|e| e.code == gatehouse_core::EventCode::TURN_BEGAN && e.n > 0).unwrap_or(0);
    let by_hooks = |e: &&EventRow| e.rule.is_some() && (hooks.is_empty() || of_hook(e.hook.index()));
    let happened = events.iter().skip(from).filter(by_hooks).filter_map(|e| id(e.rule));
    let mut all: Vec<String> = named.chain(happened).collect::<BTreeSet<_>>().into_iter().collect();
    if all.is_empty() {
        all.extend(rules.words.rules.first().map(|r| r.what.id.clone()));
    }
    all
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
    if *setup == Setup::new(setup.players) {
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
    for (key, supplied) in [("supply", &setup.supplies), ("reserve", &setup.reserves)] {
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
}

impl Step {
    fn write(&mut self, out: &mut String) {
        let step = std::mem::take(self);
        if step.draw.is_empty() && step.place.is_none() && step.choose.is_empty() {
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
    }
}

/// What is drawn, placed and chosen, and the points it came to.
fn steps(out: &mut String, case: &Course) {
    let (mut game, mut step) = (Game::new(&case.opening), Step::default());
    for &choice in &case.choices {
        let Some(decision) = game.decision() else { break };
        let by = words::decider(decision.decider());
        let text = spelled(words::choices(&game, &decision).get(choice).map_or("", String::as_str));
        match (decision.question(), decision.choice(choice)) {
            (Question::Draw(_), Some(Choice::Draw { kind, .. })) => {
                if step.place.is_some() || !step.choose.is_empty() {
                    step.write(out);
                }
                step.draw.push(words::tile_kind(case.opening.rules(), kind).to_owned());
            }
            (Question::Place(_), _) => {
                if step.place.is_some() || !step.choose.is_empty() {
                    step.write(out);
                }
                step.place = Some(text.strip_suffix(" R0").map_or(text.clone(), str::to_owned));
            }
            (Question::Source, Some(Choice::Pass)) => {}
            (Question::Source, _) => {
                step.write(out);
                step.choose.push(format!("{by}: {text}"));
            }
            _ => step.choose.push(format!("{by}: {text}")),
        }
        if game.choose(choice).is_err() {
            break;
        }
    }
    let shows_nothing = step.choose.is_empty();
    step.write(out);
    if let Some(decision) = game.decision().filter(|_| shows_nothing) {
        // Without this the figure action would be passed.
        let _ = writeln!(out, "to = {}", quoted(words::decider(decision.decider())));
    }
    let scores = game.scores().into_iter().enumerate().map(|(seat, n)| format!("{} = {n}", colour(seat)));
    out.push_str("# As it was played: put down what the rules give.\n");
    let _ = writeln!(out, "scores = {{ {} }}", scores.collect::<Vec<_>>().join(", "));
}
