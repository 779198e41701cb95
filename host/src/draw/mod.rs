//! Draws boards from the data of tiles and the looks that plugins declare: as a picture and for the terminal.

mod areas;
mod face;
mod figures;
mod geometry;
mod layout;
mod legend;
mod lines;
mod looks;
mod picture;
mod raster;
mod tile;
mod xml;

use crate::engine::Game;
use crate::rules::Rules;

/// The whole board with a legend of players, scores and figures left, as an SVG document.
pub fn svg(game: &Game) -> String {
    picture::board(game)
}

/// All kinds of tiles of some rules in a grid, as an SVG document.
pub fn tiles_svg(rules: &Rules) -> String {
    picture::sheet(rules)
}
