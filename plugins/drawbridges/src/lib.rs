//! The Drawbridges: who alone has the majority on a completed road may march into the open cities behind its drawbridges.
#![forbid(unsafe_code)]

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "drawbridges",
    declaration: include_str!("../plugin.toml"),
    tiles: [include_str!("../tiles.toml")],
    names: {
        DRAWBRIDGE: LinkKind = "drawbridge";
        MARCH: RuleId = "R-DB-8";
    },
    hooks: {
        depart: march = key(480)
            .when(&[Condition::feature("road"), Condition::completed(), Condition::sole_owner()])
            .rules("R-DB-8 R-DB-5 R-DB-6 R-DB-9 R-DB-10 R-DB-12 R-DB-21")
            .because("after the road is scored and before wagons move")
            .reads(&[Datum::figures()])
            .writes(&[Datum::choices()])
            .choices_write(&[Datum::figures()]);
    },
}

/// Each meeple of the sole owner may go to any tile of any incomplete city behind a drawbridge of the road.
fn march(view: &View<'_>, ends: &Ends<'_>, out: &mut Choices) {
    let Some(owner) = ends.sheet.owners.sole() else { return };
    let road = ends.sheet.feature;
    let mut cities = view.linked_features(road, view.id(DRAWBRIDGE));
    cities.retain(|&city| !view.feature(city).is_complete());
    for (figure, row) in view.figures_of(owner, road).filter(|(f, _)| view.is_meeple(*f)) {
        for &city in cities.iter().filter(|&&c| view.may_stand(row.kind, view.feature(c).kind)) {
            for (_, segment) in view.tiles_of(city) {
                out.add("march").by(view.id(MARCH)).shifts(figure, Place::segment(segment), Cause::MOVED);
            }
        }
    }
}
