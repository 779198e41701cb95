//! Lets the figures of scored features leave: all hooks are asked, lone departures happen, the others are decided.

use super::call::{About, Collected};
use super::opening::Opening;
use super::play::Play;
use super::timeline::{Asked, KeptSheet, Leaver, Task};
use gatehouse_core::points::Ends;
use gatehouse_core::{ChoiceRow, Decider, FeatureId, FigureId};

impl Play {
    /// Goes on with the departures on top of the tasks; true if a decision came up.
    pub(super) fn depart(
        &mut self,
        o: &Opening,
        mut sheets: Vec<KeptSheet>,
        leavers: Vec<Leaver>,
        asked: bool,
    ) -> bool {
        if asked {
            return self.next_leaver(o, sheets, leavers);
        }
        // Reactions to lone departures may leave offers: those come before the departures that are still to be decided.
        let below = self.time.tasks.len();
        let leavers = self.first_asking(o, &mut sheets);
        if !leavers.is_empty() {
            self.time.tasks.insert(below, Task::Depart { sheets, leavers, asked: true });
        }
        false
    }

    /// Asks all hooks once; lone departures happen in the order of their keys, the rest is returned to be decided.
    fn first_asking(&mut self, o: &Opening, sheets: &mut [KeptSheet]) -> Vec<Leaver> {
        let mut lone: Vec<(Leaver, ChoiceRow, Vec<gatehouse_core::Effect>)> = Vec::new();
        let mut leavers: Vec<Leaver> = Vec::new();
        let mut found = std::mem::take(&mut self.scratch.collected);
        for (i, sheet) in sheets.iter_mut().enumerate() {
            self.departures(o, sheet, true, &mut found);
            let mut figures: Vec<FigureId> = found.choices.iter().map(|c| c.figure).collect();
            figures.sort_unstable();
            figures.dedup();
            for figure in figures {
                let mut of_figure = found.choices.iter().filter(|c| c.figure == figure);
                let (Some(first), more) = (of_figure.next(), of_figure.clone().next().is_some()) else { continue };
                let key = of_figure.map(|c| c.key).chain([first.key]).max().unwrap_or(first.key);
                let leaver = Leaver { key, seat: self.seat_of(figure), sheet: i as u16, figure };
                if more {
                    leavers.push(leaver);
                } else {
                    lone.push((leaver, *first, found.effects_of(first).to_vec()));
                }
            }
        }
        self.scratch.collected = found;
        lone.sort_by_key(|(leaver, ..)| *leaver);
        for (leaver, choice, effects) in lone {
            self.leave(o, leaver.figure, &choice, &effects);
        }
        leavers.sort_unstable_by(|a, b| b.cmp(a));
        leavers
    }

    /// The owner's seat counted clockwise from the active player.
    fn seat_of(&self, figure: FigureId) -> u8 {
        let board = &self.state.board;
        let (owner, active, n) =
            (board.figures[figure.index()].owner.0, board.turn.active.0, board.players.len() as u8);
        if owner < n { (owner + n - active) % n } else { u8::MAX }
    }

    fn next_leaver(&mut self, o: &Opening, mut sheets: Vec<KeptSheet>, mut leavers: Vec<Leaver>) -> bool {
        let Some(leaver) = leavers.pop() else { return false };
        let mut found = std::mem::take(&mut self.scratch.collected);
        let mut asked = false;
        let feature = self.state.board.figures[leaver.figure.index()]
            .place
            .on_segment()
            .map(|s| self.state.board.segments[s.index()].feature);
        if let (Some(feature), Some(sheet)) = (feature, sheets.get_mut(leaver.sheet as usize))
            && self.same_feature(sheet.feature, feature)
        {
            sheet.feature = feature;
            self.departures(o, sheet, false, &mut found);
            found.keep_of(leaver.figure);
            asked = found.choices.len() > 1;
        }
        self.time.tasks.push(Task::Depart { sheets, leavers, asked: true });
        match found.choices[..] {
            _ if asked => self.open_departure(leaver.figure, &mut found),
            [choice] if feature.is_some() => {
                let effects = found.effects_of(&choice).to_vec();
                self.leave(o, leaver.figure, &choice, &effects);
            }
            _ => {}
        }
        found.clear();
        self.scratch.collected = found;
        asked
    }

    /// Whether a figure still stands on the scored feature: a merged feature goes on under another number.
    fn same_feature(&self, scored: FeatureId, now: FeatureId) -> bool {
        scored == now || !self.state.board.features[scored.index()].is_live()
    }

    fn departures(&mut self, o: &Opening, sheet: &KeptSheet, commit: bool, found: &mut Collected) {
        let about = About {
            feature: sheet.feature,
            complete: sheet.complete,
            sole_owner: sheet.owners.sole().is_some(),
            ..About::default()
        };
        self.collect(o, &o.rules.at.depart, about, commit, found, |hook, view, offered, out| {
            (hook.call)(view, &Ends { sheet: sheet.as_seen(), offered }, out)
        });
    }

    fn leave(&mut self, o: &Opening, figure: FigureId, choice: &ChoiceRow, effects: &[gatehouse_core::Effect]) {
        let owner = self.state.board.figures[figure.index()].owner;
        let parent = (self.state.board.events.len() as u32).saturating_sub(1);
        if let Err(message) = self.commit(o, choice.hook, effects, owner, parent) {
            self.fault(o, choice.hook, message);
        }
    }

    fn open_departure(&mut self, figure: FigureId, found: &mut Collected) {
        let owner = self.state.board.figures[figure.index()].owner;
        let decider = Decider::player(if owner.is_some() { owner } else { self.state.board.turn.active });
        self.open.reset(Asked::Depart(figure), decider, false, "how does the figure leave");
        self.open.take(found);
    }
}
