//! A run of the lab: plays the rows of a covering array on all threads and puts the report together.

use super::assemble;
use super::evidence::Evidence;
use super::laws::Around;
use super::report::{Batch, Finding, Meeting, Parameters, PlayerKind, Report, Row, RowTime, Timings};
use super::scripts::Scripts;
use super::space::{SpaceError, Trials};
use super::store::{Store, StoreError};
use super::tally::{Played, Tally};
use super::trial::Bench;
use super::trouble::Trouble;
use crate::resolve::Choice;
use crate::rules::{Given, Origin, Plugin, Rules};
use gatehouse_core::declare::Waiver;
use rayon::iter::{ParallelBridge, ParallelIterator};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// How many games one piece of work holds.
const PIECE: u64 = 64;
/// One game in so many is held against all laws: it takes as long as some hundred others.
pub const EVERY: u64 = 500;

/// What to try.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The ids of the expansions.
    pub expansions: Vec<String>,
    /// 2 for all pairs, 3 for all triples.
    pub strength: u8,
    /// How many games in all rows together.
    pub games: u64,
    /// The seed of everything.
    pub seed: u64,
    /// One game in so many is held against all laws.
    pub every: u64,
    /// How many threads, at least 1.
    pub threads: usize,
    /// Scenario files that are played too.
    pub scenarios: Vec<PathBuf>,
    /// Whether rows that the directory already has are taken over.
    pub resume: bool,
    /// The user's word on the order of hooks: rows and scenarios are played under it, and compared with the games
    /// without it.
    pub given: Given,
    /// What the user takes to be meant so about the order.
    pub waivers: Vec<Waiver>,
}

/// Why there is no report.
#[derive(thiserror::Error, Debug)]
pub enum LabError {
    /// The expansions can't be tried.
    #[error(transparent)]
    Space(#[from] SpaceError),
    /// The directory can't be written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// What is to be resumed is another run.
    #[error(
        "{dir} holds rows of a run with other plugins, options or scenarios: resume it with those, or name another \
         directory with `--report`"
    )]
    Another {
        /// The directory.
        dir: String,
    },
    /// The threads can't be started.
    #[error("{threads} threads can't be started ({source}): ask for fewer")]
    Threads {
        /// How many.
        threads: usize,
        /// Why.
        source: rayon::ThreadPoolBuildError,
    },
}

/// What a run tells on its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// It begins: so many rows and games, of which so many games are taken over from an earlier run.
    Begun {
        /// The rows.
        rows: usize,
        /// The games.
        games: u64,
        /// Those of rows that are resumed.
        resumed: u64,
    },
    /// So many more games were played.
    Games(u64),
    /// A row is finished.
    Row(usize),
    /// The rows are played, and scenarios come next: so many.
    Scenarios(usize),
    /// One more scenario was played.
    Scenario,
}

/// What a run works with.
pub struct Lab<'a> {
    /// The plugins that were found.
    pub plugins: &'a [Plugin],
    /// Other copies of them, linked into the program, to compare with; may be empty.
    pub twins: &'a [Plugin],
    /// What to try.
    pub plan: &'a Plan,
    /// Why rules have no scenario, by rule, as far as somebody said so.
    pub reasons: &'a BTreeMap<String, String>,
    /// Where the report goes.
    pub store: &'a Store,
    /// Set from outside to stop soon.
    pub stop: &'a AtomicBool,
    /// Told what happens.
    pub progress: &'a (dyn Fn(Progress) + Sync),
}

/// A row in work.
struct Work<'a> {
    number: usize,
    choice: Choice,
    games: u64,
    bench: Mutex<Option<Ready<'a>>>,
    tally: Mutex<Option<Tally>>,
    pieces: AtomicUsize,
    nanos: AtomicU64,
}

/// A row's bench, or why there is none.
type Ready<'a> = Arc<Result<Bench<'a>, Trouble>>;

/// What the threads share.
struct Shared<'s, 'a> {
    lab: &'s Lab<'a>,
    evidence: Evidence<'s>,
    digest: &'s str,
    rows: Mutex<BTreeMap<usize, Row>>,
    failed: Mutex<Option<StoreError>>,
}

