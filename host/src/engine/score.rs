//! Scores features: strengths, owners, the sheet's lines, points.

use super::call::About;
use super::door;
use super::fault::Offence;
use super::opening::Opening;
use super::play::Play;
use super::timeline::KeptSheet;
use abi_stable::std_types::RSlice;
use gatehouse_core::points::Outcome;
use gatehouse_core::{
    Cause, EventCode, EventRow, FeatureId, HookId, Line, Lines, Player, PlayerSet, RuleId, SegmentId, Sheet, Stage,
    sheet,
};

/// A feature to be scored, and how.
#[derive(Clone, Copy)]
pub(super) struct Assessment {
    pub(super) feature: FeatureId,
    pub(super) complete: bool,
    /// Whether this is final scoring.
    pub(super) last: bool,
}

/// The most lines one hook may write on a sheet.
const MOST_LINES: usize = 256;

impl KeptSheet {
    /// Whether a segment was part of the feature when it was scored.
    pub(super) fn holds(&self, segment: SegmentId) -> bool {
        self.segments.binary_search(&segment).is_ok()
    }

    /// The sheet as hooks see it.
    pub(super) fn as_seen(&self) -> Sheet<'_> {
        Sheet {
            feature: self.feature,
            kind: self.kind,
            complete: self.complete,
            last: self.last,
            owners: self.owners,
            strengths: self.strengths,
            lines: RSlice::from_slice(&self.lines),
        }
    }
}

/// The players with the greatest strength above 0.
fn strongest(strengths: &[i32]) -> PlayerSet {
    let most = strengths.iter().copied().max().unwrap_or(0).max(1);
    (0..strengths.len()).filter(|&p| strengths[p] == most).map(|p| Player(p as u8)).collect()
}

impl Play {
    /// Scores a feature and keeps its sheet.
    pub(super) fn score_feature(&mut self, o: &Opening, what: Assessment, parent: u32) -> KeptSheet {
        let mut kept = self.unwritten(o, what);
        if kept.scored {
            if !what.last {
                kept.segments = self.state.segments_of(what.feature);
                kept.segments.sort_unstable();
            }
            self.write_lines(o, &mut kept, parent);
            kept.value = sheet::value(&kept.lines);
            self.award_sheet(o, &kept, parent);
        }
        kept
    }

    /// A sheet with strengths and owners, but no line yet.
    pub(super) fn unwritten(&self, o: &Opening, what: Assessment) -> KeptSheet {
        let row = self.state.board.features[what.feature.index()];
        let mut kept = KeptSheet {
            feature: what.feature,
            anchor: row.first,
            segments: Vec::new(),
            kind: row.kind,
            complete: what.complete,
            last: what.last,
            owners: PlayerSet::NONE,
            strengths: [0; Player::MAX],
            lines: Vec::new(),
            value: 0,
            scored: row.figures > 0,
        };
        if kept.scored {
            kept.strengths = door::view(o, &self.state.board, 0).strengths(what.feature);
            kept.owners = strongest(&kept.strengths);
        }
        kept
    }

    pub(super) fn write_lines(&mut self, o: &Opening, kept: &mut KeptSheet, parent: u32) {
        for (id, hook) in &o.rules.at.score {
            let about = About {
                feature: kept.feature,
                complete: kept.complete,
                sole_owner: kept.owners.sole().is_some(),
                parent,
                ..About::default()
            };
            if !self.wanted(o, *id, &about) {
                continue;
            }
            let planned = &o.rules.hooks[id.index()];
            let sheet = kept.as_seen();
            let (board, lines) = (&self.state.board, self.scratch.lines.here());
            let outcome = self.door.call(o, board, *id, lines, &|view, out| (hook.call)(view, &sheet, out));
            if outcome == Outcome::DONE && self.scratch.lines.here().is_empty() {
                continue;
            }
            let mut out = self.scratch.lines.take();
            let done = self.outcome(o, *id, outcome).and_then(|()| self.lines_sound(&out));
            let done = done.and_then(|()| self.declared(o, *id).lines(&out));
            if let Err(offence) = done {
                self.fault(o, *id, offence);
            } else {
                let cited =
                    |l: &Line| Line { hook: *id, rule: if l.rule.is_some() { l.rule } else { planned.rule }, ..*l };
                kept.lines.extend(out.lines.iter().map(cited));
                if let Some(line) = out.lines.iter().rfind(|l| l.stage == Stage::OWNERS) {
                    let players = self.state.board.players.len();
                    kept.owners = PlayerSet(line.count as u8 & (((1u16 << players) - 1) as u8));
                }
            }
            out.clear();
            self.scratch.lines.put(out);
        }
    }

    fn lines_sound(&self, out: &Lines) -> Result<(), Offence> {
        let players = self.state.board.players.len();
        let bad = |l: &Line| l.stage.0 > Stage::BONUS.0 || (l.stage == Stage::BONUS && l.to.index() >= players);
        if out.lines.iter().any(bad) {
            return Err("it writes a line of an unknown stage or for nobody".into());
        }
        if out.lines.len() > MOST_LINES {
            return Err(Offence::limit(format_args!("it writes {} lines, more than {MOST_LINES}", out.lines.len())));
        }
        Ok(())
    }

    fn award_sheet(&mut self, o: &Opening, kept: &KeptSheet, parent: u32) {
        let event = EventRow { subject: kept.feature.0, parent, ..EventRow::default() };
        for line in &kept.lines {
            self.state.tell(EventRow {
                code: EventCode::SHEET_LINE,
                hook: line.hook,
                rule: line.rule,
                player: line.to,
                cause: Cause(line.stage.0),
                n: line.count,
                m: line.rate,
                object: line.unit.to_bits(),
                ..event
            });
        }
        let source = kept.lines.iter().find(|l| l.stage == Stage::INSTEAD || l.stage == Stage::BASIS);
        let (hook, rule) = source.map_or((HookId::NONE, RuleId::NONE), |l| (l.hook, l.rule));
        let base = self.time.tasks.len();
        if !kept.lines.is_empty() {
            for player in kept.owners.iter() {
                let from = self.time.tasks.len();
                self.award(o, player, kept.value, EventRow { hook, rule, ..event });
                self.time.defer(base, from);
            }
        }
        for line in kept.lines.iter().filter(|l| l.stage == Stage::BONUS) {
            let from = self.time.tasks.len();
            let points = line.count.saturating_mul(line.rate);
            self.award(o, line.to, points, EventRow { hook: line.hook, rule: line.rule, ..event });
            self.time.defer(base, from);
        }
    }

    /// The occupied features left at the end, in the order of their kinds' final keys, then of their first figure.
    pub(super) fn left_at_the_end(&self, o: &Opening) -> Vec<FeatureId> {
        let board = &self.state.board;
        let mut found: Vec<(u16, u16, FeatureId)> = Vec::new();
        for segment in board.figures.iter().filter_map(|f| f.place.on_segment()) {
            let row = &board.segments[segment.index()];
            found.push((o.tables.feature_kinds[row.kind.index()].final_key, segment.0, row.feature));
        }
        found.sort_unstable();
        let mut features: Vec<FeatureId> = Vec::new();
        for (_, _, feature) in found {
            if !features.contains(&feature) {
                features.push(feature);
            }
        }
        features
    }
}
