//! The state of a game as flat tables. The engine keeps these very rows and lends them to hooks.

use crate::{
    Bearer, FeatureId, FeatureKind, FigureId, FigureKind, Halves, HookId, JoinId, LinkKind, MarkKind, PileId, Place,
    Player, Pos, Rotation, RuleId, SegmentId, Sides, Tables, TileId, TileKind,
};
use abi_stable::{StableAbi, std_types::RVec};

/// A tile on the table.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileRow {
    /// What is printed on it.
    pub kind: TileKind,
    /// Where it lies.
    pub pos: Pos,
    /// How it is turned.
    pub rotation: Rotation,
    /// Who placed it; nobody for start tiles.
    pub placed_by: Player,
    /// Its first segment; the printed ones follow it in printed order, then `next_on_tile` leads to added ones.
    pub first_segment: SegmentId,
}

/// One piece of a feature on a placed tile, in board orientation.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct SegmentRow {
    /// The tile it is on.
    pub tile: TileId,
    /// The feature it belongs to now.
    pub feature: FeatureId,
    /// The next segment of its tile, if any.
    pub next_on_tile: SegmentId,
    /// The next segment of its feature; the last leads back to the first.
    pub next_in_feature: SegmentId,
    /// What kind of feature it is a piece of.
    pub kind: FeatureKind,
    /// The sides it reaches and continues over.
    pub sides: Sides,
    /// The half-edges it reaches, for kinds that join by half-edges.
    pub halves: Halves,
    /// Its place among the segments of its tile, printed ones first.
    pub index: u8,
}

/// A feature: connected segments of one kind.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct FeatureRow {
    /// What kind of feature it is.
    pub kind: FeatureKind,
    /// Any segment of it; the others follow over `next_in_feature`.
    pub first: SegmentId,
    /// How many segments it has; 0 for a row whose feature was merged into another.
    pub segments: u16,
    /// How many different tiles it covers.
    pub tiles: u16,
    /// Sides (or half-edges, or surrounding cells) that are still empty; 0 means complete.
    pub open: u16,
    /// How many meeples stand on it.
    pub meeples: u16,
    /// How many figures of any kind stand on it.
    pub figures: u16,
    /// Whether it was already treated as completed.
    pub closed: bool,
}

impl FeatureRow {
    /// Whether nothing of it is open.
    pub const fn is_complete(&self) -> bool {
        self.open == 0
    }

    /// Whether the row is a feature of its own (and not one that was merged into another).
    pub const fn is_live(&self) -> bool {
        self.segments > 0
    }
}

/// A figure of the game.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct FigureRow {
    /// What kind of figure it is.
    pub kind: FigureKind,
    /// Whose it is; nobody's for neutral figures.
    pub owner: Player,
    /// Where it is.
    pub place: Place,
    /// The kinds of the marks it bears: bit n is kind n.
    pub marks: u64,
}

impl FigureRow {
    /// Whether it bears a mark of a kind.
    #[inline]
    pub fn bears(&self, kind: MarkKind) -> bool {
        kind.0 < 64 && self.marks >> kind.0 & 1 != 0
    }
}

/// A mark on a bearer. A row of kind [`MarkKind::NONE`] is free.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct MarkRow {
    /// What kind of mark it is.
    pub kind: MarkKind,
    /// What it hangs on.
    pub on: Bearer,
    /// Its value: a count, or the id its declaration says.
    pub value: i32,
}

/// Two segments joined by a rule; dead once parted.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct JoinRow {
    /// What kind of link it is.
    pub kind: LinkKind,
    /// One segment.
    pub a: SegmentId,
    /// The other segment.
    pub b: SegmentId,
    /// Whether it still joins them.
    pub live: bool,
}

/// A player.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlayerRow {
    /// Points so far; may be negative.
    pub score: i32,
    /// The kinds of which a figure is in the player's supply: bit n is kind n.
    pub supply: u64,
}

/// A pile of unseen tiles.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PileRow {
    /// How many tiles can still be drawn.
    pub remaining: u16,
    /// How many of the unseen tiles were taken out unseen and will never be drawn.
    pub withdrawn: u16,
}

