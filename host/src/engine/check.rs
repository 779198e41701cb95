//! Checks effects before any of them is applied.

use super::fault::Offence;
use super::opening::Opening;
use super::play::Play;
use gatehouse_core::{
    Act, Bearer, BearerKind, Board, Bounds, Effect, FeatureKind, FigureId, Halves, JoinId, PileId, Player, SegmentId,
    Sides, Spot, Tables, TileId, TileKind,
};

/// The most effects one hook or choice may propose.
const MOST_EFFECTS: usize = 4096;
/// The most parts a turn may have.
const MOST_PARTS: u8 = 16;
/// The most further turns that may wait.
const MOST_TURNS: usize = 64;
/// How many parts may pass without a decision before no further ones are granted.
const MOST_IDLE: u16 = 64;
/// How many rows of joins, features, segments and marks rules may fill: ids have 16 bits, and there is to be room left
/// for what one hook may propose.
const MOST_ROWS: usize = 0x7fff;
/// The most segments of a tile.
const MOST_SEGMENTS: u8 = 254;

/// What is applied before the effect that is checked.
#[derive(Clone, Copy)]
struct Earlier<'e> {
    before: &'e [Effect],
    own: &'e [Effect],
}

impl<'e> Earlier<'e> {
    fn iter(self) -> impl DoubleEndedIterator<Item = &'e Effect> {
        self.before.iter().chain(self.own)
    }
}

impl Play {
    /// Whether effects can be applied to the state as it is, one after the other. With `placing` they belong to the
    /// placement of a tile that is not laid yet.
    pub(super) fn check_all(&self, o: &Opening, effects: &[Effect], placing: bool) -> Result<(), Offence> {
        self.check_after(o, &[], effects, placing)
    }

    /// As [`Play::check_all`], once others are applied.
    pub(super) fn check_after(
        &self,
        o: &Opening,
        before: &[Effect],
        effects: &[Effect],
        placing: bool,
    ) -> Result<(), Offence> {
        if effects.len() > MOST_EFFECTS {
            return Err(Offence::limit(format_args!(
                "it proposes {} effects, more than {MOST_EFFECTS}",
                effects.len()
            )));
        }
        for (n, effect) in effects.iter().enumerate() {
            let earlier = Earlier { before, own: &effects[..n] };
            match effect.moves() {
                Some((figure, to)) => check_move(o, &self.state.board, figure, to.spot(), earlier)?,
                None => self.check(o, effect, earlier, placing)?,
            }
        }
        Ok(())
    }

    // On its own, for as a part of the loop above it has most of the board looked up before the first effect is known.
    #[inline(never)]
    fn check(&self, o: &Opening, effect: &Effect, earlier: Earlier<'_>, placing: bool) -> Result<(), Offence> {
        let board = &self.state.board;
        match effect.act() {
            Act::Nothing => Ok(()),
            Act::Score { player, .. } | Act::Tell { player } => check_player(board, player),
            Act::GrantPart => self.check_grant(board.turn.part + 1 < MOST_PARTS),
            Act::GrantTurn { player } => {
                check_player(board, player)?;
                self.check_grant(self.time.turns_granted.len() < MOST_TURNS)
            }
            Act::SetAside | Act::Redraw => {
                let drawn = board.turn.drawn.is_some() && !board.turn.placed.is_some() && !board.turn.offered;
                if drawn && !placing { Ok(()) } else { Err("it lays aside a tile, but none was just drawn".into()) }
            }
            Act::Move { figure, to, .. } => check_move(o, board, figure, to.spot(), earlier),
            Act::SetMark { kind, on, .. } | Act::AddMark { kind, on, .. } => {
                check_mark(o, board, kind.index(), Some(on))
            }
            Act::MarkPlaced { kind, .. } if placing => check_mark(o, board, kind.index(), None),
            Act::Join { a, b, .. } => self.check_join(a, b),
            Act::Part { join } => check_part(board, join, earlier),
            Act::AddSegment { tile, kind, sides, halves } => {
                let known = tile.index() < board.tiles.len() || (placing && !tile.is_some());
                if !known {
                    return Err("it adds a segment to a tile that is not on the table".into());
                }
                check_shape(&o.tables, kind, sides, halves)?;
                if self.room() {
                    Ok(())
                } else {
                    Err(Offence::limit(format_args!("there is no room for further segments")))
                }
            }
            Act::Withdraw { pile, count } => check_withdrawal(board, pile, count, earlier),
            Act::Fill { pile, kind, count } => check_fill(o, board, pile, kind, count),
            Act::Assess { feature, .. } => match board.features.get(feature.index()) {
                Some(row) if row.is_live() => Ok(()),
                _ => Err(Offence::illegal(format_args!("there is no feature {}", feature.0))),
            },
            Act::Skip { point } if point.0 < 32 => Ok(()),
            Act::MarkPlaced { .. } => Err("only an admitted placement may mark the tile being placed".into()),
            Act::Supply { .. } | Act::StartTile { .. } | Act::Reprint { .. } | Act::Reshape { .. } => {
                Err(Offence::illegal(format_args!("effect {} is for setup only", effect.code.name())))
            }
            _ => Err(Offence::illegal(format_args!("effect code {} is unknown to this host", effect.code.0))),
        }
    }

