//! Where a choice lays something down: the tile or segment that its effects are about.

use super::location::{cell, segment};
use super::message::Pointer;
use super::names::Names;
use crate::engine::{ActChoice, Game};
use gatehouse_core::{Act, BearerKind, Effect, SegmentId, Spot, TileId};

/// Whether a choice is about what a pointer points at, as far as either says a place.
pub(super) fn is_at(game: &Game, names: &Names<'_>, act: &ActChoice<'_>, to: &Pointer) -> bool {
    let Ok(pos) = cell(to.x, to.y) else { return false };
    let tile = game.board().grid.tile(pos);
    let pointed = segment(game, names, to).ok();
    let agrees = |place: &(Option<TileId>, Option<SegmentId>)| {
        let whole = place.1.map(|s| game.board().segments[s.index()].tile).or(place.0);
        whole == tile && (place.1.is_none() || pointed.is_none() || place.1 == pointed)
    };
    let mut places = act.effects().iter().filter_map(place).peekable();
    places.peek().is_none() || places.any(|p| agrees(&p))
}

/// The tile or segment an effect is about, if it is about one.
fn place(effect: &Effect) -> Option<(Option<TileId>, Option<SegmentId>)> {
    match effect.act() {
        Act::SetMark { on, .. } | Act::AddMark { on, .. } => match on.kind() {
            BearerKind::Tile(tile) => Some((Some(tile), None)),
            BearerKind::Segment(segment) => Some((None, Some(segment))),
            _ => None,
        },
        Act::Move { to, .. } => match to.spot() {
            Spot::Tile(tile) | Spot::Corner(tile, _) => Some((Some(tile), None)),
            Spot::Segment(segment) => Some((None, Some(segment))),
            _ => None,
        },
        _ => None,
    }
}
