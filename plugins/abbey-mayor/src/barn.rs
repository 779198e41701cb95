//! The barn: it stands where four tiles meet on one field, has the field scored, and stays.

use super::{
    BARN, BARN_PLACEMENT, BARN_SCORES, BUILD, CITY, FIELD, JOINED_FARMERS, NEW_BARN, NO_MORE_FARMERS, TOUCHES,
};
use gatehouse_core::prelude::*;

/// The barn on a corner of the placed tile, where four tiles meet on one field.
pub(super) fn build_barn(view: &View<'_>, args: &SlotArgs<'_>, out: &mut Choices) {
    let Some(tile) = view.placed().filter(|_| args.slot.0 == 0) else { return };
    // Four tiles can meet only where there is one on both sides of the corner.
    let beside = Side::ALL.map(|side| view.beside(tile, side).is_some());
    let enclosed = |corner: &u8| beside[usize::from(*corner)] && beside[usize::from(*corner + 3) % 4];
    for corner in (0..4).filter(enclosed) {
        let Some(field) = field_around(view, tile, corner) else { continue };
        let Some(barn) = view.in_supply(view.active(), view.id(BARN)) else { return };
        let in_the_way = |(_, at, other): &(FigureId, Pos, FeatureId)| {
            *other == field && (view.switch(BARN_PLACEMENT) == 0 || *at == point(view, tile, corner))
        };
        if !barns(view).any(|b| in_the_way(&b)) {
            out.add("place")
                .by(view.id(BUILD))
                .shifts(barn, Place::corner(tile, corner), Cause::PLACED)
                .does(Effect::set_mark(view.id(NEW_BARN), Bearer::figure(barn), 1));
        }
    }
}

/// Nobody is placed on the field of a barn.
pub(super) fn no_more_farmers(view: &View<'_>, args: &SlotArgs<'_>, out: &mut Choices) {
    for (n, choice) in args.offered.iter() {
        let farmer = |e: &Effect| match e.act() {
            Act::Move { figure, to, cause: Cause::PLACED } if view.is_meeple(figure) => {
                let segment = to.on_segment().filter(|s| view.segment(*s).kind == view.id(FIELD));
                segment.is_some_and(|s| barns(view).any(|(_, _, field)| field == view.feature_of(s)))
            }
            _ => false,
        };
        if args.offered.effects_of(choice).iter().any(farmer) {
            out.strike(n, "a barn stands on this field", view.id(NO_MORE_FARMERS));
        }
    }
}

/// A field with a barn and farmers is scored with the completed features.
pub(super) fn field_of_barn(view: &View<'_>, _: &RSlice<'_, FeatureId>, out: &mut Completions) {
    for (_, _, field) in barns(view).filter(|(_, _, f)| view.is_occupied(*f)) {
        out.include(field);
    }
}

/// Farmers who came to a barn get 1 for each completed city.
pub(super) fn joined_farmers(view: &View<'_>, sheet: &Sheet<'_>, out: &mut Lines) {
    let mut here = barns(view).filter(|(_, _, f)| *f == sheet.feature).map(|(barn, _, _)| barn).peekable();
    if here.peek().is_some() && here.all(|barn| view.mark(view.id(NEW_BARN), Bearer::figure(barn)) == 0) {
        out.write(Line::rate(Unit::feature(view.id(CITY)), 1).by(view.id(JOINED_FARMERS)));
    }
}

/// Four for each completed city of a barn's field, once for each player.
pub(super) fn cities_of_barns(view: &View<'_>, (): &(), out: &mut Reply) {
    let mut owned: Vec<(Player, FeatureId)> =
        barns(view).map(|(barn, _, field)| (view.figure(barn).owner, field)).collect();
    owned.sort_unstable();
    owned.dedup();
    for (owner, field) in owned {
        let cities = view.linked_features(field, view.id(TOUCHES)).into_iter();
        let completed = cities.filter(|&f| view.feature(f).is_complete()).count() as i32;
        if completed > 0 {
            out.does(Effect::score(owner, 4 * completed).by(view.id(BARN_SCORES)));
        }
    }
}

/// The barns on the board: each with where it stands and the field it stands on.
fn barns<'a>(view: &View<'a>) -> impl Iterator<Item = (FigureId, Pos, FeatureId)> + use<'a> {
    let (view, kind) = (*view, view.id(BARN));
    view.on_board_of_kind(kind).filter_map(move |(barn, row)| match row.place.spot() {
        Spot::Corner(tile, corner) => Some((barn, point(&view, tile, corner), field_at(&view, tile, corner)?)),
        _ => None,
    })
}

/// The field around a corner, if four tiles meet there and all their corners are this field.
fn field_around(view: &View<'_>, tile: TileId, corner: u8) -> Option<FeatureId> {
    let at = point(view, tile, corner);
    // The tiles around the point, clockwise from the north-west: each has it at its opposite corner.
    let mut around = [tile; 4];
    for (tile, (dx, dy)) in around.iter_mut().zip([(-1, -1), (0, -1), (0, 0), (-1, 0)]) {
        // Mostly one of them is missing, which is found sooner than where fields lie.
        *tile = view.tile_at(Pos::new(at.x.wrapping_add(dx), at.y.wrapping_add(dy)))?;
    }
    let field = field_at(view, tile, corner)?;
    around.into_iter().zip([2, 3, 0, 1]).all(|(t, n)| field_at(view, t, n) == Some(field)).then_some(field)
}

/// The point where four cells meet at a corner, as the cell south-east of it.
fn point(view: &View<'_>, tile: TileId, corner: u8) -> Pos {
    let at = view.tile(tile).pos;
    let (dx, dy) = (i16::from(matches!(corner, 1 | 2)), i16::from(corner >= 2));
    Pos::new(at.x.wrapping_add(dx), at.y.wrapping_add(dy))
}

/// The field that lies in a corner of a tile, 0 north-west to 3 south-west, on both sides of it.
fn field_at(view: &View<'_>, tile: TileId, corner: u8) -> Option<FeatureId> {
    // The last half-edge of one side and the first of the next.
    let halves = 0b1000_0001_u8.rotate_left(2 * u32::from(corner));
    let lies = |s: &SegmentId| {
        let row = view.segment(*s);
        row.kind == view.id(FIELD) && row.halves.0 & halves == halves
    };
    view.segments_on(tile).find(lies).map(|s| view.feature_of(s))
}
