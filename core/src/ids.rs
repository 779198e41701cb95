//! Small numbers that name things: rows of the state, declared kinds, rules.

use abi_stable::StableAbi;
use std::fmt;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[repr(transparent)]
        #[derive(StableAbi, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $name(pub u16);

        impl $name {
            /// Names nothing; equal to no id of a row or kind.
            pub const NONE: Self = Self(u16::MAX);

            /// The id as an index.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// Whether it names anything.
            pub const fn is_some(self) -> bool {
                self.0 != u16::MAX
            }
        }

        impl Default for $name {
            fn default() -> Self {
                Self::NONE
            }
        }

        impl From<u16> for $name {
            fn from(id: u16) -> Self {
                Self(id)
            }
        }
    )*};
}

ids! {
    /// A placed tile: its row in [`Board::tiles`](crate::Board::tiles).
    TileId;
    /// A segment of a placed tile: its row in [`Board::segments`](crate::Board::segments).
    SegmentId;
    /// A feature: its row in [`Board::features`](crate::Board::features). Merged features leave dead rows.
    FeatureId;
    /// A figure: its row in [`Board::figures`](crate::Board::figures).
    FigureId;
    /// A join made by a rule (bridge, ferry): its row in [`Board::joins`](crate::Board::joins).
    JoinId;
    /// A tile as printed: its row in [`Tables::tile_kinds`](crate::Tables::tile_kinds).
    TileKind;
    /// A kind of edge, such as those a base game calls field, road and city.
    EdgeKind;
    /// A kind of feature.
    FeatureKind;
    /// A kind of figure.
    FigureKind;
    /// A kind of mark.
    MarkKind;
    /// Something printed on a tile or segment.
    Print;
    /// A kind of link between two segments of a tile, or of a join.
    LinkKind;
    /// A pile of tiles.
    PileId;
    /// A figure slot of the turn.
    SlotId;
    /// A switch of a plugin.
    SwitchId;
    /// A rule with its text, source and status.
    RuleId;
    /// A hook of the resolved plan.
    HookId;
}

/// A seat at the table, 0 to 7 in turn order.
#[repr(transparent)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Player(pub u8);

impl Player {
    /// Nobody.
    pub const NONE: Player = Player(u8::MAX);

    /// The most players a game can have.
    pub const MAX: usize = 8;

    /// The seat as an index.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whether it is a seat.
    pub const fn is_some(self) -> bool {
        self.0 != u8::MAX
    }
}

impl Default for Player {
    fn default() -> Self {
        Player::NONE
    }
}

/// A set of seats, bit 0 the first player.
#[repr(transparent)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct PlayerSet(pub u8);

impl PlayerSet {
    /// Nobody.
    pub const NONE: PlayerSet = PlayerSet(0);

    /// Whether `player` is in the set.
    pub const fn has(self, player: Player) -> bool {
        player.0 < 8 && self.0 & (1 << player.0) != 0
    }

    /// The set with `player` added; nobody is ignored.
    pub const fn with(self, player: Player) -> PlayerSet {
        if player.0 < 8 { PlayerSet(self.0 | (1 << player.0)) } else { self }
    }

    /// How many players are in the set.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Its only member, if it has exactly one.
    pub const fn sole(self) -> Option<Player> {
        if self.0.is_power_of_two() { Some(Player(self.0.trailing_zeros() as u8)) } else { None }
    }

    /// Its members in seat order.
    pub fn iter(self) -> impl Iterator<Item = Player> {
        (0..8).map(Player).filter(move |&p| self.has(p))
    }
}

impl FromIterator<Player> for PlayerSet {
    fn from_iter<I: IntoIterator<Item = Player>>(players: I) -> Self {
        players.into_iter().fold(PlayerSet::NONE, PlayerSet::with)
    }
}

/// A place on the timeline of the turn, 0 to 999 (the keys of the order of play).
#[repr(transparent)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Key(pub u16);

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "T-{:03}", self.0)
    }
}
