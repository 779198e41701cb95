//! Carries a plugin's tracing events to the host: each library has its own tracing, so a callback crosses instead.

use abi_stable::{StableAbi, std_types::RStr};
use std::fmt::{self, Write};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// Receives one log event: level (1 error to 5 trace), plugin, target, message with fields.
pub type LogFn = extern "C" fn(u8, RStr<'_>, RStr<'_>, RStr<'_>);

/// Where a plugin's log events go.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug)]
pub struct LogSink {
    /// The plugin's id, handed back with each event.
    pub plugin: RStr<'static>,
    /// The most verbose level wanted: 0 none, 1 error to 5 trace.
    pub level: u8,
    /// The receiver.
    pub write: extern "C" fn(u8, RStr<'_>, RStr<'_>, RStr<'_>),
}

/// Sends this library's tracing events to the host. Statically linked plugins share the host's subscriber instead.
pub(super) fn connect(sink: LogSink) {
    if sink.level > 0 {
        // Fails only if a subscriber is set already: then the events have a way out.
        let _ = tracing::subscriber::set_global_default(Forward(sink));
    }
}

struct Forward(LogSink);

fn number(level: Level) -> u8 {
    match level {
        Level::ERROR => 1,
        Level::WARN => 2,
        Level::INFO => 3,
        Level::DEBUG => 4,
        Level::TRACE => 5,
    }
}

impl Subscriber for Forward {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.is_event() && number(*metadata.level()) <= self.0.level
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut text = Text(String::new());
        event.record(&mut text);
        let metadata = event.metadata();
        (self.0.write)(number(*metadata.level()), self.0.plugin, metadata.target().into(), text.0.as_str().into());
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let gap = if self.0.is_empty() { "" } else { " " };
        // Writing to a string does not fail.
        let _ = match field.name() {
            "message" => write!(self.0, "{gap}{value:?}"),
            name => write!(self.0, "{gap}{name}={value:?}"),
        };
    }
}
