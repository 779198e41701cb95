//! What the plugins of a game declared, compiled into flat tables.

use crate::{EdgeKind, FeatureKind, Halves, LinkKind, MarkKind, PileId, Print, Sides};
use abi_stable::{StableAbi, std_types::RVec};

/// A tile as printed.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileKindRow {
    /// Its edges clockwise from north.
    pub edges: [EdgeKind; 4],
    /// The prints anywhere on it: bit n is print n.
    pub prints: u64,
    /// Its first row in [`Tables::segments`].
    pub first_segment: u16,
    /// How many segments are printed.
    pub segments: u16,
    /// Its first row in [`Tables::links`].
    pub first_link: u16,
    /// How many links are printed.
    pub links: u16,
    /// Its first row in [`Tables::prints`].
    pub first_print: u16,
    /// How many rows of prints it has.
    pub print_rows: u16,
    /// For each side of a passable edge the segment behind it, 255 for none.
    pub behind: [u8; 4],
    /// Whether any of its segments is bounded by surroundings.
    pub surrounded: bool,
}

/// A printed segment, in printed orientation.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrintedSegmentRow {
    /// The prints on it: bit n is print n.
    pub prints: u64,
    /// The kind of feature.
    pub kind: FeatureKind,
    /// The sides it reaches and continues over.
    pub sides: Sides,
    /// The half-edges it reaches.
    pub halves: Halves,
    /// How many of its prints keep the feature open for ever.
    pub keeps_open: u8,
}

/// A printed link between two segments of a tile.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrintedLinkRow {
    /// The kind of link.
    pub kind: LinkKind,
    /// The first segment's place on the tile.
    pub a: u8,
    /// The second segment's place on the tile.
    pub b: u8,
}

/// How often something is printed on a tile or segment.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct PrintRow {
    /// What is printed.
    pub print: Print,
    /// The segment's place on the tile, 255 for the tile as a whole.
    pub segment: u8,
    /// How often, at least 1.
    pub count: u8,
}

/// What bounds features of a kind.
#[repr(transparent)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds(pub u8);

impl Bounds {
    /// Joined side to side where both tiles have a segment of the kind.
    pub const SIDES: Bounds = Bounds(0);
    /// Joined by half-edges, whatever the edge.
    pub const HALVES: Bounds = Bounds(1);
    /// A single segment, complete when the eight surrounding cells are filled.
    pub const SURROUNDINGS: Bounds = Bounds(2);
}

/// A kind of feature.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeatureKindRow {
    /// Its place in final scoring (a key of the order of play).
    pub final_key: u16,
    /// What bounds it.
    pub bounds: Bounds,
    /// Whether it can be completed during the game.
    pub completes: bool,
    /// Whether it lies over other features and constrains no placement.
    pub overlay: bool,
}

/// A kind of figure.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct FigureKindRow {
    /// The feature kinds it may stand on: bit n is kind n.
    pub stands_on: u32,
    /// Its strength for majority.
    pub weight: i16,
    /// If this names a print, its strength is how often that is printed on the feature, and `weight` is 0.
    pub weight_print: Print,
    /// Whether it counts for majority.
    pub meeple: bool,
    /// Whether it belongs to nobody.
    pub neutral: bool,
    /// The only slot it may be placed in; 255 for the first.
    pub slot: u8,
}

/// A kind of mark.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct MarkKindRow {
    /// The bearer class: 0 game, 1 player, 2 tile, 3 segment, 4 figure.
    pub bearer: u16,
    /// When it ends: 0 never, 1 with the part of the turn, 2 with the turn.
    pub scope: u8,
    /// Whether it is cleared when its bearer moves on the board.
    pub clear_on_move: bool,
    /// Whether it is cleared when its bearer leaves the board.
    pub clear_on_return: bool,
    /// The plugin that declared it, by its place in the plan.
    pub plugin: u16,
}

/// A place in the turn at which a figure may be placed.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct SlotRow {
    /// Its key on the timeline.
    pub key: u16,
}

/// A pile of tiles.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct PileKindRow {
    /// The pile its tiles are mixed into, if any.
    pub mixed_into: PileId,
}

/// All declarations of a game.
#[repr(C)]
#[derive(StableAbi, Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    /// The printed tiles.
    pub tile_kinds: RVec<TileKindRow>,
    /// The printed segments, tile by tile.
    pub segments: RVec<PrintedSegmentRow>,
    /// The printed links, tile by tile.
    pub links: RVec<PrintedLinkRow>,
    /// The prints, tile by tile.
    pub prints: RVec<PrintRow>,
    /// Per edge kind the set of edge kinds it fits: bit n is kind n.
    pub fits: RVec<u16>,
    /// Per edge kind the kind of feature that continues over it; none if none does.
    pub carries: RVec<FeatureKind>,
    /// Per edge kind whether it may be passed between what lies behind it and what lies before it.
    pub passable: RVec<bool>,
    /// The kinds of features.
    pub feature_kinds: RVec<FeatureKindRow>,
    /// The kinds of figures.
    pub figure_kinds: RVec<FigureKindRow>,
    /// The kinds of marks.
    pub mark_kinds: RVec<MarkKindRow>,
    /// The figure slots of the turn in timeline order.
    pub slots: RVec<SlotRow>,
    /// The piles.
    pub piles: RVec<PileKindRow>,
}

impl Tables {
    /// Whether a kind of mark is declared.
    pub fn has_mark(&self, kind: MarkKind) -> bool {
        kind.index() < self.mark_kinds.len()
    }

    /// The piles that a draw from `pile` draws from: itself and those mixed into it.
    pub fn mixed(&self, pile: PileId) -> impl Iterator<Item = PileId> + use<'_> {
        let into = self.piles.as_slice().iter().enumerate().filter(move |(_, p)| p.mixed_into == pile);
        std::iter::once(pile).chain(into.map(|(n, _)| PileId(n as u16)))
    }
}
