//! A hook at fault is named, its result is discarded as a whole, its plugin is stopped, and the game goes on.

use gatehouse::dice::Dice;
use gatehouse::engine::{FaultKind, Game, Opening, Setup, SetupError};
use gatehouse::lab::audit;
use gatehouse::lab::course::Course;
use gatehouse::lab::laws;
use gatehouse::resolve::{self, Choice};
use gatehouse::words;
use gatehouse_core::{EventCode, Point};
use gatehouse_tests::probes::{self, faulty};

use std::sync::Arc;

fn opening(switch: i32) -> Arc<Opening> {
    probes::opening(&["probe-faulty"], &[("fault", switch)], Setup::new(3))
}

fn played(opening: &Arc<Opening>, n: u64) -> Game {
    let mut game = Game::new(opening);
    Dice::of_game(9, n).play_out(&mut game);
    assert!(game.is_over());
    game
}

/// Whether two games came to the same end.
fn same_end(a: &Game, b: &Game) -> bool {
    let (a, b) = (a.board(), b.board());
    (&a.players, &a.figures, &a.tiles, &a.segments, &a.features, &a.piles)
        == (&b.players, &b.figures, &b.tiles, &b.segments, &b.features, &b.piles)
}

/// The first game in which the fault is committed, with its number: some faults need what does not happen in each.
fn at_fault(switch: i32) -> (u64, Game) {
    let opening = opening(switch);
    let games = (0..20).map(|n| (n, played(&opening, n)));
    let found = games.into_iter().find(|(_, game)| !game.faults().is_empty());
    found.unwrap_or_else(|| panic!("fault {switch} is never committed"))
}

fn check(fault: faulty::Fault) {
    let (n, game) = at_fault(fault.switch);
    let [found] = game.faults() else { panic!("{fault:?}: {:?}", game.faults()) };
    let hook = words::hook(game.opening().rules(), found.hook);
    assert_eq!(hook, format!("probe-faulty/{}", fault.hook));
    assert!(found.message.contains(fault.message), "{fault:?}: {}", found.message);
    assert_eq!(found.kind, fault.kind, "{fault:?}");
    let event = game.events()[found.event as usize];
    assert_eq!((event.code, event.hook), (EventCode::FAULT, found.hook));
    audit::audit(&game).unwrap();
    assert_eq!(game.fingerprint().state, game.fresh_fingerprint().state);
    // The same game without the fault: the plugin adds no tiles, so the same dice decide the same things.
    let as_if_absent = same_end(&game, &played(&opening(0), n));
    assert!(as_if_absent || !fault.traceless, "{fault:?} leaves a trace");
}

#[test]
fn a_hook_that_panics_is_named_with_what_it_said() {
    for point in Point::ALL.iter().filter(|p| **p != Point::SETUP) {
        let switch = 1 + i32::from(point.0);
        assert!(faulty::PANICS.contains(&switch));
        let (hook, kind, message) = ("breaks", FaultKind::Panic, "it panicked: it broke");
        check(faulty::Fault { switch, hook, kind, message, traceless: true });
    }
}

#[test]
fn whatever_else_a_hook_proposes_that_it_may_not_is_discarded() {
    faulty::FAULTS.iter().for_each(|f| check(*f));
}

#[test]
fn a_hook_that_panics_in_setup_makes_no_game() {
    let choice = Choice {
        plugins: vec!["probe-faulty".into()],
        switches: [("fault".to_owned(), 1)].into(),
        ..Choice::default()
    };
    let rules = resolve::resolve(&probes::plugins(), &choice).unwrap();
    let errors = Opening::new(Arc::new(rules), Setup::new(2)).err().unwrap().0;
    assert!(matches!(&errors[..], [SetupError::Hook { hook, why }]
        if hook == "probe-faulty/breaks" && why == "it panicked: it broke"));
}

#[test]
fn the_laws_hold_where_hooks_are_at_fault() {
    let switches = faulty::PANICS.skip(1).chain(faulty::FAULTS.iter().map(|f| f.switch));
    let plugins = probes::plugins();
    for switch in switches {
        let opening = opening(switch);
        let course = |n| Course::random(&opening, &mut Dice::of_game(9, n)).unwrap();
        laws::taking_back(&course(3)).unwrap();
        laws::kept_and_counted(&course(4)).unwrap();
        laws::recorded(&course(5), &plugins).unwrap();
    }
}

/// An endless chain of reactions is the fault of the hook that carries it on, not of one that happens to be asked.
#[test]
fn who_only_watches_an_endless_chain_goes_on() {
    let ids = ["probe-faulty", "probe-ledger", "probe-robber", "probe-foreman"];
    for switch in [51, 52] {
        let opening = probes::opening(&ids, &[("fault", switch)], Setup::new(3));
        for n in 0..6 {
            let game = played(&opening, n);
            assert_eq!(game.faults().len(), 1);
            assert!(words::hook(opening.rules(), game.faults()[0].hook).starts_with("probe-faulty/"));
        }
    }
}
