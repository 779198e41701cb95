//! A plugin that proposes anything it may, at every point, as numbers drawn from the state itself decide.
//!
//! It is a pure function of what it sees like any other, so every law must hold for it; and whatever several plugins
//! might ever do between each other, it does sooner or later.

use gatehouse_core::prelude::*;
use gatehouse_core::{LinkKind, Stage};

gatehouse_core::plugin! {
    id: "probe-chaos",
    declaration: r#"
        [plugin]
        id = "probe-chaos"
        name = "Probe: chaos"
        version = "0.1.0"
        api = "^0.1"

        [[figure]]
        name = "imp"
        meeple = true
        weight = 2
        supply = 2
        reserve = 1
        stands_on = ["road", "city", "monastery", "field"]

        [[figure]]
        name = "blob"
        neutral = true
        supply = 2
        stands_on = ["road", "city", "field"]

        [[link]]
        name = "rift"

        [[pile]]
        name = "abyss"

        [[mark]]
        name = "dust"
        bearer = "game"
        scope = "part"

        [[mark]]
        name = "luck"
        bearer = "player"
        scope = "turn"

        [[mark]]
        name = "hole"
        bearer = "tile"

        [[mark]]
        name = "crack"
        bearer = "segment"
        scope = "turn"

        [[mark]]
        name = "itch"
        bearer = "figure"
        clear_on_move = true

        [[mark]]
        name = "scar"
        bearer = "figure"
        clear_on_return = false
    "#,
    tiles: [r#"
        [[tile]]
        id = "P-XX/pit"
        count = 6
        edges = "RRRR"
        segments = ["road N", "road ESW", "field n2 e1", "field e2 s1", "field s2 w1", "field n1 w2"]

        [[tile]]
        id = "P-XX/deep"
        count = 5
        edges = "FFFF"
        segments = ["field n1 n2 e1 e2 s1 s2 w1 w2"]
        pile = "abyss"
    "#],
    names: {
        ROAD: FeatureKind = "road";
        CITY: FeatureKind = "city";
        MONASTERY: FeatureKind = "monastery";
        FIELD: FeatureKind = "field";
        RIFT: LinkKind = "rift";
        LAND: PileId = "land";
        ABYSS: PileId = "abyss";
        PIT: TileKind = "P-XX/pit";
        BLOB: FigureKind = "blob";
        DUST: MarkKind = "dust";
        LUCK: MarkKind = "luck";
        HOLE: MarkKind = "hole";
        CRACK: MarkKind = "crack";
        ITCH: MarkKind = "itch";
        SCAR: MarkKind = "scar";
    },
    hooks: {
        turn_start: at_start = key(50).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_source: conjure = key(115).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_drawn: at_draw = key(150).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        placement: meddle = key(203).admits().writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_placed: at_place = key(245).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        prologue: at_prologue = key(310).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        figure_offer: tempt = key(330).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        figure_offer: forbid = key(331).strikes().writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        figure_offer: burden = key(332).rides().writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        after_action: at_action = key(390).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        completed: misjudge = key(408).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        before_score: before = key(415).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        score: scribble = key(435).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        scored: after = key(455).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        depart: lure = key(490).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        depart: bar = key(495).strikes().writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        depart: load = key(500).rides().writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        after_scoring: at_rest = key(590).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        turn_end: at_end = key(650).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        last_round: at_last = key(910).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        final_score: at_final = key(990).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        answered: go_on = reaction().writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        grew: on_growth = reaction().writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        figure_moved: on_move = reaction().writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        points: on_points = reaction().writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
    },
}

/// Numbers drawn from what a hook sees.
struct Rng(u64);

impl Rng {
    fn new(view: &View<'_>, salt: u64) -> Rng {
        let board = view.board;
        let sum = board.players.iter().fold(salt, |n, p| n.wrapping_mul(31).wrapping_add(p.score as u64));
        Rng(sum ^ (board.events.len() as u64) << 20 ^ u64::from(board.turn.number) << 50)
    }

    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n.max(1)
    }

    /// True once in `n`.
    fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Copy>(&mut self, list: &[T]) -> Option<T> {
        if list.is_empty() { None } else { Some(list[self.below(list.len())]) }
    }
}

fn segments(view: &View<'_>, mut wanted: impl FnMut(SegmentId) -> bool) -> Vec<SegmentId> {
    (0..view.board.segments.len() as u16).map(SegmentId).filter(|&s| wanted(s)).collect()
}

fn player(view: &View<'_>, rng: &mut Rng) -> Player {
    Player(rng.below(view.board.players.len()) as u8)
}

