//! Which of the unseen tiles would fit an empty cell, and which of those would end a feature there.

use gatehouse_core::{Board, FeatureKind, PileId, Rotation, Side, Tables};
use std::collections::BTreeMap;

/// Shares of the unseen tiles, 0 to 1.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Share {
    /// Of those that fit the cell.
    pub(super) fits: f64,
    /// Of those that fit and do not lead the feature on.
    pub(super) ends: f64,
}

/// The unseen tiles of the first pile and those mixed into it, and what was asked about them.
#[derive(Clone, Debug, Default)]
pub(super) struct Unseen {
    kinds: Vec<(usize, u16)>,
    total: u32,
    /// By the edges a cell accepts, the side on which the feature lies (4: all around), and its kind.
    asked: BTreeMap<(u64, u8, u16), Share>,
}

impl Unseen {
    /// Counts the unseen tiles anew.
    pub(super) fn count(&mut self, board: &Board, tables: &Tables) {
        self.asked.clear();
        self.kinds.clear();
        let kinds = tables.tile_kinds.len();
        for pile in tables.mixed(PileId(0)) {
            let rows = board.unseen.iter().skip(pile.index() * kinds).take(kinds).enumerate();
            self.kinds.extend(rows.filter(|(_, n)| **n > 0).map(|(kind, n)| (kind, *n)));
        }
        self.total = self.kinds.iter().map(|(_, n)| u32::from(*n)).sum();
    }

    /// The share of tiles for a cell that accepts these edges, with a feature of `kind` on `side`.
    pub(super) fn share(&mut self, tables: &Tables, accepts: u64, side: Option<Side>, kind: FeatureKind) -> Share {
        let key = (accepts, side.map_or(4, |s| s as u8), kind.0);
        if let Some(known) = self.asked.get(&key) {
            return *known;
        }
        let (mut fits, mut ends) = (0, 0);
        for &(tile, n) in &self.kinds {
            let legal = |r: &Rotation| needs(tables, tile, *r) & !accepts == 0;
            let mut legal = Rotation::ALL.into_iter().filter(legal).peekable();
            fits += if legal.peek().is_some() { u32::from(n) } else { 0 };
            if side.is_some_and(|s| legal.any(|r| stops(tables, tile, r, s, kind))) {
                ends += u32::from(n);
            }
        }
        let of = |n: u32| f64::from(n) / f64::from(self.total.max(1));
        let share = Share { fits: of(fits), ends: of(ends) };
        self.asked.insert(key, share);
        share
    }
}

/// The edges of a turned tile as the bits of a frontier row.
fn needs(tables: &Tables, tile: usize, rotation: Rotation) -> u64 {
    let edges = &tables.tile_kinds[tile].edges;
    let bit = |s: Side| 1u64.checked_shl(16 * s.rotated(rotation) as u32 + u32::from(edges[s.index()].0)).unwrap_or(0);
    Side::ALL.into_iter().fold(0, |bits, s| bits | bit(s))
}

/// Whether the feature of `kind` that comes in over `side` of a turned tile leads on over no other side.
fn stops(tables: &Tables, tile: usize, rotation: Rotation, side: Side, kind: FeatureKind) -> bool {
    let row = &tables.tile_kinds[tile];
    let segments = &tables.segments[row.first_segment as usize..][..row.segments as usize];
    let mut met = segments.iter().filter(|s| s.kind == kind && s.sides.rotated(rotation).has(side));
    met.all(|s| s.sides.count() == 1 && s.keeps_open == 0)
}