/// A lock; a thread that panicked while it held it left nothing half done.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<'a> Lab<'a> {
    /// Plays everything and puts the report together. If it is stopped, the report has the finished rows.
    ///
    /// # Errors
    /// Nothing can be tried, or the report can't be written; finished rows are kept.
    pub fn run(&self) -> Result<Report, LabError> {
        let begun = Instant::now();
        let trials = Trials::new(self.plugins, &self.plan.expansions)?;
        let ordered = |row: Choice| {
            let given = self.plan.given.among(|id| is_base(self.plugins, id) || row.plugins.iter().any(|p| p == id));
            Choice { given, waivers: self.plan.waivers.clone(), ..row }
        };
        let choices: Vec<Choice> = trials.rows(self.plan.strength, self.plan.seed).into_iter().map(ordered).collect();
        let parameters = self.parameters(&trials);
        if self.plan.resume && self.store.is_of_another(&parameters.digest) {
            return Err(LabError::Another { dir: self.store.path("").display().to_string() });
        }
        let (mut rows, mut work) = (BTreeMap::new(), Vec::new());
        for (number, choice) in choices.iter().enumerate() {
            let finished = || self.store.finished(number, &parameters.digest);
            match self.plan.resume.then(finished).flatten() {
                Some(row) => drop(rows.insert(number, row)),
                None => work.push(self.work(number, choice, choices.len())),
            }
        }
        let played = |row: &Row| row.played.iter().map(|b| b.games).sum::<u64>();
        let resumed: u64 = rows.values().map(played).sum();
        (self.progress)(Progress::Begun { rows: choices.len(), games: self.plan.games, resumed });
        let resumed_rows = rows.len();
        let mut scripts = Scripts::default();
        self.on_threads(|| scripts = Scripts::new(self.plugins, &trials.expansions, self.plan))?;
        let planned_rows = choices.len();
        let rows = self.play(&work, rows, &parameters, &scripts)?;
        let mut report = Report { parameters, planned_rows, rows, ..Report::default() };
        report.findings = self.scenarios(&mut scripts, &trials)?;
        report.scenarios = scripts.runs;
        assemble::complete(&mut report, self.plugins, &trials, self.reasons);
        let seconds = begun.elapsed().as_secs_f64();
        let games = report.rows.iter().map(played).sum::<u64>().saturating_sub(resumed);
        let games_per_second = games as f64 / seconds.max(1e-9);
        report.timings = Timings { threads: self.plan.threads, seconds, games, games_per_second, resumed_rows };
        Ok(report)
    }

    /// Plays the rows that are not finished, and gives all that are then.
    fn play(
        &self,
        work: &[Work<'a>],
        finished: BTreeMap<usize, Row>,
        parameters: &Parameters,
        scripts: &Scripts,
    ) -> Result<Vec<Row>, LabError> {
        let evidence = Evidence::new(self.plugins, self.store, scripts);
        let (rows, failed) = (Mutex::new(finished), Mutex::new(None));
        let shared = Shared { lab: self, evidence, digest: &parameters.digest, rows, failed };
        self.on_threads(|| shared.play(work))?;
        let Shared { rows, failed, .. } = shared;
        match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
            Some(error) => Err(error.into()),
            None => Ok(rows.into_inner().unwrap_or_else(PoisonError::into_inner).into_values().collect()),
        }
    }

    /// Plays the scenarios with each further expansion; what fails as it is written is found too.
    fn scenarios(&self, scripts: &mut Scripts, trials: &Trials) -> Result<Vec<Finding>, LabError> {
        (self.progress)(Progress::Scenarios(scripts.len()));
        let mut troubles = std::mem::take(&mut scripts.failed);
        let mut changed = Vec::new();
        self.on_threads(|| {
            let each = || (self.progress)(Progress::Scenario);
            changed = scripts.with_each(&trials.expansions, self.plugins, self.stop, each);
        })?;
        troubles.extend(changed);
        let none = Scripts::default();
        let evidence = Evidence::new(self.plugins, self.store, &none);
        let findings = troubles.iter().enumerate().map(|(n, trouble)| {
            let stem = format!("scenario-{:04}", n + 1);
            evidence.finding(trouble, Some(&stem), &Around::default(), None)
        });
        Ok(findings.collect::<Result<_, _>>()?)
    }

    fn on_threads(&self, work: impl FnOnce() + Send) -> Result<(), LabError> {
        let threads = self.plan.threads.max(1);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map(|pool| pool.install(work)).map_err(|source| LabError::Threads { threads, source })
    }

    fn work(&self, number: usize, choice: &Choice, rows: usize) -> Work<'a> {
        let rows = rows.max(1) as u64;
        let games = self.plan.games / rows + u64::from((number as u64) < self.plan.games % rows);
        Work {
            number,
            choice: choice.clone(),
            games,
            bench: Mutex::new(None),
            tally: Mutex::new(None),
            pieces: AtomicUsize::new(games.div_ceil(PIECE).max(1) as usize),
            nanos: AtomicU64::new(0),
        }
    }

    fn parameters(&self, trials: &Trials) -> Parameters {
        let plan = self.plan;
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = writeln!(text, "host {} {}", env!("CARGO_PKG_VERSION"), gatehouse_core::API);
        let mut plugins: Vec<String> = self.plugins.iter().map(pinned).collect();
        plugins.sort();
        let _ = writeln!(text, "{plugins:?} {} {} {} {}", plan.strength, plan.games, plan.seed, plan.every);
        let _ = writeln!(text, "{:?} {}", trials.expansions, !self.twins.is_empty());
        let _ = writeln!(text, "{:?} {:?}", plan.given, plan.waivers);
        for path in &plan.scenarios {
            let _ = writeln!(text, "{path:?} {:?}", std::fs::read_to_string(path).ok());
        }
        let digest = Sha256::digest(text.as_bytes()).iter().fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        });
        Parameters {
            plugins: trials.expansions.clone(),
            strength: plan.strength,
            games: plan.games,
            seed: plan.seed,
            every: plan.every,
            digest,
        }
    }
}

