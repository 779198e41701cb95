//! What hooks were seen to do, and what of what they declare they were never seen to do.

use crate::engine::{Answer, Game};
use gatehouse_core::points::Datum;
use gatehouse_core::{EventCode, HookId, Point, Stage};
use std::collections::{BTreeMap, BTreeSet};

/// The data that hooks were seen to write: class and, where the class has one, name.
#[derive(Default)]
pub(super) struct Observed(BTreeMap<HookId, BTreeSet<(u16, String)>>);

/// The classes that can be seen in a game: of the others it can't be told who wrote them.
const SEEN: [Datum; 12] = [
    Datum::points(),
    Datum::figures(),
    Datum::figures_of(""),
    Datum::mark(""),
    Datum::tally(""),
    Datum::joins(),
    Datum::turns(),
    Datum::parts(),
    Datum::sheet(""),
    Datum::choices(),
    Datum::offers(),
    Datum::riders(),
];

impl Observed {
    fn note(&mut self, hook: HookId, datum: Datum, name: &str) {
        self.0.entry(hook).or_default().insert((datum.code, name.to_owned()));
    }

    /// Adds what can be seen in a game that listened.
    pub(super) fn add(&mut self, game: &Game) {
        let rules = game.opening().rules();
        let figure_kind = |n: u16| game.board().figures.get(usize::from(n)).map(|f| f.kind);
        for event in game.events().iter().filter(|e| e.hook.is_some()) {
            let hook = event.hook;
            match event.code {
                EventCode::POINTS => self.note(hook, Datum::points(), ""),
                EventCode::FIGURE_MOVED => {
                    let kind = figure_kind(event.subject).and_then(|k| rules.words.figures.get(k.index()));
                    self.note(hook, Datum::figures(), "");
                    self.note(hook, Datum::figures_of(""), kind.map_or("", |k| &k.what.name));
                }
                EventCode::MARK_SET => {
                    let mark = rules.words.marks.get(usize::from(event.object)).map_or("", |m| &m.what.name);
                    self.note(hook, Datum::mark(""), mark);
                    self.note(hook, Datum::tally(""), mark);
                }
                EventCode::JOINED | EventCode::PARTED => self.note(hook, Datum::joins(), ""),
                EventCode::TURN_GRANTED => self.note(hook, Datum::turns(), ""),
                EventCode::PART_GRANTED => self.note(hook, Datum::parts(), ""),
                EventCode::SHEET_LINE => self.note(hook, Datum::sheet(""), stage(Stage(event.cause.0))),
                _ => {}
            }
        }
        for heard in game.heard() {
            let adds = rules
                .hooks
                .get(heard.hook.index())
                .is_some_and(|h| h.point == Point::FIGURE_OFFER || h.point == Point::DEPART);
            match heard.answer {
                Answer::Offered(_) if adds => self.note(heard.hook, Datum::choices(), ""),
                Answer::Offered(_) | Answer::Acted => self.note(heard.hook, Datum::offers(), ""),
                Answer::Rode(_) => self.note(heard.hook, Datum::riders(), ""),
                _ => {}
            }
        }
    }

    /// Adds what was seen elsewhere.
    pub(super) fn absorb(&mut self, other: Observed) {
        for (hook, data) in other.0 {
            self.0.entry(hook).or_default().extend(data);
        }
    }

    /// Which of these data a hook was never seen to write, as they are declared.
    pub(super) fn missing(&self, hook: HookId, declared: &[Datum]) -> Vec<String> {
        let seen = self.0.get(&hook);
        let wrote = |d: &Datum| {
            seen.is_some_and(|s| {
                s.iter().any(|(code, name)| *code == d.code && (d.name.is_empty() || name == d.name.as_str()))
            })
        };
        let told = declared.iter().filter(|d| SEEN.iter().any(|s| s.code == d.code));
        told.filter(|d| !wrote(d)).map(ToString::to_string).collect()
    }
}

/// The name by which hooks declare a stage.
fn stage(stage: Stage) -> &'static str {
    match stage {
        Stage::OWNERS => "owners",
        Stage::BASIS => "basis",
        Stage::RATE => "rate",
        Stage::INSTEAD => "instead",
        Stage::PLUS => "plus",
        Stage::NIL => "nil",
        Stage::FACTOR_UP | Stage::FACTOR_DOWN => "factor",
        Stage::BONUS => "bonus",
        _ => "",
    }
}
