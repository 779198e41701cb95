//! A neutral figure that all players move in turn, one step each, until it can go no further.

use gatehouse_core::prelude::*;

const LEFT: u16 = 1;

gatehouse_core::plugin! {
    id: "probe-wanderer",
    declaration: r#"
        [plugin]
        id = "probe-wanderer"
        name = "Probe: a wanderer"
        version = "0.1.0"
        api = "^0.1"

        [[figure]]
        name = "wanderer"
        neutral = true
        supply = 1

        [[mark]]
        name = "visited"
        bearer = "tile"
        scope = "turn"

        [[print]]
        name = "lair"

        [[rule]]
        id = "P-WA-1"
        text = "The wanderer comes onto a tile with a lair, then all players in turn move it, three steps in all, never twice onto a tile; figures it meets return."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [r#"
        [[tile]]
        id = "P-WA/lair"
        count = 4
        edges = "FRFR"
        segments = ["road EW", "field n1 n2 e1 w2", "field e2 s1 s2 w1"]
        prints = ["lair"]
    "#],
    names: {
        WANDERER: FigureKind = "wanderer";
        VISITED: MarkKind = "visited";
    },
    hooks: {
        tile_placed: arrive = key(215).when(&[Condition::placed("lair")]).rules("P-WA-1").writes(&[Datum::figures()]);
        after_action: set_off = key(380)
            .when(&[Condition::placed("lair"), Condition::figure("wanderer")])
            .rules("P-WA-1")
            .writes(&[Datum::offers()]).choices_write(&[Datum::mark("visited"), Datum::figures()]);
        answered: go_on = reaction().rules("P-WA-1").writes(&[Datum::offers()]).choices_write(&[Datum::mark("visited"), Datum::figures()]);
    },
}

fn wanderer(view: &View<'_>) -> Option<FigureId> {
    view.figures().find(|(_, f)| f.kind == view.id(WANDERER)).map(|(id, _)| id)
}

fn arrive(view: &View<'_>, (): &(), out: &mut Reply) {
    if let (Some(wanderer), Some(tile)) = (wanderer(view), view.placed()) {
        out.does(Effect::shift(wanderer, Place::tile(tile), Cause::MOVED));
    }
}

fn set_off(view: &View<'_>, (): &(), out: &mut Reply) {
    step(view, 3, view.active(), out);
}

fn go_on(view: &View<'_>, answer: &Answer, out: &mut Reply) {
    step(view, answer.args[0], Player(answer.args[1] as u8), out);
}

/// Offers `player` the next step, with everything that is left in the numbers of the continuation.
fn step(view: &View<'_>, left: i32, player: Player, out: &mut Reply) {
    let Some(wanderer) = wanderer(view) else { return };
    let Some(here) = view.tile_of(view.figure(wanderer).place) else { return };
    let free = |tile: &TileId| view.mark(view.id(VISITED), Bearer::tile(*tile)) == 0;
    let beside: Vec<TileId> = Side::ALL.into_iter().filter_map(|s| view.beside(here, s)).filter(free).collect();
    if left == 0 || beside.is_empty() {
        return;
    }
    let next = view.clockwise(player).nth(1).unwrap_or(player);
    let mut offer = out.offer(Decider::player(player), "where does the wanderer go?").must();
    for tile in beside {
        let mut choice = offer
            .choice("go")
            .figure(wanderer)
            .to(Place::tile(tile))
            .does(Effect::set_mark(view.id(VISITED), Bearer::tile(here), 1))
            .does(Effect::shift(wanderer, Place::tile(tile), Cause::MOVED));
        for (met, row) in view.on_board() {
            if row.owner.is_some() && view.tile_of(row.place) == Some(tile) {
                choice = choice.does(Effect::remove(met));
            }
        }
        choice.then(LEFT, [left - 1, i32::from(next.0), 0, 0]);
    }
}
