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
    let (rule, struck) = (view.id(STRUCK), Struck::by(view, print));
    let mut lost = false;
    for (figure, row) in view.on_board_of(player).filter(|(f, _)| view.is_meeple(*f)) {
        if !struck.includes(view, row.place) {
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

/// The kinds of features on which meeples are struck, as bits.
#[derive(Clone, Copy)]
pub(super) struct Struck(u32);

impl Struck {
    /// By the revolt of a symbol.
    fn by(view: &View<'_>, print: Print) -> Struck {
        match print {
            p if p == view.id(REVOLT_CITY) => Struck(bit(view.id(CITY))),
            p if p == view.id(REVOLT_ROAD) => Struck(bit(view.id(ROAD))),
            _ => Struck(monks(view)),
        }
    }

    /// By any revolt.
    pub(super) fn by_any(view: &View<'_>) -> Struck {
        Struck(bit(view.id(CITY)) | bit(view.id(ROAD)) | monks(view))
    }

    /// Whether a meeple in a place would be struck.
    pub(super) fn includes(self, view: &View<'_>, place: Place) -> bool {
        place.on_segment().is_some_and(|s| self.0 & bit(view.segment(s).kind) != 0)
    }
}

/// The kinds on which a revolt against monks strikes.
fn monks(view: &View<'_>) -> u32 {
    let garden = bit(view.id(GARDEN));
    let mut kinds = bit(view.id(MONASTERY));
    if view.switch(GARDENS) == 1 {
        kinds |= garden;
    }
    if view.switch(SINGLE_TILE) == 1 {
        let surrounded = (0..).zip(view.tables.feature_kinds.iter()).filter(|(_, k)| k.bounds == Bounds::SURROUNDINGS);
        kinds |= surrounded.fold(0, |bits, (n, _)| bits | bit(FeatureKind(n))) & !garden;
    }
    kinds
}

fn bit(kind: FeatureKind) -> u32 {
    1u32.checked_shl(kind.0.into()).unwrap_or(0)
}
