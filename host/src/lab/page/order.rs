//! How the order between the hooks of two plugins is decided.

use crate::rules::Rules;
use crate::words;
use gatehouse_core::{HookId, Point};

/// The hooks of two plugins at one point of the turn, in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The ids of the two plugins in the order of the plan.
    pub plugins: [String; 2],
    /// The name of the point.
    pub point: String,
    /// The hooks in order: key (empty for a reaction), `plugin/hook`, and why it has its place.
    pub hooks: Vec<[String; 3]>,
    /// How many pairs of them only the ids of their plugins and their names order.
    pub by_name: usize,
}

/// The orders of all pairs of plugins at all points where both have hooks that are called.
pub fn orders(rules: &Rules) -> Vec<Order> {
    let mut found = Vec::new();
    for a in 0..rules.plugins.len() {
        for b in a + 1..rules.plugins.len() {
            let mut points: Vec<Point> = rules.hooks.iter().map(|h| h.point).collect();
            points.dedup();
            found.extend(points.into_iter().filter_map(|point| at(rules, [a, b], point)));
        }
    }
    found
}

fn at(rules: &Rules, [a, b]: [usize; 2], point: Point) -> Option<Order> {
    let own = |h: &&crate::rules::PlannedHook| h.point == point && (h.plugin == a || h.plugin == b) && !h.when.never;
    let plugin = |n: usize| rules.plugins[n].plugin.declaration.plugin.id.clone();
    let planned = rules.hooks.iter().enumerate().filter(|(_, h)| own(h));
    let hooks: Vec<_> = planned.map(|(n, h)| (HookId(n as u16), h)).collect();
    if !hooks.iter().any(|(_, h)| h.plugin == a) || !hooks.iter().any(|(_, h)| h.plugin == b) {
        return None;
    }
    let told = |(id, h): &(HookId, &crate::rules::PlannedHook)| {
        let key = if h.key.0 == 0 { String::new() } else { h.key.to_string() };
        [key, words::hook(rules, *id), h.why.clone()]
    };
    let of = |id: HookId, plugin: usize| hooks.iter().any(|(h, row)| *h == id && row.plugin == plugin);
    let between = |&&(x, y): &&(HookId, HookId)| (of(x, a) && of(y, b)) || (of(x, b) && of(y, a));
    Some(Order {
        plugins: [plugin(a), plugin(b)],
        point: point.name().to_owned(),
        by_name: rules.unordered.iter().filter(between).count(),
        hooks: hooks.iter().map(told).collect(),
    })
}
