//! The turn: runs the steps of the timeline until a decision is open.

use super::call::{About, Collected};
use super::grid;
use super::opening::Opening;
use super::score::Assessment;
use super::state::State;
use super::timeline::{Admitted, Asked, Open, Refused, Step, Task, Timeline};
use abi_stable::std_types::RSlice;
use gatehouse_core::points::{Answer, Drawn, Outcome, Scored, SlotArgs};
use gatehouse_core::{
    Candidate, Choices, Completions, Decider, EventCode, EventRow, FeatureId, HookId, Lines, PileId, Place, Player,
    Point, Pos, Reply, Rotation, Sides, SlotId, Sources, TileId, TileKind, Verdicts,
};

/// A hook that was at fault: its result was discarded and its plugin stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The culprit.
    pub hook: HookId,
    /// What it did, in one lower-case sentence.
    pub message: String,
    /// The event that tells it.
    pub event: u32,
}

/// Sinks and lists that are used again and again.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) reply: Reply,
    pub(super) choices: Choices,
    pub(super) lines: Lines,
    pub(super) collected: Collected,
    verdicts: Verdicts,
    sources: Sources,
    completions: Completions,
}

/// A game in play: state, timeline and the open decision.
pub(super) struct Play {
    pub(super) state: State,
    pub(super) time: Timeline,
    pub(super) open: Box<Open>,
    /// The memory of the decision before.
    pub(super) spare: Option<Box<Open>>,
    pub(super) faults: Vec<Fault>,
    /// How deep reactions are nested now.
    pub(super) depth: u8,
    pub(super) scratch: Scratch,
}

impl Clone for Play {
    fn clone(&self) -> Self {
        Play {
            state: self.state.clone(),
            time: self.time.clone(),
            open: self.open.clone(),
            spare: None,
            faults: self.faults.clone(),
            depth: self.depth,
            scratch: Scratch::default(),
        }
    }
}

/// Runs the hooks of a step that reply, then goes on.
macro_rules! step {
    ($play:ident, $o:ident, $list:ident, $next:ident, $args:expr) => {
        if $play.ask($o, &$o.rules.at.$list, $play.about(), |hook, view, out| (hook.call)(view, $args, out)) {
            $play.time.go($o, Step::$next);
        }
    };
}

impl Play {
    pub(super) fn new(state: State, first: Player) -> Play {
        Play {
            state,
            time: Timeline::new(first),
            open: Box::default(),
            spare: None,
            faults: Vec::new(),
            depth: 0,
            scratch: Scratch::default(),
        }
    }

    fn about(&self) -> About {
        let parent = (self.state.board.events.len() as u32).saturating_sub(1);
        About { by: self.state.board.turn.active, parent, ..About::default() }
    }

    /// Goes on until a decision is open or the game is over.
    pub(super) fn advance(&mut self, o: &Opening) {
        self.open.asked = Asked::Nothing;
        while self.open.asked == Asked::Nothing && !(self.time.step == Step::Over && self.time.tasks.is_empty()) {
            match self.time.tasks.pop() {
                Some(Task::Offer(offer)) => self.put(o, offer),
                Some(Task::Depart { sheets, leavers, asked }) => {
                    self.depart(o, sheets, leavers, asked);
                }
                None => self.step(o),
            }
        }
    }

