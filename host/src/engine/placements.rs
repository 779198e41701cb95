//! Where a tile may go: the fitting rotations of each empty cell, put into a list only if hooks have a say.

use gatehouse_core::{Board, Candidate, FrontierRow, Rotation};

/// The cells and rotations on offer. Most are never looked at one by one: only their number is asked, and one of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Placements {
    /// Per row of the frontier the rotations that fit, bit 0 as printed.
    fitting: Vec<u8>,
    /// How many rotations fit in all rows together.
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

    /// Offers every rotation whose needed edges the frontier accepts.
    pub(super) fn fit(&mut self, frontier: &[FrontierRow], needs: &[u64; 4]) {
        self.clear();
        self.fitting.extend(frontier.iter().map(|row| fitting(row, needs)));
        let (eights, rest) = self.fitting.as_chunks::<8>();
        self.fits = eights.iter().map(many).sum::<usize>() + rest.iter().map(|set| count(*set)).sum::<usize>();
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
        let (mut left, mut row) = (number, 0);
        for eight in self.fitting.as_chunks::<8>().0 {
            let here = many(eight);
            if left < here {
                break;
            }
            left -= here;
            row += eight.len();
        }
        while left >= count(*self.fitting.get(row)?) {
            left -= count(self.fitting[row]);
            row += 1;
        }
        candidates(board.frontier.get(row)?, self.fitting[row]).nth(left)
    }

    /// All of them in order; the frontier must be as it was when they were fitted.
    pub(super) fn iter<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Candidate> + use<'a> {
        let fitting = board.frontier.iter().zip(&self.fitting).flat_map(|(row, &set)| candidates(row, set));
        fitting.chain(self.listed.iter().copied())
    }
}

/// The rotations that fit into a cell, bit 0 as printed.
fn fitting(row: &FrontierRow, needs: &[u64; 4]) -> u8 {
    let rejects = !row.accepts;
    let fits = |n: usize| u8::from(needs[n] & rejects == 0) << n;
    fits(0) | fits(1) | fits(2) | fits(3)
}

/// How many rotations a set of them has.
fn count(set: u8) -> usize {
    set.count_ones() as usize
}

/// How many rotations eight sets have together.
fn many(sets: &[u8; 8]) -> usize {
    u64::from_le_bytes(*sets).count_ones() as usize
}

fn candidates(row: &FrontierRow, set: u8) -> impl Iterator<Item = Candidate> + use<> {
    let pos = row.pos;
    let fits = Rotation::ALL.into_iter().filter(move |r| set >> r.0 & 1 != 0);
    fits.map(move |rotation| Candidate { pos, rotation, misfits: 0 })
}