/// An empty cell beside a placed tile.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrontierRow {
    /// Per side 16 bits from north (lowest) to west: the edge kinds that fit there.
    pub accepts: u64,
    /// Where it is.
    pub pos: Pos,
    /// The sides on which a tile lies.
    pub neighbours: Sides,
}

/// What happened: a code and what it is about. The engine words it only when somebody asks.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct EventRow {
    /// What kind of event it is.
    pub code: EventCode,
    /// The hook that caused it; none for the host.
    pub hook: HookId,
    /// The rule it follows, if the hook named one.
    pub rule: RuleId,
    /// The player concerned.
    pub player: Player,
    /// Why a figure moved.
    pub cause: Cause,
    /// The figure, tile, feature, mark or pile concerned.
    pub subject: u16,
    /// A second id: the tile kind, the other segment.
    pub object: u16,
    /// Where a figure came from.
    pub from: Place,
    /// Where a figure went.
    pub to: Place,
    /// The amount: points, value of a mark, count of a sheet line.
    pub n: i32,
    /// A second amount: rate of a sheet line, value before.
    pub m: i32,
    /// The event that led to this one; its own number for a root.
    pub parent: u32,
}

impl Default for EventRow {
    /// An event about nothing that no other led to: the log sets the parent of such a root to its own number.
    fn default() -> Self {
        EventRow {
            code: EventCode::NOTHING,
            hook: HookId::NONE,
            rule: RuleId::NONE,
            player: Player::NONE,
            cause: Cause::NONE,
            subject: 0,
            object: 0,
            from: Place::SUPPLY,
            to: Place::SUPPLY,
            n: 0,
            m: 0,
            parent: u32::MAX,
        }
    }
}

