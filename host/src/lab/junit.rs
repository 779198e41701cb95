//! The report as JUnit XML, which CI programs show.

use super::report::{Colour, Combination, Finding, Report};
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};
use std::time::Duration;

/// The report as JUnit XML: a suite of rows, one of combinations, one of scenarios. A combination that never met is
/// skipped, which is not passed.
///
/// # Errors
/// It can't be put into XML, which no text of a report should cause.
pub fn junit(report: &Report) -> Result<String, quick_junit::SerializeError> {
    let mut whole = quick_junit::Report::new("gatehouse lab");
    whole.add_test_suites([rows(report), combinations(report), scenarios(report)]);
    whole.to_string()
}

fn failure(findings: &[&Finding]) -> TestCaseStatus {
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    let kinds: Vec<&str> = findings.iter().map(|f| f.kind.words()).collect();
    let texts: Vec<String> = findings.iter().map(|f| described(f)).collect();
    // XML has no place for these two, not even as references.
    let texts = texts.join("\n\n").replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}");
    status.set_message(kinds.join(", ")).set_description(texts);
    status
}

/// A finding in plain lines.
fn described(finding: &Finding) -> String {
    let who = if finding.hooks.is_empty() { finding.plugins.join(", ") } else { finding.hooks.join(", ") };
    let files = [&finding.record, &finding.scenario, &finding.svg].into_iter().flatten();
    let files: String = files.map(|name| format!("\n{name}")).collect();
    format!("{}: {who} ({})\n{}{files}", finding.kind.words(), finding.about, finding.message)
}

fn rows(report: &Report) -> TestSuite {
    let mut suite = TestSuite::new("rows");
    for row in &report.rows {
        let own: Vec<&Finding> = report.findings.iter().filter(|f| f.row == Some(row.number)).collect();
        let status = if own.is_empty() { TestCaseStatus::success() } else { failure(&own) };
        let with = if row.plugins.is_empty() { "the base alone".to_owned() } else { row.plugins.join(", ") };
        let mut case = TestCase::new(format!("row {}: {with}", row.number), status);
        case.set_time(Duration::from_secs_f64(row.time.seconds.max(0.0)));
        suite.add_test_case(case);
    }
    suite
}

fn combinations(report: &Report) -> TestSuite {
    let mut suite = TestSuite::new("combinations");
    let possible = report.pairs.iter().chain(&report.triples).filter(|c| c.possible);
    suite.add_test_cases(possible.map(|c| TestCase::new(c.plugins.join(" + "), status_of(report, c))));
    suite
}

fn status_of(report: &Report, combination: &Combination) -> TestCaseStatus {
    match combination.colour() {
        Colour::Amber => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(format!("they never met in {} games", combination.games));
            status
        }
        Colour::Red => {
            let own: Vec<&Finding> = combination.findings.iter().filter_map(|n| report.findings.get(*n)).collect();
            failure(&own)
        }
        Colour::Green | Colour::Grey => TestCaseStatus::success(),
    }
}

fn scenarios(report: &Report) -> TestSuite {
    let mut suite = TestSuite::new("scenarios");
    for run in &report.scenarios {
        let own: Vec<&Finding> = report.findings.iter().filter(|f| f.about == run.path).collect();
        let status = if own.is_empty() { TestCaseStatus::success() } else { failure(&own) };
        suite.add_test_case(TestCase::new(run.path.clone(), status));
    }
    suite
}
