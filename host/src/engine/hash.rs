//! The canonical hash of a game, kept per subsystem and updated with every change.
//!
//! A subsystem's hash is the sum of the digests of its contents, so a change subtracts the old digest and adds the new.
//! Tiles, segments and what stands on them are named by position, so the order in which the table grew does not show.
//! Figures are named by their number where something hangs on one of them or stands beside it.

use gatehouse_core::{Bearer, BearerKind, Board, FigureRow, JoinRow, MarkRow, Place, SegmentId, Spot, TileRow};

/// The hash of a game by subsystem.
#[derive(PartialEq, Eq, Debug, Default)]
pub struct Hashes {
    /// Tiles, added segments and joins.
    pub board: u64,
    /// Figures.
    pub figures: u64,
    /// Marks, by the plugin that declared them.
    pub marks: Vec<u64>,
    /// Points.
    pub scores: u64,
    /// Unseen tiles.
    pub piles: u64,
}

/// Which subsystem a digest belongs to; keeps equal numbers of different meaning apart.
#[derive(Clone, Copy)]
#[repr(u64)]
pub(super) enum Part {
    Tile = 1,
    AddedSegment,
    Join,
    Figure,
    Mark,
    Score,
    Unseen,
    Withdrawn,
}

/// Scrambles a number so that close inputs give unrelated outputs.
pub(super) const fn mix(n: u64) -> u64 {
    let n = (n ^ (n >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let n = (n ^ (n >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    n ^ (n >> 32)
}

/// The digest of one thing.
pub(super) const fn digest(part: Part, a: u64, b: u64) -> u64 {
    mix((part as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ mix(a ^ 0x5851_f42d_4c95_7f2d).wrapping_add(b))
}

/// Replaces an old digest by a new one in a subsystem's hash.
pub(super) const fn swap(hash: &mut u64, old: u64, new: u64) {
    *hash = hash.wrapping_sub(old).wrapping_add(new);
}

fn cell(tile: &TileRow) -> u64 {
    (tile.pos.x as u16 as u64) << 16 | tile.pos.y as u16 as u64
}

fn segment(board: &Board, id: SegmentId) -> u64 {
    board
        .segments
        .get(id.index())
        .map_or(u64::MAX, |s| board.tiles.get(s.tile.index()).map_or(u64::MAX, cell) << 8 | u64::from(s.index))
}

pub(super) fn tile(row: &TileRow) -> u64 {
    digest(Part::Tile, cell(row), u64::from(row.kind.0) << 8 | u64::from(row.rotation.0))
}

pub(super) fn added_segment(board: &Board, id: SegmentId) -> u64 {
    let row = &board.segments[id.index()];
    let shape = u64::from(row.kind.0) << 16 | u64::from(row.sides.0) << 8 | u64::from(row.halves.0);
    digest(Part::AddedSegment, segment(board, id), shape)
}

pub(super) fn join(board: &Board, row: &JoinRow) -> u64 {
    digest(Part::Join, segment(board, row.a), segment(board, row.b).rotate_left(20) ^ u64::from(row.kind.0))
}

fn place(board: &Board, place: Place) -> u64 {
    match place.spot() {
        Spot::Segment(id) => 1 << 60 | segment(board, id),
        Spot::Tile(tile) => 2 << 60 | board.tiles.get(tile.index()).map_or(0, cell),
        Spot::Corner(tile, n) => 3 << 60 | board.tiles.get(tile.index()).map_or(0, cell) << 8 | u64::from(n),
        _ => u64::from(place.to_bits()),
    }
}

pub(super) fn figure(board: &Board, row: &FigureRow) -> u64 {
    digest(Part::Figure, place(board, row.place), u64::from(row.kind.0) << 8 | u64::from(row.owner.0))
}

fn bearer(board: &Board, on: Bearer) -> u64 {
    match on.kind() {
        BearerKind::Tile(tile) => 1 << 60 | board.tiles.get(tile.index()).map_or(0, cell),
        BearerKind::Segment(id) => 2 << 60 | segment(board, id),
        _ => u64::from(on.to_bits()),
    }
}

pub(super) fn mark(board: &Board, row: &MarkRow) -> u64 {
    if !row.kind.is_some() {
        return 0;
    }
    digest(Part::Mark, bearer(board, row.on), u64::from(row.kind.0) << 32 | u64::from(row.value as u32))
}

pub(super) fn score(player: usize, score: i32) -> u64 {
    digest(Part::Score, player as u64, score as u32 as u64)
}

pub(super) fn unseen(row: usize, count: u16) -> u64 {
    digest(Part::Unseen, row as u64, u64::from(count))
}

pub(super) fn withdrawn(pile: usize, count: u16) -> u64 {
    digest(Part::Withdrawn, pile as u64, u64::from(count))
}

impl Clone for Hashes {
    fn clone(&self) -> Self {
        Hashes { marks: self.marks.clone(), ..*self }
    }

    /// Keeps the memory of the list.
    fn clone_from(&mut self, other: &Self) {
        let mut marks = std::mem::take(&mut self.marks);
        marks.clone_from(&other.marks);
        *self = Hashes { marks, ..*other };
    }
}

impl Hashes {
    /// One number for all subsystems.
    pub fn combined(&self) -> u64 {
        let marks = self.marks.iter().enumerate().fold(0u64, |sum, (i, m)| sum.wrapping_add(mix(m ^ i as u64)));
        [self.board, self.figures, marks, self.scores, self.piles].into_iter().fold(0, |sum, h| mix(sum ^ h))
    }

    /// Computes the hash of a board from nothing; the kept one must be equal.
    pub fn fresh(board: &Board, printed_segments: impl Fn(&TileRow) -> usize, mark_plugins: &[u16]) -> Hashes {
        let plugins = mark_plugins.iter().map(|&p| p as usize + 1).max().unwrap_or(0);
        let mut hashes = Hashes { marks: vec![0; plugins], ..Hashes::default() };
        let add = |sum: &mut u64, d: u64| *sum = sum.wrapping_add(d);
        board.tiles.iter().for_each(|t| add(&mut hashes.board, tile(t)));
        for (i, s) in board.segments.iter().enumerate() {
            if s.index as usize >= printed_segments(&board.tiles[s.tile.index()]) {
                add(&mut hashes.board, added_segment(board, SegmentId(i as u16)));
            }
        }
        board.joins.iter().filter(|j| j.live).for_each(|j| add(&mut hashes.board, join(board, j)));
        board.figures.iter().for_each(|f| add(&mut hashes.figures, figure(board, f)));
        for m in board.marks.iter().filter(|m| m.kind.is_some()) {
            add(&mut hashes.marks[mark_plugins[m.kind.index()] as usize], mark(board, m));
        }
        board.players.iter().enumerate().for_each(|(i, p)| add(&mut hashes.scores, score(i, p.score)));
        board.unseen.iter().enumerate().for_each(|(i, &n)| add(&mut hashes.piles, unseen(i, n)));
        board.piles.iter().enumerate().for_each(|(i, p)| add(&mut hashes.piles, withdrawn(i, p.withdrawn)));
        hashes
    }
}
