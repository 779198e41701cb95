//! Where everything on a tile goes: worked out once, drawn as a picture or with letters.

use super::areas::{self, Outline};
use super::face::Face;
use super::geometry::{At, MIDDLE, along, at, distance_to, middle_of};
use super::lines::{Aims, Junction, Line, Lines, Meeting};
use super::looks;
use super::raster::{Depths, Raster};
use crate::rules::Words;
use gatehouse_core::declare::Form;
use gatehouse_core::{Print, Side, Sides};

/// Half the size of a figure.
pub(super) const FIGURE: f64 = 14.0;
/// Half the size of a print.
const PRINT: f64 = 12.0;

/// The drawing of a piece of its own.
#[derive(Clone, Copy, Debug)]
pub(super) struct Icon {
    pub(super) piece: usize,
    pub(super) at: At,
    /// Half its size.
    pub(super) radius: f64,
}

/// A print at its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Printed {
    pub(super) print: Print,
    pub(super) at: At,
    /// Half its size.
    pub(super) radius: f64,
}

/// Where everything on a tile goes.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The areas, topmost first.
    pub(super) areas: Vec<Outline>,
    /// Areas that lie over everything.
    pub(super) overlays: Vec<Outline>,
    pub(super) lines: Vec<Line>,
    pub(super) meetings: Vec<Meeting>,
    pub(super) junctions: Vec<Junction>,
    pub(super) icons: Vec<Icon>,
    pub(super) prints: Vec<Printed>,
    /// Which piece is seen where.
    pub(super) raster: Raster,
    /// The drawings of edges, with half their size.
    edges: Vec<(At, f64)>,
}

impl Layout {
    pub(super) fn new(words: &Words, face: &Face) -> Layout {
        let areas = all_areas(face);
        let edges = drawn_edges(words, face);
        let mut lines = Lines::default();
        let tied_to_icon = |p: &usize| !face.tied(*p, Form::Icon).is_empty();
        let mut icons = Vec::new();
        for with_icons in [false, true] {
            let middles: Vec<(usize, At)> = icons.iter().map(|i: &Icon| (i.piece, i.at)).collect();
            let junction = junction(&areas);
            let aims = Aims { face, areas: &areas, icons: &middles, junction };
            face.of_form(Form::Line).filter(|p| tied_to_icon(p) == with_icons).for_each(|p| aims.draw(p, &mut lines));
            if !with_icons {
                let taken: Vec<(At, f64)> = lines.meetings.iter().map(|m| (m.at, 14.0)).chain(edges.clone()).collect();
                icons = all_icons(face, &paint(words, face, &areas, &lines.lines), &taken);
            }
        }
        let overlays = (0..face.pieces.len()).filter(|&p| face.pieces[p].overlay);
        let overlays: Vec<Outline> =
            overlays.map(|p| areas::outline(p, &areas::reaches(face, p, Sides::NONE), false)).collect();
        let mut raster = paint(words, face, &areas, &lines.lines);
        // Ground ends where something lies over it.
        raster.cover(|p| overlays.iter().find(|o| o.contains(p)).map(|o| o.piece));
        let ground: Vec<usize> = face.of_form(Form::Ground).collect();
        let halves: Vec<(usize, u8)> = ground.iter().map(|&g| (g, face.pieces[g].halves.0)).collect();
        let mut inner: Vec<usize> = ground.into_iter().filter(|&g| face.pieces[g].halves.is_empty()).collect();
        if halves.is_empty() {
            // Without any ground it is what lies over it that goes on there, not what stands beside it.
            inner.extend(overlays.iter().map(|o| o.piece));
        }
        raster.flood(&halves, &inner);
        let Lines { lines, meetings, junctions } = lines;
        let prints = Vec::new();
        let mut layout = Layout { areas, overlays, lines, meetings, junctions, icons, prints, raster, edges };
        layout.prints = layout.all_prints(face);
        layout
    }

    fn depths(&self, piece: usize) -> Depths {
        match self.overlays.iter().find(|o| o.piece == piece) {
            Some(overlay) => Raster::painted(|p| overlay.contains(p).then_some(piece)).depths(|o| o == Some(piece)),
            None => self.raster.depths(|o| o == Some(piece)),
        }
    }