macro_rules! codes {
    ($(#[$doc:meta])* $name:ident: $int:ty { $($(#[$cdoc:meta])* $code:ident = $n:literal;)* }) => {
        $(#[$doc])*
        #[repr(transparent)]
        #[derive(StableAbi, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
        pub struct $name(pub $int);

        impl $name {
            $($(#[$cdoc])* pub const $code: $name = $name($n);)*

            /// The name of the code as its constant spells it, or "UNKNOWN" for one of a newer API.
            pub const fn name(self) -> &'static str {
                match self.0 {
                    $($n => stringify!($code),)*
                    _ => "UNKNOWN",
                }
            }
        }
    };
}
pub(crate) use codes;

codes! {
    /// What kind of event a row is.
    EventCode: u16 {
        /// Nothing; a free row.
        NOTHING = 0;
        /// A player's turn began.
        TURN_BEGAN = 1;
        /// A tile was drawn: `object` is its kind. Reveals something.
        DRAWN = 2;
        /// A drawn tile that fits nowhere left the game: `object` is its kind.
        DISCARDED = 3;
        /// A tile was placed: `subject` is the tile.
        TILE_PLACED = 4;
        /// A figure moved: `subject` is the figure.
        FIGURE_MOVED = 5;
        /// A player was given `n` points; `subject` is the feature, if one was scored.
        POINTS = 6;
        /// A line of a score sheet: `cause` is the stage, `subject` the feature, `n` count, `m` rate.
        SHEET_LINE = 7;
        /// A mark changed: `object` is its kind, `subject` its bearer's id, `to` where a figure was, `n` and `m` the value
        /// now and before.
        MARK_SET = 8;
        /// Two segments were joined: `subject` and `object`.
        JOINED = 9;
        /// A join ended: `subject` is the join.
        PARTED = 10;
        /// A segment was added to a tile: `subject` is the segment.
        SEGMENT_ADDED = 11;
        /// A decision was made: `subject` is the number of the choice.
        CHOSEN = 12;
        /// A feature was completed: `subject` is the feature.
        COMPLETED = 13;
        /// Tiles were taken out of a pile unseen: `subject` is the pile, `n` how many.
        WITHDRAWN = 14;
        /// A further part of the turn was granted.
        PART_GRANTED = 15;
        /// A further turn was granted to `player`.
        TURN_GRANTED = 16;
        /// Chance decided: `n` is the answer. Reveals something.
        CHANCE = 17;
        /// A hook was at fault and its result was discarded: `hook` is the culprit.
        FAULT = 18;
        /// The last tile was played; final scoring begins.
        FINAL_SCORING = 19;
        /// The game ended.
        GAME_ENDED = 20;
        /// A drawn tile was set aside: `object` is its kind.
        SET_ASIDE = 21;
        /// A tile from outside the pile is played instead of a draw: `object` is its kind.
        SOURCED = 22;
        /// A point of the turn was skipped: `n` is its number.
        SKIPPED = 23;
        /// A feature was completed but a hook withheld it: `subject` is the feature.
        WITHHELD = 24;
        /// Tiles came back into a pile: `subject` is the pile, `object` their kind, `n` how many.
        FILLED = 25;
        /// A rule came to `player` and changed nothing that other events tell.
        TOLD = 26;
    }
}

codes! {
    /// Why a figure moved.
    Cause: u8 {
        /// No move, or a cause that was not told.
        NONE = 0;
        /// Placed from the supply by its owner's action.
        PLACED = 1;
        /// Went from place to place on the board.
        MOVED = 2;
        /// Returned to its owner after scoring.
        RETURNED = 3;
        /// Removed by a rule without scoring.
        REMOVED = 4;
        /// Captured by another player.
        CAPTURED = 5;
        /// Taken back by its owner.
        RECALLED = 6;
        /// Given out: from the reserve or the box to the supply.
        SUPPLIED = 7;
    }
}

/// Whose turn it is and how far it has come.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The number of the turn, from 1.
    pub number: u32,
    /// The row of the first event of this turn.
    pub first_event: u32,
    /// The tile drawn or otherwise taken in this part; none before.
    pub drawn: TileKind,
    /// The tile placed in this part; none before.
    pub placed: TileId,
    /// Whose turn it is.
    pub active: Player,
    /// The part of the turn: 0, then 1 after a grant.
    pub part: u8,
    /// Whether the tile in `drawn` came from outside the pile.
    pub offered: bool,
}

impl Default for Turn {
    fn default() -> Self {
        Self {
            number: 0,
            first_event: 0,
            drawn: TileKind::NONE,
            placed: TileId::NONE,
            active: Player(0),
            part: 0,
            offered: false,
        }
    }
}

/// What there is at all, so that nobody looks for what there is not.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Present {
    /// The kinds of which a figure is on the board: bit n is kind n.
    pub figures: u64,
    /// The kinds of which a mark is set: bit n is kind n.
    pub marks: u64,
    /// How many empty cells have a tile on each of their four sides.
    pub holes: u32,
}

/// The cells of the table: a square window that grows as needed.
#[repr(C)]
#[derive(StableAbi, Clone, PartialEq, Eq, Debug)]
pub struct Grid {
    /// Row by row: 0 far from any tile, `1 + tile` for a tile, `0x8000 + frontier row` for an empty cell beside one.
    pub cells: RVec<u16>,
    /// Cells per row and column, a power of two.
    pub width: u16,
    /// The column of x = 0 and row of y = 0.
    pub origin: u16,
}

/// What lies in a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cell {
    /// Nothing, and no tile beside it.
    Void,
    /// Nothing, but a tile beside it: its row in [`Board::frontier`].
    Frontier(u16),
    /// A tile.
    Tile(TileId),
}

impl Grid {
    /// The cell's index, if it is inside the window.
    #[inline]
    pub fn index(&self, pos: Pos) -> Option<usize> {
        let (x, y) = (pos.x as i32 + self.origin as i32, pos.y as i32 + self.origin as i32);
        let width = self.width as i32;
        (x >= 0 && y >= 0 && x < width && y < width).then(|| (y * width + x) as usize)
    }

    /// What lies in the cell.
    #[inline]
    pub fn cell(&self, pos: Pos) -> Cell {
        match self.index(pos).map_or(0, |i| self.cells[i]) {
            0 => Cell::Void,
            n if n & 0x8000 != 0 => Cell::Frontier(n & 0x7fff),
            n => Cell::Tile(TileId(n - 1)),
        }
    }

    /// The tile in the cell.
    #[inline]
    pub fn tile(&self, pos: Pos) -> Option<TileId> {
        match self.cell(pos) {
            Cell::Tile(tile) => Some(tile),
            _ => None,
        }
    }
}

