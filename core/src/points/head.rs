//! The head of a hook: its name, place in the order, interest, and what it reads and writes.

use super::Datum;
use abi_stable::{
    StableAbi,
    std_types::{RSlice, RStr},
};

/// How a hook takes part where others offer choices: additions first, then strikes, then riders.
#[repr(transparent)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Role(pub u8);

impl Role {
    /// It adds.
    pub const ADD: Role = Role(0);
    /// It strikes choices of others.
    pub const STRIKE: Role = Role(1);
    /// It rides on choices of others.
    pub const RIDE: Role = Role(2);
}

/// Who decides what a hook offers, for readers of the order of play.
#[repr(transparent)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Who(pub u8);

impl Who {
    /// Nobody, or whoever decides at the point anyway.
    pub const UNSAID: Who = Who(0);
    /// The active player.
    pub const ACTIVE: Who = Who(1);
    /// The owner of the figure or feature concerned.
    pub const OWNER: Who = Who(2);
    /// The other players, clockwise.
    pub const OTHERS: Who = Who(3);
    /// All players, clockwise.
    pub const EACH: Who = Who(4);
    /// Chance.
    pub const CHANCE: Who = Who(5);

    /// Who that is in words.
    pub const fn words(self) -> &'static str {
        match self.0 {
            1 => "active player",
            2 => "owner",
            3 => "other players",
            4 => "every player",
            5 => "chance",
            _ => "-",
        }
    }
}

/// Whether one who decides has to do something, for readers of the order of play.
#[repr(transparent)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Duty(pub u8);

impl Duty {
    /// It may be left.
    pub const MAY: Duty = Duty(0);
    /// It must be done.
    pub const MUST: Duty = Duty(1);
    /// It must be done if it can be.
    pub const IF_POSSIBLE: Duty = Duty(2);

    /// The duty in words.
    pub const fn words(self) -> &'static str {
        match self.0 {
            1 => "must",
            2 => "if possible",
            _ => "may",
        }
    }
}

/// A condition the host tests before it calls a hook.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Condition {
    /// What is tested; see the constructors.
    pub code: u16,
    /// The name of a kind, print, mark or switch.
    pub name: RStr<'static>,
    /// The value a switch must have.
    pub value: i32,
}

impl Condition {
    const fn new(code: u16, name: &'static str, value: i32) -> Condition {
        Condition { code, name: RStr::from_str(name), value }
    }

    /// The feature concerned is of this kind; several such conditions mean any of them.
    pub const fn feature(kind: &'static str) -> Condition {
        Condition::new(1, kind, 0)
    }

    /// The drawn tile shows this; several such conditions mean any of them.
    pub const fn drawn(print: &'static str) -> Condition {
        Condition::new(2, print, 0)
    }

    /// The tile placed in this part shows this; several such conditions mean any of them.
    pub const fn placed(print: &'static str) -> Condition {
        Condition::new(3, print, 0)
    }

    /// A figure of this kind is on the board.
    pub const fn figure(kind: &'static str) -> Condition {
        Condition::new(4, kind, 0)
    }

    /// The moved figure is of this kind; several such conditions mean any of them.
    pub const fn moved(kind: &'static str) -> Condition {
        Condition::new(5, kind, 0)
    }

    /// A mark of this kind is in the game.
    pub const fn mark(kind: &'static str) -> Condition {
        Condition::new(6, kind, 0)
    }

    /// This switch of the plugin's own has this value.
    pub const fn switch(name: &'static str, value: i32) -> Condition {
        Condition::new(7, name, value)
    }

    /// The feature is scored as completed.
    pub const fn completed() -> Condition {
        Condition::new(8, "", 0)
    }

    /// The feature concerned, or a tile of it, shows this print.
    pub const fn shows(print: &'static str) -> Condition {
        Condition::new(9, print, 0)
    }

    /// The sheet has exactly one owner.
    pub const fn sole_owner() -> Condition {
        Condition::new(10, "", 0)
    }

    /// The active player has a figure of this kind left in the supply; several such conditions mean any of them.
    pub const fn left(kind: &'static str) -> Condition {
        Condition::new(11, kind, 0)
    }
}

/// A wish to come before or after another hook.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Constraint {
    /// The other hook as `plugin/hook`, or `plugin` for all its hooks at the point.
    pub hook: RStr<'static>,
    /// Why, in plain words.
    pub reason: RStr<'static>,
    /// Whether this hook comes before the other.
    pub before: bool,
}

