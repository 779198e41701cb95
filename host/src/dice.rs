//! Where chance comes from: one seeded generator, one number a case.

use crate::engine::{Decision, Game};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A seeded source of chance. Equal seeds give equal numbers everywhere.
#[derive(Clone, Debug)]
pub struct Dice(ChaCha8Rng);

impl Dice {
    /// Dice that begin at `seed`.
    pub fn new(seed: u64) -> Dice {
        Dice(ChaCha8Rng::seed_from_u64(seed))
    }

    /// The dice of game `game` of a series that begins at `seed`; each game has its own stream.
    pub fn of_game(seed: u64, game: u64) -> Dice {
        let mut generator = ChaCha8Rng::seed_from_u64(seed);
        generator.set_stream(game);
        Dice(generator)
    }

    /// A number below `cases`; 0 if there are none. Takes one 32-bit number off the generator.
    #[inline]
    pub fn below(&mut self, cases: u32) -> u32 {
        ((u64::from(self.0.next_u32()) * u64::from(cases)) >> 32) as u32
    }

    /// Passes over `n` numbers: where a saved game goes on.
    pub fn skip(&mut self, n: usize) {
        for _ in 0..n {
            self.0.next_u32();
        }
    }

    /// The choice of chance for a decision.
    pub fn decide(&mut self, decision: &Decision<'_>) -> usize {
        decision.choice_of_case(self.below(decision.cases()))
    }

    /// Any choice of a decision, all equally likely (for chance, all cases).
    #[inline]
    pub fn any(&mut self, decision: &Decision<'_>) -> usize {
        if decision.player().is_some() { self.below(decision.len() as u32) as usize } else { self.decide(decision) }
    }

    /// Plays a game to its end at random.
    pub fn play_out(&mut self, game: &mut Game) {
        while let Some(decision) = game.decision() {
            let choice = self.any(&decision);
            if game.choose(choice).is_err() {
                return;
            }
        }
    }
}
