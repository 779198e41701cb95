//! Commits effects: all proposals of one hook or choice are checked, then applied, then reacted to.

use super::call::About;
use super::opening::Opening;
use super::play::Play;
use super::score::Assessment;
use super::timeline::Task;
use gatehouse_core::points::{Award, Grew, Moved};
use gatehouse_core::{
    Act, Bearer, BearerKind, Board, Cause, Effect, EventCode, EventRow, FeatureId, FigureId, HookId, Place, Player,
    RuleId, SegmentId, Spot, TileId,
};

/// How deep reactions may follow on reactions.
const DEEPEST: u8 = 16;
/// The most effects one hook or choice may propose.
const MOST_EFFECTS: usize = 4096;

impl Play {
    /// Commits the effects of a hook or of a choice it offered: all or none.
    pub(super) fn commit(
        &mut self,
        o: &Opening,
        hook: HookId,
        effects: &[Effect],
        by: Player,
        parent: u32,
    ) -> Result<(), String> {
        if effects.len() > MOST_EFFECTS {
            return Err(format!("it proposes {} effects, more than {MOST_EFFECTS}", effects.len()));
        }
        for effect in effects {
            self.check(o, effect)?;
        }
        let by = if by.is_some() { by } else { self.state.board.turn.active };
        for effect in effects {
            let rule = if effect.rule.is_some() { effect.rule } else { o.rule_of(hook) };
            self.apply(o, effect.act(), EventRow { hook, rule, player: by, parent, ..EventRow::default() });
        }
        Ok(())
    }

