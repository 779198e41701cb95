//! Completed features: found, scored, told to hooks, and their figures sent off; at the end those left on the board.
//!
//! Rules may join and part features in between, and that gives them other numbers. So a feature that waits is known by
//! one of its segments, its anchor: segments stay what they are.

use super::call::About;
use super::fault::Offence;
use super::opening::Opening;
use super::play::Play;
use super::score::Assessment;
use super::timeline::{Step, Task};
use abi_stable::std_types::RSlice;
use gatehouse_core::points::Scored;
use gatehouse_core::{Board, Completions, EventCode, EventRow, FeatureId, HookId, SegmentId};

/// The most features one hook may add to the completed ones, and the most it may withhold.
const MOST_COMPLETIONS: usize = 4096;

/// A segment of each feature.
pub(super) fn anchors(board: &Board, features: &[FeatureId]) -> Vec<SegmentId> {
    features.iter().map(|f| board.features[f.index()].first).collect()
}

impl Play {
    /// The feature that a segment is part of now.
    pub(super) fn feature_of(&self, segment: SegmentId) -> FeatureId {
        self.state.board.segments[segment.index()].feature
    }

    /// The features of the anchors as they are now, each once.
    pub(super) fn completed_now(&self) -> Vec<FeatureId> {
        let mut features: Vec<FeatureId> = Vec::with_capacity(self.time.completed.len());
        for feature in self.time.completed.iter().map(|&a| self.feature_of(a)) {
            if !features.contains(&feature) {
                features.push(feature);
            }
        }
        features
    }

    pub(super) fn identify(&mut self, o: &Opening) {
        let mut completed = self.newly_complete(o);
        self.time.touched.segments.clear();
        self.time.touched.added = 0;
        if !o.rules.at.completed.is_empty() {
            self.ask_completed(o, &mut completed);
        }
        let parent = self.about().parent;
        for &feature in &completed {
            // What a hook adds may be incomplete: then it is scored now, and again when it is completed.
            if self.is_completed(o, feature) {
                self.state.feature_mut(feature).closed = true;
                let event = EventRow { code: EventCode::COMPLETED, subject: feature.0, parent, ..EventRow::default() };
                self.state.tell(event);
            }
        }
        if completed.is_empty() && o.rules.at.before_score.is_empty() {
            return self.time.go(o, Step::AfterScoring);
        }
        self.time.completed = anchors(&self.state.board, &completed);
        self.time.go(o, Step::BeforeScore);
    }

    /// Whether a feature is complete and of a kind that can be.
    fn is_completed(&self, o: &Opening, feature: FeatureId) -> bool {
        let row = &self.state.board.features[feature.index()];
        row.is_complete() && o.tables.feature_kinds[row.kind.index()].completes
    }

    /// The features completed since the last look: those of the placed tile in printed order, then the others.
    fn newly_complete(&self, o: &Opening) -> Vec<FeatureId> {
        let board = &self.state.board;
        let mut completed = Vec::new();
        for segment in &self.time.touched.segments {
            let feature = board.segments[segment.index()].feature;
            let row = &board.features[feature.index()];
            if self.is_completed(o, feature) && !row.closed && !completed.contains(&feature) {
                completed.push(feature);
            }
        }
        completed
    }

    fn ask_completed(&mut self, o: &Opening, completed: &mut Vec<FeatureId>) {
        for (id, hook) in &o.rules.at.completed {
            if !self.wanted(o, *id, &self.about()) {
                continue;
            }
            let mut out = self.scratch.completions.take();
            out.clear();
            let all = RSlice::from_slice(completed);
            let board = &self.state.board;
            let outcome = self.door.call(o, board, *id, &mut *out, &|view, out| (hook.call)(view, &all, out));
            let done = self.outcome(o, *id, outcome).and_then(|()| self.completions_sound(&out));
            match done.and_then(|()| self.declared(o, *id).completions(&out)) {
                Ok(()) => self.take_completions(*id, &out, completed),
                Err(offence) => self.fault(o, *id, offence),
            }
            self.scratch.completions.put(out);
        }
    }

