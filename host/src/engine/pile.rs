//! What may come from a pile and the piles mixed into it, and how likely each kind is.
//!
//! All tiles that can still be drawn are equally likely. In a pile of which some were taken out unseen nobody knows
//! which those are, so each of its unseen tiles stands for a part of one: with 9 of 12 left to draw, for three quarters.

use super::hash;
use super::journal::Was;
use super::opening::Opening;
use super::play::Play;
use super::state::State;
use gatehouse_core::{Board, PileId, PileRow, Tables, TileKind};

/// A kind of tile that may come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Unseen {
    pub(super) pile: PileId,
    pub(super) kind: TileKind,
    /// In how many of all equally likely cases it comes.
    pub(super) weight: u32,
}

/// A pile with tiles to draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Source {
    pile: PileId,
    row: PileRow,
    /// What one of its unseen tiles weighs.
    weight: u64,
}

/// What may come from a pile and those mixed into it. The kinds are read off the unseen tiles only when somebody asks:
/// most draws want their number, and one of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Draws {
    piles: Vec<Source>,
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
    fn find(&mut self, tables: &Tables, state: &State, pile: PileId, weighed: &mut Weighed) {
        self.piles.clear();
        let rows = tables.mixed(pile).filter_map(|pile| Some((pile, *state.board.piles.get(pile.index())?)));
        self.piles.extend(rows.filter(|(_, row)| row.remaining > 0).map(|(pile, row)| Source { pile, row, weight: 1 }));
        self.cases = weighed.weigh(&mut self.piles) as u32;
        self.kinds = self.piles.iter().map(|source| state.parts.kinds_left(source.pile).len()).sum();
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
    pub(super) fn of_case(&self, state: &State, case: u32) -> usize {
        let (mut left, mut number) = (case, 0);
        for source in &self.piles {
            let weight = source.weight as u32;
            for (part, counts) in state.parts.of(source.pile).iter().zip(state.unseen_in(source.pile).chunks(PART)) {
                let here = weight * part.tiles;
                if left >= here {
                    left -= here;
                    number += part.kinds as usize;
                    continue;
                }
                for n in counts {
                    let here = weight * u32::from(*n);
                    if left < here {
                        return number;
                    }
                    left -= here;
                    number += usize::from(*n > 0);
                }
            }
        }
        0
    }

    /// The kind with this number; the unseen tiles must be as they were when they were asked for.
    pub(super) fn get(&self, state: &State, number: usize) -> Option<Unseen> {
        let mut left = number;
        for source in &self.piles {
            let kinds = state.parts.kinds_left(source.pile);
            if let Some(kind) = kinds.get(left) {
                return Some(source.unseen(*kind, *state.unseen_in(source.pile).get(kind.index())?));
            }
            left -= kinds.len();
        }
        None
    }

    /// All kinds that may come, pile by pile.
    pub(super) fn iter<'a>(&'a self, state: &'a State) -> impl Iterator<Item = Unseen> + use<'a> {
        self.piles.iter().flat_map(move |source| {
            let unseen = state.unseen_in(source.pile);
            state.parts.kinds_left(source.pile).iter().map(move |kind| source.unseen(*kind, unseen[kind.index()]))
        })
    }
}

impl Source {
    /// Whether nothing was taken out.
    fn is_whole(&self) -> bool {
        self.row.withdrawn == 0
    }

    fn unseen(&self, kind: TileKind, count: u16) -> Unseen {
        Unseen { pile: self.pile, kind, weight: self.weight as u32 * u32::from(count) }
    }

    /// How many of its tiles are unseen, those taken out included.
    fn all(&self) -> u64 {
        u64::from(self.row.remaining) + u64::from(self.row.withdrawn)
    }
}

/// The piles weighed last. What one of their tiles weighs stays the same as long as nothing is drawn from a pile of which
/// some were taken out, and most draws are from others.
#[derive(Default)]
pub(super) struct Weighed(Vec<Source>);

