//! What castles, cemeteries and ghosts are worth.

use super::{CASTLE_COMPLETED, CASTLE_LEFT, GHOST, GUARD, is_misty};
use gatehouse_core::prelude::*;

/// Two for the castle and each tile with mist around it, or one if it is not completed.
pub(super) fn castle(view: &View<'_>, sheet: &Sheet<'_>, out: &mut Lines) {
    let Some(&(tile, _)) = view.tiles_of(sheet.feature).first() else { return };
    let misty = view.around(tile).filter(|&t| is_misty(view, t)).count() as i32;
    let (rate, rule) = if sheet.complete { (2, CASTLE_COMPLETED) } else { (1, CASTLE_LEFT) };
    out.write(Line::basis(Unit::TILE, 1 + misty, rate).by(view.id(rule)));
}

/// A guard from the reserve for the owner of a completed cemetery.
pub(super) fn extra_guard(view: &View<'_>, scored: &Scored<'_>, out: &mut Reply) {
    for player in scored.sheet.owners.iter() {
        let mut own = view.figures().filter(|(_, f)| f.owner == player && f.kind == view.id(GUARD));
        if let Some((id, _)) = own.find(|(_, f)| f.place == Place::RESERVE) {
            out.does(Effect::shift(id, Place::SUPPLY, Cause::SUPPLIED));
        }
    }
}

/// Each ghost costs the owner of its meeple a point.
pub(super) fn ghosts_left(view: &View<'_>, (): &(), out: &mut Reply) {
    for player in view.clockwise(Player(0)) {
        let own = view.on_board_of(player);
        let ghosts: i32 = own.map(|(id, _)| view.mark(view.id(GHOST), Bearer::figure(id))).sum();
        if ghosts > 0 {
            out.does(Effect::score(player, -ghosts));
        }
    }
}
