//! Small probes that do at an awkward moment what is ordinary at another: each is named for what it does.
//!
//! They are no expansions to be played for their own sake, and some take away what others count on.

use gatehouse_core::plugin::PluginModule_Ref;

macro_rules! declared {
    ($id:literal, $more:literal) => {
        concat!(
            "[plugin]\nid = \"",
            $id,
            "\"\nname = \"Probe: ",
            $id,
            "\"\nversion = \"0.1.0\"\napi = \"^0.1\"\n[[rule]]\nid = \"",
            $id,
            "\"\ntext = \"See the plugin.\"\nsource = \"made up for the tests\"\nedition = \"none\"\n\
             status = \"inferred\"\n",
            $more
        )
    };
}

/// The modules of these probes.
pub fn modules() -> Vec<PluginModule_Ref> {
    vec![
        sever::module(),
        merge::module(),
        early::module(),
        late::module(),
        shove::module(),
        cheer::module(),
        blackout::module(),
        eager::module(),
        usurp::module(),
        impatient::module(),
        hermit::module(),
        twice::module(),
        sidestep::module(),
        echo::module(),
        mule::module(),
        census::module(),
    ]
}

/// Parts every join of a feature once it is scored, while its figures still stand on it.
pub mod sever {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "probe-sever",
        declaration: declared!("probe-sever", ""),
        tiles: [],
        names: {},
        hooks: { scored: sever = key(459).rules("probe-sever").writes(&[Datum::joins()]); },
    }

    fn sever(view: &View<'_>, scored: &Scored<'_>, out: &mut Reply) {
        for (join, _) in view.joins().filter(|(_, j)| view.feature_of(j.a) == scored.sheet.feature) {
            out.does(Effect::part(join));
        }
    }
}

/// Joins the first two completed features of a kind before they are scored.
pub mod merge {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "probe-merge",
        declaration: declared!("probe-merge", "[[link]]\nname = \"knot\"\n"),
        tiles: [],
        names: { KNOT: LinkKind = "knot"; },
        hooks: { before_score: merge = key(412).rules("probe-merge").writes(&[Datum::joins()]); },
    }

    fn merge(view: &View<'_>, completed: &RSlice<'_, FeatureId>, out: &mut Reply) {
        for (n, &a) in completed.iter().enumerate() {
            let like = |b: &&FeatureId| view.feature(**b).kind == view.feature(a).kind;
            if let Some(&b) = completed.iter().skip(n + 1).find(like) {
                out.does(Effect::join(view.id(KNOT), view.feature(a).first, view.feature(b).first, false));
                return;
            }
        }
    }
}

/// Parts all joins when a tile is drawn, before it is placed.
pub mod early {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "probe-early",
        declaration: declared!("probe-early", "[[print]]\nname = \"early\"\n"),
        tiles: [r#"
            [[tile]]
            id = "P-EA/early"
            count = 3
            edges = "FFFF"
            segments = ["field n1 n2 e1 e2 s1 s2 w1 w2"]
            prints = ["early"]
        "#],
        names: {},
        hooks: { tile_drawn: part = key(125).when(&[Condition::drawn("early")]).rules("probe-early").writes(&[Datum::joins()]); },
    }

    fn part(view: &View<'_>, _: &Drawn, out: &mut Reply) {
        view.joins().for_each(|(join, _)| out.does(Effect::part(join)));
    }
}

/// Parts all joins as the turn ends, when nothing is identified any more.
pub mod late {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "probe-late",
        declaration: declared!("probe-late", "[[print]]\nname = \"late\"\n"),
        tiles: [r#"
            [[tile]]
            id = "P-LA/late"
            count = 3
            edges = "FFFF"
            segments = ["field n1 n2 e1 e2 s1 s2 w1 w2"]
            prints = ["late"]
        "#],
        names: {},
        hooks: { turn_end: part = key(640).when(&[Condition::placed("late")]).rules("probe-late").writes(&[Datum::joins()]); },
    }

    fn part(view: &View<'_>, (): &(), out: &mut Reply) {
        view.joins().for_each(|(join, _)| out.does(Effect::part(join)));
    }
}

