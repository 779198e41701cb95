//! The vocabulary, hook points and plugin boundary of Gatehouse, a rules host for Carcassonne.
//!
//! A plugin is a crate that depends on this one, declares what can be a table in its `plugin.toml` and `tiles.toml`,
//! and writes everything else as hooks: pure functions from a [`View`] to proposals.
//!
//! - To write an expansion, read the [`guide`]. It begins with an empty folder.
//! - To look something up: [`plugin!`] declares a plugin; [`points`] has the hook points with their arguments, and the
//!   head of a hook; [`View`] is what a hook sees; [`Effect`], [`Choices`], [`Reply`] and the other sinks are what it
//!   may answer; [`declare`] is the format of `plugin.toml`, [`tiles`] that of tile files.
//! - [`prelude`] has what a plugin usually needs, in one line.
#![warn(missing_docs)]

pub mod abi;
mod board;
pub mod declare;
mod effect;
mod geometry;
pub mod guide;
mod ids;
mod offer;
mod place;
pub mod plugin;
pub mod points;
pub mod prelude;
pub mod sheet;
mod tables;
pub mod tiles;
mod view;

pub use board::{
    Board, Cause, Cell, EventCode, EventRow, FeatureRow, FigureRow, FrontierRow, Grid, JoinRow, MarkRow, PileRow,
    PlayerRow, Present, SegmentRow, TileRow, Turn,
};
pub use effect::{Act, Effect, EffectCode};
pub use geometry::{Halves, Pos, Rotation, Side, Sides};
pub use ids::{
    EdgeKind, FeatureId, FeatureKind, FigureId, FigureKind, HookId, JoinId, Key, LinkKind, MarkKind, PileId, Player,
    PlayerSet, Print, RuleId, SegmentId, SlotId, SwitchId, TileId, TileKind,
};
pub use offer::{
    AdmitRow, Candidate, Choice, ChoiceRow, Choices, Completions, Decider, DeciderKind, Lines, OfferBuilder, OfferRow,
    Offered, RefusalRow, Reply, RiderRow, SourceRow, Sources, StrikeRow, Verdicts, WithholdRow,
};
pub use place::{Bearer, BearerKind, Place, Spot};
pub use points::Point;
pub use sheet::{Line, Sheet, Stage, Unit};
pub use tables::{
    Bounds, FeatureKindRow, FigureKindRow, MarkKindRow, PileKindRow, PrintRow, PrintedLinkRow, PrintedSegmentRow,
    SlotRow, Tables, TileKindRow,
};
pub use view::{Name, View};

#[doc(hidden)]
pub use inventory;

/// The version of the hook API: that of this crate.
pub const API: &str = env!("CARGO_PKG_VERSION");
