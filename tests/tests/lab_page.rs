//! The page of a report is well-formed, fetches nothing, shows what the report says and lets nothing in it speak HTML.

use gatehouse::lab::page::{self, Shown};
use gatehouse::lab::report::{
    Batch, Combination, Finding, FindingKind, Meeting, Parameters, PlayerKind, Report, Row, RowTime, RuleCoverage,
    ScenarioRun, Timings, Tried,
};
use gatehouse_tests::plugins;
use scraper::{Html, Selector};
use std::collections::BTreeMap;

const HOSTILE: &str = "\"><script>alert('x')</script> & \u{1}\u{fffe}</style>";

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(ToString::to_string).collect()
}

fn combination(plugins: &[&str], possible: bool, meetings: u64, findings: &[usize]) -> Combination {
    let plugins = strings(plugins);
    Combination {
        plugins,
        possible,
        rows: vec![0],
        games: 1200,
        meetings,
        in_features: meetings / 3,
        games_met: meetings,
        findings: findings.to_vec(),
    }
}

fn finding() -> Finding {
    Finding {
        kind: FindingKind::Fault,
        plugins: strings(&["tides"]),
        hooks: strings(&["tides/flood"]),
        about: HOSTILE.to_owned(),
        message: format!("it panicked:\n{HOSTILE}"),
        row: Some(0),
        game: Some(7),
        by: Some(PlayerKind::Seeker),
        times: 3,
        choices: 2,
        record: Some("findings/a.jsonl".to_owned()),
        scenario: Some("findings/a.toml".to_owned()),
        svg: Some("findings/a.svg".to_owned()),
    }
}

fn row() -> Row {
    let batch = |by, games| Batch { by, games, decisions: 2100 * games, in_full: 1 };
    Row {
        plugins: strings(&["tides", "winds"]),
        switches: BTreeMap::from([("tides.height".to_owned(), 2)]),
        played: vec![batch(PlayerKind::Random, 700), batch(PlayerKind::Seeker, 500)],
        meetings: vec![Meeting {
            plugins: strings(&["tides", "winds"]),
            times: 1234,
            features: 411,
            games: 900,
            games_random: 400,
        }],
        laws: BTreeMap::from([("taking back".to_owned(), 1200)]),
        swaps: 40,
        time: RowTime { seconds: 1.5, games_per_second: 800.0, ..RowTime::default() },
        ..Row::default()
    }
}

fn rule(id: &str, cited: &[&str], reason: Option<&str>) -> RuleCoverage {
    RuleCoverage {
        rule: id.to_owned(),
        plugin: "tides".to_owned(),
        text: format!("What {id} says {HOSTILE}"),
        status: "publisher".to_owned(),
        cited: strings(cited),
        seen: 12,
        reason: reason.map(str::to_owned),
    }
}

/// A report with something of everything.
fn report() -> Report {
    let tried = |id: &str, name: &str, base| Tried { id: id.into(), name: name.into(), version: "1.0.0".into(), base };
    Report {
        host: "0.1.0".to_owned(),
        parameters: Parameters {
            plugins: strings(&["cold", "tides", "winds"]),
            strength: 3,
            games: 1200,
            ..Parameters::default()
        },
        plugins: vec![
            tried("base", "Base", true),
            tried("cold", HOSTILE, false),
            tried("tides", "Tides", false),
            tried("winds", "Winds", false),
        ],
        rows: vec![row()],
        planned_rows: 1,
        pairs: vec![
            combination(&["base", "cold"], true, 0, &[]),
            combination(&["base", "tides"], true, 5, &[0]),
            combination(&["base", "winds"], true, 5, &[]),
            combination(&["cold", "tides"], true, 5, &[0]),
            combination(&["cold", "winds"], false, 0, &[]),
            combination(&["tides", "winds"], true, 1234, &[]),
        ],
        triples: vec![combination(&["cold", "tides", "winds"], true, 0, &[])],
        scenarios: vec![ScenarioRun {
            title: HOSTILE.to_owned(),
            changed: strings(&["cold"]),
            ..ScenarioRun::default()
        }],
        findings: vec![finding()],
        rules: vec![rule("T-1", &["It floods"], None), rule("T-2", &[], Some("needs a moon")), rule("T-3", &[], None)],
        timings: Timings { threads: 2, seconds: 3.25, games: 1200, games_per_second: 369.0, resumed_rows: 0 },
    }
}

