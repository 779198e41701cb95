//! A tile as a small block of characters.

use super::face::Face;
use super::geometry::{At, HALF, MIDDLE, at, middle_of};
use super::layout::Layout;
use super::lines::Line;
use super::looks::{self, Colour, INK, PAPER, State};
use crate::rules::Words;
use gatehouse_core::declare::{Form, Look};
use gatehouse_core::{FeatureKind, Side};

/// Characters in a row of a block.
pub(super) const COLUMNS: usize = 7;
/// Rows of a block.
pub(super) const ROWS: usize = 3;

/// A character with its colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    pub(super) letter: char,
    pub(super) ink: Option<Colour>,
    pub(super) ground: Option<Colour>,
    pub(super) bold: bool,
}

impl Cell {
    pub(super) const EMPTY: Cell = Cell { letter: ' ', ink: None, ground: None, bold: false };

    /// A character that stands out from the ground it is on.
    pub(super) fn plain(letter: char) -> Cell {
        Cell { letter, ..Cell::EMPTY }
    }
}

/// A tile as characters.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) cells: [[Cell; COLUMNS]; ROWS],
    /// The piece most of a cell shows.
    owners: [[Option<usize>; COLUMNS]; ROWS],
    /// Cells that nothing else may be written over.
    taken: [[bool; COLUMNS]; ROWS],
}

/// A cell by column and row.
type Spot = (usize, usize);

/// What a line's cell is connected to, by side.
type Arms = [bool; 4];

fn spot(p: At) -> Spot {
    let part = |v: f64, n: usize| (((v + HALF) / (2.0 * HALF) * n as f64).max(0.0) as usize).min(n - 1);
    (part(p.x, COLUMNS), part(p.y, ROWS))
}

fn middle(column: usize, row: usize) -> At {
    let part = |i: usize, n: usize| (i as f64 + 0.5) / n as f64 * 2.0 * HALF - HALF;
    at(part(column, COLUMNS), part(row, ROWS))
}

/// The piece that most of a cell shows.
fn owner(layout: &Layout, column: usize, row: usize) -> Option<usize> {
    const N: i32 = 5;
    let size = at(2.0 * HALF / COLUMNS as f64, 2.0 * HALF / ROWS as f64);
    let mut counts: Vec<(usize, usize)> = Vec::new();
    for i in 0..N * N {
        let part = |n: i32| (f64::from(n) + 0.5) / f64::from(N) - 0.5;
        let p = middle(column, row) + at(part(i % N) * size.x, part(i / N) * size.y);
        if let Some(piece) = layout.raster.owner(p) {
            match counts.iter_mut().find(|(owner, _)| *owner == piece) {
                Some((_, n)) => *n += 1,
                None => counts.push((piece, 1)),
            }
        }
    }
    counts.into_iter().max_by_key(|&(piece, n)| (n, std::cmp::Reverse(piece))).map(|(piece, _)| piece)
}

/// The box-drawing character that reaches these sides.
fn stroke(arms: Arms) -> char {
    match arms {
        [true, true, true, true] => '┼',
        [true, true, true, false] => '├',
        [true, false, true, true] => '┤',
        [false, true, true, true] => '┬',
        [true, true, false, true] => '┴',
        [true, true, false, false] => '└',
        [true, false, false, true] => '┘',
        [false, true, true, false] => '┌',
        [false, false, true, true] => '┐',
        [_, true, _, _] | [_, _, _, true] => '─',
        _ => '│',
    }
}

