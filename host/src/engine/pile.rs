//! What may come from a pile and the piles mixed into it, and how likely each kind is.
//!
//! All tiles that can still be drawn are equally likely. In a pile of which some were taken out unseen nobody knows
//! which those are, so each of its unseen tiles stands for a part of one: with 9 of 12 left to draw, for three quarters.

use super::opening::Opening;
use super::play::Play;
use super::timeline::Unseen;
use gatehouse_core::{PileId, PileRow, TileKind};

impl Play {
    /// Lists what may come from a pile for the open decision.
    pub(super) fn list_unseen(&mut self, o: &Opening, pile: PileId) {
        let kinds = o.tables.tile_kinds.len();
        let board = &self.state.board;
        let row = |p: &PileId| board.piles.get(p.index()).copied().unwrap_or_default();
        let piles: Vec<(PileId, PileRow)> = o.tables.mixed(pile).map(|p| (p, row(&p))).collect();
        let piles: Vec<(PileId, PileRow)> = piles.into_iter().filter(|(_, row)| row.remaining > 0).collect();
        let weights = weights(&piles);
        let list = &mut self.open.kinds;
        list.clear();
        for (&(pile, _), &weight) in piles.iter().zip(&weights) {
            let rows = board.unseen.get(pile.index() * kinds..(pile.index() + 1) * kinds).unwrap_or(&[]);
            // Each row is written and the end moved on only if any are left: which are can't be foreseen, and a branch
            // for each would cost more than the writes.
            let mut end = list.len();
            list.resize(end + rows.len(), Unseen { pile, kind: TileKind::NONE, weight: 0 });
            for (kind, n) in rows.iter().enumerate() {
                list[end] = Unseen { pile, kind: TileKind(kind as u16), weight: weight.saturating_mul(u32::from(*n)) };
                end += usize::from(*n > 0);
            }
            list.truncate(end);
        }
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

/// What one unseen tile of each pile weighs: whole numbers in the proportions of what can be drawn to what is unseen.
fn weights(piles: &[(PileId, PileRow)]) -> Vec<u32> {
    if piles.iter().all(|(_, p)| p.withdrawn == 0) || piles.len() == 1 {
        return vec![1; piles.len()];
    }
    let unseen = |p: &PileRow| u64::from(p.remaining) + u64::from(p.withdrawn);
    let common = piles.iter().fold(1u64, |all, (_, p)| {
        let part = unseen(p) / divisor(unseen(p), p.remaining.into());
        all.saturating_mul(part / divisor(all, part))
    });
    let whole = |p: &PileRow| common.saturating_mul(p.remaining.into()) / unseen(p);
    let shared = piles.iter().fold(0, |all, (_, p)| divisor(all, whole(p))).max(1);
    let mut weights: Vec<u64> = piles.iter().map(|(_, p)| whole(p) / shared).collect();
    // Proportions so odd that their cases can't be counted in 32 bits are rounded; no set of tiles comes near.
    let cases = |weights: &[u64]| {
        weights.iter().zip(piles).fold(0u64, |sum, (w, (_, p))| sum.saturating_add(w.saturating_mul(unseen(p))))
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
        let row = |&(remaining, withdrawn): &(u16, u16)| (PileId(0), PileRow { remaining, withdrawn });
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
