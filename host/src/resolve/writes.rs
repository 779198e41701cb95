//! What hooks declare to write, compiled, so that what they emit can be held against it.

use super::vocabulary::{Class, Index};
use crate::rules::Writes;
use gatehouse_core::points::Datum;
use gatehouse_core::{MarkKind, Point, Stage};

const MARK: u16 = Datum::mark("").code;
const TALLY: u16 = Datum::tally("").code;
const FIGURES: u16 = Datum::figures().code;
const FIGURES_OF: u16 = Datum::figures_of("").code;
const SHEET: u16 = Datum::sheet("").code;
const SKIPS: u16 = Datum::skips("").code;
const ANYTHING: u16 = Datum::anything().code;

/// The stages by the names that data have for them.
const STAGES: &[(&str, &[Stage])] = &[
    ("owners", &[Stage::OWNERS]),
    ("basis", &[Stage::BASIS]),
    ("rate", &[Stage::RATE]),
    ("instead", &[Stage::INSTEAD]),
    ("plus", &[Stage::PLUS]),
    ("nil", &[Stage::NIL]),
    ("factor", &[Stage::FACTOR_UP, Stage::FACTOR_DOWN]),
    ("bonus", &[Stage::BONUS]),
];

/// Compiles what a hook declares. Names of what is not played are left out: nobody can write that.
pub(super) fn compile(data: &[Datum], index: &Index) -> Writes {
    let mut writes = Writes::default();
    for datum in data {
        let name = datum.name.as_str();
        let id = |class| index.id(class, name);
        writes.classes |= 1u64.checked_shl(datum.code.into()).unwrap_or(0);
        match datum.code {
            ANYTHING => return Writes::ANYTHING,
            FIGURES => writes.figures = u64::MAX,
            FIGURES_OF if name.is_empty() => writes.figures = u64::MAX,
            FIGURES_OF => writes.figures |= id(Class::Figure).map_or(0, |n| 1u64.checked_shl(n.into()).unwrap_or(0)),
            MARK | TALLY if name.is_empty() => writes.every_mark = true,
            MARK => writes.marks.extend(id(Class::Mark).map(MarkKind)),
            TALLY => writes.tallies.extend(id(Class::Mark).map(MarkKind)),
            SHEET => writes.stages |= stages(name),
            SKIPS => writes.skips |= points(name),
            _ => {}
        }
    }
    writes
}

fn stages(name: &str) -> u16 {
    let meant = STAGES.iter().filter(|(stage, _)| name.is_empty() || *stage == name);
    meant.flat_map(|(_, stages)| stages.iter()).fold(0, |bits, stage| bits | 1 << stage.0)
}

fn points(name: &str) -> u32 {
    Point::ALL.iter().filter(|p| name.is_empty() || p.name() == name).fold(0, |bits, p| bits | 1 << p.0)
}

/// The class of a datum's name and all names known for it, if that is not among them.
pub(super) fn unknown(datum: &Datum) -> Option<(&'static str, Vec<&'static str>)> {
    let name = datum.name.as_str();
    let (class, known): (_, Vec<&str>) = match datum.code {
        SHEET => ("stage", STAGES.iter().map(|(stage, _)| *stage).collect()),
        SKIPS => ("point", Point::ALL.iter().map(|p| p.name()).collect()),
        _ => return None,
    };
    (!name.is_empty() && !known.contains(&name)).then_some((class, known))
}

/// The class of declared words that a datum's name is from.
pub(super) fn class(datum: &Datum) -> Option<Class> {
    match datum.code {
        MARK | TALLY => Some(Class::Mark),
        FIGURES_OF => Some(Class::Figure),
        _ => None,
    }
}
