//! Drawn tiles laid aside: one is replaced at once and comes back into the pile later, another ends the part.

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "probe-omen",
    declaration: r#"
        [plugin]
        id = "probe-omen"
        name = "Probe: tiles laid aside"
        version = "0.1.0"
        api = "^0.1"

        [[print]]
        name = "omen"

        [[print]]
        name = "sign"

        [[print]]
        name = "veil"

        [[mark]]
        name = "signs"
        bearer = "game"

        [[mark]]
        name = "omens-aside"
        bearer = "game"

        [[rule]]
        id = "P-OM-1"
        text = "An omen drawn before any sign lies on the table is laid aside and another tile drawn; the first sign brings all omens back into the pile."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"

        [[rule]]
        id = "P-OM-2"
        text = "A veiled tile is laid aside for good and ends the part of the turn, if the player wishes so."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [r#"
        [[tile]]
        id = "P-OM/omen"
        count = 3
        edges = "FFFF"
        segments = ["monastery", "field n1 n2 e1 e2 s1 s2 w1 w2"]
        prints = ["omen"]

        [[tile]]
        id = "P-OM/sign"
        count = 2
        edges = "RFRF"
        segments = ["road NS", "field n2 e1 e2 s1", "field n1 s2 w1 w2"]
        prints = ["sign"]

        [[tile]]
        id = "P-OM/veil"
        count = 2
        edges = "CFFF"
        segments = ["city N", "field e1 e2 s1 s2 w1 w2"]
        links = ["touches field city"]
        prints = ["veil"]
    "#],
    names: {
        LAND: PileId = "land";
        OMEN: TileKind = "P-OM/omen";
        SIGNS: MarkKind = "signs";
        ASIDE: MarkKind = "omens-aside";
        VEIL: RuleId = "P-OM-2";
    },
    hooks: {
        tile_drawn: too_soon = key(121)
            .when(&[Condition::drawn("omen")])
            .rules("P-OM-1").writes(&[Datum::drawn(), Datum::tally("omens-aside")]);
        tile_drawn: veiled = key(122).when(&[Condition::drawn("veil")]).rules("P-OM-2").writes(&[Datum::offers()]).choices_write(&[Datum::drawn()]);
        tile_placed: bring_back = key(216)
            .when(&[Condition::placed("sign")])
            .rules("P-OM-1")
            .writes(&[Datum::piles(), Datum::mark("signs"), Datum::mark("omens-aside")]);
    },
}

fn too_soon(view: &View<'_>, _: &Drawn, out: &mut Reply) {
    if view.mark(view.id(SIGNS), Bearer::GAME) == 0 {
        out.does(Effect::redraw());
        out.does(Effect::add_mark(view.id(ASIDE), Bearer::GAME, 1));
    }
}

fn veiled(view: &View<'_>, _: &Drawn, out: &mut Reply) {
    let mut offer = out.offer(Decider::player(view.active()), "do you lay it aside?");
    offer.choice("lay aside").by(view.id(VEIL)).does(Effect::set_aside());
}

fn bring_back(view: &View<'_>, (): &(), out: &mut Reply) {
    let aside = view.mark(view.id(ASIDE), Bearer::GAME);
    out.does(Effect::set_mark(view.id(SIGNS), Bearer::GAME, 1));
    out.does(Effect::set_mark(view.id(ASIDE), Bearer::GAME, 0));
    out.does(Effect::fill(view.id(LAND), view.id(OMEN), aside));
}
