//! The lab: what it finds where something is wrong, that it finds nothing where nothing is, and that it goes on.

use gatehouse::lab::report::{Colour, FindingKind, PlayerKind, Report};
use gatehouse::lab::run::{Lab, LabError, Plan, Progress};
use gatehouse::lab::store::Store;
use gatehouse::lab::{junit, space::SpaceError};
use gatehouse::record::{self, Record};
use gatehouse::rules::{Given, Plugin, Rekey};
use gatehouse::{bundled, load, scenario};
use gatehouse_tests::{expansions, probes::quarrel};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

fn plugins() -> Vec<Plugin> {
    let mut all = bundled();
    all.extend(quarrel::modules());
    load::linked(&all).unwrap()
}

fn plan(expansions: &[&str], games: u64) -> Plan {
    let expansions = expansions.iter().map(ToString::to_string).collect();
    Plan {
        expansions,
        strength: 2,
        games,
        seed: 7,
        every: 1000,
        threads: 2,
        scenarios: Vec::new(),
        resume: false,
        given: Given::default(),
        waivers: Vec::new(),
    }
}

fn run(plan: &Plan, dir: &Path) -> Report {
    stopping(plan, dir, &|_| false)
}

/// Runs a plan, and stops it once `stops` says so.
fn stopping(plan: &Plan, dir: &Path, stops: &(dyn Fn(Progress) -> bool + Sync)) -> Report {
    tried(plan, dir, stops).unwrap()
}

fn tried(plan: &Plan, dir: &Path, stops: &(dyn Fn(Progress) -> bool + Sync)) -> Result<Report, LabError> {
    let (plugins, stop) = (plugins(), AtomicBool::new(false));
    let store = Store::open(dir, plan.resume).unwrap();
    let progress = |event| {
        if stops(event) {
            stop.store(true, Ordering::Relaxed);
        }
    };
    let reasons = BTreeMap::new();
    let (reasons, store, stop) = (&reasons, &store, &stop);
    let lab = Lab { plugins: &plugins, twins: &[], plan, reasons, store, stop, progress: &progress };
    lab.run()
}

/// The scenarios of a folder.
fn scenarios(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(folder);
    scenario::collect(&[folder]).unwrap()
}

/// A report without what depends on the clock.
fn timeless(report: &Report) -> Report {
    let mut report = Report { timings: Default::default(), ..report.clone() };
    report.rows.iter_mut().for_each(|row| row.time = Default::default());
    report
}

#[test]
fn nothing_is_found_among_the_bundled_expansions() {
    let dir = tempfile::tempdir().unwrap();
    let ids = expansions();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let report = run(&plan(&ids, 40), dir.path());
    let found: Vec<String> =
        report.findings.iter().map(|f| format!("{:?} {}: {}", f.kind, f.about, f.message)).collect();
    assert!(found.is_empty(), "{found:#?}");
    assert_eq!(report.rows.len(), report.planned_rows);
    assert_eq!(report.rows.iter().flat_map(|r| &r.played).map(|b| b.games).sum::<u64>(), 40);
    assert!(report.rows[0].plugins.is_empty(), "the base alone comes first");
    assert!(report.rows.iter().any(|r| r.plugins.len() == ids.len()), "all are together in some row");
    assert_eq!(report.pairs.len(), 28);
    assert!(report.pairs.iter().all(|p| p.possible && p.games > 0));
    assert!(report.rows.iter().flat_map(|r| &r.laws).all(|(_, times)| *times > 0));
    assert!(report.rules.iter().any(|r| r.seen > 0));
}