/// Everything about a hook but its function. Build it with [`key`] or [`reaction`].
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct HookHead {
    /// Its name, unique at its point within the plugin; the macro sets it to the function's name.
    pub name: RStr<'static>,
    /// Its place on the timeline.
    pub key: u16,
    /// Whether it adds, strikes or rides.
    pub role: Role,
    /// Whether it may admit misfits (at `placement`).
    pub admits: bool,
    /// Who decides what it offers.
    pub who: Who,
    /// Whether one who decides has to.
    pub duty: Duty,
    /// When it is called.
    pub when: RSlice<'static, Condition>,
    /// The ids of the rules it carries out, with a space between.
    pub rules: RStr<'static>,
    /// Why it has this place, in plain words.
    pub because: RStr<'static>,
    /// Wishes to come before or after other hooks.
    pub constraints: RSlice<'static, Constraint>,
    /// What it reads besides its arguments.
    pub reads: RSlice<'static, Datum>,
    /// What it writes when it is called.
    pub writes: RSlice<'static, Datum>,
    /// What its choices, riders and offered tiles write when they are taken.
    pub choices_write: RSlice<'static, Datum>,
}

/// The head of a hook at this place on the timeline (0 to 999).
pub const fn key(key: u16) -> HookHead {
    HookHead {
        name: RStr::from_str(""),
        key,
        role: Role::ADD,
        admits: false,
        who: Who::UNSAID,
        duty: Duty::MAY,
        when: RSlice::from_slice(&[]),
        rules: RStr::from_str(""),
        because: RStr::from_str(""),
        constraints: RSlice::from_slice(&[]),
        reads: RSlice::from_slice(&[]),
        writes: RSlice::from_slice(&[]),
        choices_write: RSlice::from_slice(&[]),
    }
}

/// The head of a hook at a point that reacts (`answered`, `grew`, `figure_moved`, `points`).
pub const fn reaction() -> HookHead {
    key(0)
}

impl HookHead {
    /// The same head under this name.
    pub const fn named(mut self, name: &'static str) -> HookHead {
        self.name = RStr::from_str(name);
        self
    }

    /// It strikes choices of others.
    pub const fn strikes(mut self) -> HookHead {
        self.role = Role::STRIKE;
        self
    }

    /// It rides on choices of others.
    pub const fn rides(mut self) -> HookHead {
        self.role = Role::RIDE;
        self
    }

    /// It may admit misfits.
    pub const fn admits(mut self) -> HookHead {
        self.admits = true;
        self
    }

    /// Who decides what it offers, and whether they have to.
    pub const fn asks(mut self, who: Who, duty: Duty) -> HookHead {
        self.who = who;
        self.duty = duty;
        self
    }

    /// It is called only if all these hold (conditions of one class on names: any of them).
    pub const fn when(mut self, conditions: &'static [Condition]) -> HookHead {
        self.when = RSlice::from_slice(conditions);
        self
    }

    /// The rules it carries out: their ids with a space between, the first being what its effects cite by default.
    pub const fn rules(mut self, rules: &'static str) -> HookHead {
        self.rules = RStr::from_str(rules);
        self
    }

    /// Why it has this place.
    pub const fn because(mut self, reason: &'static str) -> HookHead {
        self.because = RStr::from_str(reason);
        self
    }

    /// Wishes to come before or after other hooks.
    pub const fn ordered(mut self, constraints: &'static [Constraint]) -> HookHead {
        self.constraints = RSlice::from_slice(constraints);
        self
    }

    /// What it reads besides its arguments.
    pub const fn reads(mut self, data: &'static [Datum]) -> HookHead {
        self.reads = RSlice::from_slice(data);
        self
    }

    /// What it writes when it is called. The host refuses what is not declared here.
    pub const fn writes(mut self, data: &'static [Datum]) -> HookHead {
        self.writes = RSlice::from_slice(data);
        self
    }

    /// What its choices, riders and offered tiles write when they are taken. The host refuses what is not declared here.
    pub const fn choices_write(mut self, data: &'static [Datum]) -> HookHead {
        self.choices_write = RSlice::from_slice(data);
        self
    }
}

impl Constraint {
    /// Comes before `hook` (`plugin/hook` or `plugin`).
    pub const fn before(hook: &'static str, reason: &'static str) -> Constraint {
        Constraint { hook: RStr::from_str(hook), reason: RStr::from_str(reason), before: true }
    }

    /// Comes after `hook` (`plugin/hook` or `plugin`).
    pub const fn after(hook: &'static str, reason: &'static str) -> Constraint {
        Constraint { hook: RStr::from_str(hook), reason: RStr::from_str(reason), before: false }
    }
}
