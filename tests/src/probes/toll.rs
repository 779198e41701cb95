//! A compulsory rider: every figure that enters a city pays.

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "probe-toll",
    declaration: r#"
        [plugin]
        id = "probe-toll"
        name = "Probe: a compulsory rider"
        version = "0.1.0"
        api = "^0.1"

        [[rule]]
        id = "P-TO-1"
        text = "Who places or moves a figure into a city pays 1 point; who takes one home from a scored road pays 1 point too."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [],
    names: {
        ROAD: FeatureKind = "road";
        CITY: FeatureKind = "city";
    },
    hooks: {
        figure_offer: placed = key(326).rides().rules("P-TO-1").writes(&[Datum::riders()]).choices_write(&[Datum::points()]);
        depart: moved = key(506).rides().rules("P-TO-1").writes(&[Datum::riders()]).choices_write(&[Datum::points()]);
    },
}

fn placed(view: &View<'_>, args: &SlotArgs<'_>, out: &mut Choices) {
    for (n, choice) in args.offered.iter() {
        if enters(view, choice.to) {
            pay(view, n, choice.figure, out);
        }
    }
}

fn moved(view: &View<'_>, ends: &Ends<'_>, out: &mut Choices) {
    let from_road = ends.sheet.kind == view.id(ROAD);
    for (n, choice) in ends.offered.iter() {
        if enters(view, choice.to) || (from_road && choice.to == Place::SUPPLY) {
            pay(view, n, choice.figure, out);
        }
    }
}

fn enters(view: &View<'_>, to: Place) -> bool {
    to.on_segment().is_some_and(|s| view.segment(s).kind == view.id(CITY))
}

fn pay(view: &View<'_>, on: u32, figure: FigureId, out: &mut Choices) {
    let owner = view.figure(figure).owner;
    if owner.is_some() {
        out.ride(on, "and pay the toll", RuleId::NONE, false, &[Effect::score(owner, -1)]);
    }
}