    fn completions_sound(&self, out: &Completions) -> Result<(), Offence> {
        let live = |f: FeatureId| self.state.board.features.get(f.index()).is_some_and(|r| r.is_live());
        let named = out.add.iter().copied().chain(out.withhold.iter().map(|w| w.feature));
        if let Some(unknown) = named.into_iter().find(|f| !live(*f)) {
            return Err(Offence::illegal(format_args!("there is no feature {}", unknown.0)));
        }
        if out.add.len().max(out.withhold.len()) > MOST_COMPLETIONS {
            return Err(Offence::limit(format_args!("it adds or withholds more than {MOST_COMPLETIONS} features")));
        }
        Ok(())
    }

    fn take_completions(&mut self, hook: HookId, out: &Completions, completed: &mut Vec<FeatureId>) {
        for row in &out.withhold {
            if let Some(at) = completed.iter().position(|f| *f == row.feature) {
                completed.remove(at);
                let (code, subject) = (EventCode::WITHHELD, row.feature.0);
                self.state.tell(EventRow { code, subject, hook, rule: row.rule, ..EventRow::default() });
            }
        }
        for feature in &out.add {
            if !completed.contains(feature) {
                completed.push(*feature);
            }
        }
    }

    pub(super) fn score(&mut self, o: &Opening) {
        let Some(&anchor) = self.time.completed.get(self.time.item as usize) else {
            return self.time.go(o, Step::Scored);
        };
        self.time.item += 1;
        let feature = self.feature_of(anchor);
        // Two completed features that a rule has made one are scored once.
        let mut sheets = self.time.sheets.iter();
        if sheets.any(|s| s.holds(anchor) || (!s.scored && self.feature_of(s.anchor) == feature)) {
            return;
        }
        let complete = self.is_completed(o, feature);
        let parent = self.about().parent;
        let kept = self.score_feature(o, Assessment { feature, complete, last: false }, parent);
        self.time.sheets.push(kept);
    }

    pub(super) fn scored(&mut self, o: &Opening) {
        let (i, list) = (self.time.item as usize, &o.rules.at.scored);
        if list.is_empty() || i >= self.time.sheets.len() {
            return self.time.go(o, Step::Depart);
        }
        let mut sheets = std::mem::take(&mut self.time.sheets);
        sheets[i].feature = self.feature_of(sheets[i].anchor);
        let kept = &sheets[i];
        let about = About {
            feature: kept.feature,
            complete: kept.complete,
            sole_owner: kept.owners.sole().is_some(),
            ..self.about()
        };
        let args = Scored { sheet: kept.as_seen(), points: kept.value };
        if self.ask(o, list, about, |hook, view, out| (hook.call)(view, &args, out)) {
            self.time.item += 1;
            self.time.hook = 0;
        }
        self.time.sheets = sheets;
    }

    pub(super) fn dispose(&mut self, o: &Opening) {
        let mut sheets = std::mem::take(&mut self.time.sheets);
        sheets.retain(|s| s.scored);
        self.time.go(o, Step::AfterScoring);
        if !sheets.is_empty() {
            self.time.tasks.push(Task::Depart { sheets, leavers: Vec::new(), asked: false, hook: HookId::NONE });
        }
    }

    pub(super) fn final_features(&mut self, o: &Opening) {
        let item = self.time.item as usize;
        let Some(&anchor) = self.time.completed.get(item) else { return self.time.go(o, Step::FinalScore) };
        self.time.item += 1;
        let feature = self.feature_of(anchor);
        if self.time.completed[..item].iter().all(|&a| self.feature_of(a) != feature) {
            let parent = self.about().parent;
            self.score_feature(o, Assessment { feature, complete: false, last: true }, parent);
        }
    }
}
