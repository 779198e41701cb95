//! Every scenario under `scenarios/` holds, and one with a wrong expectation does not.

use gatehouse::scenario::{self, Report, Scenario};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn files() -> Vec<PathBuf> {
    files_in("scenarios")
}

fn files_in(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    scenario::collect(&[folder]).expect("the folder of scenarios can be read")
}

#[test]
fn all_scenarios_hold() {
    let summary = scenario::run_all(&gatehouse_tests::plugins(), &files());
    assert!(summary.passed() > 0, "there are no scenarios");
    assert!(summary.failed() == 0, "{summary}");
}

#[test]
fn each_scenario_has_a_title_of_its_own() {
    let mut titles: Vec<String> =
        scenario::run_all(&gatehouse_tests::plugins(), &files()).reports.into_iter().map(|r| r.title).collect();
    titles.sort();
    let twice: Vec<_> = titles.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| &pair[0]).collect();
    assert!(twice.is_empty(), "several scenarios are called {twice:?}");
}

/// Blue's cap closes red's city of two tiles; `more` is what the only step expects.
fn city_of_two(more: &str) -> Report {
    let text = format!(
        r#"
title = "A city of two tiles"
rules = ["B-S2"]
[start]
tiles = ["BA/C (0,0)"]
figures = ["red meeple on city of (0,0)"]
active = "blue"
[[step]]
draw = "BA/C"
place = "(0,-1) R180"
{more}
"#
    );
    let plugins = gatehouse_tests::plugins();
    match Scenario::parse(&text) {
        Ok(scenario) => scenario.run(&plugins),
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn what_comes_as_expected_passes() {
    let more = [
        "scores = { red = 4, blue = 0 }",
        "supply = { red = { meeple = 7 } }",
        "figures = []",
        "complete = ['city of (0,0)']",
        "incomplete = ['field of (0,0)']",
        "tiles = { 'city of (0,0)' = 2 }",
        "same = [['city of (0,0)', 'city S of (0,-1)']]",
        "apart = [['city of (0,0)', 'field of (0,0)']]",
        "events = ['is completed', 'red gets 4 points', 'the supply']",
        "silent = ['blue gets']",
        "turn = 'red'",
        "offer = ['place meeple to field of (0,-1)', 'pass']\nchoose = 'pass'",
        "to = 'blue'",
        "absent = ['place meeple to city of (0,-1)']",
    ];
    for more in more {
        let report = city_of_two(more);
        assert!(report.passed(), "{more}: {report}");
    }
}

#[test]
fn a_wrong_expectation_fails_at_its_place() {
    let more = [
        ("scores = { red = 2 }", "points of red: expected 2, got 4"),
        ("supply = { red = { meeple = 6 } }", "expected 6, got 7"),
        ("figures = ['red meeple on city of (0,0)']", "expected but not there"),
        ("incomplete = ['city of (0,0)']", "expected incomplete, got complete"),
        ("complete = ['field of (0,0)']", "expected complete, got incomplete"),
        ("tiles = { 'city of (0,0)' = 3 }", "expected 3, got 2"),
        ("same = [['city of (0,0)', 'field of (0,0)']]", "expected one feature"),
        ("apart = [['city of (0,0)', 'city of (0,-1)']]", "expected two features"),
        ("events = ['red gets 4 points', 'is completed']", "`is completed` is expected in the log"),
        ("silent = ['red gets']", "is not expected in the log"),
        ("turn = 'blue'", "blue is expected to draw, but red is"),
        ("offer = ['pass']", "there but not expected"),
        ("offer = ['pass', 'pass', 'place meeple to field of (0,-1)']", "expected but not there"),
        ("to = 'red'", "red is expected to decide"),
        ("among = ['place meeple to city of (0,-1)']", "is expected to be on offer"),
        ("absent = ['place meeple to field of (0,-1)']", "against expectation"),
        ("choose = 'place meeple to city of (0,-1)'\nturn = 'red'", "is not on offer"),
    ];
    for (more, message) in more {
        let report = city_of_two(more);
        let failures: String = report.failures.iter().map(ToString::to_string).collect();
        assert!(failures.starts_with("line 11, "), "{more}: {failures}");
        assert!(failures.contains(message), "{more}: {failures}");
    }
}

#[test]
fn a_placement_that_does_not_fit_says_why() {
    let fits = r#"
title = "Misfits"
rules = ["B-10"]
[start]
tiles = ["BA/C (0,0)"]
[[step]]
draw = "BA/C"
refused = { "(0,-1)" = "edges do not fit", "(5,5) R90" = "no tile lies beside", "(0,0)" = "a tile lies there" }
"#;
    let report = Scenario::parse(fits).expect("it is a scenario").run(&gatehouse_tests::plugins());
    assert!(report.passed(), "{report}");
    let wrong = fits.replace("\"(0,-1)\"", "\"(0,-1) R180\"");
    let report = Scenario::parse(&wrong).expect("it is a scenario").run(&gatehouse_tests::plugins());
    assert!(report.failures[0].message.contains("`(0,-1) R180` is on offer, against expectation"), "{report}");
}

#[test]
fn what_is_no_scenario_is_named_with_line_and_column() {
    let head = "title = 'x'\nrules = ['B-10']\n";
    let cases = [
        ("title = 'x'", "line 1, column 1: it cites no rule: list rule ids in `rules`"),
        ("rules = ['B-10']", "line 1, column 1: it has no `title`: say in one sentence what happens"),
        (
            "[[step]]\ndraw = 'BA/C'",
            "line 1, column 1: it expects nothing and so can't fail: say what must be on offer or hold",
        ),
        ("[[stop]]", "line 3, column 3: a scenario has no key `stop`: did you mean `step`?"),
        ("[[step]]\nplac = '(0,0)'", "line 4, column 1: a step has no key `plac`: did you mean `place`?"),
        ("[[step]]\nplace = 3", "line 4, column 9: here a step has a text, but this is of type integer"),
        (
            "[start]\nscores = { red = 'x' }",
            "line 4, column 18: here [start] has a whole number, but this is of type string",
        ),
    ];
    for (text, message) in cases {
        let text =
            if text.contains("title") || text.contains("rules") { text.to_owned() } else { format!("{head}{text}") };
        assert_eq!(Scenario::parse(&text).map_err(|e| e.to_string()), Err(message.to_owned()), "{text}");
    }
}

#[test]
fn unknown_names_are_listed_all_at_once_with_the_nearest_known() {
    let text = r#"
title = "Typos"
rules = ["B-100"]
[start]
tiles = ["BA/RCx (0,0)"]
figures = ["red meepel on road of (0,0)"]
active = "bleu"
[[step]]
draw = "BA/RFR"
scores = { gren = 1 }
"#;
    let report = Scenario::parse(text).expect("it can be read").run(&gatehouse_tests::plugins());
    let failures: Vec<String> = report.failures.iter().map(ToString::to_string).collect();
    assert_eq!(
        failures,
        [
            "line 3, column 10: no plugin in use declares the rule `B-100`: did you mean `B-10`?",
            "line 5, column 10: no tile is called `BA/RCx`: did you mean `BA/RCr`?",
            "line 6, column 12: no figure is called `meepel`: did you mean `meeple`?",
            "line 7, column 10: nobody who plays is called `bleu`: did you mean `blue`?",
            "line 9, column 8: no tile is called `BA/RFR`: did you mean `BA/RFr`?",
            "line 10, column 12: nobody who plays is called `gren`: did you mean `red`?",
        ]
    );
}

#[test]
fn a_start_that_is_no_game_is_told_where_it_is_wrong() {
    let text = "title = 'x'\nrules = ['B-10']\n[start]\ntiles = ['BA/C (0,0)', 'BA/C (0,-1)']\n[end]";
    let report = Scenario::parse(text).expect("it can be read").run(&gatehouse_tests::plugins());
    let failures: Vec<String> = report.failures.iter().map(ToString::to_string).collect();
    assert_eq!(
        failures,
        ["line 4, column 24: tile `BA/C` can't lie at (0, -1): its edges do not fit the tiles beside it"]
    );
}

#[test]
fn only_scenarios_that_pass_cover_rules() {
    let plugins = gatehouse_tests::plugins();
    let passed = Report { rules: vec!["B-10".into()], ..city_of_two("turn = 'red'") };
    let failed = Report { rules: vec!["B-11".into()], ..city_of_two("turn = 'blue'") };
    let coverage = scenario::coverage(&plugins, &scenario::Summary { reports: vec![passed, failed] });
    assert!(coverage.cited.contains_key("B-10"));
    assert!(coverage.uncited.contains(&"B-11".to_owned()));
}

#[test]
fn every_declared_rule_is_cited_or_listed_as_not_yet_covered() {
    let listed = include_str!("../uncovered.toml");
    let listed: BTreeMap<String, String> = toml::from_str(listed).expect("the list is a table of reasons");
    let plugins = gatehouse_tests::plugins();
    let mut summary = scenario::run_all(&plugins, &files());
    // What no bundled plugin can bring about, a probe may.
    let probed = scenario::run_all(&gatehouse_tests::probes::plugins(), &files_in("probes"));
    summary.reports.extend(probed.reports);
    let coverage = scenario::coverage(&plugins, &summary);
    let unlisted: Vec<_> = coverage.uncited.iter().filter(|id| !listed.contains_key(*id)).collect();
    assert!(unlisted.is_empty(), "no scenario cites {unlisted:?}: write one, or list them in uncovered.toml");
    let cited: Vec<_> = listed.keys().filter(|id| coverage.cited.contains_key(*id)).collect();
    assert!(cited.is_empty(), "scenarios cite {cited:?}: take them off uncovered.toml");
}

#[test]
fn every_case_cited_is_explained_and_every_case_explained_is_cited() {
    let listed = include_str!("../../docs/cases.md");
    let ids = listed.lines().filter_map(|line| line.strip_prefix("| ")?.split_once(" | ").map(|(id, _)| id));
    let explained: BTreeSet<&str> = ids.filter(|id| *id != "id").collect();
    let files = [files(), files_in("probes")].concat();
    let texts: Vec<String> = files.iter().map(|f| std::fs::read_to_string(f).expect("it can be read")).collect();
    let scenarios: Vec<Scenario> = texts.iter().map(|t| Scenario::parse(t).expect("it is a scenario")).collect();
    let cited: BTreeSet<&str> = scenarios.iter().flat_map(Scenario::cites).map(String::as_str).collect();
    assert_eq!(explained, cited, "docs/cases.md and the scenarios differ");
}

#[test]
fn one_player_or_seven_can_not_play_the_base_game() {
    for players in [1, 7] {
        let text = format!("title = 'x'\nrules = ['B-3']\nplayers = {players}\n[[step]]\nturn = 'red'");
        let report = Scenario::parse(&text).expect("it can be read").run(&gatehouse_tests::plugins());
        let message = format!("plugin `base` is for 2 to 6 players, not {players}");
        assert!(report.to_string().contains(&message), "{report}");
    }
}

#[test]
fn a_game_that_goes_on_is_not_at_its_end() {
    let report = city_of_two("[end]");
    assert!(report.to_string().contains("line 11, column 1: the game is expected to be over, but it goes on"));
}

#[test]
fn winners_must_be_exactly_those_with_most_points() {
    let text = |winners: &str| {
        format!(
            "title = 'x'\nrules = ['B-62']\n[start]\npile = []\nscores = {{ red = 1, blue = 1 }}\n[end]\nwinners = {winners}"
        )
    };
    let passes = |winners: &str| {
        Scenario::parse(&text(winners)).expect("it is a scenario").run(&gatehouse_tests::plugins()).passed()
    };
    assert!(passes("['blue', 'red']"));
    assert!(!passes("['red']"));
    assert!(!passes("[]"));
}
