//! Gives the log events of a loaded plugin to this process's subscriber.

use abi_stable::std_types::RStr;
use gatehouse_core::plugin::{LogSink, PluginModule_Ref};
use std::panic::{AssertUnwindSafe, catch_unwind};
use tracing::level_filters::LevelFilter;
use tracing::{Level, event};

/// Tells a plugin where its events go and which are wanted. Only for a loaded one: a linked one has the subscriber.
pub(super) fn connect(module: &PluginModule_Ref) {
    (module.connect())(LogSink { plugin: module.id(), level: wanted(), write });
}

fn wanted() -> u8 {
    match LevelFilter::current().into_level() {
        None => 0,
        Some(Level::ERROR) => 1,
        Some(Level::WARN) => 2,
        Some(Level::INFO) => 3,
        Some(Level::DEBUG) => 4,
        Some(Level::TRACE) => 5,
    }
}

extern "C" fn write(level: u8, plugin: RStr<'_>, target: RStr<'_>, message: RStr<'_>) {
    // A subscriber that panics must not end the game: nothing may unwind into the plugin.
    let _ = catch_unwind(AssertUnwindSafe(|| emit(level, plugin.as_str(), target.as_str(), message.as_str())));
}

fn emit(level: u8, plugin: &str, from: &str, message: &str) {
    macro_rules! at {
        ($level:ident) => {
            event!(target: "gatehouse::plugin", Level::$level, plugin, from, "{message}")
        };
    }
    match level {
        0 | 1 => at!(ERROR),
        2 => at!(WARN),
        3 => at!(INFO),
        4 => at!(DEBUG),
        _ => at!(TRACE),
    }
}
