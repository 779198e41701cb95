//! The outlines of areas: from side to side around the tile, with a wall wherever the border runs over the tile.

use super::face::Face;
use super::geometry::{At, HALF, Path, at, contains};
use gatehouse_core::{Side, Sides};

/// Half the width of the neck that reaches a passable edge.
pub(super) const NECK: f64 = 18.0;
/// Half the width of the tongue that reaches over another area.
const TONGUE: f64 = 13.0;
/// How far a tongue ends before the side.
const TONGUE_END: f64 = 22.0;
/// Where the border passes the middle of a side the area does not reach, from the middle of the tile.
const WAIST: f64 = 23.0;
/// The same where another area crosses.
const CROSSED_WAIST: f64 = 15.0;

/// A stretch of an outline on or near a side.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Reach {
    side: Side,
    half: f64,
    inset: f64,
}

impl Reach {
    fn start(self) -> At {
        at(-self.half, self.inset - HALF).turned(self.side)
    }

    fn end(self) -> At {
        at(self.half, self.inset - HALF).turned(self.side)
    }

    fn is_open(self) -> bool {
        self.half >= HALF
    }
}

/// The outline of an area.
#[derive(Clone, Debug)]
pub(super) struct Outline {
    /// The piece it belongs to.
    pub(super) piece: usize,
    /// The closed border.
    pub(super) border: Path,
    /// The parts of the border that are walled.
    pub(super) walls: Vec<Path>,
    /// The border as points.
    pub(super) polygon: Vec<At>,
    /// The ends of tongues, by the side they point to.
    pub(super) tongues: Vec<(Side, At)>,
}

impl Outline {
    pub(super) fn contains(&self, p: At) -> bool {
        contains(&self.polygon, p)
    }
}

/// What an area reaches: its own sides, the edges it is behind, and tongues.
pub(super) fn reaches(face: &Face, piece: usize, tongues: Sides) -> Vec<Reach> {
    let own = face.pieces[piece].sides;
    let reach = |side: Side| {
        if own.has(side) {
            Some(Reach { side, half: HALF, inset: 0.0 })
        } else if face.behind[side.index()] == Some(piece) {
            Some(Reach { side, half: NECK, inset: 1.5 })
        } else if tongues.has(side) {
            Some(Reach { side, half: TONGUE, inset: TONGUE_END })
        } else {
            None
        }
    };
    Side::ALL.into_iter().filter_map(reach).collect()
}

/// Whether the chords of two sets of sides cross.
pub(super) fn cross(a: Sides, b: Sides) -> bool {
    let between = |from: Side, to: Side| {
        let steps = (4 + to.index() - from.index()) % 4;
        (1..steps).map(move |n| Side::ALL[(from.index() + n) % 4]).any(|s| b.has(s))
    };
    a.iter().any(|s| a.iter().any(|t| s != t && between(s, t) && between(t, s)))
}

/// The outline around reaches; a round spot in the middle if there are none.
pub(super) fn outline(piece: usize, reaches: &[Reach], crossed: bool) -> Outline {
    let waist = if crossed { CROSSED_WAIST } else { WAIST };
    let Some(first) = reaches.first() else { return spot(piece) };
    let mut border = Path::new(first.start());
    let (mut walls, mut tongues) = (Vec::new(), Vec::new());
    for (i, &reach) in reaches.iter().enumerate() {
        let next = reaches[(i + 1) % reaches.len()];
        let (start, end) = (border.end(), reach.end());
        border = border.line(end);
        if !reach.is_open() {
            walls.push(Path::new(start).line(end));
        }
        if reach.half == TONGUE {
            tongues.push((reach.side, at(0.0, reach.inset - HALF).turned(reach.side)));
        }
        if let Some([a, b]) = controls(reach, next, reaches.len() == 1, waist) {
            border = border.bend(a, b, next.start());
            walls.push(Path::new(end).bend(a, b, next.start()));
        }
    }
    let polygon = border.points();
    Outline { piece, border, walls: chained(walls), polygon, tongues }
}

