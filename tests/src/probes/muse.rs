//! A neutral figure beside another one: it stays on the tile when that one goes.

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "probe-muse",
    declaration: r#"
        [plugin]
        id = "probe-muse"
        name = "Probe: beside a figure"
        version = "0.1.0"
        api = "^0.1"

        [[figure]]
        name = "muse"
        neutral = true
        supply = 1

        [[rule]]
        id = "P-MU-1"
        text = "Instead of placing a figure the muse may go to an own meeple; as long as she is with it, its owner gets 1 point as a turn begins and 2 when its feature is scored."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [],
    names: {
        MUSE: FigureKind = "muse";
    },
    hooks: {
        turn_start: inspire = key(10).when(&[Condition::figure("muse")]).rules("P-MU-1").writes(&[Datum::points()]);
        figure_offer: follow = key(328).rules("P-MU-1").writes(&[Datum::choices()]).choices_write(&[Datum::figures()]);
        score: crown = key(441)
            .when(&[Condition::figure("muse")])
            .rules("P-MU-1")
            .writes(&[Datum::sheet("bonus")]);
    },
}

fn muse<'a>(view: &View<'a>) -> Option<(FigureId, &'a gatehouse_core::FigureRow)> {
    view.figures().find(|(_, f)| f.kind == view.id(MUSE))
}

fn inspired(view: &View<'_>) -> Option<FigureId> {
    match muse(view)?.1.place.spot() {
        Spot::With(figure) => Some(figure),
        _ => None,
    }
}

fn inspire(view: &View<'_>, (): &(), out: &mut Reply) {
    if inspired(view).is_some_and(|f| view.figure(f).owner == view.active()) {
        out.does(Effect::score(view.active(), 1));
    }
}

fn follow(view: &View<'_>, args: &SlotArgs<'_>, out: &mut Choices) {
    let Some((muse, row)) = muse(view).filter(|_| args.slot.0 == 0) else { return };
    for (id, figure) in view.on_board().filter(|(id, f)| f.owner == view.active() && view.is_meeple(*id)) {
        let beside = Place::with(id);
        // She goes beside somebody who stands on the board, not beside a companion.
        if row.place != beside && !matches!(figure.place.spot(), Spot::With(_)) {
            out.add("lead").shifts(muse, beside, Cause::MOVED);
        }
    }
}

fn crown(view: &View<'_>, sheet: &Sheet<'_>, out: &mut Lines) {
    let Some(figure) = inspired(view) else { return };
    if view.stands_on(figure) == Some(sheet.feature) {
        out.write(Line::bonus(view.figure(figure).owner, Unit::FLAT, 2, 1));
    }
}