/// Offers to leave in such a way that everybody else on the feature is put aside on the tile.
pub mod shove {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "probe-shove",
        declaration: declared!("probe-shove", ""),
        tiles: [],
        names: {},
        hooks: { depart: shove = key(480).rules("probe-shove").writes(&[Datum::choices()]).choices_write(&[Datum::figures()]); },
    }

    fn shove(view: &View<'_>, ends: &Ends<'_>, out: &mut Choices) {
        let here: Vec<FigureId> = view.figures_on(ends.sheet.feature).map(|(id, _)| id).collect();
        for &figure in here.iter().filter(|_| here.len() > 1) {
            let mut choice = out.add("shove").figure(figure).does(Effect::send_home(figure));
            for &other in here.iter().filter(|f| **f != figure) {
                if let Some(tile) = view.tile_of(view.figure(other).place) {
                    choice = choice.does(Effect::shift(other, Place::tile(tile), Cause::REMOVED));
                }
            }
        }
    }
}

/// Offers a point to whoever takes a figure back after scoring.
pub mod cheer {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "probe-cheer",
        declaration: declared!("probe-cheer", ""),
        tiles: [],
        names: {},
        hooks: { figure_moved: cheer = reaction().rules("probe-cheer").writes(&[Datum::offers()]).choices_write(&[Datum::points()]); },
    }

    fn cheer(view: &View<'_>, moved: &Moved, out: &mut Reply) {
        let owner = view.figure(moved.figure).owner;
        if moved.cause == Cause::RETURNED && owner.is_some() {
            let mut offer = out.offer(Decider::player(owner), "do you cheer?");
            offer.choice("cheer").does(Effect::score(owner, 1));
        }
    }
}

/// Skips the score point as each part ends.
pub mod blackout {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "probe-blackout",
        declaration: declared!("probe-blackout", ""),
        tiles: [],
        names: {},
        hooks: { turn_end: skip = key(660).rules("probe-blackout").writes(&[Datum::skips("score")]); },
    }

    fn skip(_: &View<'_>, (): &(), out: &mut Reply) {
        out.does(Effect::skip(Point::SCORE));
    }
}

/// Grants a second part in every turn.
pub mod eager {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "probe-eager",
        declaration: declared!("probe-eager", ""),
        tiles: [],
        names: {},
        hooks: { turn_end: again = key(611).rules("probe-eager").writes(&[Datum::parts()]); },
    }

    fn again(view: &View<'_>, (): &(), out: &mut Reply) {
        if view.board.turn.part == 0 {
            out.does(Effect::grant_part());
        }
    }
}

/// Grants the last player a turn, in the middle of the game and in the middle of a turn.
pub mod usurp {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "probe-usurp",
        declaration: declared!("probe-usurp", "[[print]]\nname = \"usurp\"\n"),
        tiles: [r#"
            [[tile]]
            id = "P-US/usurp"
            count = 3
            edges = "FFFF"
            segments = ["field n1 n2 e1 e2 s1 s2 w1 w2"]
            prints = ["usurp"]
        "#],
        names: {},
        hooks: { tile_placed: usurp = key(220).when(&[Condition::placed("usurp")]).rules("probe-usurp").writes(&[Datum::turns()]); },
    }

    fn usurp(view: &View<'_>, (): &(), out: &mut Reply) {
        out.does(Effect::grant_turn(Player(view.board.players.len() as u8 - 1)));
    }
}

/// Has occupied roads of three tiles or more scored before they are complete.
pub mod impatient {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "probe-impatient",
        declaration: declared!("probe-impatient", ""),
        tiles: [],
        names: { ROAD: FeatureKind = "road"; },
        hooks: { completed: now = key(406).rules("probe-impatient").writes(&[Datum::completions()]); },
    }

    fn now(view: &View<'_>, _: &RSlice<'_, FeatureId>, out: &mut Completions) {
        for (feature, row) in (0..).map(FeatureId).zip(view.board.features.iter()) {
            if row.is_live() && row.kind == view.id(ROAD) && row.tiles == 3 && row.meeples > 0 {
                out.include(feature);
            }
        }
    }
}

/// Adds a monastery to a tile that is placed.
pub mod hermit {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "probe-hermit",
        declaration: declared!("probe-hermit", "[[print]]\nname = \"hermit\"\n"),
        tiles: [r#"
            [[tile]]
            id = "P-HE/hermit"
            count = 3
            edges = "FFFF"
            segments = ["field n1 n2 e1 e2 s1 s2 w1 w2"]
            prints = ["hermit"]
        "#],
        names: { MONASTERY: FeatureKind = "monastery"; },
        hooks: { tile_placed: settle = key(221).when(&[Condition::placed("hermit")]).rules("probe-hermit").writes(&[Datum::tiles()]); },
    }

    fn settle(view: &View<'_>, (): &(), out: &mut Reply) {
        if let Some(tile) = view.placed() {
            out.does(Effect::add_segment(tile, view.id(MONASTERY), Sides::NONE, Halves::NONE));
        }
    }
}