    fn step(&mut self, o: &Opening) {
        match self.time.step {
            Step::TurnStart => self.turn_start(o),
            Step::Source => self.source(o),
            Step::Draw => self.draw(o),
            Step::Drawn => self.drawn(o),
            Step::Place => self.place(o),
            Step::Placed => step!(self, o, tile_placed, Prologue, &()),
            Step::Prologue => step!(self, o, prologue, Figure, &()),
            Step::Figure => self.figure(o),
            Step::AfterAction => step!(self, o, after_action, Identify, &()),
            Step::Identify => self.identify(o),
            Step::BeforeScore => {
                let completed = std::mem::take(&mut self.time.completed);
                step!(self, o, before_score, Score, &RSlice::from_slice(&completed));
                self.time.completed = completed;
            }
            Step::Score => self.score(o),
            Step::Scored => self.scored(o),
            Step::Depart => self.dispose(o),
            Step::AfterScoring => step!(self, o, after_scoring, TurnEnd, &()),
            Step::TurnEnd => self.turn_end(o),
            Step::NextTurn => self.next_turn(o),
            Step::LastRound => {
                step!(self, o, last_round, NextTurn, &());
            }
            Step::FinalFeatures => self.final_features(o),
            Step::FinalScore => self.final_score(o),
            Step::Over => {}
        }
    }

    fn turn_start(&mut self, o: &Opening) {
        if self.time.hook == 0 && self.time.item == 0 {
            self.time.item = 1;
            let active = self.time.turns_granted.first().copied().unwrap_or(self.time.next_player);
            if self.time.turns_granted.is_empty() {
                let n = self.state.board.players.len() as u8;
                self.time.next_player = Player((active.0 + 1) % n);
            } else {
                self.time.turns_granted.remove(0);
            }
            let turn = &mut self.state.board.turn;
            turn.number += 1;
            turn.active = active;
            turn.part = 0;
            turn.first_event = self.state.board.events.len() as u32;
            let n = turn.number as i32;
            let row = self.state.tell(EventRow::default());
            self.state.board.events[row as usize] =
                EventRow { code: EventCode::TURN_BEGAN, player: active, n, parent: row, ..EventRow::default() };
            self.begin_part();
        }
        step!(self, o, turn_start, Source, &());
    }

    fn begin_part(&mut self) {
        let turn = &mut self.state.board.turn;
        turn.drawn = TileKind::NONE;
        turn.placed = TileId::NONE;
        turn.offered = false;
        self.time.skipped = 0;
        self.time.part_granted = false;
        self.time.set_aside = false;
        self.time.redraw = false;
        self.time.touched.segments.clear();
        self.time.touched.added = 0;
        self.time.completed.clear();
        self.time.sheets.clear();
    }

    fn source(&mut self, o: &Opening) {
        if o.rules.at.tile_source.is_empty() {
            return self.time.go(o, Step::Draw);
        }
        self.open.reset(Asked::Source, Decider::player(self.state.board.turn.active), true, "which tile is played");
        for (id, hook) in &o.rules.at.tile_source {
            if !self.wanted(o, *id, &self.about()) {
                continue;
            }
            let mut out = std::mem::take(&mut self.scratch.sources);
            out.clear();
            let plugin = o.rules.hooks[id.index()].plugin;
            let outcome = (hook.call)(&super::call::view(o, &self.state.board, plugin), &(), &mut out);
            if outcome != Outcome::DONE {
                self.fault(o, *id, "it panicked".to_owned());
            } else {
                self.open_sources(o, *id, &out);
            }
            self.scratch.sources = out;
        }
        self.open.asked = if self.open.sources.is_empty() { Asked::Nothing } else { Asked::Source };
        if self.open.asked == Asked::Nothing {
            self.time.go(o, Step::Draw);
        } else if self.open.sources.iter().any(|s| s.must) {
            self.open.may_pass = false;
            self.open.sources.retain(|s| s.must);
        }
    }

    fn open_sources(&mut self, o: &Opening, hook: HookId, out: &Sources) {
        for row in &out.sources {
            if row.kind.index() >= o.tables.tile_kinds.len() {
                return self.fault(o, hook, format!("it offers tile {}, which does not exist", row.kind.0));
            }
            let turn = self.state.board.turn;
            self.state.board.turn.drawn = row.kind;
            let mut trial = Open::default();
            let fits = self.judge(o, row.kind, &mut trial);
            self.state.board.turn = turn;
            if fits {
                let first_effect = self.open.effects.len() as u32;
                self.open.effects.extend_from_slice(super::call::slice(&out.effects, row.first_effect, row.effects));
                self.open.sources.push(super::timeline::OpenSource {
                    hook,
                    kind: row.kind,
                    label: row.label.as_str(),
                    must: row.must,
                    first_effect,
                    effects: row.effects,
                });
            }
        }
    }

