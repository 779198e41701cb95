//! What a tile shows, in board orientation: printed things and what rules added.

use super::looks;
use crate::rules::Words;
use gatehouse_core::declare::Form;
use gatehouse_core::{
    Board, EdgeKind, FeatureKind, Halves, LinkKind, Print, Rotation, SegmentId, SegmentRow, Side, Sides, Tables,
    TileId, TileKind,
};

/// A segment on a face.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) kind: FeatureKind,
    pub(super) form: Form,
    pub(super) overlay: bool,
    pub(super) sides: Sides,
    pub(super) halves: Halves,
    /// What is printed on it, and how often.
    pub(super) prints: Vec<(Print, u8)>,
}

/// A link between two pieces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tie {
    pub(super) kind: LinkKind,
    pub(super) a: usize,
    pub(super) b: usize,
    /// Whether the feature of `b` is complete.
    pub(super) complete: bool,
}

/// What a tile shows.
#[derive(Clone, Debug)]
pub(super) struct Face {
    pub(super) edges: [EdgeKind; 4],
    pub(super) pieces: Vec<Piece>,
    pub(super) ties: Vec<Tie>,
    /// For each side of a passable edge the piece behind it.
    pub(super) behind: [Option<usize>; 4],
    /// What is printed on the tile as a whole.
    pub(super) prints: Vec<(Print, u8)>,
}

impl Face {
    /// A tile as printed, turned.
    pub(super) fn printed(words: &Words, tables: &Tables, kind: TileKind, rotation: Rotation) -> Face {
        let Some(row) = tables.tile_kinds.get(kind.index()) else { return Face::blank() };
        let segments = tables.segments.iter().skip(row.first_segment as usize).take(row.segments as usize);
        let mut pieces: Vec<Piece> = segments
            .map(|s| Piece::new(words, s.kind, s.sides.rotated(rotation), s.halves.rotated(rotation)))
            .collect();
        let mut prints = Vec::new();
        for print in tables.prints.iter().skip(row.first_print as usize).take(row.print_rows as usize) {
            let on = pieces.get_mut(print.segment as usize).map_or(&mut prints, |p| &mut p.prints);
            on.push((print.print, print.count));
        }
        let ties = tables.links.iter().skip(row.first_link as usize).take(row.links as usize);
        let ties = ties.map(|l| Tie { kind: l.kind, a: l.a.into(), b: l.b.into(), complete: false });
        let ties = ties.filter(|t| t.a < pieces.len() && t.b < pieces.len()).collect();
        let (mut edges, mut behind) = (row.edges, [None; 4]);
        for side in Side::ALL {
            let to = side.rotated(rotation).index();
            edges[to] = row.edges[side.index()];
            behind[to] = Some(usize::from(row.behind[side.index()])).filter(|&s| s < pieces.len());
        }
        Face { edges, pieces, ties, behind, prints }
    }

    /// A placed tile with the segments and joins that were added to it.
    pub(super) fn placed(words: &Words, tables: &Tables, board: &Board, tile: TileId) -> Face {
        let Some(row) = board.tiles.get(tile.index()) else { return Face::blank() };
        let mut face = Face::printed(words, tables, row.kind, row.rotation);
        let mut segments = Vec::new();
        for (id, segment) in segments_on(board, tile) {
            match face.pieces.get_mut(usize::from(segment.index)) {
                Some(piece) => (piece.sides, piece.halves) = (segment.sides, segment.halves),
                None => face.pieces.push(Piece::new(words, segment.kind, segment.sides, segment.halves)),
            }
            segments.push(id);
        }
        let complete = |n: usize| {
            let segment = segments.get(n).and_then(|s| board.segments.get(s.index()));
            segment.and_then(|s| board.features.get(s.feature.index())).is_some_and(|f| f.is_complete())
        };
        face.ties.iter_mut().for_each(|t| t.complete = complete(t.b));
        let place = |id: SegmentId| segments.iter().position(|&s| s == id);
        for join in board.joins.iter().filter(|j| j.live) {
            if let (Some(a), Some(b)) = (place(join.a), place(join.b)) {
                face.ties.push(Tie { kind: join.kind, a, b, complete: complete(b) });
            }
        }
        face
    }

    fn blank() -> Face {
        let none = [None; 4];
        Face { edges: [EdgeKind::NONE; 4], pieces: vec![], ties: vec![], behind: none, prints: vec![] }
    }

    /// The sides a piece reaches, those it is behind included.
    pub(super) fn reached(&self, piece: usize) -> Sides {
        let behind = Side::ALL.into_iter().filter(|s| self.behind[s.index()] == Some(piece));
        behind.fold(self.pieces[piece].sides, Sides::with)
    }

    /// The pieces drawn in a form, overlays left out.
    pub(super) fn of_form(&self, form: Form) -> impl Iterator<Item = usize> + '_ {
        (0..self.pieces.len()).filter(move |&i| self.pieces[i].form == form && !self.pieces[i].overlay)
    }

    /// Whether a piece is an area that hides what runs below it.
    pub(super) fn is_area(&self, piece: usize) -> bool {
        self.pieces[piece].form == Form::Area && !self.pieces[piece].overlay
    }

    /// The pieces of a form to which links lead from a piece, each once.
    pub(super) fn tied(&self, piece: usize, form: Form) -> Vec<usize> {
        let other = |t: &Tie| match piece {
            p if p == t.a => Some(t.b),
            p if p == t.b => Some(t.a),
            _ => None,
        };
        let mut found: Vec<usize> = self.ties.iter().filter_map(other).filter(|&o| o != piece).collect();
        found.retain(|&o| self.pieces[o].form == form && !self.pieces[o].overlay);
        found.sort_unstable();
        found.dedup();
        found
    }
}

impl Piece {
    fn new(words: &Words, kind: FeatureKind, sides: Sides, halves: Halves) -> Piece {
        let declared = words.features.get(kind.index()).map(|f| &f.what);
        Piece {
            kind,
            form: looks::form(words, kind),
            overlay: declared.is_some_and(|f| f.overlay),
            sides,
            halves,
            prints: Vec::new(),
        }
    }
}

/// The segments of a placed tile, printed ones first.
pub(super) fn segments_on(board: &Board, tile: TileId) -> impl Iterator<Item = (SegmentId, &SegmentRow)> {
    let mut next = board.tiles.get(tile.index()).map_or(SegmentId::NONE, |t| t.first_segment);
    std::iter::from_fn(move || {
        let row = board.segments.get(next.index())?;
        let id = next;
        next = row.next_on_tile;
        Some((id, row))
    })
}