impl Weighed {
    /// Gives each pile the weight of one of its unseen tiles, and tells how many equally likely cases there are.
    fn weigh(&mut self, piles: &mut [Source]) -> u64 {
        if piles.len() < 2 || piles.iter().all(|p| p.row.withdrawn == 0) {
            return cases(piles);
        }
        let alike = |a: &Source, b: &Source| a.pile == b.pile && (a.row == b.row || a.is_whole() && b.is_whole());
        if self.0.len() == piles.len() && self.0.iter().zip(&*piles).all(|(a, b)| alike(a, b)) {
            self.0.iter().zip(&mut *piles).for_each(|(known, pile)| pile.weight = known.weight);
        } else {
            weigh(piles);
            self.0.clear();
            self.0.extend_from_slice(piles);
        }
        // Proportions so odd that their cases can't be counted in 32 bits are rounded; no set of tiles comes near.
        let mut all = cases(piles);
        while all > u32::MAX.into() {
            piles.iter_mut().for_each(|p| p.weight = (p.weight / 2).max(1));
            all = cases(piles);
        }
        all
    }
}

/// How many kinds of a pile are counted together.
const PART: usize = 16;

/// What is unseen of some of the kinds of a pile.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Part {
    /// How many tiles.
    tiles: u32,
    /// How many of the kinds.
    kinds: u32,
}

/// What is unseen of the kinds of each pile, part by part, so that a draw need not look at every kind.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Parts {
    rows: Vec<Part>,
    /// How many rows a pile has.
    per_pile: usize,
    /// How many kinds a pile has.
    kinds: usize,
    /// The kinds of which each pile has tiles left, in order.
    left: Vec<Vec<TileKind>>,
}

impl Parts {
    /// Counts what is unseen on a board.
    pub(super) fn count(board: &Board) -> Parts {
        let piles = board.piles.len();
        let kinds = board.unseen.len() / piles.max(1);
        let per_pile = kinds.div_ceil(PART);
        let mut parts =
            Parts { rows: vec![Part::default(); piles * per_pile], per_pile, kinds, left: vec![Vec::new(); piles] };
        for (row, n) in board.unseen.iter().enumerate() {
            parts.change(PileId((row / kinds) as u16), TileKind((row % kinds) as u16), 0, *n);
        }
        parts
    }

    /// Notes that `now` tiles of a kind are unseen, and no longer `was`.
    pub(super) fn change(&mut self, pile: PileId, kind: TileKind, was: u16, now: u16) {
        if let Some(part) = self.rows.get_mut(pile.index() * self.per_pile + kind.index() / PART) {
            part.tiles = part.tiles + u32::from(now) - u32::from(was);
            let more = i32::from(now > 0) - i32::from(was > 0);
            part.kinds = part.kinds.saturating_add_signed(more);
            if more != 0 {
                let left = &mut self.left[pile.index()];
                match left.binary_search(&kind) {
                    Ok(at) if more < 0 => drop(left.remove(at)),
                    Err(at) if more > 0 => left.insert(at, kind),
                    _ => {}
                }
            }
        }
    }

    /// The kinds of which a pile has tiles left.
    fn kinds_left(&self, pile: PileId) -> &[TileKind] {
        self.left.get(pile.index()).map_or(&[], Vec::as_slice)
    }

    fn of(&self, pile: PileId) -> &[Part] {
        self.rows.get(pile.index() * self.per_pile..(pile.index() + 1) * self.per_pile).unwrap_or(&[])
    }
}

impl State {
    /// How many tiles of each kind are unseen in a pile.
    fn unseen_in(&self, pile: PileId) -> &[u16] {
        let kinds = self.parts.kinds;
        self.board.unseen.get(pile.index() * kinds..(pile.index() + 1) * kinds).unwrap_or(&[])
    }

