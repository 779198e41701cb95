//! What a hook proposes to change. The host validates all proposals of one hook, then commits all or none.

use crate::board::codes;
use crate::{
    Bearer, Cause, FeatureId, FeatureKind, FigureId, FigureKind, Halves, JoinId, LinkKind, MarkKind, PileId, Place,
    Player, Point, Pos, Print, Rotation, RuleId, SegmentId, Sides, TileId, TileKind,
};
use abi_stable::StableAbi;

/// One proposed change: a code and its numbers. Build it with the constructors, read it with [`Effect::act`].
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Effect {
    /// What it changes.
    pub code: EffectCode,
    /// The rule it follows; none if the hook's first rule says it.
    pub rule: RuleId,
    a: u32,
    b: u32,
    n: i32,
    m: i32,
}

codes! {
    /// What an effect changes.
    EffectCode: u16 {
        /// Nothing.
        NOTHING = 0;
        /// Points for a player.
        SCORE = 1;
        /// A figure goes elsewhere.
        MOVE = 2;
        /// A mark gets a value.
        SET_MARK = 3;
        /// A mark's value changes by an amount.
        ADD_MARK = 4;
        /// A further part of this turn.
        GRANT_PART = 5;
        /// A further turn for a player before the game goes on.
        GRANT_TURN = 6;
        /// Two segments become connected.
        JOIN = 7;
        /// A join ends.
        PART = 8;
        /// A tile gets a further segment.
        ADD_SEGMENT = 9;
        /// Tiles of a pile are taken out unseen.
        WITHDRAW = 10;
        /// The drawn tile is laid aside.
        SET_ASIDE = 11;
        /// The drawn tile is laid aside and another is drawn.
        REDRAW = 12;
        /// A feature is scored now.
        ASSESS = 13;
        /// A point of the turn is skipped in this part.
        SKIP = 14;
        /// A player gets new figures (setup).
        SUPPLY = 15;
        /// A pile gets tiles (setup).
        FILL = 16;
        /// A tile lies on the table from the start (setup).
        START_TILE = 17;
        /// A print of a tile kind changes (setup).
        REPRINT = 18;
        /// A printed segment gets other sides (setup).
        RESHAPE = 19;
        /// A mark's value on the tile that is being placed changes (with an admitted placement).
        MARK_PLACED = 20;
        /// The tile that is being placed gets a further segment (with an admitted placement).
        ADD_SEGMENT_PLACED = 21;
        /// Nothing, but players are told that a rule came to one of them.
        TELL = 22;
    }
}

