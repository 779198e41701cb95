//! Commits effects: all proposals of one hook or choice are checked, then applied, then reacted to.

use super::call::About;
use super::fault::Offence;
use super::opening::Opening;
use super::play::Play;
use super::score::Assessment;
use super::timeline::Task;
use gatehouse_core::points::{Award, Grew, Moved};
use gatehouse_core::{
    Act, Bearer, BearerKind, Cause, Effect, EventCode, EventRow, FeatureId, FigureId, HookId, Place, Player, RuleId,
    SegmentId,
};

impl Play {
    /// Commits the effects of a hook or of a choice it offered: all or none.
    pub(super) fn commit(
        &mut self,
        o: &Opening,
        hook: HookId,
        effects: &[Effect],
        by: Player,
        parent: u32,
    ) -> Result<(), Offence> {
        self.check_all(o, effects, false)?;
        let by = if by.is_some() { by } else { self.state.board.turn.active };
        let base = self.time.tasks.len();
        for effect in effects {
            let rule = if effect.rule.is_some() { effect.rule } else { o.rule_of(hook) };
            let from = self.time.tasks.len();
            self.apply(o, effect.act(), EventRow { hook, rule, player: by, parent, ..EventRow::default() });
            self.time.defer(base, from);
        }
        Ok(())
    }

    /// Applies an effect that was checked. Effects before it and reactions on them may have changed what it was checked
    /// against: then as much of it is done as can be.
    fn apply(&mut self, o: &Opening, act: Act, event: EventRow) {
        match act {
            Act::Score { player, points } => {
                let parent = event.parent;
                self.award(o, player, points, EventRow { parent, subject: u16::MAX, ..event });
            }
            Act::Move { figure, to, cause } => self.shift(o, figure, to, cause, event),
            Act::SetMark { kind, on, value } => self.set_mark(o, kind.0, on, value, event),
            Act::AddMark { kind, on, delta } => {
                let row = self.state.board.marks.iter().find(|m| m.kind == kind && m.on == on);
                let value = row.map_or(0, |m| m.value).saturating_add(delta);
                self.set_mark(o, kind.0, on, value, event);
            }
            Act::GrantPart => {
                self.time.part_granted = true;
                self.state.tell(EventRow { code: EventCode::PART_GRANTED, ..event });
            }
            Act::GrantTurn { player } => {
                self.time.turns_granted.push(player);
                self.state.tell(EventRow { code: EventCode::TURN_GRANTED, player, ..event });
            }
            Act::Join { kind, a, b, extends } if self.room() => {
                let join = self.state.join(kind, a, b);
                let row = EventRow { code: EventCode::JOINED, subject: a.0, object: b.0, n: join.0.into(), ..event };
                self.state.tell(row);
                self.time.touched.segments.push(a);
                self.grew(o, a, event.player, extends, false);
            }
            Act::Part { join } if self.room() && self.state.board.joins[join.index()].live => {
                let row = self.state.board.joins[join.index()];
                self.state.part(&o.tables, join);
                self.state.tell(EventRow { code: EventCode::PARTED, subject: join.0, ..event });
                self.time.touched.segments.extend([row.a, row.b]);
            }
            Act::AddSegment { tile, kind, sides, halves } if self.room() && self.room_on(tile) => {
                let segment = self.state.add_segment(&o.tables, tile, kind, sides, halves);
                self.state.tell(EventRow { code: EventCode::SEGMENT_ADDED, subject: segment.0, ..event });
                self.time.touched.segments.push(segment);
                self.grew(o, segment, event.player, true, false);
            }
            Act::Withdraw { pile, count } => {
                let row = self.state.board.piles[pile.index()];
                let count = count.min(row.remaining);
                self.state.set_pile(pile.index(), row.remaining - count, row.withdrawn + count);
                let n = count.into();
                self.state.tell(EventRow { code: EventCode::WITHDRAWN, subject: pile.0, n, ..event });
            }
            Act::Fill { pile, kind, count } => {
                let count = u16::try_from(count).unwrap_or(0);
                let row = self.state.board.piles[pile.index()];
                self.state.set_unseen(pile, kind, |n| n.saturating_add(count));
                self.state.set_pile(pile.index(), row.remaining.saturating_add(count), row.withdrawn);
                let (subject, object, n) = (pile.0, kind.0, count.into());
                self.state.tell(EventRow { code: EventCode::FILLED, subject, object, n, ..event });
            }
            Act::SetAside | Act::Redraw => {
                let object = self.state.board.turn.drawn.0;
                self.state.tell(EventRow { code: EventCode::SET_ASIDE, object, ..event });
                self.time.set_aside = true;
                self.time.redraw |= act == Act::Redraw;
            }
            Act::Assess { feature, complete, dismiss } => {
                // An effect before it may have made the feature part of another.
                let feature = self.feature_of(self.state.board.features[feature.index()].first);
                self.assess(o, Assessment { feature, complete, last: false }, dismiss, &event);
            }
            Act::Tell { player } => drop(self.state.tell(EventRow { code: EventCode::TOLD, player, ..event })),
            Act::Skip { point } => {
                self.time.skipped |= 1 << point.0;
                self.state.tell(EventRow { code: EventCode::SKIPPED, n: point.0.into(), ..event });
            }
            _ => {}
        }
    }

