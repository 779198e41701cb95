//! The board for a terminal: each tile a block of characters, with coordinates on the borders.

use super::Terminal;
use super::cells::{Block, COLUMNS, Cell, ROWS};
use super::face::Face;
use super::figures::{self, visible_marks};
use super::geometry::at;
use super::layout::Layout;
use super::looks::{self, Colour, State};
use super::picture::{bounds, last_placed};
use crate::engine::Game;
use crate::rules::{Declared, Rules};
use crate::words;
use anstyle::{Ansi256Color, Style};
use gatehouse_core::declare::Look;
use gatehouse_core::{Bearer, Board, FigureRow, MarkRow, Pos, Rotation, TileId, TileKind};

/// The width of the coordinates on the left.
const LEFT: usize = 6;

/// A range of cells that is shown, and how many are left out before and after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Window {
    first: i32,
    last: i32,
    before: i32,
    after: i32,
}

/// As much of `min..=max` as there is room for, about `focus`.
fn window(min: i16, max: i16, focus: i16, room: usize) -> Window {
    let (min, max, focus) = (i32::from(min), i32::from(max), i32::from(focus));
    let shown = i32::try_from(room.max(1)).unwrap_or(i32::MAX).min(max - min + 1);
    let first = (focus - shown / 2).clamp(min, max - shown + 1);
    Window { first, last: first + shown - 1, before: first - min, after: max - (first + shown - 1) }
}

/// The board with its borders.
pub(super) fn board(game: &Game, options: &Terminal) -> String {
    let tiles = game.board().tiles.iter().map(|t| t.pos);
    let last = last_placed(game).map(|t| game.board().tiles[t.index()].pos);
    let (min, max) = bounds(tiles.chain(options.marks.iter().map(|m| m.0))).unwrap_or_default();
    let focus = options.focus.or(last).unwrap_or_default();
    let across = window(min.x, max.x, focus.x, options.width.saturating_sub(LEFT) / COLUMNS);
    let room = options.height.map_or(usize::MAX, |h| h.saturating_sub(3) / ROWS);
    let down = window(min.y, max.y, focus.y, room);
    let mut out = header(across, last);
    for y in down.first..=down.last {
        let blocks: Vec<_> = (across.first..=across.last).map(|x| cell(game, options, x, y)).collect();
        let label = label(y, last.is_some_and(|l| i32::from(l.y) == y));
        for row in 0..ROWS {
            let margin = if row == ROWS / 2 { format!("{label:>5} ") } else { " ".repeat(LEFT) };
            let cells: Vec<Cell> = blocks.iter().flat_map(|block| block[row]).collect();
            out.push_str(&margin);
            styled(&mut out, &cells, options.colour);
            trim(&mut out);
            out.push('\n');
        }
    }
    out.push_str(&header(across, last));
    if let Some(note) = left_out(across, down) {
        out.push_str(&note);
        out.push('\n');
    }
    out
}

/// A coordinate, in brackets if the last tile is there.
fn label(n: i32, last: bool) -> String {
    if last { format!("[{n}]") } else { n.to_string() }
}

fn header(across: Window, last: Option<Pos>) -> String {
    let label = |x: i32| label(x, last.is_some_and(|l| i32::from(l.x) == x));
    let mut line = " ".repeat(LEFT);
    (across.first..=across.last).for_each(|x| line.push_str(&format!("{:^COLUMNS$}", label(x))));
    trim(&mut line);
    line.push('\n');
    line
}

/// Takes spaces off the end of a line.
fn trim(line: &mut String) {
    let kept = line.trim_end_matches(' ').len();
    line.truncate(kept);
}

/// How far the board goes on beyond what is shown.
fn left_out(across: Window, down: Window) -> Option<String> {
    let part = |n: i32, what: &str, side: &str| {
        let plural = if n == 1 { "" } else { "s" };
        (n > 0).then(|| format!("{n} {what}{plural} {side}"))
    };
    let parts = [
        part(down.before, "row", "north"),
        part(across.after, "column", "east"),
        part(down.after, "row", "south"),
        part(across.before, "column", "west"),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| format!("The board goes on: {}.", parts.join(", ")))
}

