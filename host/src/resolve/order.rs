//! The order of the hooks.
//!
//! It is decided by, in this order:
//! 1. the point: in timeline order, reactions last;
//! 2. where others' choices are added to, the role: additions, strikes, riders;
//! 3. the wishes of hooks to come before or after others;
//! 4. the key;
//! 5. the id of the plugin;
//! 6. the name of the hook.
//!
//! So it is the topological order that takes of all hooks no wish holds back the first by 4 to 6.

use crate::nearest::hint;
use gatehouse_core::points::{Constraint, Role};
use gatehouse_core::{Key, Point};
use std::collections::BTreeSet;
use std::fmt;

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
    /// The wish that put it behind where its key would: "after ... because ...".
    pub(super) decided: Option<String>,
}

/// The items in order, and what is worth knowing about it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Ordered {
    pub(super) hooks: Vec<Placed>,
    /// Wishes that override keys.
    pub(super) overrides: Vec<String>,
    pub(super) errors: Vec<OrderError>,
}

/// Why hooks can't be ordered.
#[derive(thiserror::Error, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs, reason = "the message of a variant says what it holds")]
pub enum OrderError {
    /// A key is outside those of its point.
    #[error(
        "hook `{hook}` at `{}` has the key {}: give it one from {} to {}",
        point.name(), Key(*key), low(*point), high(*point)
    )]
    Key { point: Point, hook: String, key: u16 },
    /// Two hooks of a plugin have the same name at a point.
    #[error("two hooks at `{}` are called `{hook}`: rename one", point.name())]
    Twice { point: Point, hook: String },
    /// A wish is about a hook that is not there.
    #[error(
        "hook `{hook}` at `{}` wants to come {side} `{target}` ({reason}), but there is no such hook: {hint}",
        point.name()
    )]
    Target { point: Point, hook: String, side: &'static str, target: String, reason: String, hint: String },
    /// A wish is against the roles.
    #[error(
        "hook `{}` wants that `{}` comes before `{}` at `{}` ({}), but additions come before strikes and strikes \
         before riders: drop the wish or change a role",
        wish.asker, wish.first, wish.then, point.name(), wish.reason
    )]
    Role { point: Point, wish: Wish },
    /// Wishes lead in a circle.
    #[error(
        "hooks at `{}` can't be ordered: {}: drop one of these wishes or leave a plugin out",
        point.name(), join(wishes)
    )]
    Cycle { point: Point, wishes: Vec<Wish> },
}

/// A wish that one hook comes before another.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Wish {
    /// The hook to come first.
    pub first: String,
    /// The hook to come later.
    pub then: String,
    /// Which of the two asks for it.
    pub asker: String,
    /// Why.
    pub reason: String,
}

impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wish { first, then, asker, reason } = self;
        write!(f, "`{first}` comes before `{then}` as `{asker}` asks ({reason})")
    }
}

fn join(wishes: &[Wish]) -> String {
    wishes.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

fn low(point: Point) -> Key {
    Key(*point.keys().start())
}

fn high(point: Point) -> Key {
    Key(*point.keys().end())
}

impl Item<'_> {
    fn hook(&self) -> String {
        format!("{}/{}", self.plugin, self.name)
    }

    /// The role where it matters.
    fn stage(&self) -> Role {
        if matches!(self.point, Point::FIGURE_OFFER | Point::DEPART) { self.role } else { Role::ADD }
    }
}