    fn draw(&mut self, o: &Opening) {
        if self.state.board.piles.first().is_none_or(|p| p.remaining == 0) {
            return self.time.go(o, Step::TurnEnd);
        }
        self.open.reset(Asked::Draw, Decider::pile(PileId(0)), false, "which tile is drawn");
    }

    fn drawn(&mut self, o: &Opening) {
        let drawn = Drawn { kind: self.state.board.turn.drawn };
        step!(self, o, tile_drawn, Place, &drawn);
        if self.time.set_aside {
            self.time.set_aside = false;
            self.state.board.turn.drawn = TileKind::NONE;
            let again = std::mem::take(&mut self.time.redraw);
            self.time.go(o, if again { Step::Draw } else { Step::TurnEnd });
        }
    }

    /// Lists where a tile fits, misfits included if a hook may admit them.
    pub(super) fn candidates(&self, o: &Opening, kind: TileKind, list: &mut Vec<Candidate>) {
        let needs = o.needs(kind);
        let frontier = self.state.board.frontier.as_slice();
        let nowhere = Candidate { pos: Pos::new(0, 0), rotation: Rotation(0), misfits: 0 };
        list.clear();
        if self.state.board.tiles.is_empty() {
            list.extend(Rotation::ALL.map(|rotation| Candidate { rotation, ..nowhere }));
            return;
        }
        // Every candidate is written and the end moved on only if it fits: whether it does can't be foreseen, and a
        // branch for each would cost more than the writes.
        list.resize(4 * frontier.len() + 3, nowhere);
        let mut end = 0;
        for row in frontier {
            let Some(Ok(slots)) = list.get_mut(end..end + 4).map(<&mut [Candidate; 4]>::try_from) else { break };
            let mut n = 0;
            for rotation in Rotation::ALL {
                let fits = needs[rotation.0 as usize] & !row.accepts == 0;
                slots[n & 3] = Candidate { pos: row.pos, rotation, ..nowhere };
                n += usize::from(fits);
            }
            end += n;
        }
        list.truncate(end);
        if o.admits {
            for row in frontier {
                let misfit = |rotation: &Rotation| misfits(needs[rotation.0 as usize], row.accepts);
                list.extend(Rotation::ALL.iter().filter(|r| misfit(r) != 0).map(|r| Candidate {
                    pos: row.pos,
                    rotation: *r,
                    misfits: misfit(r),
                }));
            }
        }
    }