    /// Changes how many tiles of a kind are unseen in a pile.
    pub(super) fn set_unseen(&mut self, pile: PileId, kind: TileKind, change: impl FnOnce(u16) -> u16) {
        let row = pile.index() * self.parts.kinds + kind.index();
        let was = self.board.unseen[row];
        let now = change(was);
        self.journal.keep(|| Was::Unseen(pile, kind, was));
        self.board.unseen[row] = now;
        self.parts.change(pile, kind, was, now);
        hash::swap(&mut self.hashes.piles, hash::unseen(row, was), hash::unseen(row, now));
    }

    /// Puts back how many tiles of a kind were unseen in a pile; the hash is put back by itself.
    pub(super) fn restore_unseen(&mut self, pile: PileId, kind: TileKind, was: u16) {
        let unseen = &mut self.board.unseen[pile.index() * self.parts.kinds + kind.index()];
        self.parts.change(pile, kind, *unseen, was);
        *unseen = was;
    }
}

impl Play {
    /// Whether anything can still be drawn from a pile and those mixed into it.
    pub(super) fn any_left(&self, o: &Opening, pile: PileId) -> bool {
        let left = |pile: PileId| self.state.board.piles.get(pile.index()).is_some_and(|row| row.remaining > 0);
        left(pile) || o.tables.mixed(pile).any(left)
    }

    /// Finds what may come from a pile for the open decision.
    pub(super) fn find_draws(&mut self, o: &Opening, pile: PileId) {
        self.open.draws.find(&o.tables, &self.state, pile, &mut self.scratch.weighed);
    }

    /// A tile of a kind leaves the pile it is in.
    pub(super) fn take_from_pile(&mut self, pile: PileId, kind: TileKind) {
        self.state.set_unseen(pile, kind, |n| n.saturating_sub(1));
        let left = self.state.board.piles[pile.index()];
        self.state.set_pile(pile.index(), left.remaining.saturating_sub(1), left.withdrawn);
    }
}

/// Gives each pile the weight of one of its unseen tiles: whole numbers in the proportions of what can be drawn to what
/// is unseen.
fn weigh(piles: &mut [Source]) {
    let common = piles.iter().filter(|p| !p.is_whole()).fold(1u64, |all, p| {
        let part = p.all() / divisor(p.all(), p.row.remaining.into());
        all.saturating_mul(part / divisor(all, part))
    });
    piles.iter_mut().for_each(|p| p.weight = common.saturating_mul(p.row.remaining.into()) / p.all());
    let shared = piles.iter().fold(0, |all, p| divisor(all, p.weight)).max(1);
    piles.iter_mut().for_each(|p| p.weight /= shared);
}

/// How many equally likely cases there are.
fn cases(piles: &[Source]) -> u64 {
    piles.iter().fold(0, |sum, p| sum.saturating_add(p.weight.saturating_mul(p.all())))
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
        let source = |counts| Source { pile: PileId(0), row: row(counts), weight: 1 };
        let mut sources: Vec<Source> = piles.iter().map(source).collect();
        Weighed::default().weigh(&mut sources);
        sources.iter().map(|s| s.weight as u32).collect()
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

    #[test]
    fn parts_are_counted_as_tiles_come_and_go() {
        let mut parts = Parts { rows: vec![Part::default(); 4], per_pile: 2, kinds: 20, left: vec![Vec::new(); 2] };
        parts.change(PileId(1), TileKind(17), 0, 3);
        parts.change(PileId(1), TileKind(18), 0, 1);
        parts.change(PileId(1), TileKind(17), 3, 2);
        parts.change(PileId(1), TileKind(18), 1, 0);
        parts.change(PileId(1), TileKind(3), 0, 4);
        let counts = |pile| parts.of(pile).iter().map(|part| (part.tiles, part.kinds)).collect::<Vec<_>>();
        assert_eq!(counts(PileId(0)), [(0, 0), (0, 0)]);
        assert_eq!(counts(PileId(1)), [(4, 1), (2, 1)]);
        assert!(parts.kinds_left(PileId(0)).is_empty());
        assert_eq!(parts.kinds_left(PileId(1)), [TileKind(3), TileKind(17)]);
    }
}
