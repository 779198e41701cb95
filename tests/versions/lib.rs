//! A house rule that is built against several versions of the core crate.

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "wayside",
    declaration: include_str!("../plugin.toml"),
    tiles: [],
    names: {
        SHRINE: RuleId = "R-WS-1";
    },
    hooks: {
        score: wayside = key(431)
            .when(&[Condition::feature("road"), Condition::completed()])
            .rules("R-WS-1")
            .because("it adds to the road's own points")
            .writes(&[Datum::sheet("plus")]);
    }
}

/// Seven for each completed road.
fn wayside(view: &View<'_>, _: &Sheet<'_>, out: &mut Lines) {
    out.write(Line::plus(Unit::FLAT, 1, 7).by(view.id(SHRINE)));
}
