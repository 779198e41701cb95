//! A rehearsal: every hook is timed, and called twice, for the same view must get the same answer.

use super::door::Sink;
use gatehouse_core::HookId;
use gatehouse_core::points::Outcome;
use std::time::{Duration, Instant};

/// How many calls of a hook are kept for its median.
const KEPT: usize = 4096;

/// What a rehearsal saw of one hook.
#[derive(Clone, Debug, Default)]
pub struct Rehearsed {
    /// How often it was called, second calls left out.
    pub calls: u64,
    /// The longest call.
    pub longest: Duration,
    /// The first times it got another answer than before from the same view: both answers.
    pub parted: Option<(String, String)>,
    /// The times of the first calls in nanoseconds.
    times: Vec<u32>,
}

/// What a rehearsal saw of all hooks, by their ids.
#[derive(Clone, Debug, Default)]
pub struct Rehearsal {
    /// A row a hook, as far as they were called.
    pub hooks: Vec<Rehearsed>,
}

impl Rehearsed {
    /// The median time of its first calls; none if it never was called.
    pub fn median(&self) -> Option<Duration> {
        let mut times = self.times.clone();
        times.sort_unstable();
        times.get(times.len() / 2).map(|n| Duration::from_nanos(u64::from(*n)))
    }

    fn note(&mut self, took: Duration) {
        self.calls += 1;
        self.longest = self.longest.max(took);
        if self.times.len() < KEPT {
            self.times.push(u32::try_from(took.as_nanos()).unwrap_or(u32::MAX));
        }
    }
}

impl Rehearsal {
    /// Calls a hook twice; the first answer is the one that counts.
    #[cold]
    pub(super) fn call<S: Sink>(&mut self, id: HookId, out: &mut S, hook: impl Fn(&mut S) -> Outcome) -> Outcome {
        if self.hooks.len() <= id.index() {
            self.hooks.resize_with(id.index() + 1, Rehearsed::default);
        }
        let row = &mut self.hooks[id.index()];
        let begun = Instant::now();
        let outcome = hook(out);
        row.note(begun.elapsed());
        let mut again = S::default();
        let second = hook(&mut again);
        if row.parted.is_none() && (second != outcome || *out != again) {
            row.parted = Some((format!("{out:?}"), format!("{again:?}")));
        }
        outcome
    }

    /// Adds what another rehearsal under the same rules saw.
    pub fn absorb(&mut self, other: &Rehearsal) {
        if self.hooks.len() < other.hooks.len() {
            self.hooks.resize_with(other.hooks.len(), Rehearsed::default);
        }
        for (row, more) in self.hooks.iter_mut().zip(&other.hooks) {
            row.calls += more.calls;
            row.longest = row.longest.max(more.longest);
            row.parted = row.parted.take().or_else(|| more.parted.clone());
            let room = KEPT.saturating_sub(row.times.len());
            row.times.extend(more.times.iter().take(room));
        }
    }
}
