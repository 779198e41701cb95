//! Sorts the hooks of a point by wishes, and finds those that nothing orders.

use super::order::Item;
use super::wish::{Arrow, OrderError};
use std::collections::BTreeSet;
use std::ops::Range;

/// Sorts the hooks of a point, which come by role, key, plugin and name; each with the wish that held it back, if any.
///
/// Wishes bind within a role, so as long as hooks of a role are left, one of them is ready, and it comes before those
/// of later roles. Only a circle makes that fail, and then there is no order anyway.
pub(super) fn sort<'a>(
    at: &[Item<'_>],
    arrows: &[Arrow<'a>],
    errors: &mut Vec<OrderError>,
) -> Vec<(usize, Option<Arrow<'a>>)> {
    let mut waiting = Waiting::new(at.len(), arrows);
    let mut freed: Vec<Option<Arrow<'a>>> = vec![None; at.len()];
    let mut sorted = Vec::with_capacity(at.len());
    let mut greatest = 0;
    while sorted.len() < at.len() {
        if let Some(next) = waiting.ready.pop_first() {
            greatest = greatest.max(next);
            sorted.push((next, freed[next].filter(|_| next < greatest)));
            for n in std::mem::take(&mut waiting.leaving[next]) {
                if waiting.release(n) {
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
    /// Per hook the wishes that it comes first.
    leaving: Vec<Vec<usize>>,
    /// Per hook the wishes that it comes later.
    reaching: Vec<Vec<usize>>,
    /// Those that nothing holds back.
    ready: BTreeSet<usize>,
}

impl<'a> Waiting<'a> {
    fn new(hooks: usize, arrows: &'a [Arrow<'a>]) -> Waiting<'a> {
        let (mut leaving, mut reaching) = (vec![Vec::new(); hooks], vec![Vec::new(); hooks]);
        for (n, arrow) in arrows.iter().enumerate() {
            leaving[arrow.first].push(n);
            reaching[arrow.then].push(n);
        }
        let waits: Vec<usize> = reaching.iter().map(Vec::len).collect();
        let ready = (0..hooks).filter(|&n| waits[n] == 0).collect();
        Waiting { arrows, holds: vec![true; arrows.len()], waits, leaving, reaching, ready }
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
        let mut passed = BTreeSet::new();
        let mut hook = self.waits.iter().position(|&w| w > 0);
        while let Some(then) = hook {
            passed.insert(then);
            let Some(&n) = self.reaching[then].iter().find(|&&n| self.holds[n]) else { break };
            path.push(n);
            let first = self.arrows[n].first;
            if passed.contains(&first) {
                let start = path.iter().position(|&n| self.arrows[n].then == first).unwrap_or(0);
                path.drain(..start);
                break;
            }
            hook = Some(first);
        }
        path.reverse();
        path
    }
}

/// The hooks of a point that no key or role tells apart, and the wishes that do.
pub(super) struct Ties {
    /// Per hook its place among the sorted hooks of all points.
    places: Vec<usize>,
    /// The hooks that have a role and key together.
    equal: Vec<Range<usize>>,
    behind: Behind,
}

impl Ties {
    /// Of the hooks of a point, sorted, the first of which has the place `first`.
    pub(super) fn new(
        at: &[Item<'_>],
        arrows: &[Arrow<'_>],
        order: &[(usize, Option<Arrow<'_>>)],
        first: usize,
    ) -> Ties {
        let mut places = vec![usize::MAX; at.len()];
        order.iter().enumerate().for_each(|(place, (n, _))| places[*n] = first + place);
        let mut from = 0;
        let equal = at.chunk_by(|a, b| (a.stage(), a.key) == (b.stage(), b.key)).map(|equal| {
            from += equal.len();
            from - equal.len()..from
        });
        let equal = equal.filter(|members| members.len() > 1).collect();
        Ties { places, equal, behind: Behind::new(at.len(), arrows, order) }
    }

    /// Pairs of hooks of one role and key between which no chain of wishes leads, by their places. Where many share a
    /// place they are so many that they are never all at once in memory.
    pub(super) fn unordered(&self) -> impl Iterator<Item = (usize, usize)> {
        let pairs = self
            .equal
            .iter()
            .flat_map(|members| members.clone().flat_map(move |a| (a + 1..members.end).map(move |b| (a, b))));
        pairs.filter(|&(a, b)| !self.behind.has(a, b) && !self.behind.has(b, a)).map(|(a, b)| {
            let (a, b) = (self.places[a], self.places[b]);
            (a.min(b), a.max(b))
        })
    }
}

/// Which hooks come behind which by any chain of wishes: a row of bits a hook.
struct Behind {
    words: usize,
    rows: Vec<u64>,
}

impl Behind {
    fn new(hooks: usize, arrows: &[Arrow<'_>], order: &[(usize, Option<Arrow<'_>>)]) -> Behind {
        if arrows.is_empty() {
            return Behind { words: 0, rows: Vec::new() };
        }
        let mut leaving = vec![Vec::new(); hooks];
        arrows.iter().for_each(|arrow| leaving[arrow.first].push(arrow.then));
        let words = hooks.div_ceil(64);
        let mut rows = vec![0u64; hooks * words];
        for (n, _) in order.iter().rev() {
            for &then in &leaving[*n] {
                for word in 0..words {
                    rows[n * words + word] |= rows[then * words + word];
                }
                rows[n * words + then / 64] |= 1 << (then % 64);
            }
        }
        Behind { words, rows }
    }

    fn has(&self, first: usize, then: usize) -> bool {
        self.words > 0 && self.rows[first * self.words + then / 64] >> (then % 64) & 1 == 1
    }
}
