//! Holds what hooks emit against what they declare to write.
//!
//! The order of hooks is decided by what they declare, so a hook that does more than that would make it worthless.

use super::fault::{FaultKind, Offence};
use crate::rules::{PlannedHook, Rules, Writes};
use gatehouse_core::points::Datum;
use gatehouse_core::{
    Act, Choices, Completions, Effect, FigureKind, FigureRow, Lines, MarkKind, Reply, Sources, Stage, Verdicts,
};

/// A hook, the rules it is of, and the figures on the table.
#[derive(Clone, Copy)]
pub(super) struct Declared<'a> {
    pub(super) rules: &'a Rules,
    pub(super) hook: &'a PlannedHook,
    pub(super) figures: &'a [FigureRow],
}

type Kept = Result<(), Offence>;

impl Writes {
    fn has(&self, datum: Datum) -> bool {
        self.classes >> datum.code & 1 != 0
    }

    fn marks(&self, kind: MarkKind, only_adds: bool) -> bool {
        self.every_mark || self.marks.contains(&kind) || (only_adds && self.tallies.contains(&kind))
    }

    fn figures(&self, kind: FigureKind) -> bool {
        self.figures >> (kind.0 & 63) & 1 != 0
    }
}

impl Declared<'_> {
    pub(super) fn reply(self, out: &Reply) -> Kept {
        self.emits(!out.offers.is_empty(), Datum::offers())?;
        self.effects(&out.effects)?;
        self.choices(&out.choice_effects)
    }

    pub(super) fn collected(self, out: &Choices) -> Kept {
        self.emits(!out.choices.is_empty(), Datum::choices())?;
        self.emits(!out.strikes.is_empty(), Datum::strikes())?;
        self.emits(!out.riders.is_empty(), Datum::riders())?;
        self.effects(&out.effects)?;
        self.choices(&out.choice_effects)
    }

    pub(super) fn verdicts(self, out: &Verdicts) -> Kept {
        self.emits(!out.refusals.is_empty(), Datum::candidates())?;
        self.emits(!out.admits.is_empty(), Datum::admissions())?;
        self.choices(&out.effects)
    }

    pub(super) fn sources(self, out: &Sources) -> Kept {
        self.emits(!out.sources.is_empty(), Datum::sources())?;
        self.choices(&out.effects)
    }

    pub(super) fn completions(self, out: &Completions) -> Kept {
        self.emits(!out.add.is_empty(), Datum::completions())?;
        self.emits(!out.withhold.is_empty(), Datum::withheld())
    }

    pub(super) fn lines(self, out: &Lines) -> Kept {
        let stray =
            out.lines.iter().find(|l| self.hook.writes.stages.checked_shr(l.stage.0.into()).unwrap_or(0) & 1 == 0);
        stray.map_or(Ok(()), |line| {
            let stage = stage(line.stage);
            Err(undeclared(&format!("lines at `{stage}`"), &format!("sheet(\"{stage}\")"), "writes"))
        })
    }

    fn emits(self, some: bool, datum: Datum) -> Kept {
        if !some || self.hook.writes.has(datum) {
            return Ok(());
        }
        Err(undeclared(datum.class(), &format!("{}()", datum.class()), "writes"))
    }

    /// What it does at once.
    pub(super) fn effects(self, effects: &[Effect]) -> Kept {
        effects.iter().try_for_each(|e| self.effect(&self.hook.writes, e, "writes"))
    }

    /// What its choices do.
    fn choices(self, effects: &[Effect]) -> Kept {
        effects.iter().try_for_each(|e| self.effect(&self.hook.choices_write, e, "choices_write"))
    }

    fn effect(self, writes: &Writes, effect: &Effect, list: &str) -> Kept {
        if let Some((figure, _)) = effect.moves()
            && self.figures.get(figure.index()).is_some_and(|row| writes.figures(row.kind))
        {
            return Ok(());
        }
        let (declared, datum) = match effect.act() {
            Act::Move { figure, .. } => {
                // One that does not exist is a fault of its own.
                let kind = self.figures.get(figure.index()).map(|row| row.kind);
                (kind.is_none_or(|kind| writes.figures(kind)), Datum::figures())
            }
            Act::SetMark { kind, .. } => (writes.marks(kind, false), Datum::mark("")),
            Act::AddMark { kind, .. } | Act::MarkPlaced { kind, .. } => (writes.marks(kind, true), Datum::tally("")),
            Act::Skip { point } => (writes.skips.checked_shr(point.0.into()).unwrap_or(1) & 1 != 0, Datum::skips("")),
            other => match datum(other) {
                Some(datum) => (writes.has(datum), datum),
                None => return Ok(()),
            },
        };
        if declared { Ok(()) } else { Err(self.undeclared(effect, datum, list)) }
    }

    #[cold]
    fn undeclared(self, effect: &Effect, datum: Datum, list: &str) -> Offence {
        let words = &self.rules.words;
        let mark = |kind: MarkKind| words.marks.get(kind.index()).map_or("", |m| m.what.name.as_str());
        let (what, name) = match effect.act() {
            Act::SetMark { kind, .. } => (format!("the mark `{}`", mark(kind)), mark(kind)),
            Act::AddMark { kind, .. } | Act::MarkPlaced { kind, .. } => {
                (format!("the mark `{}`", mark(kind)), mark(kind))
            }
            Act::Skip { point } => (format!("skips of `{}`", point.name()), point.name()),
            _ => (datum.class().to_owned(), ""),
        };
        let name = if name.is_empty() { String::new() } else { format!("\"{name}\"") };
        undeclared(&what, &format!("{}({name})", datum.class()), list)
    }
}

/// The class of data that an effect writes which needs no closer look; none if it writes nothing.
fn datum(act: Act) -> Option<Datum> {
    Some(match act {
        Act::Score { .. } => Datum::points(),
        Act::GrantPart => Datum::parts(),
        Act::GrantTurn { .. } => Datum::turns(),
        Act::Join { .. } | Act::Part { .. } => Datum::joins(),
        Act::AddSegment { .. } | Act::StartTile { .. } => Datum::tiles(),
        Act::Withdraw { .. } | Act::Fill { .. } => Datum::piles(),
        Act::SetAside | Act::Redraw => Datum::drawn(),
        Act::Assess { .. } => Datum::scoring(),
        Act::Supply { .. } => Datum::supplies(),
        Act::Reprint { .. } | Act::Reshape { .. } => Datum::prints(),
        _ => return None,
    })
}

fn stage(stage: Stage) -> String {
    let name = stage.name().to_lowercase();
    name.split('_').next().unwrap_or_default().to_owned()
}

#[cold]
fn undeclared(what: &str, datum: &str, list: &str) -> Offence {
    let message = format!("it writes {what} without declaring it: add `Datum::{datum}` to `{list}` in its head");
    Offence::new(FaultKind::Undeclared, message)
}
