//! Chance decides how far a meeple flies: a choice that goes on, then a die, then a choice of places.

use gatehouse_core::prelude::*;

const FLY: u16 = 1;
const THROWN: u16 = 2;

gatehouse_core::plugin! {
    id: "probe-flight",
    declaration: r#"
        [plugin]
        id = "probe-flight"
        name = "Probe: chance"
        version = "0.1.0"
        api = "^0.1"

        [[print]]
        name = "pad"

        [[rule]]
        id = "P-FL-1"
        text = "From a tile with a pad a meeple may fly north one to three tiles, as a die says, and land on any incomplete feature there."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [r#"
        [[tile]]
        id = "P-FL/pad"
        count = 4
        edges = "RRFF"
        segments = ["road NE", "field n2 e1", "field n1 e2 s1 s2 w1 w2"]
        prints = ["pad"]
    "#],
    names: {
        MEEPLE: FigureKind = "meeple";
    },
    hooks: {
        figure_offer: fly = key(322).when(&[Condition::placed("pad")]).rules("P-FL-1").writes(&[Datum::choices()]);
        answered: go_on = reaction().rules("P-FL-1").writes(&[Datum::offers()]).choices_write(&[Datum::figures()]);
    },
}

fn fly(view: &View<'_>, args: &SlotArgs<'_>, out: &mut Choices) {
    if args.slot.0 == 0 && view.in_supply(view.active(), view.id(MEEPLE)).is_some() {
        out.add("fly").then(FLY, [0; 4]);
    }
}

fn go_on(view: &View<'_>, answer: &Answer, out: &mut Reply) {
    if answer.tag == FLY {
        let mut die = out.offer(Decider::CHANCE, "how far?");
        for n in 1..=3 {
            die.choice("tiles").detail(n).then(THROWN, [n, 0, 0, 0]);
        }
        return;
    }
    let (Some(from), me) = (view.placed(), view.active()) else { return };
    let Some(meeple) = view.in_supply(me, view.id(MEEPLE)) else { return };
    let start = view.tile(from).pos;
    let Some(tile) = view.tile_at(Pos::new(start.x, start.y - answer.args[0] as i16)) else { return };
    let mut offer = out.offer(Decider::player(me), "where does it land?");
    for segment in view.segments_on(tile) {
        let row = view.segment(segment);
        if view.may_stand(view.id(MEEPLE), row.kind) && !view.feature(row.feature).is_complete() {
            offer.choice("land").shifts(meeple, Place::segment(segment), Cause::PLACED);
        }
    }
}
