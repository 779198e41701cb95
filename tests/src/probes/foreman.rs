//! A foreman stands by a meeple, earns a further part of the turn when its feature grows, and leaves with the last meeple.

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "probe-foreman",
    declaration: r#"
        [plugin]
        id = "probe-foreman"
        name = "Probe: a foreman"
        version = "0.1.0"
        api = "^0.1"

        [[figure]]
        name = "foreman"
        supply = 1
        stands_on = ["road", "city"]

        [[mark]]
        name = "earned"
        bearer = "game"
        scope = "part"

        [[rule]]
        id = "P-FO-1"
        text = "A foreman is placed on a feature with an own meeple; whoever extends it in the first part of a turn may take a second part, and only one."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"

        [[rule]]
        id = "P-FO-2"
        text = "A foreman returns at once when the last own meeple leaves its feature."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [],
    names: {
        FOREMAN: FigureKind = "foreman";
        EARNED: MarkKind = "earned";
        LEAVES: RuleId = "P-FO-2";
    },
    hooks: {
        figure_offer: employ = key(321).rules("P-FO-1").writes(&[Datum::choices()]).choices_write(&[Datum::figures()]);
        grew: earn = reaction()
            .when(&[Condition::figure("foreman")])
            .rules("P-FO-1")
            .writes(&[Datum::mark("earned")]);
        turn_end: again = key(610)
            .when(&[Condition::mark("earned")])
            .rules("P-FO-1")
            .because("the second part follows the first")
            .writes(&[Datum::offers(), Datum::turns()]).choices_write(&[Datum::parts()]);
        figure_moved: leave = reaction()
            .when(&[Condition::figure("foreman")])
            .rules("P-FO-2")
            .writes(&[Datum::figures()]);
    },
}

fn own_meeple(view: &View<'_>, feature: FeatureId, player: Player) -> bool {
    view.figures_on(feature).any(|(id, f)| f.owner == player && view.is_meeple(id))
}

fn employ(view: &View<'_>, args: &SlotArgs<'_>, out: &mut Choices) {
    let (Some(tile), me) = (view.placed(), view.active()) else { return };
    let Some(foreman) = view.in_supply(me, view.id(FOREMAN)).filter(|_| args.slot.0 == 0) else { return };
    for segment in view.segments_on(tile) {
        let row = view.segment(segment);
        if view.may_stand(view.id(FOREMAN), row.kind) && own_meeple(view, row.feature, me) {
            out.add("employ").shifts(foreman, Place::segment(segment), Cause::PLACED);
        }
    }
}

fn earn(view: &View<'_>, grew: &Grew, out: &mut Reply) {
    let own = |f: &gatehouse_core::FigureRow| f.kind == view.id(FOREMAN) && f.owner == grew.by;
    let first = grew.by == view.active() && view.board.turn.part == 0;
    if first && grew.extends && view.figures_on(grew.feature).any(|(_, f)| own(f)) {
        out.does(Effect::set_mark(view.id(EARNED), Bearer::GAME, 1));
    }
}

fn again(view: &View<'_>, (): &(), out: &mut Reply) {
    if view.board.turn.part == 0 {
        let mut offer = out.offer(Decider::player(view.active()), "do you take a second part?");
        offer.choice("go on").does(Effect::grant_part());
    }
}

fn leave(view: &View<'_>, moved: &Moved, out: &mut Reply) {
    let owner = view.figure(moved.figure).owner;
    if !moved.left.is_some() || !view.is_meeple(moved.figure) || own_meeple(view, moved.left, owner) {
        return;
    }
    for (id, figure) in view.figures_on(moved.left) {
        if figure.kind == view.id(FOREMAN) && figure.owner == owner {
            out.does(Effect::send_home(id).by(view.id(LEAVES)));
        }
    }
}
