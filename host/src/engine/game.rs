//! A game: at every moment one open decision, or the end.

use super::fault::Fault;
use super::hash::{self, Hashes};
use super::heard::Heard;
use super::journal::Point;
use super::opening::Opening;
use super::play::Play;
use super::prepare;
use super::prospect::Prospects;
use super::rehearsal::Rehearsal;
use super::timeline::{Asked, Open, Task, Timeline};
use crate::lookout;
use gatehouse_core::{
    Board, Candidate, ChoiceRow, Decider, DeciderKind, Effect, EventRow, FigureId, HookId, PileId, Player, RuleId,
    SlotId, TileKind,
};
use std::sync::Arc;

/// A game in play. Only [`Game::choose`] and taking back change it.
pub struct Game {
    opening: Arc<Opening>,
    play: Play,
    #[expect(clippy::vec_box, reason = "one that is taken back is kept for the next without being moved")]
    history: Vec<Box<Earlier>>,
    /// The memory of what was taken back.
    spare: Option<Box<Earlier>>,
}

/// What a choice replaced.
#[derive(Clone)]
struct Earlier {
    point: Point,
    time: Timeline,
    /// The decision that was open, once it is answered.
    open: Option<Box<Open>>,
    faults: usize,
    reveals: bool,
}

/// What a decision is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Which tile is drawn from a pile.
    Draw(PileId),
    /// Whether a tile from outside the pile is played instead of a draw.
    Source,
    /// Where the tile goes.
    Place(TileKind),
    /// A figure action in a slot of the turn.
    Figure(SlotId),
    /// An offer of a hook.
    Offer(HookId),
    /// How a figure leaves a scored feature.
    Depart(FigureId),
}

/// The open decision.
#[derive(Clone, Copy)]
pub struct Decision<'g> {
    game: &'g Game,
    question: Question,
}

/// One choice of the open decision.
#[derive(Clone, Copy, Debug)]
pub enum Choice<'g> {
    /// Do nothing.
    Pass,
    /// This tile comes from the pile, or from one mixed into it.
    Draw {
        /// The tile.
        kind: TileKind,
        /// In how many of all equally likely cases: how many of it are unseen, or in proportion to that where only
        /// part of a mixed pile's tiles can be drawn.
        weight: u32,
    },
    /// This tile is played instead of a draw.
    Source {
        /// The tile.
        kind: TileKind,
        /// What is offered, in plain words.
        label: &'g str,
        /// The hook that offers it.
        hook: HookId,
    },
    /// The tile goes here.
    Place {
        /// Cell and rotation.
        candidate: Candidate,
        /// What it takes, if a hook admits a misfit.
        admits: Option<(HookId, &'g str)>,
    },
    /// A choice of hooks: a figure action, a departure, an answer.
    Act(ActChoice<'g>),
}

/// A choice offered by hooks, with its riders.
#[derive(Clone, Copy, Debug)]
pub struct ActChoice<'g> {
    /// The choice.
    pub row: &'g ChoiceRow,
    open: &'g Open,
    number: usize,
}

/// A supplement taken along with a choice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RiderOf<'g> {
    /// What it adds, in plain words.
    pub label: &'g str,
    /// Its hook.
    pub hook: HookId,
    /// Its rule.
    pub rule: RuleId,
    /// What it does.
    pub effects: &'g [Effect],
}

impl<'g> ActChoice<'g> {
    /// What it does, without riders.
    pub fn effects(&self) -> &'g [Effect] {
        super::call::slice(&self.open.effects, self.row.first_effect, self.row.effects)
    }

    /// The supplements taken along.
    pub fn riders(&self) -> impl Iterator<Item = RiderOf<'g>> + use<'g> {
        let (open, number) = (self.open, self.number);
        open.ridden.iter().filter(move |r| r.choice as usize == number).map(move |r| RiderOf {
            label: r.label,
            hook: r.hook,
            rule: r.rule,
            effects: super::call::slice(&open.effects, r.first_effect, r.effects),
        })
    }
}

/// Why a hook struck a choice or refused a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusal<'g> {
    /// The hook.
    pub hook: HookId,
    /// The rule it cites.
    pub rule: RuleId,
    /// Why, in plain words.
    pub reason: &'g str,
}

