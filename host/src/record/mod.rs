//! Records of games: a header and one line a choice, by meaning and with the hash of the state that follows.
//!
//! A record is text, one JSON object a line, so a game that is interrupted leaves every finished line. The public part
//! holds neither seed nor order of the tiles to come; a local save may keep the seed so that it goes on as it would have.

mod file;
mod follow;
mod head;
mod replay;
mod silenced;

pub use file::{KeepError, Recorder, write};
pub use follow::{Followed, follow, open_anew};
pub(crate) use replay::watched;
pub use replay::{Mismatch, ReplayError, Warning, open, replay};
pub use silenced::silenced;

use crate::engine::{Game, Opening, Setup};
use crate::rules::{Given, Origin};
use crate::words;
use gatehouse_core::declare::TextError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the record format.
pub const FORMAT: u32 = 1;

/// Who chooses in an entry that leaves a plugin out: no player.
pub const HOST: &str = "host";

/// How such an entry begins; the plugin's id follows, and why.
const LEAVE_OUT: &str = "leave out ";

/// A plugin that can't be left out of a game.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
pub enum NotLeftOut {
    /// It does not take part.
    #[error("`{id}` takes no part in this game: name one of {played}")]
    Unknown {
        /// What was named.
        id: String,
        /// Who takes part.
        played: String,
    },
    /// It is not asked any more.
    #[error("{id} is left out already: go on without it")]
    Already {
        /// The plugin.
        id: String,
    },
}

/// A plugin as a record pins it.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Pinned {
    /// Its id.
    pub id: String,
    /// Its version.
    pub version: String,
    /// The SHA-256 of its library; absent if it was linked into the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

/// The first line of a record.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Header {
    /// The version of the record format.
    pub format: u32,
    /// The version of the host.
    pub host: String,
    /// The version of the hook API.
    pub api: String,
    /// The digest of the resolved rules.
    pub digest: String,
    /// The plugins, base first.
    pub plugins: Vec<Pinned>,
    /// Every switch as `plugin.switch` with its value.
    pub switches: BTreeMap<String, i32>,
    /// The user's word on the order of hooks.
    #[serde(default, skip_serializing_if = "Given::is_empty")]
    pub order: Given,
    /// What the game began with.
    pub setup: Setup,
    /// The seed of a local save; never in a public record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
}

/// A choice.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Who chose: a colour, or "chance".
    pub by: String,
    /// What was chosen, in the words of the decision.
    pub choose: String,
    /// The hash of the state that followed, 16 hexadecimal digits.
    pub hash: String,
}

/// A record of a game, finished or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    /// The first line.
    pub header: Header,
    /// The choices in order.
    pub entries: Vec<Entry>,
    /// Whether the last line was cut off and left out.
    pub cut: bool,
}

/// Why a text is no record.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
pub enum RecordError {
    /// It has no header.
    #[error("line 1 is no header of a record: give a file that `play --save` wrote")]
    Header,
    /// It is of another format.
    #[error("the record has format {found}, but this host reads format {FORMAT}: use the host it was written with")]
    Format {
        /// The format it says.
        found: String,
    },
    /// A field of its header is missing or can't be read.
    #[error("line 1: the header's `{field}` {why}; restore the line")]
    Field {
        /// The field, as `setup.players`.
        field: String,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A line in it is no choice.
    #[error("{0}; restore the line or cut the record before it")]
    Line(TextError),
}

impl Header {
    /// The header of a game from this opening.
    pub fn of(opening: &Opening) -> Header {
        let rules = opening.rules();
        let manifest = |p: usize| &rules.plugins[p].plugin.declaration.plugin;
        let pinned = |n: usize| Pinned {
            id: manifest(n).id.clone(),
            version: manifest(n).version.to_string(),
            sha256: match &rules.plugins[n].plugin.origin {
                Origin::File { sha256, .. } => Some(sha256.clone()),
                Origin::Linked => None,
            },
        };
        let switch = |(s, value): &(crate::rules::Declared<gatehouse_core::declare::Switch>, i32)| {
            (format!("{}.{}", manifest(s.plugin).id, s.what.name), *value)
        };
        Header {
            format: FORMAT,
            host: env!("CARGO_PKG_VERSION").to_owned(),
            api: gatehouse_core::API.to_owned(),
            digest: rules.digest.clone(),
            plugins: (0..rules.plugins.len()).map(pinned).collect(),
            switches: rules.words.switches.iter().map(switch).collect(),
            order: rules.given.clone(),
            setup: opening.setup().clone(),
            seed: None,
        }
    }
}

impl Entry {
    /// The plugin that the entry leaves out, if it does that.
    pub fn left_out(&self) -> Option<&str> {
        let named = self.choose.strip_prefix(LEAVE_OUT).filter(|_| self.by == HOST)?;
        named.split(' ').next()
    }

