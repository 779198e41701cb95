//! Laws that hold in every game of every subset of expansions.

use gatehouse::dice::Dice;
use gatehouse::engine::Game;
use gatehouse::record::{self, Record};
use gatehouse_tests::{opening, plugins, subsets};

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
    each_game(|game, dice| {
        while let Some(decision) = game.decision() {
            let choice = dice.any(&decision);
            let before = game.clone();
            game.choose(choice).unwrap();
            game.take_back().unwrap();
            assert!(game.same_as(&before));
            game.choose(choice).unwrap();
        }
    });
}

#[test]
fn taking_everything_back_leads_to_the_start() {
    each_game(|game, dice| {
        let start = game.clone();
        dice.play_out(game);
        while game.take_back().is_ok() {}
        assert!(game.same_as(&start));
    });
}

#[test]
fn the_kept_hash_is_the_fresh_one() {
    each_game(|game, dice| {
        while let Some(decision) = game.decision() {
            let choice = dice.any(&decision);
            game.choose(choice).unwrap();
            assert_eq!(game.fingerprint(), game.fresh_fingerprint());
        }
    });
}

#[test]
fn a_record_replays_to_the_same_states() {
    let plugins = plugins();
    each_game(|game, dice| {
        let mut kept = Record::new(game.opening());
        while let Some(decision) = game.decision() {
            let choice = dice.any(&decision);
            kept.choose(game, choice).unwrap();
        }
        let read = Record::parse(&kept.to_text()).unwrap();
        assert_eq!(read, kept);
        let (opening, warnings) = record::open(&read, &plugins).unwrap();
        assert!(warnings.is_empty());
        let again = record::replay(&read, &opening, true).unwrap();
        assert_eq!(again.fingerprint(), game.fingerprint());
        assert_eq!(again.scores(), game.scores());
    });
}

#[test]
fn a_game_saved_anywhere_goes_on_the_same() {
    let plugins = plugins();
    each_game(|game, dice| {
        let mut kept = Record::new(game.opening());
        let stop = 20 + dice.below(100) as usize;
        while let Some(decision) = game.decision() {
            if kept.entries.len() == stop {
                break;
            }
            let choice = dice.any(&decision);
            kept.choose(game, choice).unwrap();
        }
        let (opening, _) = record::open(&Record::parse(&kept.to_text()).unwrap(), &plugins).unwrap();
        let mut resumed = record::replay(&kept, &opening, true).unwrap();
        let mut later = dice.clone();
        dice.play_out(game);
        later.play_out(&mut resumed);
        assert!(resumed.same_as(game));
    });
}
