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
    let (rule, mut n) = (view.id(INTO_A_HOLE), 0);
    // The rotations of one cell follow each other.
    for cell in candidates.as_slice().chunk_by(|a, b| a.pos == b.pos) {
        let next = n + cell.len() as u32;
        if !view.is_hole(cell[0].pos) {
            let why = "an abbey goes into a hole with a tile on each of its four sides";
            (n..next).for_each(|n| out.refuse(n, why, rule));
        }
        n = next;
    }
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
