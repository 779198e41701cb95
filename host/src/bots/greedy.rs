//! A bot that looks one turn ahead.

use super::Bot;
use super::worth::Judge;
use crate::engine::Game;
use gatehouse_core::Player;

/// How many states may be looked at for one decision, shared equally among its choices.
const STATES: usize = 2000;

/// Tries every choice together with its own later choices of the same turn on a copy of the game, and takes the one
/// after which it stands best. What chance or others decide ends the look-ahead. Of equals it takes the first.
#[derive(Clone, Debug, Default)]
pub struct Greedy {
    judge: Judge,
}

impl Bot for Greedy {
    fn choose(&mut self, game: &Game) -> usize {
        let Some(me) = game.decision().and_then(|d| d.player()) else { return 0 };
        let mut copy = game.fork();
        self.judge.look_at(&copy);
        self.best(&mut copy, me, STATES).0
    }
}

impl Greedy {
    /// The best choice of the open decision and what it leads to.
    fn best(&mut self, game: &mut Game, me: Player, states: usize) -> (usize, f64) {
        let choices = game.decision().map_or(0, |d| d.len());
        let mut best = (0, f64::NEG_INFINITY);
        for choice in 0..choices {
            if game.choose(choice).is_err() {
                continue;
            }
            let worth = self.outcome(game, me, states / choices);
            if worth > best.1 {
                best = (choice, worth);
            }
            // What was just chosen can be taken back, for a copy remembers.
            let _ = game.take_back();
        }
        best
    }

    /// What the state leads to with at most `states` states to look at.
    fn outcome(&mut self, game: &mut Game, me: Player, states: usize) -> f64 {
        let (own, forced, choices) = match game.decision() {
            None => (false, false, 0),
            Some(d) => (d.player() == Some(me), d.player().is_some() && d.len() == 1, d.len()),
        };
        if own && game.board().turn.active == me && choices <= states {
            return self.best(game, me, states).1;
        }
        if forced && game.choose(0).is_ok() {
            let worth = self.outcome(game, me, states);
            let _ = game.take_back();
            return worth;
        }
        self.judge.worth(game, me)
    }
}