impl Block {
    pub(super) fn new(words: &Words, face: &Face, layout: &Layout) -> Block {
        let mut block = Block {
            cells: [[Cell::EMPTY; COLUMNS]; ROWS],
            owners: [[None; COLUMNS]; ROWS],
            taken: [[false; COLUMNS]; ROWS],
        };
        block.regions(words, face, layout);
        block.lines(words, face, layout);
        let written = |block: &mut Block, look: Option<&Look>, state: State, p: At| {
            if let Some(letter) = look.and_then(|l| looks::shown(l, state).1) {
                block.write(letter, p);
            }
        };
        for side in Side::ALL {
            let edge = words.edges.get(face.edges[side.index()].index()).map(|e| &e.what.look);
            written(&mut block, edge, State::default(), middle_of(side) * 0.9);
        }
        for junction in &layout.junctions {
            written(&mut block, looks::feature(words, junction.kind), State::default(), junction.at);
        }
        for icon in &layout.icons {
            let look = looks::feature(words, face.pieces[icon.piece].kind);
            written(&mut block, look, State::default(), icon.at);
        }
        for tie in &face.ties {
            let look = words.links.get(tie.kind.index()).map(|l| &l.what.look);
            let state = State { complete: Some(tie.complete), value: None };
            let ends = [(tie.a, tie.b), (tie.b, tie.a)];
            let meeting = layout.meetings.iter().find(|m| ends.contains(&(m.line, m.other)));
            written(&mut block, look, state, meeting.map_or(MIDDLE, |m| m.at));
        }
        for print in &layout.prints {
            let look = words.prints.get(print.print.index()).map(|p| &p.what.look);
            written(&mut block, look, State::default(), print.at);
        }
        block
    }

    /// Areas and ground with the letters of their kinds; overlays only as a colour.
    fn regions(&mut self, words: &Words, face: &Face, layout: &Layout) {
        let kind_at = |owner: Option<usize>| owner.map(|p| (face.pieces[p].form, face.pieces[p].kind));
        for row in 0..ROWS {
            for column in 0..COLUMNS {
                let piece = owner(layout, column, row);
                self.owners[row][column] = piece;
                let shown = match kind_at(piece) {
                    Some((Form::Area | Form::Ground, kind)) => Some(kind),
                    // A line is drawn over the ground beside it.
                    _ => self.ground_kind(face, column, row),
                };
                self.cells[row][column] = region(words, shown);
                let p = middle(column, row);
                if let Some(overlay) = layout.overlays.iter().find(|o| o.contains(p)) {
                    let look = looks::feature(words, face.pieces[overlay.piece].kind);
                    let cell = &mut self.cells[row][column];
                    cell.ground = cell.ground.map(|g| g.mixed(looks::fill(look), 0.5));
                    cell.letter = look.and_then(|l| l.letter).unwrap_or(cell.letter);
                }
            }
        }
    }

    fn ground_kind(&self, face: &Face, column: usize, row: usize) -> Option<FeatureKind> {
        let side = if column < COLUMNS / 2 { 6 } else { 2 } + usize::from(row > ROWS / 2);
        let here = face.of_form(Form::Ground).find(|&p| face.pieces[p].halves.0 >> (side % 8) & 1 == 1);
        here.or_else(|| face.of_form(Form::Ground).next()).map(|p| face.pieces[p].kind)
    }

    fn lines(&mut self, words: &Words, face: &Face, layout: &Layout) {
        let mut arms: Vec<(Spot, Arms, usize)> = Vec::new();
        for line in &layout.lines {
            for (spot, new) in self.course(face, line) {
                match arms.iter_mut().find(|(s, ..)| *s == spot) {
                    Some((_, old, _)) => (0..4).for_each(|i| old[i] |= new[i]),
                    None => arms.push((spot, new, line.piece)),
                }
            }
        }
        for ((column, row), arms, piece) in arms {
            let cell = &mut self.cells[row][column];
            cell.letter = stroke(arms);
            cell.ink = cell.ground.map(|ground| {
                let fill = looks::fill(looks::feature(words, face.pieces[piece].kind));
                if fill.lightness().abs_diff(ground.lightness()) > 40 { fill } else { INK }
            });
            cell.bold = true;
            self.owners[row][column] = Some(piece);
        }
    }

