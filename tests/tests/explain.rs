//! Explanations of recorded games: chains of causes, score sheets, lives of figures, refusals.

use gatehouse::dice::Dice;
use gatehouse::engine::{Answer as Became, Game, Heard, Opening, Setup};
use gatehouse::explain::{Answer, ExplainError, Span, Story};
use gatehouse::record::{self, Record, ReplayError};
use gatehouse::resolve::{self, Choice};
use gatehouse::rules::{Given, Plugin, Rekey};
use gatehouse::scenario::{self, Scenario};
use gatehouse_core::Player;
use gatehouse_tests::probes::{self, faulty};
use gatehouse_tests::{expansions, opening, plugins};
use std::path::Path;
use std::sync::Arc;

/// The game of a scenario that is kept as a file.
fn kept(file: &str) -> Story {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(file).with_extension("toml");
    let report = scenario::run_file(&plugins(), &path);
    assert!(report.passed(), "{report}");
    of_record(&report.record.unwrap(), &plugins())
}

fn played(text: &str) -> Story {
    let report = Scenario::parse(text).unwrap().run(&plugins());
    assert!(report.passed(), "{report}");
    of_record(&report.record.unwrap(), &plugins())
}

fn of_record(record: &Record, plugins: &[Plugin]) -> Story {
    let (opening, _) = record::open(record, plugins).unwrap();
    Story::of(record, &opening).unwrap()
}

fn text(story: &Story, answer: Result<Answer, ExplainError>) -> String {
    answer.unwrap().to_text(story.rules())
}

/// The sentences alone: what is asserted of them does not change with the wording of a rule.
fn sentences(story: &Story, answer: Result<Answer, ExplainError>) -> String {
    let lines = answer.unwrap().sentences(story.rules());
    lines.into_iter().map(|l| l.text).collect::<Vec<_>>().join("\n")
}

fn why_not(story: &Story, moved: &str) -> String {
    sentences(story, story.why_not(moved, Span::Turn(1)))
}

const FIFTEEN: &str = r#"
title = "A cathedral makes five tiles worth 15 to each of two players"
rules = ["IC-2"]
use = ["inns-cathedrals"]
[start]
tiles = ["IC/Cccc.c (0,0)", "BA/C (-1,0) R90", "BA/C (1,0) R270", "BA/C (0,1)"]
figures = ["red meeple on city of (0,0)", "blue large-meeple on city of (0,1)", "red meeple on city of (1,0)"]
scores = { red = 2 }
[[step]]
draw = "BA/C"
place = "(0,-1) R180"
scores = { red = 17, blue = 15 }
"#;

#[test]
fn fifteen_points_line_by_line() {
    let story = played(FIFTEEN);
    insta::assert_snapshot!("fifteen-points", text(&story, story.scored(Player(0), Span::Game)));
    insta::assert_snapshot!("fifteen-points-turn", text(&story, story.told(Span::Turn(1))));
    let turn = sentences(&story, story.scored(Player(1), Span::Turn(1)));
    assert!(turn.ends_with("blue: 15 points in turn 1"), "{turn}");
}

#[test]
fn a_flat_value_and_a_raised_rate_say_what_they_replace() {
    let story = kept("inns-cathedrals/inn");
    let inn = sentences(&story, story.scored(Player(0), Span::Game));
    assert!(inn.contains("5 tiles at 2, not 1 = 10") && inn.contains("each tile counts 2  [IC-1"), "{inn}");
    let story = kept("mixed/wagon-in-the-city-with-four-gates");
    let gates = sentences(&story, story.scored(Player(0), Span::Game));
    assert!(gates.contains(", which does not count") && gates.contains("4 points instead  [R-CG-12"), "{gates}");
}

#[test]
fn a_march_and_what_led_to_it() {
    let story = kept("drawbridges/two-cities-two-thieves");
    insta::assert_snapshot!("march", text(&story, story.told(Span::Turn(1))));
    insta::assert_snapshot!("marcher", text(&story, story.life("red meeple on city of (5,0)")));
    // Nobody is on the road any more, but somebody was.
    assert_eq!(story.life("red meeple on road of (0,0)"), story.life("red meeple 1"));
}

