//! Ghosts that come because mist was extended or limited.

use super::{BOTH_WAYS, GHOST, GUARD, MIST, MUST, THIRD_GHOST};
use gatehouse_core::prelude::*;

/// How many ghosts there are.
const ALL_GHOSTS: i32 = 15;
/// How many ghosts send a meeple home.
const TOO_MANY: i32 = 3;

/// A ghost for a meeple of another player, if mist of the placed tile meets mist.
pub(super) fn mist_extended(view: &View<'_>, (): &(), out: &mut Reply) {
    if sides(view).any(|(here, there)| here && there) {
        haunt(view, false, view.switch(MUST) == 1, "which meeple of another player gets a ghost?", out);
    }
}

/// A ghost for an own meeple, if mist and a clear side meet at the placed tile.
pub(super) fn mist_limited(view: &View<'_>, (): &(), out: &mut Reply) {
    let both_ways = view.switch(BOTH_WAYS) == 2;
    if sides(view).any(|(here, there)| here != there && (here || both_ways)) {
        haunt(view, true, true, "which own meeple gets a ghost?", out);
    }
}

/// For each side of the placed tile that lies beside another tile, whether mist reaches it here and there.
fn sides(view: &View<'_>) -> impl Iterator<Item = (bool, bool)> {
    let view = *view;
    let beside = move |side: Side| Some((view.placed()?, side, view.beside(view.placed()?, side)?));
    let misty = move |tile, side| view.segment_at(tile, side, view.id(MIST)).is_some();
    let reached = move |(tile, side, other): (TileId, Side, TileId)| (misty(tile, side), misty(other, side.opposite()));
    Side::ALL.into_iter().filter_map(beside).map(reached)
}

/// The active player puts a ghost on a meeple that is no guard, if there are a ghost and such a meeple.
fn haunt(view: &View<'_>, own: bool, must: bool, title: &'static str, out: &mut Reply) {
    let (me, ghost) = (view.active(), view.id(GHOST));
    let about: i32 = view.marked(ghost).map(|(_, n)| n).sum();
    if about >= ALL_GHOSTS {
        return;
    }
    let mut meeples = view.on_board().filter(|(id, f)| {
        f.owner.is_some() && (f.owner == me) == own && view.is_meeple(*id) && f.kind != view.id(GUARD)
    });
    let Some(first) = meeples.next() else { return };
    let mut offer = out.offer(Decider::player(me), title);
    if must {
        offer = offer.must();
    }
    for (id, row) in std::iter::once(first).chain(meeples) {
        let figure = Bearer::figure(id);
        let last = view.mark(ghost, figure) + 1 >= TOO_MANY;
        let choice = offer.choice(if last { "drive off" } else { "haunt" }).figure(id);
        let choice = choice.does(Effect::add_mark(ghost, figure, 1));
        if last {
            choice.by(view.id(THIRD_GHOST)).does(Effect::remove(id).by(view.id(THIRD_GHOST)));
        } else {
            choice.to(row.place);
        }
    }
}
