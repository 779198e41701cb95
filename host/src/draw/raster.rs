//! A tile as a fine grid of cells that know which piece they show: for regions of ground, places for figures, and the
//! terminal.

use super::geometry::{At, HALF, at};

/// Cells in a row.
const SIZE: usize = 40;
/// The width of a cell.
const CELL: f64 = 2.0 * HALF / SIZE as f64;

/// Which piece each cell shows.
#[derive(Clone, Debug)]
pub(super) struct Raster {
    owners: Vec<Option<usize>>,
}

/// How far each cell of a region is from its border.
#[derive(Clone, Debug)]
pub(super) struct Depths(Vec<f64>);

fn middle(cell: usize) -> At {
    at(((cell % SIZE) as f64 + 0.5) * CELL - HALF, ((cell / SIZE) as f64 + 0.5) * CELL - HALF)
}

fn neighbours(cell: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (cell % SIZE, cell / SIZE);
    let steps = [(y > 0).then(|| cell - SIZE), (x + 1 < SIZE).then(|| cell + 1)];
    let more = [(y + 1 < SIZE).then(|| cell + SIZE), (x > 0).then(|| cell - 1)];
    steps.into_iter().chain(more).flatten()
}

/// The cells along half-edge `half`, in the order of [`gatehouse_core::Halves`].
fn cells_of_half(half: usize) -> impl Iterator<Item = usize> {
    (0..SIZE / 2).map(move |n| {
        let n = (half % 2) * (SIZE / 2) + n;
        match half / 2 {
            0 => n,
            1 => n * SIZE + SIZE - 1,
            2 => (SIZE - 1) * SIZE + SIZE - 1 - n,
            _ => (SIZE - 1 - n) * SIZE,
        }
    })
}

impl Raster {
    /// A grid painted point by point.
    pub(super) fn painted(owner: impl Fn(At) -> Option<usize>) -> Raster {
        Raster { owners: (0..SIZE * SIZE).map(|c| owner(middle(c))).collect() }
    }

    /// Gives the cells nobody owns to the pieces that lie over them.
    pub(super) fn cover(&mut self, over: impl Fn(At) -> Option<usize>) {
        for (cell, owner) in self.owners.iter_mut().enumerate().filter(|(_, o)| o.is_none()) {
            *owner = over(middle(cell));
        }
    }

    /// The piece at a point of the tile.
    pub(super) fn owner(&self, p: At) -> Option<usize> {
        let part = |v: f64| (((v + HALF) / CELL).floor().max(0.0) as usize).min(SIZE - 1);
        self.owners[part(p.y) * SIZE + part(p.x)]
    }

    /// Gives the cells nobody owns to the pieces that reach them from half-edges, each cell to the nearest; what is
    /// enclosed goes to the pieces in `inner`, the largest first.
    pub(super) fn flood(&mut self, halves: &[(usize, u8)], inner: &[usize]) {
        let mut queue = std::collections::VecDeque::new();
        for &(piece, bits) in halves {
            for cell in (0..8).filter(|h| bits >> h & 1 == 1).flat_map(cells_of_half) {
                if self.owners[cell].is_none() {
                    self.owners[cell] = Some(piece);
                    queue.push_back(cell);
                }
            }
        }
        self.spread(&mut queue);
        let mut inner = inner.iter();
        while let Some(region) = self.largest_unowned() {
            let near = || region.iter().flat_map(|&c| neighbours(c)).find_map(|c| self.owners[c]);
            let Some(piece) = inner.next().copied().or_else(near) else { return };
            region.into_iter().for_each(|c| self.owners[c] = Some(piece));
        }
    }

    fn spread(&mut self, queue: &mut std::collections::VecDeque<usize>) {
        while let Some(cell) = queue.pop_front() {
            for next in neighbours(cell) {
                if self.owners[next].is_none() {
                    self.owners[next] = self.owners[cell];
                    queue.push_back(next);
                }
            }
        }
    }

    fn largest_unowned(&self) -> Option<Vec<usize>> {
        let mut seen = vec![false; self.owners.len()];
        let mut best: Option<Vec<usize>> = None;
        for start in 0..self.owners.len() {
            if seen[start] || self.owners[start].is_some() {
                continue;
            }
            seen[start] = true;
            let mut region = vec![start];
            let mut next = 0;
            while let Some(&cell) = region.get(next) {
                next += 1;
                for n in neighbours(cell).filter(|&n| self.owners[n].is_none()) {
                    if !std::mem::replace(&mut seen[n], true) {
                        region.push(n);
                    }
                }
            }
            if best.as_ref().is_none_or(|b| region.len() > b.len()) {
                best = Some(region);
            }
        }
        best
    }

