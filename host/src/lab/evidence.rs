//! From trouble to findings: the game is shrunk and written down as record, scenario and picture.

use super::laws::{self, Around, Course};
use super::report::{Finding, FindingKind};
use super::run::RowFound;
use super::scripts::Scripts;
use super::shrink::{self, Case, shrink};
use super::store::{Store, StoreError};
use super::trial::{Bench, Found, Tally, Trouble};
use crate::draw;
use crate::engine::Game;
use crate::resolve::Choice;
use crate::rules::Plugin;
use crate::words;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::AtomicBool;

/// How many tries it may take to shorten a game.
const REPLAYS: usize = 200;
/// How many findings of a row are shrunk and written down; more of them are told without.
const WRITTEN: usize = 20;

/// What findings are written down with.
pub struct Evidence<'a> {
    plugins: &'a [Plugin],
    store: &'a Store,
    scripts: &'a Scripts,
}

impl<'a> Evidence<'a> {
    /// Evidence about these plugins, in this directory.
    pub fn new(plugins: &'a [Plugin], store: &'a Store, scripts: &'a Scripts) -> Evidence<'a> {
        Evidence { plugins, store, scripts }
    }

    /// Everything that is wrong in a row.
    pub(super) fn row(
        &self,
        number: usize,
        choice: &Choice,
        ready: &Result<Bench<'_>, Trouble>,
        tally: Option<&Tally>,
        stop: &AtomicBool,
    ) -> Result<RowFound, StoreError> {
        let mut found = RowFound::default();
        let mut troubles: Vec<Trouble> = match ready {
            Ok(_) => tally.iter().flat_map(|t| t.troubles.values().cloned()).collect(),
            Err(trouble) => vec![trouble.clone()],
        };
        if ready.is_ok() {
            let (played, changed) = self.scripts.under(choice, self.plugins, stop);
            found.scenarios = played;
            troubles.extend(changed);
        }
        troubles.sort_by_key(|t| (t.kind, t.found.as_ref().and_then(|f| f.game), t.about.clone()));
        let around = Around { plugins: self.plugins, ..Around::default() };
        for (n, trouble) in troubles.iter().enumerate() {
            let stem = format!("row-{number:04}-{:02}", n + 1);
            let mut finding = self.finding(trouble, (n < WRITTEN).then_some(stem.as_str()), &around)?;
            finding.row = Some(number);
            found.findings.push(finding);
        }
        Ok(found)
    }

    /// A finding with what shows it, in files whose names begin with `stem`.
    ///
    /// # Errors
    /// A file can't be written.
    pub fn finding(&self, trouble: &Trouble, stem: Option<&str>, around: &Around<'_>) -> Result<Finding, StoreError> {
        let mut finding = Finding {
            kind: trouble.kind,
            plugins: trouble.plugins.clone(),
            hooks: trouble.hooks.clone(),
            about: trouble.about.clone(),
            message: trouble.message.clone(),
            row: None,
            game: trouble.found.as_ref().and_then(|f| f.game),
            by: trouble.found.as_ref().and_then(|f| f.by),
            times: trouble.times,
            choices: 0,
            record: None,
            scenario: None,
            svg: None,
        };
        if let (Some(found), Some(stem)) = (&trouble.found, stem) {
            let case = self.shrunk(trouble, found, around);
            finding.choices = case.choices.len();
            self.write(&case, &mut finding, stem)?;
        }
        Ok(finding)
    }

    /// The shortest game found that shows the same.
    fn shrunk(&self, trouble: &Trouble, found: &Found, around: &Around<'_>) -> Case {
        let whole = Case { opening: found.course.opening.clone(), choices: found.course.choices.clone() };
        if trouble.kind == FindingKind::Inertness {
            // It is a scenario already, and as short as somebody could make it.
            return whole;
        }
        let hook = trouble.hooks.first().cloned().unwrap_or_default();
        let mut fails = |case: &Case| match trouble.kind {
            FindingKind::Fault | FindingKind::Undeclared => shrink::after_each(|game| is_at_fault(game, &hook))(case),
            _ => broken_after(case, &trouble.about, around),
        };
        let shorter = catch_unwind(AssertUnwindSafe(|| shrink(&whole, REPLAYS, &mut fails)));
        shorter.ok().flatten().unwrap_or(whole)
    }

    fn write(&self, case: &Case, finding: &mut Finding, stem: &str) -> Result<(), StoreError> {
        // An engine that panics in this game panics here too; then the choices alone are told.
        let shown = catch_unwind(AssertUnwindSafe(|| (case.record().to_text(), draw::svg(&case.played()))));
        let Ok((record, svg)) = shown else { return Ok(()) };
        finding.record = Some(self.store.write_finding(&format!("{stem}.jsonl"), &record)?);
        finding.svg = Some(self.store.write_finding(&format!("{stem}.svg"), &svg)?);
        Ok(())
    }
}

fn is_at_fault(game: &Game, hook: &str) -> bool {
    game.faults().iter().any(|f| words::hook(game.opening().rules(), f.hook) == hook)
}

/// After how many choices a law is broken in a game, by the law's name.
fn broken_after(case: &Case, law: &str, around: &Around<'_>) -> Option<usize> {
    let course = Course { opening: case.opening.clone(), choices: case.choices.clone() };
    let law = match law {
        "undo of the last choice" => "taking back",
        "hash kept" => "hash and counts",
        "no panic" => return panics_after(&course),
        other => other,
    };
    let (_, law) = laws::ALL.iter().find(|(name, _)| *name == law)?;
    law(&course, around).err().map(|broken| (broken.after + 1).min(course.choices.len()))
}

fn panics_after(course: &Course) -> Option<usize> {
    let mut made = 0;
    let mut play = || {
        let mut game = Game::new(&course.opening);
        for &choice in &course.choices {
            made += 1;
            if game.choose(choice).is_err() {
                return;
            }
        }
        made = 0;
    };
    let panicked = catch_unwind(AssertUnwindSafe(&mut play)).is_err();
    panicked.then_some(made)
}