    fn assess(&mut self, o: &Opening, what: Assessment, dismiss: bool, event: &EventRow) {
        let row = self.state.board.features[what.feature.index()];
        if what.complete && row.is_complete() && !row.closed {
            self.state.feature_mut(what.feature).closed = true;
        }
        let base = self.time.tasks.len();
        let sheet = self.score_feature(o, what, event.parent);
        if dismiss && sheet.scored {
            let leave = Task::Depart { sheets: vec![sheet], leavers: Vec::new(), asked: false, hook: event.hook };
            self.time.tasks.insert(base, leave);
        }
    }

    /// Moves a figure, tells it, and lets hooks react.
    pub(super) fn shift(&mut self, o: &Opening, figure: FigureId, to: Place, cause: Cause, event: EventRow) {
        let from = self.state.board.figures[figure.index()].place;
        let left = from.on_segment().map_or(FeatureId::NONE, |s| self.state.board.segments[s.index()].feature);
        let companions = self.state.companions(figure);
        self.state.move_figure(&o.tables, figure, to);
        let by = event.player;
        let row = EventRow { code: EventCode::FIGURE_MOVED, subject: figure.0, from, to, cause, ..event };
        let parent = self.state.tell(row);
        if !o.rules.at.figure_moved.is_empty() {
            let moved = Moved { figure, from, to, left, cause, by };
            let kind = self.state.board.figures[figure.index()].kind;
            let feature = to.on_segment().map_or(left, |s| self.state.board.segments[s.index()].feature);
            let about = About { feature, figure: kind, by, parent, ..About::default() };
            self.react(o, about, &o.rules.at.figure_moved, |hook, view, out| (hook.call)(view, &moved, out));
        }
        // Who stood beside it stays on the tile, unless a reaction has moved it on.
        for (tile, companion) in companions.into_iter().flat_map(|(t, all)| all.into_iter().map(move |c| (t, c))) {
            if self.state.board.figures[companion.index()].place == Place::with(figure) {
                self.shift(o, companion, Place::tile(tile), Cause::MOVED, EventRow { parent, ..event });
            }
        }
    }

    /// Gives points, tells it, and lets hooks react. `event.subject` is the scored feature or none.
    pub(super) fn award(&mut self, o: &Opening, player: Player, points: i32, event: EventRow) {
        self.state.add_points(player, points);
        let parent = self.state.tell(EventRow { code: EventCode::POINTS, player, n: points, ..event });
        if !o.rules.at.points.is_empty() {
            let award = Award { player, points, feature: FeatureId(event.subject), rule: event.rule };
            let about = About { feature: award.feature, by: player, parent, ..About::default() };
            self.react(o, about, &o.rules.at.points, |hook, view, out| (hook.call)(view, &award, out));
        }
    }

    /// Tells `grew` hooks that the feature of a segment was extended or joined.
    pub(super) fn grew(&mut self, o: &Opening, segment: SegmentId, by: Player, extends: bool, tile: bool) {
        if o.rules.at.grew.is_empty() {
            return;
        }
        let feature = self.state.board.segments[segment.index()].feature;
        let grew = Grew { feature, segment, by, extends, tile };
        let parent = (self.state.board.events.len() as u32).saturating_sub(1);
        let about = About { feature, by, parent, ..About::default() };
        self.react(o, about, &o.rules.at.grew, |hook, view, out| (hook.call)(view, &grew, out));
    }

    fn set_mark(&mut self, o: &Opening, kind: u16, on: Bearer, value: i32, event: EventRow) {
        let before = self.state.set_mark(&o.tables, kind.into(), on, value);
        if before != value {
            let figure = if let BearerKind::Figure(id) = on.kind() { self.state.board.figure(id) } else { None };
            let at = figure.map_or(Place::SUPPLY, |f| f.place);
            self.state.tell(EventRow {
                code: EventCode::MARK_SET,
                object: kind,
                subject: on.to_bits() as u16,
                from: Place::from_bits(on.to_bits()),
                to: at,
                n: value,
                m: before,
                ..event
            });
        }
    }
}

impl Opening {
    /// The first rule of a hook.
    pub(super) fn rule_of(&self, hook: HookId) -> RuleId {
        self.rules.hooks.get(hook.index()).map_or(RuleId::NONE, |h| h.rule)
    }
}
