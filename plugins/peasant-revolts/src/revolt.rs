//! The tiles and what they do when they are drawn.

use super::{
    CITY, GARDEN, GARDENS, MONASTERY, OVER, PASSED_ON, PROTECTED, REVOLT_CITY, REVOLT_MONASTERY, REVOLT_ROAD, REVOLTS,
    ROAD, SINGLE_TILE, STRUCK, WITHOUT_LOSS,
};
use gatehouse_core::Bounds;
use gatehouse_core::prelude::*;

/// How many of the tiles leave the game.
const OUT: u16 = 3;
/// What a protected meeple gets.
const REWARD: i32 = 2;

/// Three tiles go out unseen; the declaration mixes the others into the land tiles.
pub(super) fn mix_in(view: &View<'_>, (): &(), out: &mut Reply) {
    out.does(Effect::withdraw(view.id(REVOLTS), OUT));
}

/// The drawer first, then clockwise, until somebody loses a meeple.
pub(super) fn revolt(view: &View<'_>, drawn: &Drawn, out: &mut Reply) {
    let players = view.board.players.len();
    for print in [view.id(REVOLT_CITY), view.id(REVOLT_ROAD), view.id(REVOLT_MONASTERY)] {
        if !view.shows(drawn.kind, print) {
            continue;
        }
        for (n, player) in view.clockwise(view.active()).enumerate() {
            if strike(view, player, print, out) {
                out.does(Effect::tell(player, view.id(OVER)));
                break;
            }
            let rule = if n + 1 < players { PASSED_ON } else { WITHOUT_LOSS };
            out.does(Effect::tell(player, view.id(rule)));
        }
    }
}

/// Protected meeples of a player score, the others go home; tells whether any did.
fn strike(view: &View<'_>, player: Player, print: Print, out: &mut Reply) -> bool {
    let rule = view.id(STRUCK);
    let mut lost = false;
    for (figure, row) in view.on_board().filter(|(f, r)| r.owner == player && view.is_meeple(*f)) {
        if !row.place.on_segment().is_some_and(|s| strikes(view, print, view.segment(s).kind)) {
            continue;
        }
        if is_protected(view, figure) {
            out.does(Effect::score(player, REWARD).by(rule));
        } else {
            out.does(Effect::remove(figure).by(rule));
            lost = true;
        }
    }
    lost
}

/// Whether a meeple lies protected.
pub(super) fn is_protected(view: &View<'_>, figure: FigureId) -> bool {
    view.bears(figure, view.id(PROTECTED))
}

/// Whether the revolt of this symbol strikes meeples on features of a kind.
fn strikes(view: &View<'_>, print: Print, kind: FeatureKind) -> bool {
    match print {
        p if p == view.id(REVOLT_CITY) => kind == view.id(CITY),
        p if p == view.id(REVOLT_ROAD) => kind == view.id(ROAD),
        _ if kind == view.id(MONASTERY) => true,
        _ if kind == view.id(GARDEN) => view.switch(GARDENS) == 1,
        _ => {
            let row = view.tables.feature_kinds.get(kind.index());
            view.switch(SINGLE_TILE) == 1 && row.is_some_and(|k| k.bounds == Bounds::SURROUNDINGS)
        }
    }
}

/// Whether any revolt strikes meeples on features of a kind.
pub(super) fn is_struck(view: &View<'_>, kind: FeatureKind) -> bool {
    kind == view.id(CITY) || kind == view.id(ROAD) || strikes(view, view.id(REVOLT_MONASTERY), kind)
}
