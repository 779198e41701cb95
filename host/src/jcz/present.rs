//! Who stood on a scored feature that nobody owned: there it counts as a score of 0 points.

use crate::engine::Game;
use gatehouse_core::{EventCode, EventRow, FeatureId, FigureId, Place, Player};
use std::collections::{BTreeMap, BTreeSet};

/// Somebody's presence when a feature was scored, and the event that shows it.
pub(super) struct Present {
    pub(super) player: Player,
    pub(super) feature: FeatureId,
    pub(super) event: usize,
}

/// A score sheet as its events tell it: the feature and what led to it.
fn sheet(event: &EventRow) -> (u16, u32) {
    (event.subject, event.parent)
}

/// Those who stood on features that were scored and gave nobody points.
pub(super) fn without_owner(game: &Game) -> Vec<Present> {
    let board = game.board();
    let kinds = &game.opening().tables().figure_kinds;
    let owned: BTreeSet<(u16, u32)> = game.events().iter().filter(|e| e.code == EventCode::POINTS).map(sheet).collect();
    let mut places: BTreeMap<FigureId, Place> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let mut found: Vec<Present> = Vec::new();
    for (n, event) in game.events().iter().enumerate() {
        match event.code {
            EventCode::FIGURE_MOVED => drop(places.insert(FigureId(event.subject), event.to)),
            EventCode::SHEET_LINE if !owned.contains(&sheet(event)) && seen.insert(sheet(event)) => {
                let Some(row) = board.features.get(usize::from(event.subject)) else { continue };
                // Its segments belong to another feature by now if the two have grown together.
                let now = board.segments.get(row.first.index()).map(|s| s.feature);
                let stands = |place: &Place| {
                    place.on_segment().and_then(|s| board.segments.get(s.index())).map(|s| s.feature) == now
                };
                let there = places.iter().filter(|(_, place)| stands(place)).filter_map(|(id, _)| board.figure(*id));
                let counts = |f: &&gatehouse_core::FigureRow| kinds.get(f.kind.index()).is_some_and(|k| k.meeple);
                let players: BTreeSet<Player> = there.filter(counts).map(|f| f.owner).collect();
                let feature = FeatureId(event.subject);
                found.extend(players.into_iter().map(|player| Present { player, feature, event: n }));
            }
            _ => {}
        }
    }
    found
}
