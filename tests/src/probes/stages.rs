//! One probe for each stage of the score sheet that only expansions use.

/// Every unit of a kind is worth more.
pub mod rate {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "probe-rate",
        declaration: r#"
            [plugin]
            id = "probe-rate"
            name = "Probe: the stage rate"
            version = "0.1.0"
            api = "^0.1"

            [[print]]
            name = "tavern"

            [[rule]]
            id = "P-RA-1"
            text = "Each tile of a completed road with a tavern is worth 2 points."
            source = "made up for the tests"
            edition = "none"
            status = "inferred"
        "#,
        tiles: [r#"
            [[tile]]
            id = "P-RA/tavern"
            count = 3
            edges = "FRFR"
            segments = ["road EW tavern", "field n1 n2 e1 w2", "field e2 s1 s2 w1"]
        "#],
        names: {},
        hooks: {
            score: double = key(426)
                .when(&[Condition::feature("road"), Condition::shows("tavern"), Condition::completed()])
                .rules("P-RA-1")
                .writes(&[Datum::sheet("rate")]);
        },
    }

    fn double(_: &View<'_>, _: &Sheet<'_>, out: &mut Lines) {
        out.write(Line::rate(Unit::TILE, 2));
    }
}

/// What is incomplete is worth nothing.
pub mod nil {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "probe-nil",
        declaration: r#"
            [plugin]
            id = "probe-nil"
            name = "Probe: the stage nil"
            version = "0.1.0"
            api = "^0.1"

            [[print]]
            name = "tavern"

            [[print]]
            name = "flood"

            [[rule]]
            id = "P-NI-1"
            text = "An incomplete road with a tavern is worth nothing at the end."
            source = "made up for the tests"
            edition = "none"
            status = "inferred"

            [[rule]]
            id = "P-NI-2"
            text = "A flooded road is worth nothing, complete or not."
            source = "made up for the tests"
            edition = "none"
            status = "inferred"
        "#,
        tiles: [r#"
            [[tile]]
            id = "P-NI/tavern"
            count = 2
            edges = "FRRF"
            segments = ["road ES tavern", "field n1 n2 e1 s2 w1 w2", "field e2 s1"]

            [[tile]]
            id = "P-NI/flood"
            count = 2
            edges = "FRFR"
            segments = ["road EW flood", "field n1 n2 e1 w2", "field e2 s1 s2 w1"]
        "#],
        names: {
            TAVERN: Print = "tavern";
            FLOOD: Print = "flood";
        },
        hooks: {
            score: nothing = key(427)
                .when(&[Condition::feature("road"), Condition::shows("tavern"), Condition::shows("flood")])
                .rules("P-NI-1 P-NI-2")
                .writes(&[Datum::sheet("nil")]);
        },
    }

    fn nothing(view: &View<'_>, sheet: &Sheet<'_>, out: &mut Lines) {
        // The condition says that a tile of the road shows it; the road itself must.
        let shows = |print| view.prints_of(sheet.feature, view.id(print)) > 0;
        if (!sheet.complete && shows(TAVERN)) || shows(FLOOD) {
            out.write(Line::nil());
        }
    }
}

/// Further points, by a neutral figure that leaves when the feature is scored.
pub mod plus {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "probe-plus",
        declaration: r#"
            [plugin]
            id = "probe-plus"
            name = "Probe: the stage plus"
            version = "0.1.0"
            api = "^0.1"

            [[print]]
            name = "lantern-post"

            [[figure]]
            name = "lantern"
            neutral = true
            supply = 1
            stands_on = ["road", "city"]

            [[rule]]
            id = "P-PL-1"
            text = "Who places a tile with a post must put the lantern on an incomplete road or city; each tile of it is worth 1 point more."
            source = "made up for the tests"
            edition = "none"
            status = "inferred"

            [[rule]]
            id = "P-PL-2"
            text = "When its feature is scored, the lantern leaves the board before anybody else."
            source = "made up for the tests"
            edition = "none"
            status = "inferred"
        "#,
        tiles: [r#"
            [[tile]]
            id = "P-PL/post"
            count = 3
            edges = "CRFR"
            segments = ["city N", "road EW", "field e1 w2", "field e2 s1 s2 w1"]
            links = ["touches field.0 city"]
            prints = ["lantern-post"]
        "#],
        names: {
            LANTERN: FigureKind = "lantern";
        },
        hooks: {
            tile_placed: carry = key(230)
                .when(&[Condition::placed("lantern-post")])
                .rules("P-PL-1").writes(&[Datum::offers()]).choices_write(&[Datum::figures()]);
            score: shine = key(428)
                .when(&[Condition::figure("lantern")])
                .rules("P-PL-1")
                .writes(&[Datum::sheet("plus")]);
            depart: go_out = key(460)
                .when(&[Condition::figure("lantern")])
                .rules("P-PL-2")
                .because("before anybody marches")
                .writes(&[Datum::figures()]);
        },
    }

