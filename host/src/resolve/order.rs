//! The order of the hooks.
//!
//! It is decided by, in this order:
//! 1. the point: in timeline order, reactions last;
//! 2. where others' choices are added to, the role: additions, strikes, riders;
//! 3. the user's word on which of two hooks comes first;
//! 4. the wishes of hooks to come before or after others;
//! 5. the key: the hook's own, or the one the user gives it;
//! 6. the id of the plugin;
//! 7. the name of the hook.
//!
//! So it is the topological order that takes of all hooks no wish holds back the first by 5 to 7. Two hooks that only 6
//! and 7 tell apart are unordered: nobody declared which comes first.

use super::doubt::Concern;
use super::sort::{Ties, sort};
use super::wish::{Arrow, Hooks, OrderError};
use crate::rules::Given;
use gatehouse_core::points::{Constraint, Role};
use gatehouse_core::{Key, Point};
use std::collections::{BTreeMap, BTreeSet};

/// What the order of a hook depends on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item<'a> {
    pub(super) point: Point,
    pub(super) role: Role,
    pub(super) key: u16,
    pub(super) plugin: &'a str,
    pub(super) name: &'a str,
    pub(super) constraints: &'a [Constraint],
}

/// A hook in its order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Placed {
    /// The place of its item in what was ordered.
    pub(super) item: usize,
    /// Its key.
    pub(super) key: u16,
    /// What put it behind where its key would, or gave it another key: "after ... because ...".
    pub(super) decided: Vec<String>,
}

/// The items in order, and what is worth knowing about it.
#[derive(Default)]
pub(super) struct Ordered {
    pub(super) hooks: Vec<Placed>,
    /// What of them only ids and names order, point by point.
    pub(super) ties: Vec<Ties>,
    pub(super) concerns: Vec<Concern>,
    pub(super) errors: Vec<OrderError>,
}

#[cfg(test)]
impl Ordered {
    /// Pairs of places in `hooks` that only ids and names order.
    pub(super) fn unordered(&self) -> impl Iterator<Item = (usize, usize)> {
        self.ties.iter().flat_map(Ties::unordered)
    }
}

impl Item<'_> {
    pub(super) fn hook(&self) -> String {
        format!("{}/{}", self.plugin, self.name)
    }

    /// The role where it matters.
    pub(super) fn stage(&self) -> Role {
        if matches!(self.point, Point::FIGURE_OFFER | Point::DEPART) { self.role } else { Role::ADD }
    }
}

/// What is known about plugins beside their hooks.
pub(super) struct Known<'a> {
    /// The ids of all plugins that are played, with hooks or without.
    pub(super) played: BTreeSet<&'a str>,
    /// The ids of all plugins that were found or that those played name in their relations.
    pub(super) others: BTreeSet<&'a str>,
}

/// Orders the items.
pub(super) fn order(items: &[Item<'_>], known: &Known<'_>, given: &Given) -> Ordered {
    let mut ordered = Ordered::default();
    let moved = rekeyed(items, given, &mut ordered.errors);
    let key = |i: usize| moved.get(&i).map_or(items[i].key, |(key, _)| *key);
    let mut rank: Vec<usize> = (0..items.len()).collect();
    rank.sort_by_key(|&i| (items[i].point, items[i].stage(), key(i), items[i].plugin, items[i].name));
    let sorted: Vec<Item<'_>> = rank.iter().map(|&i| Item { key: key(i), ..items[i] }).collect();
    misplaced(items, given, &mut ordered.errors);
    for at in sorted.chunk_by(|a, b| a.point == b.point) {
        let first = ordered.hooks.len();
        check(at, |n| moved.contains_key(&rank[first + n]), &mut ordered.errors);
        let arrows = Hooks::new(at).arrows(known, given, &mut ordered.concerns, &mut ordered.errors);
        let order = sort(at, &arrows, &mut ordered.errors);
        ordered.ties.push(Ties::new(at, &arrows, &order, first));
        for (n, held) in order {
            let item = rank[first + n];
            let given = moved.get(&item).map(|(key, reason)| format!("at {} because {reason}", Key(*key)));
            let after =
                held.map(|arrow: Arrow<'_>| format!("after {} because {}", at[arrow.first].hook(), arrow.reason));
            ordered.hooks.push(Placed { item, key: at[n].key, decided: given.into_iter().chain(after).collect() });
        }
    }
    ordered
}

/// The keys the user gives, with the reasons, by the places of the hooks.
fn rekeyed<'c>(items: &[Item<'_>], given: &'c Given, errors: &mut Vec<OrderError>) -> BTreeMap<usize, (u16, &'c str)> {
    let mut keys = BTreeMap::new();
    for given in &given.keys {
        let meant = items.iter().position(|i| i.point.name() == given.point && i.hook() == given.hook);
        match meant {
            Some(n) => {
                if keys.insert(n, (given.key, given.reason.as_str())).is_some_and(|(key, _)| key != given.key) {
                    errors.push(OrderError::Keys { point: items[n].point, hook: given.hook.clone() });
                }
            }
            None => errors.push(OrderError::given("keys", &given.point, &given.hook, items)),
        }
    }
    keys
}

