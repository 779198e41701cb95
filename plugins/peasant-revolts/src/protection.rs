//! Meeples lie down: as they are placed or moved, or later instead of placing another.

use super::revolt::{is_protected, is_struck};
use super::{
    DEBTS, LATER, PAYER, PROTECT_WHEN, PROTECTED, REVOLT_CITY, REVOLT_MONASTERY, REVOLT_ROAD, WHEN_MOVED, WHEN_PLACED,
};
use gatehouse_core::Offered;
use gatehouse_core::prelude::*;

/// What it costs as the meeple is placed or moved.
const AT_ONCE: i32 = 4;
/// What it costs for a meeple that stands on the board.
const AFTERWARDS: i32 = 2;

/// Rides on every choice that puts an own meeple where a revolt may strike.
pub(super) fn protect_placed(view: &View<'_>, args: &SlotArgs<'_>, out: &mut Choices) {
    if may_protect(view) {
        ride(view, &args.offered, Some(view.active()), out);
    }
}

/// Rides on every departure that ends where a revolt may strike.
pub(super) fn protect_moved(view: &View<'_>, ends: &Ends<'_>, out: &mut Choices) {
    if may_protect(view) {
        ride(view, &ends.offered, (view.switch(PAYER) == 1).then(|| view.active()), out);
    }
}

/// Offers to lay down one own meeple, if none was placed.
pub(super) fn protect_later(view: &View<'_>, (): &(), out: &mut Reply) {
    let me = view.active();
    if !may_protect(view) || affordable(view, me, AFTERWARDS) == 0 || is_spent(view) {
        return;
    }
    let upright = |id: FigureId, place: Place| !is_protected(view, id) && is_exposed(view, place);
    let own = view.figures().filter(|(id, f)| f.owner == me && upright(*id, f.place) && view.is_meeple(*id));
    let rule = view.id(LATER);
    // An offer without choices is put to nobody.
    let mut offer = out.offer(Decider::player(me), "do you pay 2 points to protect a meeple?");
    for (figure, row) in own {
        let [pay, lie] = price(view, me, figure, AFTERWARDS, rule);
        offer.choice("pay 2 to protect").figure(figure).to(row.place).by(rule).does(pay).does(lie);
    }
}

/// Whether meeples may be protected in this part of the turn.
fn may_protect(view: &View<'_>) -> bool {
    let revolts = |kind| [REVOLT_CITY, REVOLT_ROAD, REVOLT_MONASTERY].iter().any(|p| view.shows(kind, view.id(*p)));
    view.switch(PROTECT_WHEN) == 0 || view.drawn().is_some_and(revolts)
}

/// Adds the riders; `payer` is the only one who pays, if there is such a one.
fn ride(view: &View<'_>, offered: &Offered<'_>, payer: Option<Player>, out: &mut Choices) {
    for (n, choice) in offered.iter() {
        let effects = offered.effects_of(choice);
        let mut riders = 0;
        for (i, effect) in effects.iter().enumerate() {
            let Act::Move { figure, to, cause } = effect.act() else { continue };
            let owner = view.figure(figure).owner;
            let goes_on = |e: &Effect| matches!(e.act(), Act::Move { figure: f, .. } if f == figure);
            if riders >= affordable(view, owner, AT_ONCE)
                || payer.is_some_and(|p| p != owner)
                || !owner.is_some()
                || is_protected(view, figure)
                || !is_exposed(view, to)
                || !view.is_meeple(figure)
                || effects[i + 1..].iter().any(goes_on)
            {
                continue;
            }
            riders += 1;
            let rule = view.id(if cause == Cause::PLACED { WHEN_PLACED } else { WHEN_MOVED });
            out.ride(n, "and pay 4 to lie protected", rule, true, &price(view, owner, figure, AT_ONCE, rule));
        }
    }
}

/// The points are paid and the meeple lies down.
fn price(view: &View<'_>, player: Player, figure: FigureId, points: i32, rule: RuleId) -> [Effect; 2] {
    [Effect::score(player, -points).by(rule), Effect::set_mark(view.id(PROTECTED), Bearer::figure(figure), 1).by(rule)]
}

/// How many meeples a player can pay for.
fn affordable(view: &View<'_>, player: Player, price: i32) -> i32 {
    if view.switch(DEBTS) == 1 { i32::MAX } else { view.score(player).max(0) / price }
}

/// Whether a place is where a revolt may strike.
fn is_exposed(view: &View<'_>, place: Place) -> bool {
    place.on_segment().is_some_and(|s| is_struck(view, view.segment(s).kind))
}

/// Whether a meeple was placed in this part of the turn, or the right to place one was given up.
fn is_spent(view: &View<'_>) -> bool {
    let events = view.this_turn();
    let tile = events.iter().rposition(|e| e.code == EventCode::TILE_PLACED).unwrap_or(0);
    events[tile..].iter().any(|e| match e.code {
        EventCode::FIGURE_MOVED => {
            let figure = FigureId(e.subject);
            e.cause == Cause::PLACED && view.is_meeple(figure) && view.figure(figure).owner == view.active()
        }
        EventCode::SKIPPED => e.n == i32::from(Point::FIGURE_OFFER.0),
        _ => false,
    })
}