/// The whole public state of a game.
#[repr(C)]
#[derive(StableAbi, Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The placed tiles in the order of placement.
    pub tiles: RVec<TileRow>,
    /// The segments of the placed tiles.
    pub segments: RVec<SegmentRow>,
    /// The features, live and merged.
    pub features: RVec<FeatureRow>,
    /// All figures, wherever they are.
    pub figures: RVec<FigureRow>,
    /// The marks; free rows have kind none.
    pub marks: RVec<MarkRow>,
    /// Joins made by rules, live and dead.
    pub joins: RVec<JoinRow>,
    /// The players in seat order.
    pub players: RVec<PlayerRow>,
    /// The piles.
    pub piles: RVec<PileRow>,
    /// Unseen tiles per pile and tile kind: row `pile * kinds + kind`. Those withdrawn unseen are still counted.
    pub unseen: RVec<u16>,
    /// Empty cells beside a placed tile, in no particular order.
    pub frontier: RVec<FrontierRow>,
    /// The cells of the table.
    pub grid: Grid,
    /// Everything that happened.
    pub events: RVec<EventRow>,
    /// Whose turn it is.
    pub turn: Turn,
    /// Which kinds of figures are on the board, and which kinds of marks are set.
    pub present: Present,
    /// The figures on the board, as bits by id, 64 in a number.
    pub standing: RVec<u64>,
    /// The figures in a supply, as bits by id, 64 in a number.
    pub supplied: RVec<u64>,
    /// The figures of each player wherever they are, as bits by id: as many numbers for each player as `standing` has,
    /// one player after the other, and then those for figures that are nobody's.
    pub owned: RVec<u64>,
    /// The figures of each kind wherever they are, as bits by id, in the same way one kind after the other.
    pub alike: RVec<u64>,
}

impl Board {
    /// The row of a join, if there is one.
    pub fn join(&self, join: JoinId) -> Option<&JoinRow> {
        self.joins.get(join.index())
    }

    /// How many tiles can still be drawn from a pile and those mixed into it.
    pub fn left(&self, tables: &Tables, pile: PileId) -> u32 {
        tables.mixed(pile).filter_map(|p| self.piles.get(p.index())).map(|p| u32::from(p.remaining)).sum()
    }

    /// The figures whose bits are set in these numbers, in the order of their ids.
    pub fn figures_in<'a, B: Iterator<Item = u64>>(
        &'a self,
        mut bits: B,
    ) -> impl Iterator<Item = (FigureId, &'a FigureRow)> + use<'a, B> {
        let (mut next, mut base, mut left) = (0, 0, 0u64);
        std::iter::from_fn(move || {
            while left == 0 {
                left = bits.next()?;
                (base, next) = (next, next + 64);
            }
            let id = base + left.trailing_zeros() as usize;
            left &= left - 1;
            Some((FigureId(id as u16), self.figures.get(id)?))
        })
    }

    /// The bits of a player's figures, or of those that are nobody's.
    pub fn owned_by(&self, player: Player) -> &[u64] {
        let players = self.players.len();
        match player {
            Player::NONE => self.row(&self.owned, players),
            seat if seat.index() < players => self.row(&self.owned, seat.index()),
            _ => &[],
        }
    }

    /// The bits of the figures of a kind.
    pub fn of_kind(&self, kind: FigureKind) -> &[u64] {
        self.row(&self.alike, kind.index())
    }

    fn row<'a>(&self, lists: &'a [u64], n: usize) -> &'a [u64] {
        let words = self.standing.len();
        lists.get(n * words..(n + 1) * words).unwrap_or(&[])
    }

    /// The figures of a player that are in a list of bits such as [`Board::standing`].
    pub fn figures_of<'a>(
        &'a self,
        player: Player,
        list: &'a [u64],
    ) -> impl Iterator<Item = (FigureId, &'a FigureRow)> + use<'a> {
        self.figures_in(self.owned_by(player).iter().zip(list).map(|(own, listed)| own & listed))
    }

    /// The row of a figure, if there is one.
    pub fn figure(&self, figure: FigureId) -> Option<&FigureRow> {
        self.figures.get(figure.index())
    }
}
