//! What came of games: counts, meetings, and what was wrong.

use super::meet::Meetings;
use super::report::PlayerKind;
use super::trial::Bench;
use super::trouble::{Key, Trouble};
use crate::engine::Game;
use crate::rules::Rules;
use std::collections::BTreeMap;

/// What came of some games of a row. Adding tallies in any order gives the same.
pub struct Tally {
    /// By player kind: games, decisions, games held against all laws, meetings.
    pub batches: BTreeMap<PlayerKind, Played>,
    /// How often each law was held against a game or turn.
    pub laws: BTreeMap<&'static str, u64>,
    /// By rule in how many events it was named.
    pub rules: Vec<u64>,
    /// For each pair of unordered hooks the first game in which both did something.
    pub together: Vec<Option<u64>>,
    /// What was wrong: of equal troubles that of the first game.
    pub troubles: BTreeMap<Key, Trouble>,
}

/// The games of one kind of player.
pub struct Played {
    /// How many games.
    pub games: u64,
    /// How many decisions.
    pub decisions: u64,
    /// How many were held against all laws.
    pub in_full: u64,
    /// How long they took against the cheap laws, in nanoseconds.
    pub nanos: u64,
    /// Who met in them.
    pub meetings: Meetings,
}

impl Tally {
    /// Nothing played yet.
    pub fn new(bench: &Bench<'_>) -> Tally {
        let none = |kind| {
            let meetings = bench.openings().next().map(|o| Meetings::new(o));
            meetings.map(|meetings| (kind, Played { games: 0, decisions: 0, in_full: 0, nanos: 0, meetings }))
        };
        Tally {
            batches: [PlayerKind::Random, PlayerKind::Seeker].into_iter().filter_map(none).collect(),
            laws: BTreeMap::new(),
            rules: vec![0; bench.rules.words.rules.len()],
            together: vec![None; bench.rules.unordered.len()],
            troubles: BTreeMap::new(),
        }
    }

    pub(super) fn count_events(&mut self, game: &Game, acted: &mut [bool], n: u64, rules: &Rules) {
        acted.fill(false);
        for event in game.events() {
            if let Some(seen) = self.rules.get_mut(event.rule.index()) {
                *seen += 1;
            }
            if let Some(acted) = acted.get_mut(event.hook.index()) {
                *acted = true;
            }
        }
        for (pair, first) in rules.unordered.iter().zip(&mut self.together) {
            if [pair.0, pair.1].iter().all(|h| acted.get(h.index()) == Some(&true)) {
                *first = (*first).into_iter().chain([n]).min();
            }
        }
    }

    pub(super) fn add_trouble(&mut self, trouble: Trouble) {
        let game = |t: &Trouble| t.found.as_ref().and_then(|f| f.game);
        let Some(known) = self.troubles.get_mut(&trouble.key()) else {
            self.troubles.insert(trouble.key(), trouble);
            return;
        };
        let times = known.times + trouble.times;
        if game(&trouble) < game(known) {
            *known = trouble;
        }
        known.times = times;
    }

    /// Adds what came of other games of the row.
    pub fn add(&mut self, other: Tally) {
        for (kind, played) in other.batches {
            if let Some(own) = self.batches.get_mut(&kind) {
                own.games += played.games;
                own.decisions += played.decisions;
                own.in_full += played.in_full;
                own.nanos += played.nanos;
                own.meetings.add(&played.meetings);
            }
        }
        other.laws.into_iter().for_each(|(law, times)| *self.laws.entry(law).or_default() += times);
        self.rules.iter_mut().zip(other.rules).for_each(|(own, times)| *own += times);
        for (own, first) in self.together.iter_mut().zip(other.together) {
            *own = (*own).into_iter().chain(first).min();
        }
        other.troubles.into_values().for_each(|trouble| self.add_trouble(trouble));
    }
}
