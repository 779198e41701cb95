//! Remembers rows before they change, so that a choice can be taken back without a copy of the state.

use super::hash::Hashes;
use gatehouse_core::{
    Board, FeatureId, FeatureRow, FigureId, FigureRow, FrontierRow, Grid, JoinRow, MarkRow, PileId, PileRow, PlayerRow,
    Present, SegmentId, SegmentRow, TileId, TileKind, TileRow, Turn,
};

/// A row as it was.
#[derive(Clone, Debug)]
pub(super) enum Was {
    Tile(TileId, TileRow),
    Segment(SegmentId, SegmentRow),
    Feature(FeatureId, FeatureRow),
    Figure(FigureId, FigureRow),
    Mark(u16, MarkRow),
    Join(u16, JoinRow),
    Player(u8, PlayerRow),
    Pile(u16, PileRow),
    Unseen(PileId, TileKind, u16),
    Cell(u32, u16),
    Frontier(u16, FrontierRow),
    /// The last row of the frontier was taken off.
    FrontierEnd(FrontierRow),
    /// A row was put at the end of the frontier.
    FrontierGrew,
    Grid(Box<Grid>),
}

/// The rows as they were, newest last.
#[derive(Clone, Debug, Default)]
pub(super) struct Journal {
    /// Whether anything is remembered; play without undo does without.
    pub(super) on: bool,
    rows: Vec<Was>,
}

/// The state at the time of a choice.
#[derive(Clone, Debug)]
pub(super) struct Point {
    rows: usize,
    tiles: usize,
    segments: usize,
    features: usize,
    figures: usize,
    marks: usize,
    joins: usize,
    events: usize,
    turn: Turn,
    present: Present,
    hashes: Hashes,
}

impl Journal {
    #[inline]
    pub(super) fn keep(&mut self, was: impl FnOnce() -> Was) {
        if self.on {
            self.rows.push(was());
        }
    }

    /// The state as it is; `memory` of earlier hashes is used again.
    pub(super) fn point(&self, board: &Board, hashes: &Hashes, mut memory: Hashes) -> Point {
        memory.clone_from(hashes);
        Point {
            rows: self.rows.len(),
            tiles: board.tiles.len(),
            segments: board.segments.len(),
            features: board.features.len(),
            figures: board.figures.len(),
            marks: board.marks.len(),
            joins: board.joins.len(),
            events: board.events.len(),
            turn: board.turn,
            present: board.present,
            hashes: memory,
        }
    }

    /// The newest row replaced since a point, newest first.
    pub(super) fn undo(&mut self, point: &Point) -> Option<Was> {
        if self.rows.len() > point.rows { self.rows.pop() } else { None }
    }

    /// Forgets everything: nothing before this can be taken back.
    pub(super) fn forget(&mut self) {
        self.rows.clear();
    }
}

impl Point {
    /// Its memory.
    pub(super) fn memory(&mut self) -> Hashes {
        std::mem::take(&mut self.hashes)
    }

    /// Cuts off what was appended since, and puts back what is kept as a whole.
    pub(super) fn cut(&self, board: &mut Board, hashes: &mut Hashes) {
        board.tiles.truncate(self.tiles);
        board.segments.truncate(self.segments);
        board.features.truncate(self.features);
        board.figures.truncate(self.figures);
        board.marks.truncate(self.marks);
        board.joins.truncate(self.joins);
        board.events.truncate(self.events);
        board.turn = self.turn;
        board.present = self.present;
        hashes.clone_from(&self.hashes);
    }
}
