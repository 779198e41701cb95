//! Looks on while hooks run, from outside: which hook a thread is in, whether it takes too long, and, after the
//! program came to an end in it, which one it was.
//!
//! A native hook that does not return can't be interrupted, and one that ends the process takes everything with it. So
//! each thread notes the hook it is about to call in a slot: in memory for the watchdog, and if the program wishes
//! in a [`Sentinel`] file, whose bytes the system keeps whatever becomes of the process. While nobody looks on, a hook
//! call costs one look at a thread's own variable.

mod sentinel;
mod slot;
mod watchdog;

pub use sentinel::{Ended, Sentinel, ended};
pub use watchdog::{Limits, Stuck};

pub(crate) use slot::during;

use slot::Slot;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

/// What the slots' numbers mean, and who is looked at. There is one for the process, because threads are.
struct Lookout {
    slots: Mutex<Vec<&'static Slot>>,
    /// The lists of names announced, each with its number.
    lists: Mutex<BTreeMap<Vec<String>, u16>>,
    sentinel: Option<Sentinel>,
}

static LOOKOUT: OnceLock<Lookout> = OnceLock::new();

/// How the name of a library that is being opened ends; its plugin's id comes before.
pub const OPENING: &str = " (as it opens)";

/// The number of a list that could not be numbered: a sentinel or watchdog that finds it knows no name.
pub(crate) const UNNAMED: u16 = 0;

/// Begins to look on: `stuck` is called, once and on a thread of its own, with a hook that does not return.
///
/// A process begins once; a second call changes nothing.
pub fn begin(limits: Limits, sentinel: Option<Sentinel>, stuck: impl FnOnce(Stuck) + Send + 'static) {
    let lookout = Lookout { slots: Mutex::default(), lists: Mutex::default(), sentinel };
    if LOOKOUT.set(lookout).is_ok() {
        watchdog::start(limits, stuck);
    }
}

/// Notes in the sentinel where the record of the game is kept.
pub fn record(path: &std::path::Path) {
    if let Some(sentinel) = LOOKOUT.get().and_then(|l| l.sentinel.as_ref()) {
        sentinel.record(path);
    }
}

/// Ends looking on in a file: the program is about to end as it should.
pub fn end() {
    if let Some(sentinel) = LOOKOUT.get().and_then(|l| l.sentinel.as_ref()) {
        sentinel.remove();
    }
}

/// Numbers a list of names, of which a slot then notes the place, and enlists this thread.
pub(crate) fn announce(names: impl FnOnce() -> Vec<String>) -> u16 {
    let Some(lookout) = LOOKOUT.get() else { return UNNAMED };
    enlist(lookout);
    let mut lists = locked(&lookout.lists);
    let names = names();
    if let Some(known) = lists.get(&names) {
        return *known;
    }
    let Ok(number) = u16::try_from(lists.len() + 1) else { return UNNAMED };
    if let Some(sentinel) = &lookout.sentinel {
        sentinel.announce(number, &names);
    }
    lists.insert(names, number);
    number
}

/// Runs what may never return, under a name of its own.
pub(crate) fn named<T>(name: impl FnOnce() -> String, run: impl FnOnce() -> T) -> T {
    let list = announce(|| vec![name()]);
    during(list, 0, run).0
}

/// Lets this thread be looked at, if anybody looks on.
pub(crate) fn enlist_thread() {
    if let Some(lookout) = LOOKOUT.get() {
        enlist(lookout);
    }
}

fn enlist(lookout: &Lookout) {
    slot::enlist(|| {
        let mut slots = locked(&lookout.slots);
        let file = lookout.sentinel.as_ref().and_then(|s| s.line(slots.len()));
        // A slot is looked at as long as the process lives.
        let slot: &'static Slot = Box::leak(Box::new(Slot::new(file)));
        slots.push(slot);
        slot
    });
}

/// The name at a place of a list.
fn name(list: u16, place: u16) -> Option<String> {
    let lists = locked(&LOOKOUT.get()?.lists);
    let names = lists.iter().find(|(_, n)| **n == list).map(|(names, _)| names)?;
    names.get(usize::from(place)).cloned()
}

/// A lock whose holder panicked is as good as any: what it guards is only ever added to.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