#[test]
fn a_third_ghost_takes_a_meeple_and_its_builder_follows() {
    let story = kept("mixed/third-ghost-sends-the-builder-home");
    insta::assert_snapshot!("third-ghost", text(&story, story.told(Span::Turn(1))));
    let life = sentences(&story, story.life("blue builder"));
    assert!(life.contains("because blue's meeple goes from city of (0, 0) to the supply  [G-13"), "{life}");
    assert!(life.contains("because red chooses: drive off blue's meeple"), "{life}");
}

#[test]
fn a_placement_is_refused_by_edges_cells_and_vetoes() {
    let story = kept("abbey-mayor/abbey-instead-of-a-draw");
    insta::assert_snapshot!("abbey-outside-a-hole", text(&story, story.why_not("(2,0)", Span::Game)));
    assert!(why_not(&story, "(0,0)").contains("a tile lies at (0, 0): BA/C"));
    assert!(why_not(&story, "(7,7) R90").contains("no tile lies beside (7, 7)"));
    assert!(why_not(&story, "BA/L (2,0)").contains("BA/L was not the tile at hand: that was AM/A"));
    assert!(why_not(&story, "(0,1) R90").contains("`(0, 1) R90` was on offer in turn 1, but red chose `(0, 1) R0`"));
    let story = kept("abbey-mayor/abbey-closes-the-road");
    let story = of_record(&story_before_the_end(&story, 1), &plugins());
    assert!(why_not(&story, "play the abbey").contains("`play the abbey` was on offer in turn 1"));
    let story = played(
        "title = 'x'\nrules = ['B-11']\n[start]\ntiles = ['BA/C (0,0)', 'BA/L (1,0)', 'BA/RFr (1,-1)']\n[[step]]\n\
         draw = 'BA/C'\nplace = '(0,1) R180'\nscores = { red = 0 }\n",
    );
    insta::assert_snapshot!("misfits", text(&story, story.why_not("(0,-1)", Span::Turn(1))));
    let one = why_not(&story, "(-1,0)");
    assert!(one.contains("R180: it can go there"), "{one}");
    assert!(one.contains("R90: its city does not meet the field in the east, of BA/C at (0, 0)"), "{one}");
}

/// The record of a story without its last choices.
fn story_before_the_end(story: &Story, without: usize) -> Record {
    let mut record = story.record().clone();
    record.entries.truncate(record.entries.len() - without);
    record
}

#[test]
fn a_march_is_not_on_offer_where_two_own_the_road() {
    let story = kept("drawbridges/tie-of-two-above-a-third");
    let answer = text(&story, story.why_not("march meeple to city of (0,0)", Span::Turn(1)));
    insta::assert_snapshot!("two-owners", answer);
    let by_itself = why_not(&story, "return blue's meeple from road of (2,0)");
    assert!(by_itself.contains("`return blue's meeple from road of (2, 0)` was not on offer"), "{by_itself}");
    let by_itself = why_not(&story, "return meeple from road of (2,0)");
    assert!(by_itself.contains("it was the only way to leave, and so it happened by itself"), "{by_itself}");
    let story = kept("abbey-mayor/second-wagon-finds-the-road-taken");
    let second = "blue: drive wagon to road S of (0,0)";
    insta::assert_snapshot!("second-wagon", sentences(&story, story.why_not(second, Span::Turn(1))));
    assert!(
        why_not(&story, "red: drive wagon to road S of (0,0)").contains("was on offer in turn 1, and red chose it")
    );
    let passed = why_not(&story, "red: pass");
    assert!(passed.contains("`pass` was on offer in turn 1, and red chose it"), "{passed}");
}

#[test]
fn a_march_is_not_on_offer_into_a_complete_city() {
    let story = kept("drawbridges/road-to-an-open-and-a-completed-city");
    let answer = text(&story, story.why_not("march meeple to city S of (0,0)", Span::Game));
    insta::assert_snapshot!("complete-city", answer);
    let open = why_not(&story, "march meeple to city N of (0,0)");
    assert!(open.contains("is on offer: red may choose it now"), "{open}");
}

