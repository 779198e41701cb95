//! Builders and pigs: they are placed beside meeples of their player and leave with the last of them.

use super::{BUILDER, BUILDER_LEAVES, CITY, PIG, PIG_LEAVES};
use gatehouse_core::{Stage, prelude::*};

/// The own builder on a road or city of the placed tile.
pub(super) fn place_builder(view: &View<'_>, args: &SlotArgs<'_>, out: &mut Choices) {
    place(view, args, view.id(BUILDER), out);
}

/// The own pig on a field of the placed tile.
pub(super) fn place_pig(view: &View<'_>, args: &SlotArgs<'_>, out: &mut Choices) {
    place(view, args, view.id(PIG), out);
}

/// An own figure of a kind on each segment of the placed tile on which it may stand and whose feature holds an own
/// meeple.
fn place(view: &View<'_>, args: &SlotArgs<'_>, kind: FigureKind, out: &mut Choices) {
    let (Some(tile), me) = (view.placed(), view.active()) else { return };
    if args.slot.0 != 0 {
        return;
    }
    let beside_own = |s: &SegmentId| {
        let row = view.segment(*s);
        view.is_occupied(row.feature) && view.may_stand(kind, row.kind) && has_meeple(view, row.feature, me)
    };
    let mut segments = view.segments_on(tile).filter(beside_own).peekable();
    if segments.peek().is_none() {
        return;
    }
    let Some(figure) = view.in_supply(me, kind) else { return };
    for segment in segments {
        out.add("place").shifts(figure, Place::segment(segment), Cause::PLACED);
    }
}

/// Whether a meeple of a player, of whatever kind, stands on a feature.
fn has_meeple(view: &View<'_>, feature: FeatureId, player: Player) -> bool {
    view.figures_of(player, feature).any(|(id, _)| view.is_meeple(id))
}

/// Whether a figure of a kind and player stands on a feature.
pub(super) fn has(view: &View<'_>, feature: FeatureId, kind: FigureKind, player: Player) -> bool {
    view.figures_of(player, feature).any(|(_, figure)| figure.kind == kind)
}

/// Builders and pigs of whose player no meeple is left where one has just gone.
pub(super) fn leave_too(view: &View<'_>, moved: &Moved, out: &mut Reply) {
    let owner = view.figure(moved.figure).owner;
    // The segment is asked, not the feature it belonged to: features may have been joined or parted since.
    let Some(feature) = moved.from.on_segment().map(|s| view.feature_of(s)) else { return };
    if !view.is_meeple(moved.figure) || has_meeple(view, feature, owner) {
        return;
    }
    let cause = if moved.cause == Cause::RETURNED { Cause::RETURNED } else { Cause::REMOVED };
    for (id, figure) in view.figures_of(owner, feature) {
        let rule = match figure.kind {
            kind if kind == view.id(BUILDER) => BUILDER_LEAVES,
            kind if kind == view.id(PIG) => PIG_LEAVES,
            _ => continue,
        };
        out.does(Effect::shift(id, Place::SUPPLY, cause).by(view.id(rule)));
    }
}

/// One more a city for each owner of the field with a pig there.
pub(super) fn pig_counts(view: &View<'_>, sheet: &Sheet<'_>, out: &mut Lines) {
    let city = Unit::feature(view.id(CITY));
    let counted = sheet.lines.iter().filter(|l| l.stage == Stage::BASIS && l.unit == city);
    let cities = counted.map(|l| l.count).sum();
    for owner in sheet.owners.iter().filter(|&p| cities > 0 && has(view, sheet.feature, view.id(PIG), p)) {
        out.write(Line::bonus(owner, city, cities, 1));
    }
}