/// Any place where a figure may go.
fn place(view: &View<'_>, rng: &mut Rng, figure: FigureId) -> Place {
    let kind = view.figure(figure).kind;
    let tile = TileId(rng.below(view.board.tiles.len()) as u16);
    match rng.below(10) {
        0 => Place::tile(tile),
        1 => Place::corner(tile, rng.below(4) as u8),
        2 => Place::held(player(view, rng)),
        3 => Place::yard(rng.below(3) as u8),
        4 | 5 => Place::SUPPLY,
        _ => {
            let allowed = segments(view, |s| view.may_stand(kind, view.segment(s).kind));
            rng.pick(&allowed).map_or(Place::SUPPLY, Place::segment)
        }
    }
}

fn mark(view: &View<'_>, rng: &mut Rng) -> Effect {
    let figure = Bearer::figure(FigureId(rng.below(view.board.figures.len()) as u16));
    let (kind, on) = match rng.below(6) {
        0 => (DUST, Bearer::GAME),
        1 => (LUCK, Bearer::player(player(view, rng))),
        2 => (HOLE, Bearer::tile(TileId(rng.below(view.board.tiles.len()) as u16))),
        3 => (CRACK, Bearer::segment(SegmentId(rng.below(view.board.segments.len()) as u16))),
        4 => (ITCH, figure),
        _ => (SCAR, figure),
    };
    let n = rng.below(5) as i32 - 2;
    if rng.once_in(2) { Effect::set_mark(view.id(kind), on, n) } else { Effect::add_mark(view.id(kind), on, n) }
}

fn join(view: &View<'_>, rng: &mut Rng) -> Option<Effect> {
    let a = SegmentId(rng.below(view.board.segments.len()) as u16);
    let alike = segments(view, |s| view.segment(s).kind == view.segment(a).kind);
    let kind: LinkKind = view.id(RIFT);
    rng.pick(&alike).map(|b| Effect::join(kind, a, b, rng.once_in(2)))
}

fn shape(view: &View<'_>, rng: &mut Rng) -> (FeatureKind, Sides, Halves) {
    let bits = rng.below(256) as u8;
    match rng.below(4) {
        0 => (view.id(MONASTERY), Sides::NONE, Halves::NONE),
        1 => (view.id(FIELD), Sides::NONE, Halves(bits)),
        2 => (view.id(CITY), Sides(bits & 0xf), Halves::NONE),
        _ => (view.id(ROAD), Sides(bits & 0xf), Halves::NONE),
    }
}

/// An effect that can be applied now and stays so whatever comes before it.
fn lasting(view: &View<'_>, rng: &mut Rng) -> Effect {
    match rng.below(8) {
        0 => Effect::score(player(view, rng), rng.below(9) as i32 - 3),
        1..=3 => {
            let figure = FigureId(rng.below(view.board.figures.len()) as u16);
            let cause = Cause(rng.below(8) as u8);
            Effect::shift(figure, place(view, rng, figure), cause)
        }
        4 if rng.once_in(3) => {
            let (kind, sides, halves) = shape(view, rng);
            Effect::add_segment(TileId(rng.below(view.board.tiles.len()) as u16), kind, sides, halves)
        }
        5 => join(view, rng).unwrap_or(mark(view, rng)),
        _ => mark(view, rng),
    }
}

/// An effect that can be applied now.
fn any(view: &View<'_>, rng: &mut Rng) -> Effect {
    let joins: Vec<JoinId> = view.joins().map(|(id, _)| id).collect();
    let live = |f: &FeatureId| view.feature(*f).is_live();
    let features: Vec<FeatureId> = (0..view.board.features.len() as u16).map(FeatureId).filter(live).collect();
    match rng.below(16) {
        0 | 1 => rng.pick(&joins).map_or(Effect::score(view.active(), 1), Effect::part),
        2 => match rng.pick(&features) {
            Some(feature) => Effect::assess(feature, rng.once_in(2), rng.once_in(2)),
            None => mark(view, rng),
        },
        3 if rng.once_in(6) && view.board.turn.part < 3 => Effect::grant_part(),
        4 if rng.once_in(12) => Effect::grant_turn(player(view, rng)),
        5 if rng.once_in(4) && view.board.piles[view.id(LAND).index()].remaining > 4 => {
            Effect::withdraw(view.id(LAND), rng.below(3) as u16)
        }
        6 if rng.once_in(8) => Effect::fill(view.id(LAND), view.id(PIT), 1),
        7 if rng.once_in(3) => Effect::skip(Point(rng.below(22) as u8)),
        8 => beside(view, rng),
        _ => lasting(view, rng),
    }
}

