//! A recorded game, played again and watched: every event is put into words as it happens, while places and features
//! still are what they were.

use super::{ExplainError, Span};
use crate::engine::{Answer, Game, Opening, Question};
use crate::record::{self, Record, ReplayError};
use crate::rules::Rules;
use crate::words;
use gatehouse_core::{
    Cause, EventCode, EventRow, FeatureId, HookId, Line, Place, Player, Point, RuleId, Stage, Unit, View,
};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// A recorded game with everything that may be asked about it.
pub struct Story {
    pub(super) record: Record,
    pub(super) opening: Arc<Opening>,
    pub(super) game: Game,
    pub(super) seen: Seen,
}

/// A decision as it was open.
pub(super) struct Step {
    /// How many events there were.
    pub(super) event: usize,
    /// How many notes on hooks there were.
    pub(super) heard: usize,
    /// The number of the turn.
    pub(super) turn: u32,
    /// What was asked; nothing at the end of the game.
    pub(super) question: Option<Question>,
    /// Who decided; nobody for chance.
    pub(super) player: Player,
    /// What was on offer in words, where hooks offered it.
    pub(super) choices: Vec<String>,
}

/// The scoring of a feature.
pub(super) struct Scoring {
    /// The feature, by its number then.
    pub(super) feature: FeatureId,
    /// The events with the lines of its sheet.
    pub(super) lines: Range<usize>,
    /// The awards: those of owners, then those of bonus lines.
    pub(super) points: Vec<usize>,
    /// The strength of each player.
    pub(super) strengths: Vec<i32>,
}

/// What was seen as the game was played again.
#[derive(Default)]
pub(super) struct Seen {
    /// Per event its words; none for one that is of no interest.
    pub(super) texts: Vec<Option<String>>,
    pub(super) steps: Vec<Step>,
    pub(super) scorings: Vec<Scoring>,
    /// Per move from a feature that feature, by its number then.
    pub(super) left: BTreeMap<usize, FeatureId>,
    /// Per note on a hook the feature it was about, in words.
    pub(super) about: Vec<String>,
    /// Per note on a hook the choices it is about, in words.
    pub(super) said: Vec<Vec<String>>,
    /// Where each figure stands at the event that is being looked at.
    places: Vec<Place>,
}

impl Story {
    /// Plays a record again and watches.
    ///
    /// # Errors
    /// The record and the rules part.
    pub fn of(record: &Record, opening: &Arc<Opening>) -> Result<Story, ReplayError> {
        let mut seen = Seen::default();
        let mut game = Game::new(opening);
        game.listen();
        let game = record::watched(record, game, true, |game| seen.look(game, record))?;
        Ok(Story { record: record.clone(), opening: Arc::clone(opening), game, seen })
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Rules {
        self.opening.rules()
    }

    /// The game as the record leaves it.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The record it was played from.
    pub fn record(&self) -> &Record {
        &self.record
    }

    pub(super) fn events(&self) -> &[EventRow] {
        self.game.events()
    }

    /// The game at a decision, by its number.
    pub(super) fn at(&self, step: usize) -> Result<Game, ReplayError> {
        let entries = self.record.entries.get(..step).unwrap_or(&self.record.entries).to_vec();
        record::replay(&Record { entries, ..self.record.clone() }, &self.opening, false)
    }

    /// The event that begins the turn, or final scoring, of an event.
    pub(super) fn beginning(&self, event: usize) -> usize {
        let begins = |e: &EventRow| matches!(e.code, EventCode::TURN_BEGAN | EventCode::FINAL_SCORING);
        let upto = self.events().get(..=event).unwrap_or(self.events());
        upto.iter().rposition(begins).unwrap_or(0)
    }

    /// "turn 5" or "final scoring", whichever an event belongs to.
    pub(super) fn when(&self, event: usize) -> String {
        match self.events().get(self.beginning(event)) {
            Some(e) if e.code == EventCode::TURN_BEGAN => format!("turn {}", e.n),
            Some(e) if e.code == EventCode::FINAL_SCORING => "final scoring".to_owned(),
            _ => "before the first turn".to_owned(),
        }
    }

    /// The events of a part of the game.
    pub(super) fn events_of(&self, span: Span) -> Result<Range<usize>, ExplainError> {
        let events = self.events();
        let ends = |from: usize, code| {
            let end = |e: &EventRow| e.code == EventCode::FINAL_SCORING || e.code == code;
            events[from + 1..].iter().position(end).map_or(events.len(), |n| from + 1 + n)
        };
        let turns = self.game.board().turn.number;
        match span {
            Span::Game => Ok(0..events.len()),
            Span::Turn(turn) => {
                let begins = |e: &EventRow| e.code == EventCode::TURN_BEGAN && i64::from(e.n) == i64::from(turn);
                let known = || match self.game.is_over() {
                    true => format!("turns 1 to {turns}, and `end` for final scoring"),
                    false => format!("turns 1 to {turns} so far"),
                };
                let from = events.iter().position(begins);
                let from = from.ok_or_else(|| ExplainError::Turn { turn, known: known() })?;
                Ok(from..ends(from, EventCode::TURN_BEGAN))
            }
            Span::End => {
                let from = events.iter().position(|e| e.code == EventCode::FINAL_SCORING);
                from.map(|from| from..events.len()).ok_or(ExplainError::End(turns))
            }
        }
    }

    /// The players of a set of strengths or owners as they are called.
    pub(super) fn names(players: impl Iterator<Item = Player>) -> String {
        super::listed(&players.map(|p| words::player(p).to_owned()).collect::<Vec<_>>())
    }

    /// The rules that a hook says it carries out.
    pub(super) fn rules_of(&self, hook: HookId) -> Vec<RuleId> {
        let Some(planned) = self.rules().hooks.get(hook.index()) else { return Vec::new() };
        let declared = &self.rules().words.rules;
        let id = |name: &str| declared.iter().position(|r| r.what.id == name).map(|n| RuleId(n as u16));
        planned.head.rules.as_str().split_whitespace().filter_map(id).collect()
    }
}

impl Seen {
    /// Looks at what has happened since the last look, and at the decision that is open now.
    fn look(&mut self, game: &Game, record: &Record) {
        let (from, events) = (self.texts.len(), game.events());
        if self.steps.is_empty() {
            self.places = game.board().figures.iter().map(|f| f.place).collect();
        }
        for (n, event) in events.iter().enumerate().skip(from) {
            if !self.steps.is_empty() {
                self.follow(game, n, event);
            }
            let text = self.text(game, record, n, event);
            self.texts.push(text);
        }
        for note in &game.heard()[self.about.len().min(game.heard().len())..] {
            let (about, point) = (note.feature, game.opening().rules().hooks[note.hook.index()].point);
            self.about.push(if about.is_some() { words::feature(game, about) } else { String::new() });
            let rows = match &note.answer {
                Answer::Offered(rows) => &rows[..],
                Answer::Struck(row, ..) | Answer::Dropped(row, _) => std::slice::from_ref(row),
                _ => &[],
            };
            let said = rows.iter().map(|(row, from)| {
                let owner = game.board().figure(row.figure).map_or(Player::NONE, |f| f.owner);
                let viewer = if point == Point::DEPART && owner.is_some() { owner } else { note.active };
                words::choice_from(game, viewer, row, *from)
            });
            self.said.push(said.collect());
        }
        self.steps.push(step(game));
    }

