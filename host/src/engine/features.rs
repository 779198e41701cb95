//! Features: placing a tile's segments, joining, parting, and counting what is open.

use super::hash;
use super::journal::Was;
use super::reach::{Reach, Reaches};
use super::state::State;
use gatehouse_core::{
    Bounds, Candidate, FeatureId, FeatureKind, FeatureRow, Halves, JoinId, JoinRow, LinkKind, Player, Pos, SegmentId,
    SegmentRow, Side, Sides, Tables, TileId, TileKind, TileRow,
};

/// What a change of the board did to features, told to `grew` hooks and used to find completed ones.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Touched {
    /// Segments whose features may have been completed: those added first, then those beside them by number.
    pub(super) segments: Vec<SegmentId>,
    /// How many of them were added.
    pub(super) added: usize,
}

impl Touched {
    fn clear(&mut self) {
        self.segments.clear();
        self.added = 0;
    }
}

/// How many bits a byte has.
const ONES: [u8; 256] = {
    let (mut ones, mut byte) = ([0; 256], 0);
    while byte < ones.len() {
        ones[byte] = byte.count_ones() as u8;
        byte += 1;
    }
    ones
};

/// The tile in a cell.
#[inline]
fn tile_in(cell: u16) -> Option<TileId> {
    match cell {
        0 => None,
        n if n & 0x8000 != 0 => None,
        n => Some(TileId(n - 1)),
    }
}

impl State {
    /// Lays a tile on the table: cell, segments, joins with the neighbours.
    pub(super) fn lay(
        &mut self,
        tables: &Tables,
        reaches: &Reaches,
        kind: TileKind,
        at: Candidate,
        by: Player,
        touched: &mut Touched,
    ) -> TileId {
        let Candidate { pos, rotation, .. } = at;
        touched.clear();
        let tile = TileId(self.board.tiles.len() as u16);
        let first = SegmentId(self.board.segments.len() as u16);
        let printed = &tables.tile_kinds[kind.index()];
        let first_segment = if printed.segments > 0 { first } else { SegmentId::NONE };
        let row = TileRow { kind, pos, rotation, placed_by: by, first_segment };
        self.board.tiles.push(row);
        self.hashes.board = self.hashes.board.wrapping_add(hash::tile(&row));
        let index = self.fill_cell(tables, pos, tile, kind, rotation);
        let around = self.around(index);
        let [north, _, east, _, south, _, west, _] = around;
        let beside = [north, east, south, west].map(tile_in);
        let tiles = || around.into_iter().filter_map(tile_in);
        let empty_cells = if printed.surrounded { around.len() - tiles().count() } else { 0 };
        let empty = Empty::beside(&beside, empty_cells as u16);
        let segments = &tables.segments[printed.first_segment as usize..][..printed.segments as usize];
        for (i, segment) in segments.iter().enumerate() {
            let id = SegmentId(first.0 + i as u16);
            let next = if i + 1 < segments.len() { SegmentId(id.0 + 1) } else { SegmentId::NONE };
            self.push_segment(
                tables,
                SegmentRow {
                    tile,
                    feature: FeatureId::NONE,
                    next_on_tile: next,
                    next_in_feature: id,
                    kind: segment.kind,
                    sides: segment.sides.rotated(rotation),
                    halves: segment.halves.rotated(rotation),
                    index: i as u8,
                },
                &empty,
                u16::from(segment.keeps_open),
            );
            touched.segments.push(id);
        }
        touched.added = segments.len();
        for printed in Side::ALL {
            let side = printed.rotated(rotation);
            if let Some(neighbour) = beside[side.index()] {
                self.meet(tables, reaches, (first, reaches.printed(kind, printed)), side, neighbour, touched);
            }
        }
        self.surround(tables, tiles(), touched);
        touched.segments[touched.added..].sort_unstable();
        tile
    }

    #[inline]
    fn push_segment(&mut self, tables: &Tables, row: SegmentRow, empty: &Empty, keeps_open: u16) {
        let surrounded = tables.feature_kinds[row.kind.index()].bounds == Bounds::SURROUNDINGS;
        // It has half-edges or sides. They are counted in a table, for that is not one step on every processor.
        let ends = row.halves.0 & empty.halves | row.sides.0 & empty.sides;
        let open = if surrounded { empty.around } else { ONES[usize::from(ends)].into() };
        let feature = FeatureId(self.board.features.len() as u16);
        self.board.features.push(FeatureRow {
            kind: row.kind,
            first: row.next_in_feature,
            segments: 1,
            tiles: 1,
            open: open + keeps_open,
            meeples: 0,
            figures: 0,
            closed: false,
        });
        self.board.segments.push(SegmentRow { feature, ..row });
    }

