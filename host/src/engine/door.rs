//! The one door through which hooks are called.

use super::opening::Opening;
use super::rehearsal::Rehearsal;
use crate::lookout;
use abi_stable::std_types::RSlice;
use gatehouse_core::points::Outcome;
use gatehouse_core::{Board, HookId, View};
use std::fmt::Debug;

/// A hook returned after the time it may take. No plugin can say so of itself: the door does.
pub(super) const LATE: Outcome = Outcome(u8::MAX);

/// What hooks write into: an empty one can be had, and two can be compared.
pub(super) trait Sink: Default + PartialEq + Debug {}

impl<S: Default + PartialEq + Debug> Sink for S {}

/// Lends the view, calls hooks under the eyes of whoever looks on, and in a rehearsal twice.
#[derive(Clone, Default)]
pub(super) struct Door {
    pub(super) rehearsal: Option<Box<Rehearsal>>,
}

/// What a hook of a plugin sees.
pub(super) fn view<'a>(o: &'a Opening, board: &'a Board, plugin: usize) -> View<'a> {
    let played = &o.rules.plugins[plugin];
    View {
        board,
        tables: &o.tables,
        names: RSlice::from_slice(&played.names),
        switches: RSlice::from_slice(&played.switches),
    }
}

/// A hook with the arguments it is called with. Lent as it is, so that the code around a call exists once and not once a
/// point: a turn asks so many hooks that its code has to be small.
pub(super) type Hook<'h, S> = &'h dyn Fn(&View<'_>, &mut S) -> Outcome;

/// Calls a hook; `list` is the number of its rules at the lookout.
#[inline]
pub(super) fn call(list: u16, id: HookId, hook: impl FnOnce() -> Outcome) -> Outcome {
    match lookout::during(list, id.0, hook) {
        (Outcome::DONE, true) => LATE,
        (Outcome::DONE, false) => Outcome::DONE,
        _ => Outcome::PANICKED,
    }
}

impl Door {
    /// Calls a hook, which writes into `out`.
    #[inline(never)]
    pub(super) fn call<S: Sink>(
        &mut self,
        o: &Opening,
        board: &Board,
        id: HookId,
        out: &mut S,
        hook: Hook<'_, S>,
    ) -> Outcome {
        let view = view(o, board, o.interests[id.index()].plugin);
        match &mut self.rehearsal {
            None => call(o.watched, id, || hook(&view, out)),
            Some(rehearsal) => rehearsal.call(id, out, |out| call(o.watched, id, || hook(&view, out))),
        }
    }
}
