//! The turn: runs the steps of the timeline until a decision is open.

use super::call::About;
use super::collect::Collected;
use super::completion::anchors;
use super::door::Door;
use super::fault::{Fault, Offence};
use super::heard::Heard;
use super::opening::Opening;
use super::pile::Weighed;
use super::state::State;
use super::timeline::{Asked, Open, OpenOffer, Step, Task, Timeline};
use abi_stable::std_types::RSlice;
use gatehouse_core::points::{Answer, SlotArgs};
use gatehouse_core::{
    Candidate, ChoiceRow, Choices, Completions, Decider, DeciderKind, Effect, EventCode, EventRow, HookId, Lines,
    PileId, Player, Point, Reply, SlotId, Sources, TileId, TileKind, Verdicts,
};

/// The most offers without a choice and feature scorings by hooks that may follow each other before anybody decides.
const MOST_AUTOMATIC: u16 = 1024;

/// Sinks and lists that are used again and again.
#[derive(Default)]
pub(super) struct Scratch {
    pub(super) reply: Reused<Reply>,
    pub(super) choices: Reused<Choices>,
    pub(super) lines: Reused<Lines>,
    pub(super) collected: Reused<Collected>,
    pub(super) verdicts: Reused<Verdicts>,
    pub(super) sources: Reused<Sources>,
    pub(super) completions: Reused<Completions>,
    /// Offers of the hook that was asked.
    pub(super) offers: Vec<OpenOffer>,
    /// Memory of an offer that was answered.
    pub(super) answered: (Vec<ChoiceRow>, Vec<Effect>),
    /// Where a tile is placed that may not be played at all.
    pub(super) trial: Reused<Open>,
    pub(super) candidates: Vec<Candidate>,
    pub(super) refused: Vec<bool>,
    pub(super) weighed: Weighed,
}

/// Memory that is taken while it is in use, and put back for the next time.
#[derive(Default)]
pub(super) struct Reused<T>(Option<Box<T>>);

impl<T: Default> Reused<T> {
    pub(super) fn take(&mut self) -> Box<T> {
        self.0.take().unwrap_or_default()
    }

    pub(super) fn put(&mut self, used: Box<T>) {
        self.0 = Some(used);
    }

    /// It as it lies there.
    pub(super) fn here(&mut self) -> &mut T {
        self.0.get_or_insert_default()
    }
}

/// A game in play: state, timeline and the open decision.
pub(super) struct Play {
    pub(super) state: State,
    pub(super) time: Timeline,
    pub(super) open: Box<Open>,
    /// The memory of the decision before.
    pub(super) spare: Option<Box<Open>>,
    /// The decision that was answered, for a game that remembers.
    pub(super) kept: Option<Box<Open>>,
    pub(super) faults: Vec<Fault>,
    /// How deep reactions are nested now.
    pub(super) depth: u8,
    /// How many replies of each plugin led to further reactions since the nesting began.
    pub(super) reactions: Vec<u16>,
    /// How many tasks were finished since anybody decided.
    automatic: u16,
    /// What became of the hooks whose points were reached, while somebody listens.
    pub(super) heard: Option<Vec<Heard>>,
    /// The way to the hooks.
    pub(super) door: Door,
    pub(super) scratch: Scratch,
}

impl Clone for Play {
    fn clone(&self) -> Self {
        Play {
            state: self.state.clone(),
            time: self.time.clone(),
            open: self.open.clone(),
            spare: None,
            kept: None,
            faults: self.faults.clone(),
            depth: self.depth,
            reactions: Vec::new(),
            automatic: self.automatic,
            heard: self.heard.clone(),
            door: self.door.clone(),
            scratch: Scratch::default(),
        }
    }
}

/// Runs the hooks of a step that reply, then goes on.
macro_rules! step {
    ($play:ident, $o:ident, $list:ident, $point:ident, $next:ident, $args:expr) => {{
        let list = &$o.rules.at.$list;
        let over = $play.may_pass($o, Point::$point)
            || $play.ask($o, list, $play.about(), |hook, view, out| (hook.call)(view, $args, out));
        if over {
            $play.time.go($o, Step::$next);
        }
    }};
}

impl Play {
    pub(super) fn new(state: State, first: Player) -> Play {
        Play {
            state,
            time: Timeline::new(first),
            open: Box::default(),
            spare: None,
            kept: None,
            faults: Vec::new(),
            depth: 0,
            reactions: Vec::new(),
            automatic: 0,
            heard: None,
            door: Door::default(),
            scratch: Scratch::default(),
        }
    }

