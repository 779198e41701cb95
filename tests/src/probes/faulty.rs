//! A plugin that breaks the rules of the API: its switch says how. See [`FAULTS`].

use gatehouse::engine::FaultKind;
use gatehouse_core::prelude::*;
use gatehouse_core::{AdmitRow, ChoiceRow, EffectCode, OfferRow, Stage, WithholdRow};

/// A way to be at fault.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// The value of the switch.
    pub switch: i32,
    /// The hook that is at fault.
    pub hook: &'static str,
    /// What kind of fault it is.
    pub kind: FaultKind,
    /// A part of what is said of it.
    pub message: &'static str,
    /// Whether the game goes on as if the plugin were not there.
    pub traceless: bool,
}

const fn fault(switch: i32, hook: &'static str, message: &'static str) -> Fault {
    Fault { switch, hook, kind: FaultKind::Illegal, message, traceless: true }
}

/// A fault that leaves a trace: what was done before it went too far, or a decision.
const fn trace(switch: i32, hook: &'static str, message: &'static str) -> Fault {
    Fault { traceless: false, ..fault(switch, hook, message) }
}

/// A fault that consists in too much.
const fn much(fault: Fault) -> Fault {
    Fault { kind: FaultKind::Limit, ..fault }
}

/// All ways to be at fault in play, besides the panics at each point (switch 1 + the point's number).
pub const FAULTS: &[Fault] = &[
    fault(31, "no_player", "there is no player 9"),
    fault(32, "no_figure", "there is no figure 60000"),
    fault(33, "bad_place", "may not stand on a"),
    fault(34, "bad_bearer", "the mark `blot` can't hang there"),
    fault(35, "unlike_join", "it joins segments of different kinds"),
    fault(36, "no_join", "there is no live join 7"),
    fault(37, "no_code", "effect code 999 is unknown to this host"),
    fault(38, "only_setup", "effect REPRINT is for setup only"),
    fault(39, "half_good", "there is no player 9"),
    fault(40, "too_many_out", "it takes more tiles out of a pile than are in it"),
    fault(41, "bad_shape", "it makes a segment reach what its kind does not join by"),
    fault(42, "no_feature", "there is no feature 60000"),
    fault(43, "nothing_drawn", "it lays aside a tile, but none was just drawn"),
    fault(44, "no_choices", "its offer `missing` names choices that it does not have"),
    fault(45, "no_effects", "its choice `missing` names effects that it does not have"),
    fault(46, "for_nobody", "its offer `nobody` is for player 9, who does not play"),
    fault(47, "no_pile", "its offer `pile` is for no pile"),
    much(fault(48, "many_effects", "it proposes 5000 effects, more than 4096")),
    much(fault(49, "many_choices", "offers more than 4096 choices")),
    much(fault(50, "many_offers", "it makes more than 256 offers")),
    much(trace(51, "one_more", "it is a reaction on reactions more than 16 deep")),
    much(trace(52, "four_more", "it reacts more than 1024 times to one event")),
    much(fault(53, "ask_again_on", "it goes on by itself more than 1024 times")),
    much(trace(54, "more_parts", "it grants parts or turns without end")),
    much(trace(55, "more_turns", "it grants parts or turns without end")),
    much(trace(56, "assess_again", "it goes on by itself more than 1024 times")),
    fault(57, "adds_and_strikes", "it strikes choices, but its head does not say so"),
    fault(58, "rides_on_air", "it strikes or rides on choices that are not on offer"),
    fault(59, "strange_figure", "its choice `strange` is about figure 60000, which does not exist"),
    much(fault(60, "endless_list", "it offers more than 4096 choices")),
    fault(61, "at_once", "it proposes effects at once, which only hooks at `depart` may"),
    fault(62, "no_leaver", "its departure `away` names no figure"),
    fault(63, "strange_candidate", "it judges a candidate that does not exist"),
    fault(64, "unsaid", "it admits misfits, but its head does not say `admits`"),
    fault(65, "unmended", "there is no player 9"),
    fault(66, "missing_mend", "what it admits as `missing` names effects that it does not have"),
    fault(67, "strange_tile", "it offers tile 60000, which does not exist"),
    fault(68, "missing_payment", "its tile `missing` names effects that it does not have"),
    fault(69, "strange_stage", "it writes a line of an unknown stage or for nobody"),
    much(fault(70, "many_lines", "it writes 300 lines, more than 256")),
    fault(71, "strange_completion", "there is no feature 60000"),
    fault(72, "strange_withheld", "there is no feature 60000"),
    fault(73, "illegal_later", "there is no player 9"),
    trace(74, "missing_ride", "its rider `missing` names effects that it does not have"),
    fault(75, "beside_nobody", "it moves a figure beside one that is not on the table"),
    trace(76, "twice_parted", "there is no live join 0"),
    fault(77, "no_currency", "its tile `bought` can't be played: there is no player 9"),
    fault(78, "illegal_ride", "its choice `and more` can't be carried out: there is no player 9"),
];

