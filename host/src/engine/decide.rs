//! Takes a choice of the open decision and commits what it does.

use super::call::{About, slice};
use super::opening::Opening;
use super::pile::Unseen;
use super::play::Play;
use super::timeline::{Asked, Open, Step, Task};
use gatehouse_core::points::Answer;
use gatehouse_core::{Decider, DeciderKind, EventCode, EventRow, HookId, PileId, Player, TileKind};

impl Play {
    /// How many choices the open decision has, passing included.
    pub(super) fn choices(&self) -> usize {
        let own = match self.open.asked {
            Asked::Nothing => return 0,
            Asked::Draw => self.open.draws.len(),
            Asked::Source => self.open.sources.len(),
            Asked::Place => self.open.placements.len(),
            Asked::Offer => match self.open.decider.kind() {
                DeciderKind::Pile(_) => self.open.draws.len(),
                _ => self.open.choices.len(),
            },
            Asked::Figure(_) | Asked::Depart(_) => self.open.choices.len(),
        };
        own + usize::from(self.open.may_pass)
    }

    /// Takes choice `n`, which must be on offer, and goes on to the next decision.
    pub(super) fn take(&mut self, o: &Opening, n: usize) {
        let open = self.swap_open();
        self.time.idle = 0;
        match open.asked {
            Asked::Nothing => {}
            Asked::Draw => {
                if let Some(Unseen { pile, kind, .. }) = open.draws.get(&self.state, n) {
                    self.take_from_pile(pile, kind);
                    self.state.board.turn.drawn = kind;
                    let player = self.state.board.turn.active;
                    let event = EventRow { code: EventCode::DRAWN, player, object: kind.0, ..EventRow::default() };
                    self.state.tell(event);
                    self.time.go(o, Step::Drawn);
                }
            }
            Asked::Source => self.take_source(o, &open, n),
            Asked::Place => self.take_placement(o, &open, n),
            Asked::Figure(_) | Asked::Depart(_) | Asked::Offer => self.take_choice(o, &open, n),
        }
        if self.state.journal.on {
            self.kept = Some(open);
        } else {
            self.spare = Some(open);
        }
        self.advance(o);
    }

    /// Takes the open decision out; a used one is put in its place for its memory.
    pub(super) fn swap_open(&mut self) -> Box<Open> {
        std::mem::replace(&mut self.open, self.spare.take().unwrap_or_default())
    }

    fn chosen(&mut self, hook: HookId, player: Player, n: usize, parent: u32) -> u32 {
        let subject = n as u16;
        self.state.tell(EventRow { code: EventCode::CHOSEN, hook, player, subject, parent, ..EventRow::default() })
    }

    fn take_source(&mut self, o: &Opening, open: &Open, n: usize) {
        let player = self.state.board.turn.active;
        let Some(source) = open.sources.get(n) else { return self.time.go(o, Step::Draw) };
        let parent = self.chosen(source.hook, player, n, u32::MAX);
        let effects = slice(&open.effects, source.first_effect, source.effects);
        if let Err(offence) = self.commit(o, source.hook, effects, player, parent) {
            self.fault(o, source.hook, offence);
            return self.time.go(o, Step::Draw);
        }
        let turn = &mut self.state.board.turn;
        turn.drawn = source.kind;
        turn.offered = true;
        let (code, object, hook) = (EventCode::SOURCED, source.kind.0, source.hook);
        self.state.tell(EventRow { code, player, object, hook, parent, ..EventRow::default() });
        self.time.go(o, Step::Place);
    }

    fn take_choice(&mut self, o: &Opening, open: &Open, n: usize) {
        let decider = match open.decider.kind() {
            DeciderKind::Player(player) => player,
            _ => Player::NONE,
        };
        if let DeciderKind::Pile(pile) = open.decider.kind() {
            return self.reveal(o, open, pile, n);
        }
        let hook = open.choices.get(n).map_or(open.hook, |c| c.hook);
        let parent = if decider.is_some() {
            self.chosen(hook, decider, n, open.parent)
        } else {
            let n = n as i32;
            self.state.tell(EventRow { code: EventCode::CHANCE, hook, n, parent: open.parent, ..EventRow::default() })
        };
        if n >= open.choices.len() {
            if open.tag != 0 {
                let answer =
                    Answer { tag: open.tag, args: open.args, by: open.decider, choice: -1, tile: TileKind::NONE };
                self.answered(o, open.hook, About { by: decider, parent, ..About::default() }, answer);
            }
            return;
        }
        self.carry_out(o, open, n, decider, parent);
    }

    /// Commits a choice with its riders and lets its hook go on.
    pub(super) fn carry_out(&mut self, o: &Opening, open: &Open, n: usize, decider: Player, parent: u32) {
        let Some(choice) = open.choices.get(n) else { return };
        let base = self.time.tasks.len();
        let own = slice(&open.effects, choice.first_effect, choice.effects);
        if let Err(offence) = self.commit(o, choice.hook, own, decider, parent) {
            return self.fault(o, choice.hook, offence);
        }
        for rider in open.ridden.iter().filter(|r| r.choice as usize == n) {
            let from = self.time.tasks.len();
            let effects = slice(&open.effects, rider.first_effect, rider.effects);
            if let Err(offence) = self.commit(o, rider.hook, effects, decider, parent) {
                self.fault(o, rider.hook, offence);
            }
            self.time.defer(base, from);
        }
        if choice.tag != 0 {
            let answer =
                Answer { tag: choice.tag, args: choice.args, by: open.decider, choice: n as i32, tile: TileKind::NONE };
            // What the choice set off is finished first: below it waits the hook.
            self.time.tasks.insert(base, Task::Answered(choice.hook, answer, decider, parent));
        }
    }

    fn reveal(&mut self, o: &Opening, open: &Open, pile: PileId, n: usize) {
        let Some(Unseen { pile: own, kind, .. }) = open.draws.get(&self.state, n) else { return };
        self.take_from_pile(own, kind);
        let (hook, parent) = (open.hook, open.parent);
        let event = EventRow { code: EventCode::CHANCE, hook, object: kind.0, parent, ..EventRow::default() };
        let parent = self.state.tell(event);
        if open.tag != 0 {
            let answer =
                Answer { tag: open.tag, args: open.args, by: Decider::pile(pile), choice: n as i32, tile: kind };
            self.answered(o, open.hook, About { parent, ..About::default() }, answer);
        }
    }
}