    /// Places for `n` figures on a piece.
    pub(super) fn figures(&self, piece: usize, n: usize) -> Vec<At> {
        if let Some(icon) = self.icons.iter().find(|i| i.piece == piece) {
            return fan(icon.at + at(0.0, icon.radius * 0.25), n);
        }
        if let Some(line) = self.lines.iter().find(|l| l.piece == piece) {
            return self.on_line(line, n);
        }
        let depths = self.depths(piece);
        let icons = self.icons.iter().map(|i| (i.at, i.radius * 0.8));
        let mut taken: Vec<(At, f64)> = icons.chain(self.edges.iter().copied()).collect();
        let Some((first, _)) = depths.roomy(FIGURE * 1.3, &taken) else { return fan(self.fallback(piece), n) };
        let mut places = vec![first];
        taken.extend(self.prints.iter().map(|p| (p.at, p.radius * 0.5)));
        while places.len() < n {
            taken.extend(places.last().map(|&p| (p, FIGURE * 1.1)));
            match depths.roomy(FIGURE, &taken) {
                Some((next, room)) if room > FIGURE * 0.6 => places.push(next),
                _ => return fan(first, n),
            }
        }
        places
    }

    /// Along the part of a line that no area hides.
    fn on_line(&self, line: &Line, n: usize) -> Vec<At> {
        let seen: Vec<At> = line.points.iter().copied().filter(|&p| self.raster.owner(p) == Some(line.piece)).collect();
        let parts: Vec<f64> = (0..n).map(|i| (i as f64 + 1.0) / (n as f64 + 1.0)).collect();
        along(if seen.len() > 1 { &seen } else { &line.points }, &parts)
    }

    /// Where a piece is whose region is too small to be found.
    fn fallback(&self, piece: usize) -> At {
        self.areas.iter().find(|a| a.piece == piece).map_or(MIDDLE, |a| {
            let sum = a.polygon.iter().fold(MIDDLE, |sum, &p| sum + p);
            sum * (1.0 / a.polygon.len().max(1) as f64)
        })
    }

    /// A place for a mark on a piece, beside a figure.
    pub(super) fn beside(&self, piece: usize) -> At {
        let figure = self.figures(piece, 1).first().copied().unwrap_or(MIDDLE);
        figure + at(if figure.x > 20.0 { -FIGURE } else { FIGURE }, if figure.y > 20.0 { -FIGURE } else { FIGURE })
    }

    fn all_prints(&self, face: &Face) -> Vec<Printed> {
        let mut prints = Vec::new();
        for (piece, row) in face.pieces.iter().enumerate() {
            let mut taken: Vec<(At, f64)> = Vec::new();
            for print in row.prints.iter().flat_map(|(p, n)| std::iter::repeat_n(*p, usize::from(*n))) {
                if taken.is_empty() {
                    taken.extend(self.figures(piece, 1).first().map(|&f| (f, FIGURE)));
                    taken.extend(self.icons.iter().map(|i| (i.at, i.radius)).chain(self.edges.iter().copied()));
                }
                let (at, room) = match self.lines.iter().find(|l| l.piece == piece) {
                    // Beside the line, towards its end.
                    Some(line) => (along(&line.points, &[0.8])[0] + at(9.0, -9.0), PRINT),
                    None => self.depths(piece).roomy(PRINT, &taken).unwrap_or((self.fallback(piece), PRINT)),
                };
                let radius = room.clamp(PRINT * 0.6, PRINT);
                taken.push((at, radius));
                prints.push(Printed { print, at, radius });
            }
        }
        let icons = self.icons.iter().map(|i| (i.at, i.radius));
        let mut taken: Vec<(At, f64)> = icons.chain(self.edges.iter().copied()).collect();
        taken.extend(prints.iter().map(|p| (p.at, p.radius)));
        taken.extend((0..face.pieces.len()).flat_map(|p| self.figures(p, 1)).map(|f| (f, FIGURE * 0.7)));
        for (print, _) in &face.prints {
            let seen = self.raster.depths(|o| o.is_some_and(|p| face.is_area(p)));
            let everywhere = || self.raster.depths(|_| true).roomy(PRINT, &taken);
            let place = seen.roomy(PRINT, &taken).filter(|(_, room)| *room > PRINT * 0.6).or_else(everywhere);
            let (at, room) = place.unwrap_or((MIDDLE, PRINT));
            let radius = room.clamp(PRINT * 0.6, PRINT);
            taken.push((at, radius));
            prints.push(Printed { print: *print, at, radius });
        }
        prints
    }

