//! A bot that takes any choice.

use super::Bot;
use crate::dice::Dice;
use crate::engine::Game;

/// Takes any choice, all equally likely.
#[derive(Clone, Debug)]
pub struct Random(Dice);

impl Random {
    /// A bot with whims of its own: equal seeds choose equally.
    pub fn new(seed: u64) -> Random {
        Random(Dice::new(seed))
    }
}

impl Bot for Random {
    fn choose(&mut self, game: &Game) -> usize {
        game.decision().map_or(0, |decision| self.0.any(&decision))
    }
}
