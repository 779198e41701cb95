//! Positions, sides, half-edges and rotations of square tiles.
//!
//! `x` grows east and `y` grows south; the north edge of `(x, y)` touches the south edge of `(x, y - 1)`.

use abi_stable::StableAbi;
use std::fmt;

/// A cell of the table, in tiles from the start tile.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Pos {
    /// Tiles east of the start tile.
    pub x: i16,
    /// Tiles south of the start tile.
    pub y: i16,
}

impl Pos {
    /// The cell at `x` east and `y` south of the start tile.
    pub const fn new(x: i16, y: i16) -> Self {
        Self { x, y }
    }

    /// The neighbouring cell across `side`; wraps at the limits of `i16`.
    pub const fn beside(self, side: Side) -> Self {
        let (dx, dy) = side.step();
        Self { x: self.x.wrapping_add(dx), y: self.y.wrapping_add(dy) }
    }

    /// The eight surrounding cells, row by row from the north-west.
    pub fn around(self) -> impl Iterator<Item = Pos> {
        const STEPS: [(i16, i16); 8] = [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
        STEPS.into_iter().map(move |(dx, dy)| Pos::new(self.x.wrapping_add(dx), self.y.wrapping_add(dy)))
    }
}

impl fmt::Display for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.x, self.y)
    }
}

/// One of the four edges of a tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Side {
    /// The upper edge.
    North,
    /// The right edge.
    East,
    /// The lower edge.
    South,
    /// The left edge.
    West,
}

impl Side {
    /// The sides clockwise from north.
    pub const ALL: [Side; 4] = [Side::North, Side::East, Side::South, Side::West];

    /// Its place clockwise from north, 0 to 3.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The side across the tile.
    pub const fn opposite(self) -> Side {
        Side::ALL[(self as usize + 2) % 4]
    }

    /// The side after `rotation`.
    pub const fn rotated(self, rotation: Rotation) -> Side {
        Side::ALL[(self as usize + rotation.0 as usize) % 4]
    }

    /// The step `(dx, dy)` to the neighbour across this side.
    pub const fn step(self) -> (i16, i16) {
        match self {
            Side::North => (0, -1),
            Side::East => (1, 0),
            Side::South => (0, 1),
            Side::West => (-1, 0),
        }
    }

    /// The letter N, E, S or W.
    pub const fn letter(self) -> char {
        ['N', 'E', 'S', 'W'][self as usize]
    }

    /// The side with this letter.
    pub const fn from_letter(letter: char) -> Option<Side> {
        match letter {
            'N' => Some(Side::North),
            'E' => Some(Side::East),
            'S' => Some(Side::South),
            'W' => Some(Side::West),
            _ => None,
        }
    }
}

/// A clockwise rotation of a tile by 0 to 3 quarter turns.
#[repr(transparent)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Rotation(pub u8);

impl Rotation {
    /// The four rotations, printed orientation first.
    pub const ALL: [Rotation; 4] = [Rotation(0), Rotation(1), Rotation(2), Rotation(3)];

    /// The clockwise angle: 0, 90, 180 or 270 degrees.
    pub const fn degrees(self) -> u16 {
        (self.0 as u16 % 4) * 90
    }
}

impl fmt::Display for Rotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "R{}", self.degrees())
    }
}

/// A set of sides, bit 0 north to bit 3 west.
#[repr(transparent)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Sides(pub u8);

impl Sides {
    /// No side.
    pub const NONE: Sides = Sides(0);
    /// All four sides.
    pub const ALL: Sides = Sides(0xf);

    /// The set of one side.
    pub const fn of(side: Side) -> Sides {
        Sides(1 << side as u8)
    }

    /// Whether `side` is in the set.
    pub const fn has(self, side: Side) -> bool {
        self.0 & (1 << side as u8) != 0
    }

    /// Whether no side is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many sides are in the set, 0 to 4.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// This set and another.
    pub const fn with(self, side: Side) -> Sides {
        Sides(self.0 | (1 << side as u8))
    }

    /// The set after a rotation of the tile.
    pub const fn rotated(self, rotation: Rotation) -> Sides {
        let r = rotation.0 % 4;
        Sides(((self.0 << r) | (self.0 >> (4 - r))) & 0xf)
    }

    /// Its sides clockwise from north.
    pub fn iter(self) -> impl Iterator<Item = Side> {
        Side::ALL.into_iter().filter(move |&s| self.has(s))
    }
}

impl fmt::Display for Sides {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|s| write!(f, "{}", s.letter()))
    }
}

/// A set of half-edges: bits 0 to 7 are n1 n2 e1 e2 s1 s2 w1 w2, clockwise from the north-west corner.
#[repr(transparent)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Halves(pub u8);

impl Halves {
    /// No half-edge.
    pub const NONE: Halves = Halves(0);
    /// The names of the half-edges in bit order.
    pub const NAMES: [&'static str; 8] = ["n1", "n2", "e1", "e2", "s1", "s2", "w1", "w2"];

    /// The set after a rotation of the tile.
    pub const fn rotated(self, rotation: Rotation) -> Halves {
        Halves(self.0.rotate_left(2 * (rotation.0 as u32 % 4)))
    }

    /// The two bits of one side.
    pub const fn on(side: Side) -> Halves {
        Halves(3 << (2 * side as u8))
    }

    /// Whether no half-edge is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The half-edges of the neighbouring tiles that face these: n1 faces s2, n2 faces s1, e1 faces w2, e2 faces w1.
    pub const fn facing(self) -> Halves {
        let turned = self.0.rotate_left(4);
        Halves(((turned & 0x55) << 1) | ((turned & 0xaa) >> 1))
    }
}

impl fmt::Display for Halves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = (0..8).filter(|i| self.0 & (1 << i) != 0).map(|i| Self::NAMES[i]).collect();
        f.write_str(&names.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_face_their_mirror_image() {
        let half = |n: &str| Halves(1 << Halves::NAMES.iter().position(|x| *x == n).unwrap());
        for (a, b) in [("n1", "s2"), ("n2", "s1"), ("e1", "w2"), ("e2", "w1")] {
            assert_eq!(half(a).facing(), half(b));
            assert_eq!(half(b).facing(), half(a));
        }
    }

    #[test]
    fn four_quarter_turns_are_none() {
        for bits in 0..16 {
            let mut sides = Sides(bits);
            for _ in 0..4 {
                sides = sides.rotated(Rotation(1));
            }
            assert_eq!(sides, Sides(bits));
        }
        assert_eq!(Sides::of(Side::West).rotated(Rotation(1)), Sides::of(Side::North));
        assert_eq!(Halves::on(Side::West).rotated(Rotation(1)), Halves::on(Side::North));
    }
}