    /// Fills the placements of `open` with what fits and hooks neither refuse nor fail to admit; false if there is none.
    fn judge(&mut self, o: &Opening, kind: TileKind, open: &mut Open) -> bool {
        self.candidates(o, kind, &mut open.placements);
        if !o.rules.at.placement.is_empty() {
            let candidates = std::mem::take(&mut open.placements);
            let mut out = std::mem::take(&mut self.scratch.verdicts);
            let mut admitted: Vec<(u32, Admitted)> = Vec::new();
            let mut refused: Vec<u32> = Vec::new();
            for (id, hook) in &o.rules.at.placement {
                if !self.wanted(o, *id, &self.about()) {
                    continue;
                }
                out.clear();
                let plugin = o.rules.hooks[id.index()].plugin;
                let view = super::call::view(o, &self.state.board, plugin);
                let outcome = (hook.call)(&view, &RSlice::from_slice(&candidates), &mut out);
                let known = |n: u32| (n as usize) < candidates.len();
                if outcome != Outcome::DONE
                    || !out.strikes.iter().all(|s| known(s.choice))
                    || !out.admits.iter().all(|a| known(a.candidate))
                {
                    self.fault(o, *id, "it panicked or judged a candidate that does not exist".to_owned());
                    continue;
                }
                refused.extend(out.strikes.iter().map(|s| s.choice));
                open.refused.extend(out.strikes.iter().map(|s| Refused {
                    candidate: candidates[s.choice as usize],
                    reason: s.reason.as_str(),
                    hook: *id,
                }));
                for admit in &out.admits {
                    let own = super::call::slice(&out.effects, admit.first_effect, admit.effects);
                    let first_effect = open.effects.len() as u32;
                    open.effects.extend_from_slice(own);
                    let (label, effects) = (admit.label.as_str(), own.len() as u32);
                    let row = Admitted { placement: 0, hook: *id, label, first_effect, effects };
                    admitted.push((admit.candidate, row));
                }
            }
            self.scratch.verdicts = out;
            let legal =
                candidates.iter().enumerate().filter(|(n, c)| c.misfits == 0 && !refused.contains(&(*n as u32)));
            open.placements.extend(legal.map(|(_, c)| *c));
            for (n, row) in admitted.into_iter().filter(|(n, _)| !refused.contains(n)) {
                let placement = open.placements.len() as u32;
                open.admitted.push(Admitted { placement, ..row });
                open.placements.push(candidates[n as usize]);
            }
        }
        !open.placements.is_empty()
    }

    fn place(&mut self, o: &Opening) {
        let turn = self.state.board.turn;
        let mut open = self.swap_open();
        open.reset(Asked::Place, Decider::player(turn.active), false, "where does the tile go");
        let fits = self.judge(o, turn.drawn, &mut open);
        self.spare = Some(std::mem::replace(&mut self.open, open));
        if !fits {
            self.open.asked = Asked::Nothing;
            let event = EventRow {
                code: EventCode::DISCARDED,
                player: turn.active,
                object: turn.drawn.0,
                ..EventRow::default()
            };
            self.state.tell(event);
            self.state.board.turn.drawn = TileKind::NONE;
            self.time.go(o, Step::Draw);
        }
    }

    fn figure(&mut self, o: &Opening) {
        let skipped = self.time.skipped >> Point::FIGURE_OFFER.0 & 1 != 0;
        if self.time.item as usize >= o.tables.slots.len() || skipped || self.state.board.turn.placed == TileId::NONE {
            return self.time.go(o, Step::AfterAction);
        }
        let slot = self.time.item;
        self.time.item += 1;
        let mut found = std::mem::take(&mut self.scratch.collected);
        let about = self.about();
        self.collect(o, &o.rules.at.figure_offer, about, true, &mut found, |hook, view, offered, out| {
            (hook.call)(view, &SlotArgs { slot: SlotId(slot), offered }, out)
        });
        if !found.choices.is_empty() {
            let decider = Decider::player(self.state.board.turn.active);
            self.open.reset(Asked::Figure(slot), decider, true, "which figure is placed");
            self.open.parent = about.parent;
            self.open.take(&mut found);
        }
        found.clear();
        self.scratch.collected = found;
    }

    fn identify(&mut self, o: &Opening) {
        if self.time.hook == 0 {
            self.time.completed = self.newly_complete(o);
            if !o.rules.at.completed.is_empty() {
                self.ask_completed(o);
            }
            let parent = self.about().parent;
            for i in 0..self.time.completed.len() {
                let feature = self.time.completed[i];
                self.state.feature_mut(feature).closed = true;
                let event = EventRow { code: EventCode::COMPLETED, subject: feature.0, parent, ..EventRow::default() };
                self.state.tell(event);
            }
        }
        self.time.go(o, Step::BeforeScore);
    }

    /// The features completed by this part of the turn: those of the placed tile in printed order, then the others.
    fn newly_complete(&self, o: &Opening) -> Vec<FeatureId> {
        let board = &self.state.board;
        let mut completed = Vec::new();
        for segment in &self.time.touched.segments {
            let feature = board.segments[segment.index()].feature;
            let row = &board.features[feature.index()];
            let completes = o.tables.feature_kinds[row.kind.index()].completes;
            if row.is_complete() && completes && !row.closed && !completed.contains(&feature) {
                completed.push(feature);
            }
        }
        completed
    }

