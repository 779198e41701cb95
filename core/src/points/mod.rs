//! The hook points of the turn: for each its number, the arguments a hook gets, and the sink it writes into.

mod args;
mod data;
mod head;

pub use args::{Answer, Award, Drawn, Ends, Grew, Moved, Scored, SlotArgs};
pub use data::Datum;
pub use head::{Condition, Constraint, Duty, HookHead, Role, Who, key, reaction};

use crate::{Candidate, Choices, Completions, FeatureId, Lines, Reply, Sheet, Sources, Verdicts, View};
use abi_stable::{StableAbi, std_types::RSlice};

/// The number of a hook point, in timeline order; reactions come last.
#[repr(transparent)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point(pub u8);

/// How a hook ended.
#[repr(transparent)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
#[must_use]
pub struct Outcome(pub u8);

impl Outcome {
    /// It returned.
    pub const DONE: Outcome = Outcome(0);
    /// It panicked; the module's `last_panic` has the message.
    pub const PANICKED: Outcome = Outcome(1);
}

/// A hook point as the author's macro sees it.
pub trait HookPoint {
    /// What hooks get besides the view.
    type Args<'a>;
    /// What hooks write into.
    type Sink;
    /// Its number.
    const POINT: Point;
}

macro_rules! points {
    ($($(#[$doc:meta])* $n:literal $name:ident $marker:ident $hook:ident $lo:literal ..= $hi:literal ($args:ty) -> $sink:ty;)*) => {
        impl Point {
            $($(#[$doc])* pub const $marker: Point = Point($n);)*

            /// All points in timeline order, reactions last.
            pub const ALL: &'static [Point] = &[$(Point($n)),*];

            /// Its name as authors write it; "unknown" for one of a newer API.
            pub const fn name(self) -> &'static str {
                match self.0 {
                    $($n => stringify!($name),)*
                    _ => "unknown",
                }
            }

            /// The keys its hooks may have.
            pub const fn keys(self) -> std::ops::RangeInclusive<u16> {
                match self.0 {
                    $($n => $lo..=$hi,)*
                    _ => 0..=999,
                }
            }
        }

        $(
            $(#[$doc])*
            #[repr(C)]
            #[derive(StableAbi, Clone, Copy)]
            pub struct $hook {
                /// Name, place in the order, interest and declarations.
                pub head: HookHead,
                /// The guarded function.
                pub call: for<'a, 'b> extern "C" fn(&'a View<'b>, &'a $args, &'a mut $sink) -> Outcome,
            }

            $(#[$doc])*
            #[allow(non_camel_case_types, reason = "authors write the point's name as in the order of play")]
            #[derive(Debug)]
            pub struct $name;

            impl $name {
                /// A hook at this point.
                pub const fn hook(
                    head: HookHead,
                    call: for<'a, 'b> extern "C" fn(&'a View<'b>, &'a $args, &'a mut $sink) -> Outcome,
                ) -> AnyHook {
                    AnyHook::$name($hook { head, call })
                }
            }

            impl HookPoint for $name {
                type Args<'b> = $args;
                type Sink = $sink;
                const POINT: Point = Point($n);
            }
        )*

        /// A hook of any point, as the author's macro collects it.
        #[derive(Clone, Copy)]
        #[allow(missing_docs, non_camel_case_types, reason = "one variant a point, named like it")]
        pub enum AnyHook {
            $($name($hook),)*
        }

        impl AnyHook {
            /// Its point.
            pub const fn point(&self) -> Point {
                match self {
                    $(AnyHook::$name(_) => Point($n),)*
                }
            }

            /// Its name, place in the order, interest and declarations.
            pub const fn head(&self) -> &HookHead {
                match self {
                    $(AnyHook::$name(hook) => &hook.head,)*
                }
            }
        }
    };
}

points! {
    /// Before the game: piles, supplies, start tiles, tile definitions.
    0 setup SETUP SetupHook 0..=999 (()) -> Reply;
    /// The turn begins.
    1 turn_start TURN_START TurnStartHook 0..=99 (()) -> Reply;
    /// A tile may be offered instead of the draw.
    2 tile_source TILE_SOURCE TileSourceHook 100..=119 (()) -> Sources;
    /// A tile was drawn; not asked for an offered tile.
    3 tile_drawn TILE_DRAWN TileDrawnHook 120..=159 (Drawn) -> Reply;
    /// The drawn tile is about to be placed: candidates may be refused, misfits admitted.
    4 placement PLACEMENT PlacementHook 200..=204 (RSlice<'b, Candidate>) -> Verdicts;
    /// A tile was placed.
    5 tile_placed TILE_PLACED TilePlacedHook 205..=249 (()) -> Reply;
    /// Before the figure action.
    6 prologue PROLOGUE PrologueHook 300..=319 (()) -> Reply;
    /// The figure action, once a slot: choices are added, struck or ridden on.
    7 figure_offer FIGURE_OFFER FigureOfferHook 320..=349 (SlotArgs<'b>) -> Choices;
    /// After the figure action: tokens and neutral figures.
    8 after_action AFTER_ACTION AfterActionHook 346..=399 (()) -> Reply;
    /// The set of completed features is fixed.
    9 completed COMPLETED CompletedHook 400..=409 (RSlice<'b, FeatureId>) -> Completions;
    /// Before anything is scored.
    10 before_score BEFORE_SCORE BeforeScoreHook 410..=419 (RSlice<'b, FeatureId>) -> Reply;
    /// A feature is scored: lines are written on its sheet.
    11 score SCORE ScoreHook 420..=449 (Sheet<'b>) -> Lines;
    /// A completed feature was scored or, unoccupied, not.
    12 scored SCORED ScoredHook 450..=459 (Scored<'b>) -> Reply;
    /// The figures of a scored feature leave: departures are added, struck or ridden on.
    13 depart DEPART DepartHook 460..=509 (Ends<'b>) -> Choices;
    /// After scoring.
    14 after_scoring AFTER_SCORING AfterScoringHook 510..=599 (()) -> Reply;
    /// The part of the turn ends.
    15 turn_end TURN_END TurnEndHook 600..=699 (()) -> Reply;
    /// The piles are empty.
    16 last_round LAST_ROUND LastRoundHook 900..=919 (()) -> Reply;
    /// After the features left on the board were scored.
    17 final_score FINAL_SCORE FinalScoreHook 920..=999 (()) -> Reply;
    /// A hook's own offer was answered.
    18 answered ANSWERED AnsweredHook 0..=999 (Answer) -> Reply;
    /// A feature was extended or joined.
    19 grew GREW GrewHook 0..=999 (Grew) -> Reply;
    /// A figure moved.
    20 figure_moved FIGURE_MOVED FigureMovedHook 0..=999 (Moved) -> Reply;
    /// A player was given points.
    21 points POINTS PointsHook 0..=999 (Award) -> Reply;
}
