//! Writes a failing game as a scenario ready to add: a text that parses, plays and fails as the game does.

use super::course::Course;
use super::shrink::Fails;
use crate::record;
use crate::rules::Plugin;
use crate::scenario::Scenario;
use crate::scenario::write::{self, list, plain, quoted};
use crate::words;
use gatehouse_core::EventRow;
use std::collections::BTreeSet;
use std::fmt::Write;

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
    write::played(&mut out, rules, case.opening.setup());
    steps(&mut out, case);
    out
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

/// What is drawn, placed and chosen, and the points it came to.
fn steps(out: &mut String, case: &Course) {
    let (game, open) = write::steps(out, &case.opening, &case.choices, |_, _| String::new());
    if let Some(decision) = game.decision().filter(|_| open) {
        // Without this the figure action would be passed.
        let _ = writeln!(out, "to = {}", quoted(words::decider(decision.decider())));
    }
    out.push_str("# As it was played: put down what the rules give.\n");
    write::scores(out, &game);
}
