//! Kinds of edges, features, figures, marks, links, prints, slots and piles.

use super::Look;
use serde::Deserialize;

/// A kind of edge.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Edge {
    /// Its name.
    pub name: String,
    /// Its letter in tile files.
    pub letter: char,
    /// The edge kinds it fits; fitting goes both ways. `"*"` fits all.
    #[serde(default)]
    pub fits: Vec<String>,
    /// The feature kind that reaches and continues over it, if any.
    #[serde(default)]
    pub carries: Option<String>,
    /// Whether strips of fields (kinds that join by half-edges) lie along it.
    #[serde(default)]
    pub strips: bool,
    /// Whether it may be passed between what lies behind it and what lies before it.
    #[serde(default)]
    pub passable: bool,
    /// How it looks.
    #[serde(default)]
    pub look: Look,
}

/// What bounds features of a kind.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum BoundedBy {
    /// Joined side to side.
    Sides,
    /// Joined by half-edges, whatever the edge.
    Halves,
    /// A single segment, complete when surrounded.
    Surroundings,
}

/// A kind of feature.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Feature {
    /// Its name.
    pub name: String,
    /// What bounds it.
    pub bounded: BoundedBy,
    /// Whether it can be completed during the game.
    #[serde(default = "yes")]
    pub completes: bool,
    /// Whether it lies over other features and constrains no placement.
    #[serde(default)]
    pub overlay: bool,
    /// Its key in final scoring.
    #[serde(default = "final_key")]
    pub final_key: u16,
    /// If given, who may stand on all of these kinds may stand on this one too.
    #[serde(default)]
    pub like: Vec<String>,
    /// What a figure on it is called ("knight").
    #[serde(default)]
    pub role: Option<String>,
    /// How it looks.
    #[serde(default)]
    pub look: Look,
}

/// A kind of figure.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// Its name.
    pub name: String,
    /// Whether it counts for majority.
    #[serde(default)]
    pub meeple: bool,
    /// Whether it belongs to nobody.
    #[serde(default)]
    pub neutral: bool,
    /// Its strength, if fixed.
    #[serde(default)]
    pub weight: Option<i16>,
    /// The print whose number on the feature is its strength.
    #[serde(default)]
    pub weight_print: Option<String>,
    /// How many each player (or, if neutral, the game) has in the supply.
    #[serde(default)]
    pub supply: u16,
    /// How many more wait in reserve.
    #[serde(default)]
    pub reserve: u16,
    /// The feature kinds it may stand on.
    #[serde(default)]
    pub stands_on: Vec<String>,
    /// The only slot it may be placed in, if not the first.
    #[serde(default)]
    pub slot: Option<String>,
    /// How it looks.
    #[serde(default)]
    pub look: Look,
}

/// What bears marks of a kind.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum BearerClass {
    /// The game as a whole.
    Game,
    /// A player.
    Player,
    /// A placed tile.
    Tile,
    /// A segment.
    Segment,
    /// A figure.
    Figure,
}

/// When marks of a kind end.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Never by themselves.
    #[default]
    Game,
    /// With the part of the turn.
    Part,
    /// With the turn.
    Turn,
}

/// A kind of mark.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Mark {
    /// Its name.
    pub name: String,
    /// What bears it.
    pub bearer: BearerClass,
    /// When it ends.
    #[serde(default)]
    pub scope: Scope,
    /// Whether players see it.
    #[serde(default = "yes")]
    pub visible: bool,
    /// Whether a move of its bearer on the board clears it.
    #[serde(default)]
    pub clear_on_move: bool,
    /// Whether its bearer's leaving the board clears it.
    #[serde(default = "yes")]
    pub clear_on_return: bool,
    /// How it looks.
    #[serde(default)]
    pub look: Look,
}

/// A kind of link between segments of a tile, or of a join made by a rule.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct LinkDecl {
    /// Its name.
    pub name: String,
    /// How it looks.
    #[serde(default)]
    pub look: Look,
}

/// Something printed on tiles or segments.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct PrintDecl {
    /// Its name.
    pub name: String,
    /// Whether a feature with it can never be completed.
    #[serde(default)]
    pub keeps_open: bool,
    /// How it looks.
    #[serde(default)]
    pub look: Look,
}

/// A place in the turn at which a figure may be placed.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Slot {
    /// Its name.
    pub name: String,
    /// Its key on the timeline, 320 to 349.
    pub key: u16,
}

/// A pile of tiles.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Pile {
    /// Its name. The first pile of the base plugin is the one turns draw from.
    pub name: String,
    /// The pile its tiles are mixed into: who draws from that one draws from this one too.
    #[serde(default)]
    pub mixed_into: Option<String>,
    /// Whether players are shown how many tiles it holds; those mixed into another pile are counted there.
    #[serde(default = "yes")]
    pub visible: bool,
}

const fn yes() -> bool {
    true
}

const fn final_key() -> u16 {
    920
}
