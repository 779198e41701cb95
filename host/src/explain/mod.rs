//! Explains a game that was recorded: what happened and by which rule, how points were counted, the life of a figure,
//! why a move was not on offer, and why one hook comes before another. It knows no rule: everything it says is an event,
//! a declared text, or a condition that the host tests.

mod answer;
mod cause;
mod figure;
mod offers;
mod order;
mod placement;
mod refusal;
mod score;
mod story;
mod turn;

pub use answer::{Answer, Line, Node};
pub use score::{Award, Majority, Score};
pub use story::Story;

use crate::locate;
use crate::record::ReplayError;
use crate::words;
use gatehouse_core::Player;
use std::str::FromStr;

/// The part of a game that is asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Span {
    /// All of it.
    Game,
    /// One turn, by its number from 1.
    Turn(u32),
    /// Final scoring.
    End,
}

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Span, String> {
        match text.parse() {
            Ok(turn) => Ok(Span::Turn(turn)),
            Err(_) if text == "end" => Ok(Span::End),
            Err(_) => Err(format!("`{text}` is no turn: write its number from 1, or `end` for final scoring")),
        }
    }
}

/// Why something can't be explained.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
pub enum ExplainError {
    /// The record can't be played.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The game has no such turn.
    #[error("the game has no turn {turn}: it has {known}")]
    Turn {
        /// The turn asked for.
        turn: u32,
        /// The turns it has.
        known: String,
    },
    /// The game has not come to its end.
    #[error("nothing was scored at the end yet, for the game goes on: name a turn up to {0}")]
    End(u32),
    /// Nobody of that name plays.
    #[error("nobody who plays is called `{name}`: {hint}")]
    Player {
        /// The name asked for.
        name: String,
        /// Who plays.
        hint: String,
    },
    /// No figure is called so.
    #[error("no figure is called `{name}`: {hint}")]
    Figure {
        /// The name asked for.
        name: String,
        /// What is wrong with it, and those that exist.
        hint: String,
    },
    /// Several figures are.
    #[error("`{name}` may be several figures: name one of {known}")]
    Figures {
        /// The name asked for.
        name: String,
        /// All of them.
        known: String,
    },
    /// No hook is called so.
    #[error("no hook of this game is called `{name}`: {hint}")]
    Hook {
        /// The name asked for.
        name: String,
        /// Which may be meant.
        hint: String,
    },
    /// A text is no move.
    #[error("`{text}` is no move of this game: {hint}")]
    Move {
        /// The text.
        text: String,
        /// How moves are written.
        hint: String,
    },
}

/// The player of a colour.
///
/// # Errors
/// Nobody of that colour plays.
pub fn player(name: &str, players: usize) -> Result<Player, ExplainError> {
    let playing = &words::COLOURS[..players.min(words::COLOURS.len())];
    let found = playing.iter().position(|c| c.eq_ignore_ascii_case(name.trim()));
    found.map(|n| Player(n as u8)).ok_or_else(|| {
        let hint = locate::hint(name, playing.iter().copied());
        ExplainError::Player { name: name.to_owned(), hint }
    })
}

/// Several things in one sentence: "a, b and c".
fn listed(items: &[String]) -> String {
    match items {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [others @ .., last] => format!("{} and {last}", others.join(", ")),
    }
}
