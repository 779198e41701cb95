//! What may come from a pile and the piles mixed into it, and how likely each kind is.
//!
//! All tiles that can still be drawn are equally likely. In a pile of which some were taken out unseen nobody knows
//! which those are, so each of its unseen tiles stands for a part of one: with 9 of 12 left to draw, for three quarters.

use super::opening::Opening;
use super::play::Play;
use gatehouse_core::{Board, PileId, PileRow, Tables, TileKind};

/// A kind of tile that may come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Unseen {
    pub(super) pile: PileId,
    pub(super) kind: TileKind,
    /// In how many of all equally likely cases it comes.
    pub(super) weight: u32,
}

/// What may come from a pile and those mixed into it. The kinds are read off the unseen tiles only when somebody asks:
/// most draws want their number, and one of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Draws {
    /// The piles with tiles to draw, each with the weight of one of its unseen tiles.
    piles: Vec<(PileId, u32)>,
    /// How many kinds may come.
    kinds: usize,
    /// How many equally likely cases there are.
    cases: u32,
}

impl Draws {
    pub(super) fn clear(&mut self) {
        self.piles.clear();
        (self.kinds, self.cases) = (0, 0);
    }

    /// Becomes what may come from `pile` as things stand.
    fn find(&mut self, tables: &Tables, board: &Board, pile: PileId) {
        self.piles.clear();
        self.piles.extend(tables.mixed(pile).filter(|p| row(board, *p).remaining > 0).map(|p| (p, 1)));
        weigh(board, &mut self.piles);
        self.kinds = self.piles.iter().map(|(p, _)| some(unseen(board, *p))).sum();
        self.cases = self.piles.iter().map(|(p, weight)| weight * all(&row(board, *p))).sum();
    }

    /// How many kinds may come.
    pub(super) fn len(&self) -> usize {
        self.kinds
    }

    /// How many equally likely cases there are.
    pub(super) fn cases(&self) -> u32 {
        self.cases
    }

    /// The number of the kind that comes in a case, counted from 0.
    pub(super) fn of_case(&self, board: &Board, case: u32) -> usize {
        let (mut left, mut number) = (case, 0);
        for &(pile, weight) in &self.piles {
            for n in unseen(board, pile) {
                let here = weight * u32::from(*n);
                if left < here {
                    return number;
                }
                left -= here;
                number += usize::from(*n > 0);
            }
        }
        0
    }

    /// The kind with this number; the unseen tiles must be as they were when they were asked for.
    pub(super) fn get(&self, board: &Board, number: usize) -> Option<Unseen> {
        let mut left = number;
        for &(pile, weight) in &self.piles {
            let rows = unseen(board, pile);
            for (n, part) in rows.chunks(PART).enumerate() {
                let here = some(part);
                if left < here {
                    let (kind, n) = (n * PART..).zip(part).filter(|(_, n)| **n > 0).nth(left)?;
                    return Some(Unseen { pile, kind: TileKind(kind as u16), weight: weight * u32::from(*n) });
                }
                left -= here;
            }
        }
        None
    }

    /// All kinds that may come, pile by pile.
    pub(super) fn iter<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = Unseen> + use<'a> {
        self.piles.iter().flat_map(move |&(pile, weight)| {
            let left = (0..).zip(unseen(board, pile)).filter(|(_, n)| **n > 0);
            left.map(move |(kind, n)| Unseen { pile, kind: TileKind(kind), weight: weight * u32::from(*n) })
        })
    }
}

/// How many rows are counted at once.
const PART: usize = 32;

/// How many of these kinds have tiles left.
fn some(rows: &[u16]) -> usize {
    let (eights, rest) = rows.as_chunks::<8>();
    let mut sums = [0u16; 8];
    for eight in eights {
        sums.iter_mut().zip(eight).for_each(|(sum, n)| *sum += u16::from(*n > 0));
    }
    sums.iter().map(|n| usize::from(*n)).sum::<usize>() + rest.iter().filter(|n| **n > 0).count()
}

fn row(board: &Board, pile: PileId) -> PileRow {
    board.piles.get(pile.index()).copied().unwrap_or_default()
}

/// How many tiles of each kind are unseen in a pile.
fn unseen(board: &Board, pile: PileId) -> &[u16] {
    let kinds = board.unseen.len() / board.piles.len().max(1);
    board.unseen.get(pile.index() * kinds..(pile.index() + 1) * kinds).unwrap_or(&[])
}

