//! What hooks are told besides the view.

use crate::{Cause, Decider, FeatureId, FigureId, Offered, Place, Player, RuleId, SegmentId, Sheet, SlotId, TileKind};
use abi_stable::StableAbi;

/// The tile that was drawn.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// What is printed on it.
    pub kind: TileKind,
}

/// A feature was extended or joined.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grew {
    /// The feature.
    pub feature: FeatureId,
    /// The segment that was added or through which it was joined.
    pub segment: SegmentId,
    /// Who did it.
    pub by: Player,
    /// Whether it counts as extending the feature.
    pub extends: bool,
    /// Whether placing a tile did it.
    pub tile: bool,
}

/// A figure moved. Reactions run depth first: one that was asked before may have moved it on since, and that is told
/// before this.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moved {
    /// The figure.
    pub figure: FigureId,
    /// Where it was.
    pub from: Place,
    /// Where it went.
    pub to: Place,
    /// The feature it left, if it stood on one.
    pub left: FeatureId,
    /// Why it moved.
    pub cause: Cause,
    /// Whose decision or turn moved it.
    pub by: Player,
}

/// A player was given points.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Award {
    /// Who.
    pub player: Player,
    /// How many; negative if paid.
    pub points: i32,
    /// The feature that was scored, if any.
    pub feature: FeatureId,
    /// The rule they follow.
    pub rule: RuleId,
}

/// An answer to an offer of the hook's own plugin.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The tag of the choice or offer.
    pub tag: u16,
    /// Its numbers.
    pub args: [i32; 4],
    /// Who decided.
    pub by: Decider,
    /// The number of the choice among those of the offer; -1 for a pass.
    pub choice: i32,
    /// The tile that was revealed, if a pile decided.
    pub tile: TileKind,
}

/// A figure slot of the turn and what is offered in it so far.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug)]
pub struct SlotArgs<'a> {
    /// The slot.
    pub slot: SlotId,
    /// What is offered so far; empty for hooks that add.
    pub offered: Offered<'a>,
}

/// A completed feature after its scoring.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug)]
pub struct Scored<'a> {
    /// Its sheet; without owners and lines if it was unoccupied.
    pub sheet: Sheet<'a>,
    /// What each owner got.
    pub points: i32,
}

/// A scored feature whose figures leave.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug)]
pub struct Ends<'a> {
    /// Its sheet, as it was scored.
    pub sheet: Sheet<'a>,
    /// The departures so far; empty for hooks that add.
    pub offered: Offered<'a>,
}
