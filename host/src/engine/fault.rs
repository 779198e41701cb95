//! Hooks at fault: what they did that they may not.

use gatehouse_core::HookId;
use std::fmt;

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

/// What is held against a hook, before its plugin is stopped for it. Checks are many and offences are few, so it is no
/// more than a pointer, and putting it into words is kept out of the way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Offence(Box<(FaultKind, String)>);

impl Offence {
    #[cold]
    pub(super) fn new(kind: FaultKind, message: String) -> Offence {
        Offence(Box::new((kind, message)))
    }

    #[cold]
    pub(super) fn late() -> Offence {
        Offence::new(FaultKind::Late, "it took longer than a hook may".to_owned())
    }

    #[cold]
    pub(super) fn limit(message: fmt::Arguments<'_>) -> Offence {
        Offence::new(FaultKind::Limit, message.to_string())
    }

    #[cold]
    pub(super) fn illegal(message: fmt::Arguments<'_>) -> Offence {
        Offence::new(FaultKind::Illegal, message.to_string())
    }

    /// Says before it what it is about.
    #[cold]
    pub(super) fn of(self, what: fmt::Arguments<'_>) -> Offence {
        let (kind, message) = self.told();
        Offence::new(kind, format!("{what}: {message}"))
    }

    /// What kind of thing it is, and in words.
    pub(super) fn told(self) -> (FaultKind, String) {
        *self.0
    }
}

impl From<String> for Offence {
    #[cold]
    fn from(message: String) -> Offence {
        Offence::new(FaultKind::Illegal, message)
    }
}

impl From<&str> for Offence {
    #[cold]
    fn from(message: &str) -> Offence {
        message.to_owned().into()
    }
}
