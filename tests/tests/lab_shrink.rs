//! Failing games become short, and the scenarios written of them parse, play and fail in the same way.

use gatehouse::bots::{Bot, Seeker};
use gatehouse::dice::Dice;
use gatehouse::engine::{Game, Opening, Setup};
use gatehouse::lab::course::Course;
use gatehouse::lab::resume;
use gatehouse::lab::scenario::{self, Shows};
use gatehouse::lab::shrink::{after_each, shrink};
use gatehouse::rules::Plugin;
use gatehouse::scenario::Scenario;
use gatehouse::{record, words};
use gatehouse_core::{Cause, EventCode, Player};
use gatehouse_tests::{expansions, opening, plugins, probes};
use std::sync::Arc;

/// A game of the seeker, up to where `until` holds.
fn game_until(opening: &Arc<Opening>, seed: u64, until: &dyn Fn(&Game) -> bool) -> Option<Course> {
    let (mut game, mut dice, mut bot) = (Game::new(opening), Dice::new(seed), Seeker::new(seed));
    let mut choices = Vec::new();
    while let Some(decision) = game.decision() {
        let choice = if decision.player().is_some() { bot.choose(&game) } else { dice.any(&decision) };
        game.choose(choice).unwrap();
        choices.push(choice);
        if until(&game) {
            return Some(Course { opening: Arc::clone(opening), choices });
        }
    }
    None
}

fn all(players: usize) -> Arc<Opening> {
    let ids = expansions();
    opening(&ids.iter().map(String::as_str).collect::<Vec<_>>(), players)
}

/// Whether a hook of this name moved a figure from place to place.
fn moved_by(game: &Game, hook: &str) -> bool {
    let rules = game.opening().rules();
    let by = |e: &&gatehouse_core::EventRow| {
        e.code == EventCode::FIGURE_MOVED && e.cause == Cause::MOVED && words::hook(rules, e.hook) == hook
    };
    game.events().iter().any(|e| by(&e))
}

/// Shrinks a case, writes its scenario and says what came of both.
fn shown(case: &Course, plugins: &[Plugin], hook: &str, is_wrong: impl Fn(&Game) -> bool) -> (Course, String) {
    let mut fails = after_each(&is_wrong);
    let short = shrink(case, 400, &mut fails).unwrap();
    assert_eq!(after_each(&is_wrong)(&short), Some(short.choices.len()));
    let again = shrink(case, 400, &mut after_each(&is_wrong)).unwrap();
    assert_eq!(short.record(), again.record());
    let shows = Shows {
        title: "What \"failed\"\nhere".to_owned(),
        failed: vec!["a law: it does not\nhold".to_owned()],
        hooks: vec![hook.to_owned()],
    };
    let written = scenario::write(&short, &shows, plugins, &mut fails);
    assert!(written.verified, "{}", written.text);
    assert_eq!(Scenario::parse(&written.text).unwrap().title, "What \"failed\" here");
    (short, written.text)
}

#[test]
fn a_long_game_comes_down_to_the_turn_that_matters() {
    let opening = all(3);
    let hook = "drawbridges/march";
    let marches = |seed| game_until(&opening, seed, &|game| moved_by(game, hook));
    let case = (1..20).filter_map(marches).find(|case| case.choices.len() > 60).unwrap();
    let (short, text) = shown(&case, &plugins(), hook, |game| moved_by(game, hook));
    assert!(short.choices.len() <= 8, "{} of {}", short.choices.len(), case.choices.len());
    assert!(text.contains("[start]") && text.contains("R-DB-8"), "{text}");
    assert!(short.opening.setup().tiles.len() <= 6, "{text}");
    // It also passes as it is written, since nothing is wrong with a march.
    let report = Scenario::parse(&text).unwrap().run(&plugins());
    assert!(report.passed(), "{report}\n{text}");
}

