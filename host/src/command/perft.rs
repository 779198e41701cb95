//! `gatehouse perft`: counts complete turns.

use super::which::{self, Which};
use super::{Done, say, say_json};
use clap::Args;
use gatehouse::engine::Game;
use gatehouse::perft;
use std::collections::BTreeMap;

/// Count the complete legal turns to a depth with a fixed order of draws
#[derive(Args)]
pub(super) struct Perft {
    #[command(flatten)]
    which: Which,
    /// The seed that fixes the draws
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many turns deep, 0 to 16; each turn more takes hundreds of times as long
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(..=16))]
    depth: u32,
    /// How many players
    #[arg(long, default_value_t = 2)]
    players: usize,
    /// Print the count below each first choice
    #[arg(long)]
    divide: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Perft {
    pub(super) fn run(self) -> Done {
        let rules = self.which.rules(false, Some(self.players))?;
        let mut game = Game::new(&which::opening(rules, self.players)?);
        let divided = perft::divide(&mut game, self.seed, self.depth);
        if self.json {
            let parts: BTreeMap<&str, u64> = divided.parts.iter().map(|(t, n)| (t.as_str(), *n)).collect();
            say_json(
                &serde_json::json!({ "depth": self.depth, "seed": self.seed, "total": divided.total, "parts": parts }),
            );
            return Ok(());
        }
        if self.divide {
            divided.parts.iter().for_each(|(text, n)| say(format!("{text}: {n}")));
        }
        say(divided.total);
        Ok(())
    }
}