    /// How deep each cell of the region that `belongs` lies in it; the edge of the tile is a border too.
    pub(super) fn depths(&self, belongs: impl Fn(Option<usize>) -> bool) -> Depths {
        let mut depths: Vec<f64> = self.owners.iter().map(|&o| if belongs(o) { f64::MAX } else { 0.0 }).collect();
        let relax = |depths: &mut Vec<f64>, cell: usize, forward: bool| {
            let (x, y) = ((cell % SIZE) as isize, (cell / SIZE) as isize);
            let sign = if forward { -1 } else { 1 };
            let steps = [(sign, 0, 1.0), (0, sign, 1.0), (sign, sign, 1.41), (-sign, sign, 1.41)];
            for (dx, dy, step) in steps {
                let (nx, ny) = (x + dx, y + dy);
                let inside = (0..SIZE as isize).contains(&nx) && (0..SIZE as isize).contains(&ny);
                let near = if inside { depths[ny as usize * SIZE + nx as usize] + step * CELL } else { CELL / 2.0 };
                depths[cell] = depths[cell].min(near);
            }
        };
        (0..SIZE * SIZE).for_each(|c| relax(&mut depths, c, true));
        (0..SIZE * SIZE).rev().for_each(|c| relax(&mut depths, c, false));
        Depths(depths)
    }
}

impl Depths {
    /// The cells at least this deep, row by row.
    pub(super) fn deeper_than(&self, least: f64) -> impl Iterator<Item = (At, f64)> + '_ {
        self.0.iter().enumerate().filter(move |(_, d)| **d > least).map(|(c, d)| (middle(c), *d))
    }

    /// A cell with `enough` room around it, or the most there is, that keeps away from `taken` points of a radius each;
    /// none in an empty region.
    pub(super) fn roomy(&self, enough: f64, taken: &[(At, f64)]) -> Option<(At, f64)> {
        let mut best: Option<(f64, At, f64)> = None;
        for (p, depth) in self.deeper_than(0.0) {
            let room = taken.iter().map(|(t, r)| p.distance(*t) - r).fold(depth, f64::min);
            // Of cells with equal room the one nearest to the middle, so that drawings line up from tile to tile.
            let worth = room.min(enough) - 0.02 * p.length();
            if best.is_none_or(|(most, ..)| worth > most + 1e-6) {
                best = Some((worth, p, room));
            }
        }
        best.map(|(_, p, room)| (p, room))
    }

    /// Two cells with most room around each of them; none in an empty region.
    pub(super) fn roomy_pair(&self) -> Option<[(At, f64); 2]> {
        // Every other cell is fine enough, and the pairs are many.
        let cells: Vec<_> = self.deeper_than(0.0).enumerate().filter(|(i, _)| i % 3 == 0).map(|(_, c)| c).collect();
        let mut best: Option<(f64, [(At, f64); 2])> = None;
        for (i, &(a, deep_a)) in cells.iter().enumerate() {
            for &(b, deep_b) in &cells[i + 1..] {
                let room = deep_a.min(deep_b).min(a.distance(b) / 2.0);
                // Side by side rather than one above the other.
                let worth = room - 0.02 * (a.length() + b.length()) - 0.3 * (a.y - b.y).abs();
                if best.is_none_or(|(most, _)| worth > most + 1e-6) {
                    best = Some((worth, [(a, room), (b, room)]));
                }
            }
        }
        best.map(|(_, [a, b])| if a.0.x <= b.0.x { [a, b] } else { [b, a] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Piece 0 on a stripe through the middle, the rest unowned.
    fn striped() -> Raster {
        Raster::painted(|p| (p.y.abs() < 6.0).then_some(0))
    }

    #[test]
    fn a_flood_fills_from_half_edges_and_stops_at_pieces() {
        let mut raster = striped();
        raster.flood(&[(1, 0b11), (2, 0b11_0000)], &[]);
        assert_eq!(raster.owner(at(40.0, -10.0)), Some(1));
        assert_eq!(raster.owner(at(-40.0, 10.0)), Some(2));
        assert_eq!(raster.owner(at(0.0, 0.0)), Some(0));
    }

    #[test]
    fn what_is_enclosed_goes_to_the_pieces_without_edges() {
        let mut raster = Raster::painted(|p| (p.length() > 20.0).then_some(0));
        raster.flood(&[(1, 0xff)], &[2]);
        assert_eq!(raster.owner(at(0.0, 0.0)), Some(2));
    }

    #[test]
    fn the_roomiest_cell_is_amid_its_region() {
        let depths = striped().depths(|o| o.is_none());
        let (p, room) = depths.roomy(30.0, &[]).unwrap();
        assert!(p.y.abs() > 20.0 && room > 18.0, "{p:?} {room}");
        let (q, _) = depths.roomy(30.0, &[(p, 20.0)]).unwrap();
        assert!(p.distance(q) > 20.0);
    }
}
