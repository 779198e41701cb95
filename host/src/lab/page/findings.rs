//! What was found: each finding with its picture, its scenario and the commands that show it again.

use super::{Shown, counted, names, number, text};
use crate::lab::report::{Finding, PlayerKind, Report};
use maud::{Markup, html};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What may stand in an address of data as it is.
const KEPT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'=').remove(b',').remove(b'(');

pub(super) fn list(shown: &Shown<'_>) -> Markup {
    let report = shown.report;
    if report.findings.is_empty() {
        return html! {};
    }
    html! {
        section #findings {
            h2 { "Findings" }
            @for (n, finding) in report.findings.iter().enumerate() { (one(shown, n, finding)) }
        }
    }
}

fn one(shown: &Shown<'_>, n: usize, finding: &Finding) -> Markup {
    let report = shown.report;
    let file = |name: &Option<String>| name.as_ref().and_then(|name| shown.files.get(name));
    html! {
        details.finding id={ "finding-" (n) } open[n == 0] {
            summary { h3 {
                span class="dot red" aria-hidden="true" { "✕" } " "
                (n + 1) ". " (finding.kind.words()) ": " (text(&finding.about))
            } }
            p.culprits {
                @match (&finding.plugins[..], &finding.hooks[..]) {
                    ([], []) => { "No culprit is known." }
                    ([], _) => { "One of these hooks, which acted last, or the engine:" }
                    _ => { (names(report, &finding.plugins)) }
                }
                @for hook in &finding.hooks { " " code { (text(hook)) } }
            }
            pre.message { (text(&finding.message)) }
            p.where { (place(report, finding)) }
            div.evidence {
                @if let Some(svg) = file(&finding.svg) {
                    details open[n == 0] {
                        summary { "The board where it shows" }
                        img loading="lazy" alt={ "The board of finding " (n + 1) } src=(picture(svg));
                    }
                }
                @if let Some(scenario) = file(&finding.scenario) {
                    details open[n == 0] {
                        summary { "The scenario, ready to add" }
                        (copied(scenario))
                    }
                }
                @if let Some(record) = file(&finding.record) {
                    details {
                        summary { "The record, " (counted(finding.choices as u64, "choice", "choices")) }
                        (copied(record))
                    }
                }
            }
            (commands(report, finding))
        }
    }
}

/// Where it was found.
fn place(report: &Report, finding: &Finding) -> String {
    let by = finding.by.map(|by| match by {
        PlayerKind::Random => "the random player",
        PlayerKind::Seeker => "the seeker",
    });
    let row = finding.row.map(|row| {
        let plugins = report.rows.iter().find(|r| r.number == row).map(|r| names(report, &r.plugins));
        match plugins.filter(|p| !p.is_empty()) {
            Some(plugins) => format!("row {row} ({plugins})"),
            None => format!("row {row}"),
        }
    });
    let game = finding.game.map(|game| format!("game {}", number(game)));
    let times = (finding.times > 1).then(|| format!("seen {}", counted(finding.times, "time", "times")));
    let parts: Vec<String> = [row, game, by.map(|by| format!("played by {by}")), times].into_iter().flatten().collect();
    if parts.is_empty() { "Found in a scenario.".to_owned() } else { format!("Found in {}.", parts.join(", ")) }
}

/// The commands that show it again.
fn commands(report: &Report, finding: &Finding) -> Markup {
    let scenario = finding.scenario.as_ref().map(|file| format!("gatehouse test {file}"));
    let record = finding.record.as_ref().map(|file| format!("gatehouse replay --log {file}"));
    let p = &report.parameters;
    let again = format!(
        "gatehouse lab --use {} --strength {} --games {} --seed {}",
        p.plugins.join(","),
        p.strength,
        p.games,
        p.seed
    );
    html! {
        p { "To see it again, from the directory of the report:" }
        @for line in [scenario, record, Some(again)].into_iter().flatten() { (command(&line)) }
    }
}

/// A command with a button that copies it.
pub(super) fn command(line: &str) -> Markup {
    html! { div.command { code { (text(line)) } button.copy type="button" hidden { "Copy" } } }
}

/// A text of several lines with a button that copies it.
fn copied(lines: &str) -> Markup {
    html! { div.text { button.copy type="button" hidden { "Copy" } pre { code { (text(lines)) } } } }
}

/// A picture as an address that holds it: ids of several pictures do not meet, and nothing is fetched.
fn picture(svg: &str) -> String {
    format!("data:image/svg+xml,{}", utf8_percent_encode(svg, KEPT))
}