fn cell(game: &Game, options: &Terminal, x: i32, y: i32) -> [[Cell; COLUMNS]; ROWS] {
    let (Ok(x), Ok(y)) = (i16::try_from(x), i16::try_from(y)) else { return [[Cell::EMPTY; COLUMNS]; ROWS] };
    let pos = Pos::new(x, y);
    let mark = options.marks.iter().find(|(p, _)| *p == pos).map(|(_, text)| text.as_str());
    let mut cells = game.board().grid.tile(pos).map_or([[Cell::EMPTY; COLUMNS]; ROWS], |t| placed(game, t));
    if let Some(text) = mark {
        let text: Vec<char> = format!("[{text}]").chars().filter(|c| !c.is_control()).take(COLUMNS).collect();
        let start = (COLUMNS - text.len()) / 2;
        for (n, letter) in text.into_iter().enumerate() {
            cells[ROWS / 2][start + n] = Cell { bold: true, ..Cell::plain(letter) };
        }
    }
    cells
}

fn placed(game: &Game, tile: TileId) -> [[Cell; COLUMNS]; ROWS] {
    let (rules, board) = (game.opening().rules(), game.board());
    let face = Face::placed(&rules.words, game.opening().tables(), board, tile);
    let layout = Layout::new(&rules.words, &face);
    let mut block = Block::new(&rules.words, &face, &layout);
    for standing in figures::on_tile(game, tile, &face, &layout) {
        let Some(row) = board.figure(standing.figure) else { continue };
        let piece = row.place.on_segment().and_then(|s| figures::piece_of(game, tile, s));
        let mut word = figure_word(rules, row);
        word.extend(visible_marks(game, Bearer::figure(standing.figure)).iter().filter_map(mark_letter));
        block.put(&word, standing.at, piece, Some(Colour::of(row.owner)));
    }
    let on_tile: Vec<char> = visible_marks(game, Bearer::tile(tile)).iter().filter_map(mark_letter).collect();
    if !on_tile.is_empty() {
        block.put(&on_tile, at(-45.0, 45.0), None, None);
    }
    for (piece, (segment, _)) in super::face::segments_on(board, tile).enumerate() {
        let letters: Vec<char> = visible_marks(game, Bearer::segment(segment)).iter().filter_map(mark_letter).collect();
        if !letters.is_empty() {
            block.put(&letters, layout.beside(piece), Some(piece), None);
        }
    }
    block.cells
}

fn mark_letter((mark, look): &(MarkRow, &Look)) -> Option<char> {
    looks::shown(look, State { complete: None, value: Some(mark.value) }).1
}

/// A figure's letter and its owner's seat from 1, which tells owners apart without colours.
fn figure_word(rules: &Rules, row: &FigureRow) -> Vec<char> {
    let look = rules.words.figures.get(row.kind.index()).map(|f| &f.what.look);
    let mut word = vec![look.and_then(|l| l.letter).unwrap_or('?')];
    word.extend(row.owner.is_some().then(|| char::from_digit(u32::from(row.owner.0) + 1, 10)).flatten());
    word
}

/// A tile in its four rotations, side by side below their names.
pub(super) fn rotations(game: &Game, kind: TileKind, colour: bool) -> String {
    let (words, tables) = (&game.opening().rules().words, game.opening().tables());
    let blocks = Rotation::ALL.map(|r| {
        let face = Face::printed(words, tables, kind, r);
        let layout = Layout::new(words, &face);
        Block::new(words, &face, &layout).cells
    });
    let mut out: String = Rotation::ALL.iter().map(|r| format!("{:^COLUMNS$}  ", r.to_string())).collect();
    trim(&mut out);
    out.push('\n');
    for row in 0..ROWS {
        for (n, block) in blocks.iter().enumerate() {
            out.push_str(if n == 0 { "" } else { "  " });
            styled(&mut out, &block[row], colour);
        }
        out.push('\n');
    }
    out
}

/// What the letters mean: "# city", "+ road".
pub(super) fn key(rules: &Rules) -> Vec<String> {
    let words = &rules.words;
    fn of<'a, T>(
        list: &'a [Declared<T>],
        look: impl Fn(&'a T) -> (&'a Look, &'a str),
    ) -> impl Iterator<Item = (char, String)> {
        list.iter().map(move |d| look(&d.what)).flat_map(|(look, name)| {
            let own = look.letter.map(|l| (l, look.label(name).to_owned()));
            let variants = look.variants.iter();
            let more = variants.filter_map(move |v| Some((v.letter?, v.label.clone()?)));
            own.into_iter().chain(more).collect::<Vec<_>>()
        })
    }
    let all = of(&words.features, |f| (&f.look, &f.name))
        .chain(of(&words.edges, |e| (&e.look, &e.name)))
        .chain(of(&words.links, |l| (&l.look, &l.name)))
        .chain(of(&words.prints, |p| (&p.look, &p.name)))
        .chain(of(&words.figures, |f| (&f.look, &f.name)))
        .chain(of(&words.marks, |m| (&m.look, &m.name)));
    let mut entries: Vec<(char, String)> = Vec::new();
    for (letter, label) in all {
        // A variant that keeps the letter says more than the plain look.
        match entries.iter_mut().find(|(l, old)| *l == letter && label.starts_with(old.as_str())) {
            Some(entry) => entry.1 = label,
            None => entries.push((letter, label)),
        }
    }
    entries.iter().map(|(letter, label)| format!("{letter} {label}")).collect()
}

