//! The resolved order of several sets, as snapshots: a change of the order must be meant.

use gatehouse::resolve::{self, Choice};
use gatehouse::rules::{PlannedHook, Rules};
use gatehouse_tests::{expansions, plugins, rules};

/// Who has a hook: plugin and name.
fn whose(rules: &Rules, h: &PlannedHook) -> String {
    format!("{}/{}", rules.plugins[h.plugin].plugin.declaration.plugin.id, h.head.name)
}

/// A line a hook: point, key, plugin and name.
fn order(rules: &Rules) -> String {
    let off = |h: &PlannedHook| if h.when.never { " (off)" } else { "" };
    let line = |h: &PlannedHook| format!("{} {} {}{}", h.point.name(), h.key, whose(rules, h), off(h));
    rules.hooks.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// A line a hook with all that `plan` tells of it.
fn plan(rules: &Rules) -> String {
    let line = |(h, start): (&PlannedHook, &str)| {
        let role = ["", "strikes, ", "rides, "][usize::from(h.head.role.0)];
        format!("{start}: {role}{} [{}]", h.why, h.head.rules)
    };
    rules.hooks.iter().zip(order(rules).lines()).map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_base_game_alone() {
    insta::assert_snapshot!("base", order(&rules(&[], &[])));
}

#[test]
fn the_starters_in_any_order() {
    let one = order(&rules(&["city-gates", "drawbridges"], &[("abbot", 1)]));
    assert_eq!(one, order(&rules(&["drawbridges", "city-gates"], &[("abbot", 1)])));
    insta::assert_snapshot!("starters", one);
}

#[test]
fn all_expansions_however_they_are_loaded_and_chosen() {
    let (mut found, mut chosen) = (plugins(), expansions());
    let resolved = |found: &[_], chosen: &[String]| {
        let choice = Choice { plugins: chosen.to_vec(), ..Choice::default() };
        match resolve::resolve(found, &choice) {
            Ok(rules) => plan(&rules),
            Err(findings) => panic!("{findings}"),
        }
    };
    let one = resolved(&found, &chosen);
    for _ in 0..found.len() {
        found.rotate_left(1);
        chosen.reverse();
        assert_eq!(one, resolved(&found, &chosen));
        assert_eq!(one, resolved(&found.iter().rev().cloned().collect::<Vec<_>>(), &chosen));
    }
    insta::assert_snapshot!("all-expansions", one);
}

#[test]
fn every_hook_says_why_it_has_its_place_and_by_which_rules() {
    let chosen = expansions();
    let rules = rules(&chosen.iter().map(String::as_str).collect::<Vec<_>>(), &[]);
    let silent = |h: &&PlannedHook| h.head.because.is_empty() || h.head.rules.is_empty();
    let silent: Vec<String> = rules.hooks.iter().filter(silent).map(|h| whose(&rules, h)).collect();
    assert!(silent.is_empty(), "without `because` or `rules`: {silent:?}");
}