#[test]
fn a_choice_that_was_struck_says_by_whom_and_why() {
    let story = kept("abbey-mayor/no-farmer-beside-a-barn");
    let struck = why_not(&story, "place meeple to field of (2,0)");
    assert!(
        struck.contains("it was struck: a barn stands on this field  [AM-24, abbey-mayor/no_more_farmers]"),
        "{struck}"
    );
    let second = why_not(&story, "place barn to the SE corner of (2,0)");
    assert!(second.contains("red has no barn in the supply"), "{second}");
    assert!(
        second.contains("abbey-mayor/build_barn (figure_offer T-320) was not asked: red had no barn left"),
        "{second}"
    );
    let elsewhere = why_not(&story, "place meeple to city of (0,0)");
    assert!(elsewhere.contains("(0, 0) is not the tile of this turn"), "{elsewhere}");
}

#[test]
fn hooks_that_were_not_asked_name_the_condition() {
    let story = kept("abbey-mayor/no-hole-no-abbey");
    for text in ["play the abbey", "play AM/A"] {
        let abbey = why_not(&story, text);
        assert!(abbey.contains("abbey-mayor/offer_abbey (tile_source T-110) was asked and offered nothing"), "{abbey}");
    }
    let story = kept("ghosts/tile-without-mist");
    let ghost = why_not(&story, "haunt blue's meeple");
    assert!(ghost.contains("ghosts/mist_extended (prologue T-300) was not asked: the placed tile shows no"), "{ghost}");
    let story = kept("peasant-revolts/only-points-in-hand");
    let rider = why_not(&story, "place meeple to city of (0,-1) and pay 4 to lie protected");
    assert!(
        rider.contains("`place meeple to city of (0, -1)` was on offer; the rest would have to ride on it"),
        "{rider}"
    );
    assert!(
        rider.contains("peasant-revolts/protect_placed (figure_offer T-325) was asked and rode on nothing"),
        "{rider}"
    );
    let revolt = why_not(&story, "pass");
    assert!(revolt.contains("`pass` was on offer"), "{revolt}");
}

#[test]
fn the_wagon_decides_after_the_drawbridge() {
    let story = kept("mixed/wagon-with-everything-about");
    insta::assert_snapshot!("order", text(&story, story.order("abbey-mayor/drive", "march")));
    let apart = sentences(&story, story.order("base/offer", "drive"));
    assert!(apart.contains("the turn comes to `figure_offer` before `depart`"), "{apart}");
    let role = sentences(&story, story.order("protect_moved", "drive"));
    assert!(role.contains("it adds choices, and the other one rides on choices"), "{role}");
    let story = kept("abbey-mayor/wagon-drives-where-another-marched");
    let together = sentences(&story, story.order("march", "drive"));
    assert!(together.contains("480 (played): with the figures"), "{together}");
    assert!(
        together.contains("choices of abbey-mayor/drive said in this game that they are decided together"),
        "{together}"
    );
}

#[test]
fn the_users_word_on_the_order_is_told_with_its_reason() {
    let key = Rekey {
        point: "depart".to_owned(),
        hook: "abbey-mayor/drive".to_owned(),
        key: 465,
        reason: "we play it so".to_owned(),
    };
    let choice = Choice {
        plugins: vec!["abbey-mayor".to_owned(), "drawbridges".to_owned()],
        given: Given { order: vec![], keys: vec![key] },
        ..Choice::default()
    };
    let rules = resolve::resolve(&plugins(), &choice).unwrap_or_else(|findings| panic!("{findings}"));
    let opening = Opening::new(Arc::new(rules), Setup::new(2)).unwrap_or_else(|errors| panic!("{errors}"));
    let story = Story::of(&Record::new(&opening), &opening).unwrap();
    let order = sentences(&story, story.order("march", "drive"));
    assert!(order.contains("abbey-mayor/drive comes first"), "{order}");
    assert!(order.contains("the user gives abbey-mayor/drive the key T-465: we play it so"), "{order}");
}

#[test]
fn a_fault_is_told_with_what_it_did_and_its_plugin_is_no_longer_asked() {
    let switch = faulty::FAULTS.iter().map(|f| f.switch);
    for switch in switch.chain(faulty::PANICS.skip(1)) {
        let opening = probes::opening(&["probe-faulty"], &[("fault", switch)], Setup::new(2));
        let (record, game) = recorded(&opening, 3);
        let story = Story::of(&record, &opening).unwrap();
        let told = sentences(&story, story.told(Span::Game));
        for fault in game.faults() {
            assert!(told.contains(&format!("its plugin is stopped: {}", fault.message)), "{told}");
        }
        sums_agree(&story);
    }
}