    fn check_grant(&self, few: bool) -> Result<(), Offence> {
        if few && self.time.idle < MOST_IDLE {
            Ok(())
        } else {
            Err(Offence::limit(format_args!("it grants parts or turns without end")))
        }
    }

    fn check_join(&self, a: SegmentId, b: SegmentId) -> Result<(), Offence> {
        let segments = &self.state.board.segments;
        let kind = |s: SegmentId| segments.get(s.index()).map(|row| row.kind);
        match (kind(a), kind(b)) {
            (None, _) => Err(Offence::illegal(format_args!("there is no segment {}", a.0))),
            (_, None) => Err(Offence::illegal(format_args!("there is no segment {}", b.0))),
            (a, b) if a != b => Err("it joins segments of different kinds".into()),
            _ if !self.room() => Err(Offence::limit(format_args!("there is no room for further joins"))),
            _ => Ok(()),
        }
    }

    /// Whether there are rows left for joins, parts and added segments.
    pub(super) fn room(&self) -> bool {
        let board = &self.state.board;
        board.joins.len().max(board.features.len()).max(board.segments.len()) < MOST_ROWS
    }

    /// Whether a tile can get a further segment.
    pub(super) fn room_on(&self, tile: TileId) -> bool {
        self.state.segments_on(tile).last().is_none_or(|s| self.state.board.segments[s.index()].index < MOST_SEGMENTS)
    }
}

fn check_player(board: &Board, player: Player) -> Result<(), Offence> {
    if player.index() < board.players.len() {
        Ok(())
    } else {
        Err(Offence::illegal(format_args!("there is no player {}", player.0)))
    }
}

fn check_move(o: &Opening, board: &Board, figure: FigureId, to: Spot, earlier: Earlier<'_>) -> Result<(), Offence> {
    let Some(row) = board.figures.get(figure.index()) else {
        return Err(Offence::illegal(format_args!("there is no figure {}", figure.0)));
    };
    let tile = |t: TileId| t.index() < board.tiles.len();
    match to {
        Spot::Supply | Spot::Reserve | Spot::Box | Spot::Yard(_) => Ok(()),
        Spot::Segment(s) => {
            let Some(segment) = board.segments.get(s.index()) else {
                return Err(Offence::illegal(format_args!("there is no segment {}", s.0)));
            };
            let allowed = o.tables.figure_kinds[row.kind.index()].stands_on;
            if allowed >> segment.kind.0 & 1 == 0 {
                return Err(Offence::illegal(format_args!(
                    "a {} may not stand on a {}",
                    o.rules.words.figures[row.kind.index()].what.name,
                    o.rules.words.features[segment.kind.index()].what.name
                )));
            }
            Ok(())
        }
        Spot::Tile(t) if tile(t) => Ok(()),
        Spot::Corner(t, n) if tile(t) && n < 4 => Ok(()),
        Spot::With(other) if other != figure && will_stand(board, other, earlier) => Ok(()),
        Spot::With(_) => Err("it moves a figure beside one that is not on the table".into()),
        Spot::Held(player) => check_player(board, player),
        _ => Err("it moves a figure to a place that does not exist".into()),
    }
}

