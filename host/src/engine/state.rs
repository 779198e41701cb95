//! The state of a game and its primitive changes. Each keeps journal and hash in step; nothing else writes the board.

use super::hash::{self, Hashes};
use super::journal::{Journal, Point, Was};
use gatehouse_core::{
    Bearer, Board, EventRow, FeatureId, FeatureRow, FigureId, FigureKind, FigureRow, MarkKind, MarkRow, Place, Player,
    SegmentId, SegmentRow, Spot, Tables, TileId,
};

/// A board with its hash and journal.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) board: Board,
    pub(super) hashes: Hashes,
    pub(super) journal: Journal,
    pub(super) present: Present,
    /// Whether rules added segments to tiles; stays true when that is taken back, which costs time only.
    pub(super) added: bool,
}

/// How many figures of each kind are on the board and how many marks of each kind are set, by kind: hooks wait for them.
#[derive(Clone, Debug, Default)]
pub(super) struct Present {
    figures: Vec<u16>,
    marks: Vec<u16>,
}

impl Present {
    /// Whether a figure of the kind is on the board.
    pub(super) fn has_figure(&self, kind: FigureKind) -> bool {
        self.figures.get(kind.index()).is_some_and(|n| *n > 0)
    }

    /// Whether a mark of the kind is set.
    pub(super) fn has_mark(&self, kind: MarkKind) -> bool {
        self.marks.get(kind.index()).is_some_and(|n| *n > 0)
    }

    fn figure(&mut self, row: &FigureRow, by: i16) {
        if row.place.is_on_board() {
            count(&mut self.figures, row.kind.index(), by);
        }
    }

    fn mark(&mut self, row: &MarkRow, by: i16) {
        if row.kind.is_some() {
            count(&mut self.marks, row.kind.index(), by);
        }
    }

    fn recount(&mut self, board: &Board) {
        self.figures.fill(0);
        self.marks.fill(0);
        board.figures.iter().for_each(|row| self.figure(row, 1));
        board.marks.iter().for_each(|row| self.mark(row, 1));
    }
}

fn count(counts: &mut Vec<u16>, kind: usize, by: i16) {
    if kind >= counts.len() {
        counts.resize(kind + 1, 0);
    }
    counts[kind] = counts[kind].saturating_add_signed(by);
}

impl State {
    pub(super) fn point(&self) -> Point {
        self.journal.point(&self.board, &self.hashes)
    }

    pub(super) fn back(&mut self, point: &Point) {
        self.journal.back(&mut self.board, &mut self.hashes, point);
        self.present.recount(&self.board);
    }

    #[inline]
    pub(super) fn segment_mut(&mut self, id: SegmentId) -> &mut SegmentRow {
        let row = &mut self.board.segments[id.index()];
        self.journal.keep(|| Was::Segment(id, *row));
        row
    }

    #[inline]
    pub(super) fn feature_mut(&mut self, id: FeatureId) -> &mut FeatureRow {
        let row = &mut self.board.features[id.index()];
        self.journal.keep(|| Was::Feature(id, *row));
        row
    }

    #[inline]
    pub(super) fn set_cell(&mut self, index: usize, value: u16) {
        let cell = &mut self.board.grid.cells[index];
        self.journal.keep(|| Was::Cell(index as u32, *cell));
        *cell = value;
    }

    /// Appends an event and returns its row.
    #[inline]
    pub(super) fn tell(&mut self, event: EventRow) -> u32 {
        let row = self.board.events.len() as u32;
        let parent = event.parent.min(row);
        self.board.events.push(EventRow { parent, ..event });
        row
    }

    /// Gives points; saturates at the limits of `i32`.
    pub(super) fn add_points(&mut self, player: Player, points: i32) {
        let row = &mut self.board.players[player.index()];
        self.journal.keep(|| Was::Player(player.0, *row));
        let old = hash::score(player.index(), row.score);
        row.score = row.score.saturating_add(points);
        hash::swap(&mut self.hashes.scores, old, hash::score(player.index(), row.score));
    }

    /// Puts a figure somewhere and keeps the counts of the features it leaves and enters.
    pub(super) fn move_figure(&mut self, tables: &Tables, id: FigureId, to: Place) {
        let row = self.board.figures[id.index()];
        self.journal.keep(|| Was::Figure(id, row));
        let old = hash::figure(&self.board, &row);
        self.count_figure(tables, &row, -1);
        let new = FigureRow { place: to, ..row };
        self.board.figures[id.index()] = new;
        self.count_figure(tables, &new, 1);
        self.present.figure(&row, -1);
        self.present.figure(&new, 1);
        hash::swap(&mut self.hashes.figures, old, hash::figure(&self.board, &new));
        if !self.board.marks.is_empty() {
            self.clear_figure_marks(tables, id, to.is_on_board());
        }
    }

    fn count_figure(&mut self, tables: &Tables, row: &FigureRow, by: i16) {
        if let Some(segment) = row.place.on_segment() {
            let feature = self.board.segments[segment.index()].feature;
            let meeple = tables.figure_kinds[row.kind.index()].meeple;
            let feature = self.feature_mut(feature);
            feature.figures = feature.figures.saturating_add_signed(by);
            if meeple {
                feature.meeples = feature.meeples.saturating_add_signed(by);
            }
        }
    }

