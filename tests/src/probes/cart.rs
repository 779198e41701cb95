//! Departures beyond the return, at two keys, and a switch that lets both be decided together.

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "probe-cart",
    declaration: r#"
        [plugin]
        id = "probe-cart"
        name = "Probe: departures"
        version = "0.1.0"
        api = "^0.1"

        [[figure]]
        name = "cart"
        meeple = true
        supply = 1
        stands_on = ["road", "city", "monastery"]

        [[figure]]
        name = "runner"
        meeple = true
        supply = 1
        stands_on = ["road", "city"]

        [[switch]]
        name = "together"
        text = "Whether runners decide together with carts."
        default = 0
        [switch.values]
        0 = "runners decide first"
        1 = "all decide together, clockwise"

        [[rule]]
        id = "P-CA-1"
        text = "A cart on a completed feature may drive to an unoccupied incomplete feature on its tile or one around it."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"

        [[rule]]
        id = "P-CA-2"
        text = "A runner on a completed feature may run to any incomplete feature of its tile."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [],
    names: {
        CART: FigureKind = "cart";
        RUNNER: FigureKind = "runner";
        TOGETHER: SwitchId = "together";
    },
    hooks: {
        depart: drive = key(500)
            .when(&[Condition::completed(), Condition::figure("cart")])
            .rules("P-CA-1")
            .because("carts drive last")
            .writes(&[Datum::choices()]).choices_write(&[Datum::figures()]);
        depart: run = key(480)
            .when(&[Condition::completed(), Condition::figure("runner")])
            .rules("P-CA-2")
            .writes(&[Datum::choices()]).choices_write(&[Datum::figures()]);
    },
}

fn of_kind<'a>(view: &View<'a>, ends: &Ends<'_>, kind: FigureKind) -> Vec<(FigureId, SegmentId)> {
    let here = view.figures_on(ends.sheet.feature).filter(|(_, f)| f.kind == kind);
    here.filter_map(|(id, f)| Some((id, f.place.on_segment()?))).collect()
}

fn drive(view: &View<'_>, ends: &Ends<'_>, out: &mut Choices) {
    for (cart, at) in of_kind(view, ends, view.id(CART)) {
        let tile = view.segment(at).tile;
        for segment in [tile].into_iter().chain(view.around(tile)).flat_map(|t| view.segments_on(t)) {
            let row = view.segment(segment);
            let free = !view.feature(row.feature).is_complete() && !view.is_occupied(row.feature);
            if free && view.may_stand(view.id(CART), row.kind) {
                out.add("drive").shifts(cart, Place::segment(segment), Cause::MOVED);
            }
        }
    }
}

fn run(view: &View<'_>, ends: &Ends<'_>, out: &mut Choices) {
    let together = view.switch(TOGETHER) == 1;
    for (runner, at) in of_kind(view, ends, view.id(RUNNER)) {
        for segment in view.segments_on(view.segment(at).tile) {
            let row = view.segment(segment);
            if !view.feature(row.feature).is_complete() && view.may_stand(view.id(RUNNER), row.kind) {
                let choice = out.add("run").shifts(runner, Place::segment(segment), Cause::MOVED);
                if together {
                    choice.decided_at(Key(500));
                }
            }
        }
    }
}