/// Whether a figure stands on a tile once the earlier effects are applied.
fn will_stand(board: &Board, figure: FigureId, earlier: Earlier<'_>) -> bool {
    let moved = earlier.iter().rev().find_map(|e| match e.act() {
        Act::Move { figure: f, to, .. } if f == figure => Some(to),
        _ => None,
    });
    let place = moved.or_else(|| board.figure(figure).map(|f| f.place));
    place.is_some_and(|p| matches!(p.spot(), Spot::Segment(_) | Spot::Tile(_) | Spot::Corner(..)))
}

/// Whether a mark may hang on a bearer, or on the tile that is being placed.
pub(super) fn check_mark(o: &Opening, board: &Board, kind: usize, on: Option<Bearer>) -> Result<(), Offence> {
    let Some(row) = o.tables.mark_kinds.get(kind) else {
        return Err(Offence::illegal(format_args!("there is no mark {kind}")));
    };
    if bears(board, row.bearer, on) && board.marks.len() < MOST_ROWS {
        Ok(())
    } else {
        Err(Offence::illegal(format_args!("the mark `{}` can't hang there", o.rules.words.marks[kind].what.name)))
    }
}

/// Whether a bearer exists and is of a class; without one, whether the class is that of tiles.
pub(super) fn bears(board: &Board, class: u16, on: Option<Bearer>) -> bool {
    let Some(on) = on else { return class == Bearer::tile(TileId(0)).class() };
    let exists = match on.kind() {
        BearerKind::Game => true,
        BearerKind::Player(p) => p.index() < board.players.len(),
        BearerKind::Tile(t) => t.index() < board.tiles.len(),
        BearerKind::Segment(s) => s.index() < board.segments.len(),
        BearerKind::Figure(f) => f.index() < board.figures.len(),
        _ => false,
    };
    exists && class == on.class()
}

/// Whether a segment of a kind may reach these sides and half-edges.
pub(super) fn check_shape(tables: &Tables, kind: FeatureKind, sides: Sides, halves: Halves) -> Result<(), String> {
    let Some(row) = tables.feature_kinds.get(kind.index()) else {
        return Err("it makes a segment of an unknown kind".to_owned());
    };
    let fits = match row.bounds {
        Bounds::SIDES => halves.is_empty(),
        Bounds::HALVES => sides.is_empty(),
        _ => sides.is_empty() && halves.is_empty(),
    };
    if fits { Ok(()) } else { Err("it makes a segment reach what its kind does not join by".to_owned()) }
}

fn check_part(board: &Board, join: JoinId, earlier: Earlier<'_>) -> Result<(), Offence> {
    let twice = earlier.iter().any(|e| e.act() == Act::Part { join });
    match board.join(join) {
        Some(row) if row.live && !twice => Ok(()),
        _ => Err(Offence::illegal(format_args!("there is no live join {}", join.0))),
    }
}

fn check_withdrawal(board: &Board, pile: PileId, count: u16, earlier: Earlier<'_>) -> Result<(), Offence> {
    let before = earlier.iter().map(|e| match e.act() {
        Act::Withdraw { pile: p, count } if p == pile => u32::from(count),
        _ => 0,
    });
    match board.piles.get(pile.index()) {
        Some(row) if u32::from(row.remaining) >= u32::from(count) + before.sum::<u32>() => Ok(()),
        _ => Err("it takes more tiles out of a pile than are in it".into()),
    }
}

fn check_fill(o: &Opening, board: &Board, pile: PileId, kind: TileKind, count: i32) -> Result<(), Offence> {
    if pile.index() >= board.piles.len() || kind.index() >= o.tables.tile_kinds.len() {
        return Err("it fills an unknown pile or with an unknown tile".into());
    }
    if !(0..=255).contains(&count) {
        return Err("once the game has begun tiles only come back into a pile, at most 255 at once".into());
    }
    let row = board.piles[pile.index()];
    let full = u32::from(row.remaining) + u32::from(row.withdrawn) > MOST_ROWS as u32;
    if full { Err(Offence::limit(format_args!("it fills a pile without end"))) } else { Ok(()) }
}
