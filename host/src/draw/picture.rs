//! The whole picture: tiles in their places, figures, and a legend below.

use super::face::Face;
use super::figures;
use super::geometry::{At, HALF, Num, at};
use super::layout::Layout;
use super::legend;
use super::looks::{self, Put, State};
use super::tile::Painter;
use super::xml::{escape, put, shared};
use crate::engine::Game;
use crate::rules::Rules;
use crate::words;
use gatehouse_core::{Pos, Rotation, SegmentId, TileId, TileKind};

/// Space around the board.
const MARGIN: f64 = 30.0;
/// The width of a tile.
const TILE: f64 = 2.0 * HALF;
/// The least width of a picture, so that a legend fits.
const LEAST_WIDTH: f64 = 620.0;
/// The colour of the table.
const TABLE: &str = "#efe9dc";
const FONT: &str = "font-family=\"Helvetica, Arial, sans-serif\"";

/// The bounds of some cells.
pub(super) fn bounds(cells: impl Iterator<Item = Pos>) -> Option<(Pos, Pos)> {
    cells.fold(None, |found, p| {
        let (min, max) = found.unwrap_or((p, p));
        Some((Pos::new(min.x.min(p.x), min.y.min(p.y)), Pos::new(max.x.max(p.x), max.y.max(p.y))))
    })
}

/// The tile placed last, if any was: the start tiles don't count.
pub(super) fn last_placed(game: &Game) -> Option<TileId> {
    let last = game.board().tiles.len().checked_sub(1)?;
    game.board().tiles[last].placed_by.is_some().then_some(TileId(last as u16))
}

/// A board being drawn.
struct Picture<'g> {
    game: &'g Game,
    painter: Painter<'g>,
    /// The middle of the cell 0, 0.
    origin: At,
    tiles: Vec<(Face, Layout)>,
}

/// The whole board with a legend, as SVG.
pub(super) fn board(game: &Game) -> String {
    let board = game.board();
    let (min, max) = bounds(board.tiles.iter().map(|t| t.pos)).unwrap_or_default();
    let span = |a: i16, b: i16| (f64::from(b) - f64::from(a) + 1.0) * TILE;
    let (inner, height) = (span(min.x, max.x), span(min.y, max.y) + 2.0 * MARGIN);
    let width = (inner + 2.0 * MARGIN).max(LEAST_WIDTH);
    let left = (width - inner) / 2.0 + HALF;
    let origin = at(left - f64::from(min.x) * TILE, MARGIN + HALF - f64::from(min.y) * TILE);
    let words = &game.opening().rules().words;
    let faces = (0..board.tiles.len()).map(|t| {
        let face = Face::placed(words, game.opening().tables(), board, TileId(t as u16));
        let layout = Layout::new(words, &face);
        (face, layout)
    });
    let picture = Picture { game, painter: Painter { words }, origin, tiles: faces.collect() };
    let (legend, legend_height) = legend::legend(game, width, height - MARGIN / 2.0);
    let mut out = opened(width, height + legend_height, "The board");
    picture.painter.definitions(&mut out);
    picture.coordinates(&mut out, min, max);
    picture.draw(&mut out);
    out.push_str(&legend);
    out.push_str("</svg>\n");
    shared(&out)
}

/// The start of a document.
fn opened(width: f64, height: f64, title: &str) -> String {
    let (w, h) = (Num(width), Num(height));
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\" role=\"img\" {FONT}>\n"
    );
    put!(out, "<title>{}</title>\n<rect width=\"{w}\" height=\"{h}\" fill=\"{TABLE}\"/>\n", escape(title));
    out
}

