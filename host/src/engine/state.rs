//! The state of a game and its primitive changes. Each keeps journal and hash in step; nothing else writes the board.

use super::hash::{self, Hashes};
use super::journal::{Journal, Point, Was};
use super::pile::Parts;
use super::placements::Fitting;
use abi_stable::std_types::RVec;
use gatehouse_core::{
    Bearer, BearerKind, Board, EventRow, FeatureId, FeatureRow, FigureId, FigureKind, FigureRow, MarkKind, MarkRow,
    Place, Player, Present, SegmentId, SegmentRow, Sides, Spot, Tables, TileId,
};

/// A board with its hash and journal.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) board: Board,
    pub(super) hashes: Hashes,
    pub(super) journal: Journal,
    pub(super) counts: Counts,
    pub(super) parts: Parts,
    pub(super) fitting: Fitting,
    /// Whether rules added segments to tiles; stays true when that is taken back, which costs time only.
    pub(super) added: bool,
}

/// How many figures of each kind are on the board and how many marks of each kind are set, by kind: hooks wait for them.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    figures: Vec<u16>,
    marks: Vec<u16>,
    /// How many figures stand beside another.
    beside: u16,
}

impl Counts {
    fn figure(&mut self, present: &mut Present, row: &FigureRow, by: i16) {
        if row.place.is_on_board() {
            count(&mut self.figures, &mut present.figures, row.kind.index(), by);
            let beside = matches!(row.place.spot(), Spot::With(_));
            self.beside = self.beside.saturating_add_signed(if beside { by } else { 0 });
        }
    }

    fn mark(&mut self, present: &mut Present, row: &MarkRow, by: i16) {
        if row.kind.is_some() {
            count(&mut self.marks, &mut present.marks, row.kind.index(), by);
        }
    }
}

/// Lists the figure made last.
pub(super) fn list_new(board: &mut Board) {
    let last = board.figures.len() - 1;
    list(board, last);
    sort(board);
    list_figure(board, last);
}

/// Lists a figure among those on the board or in a supply, or no more, and notes what its owner has left.
pub(super) fn list_figure(board: &mut Board, figure: usize) {
    list(board, figure);
    let owner = board.figures[figure].owner;
    let left = board.figures_of(owner, &board.supplied);
    let supply = left.fold(0, |bits, (_, row)| bits | bit(row.kind));
    if let Some(player) = board.players.get_mut(owner.index()) {
        player.supply = supply;
    }
}

/// The bit of a kind; none for kinds beyond 64, which are looked for one by one.
fn bit(kind: FigureKind) -> u64 {
    1u64.checked_shl(kind.0.into()).unwrap_or(0)
}

fn list(board: &mut Board, figure: usize) {
    let place = board.figures[figure].place;
    for (list, is_in) in [(&mut board.standing, place.is_on_board()), (&mut board.supplied, place == Place::SUPPLY)] {
        if list.len() <= figure / 64 {
            list.resize(figure / 64 + 1, 0);
        }
        let bits = &mut list[figure / 64];
        *bits = *bits & !(1 << (figure % 64)) | u64::from(is_in) << (figure % 64);
    }
}

/// Notes of which owner and kind each figure is; that never changes in a game.
fn sort(board: &mut Board) {
    let words = board.standing.len();
    let kinds = board.figures.iter().map(|f| 1 + f.kind.index()).max().unwrap_or(0);
    let players = board.players.len();
    let lists = [(&mut board.owned, players + 1), (&mut board.alike, kinds)];
    for (list, rows) in lists {
        list.clear();
        list.resize(rows * words, 0);
    }
    for (n, figure) in board.figures.iter().enumerate() {
        let (word, bit) = (n / 64, 1 << (n % 64));
        board.alike[figure.kind.index() * words + word] |= bit;
        board.owned[figure.owner.index().min(players) * words + word] |= bit;
    }
}

/// Counts one of a kind, and notes in the bits whether there is any.
fn count(counts: &mut Vec<u16>, present: &mut u64, kind: usize, by: i16) {
    if kind >= counts.len() {
        counts.resize(kind + 1, 0);
    }
    counts[kind] = counts[kind].saturating_add_signed(by);
    *present = *present & !(1 << (kind % 64)) | u64::from(counts[kind] > 0) << (kind % 64);
}

impl State {
    /// The state as it is; `memory` of an earlier point is used again.
    pub(super) fn point(&self, memory: Hashes) -> Point {
        self.journal.point(&self.board, &self.hashes, memory)
    }

    pub(super) fn back(&mut self, point: &Point) {
        while let Some(was) = self.journal.undo(point) {
            self.restore(was);
        }
        point.cut(&mut self.board, &mut self.hashes);
    }

