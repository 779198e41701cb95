//! Calls hooks: tests their interest, lends the view, catches faults, commits what they propose.

use super::collect::MOST_CHOICES;
use super::declared::Declared;
use super::door;
use super::fault::{Fault, FaultKind, Offence};
use super::heard::Answer;
use super::opening::Opening;
use super::play::Play;
use super::timeline::{OpenOffer, Task};
use gatehouse_core::points::Outcome;
use gatehouse_core::{
    Act, Board, ChoiceRow, DeciderKind, Effect, EventCode, EventRow, FeatureId, FigureKind, HookId, OfferRow, Player,
    Point, Reply, View,
};

/// The most offers a hook may make at once.
const MOST_OFFERS: usize = 256;
/// How deep reactions may follow on reactions.
const DEEPEST: u8 = 16;
/// The most replies that reactions of a plugin may give to one event and all that it sets off.
const MOST_REACTIONS: u16 = 1024;

/// What a hook is asked about, for its interest and the events it causes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct About {
    pub(super) feature: FeatureId,
    pub(super) figure: FigureKind,
    pub(super) complete: bool,
    pub(super) sole_owner: bool,
    pub(super) by: Player,
    pub(super) parent: u32,
}

/// The hooks of a point that reply, with the arguments they are called with.
trait Replying {
    /// The `n`th hook in their order; none after the last.
    fn id(&self, n: usize) -> Option<HookId>;

    /// Calls the `n`th hook.
    fn call(&self, n: usize, view: &View<'_>, out: &mut Reply) -> Outcome;
}

/// A list of hooks and how each is called.
struct Listed<'l, H, F> {
    list: &'l [(HookId, H)],
    call: F,
}