    /// Closes the sides of a neighbour that face a new tile and joins what continues. `ours` are the first segment of
    /// the new tile and what reaches the neighbour.
    fn meet(
        &mut self,
        tables: &Tables,
        reaches: &Reaches,
        ours: (SegmentId, &[Reach]),
        side: Side,
        neighbour: TileId,
        touched: &mut Touched,
    ) {
        let row = self.board.tiles[neighbour.index()];
        let there = side.opposite();
        for &theirs in reaches.turned(row.kind, row.rotation, there) {
            self.face(ours, SegmentId(row.first_segment.0 + u16::from(theirs.segment)), theirs, touched);
        }
        if self.added {
            // What rules added is not printed.
            for id in self.segments_on(neighbour).split_off(tables.tile_kinds[row.kind.index()].segments.into()) {
                if let Some(theirs) = Reach::of(&self.board.segments[id.index()], there) {
                    self.face(ours, id, theirs, touched);
                }
            }
        }
    }

    /// Closes the ends of a segment that reaches a new tile and joins it with what continues it there.
    fn face(&mut self, ours: (SegmentId, &[Reach]), id: SegmentId, theirs: Reach, touched: &mut Touched) {
        let feature = self.board.segments[id.index()].feature;
        self.feature_mut(feature).open -= u16::from(theirs.ends);
        touched.segments.push(id);
        for own in ours.1.iter().filter(|own| own.continues(theirs)) {
            let own = self.board.segments[ours.0.index() + usize::from(own.segment)].feature;
            self.unite(own, self.board.segments[id.index()].feature);
        }
    }

    /// Fills a cell for the tiles around it.
    fn surround(&mut self, tables: &Tables, around: impl Iterator<Item = TileId>, touched: &mut Touched) {
        for tile in around {
            let row = self.board.tiles[tile.index()];
            // Rules may have added a segment of such a kind to any tile.
            if !tables.tile_kinds[row.kind.index()].surrounded && !self.added {
                continue;
            }
            let mut next = row.first_segment;
            while next.is_some() {
                let id = next;
                let segment = self.board.segments[id.index()];
                next = segment.next_on_tile;
                if tables.feature_kinds[segment.kind.index()].bounds == Bounds::SURROUNDINGS {
                    self.feature_mut(segment.feature).open -= 1;
                    touched.segments.push(id);
                }
            }
        }
    }

    /// Makes two features one by relabelling the smaller.
    pub(super) fn unite(&mut self, a: FeatureId, b: FeatureId) {
        if a == b {
            return;
        }
        let (fa, fb) = (self.board.features[a.index()], self.board.features[b.index()]);
        let a_is_big = (fa.segments, b.0) > (fb.segments, a.0);
        let (big, small, large, little) = if a_is_big { (a, b, fa, fb) } else { (b, a, fb, fa) };
        let mut new_tiles = 0;
        let mut next = little.first;
        for _ in 0..little.segments {
            let id = next;
            let row = self.board.segments[id.index()];
            next = row.next_in_feature;
            new_tiles += u16::from(!self.covers(big, row.tile));
            self.segment_mut(id).feature = big;
        }
        let (after_large, after_little) = (
            self.board.segments[large.first.index()].next_in_feature,
            self.board.segments[little.first.index()].next_in_feature,
        );
        self.segment_mut(large.first).next_in_feature = after_little;
        self.segment_mut(little.first).next_in_feature = after_large;
        let row = self.feature_mut(big);
        row.segments += little.segments;
        row.tiles += new_tiles;
        row.open += little.open;
        row.meeples += little.meeples;
        row.figures += little.figures;
        row.closed = large.closed && little.closed;
        let row = self.feature_mut(small);
        *row = FeatureRow { segments: 0, tiles: 0, open: 0, meeples: 0, figures: 0, ..little };
    }

    fn covers(&self, feature: FeatureId, tile: TileId) -> bool {
        let mut next = self.board.tiles[tile.index()].first_segment;
        while next.is_some() {
            let row = &self.board.segments[next.index()];
            if row.feature == feature {
                return true;
            }
            next = row.next_on_tile;
        }
        false
    }