    /// Whether an effect can be applied to the state as it is.
    fn check(&self, o: &Opening, effect: &Effect) -> Result<(), String> {
        let board = &self.state.board;
        let player = |p: Player| {
            (p.index() < board.players.len()).then_some(()).ok_or_else(|| format!("there is no player {}", p.0))
        };
        let segment = |s: SegmentId| {
            (s.index() < board.segments.len()).then_some(()).ok_or_else(|| format!("there is no segment {}", s.0))
        };
        match effect.act() {
            Act::Nothing | Act::GrantPart | Act::SetAside | Act::Redraw => Ok(()),
            Act::Score { player: p, .. } | Act::GrantTurn { player: p } => player(p),
            Act::Move { figure, to, .. } => check_move(o, board, figure, to),
            Act::SetMark { kind, on, .. } | Act::AddMark { kind, on, .. } => check_mark(o, board, kind.index(), on),
            Act::Join { a, b, .. } => {
                segment(a)?;
                segment(b)?;
                let kind = |s: SegmentId| board.segments[s.index()].kind;
                if kind(a) == kind(b) { Ok(()) } else { Err("it joins segments of different kinds".to_owned()) }
            }
            Act::Part { join } => match board.join(join) {
                Some(row) if row.live => Ok(()),
                _ => Err(format!("there is no live join {}", join.0)),
            },
            Act::AddSegment { tile, kind, .. } => {
                if tile.index() >= board.tiles.len() {
                    return Err("it adds a segment to a tile that is not on the table".to_owned());
                }
                if kind.index() >= o.tables.feature_kinds.len() || board.segments.len() >= 0x7fff {
                    return Err("it adds a segment of an unknown kind".to_owned());
                }
                Ok(())
            }
            Act::Withdraw { pile, count } => match board.piles.get(pile.index()) {
                Some(row) if row.remaining >= count => Ok(()),
                _ => Err("it takes more tiles out of a pile than are in it".to_owned()),
            },
            Act::Assess { feature, .. } => match board.features.get(feature.index()) {
                Some(row) if row.is_live() => Ok(()),
                _ => Err(format!("there is no feature {}", feature.0)),
            },
            Act::Skip { point } if point.0 < 32 => Ok(()),
            Act::MarkPlaced { .. } => Err("only an admitted placement may mark the tile being placed".to_owned()),
            Act::Supply { .. }
            | Act::Fill { .. }
            | Act::StartTile { .. }
            | Act::Reprint { .. }
            | Act::Reshape { .. } => Err(format!("effect {} is for setup only", effect.code.name())),
            _ => Err(format!("effect code {} is unknown to this host", effect.code.0)),
        }
    }

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
            Act::Join { kind, a, b, extends } => {
                let join = self.state.join(kind, a, b);
                let row = EventRow { code: EventCode::JOINED, subject: a.0, object: b.0, n: join.0.into(), ..event };
                self.state.tell(row);
                self.time.touched.segments.push(a);
                self.grew(o, a, event.player, extends, false);
            }
            Act::Part { join } => {
                let row = self.state.board.joins[join.index()];
                self.state.part(&o.tables, join);
                self.state.tell(EventRow { code: EventCode::PARTED, subject: join.0, ..event });
                self.time.touched.segments.extend([row.a, row.b]);
            }
            Act::AddSegment { tile, kind, sides, halves } => {
                let segment = self.state.add_segment(&o.tables, tile, kind, sides, halves);
                self.state.tell(EventRow { code: EventCode::SEGMENT_ADDED, subject: segment.0, ..event });
                self.time.touched.segments.push(segment);
                self.grew(o, segment, event.player, true, false);
            }
            Act::Withdraw { pile, count } => {
                let row = self.state.board.piles[pile.index()];
                self.state.set_pile(pile.index(), row.remaining - count, row.withdrawn + count);
                let n = count.into();
                self.state.tell(EventRow { code: EventCode::WITHDRAWN, subject: pile.0, n, ..event });
            }
            Act::SetAside | Act::Redraw => {
                let object = self.state.board.turn.drawn.0;
                self.state.tell(EventRow { code: EventCode::SET_ASIDE, object, ..event });
                self.time.set_aside = true;
                self.time.redraw |= act == Act::Redraw;
            }
            Act::Assess { feature, complete, dismiss } => self.assess(o, feature, complete, dismiss, event.parent),
            Act::Skip { point } => {
                self.time.skipped |= 1 << point.0;
                self.state.tell(EventRow { code: EventCode::SKIPPED, n: point.0.into(), ..event });
            }
            _ => {}
        }
    }

    fn assess(&mut self, o: &Opening, feature: FeatureId, complete: bool, dismiss: bool, parent: u32) {
        let sheet = self.score_feature(o, Assessment { feature, complete, last: false }, parent);
        if dismiss {
            self.time.tasks.push(Task::Depart { sheets: vec![sheet], leavers: Vec::new(), asked: false });
        }
    }

    /// Moves a figure, tells it, and lets hooks react.
    pub(super) fn shift(&mut self, o: &Opening, figure: FigureId, to: Place, cause: Cause, event: EventRow) {
        let from = self.state.board.figures[figure.index()].place;
        let left = from.on_segment().map_or(FeatureId::NONE, |s| self.state.board.segments[s.index()].feature);
        self.state.leave_behind(&o.tables, figure);
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

    fn react<H>(
        &mut self,
        o: &Opening,
        about: About,
        list: &[(HookId, H)],
        call: impl Fn(&H, &gatehouse_core::View<'_>, &mut gatehouse_core::Reply) -> gatehouse_core::points::Outcome,
    ) {
        if self.depth >= DEEPEST {
            if let Some((id, _)) = list.first() {
                self.fault(o, *id, format!("reactions follow on reactions more than {DEEPEST} deep"));
            }
            return;
        }
        self.depth += 1;
        for (id, hook) in list {
            if self.wanted(o, *id, &about) {
                self.reply(o, *id, about, |view, out| call(hook, view, out));
            }
        }
        self.depth -= 1;
    }

    fn set_mark(&mut self, o: &Opening, kind: u16, on: Bearer, value: i32, event: EventRow) {
        let before = self.state.set_mark(&o.tables, kind.into(), on, value);
        if before != value {
            self.state.tell(EventRow {
                code: EventCode::MARK_SET,
                object: kind,
                subject: on.to_bits() as u16,
                from: Place::from_bits(on.to_bits()),
                n: value,
                m: before,
                ..event
            });
        }
    }
}

fn check_move(o: &Opening, board: &Board, figure: FigureId, to: Place) -> Result<(), String> {
    let Some(row) = board.figures.get(figure.index()) else {
        return Err(format!("there is no figure {}", figure.0));
    };
    let tile = |t: TileId| t.index() < board.tiles.len();
    match to.spot() {
        Spot::Supply | Spot::Reserve | Spot::Box | Spot::Yard(_) => Ok(()),
        Spot::Segment(s) => {
            let Some(segment) = board.segments.get(s.index()) else {
                return Err(format!("there is no segment {}", s.0));
            };
            let allowed = o.tables.figure_kinds[row.kind.index()].stands_on;
            if allowed >> segment.kind.0 & 1 == 0 {
                return Err(format!(
                    "a {} may not stand on a {}",
                    o.rules.words.figures[row.kind.index()].what.name,
                    o.rules.words.features[segment.kind.index()].what.name
                ));
            }
            Ok(())
        }
        Spot::Tile(t) | Spot::Corner(t, _) if tile(t) => Ok(()),
        Spot::With(other) if other.index() < board.figures.len() && other != figure => Ok(()),
        Spot::Held(player) if player.index() < board.players.len() => Ok(()),
        _ => Err("it moves a figure to a place that does not exist".to_owned()),
    }
}

fn check_mark(o: &Opening, board: &Board, kind: usize, on: Bearer) -> Result<(), String> {
    let Some(row) = o.tables.mark_kinds.get(kind) else {
        return Err(format!("there is no mark {kind}"));
    };
    let exists = match on.kind() {
        BearerKind::Game => true,
        BearerKind::Player(p) => p.index() < board.players.len(),
        BearerKind::Tile(t) => t.index() < board.tiles.len(),
        BearerKind::Segment(s) => s.index() < board.segments.len(),
        BearerKind::Figure(f) => f.index() < board.figures.len(),
        _ => false,
    };
    if exists && row.bearer == on.class() {
        Ok(())
    } else {
        Err(format!("the mark `{}` can't hang there", o.rules.words.marks[kind].what.name))
    }
}

impl Opening {
    /// The first rule of a hook.
    pub(super) fn rule_of(&self, hook: HookId) -> RuleId {
        self.rules.hooks.get(hook.index()).map_or(RuleId::NONE, |h| h.rule)
    }
}
