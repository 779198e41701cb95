//! Counts of complete turns. `tests/perft/*.toml` holds the cases, each with the source of its counts.

use gatehouse::engine::{Game, Opening, Setup};
use gatehouse::perft;
use gatehouse_tests::{opening, rules};
use serde::Deserialize;
use std::fs;
use std::path::Path;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    #[serde(rename = "use")]
    expansions: Vec<String>,
    players: usize,
    seed: u64,
    /// The tiles of the pile, where it is not the whole set.
    #[serde(default)]
    pile: Option<Vec<String>>,
    /// Counts to depth 1, 2, ...
    counts: Vec<u64>,
    /// Where the counts are from: `generated` guards against regressions only.
    source: String,
}

#[test]
fn counts_are_those_of_the_cases() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("perft/counts.toml");
    let cases: Cases = toml::from_str(&fs::read_to_string(file).unwrap()).unwrap();
    assert!(!cases.case.is_empty());
    for case in cases.case {
        let ids: Vec<&str> = case.expansions.iter().map(String::as_str).collect();
        let setup = Setup { pile: case.pile, ..Setup::new(case.players) };
        let opening = Opening::new(rules(&ids, &[]), setup).unwrap_or_else(|e| panic!("{e}"));
        let mut game = Game::new(&opening);
        for (depth, count) in (1..).zip(&case.counts) {
            let found = perft::perft(&mut game, case.seed, depth);
            assert_eq!(found, *count, "{ids:?} seed {} depth {depth} ({})", case.seed, case.source);
        }
    }
}

#[test]
fn the_parts_of_a_division_add_up() {
    let mut game = Game::new(&opening(&[], 2));
    let divided = perft::divide(&mut game, 1, 2);
    assert_eq!(divided.total, perft::perft(&mut game, 1, 2));
    assert_eq!(divided.total, divided.parts.iter().map(|(_, n)| n).sum::<u64>());
    assert!(game.depth() == 0, "everything is taken back");
}
