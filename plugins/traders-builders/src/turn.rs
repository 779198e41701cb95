//! The double turn: earned when the builder's feature is extended, offered when the first part ends.

use super::{BUILDER, DOUBLE_TURN, helpers};
use gatehouse_core::prelude::*;

/// The mark's value once a second part was earned.
const EARNED: i32 = 1;
/// The mark's value once it was offered; what is extended later in this turn earns nothing.
const OFFERED: i32 = 2;

/// Notes that the active player extended the feature of an own builder, while the builder is there to see it.
pub(super) fn earn_second_part(view: &View<'_>, grew: &Grew, out: &mut Reply) {
    let fresh = view.mark(view.id(DOUBLE_TURN), Bearer::GAME) == 0;
    let own = grew.extends && grew.by == view.active();
    if fresh && own && helpers::has(view, grew.feature, view.id(BUILDER), grew.by) {
        out.does(Effect::set_mark(view.id(DOUBLE_TURN), Bearer::GAME, EARNED));
    }
}

/// Offers the second part, once.
pub(super) fn second_part(view: &View<'_>, (): &(), out: &mut Reply) {
    if view.mark(view.id(DOUBLE_TURN), Bearer::GAME) != EARNED {
        return;
    }
    out.does(Effect::set_mark(view.id(DOUBLE_TURN), Bearer::GAME, OFFERED));
    // With nothing to draw there is nothing to decline: what else may be played in that part is offered there.
    if view.left(PileId(0)) == 0 {
        out.does(Effect::grant_part());
        return;
    }
    let mut offer = out.offer(Decider::player(view.active()), "do you take a second turn?");
    offer.choice("go on").does(Effect::grant_part());
}
