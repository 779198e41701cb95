//! The window of cells and its frontier: which empty cells lie beside a tile and what fits there.

use super::journal::Was;
use super::placements::Edges;
use super::state::State;
use abi_stable::std_types::RVec;
use gatehouse_core::{FrontierRow, Grid, Pos, Rotation, Side, Sides, Tables, TileId, TileKind};

/// Cells per row at the start; enough for most games of 72 tiles.
const WIDTH: u16 = 32;
/// The widest window; a table this long needs more tiles than ids allow.
const WIDEST: u16 = 8192;

pub(super) fn empty() -> Grid {
    Grid { cells: RVec::from(vec![0; WIDTH as usize * WIDTH as usize]), width: WIDTH, origin: WIDTH / 2 }
}

/// The edges of a turned tile.
pub(super) fn edges(tables: &Tables, kind: TileKind, rotation: Rotation) -> Edges {
    let printed = &tables.tile_kinds[kind.index()].edges;
    let mut edges = [0; 4];
    for side in Side::ALL {
        edges[side.rotated(rotation).index()] = (printed[side.index()].index() % 16) as u8;
    }
    edges
}

const fn at(side: Side) -> u32 {
    16 * side as u32
}

impl State {
    /// Whether a tile can lie here at all: inside the widest window and on no other.
    pub(super) fn can_hold(&self, pos: Pos) -> bool {
        let limit = (WIDEST / 2 - 2) as i32;
        (pos.x as i32).abs() < limit && (pos.y as i32).abs() < limit && self.board.grid.tile(pos).is_none()
    }

    /// Puts a tile into its cell and mends the frontier around it. The cell must be empty.
    ///
    /// Returns the cell's index; its eight neighbours lie inside the window.
    pub(super) fn fill_cell(
        &mut self,
        tables: &Tables,
        pos: Pos,
        tile: TileId,
        kind: TileKind,
        rotation: Rotation,
    ) -> usize {
        self.make_room(pos);
        let index = self.board.grid.index(pos).unwrap_or(0);
        let was = self.board.grid.cells[index];
        if was & 0x8000 != 0 {
            self.remove_frontier(was & 0x7fff);
        }
        self.set_cell(index, 1 + tile.0);
        let edges = &tables.tile_kinds[kind.index()].edges;
        let width = self.board.grid.width as isize;
        let steps = [-width, 1, width, -1];
        // In printed order, so that a turned board lists the same cells in the same order.
        for printed in Side::ALL {
            let side = printed.rotated(rotation);
            // Looked up, for no processor foresees on which side comes what.
            let beside = index.wrapping_add_signed(steps[side.index()]);
            if self.board.grid.cells[beside] & 0x8000 != 0 || self.board.grid.cells[beside] == 0 {
                self.border(beside, pos.beside(side), side.opposite(), tables.fits[edges[printed.index()].index()]);
            }
        }
        index
    }

    /// The cells around the cell at `index`: clockwise from the one in the north.
    pub(super) fn around(&self, index: usize) -> [u16; 8] {
        let width = self.board.grid.width as usize;
        let cells = &self.board.grid.cells[index - width - 1..index + width + 2];
        let row = |n: usize| &cells[n * width..n * width + 3];
        let [a, b, c] = [row(0), row(1), row(2)];
        [a[1], a[2], b[2], c[2], c[1], c[0], b[0], a[0]]
    }

    /// The empty cell at `index` now has a tile across `side` that accepts `fits`.
    fn border(&mut self, index: usize, pos: Pos, side: Side, fits: u16) {
        let cell = self.board.grid.cells[index];
        let mask = 0xffffu64 << at(side);
        let accepted = u64::from(fits) << at(side);
        let i = if cell & 0x8000 != 0 {
            let i = cell & 0x7fff;
            let row = &mut self.board.frontier[i as usize];
            self.journal.keep(|| Was::Frontier(i, *row));
            row.accepts = row.accepts & !mask | accepted;
            let was = row.neighbours;
            row.neighbours = was.with(side);
            self.board.present.holes += u32::from(was != Sides::ALL && row.neighbours == Sides::ALL);
            i
        } else {
            let i = self.board.frontier.len() as u16;
            self.journal.keep(|| Was::FrontierGrew);
            self.board.frontier.push(FrontierRow { accepts: !mask | accepted, pos, neighbours: Sides::of(side) });
            self.set_cell(index, 0x8000 | i);
            i
        };
        self.fitting.set_side(i.into(), side, fits);
    }

    /// The empty cell at `pos` beside a tile accepts something else across `side`.
    pub(super) fn reborder(&mut self, pos: Pos, side: Side, fits: u16) {
        let Some(index) = self.board.grid.index(pos) else { return };
        if self.board.grid.cells[index] & 0x8000 != 0 {
            self.border(index, pos, side, fits);
        }
    }

    fn remove_frontier(&mut self, i: u16) {
        let last = self.board.frontier.len() - 1;
        let end = self.board.frontier[last];
        let beside = self.board.frontier[i as usize].neighbours;
        self.board.present.holes -= u32::from(beside == Sides::ALL);
        self.journal.keep(|| Was::FrontierEnd(end));
        self.board.frontier.truncate(last);
        self.fitting.take_off(i.into(), last, Sides(beside.0 | end.neighbours.0));
        if (i as usize) < last {
            let was = self.board.frontier[i as usize];
            self.journal.keep(|| Was::Frontier(i, was));
            self.board.frontier[i as usize] = end;
            if let Some(index) = self.board.grid.index(end.pos) {
                self.set_cell(index, 0x8000 | i);
            }
        }
    }

    /// Doubles the window until the cell and its neighbours lie well inside.
    fn make_room(&mut self, pos: Pos) {
        let inside = |grid: &Grid| {
            let (x, y) = (pos.x as i32 + grid.origin as i32, pos.y as i32 + grid.origin as i32);
            let last = grid.width as i32 - 3;
            // Two cells of margin: the neighbours of a frontier cell lie inside too.
            x > 1 && y > 1 && x < last && y < last
        };
        while !inside(&self.board.grid) && self.board.grid.width < WIDEST {
            let old = &self.board.grid;
            let (width, new_width) = (old.width as usize, old.width as usize * 2);
            let shift = width / 2;
            let mut cells = vec![0; new_width * new_width];
            for y in 0..width {
                let to = (y + shift) * new_width + shift;
                cells[to..to + width].copy_from_slice(&old.cells[y * width..(y + 1) * width]);
            }
            let grid = Grid { cells: RVec::from(cells), width: new_width as u16, origin: old.origin + shift as u16 };
            let was = std::mem::replace(&mut self.board.grid, grid);
            self.journal.keep(|| Was::Grid(Box::new(was)));
        }
    }
}