    /// The entry of a choice of the open decision; its hash is filled in after the choice.
    pub fn of(game: &Game, choice: usize) -> Entry {
        let Some(decision) = game.decision() else {
            return Entry { by: String::new(), choose: String::new(), hash: String::new() };
        };
        let choose = words::choices(game, &decision).get(choice).cloned().unwrap_or_default();
        Entry { by: words::decider(decision.decider()).to_owned(), choose, hash: String::new() }
    }
}

/// The hash of a game as records write it.
pub fn hash(game: &Game) -> String {
    format!("{:016x}", game.fingerprint().combined())
}

impl Record {
    /// A record without choices.
    pub fn new(opening: &Opening) -> Record {
        Record { header: Header::of(opening), entries: Vec::new(), cut: false }
    }

    /// Takes a choice in the game and notes it.
    ///
    /// # Errors
    /// The choice is not on offer; neither changes.
    pub fn choose(&mut self, game: &mut Game, choice: usize) -> Result<(), crate::engine::IllegalChoice> {
        let entry = Entry::of(game, choice);
        game.choose(choice)?;
        self.entries.push(Entry { hash: hash(game), ..entry });
        Ok(())
    }

    /// Leaves a plugin out of the game from here on, and notes it with the reason.
    ///
    /// # Errors
    /// The plugin takes no part or was stopped before; neither changes.
    pub fn leave_out(&mut self, game: &mut Game, id: &str, why: &str) -> Result<(), NotLeftOut> {
        leave_out(game, id)?;
        let reason = if why.is_empty() { String::new() } else { format!(" ({why})") };
        let choose = format!("{LEAVE_OUT}{id}{reason}");
        self.entries.push(Entry { by: HOST.to_owned(), choose, hash: hash(game) });
        Ok(())
    }

    /// The record without its seed, to be shown to others.
    pub fn public(mut self) -> Record {
        self.header.seed = None;
        self
    }

    /// Reads a record. A last line that was cut off is left out.
    ///
    /// # Errors
    /// It has no header of this format, or a line that is no choice.
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        let mut lines = text.split_inclusive('\n').enumerate();
        let first = lines.next().map_or("", |(_, l)| l);
        let header = head::parse(first)?;
        let (mut entries, mut cut) = (Vec::new(), false);
        for (n, line) in lines.filter(|(_, l)| !l.trim().is_empty()) {
            match serde_json::from_str::<Entry>(line) {
                Ok(entry) => entries.push(entry),
                Err(_) if !line.ends_with('\n') => cut = true,
                Err(e) => {
                    let (column, message) = (e.column(), head::no_choice(line));
                    return Err(RecordError::Line(TextError { line: n + 1, column, message }));
                }
            }
        }
        Ok(Record { header, entries, cut })
    }

    /// The record as text.
    pub fn to_text(&self) -> String {
        let mut text = line(&self.header);
        self.entries.iter().for_each(|e| text.push_str(&line(e)));
        text
    }
}

fn leave_out(game: &mut Game, id: &str) -> Result<(), NotLeftOut> {
    let rules = std::sync::Arc::clone(game.opening().rules());
    let ids: Vec<&str> = rules.plugins.iter().map(|p| p.plugin.declaration.plugin.id.as_str()).collect();
    let plugin = ids.iter().position(|known| *known == id);
    let plugin = plugin.ok_or_else(|| NotLeftOut::Unknown { id: id.to_owned(), played: ids.join(", ") })?;
    if game.leave_out(plugin) { Ok(()) } else { Err(NotLeftOut::Already { id: id.to_owned() }) }
}

/// One line of a record.
fn line(value: &impl Serialize) -> String {
    // The types written here have string keys and finite numbers only, so they always serialise.
    serde_json::to_string(value).unwrap_or_default() + "\n"
}