/// How many tiles of a pile are unseen, those taken out included.
fn all(row: &PileRow) -> u32 {
    u32::from(row.remaining) + u32::from(row.withdrawn)
}

impl Play {
    /// Finds what may come from a pile for the open decision.
    pub(super) fn find_draws(&mut self, o: &Opening, pile: PileId) {
        self.open.draws.find(&o.tables, &self.state.board, pile);
    }

    /// A tile of a kind leaves the pile it is in.
    pub(super) fn take_from_pile(&mut self, o: &Opening, pile: PileId, kind: TileKind) {
        let row = pile.index() * o.tables.tile_kinds.len() + kind.index();
        let count = self.state.board.unseen[row];
        self.state.set_unseen(row, count.saturating_sub(1));
        let left = self.state.board.piles[pile.index()];
        self.state.set_pile(pile.index(), left.remaining.saturating_sub(1), left.withdrawn);
    }
}

/// Gives each pile the weight of one of its unseen tiles.
fn weigh(board: &Board, piles: &mut [(PileId, u32)]) {
    let short = piles.iter().filter(|(p, _)| row(board, *p).withdrawn > 0).count();
    if short > 0 && piles.len() > 1 {
        let rows: Vec<PileRow> = piles.iter().map(|(p, _)| row(board, *p)).collect();
        piles.iter_mut().zip(weights(&rows)).for_each(|((_, weight), w)| *weight = w);
    }
}

/// What one unseen tile of each pile weighs: whole numbers in the proportions of what can be drawn to what is unseen.
fn weights(piles: &[PileRow]) -> Vec<u32> {
    let unseen = |p: &PileRow| u64::from(p.remaining) + u64::from(p.withdrawn);
    let common = piles.iter().filter(|p| p.withdrawn > 0).fold(1u64, |all, p| {
        let part = unseen(p) / divisor(unseen(p), p.remaining.into());
        all.saturating_mul(part / divisor(all, part))
    });
    let whole = |p: &PileRow| common.saturating_mul(p.remaining.into()) / unseen(p);
    let shared = piles.iter().fold(0, |all, p| divisor(all, whole(p))).max(1);
    let mut weights: Vec<u64> = piles.iter().map(|p| whole(p) / shared).collect();
    // Proportions so odd that their cases can't be counted in 32 bits are rounded; no set of tiles comes near.
    let cases = |weights: &[u64]| {
        weights.iter().zip(piles).fold(0u64, |sum, (w, p)| sum.saturating_add(w.saturating_mul(unseen(p))))
    };
    while cases(&weights) > u32::MAX.into() {
        weights.iter_mut().for_each(|w| *w = (*w / 2).max(1));
    }
    weights.into_iter().map(|w| w as u32).collect()
}

/// The greatest common divisor.
fn divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { divisor(b, a % b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights_of(piles: &[(u16, u16)]) -> Vec<u32> {
        let row = |&(remaining, withdrawn): &(u16, u16)| PileRow { remaining, withdrawn };
        weights(&piles.iter().map(row).collect::<Vec<_>>())
    }

    #[test]
    fn tiles_that_can_be_drawn_are_equally_likely() {
        assert_eq!(weights_of(&[(71, 0)]), [1]);
        assert_eq!(weights_of(&[(71, 3)]), [1]);
        assert_eq!(weights_of(&[(71, 0), (12, 0)]), [1, 1]);
        // 71 * 4 of 71 * 4 + 12 * 3 cases are 71 of 80.
        assert_eq!(weights_of(&[(71, 0), (9, 3)]), [4, 3]);
        assert_eq!(weights_of(&[(71, 0), (8, 3)]), [11, 8]);
        assert_eq!(weights_of(&[(5, 5), (9, 3), (2, 1)]), [6, 9, 8]);
    }

    #[test]
    fn odd_proportions_still_give_every_tile_a_case() {
        let odd = weights_of(&[(65_519, 2), (65_497, 2), (65_479, 2), (65_447, 2), (1, 65_500)]);
        assert!(odd.iter().all(|w| *w > 0));
        assert!(odd.iter().map(|w| u64::from(*w) * 65_535).sum::<u64>() < 2 * u64::from(u32::MAX));
    }
}