    fn clear_figure_marks(&mut self, tables: &Tables, figure: FigureId, stays: bool) {
        for i in 0..self.board.marks.len() {
            let row = self.board.marks[i];
            if row.on == Bearer::figure(figure) && row.kind.is_some() {
                let kind = &tables.mark_kinds[row.kind.index()];
                if (stays && kind.clear_on_move) || (!stays && kind.clear_on_return) {
                    self.write_mark(tables, i, MarkRow { kind: MarkKind::NONE, ..row });
                }
            }
        }
    }

    fn write_mark(&mut self, tables: &Tables, i: usize, row: MarkRow) {
        let was = self.board.marks[i];
        self.journal.keep(|| Was::Mark(i as u16, was));
        self.board.marks[i] = row;
        self.present.mark(&was, -1);
        self.present.mark(&row, 1);
        let owner = if was.kind.is_some() { was.kind } else { row.kind };
        let plugin = tables.mark_kinds[owner.index()].plugin as usize;
        let (old, new) = (hash::mark(&self.board, &was), hash::mark(&self.board, &row));
        hash::swap(&mut self.hashes.marks[plugin], old, new);
    }

    /// Sets a mark; 0 removes it. Returns the value before.
    pub(super) fn set_mark(&mut self, tables: &Tables, kind: MarkKind, on: Bearer, value: i32) -> i32 {
        let found = self.board.marks.iter().position(|m| m.kind == kind && m.on == on);
        let row = MarkRow { kind: if value == 0 { MarkKind::NONE } else { kind }, on, value };
        match found {
            Some(i) => {
                let before = self.board.marks[i].value;
                self.write_mark(tables, i, row);
                before
            }
            None if value == 0 => 0,
            None => {
                let free = self.board.marks.iter().position(|m| !m.kind.is_some());
                let i = free.unwrap_or_else(|| {
                    self.board.marks.push(MarkRow { kind: MarkKind::NONE, on: Bearer::GAME, value: 0 });
                    self.board.marks.len() - 1
                });
                self.write_mark(tables, i, row);
                0
            }
        }
    }

    /// Removes all marks of this scope: 1 part, 2 turn.
    pub(super) fn end_scope(&mut self, tables: &Tables, scope: u8) {
        let mut ends = tables.mark_kinds.iter().zip(0..).filter(|(kind, _)| kind.scope == scope);
        if !ends.any(|(_, kind)| self.present.has_mark(MarkKind(kind))) {
            return;
        }
        for i in 0..self.board.marks.len() {
            let row = self.board.marks[i];
            if row.kind.is_some() && tables.mark_kinds[row.kind.index()].scope == scope {
                self.write_mark(tables, i, MarkRow { kind: MarkKind::NONE, ..row });
            }
        }
    }

    /// The figures beside `figure`, and the tile on which they stay when it goes.
    pub(super) fn companions(&self, figure: FigureId) -> Option<(TileId, Vec<FigureId>)> {
        let tile = match self.board.figures[figure.index()].place.spot() {
            Spot::Segment(s) => self.board.segments[s.index()].tile,
            Spot::Tile(t) | Spot::Corner(t, _) => t,
            _ => return None,
        };
        let beside = |i: &usize| self.board.figures[*i].place == Place::with(figure);
        let found: Vec<_> = (0..self.board.figures.len()).filter(beside).map(|i| FigureId(i as u16)).collect();
        (!found.is_empty()).then_some((tile, found))
    }

    /// Changes how many tiles of a row are unseen.
    pub(super) fn set_unseen(&mut self, row: usize, count: u16) {
        let was = self.board.unseen[row];
        self.journal.keep(|| Was::Unseen(row as u32, was));
        self.board.unseen[row] = count;
        hash::swap(&mut self.hashes.piles, hash::unseen(row, was), hash::unseen(row, count));
    }

    /// Changes what is left of a pile.
    pub(super) fn set_pile(&mut self, pile: usize, remaining: u16, withdrawn: u16) {
        let row = &mut self.board.piles[pile];
        self.journal.keep(|| Was::Pile(pile as u16, *row));
        let was = row.withdrawn;
        row.remaining = remaining;
        row.withdrawn = withdrawn;
        if was != withdrawn {
            hash::swap(&mut self.hashes.piles, hash::withdrawn(pile, was), hash::withdrawn(pile, withdrawn));
        }
    }
}

impl State {
    /// Becomes a copy of `start`, keeping its memory.
    pub(super) fn restart(&mut self, start: &State) {
        let (to, from) = (&mut self.board, &start.board);
        macro_rules! copy {
            ($($table:ident),*) => {$(
                to.$table.clear();
                to.$table.extend_from_slice(&from.$table);
            )*};
        }
        copy!(tiles, segments, features, figures, marks, joins, players, piles, unseen, frontier, events);
        to.grid.cells.clear();
        to.grid.cells.extend_from_slice(&from.grid.cells);
        to.grid.width = from.grid.width;
        to.grid.origin = from.grid.origin;
        to.turn = from.turn;
        self.hashes.clone_from(&start.hashes);
        self.present.clone_from(&start.present);
        self.journal.forget();
    }
}
