//! The root module of a plugin library: what the host reads after opening it.
#![allow(non_camel_case_types, reason = "abi_stable names the reference of a prefix type with an underscore")]

use super::log::LogSink;
use crate::points::*;
use abi_stable::{
    StableAbi,
    std_types::{RSlice, RStr, RString},
};

/// A name of the vocabulary that a plugin uses.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct NameRow {
    /// What it names: `FeatureKind`, `Print`, `RuleId`, ... as the author wrote it.
    pub class: RStr<'static>,
    /// The name as declared by some plugin.
    pub name: RStr<'static>,
    /// Whether the plugin does without it where nobody declares it.
    pub optional: bool,
}

/// The root module of a plugin. It only grows at its end: one list of hooks a point.
#[repr(C)]
#[derive(StableAbi)]
#[sabi(kind(Prefix(prefix_ref = PluginModule_Ref)))]
#[sabi(missing_field(default))]
pub struct PluginModule {
    /// The plugin's id.
    pub id: RStr<'static>,
    /// The version of the hook API it was built against.
    pub api: RStr<'static>,
    /// Whether panics unwind in it; a host refuses a plugin that aborts.
    pub unwinds: bool,
    /// The text of its `plugin.toml`.
    pub declaration: RStr<'static>,
    /// The texts of its tile files.
    pub tiles: RSlice<'static, RStr<'static>>,
    /// The names it uses, in the order in which its hooks number them.
    pub names: RSlice<'static, NameRow>,
    /// Hands over where log events go. Called once, before any hook.
    pub connect: extern "C" fn(LogSink),
    /// The message of the last panic in a hook on this thread.
    pub last_panic: extern "C" fn() -> RString,
    /// Hooks at `setup`.
    pub setup: RSlice<'static, SetupHook>,
    /// Hooks at `turn_start`.
    pub turn_start: RSlice<'static, TurnStartHook>,
    /// Hooks at `tile_source`.
    pub tile_source: RSlice<'static, TileSourceHook>,
    /// Hooks at `tile_drawn`.
    pub tile_drawn: RSlice<'static, TileDrawnHook>,
    /// Hooks at `placement`.
    pub placement: RSlice<'static, PlacementHook>,
    /// Hooks at `tile_placed`.
    pub tile_placed: RSlice<'static, TilePlacedHook>,
    /// Hooks at `prologue`.
    pub prologue: RSlice<'static, PrologueHook>,
    /// Hooks at `figure_offer`.
    pub figure_offer: RSlice<'static, FigureOfferHook>,
    /// Hooks at `after_action`.
    pub after_action: RSlice<'static, AfterActionHook>,
    /// Hooks at `completed`.
    pub completed: RSlice<'static, CompletedHook>,
    /// Hooks at `before_score`.
    pub before_score: RSlice<'static, BeforeScoreHook>,
    /// Hooks at `score`.
    pub score: RSlice<'static, ScoreHook>,
    /// Hooks at `scored`.
    pub scored: RSlice<'static, ScoredHook>,
    /// Hooks at `depart`.
    pub depart: RSlice<'static, DepartHook>,
    /// Hooks at `after_scoring`.
    pub after_scoring: RSlice<'static, AfterScoringHook>,
    /// Hooks at `turn_end`.
    pub turn_end: RSlice<'static, TurnEndHook>,
    /// Hooks at `last_round`.
    pub last_round: RSlice<'static, LastRoundHook>,
    /// Hooks at `final_score`.
    pub final_score: RSlice<'static, FinalScoreHook>,
    /// Hooks at `answered`.
    pub answered: RSlice<'static, AnsweredHook>,
    /// Hooks at `grew`.
    pub grew: RSlice<'static, GrewHook>,
    /// Hooks at `figure_moved`.
    pub figure_moved: RSlice<'static, FigureMovedHook>,
    /// Hooks at `points`. What came later comes after this field, and is absent in older plugins.
    #[sabi(last_prefix_field)]
    pub points: RSlice<'static, PointsHook>,
    /// Where the last panic on this thread was, `file:line`; empty if the plugin does not know.
    #[sabi(missing_field(option))]
    pub last_place: extern "C" fn() -> RString,
}

impl PluginModule_Ref {
    /// What the last panic in a hook on this thread said, and where it was if the plugin knows.
    pub fn panicked(&self) -> String {
        let message = self.last_panic()();
        match self.last_place().map(|place| place()) {
            Some(place) if !place.is_empty() => format!("it panicked at {place}: {message}"),
            _ => format!("it panicked: {message}"),
        }
    }
}
