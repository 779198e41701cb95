//! Marks of every bearer and scope. Its hooks check what they find: a mark that should be gone makes them panic.

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "probe-ledger",
    declaration: r#"
        [plugin]
        id = "probe-ledger"
        name = "Probe: marks"
        version = "0.1.0"
        api = "^0.1"

        [[mark]]
        name = "parts"
        bearer = "game"
        scope = "part"

        [[mark]]
        name = "turns"
        bearer = "player"
        scope = "turn"
        visible = false

        [[mark]]
        name = "laid"
        bearer = "tile"

        [[mark]]
        name = "seen"
        bearer = "segment"
        scope = "turn"

        [[mark]]
        name = "steps"
        bearer = "figure"
        clear_on_move = true

        [[mark]]
        name = "trips"
        bearer = "figure"
        clear_on_return = false

        [[rule]]
        id = "P-LE-1"
        text = "Each turn, part, tile, segment and figure is written down; each entry ends as it was declared to."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [],
    names: {
        PARTS: MarkKind = "parts";
        TURNS: MarkKind = "turns";
        LAID: MarkKind = "laid";
        SEEN: MarkKind = "seen";
        STEPS: MarkKind = "steps";
        TRIPS: MarkKind = "trips";
    },
    hooks: {
        turn_start: begin = key(1).rules("P-LE-1").writes(&[Datum::mark("turns")]);
        tile_placed: write = key(206)
            .rules("P-LE-1")
            .writes(&[Datum::mark("parts"), Datum::mark("laid"), Datum::mark("seen")]);
        figure_moved: travel = reaction().rules("P-LE-1").writes(&[Datum::mark("steps"), Datum::tally("trips")]);
        turn_end: check = key(699).rules("P-LE-1").reads(&[Datum::mark("turns")]);
    },
}

fn begin(view: &View<'_>, (): &(), out: &mut Reply) {
    assert_eq!(view.marked(view.id(TURNS)).count(), 0, "marks of the last turn are gone");
    assert_eq!(view.marked(view.id(PARTS)).count(), 0, "marks of the last part are gone");
    assert_eq!(view.marked(view.id(SEEN)).count(), 0, "marks of the last turn are gone");
    out.does(Effect::set_mark(view.id(TURNS), Bearer::player(view.active()), 1));
}

fn write(view: &View<'_>, (): &(), out: &mut Reply) {
    let Some(tile) = view.placed() else { return };
    assert_eq!(view.mark(view.id(PARTS), Bearer::GAME), 0, "each part has one tile");
    assert_eq!(view.mark(view.id(TURNS), Bearer::player(view.active())), 1, "marks of this turn stay");
    out.does(Effect::add_mark(view.id(PARTS), Bearer::GAME, 1));
    out.does(Effect::set_mark(view.id(LAID), Bearer::tile(tile), view.board.turn.number as i32));
    for segment in view.segments_on(tile) {
        out.does(Effect::set_mark(view.id(SEEN), Bearer::segment(segment), 1));
    }
}

fn travel(view: &View<'_>, moved: &Moved, out: &mut Reply) {
    let on = Bearer::figure(moved.figure);
    // A reaction before this one may have moved it on, and that was told first.
    if view.figure(moved.figure).place != moved.to {
        return;
    }
    if moved.to.is_on_board() {
        assert_eq!(view.mark(view.id(STEPS), on), 0, "a move clears it");
        out.does(Effect::set_mark(view.id(STEPS), on, 1));
    } else {
        assert_eq!(view.mark(view.id(STEPS), on), 0, "leaving the board clears it");
        out.does(Effect::add_mark(view.id(TRIPS), on, 1));
    }
}

fn check(view: &View<'_>, (): &(), _: &mut Reply) {
    assert_eq!(view.marked(view.id(TURNS)).count(), 1);
}
