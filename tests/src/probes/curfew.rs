//! Strikes with reasons: on placements, and on departures.

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "probe-curfew",
    declaration: r#"
        [plugin]
        id = "probe-curfew"
        name = "Probe: strikes"
        version = "0.1.0"
        api = "^0.1"

        [[switch]]
        name = "onward"
        text = "Whether a figure that can go on may return instead."
        default = 0
        [switch.values]
        0 = "it may"
        1 = "it may not"

        [[rule]]
        id = "P-CU-1"
        text = "No figure is placed on a field in the first two turns of the game."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"

        [[rule]]
        id = "P-CU-2"
        text = "If so decided, a figure that can go on from a scored feature may not return."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [],
    names: {
        FIELD: FeatureKind = "field";
        EARLY: RuleId = "P-CU-1";
        ONWARD: RuleId = "P-CU-2";
    },
    hooks: {
        figure_offer: too_early = key(329).strikes().rules("P-CU-1").writes(&[Datum::strikes()]);
        depart: onward = key(501)
            .strikes()
            .when(&[Condition::switch("onward", 1)])
            .rules("P-CU-2")
            .writes(&[Datum::strikes()]);
    },
}

fn too_early(view: &View<'_>, args: &SlotArgs<'_>, out: &mut Choices) {
    for (n, choice) in args.offered.iter() {
        let field = choice.to.on_segment().is_some_and(|s| view.segment(s).kind == view.id(FIELD));
        if field && view.board.turn.number <= 2 {
            out.strike(n, "nobody farms in the first two turns", view.id(EARLY));
        }
    }
}

fn onward(view: &View<'_>, ends: &Ends<'_>, out: &mut Choices) {
    for (n, choice) in ends.offered.iter().filter(|(_, c)| c.to == Place::SUPPLY) {
        if ends.offered.iter().any(|(_, other)| other.figure == choice.figure && other.to != Place::SUPPLY) {
            out.strike(n, "who can go on does not return", view.id(ONWARD));
        }
    }
}
