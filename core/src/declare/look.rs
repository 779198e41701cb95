//! How a declared thing is shown: words, a letter for the terminal, a small drawing for pictures.

use serde::Deserialize;

/// How a declared thing is shown.
#[derive(Deserialize, Clone, Debug, Default)]
#[serde(deny_unknown_fields)]
pub struct Look {
    /// What players read; the name if absent.
    #[serde(default)]
    pub label: Option<String>,
    /// A character for the terminal.
    #[serde(default)]
    pub letter: Option<char>,
    /// The ground colour of the area or line it covers, `#rrggbb`.
    #[serde(default)]
    pub fill: Option<String>,
    /// The colour of its border, `#rrggbb`.
    #[serde(default)]
    pub stroke: Option<String>,
    /// Its drawing in a square of 100 by 100 with the middle at 0, 0.
    #[serde(default)]
    pub shapes: Vec<Shape>,
    /// Other looks in some states.
    #[serde(default)]
    pub variants: Vec<Variant>,
}

/// One shape of a drawing. Coordinates run from -50 to 50, x right and y down.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    /// An SVG path of absolute or relative commands.
    pub path: String,
    /// Its fill, `#rrggbb` or `player` for the owner's colour; none if absent.
    #[serde(default)]
    pub fill: Option<String>,
    /// Its outline, `#rrggbb` or `player`; none if absent.
    #[serde(default)]
    pub stroke: Option<String>,
    /// The width of its outline.
    #[serde(default)]
    pub width: Option<f32>,
}

/// A look in some state. All conditions given must hold; the first variant that fits is shown.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Variant {
    /// For a link: whether the feature of its second segment is complete.
    #[serde(default)]
    pub complete: Option<bool>,
    /// For a mark: its least value.
    #[serde(default)]
    pub from: Option<i32>,
    /// What players read.
    #[serde(default)]
    pub label: Option<String>,
    /// A character for the terminal.
    #[serde(default)]
    pub letter: Option<char>,
    /// The drawing.
    #[serde(default)]
    pub shapes: Vec<Shape>,
}

impl Look {
    /// What players read of a thing called `name`.
    pub fn label<'a>(&'a self, name: &'a str) -> &'a str {
        self.label.as_deref().unwrap_or(name)
    }
}
