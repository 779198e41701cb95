//! Calls hooks: tests their interest, lends the view, catches faults, commits what they propose.

use super::declared::Declared;
use super::door;
use super::fault::{Fault, FaultKind, Offence};
use super::heard::Answer;
use super::opening::Opening;
use super::play::Play;
use super::timeline::{OpenOffer, Ridden, Struck, Task};
use crate::rules::PlannedHook;
use abi_stable::std_types::RSlice;
use gatehouse_core::points::{Outcome, Role};
use gatehouse_core::{
    Act, Board, ChoiceRow, Choices, DeciderKind, Effect, EventCode, EventRow, FeatureId, FigureKind, HookId, Key,
    OfferRow, Offered, Player, Point, Reply, RiderRow, View,
};

/// The most choices a decision may have after riders are multiplied, and all offers of a reply together.
const MOST_CHOICES: usize = 4096;
/// The most offers a hook may make at once.
const MOST_OFFERS: usize = 256;
/// The most riders, and the most strikes, on the choices of one decision.
const MOST_RIDERS: usize = 4096;
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

/// Choices collected from all hooks of a point.
#[derive(Default)]
pub(super) struct Collected {
    pub(super) choices: Vec<ChoiceRow>,
    pub(super) effects: Vec<Effect>,
    pub(super) ridden: Vec<Ridden>,
    pub(super) struck: Vec<Struck>,
    riders: Vec<RiderRow>,
    /// The memory of choices before riders are multiplied.
    plain: Vec<ChoiceRow>,
    adders: usize,
}

impl Collected {
    pub(super) fn clear(&mut self) {
        self.choices.clear();
        self.effects.clear();
        self.ridden.clear();
        self.struck.clear();
        self.riders.clear();
        self.adders = 0;
    }

    fn offered(&self) -> Offered<'_> {
        Offered { choices: RSlice::from_slice(&self.choices), effects: RSlice::from_slice(&self.effects) }
    }

    /// Keeps only the choices of one figure.
    pub(super) fn keep_of(&mut self, figure: gatehouse_core::FigureId) {
        let mut kept = Vec::new();
        let mut ridden = Vec::new();
        for (n, choice) in self.choices.iter().enumerate().filter(|(_, c)| c.figure == figure) {
            let own = self.ridden.iter().filter(|r| r.choice as usize == n);
            ridden.extend(own.map(|r| Ridden { choice: kept.len() as u16, ..*r }));
            kept.push(*choice);
        }
        self.choices = kept;
        self.ridden = ridden;
    }
}

/// Rows `first..first + count`, empty if a hook named rows that do not exist.
pub(super) fn slice<T>(rows: &[T], first: u32, count: u32) -> &[T] {
    rows.get(first as usize..).and_then(|r| r.get(..count as usize)).unwrap_or(&[])
}

impl Play {
    /// Whether a hook is to be called: its plugin runs, its point is not skipped, its interest holds.
    pub(super) fn wanted(&self, o: &Opening, id: HookId, about: &About) -> bool {
        let interest = &o.interests[id.index()];
        let runs = !self.time.stopped.has(interest.plugin) && self.time.skipped >> interest.point & 1 == 0;
        runs && (interest.always || interest.holds(o, &self.state.board, about))
    }