/// Assesses a feature inside its own scoring, and lets its figures leave there.
pub mod twice {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "probe-twice",
        declaration: declared!("probe-twice", ""),
        tiles: [],
        names: {},
        hooks: { scored: again = key(458).rules("probe-twice").writes(&[Datum::scoring()]); },
    }

    fn again(view: &View<'_>, scored: &Scored<'_>, out: &mut Reply) {
        if view.is_occupied(scored.sheet.feature) {
            out.does(Effect::assess(scored.sheet.feature, scored.sheet.complete, true));
        }
    }
}

/// Offers a move along the scored feature instead of leaving it.
pub mod sidestep {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "probe-sidestep",
        declaration: declared!("probe-sidestep", ""),
        tiles: [],
        names: {},
        hooks: { depart: step = key(475).rules("probe-sidestep").writes(&[Datum::choices()]).choices_write(&[Datum::figures()]); },
    }

    fn step(view: &View<'_>, ends: &Ends<'_>, out: &mut Choices) {
        let here: Vec<(FigureId, Place)> = view.figures_on(ends.sheet.feature).map(|(id, f)| (id, f.place)).collect();
        for (figure, place) in &here {
            for (other, theirs) in here.iter().filter(|(_, p)| p != place) {
                out.add("swap").figure(*figure).to(*theirs).does(Effect::send_home(*figure)).does(Effect::shift(
                    *other,
                    *place,
                    Cause::MOVED,
                ));
            }
        }
    }
}

/// Makes an offer without a choice and with a tag: it is answered at once, before the next offer.
pub mod echo {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "probe-echo",
        declaration: declared!("probe-echo", ""),
        tiles: [],
        names: {},
        hooks: {
            turn_end: call = key(601).rules("probe-echo").writes(&[Datum::offers()]).choices_write(&[Datum::points()]);
            answered: echo = reaction().rules("probe-echo").writes(&[Datum::offers(), Datum::points()]);
        },
    }

    fn call(view: &View<'_>, (): &(), out: &mut Reply) {
        let me = view.active();
        out.offer(Decider::player(me), "nothing").then(7, [2, 0, 0, 0]);
        out.offer(Decider::player(me), "something").must().choice("so").does(Effect::score(me, 10));
    }

    fn echo(view: &View<'_>, answer: &Answer, out: &mut Reply) {
        assert_eq!((answer.tag, answer.choice), (7, -1), "nobody chose");
        let left = answer.args[0];
        out.does(Effect::score(view.active(), 100));
        if left > 0 {
            out.offer(Decider::player(view.active()), "nothing").then(7, [left - 1, 0, 0, 0]);
        }
    }
}

/// Offers two players at once what only the first can be sure of: a ride on a mule that may be led away before.
pub mod mule {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "probe-mule",
        declaration: declared!("probe-mule", r#"
            [[figure]]
            name = "mule"
            neutral = true
            supply = 1
            [[figure]]
            name = "rider"
            supply = 1
        "#),
        tiles: [],
        names: {
            MULE: FigureKind = "mule";
            RIDER: FigureKind = "rider";
        },
        hooks: {
            tile_placed: graze = key(230).rules("probe-mule").writes(&[Datum::figures_of("mule"), Datum::offers()]).choices_write(&[Datum::figures()]);
        },
    }

    fn graze(view: &View<'_>, (): &(), out: &mut Reply) {
        let (Some(tile), me) = (view.placed(), view.active()) else { return };
        let Some(mule) = view.in_supply(Player::NONE, view.id(MULE)) else { return };
        out.does(Effect::shift(mule, Place::tile(tile), Cause::MOVED));
        let mut first = out.offer(Decider::player(me), "what becomes of the mule?");
        first.choice("lead away").shifts(mule, Place::BOX, Cause::MOVED);
        for player in view.clockwise(me).skip(1) {
            if let Some(rider) = view.in_supply(player, view.id(RIDER)) {
                let mut other = out.offer(Decider::player(player), "who rides the mule?");
                other.choice("ride").shifts(rider, Place::with(mule), Cause::MOVED);
            }
        }
    }
}

/// In the last round gives a point for every tile on the table.
pub mod census {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "probe-census",
        declaration: declared!("probe-census", ""),
        tiles: [],
        names: {},
        hooks: {
            last_round: count = key(915).rules("probe-census").writes(&[Datum::points()]);
        },
    }

    fn count(view: &View<'_>, (): &(), out: &mut Reply) {
        out.does(Effect::score(Player(0), view.board.tiles.len() as i32));
    }
}
