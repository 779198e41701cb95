//! Which unordered hooks do not commute.

use super::doubt::{Clash, Concern};
use crate::rules::{PlannedHook, When};
use gatehouse_core::points::Datum;
use gatehouse_core::{HookId, Point};

/// The planned hooks with the ids of their plugins.
pub(super) struct Heads<'a> {
    hooks: &'a [PlannedHook],
    plugins: &'a [&'a str],
    /// Per hook all that it may have written before the next one is called.
    written: Vec<Vec<Datum>>,
}

/// What a hook and its choices write.
fn own(hook: &PlannedHook) -> impl Iterator<Item = Datum> {
    hook.head.writes.as_slice().iter().chain(hook.head.choices_write.as_slice()).copied()
}

/// An offer is answered before the next hook is called, and its plugin goes on.
fn written(hooks: &[PlannedHook], plugins: usize) -> Vec<Vec<Datum>> {
    let mut going_on = vec![Vec::new(); plugins];
    for hook in hooks.iter().filter(|h| h.point == Point::ANSWERED) {
        going_on[hook.plugin].extend(own(hook));
    }
    let all = |hook: &PlannedHook| match hook.head.writes.iter().any(|d| d.code == Datum::offers().code) {
        true => own(hook).chain(going_on[hook.plugin].iter().copied()).collect(),
        false => hook.head.writes.to_vec(),
    };
    hooks.iter().map(all).collect()
}

impl<'a> Heads<'a> {
    pub(super) fn new(hooks: &'a [PlannedHook], plugins: &'a [&'a str]) -> Heads<'a> {
        Heads { hooks, plugins, written: written(hooks, plugins.len()) }
    }

    fn name(&self, hook: &PlannedHook) -> String {
        format!("{}/{}", self.plugins[hook.plugin], hook.head.name)
    }

    /// Whether both hooks may be called at one time.
    pub(super) fn meet(&self, one: HookId, other: HookId) -> bool {
        let (a, b) = (&self.hooks[one.index()], &self.hooks[other.index()]);
        // Only the plugin that made an offer goes on after it.
        (a.point != Point::ANSWERED || a.plugin == b.plugin) && !a.when.excludes(&b.when)
    }

    /// What is ambiguous about two unordered hooks that meet, if anything is.
    pub(super) fn ambiguity(&self, one: HookId, other: HookId) -> Option<Concern> {
        let mut clashes = self.writes(one, other);
        clashes.extend(self.reads(one, other));
        clashes.extend(self.reads(other, one));
        clashes.extend(self.ends(one, other).or_else(|| self.ends(other, one)));
        clashes.sort();
        clashes.dedup();
        let (a, b) = (&self.hooks[one.index()], &self.hooks[other.index()]);
        let (point, key) = (a.point, a.key);
        let (one, other) = (self.name(a), self.name(b));
        (!clashes.is_empty()).then_some(Concern::Ambiguity { point, key, one, other, clashes })
    }

    fn clash(&self, hook: HookId, data: Datum, other: HookId, against: Datum, reads: bool) -> Clash {
        let (hook, other) = (self.name(&self.hooks[hook.index()]), self.name(&self.hooks[other.index()]));
        Clash { hook, data: data.to_string(), other, against: against.to_string(), reads }
    }

    fn writes(&self, a: HookId, b: HookId) -> Vec<Clash> {
        let (own, others) = (&self.written[a.index()], &self.written[b.index()]);
        let pairs = own.iter().flat_map(|x| others.iter().map(move |y| (*x, *y)));
        pairs.filter(|(x, y)| x.collides(*y)).map(|(x, y)| self.clash(a, x, b, y, false)).collect()
    }

    fn reads(&self, writer: HookId, reader: HookId) -> Vec<Clash> {
        let seen = &self.hooks[reader.index()].head.reads;
        let pairs = self.written[writer.index()].iter().flat_map(|x| seen.iter().map(move |y| (*x, *y)));
        pairs.filter(|(x, y)| x.spoils(*y)).map(|(x, y)| self.clash(writer, x, reader, y, true)).collect()
    }

    /// Whether one hook may end the point before the other is called.
    fn ends(&self, hook: HookId, other: HookId) -> Option<Clash> {
        let point = self.hooks[hook.index()].point;
        let skips = |d: &Datum| d.code == Datum::skips("").code && [point.name(), ""].contains(&d.name.as_str());
        let ends = |d: &Datum| skips(d) || (d.code == Datum::drawn().code && point == Point::TILE_DRAWN);
        let datum = self.written[hook.index()].iter().copied().find(ends)?;
        Some(self.clash(hook, datum, other, datum, true))
    }
}

impl When {
    /// Whether two hooks are never called at one time.
    fn excludes(&self, other: &When) -> bool {
        let apart = |a: u64, b: u64| a != 0 && b != 0 && a & b == 0;
        self.never
            || other.never
            || apart(self.features.into(), other.features.into())
            || apart(self.moved, other.moved)
    }
}
