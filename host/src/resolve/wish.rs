//! The wishes of hooks, and the user's word, on which of two hooks comes first; and why hooks can't be ordered.

use super::doubt::Concern;
use super::order::{Item, Known};
use crate::nearest::{hint, nearest};
use crate::rules::Given;
use gatehouse_core::points::Constraint;
use gatehouse_core::{Key, Point};
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// Why hooks can't be ordered.
#[derive(thiserror::Error, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs, reason = "the message of a variant says what it holds")]
pub enum OrderError {
    /// A key is outside those of its point.
    #[error(
        "{}hook `{hook}` at `{}` has the key {}: give it one from {} to {}",
        if *given { "in `keys` of the setup, " } else { "" }, point.name(), Key(*key), low(*point), high(*point)
    )]
    Key { point: Point, hook: String, key: u16, given: bool },
    /// Two hooks of a plugin have the same name at a point.
    #[error("two hooks at `{}` are called `{hook}`: rename one", point.name())]
    Twice { point: Point, hook: String },
    /// A wish is about a hook that is not there.
    #[error(
        "hook `{hook}` at `{}` wants to come {side} `{target}` ({reason}), but there is no such hook: {hint}",
        point.name()
    )]
    Target { point: Point, hook: String, side: &'static str, target: String, reason: String, hint: String },
    /// The user orders a hook that is not there, or gives it a key.
    #[error("`{field}` of the setup names `{hook}` at `{point}`, but no plugin played has such a hook there: {hint}")]
    Given { field: &'static str, point: String, hook: String, hint: String },
    /// The user gives a hook several keys.
    #[error("`keys` of the setup gives `{hook}` at `{}` several keys: leave one", point.name())]
    Keys { point: Point, hook: String },
    /// A wish is against the roles.
    #[error(
        "{} wants that `{}` comes before `{}` at `{}` ({}), but additions come before strikes and strikes before \
         riders: drop the wish or change a role",
        asker(wish), wish.first, wish.then, point.name(), wish.reason
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
    /// Which of the two asks for it; nobody if the user does.
    pub asker: Option<String>,
    /// Why.
    pub reason: String,
}

impl fmt::Display for Wish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wish { first, then, reason, .. } = self;
        write!(f, "`{first}` comes before `{then}` as ")?;
        match &self.asker {
            Some(asker) => write!(f, "`{asker}` asks ({reason})"),
            None => write!(f, "the setup says ({reason})"),
        }
    }
}

fn asker(wish: &Wish) -> String {
    wish.asker.as_ref().map_or("the setup".to_owned(), |hook| format!("hook `{hook}`"))
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

impl OrderError {
    /// Whether the user's word on the order has a part in it.
    pub fn is_of_setup(&self) -> bool {
        match self {
            OrderError::Given { .. } | OrderError::Keys { .. } => true,
            OrderError::Key { given, .. } => *given,
            OrderError::Role { wish, .. } => wish.asker.is_none(),
            OrderError::Cycle { wishes, .. } => wishes.iter().any(|w| w.asker.is_none()),
            OrderError::Twice { .. } | OrderError::Target { .. } => false,
        }
    }

    /// A field of the user's word names a hook at a point where it is not.
    pub(super) fn given(field: &'static str, point: &str, hook: &str, items: &[Item<'_>]) -> OrderError {
        let known = Point::ALL.iter().any(|p| p.name() == point);
        let elsewhere: BTreeSet<_> = items.iter().filter(|i| i.hook() == hook).map(|i| i.point.name()).collect();
        let there: Vec<_> = items.iter().filter(|i| i.point.name() == point).map(Item::hook).collect();
        let hint = match elsewhere.into_iter().next() {
            _ if !known => hint(point, Point::ALL.iter().map(|p| p.name()), "write the point as `gatehouse plan` does"),
            Some(point) => format!("it is at `{point}`"),
            None => hint(hook, there.iter().map(String::as_str), "correct the name or drop the line"),
        };
        OrderError::Given { field, point: point.to_owned(), hook: hook.to_owned(), hint }
    }
}

/// A wish by the places of its hooks among those of the point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrow<'a> {
    pub(super) first: usize,
    pub(super) then: usize,
    /// Nobody if the user asks.
    asker: Option<usize>,
    pub(super) reason: &'a str,
}

impl Arrow<'_> {
    pub(super) fn wish(&self, at: &[Item<'_>]) -> Wish {
        Wish {
            first: at[self.first].hook(),
            then: at[self.then].hook(),
            asker: self.asker.map(|asker| at[asker].hook()),
            reason: self.reason.to_owned(),
        }
    }
}

/// The hooks of a point by their names.
pub(super) struct Hooks<'s, 'a> {
    at: &'s [Item<'a>],
    by_name: BTreeMap<(&'a str, &'a str), usize>,
}