    fn carry(view: &View<'_>, (): &(), out: &mut Reply) {
        let kind = view.id(LANTERN);
        let Some((lantern, row)) = view.figures().find(|(_, f)| f.kind == kind) else { return };
        let here = row.place.on_segment().map(|s| view.feature_of(s));
        let mut offer = out.offer(Decider::player(view.active()), "where does the lantern go?").must();
        for (feature, f) in (0..).map(FeatureId).zip(view.board.features.iter()) {
            if f.is_live() && !f.is_complete() && view.may_stand(kind, f.kind) && Some(feature) != here {
                offer.choice("light").shifts(lantern, Place::segment(f.first), Cause::MOVED);
            }
        }
    }

    fn shine(view: &View<'_>, sheet: &Sheet<'_>, out: &mut Lines) {
        if view.figures_on(sheet.feature).any(|(_, f)| f.kind == view.id(LANTERN)) {
            out.write(Line::plus(Unit::TILE, i32::from(view.feature(sheet.feature).tiles), 1));
        }
    }

    fn go_out(view: &View<'_>, ends: &Ends<'_>, out: &mut Choices) {
        for (id, _) in view.figures_on(ends.sheet.feature).filter(|(_, f)| f.kind == view.id(LANTERN)) {
            out.does(Effect::send_home(id));
        }
    }
}

/// A part of the value.
pub mod factor {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "probe-factor",
        declaration: r#"
            [plugin]
            id = "probe-factor"
            name = "Probe: the stage factor"
            version = "0.1.0"
            api = "^0.1"

            [[print]]
            name = "swamp"

            [[rule]]
            id = "P-FA-1"
            text = "A road through a swamp is worth half, rounded up."
            source = "made up for the tests"
            edition = "none"
            status = "inferred"
        "#,
        tiles: [r#"
            [[tile]]
            id = "P-FA/swamp"
            count = 3
            edges = "RFRF"
            segments = ["road NS swamp", "field n2 e1 e2 s1", "field n1 s2 w1 w2"]
        "#],
        names: {
            SWAMP: Print = "swamp";
        },
        hooks: {
            score: half = key(429)
                .when(&[Condition::feature("road")])
                .rules("P-FA-1")
                .writes(&[Datum::sheet("factor")]);
        },
    }

    fn half(view: &View<'_>, sheet: &Sheet<'_>, out: &mut Lines) {
        if view.prints_of(sheet.feature, view.id(SWAMP)) > 0 {
            out.write(Line::factor_up(1, 2));
        }
    }
}

/// Points for somebody who need not share in the value.
pub mod bonus {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "probe-bonus",
        declaration: r#"
            [plugin]
            id = "probe-bonus"
            name = "Probe: the stage bonus"
            version = "0.1.0"
            api = "^0.1"

            [[figure]]
            name = "herald"
            meeple = true
            supply = 1
            stands_on = ["road", "city", "monastery"]

            [[rule]]
            id = "P-BO-1"
            text = "A herald on a scored feature gives its owner 2 points, with or without the majority."
            source = "made up for the tests"
            edition = "none"
            status = "inferred"
        "#,
        tiles: [],
        names: {
            HERALD: FigureKind = "herald";
        },
        hooks: {
            score: cry = key(440)
                .when(&[Condition::figure("herald")])
                .rules("P-BO-1")
                .writes(&[Datum::sheet("bonus")]);
        },
    }

    fn cry(view: &View<'_>, sheet: &Sheet<'_>, out: &mut Lines) {
        for (_, figure) in view.figures_on(sheet.feature).filter(|(_, f)| f.kind == view.id(HERALD)) {
            out.write(Line::bonus(figure.owner, Unit::FLAT, 2, 1));
        }
    }
}

/// Others share in the value than the strengths say.
pub mod owners {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "probe-owners",
        declaration: r#"
            [plugin]
            id = "probe-owners"
            name = "Probe: the stage owners"
            version = "0.1.0"
            api = "^0.1"

            [[print]]
            name = "mound"

            [[rule]]
            id = "P-OW-1"
            text = "Of players with equal majority those with a meeple on a mound score alone."
            source = "made up for the tests"
            edition = "none"
            status = "inferred"
        "#,
        tiles: [r#"
            [[tile]]
            id = "P-OW/mound"
            count = 3
            edges = "RFRF"
            segments = ["road NS", "field n2 e1 e2 s1", "field n1 s2 w1 w2"]
            prints = ["mound"]
        "#],
        names: {
            MOUND: Print = "mound";
        },
        hooks: {
            score: break_tie = key(420)
                .when(&[Condition::shows("mound")])
                .rules("P-OW-1")
                .because("who shares is settled before anything is counted")
                .writes(&[Datum::sheet("owners")]);
        },
    }

    fn break_tie(view: &View<'_>, sheet: &Sheet<'_>, out: &mut Lines) {
        let high = |place: Place| view.tile_of(place).is_some_and(|t| view.shows(view.tile(t).kind, view.id(MOUND)));
        let up: PlayerSet = view
            .figures_on(sheet.feature)
            .filter(|(id, f)| view.is_meeple(*id) && sheet.owners.has(f.owner) && high(f.place))
            .map(|(_, f)| f.owner)
            .collect();
        if sheet.owners.count() > 1 && up.count() > 0 {
            out.write(Line::owners(up));
        }
    }
}
