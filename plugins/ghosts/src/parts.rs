//! What the game begins with: how many meeples, and which tiles are left out.

use super::{CASTLE, CEMETERY, MEEPLE};
use gatehouse_core::prelude::*;

/// How many meeples each player has besides the guards.
const MEEPLES: usize = 5;

/// Meeples beyond the fifth of each player go into the box.
pub(super) fn five_meeples(view: &View<'_>, (): &(), out: &mut Reply) {
    let meeple = view.id(MEEPLE);
    for player in view.clockwise(Player(0)) {
        let own = view.figures().filter(|(_, f)| f.owner == player && f.kind == meeple && f.place == Place::SUPPLY);
        own.skip(MEEPLES).for_each(|(id, _)| out.does(Effect::shift(id, Place::BOX, Cause::NONE)));
    }
}

/// The tiles with a castle stay in the box.
pub(super) fn without_castles(view: &View<'_>, (): &(), out: &mut Reply) {
    without(view, view.id(CASTLE), out);
}

/// The tiles with a cemetery stay in the box.
pub(super) fn without_cemeteries(view: &View<'_>, (): &(), out: &mut Reply) {
    without(view, view.id(CEMETERY), out);
}

fn without(view: &View<'_>, feature: FeatureKind, out: &mut Reply) {
    let kinds = view.tables.tile_kinds.len().max(1);
    for (row, &unseen) in view.board.unseen.iter().enumerate().filter(|(_, n)| **n > 0) {
        let (pile, kind) = (PileId((row / kinds) as u16), TileKind((row % kinds) as u16));
        let printed = view.tile_kind(kind);
        let segments = &view.tables.segments[printed.first_segment as usize..][..printed.segments as usize];
        if segments.iter().any(|s| s.kind == feature) {
            out.does(Effect::fill(pile, kind, -i32::from(unseen)));
        }
    }
}
