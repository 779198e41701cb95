//! Where a tile may go: the fitting rotations of each empty cell, put into a list only if hooks have a say.

use gatehouse_core::{Board, Candidate, Rotation, Side, Sides};

/// How many rows of the frontier are looked at together: one a bit.
const ROWS: usize = 64;
/// Bits of [`FrontierRow::accepts`](gatehouse_core::FrontierRow::accepts) a side.
const KINDS: usize = 16;
/// How many kinds are changed together, without counting them.
const LANE: usize = 4;

/// The edges of a turned tile: the number of the kind on each side of the board.
pub(super) type Edges = [u8; 4];

/// For each rotation of a tile and each of its sides the word of a block in which the rows are that accept it there.
pub(super) type Needs = [[u8; 4]; 4];

/// What the rows of the frontier accept, turned on its side: for 64 rows at a time, each side and each kind of edge the
/// rows that accept it there. Where a tile fits is then a few words, however many cells are empty.
///
/// Rows beyond the end of the frontier accept everything, so that a new one need tell of the side it borders on only.
#[derive(Clone, Debug)]
pub(super) struct Fitting {
    /// Per 64 rows and side a word for each kind, in lanes.
    words: Vec<[u64; LANE]>,
    /// How many lanes the kinds of edges take.
    lanes: usize,
}

impl Fitting {
    /// Knows no row yet.
    pub(super) fn of_kinds(kinds: usize) -> Fitting {
        Fitting { words: Vec::new(), lanes: kinds.clamp(1, KINDS).div_ceil(LANE) }
    }

    /// Notes which kinds a row of the frontier accepts on a side now.
    #[inline(always)]
    pub(super) fn set_side(&mut self, row: usize, side: Side, fits: u16) {
        let (block, bit) = (row / ROWS, row % ROWS);
        let first = (4 * block + side.index()) * self.lanes;
        if first >= self.words.len() {
            self.words.resize(4 * (block + 1) * self.lanes, [u64::MAX; LANE]);
        }
        let mut fits = u64::from(fits);
        for lane in &mut self.words[first..first + self.lanes] {
            for (n, word) in lane.iter_mut().enumerate() {
                *word = *word & !(1 << bit) | (fits >> n & 1) << bit;
            }
            fits >>= LANE;
        }
    }

    /// Notes what a row of the frontier accepts on some of its sides now.
    pub(super) fn set(&mut self, row: usize, accepts: u64, sides: Sides) {
        sides.iter().for_each(|side| self.set_side(row, side, (accepts >> (KINDS * side.index())) as u16));
    }

    /// The last row takes the place of another. On other sides than these both accept everything.
    pub(super) fn take_off(&mut self, row: usize, last: usize, sides: Sides) {
        let (to, from) = (row % ROWS, last % ROWS);
        for side in sides.iter() {
            let lanes = |row: usize| (4 * (row / ROWS) + side.index()) * self.lanes;
            for n in 0..self.lanes {
                let (here, end) = (lanes(row) + n, lanes(last) + n);
                let moved = self.words[end].map(|word| (word >> from & 1) << to);
                self.words[here].iter_mut().zip(moved).for_each(|(word, bit)| *word = *word & !(1 << to) | bit);
                self.words[end].iter_mut().for_each(|word| *word |= 1 << from);
            }
        }
    }

    /// What a tile with these edges needs.
    pub(super) fn needs(&self, turned: &[Edges; 4]) -> Needs {
        let word =
            |(side, kind): (usize, u8)| (side * self.lanes * LANE + usize::from(kind) % (self.lanes * LANE)) as u8;
        turned.map(|[north, east, south, west]| [(0, north), (1, east), (2, south), (3, west)].map(word))
    }

    /// The words of the `n`th 64 rows.
    fn block(&self, n: usize) -> &[u64] {
        let size = 4 * self.lanes;
        self.words.get(n * size..(n + 1) * size).map_or(&[], |words| words.as_flattened())
    }
}

/// Where the rotations of a tile fit in 64 rows of the frontier.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Block {
    /// For each rotation the rows into which it fits.
    rows: [u64; 4],
    /// How many fit into each eight rows, a byte each.
    counts: u64,
}

