//! Laws that hold in every game of every subset of expansions, with the switches as they are and otherwise.

use gatehouse::dice::Dice;
use gatehouse::engine::{Opening, Setup};
use gatehouse::lab::course::{Broken, Course};
use gatehouse::lab::laws;
use gatehouse::lab::mirror;
use gatehouse::rules::Plugin;
use gatehouse_tests::{plugins, rules, subsets};
use std::sync::Arc;

/// How many games a law is tried on, spread over all subsets: the environment may ask for more than the few of an
/// ordinary run.
fn games() -> usize {
    std::env::var("GATEHOUSE_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(256)
}

/// Other values of the switches of these plugins, different ones in each round.
fn switched(plugins: &[Plugin], set: &[String], round: usize) -> Vec<(String, i32)> {
    let played = plugins.iter().map(|p| &p.declaration).filter(|d| d.plugin.base || set.contains(&d.plugin.id));
    let all = played.flat_map(|d| d.switches.iter().map(|s| (format!("{}.{}", d.plugin.id, s.name), s)));
    let values = all.enumerate().filter_map(|(n, (name, switch))| {
        let value = switch.values.keys().nth((round + n / 2) % switch.values.len())?;
        Some((name, value.parse().ok()?))
    });
    values.collect()
}

/// Game `n` of a law: round by round every subset once; every other round with switches set otherwise.
fn opening(plugins: &[Plugin], sets: &[Vec<String>], n: usize) -> Arc<Opening> {
    let (set, round) = (&sets[n % sets.len()], n / sets.len());
    let ids: Vec<&str> = set.iter().map(String::as_str).collect();
    let switches = if round % 2 == 1 { switched(plugins, set, round / 2) } else { Vec::new() };
    let switches: Vec<(&str, i32)> = switches.iter().map(|(name, value)| (name.as_str(), *value)).collect();
    Opening::new(rules(&ids, &switches), Setup::new(2 + n % 3)).unwrap_or_else(|e| panic!("{ids:?}, {switches:?}: {e}"))
}

fn each_game(law: impl Fn(&Course) -> Result<(), Broken>) {
    let (plugins, sets) = (plugins(), subsets());
    for n in 0..games() {
        let opening = opening(&plugins, &sets, n);
        let course = Course::random(&opening, &mut Dice::of_game(5, n as u64)).unwrap_or_else(|e| panic!("{e}"));
        law(&course).unwrap_or_else(|e| panic!("game {n}: {e}"));
        let game = course.game().unwrap();
        assert!(game.faults().is_empty(), "game {n}: {:?}", game.faults());
    }
}

#[test]
fn taking_back_after_choosing_changes_nothing() {
    each_game(laws::taking_back);
}

#[test]
fn taking_everything_back_leads_to_the_start() {
    each_game(laws::taking_all_back);
}

#[test]
fn the_kept_hash_is_the_fresh_one_and_everything_is_counted_right() {
    each_game(laws::kept_and_counted);
}

#[test]
fn a_record_replays_to_the_same_states_also_cut_anywhere() {
    let plugins = plugins();
    each_game(|course| laws::recorded(course, &plugins));
}

#[test]
fn copies_go_on_as_the_game_does() {
    each_game(laws::copied);
}

#[test]
fn no_record_tells_of_tiles_nobody_has_seen() {
    each_game(laws::unseen);
}

#[test]
fn turning_the_table_changes_nothing() {
    each_game(mirror::turned);
}

#[test]
fn renaming_the_players_changes_nothing_but_names() {
    each_game(mirror::renamed);
}
