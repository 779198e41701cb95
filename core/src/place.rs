//! Where figures stand and what marks hang on.

use crate::{FigureId, Player, SegmentId, TileId};
use abi_stable::StableAbi;

/// Where a figure is: a code and what it refers to. Read it with [`Place::spot`].
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Place {
    code: u8,
    arg: u8,
    id: u16,
}

/// A [`Place`] taken apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Spot {
    /// With its owner, ready to be placed.
    Supply,
    /// With its owner or the bank, not available yet.
    Reserve,
    /// Out of the game.
    Box,
    /// On a segment of a placed tile.
    Segment(SegmentId),
    /// On a placed tile, on no feature of it.
    Tile(TileId),
    /// Beside another figure.
    With(FigureId),
    /// Captured by a player.
    Held(Player),
    /// On a named yard beside the board: a quarter, a scoring place.
    Yard(u8),
    /// On the corner of a placed tile, 0 north-west to 3 south-west clockwise.
    Corner(TileId, u8),
    /// A code of a newer API.
    Unknown,
}

impl Place {
    /// With its owner, ready to be placed.
    pub const SUPPLY: Place = Place { code: 0, arg: 0, id: 0 };
    /// With its owner or the bank, not available yet.
    pub const RESERVE: Place = Place { code: 1, arg: 0, id: 0 };
    /// Out of the game.
    pub const BOX: Place = Place { code: 2, arg: 0, id: 0 };

    /// On a segment.
    pub const fn segment(segment: SegmentId) -> Place {
        Place { code: 3, arg: 0, id: segment.0 }
    }

    /// On a tile, on no feature of it.
    pub const fn tile(tile: TileId) -> Place {
        Place { code: 4, arg: 0, id: tile.0 }
    }

    /// Beside another figure.
    pub const fn with(figure: FigureId) -> Place {
        Place { code: 5, arg: 0, id: figure.0 }
    }

    /// Captured by `player`.
    pub const fn held(player: Player) -> Place {
        Place { code: 6, arg: player.0, id: 0 }
    }

    /// On yard `n`.
    pub const fn yard(n: u8) -> Place {
        Place { code: 7, arg: n, id: 0 }
    }

    /// On corner `n` of a tile, 0 north-west to 3 south-west clockwise.
    pub const fn corner(tile: TileId, n: u8) -> Place {
        Place { code: 8, arg: n, id: tile.0 }
    }

    /// The place taken apart.
    pub const fn spot(self) -> Spot {
        match self.code {
            0 => Spot::Supply,
            1 => Spot::Reserve,
            2 => Spot::Box,
            3 => Spot::Segment(SegmentId(self.id)),
            4 => Spot::Tile(TileId(self.id)),
            5 => Spot::With(FigureId(self.id)),
            6 => Spot::Held(Player(self.arg)),
            7 => Spot::Yard(self.arg),
            8 => Spot::Corner(TileId(self.id), self.arg),
            _ => Spot::Unknown,
        }
    }

    /// The segment it is on, if any.
    pub const fn on_segment(self) -> Option<SegmentId> {
        if self.code == 3 { Some(SegmentId(self.id)) } else { None }
    }

    /// Whether it is on the board: on a segment, tile, corner or beside a figure.
    pub const fn is_on_board(self) -> bool {
        matches!(self.code, 3 | 4 | 5 | 8)
    }

    /// The place packed into one number, for effects.
    pub const fn to_bits(self) -> u32 {
        ((self.code as u32) << 24) | ((self.arg as u32) << 16) | self.id as u32
    }

    /// The place that [`Place::to_bits`] packed.
    pub const fn from_bits(bits: u32) -> Place {
        Place { code: (bits >> 24) as u8, arg: (bits >> 16) as u8, id: bits as u16 }
    }
}

/// What a mark hangs on: a code and an id. Features bear no marks, because they merge and split.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Bearer {
    code: u16,
    id: u16,
}

/// A [`Bearer`] taken apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum BearerKind {
    /// The game as a whole.
    Game,
    /// A player.
    Player(Player),
    /// A placed tile.
    Tile(TileId),
    /// A segment of a placed tile.
    Segment(SegmentId),
    /// A figure.
    Figure(FigureId),
    /// A code of a newer API.
    Unknown,
}

impl Bearer {
    /// The game as a whole.
    pub const GAME: Bearer = Bearer { code: 0, id: 0 };

    /// A player.
    pub const fn player(player: Player) -> Bearer {
        Bearer { code: 1, id: player.0 as u16 }
    }

    /// A placed tile.
    pub const fn tile(tile: TileId) -> Bearer {
        Bearer { code: 2, id: tile.0 }
    }

    /// A segment of a placed tile.
    pub const fn segment(segment: SegmentId) -> Bearer {
        Bearer { code: 3, id: segment.0 }
    }

    /// A figure.
    pub const fn figure(figure: FigureId) -> Bearer {
        Bearer { code: 4, id: figure.0 }
    }

    /// The bearer taken apart.
    pub const fn kind(self) -> BearerKind {
        match self.code {
            0 => BearerKind::Game,
            1 => BearerKind::Player(Player(self.id as u8)),
            2 => BearerKind::Tile(TileId(self.id)),
            3 => BearerKind::Segment(SegmentId(self.id)),
            4 => BearerKind::Figure(FigureId(self.id)),
            _ => BearerKind::Unknown,
        }
    }

    /// The class as a small number: 0 game, 1 player, 2 tile, 3 segment, 4 figure.
    pub const fn class(self) -> u16 {
        self.code
    }

    /// The bearer packed into one number, for effects.
    pub const fn to_bits(self) -> u32 {
        ((self.code as u32) << 16) | self.id as u32
    }

    /// The bearer that [`Bearer::to_bits`] packed.
    pub const fn from_bits(bits: u32) -> Bearer {
        Bearer { code: (bits >> 16) as u16, id: bits as u16 }
    }
}