    fn ask_completed(&mut self, o: &Opening) {
        let mut out = std::mem::take(&mut self.scratch.completions);
        for (id, hook) in &o.rules.at.completed {
            if !self.wanted(o, *id, &self.about()) {
                continue;
            }
            out.clear();
            let plugin = o.rules.hooks[id.index()].plugin;
            let view = super::call::view(o, &self.state.board, plugin);
            let outcome = (hook.call)(&view, &RSlice::from_slice(&self.time.completed), &mut out);
            let live = |f: &FeatureId| self.state.board.features.get(f.index()).is_some_and(|r| r.is_live());
            if outcome != Outcome::DONE || !out.add.iter().all(live) {
                self.fault(o, *id, "it panicked or named a feature that does not exist".to_owned());
                continue;
            }
            for row in &out.withhold {
                if let Some(at) = self.time.completed.iter().position(|f| *f == row.feature) {
                    self.time.completed.remove(at);
                    let (code, subject) = (EventCode::WITHHELD, row.feature.0);
                    self.state.tell(EventRow { code, subject, hook: *id, rule: row.rule, ..EventRow::default() });
                }
            }
            for feature in &out.add {
                if !self.time.completed.contains(feature) {
                    self.time.completed.push(*feature);
                }
            }
        }
        self.scratch.completions = out;
    }

    fn score(&mut self, o: &Opening) {
        let Some(&feature) = self.time.completed.get(self.time.item as usize) else {
            return self.time.go(o, Step::Scored);
        };
        self.time.item += 1;
        let complete = self.state.board.features[feature.index()].is_complete();
        let kept = self.score_feature(o, Assessment { feature, complete, last: false }, self.about().parent);
        self.time.sheets.push(kept);
    }

    fn scored(&mut self, o: &Opening) {
        let (i, list) = (self.time.item as usize, &o.rules.at.scored);
        if list.is_empty() || i >= self.time.sheets.len() {
            return self.time.go(o, Step::Depart);
        }
        let sheets = std::mem::take(&mut self.time.sheets);
        let kept = &sheets[i];
        let about = About {
            feature: kept.feature,
            complete: kept.complete,
            sole_owner: kept.owners.sole().is_some(),
            ..self.about()
        };
        let args = Scored { sheet: kept.as_seen(), points: kept.value };
        if self.ask(o, list, about, |hook, view, out| (hook.call)(view, &args, out)) {
            self.time.item += 1;
            self.time.hook = 0;
        }
        self.time.sheets = sheets;
    }

    fn dispose(&mut self, o: &Opening) {
        let mut sheets = std::mem::take(&mut self.time.sheets);
        sheets.retain(|s| s.scored);
        self.time.go(o, Step::AfterScoring);
        if !sheets.is_empty() {
            self.time.tasks.push(Task::Depart { sheets, leavers: Vec::new(), asked: false });
        }
    }

    fn turn_end(&mut self, o: &Opening) {
        if !self.ask(o, &o.rules.at.turn_end, self.about(), |hook, view, out| (hook.call)(view, &(), out)) {
            return;
        }
        self.state.end_scope(&o.tables, 1);
        if self.time.part_granted {
            self.state.board.turn.part += 1;
            self.begin_part();
            self.time.go(o, Step::Source);
        } else {
            self.state.end_scope(&o.tables, 2);
            self.time.go(o, Step::NextTurn);
        }
    }

    fn next_turn(&mut self, o: &Opening) {
        let empty = self.state.board.piles.first().is_none_or(|p| p.remaining == 0);
        if !self.time.turns_granted.is_empty() || !empty {
            return self.time.go(o, Step::TurnStart);
        }
        if !self.time.last_round {
            self.time.last_round = true;
            return self.time.go(o, Step::LastRound);
        }
        self.state.tell(EventRow { code: EventCode::FINAL_SCORING, ..EventRow::default() });
        self.time.go(o, Step::FinalFeatures);
    }

