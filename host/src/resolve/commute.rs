//! Which unordered hooks do not commute.

use super::doubt::{Clash, Concern};
use crate::rules::{PlannedHook, When};
use gatehouse_core::declare::Waiver;
use gatehouse_core::points::Datum;
use gatehouse_core::{HookId, Point};
use std::collections::{BTreeMap, BTreeSet};

/// The most ambiguities that are put into words; of further ones it is said that there are some.
const MOST_TOLD: usize = 256;
/// The most pairs of unordered hooks that are kept.
const MOST_KEPT: usize = 1 << 16;

/// The planned hooks with the ids of their plugins.
pub(super) struct Heads<'a> {
    hooks: &'a [PlannedHook],
    plugins: &'a [&'a str],
    /// Per hook all that it may have written before the next one is called.
    written: Vec<Vec<Datum>>,
    /// Per hook the number of what it writes and reads at its point: hooks of one number clash with the same others.
    alike: Vec<usize>,
}

/// What a hook writes and reads, by code and name.
type Data = Vec<(u16, &'static str)>;

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
        let written = written(hooks, plugins.len());
        let data = |list: &[Datum]| -> Data { list.iter().map(|d| (d.code, d.name.as_str())).collect() };
        let mut numbers: BTreeMap<(Point, Data, Data), usize> = BTreeMap::new();
        let alike = hooks.iter().zip(&written).map(|(hook, written)| {
            let next = numbers.len();
            *numbers.entry((hook.point, data(written), data(&hook.head.reads))).or_insert(next)
        });
        Heads { hooks, plugins, alike: alike.collect(), written }
    }

    /// The unordered hooks that meet, sorted, and what is ambiguous about any of them. One that somebody waives is always
    /// put into words.
    pub(super) fn ambiguities(
        &self,
        unordered: impl Iterator<Item = (HookId, HookId)>,
        waivers: &[&Waiver],
    ) -> (Vec<(HookId, HookId)>, Vec<Concern>) {
        let mut waived = self.waived(waivers);
        let mut known: BTreeMap<(usize, usize), bool> = BTreeMap::new();
        let (mut kept, mut told, mut further) = (Vec::new(), Vec::new(), None);
        for (a, b) in unordered.filter(|&(a, b)| self.meet(a, b)) {
            // Where so many share a place that enough is said, the others need not be looked at.
            if kept.len() == MOST_KEPT && further.is_some() && waived.is_empty() {
                break;
            }
            if kept.len() < MOST_KEPT {
                kept.push((a, b));
            }
            let is_waived = waived.remove(&(a, b));
            let alike = (self.alike[a.index()], self.alike[b.index()]);
            if !*known.entry(alike).or_insert_with(|| !self.clashes(a, b).is_empty()) {
                continue;
            }
            if told.len() < MOST_TOLD || is_waived {
                told.push((a, b));
            } else {
                further = further.or(Some((a, b)));
            }
        }
        kept.sort_unstable();
        let mut concerns: Vec<_> = told.into_iter().map(|(a, b)| self.ambiguity(a, b)).collect();
        concerns.extend(further.map(|(a, b)| {
            let (a, b) = (&self.hooks[a.index()], &self.hooks[b.index()]);
            Concern::Further { point: a.point, one: self.name(a), other: self.name(b) }
        }));
        (kept, concerns)
    }

    /// The pairs of hooks that waivers name.
    fn waived(&self, waivers: &[&Waiver]) -> BTreeSet<(HookId, HookId)> {
        let named: BTreeSet<&str> = waivers.iter().flat_map(|w| &w.hooks).map(String::as_str).collect();
        let mut ids: BTreeMap<String, Vec<HookId>> = BTreeMap::new();
        for (n, hook) in (0..).zip(self.hooks).filter(|_| !named.is_empty()) {
            let name = self.name(hook);
            if named.contains(name.as_str()) {
                ids.entry(name).or_default().push(HookId(n));
            }
        }
        let of = |hook: &String| ids.get(hook).into_iter().flatten().copied();
        let pairs = waivers.iter().filter_map(|w| match &w.hooks[..] {
            [one, other] => Some(of(one).flat_map(move |a| of(other).map(move |b| (a.min(b), a.max(b))))),
            _ => None,
        });
        pairs.flatten().collect()
    }

    fn name(&self, hook: &PlannedHook) -> String {
        format!("{}/{}", self.plugins[hook.plugin], hook.head.name)
    }

    /// Whether both hooks may be called at one time.
    fn meet(&self, one: HookId, other: HookId) -> bool {
        let (a, b) = (&self.hooks[one.index()], &self.hooks[other.index()]);
        // Only the plugin that made an offer goes on after it.
        (a.point != Point::ANSWERED || a.plugin == b.plugin) && !a.when.excludes(&b.when)
    }

    /// The data of two hooks that do not commute.
    fn clashes(&self, one: HookId, other: HookId) -> Vec<Clash> {
        let mut clashes = self.writes(one, other);
        clashes.extend(self.reads(one, other));
        clashes.extend(self.reads(other, one));
        clashes.extend(self.ends(one, other).or_else(|| self.ends(other, one)));
        clashes.sort();
        clashes.dedup();
        clashes
    }

    /// What is ambiguous about two unordered hooks that meet and clash.
    fn ambiguity(&self, one: HookId, other: HookId) -> Concern {
        let clashes = self.clashes(one, other);
        let (a, b) = (&self.hooks[one.index()], &self.hooks[other.index()]);
        let (point, key) = (a.point, a.key);
        let (one, other) = (self.name(a), self.name(b));
        Concern::Ambiguity { point, key, one, other, clashes }
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
