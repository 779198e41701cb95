//! Counts everything on a board anew, from tiles, figures and joins alone, and compares with what the engine keeps.

use crate::engine::Game;
use gatehouse_core::{
    Bearer, Board, Bounds, Cell, FeatureId, FigureId, Halves, Place, Player, Pos, Present, SegmentId, SegmentRow, Side,
    Sides, Spot, Tables, TileId,
};
use std::collections::BTreeMap;

/// What is wrong with the board of a game; nothing, unless the engine is.
///
/// # Errors
/// Says the first thing that is not as counted.
pub fn audit(game: &Game) -> Result<(), String> {
    let audit = Audit { board: game.board(), tables: game.opening().tables() };
    audit.chains()?;
    audit.features()?;
    audit.figures()?;
    audit.frontier()?;
    audit.present()?;
    audit.piles()
}

struct Audit<'g> {
    board: &'g Board,
    tables: &'g Tables,
}

fn check(holds: bool, what: impl Fn() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what()) }
}

impl Audit<'_> {
    fn ids(&self) -> impl Iterator<Item = (SegmentId, &SegmentRow)> {
        (0..).map(SegmentId).zip(self.board.segments.iter())
    }

    fn pos(&self, segment: &SegmentRow) -> Pos {
        self.board.tiles[segment.tile.index()].pos
    }

    fn bounds(&self, segment: &SegmentRow) -> Bounds {
        self.tables.feature_kinds[segment.kind.index()].bounds
    }

    /// Every segment is on the list of its tile and on that of its feature, once.
    fn chains(&self) -> Result<(), String> {
        let mut of_tile = 0;
        for (tile, row) in (0..).map(TileId).zip(self.board.tiles.iter()) {
            check(self.board.grid.tile(row.pos) == Some(tile), || format!("tile {} is not in its cell", tile.0))?;
            let mut next = row.first_segment;
            while next.is_some() {
                check(self.board.segments[next.index()].tile == tile, || format!("segment {} is astray", next.0))?;
                next = self.board.segments[next.index()].next_on_tile;
                of_tile += 1;
            }
        }
        check(of_tile == self.board.segments.len(), || format!("{of_tile} segments are on tiles"))?;
        let mut of_feature = 0;
        for (feature, row) in (0..).map(FeatureId).zip(self.board.features.iter()) {
            let mut next = row.first;
            for _ in 0..row.segments {
                check(self.board.segments[next.index()].feature == feature, || {
                    format!("segment {} is on the list of feature {}, but not of it", next.0, feature.0)
                })?;
                next = self.board.segments[next.index()].next_in_feature;
                of_feature += 1;
            }
            check(!row.is_live() || next == row.first, || format!("feature {} has no closed list", feature.0))?;
        }
        check(of_feature == self.board.segments.len(), || format!("{of_feature} segments are of features"))
    }

    fn connected(&self, a: &SegmentRow, b: &SegmentRow) -> bool {
        Side::ALL.into_iter().filter(|&s| self.pos(a).beside(s) == self.pos(b)).any(|side| {
            a.kind == b.kind
                && match self.bounds(a) {
                    Bounds::HALVES => a.halves.0 & Halves::on(side).0 & b.halves.facing().0 != 0,
                    Bounds::SIDES => a.sides.has(side) && b.sides.has(side.opposite()),
                    _ => false,
                }
        })
    }

    /// The connected components are the features, and each counts its tiles, open ends and figures right.
    fn features(&self) -> Result<(), String> {
        let n = self.board.segments.len();
        let mut root: Vec<usize> = (0..n).collect();
        fn find(root: &mut [usize], mut i: usize) -> usize {
            while root[i] != i {
                root[i] = root[root[i]];
                i = root[i];
            }
            i
        }
        let mut links: Vec<(usize, usize)> =
            self.board.joins.iter().filter(|j| j.live).map(|j| (j.a.index(), j.b.index())).collect();
        for (id, a) in self.ids() {
            for side in Side::ALL {
                let Some(tile) = self.board.grid.tile(self.pos(a).beside(side)) else { continue };
                let mut next = self.board.tiles[tile.index()].first_segment;
                while next.is_some() {
                    let b = &self.board.segments[next.index()];
                    if self.connected(a, b) {
                        links.push((id.index(), next.index()));
                    }
                    next = b.next_on_tile;
                }
            }
        }
        for (a, b) in links {
            let (a, b) = (find(&mut root, a), find(&mut root, b));
            root[a] = b;
        }
        let mut groups: BTreeMap<usize, Vec<SegmentId>> = BTreeMap::new();
        for (id, _) in self.ids() {
            groups.entry(find(&mut root, id.index())).or_default().push(id);
        }
        let live = self.board.features.iter().filter(|f| f.is_live()).count();
        check(live == groups.len(), || format!("{live} features live, but {} are connected", groups.len()))?;
        groups.values().try_for_each(|group| self.feature(group))
    }

    fn feature(&self, group: &[SegmentId]) -> Result<(), String> {
        let id = self.board.segments[group[0].index()].feature;
        let row = &self.board.features[id.index()];
        let same = group.iter().all(|s| self.board.segments[s.index()].feature == id);
        check(same && group.len() == row.segments as usize, || format!("feature {} is not what is connected", id.0))?;
        let mut tiles: Vec<TileId> = group.iter().map(|s| self.board.segments[s.index()].tile).collect();
        tiles.sort_unstable();
        tiles.dedup();
        check(tiles.len() == row.tiles as usize, || {
            format!("feature {} says {} tiles, but has {}", id.0, row.tiles, tiles.len())
        })?;
        let open: u32 = group.iter().map(|s| self.open_ends(&self.board.segments[s.index()])).sum();
        check(open == u32::from(row.open), || format!("feature {} says {} open ends, but has {open}", id.0, row.open))?;
        let here = || {
            let stands = |s: SegmentId| self.board.segments[s.index()].feature == id;
            self.board.figures.iter().filter(move |f| f.place.on_segment().is_some_and(stands))
        };
        let meeples = here().filter(|f| self.tables.figure_kinds[f.kind.index()].meeple).count();
        check((here().count(), meeples) == (row.figures.into(), row.meeples.into()), || {
            format!("feature {} counts its {} figures and {meeples} meeples wrong", id.0, here().count())
        })
    }

    fn open_ends(&self, row: &SegmentRow) -> u32 {
        let tile = &self.board.tiles[row.tile.index()];
        let kind = &self.tables.tile_kinds[tile.kind.index()];
        let printed = u16::from(row.index) < kind.segments;
        let keeps = if printed {
            self.tables.segments[kind.first_segment as usize + row.index as usize].keeps_open.into()
        } else {
            0
        };
        let empty = |pos: Pos| self.board.grid.tile(pos).is_none();
        keeps
            + match self.bounds(row) {
                Bounds::HALVES => Side::ALL
                    .into_iter()
                    .filter(|&s| empty(tile.pos.beside(s)))
                    .map(|s| (row.halves.0 & Halves::on(s).0).count_ones())
                    .sum(),
                Bounds::SIDES => row.sides.iter().filter(|&s| empty(tile.pos.beside(s))).count() as u32,
                _ => tile.pos.around().filter(|&p| empty(p)).count() as u32,
            }
    }

    /// Figures stand where their kind may stand, and beside figures that stand on a tile.
    fn figures(&self) -> Result<(), String> {
        for figure in &self.board.figures {
            let fine = match figure.place.spot() {
                Spot::Segment(s) => {
                    let on = self.board.segments[s.index()].kind;
                    self.tables.figure_kinds[figure.kind.index()].stands_on >> on.0 & 1 == 1
                }
                Spot::With(other) => {
                    let beside = self.board.figures[other.index()].place.spot();
                    matches!(beside, Spot::Segment(_) | Spot::Tile(_) | Spot::Corner(..))
                }
                _ => true,
            };
            check(fine, || format!("{figure:?} can't be there"))?;
        }
        Ok(())
    }

    /// Kinds of figures and marks are known to be there exactly if one is, and figures know how many marks they bear.
    fn present(&self) -> Result<(), String> {
        let board = self.board;
        let bits = |kinds: &mut dyn Iterator<Item = u16>| kinds.fold(0u64, |bits, kind| bits | 1 << kind);
        let set = || board.marks.iter().filter(|m| m.kind.is_some());
        let figures = bits(&mut board.figures.iter().filter(|f| f.place.is_on_board()).map(|f| f.kind.0));
        let marks = bits(&mut set().map(|m| m.kind.0));
        let holes = board.frontier.iter().filter(|row| row.neighbours == Sides::ALL).count() as u32;
        check(board.present == Present { figures, marks, holes }, || format!("{:?} is there", board.present))?;
        for (seat, player) in (0..).map(Player).zip(board.players.iter()) {
            let own = board.figures.iter().filter(|f| f.owner == seat && f.place == Place::SUPPLY);
            let supply = bits(&mut own.map(|f| f.kind.0));
            check(supply == player.supply, || format!("player {} has {supply:b} left", seat.0))?;
        }
        let listed =
            |bits: &[u64], figure: FigureId| board.figures_in(bits.iter().copied()).any(|(id, _)| id == figure);
        for (figure, row) in (0..).map(FigureId).zip(board.figures.iter()) {
            let rightly = listed(&board.standing, figure) == row.place.is_on_board()
                && listed(&board.supplied, figure) == (row.place == Place::SUPPLY);
            check(rightly, || format!("figure {} is listed where it is not", figure.0))?;
            let borne = bits(&mut set().filter(|m| m.on == Bearer::figure(figure)).map(|m| m.kind.0));
            check(listed(board.owned_by(row.owner), figure), || format!("figure {} has no owner", figure.0))?;
            check(listed(board.of_kind(row.kind), figure), || format!("figure {} is of no kind", figure.0))?;
            check(borne == row.marks, || format!("figure {} bears marks {borne:b}", figure.0))?;
        }
        Ok(())
    }

    /// The frontier is exactly the empty cells beside tiles, each with its neighbours.
    fn frontier(&self) -> Result<(), String> {
        let mut cells: BTreeMap<Pos, u8> = BTreeMap::new();
        for tile in &self.board.tiles {
            for side in Side::ALL {
                let pos = tile.pos.beside(side);
                if self.board.grid.tile(pos).is_none() {
                    *cells.entry(pos).or_default() |= 1 << side.opposite() as u8;
                }
            }
        }
        check(cells.len() == self.board.frontier.len(), || "the frontier has other cells".to_owned())?;
        for (n, row) in (0..).zip(self.board.frontier.iter()) {
            let fine = cells.get(&row.pos) == Some(&row.neighbours.0);
            let known = self.board.grid.cell(row.pos) == Cell::Frontier(n);
            check(fine && known, || format!("the frontier at {} is wrong", row.pos))?;
        }
        Ok(())
    }

    /// A pile holds what can be drawn and what was withdrawn.
    fn piles(&self) -> Result<(), String> {
        let kinds = self.tables.tile_kinds.len();
        for (n, pile) in self.board.piles.iter().enumerate() {
            let unseen: u32 = self.board.unseen[n * kinds..(n + 1) * kinds].iter().map(|&u| u32::from(u)).sum();
            let said = u32::from(pile.remaining) + u32::from(pile.withdrawn);
            check(unseen == said, || format!("pile {n} says {said} tiles, but has {unseen}"))?;
        }
        Ok(())
    }
}
