//! How often the pieces of different expansions met: what no game brought together is not tested.
//!
//! Two expansions meet in two ways, each counted at most once for what it happens in:
//!
//! - in **a feature** that is scored, completed or left at the end with a figure on it, if it carries [pieces](Pieces)
//!   of both: prints, links, facing edges, its kind, figures, marks on these, or lines on its score sheet. Figures count
//!   that stood there at any time since the choice that had it scored;
//! - in **a resolution**, which is a choice and all it sets off until somebody decides again: if hooks of both caused
//!   events of it, if a hook of one acted on a piece of the other, if one rides on or strikes a choice of the other, or
//!   if both offer the same figure a way to leave.
//!
//! Final scoring is one long resolution in which everything speaks, so there only features count. The base is party to
//! everything, so it meets an expansion wherever that has a piece or a hook in a feature or resolution.

use crate::engine::{Choice, Decision, Game, Opening, Question};
use crate::pieces::{Pieces, PluginSet};
use gatehouse_core::{EventCode, EventRow, FeatureId, FigureId, MarkKind, SegmentId};
use std::sync::Arc;

/// How often some expansions met, and in what.
#[derive(serde::Serialize, serde::Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Met {
    /// In how many games.
    pub games: u64,
    /// In how many features.
    pub features: u64,
    /// In how many resolutions.
    pub resolutions: u64,
}

impl Met {
    /// Whether they met at all.
    pub fn ever(&self) -> bool {
        self.games > 0
    }

    fn add(&mut self, other: &Met) {
        self.games += other.games;
        self.features += other.features;
        self.resolutions += other.resolutions;
    }
}

/// A way to meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    Feature,
    Resolution,
}

/// A count of meetings, and when it was last changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Count {
    met: Met,
    /// The game it was last changed in, from 1.
    game: u64,
    /// The feature or resolution it was last changed in, from 1.
    stamp: u64,
}

impl Count {
    fn note(&mut self, game: u64, stamp: u64, way: Way) {
        if self.stamp == stamp {
            return;
        }
        self.stamp = stamp;
        self.met.games += u64::from(self.game != game);
        self.game = game;
        match way {
            Way::Feature => self.met.features += 1,
            Way::Resolution => self.met.resolutions += 1,
        }
    }
}

/// Counts the meetings in games of one opening. Tell it of each game's beginning, and before and after each choice.
#[derive(Clone, Debug)]
pub struct Meetings {
    pieces: Arc<Pieces>,
    plugins: usize,
    /// The base's place in the plan.
    base: usize,
    /// By the two places in the plan, the smaller first: row `a * plugins + b`.
    pairs: Vec<Count>,
    /// By three places in the plan, see [`triple`].
    triples: Vec<Count>,
    games: u64,
    stamp: u64,
    /// Who was noted last, and when: mostly the next event has the same to say.
    noted: (PluginSet, u64),
    /// How many events of the game were looked at.
    seen: usize,
    /// Whether the last features are being scored.
    closing: bool,
    /// The hooks of this resolution.
    hooks: PluginSet,
    scored: Vec<Scored>,
    moved: Vec<(SegmentId, PluginSet)>,
}

/// A feature that was scored in a resolution, and who wrote on its sheet.
#[derive(Clone, Copy, Debug)]
struct Scored {
    feature: FeatureId,
    lines: PluginSet,
}

impl Meetings {
    /// No meetings yet, in games of `opening`.
    pub fn new(opening: &Opening) -> Meetings {
        let played = &opening.rules().plugins;
        let plugins = played.len().min(64);
        Meetings {
            pieces: Arc::new(Pieces::new(opening)),
            plugins,
            base: played.iter().position(|p| p.plugin.declaration.plugin.base).unwrap_or(0),
            pairs: vec![Count::default(); plugins * plugins],
            triples: vec![Count::default(); triple(0, 1, plugins)],
            games: 0,
            stamp: 0,
            noted: (PluginSet::NONE, 0),
            seen: 0,
            closing: false,
            hooks: PluginSet::NONE,
            scored: Vec::new(),
            moved: Vec::new(),
        }
    }

    /// A game begins: what happened up to here is its set-up.
    pub fn begin(&mut self, game: &Game) {
        self.games += 1;
        self.seen = game.events().len();
        self.closing = false;
    }