impl<'s, 'a> Hooks<'s, 'a> {
    pub(super) fn new(at: &'s [Item<'a>]) -> Hooks<'s, 'a> {
        Hooks { at, by_name: at.iter().enumerate().map(|(n, item)| ((item.plugin, item.name), n)).collect() }
    }

    /// The wishes that bind: those of the user, and those of hooks that neither the user nor the roles answer.
    pub(super) fn arrows<'c>(
        &self,
        known: &Known<'_>,
        given: &'c Given,
        concerns: &mut Vec<Concern>,
        errors: &mut Vec<OrderError>,
    ) -> Vec<Arrow<'c>>
    where
        'a: 'c,
    {
        let mut arrows: Vec<Arrow<'c>> = Vec::new();
        for given in given.order.iter().filter(|g| g.point == self.at[0].point.name()) {
            let (Some(first), Some(then)) = (self.named(&given.first), self.named(&given.then)) else { continue };
            self.keep(Arrow { first, then, asker: None, reason: &given.reason }, &mut arrows, errors);
        }
        let given: BTreeSet<(usize, usize)> = arrows.iter().map(|a| (a.then, a.first)).collect();
        for (asker, item) in self.at.iter().enumerate() {
            for constraint in item.constraints {
                let mut decides = false;
                let targets = self.targets(asker, constraint, known, concerns, errors);
                for &target in &targets {
                    let (first, then) = if constraint.before { (asker, target) } else { (target, asker) };
                    let arrow = Arrow { first, then, asker: Some(asker), reason: constraint.reason.as_str() };
                    if given.contains(&(first, then)) {
                        decides = true;
                        continue;
                    }
                    decides |= self.keep(arrow, &mut arrows, errors) && self.at[first].key >= self.at[then].key;
                    self.against_keys(&arrow, concerns);
                }
                if !decides && let Some(&target) = targets.first() {
                    concerns.push(self.unused(asker, target, constraint));
                }
            }
        }
        arrows
    }

    fn named(&self, hook: &str) -> Option<usize> {
        self.by_name.get(&hook.split_once('/')?).copied()
    }

    /// Keeps a wish among hooks of the same role; false if the roles answer it.
    fn keep<'c>(&self, arrow: Arrow<'c>, arrows: &mut Vec<Arrow<'c>>, errors: &mut Vec<OrderError>) -> bool {
        let stages = self.at[arrow.first].stage().cmp(&self.at[arrow.then].stage());
        match stages {
            Ordering::Less => {}
            Ordering::Equal => arrows.push(arrow),
            Ordering::Greater => {
                errors.push(OrderError::Role { point: self.at[0].point, wish: arrow.wish(self.at) });
            }
        }
        stages != Ordering::Less
    }

    fn against_keys(&self, arrow: &Arrow<'_>, concerns: &mut Vec<Concern>) {
        let (first, then) = (&self.at[arrow.first], &self.at[arrow.then]);
        if first.stage() == then.stage() && first.key > then.key {
            let (point, keys) = (first.point, (Key(first.key), Key(then.key)));
            concerns.push(Concern::Override { point, wish: arrow.wish(self.at), keys });
        }
    }

    fn unused(&self, asker: usize, target: usize, constraint: &Constraint) -> Concern {
        let roles = self.at[asker].stage() != self.at[target].stage();
        Concern::Unused {
            point: self.at[asker].point,
            hook: self.at[asker].hook(),
            side: side(constraint),
            target: constraint.hook.to_string(),
            answered: if roles { "roles" } else { "keys" },
        }
    }

    /// The hooks that a constraint is about. One about a plugin that is not played is about none.
    fn targets(
        &self,
        asker: usize,
        constraint: &Constraint,
        known: &Known<'_>,
        concerns: &mut Vec<Concern>,
        errors: &mut Vec<OrderError>,
    ) -> Vec<usize> {
        let (target, item) = (constraint.hook.as_str(), &self.at[asker]);
        let (plugin, hook) = target.split_once('/').map_or((target, None), |(plugin, hook)| (plugin, Some(hook)));
        if !known.played.contains(plugin) {
            if !known.others.contains(plugin) {
                let meant = nearest(plugin, known.others.iter().copied()).map(str::to_owned);
                let (point, hook, name) = (item.point, item.hook(), plugin.to_owned());
                concerns.push(Concern::Unknown { point, hook, class: "plugin", name, meant });
            }
            return Vec::new();
        }
        let targets: Vec<usize> = match hook {
            Some(hook) => self.by_name.get(&(plugin, hook)).copied().into_iter().collect(),
            None => {
                let own = self.by_name.range((plugin, "")..).take_while(|((p, _), _)| *p == plugin);
                own.map(|(_, &n)| n).filter(|&n| n != asker).collect()
            }
        };
        if targets.is_empty() {
            let there: Vec<_> = self.at.iter().map(Item::hook).collect();
            errors.push(OrderError::Target {
                point: item.point,
                hook: item.hook(),
                side: side(constraint),
                target: target.to_owned(),
                reason: constraint.reason.to_string(),
                hint: hint(target, there.iter().map(String::as_str), "correct the name or drop the wish"),
            });
        }
        targets
    }
}

fn side(constraint: &Constraint) -> &'static str {
    if constraint.before { "before" } else { "after" }
}
