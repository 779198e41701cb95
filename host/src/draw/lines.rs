//! Lines: from side to side, from a side to what they are linked to, or to where several of them meet.

use super::areas::Outline;
use super::face::Face;
use super::geometry::{At, MIDDLE, Path, along, distance_to, middle_of};
use gatehouse_core::declare::Form;
use gatehouse_core::{FeatureKind, Side};

/// A line of a piece.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The piece it belongs to.
    pub(super) piece: usize,
    /// Its course.
    pub(super) path: Path,
    /// Its course as points.
    pub(super) points: Vec<At>,
    /// Whether it runs over areas that it has no link to.
    pub(super) over: bool,
}

/// Where a line comes upon a piece it is linked to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Meeting {
    pub(super) line: usize,
    pub(super) other: usize,
    /// The point.
    pub(super) at: At,
    /// The direction from the line to the other piece.
    pub(super) towards: At,
}

/// Where lines end or meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Junction {
    pub(super) kind: FeatureKind,
    pub(super) at: At,
}

/// The lines of a tile.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    pub(super) lines: Vec<Line>,
    pub(super) meetings: Vec<Meeting>,
    pub(super) junctions: Vec<Junction>,
}

/// What lines run towards.
pub(super) struct Aims<'a> {
    pub(super) face: &'a Face,
    /// The areas, topmost first.
    pub(super) areas: &'a [Outline],
    /// The middles of icons.
    pub(super) icons: &'a [(usize, At)],
    /// Where lines of this tile meet each other.
    pub(super) junction: At,
}

impl Aims<'_> {
    /// Adds the lines of a piece.
    pub(super) fn draw(&self, piece: usize, to: &mut Lines) {
        let sides: Vec<Side> = self.face.reached(piece).iter().collect();
        let tied = |form| self.face.tied(piece, form);
        let first = to.lines.len();
        match sides[..] {
            [] => {}
            [side] => self.one_sided(piece, side, to),
            [a, b] => to.lines.push(line(piece, through(a, b))),
            _ => to.lines.extend(sides.iter().map(|&s| line(piece, reach_out(s, MIDDLE, None)))),
        }
        if sides.len() != 1 {
            let own: Vec<At> = to.lines[first..].iter().flat_map(|l| l.points.clone()).collect();
            let start = nearest(&own, MIDDLE).unwrap_or(MIDDLE);
            for area in tied(Form::Area) {
                if let Some(meeting) = self.meeting(piece, area, start) {
                    to.lines.push(line(piece, branch(start, &meeting)));
                    to.meetings.push(meeting);
                }
            }
        }
        let linked = tied(Form::Area);
        for line in &mut to.lines[first..] {
            line.over = sides.len() > 1 && self.areas.iter().any(|a| !linked.contains(&a.piece) && crosses(line, a));
        }
    }

    fn one_sided(&self, piece: usize, side: Side, to: &mut Lines) {
        let from = middle_of(side);
        let mut ends = 0;
        for area in self.face.tied(piece, Form::Area) {
            if let Some(meeting) = self.meeting(piece, area, from) {
                to.lines.push(line(piece, reach_out(side, meeting.at, Some(meeting.towards))));
                to.meetings.push(meeting);
                ends += 1;
            }
        }
        for icon in self.face.tied(piece, Form::Icon) {
            if let Some(&(_, at)) = self.icons.iter().find(|(i, _)| *i == icon) {
                to.lines.push(line(piece, reach_out(side, at, None)));
                to.meetings.push(Meeting { line: piece, other: icon, at, towards: (at - from).unit() });
                ends += 1;
            }
        }
        let others = self.face.tied(piece, Form::Line);
        if !others.is_empty() || ends == 0 {
            to.lines.push(line(piece, reach_out(side, self.junction, None)));
            let at = self.junction;
            let meeting = |other| Meeting { line: piece, other, at, towards: (at - from).unit() };
            to.meetings.extend(others.into_iter().map(meeting));
            let kind = self.face.pieces[piece].kind;
            if !to.junctions.iter().any(|j| j.at == at) {
                to.junctions.push(Junction { kind, at });
            }
        }
    }

    /// Where a line from `from` comes upon an area: near the middle of the tile, but not at its far side.
    pub(super) fn meeting(&self, piece: usize, area: usize, from: At) -> Option<Meeting> {
        let outline = self.areas.iter().find(|o| o.piece == area)?;
        let tongue = outline.tongues.iter().find(|(side, _)| self.face.reached(piece).has(*side));
        if let Some(&(side, at)) = tongue {
            return Some(Meeting { line: piece, other: area, at, towards: middle_of(side.opposite()).unit() });
        }
        let cost = |p: At| p.length() + 0.5 * p.distance(from);
        let mut best: Option<(f64, At, At)> = None;
        for wall in &outline.walls {
            let points = wall.points();
            for w in points.windows(3) {
                if best.is_none_or(|(least, ..)| cost(w[1]) < least - 1e-6) {
                    best = Some((cost(w[1]), w[1], w[2] - w[0]));
                }
            }
        }
        let (_, at, along) = best?;
        // A border runs clockwise, so its area is on the right.
        let right = super::geometry::at(-along.y, along.x).unit();
        Some(Meeting { line: piece, other: area, at, towards: right })
    }
}

fn line(piece: usize, path: Path) -> Line {
    Line { piece, points: path.points(), path, over: false }
}

/// Straight across the tile, or a quarter bend.
fn through(a: Side, b: Side) -> Path {
    let (from, to) = (middle_of(a), middle_of(b));
    if a.opposite() == b { Path::new(from).line(to) } else { Path::new(from).bend(from * 0.42, to * 0.42, to) }
}

/// From the middle of a side to a point, arriving in a direction; a little beyond it, so that nothing gapes.
fn reach_out(side: Side, to: At, towards: Option<At>) -> Path {
    let from = middle_of(side);
    let length = from.distance(to);
    let arriving = towards.unwrap_or_else(|| (to - from * 0.3).unit());
    let end = to + arriving * if towards.is_some() { 4.0 } else { 0.0 };
    Path::new(from).bend(from - from.unit() * (length * 0.42), end - arriving * (length * 0.42), end)
}

fn branch(from: At, meeting: &Meeting) -> Path {
    let end = meeting.at + meeting.towards * 4.0;
    let length = from.distance(end);
    Path::new(from).bend(from + (end - from) * 0.4, end - meeting.towards * (length * 0.3), end)
}

fn nearest(points: &[At], to: At) -> Option<At> {
    points.iter().copied().min_by(|a, b| a.distance(to).total_cmp(&b.distance(to)))
}

/// Whether a line runs through an area, not only along its border.
fn crosses(line: &Line, area: &Outline) -> bool {
    let parts: Vec<f64> = (1..20).map(|n| f64::from(n) / 20.0).collect();
    along(&line.points, &parts).into_iter().any(|p| area.contains(p) && distance_to(&area.polygon, p) > 6.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::geometry::at;

    #[test]
    fn lines_start_and_end_at_the_middle_of_their_sides() {
        for (a, b) in [(Side::North, Side::South), (Side::East, Side::South)] {
            let path = through(a, b);
            assert_eq!((path.start, path.end()), (middle_of(a), middle_of(b)));
        }
        assert_eq!(reach_out(Side::West, at(3.0, 4.0), None).end(), at(3.0, 4.0));
    }
}
