//! A completed feature is withheld and scored later.

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "probe-siege",
    declaration: r#"
        [plugin]
        id = "probe-siege"
        name = "Probe: withheld features"
        version = "0.1.0"
        api = "^0.1"

        [[print]]
        name = "siege"

        [[rule]]
        id = "P-SI-1"
        text = "A completed city under siege is not scored now, but when the next turn begins."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [r#"
        [[tile]]
        id = "P-SI/siege"
        count = 4
        edges = "CFFF"
        segments = ["city N siege", "field e1 e2 s1 s2 w1 w2"]
        links = ["touches field city"]
    "#],
    names: {
        CITY: FeatureKind = "city";
        SIEGE: Print = "siege";
        LATER: RuleId = "P-SI-1";
    },
    hooks: {
        completed: hold = key(402).rules("P-SI-1").writes(&[Datum::withheld()]);
        turn_start: relieve = key(15).rules("P-SI-1").writes(&[Datum::scoring()]);
    },
}

fn besieged(view: &View<'_>, feature: FeatureId) -> bool {
    view.feature(feature).kind == view.id(CITY) && view.prints_of(feature, view.id(SIEGE)) > 0
}

fn hold(view: &View<'_>, completed: &RSlice<'_, FeatureId>, out: &mut Completions) {
    for &feature in completed.iter().filter(|f| besieged(view, **f)) {
        out.withhold(feature, "the city is under siege", view.id(LATER));
    }
}

fn relieve(view: &View<'_>, (): &(), out: &mut Reply) {
    for (n, row) in (0..).zip(view.board.features.iter()) {
        if row.is_live() && row.is_complete() && !row.closed && besieged(view, FeatureId(n)) {
            out.does(Effect::assess(FeatureId(n), true, true));
        }
    }
}
