//! What a game begins with, and all reasons why it can't.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What a game begins with. Build it freely; [`Opening::new`](crate::engine::Opening::new) says everything that is wrong with it.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// How many players, 1 to 8 as far as the plugins allow.
    pub players: usize,
    /// Whether it is an exercise, which fewer players may play than the rules ask for.
    #[serde(default, skip_serializing_if = "is_false")]
    pub exercise: bool,
    /// The seat that begins.
    #[serde(default)]
    pub first: usize,
    /// Tiles on the table in the order of laying; empty for the start tiles of the rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tiles: Vec<Laid>,
    /// Figures already placed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<Standing>,
    /// Marks already set.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Marked>,
    /// Points already scored, by seat; missing seats have 0.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scores: Vec<i32>,
    /// With how many figures of a kind a player begins, by seat and kind, where it is not what the rules give.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kits: Vec<Supplied>,
    /// Figures left in the supply by seat and kind, where it is not what the rules give.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub supplies: Vec<Supplied>,
    /// The same for the reserve.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reserves: Vec<Supplied>,
    /// The tiles of the first pile, instead of all that are not on the table; piles mixed into it are empty then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pile: Option<Vec<String>>,
}

fn is_false(value: &bool) -> bool {
    !value
}

impl Setup {
    /// An ordinary game.
    pub fn new(players: usize) -> Setup {
        Setup {
            players,
            exercise: false,
            first: 0,
            tiles: Vec::new(),
            figures: Vec::new(),
            marks: Vec::new(),
            scores: Vec::new(),
            kits: Vec::new(),
            supplies: Vec::new(),
            reserves: Vec::new(),
            pile: None,
        }
    }
}

/// A tile on the table.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Laid {
    /// Its id or an alias.
    pub tile: String,
    /// The cell.
    pub pos: (i16, i16),
    /// Clockwise quarter turns, 0 to 3.
    pub rotation: u8,
}

/// A figure that stands somewhere from the start.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// The owner's seat; none for a neutral figure.
    pub player: Option<usize>,
    /// The kind of figure.
    pub figure: String,
    /// The cell of its tile.
    pub pos: (i16, i16),
    /// The segment as `kind`, `kind SIDE` or `kind half-edge` (board orientation), or `NW corner`; empty for the tile
    /// itself.
    #[serde(default)]
    pub segment: String,
}

/// A mark set from the start.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Marked {
    /// The kind of mark.
    pub mark: String,
    /// Its value.
    pub value: i32,
    /// The player that bears it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<usize>,
    /// The number of the placed figure (a row of `figures`) that bears it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub figure: Option<usize>,
    /// The cell of the tile that bears it, or whose segment does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pos: Option<(i16, i16)>,
    /// The segment that bears it, as in [`Standing`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub segment: Option<String>,
}

/// What a player has in the supply or reserve.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(deny_unknown_fields)]
pub struct Supplied {
    /// The seat.
    pub player: usize,
    /// The kind of figure.
    pub figure: String,
    /// How many.
    pub count: usize,
}

/// Why a setup is no game.
#[derive(thiserror::Error, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs, reason = "the messages say what each is")]
pub enum SetupError {
    #[error("{players} players can't play: the rules allow {least} to {most}")]
    Players { players: usize, least: usize, most: usize },
    #[error("seat {seat} begins, but there are only {players} players")]
    First { seat: usize, players: usize },
    #[error("no tile is called `{tile}`: {hint}")]
    UnknownTile { tile: String, hint: String },
    #[error("tile `{tile}` can't lie at {pos}: {why}")]
    Misfit { tile: String, pos: String, why: &'static str },
    #[error("tile `{tile}` is used {used} times, but there are only {copies} copies")]
    TooMany { tile: String, used: usize, copies: usize },
    #[error("no figure is called `{figure}`: {hint}")]
    UnknownFigure { figure: String, hint: String },
    #[error("`{figure}` can't stand at {pos}: {why}")]
    Standing { figure: String, pos: String, why: String },
    #[error("{place} can't have {count} of `{figure}`: there are only {have}")]
    Left { figure: String, place: &'static str, count: usize, have: usize },
    #[error("a player can't begin with {count} of `{figure}`: write at most {most}")]
    Kit { figure: String, count: usize, most: usize },
    #[error("{what} is for seat {seat}, but there are only {players} players")]
    Seat { what: String, seat: usize, players: usize },
    #[error("the pile has more than {most} tiles, which are too many to count")]
    LongPile { most: u16 },
    #[error("the mark `{mark}` can't be set: {why}")]
    Mark { mark: String, why: String },
    #[error("{given} scores are given for {players} players")]
    Scores { given: usize, players: usize },
    #[error("hook {hook} can't set up the game: {why}; leave its plugin out or mend it")]
    Hook { hook: String, why: String },
    #[error("no tile lies on the table at the start: play a set with a start tile or name one")]
    NoStart,
}

/// All reasons why a setup is no game, sorted.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
pub struct SetupErrors(pub Vec<SetupError>);

impl fmt::Display for SetupErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}
