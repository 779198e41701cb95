//! Figures and marks on the board.

use super::face::{Face, segments_on};
use super::geometry::{At, HALF, MIDDLE, Num, at};
use super::layout::{FIGURE, Layout, fan};
use super::looks::{self, Colour, INK, PAPER, Put, State};
use super::tile::badge;
use super::xml::{escape, put};
use crate::engine::Game;
use crate::words;
use gatehouse_core::declare::Look;
use gatehouse_core::{Bearer, FigureId, FigureRow, MarkRow, Place, Player, SegmentId, Spot, TileId};

/// How far marks of a figure are from its middle.
const BADGE: f64 = 5.5;

/// A figure where it stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct Standing {
    pub(super) figure: FigureId,
    /// From the middle of its tile.
    pub(super) at: At,
    pub(super) lies: bool,
}

/// The place of a segment among the pieces of its tile.
pub(super) fn piece_of(game: &Game, tile: TileId, segment: SegmentId) -> Option<usize> {
    segments_on(game.board(), tile).position(|(id, _)| id == segment)
}

/// The figures on a tile, each with its place.
pub(super) fn on_tile(game: &Game, tile: TileId, face: &Face, layout: &Layout) -> Vec<Standing> {
    let board = game.board();
    let at_place = |place: Place| -> Vec<FigureId> {
        let here = board.figures.iter().enumerate().filter(|(_, f)| f.place == place);
        here.map(|(i, _)| FigureId(i as u16)).collect()
    };
    let mut standing: Vec<Standing> = Vec::new();
    let mut put = |figures: Vec<FigureId>, places: Vec<At>, lies: bool| {
        standing.extend(figures.into_iter().zip(places).map(|(figure, at)| Standing { figure, at, lies }));
    };
    for (piece, (segment, row)) in segments_on(board, tile).enumerate().take(face.pieces.len()) {
        let figures = at_place(Place::segment(segment));
        if !figures.is_empty() {
            let lies = looks::feature(&game.opening().rules().words, row.kind).is_some_and(|l| l.lies);
            let places = layout.figures(piece, figures.len());
            put(figures, places, lies);
        }
    }
    let figures = at_place(Place::tile(tile));
    let places = fan(MIDDLE, figures.len());
    put(figures, places, false);
    for corner in 0..4u8 {
        let figures = at_place(Place::corner(tile, corner));
        let (x, y) = (if matches!(corner, 1 | 2) { 40.0 } else { -40.0 }, if corner < 2 { -40.0 } else { 40.0 });
        let places = fan(at(x, y), figures.len());
        put(figures, places, false);
    }
    for host in 0..standing.len() {
        let beside = at_place(Place::with(standing[host].figure));
        let place = |i: usize| standing[host].at + at(FIGURE * 0.9 * (i as f64 + 1.0), FIGURE * 0.35);
        let more: Vec<_> = (0..).zip(beside).map(|(i, figure)| (figure, place(i))).collect();
        standing.extend(more.into_iter().map(|(figure, at)| Standing { figure, at, lies: false }));
    }
    standing
}

/// A figure with its marks.
pub(super) fn figure(out: &mut String, game: &Game, standing: Standing, offset: At) {
    let Some(row) = game.board().figure(standing.figure) else { return };
    let words = &game.opening().rules().words;
    let at = standing.at + offset;
    let name = words::figure(game, standing.figure, Player::NONE);
    let title = escape(&format!("{name} on {}", words::place(game, row.place)));
    out.push_str("<g class=\"figure\">");
    put!(out, "<title>{title}</title>");
    let marks = visible_marks(game, Bearer::figure(standing.figure));
    let kind = words.figures.get(row.kind.index()).map(|f| &f.what);
    // Meeples lie down on such a feature; what only joins them there stands.
    let down = standing.lies && kind.is_some_and(|k| k.meeple);
    let lies = down || marks.iter().any(|(_, look)| look.lies);
    let degrees = if lies { 90.0 } else { 0.0 };
    let look = kind.map(|k| &k.look);
    body(out, look, row, Put { at, scale: FIGURE / HALF, degrees });
    for (n, (mark, look)) in marks.into_iter().enumerate() {
        let at = at + super::geometry::at(FIGURE * 0.75 - n as f64 * BADGE * 2.0, -FIGURE * 0.75);
        mark_badge(out, look, mark, at);
    }
    out.push_str("</g>\n");
}

