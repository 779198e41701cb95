//! Where the barge is, and who moves it.

use super::{BARGE, CANAL, WHO_SAILS};
use gatehouse_core::prelude::*;

/// What `answered` gets when somebody has moved the barge or left it.
const NEXT: u16 = 1;

/// The barge comes to the canal of the placed tile.
pub(super) fn arrive(view: &View<'_>, (): &(), out: &mut Reply) {
    let canal = view.placed().and_then(|tile| canal_on(view, tile));
    if let (Some((barge, _)), Some(segment)) = (barge(view), canal) {
        out.does(Effect::shift(barge, Place::segment(segment), Cause::MOVED));
    }
}

/// The first player is asked. The others follow as each has answered, so that everybody sees where the barge is.
pub(super) fn set_off(view: &View<'_>, (): &(), out: &mut Reply) {
    let me = view.active();
    if view.switch(WHO_SAILS) == 0 {
        ask(view, view.clockwise(me).nth(1).unwrap_or(me), out);
    } else {
        ask(view, me, out);
    }
}

/// The next player is asked, until it was the active one's turn.
pub(super) fn sail_on(view: &View<'_>, answer: &Answer, out: &mut Reply) {
    let asked = Player(answer.args[0] as u8);
    if asked != view.active() {
        ask(view, view.clockwise(asked).nth(1).unwrap_or(asked), out);
    }
}

fn ask(view: &View<'_>, player: Player, out: &mut Reply) {
    let Some((barge, Some(here))) = barge(view) else { return };
    let args = [i32::from(player.0), 0, 0, 0];
    // The numbers go with a pass too: then the next one is asked all the same.
    let mut offer = out.offer(Decider::player(player), "do you move the barge?").then(NEXT, args);
    for segment in beside(view, here) {
        offer.choice("sail").shifts(barge, Place::segment(segment), Cause::MOVED).then(NEXT, args);
    }
}

/// The segments of the same canal on the neighbouring tiles, in board order of their sides.
fn beside(view: &View<'_>, here: SegmentId) -> Vec<SegmentId> {
    let row = view.segment(here);
    let sides = Side::ALL.into_iter().filter(|&side| row.sides.has(side));
    let there = |side: Side| view.segment_at(view.beside(row.tile, side)?, side.opposite(), view.id(CANAL));
    let mut found: Vec<SegmentId> = sides.filter_map(there).collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// The barge, and the segment it lies on if it is on the board.
pub(super) fn barge(view: &View<'_>) -> Option<(FigureId, Option<SegmentId>)> {
    view.figures().find(|(_, f)| f.kind == view.id(BARGE)).map(|(id, f)| (id, f.place.on_segment()))
}

fn canal_on(view: &View<'_>, tile: TileId) -> Option<SegmentId> {
    view.segments_on(tile).find(|&s| view.segment(s).kind == view.id(CANAL))
}
