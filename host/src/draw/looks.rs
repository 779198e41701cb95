//! From declared looks to colours and SVG.

use super::geometry::{At, Num};
use super::xml::{escape, put};
use crate::rules::Words;
use gatehouse_core::declare::{BoundedBy, Form, Look, Shape, Variant};
use gatehouse_core::{FeatureKind, Player};
use std::fmt;

/// A colour of red, green and blue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Colour(pub(super) u8, pub(super) u8, pub(super) u8);

/// Dark, to stand out from what is light.
pub(super) const INK: Colour = Colour(0x2b, 0x26, 0x22);
/// Light, to stand out from what is dark.
pub(super) const PAPER: Colour = Colour(0xfb, 0xf8, 0xf0);
/// What has no look of its own.
const PLAIN: Colour = Colour(0xb4, 0xb0, 0xa6);

/// The players' colours in seat order, as [`crate::words::COLOURS`] names them.
const SEATS: [Colour; Player::MAX] = [
    Colour(0xc8, 0x28, 0x1e),
    Colour(0x2c, 0x62, 0xb6),
    Colour(0x2f, 0x8a, 0x48),
    Colour(0xf2, 0xc4, 0x2c),
    Colour(0x35, 0x33, 0x3b),
    Colour(0xe8, 0x8f, 0xb4),
    Colour(0xf7, 0xf4, 0xec),
    Colour(0xea, 0x85, 0x2b),
];

/// The colour of nobody's figures.
const NOBODY: Colour = Colour(0x9a, 0x8f, 0xa8);

impl Colour {
    /// Reads `#rrggbb`.
    pub(super) fn parse(text: &str) -> Option<Colour> {
        let digits = text.strip_prefix('#').filter(|d| d.len() == 6 && d.is_ascii())?;
        let part = |n: usize| u8::from_str_radix(&digits[n..n + 2], 16).ok();
        Some(Colour(part(0)?, part(2)?, part(4)?))
    }

    /// A player's colour.
    pub(super) fn of(player: Player) -> Colour {
        SEATS.get(player.index()).copied().unwrap_or(NOBODY)
    }

