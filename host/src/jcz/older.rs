//! The format of the program's versions before its present one: expansions in place of sets and elements, slots in place
//! of players, and the order of drawing among the annotations of its pack of tiles.

use super::file::{Annotations, Named, Saved};
use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Which expansions are played: by name, or by name with how often.
#[derive(Deserialize, Clone, Debug)]
#[serde(untagged)]
pub(super) enum Expansions {
    Counted(BTreeMap<String, Value>),
    Listed(Vec<String>),
}

/// Who plays, and when.
#[derive(Deserialize, Clone, Debug)]
pub(super) struct Slot {
    #[serde(default)]
    serial: Option<i64>,
    #[serde(default)]
    nickname: Option<String>,
}

/// What is written for tests.
#[derive(Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub(super) struct OlderAnnotations {
    #[serde(default)]
    tile_pack: Option<Pack>,
}

#[derive(Deserialize, Clone, Debug)]
struct Pack {
    #[serde(default)]
    params: Option<Params>,
}

#[derive(Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
struct Params {
    #[serde(default)]
    draw_order: Option<Vec<String>>,
    #[serde(default)]
    draw_limit: Option<u32>,
}

impl Saved {
    /// The game with what the older format says in the words of the present one, if it is written so.
    pub(super) fn renewed(mut self) -> Saved {
        let named: BTreeMap<String, Value> = match self.setup.expansions.take() {
            Some(Expansions::Counted(named)) => named,
            Some(Expansions::Listed(names)) => names.into_iter().map(|n| (n, Value::from(1))).collect(),
            None => return self,
        };
        self.older = true;
        self.setup.sets.extend(named.into_iter().map(|(name, n)| (name.to_lowercase().replace('_', "-"), n)));
        let mut seated: Vec<Slot> = std::mem::take(&mut self.slots).into_iter().flatten().collect();
        seated.retain(|s| s.serial.is_some());
        seated.sort_by_key(|s| s.serial);
        if self.players.is_empty() {
            self.players = seated.into_iter().map(|s| Named { name: s.nickname.unwrap_or_default() }).collect();
        }
        let params = self.annotations.take().and_then(|a| a.tile_pack).and_then(|p| p.params);
        if let Some(Params { draw_order, draw_limit }) = params {
            self.game_annotations.get_or_insert(Annotations { draw_order, end_turn: draw_limit });
        }
        self
    }
}