    fn text(&self, game: &Game, record: &Record, n: usize, event: &EventRow) -> Option<String> {
        let entry = || {
            let taken = self.steps.len().checked_sub(1).filter(|_| self.steps.last().is_some_and(|s| s.event == n))?;
            record.entries.get(taken)
        };
        match event.code {
            EventCode::CHOSEN => entry().map(|e| format!("{} chooses: {}", e.by, e.choose)),
            EventCode::CHANCE => entry().map(|e| format!("chance decides: {}", e.choose)),
            EventCode::FAULT => {
                let message = game.faults().iter().find(|f| f.event as usize == n).map(|f| f.message.as_str());
                words::event(game, event).map(|text| message.map_or(text.clone(), |why| format!("{text}: {why}")))
            }
            _ => words::event(game, event),
        }
    }

    /// Follows figures and sheets through an event.
    fn follow(&mut self, game: &Game, n: usize, event: &EventRow) {
        match event.code {
            EventCode::FIGURE_MOVED => {
                if let Some(segment) = event.from.on_segment().and_then(|s| game.board().segments.get(s.index())) {
                    self.left.insert(n, segment.feature);
                }
                if let Some(place) = self.places.get_mut(event.subject as usize) {
                    *place = event.to;
                }
            }
            EventCode::SHEET_LINE => match self.scorings.last_mut() {
                Some(last) if last.lines.end == n && same(&game.events()[last.lines.start], event) => {
                    last.lines.end += 1
                }
                _ => {
                    let feature = FeatureId(event.subject);
                    let strengths = strengths(game, feature, &self.places);
                    self.scorings.push(Scoring { feature, lines: n..n + 1, points: Vec::new(), strengths });
                }
            },
            EventCode::POINTS if event.subject != u16::MAX => {
                let own = |s: &&mut Scoring| same(&game.events()[s.lines.start], event);
                if let Some(scoring) = self.scorings.iter_mut().rev().find(own) {
                    scoring.points.push(n);
                }
            }
            _ => {}
        }
    }
}

/// Whether two events are of the same scoring.
fn same(a: &EventRow, b: &EventRow) -> bool {
    (a.subject, a.parent) == (b.subject, b.parent)
}

fn step(game: &Game) -> Step {
    let decision = game.decision();
    let question = decision.map(|d| d.question());
    let of_hooks = !matches!(question, None | Some(Question::Draw(_) | Question::Place(_)));
    Step {
        event: game.events().len(),
        heard: game.heard().len(),
        turn: game.board().turn.number,
        question,
        player: decision.and_then(|d| d.player()).unwrap_or(Player::NONE),
        choices: decision.filter(|_| of_hooks).map_or(Vec::new(), |d| words::choices(game, &d)),
    }
}

/// The strength of each player on a feature with the figures at these places.
fn strengths(game: &Game, feature: FeatureId, places: &[Place]) -> Vec<i32> {
    let (board, view): (_, View<'_>) = (game.board(), game.view(0));
    let mut strengths = vec![0; board.players.len()];
    for (row, place) in board.figures.iter().zip(places) {
        let on = place.on_segment().and_then(|s| board.segments.get(s.index()));
        let kind = view.figure_kind(row.kind);
        if on.is_none_or(|s| s.feature != feature) || !kind.meeple {
            continue;
        }
        if let Some(own) = strengths.get_mut(row.owner.index()) {
            *own += match kind.weight_print.is_some() {
                true => view.prints_of(feature, kind.weight_print) as i32,
                false => i32::from(kind.weight),
            };
        }
    }
    strengths
}

/// A line of a sheet as it was written, from its event.
pub(super) fn line(event: &EventRow) -> Line {
    let Cause(stage) = event.cause;
    Line {
        stage: Stage(stage),
        to: event.player,
        unit: Unit::from_bits(event.object),
        rule: event.rule,
        hook: event.hook,
        count: event.n,
        rate: event.m,
    }
}