/// Why a choice was refused; the game is unchanged.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
pub enum IllegalChoice {
    /// The decision has fewer choices.
    #[error("choice {choice} is not on offer: this decision has {offered}, counted from 0")]
    NotOffered {
        /// The choice.
        choice: usize,
        /// How many there are.
        offered: usize,
    },
    /// The game is over.
    #[error("the game is over: there is nothing to choose")]
    Over,
}

/// Why a choice can't be taken back; the game is unchanged.
#[derive(thiserror::Error, Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoUndo {
    /// Nothing was chosen.
    #[error("there is nothing to take back")]
    Nothing,
    /// It revealed something.
    #[error("the last choice revealed what was hidden, such as a drawn tile, and stays as it is")]
    Revealed,
}

/// The hash of a game by subsystem, timeline included.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fingerprint {
    /// The board, figures, marks, points and piles.
    pub state: Hashes,
    /// Turn, step and open decision.
    pub timeline: u64,
}

impl Fingerprint {
    /// One number for everything.
    pub fn combined(&self) -> u64 {
        hash::mix(self.state.combined() ^ self.timeline)
    }
}

impl Game {
    /// Begins a game.
    pub fn new(opening: &Arc<Opening>) -> Game {
        lookout::enlist_thread();
        Game { opening: Arc::clone(opening), play: opening.start.clone(), history: Vec::new(), spare: None }
    }

    /// Begins anew from the same opening, keeping the memory of the last game.
    pub fn restart(&mut self) {
        let start = &self.opening.start;
        let journal = self.play.state.journal.on;
        self.play.state.restart(&start.state);
        self.play.time.clone_from(&start.time);
        self.play.open.clone_from(&start.open);
        self.play.faults.clone_from(&start.faults);
        self.play.state.journal.on = journal;
        self.history.clear();
    }

    /// The same game with a journal of its own and nothing to take back: for bots and searches.
    pub fn fork(&self) -> Game {
        let mut play = self.play.clone();
        play.state.journal.forget();
        play.state.journal.on = true;
        Game { opening: Arc::clone(&self.opening), play, history: Vec::new(), spare: None }
    }

    /// Remembers what choices replace from now on, so that they can be taken back; or stops remembering.
    pub fn remember(&mut self, on: bool) {
        self.play.state.journal.on = on;
        if !on {
            self.play.state.journal.forget();
            self.history.clear();
        }
    }

    /// Notes from now on what becomes of each hook whose point is reached, from the beginning if nothing was chosen yet.
    pub fn listen(&mut self) {
        let begun = self.play.state.board.events.len() == self.opening.start.state.board.events.len();
        self.play.heard = Some(if begun { self.opening.heard().to_vec() } else { Vec::new() });
    }

    /// Times every hook from now on and calls it twice on the same view, to compare the answers.
    pub fn rehearse(&mut self) {
        self.play.door.rehearsal = Some(Box::default());
    }

    /// What was seen since [`Game::rehearse`]; restarting and taking back forget nothing.
    pub fn rehearsal(&self) -> Option<&Rehearsal> {
        self.play.door.rehearsal.as_deref()
    }

    /// What became of the hooks whose points were reached since [`Game::listen`]; taking back forgets nothing.
    pub fn heard(&self) -> &[Heard] {
        self.play.heard.as_deref().unwrap_or(&[])
    }

    /// What the game began with.
    pub fn opening(&self) -> &Arc<Opening> {
        &self.opening
    }

    /// The public state.
    pub fn board(&self) -> &Board {
        &self.play.state.board
    }

