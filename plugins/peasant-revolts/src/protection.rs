//! Meeples lie down: as they are placed or moved, or later instead of placing another.

use super::revolt::{Struck, is_protected};
use super::{
    DEBTS, LATER, PAYER, PROTECT_WHEN, PROTECTED, REVOLT_CITY, REVOLT_MONASTERY, REVOLT_ROAD, WHEN_MOVED, WHEN_PLACED,
};
use gatehouse_core::prelude::*;
use gatehouse_core::{FigureRow, Offered};

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
    let (exposed, protected) = (Struck::by_any(view), view.id(PROTECTED));
    let upright = |f: &FigureRow| !f.bears(protected) && exposed.includes(view, f.place);
    let mut upright = view.on_board_of(me).filter(|(id, f)| upright(f) && view.is_meeple(*id)).peekable();
    if upright.peek().is_none() {
        return;
    }
    let rule = view.id(LATER);
    let mut offer = out.offer(Decider::player(me), "do you pay 2 points to protect a meeple?");
    for (figure, row) in upright {
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
    let exposed = Struck::by_any(view);
    for (n, choice) in offered.iter() {
        let effects = offered.effects_of(choice);
        let mut riders = 0;
        for (i, effect) in effects.iter().enumerate() {
            let Some((figure, _)) = effect.moves().filter(|(_, to)| exposed.includes(view, *to)) else { continue };
            let owner = view.figure(figure).owner;
            let goes_on = |e: &Effect| e.moves().is_some_and(|(f, _)| f == figure);
            if payer.is_some_and(|p| p != owner)
                || !owner.is_some()
                || is_protected(view, figure)
                || !view.is_meeple(figure)
                || effects[i + 1..].iter().any(goes_on)
                || riders >= affordable(view, owner, AT_ONCE)
            {
                continue;
            }
            riders += 1;
            let placed = matches!(effect.act(), Act::Move { cause: Cause::PLACED, .. });
            let rule = view.id(if placed { WHEN_PLACED } else { WHEN_MOVED });
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