    /// Between this colour (0) and another (1).
    pub(super) fn mixed(self, other: Colour, part: f64) -> Colour {
        let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * part).round() as u8;
        Colour(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// How light it is to the eye, 0 to 255.
    pub(super) fn lightness(self) -> u32 {
        (u32::from(self.0) * 299 + u32::from(self.1) * 587 + u32::from(self.2) * 114) / 1000
    }

    /// Ink or paper, whichever stands out.
    pub(super) fn contrast(self) -> Colour {
        if self.lightness() > 130 { INK } else { PAPER }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// What segments of a kind are drawn as.
pub(super) fn form(words: &Words, kind: FeatureKind) -> Form {
    let Some(feature) = words.features.get(kind.index()).map(|f| &f.what) else { return Form::Icon };
    let edge = || words.edges.iter().find(|e| e.what.carries.as_deref() == Some(&feature.name));
    feature.look.form.unwrap_or(match feature.bounded {
        BoundedBy::Halves => Form::Ground,
        BoundedBy::Surroundings => Form::Icon,
        BoundedBy::Sides if feature.overlay || edge().is_some_and(|e| !e.what.strips) => Form::Area,
        BoundedBy::Sides => Form::Line,
    })
}

/// The look of a kind of feature.
pub(super) fn feature(words: &Words, kind: FeatureKind) -> Option<&Look> {
    words.features.get(kind.index()).map(|f| &f.what.look)
}

/// The colour a look gives to the area or line it covers.
pub(super) fn fill(look: Option<&Look>) -> Colour {
    look.and_then(|l| l.fill.as_deref()).and_then(Colour::parse).unwrap_or(PLAIN)
}

/// The colour a look gives to its border.
pub(super) fn stroke(look: Option<&Look>) -> Colour {
    let own = look.and_then(|l| l.stroke.as_deref()).and_then(Colour::parse);
    own.unwrap_or_else(|| fill(look).mixed(INK, 0.5))
}

/// How wide a look's line is.
pub(super) fn width(look: Option<&Look>) -> f64 {
    f64::from(look.and_then(|l| l.width).filter(|w| w.is_finite()).unwrap_or(9.0).clamp(1.0, 40.0))
}

/// The state a variant of a look is chosen by.
#[derive(Clone, Copy, Default)]
pub(super) struct State {
    pub(super) complete: Option<bool>,
    pub(super) value: Option<i32>,
}

/// The drawing and letter of a look in a state.
pub(super) fn shown(look: &Look, state: State) -> (&[Shape], Option<char>) {
    let fits = |v: &&Variant| {
        v.complete.is_none_or(|c| state.complete == Some(c))
            && v.from.is_none_or(|least| state.value.is_some_and(|n| n >= least))
    };
    match look.variants.iter().find(fits) {
        None => (&look.shapes, look.letter),
        Some(variant) => {
            let shapes = if variant.shapes.is_empty() { &look.shapes } else { &variant.shapes };
            (shapes, variant.letter.or(look.letter))
        }
    }
}

/// Where and how large a drawing is put.
#[derive(Clone, Copy)]
pub(super) struct Put {
    pub(super) at: At,
    pub(super) scale: f64,
    pub(super) degrees: f64,
}

impl fmt::Display for Put {
    /// The transformation as SVG writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "translate({})", self.at)?;
        if self.degrees != 0.0 {
            write!(f, " rotate({})", Num(self.degrees))?;
        }
        if self.scale != 1.0 {
            write!(f, " scale({})", (self.scale * 1000.0).round() / 1000.0)?;
        }
        Ok(())
    }
}

/// A colour as a shape writes it.
fn paint(text: Option<&str>, owner: Player) -> Option<Colour> {
    match text? {
        "player" => Some(Colour::of(owner)),
        "contrast" => Some(Colour::of(owner).contrast()),
        text => Colour::parse(text),
    }
}

/// The paths of a drawing in an owner's colours.
pub(super) fn shapes(out: &mut String, shapes: &[Shape], owner: Player) {
    for shape in shapes {
        put!(out, "<path d=\"{}\"", escape(&shape.path));
        match paint(shape.fill.as_deref(), owner) {
            Some(fill) => put!(out, " fill=\"{fill}\""),
            None => put!(out, " fill=\"none\""),
        }
        if let Some(stroke) = paint(shape.stroke.as_deref(), owner) {
            let width = f64::from(shape.width.filter(|w| w.is_finite()).unwrap_or(1.0));
            put!(out, " stroke=\"{stroke}\" stroke-width=\"{}\"", Num(width));
        }
        out.push_str("/>");
    }
}

/// A halo behind the filled shapes of a drawing, `width` wide in its own measure.
pub(super) fn halo(out: &mut String, shapes: &[Shape], width: f64, colour: Colour) {
    for shape in shapes.iter().filter(|s| s.fill.is_some()) {
        let all =
            width * 2.0 + f64::from(shape.width.filter(|w| w.is_finite() && shape.stroke.is_some()).unwrap_or(0.0));
        let path = escape(&shape.path);
        put!(out, "<path d=\"{path}\" fill=\"{colour}\" stroke=\"{colour}\" stroke-width=\"{}\"/>", Num(all));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_reads_as_it_is_written() {
        assert_eq!(Colour::parse("#0a80ff").map(|c| c.to_string()).as_deref(), Some("#0a80ff"));
        for wrong in ["0a80ff", "#0a80f", "#0a80fg", "#äöü", ""] {
            assert_eq!(Colour::parse(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn the_first_variant_that_fits_is_shown() {
        let look: Look = toml::from_str(
            "letter = 'a'\n[[variants]]\nfrom = 3\nletter = 'c'\n[[variants]]\nfrom = 2\nletter = 'b'\n",
        )
        .unwrap();
        let letter = |value| shown(&look, State { value, complete: None }).1;
        assert_eq!([None, Some(1), Some(2), Some(5)].map(letter), ['a', 'a', 'b', 'c'].map(Some));
    }
}