    /// The view of a hook's plugin, by its place in the plan.
    pub fn view(&self, plugin: usize) -> gatehouse_core::View<'_> {
        super::door::view(&self.opening, &self.play.state.board, plugin)
    }

    /// Lists where a tile's edges fit now, whatever hooks say of it (and where they do not, if a hook admits misfits).
    pub fn fits(&self, kind: TileKind, list: &mut Vec<Candidate>) {
        self.play.candidates(&self.opening, kind, list);
    }

    /// Everything that happened.
    pub fn events(&self) -> &[EventRow] {
        &self.play.state.board.events
    }

    /// Hooks that were at fault so far.
    pub fn faults(&self) -> &[Fault] {
        &self.play.faults
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.play.open.asked == Asked::Nothing
    }

    /// Each player's points.
    pub fn scores(&self) -> Vec<i32> {
        self.board().players.iter().map(|p| p.score).collect()
    }

    /// What the occupied features and the end of the game would give as things stand; the game is as before afterwards.
    pub fn prospects(&mut self, into: &mut Prospects) {
        self.play.prospects(&self.opening, into);
    }

    /// How many choices can be taken back.
    pub fn depth(&self) -> usize {
        self.history.len()
    }

    /// The open decision; none when the game is over.
    pub fn decision(&self) -> Option<Decision<'_>> {
        let open = &self.play.open;
        let question = match open.asked {
            Asked::Nothing => return None,
            Asked::Draw => Question::Draw(PileId(0)),
            Asked::Source => Question::Source,
            Asked::Place => Question::Place(self.board().turn.drawn),
            Asked::Figure(slot) => Question::Figure(SlotId(slot)),
            Asked::Depart(figure) => Question::Depart(figure),
            Asked::Offer => Question::Offer(open.hook),
        };
        Some(Decision { game: self, question })
    }

    /// Takes a choice, counted from 0, and goes on to the next decision.
    ///
    /// # Errors
    /// The choice is not on offer; the game is unchanged.
    pub fn choose(&mut self, choice: usize) -> Result<(), IllegalChoice> {
        if self.is_over() {
            return Err(IllegalChoice::Over);
        }
        if choice >= self.play.choices() {
            return Err(IllegalChoice::NotOffered { choice, offered: self.play.choices() });
        }
        self.note_earlier(!matches!(self.play.open.decider.kind(), DeciderKind::Player(_)));
        self.play.take(&self.opening, choice);
        if let (Some(earlier), Some(answered)) = (self.history.last_mut(), self.play.kept.take()) {
            earlier.open = Some(answered);
        }
        Ok(())
    }

    /// Notes what is about to be replaced, if the game remembers.
    fn note_earlier(&mut self, reveals: bool) {
        if self.play.state.journal.on {
            let (state, faults) = (&self.play.state, self.play.faults.len());
            let earlier = match self.spare.take() {
                Some(mut earlier) => {
                    earlier.point = state.point(earlier.point.memory());
                    earlier.time.clone_from(&self.play.time);
                    (earlier.open, earlier.faults, earlier.reveals) = (None, faults, reveals);
                    earlier
                }
                None => {
                    let (point, time) = (state.point(Hashes::default()), self.play.time.clone());
                    Box::new(Earlier { point, time, open: None, faults, reveals })
                }
            };
            self.history.push(earlier);
        }
    }

    /// Leaves out a plugin, by its place in the rules, from here on: none of its hooks is asked any more. What it has
    /// declared stays, and so do choices that it offered before. Says whether it was still asked until now.
    pub fn leave_out(&mut self, plugin: usize) -> bool {
        if plugin >= self.opening.rules.plugins.len() || self.play.time.stopped.has(plugin) {
            return false;
        }
        self.note_earlier(true);
        if let Some(earlier) = self.history.last_mut() {
            earlier.open = Some(self.play.open.clone());
        }
        self.play.leave_out(plugin);
        true
    }

    /// Whether a plugin was stopped after a fault, or left out.
    pub fn is_stopped(&self, plugin: usize) -> bool {
        self.play.time.stopped.has(plugin)
    }

    /// Takes back the last choice, whatever it was: for searches and tests.
    ///
    /// # Errors
    /// Nothing was chosen, or the game does not remember.
    pub fn take_back(&mut self) -> Result<(), NoUndo> {
        let mut earlier = self.history.pop().ok_or(NoUndo::Nothing)?;
        self.play.state.back(&earlier.point);
        std::mem::swap(&mut self.play.time, &mut earlier.time);
        if let Some(open) = earlier.open.take() {
            self.play.spare = Some(std::mem::replace(&mut self.play.open, open));
        }
        self.play.faults.truncate(earlier.faults);
        self.spare = Some(earlier);
        Ok(())
    }

    /// Takes back the last choice of a player, with whatever followed it; stops at what revealed something.
    ///
    /// # Errors
    /// Nothing was chosen, or the last choice revealed something.
    pub fn undo(&mut self) -> Result<(), NoUndo> {
        match self.history.last() {
            None => Err(NoUndo::Nothing),
            Some(last) if last.reveals => Err(NoUndo::Revealed),
            Some(_) => self.take_back(),
        }
    }

    /// The hash of the state as it is kept.
    pub fn fingerprint(&self) -> Fingerprint {
        Fingerprint { state: self.play.state.hashes.clone(), timeline: self.timeline_hash() }
    }

    /// The hash of the state in one number.
    pub fn digest(&self) -> u64 {
        hash::mix(self.play.state.hashes.combined() ^ self.timeline_hash())
    }

    /// The hash computed from nothing; must equal [`Game::fingerprint`].
    pub fn fresh_fingerprint(&self) -> Fingerprint {
        let plugins = self.opening.rules.plugins.len();
        let state = prepare::fresh(self.board(), &self.opening.tables, plugins);
        Fingerprint { state, timeline: self.timeline_hash() }
    }

    /// Whether two games are in the same state, row by row; for tests of taking back and of copies.
    pub fn same_as(&self, other: &Game) -> bool {
        self.play.state.board == other.play.state.board
            && self.play.state.hashes == other.play.state.hashes
            && self.play.time == other.play.time
            && self.play.open == other.play.open
            && self.play.faults == other.play.faults
    }

    /// The bytes of the state's tables, log excluded.
    pub fn state_bytes(&self) -> usize {
        use std::mem::size_of_val;
        let b = self.board();
        size_of_val(b)
            + size_of_val(&b.tiles[..])
            + size_of_val(&b.segments[..])
            + size_of_val(&b.features[..])
            + size_of_val(&b.figures[..])
            + size_of_val(&b.marks[..])
            + size_of_val(&b.joins[..])
            + size_of_val(&b.players[..])
            + size_of_val(&b.piles[..])
            + size_of_val(&b.unseen[..])
            + size_of_val(&b.frontier[..])
            + size_of_val(&b.grid.cells[..])
    }

    fn timeline_hash(&self) -> u64 {
        let (turn, time, open) = (&self.board().turn, &self.play.time, &self.play.open);
        let mut sum = 0u64;
        let mut add = |n: u64| sum = hash::mix(sum.wrapping_mul(31).wrapping_add(n));
        add(u64::from(turn.active.0) | u64::from(turn.part) << 8 | u64::from(turn.drawn.0) << 16);
        let placed = self
            .board()
            .tiles
            .get(turn.placed.index())
            .map_or(u64::MAX, |t| u64::from(t.pos.x as u16) << 16 | u64::from(t.pos.y as u16));
        add(placed);
        add(time.step as u64
            | u64::from(time.hook) << 8
            | u64::from(time.item) << 24
            | u64::from(time.last_round) << 40);
        add(u64::from(time.skipped) | u64::from(time.part_granted) << 32 | u64::from(time.next_player.0) << 40);
        time.turns_granted.iter().for_each(|p| add(u64::from(p.0)));
        // Nothing is added while every plugin runs.
        time.stopped.bits().iter().enumerate().filter(|(_, bits)| **bits != 0).for_each(|(n, &bits)| {
            add(n as u64);
            add(bits);
        });
        for task in &time.tasks {
            match task {
                Task::Offer(offer) => {
                    add(1 | u64::from(offer.hook.0) << 8 | u64::from(offer.tag) << 24);
                    offer.args.iter().for_each(|&a| add(a as u64));
                }
                Task::Depart { leavers, .. } => {
                    add(2 | (leavers.len() as u64) << 8);
                    leavers.iter().for_each(|l| add(u64::from(l.figure.0) | u64::from(l.key.0) << 16));
                }
                Task::Answered(hook, answer, ..) => {
                    add(3 | u64::from(hook.0) << 8 | u64::from(answer.tag) << 24);
                    answer.args.iter().for_each(|&a| add(a as u64));
                }
            }
        }
        add(u64::from(time.set_aside) | u64::from(time.redraw) << 1 | (time.completed.len() as u64) << 8);
        add(u64::from(open.hook.0) | u64::from(open.tag) << 16 | (self.play.choices() as u64) << 32);
        open.args.iter().for_each(|&a| add(a as u64));
        for choice in &open.choices {
            add(u64::from(choice.figure.0) | u64::from(choice.tag) << 16 | u64::from(choice.detail as u32) << 32);
            choice.args.iter().for_each(|&a| add(a as u64));
        }
        sum
    }
}

