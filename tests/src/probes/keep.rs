//! Captured figures: a reaction on a capture offers an exchange, and a ransom is offered when the turn begins.

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "probe-keep",
    declaration: r#"
        [plugin]
        id = "probe-keep"
        name = "Probe: captures"
        version = "0.1.0"
        api = "^0.1"

        [[print]]
        name = "keep"

        [[mark]]
        name = "floors"
        bearer = "tile"

        [[mark]]
        name = "ransomed"
        bearer = "player"
        scope = "turn"

        [[rule]]
        id = "P-KE-1"
        text = "Instead of a figure a floor may be added to a keep; then a meeple in its row or column, no further than its floors, may be captured, an own one taken back."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"

        [[rule]]
        id = "P-KE-2"
        text = "Players who hold a figure of each other exchange at once; who has several to choose from chooses."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"

        [[rule]]
        id = "P-KE-3"
        text = "Once a turn, as it begins, a player may buy a figure back for 3 points."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [r#"
        [[tile]]
        id = "P-KE/keep"
        count = 4
        edges = "RRFF"
        segments = ["road N", "road E", "field n2 e1", "field n1 e2 s1 s2 w1 w2"]
        prints = ["keep"]
    "#],
    names: {
        KEEP: Print = "keep";
        FLOORS: MarkKind = "floors";
        RANSOMED: MarkKind = "ransomed";
    },
    hooks: {
        turn_start: ransom = key(20).rules("P-KE-3").writes(&[Datum::offers()]).choices_write(&[Datum::points(), Datum::mark("ransomed"), Datum::figures()]);
        figure_offer: raise = key(324).rules("P-KE-1").writes(&[Datum::choices()]).choices_write(&[Datum::tally("floors"), Datum::figures()]);
        answered: capture = reaction().rules("P-KE-1").writes(&[Datum::offers()]).choices_write(&[Datum::figures()]);
        figure_moved: exchange = reaction().rules("P-KE-2").writes(&[Datum::offers(), Datum::figures()]).choices_write(&[Datum::figures()]);
    },
}

fn raise(view: &View<'_>, args: &SlotArgs<'_>, out: &mut Choices) {
    if args.slot.0 != 0 {
        return;
    }
    for (tile, row) in (0..).map(TileId).zip(view.board.tiles.iter()) {
        let on = Bearer::tile(tile);
        if view.shows(row.kind, view.id(KEEP)) && view.mark(view.id(FLOORS), on) < 3 {
            out.add("raise")
                .to(Place::tile(tile))
                .does(Effect::add_mark(view.id(FLOORS), on, 1))
                .then(1, [i32::from(tile.0), 0, 0, 0]);
        }
    }
}

fn capture(view: &View<'_>, answer: &Answer, out: &mut Reply) {
    let (tile, me) = (TileId(answer.args[0] as u16), view.active());
    let reach = view.mark(view.id(FLOORS), Bearer::tile(tile));
    let at = view.tile(tile).pos;
    let mut offer = out.offer(Decider::player(me), "whom do you capture?");
    for (id, figure) in view.on_board().filter(|(id, _)| view.is_meeple(*id)) {
        let Some(pos) = view.tile_of(figure.place).map(|t| view.tile(t).pos) else { continue };
        let (dx, dy) = (i32::from(pos.x - at.x).abs(), i32::from(pos.y - at.y).abs());
        if (dx == 0 || dy == 0) && dx.max(dy) <= reach {
            let to = if figure.owner == me { Place::SUPPLY } else { Place::held(me) };
            offer.choice("capture").shifts(id, to, Cause::CAPTURED);
        }
    }
}

fn exchange(view: &View<'_>, moved: &Moved, out: &mut Reply) {
    let (Spot::Held(by), owner) = (moved.to.spot(), view.figure(moved.figure).owner) else { return };
    let of_captor = view.figures().filter(|(_, f)| f.owner == by && f.place == Place::held(owner));
    let held: Vec<FigureId> = of_captor.map(|(id, _)| id).collect();
    let back = |id: FigureId| Effect::shift(id, Place::SUPPLY, Cause::RECALLED);
    match held[..] {
        [] => {}
        [one] => {
            out.does(back(one));
            out.does(back(moved.figure));
        }
        _ => {
            let mut offer = out.offer(Decider::player(owner), "whom do you exchange?").must();
            for id in held {
                offer.choice("exchange").figure(id).does(back(id)).does(back(moved.figure));
            }
        }
    }
}

fn ransom(view: &View<'_>, (): &(), out: &mut Reply) {
    let me = view.active();
    let mut offer = out.offer(Decider::player(me), "do you buy a figure back?");
    for (id, figure) in view.figures().filter(|(_, f)| f.owner == me) {
        if let Spot::Held(captor) = figure.place.spot() {
            offer
                .choice("ransom")
                .figure(id)
                .does(Effect::score(me, -3))
                .does(Effect::score(captor, 3))
                .does(Effect::set_mark(view.id(RANSOMED), Bearer::player(me), 1))
                .does(Effect::shift(id, Place::SUPPLY, Cause::RECALLED));
        }
    }
}
