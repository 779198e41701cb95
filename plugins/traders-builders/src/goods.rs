//! Trade goods: taken by who completes their city, worth points for who has the most of a kind.

use super::{CLOTH, CLOTH_TAKEN, GRAIN, GRAIN_TAKEN, WINE, WINE_TAKEN};
use gatehouse_core::prelude::*;

/// What the most tokens of a kind are worth.
const MOST: i32 = 10;

/// A token for each of the goods printed in the city, for the active player.
pub(super) fn take_goods(view: &View<'_>, scored: &Scored<'_>, out: &mut Reply) {
    for (print, taken) in [(WINE, WINE_TAKEN), (GRAIN, GRAIN_TAKEN), (CLOTH, CLOTH_TAKEN)] {
        let tokens = view.prints_of(scored.sheet.feature, view.id(print)) as i32;
        if tokens > 0 {
            out.does(Effect::add_mark(view.id(taken), Bearer::player(view.active()), tokens));
        }
    }
}

/// Points for everybody with the most tokens of a kind.
pub(super) fn most_goods(view: &View<'_>, (): &(), out: &mut Reply) {
    for taken in [WINE_TAKEN, GRAIN_TAKEN, CLOTH_TAKEN].map(|name| view.id(name)) {
        let tokens = |player| view.mark(taken, Bearer::player(player));
        let most = view.clockwise(Player(0)).map(tokens).max().unwrap_or(0);
        for player in view.clockwise(Player(0)).filter(|&p| most > 0 && tokens(p) == most) {
            out.does(Effect::score(player, MOST));
        }
    }
}