/// The players, each with seat, colour, points, figures left and what they have besides, in lines of `width` columns.
pub(super) fn players(game: &Game, colour: bool, width: usize) -> String {
    const INDENT: usize = 11;
    let (board, rules): (&Board, &Rules) = (game.board(), game.opening().rules());
    let mut out = String::new();
    for seat in 0..board.players.len() {
        let who = gatehouse_core::Player(seat as u8);
        let ground = Some(Colour::of(who));
        let name = format!(" {} {} ", seat + 1, words::player(who));
        let ink = ground.map(Colour::contrast);
        let cells: Vec<Cell> = name.chars().map(|letter| Cell { letter, ink, ground, bold: true }).collect();
        styled(&mut out, &cells, colour);
        let pad = " ".repeat((INDENT - 1).saturating_sub(cells.len()));
        let mut items = vec![format!("{:>4} points", board.players[seat].score)];
        items.extend(super::legend::supply(game, who).into_iter().map(|(kind, n)| {
            let look = rules.words.figures.get(kind.index()).map(|f| &f.what);
            format!("{n}× {}", look.map_or("?", |f| f.look.label(&f.name)))
        }));
        let marks = visible_marks(game, Bearer::player(who));
        items.extend(marks.iter().map(|(mark, _)| format!("{}× {}", mark.value, words::mark(rules, mark.kind))));
        items.extend((board.turn.active == who && !game.is_over()).then(|| "to move".to_owned()));
        out.push_str(&pad);
        let mut used = cells.len() + pad.len();
        for (n, item) in items.iter().enumerate() {
            let long = item.chars().count();
            let gap = if n == 0 { 1 } else { 2 };
            if n > 0 && used + gap + long > width.max(INDENT + long) {
                out.push('\n');
                out.push_str(&" ".repeat(INDENT));
                used = INDENT;
            } else {
                out.push_str(&" ".repeat(gap));
                used += gap;
            }
            out.push_str(item);
            used += long;
        }
        out.push('\n');
    }
    out.push_str(&super::legend::piles(game));
    out.push('\n');
    out
}

fn styled(out: &mut String, cells: &[Cell], colour: bool) {
    let mut rest = cells;
    while let Some(&first) = rest.first() {
        let alike = |c: &&Cell| (c.ink, c.ground, c.bold) == (first.ink, first.ground, first.bold);
        let run = rest.iter().take_while(alike).count();
        let text: String = rest[..run].iter().map(|c| c.letter).collect();
        let paint = |c: Option<Colour>| c.map(|c| Ansi256Color(nearest(c)).into());
        let mut style = Style::new().fg_color(paint(first.ink)).bg_color(paint(first.ground));
        if first.bold {
            style = style.bold();
        }
        if colour && style != Style::new() {
            out.push_str(&format!("{style}{text}{style:#}"));
        } else {
            out.push_str(&text);
        }
        rest = &rest[run..];
    }
}

/// The nearest of the 256 colours of terminals: a cube of 6 by 6 by 6 and 24 greys.
fn nearest(colour: Colour) -> u8 {
    const LEVELS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let Colour(r, g, b) = colour;
    let far = |(x, y, z): (u8, u8, u8)| {
        let square = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        square(r, x) + square(g, y) + square(b, z)
    };
    let cube = (0..216u8).map(|n| {
        let level = |n: u8| LEVELS[usize::from(n % 6)];
        (far((level(n / 36), level(n / 6), level(n))), 16 + n)
    });
    let greys = (0..24u8).map(|n| (far((8 + 10 * n, 8 + 10 * n, 8 + 10 * n)), 232 + n));
    cube.chain(greys).min().map_or(7, |(_, index)| index)
}