    fn final_features(&mut self, o: &Opening) {
        let left = self.left_at_the_end(o);
        match left.get(self.time.item as usize) {
            None => self.time.go(o, Step::FinalScore),
            Some(&feature) => {
                self.time.item += 1;
                let parent = self.about().parent;
                self.score_feature(o, Assessment { feature, complete: false, last: true }, parent);
            }
        }
    }

    fn final_score(&mut self, o: &Opening) {
        if self.ask(o, &o.rules.at.final_score, self.about(), |hook, view, out| (hook.call)(view, &(), out)) {
            self.state.tell(EventRow { code: EventCode::GAME_ENDED, ..EventRow::default() });
            self.time.go(o, Step::Over);
        }
    }

    /// Puts an offer to its decider; one without choices that nobody has to answer is dropped.
    fn put(&mut self, o: &Opening, offer: super::timeline::OpenOffer) {
        let reveals = matches!(offer.to.kind(), gatehouse_core::DeciderKind::Pile(_));
        let pile_empty = match offer.to.kind() {
            gatehouse_core::DeciderKind::Pile(p) => {
                self.state.board.piles.get(p.index()).is_none_or(|p| p.remaining == 0)
            }
            _ => false,
        };
        if (offer.choices.is_empty() && !reveals) || pile_empty {
            if offer.tag != 0 {
                let answer =
                    Answer { tag: offer.tag, args: offer.args, by: offer.to, choice: -1, tile: TileKind::NONE };
                self.answered(o, offer.hook, About { parent: offer.parent, ..self.about() }, answer);
            }
            return;
        }
        self.open.reset(Asked::Offer, offer.to, !offer.must && !reveals, offer.title);
        self.open.hook = offer.hook;
        self.open.tag = offer.tag;
        self.open.args = offer.args;
        self.open.parent = offer.parent;
        self.open.choices = offer.choices;
        self.open.effects = offer.effects;
    }

    /// Lays the tile of this part of the turn.
    pub(super) fn lay(&mut self, o: &Opening, candidate: Candidate) -> TileId {
        let turn = self.state.board.turn;
        let mut touched = std::mem::take(&mut self.time.touched);
        let tile = self.state.lay(&o.tables, turn.drawn, candidate.pos, candidate.rotation, turn.active, &mut touched);
        self.state.board.turn.placed = tile;
        let event = EventRow {
            code: EventCode::TILE_PLACED,
            player: turn.active,
            subject: tile.0,
            object: turn.drawn.0,
            to: Place::tile(tile),
            ..EventRow::default()
        };
        self.state.tell(event);
        if o.rules.at.grew.is_empty() {
            self.time.touched = touched;
        } else {
            let added = touched.segments[..touched.added].to_vec();
            self.time.touched = touched;
            for segment in added {
                let feature = self.state.board.segments[segment.index()].feature;
                if self.state.board.features[feature.index()].segments > 1 {
                    self.grew(o, segment, turn.active, true, true);
                }
            }
        }
        tile
    }
}

/// The sides whose needed edge is not accepted, bit 0 north.
fn misfits(need: u64, accepts: u64) -> u8 {
    let missing = need & !accepts;
    (0..4).filter(|side| missing >> (16 * side) & 0xffff != 0).fold(Sides::NONE.0, |set, side| set | 1 << side)
}

/// The edges of every turned tile as frontier bits: row `kind`, column rotation.
pub(super) fn all_needs(tables: &gatehouse_core::Tables) -> Vec<[u64; 4]> {
    (0..tables.tile_kinds.len())
        .map(|kind| Rotation::ALL.map(|r| grid::needs(tables, TileKind(kind as u16), r)))
        .collect()
}