    /// Asks the remaining hooks of the current step; false if one of them left something to be finished first.
    pub(super) fn ask<H>(
        &mut self,
        o: &Opening,
        list: &[(HookId, H)],
        about: About,
        call: impl Fn(&H, &View<'_>, &mut Reply) -> Outcome,
    ) -> bool {
        while let Some((id, hook)) = list.get(self.time.hook as usize) {
            if !self.time.tasks.is_empty() || self.time.set_aside || self.turns_first() {
                return false;
            }
            self.time.hook += 1;
            if self.wanted(o, *id, &about) {
                self.reply(o, *id, about, |view, out| call(hook, view, out));
            } else if self.heard.is_some() {
                self.hear_unasked(o, *id, &about);
            }
        }
        self.time.tasks.is_empty()
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
        Err(Offence { kind: FaultKind::Panic, message: module.panicked() })
    }

    /// Calls a hook that replies with effects and offers, and commits them.
    pub(super) fn reply(
        &mut self,
        o: &Opening,
        id: HookId,
        about: About,
        call: impl Fn(&View<'_>, &mut Reply) -> Outcome,
    ) {
        let outcome = self.door.call(o, &self.state.board, id, &mut self.scratch.reply, call);
        // Most hooks have nothing to say.
        if outcome != Outcome::DONE || !self.scratch.reply.is_empty() {
            self.take_reply(o, id, about, outcome);
        } else {
            self.hear(id, &about, |_| Answer::Nothing);
        }
    }

    /// Commits what a hook replied.
    fn take_reply(&mut self, o: &Opening, id: HookId, about: About, outcome: Outcome) {
        let mut reply = std::mem::take(&mut self.scratch.reply);
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
            Ok(offers) => {
                let made = self.state.board.events.len();
                for offer in offers {
                    self.time.tasks.insert(base, Task::Offer(OpenOffer { made, ..offer }));
                }
            }
            Err(offence) => self.fault(o, id, offence),
        }
        reply.clear();
        self.scratch.reply = reply;
    }

    /// Whether a reaction may still be replied to; the one that goes too far is at fault, not those that watch it.
    fn bounded(&mut self, plugin: usize, effects: &[Effect]) -> Result<(), Offence> {
        if self.depth == 0 || !effects.iter().any(sets_off) {
            return Ok(());
        }
        self.reactions.resize(self.reactions.len().max(plugin + 1), 0);
        self.reactions[plugin] += 1;
        if self.depth > DEEPEST {
            return Err(Offence::limit(format!("it is a reaction on reactions more than {DEEPEST} deep")));
        }
        if self.reactions[plugin] > MOST_REACTIONS {
            return Err(Offence::limit(format!(
                "it reacts more than {MOST_REACTIONS} times to one event and what follows from it"
            )));
        }
        Ok(())
    }

    fn offers(&mut self, hook: HookId, reply: &Reply, parent: u32) -> Result<Vec<OpenOffer>, Offence> {
        if reply.offers.is_empty() {
            return Ok(Vec::new());
        }
        let total: u64 = reply.offers.iter().map(|o| u64::from(o.choices)).sum();
        if reply.offers.len() > MOST_OFFERS || total > MOST_CHOICES as u64 {
            return Err(Offence::limit(format!(
                "it makes more than {MOST_OFFERS} offers or offers more than {MOST_CHOICES} choices"
            )));
        }
        reply.offers.iter().map(|offer| self.open_offer(hook, reply, offer, parent)).collect()
    }

    fn open_offer(&mut self, hook: HookId, reply: &Reply, offer: &OfferRow, parent: u32) -> Result<OpenOffer, Offence> {
        let (mut choices, mut effects) = std::mem::take(&mut self.scratch.answered);
        choices.clear();
        effects.clear();
        let board = &self.state.board;
        let rows = slice(&reply.choices, offer.first_choice, offer.choices);
        if rows.len() != offer.choices as usize {
            return Err(format!("its offer `{}` names choices that it does not have", offer.title).into());
        }
        match offer.to.kind() {
            DeciderKind::Player(p) if p.index() >= board.players.len() => {
                return Err(format!("its offer `{}` is for player {}, who does not play", offer.title, p.0).into());
            }
            DeciderKind::Pile(p) if p.index() >= board.piles.len() || !rows.is_empty() => {
                return Err(
                    format!("its offer `{}` is for no pile, or has choices beside the tiles", offer.title).into()
                );
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

    /// Whether every choice and rider can be carried out as things stand: nothing changes before one is chosen. A
    /// rider comes after what the choice it rides on does.
    fn possible(&self, o: &Opening, sink: &Choices, offered: Offered<'_>) -> Result<(), Offence> {
        for choice in &sink.choices {
            self.feasible(o, slice(&sink.choice_effects, choice.first_effect, choice.effects), &choice.label)?;
        }
        let mut both = Vec::new();
        for rider in &sink.riders {
            let ridden = offered.choices.get(rider.on as usize).map_or(&[][..], |c| offered.effects_of(c));
            both.clear();
            both.extend_from_slice(ridden);
            both.extend_from_slice(slice(&sink.choice_effects, rider.first_effect, rider.effects));
            self.feasible(o, &both, &rider.label)?;
        }
        Ok(())
    }

    /// Whether a choice's effects can be carried out as things stand.
    fn feasible(&self, o: &Opening, effects: &[Effect], label: &str) -> Result<(), Offence> {
        self.check_all(o, effects, false)
            .map_err(|why| why.of(format_args!("its choice `{label}` can't be carried out")))
    }

    /// Drops the choices of an offer that are no longer possible, for much may have happened since it was made.
    pub(super) fn keep_possible(&mut self, o: &Opening, offer: &mut OpenOffer) -> Result<(), Offence> {
        let as_made = self.state.board.events.len() == offer.made;
        let (effects, mut fault, mut dropped) = (&offer.effects, Ok(()), Vec::new());
        offer.choices.retain(|choice| {
            let own = slice(effects, choice.first_effect, choice.effects);
            let Err(why) = self.feasible(o, own, &choice.label) else { return true };
            if !as_made {
                dropped.push((*choice, why.message));
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

    /// Collects choices from hooks that add, strike and ride, in this order.
    pub(super) fn collect<H>(
        &mut self,
        o: &Opening,
        list: &[(HookId, H)],
        about: About,
        commit: bool,
        into: &mut Collected,
        call: impl Fn(&H, &View<'_>, Offered<'_>, &mut Choices) -> Outcome,
    ) {
        into.clear();
        let base = self.time.tasks.len();
        let mut riding = false;
        let mut sink = std::mem::take(&mut self.scratch.choices);
        for (id, hook) in list {
            if !self.wanted(o, *id, &about) {
                if self.heard.is_some() {
                    self.hear_unasked(o, *id, &about);
                }
                continue;
            }
            let planned = &o.rules.hooks[id.index()];
            if planned.head.role == Role::RIDE && !riding {
                riding = true;
                into.settle();
            }
            let empty = Offered { choices: RSlice::EMPTY, effects: RSlice::EMPTY };
            let offered = if planned.head.role == Role::ADD { empty } else { into.offered() };
            let board = &self.state.board;
            let outcome = self.door.call(o, board, *id, &mut sink, |view, out| call(hook, view, offered, out));
            self.hear(*id, &about, |play| match sink.riders.len() {
                _ if sink.is_empty() => Answer::Nothing,
                0 if sink.choices.is_empty() => Answer::Acted,
                0 => Answer::Offered(play.with_places(sink.choices.iter())),
                riders => Answer::Rode(riders),
            });
            if sink.is_empty() && outcome == Outcome::DONE {
                continue;
            }
            let done = self.outcome(o, *id, outcome).and_then(|()| {
                into.check(planned, &sink, &self.state.board)?;
                self.declared(o, *id).collected(&sink)?;
                self.possible(o, &sink, into.offered())?;
                if commit && !sink.effects.is_empty() {
                    let from = self.time.tasks.len();
                    self.commit(o, *id, &sink.effects, about.by, about.parent)?;
                    self.time.defer(base, from);
                }
                Ok(())
            });
            match done {
                Ok(()) => into.absorb(*id, planned, &sink),
                Err(offence) => self.fault(o, *id, offence),
            }
            sink.clear();
        }
        self.scratch.choices = sink;
        if !riding {
            into.settle();
        }
        self.hear_struck(into, &about);
        into.multiply();
    }

    /// Discards what a hook proposed, remembers why, and stops its plugin for this game.
    pub(super) fn fault(&mut self, o: &Opening, hook: HookId, Offence { kind, message }: Offence) {
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
                self.reply(o, *id, about, |view, out| (hook.call)(view, &answer, out));
            }
        }
    }
}

impl Collected {
    /// Whether what a hook wrote can be kept.
    fn check(&self, hook: &PlannedHook, sink: &Choices, board: &Board) -> Result<(), Offence> {
        let role = hook.head.role;
        let other = [
            (Role::ADD, !sink.choices.is_empty(), "adds choices"),
            (Role::STRIKE, !sink.strikes.is_empty(), "strikes choices"),
            (Role::RIDE, !sink.riders.is_empty(), "rides on choices"),
        ];
        // Each sees all that the ones before it did: who adds while others ride would be seen by some of them only.
        if let Some((_, _, does)) = other.into_iter().find(|(r, some, _)| *some && *r != role) {
            return Err(format!("it {does}, but its head does not say so").into());
        }
        if hook.point != Point::DEPART && !sink.effects.is_empty() {
            return Err("it proposes effects at once, which only hooks at `depart` may".into());
        }
        for row in &sink.choices {
            let own = slice(&sink.choice_effects, row.first_effect, row.effects);
            sound(row, own, board)?;
            if hook.point == Point::DEPART && !row.figure.is_some() {
                return Err(format!("its departure `{}` names no figure", row.label).into());
            }
        }
        for rider in &sink.riders {
            if slice(&sink.choice_effects, rider.first_effect, rider.effects).len() != rider.effects as usize {
                return Err(format!("its rider `{}` names effects that it does not have", rider.label).into());
            }
        }
        if sink.riders.iter().any(|r| r.on as usize >= self.choices.len())
            || sink.strikes.iter().any(|s| s.choice as usize >= self.choices.len())
        {
            return Err("it strikes or rides on choices that are not on offer".into());
        }
        if self.choices.len() + sink.choices.len() > MOST_CHOICES {
            return Err(Offence::limit(format!("it offers more than {MOST_CHOICES} choices")));
        }
        if self.riders.len() + sink.riders.len() > MOST_RIDERS || self.struck.len() + sink.strikes.len() > MOST_RIDERS {
            return Err(Offence::limit(format!("it strikes or rides more than {MOST_RIDERS} times")));
        }
        Ok(())
    }

    fn absorb(&mut self, id: HookId, hook: &PlannedHook, sink: &Choices) {
        let base = self.effects.len() as u32;
        self.adders += usize::from(!sink.choices.is_empty());
        self.effects.extend_from_slice(&sink.choice_effects);
        let placed = |row: &ChoiceRow| {
            let key = if row.key.0 == 0 { hook.key } else { row.key };
            let rule = if row.rule.is_some() { row.rule } else { hook.rule };
            ChoiceRow { hook: id, key, rule, first_effect: row.first_effect + base, ..*row }
        };
        self.choices.extend(sink.choices.iter().map(placed));
        self.riders.extend(sink.riders.iter().map(|r| RiderRow {
            hook: id,
            rule: if r.rule.is_some() { r.rule } else { hook.rule },
            first_effect: r.first_effect + base,
            ..*r
        }));
        for strike in &sink.strikes {
            let choice = self.choices[strike.choice as usize];
            let rule = if strike.rule.is_some() { strike.rule } else { hook.rule };
            self.struck.push(Struck { choice, reason: strike.reason.as_str(), hook: id, rule });
        }
    }

    /// Ends additions and strikes: struck choices go, and of choices with the same result the first stays.
    fn settle(&mut self) {
        if !self.struck.is_empty() {
            let struck = &self.struck;
            self.choices.retain(|c| !struck.iter().any(|s| s.choice == *c));
        }
        if self.adders > 1 {
            self.merge_equal();
        }
    }

    fn merge_equal(&mut self) {
        let acts = |c: &ChoiceRow| slice(&self.effects, c.first_effect, c.effects).iter().map(Effect::act);
        let mut kept = 0;
        for n in 0..self.choices.len() {
            let choice = self.choices[n];
            let same = |k: &&mut ChoiceRow| {
                // What a hook does when it goes on is its own affair.
                let goes_on_alike =
                    (k.tag, k.args) == (choice.tag, choice.args) && (k.tag == 0 || k.hook == choice.hook);
                k.figure == choice.figure && goes_on_alike && acts(k).eq(acts(&choice))
            };
            match self.choices[..kept].iter_mut().find(same) {
                Some(twin) => decide_with(twin, &choice),
                None => {
                    self.choices[kept] = choice;
                    kept += 1;
                }
            }
        }
        self.choices.truncate(kept);
    }

    /// Makes of each choice with riders one choice for every way to take them along.
    ///
    /// If that gives more choices than a decision may have, the last of the optional riders on a choice are left out:
    /// every choice itself stays.
    fn multiply(&mut self) {
        if self.riders.is_empty() {
            return;
        }
        std::mem::swap(&mut self.choices, &mut self.plain);
        self.choices.clear();
        let most = (MOST_CHOICES / self.plain.len().max(1)).max(1).ilog2();
        for n in 0..self.plain.len() {
            let riders = self.riders.iter().filter(|r| r.on as usize == n);
            let optional = riders.clone().filter(|r| r.optional).count() as u32;
            for set in 0..1u32 << optional.min(most) {
                let taken = riders.clone().scan(0, |bit, rider| {
                    let own = *bit;
                    *bit += u32::from(rider.optional);
                    Some((rider, !rider.optional || (own < most && set >> own & 1 == 1)))
                });
                let choice = self.choices.len() as u16;
                self.ridden.extend(taken.filter(|(_, taken)| *taken).map(|(rider, _)| Ridden {
                    choice,
                    label: rider.label.as_str(),
                    hook: rider.hook,
                    rule: rider.rule,
                    first_effect: rider.first_effect,
                    effects: rider.effects,
                }));
                self.choices.push(self.plain[n]);
            }
        }
    }
}

/// Of two choices shown as one: the figure decides when it would for both.
fn decide_with(kept: &mut ChoiceRow, twin: &ChoiceRow) {
    let (with, key) = (kept.with.max(twin.with), kept.key.max(twin.key));
    // The key of the one that does not wait for others, where one does.
    let own = [&*kept, twin].into_iter().filter(|c| c.with == Key(0)).map(|c| c.key).max();
    match own.filter(|own| *own >= with) {
        Some(own) => (kept.key, kept.with) = (own, Key(0)),
        None => (kept.key, kept.with) = (key, with),
    }
}

/// Whether hooks react to an effect.
fn sets_off(effect: &Effect) -> bool {
    matches!(
        effect.act(),
        Act::Score { .. } | Act::Move { .. } | Act::Join { .. } | Act::AddSegment { .. } | Act::Assess { .. }
    )
}

/// Whether a choice names only rows that exist.
fn sound(row: &ChoiceRow, effects: &[Effect], board: &Board) -> Result<(), Offence> {
    if effects.len() != row.effects as usize {
        return Err(format!("its choice `{}` names effects that it does not have", row.label).into());
    }
    if row.figure.is_some() && row.figure.index() >= board.figures.len() {
        return Err(format!("its choice `{}` is about figure {}, which does not exist", row.label, row.figure.0).into());
    }
    Ok(())
}
