//! Finds the segment a pointer means: a feature kind and the sides or half-edges it reaches, as the tile lies.

use super::message::Pointer;
use super::names::Names;
use crate::engine::Game;
use crate::locate;
use gatehouse_core::{Bounds, FeatureKind, Halves, Pos, SegmentId, Side, Sides};

/// Where on a tile something is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Location {
    /// Sides and half-edges that it reaches; a side stands for both of its half-edges.
    Edges(Sides, Halves),
    /// The n-th that reaches no edge, from 0.
    Inner(usize),
}

const HALVES: [&str; 8] = ["NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"];
const INNER: [&str; 4] = ["I", "II", "III", "IV"];

/// Reads a location: names of sides or half-edges with dots between, `_` for all sides but these.
pub(super) fn location(text: &str) -> Option<Location> {
    if let Some(n) = INNER.iter().position(|i| *i == text) {
        return Some(Location::Inner(n));
    }
    let (mut sides, mut halves) = (Sides::NONE, Halves::NONE);
    for part in text.split('.') {
        if let Some(half) = HALVES.iter().position(|h| *h == part) {
            halves.0 |= 1 << half;
            continue;
        }
        let named = letters(part.strip_prefix('_').unwrap_or(part))?;
        let meant = if part.starts_with('_') { Sides(!named.0 & 0b1111) } else { named };
        sides = Sides(sides.0 | meant.0);
    }
    Some(Location::Edges(sides, halves))
}

fn letters(text: &str) -> Option<Sides> {
    let found = text.chars().map(Side::from_letter).collect::<Option<Vec<Side>>>()?;
    (!found.is_empty()).then(|| found.into_iter().fold(Sides::NONE, Sides::with))
}

/// A cell of the table.
pub(super) fn cell(x: i64, y: i64) -> Result<Pos, String> {
    let (x, y) = (i16::try_from(x), i16::try_from(y));
    match (x, y) {
        (Ok(x), Ok(y)) => Ok(Pos::new(x, y)),
        _ => Err("its position is far outside the table: a cell beside a tile is expected".to_owned()),
    }
}

/// The segment a pointer means.
pub(super) fn segment(game: &Game, names: &Names<'_>, pointer: &Pointer) -> Result<SegmentId, String> {
    let pos = cell(pointer.x, pointer.y)?;
    let (board, words) = (game.board(), &game.opening().rules().words);
    let tile = board.grid.tile(pos).ok_or_else(|| format!("no tile lies at {pos}: a cell with a tile is expected"))?;
    // Older files name no feature, and have names of their own for what is in the middle of a tile.
    let read = location(&pointer.location);
    let middle = Some(pointer.location.as_str()).filter(|name| read.is_none() && names.feature(name).is_some());
    let kind = pointer.feature.as_deref().or(middle).map(|name| kind(game, names, name)).transpose()?;
    let alone = |k: FeatureKind| game.opening().tables().feature_kinds[k.index()].bounds == Bounds::SURROUNDINGS;
    let at = read
        .or_else(|| (middle.is_some() || kind.is_some_and(alone)).then_some(Location::Inner(0)))
        .ok_or_else(|| format!("`{}` is no location: sides, half-edges or I to IV are expected", pointer.location))?;
    let on_tile: Vec<SegmentId> = game.view(0).segments_on(tile).collect();
    let of_kind = on_tile.iter().copied().filter(|s| kind.is_none_or(|k| board.segments[s.index()].kind == k));
    let found: Vec<SegmentId> = match at {
        Location::Inner(n) => inner(game, of_kind.collect(), n),
        Location::Edges(sides, halves) => of_kind.filter(|s| reaches(game, *s, sides, halves)).collect(),
    };
    match found[..] {
        [one] => Ok(one),
        _ => {
            let there: Vec<String> = on_tile.iter().map(|s| locate::segment_text(words, board, *s)).collect();
            let what = pointer.feature.as_deref().unwrap_or("feature");
            let at = &pointer.location;
            Err(format!("the tile at {pos} has no {what} {at}: one of {} is expected", there.join(", ")))
        }
    }
}

fn kind(game: &Game, names: &Names<'_>, name: &str) -> Result<FeatureKind, String> {
    let words = &game.opening().rules().words;
    let own = names.feature(name).ok_or_else(|| format!("no plugin knows a feature `{name}`"))?;
    let found = words.features.iter().position(|f| f.what.name == own);
    found.map(|n| FeatureKind(n as u16)).ok_or_else(|| format!("a `{name}` is in no set that is played"))
}

/// Those that reach no edge; a kind bounded by its surroundings never does, whatever its number.
fn inner(game: &Game, of_kind: Vec<SegmentId>, n: usize) -> Vec<SegmentId> {
    let board = game.board();
    let closed = |s: &&SegmentId| {
        let row = &board.segments[s.index()];
        row.sides.is_empty() && row.halves.is_empty()
    };
    let closed: Vec<SegmentId> = of_kind.iter().filter(closed).copied().collect();
    match closed[..] {
        [one] => vec![one],
        _ => closed.get(n).copied().into_iter().collect(),
    }
}

/// Whether a segment reaches just these sides or half-edges.
fn reaches(game: &Game, segment: SegmentId, sides: Sides, halves: Halves) -> bool {
    let row = &game.board().segments[segment.index()];
    let bounds = game.opening().tables().feature_kinds.get(row.kind.index()).map(|k| k.bounds);
    match bounds {
        Some(Bounds::HALVES) => {
            let of_sides = sides.iter().fold(0, |all, side| all | Halves::on(side).0);
            row.halves == Halves(halves.0 | of_sides)
        }
        Some(Bounds::SIDES) => halves.is_empty() && row.sides == sides,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_are_read() {
        let sides = |text: &str| text.chars().filter_map(Side::from_letter).fold(Sides::NONE, Sides::with);
        let edges = |text: &str| Some(Location::Edges(sides(text), Halves::NONE));
        assert_eq!(location("N"), edges("N"));
        assert_eq!(location("WE"), edges("EW"));
        assert_eq!(location("_N"), edges("ESW"));
        assert_eq!(location("NWSE"), edges("NESW"));
        assert_eq!(location("NL.NR.WR"), Some(Location::Edges(Sides::NONE, Halves(0b1000_0011))));
        assert_eq!(location("III"), Some(Location::Inner(2)));
        for wrong in ["", "X", "N.", "_", "NX", "n", "VI"] {
            assert_eq!(location(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_position_outside_the_table_is_refused() {
        assert_eq!(cell(-3, 4), Ok(Pos::new(-3, 4)));
        assert!(cell(1 << 40, 0).is_err());
    }
}
