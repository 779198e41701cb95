//! Does more than it declares, each hook in a way of its own: never breaks a rule, but the order can't know of it.

use gatehouse_core::prelude::*;

/// The hook that the switch turns on, and what is said of it.
pub const UNDECLARED: &[(i32, &str, &str)] = &[
    (1, "scores", "it writes points without declaring it: add `Datum::points()` to `writes` in its head"),
    (2, "moves", "it writes figures without declaring it: add `Datum::figures()` to `writes` in its head"),
    (3, "marks", "it writes the mark `stain` without declaring it: add `Datum::mark(\"stain\")` to `writes`"),
    (4, "adds", "it writes the mark `stain` without declaring it: add `Datum::tally(\"stain\")` to `writes`"),
    (5, "skips", "it writes skips of `prologue` without declaring it: add `Datum::skips(\"prologue\")` to `writes`"),
    (6, "grants", "it writes parts without declaring it: add `Datum::parts()` to `writes` in its head"),
    (7, "asks", "it writes offers without declaring it: add `Datum::offers()` to `writes` in its head"),
    (8, "promises", "it writes points without declaring it: add `Datum::points()` to `choices_write` in its head"),
    (9, "tempts", "it writes choices without declaring it: add `Datum::choices()` to `writes` in its head"),
    (10, "strikes", "it writes strikes without declaring it: add `Datum::strikes()` to `writes` in its head"),
    (11, "rides", "it writes riders without declaring it: add `Datum::riders()` to `writes` in its head"),
    (12, "charges", "it writes points without declaring it: add `Datum::points()` to `choices_write` in its head"),
    (13, "counts", "it writes lines at `plus` without declaring it: add `Datum::sheet(\"plus\")` to `writes`"),
    (14, "withholds", "it writes withheld without declaring it: add `Datum::withheld()` to `writes` in its head"),
    (15, "refuses", "it writes candidates without declaring it: add `Datum::candidates()` to `writes` in its head"),
    (16, "sells", "it writes sources without declaring it: add `Datum::sources()` to `writes` in its head"),
    (17, "assesses", "it writes scoring without declaring it: add `Datum::scoring()` to `writes` in its head"),
    (18, "connects", "it writes joins without declaring it: add `Datum::joins()` to `writes` in its head"),
    (19, "sets_aside", "it writes drawn without declaring it: add `Datum::drawn()` to `writes` in its head"),
    (20, "fills", "it writes piles without declaring it: add `Datum::piles()` to `writes` in its head"),
];

macro_rules! on {
    ($n:literal) => {
        &[Condition::switch("slyness", $n)]
    };
}

gatehouse_core::plugin! {
    id: "probe-sly",
    declaration: r#"
        [plugin]
        id = "probe-sly"
        name = "Probe: slyness"
        version = "0.1.0"
        api = "^0.1"

        [[mark]]
        name = "stain"
        bearer = "game"

        [[link]]
        name = "string"

        [[figure]]
        name = "imp"
        supply = 1
        stands_on = []

        [[switch]]
        name = "slyness"
        text = "What it does without saying so."
        default = 0
        values = { 0 = "nothing", 1 = "points", 2 = "figures", 3 = "a mark", 4 = "a tally", 5 = "a skip", 6 = "a part",
            7 = "an offer", 8 = "points of a choice", 9 = "a choice", 10 = "a strike", 11 = "a rider",
            12 = "points of a rider", 13 = "a line", 14 = "a completed feature", 15 = "a candidate", 16 = "a source",
            17 = "scoring", 18 = "a join", 19 = "the drawn tile", 20 = "a pile" }
    "#,
    tiles: [],
    names: {
        FIELD: FeatureKind = "field";
        MEEPLE: FigureKind = "meeple";
        LAND: PileId = "land";
        STAIN: MarkKind = "stain";
        STRING: LinkKind = "string";
    },
    hooks: {
        tile_placed: scores = key(210).when(on!(1)).writes(&[Datum::mark("stain")]);
        tile_placed: moves = key(210).when(on!(2)).writes(&[Datum::figures_of("imp")]);
        tile_placed: marks = key(210).when(on!(3)).writes(&[Datum::tally("stain")]);
        tile_placed: adds = key(210).when(on!(4)).writes(&[Datum::tally("double")]);
        tile_placed: skips = key(210).when(on!(5)).writes(&[Datum::skips("figure_offer")]);
        turn_end: grants = key(610).when(on!(6)).writes(&[Datum::turns()]);
        tile_placed: asks = key(210).when(on!(7)).choices_write(&[Datum::points()]);
        tile_placed: promises = key(210).when(on!(8)).writes(&[Datum::offers(), Datum::points()]);
        figure_offer: tempts = key(321).when(on!(9)).choices_write(&[Datum::points()]);
        figure_offer: strikes = key(321).strikes().when(on!(10)).writes(&[Datum::choices()]);
        figure_offer: rides = key(321).rides().when(on!(11)).choices_write(&[Datum::points()]);
        figure_offer: charges = key(321).rides().when(on!(12)).writes(&[Datum::riders()]);
        score: counts = key(430).when(on!(13)).writes(&[Datum::sheet("basis"), Datum::sheet("bonus")]);
        completed: withholds = key(401).when(on!(14)).writes(&[Datum::completions()]);
        placement: refuses = key(201).when(on!(15)).writes(&[Datum::admissions()]);
        tile_source: sells = key(101).when(on!(16)).choices_write(&[Datum::points()]);
        tile_placed: assesses = key(210).when(on!(17)).writes(&[Datum::points()]);
        tile_placed: connects = key(210).when(on!(18)).writes(&[Datum::tiles()]);
        tile_drawn: sets_aside = key(121).when(on!(19)).writes(&[Datum::piles()]);
        tile_placed: fills = key(210).when(on!(20)).writes(&[Datum::drawn()]);
    },
}

