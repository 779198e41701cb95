//! A hidden pile: a token is revealed after scoring and pays for the meeples around; one is taken out unseen in setup.

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "probe-circus",
    declaration: r#"
        [plugin]
        id = "probe-circus"
        name = "Probe: a hidden pile"
        version = "0.1.0"
        api = "^0.1"

        [[pile]]
        name = "tents"

        [[print]]
        name = "circus"

        [[print]]
        name = "seat"

        [[rule]]
        id = "P-CI-1"
        text = "One of the four tents is taken out unseen; after scoring on a tile with a circus one is revealed, and each meeple on or around the tile gives a point a seat."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [r#"
        [[tile]]
        id = "P-CI/circus"
        count = 5
        edges = "FFRF"
        segments = ["road S", "field n1 n2 e1 e2 s1 s2 w1 w2"]
        prints = ["circus"]

        [[tile]]
        id = "P-CI/tent-1"
        count = 2
        edges = "FFFF"
        segments = ["field n1 n2 e1 e2 s1 s2 w1 w2"]
        prints = ["seat"]
        pile = "tents"

        [[tile]]
        id = "P-CI/tent-3"
        count = 2
        edges = "FFFF"
        segments = ["field n1 n2 e1 e2 s1 s2 w1 w2"]
        prints = ["seat*3"]
        pile = "tents"
    "#],
    names: {
        TENTS: PileId = "tents";
        SEAT: Print = "seat";
    },
    hooks: {
        setup: take_out = key(10).rules("P-CI-1").writes(&[Datum::piles()]);
        after_scoring: open = key(520)
            .when(&[Condition::placed("circus")])
            .rules("P-CI-1")
            .because("figures have left when the tent opens")
            .writes(&[Datum::offers()]);
        answered: pay = reaction().rules("P-CI-1").writes(&[Datum::points()]);
    },
}

fn take_out(view: &View<'_>, (): &(), out: &mut Reply) {
    out.does(Effect::withdraw(view.id(TENTS), 1));
}

fn open(view: &View<'_>, (): &(), out: &mut Reply) {
    let Some(tile) = view.placed() else { return };
    out.offer(Decider::pile(view.id(TENTS)), "which tent opens?").then(1, [i32::from(tile.0), 0, 0, 0]);
}

fn pay(view: &View<'_>, answer: &Answer, out: &mut Reply) {
    let tile = TileId(answer.args[0] as u16);
    let seats = if answer.tile.is_some() { view.times_shown(answer.tile, view.id(SEAT)) as i32 } else { 0 };
    for (id, figure) in view.on_board().filter(|(id, _)| view.is_meeple(*id)) {
        let at = view.tile_of(view.figure(id).place);
        if seats > 0 && at.is_some_and(|t| t == tile || view.around(tile).any(|n| n == t)) {
            out.does(Effect::score(figure.owner, seats));
        }
    }
}
