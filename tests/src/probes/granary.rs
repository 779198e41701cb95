//! A figure on a corner has the field there scored now and its meeples sent home, and again whenever it is occupied.

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "probe-granary",
    declaration: r#"
        [plugin]
        id = "probe-granary"
        name = "Probe: assessment"
        version = "0.1.0"
        api = "^0.1"

        [[figure]]
        name = "granary"
        supply = 1

        [[rule]]
        id = "P-GR-1"
        text = "A granary is built on the corner where four tiles meet on one field; the field is scored now and its meeples return."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"

        [[rule]]
        id = "P-GR-2"
        text = "A field with a granary that is occupied again is scored at the end of the part, and its meeples return."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [],
    names: {
        FIELD: FeatureKind = "field";
        GRANARY: FigureKind = "granary";
    },
    hooks: {
        figure_offer: build = key(323).rules("P-GR-1").writes(&[Datum::choices()]).choices_write(&[Datum::figures(), Datum::scoring()]);
        completed: again = key(405)
            .when(&[Condition::figure("granary")])
            .rules("P-GR-2")
            .writes(&[Datum::completions()]);
    },
}

/// The two half-edges at a corner, 0 north-west to 3 south-west: the last of one side and the first of the next.
fn at_corner(n: u8) -> u8 {
    1u8.rotate_left(2 * u32::from(n)) | 1u8.rotate_right(1).rotate_left(2 * u32::from(n))
}

/// The field that covers a corner of a tile.
fn field_at(view: &View<'_>, tile: TileId, corner: u8) -> Option<FeatureId> {
    let covers = |s: &SegmentId| {
        let row = view.segment(*s);
        row.kind == view.id(FIELD) && row.halves.0 & at_corner(corner) == at_corner(corner)
    };
    view.segments_on(tile).find(covers).map(|s| view.feature_of(s))
}

/// The three other tiles at a corner, each with the number of the same corner there.
fn others(view: &View<'_>, tile: TileId, corner: u8) -> [Option<(TileId, u8)>; 3] {
    let (dx, dy) = [(-1, -1), (1, -1), (1, 1), (-1, 1)][corner as usize];
    let at = view.tile(tile).pos;
    let opposite = (corner + 2) % 4;
    // Across the corner's vertical and horizontal line the corner is another one of the neighbour.
    let (sideways, upright) = if corner.is_multiple_of(2) {
        ((corner + 1) % 4, (corner + 3) % 4)
    } else {
        ((corner + 3) % 4, (corner + 1) % 4)
    };
    [
        view.tile_at(Pos::new(at.x + dx, at.y)).map(|t| (t, sideways)),
        view.tile_at(Pos::new(at.x, at.y + dy)).map(|t| (t, upright)),
        view.tile_at(Pos::new(at.x + dx, at.y + dy)).map(|t| (t, opposite)),
    ]
}

fn build(view: &View<'_>, args: &SlotArgs<'_>, out: &mut Choices) {
    let Some(tile) = view.placed().filter(|_| args.slot.0 == 0) else { return };
    let Some(granary) = view.in_supply(view.active(), view.id(GRANARY)) else { return };
    for corner in 0..4 {
        let Some(field) = field_at(view, tile, corner) else { continue };
        let same = |t: Option<(TileId, u8)>| t.and_then(|(t, c)| field_at(view, t, c)) == Some(field);
        if others(view, tile, corner).into_iter().all(same) && granaries(view).all(|f| f != field) {
            out.add("build")
                .shifts(granary, Place::corner(tile, corner), Cause::PLACED)
                .does(Effect::assess(field, false, true));
        }
    }
}

fn granaries(view: &View<'_>) -> impl Iterator<Item = FeatureId> {
    view.on_board().filter_map(|(_, f)| match f.place.spot() {
        Spot::Corner(tile, n) if f.kind == view.id(GRANARY) => field_at(view, tile, n),
        _ => None,
    })
}

fn again(view: &View<'_>, _: &RSlice<'_, FeatureId>, out: &mut Completions) {
    for field in granaries(view).filter(|f| view.is_occupied(*f)) {
        out.include(field);
    }
}
