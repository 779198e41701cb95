//! The commutation test: two hooks that nothing orders are swapped, and the same game must be played.
//!
//! Where neither a key nor a constraint says which of two hooks comes first, only their names do, so nothing may depend
//! on it. The rules are resolved once more with the user's word that the later hook comes first. Then a game is played
//! choice by choice under both, each choice found by its words. At every choice the same player must be asked the same
//! and be offered the same choices, in whatever order; and the board, figures, marks, points and piles must have the
//! same hash. A difference is an ambiguity, whether or not the hooks declare it. That a stopped plugin or an offer is at
//! another place in the timeline is none.

use super::course::Course;
use super::culprit::parted;
use crate::engine::{Choice, Decision, Game, Opening, Question};
use crate::resolve::{self, Concern};
use crate::rules::{Given, Override, Plugin, Rules};
use crate::words;
use gatehouse_core::{HookId, Player};
use std::sync::Arc;

/// Two hooks that nothing orders, and the rules with them swapped.
pub struct Swap {
    /// The hook that comes first by its name, as `plugin/hook`.
    pub first: String,
    /// The other.
    pub then: String,
    /// Their point.
    pub point: &'static str,
    rules: Arc<Rules>,
}

/// Where two games part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parting {
    /// After how many choices.
    pub after: usize,
    /// What differs: a subsystem, or what is asked or offered.
    pub what: String,
    /// How it differs.
    pub message: String,
}

impl Swap {
    /// The rules of a choice with two of its hooks swapped.
    ///
    /// # Errors
    /// They can't be swapped, and why: then something orders them after all.
    pub fn new(
        rules: &Rules,
        pair: (HookId, HookId),
        plugins: &[Plugin],
        choice: &resolve::Choice,
    ) -> Result<Swap, String> {
        let (first, then) = (words::hook(rules, pair.0), words::hook(rules, pair.1));
        let point = rules.hooks.get(pair.0.index()).map_or("", |h| h.point.name());
        let mut swapped = choice.clone();
        swapped.given.order.push(Override {
            point: point.to_owned(),
            first: then.clone(),
            then: first.clone(),
            reason: "the lab tries the other order".to_owned(),
        });
        let rules = resolve::resolve(plugins, &swapped).map_err(|f| f.to_string())?;
        Ok(Swap { first, then, point, rules: Arc::new(rules) })
    }

    /// The rules as the plugins declare them, instead of the user's word on the order; none if the user says nothing.
    pub fn declared(plugins: &[Plugin], choice: &resolve::Choice) -> Option<Swap> {
        let hooks = choice.given.hooks();
        let (first, then) = (hooks.first()?.to_string(), hooks.last()?.to_string());
        let declared = resolve::Choice { given: Given::default(), ..choice.clone() };
        let rules = resolve::resolve(plugins, &declared).ok()?;
        Some(Swap { first, then, point: "the setup's order", rules: Arc::new(rules) })
    }

    /// Plays a game under both orders; none if they agree to its end.
    pub fn parting(&self, course: &Course) -> Option<Parting> {
        let Ok(opening) = Opening::new(Arc::clone(&self.rules), course.opening.setup().clone()) else {
            return Some(parting(0, "the beginning", "with the hooks swapped the game can't begin".to_owned()));
        };
        let (mut one, mut other) = (Game::new(&course.opening), Game::new(&opening));
        for (made, &choice) in course.choices.iter().enumerate() {
            if let Some(parting) = differs(made, &one, &other) {
                return Some(parting);
            }
            let same = twin(&one, &other, choice)?;
            if one.choose(choice).is_err() {
                return None;
            }
            if let Err(illegal) = other.choose(same) {
                return Some(parting(made, "offers", illegal.to_string()));
            }
        }
        differs(course.choices.len(), &one, &other)
    }

    /// After how many choices of a case the two orders differ.
    pub fn fails(&self, case: &Course) -> Option<usize> {
        self.parting(case).map(|parting| parting.after)
    }
}

/// Whether somebody said, with a reason, that the order of these two is of no consequence.
pub fn is_waived(rules: &Rules, pair: (HookId, HookId)) -> bool {
    let names = [words::hook(rules, pair.0), words::hook(rules, pair.1)];
    rules.doubts.iter().any(|doubt| match &doubt.concern {
        Concern::Ambiguity { one, other, .. } => doubt.waived.is_some() && names.contains(one) && names.contains(other),
        _ => false,
    })
}

fn parting(after: usize, what: &str, message: String) -> Parting {
    Parting { after, what: what.to_owned(), message }
}

/// What differs now, if anything does.
fn differs(after: usize, one: &Game, other: &Game) -> Option<Parting> {
    if let Some((what, _)) = parted(&one.fingerprint(), &other.fingerprint(), one.opening().rules()) {
        return Some(parting(after, &what, format!("{what} differ after {}", last(one))));
    }
    let asked = |game: &Game| {
        let decision = game.decision()?;
        Some((words::decider(decision.decider()), words::question(game, &decision), decision.len()))
    };
    let (here, there) = (asked(one), asked(other));
    if here != there {
        let text = |asked: Option<(&str, String, usize)>| {
            asked.map_or("nothing".to_owned(), |(who, what, n)| format!("{who}: `{what}` with {n} choices"))
        };
        return Some(parting(after, "questions", format!("{} is asked, or swapped {}", text(here), text(there))));
    }
    let (Some(here), Some(there)) = (one.decision(), other.decision()) else { return None };
    // Placements and draws follow from the state, which is the same, unless hooks refuse or admit some.
    if matches!(here.question(), Question::Draw(_)) {
        return None;
    }
    let (mut known, mut offered) = (meanings(one, &here), meanings(other, &there));
    known.sort_unstable();
    offered.sort_unstable();
    let missing = known
        .iter()
        .find(|m| offered.binary_search(m).is_err())
        .or_else(|| offered.iter().find(|m| known.binary_search(m).is_err()));
    missing.map(|m| parting(after, "offers", format!("`{}` is on offer in one order only", m.0)))
}

/// What a choice means: words where hooks offer it, else cell and rotation.
type Meaning = (String, i32, i32);

fn meanings(game: &Game, decision: &Decision<'_>) -> Vec<Meaning> {
    let viewer = decision.player().unwrap_or(Player::NONE);
    let meaning = |choice: Choice<'_>| match &choice {
        Choice::Place { candidate, admits: None } => {
            let pos = candidate.pos;
            (String::new(), i32::from(pos.x) << 16 | i32::from(pos.y as u16), i32::from(candidate.rotation.0))
        }
        _ => (words::choice(game, viewer, &choice), 0, 0),
    };
    decision.iter().map(meaning).collect()
}

/// The same choice in the other game.
fn twin(one: &Game, other: &Game, choice: usize) -> Option<usize> {
    let (here, there) = (one.decision()?, other.decision()?);
    if matches!(here.question(), Question::Draw(_)) {
        return Some(choice);
    }
    let known = meanings(one, &here);
    let wanted = known.get(choice)?;
    let nth = known.iter().take(choice).filter(|m| *m == wanted).count();
    meanings(other, &there).iter().enumerate().filter(|(_, m)| *m == wanted).map(|(n, _)| n).nth(nth)
}

/// The event that happened last, in words.
fn last(game: &Game) -> String {
    let told = game.events().iter().rev().find_map(|e| words::event(game, e));
    told.map_or("the start".to_owned(), |text| format!("`{text}`"))
}
