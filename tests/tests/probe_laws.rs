//! The laws over probe plugins: each alone, all together, and all with the bundled expansions.

use gatehouse::dice::Dice;
use gatehouse::engine::{Game, Opening, Setup};
use gatehouse::lab::course::{Broken, Course};
use gatehouse::lab::laws;
use gatehouse::resolve::{self, Choice};
use gatehouse_tests::{expansions, probes};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How many games a law is tried on: the environment may ask for more than the few of an ordinary run.
fn games() -> u64 {
    std::env::var("GATEHOUSE_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(2)
}

/// Each probe alone or with a ferry, all together, and all with every bundled expansion; then chaos alone and among all of them.
fn sets() -> Vec<Vec<String>> {
    let all = probes::ids();
    let every: Vec<String> = all.iter().cloned().chain(expansions()).collect();
    let chaos = "probe-chaos".to_owned();
    let mut sets: Vec<Vec<String>> = all.iter().map(|id| vec![id.clone()]).collect();
    sets.extend(probes::interplay::modules().iter().map(|m| vec![m.id().to_string(), "probe-ferry".to_owned()]));
    sets.extend([all, every.clone(), vec![chaos.clone()], every.into_iter().chain([chaos]).collect()]);
    sets
}

fn each_game(law: impl Fn(&Course) -> Result<(), Broken>) {
    for set in sets() {
        let ids: Vec<&str> = set.iter().map(String::as_str).collect();
        let chaos = ids.contains(&"probe-chaos");
        let more = if chaos { 6 } else { 1 };
        let openings = [2, 3, 4].map(|players| probes::opening(&ids, &[], Setup::new(players)));
        for n in 0..games() * more {
            let opening = &openings[(n % 3) as usize];
            let course = Course::random(opening, &mut Dice::of_game(6, n)).unwrap_or_else(|e| panic!("{set:?}: {e}"));
            law(&course).unwrap_or_else(|e| panic!("{set:?} game {n}: {e}"));
            let game = course.game().unwrap();
            // Among others chaos takes away what their offers count on.
            let faults: Vec<String> = game.faults().iter().map(|f| faulty(&game, f)).collect();
            let own = faults.iter().filter(|f| f.starts_with("probe-chaos")).count();
            assert!(own == 0 && (faults.is_empty() || chaos && ids.len() > 1), "{set:?} game {n}: {faults:?}");
        }
    }
}

fn faulty(game: &Game, fault: &gatehouse::engine::Fault) -> String {
    format!("{}: {}", gatehouse::words::hook(game.opening().rules(), fault.hook), fault.message)
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
    let plugins = probes::plugins();
    each_game(|course| laws::recorded(course, &plugins));
}

#[test]
fn copies_go_on_as_the_game_does() {
    each_game(laws::copied);
}

#[test]
fn the_order_in_which_plugins_are_found_and_chosen_never_matters() {
    let mut available = probes::plugins();
    let mut chosen: Vec<String> = probes::ids().into_iter().chain(expansions()).chain(["probe-chaos".into()]).collect();
    let mut dice = Dice::new(12);
    let mut shuffle = |n: usize| (0..n).rev().map(|i| (i, dice.below(i as u32 + 1) as usize)).collect::<Vec<_>>();
    let mut ends = BTreeSet::new();
    for _ in 0..5 {
        shuffle(available.len()).into_iter().for_each(|(i, j)| available.swap(i, j));
        shuffle(chosen.len()).into_iter().for_each(|(i, j)| chosen.swap(i, j));
        let choice = Choice { plugins: chosen.clone(), ..Choice::default() };
        let rules = Arc::new(resolve::resolve(&available, &choice).unwrap_or_else(|f| panic!("{f}")));
        let opening = Opening::new(Arc::clone(&rules), Setup::new(3)).unwrap();
        let hashes: Vec<u64> = (0..6)
            .map(|n| {
                let mut game = Game::new(&opening);
                Dice::of_game(7, n).play_out(&mut game);
                game.fingerprint().combined()
            })
            .collect();
        ends.insert((rules.digest.clone(), hashes));
    }
    assert_eq!(ends.len(), 1);
}