    /// The open decision is about to be answered with `choice`.
    pub fn before(&mut self, game: &Game, choice: usize) {
        self.stamp += 1;
        self.hooks = PluginSet::NONE;
        self.seen = game.events().len();
        let Some(decision) = game.decision() else { return };
        match decision.question() {
            Question::Draw(_) => {}
            Question::Place(_) => {
                if let Some((hook, _)) = decision.admits(choice) {
                    self.hooks = self.pieces.of_hook(hook);
                }
            }
            Question::Source => {
                if let Some(Choice::Source { hook, .. }) = decision.choice(choice) {
                    self.hooks = self.pieces.of_hook(hook);
                }
            }
            Question::Depart(_) => self.ways_to_leave(&decision),
            Question::Figure(_) | Question::Offer(_) => self.taken(game, &decision, choice),
        }
        for (row, refusal) in decision.struck() {
            let of_choice = self.pieces.of_hook(row.hook).with(self.of_figure(game, row.figure));
            let set = of_choice.with(self.pieces.of_hook(refusal.hook));
            self.note(set, Way::Resolution);
        }
    }

    /// All that offer the leaving figure something meet, whatever it then does.
    fn ways_to_leave(&mut self, decision: &Decision<'_>) {
        let mut all = PluginSet::NONE;
        for choice in decision.iter() {
            if let Choice::Act(act) = choice {
                all = all.with(self.pieces.of_hook(act.row.hook));
                all = act.riders().fold(all, |all, r| all.with(self.pieces.of_hook(r.hook)));
            }
        }
        self.note(all, Way::Resolution);
    }

    /// Who offers what is chosen meets those who ride on it and whose figure it is.
    fn taken(&mut self, game: &Game, decision: &Decision<'_>, choice: usize) {
        let Some(Choice::Act(act)) = decision.choice(choice) else { return };
        let riders = act.riders().fold(PluginSet::NONE, |all, r| all.with(self.pieces.of_hook(r.hook)));
        self.hooks = self.pieces.of_hook(act.row.hook).with(riders);
        self.note(self.hooks.with(self.of_figure(game, act.row.figure)), Way::Resolution);
    }

    fn of_figure(&self, game: &Game, figure: FigureId) -> PluginSet {
        game.board().figure(figure).map_or(PluginSet::NONE, |f| self.pieces.of_figure_kind(f.kind))
    }

    /// The choice was taken: looks at what it set off.
    pub fn after(&mut self, game: &Game) {
        self.scored.clear();
        self.moved.clear();
        let mut hooks = self.hooks;
        for event in game.events().iter().skip(self.seen) {
            if event.code == EventCode::FINAL_SCORING {
                self.note(hooks, Way::Resolution);
                self.closing = true;
            }
            let by = self.pieces.of_hook(event.hook);
            hooks = hooks.with(by);
            let on = self.piece(game, event);
            if !self.closing {
                self.note(by.with(on), Way::Resolution);
            }
            self.look_at(game, event, by, on);
        }
        self.seen = game.events().len();
        if !self.closing {
            self.note(hooks, Way::Resolution);
        }
        if game.is_over() {
            self.add_left(game);
        }
        self.note_scored(game);
    }

    /// Whose piece an event is about.
    fn piece(&self, game: &Game, event: &EventRow) -> PluginSet {
        match event.code {
            EventCode::FIGURE_MOVED => self.of_figure(game, FigureId(event.subject)),
            EventCode::MARK_SET => self.pieces.of_mark_kind(MarkKind(event.object)),
            EventCode::SHEET_LINE | EventCode::COMPLETED | EventCode::WITHHELD => {
                let row = game.board().features.get(usize::from(event.subject));
                row.map_or(PluginSet::NONE, |f| self.pieces.of_feature_kind(f.kind))
            }
            _ => PluginSet::NONE,
        }
    }

    /// Notes features that were scored and figures that came or went.
    fn look_at(&mut self, game: &Game, event: &EventRow, by: PluginSet, on: PluginSet) {
        match event.code {
            EventCode::COMPLETED | EventCode::SHEET_LINE => self.add_scored(FeatureId(event.subject), by),
            EventCode::POINTS if event.subject != u16::MAX => self.add_scored(FeatureId(event.subject), by),
            EventCode::FIGURE_MOVED => {
                let places = [event.from, event.to].into_iter().filter_map(|p| p.on_segment());
                places.for_each(|segment| self.moved.push((segment, on)));
            }
            EventCode::MARK_SET => {
                // A mark on a figure, with where the figure was.
                if let Some(segment) = event.to.on_segment().filter(|s| s.index() < game.board().segments.len()) {
                    self.moved.push((segment, on));
                }
            }
            _ => {}
        }
    }

