//! Collects the choices of a decision from all hooks of its point: some add, some strike, some ride.

use super::call::{About, cannot, slice, sound};
use super::fault::Offence;
use super::heard::{Answer, Unmet};
use super::opening::Opening;
use super::play::Play;
use super::timeline::{Ridden, Struck};
use crate::rules::PlannedHook;
use abi_stable::std_types::RSlice;
use gatehouse_core::points::{Outcome, Role};
use gatehouse_core::{Board, ChoiceRow, Choices, Effect, FigureId, HookId, Key, Offered, Point, RiderRow, View};

/// The most choices a decision may have after riders are multiplied, and all offers of a reply together.
pub(super) const MOST_CHOICES: usize = 4096;
/// The most riders, and the most strikes, on the choices of one decision.
const MOST_RIDERS: usize = 4096;

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
    pub(super) fn keep_of(&mut self, figure: FigureId) {
        let choices = &self.choices;
        let is_kept = |n: usize| choices.get(n).is_some_and(|c| c.figure == figure);
        self.ridden.retain_mut(|r| {
            let was = usize::from(r.choice);
            r.choice = (0..was).filter(|n| is_kept(*n)).count() as u16;
            is_kept(was)
        });
        self.choices.retain(|c| c.figure == figure);
    }
}

/// Calls the `n`th hook of a point that adds, strikes or rides.
type Adding<'a> = &'a dyn Fn(usize, &View<'_>, Offered<'_>, &mut Choices) -> Outcome;

impl Play {
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
        let hook = |n: usize| list.get(n).map(|(id, _)| *id);
        self.collect_each(o, about, commit, into, &hook, &|n, view, offered, out| call(&list[n].1, view, offered, out));
    }

    fn collect_each(
        &mut self,
        o: &Opening,
        about: About,
        commit: bool,
        into: &mut Collected,
        hook: &dyn Fn(usize) -> Option<HookId>,
        call: Adding<'_>,
    ) {
        into.clear();
        let base = self.time.tasks.len();
        let mut riding = false;
        let mut sink = self.scratch.choices.take();
        for (n, id) in (0..).map_while(|n| Some((n, hook(n)?))) {
            if !self.wanted(o, id, &about) {
                if self.heard.is_some() {
                    self.hear_unasked(o, id, &about);
                }
                continue;
            }
            let planned = &o.rules.hooks[id.index()];
            // There is nothing to strike or ride on, and effects at once are for departures.
            if planned.head.role != Role::ADD && into.choices.is_empty() && !commit {
                self.hear(id, &about, |_| Answer::Unasked(vec![Unmet::NothingOffered]));
                continue;
            }
            if planned.head.role == Role::RIDE && !riding {
                riding = true;
                into.settle();
            }
            let empty = Offered { choices: RSlice::EMPTY, effects: RSlice::EMPTY };
            let offered = if planned.head.role == Role::ADD { empty } else { into.offered() };
            let board = &self.state.board;
            let outcome = self.door.call(o, board, id, &mut *sink, &|view, out| call(n, view, offered, out));
            self.hear(id, &about, |play| match sink.riders.len() {
                _ if sink.is_empty() => Answer::Nothing,
                0 if sink.choices.is_empty() => Answer::Acted,
                0 => Answer::Offered(play.with_places(sink.choices.iter())),
                riders => Answer::Rode(riders),
            });
            if sink.is_empty() && outcome == Outcome::DONE {
                continue;
            }
            let done = self.outcome(o, id, outcome).and_then(|()| {
                into.check(planned, &sink, &self.state.board)?;
                self.declared(o, id).collected(&sink)?;
                self.possible(o, &sink, into.offered())?;
                if commit && !sink.effects.is_empty() {
                    let from = self.time.tasks.len();
                    self.commit(o, id, &sink.effects, about.by, about.parent)?;
                    self.time.defer(base, from);
                }
                Ok(())
            });
            match done {
                Ok(()) => into.absorb(id, planned, &sink),
                Err(offence) => self.fault(o, id, offence),
            }
            sink.clear();
        }
        self.scratch.choices.put(sink);
        if !riding {
            into.settle();
        }
        self.hear_struck(into, &about);
        into.multiply();
    }

    /// Whether every choice and rider can be carried out as things stand: nothing changes before one is chosen. A
    /// rider comes after what the choice it rides on does.
    fn possible(&self, o: &Opening, sink: &Choices, offered: Offered<'_>) -> Result<(), Offence> {
        for choice in &sink.choices {
            self.feasible(o, slice(&sink.choice_effects, choice.first_effect, choice.effects), &choice.label)?;
        }
        for rider in &sink.riders {
            let ridden = offered.choices.get(rider.on as usize).map_or(&[][..], |c| offered.effects_of(c));
            let own = slice(&sink.choice_effects, rider.first_effect, rider.effects);
            self.check_after(o, ridden, own, false).map_err(|why| cannot(why, &rider.label))?;
        }
        Ok(())
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
            return Err(Offence::illegal(format_args!("it {does}, but its head does not say so")));
        }
        if hook.point != Point::DEPART && !sink.effects.is_empty() {
            return Err("it proposes effects at once, which only hooks at `depart` may".into());
        }
        for row in &sink.choices {
            let own = slice(&sink.choice_effects, row.first_effect, row.effects);
            sound(row, own, board)?;
            if hook.point == Point::DEPART && !row.figure.is_some() {
                return Err(Offence::illegal(format_args!("its departure `{}` names no figure", row.label)));
            }
        }
        for rider in &sink.riders {
            if slice(&sink.choice_effects, rider.first_effect, rider.effects).len() != rider.effects as usize {
                return Err(Offence::illegal(format_args!(
                    "its rider `{}` names effects that it does not have",
                    rider.label
                )));
            }
        }
        if sink.riders.iter().any(|r| r.on as usize >= self.choices.len())
            || sink.strikes.iter().any(|s| s.choice as usize >= self.choices.len())
        {
            return Err("it strikes or rides on choices that are not on offer".into());
        }
        if self.choices.len() + sink.choices.len() > MOST_CHOICES {
            return Err(Offence::limit(format_args!("it offers more than {MOST_CHOICES} choices")));
        }
        if self.riders.len() + sink.riders.len() > MOST_RIDERS || self.struck.len() + sink.strikes.len() > MOST_RIDERS {
            return Err(Offence::limit(format_args!("it strikes or rides more than {MOST_RIDERS} times")));
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
        // Each hook rides in the order of the choices.
        if !self.riders.is_sorted_by_key(|r| r.on) {
            self.riders.sort_by_key(|r| r.on);
        }
        let mut rest = &self.riders[..];
        for (n, plain) in self.plain.iter().enumerate() {
            let own = rest.iter().take_while(|r| r.on as usize == n).count();
            let (riders, others) = rest.split_at(own);
            rest = others;
            let optional = riders.iter().filter(|r| r.optional).count() as u32;
            for set in 0..1u32 << optional.min(most) {
                let choice = self.choices.len() as u16;
                let mut bit = 0;
                for rider in riders {
                    let own = bit;
                    bit += u32::from(rider.optional);
                    if !rider.optional || (own < most && set >> own & 1 == 1) {
                        self.ridden.push(Ridden {
                            choice,
                            label: rider.label.as_str(),
                            hook: rider.hook,
                            rule: rider.rule,
                            first_effect: rider.first_effect,
                            effects: rider.effects,
                        });
                    }
                }
                self.choices.push(*plain);
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
