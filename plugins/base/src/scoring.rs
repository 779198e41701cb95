//! What roads, cities, monasteries, gardens and fields are worth.

use super::{CITY, PENNANT, SCORE_CITY, SCORE_FIELD, SCORE_ROAD, SCORE_SURROUNDED, SMALL_CITY, TOUCHES, TWO_TILE_CITY};
use gatehouse_core::prelude::*;

/// One a tile.
pub(super) fn road(view: &View<'_>, sheet: &Sheet<'_>, out: &mut Lines) {
    let tiles = i32::from(view.feature(sheet.feature).tiles);
    out.write(Line::basis(Unit::TILE, tiles, 1).by(view.id(SCORE_ROAD)));
}

/// Two a tile and pennant, or one if it is incomplete.
pub(super) fn city(view: &View<'_>, sheet: &Sheet<'_>, out: &mut Lines) {
    let tiles = i32::from(view.feature(sheet.feature).tiles);
    let pennant = view.id(PENNANT);
    let pennants = view.prints_of(sheet.feature, pennant) as i32;
    let small = tiles == 2 && view.switch(TWO_TILE_CITY) == 2;
    let (rate, rule) = match (sheet.complete, small) {
        (true, true) => (1, SMALL_CITY),
        (true, false) => (2, SCORE_CITY),
        (false, _) => (1, SCORE_CITY),
    };
    out.write(Line::basis(Unit::TILE, tiles, rate).by(view.id(rule)));
    if pennants > 0 {
        out.write(Line::basis(Unit::print(pennant), pennants, rate).by(view.id(rule)));
    }
}

/// One for itself and each filled surrounding cell.
pub(super) fn surrounded(view: &View<'_>, sheet: &Sheet<'_>, out: &mut Lines) {
    out.write(Line::basis(Unit::AROUND, filled(view, sheet.feature), 1).by(view.id(SCORE_SURROUNDED)));
}

/// The cell of a monastery or garden and its filled surrounding cells, 1 to 9.
pub(super) fn filled(view: &View<'_>, feature: FeatureId) -> i32 {
    let row = view.feature(feature);
    9 - i32::from(row.open.min(8))
}

/// Three for each completed city that touches the field.
pub(super) fn field(view: &View<'_>, sheet: &Sheet<'_>, out: &mut Lines) {
    let cities = view.linked_features(sheet.feature, view.id(TOUCHES));
    let completed = cities.into_iter().filter(|&f| view.feature(f).is_complete()).count() as i32;
    out.write(Line::basis(Unit::feature(view.id(CITY)), completed, 3).by(view.id(SCORE_FIELD)));
}
