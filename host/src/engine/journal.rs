//! Remembers rows before they change, so that a choice can be taken back without a copy of the state.

use super::hash::Hashes;
use gatehouse_core::{
    Board, FeatureId, FeatureRow, FigureId, FigureRow, FrontierRow, Grid, JoinRow, MarkRow, PileRow, PlayerRow,
    SegmentId, SegmentRow, TileId, TileRow, Turn,
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
    Unseen(u32, u16),
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
    hashes: Hashes,
}

impl Journal {
    #[inline]
    pub(super) fn keep(&mut self, was: impl FnOnce() -> Was) {
        if self.on {
            self.rows.push(was());
        }
    }

    pub(super) fn point(&self, board: &Board, hashes: &Hashes) -> Point {
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
            hashes: hashes.clone(),
        }
    }

    pub(super) fn back(&mut self, board: &mut Board, hashes: &mut Hashes, point: &Point) {
        for was in self.rows.drain(point.rows..).rev() {
            restore(board, was);
        }
        board.tiles.truncate(point.tiles);
        board.segments.truncate(point.segments);
        board.features.truncate(point.features);
        board.figures.truncate(point.figures);
        board.marks.truncate(point.marks);
        board.joins.truncate(point.joins);
        board.events.truncate(point.events);
        board.turn = point.turn;
        hashes.clone_from(&point.hashes);
    }

    /// Forgets everything: nothing before this can be taken back.
    pub(super) fn forget(&mut self) {
        self.rows.clear();
    }
}

fn restore(board: &mut Board, was: Was) {
    match was {
        Was::Tile(id, row) => board.tiles[id.index()] = row,
        Was::Segment(id, row) => board.segments[id.index()] = row,
        Was::Feature(id, row) => board.features[id.index()] = row,
        Was::Figure(id, row) => board.figures[id.index()] = row,
        Was::Mark(i, row) => board.marks[i as usize] = row,
        Was::Join(i, row) => board.joins[i as usize] = row,
        Was::Player(i, row) => board.players[i as usize] = row,
        Was::Pile(i, row) => board.piles[i as usize] = row,
        Was::Unseen(i, n) => board.unseen[i as usize] = n,
        Was::Cell(i, n) => board.grid.cells[i as usize] = n,
        Was::Frontier(i, row) => board.frontier[i as usize] = row,
        Was::FrontierEnd(row) => board.frontier.push(row),
        Was::FrontierGrew => {
            board.frontier.pop();
        }
        Was::Grid(grid) => board.grid = *grid,
    }
}