    /// What hooks of a step are asked about: the active player, after the last event.
    pub(super) fn about(&self) -> About {
        let parent = (self.state.board.events.len() as u32).saturating_sub(1);
        About { by: self.state.board.turn.active, parent, ..About::default() }
    }

    /// Goes on until a decision is open or the game is over.
    #[inline(never)]
    pub(super) fn advance(&mut self, o: &Opening) {
        self.open.asked = Asked::Nothing;
        self.automatic = 0;
        while self.open.asked == Asked::Nothing && !(self.time.step == Step::Over && self.time.tasks.is_empty()) {
            if self.time.tasks.is_empty() {
                self.step(o);
            } else if let Some(task) = self.time.tasks.pop() {
                self.finish(o, task);
            }
        }
        if self.open.asked == Asked::Nothing {
            // What lies in the memory of earlier decisions is no part of a game that is over.
            self.open.reset(Asked::Nothing, Decider::CHANCE, false, "");
        }
    }

    // Apart from the steps, which are many.
    #[inline(never)]
    fn finish(&mut self, o: &Opening, task: Task) {
        match task {
            Task::Offer(offer) => self.put(o, offer),
            Task::Answered(hook, answer, by, parent) => {
                self.answered(o, hook, About { by, parent, ..About::default() }, answer);
            }
            Task::Depart { sheets, leavers, asked: true, hook } => self.next_leaver(o, sheets, leavers, hook),
            Task::Depart { sheets, asked: false, hook, .. } => {
                if self.goes_on(o, hook) {
                    self.first_asking(o, sheets, hook);
                }
            }
        }
    }

    /// Counts what happens by itself; a hook that never comes to an end is at fault.
    fn goes_on(&mut self, o: &Opening, hook: HookId) -> bool {
        self.automatic = self.automatic.saturating_add(hook.is_some().into());
        let ends = self.automatic <= MOST_AUTOMATIC;
        if !ends && hook.is_some() {
            self.fault(o, hook, Offence::limit(format_args!("it goes on by itself more than {MOST_AUTOMATIC} times")));
        }
        ends || !hook.is_some()
    }

    // A part of the loop above: a turn has a dozen steps, most of which are passed in no time.
    #[inline(always)]
    fn step(&mut self, o: &Opening) {
        match self.time.step {
            Step::TurnStart => self.turn_start(o),
            Step::Source => self.source(o),
            Step::Draw => self.draw(o),
            Step::Drawn => self.drawn(o),
            Step::Place => self.place(o),
            Step::Placed => step!(self, o, tile_placed, TILE_PLACED, Prologue, &()),
            Step::Prologue => step!(self, o, prologue, PROLOGUE, Figure, &()),
            Step::Figure => self.figure(o),
            Step::AfterAction => step!(self, o, after_action, AFTER_ACTION, Identify, &()),
            Step::Identify => self.identify(o),
            Step::BeforeScore => {
                let completed = self.completed_now();
                step!(self, o, before_score, BEFORE_SCORE, Score, &RSlice::from_slice(&completed));
            }
            Step::Score => self.score(o),
            Step::Scored => self.scored(o),
            Step::Depart => self.dispose(o),
            Step::AfterScoring => step!(self, o, after_scoring, AFTER_SCORING, TurnEnd, &()),
            Step::TurnEnd => self.turn_end(o),
            Step::NextTurn => self.next_turn(o),
            Step::LastRound => self.last_round(o),
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
            self.state.tell(EventRow { code: EventCode::TURN_BEGAN, player: active, n, ..EventRow::default() });
            self.begin_part();
        }
        step!(self, o, turn_start, TURN_START, Source, &());
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
        self.time.idle = self.time.idle.saturating_add(1);
        self.time.completed.clear();
        self.time.sheets.clear();
    }

    fn figure(&mut self, o: &Opening) {
        let skipped = self.time.skipped >> Point::FIGURE_OFFER.0 & 1 != 0;
        if self.time.item as usize >= o.tables.slots.len() || skipped || self.state.board.turn.placed == TileId::NONE {
            return self.time.go(o, Step::AfterAction);
        }
        let slot = self.time.item;
        self.time.item += 1;
        let mut found = self.scratch.collected.take();
        let about = self.about();
        self.collect(o, &o.rules.at.figure_offer, about, false, &mut found, |hook, view, offered, out| {
            (hook.call)(view, &SlotArgs { slot: SlotId(slot), offered }, out)
        });
        if !found.choices.is_empty() {
            let decider = Decider::player(self.state.board.turn.active);
            self.open.reset(Asked::Figure(slot), decider, true, "which figure is placed");
            self.open.parent = about.parent;
            self.open.take(&mut found);
        }
        found.clear();
        self.scratch.collected.put(found);
    }