#[test]
fn a_fault_is_shown_by_a_scenario_that_fails() {
    // The hook panics as a feature is scored.
    let opening = probes::opening(&["probe-faulty", "ghosts"], &[("fault", 13)], Setup::new(2));
    let is_wrong = |game: &Game| !game.faults().is_empty();
    let case = game_until(&opening, 3, &is_wrong).unwrap();
    let hook = words::hook(opening.rules(), case.played().faults()[0].hook);
    let plugins = probes::plugins();
    let (short, text) = shown(&case, &plugins, &hook, is_wrong);
    assert!(short.choices.len() <= 6, "{text}");
    let report = Scenario::parse(&text).unwrap().run(&plugins);
    assert!(report.failures.iter().any(|f| f.message.contains("was at fault")), "{report}\n{text}");
}

#[test]
fn what_needs_the_whole_game_keeps_it() {
    let opening = opening(&["city-gates"], 2);
    // A prepared board can't know how many turns were played.
    let is_wrong = |game: &Game| game.board().turn.number == 6;
    let case = game_until(&opening, 1, &is_wrong).unwrap();
    let (short, text) = shown(&case, &plugins(), "", is_wrong);
    assert!(short.opening.setup().tiles.is_empty() && !text.contains("[start]"), "{text}");
    assert_eq!(text.matches("draw = ").count(), 5);
}

#[test]
fn the_end_of_a_game_is_begun_with_the_tiles_that_were_left() {
    let opening = opening(&["ghosts", "abbey-mayor"], 2);
    let is_wrong = |game: &Game| game.is_over() && game.scores()[0] > 10;
    let case = (1..9).find_map(|seed| game_until(&opening, seed, &is_wrong)).unwrap();
    let mut fails = after_each(is_wrong);
    let short = shrink(&case, 300, &mut fails).unwrap();
    let setup = short.opening.setup();
    assert!(short.choices.len() < 12 && setup.pile.is_some() && setup.tiles.len() < 9, "{setup:?}");
}

#[test]
fn nothing_comes_of_a_game_that_does_not_fail_or_may_not_be_tried() {
    let opening = all(2);
    let case = game_until(&opening, 1, &|game| game.board().turn.number > 4).unwrap();
    assert!(shrink(&case, 50, &mut after_each(|_| false)).is_none());
    assert!(shrink(&case, 0, &mut after_each(|_| true)).is_none());
    let cut = shrink(&case, 1, &mut after_each(|game| game.board().turn.number == 3)).unwrap();
    assert!(cut.choices.len() < case.choices.len());
}

#[test]
fn a_setup_says_what_the_game_holds() {
    let opening = all(2);
    let mut same = 0;
    for seed in 0..6 {
        let begins = |game: &Game| {
            let turn = game.board().turn;
            turn.number > 30 && turn.part == 0 && game.events().last().is_some_and(|e| e.code == EventCode::TURN_BEGAN)
        };
        let game = game_until(&opening, seed, &begins).unwrap().played();
        let Some(setup) = resume::setup(&game) else { continue };
        let Ok(resumed) = Opening::new(Arc::clone(opening.rules()), setup) else { continue };
        let resumed = Game::new(&resumed);
        let told = |game: &Game| {
            let board = game.board();
            let mut figures: Vec<_> =
                board.figures.iter().map(|f| (f.owner, f.kind, words::place(game, f.place))).collect();
            figures.retain(|(_, _, place)| place != "the box");
            figures.sort_by_key(|f| (f.0.0, f.1.0, f.2.clone()));
            let mut marks: Vec<_> = board.marks.iter().filter(|m| m.kind.is_some()).collect::<Vec<_>>();
            marks.sort_by_key(|m| (m.kind.0, m.value));
            let marks: Vec<_> = marks.iter().map(|m| (m.kind, m.value)).collect();
            (game.scores(), figures, marks, board.turn.active, board.tiles.len())
        };
        assert_eq!(told(&game), told(&resumed));
        assert_ne!(resumed.board().turn.active, Player::NONE);
        same += 1;
    }
    assert!(same >= 3, "only {same} of 6 games could be said as setups");
}

#[test]
fn a_case_of_a_record_has_its_choices() {
    let opening = all(2);
    let case = game_until(&opening, 2, &|game| game.board().turn.number > 12).unwrap();
    let record = case.record();
    let plugins = plugins();
    let (again, _) = record::open(&record, &plugins).unwrap();
    let read = Course::of(&again, &record.entries);
    assert_eq!((read.choices.len(), read.record()), (case.choices.len(), record));
}
