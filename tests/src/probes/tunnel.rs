//! Two portals joined by a rule extend the road they make one.

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "probe-tunnel",
    declaration: r#"
        [plugin]
        id = "probe-tunnel"
        name = "Probe: an extending join"
        version = "0.1.0"
        api = "^0.1"

        [[link]]
        name = "tunnel"

        [[print]]
        name = "portal"

        [[mark]]
        name = "dug"
        bearer = "segment"

        [[rule]]
        id = "P-TU-1"
        text = "After the figure action two portals not yet dug may be joined; that extends the road."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [r#"
        [[tile]]
        id = "P-TU/portal"
        count = 5
        edges = "FFRF"
        segments = ["road S portal", "field n1 n2 e1 e2 s1 s2 w1 w2"]
    "#],
    names: {
        TUNNEL: LinkKind = "tunnel";
        PORTAL: Print = "portal";
        DUG: MarkKind = "dug";
    },
    hooks: {
        after_action: dig = key(350).when(&[Condition::placed("portal")]).rules("P-TU-1").writes(&[Datum::offers()]).choices_write(&[Datum::mark("dug"), Datum::joins()]);
    },
}

fn dig(view: &View<'_>, (): &(), out: &mut Reply) {
    let (Some(tile), portal) = (view.placed(), view.id(PORTAL)) else { return };
    let fresh = |s: &SegmentId| view.prints_on(*s, portal) > 0 && view.mark(view.id(DUG), Bearer::segment(*s)) == 0;
    let segments = (0..view.board.segments.len() as u16).map(SegmentId);
    let portals: Vec<SegmentId> = segments.filter(fresh).collect();
    let Some(new) = view.segments_on(tile).find(fresh) else { return };
    let mut offer = out.offer(Decider::player(view.active()), "do you dig a tunnel?");
    for &other in portals.iter().filter(|s| **s != new) {
        offer
            .choice("dig")
            .to(Place::segment(other))
            .does(Effect::set_mark(view.id(DUG), Bearer::segment(new), 1))
            .does(Effect::set_mark(view.id(DUG), Bearer::segment(other), 1))
            .does(Effect::join(view.id(TUNNEL), new, other, true));
    }
}