    /// Adds a segment to a placed tile and joins it with its neighbours.
    pub(super) fn add_segment(
        &mut self,
        tables: &Tables,
        tile: TileId,
        kind: FeatureKind,
        sides: Sides,
        halves: Halves,
    ) -> SegmentId {
        let id = SegmentId(self.board.segments.len() as u16);
        let pos = self.board.tiles[tile.index()].pos;
        let beside = Side::ALL.map(|s| self.board.grid.tile(pos.beside(s)));
        let (mut last, mut index) = (self.board.tiles[tile.index()].first_segment, 0);
        while last.is_some() {
            index += 1;
            match self.board.segments[last.index()].next_on_tile {
                SegmentId::NONE => break,
                next => last = next,
            }
        }
        if last.is_some() {
            self.segment_mut(last).next_on_tile = id;
        } else {
            let row = self.board.tiles[tile.index()];
            self.journal.keep(|| Was::Tile(tile, row));
            self.board.tiles[tile.index()].first_segment = id;
        }
        let row = SegmentRow {
            tile,
            feature: FeatureId::NONE,
            next_on_tile: SegmentId::NONE,
            next_in_feature: id,
            kind,
            sides,
            halves,
            index,
        };
        let around = pos.around().filter(|&p| self.board.grid.tile(p).is_none()).count() as u16;
        let empty = Empty::beside(&beside, around);
        self.push_segment(tables, row, &empty, 0);
        self.hashes.board = self.hashes.board.wrapping_add(hash::added_segment(&self.board, id));
        self.added = true;
        for side in Side::ALL {
            if let Some(neighbour) = beside[side.index()] {
                for other in self.segments_on(neighbour) {
                    if self.continues(tables, id, side, other) {
                        self.unite(self.board.segments[id.index()].feature, self.board.segments[other.index()].feature);
                    }
                }
            } else if sides.has(side) {
                self.continue_over(tables, pos, side, kind);
            }
        }
        id
    }

    /// From now on a tile beyond `side` must continue a feature of `kind`, whatever edge is printed there.
    fn continue_over(&mut self, tables: &Tables, pos: Pos, side: Side, kind: FeatureKind) {
        let carrying = tables.carries.iter().zip(&tables.fits).filter(|(carried, _)| **carried == kind);
        let fits = carrying.fold(0, |all, (_, fits)| all | fits);
        if fits != 0 && !tables.feature_kinds[kind.index()].overlay {
            self.reborder(pos.beside(side), side.opposite(), fits);
        }
    }

    /// Whether `a` continues over `side` of its tile in `b`, a segment of the tile there.
    fn continues(&self, tables: &Tables, a: SegmentId, side: Side, b: SegmentId) -> bool {
        let (a, b) = (&self.board.segments[a.index()], &self.board.segments[b.index()]);
        a.kind == b.kind
            && match tables.feature_kinds[a.kind.index()].bounds {
                Bounds::HALVES => a.halves.0 & Halves::on(side).0 & b.halves.facing().0 != 0,
                Bounds::SIDES => a.sides.has(side) && b.sides.has(side.opposite()),
                _ => false,
            }
    }

    pub(super) fn segments_on(&self, tile: TileId) -> Vec<SegmentId> {
        let mut found = Vec::new();
        let mut next = self.board.tiles[tile.index()].first_segment;
        while next.is_some() {
            found.push(next);
            next = self.board.segments[next.index()].next_on_tile;
        }
        found
    }

    /// Connects two segments by a rule.
    pub(super) fn join(&mut self, kind: LinkKind, a: SegmentId, b: SegmentId) -> JoinId {
        let id = JoinId(self.board.joins.len() as u16);
        let row = JoinRow { kind, a, b, live: true };
        self.board.joins.push(row);
        self.hashes.board = self.hashes.board.wrapping_add(hash::join(&self.board, &row));
        self.unite(self.board.segments[a.index()].feature, self.board.segments[b.index()].feature);
        id
    }

    /// Ends a join: the feature is flooded anew from its segments.
    pub(super) fn part(&mut self, tables: &Tables, join: JoinId) {
        let row = self.board.joins[join.index()];
        self.journal.keep(|| Was::Join(join.0, row));
        self.board.joins[join.index()].live = false;
        self.hashes.board = self.hashes.board.wrapping_sub(hash::join(&self.board, &row));
        let feature = self.board.segments[row.a.index()].feature;
        let mut rest: Vec<SegmentId> = self.segments_of(feature);
        rest.sort_unstable();
        let was = self.board.features[feature.index()];
        *self.feature_mut(feature) = FeatureRow { segments: 0, tiles: 0, open: 0, meeples: 0, figures: 0, ..was };
        while let Some(&seed) = rest.first() {
            let mut group = vec![seed];
            rest.remove(0);
            let mut at = 0;
            while at < group.len() {
                let from = group[at];
                at += 1;
                rest.retain(|&s| {
                    let connected = self.connected(tables, from, s);
                    if connected {
                        group.push(s);
                    }
                    !connected
                });
            }
            self.found_feature(tables, &group, &was);
        }
    }