    fn add_scored(&mut self, feature: FeatureId, lines: PluginSet) {
        match self.scored.iter_mut().find(|s| s.feature == feature) {
            Some(known) => known.lines = known.lines.with(lines),
            None => self.scored.push(Scored { feature, lines }),
        }
    }

    /// Adds what is left at the end with a figure on it.
    fn add_left(&mut self, game: &Game) {
        let rows = game.board().features.iter().enumerate();
        for (n, _) in rows.filter(|(_, f)| f.is_live() && f.figures > 0) {
            self.add_scored(FeatureId(n as u16), PluginSet::NONE);
        }
    }

    /// Counts who met in the scored features.
    fn note_scored(&mut self, game: &Game) {
        let scored = std::mem::take(&mut self.scored);
        let view = game.view(0);
        for Scored { feature, lines } in &scored {
            let Some(row) = game.board().features.get(feature.index()) else { continue };
            // It may have become part of another since.
            let feature = view.feature_of(row.first);
            let mut set = lines.with(self.pieces.of_feature(game, feature));
            set = set.with(self.pieces.of_figures_on(game, feature));
            let here = self.moved.iter().filter(|(s, _)| view.feature_of(*s) == feature);
            set = here.fold(set, |set, (_, on)| set.with(*on));
            self.stamp += 1;
            self.note(set, Way::Feature);
        }
        self.scored = scored;
    }

    fn note(&mut self, set: PluginSet, way: Way) {
        if self.noted == (set, self.stamp) {
            return;
        }
        self.noted = (set, self.stamp);
        for a in set.iter() {
            self.note_pair(self.base.min(a), self.base.max(a), way);
            for b in set.iter().filter(|b| *b > a) {
                self.note_pair(a, b, way);
                for c in set.iter().filter(|c| *c > b) {
                    if let Some(count) = self.triples.get_mut(triple(a, b, c)) {
                        count.note(self.games, self.stamp, way);
                    }
                }
            }
        }
    }

    fn note_pair(&mut self, a: usize, b: usize, way: Way) {
        if let Some(count) = self.pairs.get_mut(a * self.plugins + b) {
            count.note(self.games, self.stamp, way);
        }
    }

    /// How many games were begun.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How often two plugins met, by their places in [`Rules::plugins`](crate::rules::Rules::plugins).
    pub fn pair(&self, one: usize, other: usize) -> Met {
        let (a, b) = (one.min(other), one.max(other));
        let row = (b < self.plugins).then(|| self.pairs.get(a * self.plugins + b)).flatten();
        row.map_or(Met::default(), |count| count.met)
    }

    /// How often three plugins met all together.
    pub fn triple(&self, mut three: [usize; 3]) -> Met {
        three.sort_unstable();
        let [a, b, c] = three;
        let count = (a < b && b < c).then(|| self.triples.get(triple(a, b, c))).flatten();
        count.map_or(Met::default(), |count| count.met)
    }

    /// Adds what was counted in other games of the same opening.
    pub fn add(&mut self, other: &Meetings) {
        self.games += other.games;
        for (own, count) in self.pairs.iter_mut().zip(&other.pairs) {
            own.met.add(&count.met);
        }
        for (own, count) in self.triples.iter_mut().zip(&other.triples) {
            own.met.add(&count.met);
        }
    }
}

/// The number of three places, each greater than the one before: those that end sooner come first.
const fn triple(a: usize, b: usize, c: usize) -> usize {
    c * c.saturating_sub(1) * c.saturating_sub(2) / 6 + b * b.saturating_sub(1) / 2 + a
}

#[cfg(test)]
mod tests {
    use super::triple;

    #[test]
    fn three_places_have_numbers_without_gaps() {
        let threes = (0..7).flat_map(|c| (0..c).flat_map(move |b| (0..b).map(move |a| triple(a, b, c))));
        assert!(threes.eq(0..35));
        assert_eq!(triple(0, 1, 7), 35);
    }
}