    /// Places for repeated drawings on a piece, as far apart as given, from the back to the front.
    pub(super) fn scattered(&self, piece: usize, spacing: f64, seed: u32) -> Vec<At> {
        let depths = self.depths(piece);
        let mut places: Vec<At> = Vec::new();
        let mut cells: Vec<(u32, At)> = depths
            .deeper_than(spacing * 0.42)
            .enumerate()
            .map(|(n, (p, _))| (scrambled(seed, piece as u32, n as u32), p))
            .collect();
        cells.sort_by_key(|(order, _)| *order);
        let free = |p: At, places: &[At]| {
            places.iter().all(|q| q.distance(p) > spacing)
                && self.prints.iter().all(|q| q.at.distance(p) > q.radius + spacing * 0.3)
                && self.icons.iter().all(|i| i.at.distance(p) > i.radius + spacing * 0.3)
                && self.edges.iter().all(|e| e.0.distance(p) > e.1)
                && self.meetings.iter().all(|m| m.at.distance(p) > spacing * 0.6)
        };
        for (_, p) in cells {
            if free(p, &places) {
                places.push(p);
            }
        }
        places.sort_by(|a, b| a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x)));
        places
    }
}

/// A number that looks random but is the same each time.
pub(super) fn scrambled(a: u32, b: u32, c: u32) -> u32 {
    let mut n = a.wrapping_mul(0x9e37_79b1) ^ b.wrapping_mul(0x85eb_ca77) ^ c.wrapping_mul(0xc2b2_ae3d);
    n = (n ^ (n >> 15)).wrapping_mul(0x2c1b_3c6d);
    n = (n ^ (n >> 12)).wrapping_mul(0x297a_2d39);
    n ^ (n >> 15)
}

/// Places in a row about a point.
pub(super) fn fan(middle: At, n: usize) -> Vec<At> {
    let step = FIGURE * if n > 3 { 0.8 } else { 1.3 };
    let first = middle.x - step * (n.saturating_sub(1)) as f64 / 2.0;
    (0..n).map(|i| at(first + step * i as f64, middle.y)).collect()
}

fn drawn_edges(words: &Words, face: &Face) -> Vec<(At, f64)> {
    let drawn = |side: &Side| {
        let edge = words.edges.get(face.edges[side.index()].index());
        edge.is_some_and(|e| !e.what.look.shapes.is_empty())
    };
    Side::ALL.into_iter().filter(drawn).map(|s| (middle_of(s) * 0.85, 15.0)).collect()
}

/// The outlines of all areas, topmost first.
fn all_areas(face: &Face) -> Vec<Outline> {
    let pieces: Vec<usize> = face.of_form(Form::Area).collect();
    let plain = outlines(face, &pieces, &|_| Sides::NONE);
    let tongues = tongues(face, &plain);
    if tongues.is_empty() {
        return plain;
    }
    let of = |p: usize| tongues.iter().find(|(t, _)| *t == p).map_or(Sides::NONE, |(_, sides)| *sides);
    let mut areas = outlines(face, &pieces, &of);
    areas.sort_by_key(|a| a.tongues.is_empty());
    areas
}

fn outlines(face: &Face, pieces: &[usize], tongues: &dyn Fn(usize) -> Sides) -> Vec<Outline> {
    let reached = |p: usize| tongues(p).iter().fold(face.reached(p), Sides::with);
    let crossed = |p: usize| pieces.iter().any(|&q| q != p && areas::cross(reached(p), reached(q)));
    pieces.iter().map(|&p| areas::outline(p, &areas::reaches(face, p, tongues(p)), crossed(p))).collect()
}

