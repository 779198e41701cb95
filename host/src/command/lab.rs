//! `gatehouse lab`: tries what expansions do to each other.

use super::lookout::{tell_author, watch};
use super::which::{self, Where};
use super::{Done, Failure, say};
use clap::Args;
use gatehouse::lab::junit::junit;
use gatehouse::lab::page::{self, Shown};
use gatehouse::lab::report::{Colour, Report};
use gatehouse::lab::run::{EVERY, Lab, LabError, Plan, Progress};
use gatehouse::lab::store::{self, Store};
use gatehouse::lookout::Limits;
use gatehouse::resolve::{self, Choice, Finding, SetupFile};
use gatehouse::rules::Plugin;
use gatehouse::{bundled, load, scenario};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// The scenarios that are played where nobody names others.
const SCENARIOS: &str = "tests/scenarios";
/// The file of reasons that is read where nobody names another.
const UNCOVERED: &str = "tests/uncovered.toml";

/// Try what expansions do to each other: covering arrays, laws, meetings, a report
#[derive(Args)]
pub(super) struct Trial {
    /// Expansions to try together, with commas between; all found if absent
    #[arg(long = "use", value_name = "IDS", value_delimiter = ',')]
    expansions: Option<Vec<String>>,
    /// 2: every pair of values of expansions and switches occurs in some row; 3: every triple
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u8).range(2..=3))]
    strength: u8,
    /// How many games in all rows together
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The seed of everything
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads; as many as the machine has if absent
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The directory the report is written to
    #[arg(long, value_name = "DIR", default_value = "lab-report")]
    report: PathBuf,
    /// Take over the rows that an interrupted run finished
    #[arg(long)]
    resume: bool,
    /// A folder of scenarios to play under the rows; tests/scenarios if that is there
    #[arg(long, value_name = "DIR")]
    scenarios: Option<PathBuf>,
    /// A TOML file that says why rules have no scenario, as `RULE = "reason"`; tests/uncovered.toml if that is there
    #[arg(long, value_name = "FILE")]
    uncovered: Option<PathBuf>,
    /// A setup file: its order of hooks is held against that of the plugins, its waivers are heard; `--use` goes before it
    #[arg(long, value_name = "FILE")]
    setup: Option<PathBuf>,
    #[command(flatten)]
    found: Where,
}

/// The files of the report.
const JSON: &str = "report.json";
const JUNIT: &str = "junit.xml";
const PAGE: &str = "report.html";

/// Set when the run is interrupted.
static STOP: AtomicBool = AtomicBool::new(false);

impl Trial {
    pub(super) fn run(self) -> Done {
        watch(Limits::USUAL, tell_author);
        let plugins = self.found.plugins()?;
        let plan = self.plan(&plugins)?;
        let reasons = self.reasons()?;
        if !self.resume && Store::holds_rows(&self.report) {
            return Err(Failure::misused(format!(
                "{} holds the rows of an earlier run: go on with it by `--resume`, or name another directory with `--report`",
                self.report.display()
            )));
        }
        let store = Store::open(&self.report, self.resume).map_err(Failure::failed)?;
        // Without the handler an interrupt ends the program at once; finished rows are on disk all the same.
        let _ = ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed));
        let bar = ProgressBar::new(plan.games);
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg}, {per_sec}, {eta} left") {
            bar.set_style(style);
        }
        let twins = load::linked(&bundled()).map_err(Failure::failed)?;
        let progress = |event| tell(&bar, event);
        let (plugins, twins) = (&plugins, &twins);
        let (plan, reasons, store) = (&plan, &reasons, &store);
        let report = Lab { plugins, twins, plan, reasons, store, stop: &STOP, progress: &progress }.run();
        bar.finish_and_clear();
        let report = report.map_err(|error| match error {
            LabError::Space(_) | LabError::Another { .. } => Failure::misused(error),
            _ => Failure::failed(error),
        })?;
        write(&report, plugins, store)?;
        summary(&report, store)
    }

    /// Why rules have no scenario.
    fn reasons(&self) -> Result<BTreeMap<String, String>, Failure> {
        let path = self.uncovered.clone().or_else(|| Some(PathBuf::from(UNCOVERED)).filter(|p| p.is_file()));
        let Some(path) = path else { return Ok(BTreeMap::new()) };
        let text = std::fs::read_to_string(&path).map_err(|e| e.to_string());
        let read = text.and_then(|text| toml::from_str(&text).map_err(|e: toml::de::Error| e.message().to_owned()));
        read.map_err(|why| {
            Failure::misused(format!(
                "{} gives no reasons for rules: {why}: correct it, or name another with `--uncovered`",
                path.display()
            ))
        })
    }

    fn plan(&self, plugins: &[Plugin]) -> Result<Plan, Failure> {
        let setup = self.setup.as_deref().map_or(Ok(SetupFile::default()), which::setup_file)?;
        if let Some(switch) = setup.switches.keys().next() {
            return Err(Failure::misused(format!(
                "the setup file sets the switch `{switch}`, but the lab tries all values of all switches: leave it out"
            )));
        }
        let expansions: Vec<String> = match self.expansions.as_ref().or(setup.plugins.as_ref()) {
            Some(ids) => ids.iter().map(|id| id.trim().to_owned()).filter(|id| !id.is_empty()).collect(),
            None => {
                plugins.iter().filter(|p| !p.declaration.plugin.base).map(|p| p.declaration.plugin.id.clone()).collect()
            }
        };
        let whole = Choice { plugins: Vec::clone(&expansions), given: setup.given(), ..Choice::default() };
        if let Err(findings) = resolve::resolve(plugins, &whole) {
            let of_setup = |f: &Finding| matches!(f, Finding::Order(error) if error.is_of_setup());
            let of_setup: Vec<&Finding> = findings.as_slice().iter().filter(|f| of_setup(f)).collect();
            if !of_setup.is_empty() {
                return Err(which::unresolved(of_setup, self.setup.as_deref()));
            }
        }
        let folder = self.scenarios.clone().or_else(|| Some(PathBuf::from(SCENARIOS)).filter(|p| p.is_dir()));
        let scenarios = match folder {
            Some(folder) => scenario::collect(&[folder]).map_err(Failure::misused)?,
            None => Vec::new(),
        };
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Plan {
            expansions,
            strength: self.strength,
            games: self.games,
            seed: self.seed,
            every: EVERY,
            threads: self.threads.map_or_else(cores, usize::from),
            scenarios,
            resume: self.resume,
            given: setup.given(),
            waivers: setup.waivers,
        })
    }
}