fn files() -> BTreeMap<String, String> {
    let texts = [
        ("findings/a.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"><title>100 % \u{e9}</title></svg>"),
        ("findings/a.toml", "title = \"</code><script>\"\n[[step]]\ndraw = \"x\"\n"),
        ("findings/a.jsonl", "{\"format\":1}\n"),
    ];
    texts.into_iter().map(|(name, text)| (name.to_owned(), text.to_owned())).collect()
}

fn html(report: &Report) -> Html {
    let text = page::page(&Shown { report, files: &files(), orders: &[] });
    let html = Html::parse_document(&text);
    assert!(html.errors.is_empty(), "{:?}", html.errors);
    html
}

fn all(html: &Html, selector: &str) -> Vec<String> {
    html.select(&Selector::parse(selector).unwrap()).map(|e| e.text().collect::<String>()).collect()
}

fn attributes(html: &Html, selector: &str, name: &str) -> Vec<String> {
    let selector = Selector::parse(selector).unwrap();
    let found = html.select(&selector);
    found.filter_map(|e| e.value().attr(name)).map(str::to_owned).collect()
}

#[test]
fn nothing_is_fetched_and_nothing_gets_in() {
    let html = html(&report());
    assert_eq!(all(&html, "script").len(), 1);
    assert_eq!((all(&html, "link").len(), all(&html, "iframe").len(), all(&html, "object").len()), (0, 0, 0));
    for address in [attributes(&html, "[src]", "src"), attributes(&html, "[href]", "href")].concat() {
        assert!(address.starts_with('#') || address.starts_with("data:image/svg+xml,"), "{address}");
        assert!(!address.contains("//"), "{address}");
    }
    let style = all(&html, "style").concat();
    assert!(!style.contains("url(") && !style.contains("@import") && !style.contains("http"));
    assert!(!all(&html, "script").concat().contains("http"));
    let shown = HOSTILE.replace(['\u{1}', '\u{fffe}'], "\u{fffd}");
    assert!(all(&html, ".matrix th").contains(&shown));
}

#[test]
fn each_cell_tells_how_its_pair_stands_and_leads_behind_it() {
    let html = html(&report());
    let cells = attributes(&html, ".cell", "class");
    assert_eq!(cells, ["cell amber", "cell red", "cell red", "cell green", "cell grey", "cell green"]);
    let told = all(&html, ".cell");
    assert!(told[0].contains("never met") && told[4].contains("not together"), "{told:?}");
    assert!(told[5].contains("1\u{202f}234×") && told[5].contains("in 1\u{202f}234 of 1\u{202f}200"), "{told:?}");
    let label = &attributes(&html, ".cell", "aria-label")[5];
    assert!(label.starts_with("Tides + Winds: held, met 1\u{202f}234 times"), "{label}");
    for href in attributes(&html, "a[href]", "href") {
        let id = href.strip_prefix('#').unwrap();
        assert_eq!(attributes(&html, &format!("[id='{id}']"), "id").len(), 1, "{href}");
    }
    assert!(told[5].contains("411 + 823"), "{told:?}");
    let behind = all(&html, "#pair-2-3").concat();
    assert!(behind.contains("In one feature411") && behind.contains("In one resolution823"), "{behind}");
    assert!(behind.contains("Of the random player400") && behind.contains("Of the seeker500"), "{behind}");
    assert!(all(&html, "#pair-0-1 code").iter().any(|c| c == "gatehouse lab --use cold --games 1200 --seed 0"));
}

#[test]
fn a_finding_shows_board_scenario_and_commands() {
    let html = html(&report());
    let picture = &attributes(&html, "#finding-0 img", "src")[0];
    let coded = picture.strip_prefix("data:image/svg+xml,").unwrap();
    assert!(coded.contains("%22http%3A%2F%2Fwww") && coded.contains("100%20%25%20%C3%A9"), "{coded}");
    let codes = all(&html, "#finding-0 code");
    assert!(codes.contains(&files()["findings/a.toml"]) && codes.contains(&files()["findings/a.jsonl"]));
    assert!(codes.iter().any(|c| c == "gatehouse test findings/a.toml"));
    assert!(codes.iter().any(|c| c == "gatehouse replay --log findings/a.jsonl"));
    let text = all(&html, "#finding-0").concat();
    assert!(text.contains("row 0 (Tides + Winds), game 7, played by the seeker, seen 3 times"), "{text}");
}

#[test]
fn rules_rows_scenarios_and_triples_are_there() {
    let html = html(&report());
    assert_eq!(attributes(&html, ".rule", "data-state"), ["covered", "uncovered", "uncovered"]);
    let rules = all(&html, ".rule");
    assert!(rules[0].ends_with("It floods") && rules[1].ends_with("not covered: needs a moon"), "{rules:?}");
    assert!(all(&html, "#rules summary")[0].contains("1 of 3 covered"));
    let row = all(&html, "#row-0 td");
    assert_eq!((row[3].as_str(), row[4].as_str(), row[9].as_str()), ("700", "500", "1.50"));
    assert_eq!(all(&html, "#triples .never li").len(), 1);
    assert!(all(&html, "#scenarios").concat().contains("0 of 1 scenario passes"));
    assert!(all(&html, "#laws li").concat().contains("taking back1\u{202f}200×"));
}

#[test]
fn the_headline_is_what_the_run_came_to() {
    let headline = |report: &Report| {
        let html = html(report);
        (attributes(&html, "h1", "class").concat(), all(&html, "h1").concat())
    };
    let mut report = report();
    assert_eq!(headline(&report), ("red".to_owned(), "✕ 1 finding".to_owned()));
    report.findings.clear();
    report.pairs.iter_mut().for_each(|p| p.findings.clear());
    assert_eq!(headline(&report), ("amber".to_owned(), "○ all held, but 1 pair never met".to_owned()));
    report.pairs[0].meetings = 1;
    assert_eq!(headline(&report), ("green".to_owned(), "✓ all held".to_owned()));
    report.planned_rows = 2;
    assert_eq!(headline(&report), ("amber".to_owned(), "○ interrupted, nothing found so far".to_owned()));
    assert_eq!(headline(&Report::default()).0, "green");
}

#[test]
fn the_order_of_two_expansions_is_told_by_point() {
    let ids = strings(&["abbey-mayor", "drawbridges"]);
    let orders = page::orders(&plugins(), &ids);
    let depart = orders.iter().find(|o| o.point == "depart" && o.plugins[..] == ids[..]).unwrap();
    let hooks: Vec<&str> = depart.hooks.iter().map(|[_, hook, _]| hook.as_str()).collect();
    assert_eq!(hooks, ["drawbridges/march", "abbey-mayor/drive"]);
    assert_eq!(depart.hooks[0][0], "T-480");
    assert!(orders.iter().any(|o| o.plugins[0] == "base" && o.plugins[1] == "abbey-mayor"));
    let shown = Report {
        plugins: report().plugins,
        pairs: vec![combination(&["tides", "winds"], true, 1, &[])],
        ..Report::default()
    };
    let own =
        page::Order { plugins: [strings(&["tides"])[0].clone(), "winds".to_owned()], by_name: 2, ..depart.clone() };
    let text = page::page(&Shown { report: &shown, files: &BTreeMap::new(), orders: &[own] });
    let html = Html::parse_document(&text);
    let panel = all(&html, "#pair-2-3").concat();
    assert!(
        panel.contains("2 pairs of hooks are ordered by name alone") && panel.contains("drawbridges/march"),
        "{panel}"
    );
}
