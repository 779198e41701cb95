//! Goods of every completed city, occupied or not, for the active player; at the end the most of each give points.

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "probe-market",
    declaration: r#"
        [plugin]
        id = "probe-market"
        name = "Probe: goods"
        version = "0.1.0"
        api = "^0.1"

        [[print]]
        name = "salt"

        [[print]]
        name = "wool"

        [[mark]]
        name = "salts"
        bearer = "player"

        [[mark]]
        name = "wools"
        bearer = "player"

        [[rule]]
        id = "P-MA-1"
        text = "Whoever completes a city gets the goods on it, also if nobody stands there."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"

        [[rule]]
        id = "P-MA-2"
        text = "At the end whoever has the most of a kind of goods gets 10 points, all of them in a tie."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [r#"
        [[tile]]
        id = "P-MA/salt"
        count = 3
        edges = "CFFF"
        segments = ["city N salt*2", "field e1 e2 s1 s2 w1 w2"]
        links = ["touches field city"]

        [[tile]]
        id = "P-MA/wool"
        count = 3
        edges = "CFCF"
        segments = ["city N wool", "city S wool", "field e1 e2 w1 w2"]
        links = ["touches field city.0", "touches field city.1"]
    "#],
    names: {
        SALT: Print = "salt";
        WOOL: Print = "wool";
        SALTS: MarkKind = "salts";
        WOOLS: MarkKind = "wools";
    },
    hooks: {
        scored: collect = key(450)
            .when(&[Condition::feature("city"), Condition::completed()])
            .rules("P-MA-1")
            .writes(&[Datum::mark("salts"), Datum::mark("wools")]);
        final_score: most = key(940).rules("P-MA-2").writes(&[Datum::points()]);
    },
}

const GOODS: [(gatehouse_core::Name<Print>, gatehouse_core::Name<MarkKind>); 2] = [(SALT, SALTS), (WOOL, WOOLS)];

fn collect(view: &View<'_>, scored: &Scored<'_>, out: &mut Reply) {
    for (print, mark) in GOODS {
        let n = view.prints_of(scored.sheet.feature, view.id(print)) as i32;
        if n > 0 {
            out.does(Effect::add_mark(view.id(mark), Bearer::player(view.active()), n));
        }
    }
}

fn most(view: &View<'_>, (): &(), out: &mut Reply) {
    for (_, mark) in GOODS {
        let held = |p: Player| view.mark(view.id(mark), Bearer::player(p));
        let most = view.clockwise(Player(0)).map(held).max().unwrap_or(0);
        for player in view.clockwise(Player(0)).filter(|&p| most > 0 && held(p) == most) {
            out.does(Effect::score(player, 10));
        }
    }
}
