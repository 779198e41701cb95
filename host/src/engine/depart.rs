//! Lets the figures of scored features leave: all hooks are asked, then each figure leaves at its place in the order.
//!
//! 1. All `depart` hooks are asked once; what they propose at once happens.
//! 2. Figures leave in the order of the greatest key that offered them something, within a key clockwise from the active
//!    player. A choice may say from which key on it is decided with others instead of at its own. Everything that a departure sets off, offers included, is finished before the next one.
//! 3. A figure's list is asked again when it is its turn, and that answer counts: a single departure happens by itself,
//!    of several its owner chooses one.

use super::call::About;
use super::collect::Collected;
use super::opening::Opening;
use super::play::Play;
use super::timeline::{Asked, KeptSheet, Leaver, Task};
use gatehouse_core::points::Ends;
use gatehouse_core::{ChoiceRow, Decider, FeatureId, FigureId, HookId, Key, SegmentId};

/// When a figure decides: at the greatest key that offered it something, where a choice that may be decided with others
/// has the key of the last of those.
fn decides_at<'a>(choices: impl Iterator<Item = &'a ChoiceRow> + Clone) -> Option<Key> {
    let own = |c: &&ChoiceRow| c.with == Key(0);
    let last = |from: Key| choices.clone().filter(own).map(|c| c.key).filter(|key| *key >= from).max();
    choices.clone().map(|c| if own(&c) { c.key } else { last(c.with).unwrap_or(c.key) }).max()
}

impl Play {
    /// Asks all hooks once and puts the figures that leave in their order. `hook` had the features scored.
    pub(super) fn first_asking(&mut self, o: &Opening, mut sheets: Vec<KeptSheet>, hook: HookId) {
        let base = self.time.tasks.len();
        let events = self.state.board.events.len();
        let mut leavers: Vec<Leaver> = Vec::new();
        let mut found = self.scratch.collected.take();
        for (i, sheet) in sheets.iter_mut().enumerate() {
            for feature in self.now(sheet) {
                sheet.feature = feature;
                let from = self.time.tasks.len();
                self.departures(o, sheet, true, &mut found);
                self.time.defer(base, from);
                self.list_leavers(sheet, i as u16, &found, &mut leavers);
            }
        }
        leavers.sort_unstable_by(|a, b| b.cmp(a));
        // Nearly always one figure leaves, and nothing has happened since it was asked.
        if let ([leaver], [choice]) = (&leavers[..], &found.choices[..])
            && choice.figure == leaver.figure
            && events == self.state.board.events.len()
        {
            self.leave(o, leaver.figure, &mut found);
        } else if !leavers.is_empty() {
            self.time.tasks.insert(base, Task::Depart { sheets, leavers, asked: true, hook });
        }
        found.clear();
        self.scratch.collected.put(found);
    }

    /// The features in which a scored one lives on, each once: mostly itself.
    fn now(&self, sheet: &KeptSheet) -> Vec<FeatureId> {
        let row = &self.state.board.features[sheet.feature.index()];
        if row.is_live() && row.segments as usize == sheet.segments.len() {
            return vec![sheet.feature];
        }
        let mut features: Vec<FeatureId> = sheet.segments.iter().map(|&s| self.feature_of(s)).collect();
        features.sort_unstable();
        features.dedup();
        features
    }

    fn list_leavers(&self, sheet: &KeptSheet, i: u16, found: &Collected, leavers: &mut Vec<Leaver>) {
        let mut figures: Vec<FigureId> = found.choices.iter().map(|c| c.figure).collect();
        figures.sort_unstable();
        figures.dedup();
        for figure in figures.into_iter().filter(|&f| self.still_on(sheet, f).is_some()) {
            let Some(key) = decides_at(found.choices.iter().filter(|c| c.figure == figure)) else { continue };
            leavers.push(Leaver { key, seat: self.seat_of(figure), sheet: i, figure });
        }
    }

    /// The segment of a scored feature on which a figure stands.
    fn still_on(&self, sheet: &KeptSheet, figure: FigureId) -> Option<SegmentId> {
        self.state.board.figures[figure.index()].place.on_segment().filter(|&s| sheet.holds(s))
    }

    /// The owner's seat counted clockwise from the active player.
    fn seat_of(&self, figure: FigureId) -> u8 {
        let board = &self.state.board;
        let (owner, active, n) =
            (board.figures[figure.index()].owner.0, board.turn.active.0, board.players.len() as u8);
        if owner < n { (owner + n - active) % n } else { u8::MAX }
    }

    /// Lets the next figure leave, unless it is gone already.
    pub(super) fn next_leaver(
        &mut self,
        o: &Opening,
        mut sheets: Vec<KeptSheet>,
        mut leavers: Vec<Leaver>,
        hook: HookId,
    ) {
        let Some(leaver) = leavers.pop() else { return };
        let mut found = self.scratch.collected.take();
        let sheet = &mut sheets[leaver.sheet as usize];
        if let Some(segment) = self.still_on(sheet, leaver.figure) {
            sheet.feature = self.feature_of(segment);
            self.departures(o, sheet, false, &mut found);
            found.keep_of(leaver.figure);
        }
        if !leavers.is_empty() {
            self.time.tasks.push(Task::Depart { sheets, leavers, asked: true, hook });
        }
        match found.choices.len() {
            0 => {}
            1 => self.leave(o, leaver.figure, &mut found),
            _ => self.open_departure(leaver.figure, &mut found),
        }
        found.clear();
        self.scratch.collected.put(found);
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

    /// The only departure of a figure happens, as if it had been chosen.
    fn leave(&mut self, o: &Opening, figure: FigureId, found: &mut Collected) {
        self.open_departure(figure, found);
        let open = self.swap_open();
        self.open.asked = Asked::Nothing;
        let owner = self.state.board.figures[figure.index()].owner;
        let parent = (self.state.board.events.len() as u32).saturating_sub(1);
        self.carry_out(o, &open, 0, owner, parent);
        self.spare = Some(open);
    }

    /// Its owner chooses; the active player does for a figure that is nobody's.
    fn open_departure(&mut self, figure: FigureId, found: &mut Collected) {
        let owner = self.state.board.figures[figure.index()].owner;
        let decider = if owner.is_some() { owner } else { self.state.board.turn.active };
        self.open.reset(Asked::Depart(figure), Decider::player(decider), false, "how does the figure leave");
        self.open.parent = (self.state.board.events.len() as u32).saturating_sub(1);
        self.open.take(found);
    }
}
