//! `gatehouse replay`: plays a record again.

use super::lookout::{guard, tell_author};
use super::which::{Opened, Where};
use super::{Done, Failure, complain, say, say_json};
use clap::Args;
use gatehouse::engine::{Game, Opening};
use gatehouse::lookout::{self, Limits};
use gatehouse::record::{self, Record};
use gatehouse::words;
use serde_json::json;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

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

/// More bytes than any record has.
const MOST: u64 = 1 << 28;

/// The text of a record; a file without an end is not read for ever.
fn text(file: &Path) -> Result<String, Failure> {
    let shown = file.display();
    let unread = |e: io::Error| Failure::misused(format!("{shown} can't be read ({e}): name the file of a record"));
    let mut bytes = Vec::new();
    File::open(file).and_then(|f| f.take(MOST + 1).read_to_end(&mut bytes)).map_err(unread)?;
    if bytes.len() as u64 > MOST {
        return Err(Failure::misused(format!("{shown} is larger than any record: name the file of a record")));
    }
    String::from_utf8(bytes).map_err(|e| {
        let line = 1 + e.as_bytes()[..e.utf8_error().valid_up_to()].iter().filter(|b| **b == b'\n').count();
        Failure::misused(format!(
            "{shown}: line {line} is no text in UTF-8: name the file of a record, or restore the line"
        ))
    })
}

/// Reads a record.
pub(super) fn read(file: &Path) -> Result<Record, Failure> {
    let shown = file.display();
    let record = Record::parse(&text(file)?).map_err(|e| Failure::misused(format!("{shown}: {e}")))?;
    if record.cut {
        complain(format!("warning: {shown}: the last line was cut off and is left out"));
    }
    Ok(record)
}

/// Reads a record and finds its rules. What can't be read as a record was asked wrongly; a record that does not agree
/// with the rules at hand has failed.
pub(super) fn opened(file: &Path, found: &Where) -> Result<(Record, Arc<Opening>), Failure> {
    let (shown, record) = (file.display(), read(file)?);
    let ids: Vec<String> = record.header.plugins.iter().map(|p| p.id.clone()).collect();
    let Opened { plugins, beside } = found.plugins_for(&ids)?;
    let mut opened = record::open(&record, &plugins);
    if opened.is_err() && !beside.is_empty() {
        // What else was found may be part of the mend.
        opened = record::open(&record, &found.plugins()?);
    }
    let (opening, warnings) = opened.map_err(|e| Failure::failed(format!("{shown}: {e}")))?;
    warnings.iter().for_each(|w| complain(format!("warning: {shown}: {w}")));
    Ok((record, opening))
}

/// Reads a record and plays it.
pub(super) fn played(file: &Path, found: &Where, verify: bool) -> Result<(Record, Game), Failure> {
    let (record, opening) = opened(file, found)?;
    let shown = file.display();
    let game = record::replay(&record, &opening, verify).map_err(|e| Failure::failed(format!("{shown}: {e}")))?;
    Ok((record, game))
}

impl Replay {
    pub(super) fn run(self) -> Done {
        guard(Limits::USUAL, tell_author);
        lookout::record(&self.file);
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