/// Overrides about hooks that are not there.
fn misplaced(items: &[Item<'_>], given: &Given, errors: &mut Vec<OrderError>) {
    for given in &given.order {
        for hook in [&given.first, &given.then] {
            if !items.iter().any(|i| i.point.name() == given.point && i.hook() == *hook) {
                errors.push(OrderError::given("order", &given.point, hook, items));
            }
        }
    }
}

fn check(at: &[Item<'_>], is_moved: impl Fn(usize) -> bool, errors: &mut Vec<OrderError>) {
    let mut names = BTreeSet::new();
    for (n, item) in at.iter().enumerate() {
        let (point, hook) = (item.point, item.hook());
        if !point.keys().contains(&item.key) {
            errors.push(OrderError::Key { point, hook: hook.clone(), key: item.key, given: is_moved(n) });
        }
        if !names.insert((item.plugin, item.name)) {
            errors.push(OrderError::Twice { point, hook });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Override, Rekey};

    const NONE: &[Constraint] = &[];

    /// A hook at `depart` by `plugin/name`.
    fn hook(name: &'static str, key: u16, constraints: &'static [Constraint]) -> Item<'static> {
        let (plugin, name) = name.split_once('/').unwrap();
        Item { point: Point::DEPART, role: Role::ADD, key, plugin, name, constraints }
    }

    fn known() -> Known<'static> {
        Known { played: ["a", "b", "c", "d"].into(), others: ["a", "b", "c", "d", "elsewhere"].into() }
    }

    fn ordered(items: &[Item<'_>]) -> Ordered {
        order(items, &known(), &Given::default())
    }

    fn concerns(items: &[Item<'_>]) -> Vec<String> {
        ordered(items).concerns.iter().map(ToString::to_string).collect()
    }

    fn names(items: &[Item<'_>]) -> Vec<String> {
        let ordered = ordered(items);
        assert_eq!(ordered.errors, []);
        ordered.hooks.iter().map(|h| items[h.item].hook()).collect()
    }

    fn errors(items: &[Item<'_>]) -> Vec<String> {
        ordered(items).errors.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn keys_come_before_plugins_and_plugins_before_names() {
        let items = [hook("b/x", 470, NONE), hook("a/z", 480, NONE), hook("a/y", 480, NONE), hook("b/a", 480, NONE)];
        assert_eq!(names(&items), ["b/x", "a/y", "a/z", "b/a"]);
    }

    #[test]
    fn points_come_before_keys() {
        let scored = Item { point: Point::SCORED, ..hook("b/x", 455, NONE) };
        let moved = Item { point: Point::FIGURE_MOVED, ..hook("a/x", 0, NONE) };
        assert_eq!(names(&[moved, hook("a/y", 470, NONE), scored]), ["b/x", "a/y", "a/x"]);
    }

    #[test]
    fn roles_come_before_keys_only_where_choices_are_offered() {
        let strike = Item { role: Role::STRIKE, ..hook("a/strike", 460, NONE) };
        let ride = Item { role: Role::RIDE, ..hook("a/ride", 460, NONE) };
        let add = hook("b/add", 500, NONE);
        assert_eq!(names(&[ride, strike, add]), ["b/add", "a/strike", "a/ride"]);
        let late = [ride, strike, add].map(|i| Item { point: Point::ANSWERED, ..i });
        assert_eq!(names(&late), ["a/ride", "a/strike", "b/add"]);
    }

    #[test]
    fn a_wish_overrides_keys_and_says_so() {
        const AFTER: &[Constraint] = &[Constraint::after("b/late", "it pays first")];
        let items = [hook("a/early", 470, AFTER), hook("b/late", 500, NONE), hook("c/other", 480, NONE)];
        assert_eq!(names(&items), ["c/other", "b/late", "a/early"]);
        let ordered = ordered(&items);
        assert_eq!(ordered.hooks[2].decided, ["after b/late because it pays first"]);
        assert!(ordered.hooks[1].decided.is_empty());
        assert_eq!(
            concerns(&items),
            ["at `depart`, `b/late` comes before `a/early` as `a/early` asks (it pays first) against the keys \
              T-500 and T-470: change a key, or waive `order` with a reason"]
        );
    }

    #[test]
    fn a_wish_that_agrees_with_the_keys_decides_nothing() {
        const BEFORE: &[Constraint] = &[Constraint::before("b", "it is first anyway")];
        let items = [hook("a/x", 470, BEFORE), hook("b/x", 480, NONE), hook("b/y", 490, NONE)];
        assert!(ordered(&items).hooks.iter().all(|h| h.decided.is_empty()));
        assert_eq!(
            concerns(&items),
            ["at `depart`, `a/x` wants to come before `b`, but the keys say so already: drop the wish"]
        );
    }

    #[test]
    fn a_wish_that_decides_for_one_hook_of_a_plugin_is_used() {
        const BEFORE: &[Constraint] = &[Constraint::before("b", "it is first")];
        let items = [hook("a/x", 480, BEFORE), hook("b/x", 480, NONE), hook("b/y", 490, NONE)];
        assert!(concerns(&items).is_empty());
    }

    #[test]
    fn hooks_that_only_ids_and_names_order_are_unordered() {
        const AFTER: &[Constraint] = &[Constraint::after("b/x", "b pays")];
        let items = [hook("a/x", 470, AFTER), hook("b/x", 470, NONE), hook("c/x", 470, NONE), hook("d/x", 480, NONE)];
        let ordered = ordered(&items);
        let name = |n: usize| items[ordered.hooks[n].item].hook();
        let pairs: BTreeSet<_> = ordered.unordered().map(|(a, b)| (name(a), name(b))).collect();
        let expected = [("b/x", "c/x"), ("a/x", "c/x")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(pairs, BTreeSet::from(expected));
    }

    #[test]
    fn a_chain_of_wishes_orders_its_ends() {
        const A: &[Constraint] = &[Constraint::before("b/x", "a pays")];
        const B: &[Constraint] = &[Constraint::before("c/x", "b pays")];
        assert!(
            ordered(&[hook("a/x", 470, A), hook("b/x", 470, B), hook("c/x", 470, NONE)]).unordered().next().is_none()
        );
    }

    fn given(first: &str, then: &str) -> Given {
        let (point, reason) = ("depart".to_owned(), "we play it so".to_owned());
        Given { order: vec![Override { point, first: first.to_owned(), then: then.to_owned(), reason }], keys: vec![] }
    }

    #[test]
    fn the_user_overrides_keys_and_wishes() {
        const BEFORE: &[Constraint] = &[Constraint::before("b/x", "a pays")];
        let items = [hook("a/x", 470, BEFORE), hook("b/x", 480, NONE)];
        let ordered = order(&items, &known(), &given("b/x", "a/x"));
        assert_eq!((ordered.errors, ordered.concerns), (vec![], vec![]));
        assert_eq!(ordered.hooks.iter().map(|h| items[h.item].hook()).collect::<Vec<_>>(), ["b/x", "a/x"]);
        assert_eq!(ordered.hooks[1].decided, ["after b/x because we play it so"]);
    }

    #[test]
    fn the_user_gives_keys() {
        let rekey = Rekey { point: "depart".into(), hook: "a/x".into(), key: 490, reason: "we play it so".into() };
        let given = Given { order: vec![], keys: vec![rekey] };
        let ordered = order(&[hook("a/x", 470, NONE), hook("b/x", 480, NONE)], &known(), &given);
        assert_eq!((ordered.hooks[1].item, ordered.hooks[1].key), (0, 490));
        assert_eq!(ordered.hooks[1].decided, ["at T-490 because we play it so"]);
    }

    #[test]
    fn the_user_is_told_what_is_not_there() {
        let errors = |given| {
            let errors = order(&[hook("a/x", 470, NONE)], &known(), &given).errors;
            errors.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        assert_eq!(
            errors(given("a/x", "a/y")),
            [
                "`order` of the setup names `a/y` at `depart`, but no plugin played has such a hook there: did you mean `a/x`?"
            ]
        );
        let mut elsewhere = given("a/x", "a/x");
        elsewhere.order[0].point = "scored".into();
        assert!(errors(elsewhere)[0].ends_with("such a hook there: it is at `depart`"));
    }

    #[test]
    fn a_plugin_as_target_means_all_its_other_hooks() {
        const LAST: &[Constraint] =
            &[Constraint::after("a", "it is the last of its plugin"), Constraint::after("b", "")];
        let items = [hook("a/x", 470, LAST), hook("a/y", 480, NONE), hook("b/x", 490, NONE), hook("c/x", 475, NONE)];
        assert_eq!(names(&items), ["c/x", "a/y", "b/x", "a/x"]);
    }

    #[test]
    fn a_wish_about_a_plugin_that_is_not_played_is_idle() {
        const AFTER: &[Constraint] = &[Constraint::after("elsewhere/x", "if it is there")];
        assert_eq!(names(&[hook("a/x", 470, AFTER)]), ["a/x"]);
        assert!(concerns(&[hook("a/x", 470, AFTER)]).is_empty());
    }

    #[test]
    fn a_wish_about_a_plugin_that_nobody_knows_is_doubtful() {
        const AFTER: &[Constraint] = &[Constraint::after("elswhere/x", "it is there"), Constraint::after("far", "so")];
        assert_eq!(
            concerns(&[hook("a/x", 470, AFTER)]),
            [
                "at `depart`, `a/x` names the plugin `elswhere`, which is not known: did you mean `elsewhere`?",
                "at `depart`, `a/x` names the plugin `far`, which is not known: correct it, or name the plugin in \
                 `optional` of plugin.toml"
            ]
        );
    }

    #[test]
    fn a_wish_about_a_missing_hook_of_a_played_plugin_is_an_error() {
        const AFTER: &[Constraint] = &[Constraint::after("b/cary", "it carries"), Constraint::before("d", "so")];
        assert_eq!(
            errors(&[hook("a/x", 470, AFTER), hook("b/carry", 480, NONE)]),
            [
                "hook `a/x` at `depart` wants to come after `b/cary` (it carries), but there is no such hook: \
                 did you mean `b/carry`?",
                "hook `a/x` at `depart` wants to come before `d` (so), but there is no such hook: \
                 correct the name or drop the wish"
            ]
        );
    }

    #[test]
    fn every_circle_is_reported_with_who_asked_and_why() {
        const A: &[Constraint] = &[Constraint::before("b/x", "a pays b")];
        const B: &[Constraint] = &[Constraint::before("a/x", "b pays a")];
        const C: &[Constraint] = &[Constraint::after("c/x", "c follows itself")];
        assert_eq!(
            errors(&[hook("a/x", 470, A), hook("b/x", 480, B), hook("c/x", 490, C), hook("d/x", 460, NONE)]),
            [
                "hooks at `depart` can't be ordered: `a/x` comes before `b/x` as `a/x` asks (a pays b), \
                 `b/x` comes before `a/x` as `b/x` asks (b pays a): drop one of these wishes or leave a plugin out",
                "hooks at `depart` can't be ordered: `c/x` comes before `c/x` as `c/x` asks (c follows itself): \
                 drop one of these wishes or leave a plugin out"
            ]
        );
    }

    #[test]
    fn a_wish_can_not_turn_roles_round() {
        const AFTER: &[Constraint] = &[Constraint::after("b/strike", "it adds again")];
        const BEFORE: &[Constraint] = &[Constraint::before("b/strike", "it is so anyway")];
        let strike = Item { role: Role::STRIKE, ..hook("b/strike", 460, NONE) };
        assert_eq!(names(&[strike, hook("a/add", 500, BEFORE)]), ["a/add", "b/strike"]);
        let errors = errors(&[strike, hook("a/add", 500, AFTER)]);
        assert!(errors[0].starts_with("hook `a/add` wants that `b/strike` comes before `a/add`"), "{errors:?}");
    }

    #[test]
    fn keys_outside_the_point_and_names_used_twice_are_errors() {
        assert_eq!(
            errors(&[hook("a/x", 470, NONE), hook("a/x", 480, NONE), hook("b/x", 300, NONE)]),
            [
                "hook `b/x` at `depart` has the key T-300: give it one from T-460 to T-509",
                "two hooks at `depart` are called `a/x`: rename one"
            ]
        );
    }

    #[test]
    fn the_order_given_is_of_no_consequence() {
        const AFTER: &[Constraint] = &[Constraint::after("c", "c is first")];
        let mut items =
            [hook("a/x", 470, AFTER), hook("b/x", 470, NONE), hook("c/x", 470, NONE), hook("d/x", 460, NONE)];
        let expected = names(&items);
        for n in 0..items.len() {
            items.rotate_left(1);
            items.swap(0, n);
            assert_eq!(names(&items), expected);
        }
    }
}