impl Block {
    /// The row and the rotation of the fitting one with this number, which must be below their sum.
    fn fitting(&self, number: usize) -> (usize, Rotation) {
        let (mut left, mut row, mut counts) = (number as u64, 0, self.counts);
        while counts != 0 && left >= counts & 0xff {
            left -= counts & 0xff;
            counts >>= 8;
            row += 8;
        }
        // Eight rows of each rotation; one row of all is a bit of each byte.
        const ROW: u32 = 0x0101_0101;
        let mut eight = u32::from_le_bytes(self.rows.map(|rows| (rows >> (row % ROWS)) as u8));
        let mut here = u64::from((eight & ROW).wrapping_mul(ROW) >> 24);
        while eight != 0 && left >= here {
            left -= here;
            eight = eight >> 1 & !(ROW << 7);
            row += 1;
            here = u64::from((eight & ROW).wrapping_mul(ROW) >> 24);
        }
        let mut rotations = eight & ROW;
        (0..left).for_each(|_| rotations &= rotations.wrapping_sub(1));
        (row, Rotation((rotations.trailing_zeros() / 8 % 4) as u8))
    }
}

/// The cells and rotations on offer. Most are never looked at one by one: only their number is asked, and one of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Placements {
    /// For 64 rows of the frontier at a time.
    fitting: Vec<Block>,
    /// How many fit in all rows together.
    fits: usize,
    /// Those listed one by one; they come after those that fit.
    listed: Vec<Candidate>,
}

impl Placements {
    pub(super) fn clear(&mut self) {
        self.fitting.clear();
        self.fits = 0;
        self.listed.clear();
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.fits + self.listed.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Offers every rotation whose needed edges the frontier of `rows` rows accepts.
    pub(super) fn fit(&mut self, frontier: &Fitting, rows: usize, needs: &Needs) {
        self.clear();
        for n in 0..rows.div_ceil(ROWS) {
            let here = u64::MAX >> (ROWS - (rows - n * ROWS).min(ROWS));
            let block = frontier.block(n);
            let accepting = |word: u8| block.get(usize::from(word)).copied().unwrap_or(0);
            let rows = needs.map(|[north, east, south, west]| {
                here & accepting(north) & accepting(east) & accepting(south) & accepting(west)
            });
            let counts = bytes(&rows);
            self.fits += sum(counts);
            self.fitting.push(Block { rows, counts });
        }
    }

    /// Offers a further one.
    pub(super) fn push(&mut self, candidate: Candidate) {
        self.listed.push(candidate);
    }

    /// The one with this number; the frontier must be as it was when they were fitted.
    pub(super) fn get(&self, board: &Board, number: usize) -> Option<Candidate> {
        if number >= self.fits {
            return self.listed.get(number - self.fits).copied();
        }
        let (row, rotation) = self.fitting(number)?;
        Some(Candidate { pos: board.frontier.get(row)?.pos, rotation, misfits: 0 })
    }

    /// The row of the frontier and the rotation of the fitting one with this number.
    fn fitting(&self, number: usize) -> Option<(usize, Rotation)> {
        let mut left = number;
        for (n, block) in self.fitting.iter().enumerate() {
            let here = sum(block.counts);
            if left < here {
                let (row, rotation) = block.fitting(left);
                return Some((n * ROWS + row, rotation));
            }
            left -= here;
        }
        None
    }

    /// Lists all of them in order; the frontier must be as it was when they were fitted.
    pub(super) fn list(&self, board: &Board, into: &mut Vec<Candidate>) {
        for (rows, block) in board.frontier.chunks(ROWS).zip(&self.fitting) {
            for (n, row) in rows.iter().enumerate() {
                into.extend(rotations(&block.rows, n).map(|rotation| Candidate { pos: row.pos, rotation, misfits: 0 }));
            }
        }
        into.extend_from_slice(&self.listed);
    }

    /// All of them in order; the frontier must be as it was when they were fitted.
    pub(super) fn iter<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Candidate> + use<'a> {
        let blocks = board.frontier.chunks(ROWS).zip(&self.fitting);
        let fitting = blocks.flat_map(|(rows, block)| {
            let of_row = move |(n, row): (usize, &gatehouse_core::FrontierRow)| {
                let pos = row.pos;
                rotations(&block.rows, n).map(move |rotation| Candidate { pos, rotation, misfits: 0 })
            };
            rows.iter().enumerate().flat_map(of_row)
        });
        fitting.chain(self.listed.iter().copied())
    }
}

