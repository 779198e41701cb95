//! What a hook sees: the board, the compiled tables, its own names and switches.

use crate::{
    Bearer, BearerKind, Board, Cell, EdgeKind, EventRow, FeatureId, FeatureKind, FeatureRow, FigureId, FigureKind,
    FigureKindRow, FigureRow, JoinId, JoinRow, LinkKind, MarkKind, PileId, Place, Player, Pos, Print, Rotation,
    SegmentId, SegmentRow, Side, Sides, Spot, Tables, TileId, TileKind, TileKindRow, TileRow,
};
use abi_stable::{StableAbi, std_types::RSlice};
use std::marker::PhantomData;

/// A name a plugin uses, resolved to an id of the game; see [`View::id`].
#[derive(Debug)]
pub struct Name<T> {
    index: u16,
    id: PhantomData<fn() -> T>,
}

impl<T> Clone for Name<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Name<T> {}

impl<T> Name<T> {
    /// The name at this place of the plugin's list; the author's macro counts.
    pub const fn new(index: u16) -> Self {
        Self { index, id: PhantomData }
    }
}

/// What a hook sees: the rows of the engine itself, lent for the call.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, Debug)]
pub struct View<'a> {
    /// The public state.
    pub board: &'a Board,
    /// The compiled declarations of all plugins.
    pub tables: &'a Tables,
    /// The plugin's names, resolved, in the order it declared them; `u16::MAX` for an absent optional one.
    pub names: RSlice<'a, u16>,
    /// The values of the plugin's own switches, in the order it declared them.
    pub switches: RSlice<'a, i32>,
}

/// Ids and declared kinds.
impl<'a> View<'a> {
    /// The id behind a name of the plugin; `NONE` if it is optional and absent.
    #[inline]
    pub fn id<T: From<u16>>(&self, name: Name<T>) -> T {
        T::from(self.names.get(name.index as usize).copied().unwrap_or(u16::MAX))
    }

    /// The value of a switch of the plugin.
    #[inline]
    pub fn switch(&self, name: Name<crate::SwitchId>) -> i32 {
        let id: crate::SwitchId = self.id(name);
        self.switches.get(id.index()).copied().unwrap_or(0)
    }

    /// What a kind of tile shows.
    #[inline]
    pub fn tile_kind(&self, kind: TileKind) -> &'a TileKindRow {
        &self.tables.tile_kinds[kind.index()]
    }

    /// What a kind of figure is.
    #[inline]
    pub fn figure_kind(&self, kind: FigureKind) -> &'a FigureKindRow {
        &self.tables.figure_kinds[kind.index()]
    }

    /// Whether a kind of figure may stand on a kind of feature.
    #[inline]
    pub fn may_stand(&self, figure: FigureKind, feature: FeatureKind) -> bool {
        self.figure_kind(figure).stands_on & 1u32.checked_shl(feature.0.into()).unwrap_or(0) != 0
    }

    /// Whether a kind of tile shows a print anywhere.
    pub fn shows(&self, kind: TileKind, print: Print) -> bool {
        print.0 < 64 && self.tables.tile_kinds.get(kind.index()).is_some_and(|k| k.prints >> print.0 & 1 != 0)
    }

    /// How often a kind of tile shows a print, on its segments and as a whole.
    pub fn times_shown(&self, kind: TileKind, print: Print) -> u32 {
        if !self.shows(kind, print) {
            return 0;
        }
        let kind = self.tile_kind(kind);
        let rows = &self.tables.prints[kind.first_print as usize..][..kind.print_rows as usize];
        rows.iter().filter(|r| r.print == print).map(|r| u32::from(r.count)).sum()
    }

    /// The printed edge of a kind of tile that lies at `side` once it is turned.
    pub fn edge(&self, kind: TileKind, rotation: Rotation, side: Side) -> EdgeKind {
        let printed = side.rotated(Rotation((4 - rotation.0 % 4) % 4));
        self.tile_kind(kind).edges[printed.index()]
    }
}

