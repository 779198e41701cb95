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
    /// Its drawing in a square of 100 by 100 with the middle at 0, 0. Where lines end or meet it is drawn over them;
    /// over an area or ground it is repeated in the measure of the tile, `spacing` apart.
    #[serde(default)]
    pub shapes: Vec<Shape>,
    /// Other looks in some states.
    #[serde(default)]
    pub variants: Vec<Variant>,
    /// For a kind of feature: what its segments are drawn as, if not what follows from its bounds and edges.
    #[serde(default)]
    pub form: Option<Form>,
    /// For a line: how wide it is, where a tile is 100 wide.
    #[serde(default)]
    pub width: Option<f32>,
    /// For an area or ground: how far apart its drawing is repeated, where a tile is 100 wide; not at all if absent.
    #[serde(default)]
    pub spacing: Option<f32>,
    /// For a kind of feature or mark: whether meeples on it, or figures with it, lie instead of standing.
    #[serde(default)]
    pub lies: bool,
}

/// What segments of a kind are drawn as.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// What lies under everything else; follows from joining by half-edges.
    Ground,
    /// A walled area over whole sides; follows from edges that leave no strips of ground.
    Area,
    /// A line from side to side; follows from edges that leave strips of ground.
    Line,
    /// A drawing of its own; follows from being bounded by surroundings.
    Icon,
}

/// One shape of a drawing. Coordinates run from -50 to 50, x right and y down.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Shape {
    /// An SVG path of absolute or relative commands.
    pub path: String,
    /// Its fill: `#rrggbb`, `player` for the owner's colour or `contrast` for one that stands out from it; none if absent.
    #[serde(default)]
    pub fill: Option<String>,
    /// Its outline, written as the fill is; none if absent.
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
