//! Players that are programs. They see what everybody sees, know no rule and no kind, and answer any decision.

mod fit;
mod greedy;
mod random;
mod seeker;
mod worth;

#[cfg(test)]
mod tests;

pub use greedy::Greedy;
pub use random::Random;
pub use seeker::Seeker;

use crate::engine::Game;

/// A player that is a program.
pub trait Bot {
    /// The number of its choice for the open decision, which must be a player's.
    fn choose(&mut self, game: &Game) -> usize;
}

/// The names by which [`named`] finds bots, each with what it does.
pub const NAMES: [(&str, &str); 3] = [
    ("bot", "looks one turn ahead"),
    ("random", "takes any choice, all equally likely"),
    ("seeker", "brings pieces of different expansions together"),
];

/// The bot of this name; `seed` is the source of its whims, if it has any.
pub fn named(name: &str, seed: u64) -> Option<Box<dyn Bot>> {
    match name {
        "bot" => Some(Box::new(Greedy::default())),
        "random" => Some(Box::new(Random::new(seed))),
        "seeker" => Some(Box::new(Seeker::new(seed))),
        _ => None,
    }
}
