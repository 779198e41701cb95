//! Inns & Cathedrals: a road with an inn and a city with a cathedral are worth more, and nothing if never completed.
//!
//! The large meeple needs no code: it is declared with its strength in `plugin.toml`, and placed like any meeple.
#![forbid(unsafe_code)]

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "inns-cathedrals",
    declaration: include_str!("../plugin.toml"),
    tiles: [include_str!("../tiles.toml")],
    names: {
        INN: Print = "inn";
        CATHEDRAL: Print = "cathedral";
        PENNANT: Print = "pennant";
        UNFINISHED: SwitchId = "unfinished";
    },
    hooks: {
        score: inn = key(427)
            .when(&[Condition::feature("road"), Condition::shows("inn")])
            .rules("IC-1 IC-4")
            .because("it changes what a tile of the road is worth")
            .reads(&[Datum::tiles()])
            .writes(&[Datum::sheet("rate"), Datum::sheet("nil")]);
        score: cathedral = key(427)
            .when(&[Condition::feature("city"), Condition::shows("cathedral")])
            .rules("IC-2")
            .because("it changes what tiles and pennants of the city are worth")
            .reads(&[Datum::tiles()])
            .writes(&[Datum::sheet("rate"), Datum::sheet("nil")]);
    },
}

/// Two a tile, or nothing.
fn inn(view: &View<'_>, sheet: &Sheet<'_>, out: &mut Lines) {
    score(view, sheet, view.id(INN), &[Line::rate(Unit::TILE, 2)], out);
}

/// Three a tile and pennant, or nothing.
fn cathedral(view: &View<'_>, sheet: &Sheet<'_>, out: &mut Lines) {
    let pennants = Unit::print(view.id(PENNANT));
    score(view, sheet, view.id(CATHEDRAL), &[Line::rate(Unit::TILE, 3), Line::rate(pennants, 3)], out);
}

/// These rates for a completed feature with the building, however many of them it has; nothing for one left incomplete.
fn score(view: &View<'_>, sheet: &Sheet<'_>, building: Print, rates: &[Line], out: &mut Lines) {
    // A tile may show the building beside another feature of the same kind.
    if view.prints_of(sheet.feature, building) == 0 {
        return;
    }
    if sheet.complete {
        rates.iter().for_each(|&rate| out.write(rate));
    } else if view.switch(UNFINISHED) == 0 {
        out.write(Line::nil());
    }
}
