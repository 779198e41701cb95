//! Placements as a person picks them: first the cell, then one of the rotations that look different.

use gatehouse::engine::{Choice, Decision, Game};
use gatehouse_core::{Candidate, Halves, Pos, Rotation, Sides, Tables, TileKind};

/// A cell with the ways to place the tile there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    pub(super) pos: Pos,
    pub(super) ways: Vec<Way>,
}

/// One way to place a tile in a cell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Way {
    /// The number of the choice.
    pub(super) choice: usize,
    pub(super) rotation: Rotation,
    /// The rotation, and what the placement takes if its edges alone do not allow it.
    pub(super) text: String,
}

/// The cells on offer, row by row from the north-west; of ways that look the same only the first.
pub(super) fn cells(game: &Game, decision: &Decision<'_>, kind: TileKind) -> Vec<Cell> {
    let looks = Rotation::ALL.map(|r| look(game.opening().tables(), kind, r));
    let mut cells: Vec<Cell> = Vec::new();
    for (choice, offered) in decision.iter().enumerate() {
        let Choice::Place { candidate: Candidate { pos, rotation, .. }, admits } = offered else { continue };
        let text = match admits {
            None => rotation.to_string(),
            Some((_, label)) => format!("{rotation} {label}"),
        };
        let way = Way { choice, rotation, text };
        match cells.iter_mut().find(|c| c.pos == pos) {
            Some(cell) => cell.ways.push(way),
            None => cells.push(Cell { pos, ways: vec![way] }),
        }
    }
    for cell in &mut cells {
        cell.ways.sort_by_key(|w| w.rotation);
        let mut kept: Vec<Way> = Vec::new();
        for way in cell.ways.drain(..) {
            let extra = |w: &Way| w.text.split_once(' ').map(|(_, label)| label.to_owned());
            let twin = |k: &Way| looks[turn(k)] == looks[turn(&way)] && extra(k) == extra(&way);
            if !kept.iter().any(twin) {
                kept.push(way);
            }
        }
        cell.ways = kept;
    }
    cells.sort_by_key(|c| (c.pos.y, c.pos.x));
    cells
}

fn turn(way: &Way) -> usize {
    way.rotation.0 as usize % 4
}

/// A segment of a turned tile: prints, kind, sides, half-edges.
type Piece = (u64, u16, Sides, Halves, u8);

/// What a turned tile looks like: edges, segments in any order, links between them.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Look {
    edges: [u16; 4],
    pieces: Vec<Piece>,
    links: Vec<(u16, Piece, Piece)>,
    behind: [Option<Piece>; 4],
}

fn look(tables: &Tables, kind: TileKind, rotation: Rotation) -> Look {
    let empty = Look { edges: [0; 4], pieces: Vec::new(), links: Vec::new(), behind: [None; 4] };
    let Some(row) = tables.tile_kinds.get(kind.index()) else { return empty };
    let segments = &tables.segments[row.first_segment as usize..][..row.segments as usize];
    let pieces: Vec<Piece> = segments
        .iter()
        .map(|s| (s.prints, s.kind.0, s.sides.rotated(rotation), s.halves.rotated(rotation), s.keeps_open))
        .collect();
    let mut look = empty;
    for side in gatehouse_core::Side::ALL {
        let there = side.rotated(rotation).index();
        look.edges[there] = row.edges[side.index()].0;
        look.behind[there] = pieces.get(row.behind[side.index()] as usize).copied();
    }
    let links = &tables.links[row.first_link as usize..][..row.links as usize];
    let piece = |n: u8| pieces.get(n as usize).copied();
    look.links = links.iter().filter_map(|l| Some((l.kind.0, piece(l.a)?, piece(l.b)?))).collect();
    look.links.sort_unstable();
    look.pieces = pieces;
    look.pieces.sort_unstable();
    look
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatehouse::dice::Dice;
    use gatehouse::engine::{Opening, Question, Setup};
    use gatehouse::resolve::{self, Choice as Wanted};
    use gatehouse::{bundled, load};
    use std::sync::Arc;

    #[test]
    fn every_placement_is_listed_or_looks_like_one_that_is() {
        let plugins = load::linked(&bundled()).unwrap();
        let rules = resolve::resolve(&plugins, &Wanted::default()).unwrap_or_else(|f| panic!("{f}"));
        let opening = Opening::new(Arc::new(rules), Setup::new(2)).unwrap();
        let (mut game, mut dice, mut left_out) = (Game::new(&opening), Dice::new(4), 0);
        while let Some(decision) = game.decision() {
            if let Question::Place(kind) = decision.question() {
                let cells = cells(&game, &decision, kind);
                let edges = |r: Rotation| look(opening.tables(), kind, r).edges;
                for choice in decision.iter() {
                    let Choice::Place { candidate, .. } = choice else { panic!("a placement") };
                    let cell = cells.iter().find(|c| c.pos == candidate.pos).unwrap();
                    assert!(cell.ways.iter().any(|w| edges(w.rotation) == edges(candidate.rotation)));
                }
                left_out += decision.len() - cells.iter().map(|c| c.ways.len()).sum::<usize>();
            }
            game.choose(dice.any(&decision)).unwrap();
        }
        assert!(left_out > 0, "some tiles look the same in two rotations");
    }
}
