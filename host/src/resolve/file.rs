//! The setup file: what is to be played, written down once.

use crate::rules::{Given, Override, Rekey};
use gatehouse_core::declare::{TextError, Waiver};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A game's setup file: plugins, switches, the user's word on the order of hooks, and waivers.
///
/// ```
/// use gatehouse::resolve::SetupFile;
///
/// let file = SetupFile::parse(r#"
///     use = ["lanterns", "pond"]
///     switches = { "pond.depth" = 2 }
///     order = [{ point = "depart", first = "lanterns/carry", then = "pond/swim", reason = "our table does" }]
///     keys = [{ point = "score", hook = "pond/ripples", key = 431, reason = "our table does" }]
///     waiver = [{ hooks = ["lanterns/carry", "pond/dry"], data = ["figures"], reason = "never the same figure" }]
/// "#).unwrap();
/// assert_eq!(file.plugins.unwrap().len(), 2);
/// assert_eq!(SetupFile::parse("uses = []").unwrap_err().line, 1);
/// ```
#[derive(Deserialize, Clone, PartialEq, Eq, Debug, Default)]
#[serde(deny_unknown_fields)]
pub struct SetupFile {
    /// The ids of the plugins besides the base; nobody says if absent.
    #[serde(default, rename = "use")]
    pub plugins: Option<Vec<String>>,
    /// Values of switches by `plugin.switch` or plain name.
    #[serde(default)]
    pub switches: BTreeMap<String, i32>,
    /// Which of two hooks comes first.
    #[serde(default)]
    pub order: Vec<Override>,
    /// Other keys for hooks.
    #[serde(default)]
    pub keys: Vec<Rekey>,
    /// What is meant to be so about the order.
    #[serde(default, rename = "waiver")]
    pub waivers: Vec<Waiver>,
}

impl SetupFile {
    /// Reads the text of a setup file.
    ///
    /// # Errors
    /// Names line, column and field of what is none.
    pub fn parse(text: &str) -> Result<SetupFile, TextError> {
        toml::from_str(text).map_err(|e| TextError::from_toml(text, &e))
    }

    /// The user's word on the order of hooks.
    pub fn given(&self) -> Given {
        Given { order: self.order.clone(), keys: self.keys.clone() }
    }
}