/// The turn.
impl<'a> View<'a> {
    /// Whose turn it is.
    pub fn active(&self) -> Player {
        self.board.turn.active
    }

    /// The tile placed in this part of the turn.
    pub fn placed(&self) -> Option<TileId> {
        Some(self.board.turn.placed).filter(|t| t.is_some())
    }

    /// The tile drawn in this part of the turn.
    pub fn drawn(&self) -> Option<TileKind> {
        Some(self.board.turn.drawn).filter(|t| t.is_some())
    }

    /// What happened in this turn so far.
    pub fn this_turn(&self) -> &'a [EventRow] {
        let first = self.board.turn.first_event as usize;
        self.board.events.as_slice().get(first..).unwrap_or(&[])
    }

    /// The players clockwise, beginning with `from`.
    pub fn clockwise(&self, from: Player) -> impl Iterator<Item = Player> + use<'a> {
        let n = self.board.players.len() as u8;
        (0..n).map(move |i| Player((from.0 + i) % n))
    }

    /// How many tiles can still be drawn from a pile and those mixed into it.
    pub fn left(&self, pile: PileId) -> u32 {
        self.board.left(self.tables, pile)
    }

    /// A player's points.
    pub fn score(&self, player: Player) -> i32 {
        self.board.players.get(player.index()).map_or(0, |p| p.score)
    }
}

/// Tiles.
impl<'a> View<'a> {
    /// A placed tile.
    #[inline]
    pub fn tile(&self, tile: TileId) -> &'a TileRow {
        &self.board.tiles[tile.index()]
    }

    /// The tile in a cell.
    #[inline]
    pub fn tile_at(&self, pos: Pos) -> Option<TileId> {
        self.board.grid.tile(pos)
    }

    /// The tile beside another.
    pub fn beside(&self, tile: TileId, side: Side) -> Option<TileId> {
        self.tile_at(self.tile(tile).pos.beside(side))
    }

    /// The up to eight tiles around a tile.
    pub fn around(&self, tile: TileId) -> impl Iterator<Item = TileId> + use<'a> {
        let view = *self;
        self.tile(tile).pos.around().filter_map(move |pos| view.tile_at(pos))
    }

    /// Whether a cell is empty and all four neighbouring cells are filled.
    pub fn is_hole(&self, pos: Pos) -> bool {
        match self.board.grid.cell(pos) {
            Cell::Frontier(row) => self.board.frontier[row as usize].neighbours == Sides::ALL,
            _ => false,
        }
    }

    /// The empty cells whose four neighbouring cells are filled.
    pub fn holes(&self) -> impl Iterator<Item = Pos> + use<'a> {
        // Mostly there is none, and they are counted.
        let rows = if self.board.present.holes > 0 { self.board.frontier.as_slice() } else { &[] };
        rows.iter().filter(|row| row.neighbours == Sides::ALL).map(|row| row.pos)
    }

    /// The segments of a tile, printed ones first.
    pub fn segments_on(&self, tile: TileId) -> impl Iterator<Item = SegmentId> + use<'a> {
        let board = self.board;
        let mut next = self.tile(tile).first_segment;
        std::iter::from_fn(move || {
            let segment = next;
            next = board.segments.get(segment.index())?.next_on_tile;
            Some(segment)
        })
    }

    /// The segment behind a passable edge of a tile (board orientation).
    pub fn behind(&self, tile: TileId, side: Side) -> Option<SegmentId> {
        let row = self.tile(tile);
        let printed = side.rotated(Rotation((4 - row.rotation.0 % 4) % 4));
        let n = Some(self.tile_kind(row.kind).behind[printed.index()]).filter(|n| *n != u8::MAX)?;
        Some(SegmentId(row.first_segment.0 + u16::from(n)))
    }

    /// The segment of `kind` that reaches `side` of a tile (board orientation).
    pub fn segment_at(&self, tile: TileId, side: Side, kind: FeatureKind) -> Option<SegmentId> {
        self.segments_on(tile).find(|&s| self.segment(s).kind == kind && self.segment(s).sides.has(side))
    }
}