/// Orders the items; `played` are the ids of all plugins that are played, with hooks or without.
pub(super) fn order(items: &[Item<'_>], played: &BTreeSet<&str>) -> Ordered {
    let mut rank: Vec<usize> = (0..items.len()).collect();
    rank.sort_by_key(|&i| {
        let item = &items[i];
        (item.point, item.stage(), item.key, item.plugin, item.name)
    });
    let sorted: Vec<Item<'_>> = rank.iter().map(|&i| items[i]).collect();
    let mut ordered = Ordered::default();
    let mut first = 0;
    for at in sorted.chunk_by(|a, b| a.point == b.point) {
        check(at, &mut ordered.errors);
        let arrows = arrows(at, played, &mut ordered);
        for (n, decided) in sort(at, &arrows, &mut ordered.errors) {
            let decided = decided.map(|e| format!("after {} because {}", at[e.first].hook(), e.reason));
            ordered.hooks.push(Placed { item: rank[first + n], decided });
        }
        first += at.len();
    }
    ordered
}

fn check(at: &[Item<'_>], errors: &mut Vec<OrderError>) {
    let mut names = BTreeSet::new();
    for item in at {
        let (point, hook) = (item.point, item.hook());
        if !point.keys().contains(&item.key) {
            errors.push(OrderError::Key { point, hook: hook.clone(), key: item.key });
        }
        if !names.insert((item.plugin, item.name)) {
            errors.push(OrderError::Twice { point, hook });
        }
    }
}

/// A wish by the places of its hooks among those of the point.
#[derive(Clone, Copy)]
struct Arrow<'a> {
    first: usize,
    then: usize,
    asker: usize,
    reason: &'a str,
}

impl Arrow<'_> {
    fn wish(&self, at: &[Item<'_>]) -> Wish {
        Wish {
            first: at[self.first].hook(),
            then: at[self.then].hook(),
            asker: at[self.asker].hook(),
            reason: self.reason.to_owned(),
        }
    }
}

/// The wishes at a point that bind; the roles answer the others.
fn arrows<'a>(at: &[Item<'a>], played: &BTreeSet<&str>, ordered: &mut Ordered) -> Vec<Arrow<'a>> {
    let mut arrows = Vec::new();
    for (asker, item) in at.iter().enumerate() {
        for constraint in item.constraints {
            for target in targets(at, asker, constraint, played, &mut ordered.errors) {
                let (first, then) = if constraint.before { (asker, target) } else { (target, asker) };
                let arrow = Arrow { first, then, asker, reason: constraint.reason.as_str() };
                let point = item.point;
                match at[first].stage().cmp(&at[then].stage()) {
                    std::cmp::Ordering::Less => continue,
                    std::cmp::Ordering::Greater => {
                        ordered.errors.push(OrderError::Role { point, wish: arrow.wish(at) });
                        continue;
                    }
                    std::cmp::Ordering::Equal => {}
                }
                let keys = (Key(at[first].key), Key(at[then].key));
                if keys.0 > keys.1 {
                    let text =
                        format!("at `{}`, {} against the keys {} and {}", point.name(), arrow.wish(at), keys.0, keys.1);
                    ordered.overrides.push(text);
                }
                arrows.push(arrow);
            }
        }
    }
    arrows
}

/// The hooks that a constraint is about. One about a plugin that is not played is about none.
fn targets(
    at: &[Item<'_>],
    asker: usize,
    constraint: &Constraint,
    played: &BTreeSet<&str>,
    errors: &mut Vec<OrderError>,
) -> Vec<usize> {
    let target = constraint.hook.as_str();
    let (plugin, hook) = target.split_once('/').map_or((target, None), |(plugin, hook)| (plugin, Some(hook)));
    if !played.contains(plugin) {
        return Vec::new();
    }
    let meant =
        |&(n, item): &(usize, &Item<'_>)| item.plugin == plugin && hook.map_or(n != asker, |hook| item.name == hook);
    let targets: Vec<usize> = at.iter().enumerate().filter(meant).map(|(n, _)| n).collect();
    if targets.is_empty() {
        let there: Vec<_> = at.iter().map(Item::hook).collect();
        errors.push(OrderError::Target {
            point: at[asker].point,
            hook: at[asker].hook(),
            side: if constraint.before { "before" } else { "after" },
            target: target.to_owned(),
            reason: constraint.reason.to_string(),
            hint: hint(target, there.iter().map(String::as_str), "correct the name or drop the wish"),
        });
    }
    targets
}

/// Sorts the hooks of a point, which come by role, key, plugin and name; each with the wish that held it back, if any.
///
/// Wishes bind within a role, so as long as hooks of a role are left, one of them is ready, and it comes before those
/// of later roles. Only a circle makes that fail, and then there is no order anyway.
fn sort<'a>(at: &[Item<'_>], arrows: &[Arrow<'a>], errors: &mut Vec<OrderError>) -> Vec<(usize, Option<Arrow<'a>>)> {
    let mut waiting = Waiting::new(at.len(), arrows);
    let mut freed: Vec<Option<Arrow<'a>>> = vec![None; at.len()];
    let mut sorted = Vec::with_capacity(at.len());
    let mut greatest = 0;
    while sorted.len() < at.len() {
        if let Some(next) = waiting.ready.pop_first() {
            greatest = greatest.max(next);
            sorted.push((next, freed[next].filter(|_| next < greatest)));
            for n in 0..arrows.len() {
                if arrows[n].first == next && waiting.release(n) {
                    freed[arrows[n].then] = Some(arrows[n]);
                }
            }
        } else {
            let cycle = waiting.cycle();
            let wishes = cycle.iter().map(|&n| arrows[n].wish(at)).collect();
            errors.push(OrderError::Cycle { point: at[0].point, wishes });
            // With one wish dropped, what is left may show further circles.
            match cycle.last() {
                Some(&n) => waiting.release(n),
                None => break,
            };
        }
    }
    sorted
}

/// The hooks of a point that are not placed yet.
struct Waiting<'a> {
    arrows: &'a [Arrow<'a>],
    /// Per wish whether it holds its later hook back.
    holds: Vec<bool>,
    /// Per hook how many wishes hold it back.
    waits: Vec<usize>,
    /// Those that nothing holds back.
    ready: BTreeSet<usize>,
}