/// The sides of a cell that do not accept the edges of a turned tile, bit 0 north.
pub(super) fn misfits(edges: &Edges, accepts: u64) -> u8 {
    let fits = |side: usize| accepts >> (KINDS * side) >> edges[side] & 1 != 0;
    (0..4).fold(0, |set, side| set | u8::from(!fits(side)) << side)
}

/// The rotations that fit into a row of a block.
fn rotations(fitting: &[u64; 4], row: usize) -> impl Iterator<Item = Rotation> + use<'_> {
    Rotation::ALL.into_iter().filter(move |r| fitting[r.0 as usize] >> row & 1 != 0)
}

/// How many bits four words have together in each of their bytes: at most 32, so that no count spills.
fn bytes(words: &[u64; 4]) -> u64 {
    let pairs = words.map(|w| w - (w >> 1 & 0x5555_5555_5555_5555));
    let fours = pairs.map(|w| (w & 0x3333_3333_3333_3333) + (w >> 2 & 0x3333_3333_3333_3333));
    fours.into_iter().map(|w| (w + (w >> 4)) & 0x0f0f_0f0f_0f0f_0f0f).sum()
}

/// The sum of the bytes of a word.
fn sum(bytes: u64) -> usize {
    let pairs = (bytes & 0x00ff_00ff_00ff_00ff) + (bytes >> 8 & 0x00ff_00ff_00ff_00ff);
    (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as usize
}

#[cfg(test)]
mod tests {
    use super::super::hash::mix;
    use super::*;

    /// Numbers that look random, below a limit.
    fn numbers() -> impl FnMut(u64) -> usize {
        let mut n = 0;
        move |limit| {
            n += 1;
            (mix(n) % limit) as usize
        }
    }

    /// What fits row by row, as it would be found one row after the other.
    fn one_by_one(rows: &[u64], turned: &[Edges; 4]) -> Vec<(usize, Rotation)> {
        let fits = |accepts: u64, r: &Rotation| misfits(&turned[r.0 as usize], accepts) == 0;
        let of_row = |(n, accepts): (usize, &u64)| {
            let accepts = *accepts;
            Rotation::ALL.into_iter().filter(move |r| fits(accepts, r)).map(move |r| (n, r))
        };
        rows.iter().enumerate().flat_map(of_row).collect()
    }

    #[test]
    fn what_fits_is_what_fits_row_by_row_however_the_frontier_changes() {
        let mut number = numbers();
        let (mut rows, mut known, mut placements) = (Vec::new(), Fitting::of_kinds(5), Placements::default());
        for _ in 0..3000 {
            let (side, fits) = (Side::ALL[number(4)], number(1 << 5) as u16);
            let (mask, accepted) = (0xffff << (KINDS * side.index()), u64::from(fits) << (KINDS * side.index()));
            match number(7) {
                0 if rows.len() > 1 => {
                    let row = number(rows.len() as u64);
                    known.take_off(row, rows.len() - 1, Sides::ALL);
                    rows.swap_remove(row);
                }
                1 | 2 => {
                    known.set_side(rows.len(), side, fits);
                    rows.push(!mask | accepted);
                }
                _ if rows.is_empty() => continue,
                _ => {
                    let row = number(rows.len() as u64);
                    known.set_side(row, side, fits);
                    rows[row] = rows[row] & !mask | accepted;
                }
            }
            let edges = [0; 4].map(|_| number(5) as u8);
            let turned = [0, 1, 2, 3].map(|turn| [0, 1, 2, 3].map(|side| edges[(side + turn) % 4]));
            placements.fit(&known, rows.len(), &known.needs(&turned));
            let found: Vec<_> = (0..placements.len()).map_while(|n| placements.fitting(n)).collect();
            assert_eq!(found, one_by_one(&rows, &turned));
        }
        assert!(rows.len() > 3 * ROWS, "only {} rows", rows.len());
    }

    #[test]
    fn a_block_in_which_all_fits_is_counted_in_full() {
        assert_eq!(sum(bytes(&[u64::MAX; 4])), 4 * ROWS);
    }
}
