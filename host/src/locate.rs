//! Finds declared kinds and segments by the names players and files use.

use crate::nearest::nearest;
use crate::rules::{Declared, Words};
use gatehouse_core::{Board, FigureKind, Halves, MarkKind, Pos, SegmentId, Side, TileKind};

/// "did you mean" with the nearest of the known names, or the list of all if none is near.
pub fn hint<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> String {
    let mut known: Vec<&str> = known.collect();
    known.sort_unstable();
    known.dedup();
    match nearest(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => "no plugin in use has any".to_owned(),
        None if known.len() <= 12 => format!("known are {}", known.join(", ")),
        None => "check the spelling and whether its plugin is in use".to_owned(),
    }
}

fn named<'a, T>(list: &'a [Declared<T>], name: impl Fn(&'a T) -> &'a str, wanted: &str) -> Result<u16, String> {
    let found = list.iter().position(|d| name(&d.what) == wanted);
    found.map(|i| i as u16).ok_or_else(|| hint(wanted, list.iter().map(|d| name(&d.what))))
}

/// The tile kind with this id or alias.
///
/// # Errors
/// A hint at the nearest id.
pub fn tile_kind(words: &Words, id: &str) -> Result<TileKind, String> {
    let found = words.tiles.iter().position(|t| t.tile.id == id || t.tile.aliases.iter().any(|a| a == id));
    found.map(|i| TileKind(i as u16)).ok_or_else(|| hint(id, words.tiles.iter().map(|t| t.tile.id.as_str())))
}

/// The figure kind with this name.
///
/// # Errors
/// A hint at the nearest name.
pub fn figure_kind(words: &Words, name: &str) -> Result<FigureKind, String> {
    named(&words.figures, |f| &f.name, name).map(FigureKind)
}

/// The kind of mark with this name.
///
/// # Errors
/// A hint at the nearest name.
pub fn mark_kind(words: &Words, name: &str) -> Result<MarkKind, String> {
    named(&words.marks, |m| &m.name, name).map(MarkKind)
}

/// The corners of a tile clockwise, by number.
pub const CORNERS: [&str; 4] = ["NW", "NE", "SE", "SW"];

/// The number of the corner that `NW corner` names.
pub fn corner(text: &str) -> Option<u8> {
    let name = text.strip_suffix(" corner")?;
    CORNERS.iter().position(|c| *c == name).map(|n| n as u8)
}

/// The segment of the tile at `pos` that `text` names: `kind`, `kind SIDE`, `kind half-edge` or `kind #n` (the n-th
/// of its kind on the tile, from 0), in board orientation.
///
/// # Errors
/// Says why there is no such segment, or that there are several.
pub fn segment(words: &Words, board: &Board, pos: Pos, text: &str) -> Result<SegmentId, String> {
    let tile = board.grid.tile(pos).ok_or_else(|| format!("no tile lies at {pos}"))?;
    let (kind, at) = text.split_once(' ').unwrap_or((text, ""));
    let kind =
        named(&words.features, |f| &f.name, kind).map_err(|hint| format!("no feature is called `{kind}`: {hint}"))?;
    let mut found = Vec::new();
    let mut next = board.tiles[tile.index()].first_segment;
    while next.is_some() {
        let row = &board.segments[next.index()];
        if row.kind.0 == kind {
            found.push((next, row));
        }
        next = row.next_on_tile;
    }
    let chosen: Vec<SegmentId> = if let Some(n) = at.strip_prefix('#') {
        n.parse().ok().and_then(|n: usize| found.get(n)).map(|f| f.0).into_iter().collect()
    } else {
        let side = (at.len() == 1).then(|| at.chars().next().and_then(Side::from_letter)).flatten();
        let half = Halves::NAMES.iter().position(|h| *h == at);
        if side.is_none() && half.is_none() && !at.is_empty() {
            return Err(format!("`{at}` is neither a side (N, E, S, W), a half-edge (n1 to w2) nor #number"));
        }
        let reaches = |row: &gatehouse_core::SegmentRow| {
            at.is_empty()
                || side.is_some_and(|s| row.sides.has(s) || row.halves.0 & Halves::on(s).0 != 0)
                || half.is_some_and(|h| row.halves.0 >> h & 1 != 0)
        };
        found.iter().filter(|(_, row)| reaches(row)).map(|f| f.0).collect()
    };
    match chosen[..] {
        [one] => Ok(one),
        [] => Err(format!("the tile at {pos} has no `{text}`")),
        _ => Err(format!("the tile at {pos} has several `{text}`: name a side, a half-edge or #number")),
    }
}

/// The shortest text by which [`segment`] finds a segment on its tile.
pub fn segment_text(words: &Words, board: &Board, id: SegmentId) -> String {
    let row = &board.segments[id.index()];
    let pos = board.tiles[row.tile.index()].pos;
    let kind = words.features.get(row.kind.index()).map_or("?", |f| f.what.name.as_str());
    let is_it = |text: &String| segment(words, board, pos, text) == Ok(id);
    let by_side = row.sides.iter().map(|s| format!("{kind} {}", s.letter()));
    let by_half = (0..8).filter(|h| row.halves.0 >> h & 1 != 0).map(|h| format!("{kind} {}", Halves::NAMES[h]));
    let by_number = (0..16).map(|n| format!("{kind} #{n}"));
    std::iter::once(kind.to_owned()).chain(by_side).chain(by_half).chain(by_number).find(is_it).unwrap_or_default()
}