    /// The cells of a line with what they connect: straight on, then a corner; not where an area hides it.
    fn course(&self, face: &Face, line: &Line) -> Vec<(Spot, Arms)> {
        let (from, to) = (line.path.start, line.path.end());
        let on_side = |p: At| Side::ALL.into_iter().find(|&s| middle_of(s).distance(p) < 1.0);
        let (first, last) = (spot(from), spot(to));
        let upright = match on_side(from) {
            Some(side) => matches!(side, Side::North | Side::South),
            None => (to - from).y.abs() > (to - from).x.abs(),
        };
        let corner = if upright { (first.0, last.1) } else { (last.0, first.1) };
        let mut spots = vec![first];
        for goal in [corner, last] {
            while let Some(&(x, y)) = spots.last().filter(|s| **s != goal) {
                let step = |a: usize, b: usize| if a < b { a + 1 } else { a - usize::from(a > b) };
                spots.push((step(x, goal.0), step(y, goal.1)));
            }
        }
        let mut course: Vec<(Spot, Arms)> = spots.iter().map(|&s| (s, [false; 4])).collect();
        for i in 1..course.len() {
            let ((x, y), (nx, ny)) = (course[i - 1].0, course[i].0);
            let side = match (nx.cmp(&x), ny.cmp(&y)) {
                (std::cmp::Ordering::Greater, _) => Side::East,
                (std::cmp::Ordering::Less, _) => Side::West,
                (_, std::cmp::Ordering::Greater) => Side::South,
                _ => Side::North,
            };
            course[i - 1].1[side.index()] = true;
            course[i].1[side.opposite().index()] = true;
        }
        for (p, spot) in [(from, first), (to, last)] {
            if let (Some(side), Some(end)) = (on_side(p), course.iter_mut().find(|(s, _)| *s == spot)) {
                end.1[side.index()] = true;
            }
        }
        let hidden = |(x, y): Spot| self.owners[y][x].is_some_and(|p| face.is_area(p));
        course.retain(|(s, _)| line.over || !hidden(*s));
        course
    }

    /// A letter of a drawing in the cell at a point.
    fn write(&mut self, letter: char, p: At) {
        let (column, row) = spot(p);
        if !self.taken[row][column] {
            let cell = &mut self.cells[row][column];
            (cell.letter, cell.bold) = (letter, true);
            cell.ink = cell.ground.map(Colour::contrast);
            self.taken[row][column] = true;
        }
    }

    /// A word on a piece, as near to a point as there is room for it.
    pub(super) fn put(&mut self, word: &[char], p: At, piece: Option<usize>, ground: Option<Colour>) {
        let length = word.len().min(COLUMNS);
        let (goal, mut best) = (spot(p), None);
        for row in 0..ROWS {
            for column in 0..=COLUMNS - length {
                let cells = column..column + length;
                if cells.clone().any(|c| self.taken[row][c]) {
                    continue;
                }
                let off = cells.filter(|&c| piece.is_some() && self.owners[row][c] != piece).count();
                let away = (row.abs_diff(goal.1) * 3, column.abs_diff(goal.0));
                let cost = (off * 4 + away.0 + away.1, row, column);
                if best.is_none_or(|b| cost < b) {
                    best = Some(cost);
                }
            }
        }
        let Some((_, row, column)) = best else { return };
        for (n, &letter) in word.iter().take(length).enumerate() {
            let cell = &mut self.cells[row][column + n];
            cell.letter = letter;
            cell.bold = true;
            cell.ground = ground.or(cell.ground);
            cell.ink = cell.ground.map(Colour::contrast);
            self.taken[row][column + n] = true;
        }
    }
}

fn region(words: &Words, kind: Option<FeatureKind>) -> Cell {
    let look = kind.and_then(|k| looks::feature(words, k));
    let ground = kind.map(|_| looks::fill(look));
    let letter = look.and_then(|l| l.letter).unwrap_or(' ');
    let ink = ground.map(|g| g.mixed(if g.lightness() > 130 { looks::stroke(look) } else { PAPER }, 0.7));
    Cell { letter, ink, ground, bold: false }
}