/// An [`Effect`] taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Act {
    /// Nothing.
    Nothing,
    /// `points` for `player`, may be negative.
    Score {
        /// Who gets them.
        player: Player,
        /// How many.
        points: i32,
    },
    /// `figure` goes to `to`.
    Move {
        /// The figure.
        figure: FigureId,
        /// Where to.
        to: Place,
        /// Why.
        cause: Cause,
    },
    /// The mark on `on` gets `value`; 0 removes it.
    SetMark {
        /// The kind of mark.
        kind: MarkKind,
        /// What bears it.
        on: Bearer,
        /// Its new value.
        value: i32,
    },
    /// The mark's value on `on` changes by `delta`.
    AddMark {
        /// The kind of mark.
        kind: MarkKind,
        /// What bears it.
        on: Bearer,
        /// The change.
        delta: i32,
    },
    /// A further part of this turn.
    GrantPart,
    /// A further turn for `player`.
    GrantTurn {
        /// Whose turn.
        player: Player,
    },
    /// `a` and `b` become connected.
    Join {
        /// The kind of link.
        kind: LinkKind,
        /// One segment.
        a: SegmentId,
        /// The other.
        b: SegmentId,
        /// Whether it counts as extending the feature.
        extends: bool,
    },
    /// The join ends.
    Part {
        /// Which join.
        join: JoinId,
    },
    /// `tile` gets a segment of `kind`, in board orientation.
    AddSegment {
        /// The tile; [`TileId::NONE`] for the one being placed.
        tile: TileId,
        /// The kind of feature.
        kind: FeatureKind,
        /// The sides it reaches.
        sides: Sides,
        /// The half-edges it reaches.
        halves: Halves,
    },
    /// `count` tiles of `pile` are taken out unseen.
    Withdraw {
        /// Which pile.
        pile: PileId,
        /// How many.
        count: u16,
    },
    /// The drawn tile is laid aside and the part ends without a placement.
    SetAside,
    /// The drawn tile is laid aside and another is drawn.
    Redraw,
    /// `feature` is scored now.
    Assess {
        /// Which feature.
        feature: FeatureId,
        /// Whether as completed.
        complete: bool,
        /// Whether its figures leave afterwards.
        dismiss: bool,
    },
    /// The hooks of `point` are not asked in this part of the turn.
    Skip {
        /// Which point.
        point: Point,
    },
    /// `player` gets `count` figures of `kind` at `to`.
    Supply {
        /// Who; nobody for neutral figures.
        player: Player,
        /// Which kind.
        kind: FigureKind,
        /// Where they are.
        to: Place,
        /// How many.
        count: u16,
    },
    /// `pile` gets `count` tiles of `kind`; a negative count takes them out.
    Fill {
        /// Which pile.
        pile: PileId,
        /// Which tile.
        kind: TileKind,
        /// How many.
        count: i32,
    },
    /// A tile of `kind` lies at `pos` from the start, taken from the first pile if it holds one.
    StartTile {
        /// Which tile.
        kind: TileKind,
        /// Where.
        pos: Pos,
        /// How turned.
        rotation: Rotation,
    },
    /// `print` is on the segment (255: the tile) `count` times.
    Reprint {
        /// Which tile.
        kind: TileKind,
        /// Which segment of it.
        segment: u8,
        /// What is printed.
        print: Print,
        /// How often.
        count: u8,
    },
    /// A printed segment reaches other sides and half-edges.
    Reshape {
        /// Which tile.
        kind: TileKind,
        /// Which segment of it.
        segment: u8,
        /// The sides it reaches.
        sides: Sides,
        /// The half-edges it reaches.
        halves: Halves,
    },
    /// The mark's value on the tile being placed changes by `delta`.
    MarkPlaced {
        /// The kind of mark.
        kind: MarkKind,
        /// The change.
        delta: i32,
    },
    /// Nothing, but players are told that the rule came to `player`.
    Tell {
        /// To whom it came.
        player: Player,
    },
    /// A code of a newer API.
    Unknown,
}

impl Effect {
    const fn new(code: EffectCode) -> Effect {
        Effect { code, rule: RuleId::NONE, a: 0, b: 0, n: 0, m: 0 }
    }

    const fn ab(code: EffectCode, a: u32, b: u32) -> Effect {
        Effect { a, b, ..Effect::new(code) }
    }

    /// If it moves a figure: which and where to. As [`Effect::act`] says too, but without looking at all it could be.
    #[inline]
    pub const fn moves(&self) -> Option<(FigureId, Place)> {
        match self.code {
            EffectCode::MOVE => Some((FigureId(self.a as u16), Place::from_bits(self.b))),
            _ => None,
        }
    }

    /// This effect, citing `rule`.
    #[must_use]
    pub const fn by(mut self, rule: RuleId) -> Effect {
        self.rule = rule;
        self
    }

    /// `points` for `player`; negative points are taken away.
    pub const fn score(player: Player, points: i32) -> Effect {
        Effect { a: player.0 as u32, n: points, ..Effect::new(EffectCode::SCORE) }
    }

    /// `figure` goes to `to`.
    pub const fn shift(figure: FigureId, to: Place, cause: Cause) -> Effect {
        Effect { a: figure.0 as u32, b: to.to_bits(), n: cause.0 as i32, ..Effect::new(EffectCode::MOVE) }
    }

    /// `figure` goes from its owner's supply to `to`.
    pub const fn place(figure: FigureId, to: Place) -> Effect {
        Effect::shift(figure, to, Cause::PLACED)
    }

    /// `figure` returns to its owner's supply after scoring.
    pub const fn send_home(figure: FigureId) -> Effect {
        Effect::shift(figure, Place::SUPPLY, Cause::RETURNED)
    }

    /// `figure` goes back to its owner's supply by a rule, without scoring.
    pub const fn remove(figure: FigureId) -> Effect {
        Effect::shift(figure, Place::SUPPLY, Cause::REMOVED)
    }

    /// The mark on `on` gets `value`; 0 removes it.
    pub const fn set_mark(kind: MarkKind, on: Bearer, value: i32) -> Effect {
        Effect { a: kind.0 as u32, b: on.to_bits(), n: value, ..Effect::new(EffectCode::SET_MARK) }
    }

