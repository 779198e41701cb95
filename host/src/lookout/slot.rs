//! What a thread is in: one number that it writes and others read.

use std::cell::Cell;
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Where a slot stands in a sentinel file.
pub(super) struct Line {
    pub(super) file: Arc<File>,
    pub(super) offset: u64,
}

/// How many bytes a slot takes in a sentinel file: 16 hexadecimal digits and the end of the line.
pub(super) const WIDTH: usize = 17;

/// What one thread is in.
pub(super) struct Slot {
    /// How many calls there were (32 bits), the list of names (16) and the place in it, from 1 (16); in between calls
    /// only their number, in a slot that never saw one 0.
    running: AtomicU64,
    /// The call that the watchdog found to be late.
    late: AtomicU64,
    line: Option<Line>,
}

thread_local! {
    static OWN: Cell<Option<&'static Slot>> = const { Cell::new(None) };
}

impl Slot {
    pub(super) fn new(line: Option<Line>) -> Slot {
        let new = || AtomicU64::new(0);
        Slot { running: new(), late: new(), line }
    }

    /// The call that runs, 0 if none does.
    pub(super) fn running(&self) -> u64 {
        let call = self.running.load(Ordering::Relaxed);
        if what(call).is_some() { call } else { 0 }
    }

    /// Marks a call as late, if it runs still.
    pub(super) fn mark(&self, call: u64) {
        self.late.store(call, Ordering::Relaxed);
    }

    #[inline]
    fn set(&self, call: u64) {
        self.running.store(call, Ordering::Relaxed);
        if let Some(line) = &self.line {
            line.write(call);
        }
    }
}

impl Line {
    #[inline(never)]
    fn write(&self, call: u64) {
        let call = if what(call).is_some() { call } else { 0 };
        // Where the file can't be written, a crash has no name; the game goes on.
        let _ = self.file.write_all_at(format!("{call:016x}\n").as_bytes(), self.offset);
    }
}

/// The list and the place that a call notes.
pub(super) fn what(call: u64) -> Option<(u16, u16)> {
    let place = (call as u16).checked_sub(1)?;
    Some(((call >> 16) as u16, place))
}

/// Gives this thread a slot if it has none.
pub(super) fn enlist(new: impl FnOnce() -> &'static Slot) {
    if OWN.get().is_none() {
        OWN.set(Some(new()));
    }
}

/// Runs a call that is noted meanwhile; says as well whether it was found to take too long.
#[inline]
pub(crate) fn during<T>(list: u16, place: u16, run: impl FnOnce() -> T) -> (T, bool) {
    match OWN.get() {
        None => (run(), false),
        Some(slot) => noted(slot, list, place, run),
    }
}

#[inline]
fn noted<T>(slot: &Slot, list: u16, place: u16, run: impl FnOnce() -> T) -> (T, bool) {
    let calls = (slot.running.load(Ordering::Relaxed) >> 32).wrapping_add(1) << 32;
    // A place of 0 would be a slot at rest; no list is so long.
    let call = calls | u64::from(list) << 16 | u64::from(place.saturating_add(1));
    slot.set(call);
    let done = run();
    slot.set(calls);
    (done, slot.late.load(Ordering::Relaxed) == call)
}
