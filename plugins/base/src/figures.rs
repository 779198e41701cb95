//! Placing, recalling and returning figures.

use super::{ABBOT, GARDEN, MONASTERY, RECALL, scoring};
use gatehouse_core::prelude::*;

/// Each player gets an abbot.
pub(super) fn give_abbots(view: &View<'_>, (): &(), out: &mut Reply) {
    let abbot = view.id(ABBOT);
    for player in view.clockwise(Player(0)) {
        out.does(Effect::supply(player, abbot, Place::SUPPLY, 1));
    }
}

/// A meeple of any kind, of any plugin, on a segment of the placed tile whose feature holds no meeple.
pub(super) fn offer(view: &View<'_>, args: &SlotArgs<'_>, out: &mut Choices) {
    let (Some(tile), me) = (view.placed(), view.active()) else { return };
    let slot = if args.slot.0 == 0 { u8::MAX } else { args.slot.0 as u8 };
    let mut held = [FigureId::NONE; 64];
    let mut kinds = 0u64;
    for (id, figure) in view.supply_of(me) {
        let bit = 1 << (figure.kind.0 % 64);
        if kinds & bit == 0 {
            kinds |= bit;
            held[figure.kind.index() % 64] = id;
        }
    }
    let ready = of_kinds(kinds).filter(|kind| {
        let row = view.figure_kind(*kind);
        row.meeple && row.slot == slot
    });
    let ready = ready.fold(0, |bits, kind| bits | 1 << kind.0);
    if ready == 0 {
        return;
    }
    for segment in view.segments_on(tile) {
        let row = view.segment(segment);
        if view.is_occupied(row.feature) {
            continue;
        }
        for kind in of_kinds(ready).filter(|kind| view.may_stand(*kind, row.kind)) {
            out.add("place").shifts(held[kind.index()], Place::segment(segment), Cause::PLACED);
        }
    }
}

/// The kinds of figures whose bits are set.
fn of_kinds(mut bits: u64) -> impl Iterator<Item = FigureKind> {
    std::iter::from_fn(move || {
        let kind = (bits != 0).then(|| FigureKind(bits.trailing_zeros() as u16));
        bits &= bits.wrapping_sub(1);
        kind
    })
}

/// The own abbot back from an incomplete monastery or garden, with its points at once.
pub(super) fn recall(view: &View<'_>, args: &SlotArgs<'_>, out: &mut Choices) {
    let (abbot, me) = (view.id(ABBOT), view.active());
    if args.slot.0 != 0 {
        return;
    }
    for (id, figure) in view.on_board_of_kind(abbot).filter(|(_, f)| f.owner == me) {
        let Some(segment) = figure.place.on_segment() else { continue };
        let feature = view.feature_of(segment);
        let kind = view.feature(feature).kind;
        if (kind == view.id(MONASTERY) || kind == view.id(GARDEN)) && !view.feature(feature).is_complete() {
            let points = scoring::filled(view, feature);
            out.add("take back")
                .figure(id)
                .by(view.id(RECALL))
                .does(Effect::score(me, points).by(view.id(RECALL)))
                .does(Effect::shift(id, Place::SUPPLY, Cause::RECALLED).by(view.id(RECALL)));
        }
    }
}

/// Every figure with an owner may return to its supply.
pub(super) fn return_home(view: &View<'_>, ends: &Ends<'_>, out: &mut Choices) {
    for (id, _) in view.figures_on(ends.sheet.feature).filter(|(_, f)| f.owner.is_some()) {
        out.add("return").shifts(id, Place::SUPPLY, Cause::RETURNED);
    }
}