fn scores(view: &View<'_>, (): &(), out: &mut Reply) {
    out.does(Effect::score(view.active(), 1));
}

fn moves(view: &View<'_>, (): &(), out: &mut Reply) {
    if let Some(meeple) = view.in_supply(view.active(), view.id(MEEPLE)) {
        out.does(Effect::shift(meeple, Place::BOX, Cause::NONE));
    }
}

fn marks(view: &View<'_>, (): &(), out: &mut Reply) {
    out.does(Effect::set_mark(view.id(STAIN), Bearer::GAME, 3));
}

fn adds(view: &View<'_>, (): &(), out: &mut Reply) {
    out.does(Effect::add_mark(view.id(STAIN), Bearer::GAME, 1));
}

fn skips(_: &View<'_>, (): &(), out: &mut Reply) {
    out.does(Effect::skip(Point::PROLOGUE));
}

fn grants(_: &View<'_>, (): &(), out: &mut Reply) {
    out.does(Effect::grant_part());
}

fn asks(view: &View<'_>, (): &(), out: &mut Reply) {
    let me = view.active();
    out.offer(Decider::player(me), "do you want a point?").choice("yes").does(Effect::score(me, 1));
}

fn promises(view: &View<'_>, args: &(), out: &mut Reply) {
    asks(view, args, out);
}

fn tempts(view: &View<'_>, _: &SlotArgs<'_>, out: &mut Choices) {
    out.add("take a point").does(Effect::score(view.active(), 1));
}

fn strikes(_: &View<'_>, args: &SlotArgs<'_>, out: &mut Choices) {
    if !args.offered.choices.is_empty() {
        out.strike(0, "it was the first", RuleId::NONE);
    }
}

fn rides(view: &View<'_>, args: &SlotArgs<'_>, out: &mut Choices) {
    if !args.offered.choices.is_empty() {
        out.ride(0, "and take a point", RuleId::NONE, true, &[Effect::score(view.active(), 1)]);
    }
}

fn charges(view: &View<'_>, args: &SlotArgs<'_>, out: &mut Choices) {
    rides(view, args, out);
}

fn counts(_: &View<'_>, _: &Sheet<'_>, out: &mut Lines) {
    out.write(Line::plus(Unit::FLAT, 1, 1));
}

fn withholds(_: &View<'_>, completed: &RSlice<'_, FeatureId>, out: &mut Completions) {
    completed.iter().for_each(|&feature| out.withhold(feature, "it is not", RuleId::NONE));
}

fn refuses(_: &View<'_>, candidates: &RSlice<'_, Candidate>, out: &mut Verdicts) {
    if candidates.len() > 1 {
        out.refuse(0, "it is the first", RuleId::NONE);
    }
}

fn sells(view: &View<'_>, (): &(), out: &mut Sources) {
    out.offer(view.board.tiles[0].kind, "buy a tile", false, &[Effect::score(view.active(), -1)]);
}

fn assesses(view: &View<'_>, (): &(), out: &mut Reply) {
    if let Some(segment) = view.placed().and_then(|tile| view.segments_on(tile).next()) {
        out.does(Effect::assess(view.segment(segment).feature, false, false));
    }
}

fn connects(view: &View<'_>, (): &(), out: &mut Reply) {
    let fields = (0..).map(SegmentId).zip(view.board.segments.iter()).filter(|(_, s)| s.kind == view.id(FIELD));
    if let [a, b, ..] = fields.map(|(id, _)| id).collect::<Vec<_>>()[..] {
        out.does(Effect::join(view.id(STRING), a, b, false));
    }
}

fn sets_aside(_: &View<'_>, _: &Drawn, out: &mut Reply) {
    out.does(Effect::set_aside());
}

fn fills(view: &View<'_>, (): &(), out: &mut Reply) {
    out.does(Effect::fill(view.id(LAND), view.board.tiles[0].kind, 1));
}
