//! One tile as SVG, about its middle.

use super::areas::Outline;
use super::face::{Face, Tie};
use super::geometry::{At, HALF, MIDDLE, Num, at, distance_to, middle_of};
use super::layout::{Layout, scrambled};
use super::lines::Line;
use super::looks::{self, Colour, INK, PAPER, Put, State};
use super::xml::put;
use crate::rules::Words;
use gatehouse_core::declare::{Form, Look};
use gatehouse_core::{FeatureKind, Player, Side};

/// Half the size of the drawing where lines end or meet.
const JUNCTION: f64 = 14.0;
/// Half the size of the drawing of a link.
const LINK: f64 = 16.0;

/// Draws faces with the looks of some rules.
#[derive(Clone, Copy)]
pub(super) struct Painter<'a> {
    pub(super) words: &'a Words,
}

/// The id of the drawing that is repeated over segments of a kind.
fn repeated_id(kind: FeatureKind, mirrored: bool) -> String {
    format!("r{}{}", kind.0, if mirrored { "m" } else { "" })
}

impl Painter<'_> {
    fn look(&self, kind: FeatureKind) -> Option<&Look> {
        looks::feature(self.words, kind)
    }

    /// What tiles refer to: their outline, and drawings that are repeated.
    pub(super) fn definitions(&self, out: &mut String) {
        out.push_str(
            "<defs>\n<clipPath id=\"tile\"><rect x=\"-50\" y=\"-50\" width=\"100\" height=\"100\"/></clipPath>\n",
        );
        out.push_str("<rect id=\"rim\" x=\"-50\" y=\"-50\" width=\"100\" height=\"100\" fill=\"none\" ");
        out.push_str("stroke=\"#3d3527\" stroke-opacity=\"0.28\" stroke-width=\"0.8\"/>\n");
        for (n, feature) in self.words.features.iter().enumerate() {
            let look = &feature.what.look;
            if look.spacing.is_some() && !look.shapes.is_empty() {
                let kind = FeatureKind(n as u16);
                put!(out, "<g id=\"{}\">", repeated_id(kind, false));
                looks::shapes(out, &look.shapes, Player::NONE);
                put!(out, "</g>\n<g id=\"{}\"><g transform=\"scale(-1 1)\">", repeated_id(kind, true));
                looks::shapes(out, &look.shapes, Player::NONE);
                out.push_str("</g></g>\n");
            }
        }
        out.push_str("</defs>\n");
    }

    /// A tile; equal `seed`s repeat drawings at equal places.
    pub(super) fn tile(&self, out: &mut String, face: &Face, layout: &Layout, seed: u32) {
        out.push_str("<g clip-path=\"url(#tile)\">\n");
        self.ground(out, face);
        let form = |piece: usize| face.pieces[piece].form;
        for piece in (0..face.pieces.len()).filter(|&p| form(p) == Form::Ground) {
            self.repeated(out, face, layout, piece, seed);
        }
        self.lines(out, face, layout.lines.iter().filter(|l| !l.over).collect());
        for (n, area) in layout.areas.iter().enumerate().rev() {
            self.area(out, face, layout, area, seed);
            layout.areas[n + 1..].iter().for_each(|below| self.passing_below(out, face, area, below));
        }
        self.lines(out, face, layout.lines.iter().filter(|l| l.over).collect());
        self.edges(out, face);
        self.overlays(out, face, layout, seed);
        for junction in &layout.junctions {
            self.junction(out, junction.kind, junction.at);
        }
        for icon in &layout.icons {
            self.icon(out, face.pieces[icon.piece].kind, icon.at, icon.radius);
        }
        face.ties.iter().for_each(|tie| self.tie(out, layout, tie));
        self.prints(out, layout);
        out.push_str("</g>\n");
    }

    /// The colour of the first kind everywhere, other kinds as wedges from their half-edges or, without any, as a disc.
    fn ground(&self, out: &mut String, face: &Face) {
        let mut kinds = face.of_form(Form::Ground).map(|p| face.pieces[p].kind);
        let declared = || {
            let kinds = (0..self.words.features.len()).map(|k| FeatureKind(k as u16));
            kinds.into_iter().find(|&k| looks::form(self.words, k) == Form::Ground)
        };
        let first = kinds.next().or_else(declared);
        let fill = looks::fill(first.and_then(|k| self.look(k)));
        put!(out, "<rect x=\"-50\" y=\"-50\" width=\"100\" height=\"100\" fill=\"{fill}\"/>\n");
        for piece in face.of_form(Form::Ground).map(|p| &face.pieces[p]).filter(|p| Some(p.kind) != first) {
            let fill = looks::fill(self.look(piece.kind));
            if piece.halves.is_empty() {
                put!(out, "<circle r=\"30\" fill=\"{fill}\"/>\n");
            }
            for half in (0..8).filter(|h| piece.halves.0 >> h & 1 == 1) {
                let side = Side::ALL[half / 2];
                let (from, to) = if half % 2 == 0 { (-HALF, 0.0) } else { (0.0, HALF) };
                let [from, to] = [from, to].map(|x| at(x, -HALF).turned(side));
                put!(out, "<path d=\"M{from}L{to}L{MIDDLE}Z\" fill=\"{fill}\" stroke=\"{fill}\"/>\n");
            }
        }
    }

    fn repeated(&self, out: &mut String, face: &Face, layout: &Layout, piece: usize, seed: u32) {
        let kind = face.pieces[piece].kind;
        let Some((look, spacing)) = self.look(kind).and_then(|l| Some((l, f64::from(l.spacing?)))) else { return };
        if look.shapes.is_empty() || !spacing.is_finite() {
            return;
        }
        for (n, at) in layout.scattered(piece, spacing.max(5.0), seed).into_iter().enumerate() {
            let dice = scrambled(seed, piece as u32 + 100, n as u32);
            let scale = 0.85 + f64::from(dice % 8) * 0.04;
            let put = Put { at, scale, degrees: 0.0 };
            put!(out, "<use href=\"#{}\" transform=\"{put}\"/>\n", repeated_id(kind, dice & 64 != 0));
        }
    }

    /// Lines that are linked with each other flow together; others run one over the other.
    fn lines(&self, out: &mut String, face: &Face, lines: Vec<&Line>) {
        let mut rest = lines;
        while let Some(first) = rest.first() {
            let mut group = vec![first.piece];
            let mut next = 0;
            while let Some(&piece) = group.get(next) {
                let more = face.tied(piece, Form::Line).into_iter().filter(|p| !group.contains(p)).collect::<Vec<_>>();
                group.extend(more);
                next += 1;
            }
            let (now, later) = rest.into_iter().partition(|l| group.contains(&l.piece));
            self.flowing(out, face, now);
            rest = later;
        }
    }

    fn flowing(&self, out: &mut String, face: &Face, lines: Vec<&Line>) {
        for border in [true, false] {
            for line in &lines {
                let look = self.look(face.pieces[line.piece].kind);
                let (width, fill, stroke) = (looks::width(look), looks::fill(look), looks::stroke(look));
                let (colour, width) = match (border, line.over) {
                    (false, _) => (fill, width),
                    (true, false) => (stroke, width + 3.0),
                    (true, true) => (stroke.mixed(INK, 0.4), width + 5.0),
                };
                let path = &line.path;
                put!(out, "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{}\"/>\n", Num(width));
            }
        }
    }

    fn area(&self, out: &mut String, face: &Face, layout: &Layout, area: &Outline, seed: u32) {
        let look = self.look(face.pieces[area.piece].kind);
        let (fill, wall) = (looks::fill(look), looks::stroke(look));
        put!(out, "<path d=\"{}Z\" fill=\"{fill}\"/>\n", area.border);
        let strokes = |out: &mut String, colour: Colour, width: f64, more: &str| {
            for path in &area.walls {
                let width = Num(width);
                put!(out, "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"{more}/>\n");
            }
        };
        // The shade of the wall, the wall and its battlements.
        strokes(out, fill.mixed(wall, 0.35), 11.0, " stroke-opacity=\"0.45\"");
        strokes(out, wall, 5.0, " stroke-linejoin=\"round\"");
        strokes(out, wall.mixed(PAPER, 0.55), 2.4, " stroke-dasharray=\"2.6 2\"");
        self.repeated(out, face, layout, area.piece, seed);
    }

    /// The walls of an area that passes below another one.
    fn passing_below(&self, out: &mut String, face: &Face, above: &Outline, below: &Outline) {
        let colour = looks::stroke(self.look(face.pieces[below.piece].kind));
        let hidden = |p: &At| above.contains(*p) && distance_to(&above.polygon, *p) > 4.0;
        for wall in &below.walls {
            let points = wall.points();
            for run in points.split(|p| !hidden(p)).filter(|run| run.len() > 1) {
                let path = run[1..].iter().fold(format!("M{}", run[0]), |path, p| format!("{path}L{p}"));
                put!(out, "<path d=\"{path}\" fill=\"none\" stroke=\"{colour}\" stroke-opacity=\"0.6\" ");
                out.push_str("stroke-width=\"1.5\" stroke-dasharray=\"4 3\"/>\n");
            }
        }
    }

    /// What edges look like: drawn with the edge at the top, and turned.
    fn edges(&self, out: &mut String, face: &Face) {
        for side in Side::ALL {
            let edge = self.words.edges.get(face.edges[side.index()].index());
            if let Some(look) = edge.map(|e| &e.what.look).filter(|l| !l.shapes.is_empty()) {
                put!(out, "<g transform=\"rotate({})\">", side.index() * 90);
                looks::shapes(out, looks::shown(look, State::default()).0, Player::NONE);
                out.push_str("</g>\n");
            }
        }
    }

    fn junction(&self, out: &mut String, kind: FeatureKind, at: At) {
        let look = self.look(kind);
        match look.filter(|l| !l.shapes.is_empty() && l.spacing.is_none()) {
            Some(look) => drawing(out, look, State::default(), at, JUNCTION, 0.0),
            None => {
                let (fill, stroke, radius) = (looks::fill(look), looks::stroke(look), Num(looks::width(look) * 0.75));
                let (x, y) = (Num(at.x), Num(at.y));
                put!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" stroke=\"{stroke}\"/>\n");
            }
        }
    }

    /// A kind of feature by its drawing, or as a plain disc with its letter.
    pub(super) fn icon(&self, out: &mut String, kind: FeatureKind, at: At, radius: f64) {
        let look = self.look(kind);
        match look.filter(|l| !l.shapes.is_empty()) {
            Some(look) => drawing(out, look, State::default(), at, radius, 0.0),
            None => {
                let letter = look.and_then(|l| l.letter).unwrap_or('?');
                badge(out, at, radius * 0.7, &letter.to_string(), looks::fill(look));
            }
        }
    }

    fn tie(&self, out: &mut String, layout: &Layout, tie: &Tie) {
        let Some(look) = self.words.links.get(tie.kind.index()).map(|l| &l.what.look) else { return };
        let state = State { complete: Some(tie.complete), value: None };
        if looks::shown(look, state).0.is_empty() {
            return;
        }
        let meeting = layout.meetings.iter().find_map(|m| match (m.line, m.other) {
            ends if ends == (tie.a, tie.b) => Some((m.at, m.towards)),
            ends if ends == (tie.b, tie.a) => Some((m.at, m.towards * -1.0)),
            _ => None,
        });
        let (at, towards) = meeting.unwrap_or_else(|| {
            let end = |piece| layout.figures(piece, 1).first().copied().unwrap_or(MIDDLE);
            let (a, b) = (end(tie.a), end(tie.b));
            ((a + b) * 0.5, b - a)
        });
        drawing(out, look, state, at, LINK, towards.degrees());
    }

    fn prints(&self, out: &mut String, layout: &Layout) {
        for printed in &layout.prints {
            let look = self.words.prints.get(printed.print.index()).map(|p| &p.what.look);
            let Some(look) = look else { continue };
            match look.letter {
                _ if !look.shapes.is_empty() => {
                    drawing(out, look, State::default(), printed.at, printed.radius, 0.0);
                }
                Some(letter) => badge(out, printed.at, printed.radius * 0.6, &letter.to_string(), PAPER),
                None => {}
            }
        }
    }

    /// What lies over other features is translucent, so that they can be seen below it.
    fn overlays(&self, out: &mut String, face: &Face, layout: &Layout, seed: u32) {
        for overlay in &layout.overlays {
            let look = self.look(face.pieces[overlay.piece].kind);
            let (fill, stroke, path) = (looks::fill(look), looks::stroke(look), &overlay.border);
            put!(out, "<path d=\"{path}Z\" fill=\"{fill}\" fill-opacity=\"0.55\"/>\n");
            for wall in &overlay.walls {
                put!(out, "<path d=\"{wall}\" fill=\"none\" stroke=\"{stroke}\" stroke-opacity=\"0.5\"/>\n");
            }
            self.repeated(out, face, layout, overlay.piece, seed);
        }
    }

    /// Where the middle of what a join leads to is: a segment of a tile.
    pub(super) fn anchor(&self, layout: &Layout, face: &Face, piece: usize) -> At {
        let side = face.pieces[piece].sides.iter().next();
        let found = layout.figures(piece, 1).first().copied();
        found.or(side.map(|s| middle_of(s) * 0.5)).unwrap_or(MIDDLE)
    }
}

/// A drawing in a state, `radius` from its middle to its edge.
pub(super) fn drawing(out: &mut String, look: &Look, state: State, at: At, radius: f64, degrees: f64) {
    put!(out, "<g transform=\"{}\">", Put { at, scale: radius / HALF, degrees });
    looks::shapes(out, looks::shown(look, state).0, Player::NONE);
    out.push_str("</g>\n");
}

/// A small disc with a text.
pub(super) fn badge(out: &mut String, at: At, radius: f64, text: &str, fill: Colour) {
    let ink = fill.contrast();
    let (x, y, r) = (Num(at.x), Num(at.y), Num(radius));
    put!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{r}\" fill=\"{fill}\" stroke=\"{ink}\" stroke-width=\"1\"/>");
    let size = radius * if text.chars().count() > 1 { 1.0 } else { 1.4 };
    let (y, size, text) = (Num(at.y + size * 0.35), Num(size), super::xml::escape(text));
    put!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"middle\" fill=\"{ink}\">{text}</text>\n");
}
