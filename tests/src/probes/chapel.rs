//! A tile from the hand instead of the draw, only into holes, offered again when the pile is empty.

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "probe-chapel",
    declaration: r#"
        [plugin]
        id = "probe-chapel"
        name = "Probe: a tile source"
        version = "0.1.0"
        api = "^0.1"

        [[edge]]
        name = "chapel-wall"
        letter = "h"
        fits = ["*"]

        [[pile]]
        name = "hand"

        [[print]]
        name = "chapel"

        [[mark]]
        name = "chapels"
        bearer = "player"

        [[rule]]
        id = "P-CH-1"
        text = "Each player may build one chapel instead of drawing; it goes into a hole with a tile on each side."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"

        [[rule]]
        id = "P-CH-2"
        text = "When the pile is empty, chapels left may still be built in turn order."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [r#"
        [[tile]]
        id = "P-CH/chapel"
        count = 6
        edges = "hhhh"
        segments = ["monastery"]
        prints = ["chapel"]
        pile = "hand"
    "#],
    names: {
        CHAPEL: TileKind = "P-CH/chapel";
        CHAPELS: MarkKind = "chapels";
        HOLES: RuleId = "P-CH-1";
    },
    hooks: {
        setup: give = key(20).rules("P-CH-1").writes(&[Datum::mark("chapels")]);
        tile_source: build = key(110).when(&[Condition::mark("chapels")]).rules("P-CH-1").writes(&[Datum::sources()]).choices_write(&[Datum::tally("chapels")]);
        placement: only_holes = key(200)
            .when(&[Condition::drawn("chapel")])
            .rules("P-CH-1")
            .writes(&[Datum::candidates()]);
        last_round: last_chance = key(900)
            .when(&[Condition::mark("chapels")])
            .rules("P-CH-2")
            .writes(&[Datum::turns()]);
    },
}

fn give(view: &View<'_>, (): &(), out: &mut Reply) {
    for player in view.clockwise(Player(0)) {
        out.does(Effect::set_mark(view.id(CHAPELS), Bearer::player(player), 1));
    }
}

fn build(view: &View<'_>, (): &(), out: &mut Sources) {
    let me = Bearer::player(view.active());
    if view.mark(view.id(CHAPELS), me) > 0 {
        out.offer(view.id(CHAPEL), "build", false, &[Effect::add_mark(view.id(CHAPELS), me, -1)]);
    }
}

fn only_holes(view: &View<'_>, candidates: &RSlice<'_, Candidate>, out: &mut Verdicts) {
    assert!(view.board.turn.offered, "a chapel is never drawn");
    for (n, candidate) in (0..).zip(candidates.iter()) {
        if !view.is_hole(candidate.pos) {
            out.refuse(n, "a chapel goes into a hole", view.id(HOLES));
        }
    }
}

fn last_chance(view: &View<'_>, (): &(), out: &mut Reply) {
    for player in view.clockwise(view.active()).skip(1).chain([view.active()]) {
        if view.mark(view.id(CHAPELS), Bearer::player(player)) > 0 {
            out.does(Effect::grant_turn(player));
        }
    }
}
