//! A drawn tile acts before it is placed: meeples on roads return, except sheltered ones.

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "probe-unrest",
    declaration: r#"
        [plugin]
        id = "probe-unrest"
        name = "Probe: an effect of a draw"
        version = "0.1.0"
        api = "^0.1"
        optional = [{ id = "probe-shelter", reason = "sheltered meeples are safe" }]

        [[print]]
        name = "unrest"

        [[rule]]
        id = "P-UN-1"
        text = "When a tile with unrest is drawn, the first player clockwise with meeples on roads takes them back; a sheltered one stays and gives 2 points."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [r#"
        [[tile]]
        id = "P-UN/unrest"
        count = 3
        edges = "FRFF"
        segments = ["road E", "field n1 n2 e1 e2 s1 s2 w1 w2"]
        prints = ["unrest"]
    "#],
    names: {
        ROAD: FeatureKind = "road";
        SHELTERED: MarkKind = "sheltered", optional;
    },
    hooks: {
        tile_drawn: rise = key(130)
            .when(&[Condition::drawn("unrest")])
            .rules("P-UN-1")
            .because("before the tile is placed")
            .writes(&[Datum::figures(), Datum::points()]);
    },
}

fn rise(view: &View<'_>, drawn: &Drawn, out: &mut Reply) {
    assert_eq!(Some(drawn.kind), view.drawn());
    for player in view.clockwise(view.active()) {
        let mut lost = false;
        for (id, figure) in view.on_board().filter(|(id, f)| f.owner == player && view.is_meeple(*id)) {
            let on_road = figure.place.on_segment().is_some_and(|s| view.segment(s).kind == view.id(ROAD));
            match view.mark(view.id(SHELTERED), Bearer::figure(id)) {
                _ if !on_road => {}
                0 => {
                    lost = true;
                    out.does(Effect::remove(id));
                }
                _ => out.does(Effect::score(player, 2)),
            }
        }
        if lost {
            return;
        }
    }
}
