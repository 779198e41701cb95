//! A reaction on points: a robber takes half of the next points that its victim is given for a feature.

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "probe-robber",
    declaration: r#"
        [plugin]
        id = "probe-robber"
        name = "Probe: a reaction on points"
        version = "0.1.0"
        api = "^0.1"

        [[print]]
        name = "den"

        [[mark]]
        name = "robbed-by"
        bearer = "player"

        [[rule]]
        id = "P-RO-1"
        text = "Who places a tile with a den names a victim and takes half, rounded up, of the next points it gets for a feature."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [r#"
        [[tile]]
        id = "P-RO/den"
        count = 4
        edges = "FFRR"
        segments = ["road SW", "field n1 n2 e1 e2 s1 w2", "field s2 w1"]
        prints = ["den"]
    "#],
    names: {
        ROBBED_BY: MarkKind = "robbed-by";
    },
    hooks: {
        tile_placed: lurk = key(214).when(&[Condition::placed("den")]).rules("P-RO-1").writes(&[Datum::offers()]).choices_write(&[Datum::mark("robbed-by")]);
        points: rob = reaction()
            .when(&[Condition::mark("robbed-by")])
            .rules("P-RO-1")
            .writes(&[Datum::points(), Datum::mark("robbed-by")]);
    },
}

fn lurk(view: &View<'_>, (): &(), out: &mut Reply) {
    let me = view.active();
    let mut offer = out.offer(Decider::player(me), "who is robbed?").must();
    for victim in view.clockwise(me).skip(1) {
        let lurks = Effect::set_mark(view.id(ROBBED_BY), Bearer::player(victim), i32::from(me.0) + 1);
        offer.choice("rob").detail(i32::from(victim.0)).does(lurks);
    }
}

fn rob(view: &View<'_>, award: &Award, out: &mut Reply) {
    let victim = Bearer::player(award.player);
    let robber = view.mark(view.id(ROBBED_BY), victim);
    if robber == 0 || award.points <= 0 || !award.feature.is_some() {
        return;
    }
    let half = (award.points + 1) / 2;
    out.does(Effect::set_mark(view.id(ROBBED_BY), victim, 0));
    out.does(Effect::score(award.player, -half));
    out.does(Effect::score(Player((robber - 1) as u8), half));
}
