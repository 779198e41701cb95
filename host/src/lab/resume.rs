//! From a game in play to a setup from which it could have begun: what lies, stands and is marked on the table.

use crate::engine::{Game, Laid, Marked, Setup, Standing, Supplied};
use crate::locate;
use gatehouse_core::{BearerKind, FigureId, FigureKind, FigureRow, MarkRow, Place, Player, Pos, Spot, TileId, TileRow};
use std::collections::BTreeMap;

/// The setup of a game that stands where this one does at the beginning of a turn. None if something is on the table
/// that a setup can't say: figures beside others or captured, joins and segments that rules added.
pub fn setup(game: &Game) -> Option<Setup> {
    let board = game.board();
    let printed = |t: &TileRow| game.opening().tables().tile_kinds.get(t.kind.index()).map(|k| k.segments);
    let segments: usize = board.tiles.iter().filter_map(printed).map(usize::from).sum();
    if board.joins.iter().any(|j| j.live) || segments != board.segments.len() {
        return None;
    }
    let mut setup = Setup::new(board.players.len());
    setup.first = board.turn.active.index();
    setup.tiles = tiles(game);
    setup.scores = game.scores();
    let mut rows = BTreeMap::new();
    for (id, figure) in game.view(0).figures() {
        if let Some(standing) = standing(game, figure.kind, figure.owner, figure.place)? {
            rows.insert(id, setup.figures.len());
            setup.figures.push(standing);
        }
    }
    setup.supplies = left(game, Place::SUPPLY);
    setup.reserves = left(game, Place::RESERVE);
    for row in board.marks.iter().filter(|m| m.kind.is_some()) {
        setup.marks.push(marked(game, row, row.value, &rows)?);
    }
    // What was set at the start and is gone has to be taken away again.
    let start = Game::new(game.opening());
    for row in start.board().marks.iter().filter(|m| m.kind.is_some()) {
        if !board.marks.iter().any(|m| m.kind == row.kind && m.on == row.on) {
            setup.marks.push(marked(game, row, 0, &rows)?);
        }
    }
    Some(setup)
}

/// The tiles on the table in the order they were laid in.
fn tiles(game: &Game) -> Vec<Laid> {
    let words = &game.opening().rules().words;
    let name = |n: usize| words.tiles.get(n).map_or(String::new(), |t| t.tile.id.clone());
    let laid = |t: &TileRow| Laid { tile: name(t.kind.index()), pos: (t.pos.x, t.pos.y), rotation: t.rotation.0 };
    game.board().tiles.iter().map(laid).collect()
}

fn cell(game: &Game, tile: TileId) -> Option<Pos> {
    game.board().tiles.get(tile.index()).map(|t| t.pos)
}

/// Where a figure stands: nothing if it is at home; none at all if a setup can't say it.
#[allow(clippy::option_option, reason = "nothing to say and impossible to say are two things")]
fn standing(game: &Game, kind: FigureKind, owner: Player, place: Place) -> Option<Option<Standing>> {
    let words = &game.opening().rules().words;
    let (pos, segment) = match place.spot() {
        Spot::Supply | Spot::Reserve | Spot::Box => return Some(None),
        Spot::Segment(segment) => {
            let tile = game.board().segments.get(segment.index())?.tile;
            (cell(game, tile)?, locate::segment_text(words, game.board(), segment))
        }
        Spot::Tile(tile) => (cell(game, tile)?, String::new()),
        Spot::Corner(tile, n) => (cell(game, tile)?, format!("{} corner", locate::CORNERS.get(usize::from(n))?)),
        _ => return None,
    };
    let figure = words.figures.get(kind.index())?.what.name.clone();
    let player = owner.is_some().then(|| owner.index());
    Some(Some(Standing { player, figure, pos: (pos.x, pos.y), segment }))
}

