//! Laws that hold in every game of every subset of expansions.

use gatehouse::dice::Dice;
use gatehouse::engine::Game;
use gatehouse_tests::{laws, opening, plugins, subsets};

/// How many games a law is tried on: the environment may ask for more than the few of an ordinary run.
fn games() -> u64 {
    std::env::var("GATEHOUSE_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(6)
}

fn each_game(law: impl Fn(&mut Game, &mut Dice)) {
    for set in subsets() {
        let ids: Vec<&str> = set.iter().map(String::as_str).collect();
        let opening = opening(&ids, 3);
        for n in 0..games() {
            let mut game = Game::new(&opening);
            game.remember(true);
            law(&mut game, &mut Dice::of_game(5, n));
            assert!(game.faults().is_empty(), "{:?}", game.faults());
        }
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
    each_game(|game, dice| laws::recorded(game, dice, &plugins));
}

#[test]
fn copies_go_on_as_the_game_does() {
    each_game(laws::copied);
}
