//! A thread that looks at all slots from time to time.

use super::slot::what;
use super::{LOOKOUT, locked, name};
use std::collections::BTreeMap;
use std::thread;
use std::time::Duration;

/// How often the watchdog looks.
const TICK: Duration = Duration::from_millis(20);

/// How long a hook may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// After this a hook that returns is at fault.
    pub soft: Duration,
    /// After this it is taken to return never.
    pub hard: Duration,
}

impl Limits {
    /// Two and twenty seconds: no hook of ours takes a millisecond, and a busy machine may stop a thread for a while.
    pub const USUAL: Limits = Limits { soft: Duration::from_secs(2), hard: Duration::from_secs(20) };

    /// A soft limit, and ten times as much for the hard one.
    pub fn of(soft: Duration) -> Limits {
        Limits { soft, hard: soft.saturating_mul(10) }
    }
}

/// A call that does not return.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stuck {
    /// The hook, as `plugin/hook`, or what else runs.
    pub name: String,
    /// How long it runs.
    pub after: Duration,
}

/// Starts the watchdog. It counts its own looks instead of asking a clock: if the whole process was stopped meanwhile,
/// so was the watchdog.
pub(super) fn start(limits: Limits, stuck: impl FnOnce(Stuck) + Send + 'static) {
    let ticks = |limit: Duration| (limit.as_millis() / TICK.as_millis()).max(1);
    let (soft, hard) = (ticks(limits.soft), ticks(limits.hard));
    // Without a watchdog the game is played all the same.
    let _ = thread::Builder::new().name("watchdog".into()).spawn(move || {
        let mut seen: BTreeMap<usize, (u64, u128)> = BTreeMap::new();
        loop {
            thread::sleep(TICK);
            let Some(lookout) = LOOKOUT.get() else { continue };
            let slots = locked(&lookout.slots).clone();
            for (n, slot) in slots.iter().enumerate() {
                let (call, looks) = seen.entry(n).or_default();
                let running = slot.running();
                if running == 0 || running != *call {
                    (*call, *looks) = (running, 0);
                    continue;
                }
                *looks += 1;
                if *looks == soft {
                    slot.mark(running);
                }
                if *looks >= hard {
                    let name = what(running).and_then(|(list, place)| name(list, place));
                    let name = name.unwrap_or_else(|| "a hook".to_owned());
                    return stuck(Stuck { name, after: limits.hard });
                }
            }
        }
    });
}