/// A neutral figure goes beside one that stands on a tile.
fn beside(view: &View<'_>, rng: &mut Rng) -> Effect {
    let stands = |place: Place| matches!(place.spot(), Spot::Segment(_) | Spot::Tile(_) | Spot::Corner(..));
    let others: Vec<FigureId> = view.figures().filter(|(_, f)| stands(f.place)).map(|(id, _)| id).collect();
    let blob = view.figures().find(|(_, f)| f.kind == view.id(BLOB)).map(|(id, _)| id);
    match (blob, rng.pick(&others)) {
        (Some(blob), Some(other)) if blob != other => Effect::shift(blob, Place::with(other), Cause::MOVED),
        _ => mark(view, rng),
    }
}

/// An offer to anybody, also without a choice; what is chosen may go on `depth` times.
fn offer(view: &View<'_>, rng: &mut Rng, depth: i32, out: &mut Reply) {
    let args = [depth - 1, rng.below(1000) as i32, 0, 0];
    let tag = rng.below(2) as u16;
    if rng.once_in(5) {
        out.offer(Decider::pile(view.id(if rng.once_in(2) { ABYSS } else { LAND })), "which tile?").then(tag, args);
        return;
    }
    let to = if rng.once_in(5) { Decider::CHANCE } else { Decider::player(player(view, rng)) };
    let mut offer = out.offer(to, "what happens?").then(tag, args);
    if rng.once_in(2) {
        offer = offer.must();
    }
    for n in 0..rng.below(4) {
        let mut choice = offer.choice("it happens").detail(n as i32);
        for _ in 0..rng.below(3) {
            choice = choice.does(lasting(view, rng));
        }
        choice.then(rng.below(2) as u16, args);
    }
}

fn stir(view: &View<'_>, rng: &mut Rng, depth: i32, out: &mut Reply) {
    for _ in 0..rng.below(3) {
        // One after the other they might spoil each other's joins and beside-places: of those one is enough.
        let effect = if out.effects.is_empty() { any(view, rng) } else { lasting(view, rng) };
        out.does(effect);
    }
    for _ in 0..rng.below(if depth > 0 { 3 } else { 1 }) {
        offer(view, rng, depth, out);
    }
}

macro_rules! stirs {
    ($($name:ident $salt:literal $often:literal $args:ty;)*) => {$(
        fn $name(view: &View<'_>, _: &$args, out: &mut Reply) {
            let mut rng = Rng::new(view, $salt);
            if rng.once_in($often) && !view.board.tiles.is_empty() {
                stir(view, &mut rng, 2, out);
            }
        }
    )*};
}

stirs! {
    at_start 1 6 ();
    at_place 2 5 ();
    at_prologue 3 6 ();
    at_action 4 4 ();
    before 5 3 RSlice<'_, FeatureId>;
    after 6 3 Scored<'_>;
    at_rest 7 6 ();
    at_end 8 6 ();
    at_last 9 1 ();
    at_final 10 1 ();
    on_growth 11 12 Grew;
    on_move 12 7 Moved;
    on_points 13 8 Award;
}

fn at_draw(view: &View<'_>, _: &Drawn, out: &mut Reply) {
    let mut rng = Rng::new(view, 14);
    match rng.below(20) {
        0 => out.does(Effect::redraw()),
        1 => out.does(Effect::set_aside()),
        2 => stir(view, &mut rng, 1, out),
        3 => {
            let mut offer = out.offer(Decider::player(player(view, &mut rng)), "is it laid aside");
            offer.choice("yes").does(Effect::set_aside());
            offer.choice("yes, another").does(Effect::redraw());
        }
        _ => {}
    }
}

fn conjure(view: &View<'_>, (): &(), out: &mut Sources) {
    let mut rng = Rng::new(view, 15);
    if rng.once_in(10) {
        out.offer(view.id(PIT), "conjure", rng.once_in(3), &[lasting(view, &mut rng)]);
    }
}

fn meddle(view: &View<'_>, candidates: &RSlice<'_, Candidate>, out: &mut Verdicts) {
    let mut rng = Rng::new(view, 16);
    for (n, candidate) in (0..).zip(candidates.iter()) {
        if rng.once_in(7) {
            out.refuse(n, "not there", RuleId::NONE);
        }
        if candidate.misfits != 0 && rng.once_in(60) {
            let (kind, sides, halves) = shape(view, &mut rng);
            let hole = Effect::mark_placed(view.id(HOLE), 2);
            out.admit(n, "by force", &[Effect::add_segment_placed(kind, sides, halves), hole, lasting(view, &mut rng)]);
        }
    }
}

