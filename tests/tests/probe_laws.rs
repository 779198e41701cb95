//! The laws over probe plugins: each alone, all together, and all with the bundled expansions.

use gatehouse::dice::Dice;
use gatehouse::engine::{Game, Setup};
use gatehouse_tests::{expansions, laws, probes};

/// How many games a law is tried on: the environment may ask for more than the few of an ordinary run.
fn games() -> u64 {
    std::env::var("GATEHOUSE_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(2)
}

/// Each probe alone, all together, and all with every bundled expansion.
fn sets() -> Vec<Vec<String>> {
    let all = probes::ids();
    let mut sets: Vec<Vec<String>> = all.iter().map(|id| vec![id.clone()]).collect();
    sets.push(all.clone());
    sets.push(all.into_iter().chain(expansions()).collect());
    sets
}

fn each_game(law: impl Fn(&mut Game, &mut Dice)) {
    for set in sets() {
        let ids: Vec<&str> = set.iter().map(String::as_str).collect();
        for n in 0..games() {
            let opening = probes::opening(&ids, &[], Setup::new(2 + (n % 3) as usize));
            let mut game = Game::new(&opening);
            game.remember(true);
            eprintln!("{} game {n}", set.join(" "));
            law(&mut game, &mut Dice::of_game(6, n));
            let faults: Vec<String> = game.faults().iter().map(|f| faulty(&game, f)).collect();
            assert!(faults.is_empty(), "{faults:?}");
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
    each_game(|game, dice| laws::recorded(game, dice, &plugins));
}
