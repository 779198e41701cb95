//! The resolved order of several sets, as snapshots: a change of the order must be meant.

use gatehouse::plan::{self, Document};
use gatehouse::resolve::{self, Choice};
use gatehouse::rules::{Given, PlannedHook, Rekey, Rules};
use gatehouse_core::declare::Status;
use gatehouse_core::points::Datum;
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

/// The document without its digest, which changes with every tile.
fn document(rules: &Rules) -> Document {
    Document { digest: "...".to_owned(), ..Document::of(rules) }
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
            Ok(rules) => (plan::text(&document(&rules)), rules.digest),
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
    insta::assert_snapshot!("all-expansions", one.0);
}

#[test]
fn the_document_as_markdown_and_json() {
    let plan = document(&rules(&["city-gates", "drawbridges"], &[]));
    insta::assert_snapshot!("markdown", plan::markdown(&plan));
    let json = serde_json::to_value(&plan).unwrap();
    let march = json["points"].as_array().unwrap().iter().find(|p| p["point"] == "depart").unwrap();
    insta::assert_snapshot!("json-of-depart", serde_json::to_string_pretty(march).unwrap());
}

#[test]
fn nothing_is_doubtful_about_any_set_of_the_bundled_plugins() {
    for set in gatehouse_tests::subsets() {
        let rules = rules(&set.iter().map(String::as_str).collect::<Vec<_>>(), &[]);
        let doubts: Vec<String> = rules.doubts.iter().map(ToString::to_string).collect();
        assert!(doubts.is_empty(), "{set:?}: {doubts:#?}");
    }
}

#[test]
fn a_key_that_another_modifying_hook_has_is_an_ambiguity() {
    let (point, reason) = ("setup".to_owned(), "to see".to_owned());
    let key = Rekey { point, hook: "ghosts/five_meeples".to_owned(), key: 0, reason };
    let choice = Choice {
        plugins: vec!["ghosts".to_owned()],
        switches: [("base.abbot".to_owned(), 1)].into(),
        given: Given { order: vec![], keys: vec![key] },
        ..Choice::default()
    };
    let rules = resolve::resolve(&plugins(), &choice).unwrap_or_else(|findings| panic!("{findings}"));
    insta::assert_snapshot!("ambiguity", rules.doubts.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"));
}

#[test]
fn what_is_undecided_has_a_switch_or_a_note() {
    let chosen = expansions();
    let rules = rules(&chosen.iter().map(String::as_str).collect::<Vec<_>>(), &[]);
    let open = rules.words.rules.iter().filter(|r| r.what.status == Status::Undecided);
    let silent: Vec<_> = open.filter(|r| plan::reading(&rules, &r.what).is_none()).map(|r| &r.what.id).collect();
    assert!(silent.is_empty(), "nothing says what is played of {silent:?}");
    let known = |id: &&String| rules.words.rules.iter().any(|r| r.what.id == **id);
    let unknown: Vec<_> =
        rules.words.switches.iter().flat_map(|(s, _)| &s.what.rules).filter(|id| !known(id)).collect();
    assert!(unknown.is_empty(), "switches decide {unknown:?}, which nobody declares");
}

#[test]
fn every_hook_says_why_it_has_its_place_and_by_which_rules() {
    let chosen = expansions();
    let rules = rules(&chosen.iter().map(String::as_str).collect::<Vec<_>>(), &[]);
    let silent = |h: &&PlannedHook| h.head.because.is_empty() || h.head.rules.is_empty();
    let silent: Vec<String> = rules.hooks.iter().filter(silent).map(|h| whose(&rules, h)).collect();
    assert!(silent.is_empty(), "without `because` or `rules`: {silent:?}");
}

#[test]
fn the_page_on_checks_names_every_class_of_data() {
    let page = include_str!("../../docs/order-checks.md");
    let missing: Vec<_> = Datum::ALL.iter().map(|d| d.class()).filter(|c| !page.contains(&format!("`{c}"))).collect();
    assert!(missing.is_empty(), "docs/order-checks.md says nothing of {missing:?}");
}
