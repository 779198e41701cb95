//! Draws boards from the data of tiles and the looks that plugins declare: as a picture and for the terminal.

mod areas;
mod cells;
mod face;
mod figures;
mod geometry;
mod layout;
mod legend;
mod lines;
mod looks;
mod picture;
mod raster;
mod terminal;
#[cfg(test)]
mod tests;
mod tile;
mod xml;

use crate::engine::Game;
use crate::rules::Rules;
use gatehouse_core::{Pos, TileKind};

/// The whole board with a legend of players, scores and figures left, as an SVG document.
pub fn svg(game: &Game) -> String {
    picture::board(game)
}

/// All kinds of tiles of some rules in a grid, as an SVG document.
pub fn tiles_svg(rules: &Rules) -> String {
    picture::sheet(rules)
}

/// How a board is shown in a terminal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Terminal {
    /// Whether colours are used; nothing is told by colour alone.
    pub colour: bool,
    /// How many columns there are; at least one tile is shown, which takes 13.
    pub width: usize,
    /// How many rows there are, if the board is to be cropped to them; at least one tile is shown.
    pub height: Option<usize>,
    /// The cell about which a board is cropped; the tile placed last if absent.
    pub focus: Option<Pos>,
    /// Short texts on cells, such as the numbers of candidates.
    pub marks: Vec<(Pos, String)>,
}

impl Default for Terminal {
    /// A terminal of 80 columns with colours.
    fn default() -> Self {
        Terminal { colour: true, width: 80, height: None, focus: None, marks: Vec::new() }
    }
}

/// The board for a terminal. Tiles are blocks of 7 by 3 characters; a figure is its letter and the seat of its owner
/// from 1; the coordinates of the tile placed last are in brackets.
pub fn terminal(game: &Game, options: &Terminal) -> String {
    terminal::board(game, options)
}

/// The players for a terminal of `width` columns: seat, colour, points and figures left; then the tiles left.
pub fn terminal_players(game: &Game, colour: bool, width: usize) -> String {
    terminal::players(game, colour, width)
}

/// A tile for a terminal in its four rotations side by side.
pub fn terminal_tile(game: &Game, kind: TileKind, colour: bool) -> String {
    terminal::rotations(game, kind, colour)
}

/// What the letters of [`terminal`] mean, each letter with its meaning: "# city".
pub fn terminal_key(rules: &Rules) -> Vec<String> {
    terminal::key(rules)
}