fn tempt(view: &View<'_>, _: &SlotArgs<'_>, out: &mut Choices) {
    let mut rng = Rng::new(view, 17);
    for n in 0..rng.below(4) {
        let figure = FigureId(rng.below(view.board.figures.len()) as u16);
        let to = place(view, &mut rng, figure);
        let choice = out.add("tempt").detail(n as i32).shifts(figure, to, Cause::MOVED);
        choice.does(lasting(view, &mut rng)).then(rng.below(2) as u16, [1, 0, 0, 0]);
    }
}

fn forbid(view: &View<'_>, args: &SlotArgs<'_>, out: &mut Choices) {
    strike(&mut Rng::new(view, 18), &args.offered, out);
}

fn bar(view: &View<'_>, ends: &Ends<'_>, out: &mut Choices) {
    strike(&mut Rng::new(view, 19), &ends.offered, out);
}

fn strike(rng: &mut Rng, offered: &gatehouse_core::Offered<'_>, out: &mut Choices) {
    for (n, _) in offered.iter() {
        if rng.once_in(6) {
            out.strike(n, "not this time", RuleId::NONE);
        }
    }
}

fn burden(view: &View<'_>, args: &SlotArgs<'_>, out: &mut Choices) {
    ride(view, &mut Rng::new(view, 20), &args.offered, out);
}

fn load(view: &View<'_>, ends: &Ends<'_>, out: &mut Choices) {
    ride(view, &mut Rng::new(view, 21), &ends.offered, out);
}

fn ride(view: &View<'_>, rng: &mut Rng, offered: &gatehouse_core::Offered<'_>, out: &mut Choices) {
    for (n, _) in offered.iter() {
        for _ in 0..rng.below(3) {
            let effects = [lasting(view, rng), mark(view, rng)];
            out.ride(n, "and more", RuleId::NONE, rng.once_in(2), &effects);
        }
    }
}

fn misjudge(view: &View<'_>, completed: &RSlice<'_, FeatureId>, out: &mut Completions) {
    let mut rng = Rng::new(view, 22);
    for &feature in completed.iter() {
        if rng.once_in(8) {
            out.withhold(feature, "not now", RuleId::NONE);
        }
    }
    for (feature, row) in (0..).map(FeatureId).zip(view.board.features.iter()) {
        if row.is_live() && row.figures > 0 && rng.once_in(60) {
            out.include(feature);
        }
    }
}

fn scribble(view: &View<'_>, _: &Sheet<'_>, out: &mut Lines) {
    let mut rng = Rng::new(view, 23);
    for _ in 0..rng.below(3) {
        let (count, rate) = (rng.below(5) as i32 - 1, rng.below(4) as i32);
        out.write(match Stage(rng.below(9) as u8) {
            Stage::OWNERS => Line::owners(PlayerSet(rng.below(256) as u8)),
            Stage::RATE => Line::rate(Unit::TILE, rate),
            Stage::INSTEAD => Line::instead(count),
            Stage::PLUS => Line::plus(Unit::TILE, count, rate),
            Stage::FACTOR_UP => Line::factor_up(count, rate),
            Stage::FACTOR_DOWN => Line::factor_down(count, rate),
            Stage::BONUS => Line::bonus(player(view, &mut rng), Unit::FLAT, count, rate),
            Stage::NIL if rng.once_in(4) => Line::nil(),
            _ => Line::basis(Unit::AROUND, count, rate),
        });
    }
}

fn lure(view: &View<'_>, ends: &Ends<'_>, out: &mut Choices) {
    let mut rng = Rng::new(view, 24);
    for (figure, _) in view.figures_on(ends.sheet.feature) {
        for n in 0..rng.below(4) {
            let to = place(view, &mut rng, figure);
            let choice = out.add("lure").detail(n as i32).shifts(figure, to, Cause::MOVED);
            let choice = choice.does(lasting(view, &mut rng)).then(rng.below(2) as u16, [1, 0, 0, 0]);
            if rng.once_in(2) {
                choice.decided_at(Key(460 + rng.below(50) as u16));
            }
        }
    }
    if rng.once_in(4) {
        out.does(any(view, &mut rng));
    }
}

fn go_on(view: &View<'_>, answer: &Answer, out: &mut Reply) {
    let depth = answer.args[0];
    if depth > 0 {
        stir(view, &mut Rng::new(view, 100 + (answer.args[1] + answer.choice + 1) as u64), depth, out);
    }
}
