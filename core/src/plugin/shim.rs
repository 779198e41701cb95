//! The guard around every hook: a panic stays inside the plugin and becomes an outcome.

use crate::points::Outcome;
use abi_stable::std_types::RString;
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};

thread_local! {
    static LAST: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Runs a hook; a panic is caught and its message kept for the module's `last_panic`.
#[inline]
pub fn guard(hook: impl FnOnce()) -> Outcome {
    // What a hook writes into is discarded after a panic, so no broken invariant survives.
    match catch_unwind(AssertUnwindSafe(hook)) {
        Ok(()) => Outcome::DONE,
        Err(payload) => {
            let message = payload
                .downcast_ref::<&str>()
                .map(ToString::to_string)
                .or_else(|| payload.downcast_ref::<String>().cloned())
                .unwrap_or_else(|| "a panic without a message".to_owned());
            LAST.with_borrow_mut(|last| *last = message);
            Outcome::PANICKED
        }
    }
}

/// The message of the last caught panic on this thread.
pub(super) extern "C" fn last_panic() -> RString {
    LAST.with_borrow(|last| RString::from(last.as_str()))
}