impl Clone for Game {
    fn clone(&self) -> Self {
        Game { opening: Arc::clone(&self.opening), play: self.play.clone(), history: self.history.clone(), spare: None }
    }
}

impl<'g> Decision<'g> {
    /// What it is about.
    pub fn question(&self) -> Question {
        self.question
    }

    /// Who decides.
    pub fn decider(&self) -> Decider {
        self.game.play.open.decider
    }

    /// The player who decides, if it is not chance.
    pub fn player(&self) -> Option<Player> {
        match self.decider().kind() {
            DeciderKind::Player(player) => Some(player),
            _ => None,
        }
    }

    /// What is asked, in plain words.
    pub fn title(&self) -> &'g str {
        self.game.play.open.title
    }

    /// How many choices there are, passing included.
    #[allow(clippy::len_without_is_empty, reason = "a decision always has a choice")]
    pub fn len(&self) -> usize {
        self.game.play.choices()
    }

    /// Whether passing is allowed; it is the last choice.
    pub fn may_pass(&self) -> bool {
        self.game.play.open.may_pass
    }

    /// A choice, counted from 0.
    pub fn choice(&self, number: usize) -> Option<Choice<'g>> {
        let open = &self.game.play.open;
        let own = match (open.asked, open.decider.kind()) {
            (Asked::Draw, _) | (Asked::Offer, DeciderKind::Pile(_)) => {
                let unseen = open.draws.get(&self.game.play.state, number);
                unseen.map(|u| Choice::Draw { kind: u.kind, weight: u.weight })
            }
            (Asked::Source, _) => {
                open.sources.get(number).map(|s| Choice::Source { kind: s.kind, label: s.label, hook: s.hook })
            }
            (Asked::Place, _) => {
                open.placements.get(self.game.board(), number).map(|candidate| self.placement(number, candidate))
            }
            _ => open.choices.get(number).map(|row| Choice::Act(ActChoice { row, open, number })),
        };
        own.or_else(|| (open.may_pass && number + 1 == self.len()).then_some(Choice::Pass))
    }

    fn placement(&self, number: usize, candidate: Candidate) -> Choice<'g> {
        Choice::Place { candidate, admits: self.admits(number) }
    }

    /// For a placement that does not fit the hook that admits it, and what it takes.
    pub fn admits(&self, number: usize) -> Option<(HookId, &'g str)> {
        let admitted = self.game.play.open.admitted.iter().find(|a| a.placement as usize == number);
        admitted.map(|a| (a.hook, a.label))
    }

    /// All choices in order.
    pub fn iter(&self) -> impl Iterator<Item = Choice<'g>> + use<'g> {
        let (decision, open) = (*self, &self.game.play.open);
        let placements = open.placements.iter(self.game.board()).enumerate();
        let draws = open.draws.iter(&self.game.play.state).map(|u| Choice::Draw { kind: u.kind, weight: u.weight });
        let others = open.placements.len() + open.draws.len()..self.len();
        let listed = placements.map(move |(n, c)| decision.placement(n, c)).chain(draws);
        listed.chain(others.filter_map(move |n| decision.choice(n)))
    }

    /// Choices that hooks struck, each with the reason.
    pub fn struck(&self) -> impl Iterator<Item = (&'g ChoiceRow, Refusal<'g>)> + use<'g> {
        let struck = self.game.play.open.struck.iter();
        struck.map(|s| (&s.choice, Refusal { hook: s.hook, rule: s.rule, reason: s.reason }))
    }

    /// Candidates that hooks refused, each with the reason.
    pub fn refused(&self) -> impl Iterator<Item = (Candidate, Refusal<'g>)> + use<'g> {
        let refused = self.game.play.open.refused.iter();
        refused.map(|r| (r.candidate, Refusal { hook: r.hook, rule: r.rule, reason: r.reason }))
    }

    /// For chance: how many equally likely cases there are.
    pub fn cases(&self) -> u32 {
        match self.decider().kind() {
            DeciderKind::Pile(_) => self.game.play.open.draws.cases(),
            _ => self.len() as u32,
        }
    }

    /// For chance: the choice of a case, counted from 0 below [`Decision::cases`].
    pub fn choice_of_case(&self, case: u32) -> usize {
        match &self.game.play.open.draws {
            draws if draws.len() > 0 => draws.of_case(&self.game.play.state, case),
            _ => case as usize,
        }
    }
}