/// Areas that must reach over another one to a line they are linked to, and from which side that line comes.
fn tongues(face: &Face, plain: &[Outline]) -> Vec<(usize, Sides)> {
    let aims = Aims { face, areas: plain, icons: &[], junction: MIDDLE };
    let mut found: Vec<(usize, Sides)> = Vec::new();
    for line in face.of_form(Form::Line) {
        let tied = face.tied(line, Form::Area);
        let reached = face.reached(line);
        let [Some(side), None] = [reached.iter().next(), reached.iter().nth(1)] else { continue };
        for &area in &tied {
            let Some(meeting) = aims.meeting(line, area, middle_of(side)) else { continue };
            let between = along(&[middle_of(side), meeting.at], &[0.3, 0.45, 0.6]);
            let hidden = |o: &Outline| !tied.contains(&o.piece) && between.iter().any(|&p| o.contains(p));
            if plain.iter().any(hidden) {
                match found.iter_mut().find(|(a, _)| *a == area) {
                    Some((_, sides)) => *sides = sides.with(side),
                    None => found.push((area, Sides::of(side))),
                }
            }
        }
    }
    found
}

/// Where lines meet: the middle, or the nearest point that no area covers.
fn junction(areas: &[Outline]) -> At {
    const ROOM: f64 = 9.0;
    let free = |p: At| areas.iter().all(|a| !a.contains(p) && distance_to(&a.polygon, p) > ROOM);
    if free(MIDDLE) {
        return MIDDLE;
    }
    let grid = (-7..=7).flat_map(|y| (-7..=7).map(move |x| at(f64::from(x) * 5.0, f64::from(y) * 5.0)));
    grid.filter(|&p| free(p)).min_by(|a, b| a.length().total_cmp(&b.length())).unwrap_or(MIDDLE)
}

/// What areas and lines cover.
fn paint(words: &Words, face: &Face, areas: &[Outline], lines: &[Line]) -> Raster {
    let half = |l: &Line| looks::width(looks::feature(words, face.pieces[l.piece].kind)) / 2.0 + 1.5;
    let on = |l: &&Line, p: At| distance_to(&l.points, p) < half(l);
    Raster::painted(|p| {
        let over = lines.iter().filter(|l| l.over).find(|l| on(l, p)).map(|l| l.piece);
        let area = || areas.iter().find(|a| a.contains(p)).map(|a| a.piece);
        let under = || lines.iter().filter(|l| !l.over).find(|l| on(l, p)).map(|l| l.piece);
        over.or_else(area).or_else(under)
    })
}

/// Places for the pieces with a drawing of their own: on free ground if there is any, else on the areas.
fn all_icons(face: &Face, raster: &Raster, taken: &[(At, f64)]) -> Vec<Icon> {
    const LEAST: f64 = 9.0;
    const ENOUGH: f64 = 21.0;
    const MOST: f64 = 27.0;
    let pieces: Vec<usize> = face.of_form(Form::Icon).collect();
    if pieces.is_empty() {
        return Vec::new();
    }
    let ground = raster.depths(|o| o.is_none());
    let is_roomy = ground.roomy(ENOUGH, taken).is_some_and(|(_, room)| room > LEAST);
    let depths = if is_roomy { ground } else { raster.depths(|o| o.is_none_or(|p| face.pieces[p].form == Form::Area)) };
    let mut places: Vec<(At, f64)> = match pieces.len() {
        1 => depths.roomy(ENOUGH, taken).into_iter().collect(),
        _ => depths.roomy_pair().into_iter().flatten().collect(),
    };
    while places.len() < pieces.len() {
        let next = depths.roomy(ENOUGH, &places).unwrap_or((MIDDLE, LEAST));
        places.push(next);
    }
    let icon = |(&piece, (at, room)): (&usize, (At, f64))| Icon { piece, at, radius: (room * 0.88).clamp(LEAST, MOST) };
    pieces.iter().zip(places).map(icon).collect()
}