    /// The mark's value on `on` changes by `delta`; at 0 it is removed.
    pub const fn add_mark(kind: MarkKind, on: Bearer, delta: i32) -> Effect {
        Effect { a: kind.0 as u32, b: on.to_bits(), n: delta, ..Effect::new(EffectCode::ADD_MARK) }
    }

    /// A further part of this turn.
    pub const fn grant_part() -> Effect {
        Effect::new(EffectCode::GRANT_PART)
    }

    /// A further turn for `player` before the game goes on.
    pub const fn grant_turn(player: Player) -> Effect {
        Effect::ab(EffectCode::GRANT_TURN, player.0 as u32, 0)
    }

    /// `a` and `b` become connected by a link of `kind`; `extends` says whether that extends the feature.
    pub const fn join(kind: LinkKind, a: SegmentId, b: SegmentId, extends: bool) -> Effect {
        Effect { a: a.0 as u32, b: b.0 as u32, n: kind.0 as i32, m: extends as i32, ..Effect::new(EffectCode::JOIN) }
    }

    /// The join ends; the features are found anew.
    pub const fn part(join: JoinId) -> Effect {
        Effect::ab(EffectCode::PART, join.0 as u32, 0)
    }

    /// `tile` gets a segment of `kind` that reaches `sides` and `halves` (board orientation).
    pub const fn add_segment(tile: TileId, kind: FeatureKind, sides: Sides, halves: Halves) -> Effect {
        Effect {
            n: sides.0 as i32,
            m: halves.0 as i32,
            ..Effect::ab(EffectCode::ADD_SEGMENT, tile.0 as u32, kind.0 as u32)
        }
    }

    /// The tile being placed gets a segment; for admitted placements.
    pub const fn add_segment_placed(kind: FeatureKind, sides: Sides, halves: Halves) -> Effect {
        Effect { n: sides.0 as i32, m: halves.0 as i32, ..Effect::ab(EffectCode::ADD_SEGMENT_PLACED, 0, kind.0 as u32) }
    }

    /// The tile being placed gets a mark; for admitted placements.
    pub const fn mark_placed(kind: MarkKind, delta: i32) -> Effect {
        Effect { a: kind.0 as u32, n: delta, ..Effect::new(EffectCode::MARK_PLACED) }
    }

    /// `count` tiles of `pile` are taken out unseen and never drawn.
    pub const fn withdraw(pile: PileId, count: u16) -> Effect {
        Effect::ab(EffectCode::WITHDRAW, pile.0 as u32, count as u32)
    }

    /// The drawn tile is laid aside and the part ends without a placement.
    pub const fn set_aside() -> Effect {
        Effect::new(EffectCode::SET_ASIDE)
    }

    /// The drawn tile is laid aside and another is drawn.
    pub const fn redraw() -> Effect {
        Effect::new(EffectCode::REDRAW)
    }

    /// `feature` is scored now, as `complete` or not; with `dismiss` its figures leave as after any scoring.
    pub const fn assess(feature: FeatureId, complete: bool, dismiss: bool) -> Effect {
        Effect { n: complete as i32, m: dismiss as i32, ..Effect::ab(EffectCode::ASSESS, feature.0 as u32, 0) }
    }

    /// The hooks of `point` are not asked in this part of the turn.
    pub const fn skip(point: Point) -> Effect {
        Effect::ab(EffectCode::SKIP, point.0 as u32, 0)
    }

    /// `player` gets `count` figures of `kind` at `to`; for `setup`.
    pub const fn supply(player: Player, kind: FigureKind, to: Place, count: u16) -> Effect {
        Effect { n: count as i32, m: player.0 as i32, ..Effect::ab(EffectCode::SUPPLY, kind.0 as u32, to.to_bits()) }
    }

    /// `pile` gets `count` tiles of `kind`; for `setup`.
    pub const fn fill(pile: PileId, kind: TileKind, count: i32) -> Effect {
        Effect { n: count, ..Effect::ab(EffectCode::FILL, pile.0 as u32, kind.0 as u32) }
    }

    /// A tile of `kind` lies at `pos` from the start; for `setup`.
    pub const fn start_tile(kind: TileKind, pos: Pos, rotation: Rotation) -> Effect {
        Effect {
            n: pos.x as i32,
            m: pos.y as i32,
            ..Effect::ab(EffectCode::START_TILE, kind.0 as u32, rotation.0 as u32)
        }
    }

