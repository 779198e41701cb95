//! Begins to look on while hooks run, as the commands that play games do.

use super::complain;
use gatehouse::home;
use gatehouse::lookout::{self, Limits, OPENING, Sentinel, Stuck};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

/// Where programs that play leave word of what they are in.
pub(super) fn playing() -> Option<PathBuf> {
    home::directory().map(|home| home.join("playing"))
}

/// Lets a watchdog look on; a hook that does not return ends the program with what `mend` says to do.
pub(super) fn watch(limits: Limits, mend: impl Fn(&str) -> String + Send + 'static) {
    lookout::begin(limits, None, move |stuck| give_up(&stuck, &mend));
}

/// As [`watch`], and leaves word of what runs for the next program, should this one come to a sudden end.
pub(super) fn guard(limits: Limits, mend: impl Fn(&str) -> String + Send + 'static) {
    guard_in(playing().as_deref(), limits, mend);
}

/// As [`guard`], and leaves word in this directory.
pub(super) fn guard_in(directory: Option<&Path>, limits: Limits, mend: impl Fn(&str) -> String + Send + 'static) {
    let sentinel = directory.and_then(|directory| {
        let new = Sentinel::new(directory);
        new.inspect_err(|e| {
            let shown = directory.display();
            complain(format!(
                "warning: {shown} can't be written ({e}), so a crash would have no name: make it writable, or set GATEHOUSE_HOME"
            ));
        })
        .ok()
    });
    lookout::begin(limits, sentinel, move |stuck| give_up(&stuck, &mend));
}

fn give_up(stuck: &Stuck, mend: &impl Fn(&str) -> String) -> ! {
    let (name, seconds) = (&stuck.name, stuck.after.as_secs_f32());
    complain(format!("error: {name} has not returned for {seconds} seconds: {}", mend(name)));
    if is_opening(name) {
        // An ordinary end waits for the library that is being opened, and so would a thread begun now.
        std::process::abort();
    }
    // What a hook left to be done at the end may not return either.
    let harder = || {
        thread::sleep(Duration::from_secs(1));
        std::process::abort()
    };
    let _ = thread::Builder::new().spawn(harder);
    std::process::exit(1)
}

/// What to do about a hook that does not return, where no game is lost by it.
pub(super) fn tell_author(name: &str) -> String {
    format!("leave {} out, or tell its author", plugin_of(name))
}

/// Whether a name that a lookout gives is that of a library that is being opened, and of no hook.
pub(super) fn is_opening(name: &str) -> bool {
    name.ends_with(OPENING)
}

/// The plugin of a name that a lookout gives, `plugin/hook` or `plugin (as it opens)`.
pub(super) fn plugin_of(name: &str) -> &str {
    name.split(['/', ' ']).next().unwrap_or(name)
}
