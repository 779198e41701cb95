//! A point of the turn is skipped: whoever keeps silent places no figure.

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "probe-hush",
    declaration: r#"
        [plugin]
        id = "probe-hush"
        name = "Probe: a skipped point"
        version = "0.1.0"
        api = "^0.1"

        [[print]]
        name = "hush"

        [[rule]]
        id = "P-HU-1"
        text = "On a tile with silence a player may get 1 point and place no figure in this part."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [r#"
        [[tile]]
        id = "P-HU/hush"
        count = 4
        edges = "CFRR"
        segments = ["city N", "road SW", "field e1 e2 s1 w2", "field s2 w1"]
        links = ["touches field.0 city"]
        prints = ["hush"]
    "#],
    names: {},
    hooks: {
        tile_placed: offer = key(240).when(&[Condition::placed("hush")]).rules("P-HU-1").writes(&[Datum::offers()]).choices_write(&[Datum::points(), Datum::skips("figure_offer")]);
    },
}

fn offer(view: &View<'_>, (): &(), out: &mut Reply) {
    let me = view.active();
    let mut offer = out.offer(Decider::player(me), "do you keep silent?");
    offer.choice("keep silent").does(Effect::score(me, 1)).does(Effect::skip(Point::FIGURE_OFFER));
}