/// Segments, features and links.
impl<'a> View<'a> {
    /// A segment.
    #[inline]
    pub fn segment(&self, segment: SegmentId) -> &'a SegmentRow {
        &self.board.segments[segment.index()]
    }

    /// A feature.
    #[inline]
    pub fn feature(&self, feature: FeatureId) -> &'a FeatureRow {
        &self.board.features[feature.index()]
    }

    /// The feature a segment belongs to.
    #[inline]
    pub fn feature_of(&self, segment: SegmentId) -> FeatureId {
        self.segment(segment).feature
    }

    /// The segments of a feature.
    pub fn segments_of(&self, feature: FeatureId) -> impl Iterator<Item = SegmentId> + use<'a> {
        let board = self.board;
        let row = self.feature(feature);
        let mut next = row.first;
        (0..row.segments).map(move |_| {
            let segment = next;
            next = board.segments[segment.index()].next_in_feature;
            segment
        })
    }

    /// Whether a meeple stands on the feature.
    #[inline]
    pub fn is_occupied(&self, feature: FeatureId) -> bool {
        self.feature(feature).meeples > 0
    }

    /// How often `print` is printed on a segment.
    pub fn prints_on(&self, segment: SegmentId, print: Print) -> u32 {
        let row = self.segment(segment);
        let kind = self.tile_kind(self.tile(row.tile).kind);
        if print.0 >= 64 || kind.prints >> print.0 & 1 == 0 {
            return 0;
        }
        let rows = &self.tables.prints[kind.first_print as usize..][..kind.print_rows as usize];
        rows.iter().filter(|r| r.print == print && r.segment == row.index).map(|r| u32::from(r.count)).sum()
    }

    /// How often `print` is printed on a feature.
    pub fn prints_of(&self, feature: FeatureId, print: Print) -> u32 {
        self.segments_of(feature).map(|s| self.prints_on(s, print)).sum()
    }

    /// The segments to which printed links of `kind` lead from `segment`, in either direction.
    pub fn linked(&self, segment: SegmentId, kind: LinkKind) -> impl Iterator<Item = SegmentId> + use<'a> {
        let row = self.segment(segment);
        let tile = self.tile(row.tile);
        let printed = self.tile_kind(tile.kind);
        let links = &self.tables.links[printed.first_link as usize..][..printed.links as usize];
        let (index, first) = (row.index, tile.first_segment.0);
        links.iter().filter(move |l| l.kind == kind).filter_map(move |l| {
            if l.a == index {
                Some(SegmentId(first + u16::from(l.b)))
            } else if l.b == index {
                Some(SegmentId(first + u16::from(l.a)))
            } else {
                None
            }
        })
    }

    /// The features to which printed links of `kind` lead from a feature, each once, in order of first segment.
    pub fn linked_features(&self, feature: FeatureId, kind: LinkKind) -> Vec<FeatureId> {
        let mut found: Vec<FeatureId> = Vec::new();
        for segment in self.segments_of(feature) {
            for other in self.linked(segment, kind) {
                found.push(self.feature_of(other));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Where one could walk on to from a segment through passable edges, into other features: over each side that it
    /// reaches or is behind, what reaches or is behind the facing side, if one of the two edges is passable.
    pub fn beyond(&self, segment: SegmentId) -> Vec<SegmentId> {
        let row = self.segment(segment);
        let mut found = Vec::new();
        for side in Side::ALL {
            let own = self.behind(row.tile, side);
            let Some(tile) = self.beside(row.tile, side).filter(|_| own == Some(segment) || row.sides.has(side)) else {
                continue;
            };
            let there = side.opposite();
            let other = self.behind(tile, there);
            if own.is_some() || other.is_some() {
                let reaches = |s: &SegmentId| other == Some(*s) || self.segment(*s).sides.has(there);
                let elsewhere = |s: &SegmentId| self.feature_of(*s) != row.feature;
                found.extend(self.segments_on(tile).filter(reaches).filter(elsewhere));
            }
        }
        found
    }

    /// The joins made by rules that still hold.
    pub fn joins(&self) -> impl Iterator<Item = (JoinId, &'a JoinRow)> + use<'a> {
        let joins = self.board.joins.as_slice().iter().enumerate();
        joins.filter(|(_, j)| j.live).map(|(i, j)| (JoinId(i as u16), j))
    }

    /// The first tiles of a feature: one segment for each different tile it covers, in order of placement.
    pub fn tiles_of(&self, feature: FeatureId) -> Vec<(TileId, SegmentId)> {
        let mut tiles: Vec<_> = self.segments_of(feature).map(|s| (self.segment(s).tile, s)).collect();
        tiles.sort_unstable();
        tiles.dedup_by_key(|(tile, _)| *tile);
        tiles
    }
}

/// Figures and marks.
impl<'a> View<'a> {
    /// A figure.
    #[inline]
    pub fn figure(&self, figure: FigureId) -> &'a FigureRow {
        &self.board.figures[figure.index()]
    }

    /// All figures with their rows.
    pub fn figures(&self) -> impl Iterator<Item = (FigureId, &'a FigureRow)> + use<'a> {
        self.board.figures.as_slice().iter().enumerate().map(|(i, f)| (FigureId(i as u16), f))
    }

    /// The figures on a feature.
    pub fn figures_on(&self, feature: FeatureId) -> impl Iterator<Item = (FigureId, &'a FigureRow)> + use<'a> {
        let all = self.board.figures_in(self.standing_for(feature).iter().copied());
        self.among(feature, all)
    }

    /// The figures of `player` on a feature.
    pub fn figures_of(
        &self,
        player: Player,
        feature: FeatureId,
    ) -> impl Iterator<Item = (FigureId, &'a FigureRow)> + use<'a> {
        self.among(feature, self.board.figures_of(player, self.standing_for(feature)))
    }

    /// The list of the figures on the board, empty if none is on a feature: most are, and that is counted.
    #[inline]
    fn standing_for(&self, feature: FeatureId) -> &'a [u64] {
        if self.feature(feature).figures > 0 { &self.board.standing } else { &[] }
    }

    /// Those of some figures that stand on a feature.
    #[inline]
    fn among<F: Iterator<Item = (FigureId, &'a FigureRow)>>(
        &self,
        feature: FeatureId,
        figures: F,
    ) -> impl Iterator<Item = (FigureId, &'a FigureRow)> + use<'a, F> {
        let view = *self;
        let here = figures.filter(move |(_, f)| f.place.on_segment().is_some_and(|s| view.feature_of(s) == feature));
        here.take(self.feature(feature).figures.into())
    }

    /// The figures on the board.
    pub fn on_board(&self) -> impl Iterator<Item = (FigureId, &'a FigureRow)> + use<'a> {
        self.board.figures_in(self.board.standing.iter().copied())
    }

    /// The figures of `player` on the board.
    pub fn on_board_of(&self, player: Player) -> impl Iterator<Item = (FigureId, &'a FigureRow)> + use<'a> {
        self.board.figures_of(player, &self.board.standing)
    }

    /// The figures of `kind` on the board.
    pub fn on_board_of_kind(&self, kind: FigureKind) -> impl Iterator<Item = (FigureId, &'a FigureRow)> + use<'a> {
        let board = self.board;
        board.figures_in(board.of_kind(kind).iter().zip(&board.standing).map(|(alike, standing)| alike & standing))
    }

    /// The figures in the supply of `player`.
    pub fn supply_of(&self, player: Player) -> impl Iterator<Item = (FigureId, &'a FigureRow)> + use<'a> {
        self.board.figures_of(player, &self.board.supplied)
    }

    /// Whether a figure counts for majority.
    #[inline]
    pub fn is_meeple(&self, figure: FigureId) -> bool {
        self.figure_kind(self.figure(figure).kind).meeple
    }

    /// Whether a figure of `kind` is in the supply of `player`.
    #[inline]
    pub fn has_left(&self, player: Player, kind: FigureKind) -> bool {
        match self.board.players.get(player.index()) {
            Some(row) if kind.0 < 64 => row.supply >> kind.0 & 1 != 0,
            _ => self.supply_of(player).any(|(_, f)| f.kind == kind),
        }
    }

    /// A figure of `kind` in the supply of `player`.
    pub fn in_supply(&self, player: Player, kind: FigureKind) -> Option<FigureId> {
        self.supply_of(player).find(|(_, f)| f.kind == kind).map(|(id, _)| id)
    }

    /// The tile a place is on.
    pub fn tile_of(&self, place: Place) -> Option<TileId> {
        match place.spot() {
            Spot::Segment(segment) => Some(self.segment(segment).tile),
            Spot::Tile(tile) | Spot::Corner(tile, _) => Some(tile),
            Spot::With(figure) => {
                let beside = self.board.figures.get(figure.index())?.place;
                if matches!(beside.spot(), Spot::With(_)) { None } else { self.tile_of(beside) }
            }
            _ => None,
        }
    }

    /// The feature a figure stands on.
    pub fn stands_on(&self, figure: FigureId) -> Option<FeatureId> {
        self.figure(figure).place.on_segment().map(|s| self.feature_of(s))
    }

    /// The value of the mark of `kind` on a bearer; 0 if there is none.
    #[inline]
    pub fn mark(&self, kind: MarkKind, on: Bearer) -> i32 {
        match on.kind() {
            _ if !self.is_set(kind) => 0,
            BearerKind::Figure(figure) if !self.bears(figure, kind) => 0,
            _ => self.mark_among_all(kind, on),
        }
    }

    fn mark_among_all(&self, kind: MarkKind, on: Bearer) -> i32 {
        self.board.marks.iter().find(|m| m.kind == kind && m.on == on).map_or(0, |m| m.value)
    }

    /// Whether a figure bears a mark of `kind`.
    #[inline]
    pub fn bears(&self, figure: FigureId, kind: MarkKind) -> bool {
        self.board.figure(figure).is_some_and(|f| f.bears(kind))
    }

    /// Whether any mark of `kind` is set.
    #[inline]
    pub fn is_set(&self, kind: MarkKind) -> bool {
        kind.0 < 64 && self.board.present.marks >> kind.0 & 1 != 0
    }

    /// What bears marks of `kind`, each with the value, in no particular order.
    pub fn marked(&self, kind: MarkKind) -> impl Iterator<Item = (Bearer, i32)> + use<'a> {
        let rows = if self.is_set(kind) { self.board.marks.as_slice() } else { &[] };
        rows.iter().filter(move |m| m.kind == kind && kind.is_some()).map(|m| (m.on, m.value))
    }

    /// The strength of each player's meeples on a feature, by seat.
    pub fn strengths(&self, feature: FeatureId) -> [i32; Player::MAX] {
        let mut strengths = [0; Player::MAX];
        for (_, figure) in self.figures_on(feature) {
            let kind = self.figure_kind(figure.kind);
            if let Some(own) = strengths.get_mut(figure.owner.index()).filter(|_| kind.meeple) {
                *own += if kind.weight_print.is_some() {
                    self.prints_of(feature, kind.weight_print) as i32
                } else {
                    i32::from(kind.weight)
                };
            }
        }
        strengths
    }
}