impl<H, F: Fn(&H, &View<'_>, &mut Reply) -> Outcome> Replying for Listed<'_, H, F> {
    fn id(&self, n: usize) -> Option<HookId> {
        self.list.get(n).map(|(id, _)| *id)
    }

    fn call(&self, n: usize, view: &View<'_>, out: &mut Reply) -> Outcome {
        (self.call)(&self.list[n].1, view, out)
    }
}

/// Rows `first..first + count`, empty if a hook named rows that do not exist.
pub(super) fn slice<T>(rows: &[T], first: u32, count: u32) -> &[T] {
    rows.get(first as usize..).and_then(|r| r.get(..count as usize)).unwrap_or(&[])
}

impl Play {
    /// Whether a hook is to be called: its plugin runs, its point is not skipped, its interest holds.
    #[inline]
    pub(super) fn wanted(&self, o: &Opening, id: HookId, about: &About) -> bool {
        let interest = &o.interests[id.index()];
        let board = &self.state.board;
        let interested = interest.only.holds(o, board).unwrap_or_else(|| interest.holds(o, board, about));
        interested && self.time.skipped >> interest.point & 1 == 0 && !self.time.stopped.has(interest.plugin)
    }

    /// Asks the remaining hooks of the current step; false if one of them left something to be finished first.
    pub(super) fn ask<H>(
        &mut self,
        o: &Opening,
        list: &[(HookId, H)],
        about: About,
        call: impl Fn(&H, &View<'_>, &mut Reply) -> Outcome,
    ) -> bool {
        self.ask_each(o, about, &Listed { list, call })
    }

    fn ask_each(&mut self, o: &Opening, about: About, hooks: &dyn Replying) -> bool {
        while let Some(id) = hooks.id(self.time.hook as usize) {
            if !self.time.tasks.is_empty() || self.time.set_aside || self.turns_first() {
                return false;
            }
            let n = self.time.hook as usize;
            self.time.hook += 1;
            if self.wanted(o, id, &about) {
                self.reply(o, id, about, &|view, out| hooks.call(n, view, out));
            } else if self.heard.is_some() {
                self.hear_unasked(o, id, &about);
            }
        }
        self.time.tasks.is_empty()
    }

    /// Whether no hook of a point is interested, whatever it would be asked about.
    pub(super) fn all_asleep(&self, o: &Opening, point: Point) -> bool {
        !o.wake(point).holds(o, &self.state.board)
    }

    /// Whether a step is passed without asking: none of its hooks is interested, nothing waits, and nobody listens.
    pub(super) fn may_pass(&self, o: &Opening, point: Point) -> bool {
        self.time.tasks.is_empty() && self.heard.is_none() && self.all_asleep(o, point)
    }

    /// Lets all hooks of a point reply at once, reactions on what they do nested.
    pub(super) fn react<H>(
        &mut self,
        o: &Opening,
        about: About,
        list: &[(HookId, H)],
        call: impl Fn(&H, &View<'_>, &mut Reply) -> Outcome,
    ) {
        if !list.is_empty() {
            self.react_each(o, about, &Listed { list, call });
        }
    }

    fn react_each(&mut self, o: &Opening, about: About, hooks: &dyn Replying) {
        if self.depth == 0 {
            self.reactions.clear();
        }
        self.depth += 1;
        let base = self.time.tasks.len();
        for (n, id) in (0..).map_while(|n| Some((n, hooks.id(n)?))) {
            if self.wanted(o, id, &about) {
                let from = self.time.tasks.len();
                self.reply(o, id, about, &|view, out| hooks.call(n, view, out));
                self.time.defer(base, from);
            }
        }
        self.depth -= 1;
    }

    /// What a hook declares, to hold against it what it emits.
    pub(super) fn declared<'a>(&'a self, o: &'a Opening, id: HookId) -> Declared<'a> {
        Declared { rules: &o.rules, hook: &o.rules.hooks[id.index()], figures: &self.state.board.figures }
    }

    /// What became of a call: why its result can't be kept, if it panicked.
    pub(super) fn outcome(&self, o: &Opening, id: HookId, outcome: Outcome) -> Result<(), Offence> {
        match outcome {
            Outcome::DONE => return Ok(()),
            door::LATE => return Err(Offence::late()),
            _ => {}
        }
        let module = o.rules.plugins[o.rules.hooks[id.index()].plugin].plugin.module;
        Err(Offence::new(FaultKind::Panic, module.panicked()))
    }

    /// Calls a hook that replies with effects and offers, and commits them.
    pub(super) fn reply(&mut self, o: &Opening, id: HookId, about: About, call: door::Hook<'_, Reply>) {
        let outcome = self.door.call(o, &self.state.board, id, self.scratch.reply.here(), call);
        // Most hooks have nothing to say.
        if outcome != Outcome::DONE || !self.scratch.reply.here().is_empty() {
            self.take_reply(o, id, about, outcome);
        } else {
            self.hear(id, &about, |_| Answer::Nothing);
        }
    }

    /// Commits what a hook replied.
    #[inline(never)]
    fn take_reply(&mut self, o: &Opening, id: HookId, about: About, outcome: Outcome) {
        let mut reply = self.scratch.reply.take();
        let base = self.time.tasks.len();
        let done = self.outcome(o, id, outcome).and_then(|()| {
            self.hear(id, &about, |play| {
                let offered = play.with_places(reply.choices.iter());
                if offered.is_empty() { Answer::Acted } else { Answer::Offered(offered) }
            });
            self.declared(o, id).reply(&reply)?;
            self.bounded(o.interests[id.index()].plugin, &reply.effects)?;
            let offers = self.offers(id, &reply, about.parent)?;
            self.commit(o, id, &reply.effects, about.by, about.parent)?;
            Ok(offers)
        });
        match done {
            // Tasks are finished from the top: what the effects set off, then the first offer, then the others.
            Ok(mut offers) => {
                let made = self.state.board.events.len();
                for offer in offers.drain(..) {
                    self.time.tasks.insert(base, Task::Offer(OpenOffer { made, ..offer }));
                }
                self.scratch.offers = offers;
            }
            Err(offence) => self.fault(o, id, offence),
        }
        reply.clear();
        self.scratch.reply.put(reply);
    }

    /// Whether a reaction may still be replied to; the one that goes too far is at fault, not those that watch it.
    fn bounded(&mut self, plugin: usize, effects: &[Effect]) -> Result<(), Offence> {
        if self.depth == 0 || !effects.iter().any(sets_off) {
            return Ok(());
        }
        self.reactions.resize(self.reactions.len().max(plugin + 1), 0);
        self.reactions[plugin] += 1;
        if self.depth > DEEPEST {
            return Err(Offence::limit(format_args!("it is a reaction on reactions more than {DEEPEST} deep")));
        }
        if self.reactions[plugin] > MOST_REACTIONS {
            return Err(Offence::limit(format_args!(
                "it reacts more than {MOST_REACTIONS} times to one event and what follows from it"
            )));
        }
        Ok(())
    }

    /// The offers of a reply, in a list with the memory of an earlier one.
    fn offers(&mut self, hook: HookId, reply: &Reply, parent: u32) -> Result<Vec<OpenOffer>, Offence> {
        let mut offers = std::mem::take(&mut self.scratch.offers);
        if reply.offers.is_empty() {
            return Ok(offers);
        }
        let total: u64 = reply.offers.iter().map(|o| u64::from(o.choices)).sum();
        if reply.offers.len() > MOST_OFFERS || total > MOST_CHOICES as u64 {
            return Err(Offence::limit(format_args!(
                "it makes more than {MOST_OFFERS} offers or offers more than {MOST_CHOICES} choices"
            )));
        }
        for offer in &reply.offers {
            offers.push(self.open_offer(hook, reply, offer, parent)?);
        }
        Ok(offers)
    }

    fn open_offer(&mut self, hook: HookId, reply: &Reply, offer: &OfferRow, parent: u32) -> Result<OpenOffer, Offence> {
        let (mut choices, mut effects) = std::mem::take(&mut self.scratch.answered);
        choices.clear();
        effects.clear();
        let board = &self.state.board;
        let rows = slice(&reply.choices, offer.first_choice, offer.choices);
        if rows.len() != offer.choices as usize {
            return Err(Offence::illegal(format_args!(
                "its offer `{}` names choices that it does not have",
                offer.title
            )));
        }
        match offer.to.kind() {
            DeciderKind::Player(p) if p.index() >= board.players.len() => {
                return Err(Offence::illegal(format_args!(
                    "its offer `{}` is for player {}, who does not play",
                    offer.title, p.0
                )));
            }
            DeciderKind::Pile(p) if p.index() >= board.piles.len() || !rows.is_empty() => {
                return Err(Offence::illegal(format_args!(
                    "its offer `{}` is for no pile, or has choices beside the tiles",
                    offer.title
                )));
            }
            _ => {}
        }
        for row in rows {
            let own = slice(&reply.choice_effects, row.first_effect, row.effects);
            sound(row, own, board)?;
            choices.push(ChoiceRow { hook, first_effect: effects.len() as u32, ..*row });
            effects.extend_from_slice(own);
        }
        Ok(OpenOffer {
            hook,
            to: offer.to,
            must: offer.must,
            title: offer.title.as_str(),
            tag: offer.tag,
            args: offer.args,
            choices,
            effects,
            parent,
            made: board.events.len(),
        })
    }

    /// Whether a choice's effects can be carried out as things stand.
    pub(super) fn feasible(&self, o: &Opening, effects: &[Effect], label: &str) -> Result<(), Offence> {
        self.check_all(o, effects, false).map_err(|why| cannot(why, label))
    }

    /// Drops the choices of an offer that are no longer possible, for much may have happened since it was made.
    pub(super) fn keep_possible(&mut self, o: &Opening, offer: &mut OpenOffer) -> Result<(), Offence> {
        let as_made = self.state.board.events.len() == offer.made;
        let (effects, mut fault, mut dropped) = (&offer.effects, Ok(()), Vec::new());
        offer.choices.retain(|choice| {
            let own = slice(effects, choice.first_effect, choice.effects);
            let Err(why) = self.feasible(o, own, &choice.label) else { return true };
            if !as_made {
                dropped.push((*choice, why.told().1));
            } else if fault.is_ok() {
                fault = Err(why);
            }
            false
        });
        for (choice, why) in dropped {
            self.hear(offer.hook, &About::default(), |play| {
                let rows = play.with_places([&choice].into_iter());
                rows.first().map_or(Answer::Nothing, |row| Answer::Dropped(*row, why))
            });
        }
        fault
    }

    /// Discards what a hook proposed, remembers why, and stops its plugin for this game.
    #[cold]
    pub(super) fn fault(&mut self, o: &Opening, hook: HookId, offence: Offence) {
        let (kind, message) = offence.told();
        let planned = &o.rules.hooks[hook.index()];
        self.time.stopped.stop(planned.plugin);
        let event =
            self.state.tell(EventRow { code: EventCode::FAULT, hook, rule: planned.rule, ..EventRow::default() });
        self.faults.push(Fault { hook, kind, message, event });
    }

    /// Stops a plugin because somebody wishes so.
    pub(super) fn leave_out(&mut self, plugin: usize) {
        self.time.stopped.stop(plugin);
        self.state.tell(EventRow { code: EventCode::FAULT, subject: plugin as u16, ..EventRow::default() });
    }

    /// Lets the plugin of an offer go on after an answer.
    pub(super) fn answered(&mut self, o: &Opening, from: HookId, about: About, answer: gatehouse_core::points::Answer) {
        let plugin = o.rules.hooks[from.index()].plugin;
        for (id, hook) in &o.rules.at.answered {
            if o.rules.hooks[id.index()].plugin == plugin && self.wanted(o, *id, &about) {
                self.reply(o, *id, about, &|view, out| (hook.call)(view, &answer, out));
            }
        }
    }
}

#[cold]
pub(super) fn cannot(why: Offence, label: &str) -> Offence {
    why.of(format_args!("its choice `{label}` can't be carried out"))
}

/// Whether hooks react to an effect.
fn sets_off(effect: &Effect) -> bool {
    matches!(
        effect.act(),
        Act::Score { .. } | Act::Move { .. } | Act::Join { .. } | Act::AddSegment { .. } | Act::Assess { .. }
    )
}

/// Whether a choice names only rows that exist.
pub(super) fn sound(row: &ChoiceRow, effects: &[Effect], board: &Board) -> Result<(), Offence> {
    if effects.len() != row.effects as usize {
        return Err(Offence::illegal(format_args!("its choice `{}` names effects that it does not have", row.label)));
    }
    if row.figure.is_some() && row.figure.index() >= board.figures.len() {
        return Err(Offence::illegal(format_args!(
            "its choice `{}` is about figure {}, which does not exist",
            row.label, row.figure.0
        )));
    }
    Ok(())
}
