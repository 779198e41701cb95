//! Hooks at fault: what they did that they may not.

use gatehouse_core::HookId;

/// What a hook did that it may not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FaultKind {
    /// It panicked.
    Panic,
    /// It wrote data that its head does not declare.
    Undeclared,
    /// It proposed what can't be as things stand, or what a hook of its point and role may not.
    Illegal,
    /// It goes on without end, or proposes more than a host takes at once.
    Limit,
    /// It took longer than a hook may: how long depends on the machine, so a game played again may not show it.
    Late,
}

/// A hook that was at fault: its result was discarded and its plugin stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The culprit.
    pub hook: HookId,
    /// What kind of thing it did.
    pub kind: FaultKind,
    /// What it did, in one lower-case sentence.
    pub message: String,
    /// The event that tells it.
    pub event: u32,
}

/// What is held against a hook, before its plugin is stopped for it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Offence {
    pub(super) kind: FaultKind,
    pub(super) message: String,
}

impl Offence {
    pub(super) fn late() -> Offence {
        Offence { kind: FaultKind::Late, message: "it took longer than a hook may".to_owned() }
    }

    pub(super) fn limit(message: impl Into<String>) -> Offence {
        Offence { kind: FaultKind::Limit, message: message.into() }
    }

    /// Says before it what it is about.
    pub(super) fn of(self, what: std::fmt::Arguments<'_>) -> Offence {
        Offence { message: format!("{what}: {}", self.message), ..self }
    }
}

impl From<String> for Offence {
    fn from(message: String) -> Offence {
        Offence { kind: FaultKind::Illegal, message }
    }
}

impl From<&str> for Offence {
    fn from(message: &str) -> Offence {
        message.to_owned().into()
    }
}