    fn restore(&mut self, was: Was) {
        let board = &mut self.board;
        match was {
            Was::Tile(id, row) => board.tiles[id.index()] = row,
            Was::Segment(id, row) => board.segments[id.index()] = row,
            Was::Feature(id, row) => board.features[id.index()] = row,
            Was::Figure(id, row) => {
                let now = std::mem::replace(&mut board.figures[id.index()], row);
                if now.place != row.place {
                    self.counts.figure(&mut board.present, &now, -1);
                    self.counts.figure(&mut board.present, &row, 1);
                    list_figure(board, id.index());
                }
            }
            Was::Mark(i, row) => {
                let now = std::mem::replace(&mut board.marks[i as usize], row);
                self.counts.mark(&mut board.present, &now, -1);
                self.counts.mark(&mut board.present, &row, 1);
            }
            Was::Join(i, row) => board.joins[i as usize] = row,
            Was::Player(i, row) => board.players[i as usize] = row,
            Was::Pile(i, row) => board.piles[i as usize] = row,
            Was::Unseen(pile, kind, n) => self.restore_unseen(pile, kind, n),
            Was::Cell(i, n) => board.grid.cells[i as usize] = n,
            Was::Frontier(i, row) => {
                let now = std::mem::replace(&mut board.frontier[i as usize], row);
                self.fitting.set(i.into(), row.accepts, Sides(now.neighbours.0 | row.neighbours.0));
            }
            Was::FrontierEnd(row) => {
                self.fitting.set(board.frontier.len(), row.accepts, row.neighbours);
                board.frontier.push(row);
            }
            Was::FrontierGrew => {
                if let Some(row) = board.frontier.pop() {
                    self.fitting.set(board.frontier.len(), u64::MAX, row.neighbours);
                }
            }
            Was::Grid(grid) => board.grid = *grid,
        }
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
        list_figure(&mut self.board, id.index());
        self.count_figure(tables, &new, 1);
        self.counts.figure(&mut self.board.present, &row, -1);
        self.counts.figure(&mut self.board.present, &new, 1);
        hash::swap(&mut self.hashes.figures, old, hash::figure(&self.board, &new));
        if row.marks != 0 {
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
        self.counts.mark(&mut self.board.present, &was, -1);
        self.counts.mark(&mut self.board.present, &row, 1);
        let owner = if was.kind.is_some() { was.kind } else { row.kind };
        if let BearerKind::Figure(figure) = row.on.kind() {
            let bit = 1 << (owner.index() % 64);
            let bearer = &mut self.board.figures[figure.index()];
            self.journal.keep(|| Was::Figure(figure, *bearer));
            bearer.marks = if row.kind.is_some() { bearer.marks | bit } else { bearer.marks & !bit };
        }
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
        for i in 0..self.board.marks.len() {
            let row = self.board.marks[i];
            if row.kind.is_some() && tables.mark_kinds[row.kind.index()].scope == scope {
                self.write_mark(tables, i, MarkRow { kind: MarkKind::NONE, ..row });
            }
        }
    }

    /// The figures beside `figure`, and the tile on which they stay when it goes.
    pub(super) fn companions(&self, figure: FigureId) -> Option<(TileId, Vec<FigureId>)> {
        if self.counts.beside == 0 {
            return None;
        }
        let tile = match self.board.figures[figure.index()].place.spot() {
            Spot::Segment(s) => self.board.segments[s.index()].tile,
            Spot::Tile(t) | Spot::Corner(t, _) => t,
            _ => return None,
        };
        let beside = |i: &usize| self.board.figures[*i].place == Place::with(figure);
        let found: Vec<_> = (0..self.board.figures.len()).filter(beside).map(|i| FigureId(i as u16)).collect();
        (!found.is_empty()).then_some((tile, found))
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
                copy(&mut to.$table, &from.$table);
            )*};
        }
        copy!(tiles, segments, features, figures, marks, joins, players, piles, unseen, frontier, events);
        copy!(standing, supplied, owned, alike);
        copy(&mut to.grid.cells, &from.grid.cells);
        to.grid.width = from.grid.width;
        to.grid.origin = from.grid.origin;
        to.turn = from.turn;
        to.present = from.present;
        self.hashes.clone_from(&start.hashes);
        self.counts.clone_from(&start.counts);
        self.parts.clone_from(&start.parts);
        self.fitting.clone_from(&start.fitting);
        self.journal.forget();
    }
}

/// Makes rows those of another table; what there is room for is copied at once instead of row by row.
fn copy<T: Copy>(to: &mut RVec<T>, from: &[T]) {
    to.truncate(from.len());
    let (replaced, appended) = from.split_at(to.len());
    to.copy_from_slice(replaced);
    to.extend_from_slice(appended);
}
