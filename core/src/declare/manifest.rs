//! Who a plugin is and what it needs.

use serde::{Deserialize, Serialize};

/// The `[plugin]` table.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The id: lower-case words joined by hyphens.
    pub id: String,
    /// The name players read.
    pub name: String,
    /// Its own version.
    pub version: semver::Version,
    /// The versions of the hook API it works with.
    pub api: semver::VersionReq,
    /// What it adds, in one sentence.
    #[serde(default)]
    pub description: String,
    /// Whether it is played when nobody says otherwise.
    #[serde(default)]
    pub starter: bool,
    /// Whether it is part of every game; a set of plugins has exactly one such.
    #[serde(default)]
    pub base: bool,
    /// Plugins it can't do without.
    #[serde(default)]
    pub requires: Vec<Relation>,
    /// Plugins it works with if they are there.
    #[serde(default)]
    pub optional: Vec<Relation>,
    /// Plugins it can't be played with.
    #[serde(default)]
    pub conflicts: Vec<Relation>,
    /// The fewest players.
    #[serde(default)]
    pub min_players: Option<u8>,
    /// The most players.
    #[serde(default)]
    pub max_players: Option<u8>,
    /// If given, its start tiles are the only ones, and this is where those of the others go.
    #[serde(default)]
    pub replaces_start: Option<Replaced>,
}

/// Where start tiles go in whose stead others lie on the table.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Replaced {
    /// Into their piles, to be drawn like any other.
    Pile,
    /// Out of the game.
    Box,
}

/// A relation to another plugin.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Relation {
    /// The other plugin.
    pub id: String,
    /// Its versions concerned.
    #[serde(default)]
    pub version: semver::VersionReq,
    /// Why.
    pub reason: String,
}

/// Something doubtful about the order of hooks that is meant to be so.
#[derive(Deserialize, Serialize, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(deny_unknown_fields)]
pub struct Waiver {
    /// The hooks concerned, as `plugin/hook`: both of a pair, or the one that has a wish.
    pub hooks: Vec<String>,
    /// What is waived: the data whose order nobody declares, as `gatehouse plan` names them, or `order` for a wish that
    /// is against the keys or decides nothing, or `name` for an unknown name.
    pub data: Vec<String>,
    /// Why it is meant to be so.
    pub reason: String,
}
