//! The guard around every hook: a panic stays inside the plugin and becomes an outcome.

use crate::points::Outcome;
use abi_stable::std_types::RString;
use std::any::Any;
use std::cell::RefCell;
use std::panic::{self, AssertUnwindSafe, catch_unwind};

thread_local! {
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
    /// Where the last panic was, `file:line`; empty where nothing watches.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs a hook; a panic is caught and its message kept for the module's `last_panic`.
#[inline]
pub fn guard(hook: impl FnOnce()) -> Outcome {
    // What a hook writes into is discarded after a panic, so no broken invariant survives.
    match catch_unwind(AssertUnwindSafe(hook)) {
        Ok(()) => Outcome::DONE,
        Err(payload) => {
            LAST.with_borrow_mut(|last| *last = message(payload));
            Outcome::PANICKED
        }
    }
}

/// The text of a panic. What is no text is never dropped: its own code could panic again, outside of the guard.
#[cold]
fn message(payload: Box<dyn Any + Send>) -> String {
    let payload = match payload.downcast::<&'static str>() {
        Ok(text) => return (*text).to_owned(),
        Err(payload) => payload,
    };
    match payload.downcast::<String>() {
        Ok(text) => *text,
        Err(payload) => {
            std::mem::forget(payload);
            "a panic without a message".to_owned()
        }
    }
}

/// From now on the place of each panic in this library is kept, and nothing is printed. Only for a loaded library,
/// which has panics of its own; a linked one shares the program's.
pub(super) fn watch() {
    panic::set_hook(Box::new(|panic| {
        let place = panic.location().map(|at| format!("{}:{}", at.file(), at.line())).unwrap_or_default();
        // A thread that is ending has nobody to tell.
        let _ = PLACE.try_with(|last| last.try_borrow_mut().map(|mut last| *last = place));
    }));
}

/// The message of the last caught panic on this thread.
pub(super) extern "C" fn last_panic() -> RString {
    LAST.with_borrow(|last| RString::from(last.as_str()))
}

/// Where the last panic on this thread was.
pub(super) extern "C" fn last_place() -> RString {
    PLACE.with_borrow(|last| RString::from(last.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::panic_any;

    struct Spiteful;

    impl Drop for Spiteful {
        fn drop(&mut self) {
            panic!("once more");
        }
    }

    #[test]
    fn the_message_of_a_panic_is_kept() {
        assert_eq!(guard(|| {}), Outcome::DONE);
        assert_eq!(guard(|| panic!("plain")), Outcome::PANICKED);
        assert_eq!(last_panic(), "plain");
        assert_eq!(guard(|| panic!("number {}", 7)), Outcome::PANICKED);
        assert_eq!(last_panic(), "number 7");
    }

    #[test]
    fn a_payload_that_panics_as_it_is_dropped_stays_inside() {
        assert_eq!(guard(|| panic_any(Spiteful)), Outcome::PANICKED);
        assert_eq!(last_panic(), "a panic without a message");
    }
}
