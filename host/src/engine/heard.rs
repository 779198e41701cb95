//! Notes which hooks were asked and what they offered, while somebody listens who wants it explained.

use super::call::About;
use super::collect::Collected;
use super::interest::Interest;
use super::opening::Opening;
use super::play::Play;
use gatehouse_core::{Board, ChoiceRow, FeatureId, FigureKind, HookId, Place, Player, RuleId};

/// A condition of a hook that did not hold as its point was reached.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Unmet {
    /// Its plugin was stopped after a fault.
    Stopped,
    /// Its point was skipped in this part of the turn.
    Skipped,
    /// It can never be called: a switch has another value, or a name it asks for is absent.
    Never,
    /// The feature is of another kind.
    Feature,
    /// The drawn tile shows none of the prints.
    Drawn,
    /// The placed tile shows none of the prints.
    Placed,
    /// The figure that moved is of another kind.
    Moved,
    /// The feature is not scored as completed.
    Completed,
    /// The sheet has not exactly one owner.
    SoleOwner,
    /// Neither the feature nor a tile of it shows any of the prints.
    Shows,
    /// No figure of the kinds is on the board.
    OnBoard,
    /// No mark of the kinds is in the game.
    Marks,
    /// The active player has no figure of the kinds left.
    Left,
    /// Nobody offers anything that it could strike or ride on.
    NothingOffered,
}

/// What became of a hook when its point was reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It was not asked: these of its conditions did not hold.
    Unasked(Vec<Unmet>),
    /// It was asked and proposed nothing.
    Nothing,
    /// It proposed something that is no choice of a player.
    Acted,
    /// It offered these choices, each with the place where its figure stood.
    Offered(Vec<(ChoiceRow, Place)>),
    /// It rode on this many choices of others.
    Rode(usize),
    /// It struck a choice of another, for a reason and by a rule.
    Struck((ChoiceRow, Place), &'static str, RuleId),
    /// What it had offered could no longer be carried out when it was to be put to its decider.
    Dropped((ChoiceRow, Place), String),
    /// A tile it offered instead of the draw fits nowhere.
    FitsNowhere,
}

/// A hook whose point was reached, and what became of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heard {
    /// The hook.
    pub hook: HookId,
    /// How many events there were.
    pub event: usize,
    /// The feature it was about; [`FeatureId::NONE`] if it was about none.
    pub feature: FeatureId,
    /// The kind of the figure that moved, if it was about a move.
    pub figure: FigureKind,
    /// Whose turn it was.
    pub active: Player,
    /// What became of it.
    pub answer: Answer,
}

impl Interest {
    /// The conditions that do not hold: none exactly where the hook is called.
    fn unmet(&self, o: &Opening, board: &Board, about: &About) -> Vec<Unmet> {
        let any = Interest::default();
        let parts = [
            (Unmet::Never, Interest { never: self.never, ..any }),
            (Unmet::Feature, Interest { features: self.features, ..any }),
            (Unmet::Drawn, Interest { drawn: self.drawn, ..any }),
            (Unmet::Placed, Interest { placed: self.placed, ..any }),
            (Unmet::Moved, Interest { moved: self.moved, ..any }),
            (Unmet::Completed, Interest { completed: self.completed, ..any }),
            (Unmet::SoleOwner, Interest { sole_owner: self.sole_owner, ..any }),
            (Unmet::Shows, Interest { shows: self.shows, ..any }),
            (Unmet::OnBoard, Interest { figures: self.figures, ..any }),
            (Unmet::Marks, Interest { marks: self.marks, ..any }),
            (Unmet::Left, Interest { left: self.left, ..any }),
        ];
        parts.into_iter().filter_map(|(unmet, part)| (!part.holds(o, board, about)).then_some(unmet)).collect()
    }
}

impl Play {
    /// Notes what became of a hook, if somebody listens.
    #[inline]
    pub(super) fn hear(&mut self, hook: HookId, about: &About, answer: impl FnOnce(&Play) -> Answer) {
        if self.heard.is_some() {
            self.note(hook, about, answer);
        }
    }

    #[cold]
    #[inline(never)]
    fn note(&mut self, hook: HookId, about: &About, answer: impl FnOnce(&Play) -> Answer) {
        let answer = answer(self);
        let (event, active) = (self.state.board.events.len(), self.state.board.turn.active);
        let note = Heard { hook, event, feature: about.feature, figure: about.figure, active, answer };
        self.heard.get_or_insert_default().push(note);
    }

    /// Notes why a hook was not asked, if somebody listens.
    #[cold]
    pub(super) fn hear_unasked(&mut self, o: &Opening, id: HookId, about: &About) {
        self.hear(id, about, |play| {
            let hook = &o.rules.hooks[id.index()];
            let stopped = play.time.stopped.has(hook.plugin).then_some(Unmet::Stopped);
            let skipped = (play.time.skipped >> hook.point.0 & 1 != 0).then_some(Unmet::Skipped);
            let conditions = o.interests[id.index()].unmet(o, &play.state.board, about);
            Answer::Unasked(stopped.into_iter().chain(skipped).chain(conditions).collect())
        });
    }

    /// Choices with the places of their figures.
    pub(super) fn with_places<'a>(&self, rows: impl Iterator<Item = &'a ChoiceRow>) -> Vec<(ChoiceRow, Place)> {
        let place = |row: &ChoiceRow| self.state.board.figure(row.figure).map_or(Place::SUPPLY, |f| f.place);
        rows.map(|row| (*row, place(row))).collect()
    }

    /// Notes what hooks struck of what was collected, if somebody listens.
    pub(super) fn hear_struck(&mut self, found: &Collected, about: &About) {
        if self.heard.is_none() {
            return;
        }
        for struck in &found.struck {
            self.hear(struck.hook, about, |play| {
                let row = play.with_places([&struck.choice].into_iter());
                let row = row.first().copied().unwrap_or((struck.choice, Place::SUPPLY));
                Answer::Struck(row, struck.reason, struck.rule)
            });
        }
    }
}