#[test]
fn a_hook_that_breaks_is_the_culprit_of_its_rows_and_the_others_go_on() {
    let dir = tempfile::tempdir().unwrap();
    let report = run(&plan(&["probe-breaks", "drawbridges"], 16), dir.path());
    let with = |row: &usize| report.rows[*row].plugins.iter().any(|id| id == "probe-breaks");
    assert!(!report.findings.is_empty());
    for finding in &report.findings {
        assert_eq!((finding.kind, finding.plugins.as_slice()), (FindingKind::Fault, &["probe-breaks".to_owned()][..]));
        assert_eq!(finding.hooks, ["probe-breaks/give_way"]);
        assert!(finding.message.contains("it gave way"), "{}", finding.message);
        assert!(with(&finding.row.unwrap()));
        assert!(finding.choices < 20, "the game is shrunk: {}", finding.choices);
        let record = fs::read_to_string(dir.path().join(finding.record.as_ref().unwrap())).unwrap();
        let record = Record::parse(&record).unwrap();
        let (opening, _) = record::open(&record, &plugins()).unwrap();
        let game = record::replay(&record, &opening, true).unwrap();
        assert!(game.faults()[0].message.contains("it gave way"), "the record shows it");
        let shown = fs::read_to_string(dir.path().join(finding.scenario.as_ref().unwrap())).unwrap();
        let shown = scenario::Scenario::parse(&shown).unwrap().run(&plugins());
        assert!(shown.to_string().contains("it gave way"), "{shown}");
        assert!(fs::read_to_string(dir.path().join(finding.svg.as_ref().unwrap())).unwrap().starts_with("<svg"));
    }
    let clean: Vec<usize> = report.rows.iter().filter(|r| r.findings.is_empty()).map(|r| r.number).collect();
    assert!(!clean.is_empty() && !clean.iter().any(with), "rows without it are clean: {clean:?}");
    assert!(report.pairs.iter().any(|p| p.colour() == Colour::Red));
    let xml = junit::junit(&report).unwrap();
    assert!(xml.contains("<failure") && xml.contains("probe-breaks/give_way"), "{xml}");
}

#[test]
fn a_broken_law_names_who_acted_last_and_keeps_a_record() {
    let dir = tempfile::tempdir().unwrap();
    let report = run(&Plan { every: 1, ..plan(&["probe-keeps"], 4) }, dir.path());
    let broken: Vec<_> = report.findings.iter().filter(|f| f.kind == FindingKind::LawBroken).collect();
    assert!(!broken.is_empty());
    for finding in broken {
        assert!(finding.hooks.contains(&"probe-keeps/count".to_owned()), "{finding:?}");
        assert_eq!(finding.plugins, ["probe-keeps"]);
        let record = fs::read_to_string(dir.path().join(finding.record.as_ref().unwrap())).unwrap();
        assert_eq!(Record::parse(&record).unwrap().entries.len(), finding.choices);
    }
    assert!(report.rows[0].findings.is_empty(), "the base alone keeps the laws");
}

#[test]
fn hooks_that_nothing_orders_and_that_do_not_commute_are_found_by_swapping() {
    let dir = tempfile::tempdir().unwrap();
    let report = run(&plan(&["probe-adds", "probe-evens"], 12), dir.path());
    assert!(!report.findings.is_empty());
    for finding in &report.findings {
        assert_eq!(finding.kind, FindingKind::Commutation);
        assert_eq!(finding.hooks, ["probe-adds/add", "probe-evens/even_out"]);
        assert_eq!(finding.about, "tile_placed: points");
        assert_eq!(finding.choices, 2, "a draw and a placement show it");
    }
    let pair = report.pairs.iter().find(|p| p.plugins == ["probe-adds", "probe-evens"]).unwrap();
    assert_eq!(pair.colour(), Colour::Red);
}

#[test]
fn an_expansion_that_changes_a_scenario_in_which_it_does_not_appear_is_found() {
    let dir = tempfile::tempdir().unwrap();
    let plan = Plan { scenarios: scenarios("base"), ..plan(&["drawbridges", "probe-meddles"], 0) };
    let report = run(&plan, dir.path());
    assert!(report.scenarios.iter().all(|s| s.passed));
    let changed = report.scenarios.iter().filter(|s| s.changed == ["probe-meddles"]).count();
    assert!(changed > 5, "{changed} of {} scenarios are changed", report.scenarios.len());
    assert!(report.scenarios.iter().any(|s| s.inert.contains(&"drawbridges".to_owned())));
    assert!(report.findings.iter().all(|f| f.kind == FindingKind::Inertness && f.plugins == ["probe-meddles"]));
    assert!(report.findings.iter().any(|f| f.message.contains("points differ")), "{:#?}", report.findings);
}

