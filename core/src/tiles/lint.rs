//! Checks that a tile is consistent: sides against segments, half-edges owned once, counts, ids.

use super::Tile;
use crate::declare::BoundedBy;
use crate::{Halves, Side};
use std::collections::BTreeSet;

/// What a lint must know of the declared kinds.
pub trait EdgeRules {
    /// The feature kind that continues over edges with this letter (`Some(None)`: none does); `None` if unknown.
    fn carries(&self, letter: char) -> Option<Option<&str>>;
    /// Whether strips of fields lie along edges with this letter.
    fn strips(&self, letter: char) -> bool;
    /// Whether edges with this letter are passable.
    fn passable(&self, letter: char) -> bool;
    /// What bounds a feature kind and whether it is an overlay; `None` if nobody declares it.
    fn bounds(&self, kind: &str) -> Option<(BoundedBy, bool)>;
}

/// An inconsistency of a tile.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("tile {tile} (line {line}): {message}")]
pub struct Lint {
    /// The tile's id.
    pub tile: String,
    /// Its line in the file.
    pub line: usize,
    /// What is inconsistent, in one lower-case sentence.
    pub message: String,
}

/// All inconsistencies of a tile set.
pub fn lint(tiles: &[Tile], rules: &impl EdgeRules) -> Vec<Lint> {
    let mut ids = BTreeSet::new();
    let mut found = Vec::new();
    for tile in tiles {
        let mut say = |message: String| found.push(Lint { tile: tile.id.clone(), line: tile.line, message });
        if tile.id.is_empty() || !ids.insert(&tile.id) {
            say("its id is empty or used twice: give each tile an id of its own".into());
        }
        if tile.count == 0 && tile.counts.values().all(|&copies| copies == 0) {
            say("its count is 0 in every edition: remove it or say how many copies there are".into());
        }
        sides(tile, rules, &mut say);
        halves(tile, rules, &mut say);
        passages(tile, rules, &mut say);
    }
    found
}

fn sides(tile: &Tile, rules: &impl EdgeRules, say: &mut impl FnMut(String)) {
    for side in Side::ALL {
        let (letter, name) = (tile.edges[side.index()], side.letter());
        let Some(carried) = rules.carries(letter) else {
            say(format!("edge {name} is `{letter}`, which no edge kind has as its letter"));
            continue;
        };
        let here: Vec<_> = tile
            .segments
            .iter()
            .filter(|s| s.sides.has(side))
            .filter(|s| matches!(rules.bounds(&s.kind), Some((BoundedBy::Sides, false))))
            .collect();
        match (carried, &here[..]) {
            (None, []) => {}
            (Some(kind), all) if !all.is_empty() && all.iter().all(|s| s.kind == kind) => {}
            (Some(kind), _) => {
                say(format!("edge {name} is `{letter}`, so a segment of kind `{kind}` must reach it, and nothing else"))
            }
            (None, _) => {
                say(format!("edge {name} is `{letter}`, so no segment reaches over it, but `{}` does", here[0].kind))
            }
        }
    }
}

fn halves(tile: &Tile, rules: &impl EdgeRules, say: &mut impl FnMut(String)) {
    let mut owned = Halves::NONE;
    for segment in &tile.segments {
        let by_halves = matches!(rules.bounds(&segment.kind), Some((BoundedBy::Halves, _)));
        if !by_halves && !segment.halves.is_empty() && rules.bounds(&segment.kind).is_some() {
            say(format!("a `{}` segment reaches half-edges, but its kind joins by sides", segment.kind));
        }
        if by_halves && !segment.sides.is_empty() {
            say(format!("a `{}` segment reaches sides, but its kind joins by half-edges", segment.kind));
        }
        let twice = Halves(owned.0 & segment.halves.0);
        if !twice.is_empty() {
            say(format!("half-edges {twice} belong to two segments"));
        }
        owned.0 |= segment.halves.0;
    }
    for side in Side::ALL {
        let letter = tile.edges[side.index()];
        let (there, all) = (owned.0 & Halves::on(side).0, Halves::on(side).0);
        let veiled =
            tile.segments.iter().any(|s| s.sides.has(side) && matches!(rules.bounds(&s.kind), Some((_, true))));
        if rules.strips(letter) && there != all && !veiled {
            say(format!("half-edges {} belong to no segment", Halves(all & !there)));
        }
        if !rules.strips(letter) && there != 0 {
            say(format!(
                "edge {} is `{letter}`, along which no strip lies, but half-edges {} are used",
                side.letter(),
                Halves(there)
            ));
        }
    }
}

fn passages(tile: &Tile, rules: &impl EdgeRules, say: &mut impl FnMut(String)) {
    for side in Side::ALL {
        let letter = tile.edges[side.index()];
        let n = tile.passages.iter().filter(|p| p.side == side).count();
        if rules.passable(letter) != (n == 1) {
            say(format!(
                "edge {} is `{letter}` and has {n} passages: a passable edge has one, any other none",
                side.letter()
            ));
        }
    }
}
