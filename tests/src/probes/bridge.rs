//! A bridge admits a placement whose roads do not fit, carries the road over the new tile, and is used up.

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "probe-bridge",
    declaration: r#"
        [plugin]
        id = "probe-bridge"
        name = "Probe: a bridge"
        version = "0.1.0"
        api = "^0.1"

        [[mark]]
        name = "bridges"
        bearer = "player"

        [[mark]]
        name = "bridged"
        bearer = "tile"

        [[rule]]
        id = "P-BR-1"
        text = "Each player has two bridges: one carries a road over a new tile from field edge to field edge where roads face it."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [],
    names: {
        ROAD: FeatureKind = "road";
        OPEN_LAND: EdgeKind = "field";
        BRIDGES: MarkKind = "bridges";
        BRIDGED: MarkKind = "bridged";
    },
    hooks: {
        setup: give = key(0).rules("P-BR-1").writes(&[Datum::mark("bridges")]);
        placement: span = key(201)
            .admits()
            .when(&[Condition::mark("bridges")])
            .rules("P-BR-1").writes(&[Datum::admissions()]).choices_write(&[Datum::tiles(), Datum::tally("bridged"), Datum::tally("bridges")]);
    },
}

fn give(view: &View<'_>, (): &(), out: &mut Reply) {
    for player in view.clockwise(Player(0)) {
        out.does(Effect::set_mark(view.id(BRIDGES), Bearer::player(player), 2));
    }
}

fn span(view: &View<'_>, candidates: &RSlice<'_, Candidate>, out: &mut Verdicts) {
    let (Some(kind), me) = (view.drawn(), view.active()) else { return };
    if view.mark(view.id(BRIDGES), Bearer::player(me)) == 0 {
        return;
    }
    for (n, candidate) in (0..).zip(candidates.iter()) {
        for axis in [[Side::North, Side::South], [Side::East, Side::West]] {
            let sides = axis.into_iter().fold(Sides::NONE, Sides::with);
            let mends = candidate.misfits != 0 && candidate.misfits & !sides.0 == 0;
            if mends && axis.into_iter().all(|side| can_reach(view, kind, candidate, side)) {
                out.admit(
                    n,
                    "with a bridge",
                    &[
                        Effect::add_segment_placed(view.id(ROAD), sides, Halves::NONE),
                        Effect::mark_placed(view.id(BRIDGED), 1),
                        Effect::add_mark(view.id(BRIDGES), Bearer::player(me), -1),
                    ],
                );
            }
        }
    }
}

/// Whether a bridge can end at a side: over open land, and before a road or an empty cell.
fn can_reach(view: &View<'_>, kind: TileKind, candidate: &Candidate, side: Side) -> bool {
    let before = |tile| view.segment_at(tile, side.opposite(), view.id(ROAD)).is_some();
    view.edge(kind, candidate.rotation, side) == view.id(OPEN_LAND)
        && view.tile_at(candidate.pos.beside(side)).is_none_or(before)
}