/// A figure's drawing in its owner's colour, with a halo; a disc with its letter if it has none.
pub(super) fn body(out: &mut String, look: Option<&Look>, row: &FigureRow, put: Put) {
    let colour = Colour::of(row.owner);
    match look.filter(|l| !l.shapes.is_empty()) {
        Some(look) => {
            let shapes = looks::shown(look, State::default()).0;
            put!(out, "<g transform=\"{put}\">");
            looks::halo(out, shapes, 5.0, if colour.lightness() > 200 { INK } else { PAPER });
            looks::shapes(out, shapes, row.owner);
            out.push_str("</g>");
        }
        None => {
            let letter = look.and_then(|l| l.letter).unwrap_or('?');
            badge(out, put.at, put.scale * HALF * 0.8, &letter.to_string(), colour);
        }
    }
}

/// The marks on a bearer that players see, with their looks, by kind.
pub(super) fn visible_marks(game: &Game, on: Bearer) -> Vec<(MarkRow, &Look)> {
    let kinds = &game.opening().rules().words.marks;
    let marks = game.board().marks.iter().filter(|m| m.on == on && m.kind.is_some());
    let seen = marks.filter_map(|m| kinds.get(m.kind.index()).filter(|k| k.what.visible).map(|k| (*m, &k.what.look)));
    let mut seen: Vec<_> = seen.collect();
    seen.sort_unstable_by_key(|(mark, _)| mark.kind);
    seen
}

/// A mark as a small drawing or letter, with its value if that is more than 1.
pub(super) fn mark_badge(out: &mut String, look: &Look, mark: MarkRow, at: At) {
    let state = State { complete: None, value: Some(mark.value) };
    let (shapes, letter) = looks::shown(look, state);
    let value = if mark.value > 1 { mark.value.to_string() } else { String::new() };
    if shapes.is_empty() {
        let letter = letter.unwrap_or('*');
        badge(out, at, BADGE, &format!("{letter}{value}"), PAPER);
        return;
    }
    put!(out, "<g transform=\"{}\">", Put { at, scale: BADGE * 1.6 / HALF, degrees: 0.0 });
    looks::halo(out, shapes, 8.0, PAPER);
    looks::shapes(out, shapes, Player::NONE);
    out.push_str("</g>");
    if !value.is_empty() && !look.variants.iter().any(|v| v.from == Some(mark.value)) {
        let (x, y) = (Num(at.x + BADGE), Num(at.y + BADGE));
        put!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"6\" font-weight=\"bold\" fill=\"{INK}\">{value}</text>");
    }
}

/// The marks on a tile and its segments.
pub(super) fn marks_on_tile(out: &mut String, game: &Game, tile: TileId, layout: &Layout, offset: At) {
    for (n, (mark, look)) in visible_marks(game, Bearer::tile(tile)).into_iter().enumerate() {
        mark_badge(out, look, mark, offset + at(-40.0 + n as f64 * BADGE * 2.4, 40.0));
    }
    for (piece, (segment, _)) in segments_on(game.board(), tile).enumerate() {
        for (n, (mark, look)) in visible_marks(game, Bearer::segment(segment)).into_iter().enumerate() {
            mark_badge(out, look, mark, offset + layout.beside(piece) + at(n as f64 * BADGE * 2.4, 0.0));
        }
    }
}

/// The figures that are neither on the board nor with their owners: captured ones and those on yards.
pub(super) fn elsewhere(game: &Game) -> Vec<(FigureId, Spot)> {
    let rows = game.board().figures.iter().enumerate();
    let spots = rows.map(|(i, f)| (FigureId(i as u16), f.place.spot()));
    spots.filter(|(_, spot)| matches!(spot, Spot::Held(_) | Spot::Yard(_))).collect()
}
