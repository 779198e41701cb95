//! Reads a saved game: JSON with a setup, players and the messages of the replay.

use super::older::{Expansions, Pack, Slot};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// More bytes than any saved game has; the longest known have a tenth of it.
const MOST_BYTES: u64 = 4 << 20;

/// More messages than any game has.
const MOST_MESSAGES: usize = 50_000;

/// Why a file is no saved game.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
pub enum ReadError {
    /// It can't be had.
    #[error("the file can't be read ({0}): name a saved game")]
    Io(String),
    /// It is too large.
    #[error("the file has more than {MOST_BYTES} bytes, which no saved game has: name a saved game")]
    Large,
    /// It is no JSON of this form.
    #[error("line {line}, column {column}: {message}; save the game again")]
    Form {
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What is wrong.
        message: String,
    },
    /// It has too many messages.
    #[error("the replay has {0} messages, more than the {MOST_MESSAGES} any game has: cut it")]
    Long(usize),
    /// Nobody plays.
    #[error("`players` is empty: a saved game names who plays")]
    Nobody,
    /// It is of a format before JSON.
    #[error("it is XML, the format before the one that is read: load and save it with a newer version of the program")]
    Xml,
}

/// A saved game as it is written.
#[derive(Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub struct Saved {
    /// What is played.
    pub setup: Played,
    /// Who plays, in the order of seats.
    #[serde(default)]
    pub players: Vec<Named>,
    /// What was done.
    pub replay: Vec<Message>,
    /// In which order tiles are drawn, and how many.
    #[serde(default, alias = "annotations")]
    pub game_annotations: Option<Annotations>,
    /// What must hold in the end.
    #[serde(default)]
    pub test: Option<Test>,
    /// Whether it was written in the program's older format.
    #[serde(skip)]
    pub older: bool,
    #[serde(default)]
    pub(super) slots: Vec<Option<Slot>>,
}

/// What is played.
#[derive(Deserialize, Clone, Debug)]
pub struct Played {
    /// Sets of tiles, each with how often it is in the game.
    #[serde(default)]
    pub sets: BTreeMap<String, Value>,
    /// Elements with their numbers, or whether they are in the game.
    #[serde(default)]
    pub elements: BTreeMap<String, Value>,
    /// Rules with their values.
    #[serde(default)]
    pub rules: Option<BTreeMap<String, Value>>,
    /// The tiles on the table at the start; those of the rules if absent.
    #[serde(default)]
    pub start: Option<Vec<Started>>,
    #[serde(default)]
    pub(super) expansions: Option<Expansions>,
}

/// A tile on the table at the start.
#[derive(Deserialize, Clone, Debug)]
pub struct Started {
    /// Its id.
    pub tile: String,
    /// East of the origin.
    #[serde(default)]
    pub x: i64,
    /// South of the origin.
    #[serde(default)]
    pub y: i64,
    /// Clockwise, in degrees.
    #[serde(default)]
    pub rotation: i64,
}

/// Who plays.
#[derive(Deserialize, Clone, Debug)]
pub struct Named {
    /// The name.
    #[serde(default)]
    pub name: String,
}

/// In which order tiles are drawn, and how many.
#[derive(Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "camelCase")]
pub struct Annotations {
    /// Ids in the order of drawing, `#END` last where nothing follows.
    #[serde(default)]
    pub draw_order: Option<Vec<String>>,
    /// How many tiles are drawn at most.
    #[serde(default)]
    pub end_turn: Option<u32>,
    #[serde(default)]
    pub(super) tile_pack: Option<Pack>,
}

/// What must hold in the end.
#[derive(Deserialize, Clone, Debug)]
pub struct Test {
    /// What the game shows.
    #[serde(default)]
    pub description: String,
    /// What must hold, in words.
    #[serde(default)]
    pub assertions: Vec<String>,
}

/// A message of the replay.
#[derive(Deserialize, Clone, Debug)]
pub struct Message {
    /// What it is.
    #[serde(rename = "type")]
    pub kind: String,
    /// What it says.
    #[serde(default)]
    pub payload: Value,
    /// Whose it is, by seat.
    #[serde(default)]
    pub player: Option<i64>,
}

impl Saved {
    /// Reads a file; a large one is refused before it is read.
    ///
    /// # Errors
    /// Says why it is no saved game.
    pub fn read(path: &Path) -> Result<Saved, ReadError> {
        let unread = |e: io::Error| ReadError::Io(e.to_string());
        let file = File::open(path).map_err(unread)?;
        if file.metadata().map_err(unread)?.len() > MOST_BYTES {
            return Err(ReadError::Large);
        }
        // What is no regular file may have more than it says.
        let mut bytes = Vec::new();
        file.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(unread)?;
        Saved::parse(&bytes)
    }

    /// Reads the bytes of a saved game.
    ///
    /// # Errors
    /// Says why they are none.
    pub fn parse(bytes: &[u8]) -> Result<Saved, ReadError> {
        if bytes.len() as u64 > MOST_BYTES {
            return Err(ReadError::Large);
        }
        let form = |e: serde_json::Error| {
            let (line, column, told) = (e.line(), e.column(), e.to_string());
            let message = told.split(" at line ").next().unwrap_or_default().to_owned();
            ReadError::Form { line, column, message }
        };
        // Some editors put a mark before the text.
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        if bytes.iter().find(|b| !b.is_ascii_whitespace()) == Some(&b'<') {
            return Err(ReadError::Xml);
        }
        let saved: Saved = serde_json::from_slice(bytes).map_err(form)?;
        let saved = saved.renewed();
        match (saved.replay.len(), saved.players.is_empty()) {
            (n, _) if n > MOST_MESSAGES => Err(ReadError::Long(n)),
            (_, true) => Err(ReadError::Nobody),
            _ => Ok(saved),
        }
    }

    /// What must hold in the end, in words.
    pub fn assertions(&self) -> &[String] {
        self.test.as_ref().map_or(&[], |t| &t.assertions)
    }

    /// What the file says of itself; empty if nothing.
    pub fn description(&self) -> &str {
        self.test.as_ref().map_or("", |t| t.description.trim())
    }

    /// The name of a seat; a number if it has none.
    pub fn name(&self, seat: usize) -> String {
        let name = self.players.get(seat).map_or("", |p| p.name.trim());
        if name.is_empty() { format!("player {seat}") } else { name.to_owned() }
    }
}
