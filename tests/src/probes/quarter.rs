//! Yards beside the board: meeples go there after scoring and come out before it, offered to all players in turn.

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "probe-quarter",
    declaration: r#"
        [plugin]
        id = "probe-quarter"
        name = "Probe: yards"
        version = "0.1.0"
        api = "^0.1"

        [[rule]]
        id = "P-QU-1"
        text = "Who gives others points for features and gets none may put a meeple into a quarter."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"

        [[rule]]
        id = "P-QU-2"
        text = "Before features are scored all players, from the left of the active one, may send meeples from a quarter to them."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [],
    names: {
        ROAD: FeatureKind = "road";
        CITY: FeatureKind = "city";
        MEEPLE: FigureKind = "meeple";
    },
    hooks: {
        before_score: deploy = key(410).rules("P-QU-2").writes(&[Datum::offers()]).choices_write(&[Datum::figures()]);
        answered: deploy_more = reaction().rules("P-QU-2").writes(&[Datum::offers()]).choices_write(&[Datum::figures()]);
        after_scoring: retreat = key(530).rules("P-QU-1").writes(&[Datum::offers()]).choices_write(&[Datum::figures()]);
    },
}

/// The quarter for a kind of feature.
fn yard(view: &View<'_>, kind: FeatureKind) -> Option<u8> {
    [view.id(ROAD), view.id(CITY)].iter().position(|k| *k == kind).map(|n| n as u8)
}

fn deploy(view: &View<'_>, completed: &RSlice<'_, FeatureId>, out: &mut Reply) {
    for player in view.clockwise(view.active()).skip(1).chain([view.active()]) {
        offer(view, player, completed, out);
    }
}

fn offer(view: &View<'_>, player: Player, completed: &[FeatureId], out: &mut Reply) {
    let mut offer = out.offer(Decider::player(player), "do you send somebody from a quarter?");
    for &feature in completed.iter().filter(|f| view.feature(**f).is_live()) {
        let row = view.feature(feature);
        let Some(yard) = yard(view, row.kind) else { continue };
        let own = view.figures().find(|(_, f)| f.owner == player && f.place == Place::yard(yard));
        if let Some((id, _)) = own {
            let args = [i32::from(player.0), i32::from(feature.0), 0, 0];
            offer.choice("send").shifts(id, Place::segment(row.first), Cause::PLACED).then(1, args);
        }
    }
}

/// As long as the player wishes: a further meeple to the same feature.
fn deploy_more(view: &View<'_>, answer: &Answer, out: &mut Reply) {
    offer(view, Player(answer.args[0] as u8), &[FeatureId(answer.args[1] as u16)], out);
}

fn retreat(view: &View<'_>, (): &(), out: &mut Reply) {
    let me = view.active();
    let awards = || view.this_turn().iter().filter(|e| e.code == EventCode::POINTS && e.subject != u16::MAX && e.n > 0);
    let meeple = view.in_supply(me, view.id(MEEPLE));
    let (Some(meeple), true) = (meeple, awards().all(|e| e.player != me) && awards().count() > 0) else { return };
    let mut offer = out.offer(Decider::player(me), "do you put a meeple into a quarter?");
    for yard in 0..2 {
        offer.choice("retreat").shifts(meeple, Place::yard(yard), Cause::PLACED);
    }
}
