//! Which segments of a printed tile reach which of its sides, so that laying a tile looks at no others.

use gatehouse_core::{FeatureKind, Halves, Rotation, SegmentRow, Side, Sides, Tables, TileKind};

/// What a segment reaches on one side: bits 0 and 1 for the half-edges clockwise, bit 2 for the side itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Reach {
    pub(super) kind: FeatureKind,
    /// Its place among the segments of its tile.
    pub(super) segment: u8,
    /// How many ends it has there.
    pub(super) ends: u8,
    over: u8,
    /// The bits of a segment across the side that it would continue.
    facing: u8,
}

impl Reach {
    fn new(kind: FeatureKind, segment: u8, sides: Sides, halves: Halves, side: Side) -> Option<Reach> {
        let halves = halves.0 >> (2 * side.index()) & 0b11;
        let across = u8::from(sides.has(side)) << 2;
        let over = halves | across;
        let facing = (halves & 1) << 1 | halves >> 1 | across;
        (over != 0).then_some(Reach { kind, segment, ends: over.count_ones() as u8, over, facing })
    }

    /// What a placed segment reaches on a side of the board.
    pub(super) fn of(row: &SegmentRow, side: Side) -> Option<Reach> {
        Reach::new(row.kind, row.index, row.sides, row.halves, side)
    }

    /// Whether it continues a segment that lies across the side.
    pub(super) fn continues(self, other: Reach) -> bool {
        self.kind == other.kind && self.over & other.facing != 0
    }
}

/// The reaches of all printed tiles.
#[derive(Clone, Debug)]
pub(super) struct Reaches {
    rows: Vec<Reach>,
    /// Per printed tile and side the first row; the next side's follows, and at the end that of the next tile.
    first: Vec<u32>,
}

impl Reaches {
    pub(super) fn new(tables: &Tables) -> Reaches {
        let mut reaches = Reaches { rows: Vec::new(), first: vec![0] };
        for printed in &tables.tile_kinds {
            let segments = &tables.segments[printed.first_segment as usize..][..printed.segments as usize];
            for side in Side::ALL {
                let reach = (0..).zip(segments).filter_map(|(n, s)| Reach::new(s.kind, n, s.sides, s.halves, side));
                reaches.rows.extend(reach);
                reaches.first.push(reaches.rows.len() as u32);
            }
        }
        reaches
    }

    /// What reaches a side, as printed.
    pub(super) fn printed(&self, kind: TileKind, side: Side) -> &[Reach] {
        let at = 4 * kind.index() + side.index();
        &self.rows[self.first[at] as usize..self.first[at + 1] as usize]
    }

    /// What reaches a side of the board once the tile is turned.
    pub(super) fn turned(&self, kind: TileKind, rotation: Rotation, side: Side) -> &[Reach] {
        self.printed(kind, side.rotated(Rotation((4 - rotation.0) % 4)))
    }
}
