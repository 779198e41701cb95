//! The format of the program's versions before its present one: expansions in place of sets and elements, slots in place
//! of players, and the order of drawing among the annotations of its pack of tiles.

use super::file::{Named, Saved};
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

/// Where the order of drawing is written.
#[derive(Deserialize, Clone, Debug)]
pub(super) struct Pack {
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
        if let Some(said) = &mut self.game_annotations
            && let Some(Params { draw_order, draw_limit }) = said.tile_pack.take().and_then(|p| p.params)
        {
            said.draw_order = said.draw_order.take().or(draw_order);
            said.end_turn = said.end_turn.or(draw_limit);
        }
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
        self
    }
}
