//! From trouble to findings: the game is shrunk and written down as record, scenario and picture.

use super::course::Course;
use super::culprit::Culprit;
use super::laws::{self, Around};
use super::report::{Finding, FindingKind};
use super::run::RowFound;
use super::scenario::{self, Shows};
use super::scripts::Scripts;
use super::shrink::{self, Fails, shrink};
use super::store::{Store, StoreError};
use super::swap::{self, Swap};
use super::tally::Tally;
use super::trial::Bench;
use super::trouble::{Found, Trouble, plugins_of};
use crate::draw;
use crate::engine::Game;
use crate::resolve::Choice;
use crate::rules::Plugin;
use crate::words;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

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

/// What is said of two unordered hooks that do not commute.
const UNORDERED: &str = "which comes first is declared by nobody and shows";
/// What is said of a word of the user's that leads to another game.
const OVERRIDDEN: &str = "the setup's order leads to another game than the one the plugins declare";
/// In how many games of a row the user's word is compared with what the plugins declare.
const GIVEN: u64 = 32;

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
        let mut swaps = Vec::new();
        if let (Ok(bench), Some(tally)) = (ready, tally) {
            found.unordered = bench.rules.unordered.len() as u64;
            swaps = self.swaps(bench, choice, tally, stop, &mut found.swaps);
            troubles.extend(swaps.iter().map(|(_, trouble)| trouble.clone()));
            let (played, changed) = self.scripts.under(choice, self.plugins, stop);
            found.scenarios = played;
            troubles.extend(changed);
        }
        troubles.sort_by_key(|t| (t.kind, t.found.as_ref().and_then(|f| f.game), t.about.clone()));
        let around = Around { plugins: self.plugins, ..Around::default() };
        for (n, trouble) in troubles.iter().enumerate() {
            let stem = format!("row-{number:04}-{:02}", n + 1);
            let swap = swaps.iter().find(|(_, t)| t.key() == trouble.key()).map(|(swap, _)| swap);
            let mut finding = self.finding(trouble, (n < WRITTEN).then_some(stem.as_str()), &around, swap)?;
            finding.row = Some(number);
            found.findings.push(finding);
        }
        Ok(found)
    }

    /// Swaps each pair of the row's hooks that nothing orders, in the first games and the first in which both did
    /// something, and gives the pairs under which a game comes out otherwise.
    fn swaps(
        &self,
        bench: &Bench<'_>,
        choice: &Choice,
        tally: &Tally,
        stop: &AtomicBool,
        played: &mut u64,
    ) -> Vec<(Swap, Trouble)> {
        let mut found = Vec::new();
        let games: u64 = tally.batches.values().map(|b| b.games).sum();
        let mut courses: BTreeMap<u64, Option<Course>> = BTreeMap::new();
        let pairs = bench.rules.unordered.iter().zip(&tally.together);
        let pairs = pairs.filter(|(pair, _)| !swap::is_waived(&bench.rules, **pair)).filter_map(|(pair, together)| {
            let tried: BTreeSet<u64> = (0..2).chain(*together).collect();
            Some((Swap::new(&bench.rules, *pair, self.plugins, choice).ok()?, tried, UNORDERED))
        });
        // The user's word is compared with what the plugins declare, in more games: whether it shows is what is asked.
        let given = Swap::declared(self.plugins, choice).map(|swap| (swap, (0..GIVEN).collect(), OVERRIDDEN));
        for (swap, tried, said) in pairs.chain(given) {
            if stop.load(Ordering::Relaxed) {
                continue;
            }
            let tried = tried.into_iter().filter(|game| *game < games);
            let mut partings = Vec::new();
            for game in tried {
                let course = courses.entry(game).or_insert_with(|| bench.course(game).ok());
                let Some(course) = course else { continue };
                *played += 1;
                let parting = catch_unwind(AssertUnwindSafe(|| swap.parting(course)));
                partings.extend(parting.ok().flatten().map(|parting| (game, course.clone(), parting)));
            }
            let times = partings.len() as u64;
            let Some((game, mut course, parting)) = partings.into_iter().next() else { continue };
            course.choices.truncate(parting.after);
            let mut hooks = vec![swap.first.clone(), swap.then.clone()];
            hooks.dedup();
            let trouble = Trouble {
                kind: FindingKind::Commutation,
                plugins: plugins_of(&hooks),
                hooks,
                about: format!("{}: {}", swap.point, parting.what),
                message: format!("{said}: {}", parting.message),
                found: Some(Box::new(Found { game: Some(game), by: Some(Bench::by(game)), course })),
                times,
            };
            found.push((swap, trouble));
        }
        found
    }

    /// A finding with what shows it, in files whose names begin with `stem`.
    ///
    /// # Errors
    /// A file can't be written.
    pub fn finding(
        &self,
        trouble: &Trouble,
        stem: Option<&str>,
        around: &Around<'_>,
        swap: Option<&Swap>,
    ) -> Result<Finding, StoreError> {
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
            let mut fails = |case: &Course| fails(trouble, case, around, swap);
            let case = self.shrunk(trouble, found, &mut fails);
            finding.choices = case.choices.len();
            if trouble.kind == FindingKind::LawBroken && finding.hooks.is_empty() {
                Culprit { plugins: finding.plugins, hooks: finding.hooks } = Culprit::of(&case);
            }
            self.write(&case, &mut finding, stem, &mut fails)?;
        }
        Ok(finding)
    }

    /// The shortest game found that shows the same.
    fn shrunk(&self, trouble: &Trouble, found: &Found, fails: Fails<'_>) -> Course {
        let whole = found.course.clone();
        if trouble.kind == FindingKind::Inertness {
            // It is a scenario already, and as short as somebody could make it.
            return whole;
        }
        let shorter = catch_unwind(AssertUnwindSafe(|| shrink(&whole, REPLAYS, fails)));
        shorter.ok().flatten().unwrap_or(whole)
    }

    fn write(&self, case: &Course, finding: &mut Finding, stem: &str, fails: Fails<'_>) -> Result<(), StoreError> {
        let shown = |case: &Course| {
            catch_unwind(AssertUnwindSafe(|| (case.record().to_text(), draw::svg(&case.played())))).ok()
        };
        // An engine that panics in this game panics here too; then the record ends before the choice that does it.
        let before =
            || Course { choices: case.choices.split_last().map_or(Vec::new(), |(_, b)| b.to_vec()), ..case.clone() };
        let Some((record, svg)) = shown(case).or_else(|| shown(&before())) else { return Ok(()) };
        finding.record = Some(self.store.write_finding(&format!("{stem}.jsonl"), &record)?);
        finding.svg = Some(self.store.write_finding(&format!("{stem}.svg"), &svg)?);
        let shows = Shows {
            title: format!("{}: {}", finding.kind.words(), finding.about),
            failed: vec![finding.message.clone()],
            hooks: finding.hooks.clone(),
        };
        let scenario = catch_unwind(AssertUnwindSafe(|| scenario::write(case, &shows, self.plugins, fails)));
        if let Ok(scenario) = scenario {
            finding.scenario = Some(self.store.write_finding(&format!("{stem}.toml"), &scenario.text)?);
        }
        Ok(())
    }
}

/// After how many choices a game shows the trouble.
fn fails(trouble: &Trouble, case: &Course, around: &Around<'_>, swap: Option<&Swap>) -> Option<usize> {
    match trouble.kind {
        FindingKind::Commutation => swap.and_then(|swap| swap.fails(case)),
        FindingKind::Fault | FindingKind::Undeclared => {
            let hook = trouble.hooks.first()?;
            shrink::after_each(|game| is_at_fault(game, hook))(case)
        }
        FindingKind::LawBroken => broken_after(case, &trouble.about, around),
        _ => None,
    }
}

fn is_at_fault(game: &Game, hook: &str) -> bool {
    game.faults().iter().any(|f| words::hook(game.opening().rules(), f.hook) == hook)
}

/// After how many choices a law is broken in a game, by the law's name.
fn broken_after(case: &Course, law: &str, around: &Around<'_>) -> Option<usize> {
    let law = match law {
        "undo of the last choice" => "taking back",
        "hash kept" => "hash and counts",
        "no panic" => return panics_after(case),
        other => other,
    };
    let (_, law) = laws::ALL.iter().find(|(name, _)| *name == law)?;
    law(case, around).err().map(|broken| (broken.after + 1).min(case.choices.len()))
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
