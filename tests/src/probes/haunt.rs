//! A compulsory offer before the figure action: marks on figures, of which the third removes them.

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "probe-haunt",
    declaration: r#"
        [plugin]
        id = "probe-haunt"
        name = "Probe: a prologue"
        version = "0.1.0"
        api = "^0.1"

        [[print]]
        name = "haunted"

        [[mark]]
        name = "spook"
        bearer = "figure"
        clear_on_move = true

        [[rule]]
        id = "P-HA-1"
        text = "Who places a haunted tile must put a spook on a meeple of another player; the second one removes it; spooks never travel."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"

        [[rule]]
        id = "P-HA-2"
        text = "At the end each spook on the board costs the owner of its meeple 1 point."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [r#"
        [[tile]]
        id = "P-HA/haunted"
        count = 5
        edges = "FRFR"
        segments = ["road EW", "field n1 n2 e1 w2", "field e2 s1 s2 w1"]
        prints = ["haunted"]
    "#],
    names: {
        SPOOK: MarkKind = "spook";
        COSTS: RuleId = "P-HA-2";
    },
    hooks: {
        prologue: spook = key(300)
            .when(&[Condition::placed("haunted")])
            .rules("P-HA-1")
            .writes(&[Datum::offers()]).choices_write(&[Datum::tally("spook")]);
        answered: frighten = reaction().rules("P-HA-1").writes(&[Datum::figures()]);
        final_score: cost = key(950).when(&[Condition::mark("spook")]).rules("P-HA-2").writes(&[Datum::points()]);
    },
}

fn spook(view: &View<'_>, (): &(), out: &mut Reply) {
    let mut offer = out.offer(Decider::player(view.active()), "whom does the spook haunt?").must();
    for (id, figure) in view.on_board().filter(|(id, _)| view.is_meeple(*id)) {
        if figure.owner != view.active() {
            offer
                .choice("haunt")
                .figure(id)
                .does(Effect::add_mark(view.id(SPOOK), Bearer::figure(id), 1))
                .then(1, [i32::from(id.0), 0, 0, 0]);
        }
    }
}

fn frighten(view: &View<'_>, answer: &Answer, out: &mut Reply) {
    let figure = FigureId(answer.args[0] as u16);
    if view.mark(view.id(SPOOK), Bearer::figure(figure)) >= 2 {
        out.does(Effect::remove(figure));
    }
}

fn cost(view: &View<'_>, (): &(), out: &mut Reply) {
    for (on, n) in view.marked(view.id(SPOOK)) {
        if let BearerKind::Figure(figure) = on.kind() {
            out.does(Effect::score(view.figure(figure).owner, -n).by(view.id(COSTS)));
        }
    }
}
