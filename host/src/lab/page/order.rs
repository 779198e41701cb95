//! How the order between the hooks of two plugins is decided.

use crate::resolve::{self, Choice};
use crate::rules::{PlannedHook, Plugin, Rules};
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

/// The orders of all pairs of these expansions, and of each with the base; each pair is resolved by itself, and one that
/// can't be played is left out.
pub fn orders(plugins: &[Plugin], expansions: &[String]) -> Vec<Order> {
    let alone = expansions.iter().map(|id| vec![id.clone()]);
    let pairs = expansions
        .iter()
        .enumerate()
        .flat_map(|(n, a)| expansions[n + 1..].iter().map(move |b| vec![a.clone(), b.clone()]));
    alone.chain(pairs).flat_map(|ids| of_choice(plugins, ids)).collect()
}

/// The orders of an expansion with the base, or of two expansions.
fn of_choice(plugins: &[Plugin], ids: Vec<String>) -> Vec<Order> {
    let Ok(rules) = resolve::resolve(plugins, &Choice { plugins: ids.clone(), ..Choice::default() }) else {
        return Vec::new();
    };
    let is_own = |n: usize| ids.contains(&rules.plugins[n].plugin.declaration.plugin.id);
    let places: Vec<usize> = (0..rules.plugins.len()).filter(|n| ids.len() < 2 || is_own(*n)).collect();
    let [a, b] = places[..] else { return Vec::new() };
    let mut points: Vec<Point> = rules.hooks.iter().map(|h| h.point).collect();
    points.dedup();
    points.into_iter().filter_map(|point| at(&rules, [a, b], point)).collect()
}

fn at(rules: &Rules, [a, b]: [usize; 2], point: Point) -> Option<Order> {
    let own = |h: &&PlannedHook| h.point == point && (h.plugin == a || h.plugin == b) && !h.when.never;
    let plugin = |n: usize| rules.plugins[n].plugin.declaration.plugin.id.clone();
    let planned = rules.hooks.iter().enumerate().filter(|(_, h)| own(h));
    let hooks: Vec<_> = planned.map(|(n, h)| (HookId(n as u16), h)).collect();
    if !hooks.iter().any(|(_, h)| h.plugin == a) || !hooks.iter().any(|(_, h)| h.plugin == b) {
        return None;
    }
    let told = |(id, h): &(HookId, &PlannedHook)| {
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