impl<'a> Waiting<'a> {
    fn new(hooks: usize, arrows: &'a [Arrow<'a>]) -> Waiting<'a> {
        let mut waits = vec![0; hooks];
        arrows.iter().for_each(|a| waits[a.then] += 1);
        let ready = (0..hooks).filter(|&n| waits[n] == 0).collect();
        Waiting { arrows, holds: vec![true; arrows.len()], waits, ready }
    }

    /// Drops a wish; false if it was dropped before.
    fn release(&mut self, arrow: usize) -> bool {
        if !std::mem::replace(&mut self.holds[arrow], false) {
            return false;
        }
        let then = self.arrows[arrow].then;
        self.waits[then] -= 1;
        if self.waits[then] == 0 {
            self.ready.insert(then);
        }
        true
    }

    /// Wishes in a circle: while nothing is ready, one way back from any hook that waits ends in one.
    fn cycle(&self) -> Vec<usize> {
        let mut path = Vec::new();
        let mut hook = self.waits.iter().position(|&w| w > 0);
        while let Some(then) = hook {
            let Some(n) = (0..self.arrows.len()).find(|&n| self.holds[n] && self.arrows[n].then == then) else { break };
            path.push(n);
            let first = self.arrows[n].first;
            if let Some(start) = path.iter().position(|&n| self.arrows[n].then == first) {
                path.drain(..start);
                break;
            }
            hook = Some(first);
        }
        path.reverse();
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: &[Constraint] = &[];

    /// A hook at `depart` by `plugin/name`.
    fn hook(name: &'static str, key: u16, constraints: &'static [Constraint]) -> Item<'static> {
        let (plugin, name) = name.split_once('/').unwrap();
        Item { point: Point::DEPART, role: Role::ADD, key, plugin, name, constraints }
    }

    fn ordered(items: &[Item<'_>]) -> Ordered {
        order(items, &["a", "b", "c", "d"].into())
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
        assert_eq!(ordered.hooks[2].decided.as_deref(), Some("after b/late because it pays first"));
        assert_eq!(ordered.hooks[1].decided, None);
        assert_eq!(
            ordered.overrides,
            ["at `depart`, `b/late` comes before `a/early` as `a/early` asks (it pays first) \
                 against the keys T-500 and T-470"]
        );
    }

    #[test]
    fn a_wish_that_agrees_with_the_keys_decides_nothing() {
        const BEFORE: &[Constraint] = &[Constraint::before("b", "it is first anyway")];
        let ordered = ordered(&[hook("a/x", 470, BEFORE), hook("b/x", 480, NONE), hook("b/y", 490, NONE)]);
        assert!(ordered.hooks.iter().all(|h| h.decided.is_none()) && ordered.overrides.is_empty());
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
