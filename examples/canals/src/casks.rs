//! Casks: taken as a meeple is placed, shipped as the barge arrives, sold as a meeple leaves.

use super::{CASK, GIVE, SELL, barge::barge};
use gatehouse_core::prelude::*;

const PRICE: i32 = 1;
const SHIPPED: i32 = 4;
const SOLD: i32 = 2;

/// Rides on every choice that places a meeple near the barge, whichever plugin offers it.
pub(super) fn load(view: &View<'_>, args: &SlotArgs<'_>, out: &mut Choices) {
    let me = view.active();
    let Some(at) = barge(view).and_then(|(_, here)| here).map(|s| view.segment(s).tile) else { return };
    if view.score(me) < PRICE {
        return;
    }
    for (n, choice) in args.offered.iter() {
        let places = args.offered.effects_of(choice).iter().find_map(|effect| match effect.act() {
            Act::Move { figure, to, cause: Cause::PLACED } => Some((figure, to)),
            _ => None,
        });
        let Some((figure, to)) = places.filter(|(f, _)| view.is_meeple(*f)) else { continue };
        let near = |tile: TileId| tile == at || Side::ALL.into_iter().any(|side| view.beside(at, side) == Some(tile));
        if view.tile_of(to).is_some_and(near) {
            let rule = view.id(GIVE);
            let pays = Effect::score(me, -PRICE);
            let takes = Effect::set_mark(view.id(CASK), Bearer::figure(figure), 1);
            out.ride(n, "and pay 1 for a cask", rule, true, &[pays.by(rule), takes.by(rule)]);
        }
    }
}

/// Rides on every departure of a meeple with a cask: at home it is sold, on the way it may be.
pub(super) fn sell(view: &View<'_>, ends: &Ends<'_>, out: &mut Choices) {
    for (n, choice) in ends.offered.iter() {
        let figure = choice.figure;
        if !figure.is_some() || !view.bears(figure, view.id(CASK)) {
            continue;
        }
        let rule = view.id(SELL);
        let gets = Effect::score(view.figure(figure).owner, SOLD).by(rule);
        // Who goes home loses the cask by its declaration, `clear_on_return`.
        if choice.to.is_on_board() {
            let loses = Effect::set_mark(view.id(CASK), Bearer::figure(figure), 0).by(rule);
            out.ride(n, "and sell the cask", rule, true, &[gets, loses]);
        } else {
            out.ride(n, "and sell the cask", rule, false, &[gets]);
        }
    }
}

/// Everybody on the tile where the barge arrives ships the cask.
pub(super) fn ship(view: &View<'_>, moved: &Moved, out: &mut Reply) {
    let Some(tile) = view.tile_of(moved.to) else { return };
    let here = view.on_board().filter(|(_, f)| view.tile_of(f.place) == Some(tile));
    for (figure, row) in here.filter(|(id, _)| view.bears(*id, view.id(CASK))) {
        out.does(Effect::set_mark(view.id(CASK), Bearer::figure(figure), 0));
        out.does(Effect::score(row.owner, SHIPPED));
    }
}