#[test]
fn an_interrupted_run_is_resumed_and_leads_to_the_same_report() {
    let (whole, halved) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let plan = Plan { threads: 1, ..plan(&["drawbridges", "probe-breaks", "probe-adds"], 12) };
    let all = run(&plan, whole.path());
    let part = stopping(&plan, halved.path(), &|event| event == Progress::Row(2));
    assert!((3..all.rows.len()).contains(&part.rows.len()), "{} rows", part.rows.len());
    let rest = run(&Plan { resume: true, threads: 2, ..plan.clone() }, halved.path());
    assert_eq!(rest.timings.resumed_rows, part.rows.len());
    assert_eq!(timeless(&rest), timeless(&all));
    let other = tried(&Plan { resume: true, seed: 8, ..plan }, halved.path(), &|_| false).unwrap_err();
    assert!(other.to_string().contains("holds rows of a run with other plugins, options or scenarios"), "{other}");
    assert!(Store::holds_rows(halved.path()));
}

#[test]
fn both_kinds_of_players_play_and_what_they_do_is_counted() {
    let dir = tempfile::tempdir().unwrap();
    let report = run(&plan(&["drawbridges", "traders-builders"], 40), dir.path());
    for row in &report.rows {
        let [random, seeker] = &row.played[..] else { panic!("two kinds play: {:?}", row.played) };
        assert_eq!((random.by, seeker.by), (PlayerKind::Random, PlayerKind::Seeker));
        assert!(seeker.games > 0 && random.games - seeker.games < 2);
        assert_eq!((random.in_full, seeker.in_full), (1, 1));
    }
    let pair = report.pairs.iter().find(|p| p.plugins == ["drawbridges", "traders-builders"]).unwrap();
    assert!(pair.meetings > 0 && pair.games_met <= pair.games);
    assert_eq!(pair.colour(), Colour::Green);
}

#[test]
fn a_directory_that_cannot_be_written_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("file");
    fs::write(&file, "").unwrap();
    let error = Store::open(&file.join("report"), false).unwrap_err().to_string();
    assert!(error.contains(file.to_str().unwrap()) && error.contains("--report"), "{error}");
}

#[test]
fn an_expansion_that_is_not_there_is_named() {
    let dir = tempfile::tempdir().unwrap();
    let (plugins, store, stop) = (plugins(), Store::open(dir.path(), false).unwrap(), AtomicBool::new(false));
    let plan = plan(&["drawbridge"], 1);
    let (reasons, plan, store, stop) = (&BTreeMap::new(), &plan, &store, &stop);
    let lab = Lab { plugins: &plugins, twins: &[], plan, reasons, store, stop, progress: &|_| {} };
    let error = lab.run().unwrap_err();
    assert!(matches!(error, LabError::Space(SpaceError::Unknown { .. })));
    assert!(error.to_string().contains("`drawbridge`") && error.to_string().contains("drawbridges"), "{error}");
}

#[test]
fn a_wrong_order_fails_scenarios_and_leads_to_other_games_which_are_shrunk() {
    let key = Rekey {
        point: "depart".to_owned(),
        hook: "drawbridges/march".to_owned(),
        key: 508,
        reason: "to see it caught".to_owned(),
    };
    let given = Given { order: Vec::new(), keys: vec![key] };
    let plan = Plan { given, scenarios: scenarios("abbey-mayor"), ..plan(&["abbey-mayor", "drawbridges"], 300) };
    let folder = tempfile::tempdir().unwrap();
    let report = run(&plan, folder.path());
    assert!(report.findings.iter().any(|f| f.kind == FindingKind::ScenarioFailed));
    let parted = report.findings.iter().find(|f| f.kind == FindingKind::Commutation).unwrap();
    assert_eq!(parted.hooks, ["drawbridges/march"]);
    let text = fs::read_to_string(folder.path().join(parted.scenario.as_ref().unwrap())).unwrap();
    assert!(parted.choices <= 20 && scenario::Scenario::parse(&text).is_ok(), "{} choices\n{text}", parted.choices);
}