    /// `print` is on segment `segment` (255: on the tile) of `kind` `count` times; for `setup`.
    pub const fn reprint(kind: TileKind, segment: u8, print: Print, count: u8) -> Effect {
        Effect { n: segment as i32, m: count as i32, ..Effect::ab(EffectCode::REPRINT, kind.0 as u32, print.0 as u32) }
    }

    /// Segment `segment` of `kind` reaches `sides` and `halves` (printed orientation); for `setup`.
    pub const fn reshape(kind: TileKind, segment: u8, sides: Sides, halves: Halves) -> Effect {
        Effect {
            n: sides.0 as i32,
            m: halves.0 as i32,
            ..Effect::ab(EffectCode::RESHAPE, kind.0 as u32, segment as u32)
        }
    }

    /// Nothing, but players are told that `rule` came to `player`, in the words its declaration has for it (`told`).
    pub const fn tell(player: Player, rule: RuleId) -> Effect {
        Effect { rule, ..Effect::ab(EffectCode::TELL, player.0 as u32, 0) }
    }

    /// The effect taken apart.
    pub const fn act(&self) -> Act {
        let Effect { a, b, n, m, .. } = *self;
        match self.code {
            EffectCode::NOTHING => Act::Nothing,
            EffectCode::SCORE => Act::Score { player: Player(a as u8), points: n },
            EffectCode::MOVE => {
                Act::Move { figure: FigureId(a as u16), to: Place::from_bits(b), cause: Cause(n as u8) }
            }
            EffectCode::SET_MARK => Act::SetMark { kind: MarkKind(a as u16), on: Bearer::from_bits(b), value: n },
            EffectCode::ADD_MARK => Act::AddMark { kind: MarkKind(a as u16), on: Bearer::from_bits(b), delta: n },
            EffectCode::GRANT_PART => Act::GrantPart,
            EffectCode::GRANT_TURN => Act::GrantTurn { player: Player(a as u8) },
            EffectCode::JOIN => {
                Act::Join { kind: LinkKind(n as u16), a: SegmentId(a as u16), b: SegmentId(b as u16), extends: m != 0 }
            }
            EffectCode::PART => Act::Part { join: JoinId(a as u16) },
            EffectCode::ADD_SEGMENT | EffectCode::ADD_SEGMENT_PLACED => Act::AddSegment {
                tile: if matches!(self.code, EffectCode::ADD_SEGMENT) { TileId(a as u16) } else { TileId::NONE },
                kind: FeatureKind(b as u16),
                sides: Sides(n as u8 & 0xf),
                halves: Halves(m as u8),
            },
            EffectCode::WITHDRAW => Act::Withdraw { pile: PileId(a as u16), count: b as u16 },
            EffectCode::SET_ASIDE => Act::SetAside,
            EffectCode::REDRAW => Act::Redraw,
            EffectCode::ASSESS => Act::Assess { feature: FeatureId(a as u16), complete: n != 0, dismiss: m != 0 },
            EffectCode::SKIP => Act::Skip { point: Point(a as u8) },
            EffectCode::SUPPLY => Act::Supply {
                player: Player(m as u8),
                kind: FigureKind(a as u16),
                to: Place::from_bits(b),
                count: n as u16,
            },
            EffectCode::FILL => Act::Fill { pile: PileId(a as u16), kind: TileKind(b as u16), count: n },
            EffectCode::START_TILE => Act::StartTile {
                kind: TileKind(a as u16),
                pos: Pos::new(n as i16, m as i16),
                rotation: Rotation(b as u8 & 3),
            },
            EffectCode::REPRINT => {
                Act::Reprint { kind: TileKind(a as u16), segment: n as u8, print: Print(b as u16), count: m as u8 }
            }
            EffectCode::RESHAPE => Act::Reshape {
                kind: TileKind(a as u16),
                segment: b as u8,
                sides: Sides(n as u8 & 0xf),
                halves: Halves(m as u8),
            },
            EffectCode::TELL => Act::Tell { player: Player(a as u8) },
            EffectCode::MARK_PLACED => Act::MarkPlaced { kind: MarkKind(a as u16), delta: n },
            _ => Act::Unknown,
        }
    }
}
