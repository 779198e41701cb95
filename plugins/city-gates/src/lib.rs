//! The City Gates: a gate in the city wall closes roads, continues nothing, and is no open side of its city.
//!
//! Almost all of it is declared in `plugin.toml`: the edge kind and what it fits.
#![forbid(unsafe_code)]

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "city-gates",
    declaration: include_str!("../plugin.toml"),
    tiles: [include_str!("../tiles.toml")],
    names: {
        CLOSED_CITY: Print = "closed-city";
        FOUR_POINTS: RuleId = "R-CG-12";
    },
    hooks: {
        score: four_gates = key(426)
            .when(&[Condition::feature("city"), Condition::shows("closed-city"), Condition::completed()])
            .rules("R-CG-12")
            .because("the flat value stands instead of the count of tiles")
            .reads(&[Datum::tiles()])
            .writes(&[Datum::sheet("instead")]);
    },
}

/// The city with four gates is worth 4.
fn four_gates(view: &View<'_>, sheet: &Sheet<'_>, out: &mut Lines) {
    let on_the_tile =
        view.tiles_of(sheet.feature).iter().all(|&(t, _)| view.shows(view.tile(t).kind, view.id(CLOSED_CITY)));
    if on_the_tile {
        out.write(Line::instead(4).by(view.id(FOUR_POINTS)));
    }
}
