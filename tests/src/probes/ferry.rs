//! A ferry joins two roads at a lake without extending them; it may cross over when one of its roads was extended.

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "probe-ferry",
    declaration: r#"
        [plugin]
        id = "probe-ferry"
        name = "Probe: a ferry"
        version = "0.1.0"
        api = "^0.1"

        [[link]]
        name = "ferry"

        [[print]]
        name = "lake"

        [[mark]]
        name = "extended"
        bearer = "segment"
        scope = "part"

        [[rule]]
        id = "P-FE-1"
        text = "A ferry on a new lake joins two of its roads; that extends neither."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"

        [[rule]]
        id = "P-FE-2"
        text = "A ferry of which a tile has extended a road may cross over to two other roads."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [r#"
        [[tile]]
        id = "P-FE/lake"
        count = 4
        edges = "RRRR"
        segments = [
            "road N", "road E", "road S", "road W",
            "field n2 e1", "field e2 s1", "field s2 w1", "field n1 w2",
        ]
        prints = ["lake"]
    "#],
    names: {
        ROAD: FeatureKind = "road";
        FERRY: LinkKind = "ferry";
        EXTENDED: MarkKind = "extended";
        CROSS: RuleId = "P-FE-2";
    },
    hooks: {
        grew: note = reaction()
            .when(&[Condition::feature("road")])
            .rules("P-FE-2").writes(&[Datum::tally("extended")]);
        after_action: moor = key(360).when(&[Condition::placed("lake")]).rules("P-FE-1").writes(&[Datum::offers()]).choices_write(&[Datum::joins()]);
        after_action: cross = key(365)
            .when(&[Condition::mark("extended")])
            .rules("P-FE-2")
            .writes(&[Datum::offers()]).choices_write(&[Datum::joins()]);
    },
}

fn note(view: &View<'_>, grew: &Grew, out: &mut Reply) {
    if grew.tile && grew.extends {
        out.does(Effect::add_mark(view.id(EXTENDED), Bearer::segment(grew.segment), 1));
    }
}

/// Every two roads that end at the lake of a tile.
fn pairs(view: &View<'_>, tile: TileId) -> Vec<(SegmentId, SegmentId)> {
    let roads: Vec<_> = view.segments_on(tile).filter(|&s| view.segment(s).kind == view.id(ROAD)).collect();
    let later = |i: usize| roads[i + 1..].iter().copied();
    (0..roads.len()).flat_map(|i| later(i).map(|b| (roads[i], b)).collect::<Vec<_>>()).collect()
}

fn moor(view: &View<'_>, (): &(), out: &mut Reply) {
    let Some(tile) = view.placed() else { return };
    let mut offer = out.offer(Decider::player(view.active()), "which roads does the ferry join?").must();
    for (n, (a, b)) in (1..).zip(pairs(view, tile)) {
        offer.choice("moor").detail(n).does(Effect::join(view.id(FERRY), a, b, false));
    }
}

fn cross(view: &View<'_>, (): &(), out: &mut Reply) {
    let extended: Vec<FeatureId> = view
        .marked(view.id(EXTENDED))
        .filter_map(|(on, _)| match on.kind() {
            BearerKind::Segment(s) => Some(view.feature_of(s)),
            _ => None,
        })
        .collect();
    for (join, row) in view.joins().filter(|(_, j)| j.kind == view.id(FERRY)) {
        let tile = view.segment(row.a).tile;
        if Some(tile) == view.placed() || !extended.contains(&view.feature_of(row.a)) {
            continue;
        }
        let mut offer = out.offer(Decider::player(view.active()), "does the ferry cross?");
        let others = (1..).zip(pairs(view, tile)).filter(|(_, pair)| *pair != (row.a, row.b));
        for (n, (a, b)) in others {
            offer
                .choice("cross")
                .to(Place::tile(tile))
                .detail(n)
                .by(view.id(CROSS))
                .does(Effect::part(join))
                .does(Effect::join(view.id(FERRY), a, b, false));
        }
    }
}
