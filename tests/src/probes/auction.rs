//! An auction: a lot is revealed from a hidden pile, all bid in turn, and who wins must play it instead of a draw.

use gatehouse_core::prelude::*;

const REVEALED: u16 = 1;
const BID: u16 = 2;

gatehouse_core::plugin! {
    id: "probe-auction",
    declaration: r#"
        [plugin]
        id = "probe-auction"
        name = "Probe: an auction"
        version = "0.1.0"
        api = "^0.1"

        [[pile]]
        name = "lots"

        [[print]]
        name = "auction"

        [[mark]]
        name = "lot"
        bearer = "player"

        [[rule]]
        id = "P-AU-1"
        text = "After a tile with an auction a lot is revealed; clockwise from the left all bid or pass until one is left, who pays; if nobody bids, the lot goes back."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"

        [[rule]]
        id = "P-AU-2"
        text = "Who has a lot must play it instead of the next draw; lots left at the end are played in turn order."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [r#"
        [[tile]]
        id = "P-AU/auction"
        count = 3
        edges = "RFRF"
        segments = ["road NS", "field n2 e1 e2 s1", "field n1 s2 w1 w2"]
        prints = ["auction"]

        [[tile]]
        id = "P-AU/lot-1"
        count = 1
        edges = "RRRR"
        segments = ["road NS", "road EW", "field n2 e1", "field e2 s1", "field s2 w1", "field n1 w2"]
        pile = "lots"

        [[tile]]
        id = "P-AU/lot-2"
        count = 1
        edges = "FFFF"
        segments = ["monastery", "field n1 n2 e1 e2 s1 s2 w1 w2"]
        pile = "lots"
    "#],
    names: {
        LOTS: PileId = "lots";
        LOT: MarkKind = "lot";
        PLAY: RuleId = "P-AU-2";
    },
    hooks: {
        turn_end: auction = key(620)
            .when(&[Condition::placed("auction")])
            .rules("P-AU-1")
            .because("the auction is the last thing in a turn")
            .writes(&[Datum::offers()]);
        answered: go_on = reaction().rules("P-AU-1").writes(&[Datum::offers(), Datum::points(), Datum::mark("lot"), Datum::piles()]);
        tile_source: own_lot = key(100).when(&[Condition::mark("lot")]).rules("P-AU-2").writes(&[Datum::sources()]).choices_write(&[Datum::mark("lot")]);
        last_round: left_over = key(905)
            .when(&[Condition::mark("lot")])
            .rules("P-AU-2")
            .writes(&[Datum::turns()]);
    },
}

fn auction(view: &View<'_>, (): &(), out: &mut Reply) {
    out.offer(Decider::pile(view.id(LOTS)), "which lot is sold?").then(REVEALED, [0; 4]);
}

/// Where an auction stands, packed into the four numbers of a continuation.
struct Bidding {
    lot: TileKind,
    high: i32,
    leader: Player,
    passed: PlayerSet,
    next: Player,
}

impl Bidding {
    fn of(args: [i32; 4]) -> Bidding {
        let [lot, high, state, next] = args;
        let (leader, passed) = (Player(state as u8), PlayerSet((state >> 8) as u8));
        Bidding { lot: TileKind(lot as u16), high, leader, passed, next: Player(next as u8) }
    }

    fn args(&self) -> [i32; 4] {
        let state = i32::from(self.leader.0) | i32::from(self.passed.0) << 8;
        [i32::from(self.lot.0), self.high, state, i32::from(self.next.0)]
    }
}

fn go_on(view: &View<'_>, answer: &Answer, out: &mut Reply) {
    if answer.tag == BID {
        return bid(view, Bidding::of(answer.args), out);
    }
    // The pile has run empty.
    if !answer.tile.is_some() {
        return;
    }
    let holds = |p: &Player| view.mark(view.id(LOT), Bearer::player(*p)) != 0;
    let passed = view.clockwise(Player(0)).filter(holds).collect();
    let next = view.clockwise(view.active()).nth(1).unwrap_or_default();
    bid(view, Bidding { lot: answer.tile, high: 0, leader: Player::NONE, passed, next }, out);
}

/// Asks the next player who has not passed, or knocks the lot down.
fn bid(view: &View<'_>, now: Bidding, out: &mut Reply) {
    let next = view.clockwise(now.next).find(|p| !now.passed.has(*p));
    let (Some(player), false) = (next, next == Some(now.leader)) else {
        if now.leader.is_some() {
            out.does(Effect::score(now.leader, -now.high));
            out.does(Effect::set_mark(view.id(LOT), Bearer::player(now.leader), i32::from(now.lot.0) + 1));
        } else {
            out.does(Effect::fill(view.id(LOTS), now.lot, 1));
        }
        return;
    };
    let after = view.clockwise(player).nth(1).unwrap_or_default();
    let mut offer = out.offer(Decider::player(player), "how much do you bid?").must();
    let passes = Bidding { passed: now.passed.with(player), next: after, ..now };
    offer.choice("pass").then(BID, passes.args());
    for high in now.high + 1..=(now.high + 2).min(5) {
        let bids = Bidding { high, leader: player, next: after, ..now };
        offer.choice("bid").detail(high).then(BID, bids.args());
    }
}

fn own_lot(view: &View<'_>, (): &(), out: &mut Sources) {
    let lot = view.mark(view.id(LOT), Bearer::player(view.active()));
    if lot > 0 {
        let used = Effect::set_mark(view.id(LOT), Bearer::player(view.active()), 0).by(view.id(PLAY));
        out.offer(TileKind((lot - 1) as u16), "play the lot", true, &[used]);
    }
}

fn left_over(view: &View<'_>, (): &(), out: &mut Reply) {
    for player in view.clockwise(view.active()).skip(1).chain([view.active()]) {
        if view.mark(view.id(LOT), Bearer::player(player)) > 0 {
            out.does(Effect::grant_turn(player));
        }
    }
}