/// Whether a plugin is the base.
pub(super) fn is_base(plugins: &[Plugin], id: &str) -> bool {
    plugins.iter().any(|p| p.declaration.plugin.base && p.declaration.plugin.id == id)
}

fn pinned(plugin: &Plugin) -> String {
    let manifest = &plugin.declaration.plugin;
    let contents = match &plugin.origin {
        Origin::File { sha256, .. } => sha256.as_str(),
        Origin::Linked => "linked",
    };
    format!("{} {} {contents}", manifest.id, manifest.version)
}

impl<'a> Shared<'_, 'a> {
    /// Plays the rows, those that come first as early as can be.
    fn play(&self, work: &[Work<'a>]) {
        let pieces = work.iter().flat_map(|row| (0..row.games.div_ceil(PIECE).max(1)).map(move |piece| (row, piece)));
        pieces.par_bridge().for_each(|(row, piece)| {
            if !self.stopped() {
                self.piece(row, piece);
            }
        });
    }

    fn stopped(&self) -> bool {
        self.lab.stop.load(Ordering::Relaxed) || lock(&self.failed).is_some()
    }

    fn piece(&self, row: &Work<'a>, piece: u64) {
        let begun = Instant::now();
        let ready = self.ready(row);
        if let Ok(bench) = ready.as_ref() {
            let (from, to) = (piece * PIECE, ((piece + 1) * PIECE).min(row.games));
            let tally = bench.play(from, to, || self.stopped());
            let mut whole = lock(&row.tally);
            match whole.as_mut() {
                Some(whole) => whole.add(tally),
                None => *whole = Some(tally),
            }
            drop(whole);
            (self.lab.progress)(Progress::Games(to - from));
        }
        row.nanos.fetch_add(begun.elapsed().as_nanos() as u64, Ordering::Relaxed);
        let last = row.pieces.fetch_sub(1, Ordering::AcqRel) == 1;
        if last && !self.stopped() {
            self.finish(row, &ready);
        }
    }

    /// The row's bench, made by whoever comes first.
    fn ready(&self, row: &Work<'a>) -> Ready<'a> {
        let mut bench = lock(&row.bench);
        let lab = self.lab;
        let make = || Bench::new(row.number, &row.choice, lab.plugins, lab.twins, lab.plan.seed, lab.plan.every);
        Arc::clone(bench.get_or_insert_with(|| Arc::new(make())))
    }

    /// Writes down a row of which all games are played.
    fn finish(&self, row: &Work<'a>, ready: &Ready<'a>) {
        let begun = Instant::now();
        let tally = lock(&row.tally).take();
        let found = self.evidence.row(row.number, &row.choice, ready, tally.as_ref(), self.lab.stop);
        *lock(&row.bench) = None;
        if self.stopped() {
            return;
        }
        let kept = found.and_then(|found| {
            let mut finished = self.finished(row, ready, tally.as_ref());
            finished.findings = found.findings;
            finished.unordered = found.unordered;
            finished.swaps = found.swaps;
            finished.scenarios = found.scenarios;
            let seconds = row.nanos.load(Ordering::Relaxed) as f64 / 1e9 + begun.elapsed().as_secs_f64();
            finished.time = row_time(seconds, tally.as_ref());
            self.lab.store.keep(&finished, self.digest)?;
            Ok(finished)
        });
        match kept {
            Ok(finished) => drop(lock(&self.rows).insert(row.number, finished)),
            Err(error) => drop(lock(&self.failed).get_or_insert(error)),
        }
        (self.lab.progress)(Progress::Row(row.number));
    }

    fn finished(&self, row: &Work<'a>, ready: &Ready<'a>, tally: Option<&Tally>) -> Row {
        let mut plugins = row.choice.plugins.clone();
        plugins.sort();
        let switches = row.choice.switches.clone();
        let mut finished = Row { number: row.number, plugins, switches, ..Row::default() };
        let (Ok(bench), Some(tally)) = (ready.as_ref(), tally) else { return finished };
        finished.digest.clone_from(&bench.rules.digest);
        let batch = |(by, played): (&_, &Played)| Batch {
            by: *by,
            games: played.games,
            decisions: played.decisions,
            in_full: played.in_full,
        };
        finished.played = tally.batches.iter().map(batch).collect();
        finished.meetings = meetings(&bench.rules, tally);
        finished.laws = tally.laws.iter().map(|(law, times)| ((*law).to_owned(), *times)).collect();
        let seen = bench.rules.words.rules.iter().zip(&tally.rules).filter(|(_, seen)| **seen > 0);
        finished.rules = seen.map(|(rule, seen)| (rule.what.id.clone(), *seen)).collect();
        finished
    }
}

fn row_time(seconds: f64, tally: Option<&Tally>) -> RowTime {
    let of = |by| tally.and_then(|t| t.batches.get(&by)).map_or((0, 0.0), |b| (b.games, b.nanos as f64 / 1e9));
    let ((random, random_seconds), (seeker, seeker_seconds)) = (of(PlayerKind::Random), of(PlayerKind::Seeker));
    let games_per_second = (random + seeker) as f64 / (random_seconds + seeker_seconds).max(1e-9);
    RowTime { seconds, random_seconds, seeker_seconds, games_per_second }
}

/// Who met in the games of a row: pairs, then triples.
fn meetings(rules: &Rules, tally: &Tally) -> Vec<Meeting> {
    let n = rules.plugins.len();
    let pairs = (0..n).flat_map(|a| (a + 1..n).map(move |b| vec![a, b]));
    let triples = (0..n).flat_map(|a| (a + 1..n).flat_map(move |b| (b + 1..n).map(move |c| vec![a, b, c])));
    let of = |places: Vec<usize>| {
        let met = |played: &Played| match places[..] {
            [a, b] => played.meetings.pair(a, b),
            [a, b, c] => played.meetings.triple([a, b, c]),
            _ => super::meet::Met::default(),
        };
        let all: Vec<_> = tally.batches.iter().map(|(by, played)| (*by, met(played))).collect();
        let times = all.iter().map(|(_, m)| m.features + m.resolutions).sum();
        let features = all.iter().map(|(_, m)| m.features).sum();
        let games = all.iter().map(|(_, m)| m.games).sum();
        let games_random = all.iter().filter(|(by, _)| *by == PlayerKind::Random).map(|(_, m)| m.games).sum();
        let ids = places.iter().map(|&p| rules.plugins[p].plugin.declaration.plugin.id.clone());
        (games > 0).then(|| Meeting { plugins: ids.collect(), times, features, games, games_random })
    };
    pairs.chain(triples).filter_map(of).collect()
}

/// What was found in a row besides what its games tell.
#[derive(Default)]
pub(super) struct RowFound {
    pub(super) findings: Vec<Finding>,
    pub(super) unordered: u64,
    pub(super) swaps: u64,
    pub(super) scenarios: u64,
}