/// The controls of the border from one reach clockwise to the next; none where they share a corner.
fn controls(from: Reach, to: Reach, alone: bool, waist: f64) -> Option<[At; 2]> {
    // Seen with `from` in the north; turned back at the end.
    let p = from.half;
    let steps = if alone { 4 } else { (4 + to.side.index() - from.side.index()) % 4 };
    let controls = match steps {
        1 => match (from.is_open(), to.is_open()) {
            (true, true) => return None,
            // A crescent of ground between the open side and the neck.
            (true, false) => [at(30.0, -43.0), at(30.0, -to.half - 2.0)],
            (false, true) => [at(p + 2.0, -30.0), at(43.0, -30.0)],
            (false, false) => [at(p + 3.0, -36.0), at(36.0, -to.half - 3.0)],
        },
        2 => {
            let bulge = (8.0 * waist - p - to.half) / 6.0;
            [at(bulge, from.inset - 20.0), at(bulge, 20.0 - to.inset)]
        }
        3 => {
            let a = if from.is_open() { at(9.0, -25.0) } else { at(p, -22.0) };
            let b = if to.is_open() { at(-25.0, 9.0) } else { at(-22.0, to.half) };
            [a, b]
        }
        _ if from.is_open() => [at(13.0, -13.0), at(-13.0, -13.0)],
        _ => [at(p + 6.0, -4.0), at(-p - 6.0, -4.0)],
    };
    Some(controls.map(|c| c.turned(from.side)))
}

fn spot(piece: usize) -> Outline {
    const R: f64 = 24.0;
    // The control length that makes four curves a circle.
    const K: f64 = R * 0.552;
    let mut border = Path::new(at(0.0, -R));
    for side in Side::ALL {
        border = border.bend(at(K, -R).turned(side), at(R, -K).turned(side), at(R, 0.0).turned(side));
    }
    Outline { piece, polygon: border.points(), walls: vec![border.clone()], border, tongues: Vec::new() }
}

/// Walls that follow each other as one path, so that they join smoothly.
fn chained(walls: Vec<Path>) -> Vec<Path> {
    let mut chains: Vec<Path> = Vec::new();
    for wall in walls {
        match chains.last_mut() {
            Some(last) if last.end() == wall.start => last.bends.extend(wall.bends),
            _ => chains.push(wall),
        }
    }
    if chains.len() > 1 && chains.last().map(Path::end) == chains.first().map(|c| c.start) {
        let first = chains.remove(0);
        if let Some(last) = chains.last_mut() {
            last.bends.extend(first.bends);
        }
    }
    chains
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::geometry::MIDDLE;

    fn sides(letters: &str) -> Sides {
        letters.chars().filter_map(Side::from_letter).fold(Sides::NONE, Sides::with)
    }

    fn open(letters: &str) -> Outline {
        let reaches: Vec<Reach> = sides(letters).iter().map(|side| Reach { side, half: HALF, inset: 0.0 }).collect();
        outline(0, &reaches, false)
    }

    #[test]
    fn a_single_side_is_a_cap_that_leaves_the_middle_free() {
        let cap = open("N");
        assert!(cap.contains(at(0.0, -30.0)) && !cap.contains(MIDDLE));
        assert_eq!(cap.walls.len(), 1);
    }

    #[test]
    fn several_sides_are_joined_through_the_middle() {
        for letters in ["NS", "NES", "NESW"] {
            assert!(open(letters).contains(MIDDLE), "{letters}");
        }
        assert!(open("NESW").walls.is_empty());
        assert!(!open("NEW").contains(at(0.0, 40.0)));
    }

    #[test]
    fn caps_of_neighbouring_sides_do_not_overlap() {
        let (north, east) = (open("N"), open("E"));
        assert!(north.polygon.iter().all(|&p| !east.contains(p)));
        assert!(!cross(sides("NE"), sides("SW")) && cross(sides("NS"), sides("EW")));
    }
}
