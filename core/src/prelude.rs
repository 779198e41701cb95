//! What a plugin usually needs, in one line: `use gatehouse_core::prelude::*;`.

pub use crate::points::{Answer, Award, Condition, Drawn, Ends, Grew, Moved, Scored, SlotArgs};
pub use crate::{
    Act, Bearer, BearerKind, Candidate, Cause, Choices, Completions, Decider, Effect, EventCode, FeatureId,
    FeatureKind, FigureId, FigureKind, Halves, JoinId, Key, Line, Lines, LinkKind, MarkKind, PileId, Place, Player,
    PlayerSet, Point, Pos, Print, Reply, Rotation, RuleId, SegmentId, Sheet, Side, Sides, SlotId, Sources, Spot,
    SwitchId, TileId, TileKind, Unit, Verdicts, View,
};
pub use abi_stable::std_types::RSlice;
