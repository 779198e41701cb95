//! The resolved order of several sets, as snapshots: a change of the order must be meant.

use gatehouse::rules::Rules;
use gatehouse_tests::rules;

/// A line a hook: point, key, plugin and name.
fn order(rules: &Rules) -> String {
    let line = |h: &gatehouse::rules::PlannedHook| {
        let plugin = &rules.plugins[h.plugin].plugin.declaration.plugin.id;
        format!("{} {} {plugin}/{}{}", h.point.name(), h.key, h.head.name, if h.when.never { " (off)" } else { "" })
    };
    rules.hooks.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_base_game_alone() {
    insta::assert_snapshot!("base", order(&rules(&[], &[])));
}

#[test]
fn all_expansions_in_any_order() {
    let one = order(&rules(&["city-gates", "drawbridges"], &[("abbot", 1)]));
    assert_eq!(one, order(&rules(&["drawbridges", "city-gates"], &[("abbot", 1)])));
    insta::assert_snapshot!("all-expansions", one);
}