/// What each player has in the supply or reserve, of the kinds of which anybody ever had any.
fn left(game: &Game, place: Place) -> Vec<Supplied> {
    let board = game.board();
    let mut counts: BTreeMap<(Player, FigureKind), usize> = BTreeMap::new();
    for figure in board.figures.iter().filter(|f| f.owner.is_some()) {
        *counts.entry((figure.owner, figure.kind)).or_default() += usize::from(figure.place == place);
    }
    let start = Game::new(game.opening());
    let count = |rows: &[FigureRow], owner: Player, kind: FigureKind, is: &dyn Fn(Place) -> bool| {
        rows.iter().filter(|f| f.owner == owner && f.kind == kind && is(f.place)).count()
    };
    // Those that stand on the table are taken out of the supply by themselves.
    let begun = |owner: Player, kind: FigureKind| {
        let given = count(&start.board().figures, owner, kind, &|p| p == place);
        let standing = count(&board.figures, owner, kind, &|p| place == Place::SUPPLY && p.is_on_board());
        given.saturating_sub(standing)
    };
    let names = &game.opening().rules().words.figures;
    let differs = counts.into_iter().filter(|((owner, kind), n)| begun(*owner, *kind) != *n);
    let supplied = differs.filter_map(|((owner, kind), count)| {
        Some(Supplied { player: owner.index(), figure: names.get(kind.index())?.what.name.clone(), count })
    });
    supplied.collect()
}

fn marked(game: &Game, row: &MarkRow, value: i32, figures: &BTreeMap<FigureId, usize>) -> Option<Marked> {
    let words = &game.opening().rules().words;
    let mark = words.marks.get(row.kind.index())?.what.name.clone();
    let mut marked = Marked { mark, value, player: None, figure: None, pos: None, segment: None };
    match row.on.kind() {
        BearerKind::Game => {}
        BearerKind::Player(player) => marked.player = Some(player.index()),
        BearerKind::Tile(tile) => marked.pos = cell(game, tile).map(|p| (p.x, p.y)),
        BearerKind::Figure(id) => marked.figure = Some(*figures.get(&id)?),
        BearerKind::Segment(segment) => {
            let tile = game.board().segments.get(segment.index())?.tile;
            marked.pos = cell(game, tile).map(|p| (p.x, p.y));
            marked.segment = Some(locate::segment_text(words, game.board(), segment));
        }
        _ => return None,
    }
    Some(marked)
}

/// The setup without some of its tiles (by row), and without what stood on them or was marked there.
pub(super) fn without_tiles(setup: &Setup, dropped: std::ops::Range<usize>) -> Setup {
    let mut fewer = setup.clone();
    let cells: Vec<(i16, i16)> = setup.tiles.iter().take(dropped.end).skip(dropped.start).map(|t| t.pos).collect();
    let end = dropped.end.min(fewer.tiles.len());
    fewer.tiles.drain(dropped.start.min(end)..end);
    fewer.marks.retain(|m| !m.pos.is_some_and(|pos| cells.contains(&pos)));
    let standing: Vec<bool> = setup.figures.iter().map(|f| !cells.contains(&f.pos)).collect();
    keep_figures(&mut fewer, &standing);
    fewer
}

/// The setup without some of its figures (by row), and without the marks on them.
pub(super) fn without_figures(setup: &Setup, dropped: std::ops::Range<usize>) -> Setup {
    let mut fewer = setup.clone();
    let standing: Vec<bool> = (0..setup.figures.len()).map(|n| !dropped.contains(&n)).collect();
    keep_figures(&mut fewer, &standing);
    fewer
}

fn keep_figures(setup: &mut Setup, keep: &[bool]) {
    let kept = |n: usize| keep.get(n).copied().unwrap_or(false);
    let place = |n: usize| (0..n).filter(|n| kept(*n)).count();
    setup.marks.retain(|m| m.figure.is_none_or(kept));
    setup.marks.iter_mut().for_each(|m| m.figure = m.figure.map(place));
    let mut n = 0;
    setup.figures.retain(|_| {
        n += 1;
        kept(n - 1)
    });
}

/// The setup with its tiles in the order in which one reaches them from `pos`, nearest first, so that any number of the
/// last ones can be left out.
pub(super) fn from_cell(setup: &Setup, pos: (i16, i16)) -> Setup {
    let apart = |a: (i16, i16), b: (i16, i16)| {
        (i32::from(a.0) - i32::from(b.0)).abs() + (i32::from(a.1) - i32::from(b.1)).abs()
    };
    let mut rest: Vec<Laid> = setup.tiles.clone();
    let mut tiles: Vec<Laid> = Vec::with_capacity(rest.len());
    while !rest.is_empty() {
        let beside = |t: &Laid| tiles.is_empty() || tiles.iter().any(|l| apart(l.pos, t.pos) == 1);
        let near = rest.iter().enumerate().filter(|(_, t)| beside(t)).min_by_key(|(n, t)| (apart(t.pos, pos), *n));
        let Some(n) = near.map(|(n, _)| n) else { return setup.clone() };
        tiles.push(rest.remove(n));
    }
    Setup { tiles, ..setup.clone() }
}
