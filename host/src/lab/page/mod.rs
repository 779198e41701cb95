//! The report as one page that a browser shows from a file: nothing is fetched, and without scripts only the copying and
//! filtering are missing.
//!
//! The page says nothing that the report does not: the same colours, counts and findings as `report.json`.

mod findings;
mod order;
mod pairs;
mod tables;

pub use order::{Order, orders};

use super::report::{Colour, Combination, Report};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// What the page shows.
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    /// The report.
    pub report: &'a Report,
    /// The texts of the records, scenarios and pictures that findings name, by file name.
    pub files: &'a BTreeMap<String, String>,
    /// How the hooks of pairs are ordered, as [`orders`] tells it.
    pub orders: &'a [Order],
}

/// The texts of the files that the findings of a report name, read from its directory; what can't be read is left out.
pub fn files(report: &Report, dir: &Path) -> BTreeMap<String, String> {
    let named = report.findings.iter().flat_map(|f| [&f.record, &f.scenario, &f.svg]).flatten();
    named.filter_map(|name| Some((name.clone(), fs::read_to_string(dir.join(name)).ok()?))).collect()
}

/// The page as HTML.
pub fn page(shown: &Shown<'_>) -> String {
    let report = shown.report;
    let title = format!("Gatehouse lab: {}", verdict(report).0);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (text(&title)) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                a.skip href="#pairs" { "Skip to the matrix" }
                (header(report))
                main {
                    (pairs::matrix(shown))
                    (findings::list(shown))
                    (pairs::triples(report))
                    (tables::rows(report))
                    (tables::laws(report))
                    (tables::scenarios(report))
                    (tables::rules(report))
                }
                footer { p {
                    "Gatehouse " (text(&report.host)) ", run " code { (text(&report.parameters.digest)) }
                    ". The same numbers are in " code { "report.json" } "."
                } }
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    page.into_string()
}

/// Text without characters that a page can't hold.
fn text(text: &str) -> String {
    let held = |c: char| matches!(c, '\n' | '\t') || !(c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}'));
    text.chars().map(|c| if held(c) { c } else { '\u{fffd}' }).collect()
}

/// A number in groups of three digits.
fn number(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

/// So many of something.
fn counted(n: u64, one: &str, many: &str) -> String {
    format!("{} {}", number(n), if n == 1 { one } else { many })
}

/// What the run came to, and as what it is shown.
fn verdict(report: &Report) -> (String, Colour) {
    let interrupted = report.rows.len() < report.planned_rows;
    let never = never_met(report);
    match report.findings.len() as u64 {
        0 if interrupted => ("interrupted, nothing found so far".to_owned(), Colour::Amber),
        0 if never > 0 => (format!("all held, but {} never met", counted(never, "pair", "pairs")), Colour::Amber),
        0 => ("all held".to_owned(), Colour::Green),
        n => (counted(n, "finding", "findings"), Colour::Red),
    }
}

fn never_met(report: &Report) -> u64 {
    report.pairs.iter().filter(|p| p.colour() == Colour::Amber).count() as u64
}

/// The class of a colour.
const fn class(colour: Colour) -> &'static str {
    match colour {
        Colour::Green => "green",
        Colour::Amber => "amber",
        Colour::Red => "red",
        Colour::Grey => "grey",
    }
}

/// What stands beside a colour, for those who do not see it.
const fn shape(colour: Colour) -> &'static str {
    match colour {
        Colour::Green => "✓",
        Colour::Amber => "○",
        Colour::Red => "✕",
        Colour::Grey => "–",
    }
}

fn header(report: &Report) -> Markup {
    let (words, colour) = verdict(report);
    let p = &report.parameters;
    let games: u64 = report.rows.iter().flat_map(|r| &r.played).map(|b| b.games).sum();
    let full: u64 = report.rows.iter().flat_map(|r| &r.played).map(|b| b.in_full).sum();
    let every = match p.every {
        0 | 1 => "every game".to_owned(),
        n => format!("one game in {}", number(n)),
    };
    let facts = [
        ("Expansions", p.plugins.len().to_string()),
        ("Strength", if p.strength > 2 { "3: every triple".to_owned() } else { "2: every pair".to_owned() }),
        ("Rows", format!("{} of {}", report.rows.len(), report.planned_rows)),
        ("Games", number(games)),
        ("All laws held against", format!("{} ({every})", counted(full, "game", "games"))),
        ("Seed", p.seed.to_string()),
        ("Time", format!("{:.1} s on {}", report.timings.seconds, threads(report))),
        ("Speed", format!("{} games/s", number(report.timings.games_per_second.max(0.0) as u64))),
    ];
    html! {
        header {
            p.product { "Gatehouse lab" }
            h1 class=(class(colour)) { span.shape aria-hidden="true" { (shape(colour)) } " " (words) }
            dl.facts { @for (name, value) in &facts { div { dt { (name) } dd { (value) } } } }
            p.tried {
                @for plugin in &report.plugins {
                    span.chip title=(text(&plugin.id)) { (text(&plugin.name)) " " small { (text(&plugin.version)) } }
                    " "
                }
            }
            nav aria-label="Parts of the report" {
                a href="#pairs" { "Pairs" }
                @if !report.findings.is_empty() { a href="#findings" { "Findings" } }
                @if !report.triples.is_empty() { a href="#triples" { "Triples" } }
                a href="#rows" { "Rows" }
                a href="#laws" { "Laws" }
                a href="#scenarios" { "Scenarios" }
                a href="#rules" { "Rules" }
            }
        }
    }
}

fn threads(report: &Report) -> String {
    counted(report.timings.threads as u64, "thread", "threads")
}

/// The name of a plugin for people.
fn name(report: &Report, id: &str) -> String {
    report.plugins.iter().find(|p| p.id == id).map_or_else(|| text(id), |p| text(&p.name))
}

/// The names of plugins for people.
fn names(report: &Report, ids: &[String]) -> String {
    ids.iter().map(|id| name(report, id)).collect::<Vec<_>>().join(" + ")
}

/// How a combination stands, in words.
fn stands(c: &Combination) -> String {
    match c.colour() {
        Colour::Grey => "can't be played together".to_owned(),
        Colour::Red => counted(c.findings.len() as u64, "finding", "findings"),
        Colour::Amber => "never met".to_owned(),
        Colour::Green => "held".to_owned(),
    }
}