/// Writes the report in its forms.
fn write(report: &Report, plugins: &[Plugin], store: &Store) -> Done {
    let xml = junit(report).map_err(|e| Failure::failed(format!("{JUNIT} can't be made: {e}")))?;
    let files = page::files(report, &store.path(""));
    let orders = page::orders(plugins, &report.parameters.plugins);
    let page = page::page(&Shown { report, files: &files, orders: &orders });
    for (name, text) in [(JSON, store::json(report)), (JUNIT, xml), (PAGE, page)] {
        store.write(name, &text).map_err(Failure::failed)?;
    }
    Ok(())
}

fn summary(report: &Report, store: &Store) -> Done {
    let t = &report.timings;
    say(format!(
        "{} of {} rows, {} games in {:.2} s: {:.0} games/s on {} threads",
        report.rows.len(),
        report.planned_rows,
        t.games,
        t.seconds,
        t.games_per_second,
        t.threads
    ));
    if t.resumed_rows > 0 {
        say(format!("{} rows are taken over from an earlier run", t.resumed_rows));
    }
    let never: Vec<String> =
        report.pairs.iter().filter(|p| p.colour() == Colour::Amber).map(|p| p.plugins.join(" and ")).collect();
    if !never.is_empty() {
        say(format!("{} of {} pairs never met: {}", never.len(), report.pairs.len(), never.join(", ")));
    }
    for finding in &report.findings {
        let row = finding.row.map_or(String::new(), |row| format!("row {row}, "));
        let who = if finding.hooks.is_empty() { finding.plugins.join(", ") } else { finding.hooks.join(", ") };
        let message = finding.message.lines().next().unwrap_or_default();
        say(format!("{}: {row}{who} ({}): {message}", finding.kind.words(), finding.about));
        if let Some(record) = &finding.record {
            say(format!("  {}", store.path(record).display()));
        }
    }
    let files: Vec<String> = [PAGE, JSON, JUNIT].iter().map(|name| store.path(name).display().to_string()).collect();
    say(format!("{} findings; the report is in {}", report.findings.len(), files.join(", ")));
    if report.rows.len() < report.planned_rows {
        return Err(Failure::Failed(
            "the run was interrupted; finished rows are kept, go on with the same options and `--resume`".to_owned(),
        ));
    }
    match report.findings.len() {
        0 => Ok(()),
        n => Err(Failure::Failed(format!("{n} findings"))),
    }
}

fn tell(bar: &ProgressBar, event: Progress) {
    match event {
        Progress::Begun { games, resumed, .. } => {
            bar.set_length(games);
            bar.set_position(resumed);
            bar.reset_eta();
            bar.set_message("games");
        }
        Progress::Games(games) => bar.inc(games),
        Progress::Scenarios(scenarios) => {
            bar.set_length(scenarios as u64);
            bar.set_position(0);
            bar.reset_eta();
            bar.set_message("scenarios");
        }
        Progress::Scenario => bar.inc(1),
        Progress::Row(_) => {}
    }
}