    pub(super) fn segments_of(&self, feature: FeatureId) -> Vec<SegmentId> {
        let row = &self.board.features[feature.index()];
        let mut next = row.first;
        (0..row.segments)
            .map(|_| {
                let id = next;
                next = self.board.segments[id.index()].next_in_feature;
                id
            })
            .collect()
    }

    /// Whether two segments are connected directly: over a side or by a live join.
    fn connected(&self, tables: &Tables, a: SegmentId, b: SegmentId) -> bool {
        let tiles = |s: SegmentId| self.board.tiles[self.board.segments[s.index()].tile.index()].pos;
        let by_side = Side::ALL.into_iter().any(|s| tiles(a).beside(s) == tiles(b) && self.continues(tables, a, s, b));
        by_side || self.board.joins.iter().any(|j| j.live && ((j.a, j.b) == (a, b) || (j.a, j.b) == (b, a)))
    }

    /// Makes a feature of these segments of another one, counting everything anew. What was treated as completed stays so.
    fn found_feature(&mut self, tables: &Tables, group: &[SegmentId], was: &FeatureRow) {
        let id = FeatureId(self.board.features.len() as u16);
        let mut tiles: Vec<TileId> = group.iter().map(|s| self.board.segments[s.index()].tile).collect();
        tiles.sort_unstable();
        tiles.dedup();
        let open: u32 = group.iter().map(|&s| self.open_ends(tables, s)).sum();
        let mut row = FeatureRow {
            kind: was.kind,
            first: group[0],
            segments: group.len() as u16,
            tiles: tiles.len() as u16,
            open: open as u16,
            meeples: 0,
            figures: 0,
            closed: was.closed,
        };
        for figure in &self.board.figures {
            if figure.place.on_segment().is_some_and(|s| group.contains(&s)) {
                row.figures += 1;
                row.meeples += u16::from(tables.figure_kinds[figure.kind.index()].meeple);
            }
        }
        self.board.features.push(row);
        for (i, &segment) in group.iter().enumerate() {
            let next = group[(i + 1) % group.len()];
            let row = self.segment_mut(segment);
            row.feature = id;
            row.next_in_feature = next;
        }
    }

    /// The empty cells that a segment faces, and its prints that keep it open.
    fn open_ends(&self, tables: &Tables, id: SegmentId) -> u32 {
        let row = &self.board.segments[id.index()];
        let tile = &self.board.tiles[row.tile.index()];
        let empty = |s: &Side| self.board.grid.tile(tile.pos.beside(*s)).is_none();
        let printed = &tables.tile_kinds[tile.kind.index()];
        let keeps = if (row.index as u16) < printed.segments {
            u32::from(tables.segments[printed.first_segment as usize + row.index as usize].keeps_open)
        } else {
            0
        };
        keeps
            + match tables.feature_kinds[row.kind.index()].bounds {
                Bounds::HALVES => {
                    Side::ALL.iter().filter(|s| empty(s)).map(|&s| (row.halves.0 & Halves::on(s).0).count_ones()).sum()
                }
                Bounds::SIDES => row.sides.iter().filter(empty).count() as u32,
                _ => tile.pos.around().filter(|&p| self.board.grid.tile(p).is_none()).count() as u32,
            }
    }
}

/// Which neighbouring cells of a tile are empty.
struct Empty {
    /// The half-edges that face an empty cell.
    halves: u8,
    /// The sides that face an empty cell.
    sides: u8,
    /// How many of the eight surrounding cells are empty.
    around: u16,
}

impl Empty {
    fn beside(beside: &[Option<TileId>; 4], around: u16) -> Empty {
        let open = Side::ALL.into_iter().filter(|s| beside[s.index()].is_none());
        open.fold(Empty { halves: 0, sides: 0, around }, |empty, side| Empty {
            halves: empty.halves | Halves::on(side).0,
            sides: empty.sides | Sides::of(side).0,
            around,
        })
    }
}