    fn turn_end(&mut self, o: &Opening) {
        if !self.ask(o, &o.rules.at.turn_end, self.about(), |hook, view, out| (hook.call)(view, &(), out)) {
            return;
        }
        self.time.skipped = 0;
        self.end_scope(o, 1);
        if self.time.part_granted {
            self.state.board.turn.part += 1;
            self.begin_part();
            self.time.go(o, Step::Source);
        } else {
            self.end_scope(o, 2);
            self.time.go(o, Step::NextTurn);
            self.next_turn(o);
        }
    }

    /// Removes all marks of a scope, if there are any.
    fn end_scope(&mut self, o: &Opening, scope: u8) {
        if self.state.board.present.marks & o.scoped[usize::from(scope)] != 0 {
            self.state.end_scope(&o.tables, scope);
        }
    }

    fn next_turn(&mut self, o: &Opening) {
        let empty = !self.any_left(o, PileId(0));
        if !self.time.turns_granted.is_empty() || !empty {
            self.time.go(o, Step::TurnStart);
            return self.turn_start(o);
        }
        if (self.time.last_round as usize) < o.rules.at.last_round.len() {
            self.time.go(o, Step::LastRound);
            self.time.hook = self.time.last_round;
            return;
        }
        self.state.tell(EventRow { code: EventCode::FINAL_SCORING, ..EventRow::default() });
        self.time.skipped = 0;
        self.time.completed = anchors(&self.state.board, &self.left_at_the_end(o));
        self.time.go(o, Step::FinalFeatures);
    }

    /// Asks the hooks of the last round; the turns that one grants are played before the next is asked.
    fn last_round(&mut self, o: &Opening) {
        let asked = self.ask(o, &o.rules.at.last_round, self.about(), |hook, view, out| (hook.call)(view, &(), out));
        self.time.last_round = self.time.hook;
        if asked || (self.time.tasks.is_empty() && self.turns_first()) {
            self.time.go(o, Step::NextTurn);
        }
    }

    /// Whether turns were granted that come before anything else of the last round.
    pub(super) fn turns_first(&self) -> bool {
        self.time.step == Step::LastRound && !self.time.turns_granted.is_empty()
    }

    fn final_score(&mut self, o: &Opening) {
        if self.ask(o, &o.rules.at.final_score, self.about(), |hook, view, out| (hook.call)(view, &(), out)) {
            self.state.tell(EventRow { code: EventCode::GAME_ENDED, ..EventRow::default() });
            self.time.go(o, Step::Over);
        }
    }

    /// Puts an offer to its decider; one without choices that nobody has to answer is dropped.
    fn put(&mut self, o: &Opening, mut offer: OpenOffer) {
        if self.time.stopped.has(o.rules.hooks[offer.hook.index()].plugin) {
            return;
        }
        if let Err(offence) = self.keep_possible(o, &mut offer) {
            return self.fault(o, offer.hook, offence);
        }
        let (open, pass) = match offer.to.kind() {
            DeciderKind::Pile(pile) => (self.any_left(o, pile), false),
            DeciderKind::Chance => (!offer.choices.is_empty(), false),
            DeciderKind::Player(_) => (!offer.choices.is_empty(), !offer.must),
        };
        if !open {
            if offer.tag != 0 && self.goes_on(o, offer.hook) {
                let answer =
                    Answer { tag: offer.tag, args: offer.args, by: offer.to, choice: -1, tile: TileKind::NONE };
                self.answered(o, offer.hook, About { parent: offer.parent, ..self.about() }, answer);
            }
            self.scratch.answered = (offer.choices, offer.effects);
            return;
        }
        self.open.reset(Asked::Offer, offer.to, pass, offer.title);
        self.open.hook = offer.hook;
        self.open.tag = offer.tag;
        self.open.args = offer.args;
        self.open.parent = offer.parent;
        self.scratch.answered = (
            std::mem::replace(&mut self.open.choices, offer.choices),
            std::mem::replace(&mut self.open.effects, offer.effects),
        );
        if let DeciderKind::Pile(pile) = offer.to.kind() {
            self.find_draws(o, pile);
        }
    }
}
