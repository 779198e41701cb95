//! A hook that does more than it declares is at fault: its result is discarded and its plugin stopped.

use gatehouse::dice::Dice;
use gatehouse::engine::{FaultKind, Game, Setup};
use gatehouse::lab::audit;
use gatehouse::words;
use gatehouse_tests::probes::{self, sly};

/// The faults of random games, until there is one.
fn faults(switch: i32) -> Vec<(String, String)> {
    let opening = probes::opening(&["probe-sly"], &[("slyness", switch)], Setup::new(2));
    for n in 0..20 {
        let mut game = Game::new(&opening);
        Dice::of_game(3, n).play_out(&mut game);
        assert!(game.is_over());
        audit::audit(&game).unwrap();
        if !game.faults().is_empty() {
            assert!(game.faults().iter().all(|f| f.kind == FaultKind::Undeclared));
            let hook = |f: &gatehouse::engine::Fault| words::hook(opening.rules(), f.hook).to_string();
            return game.faults().iter().map(|f| (hook(f), f.message.clone())).collect();
        }
    }
    Vec::new()
}

#[test]
fn whatever_a_hook_does_undeclared_is_refused_with_the_line_to_add() {
    for (switch, hook, message) in sly::UNDECLARED {
        let found = faults(*switch);
        let [(culprit, said)] = &found[..] else { panic!("{hook}: {found:?}") };
        assert_eq!(*culprit, format!("probe-sly/{hook}"));
        assert!(said.starts_with(message), "{hook}: {said}");
    }
}

#[test]
fn a_hook_that_does_nothing_may_declare_nothing() {
    assert_eq!(faults(0), []);
}
