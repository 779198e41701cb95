//! Oracles and common ground of the Gatehouse tests: the naive engine, the linked plugins, openings by name.
#![forbid(unsafe_code)]

pub mod naive;
pub mod probes;

use gatehouse::engine::{Opening, Setup};
use gatehouse::resolve::{self, Choice};
use gatehouse::rules::{Plugin, Rules};
use gatehouse::{bundled, load};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The bundled plugins, linked.
///
/// # Panics
/// If one of them can't be read: then every test must fail.
pub fn plugins() -> Vec<Plugin> {
    load::linked(&bundled()).expect("the bundled plugins can be read")
}

/// The ids of the bundled expansions.
pub fn expansions() -> Vec<String> {
    let ids = plugins().into_iter().map(|p| p.declaration.plugin).filter(|m| !m.base).map(|m| m.id);
    ids.collect()
}

/// The rules of the base game with these expansions and switches.
///
/// # Panics
/// If they do not resolve.
pub fn rules(expansions: &[&str], switches: &[(&str, i32)]) -> Arc<Rules> {
    let choice = Choice {
        plugins: expansions.iter().map(ToString::to_string).collect(),
        switches: switches.iter().map(|(name, value)| (name.to_string(), *value)).collect::<BTreeMap<_, _>>(),
        ..Choice::default()
    };
    match resolve::resolve(&plugins(), &choice) {
        Ok(rules) => Arc::new(rules),
        Err(findings) => panic!("{findings}"),
    }
}

/// An ordinary game of the base game with these expansions.
///
/// # Panics
/// If there is no such game.
pub fn opening(expansions: &[&str], players: usize) -> Arc<Opening> {
    match Opening::new(rules(expansions, &[]), Setup::new(players)) {
        Ok(opening) => opening,
        Err(errors) => panic!("{errors}"),
    }
}

/// All subsets of the bundled expansions, smallest first.
pub fn subsets() -> Vec<Vec<String>> {
    let all = expansions();
    let mut sets: Vec<Vec<String>> = (0..1u32 << all.len())
        .map(|set| all.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1).map(|(_, id)| id.clone()).collect())
        .collect();
    sets.sort_by_key(Vec::len);
    sets
}
