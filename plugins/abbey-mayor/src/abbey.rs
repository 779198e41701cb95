//! The abbey: each player's own tile for a hole.

use super::{ABBEY, ABBEYS_LEFT, INTO_A_HOLE};
use gatehouse_core::prelude::*;

/// Each player has one abbey.
pub(super) fn give_abbeys(view: &View<'_>, (): &(), out: &mut Reply) {
    for player in view.clockwise(Player(0)) {
        out.does(Effect::set_mark(view.id(ABBEYS_LEFT), Bearer::player(player), 1));
    }
}

/// The active player's abbey instead of the draw, if there is a hole for it.
pub(super) fn offer_abbey(view: &View<'_>, (): &(), out: &mut Sources) {
    let (left, me) = (view.id(ABBEYS_LEFT), Bearer::player(view.active()));
    if view.mark(left, me) > 0 && view.holes().next().is_some() {
        out.offer(view.id(ABBEY), "play the abbey", false, &[Effect::add_mark(left, me, -1)]);
    }
}

/// An abbey goes into a hole.
pub(super) fn only_holes(view: &View<'_>, candidates: &RSlice<'_, Candidate>, out: &mut Verdicts) {
    let holes: Vec<Pos> = view.holes().collect();
    let why = "an abbey goes into a hole with a tile on each of its four sides";
    let mut first = 0;
    for (n, _) in (0..).zip(candidates.iter()).filter(|(_, c)| holes.contains(&c.pos)) {
        out.refuse_all(first..n, why, view.id(INTO_A_HOLE));
        first = n + 1;
    }
    out.refuse_all(first..candidates.len() as u32, why, view.id(INTO_A_HOLE));
}

/// Everybody with an abbey has a turn to play it, beginning after the player of the last turn.
pub(super) fn last_chance(view: &View<'_>, (): &(), out: &mut Reply) {
    if view.holes().next().is_none() {
        return;
    }
    let after_last = view.clockwise(view.active()).skip(1).chain([view.active()]);
    for player in after_last.filter(|&p| view.mark(view.id(ABBEYS_LEFT), Bearer::player(p)) > 0) {
        out.does(Effect::grant_turn(player));
    }
}
