//! Plays scenarios: as they are written, with each further expansion, and with all that a row adds to them.

use super::inert::{Change, Outcome, Resolved, Script};
use super::report::{FindingKind, ScenarioRun};
use super::run::{Plan, is_base};
use super::trouble::{Found, Trouble};
use crate::resolve::Choice;
use crate::rules::{Given, Plugin};
use crate::scenario;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// The scenarios of a run.
#[derive(Default)]
pub struct Scripts {
    /// What came of each, by its file.
    pub runs: Vec<ScenarioRun>,
    /// Those that fail as they are written.
    pub failed: Vec<Trouble>,
    scripts: Vec<Script>,
    resolved: Resolved,
}

impl Scripts {
    /// Plays scenario files as they are written. Of those that use other expansions than these nothing is told.
    pub fn new(plugins: &[Plugin], expansions: &[String], plan: &Plan) -> Scripts {
        let played: Vec<_> =
            plan.scenarios.par_iter().map(|file| one(plugins, expansions, &plan.given, file)).collect();
        let mut scripts = Scripts { resolved: Resolved::new(plan.given.clone()), ..Scripts::default() };
        for (run, script, failed) in played.into_iter().flatten() {
            scripts.runs.push(run);
            scripts.scripts.extend(script);
            scripts.failed.extend(failed);
        }
        scripts
    }

    /// Plays each scenario of the row's expansions with all others of the row: how many, and which come out otherwise.
    pub fn under(&self, row: &Choice, plugins: &[Plugin], stop: &AtomicBool) -> (u64, Vec<Trouble>) {
        let (mut played, mut changed) = (0, Vec::new());
        for script in &self.scripts {
            let added: Vec<String> = row.plugins.iter().filter(|id| !script.plugins.contains(id)).cloned().collect();
            let whole = script.plugins.iter().all(|id| row.plugins.contains(id));
            if !whole || added.is_empty() || stop.load(Ordering::Relaxed) {
                continue;
            }
            let play = |added: &[String]| script.with(added, &row.switches, plugins, &self.resolved);
            match play(&added) {
                Outcome::Same => played += 1,
                Outcome::LeftOut(_) => {}
                Outcome::Changed(change) => {
                    played += 1;
                    let alone = added.iter().find_map(|id| match play(std::slice::from_ref(id)) {
                        Outcome::Changed(change) => Some((vec![id.clone()], change)),
                        _ => None,
                    });
                    let (culprits, change) = alone.unwrap_or((added, change));
                    changed.push(trouble(script, culprits, *change));
                }
            }
        }
        (played, changed)
    }

    /// Plays every scenario with each further expansion alone: fills in the runs and gives those that come out otherwise.
    pub fn with_each(
        &mut self,
        expansions: &[String],
        plugins: &[Plugin],
        stop: &AtomicBool,
        each: impl Fn() + Sync,
    ) -> Vec<Trouble> {
        let resolved = &self.resolved;
        let outcomes = |script: &Script| {
            let added = expansions.iter().filter(|id| !script.plugins.contains(id));
            let going = added.filter(|_| !stop.load(Ordering::Relaxed));
            let tried: Vec<_> = going.map(|id| (id.clone(), alone(script, id, plugins, resolved))).collect();
            each();
            tried
        };
        let all: Vec<Vec<(String, Outcome)>> = self.scripts.par_iter().map(outcomes).collect();
        let mut changed = Vec::new();
        for (script, outcomes) in self.scripts.iter().zip(all) {
            let Some(run) = self.runs.iter_mut().find(|r| r.path == script.path) else { continue };
            for (id, outcome) in outcomes {
                match outcome {
                    Outcome::Same => run.inert.push(id),
                    Outcome::LeftOut(why) => drop(run.left_out.insert(id, why)),
                    Outcome::Changed(change) => {
                        run.changed.push(id.clone());
                        changed.push(trouble(script, vec![id], *change));
                    }
                }
            }
        }
        changed
    }

    /// How many scenarios there are.
    pub fn len(&self) -> usize {
        self.scripts.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.scripts.is_empty()
    }
}

/// Plays a script with one further expansion: with its switches at their defaults, or where that can't be compared with
/// one of them otherwise.
fn alone(script: &Script, id: &String, plugins: &[Plugin], resolved: &Resolved) -> Outcome {
    let play = |switches: &BTreeMap<String, i32>| script.with(std::slice::from_ref(id), switches, plugins, resolved);
    let first = play(&BTreeMap::new());
    if !matches!(first, Outcome::LeftOut(_)) {
        return first;
    }
    let own = plugins.iter().filter(|p| p.declaration.plugin.id == *id).flat_map(|p| &p.declaration.switches);
    let values = own.flat_map(|s| {
        let others = s.values.keys().filter_map(|v| v.parse().ok()).filter(|v| *v != s.default);
        others.map(|value| BTreeMap::from([(format!("{id}.{}", s.name), value)]))
    });
    let mut others = values.map(|switches| play(&switches));
    others.find(|outcome| !matches!(outcome, Outcome::LeftOut(_))).unwrap_or(first)
}

fn trouble(script: &Script, plugins: Vec<String>, change: Change) -> Trouble {
    let hooks = change.hooks;
    Trouble {
        kind: FindingKind::Inertness,
        plugins,
        hooks,
        about: script.path.clone(),
        message: format!("{}: {}", script.title, change.message),
        found: Some(Box::new(Found { game: None, by: None, course: change.course })),
        times: 1,
    }
}

/// A scenario as it is written; nothing if it uses other expansions than these.
fn one(
    plugins: &[Plugin],
    expansions: &[String],
    given: &Given,
    file: &Path,
) -> Option<(ScenarioRun, Option<Script>, Option<Trouble>)> {
    let report = scenario::run_file_with(plugins, file, given);
    let path = file.display().to_string();
    let used = report.record.as_ref().map(|record| record.header.plugins.iter().map(|p| p.id.clone()));
    let used: Vec<String> = used.into_iter().flatten().filter(|id| !is_base(plugins, id)).collect();
    if !used.iter().all(|id| expansions.contains(id)) {
        return None;
    }
    let run = ScenarioRun {
        path: path.clone(),
        title: report.title.clone(),
        plugins: used.clone(),
        rules: report.rules.clone(),
        passed: report.passed(),
        ..ScenarioRun::default()
    };
    let why = match (report.passed(), report.record.clone()) {
        (true, Some(record)) => match Script::new(path.clone(), report.title.clone(), record, plugins) {
            Ok(script) => return Some((run, Some(script), None)),
            Err(why) => why,
        },
        _ => report.failures.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"),
    };
    let failed = Trouble {
        kind: FindingKind::ScenarioFailed,
        plugins: used,
        hooks: Vec::new(),
        about: path,
        message: format!("{}: {why}", report.title),
        found: None,
        times: 1,
    };
    Some((run, None, Some(failed)))
}
