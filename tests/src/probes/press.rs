//! Everything that setup can change: piles, supplies, figures, start tile, prints and shapes.

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "probe-press",
    declaration: r#"
        [plugin]
        id = "probe-press"
        name = "Probe: setup"
        version = "0.1.0"
        api = "^0.1"

        [[print]]
        name = "inkless"

        [[print]]
        name = "never-done"
        keeps_open = true

        [[rule]]
        id = "P-PR-1"
        text = "Setup takes three land tiles out unseen, adds two copies of one tile, lays a start tile of its own, gives each player two meeples more and puts one into the box, prints pennants and cuts a road."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [r#"
        [[tile]]
        id = "P-PR/start"
        count = 1
        edges = "CRCR"
        segments = ["city N", "city S", "road EW", "field e1 w2", "field e2 w1"]
        links = ["touches field.0 city.0", "touches field.1 city.1"]

        [[tile]]
        id = "P-PR/cut"
        count = 2
        edges = "FRFR"
        segments = ["road EW", "field n1 n2 e1 w2", "field e2 s1 s2 w1"]

        [[tile]]
        id = "P-PR/open"
        count = 1
        edges = "FRFF"
        segments = ["road E inkless", "field n1 n2 e1 e2 s1 s2 w1 w2"]
    "#],
    names: {
        LAND: PileId = "land";
        START: TileKind = "P-PR/start";
        CUT: TileKind = "P-PR/cut";
        OPEN: TileKind = "P-PR/open";
        PENNANT: Print = "pennant";
        INKLESS: Print = "inkless";
        NEVER_DONE: Print = "never-done";
        MEEPLE: FigureKind = "meeple";
    },
    hooks: {
        setup: print = key(30)
            .rules("P-PR-1").writes(&[Datum::piles(), Datum::tiles(), Datum::prints(), Datum::supplies(), Datum::figures()]);
    },
}

fn print(view: &View<'_>, (): &(), out: &mut Reply) {
    out.does(Effect::withdraw(view.id(LAND), 3));
    out.does(Effect::fill(view.id(LAND), view.id(CUT), 2));
    out.does(Effect::start_tile(view.id(START), Pos::new(0, 0), Rotation(1)));
    out.does(Effect::reprint(view.id(START), 0, view.id(PENNANT), 2));
    out.does(Effect::reshape(view.id(CUT), 0, Sides::of(Side::East), Halves::NONE));
    out.does(Effect::reprint(view.id(OPEN), 0, view.id(INKLESS), 0));
    out.does(Effect::reprint(view.id(OPEN), 0, view.id(NEVER_DONE), 1));
    for player in view.clockwise(Player(0)) {
        out.does(Effect::supply(player, view.id(MEEPLE), Place::SUPPLY, 2));
        if let Some(spare) = view.in_supply(player, view.id(MEEPLE)) {
            out.does(Effect::shift(spare, Place::BOX, Cause::NONE));
        }
    }
}