/// The reach of the panics: switch 1 + the number of the point.
pub const PANICS: std::ops::RangeInclusive<i32> = 1..=22;

macro_rules! on {
    ($n:literal) => {
        &[Condition::switch("fault", $n)]
    };
}

gatehouse_core::plugin! {
    id: "probe-faulty",
    declaration: r#"
        [plugin]
        id = "probe-faulty"
        name = "Probe: faults"
        version = "0.1.0"
        api = "^0.1"

        [[mark]]
        name = "blot"
        bearer = "tile"

        [[link]]
        name = "thread"

        [[switch]]
        name = "fault"
        text = "Which fault it commits."
        default = 0
        [switch.values]
        0 = "none"
        1 = "panic at setup"
        2 = "panic"
        3 = "panic"
        4 = "panic"
        5 = "panic"
        6 = "panic"
        7 = "panic"
        8 = "panic"
        9 = "panic"
        10 = "panic"
        11 = "panic"
        12 = "panic"
        13 = "panic"
        14 = "panic"
        15 = "panic"
        16 = "panic"
        17 = "panic"
        18 = "panic"
        19 = "panic"
        20 = "panic"
        21 = "panic"
        22 = "panic"
        31 = "effect"
        32 = "effect"
        33 = "effect"
        34 = "effect"
        35 = "effect"
        36 = "effect"
        37 = "effect"
        38 = "effect"
        39 = "effect"
        40 = "effect"
        41 = "effect"
        42 = "effect"
        43 = "effect"
        44 = "offer"
        45 = "offer"
        46 = "offer"
        47 = "offer"
        48 = "list"
        49 = "list"
        50 = "list"
        51 = "endless"
        52 = "endless"
        53 = "endless"
        54 = "endless"
        55 = "endless"
        56 = "endless"
        57 = "choices"
        58 = "choices"
        59 = "choices"
        60 = "choices"
        61 = "choices"
        62 = "departures"
        63 = "verdicts"
        64 = "verdicts"
        65 = "verdicts"
        66 = "verdicts"
        67 = "sources"
        68 = "sources"
        69 = "lines"
        70 = "lines"
        71 = "completions"
        72 = "completions"
        73 = "a choice"
        74 = "riders"
        75 = "effect"
        76 = "effect"
        77 = "sources"
        78 = "riders"
    "#,
    tiles: [],
    names: {
        FIELD: FeatureKind = "field";
        CITY: FeatureKind = "city";
        GARDEN: FeatureKind = "garden";
        LAND: PileId = "land";
        BLOT: MarkKind = "blot";
        THREAD: LinkKind = "thread";
    },
    hooks: {
        setup: breaks = key(0).when(on!(1)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        turn_start: breaks = key(0).when(on!(2)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_source: breaks = key(100).when(on!(3)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_drawn: breaks = key(120).when(on!(4)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        placement: breaks = key(200).when(on!(5)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_placed: breaks = key(205).when(on!(6)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        prologue: breaks = key(300).when(on!(7)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        figure_offer: breaks = key(320).when(on!(8)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        after_action: breaks = key(350).when(on!(9)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        completed: breaks = key(400).when(on!(10)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        before_score: breaks = key(410).when(on!(11)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        score: breaks = key(420).when(on!(12)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        scored: breaks = key(450).when(on!(13)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        depart: breaks = key(460).when(on!(14)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        after_scoring: breaks = key(510).when(on!(15)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        turn_end: breaks = key(600).when(on!(16)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        last_round: breaks = key(900).when(on!(17)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        final_score: breaks = key(920).when(on!(18)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        turn_start: ask = key(1).when(on!(19)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        answered: breaks = reaction().when(on!(19)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        grew: breaks = reaction().when(on!(20)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        figure_moved: breaks = reaction().when(on!(21)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        points: breaks = reaction().when(on!(22)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_placed: no_player = key(210).when(on!(31)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_placed: no_figure = key(210).when(on!(32)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_placed: bad_place = key(210).when(on!(33)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_placed: bad_bearer = key(210).when(on!(34)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_placed: unlike_join = key(210).when(on!(35)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_placed: no_join = key(210).when(on!(36)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_placed: no_code = key(210).when(on!(37)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_placed: only_setup = key(210).when(on!(38)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_placed: half_good = key(210).when(on!(39)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_placed: too_many_out = key(210).when(on!(40)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_placed: bad_shape = key(210).when(on!(41)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_placed: no_feature = key(210).when(on!(42)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_placed: nothing_drawn = key(210).when(on!(43)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_placed: no_choices = key(210).when(on!(44)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_placed: no_effects = key(210).when(on!(45)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_placed: for_nobody = key(210).when(on!(46)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_placed: no_pile = key(210).when(on!(47)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_placed: many_effects = key(210).when(on!(48)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_placed: many_choices = key(210).when(on!(49)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_placed: many_offers = key(210).when(on!(50)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        points: one_more = reaction().when(on!(51)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        points: four_more = reaction().when(on!(52)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        turn_start: ask_again = key(1).when(on!(53)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        answered: ask_again_on = reaction().when(on!(53)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        turn_end: more_parts = key(610).when(on!(54)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        turn_end: more_turns = key(610).when(on!(55)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        depart: assess_again = key(470).when(on!(56)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        figure_offer: adds_and_strikes = key(321).when(on!(57)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        figure_offer: rides_on_air = key(321).rides().when(on!(58)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        figure_offer: strange_figure = key(321).when(on!(59)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        figure_offer: endless_list = key(321).when(on!(60)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        figure_offer: at_once = key(321).when(on!(61)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        depart: no_leaver = key(471).when(on!(62)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        placement: strange_candidate = key(201).when(on!(63)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        placement: unsaid = key(201).when(on!(64)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        placement: unmended = key(201).admits().when(on!(65)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        placement: missing_mend = key(201).admits().when(on!(66)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_source: strange_tile = key(101).when(on!(67)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_source: missing_payment = key(101).when(on!(68)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        score: strange_stage = key(430).when(on!(69)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        score: many_lines = key(430).when(on!(70)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        completed: strange_completion = key(401).when(on!(71)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        completed: strange_withheld = key(401).when(on!(72)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_placed: illegal_later = key(210).when(on!(73)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        figure_offer: missing_ride = key(321).rides().when(on!(74)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_placed: beside_nobody = key(210).when(on!(75)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_placed: twice_parted = key(210).when(on!(76)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        tile_source: no_currency = key(101).when(on!(77)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
        figure_offer: illegal_ride = key(321).rides().when(on!(78)).writes(&[Datum::anything()]).choices_write(&[Datum::anything()]);
    },
}

fn breaks<A, S>(_: &View<'_>, _: &A, _: &mut S) {
    panic!("it broke");
}

fn ask(view: &View<'_>, (): &(), out: &mut Reply) {
    out.offer(Decider::player(view.active()), "nothing").then(1, [0; 4]);
}

fn no_player(_: &View<'_>, (): &(), out: &mut Reply) {
    out.does(Effect::score(Player(9), 1));
}

fn no_figure(_: &View<'_>, (): &(), out: &mut Reply) {
    out.does(Effect::remove(FigureId(60_000)));
}

fn bad_place(view: &View<'_>, (): &(), out: &mut Reply) {
    // The kind of garden is declared, but no meeple may stand there; so any garden segment will do, or any field.
    let garden = |k: FeatureKind| k == view.id(GARDEN) || k == view.id(FIELD);
    let segments = (0..).map(SegmentId).zip(view.board.segments.iter());
    let barred = |figure: FigureId| {
        segments.clone().find(|(_, s)| garden(s.kind) && !view.may_stand(view.figure(figure).kind, s.kind))
    };
    if let Some((segment, _)) = barred(FigureId(0)) {
        out.does(Effect::place(FigureId(0), Place::segment(segment)));
    }
}

fn bad_bearer(view: &View<'_>, (): &(), out: &mut Reply) {
    out.does(Effect::set_mark(view.id(BLOT), Bearer::player(view.active()), 1));
}

fn unlike_join(view: &View<'_>, (): &(), out: &mut Reply) {
    let segments = || (0..).map(SegmentId).zip(view.board.segments.iter());
    let of = |kind: FeatureKind| segments().find(|(_, s)| s.kind == kind).map(|(id, _)| id);
    if let (Some(a), Some(b)) = (of(view.id(FIELD)), of(view.id(CITY))) {
        out.does(Effect::join(view.id(THREAD), a, b, true));
    }
}

fn no_join(_: &View<'_>, (): &(), out: &mut Reply) {
    out.does(Effect::part(JoinId(7)));
}

fn no_code(view: &View<'_>, (): &(), out: &mut Reply) {
    let mut effect = Effect::score(view.active(), 1);
    effect.code = EffectCode(999);
    out.does(effect);
}

fn only_setup(_: &View<'_>, (): &(), out: &mut Reply) {
    out.does(Effect::reprint(TileKind(0), 0, Print(0), 1));
}

fn half_good(view: &View<'_>, (): &(), out: &mut Reply) {
    out.does(Effect::score(view.active(), 50));
    out.does(Effect::grant_part());
    out.does(Effect::score(Player(9), 1));
}

fn too_many_out(view: &View<'_>, (): &(), out: &mut Reply) {
    out.does(Effect::withdraw(view.id(LAND), 40));
    out.does(Effect::withdraw(view.id(LAND), 40));
}

fn bad_shape(view: &View<'_>, (): &(), out: &mut Reply) {
    out.does(Effect::add_segment(TileId(0), view.id(FIELD), Sides::of(Side::North), Halves::NONE));
}

fn no_feature(_: &View<'_>, (): &(), out: &mut Reply) {
    out.does(Effect::assess(FeatureId(60_000), true, true));
}

fn nothing_drawn(_: &View<'_>, (): &(), out: &mut Reply) {
    out.does(Effect::redraw());
}

fn offer_row(to: Decider, title: &'static str, choices: u32) -> OfferRow {
    OfferRow { to, must: true, title: title.into(), first_choice: 0, choices, tag: 0, args: [0; 4] }
}

fn no_choices(view: &View<'_>, (): &(), out: &mut Reply) {
    out.offers.push(offer_row(Decider::player(view.active()), "missing", 3));
}

fn missing(choice: &mut ChoiceRow) {
    choice.first_effect = 17;
    choice.effects = 4;
}

fn no_effects(view: &View<'_>, (): &(), out: &mut Reply) {
    out.offer(Decider::player(view.active()), "what").choice("missing");
    out.choices.iter_mut().for_each(missing);
}

fn for_nobody(_: &View<'_>, (): &(), out: &mut Reply) {
    out.offer(Decider::player(Player(9)), "nobody").choice("any");
}

fn no_pile(_: &View<'_>, (): &(), out: &mut Reply) {
    out.offer(Decider::pile(PileId(99)), "pile").then(1, [0; 4]);
}

fn many_effects(view: &View<'_>, (): &(), out: &mut Reply) {
    (0..5000).for_each(|_| out.does(Effect::score(view.active(), 1)));
}

fn many_choices(view: &View<'_>, (): &(), out: &mut Reply) {
    let mut offer = out.offer(Decider::player(view.active()), "many");
    for n in 0..5000 {
        offer.choice("one").detail(n);
    }
}

fn many_offers(view: &View<'_>, (): &(), out: &mut Reply) {
    for _ in 0..300 {
        out.offer(Decider::player(view.active()), "many").choice("one");
    }
}

fn one_more(_: &View<'_>, award: &Award, out: &mut Reply) {
    out.does(Effect::score(award.player, 1));
}

/// Not deep, but broad: each award leads to four smaller ones.
fn four_more(_: &View<'_>, award: &Award, out: &mut Reply) {
    let left = if award.feature.is_some() { 6 } else { award.points - 1 };
    if left > 0 {
        (0..4).for_each(|_| out.does(Effect::score(award.player, left)));
    }
}

fn ask_again(view: &View<'_>, (): &(), out: &mut Reply) {
    ask(view, &(), out);
}

fn ask_again_on(view: &View<'_>, _: &Answer, out: &mut Reply) {
    ask(view, &(), out);
}

fn more_parts(_: &View<'_>, (): &(), out: &mut Reply) {
    out.does(Effect::grant_part());
}

fn more_turns(view: &View<'_>, (): &(), out: &mut Reply) {
    if view.board.piles[0].remaining == 0 {
        out.does(Effect::grant_turn(view.active()));
    }
}

fn assess_again(_: &View<'_>, ends: &Ends<'_>, out: &mut Choices) {
    out.does(Effect::assess(ends.sheet.feature, false, true));
}

fn adds_and_strikes(_: &View<'_>, _: &SlotArgs<'_>, out: &mut Choices) {
    out.strike(0, "it likes no choice", RuleId::NONE);
}

fn rides_on_air(_: &View<'_>, _: &SlotArgs<'_>, out: &mut Choices) {
    out.ride(4000, "and on", RuleId::NONE, true, &[]);
}

fn strange_figure(_: &View<'_>, _: &SlotArgs<'_>, out: &mut Choices) {
    out.add("strange").figure(FigureId(60_000));
}

fn endless_list(_: &View<'_>, _: &SlotArgs<'_>, out: &mut Choices) {
    for n in 0..100_000 {
        out.add("one more").detail(n);
    }
}

fn at_once(view: &View<'_>, _: &SlotArgs<'_>, out: &mut Choices) {
    out.does(Effect::score(view.active(), 1));
}

fn no_leaver(_: &View<'_>, _: &Ends<'_>, out: &mut Choices) {
    out.add("away");
}

fn strange_candidate(_: &View<'_>, candidates: &RSlice<'_, Candidate>, out: &mut Verdicts) {
    out.refuse(0, "not there", RuleId::NONE);
    out.refuse(candidates.len() as u32, "not there", RuleId::NONE);
}

fn unsaid(_: &View<'_>, _: &RSlice<'_, Candidate>, out: &mut Verdicts) {
    out.admit(0, "somehow", &[]);
}

fn unmended(_: &View<'_>, candidates: &RSlice<'_, Candidate>, out: &mut Verdicts) {
    for (n, _) in (0..).zip(candidates.iter()) {
        out.admit(n, "somehow", &[Effect::score(Player(9), 1)]);
    }
}

fn missing_mend(_: &View<'_>, _: &RSlice<'_, Candidate>, out: &mut Verdicts) {
    out.admits.push(AdmitRow { candidate: 0, label: "missing".into(), first_effect: 5, effects: 2 });
}

fn strange_tile(_: &View<'_>, (): &(), out: &mut Sources) {
    out.offer(TileKind(0), "fine", false, &[]);
    out.offer(TileKind(60_000), "strange", false, &[]);
}

fn missing_payment(_: &View<'_>, (): &(), out: &mut Sources) {
    out.offer(TileKind(0), "missing", true, &[]);
    out.sources.iter_mut().for_each(|s| s.effects = 3);
}

fn strange_stage(_: &View<'_>, _: &Sheet<'_>, out: &mut Lines) {
    out.write(Line::plus(Unit::FLAT, 40, 1));
    out.write(Line { stage: Stage(77), ..Line::nil() });
}

fn many_lines(_: &View<'_>, _: &Sheet<'_>, out: &mut Lines) {
    (0..300).for_each(|_| out.write(Line::plus(Unit::FLAT, 1, 1)));
}

fn strange_completion(view: &View<'_>, _: &RSlice<'_, FeatureId>, out: &mut Completions) {
    out.include(view.feature_of(SegmentId(0)));
    out.include(FeatureId(60_000));
}

fn strange_withheld(_: &View<'_>, completed: &RSlice<'_, FeatureId>, out: &mut Completions) {
    completed.iter().for_each(|&f| out.withhold(f, "just so", RuleId::NONE));
    out.withhold.push(WithholdRow { feature: FeatureId(60_000), reason: "just so".into(), rule: RuleId::NONE });
}

fn illegal_later(view: &View<'_>, (): &(), out: &mut Reply) {
    let me = view.active();
    let mut offer = out.offer(Decider::player(me), "do you dare?").must();
    offer.choice("dare").does(Effect::score(me, 50)).does(Effect::score(Player(9), 1)).then(1, [0; 4]);
}

fn missing_ride(_: &View<'_>, args: &SlotArgs<'_>, out: &mut Choices) {
    if !args.offered.choices.is_empty() {
        out.ride(0, "missing", RuleId::NONE, false, &[]);
        out.riders.iter_mut().for_each(|r| r.effects = 9);
    }
}

fn no_currency(_: &View<'_>, (): &(), out: &mut Sources) {
    out.offer(TileKind(0), "bought", false, &[Effect::score(Player(9), -1)]);
}

fn illegal_ride(_: &View<'_>, args: &SlotArgs<'_>, out: &mut Choices) {
    if !args.offered.choices.is_empty() {
        out.ride(0, "and more", RuleId::NONE, true, &[Effect::score(Player(9), 1)]);
    }
}

fn beside_nobody(_: &View<'_>, (): &(), out: &mut Reply) {
    out.does(Effect::shift(FigureId(0), Place::with(FigureId(1)), Cause::MOVED));
}

fn twice_parted(view: &View<'_>, (): &(), out: &mut Reply) {
    let segments = (0..).map(SegmentId).zip(view.board.segments.iter());
    let fields: Vec<SegmentId> = segments.filter(|(_, s)| s.kind == view.id(FIELD)).map(|(id, _)| id).collect();
    match (view.joins().next(), &fields[..]) {
        (Some((join, _)), _) => (0..2).for_each(|_| out.does(Effect::part(join))),
        (None, [a, .., b]) => out.does(Effect::join(view.id(THREAD), *a, *b, false)),
        _ => {}
    }
}
