//! `gatehouse replay`: plays a record again.

use super::rules::Where;
use super::{Done, Failure, complain, say, say_json};
use clap::Args;
use gatehouse::engine::Game;
use gatehouse::record::{self, Record};
use gatehouse::words;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Play a record again and print how it ended
#[derive(Args)]
pub(super) struct Replay {
    /// The record
    file: PathBuf,
    /// Compare the state after every choice with the record
    #[arg(long)]
    verify: bool,
    /// Print everything that happened
    #[arg(long)]
    log: bool,
    #[command(flatten)]
    found: Where,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Reads a record and plays it.
pub(super) fn played(file: &Path, found: &Where, verify: bool) -> Result<(Record, Game), Failure> {
    let shown = file.display();
    let text = std::fs::read_to_string(file).map_err(|e| Failure::misused(format!("{shown} can't be read: {e}")))?;
    let record = Record::parse(&text).map_err(|e| Failure::failed(format!("{shown}: {e}")))?;
    if record.cut {
        complain(format!("warning: {shown}: the last line was cut off and is left out"));
    }
    let (opening, warnings) =
        record::open(&record, &found.plugins()?).map_err(|e| Failure::failed(format!("{shown}: {e}")))?;
    warnings.iter().for_each(|w| complain(format!("warning: {shown}: {w}")));
    let game = record::replay(&record, &opening, verify).map_err(|e| Failure::failed(format!("{shown}: {e}")))?;
    Ok((record, game))
}

impl Replay {
    pub(super) fn run(self) -> Done {
        let (record, game) = played(&self.file, &self.found, self.verify)?;
        let scores = game.scores();
        if self.json {
            say_json(&json!({ "choices": record.entries.len(), "over": game.is_over(), "scores": scores,
                "state_hash": record::hash(&game), "verified": self.verify }));
            return Ok(());
        }
        if self.log {
            game.events().iter().filter_map(|e| words::explained(&game, e)).for_each(say);
        }
        let state = if game.is_over() { "the game is over" } else { "the game goes on" };
        let points: Vec<String> = scores
            .iter()
            .enumerate()
            .map(|(p, s)| format!("{} {s}", words::COLOURS[p % words::COLOURS.len()]))
            .collect();
        say(format!("{} choices, {state}: {}", record.entries.len(), points.join(", ")));
        if self.verify {
            say(format!("every state agrees; the last is {}", record::hash(&game)));
        }
        Ok(())
    }
}
