//! Points and curves in the measure of a tile: 100 by 100, the middle at 0, 0, x right and y down.

use gatehouse_core::Side;
use std::fmt;
use std::ops::{Add, Mul, Sub};

/// Half the width of a tile.
pub(super) const HALF: f64 = 50.0;

/// A point or a step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct At {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// The point at `x`, `y`.
pub(super) const fn at(x: f64, y: f64) -> At {
    At { x, y }
}

/// The middle of a tile.
pub(super) const MIDDLE: At = at(0.0, 0.0);

impl At {
    /// A point as seen from the north turned to where it is seen from `side`.
    pub(super) const fn turned(self, side: Side) -> At {
        match side {
            Side::North => self,
            Side::East => at(-self.y, self.x),
            Side::South => at(-self.x, -self.y),
            Side::West => at(self.y, -self.x),
        }
    }

    pub(super) fn length(self) -> f64 {
        (self.x * self.x + self.y * self.y).sqrt()
    }

    pub(super) fn distance(self, other: At) -> f64 {
        (self - other).length()
    }

    /// The step of length 1 in the same direction; north if there is none.
    pub(super) fn unit(self) -> At {
        let length = self.length();
        if length < 1e-9 { at(0.0, -1.0) } else { self * (1.0 / length) }
    }

    /// The clockwise angle from north in whole degrees.
    pub(super) fn degrees(self) -> f64 {
        self.x.atan2(-self.y).to_degrees().round()
    }

    pub(super) fn dot(self, other: At) -> f64 {
        self.x * other.x + self.y * other.y
    }
}

impl Add for At {
    type Output = At;
    fn add(self, other: At) -> At {
        at(self.x + other.x, self.y + other.y)
    }
}

impl Sub for At {
    type Output = At;
    fn sub(self, other: At) -> At {
        at(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for At {
    type Output = At;
    fn mul(self, by: f64) -> At {
        at(self.x * by, self.y * by)
    }
}

/// The middle of a side.
pub(super) const fn middle_of(side: Side) -> At {
    at(0.0, -HALF).turned(side)
}

/// A number with at most one decimal, never `-0`.
pub(super) struct Num(pub(super) f64);

impl fmt::Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        let (sign, size) = (if tenths < 0 { "-" } else { "" }, tenths.unsigned_abs());
        match size % 10 {
            0 => write!(f, "{sign}{}", size / 10),
            tenth => write!(f, "{sign}{}.{tenth}", size / 10),
        }
    }
}

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", Num(self.x), Num(self.y))
    }
}

/// A piece of a path: two control points and the end.
pub(super) type Bend = [At; 3];

/// A chain of cubic curves.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Path {
    pub(super) start: At,
    pub(super) bends: Vec<Bend>,
}

impl Path {
    pub(super) fn new(start: At) -> Path {
        Path { start, bends: Vec::new() }
    }

    pub(super) fn bend(mut self, first: At, second: At, end: At) -> Path {
        self.bends.push([first, second, end]);
        self
    }

    pub(super) fn line(self, end: At) -> Path {
        let step = (end - self.end()) * (1.0 / 3.0);
        let start = self.end();
        self.bend(start + step, end - step, end)
    }

    pub(super) fn end(&self) -> At {
        self.bends.last().map_or(self.start, |b| b[2])
    }

    /// Points along it, start and end included.
    pub(super) fn points(&self) -> Vec<At> {
        const STEPS: u32 = 16;
        let mut points = vec![self.start];
        let mut from = self.start;
        for &[a, b, to] in &self.bends {
            points.extend((1..=STEPS).map(|n| {
                let t = f64::from(n) / f64::from(STEPS);
                let u = 1.0 - t;
                from * (u * u * u) + a * (3.0 * u * u * t) + b * (3.0 * u * t * t) + to * (t * t * t)
            }));
            from = to;
        }
        points
    }
}

impl fmt::Display for Path {
    /// The path as SVG writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "M{}", self.start)?;
        self.bends.iter().try_for_each(|[a, b, end]| write!(f, "C{a} {b} {end}"))
    }
}

/// Whether a closed polygon contains a point.
pub(super) fn contains(polygon: &[At], p: At) -> bool {
    let Some(&last) = polygon.last() else { return false };
    let mut inside = false;
    let mut a = last;
    for &b in polygon {
        if (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x {
            inside = !inside;
        }
        a = b;
    }
    inside
}

/// How far a point is from a chain of points.
pub(super) fn distance_to(chain: &[At], p: At) -> f64 {
    let to_piece = |a: At, b: At| {
        let step = b - a;
        let squared = step.dot(step);
        let t = if squared < 1e-9 { 0.0 } else { ((p - a).dot(step) / squared).clamp(0.0, 1.0) };
        p.distance(a + step * t)
    };
    chain.windows(2).map(|w| to_piece(w[0], w[1])).fold(f64::INFINITY, f64::min)
}

/// The points of a chain at these parts of its length, 0 to 1.
pub(super) fn along(chain: &[At], parts: &[f64]) -> Vec<At> {
    let length: f64 = chain.windows(2).map(|w| w[0].distance(w[1])).sum();
    let point = |part: f64| {
        let mut left = part * length;
        for w in chain.windows(2) {
            let piece = w[0].distance(w[1]);
            if left <= piece && piece > 1e-9 {
                return w[0] + (w[1] - w[0]) * (left / piece);
            }
            left -= piece;
        }
        chain.last().copied().unwrap_or(MIDDLE)
    };
    parts.iter().map(|&p| point(p)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_decimal_and_no_negative_zero() {
        let text: Vec<String> = [-0.04, 0.06, -12.34, 7.0].map(|n| Num(n).to_string()).to_vec();
        assert_eq!(text, ["0", "0.1", "-12.3", "7"]);
    }

    #[test]
    fn a_point_turns_with_its_side() {
        for side in Side::ALL {
            let (dx, dy) = side.step();
            assert_eq!(middle_of(side), at(f64::from(dx) * HALF, f64::from(dy) * HALF));
        }
        assert_eq!(at(1.0, 0.0).degrees(), 90.0);
    }

    #[test]
    fn a_polygon_contains_what_is_inside() {
        let square = [at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0)];
        assert!(contains(&square, at(0.5, -0.5)));
        assert!(!contains(&square, at(1.5, 0.0)));
        assert_eq!(distance_to(&square, at(3.0, 0.0)), 2.0);
    }
}
