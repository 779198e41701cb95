//! An optional rider: whoever places or moves a meeple may pay to shelter it.

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "probe-shelter",
    declaration: r#"
        [plugin]
        id = "probe-shelter"
        name = "Probe: an optional rider"
        version = "0.1.0"
        api = "^0.1"

        [[mark]]
        name = "sheltered"
        bearer = "figure"

        [[rule]]
        id = "P-SL-1"
        text = "Whoever places or moves a meeple onto a road, city or monastery may pay 2 points to shelter it, until it leaves the board."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [],
    names: {
        FIELD: FeatureKind = "field";
        SHELTERED: MarkKind = "sheltered";
        SHELTER: RuleId = "P-SL-1";
    },
    hooks: {
        figure_offer: placed = key(325).rides().rules("P-SL-1").writes(&[Datum::riders()]).choices_write(&[Datum::points(), Datum::mark("sheltered")]);
        depart: moved = key(505).rides().rules("P-SL-1").writes(&[Datum::riders()]).choices_write(&[Datum::points(), Datum::mark("sheltered")]);
    },
}

fn placed(view: &View<'_>, args: &SlotArgs<'_>, out: &mut Choices) {
    ride(view, &args.offered, out);
}

fn moved(view: &View<'_>, ends: &Ends<'_>, out: &mut Choices) {
    ride(view, &ends.offered, out);
}

fn ride(view: &View<'_>, offered: &gatehouse_core::Offered<'_>, out: &mut Choices) {
    for (n, choice) in offered.iter() {
        let figure = choice.figure;
        // What a choice does counts, not what it shows.
        let arrives = offered.effects_of(choice).iter().any(|e| match e.act() {
            Act::Move { figure: f, to, .. } => {
                f == figure && to.on_segment().is_some_and(|s| view.segment(s).kind != view.id(FIELD))
            }
            _ => false,
        });
        if arrives && view.is_meeple(figure) && view.mark(view.id(SHELTERED), Bearer::figure(figure)) == 0 {
            let pays = Effect::score(view.figure(figure).owner, -2);
            let lies = Effect::set_mark(view.id(SHELTERED), Bearer::figure(figure), 1);
            out.ride(n, "and pay 2 to shelter it", view.id(SHELTER), true, &[pays, lies]);
        }
    }
}