fn recorded(opening: &Arc<Opening>, seed: u64) -> (Record, Game) {
    let (mut record, mut game, mut dice) = (Record::new(opening), Game::new(opening), Dice::new(seed));
    while let Some(decision) = game.decision() {
        let choice = dice.any(&decision);
        record.choose(&mut game, choice).unwrap();
    }
    (record, game)
}

/// What is explained of each player's points is all of them, and each sheet's lines come to what was given.
fn sums_agree(story: &Story) {
    for (n, score) in story.game().scores().into_iter().enumerate() {
        let explained = story.score(Player(n as u8));
        assert_eq!(explained.total(), score);
        for award in explained.awards {
            assert!(award.counted.is_none_or(|counted| counted == award.points), "{award:?}");
        }
        let text = sentences(story, story.scored(Player(n as u8), Span::Game));
        assert!(text.contains(&format!("{score} point")) || text.contains("got no points"), "{text}");
    }
    for turn in 1..=story.game().board().turn.number {
        story.told(Span::Turn(turn)).unwrap();
    }
    let unasked = |heard: &&Heard| matches!(&heard.answer, Became::Unasked(why) if why.is_empty());
    assert_eq!(story.game().heard().iter().find(unasked), None, "who is not asked has a reason");
}

#[test]
fn explained_points_are_the_score_in_any_game() {
    let all = expansions();
    let ids: Vec<&str> = all.iter().map(String::as_str).collect();
    for seed in 0..6 {
        let opening = opening(&ids, 2 + seed as usize % 3);
        let (record, game) = recorded(&opening, seed);
        let story = Story::of(&record, &opening).unwrap();
        assert_eq!(story.game().scores(), game.scores());
        sums_agree(&story);
        sheets_agree(&story);
    }
}

/// The strengths that are told of each scored feature are those by which its owners were found.
fn sheets_agree(story: &Story) {
    for majority in story.majorities() {
        let most = majority.strengths.iter().copied().max().unwrap_or(0).max(1);
        let strongest = (0..majority.strengths.len()).filter(|p| majority.strengths[*p] == most);
        assert_eq!(majority.owners, strongest.map(|p| Player(p as u8)).collect::<Vec<_>>(), "{majority:?}");
    }
}

#[test]
fn explained_points_are_the_score_where_rules_do_what_no_bundled_one_does() {
    let modules = probes::modules();
    let ids: Vec<String> = modules.iter().map(|m| m.id().to_string()).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    for seed in 0..4 {
        let opening = probes::opening(&ids, &[], Setup::new(3));
        let (record, _) = recorded(&opening, seed);
        sums_agree(&Story::of(&record, &opening).unwrap());
    }
}

#[test]
fn a_record_that_ends_in_the_middle_is_explained_as_far_as_it_goes() {
    let all = expansions();
    let ids: Vec<&str> = all.iter().map(String::as_str).collect();
    let opening = opening(&ids, 2);
    let (record, _) = recorded(&opening, 5);
    for entries in [0, 1, 2, 17, 40, 41] {
        let part = Record { entries: record.entries[..entries].to_vec(), ..record.clone() };
        let story = Story::of(&part, &opening).unwrap();
        sums_agree(&story);
        assert!(matches!(story.told(Span::End), Err(ExplainError::End(_))));
        for moved in ["march meeple to city of (0,0)", "(0,0)", "(99,0) R90", "march", "drive", "pass", "draw BA/C"] {
            assert!(!story.why_not(moved, Span::Game).unwrap().nodes.is_empty(), "{moved}");
        }
        for broken in ["", " ", "(", ")(", "((,)", "(1,", "(99999,0)", "to (0,0) of", "é (0,0) ü", "\u{0}"] {
            let _ = story.why_not(broken, Span::Game);
            let _ = story.life(broken);
        }
    }
    let mut wrong = record.clone();
    wrong.entries[7].choose = "fly".to_owned();
    assert!(matches!(Story::of(&wrong, &opening), Err(ReplayError::Mismatch(m)) if m.line == 9));
}