impl Picture<'_> {
    fn middle(&self, pos: Pos) -> At {
        self.origin + at(f64::from(pos.x), f64::from(pos.y)) * TILE
    }

    fn coordinates(&self, out: &mut String, min: Pos, max: Pos) {
        out.push_str("<g class=\"coordinates\" font-size=\"11\" text-anchor=\"middle\" fill=\"#9c9079\">\n");
        let mut label = |p: At, n: i16| put!(out, "<text x=\"{}\" y=\"{}\">{n}</text>\n", Num(p.x), Num(p.y));
        (min.x..=max.x).for_each(|x| label(self.middle(Pos::new(x, min.y)) - at(0.0, HALF + 10.0), x));
        (min.y..=max.y).for_each(|y| label(self.middle(Pos::new(min.x, y)) - at(HALF + 15.0, -4.0), y));
        out.push_str("</g>\n");
    }

    fn draw(&self, out: &mut String) {
        let board = self.game.board();
        let corner = |pos: Pos| self.middle(pos) - at(HALF, HALF);
        out.push_str("<path fill=\"#5b5141\" fill-opacity=\"0.35\" d=\"");
        for tile in &board.tiles {
            put!(out, "M{}h100v100h-100z", corner(tile.pos) + at(2.5, 3.5));
        }
        out.push_str("\"/>\n");
        let rules = self.game.opening().rules();
        for (row, (face, layout)) in board.tiles.iter().zip(&self.tiles) {
            let title = format!("{} at {} {}", words::tile_kind(rules, row.kind), row.pos, row.rotation);
            tile(out, &self.painter, (face, layout), self.middle(row.pos), &title, seed(row.pos, row.kind));
        }
        if let Some(last) = last_placed(self.game) {
            let at = corner(board.tiles[last.index()].pos);
            let (x, y) = (Num(at.x - 1.0), Num(at.y - 1.0));
            put!(out, "<rect class=\"last\" x=\"{x}\" y=\"{y}\" width=\"102\" height=\"102\" rx=\"3\" fill=\"none\" ");
            out.push_str("stroke=\"#fffdf5\" stroke-width=\"6\"/>\n");
            put!(out, "<rect x=\"{x}\" y=\"{y}\" width=\"102\" height=\"102\" rx=\"3\" fill=\"none\" ");
            out.push_str("stroke=\"#c2452d\" stroke-width=\"3\"/>\n");
        }
        self.joins(out);
        for (n, row) in board.tiles.iter().enumerate() {
            let (face, layout) = &self.tiles[n];
            let (tile, offset) = (TileId(n as u16), self.middle(row.pos));
            for standing in figures::on_tile(self.game, tile, face, layout) {
                figures::figure(out, self.game, standing, offset);
            }
            figures::marks_on_tile(out, self.game, tile, layout, offset);
        }
    }

    /// Joins from tile to tile; those within one are drawn with it.
    fn joins(&self, out: &mut String) {
        let board = self.game.board();
        for join in board.joins.iter().filter(|j| j.live) {
            let (Some(a), Some(b)) = (self.anchor(join.a), self.anchor(join.b)) else { continue };
            if a.0 == b.0 {
                continue;
            }
            let row = board.segments.get(join.a.index());
            let colour = looks::stroke(row.and_then(|r| looks::feature(self.painter.words, r.kind)));
            let (from, to) = (a.1, b.1);
            put!(out, "<path class=\"join\" d=\"M{from}L{to}\" fill=\"none\" stroke=\"{colour}\" ");
            out.push_str("stroke-width=\"4\" stroke-dasharray=\"8 5\" stroke-linecap=\"round\"/>\n");
            let look = self.painter.words.links.get(join.kind.index()).map(|l| &l.what.look);
            let complete = board.segments.get(join.b.index()).and_then(|s| board.features.get(s.feature.index()));
            let state = State { complete: complete.map(|f| f.is_complete()), value: None };
            if let Some(look) = look.filter(|l| !looks::shown(l, state).0.is_empty()) {
                let (middle, degrees) = ((from + to) * 0.5, (to - from).degrees());
                super::tile::drawing(out, look, state, middle, 16.0, degrees);
            }
        }
    }

    fn anchor(&self, segment: SegmentId) -> Option<(TileId, At)> {
        let board = self.game.board();
        let tile = board.segments.get(segment.index())?.tile;
        let (face, layout) = self.tiles.get(tile.index())?;
        let piece = figures::piece_of(self.game, tile, segment).filter(|&p| p < face.pieces.len())?;
        let offset = self.middle(board.tiles[tile.index()].pos);
        Some((tile, offset + self.painter.anchor(layout, face, piece)))
    }
}

/// Equal for equal tiles in equal cells.
fn seed(pos: Pos, kind: TileKind) -> u32 {
    super::layout::scrambled(pos.x as u32, pos.y as u32, u32::from(kind.0))
}

fn tile(out: &mut String, painter: &Painter<'_>, drawn: (&Face, &Layout), middle: At, title: &str, seed: u32) {
    let put = Put { at: middle, scale: 1.0, degrees: 0.0 };
    put!(out, "<g class=\"tile\" transform=\"{put}\">\n<title>{}</title>\n", escape(title));
    painter.tile(out, drawn.0, drawn.1, seed);
    out.push_str("<use href=\"#rim\"/>\n</g>\n");
}

/// All kinds of tiles in a grid, each with its id and how many there are.
pub(super) fn sheet(rules: &Rules) -> String {
    const COLUMNS: usize = 10;
    const STEP: At = at(TILE + 20.0, TILE + 36.0);
    let kinds = rules.words.tiles.len();
    let (columns, rows) = (kinds.clamp(1, COLUMNS), kinds.div_ceil(COLUMNS));
    let size = at(columns as f64 * STEP.x, rows as f64 * STEP.y) + at(MARGIN, MARGIN);
    let mut out = opened(size.x, size.y, "The tiles");
    let painter = Painter { words: &rules.words };
    painter.definitions(&mut out);
    for (n, word) in rules.words.tiles.iter().enumerate() {
        let kind = TileKind(n as u16);
        let face = Face::printed(&rules.words, &rules.tables, kind, Rotation(0));
        let layout = Layout::new(&rules.words, &face);
        let cell = at((n % COLUMNS) as f64 * STEP.x, (n / COLUMNS) as f64 * STEP.y);
        let middle = cell + at(MARGIN / 2.0 + STEP.x / 2.0, MARGIN / 2.0 + HALF);
        let seed = seed(Pos::default(), kind);
        tile(&mut out, &painter, (&face, &layout), middle, &word.tile.id, seed);
        let (x, y) = (Num(middle.x), Num(middle.y + HALF + 14.0));
        let text = escape(&format!("{} ×{}", word.tile.id, word.tile.count));
        put!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"10\" text-anchor=\"middle\" fill=\"#4a4336\">{text}</text>\n");
    }
    out.push_str("</svg>\n");
    shared(&out)
}
