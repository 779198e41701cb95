//! Rows, laws, scenarios and rules as tables.

use super::{counted, name, names, number, text};
use crate::lab::report::{PlayerKind, Report, Row, RuleCoverage};
use maud::{Markup, html};
use std::collections::BTreeMap;

pub(super) fn rows(report: &Report) -> Markup {
    html! {
        section #rows {
            h2 { "Rows" }
            p.lead {
                "Each row is one choice of expansions and switches; together they hold every "
                (if report.parameters.strength > 2 { "triple" } else { "pair" }) " of values that can be played."
                @if report.timings.resumed_rows > 0 {
                    " " (counted(report.timings.resumed_rows as u64, "row was", "rows were")) " taken over from an earlier run."
                }
            }
            div class="wide tall" tabindex="0" role="region" aria-label="Rows" { table {
                thead { tr {
                    th.n { "Row" } th { "Expansions" } th { "Switches" } th.n { "Random" } th.n { "Seeker" }
                    th.n { "Decisions" } th.n { "Swaps" } th.n { "Scenarios" } th.n { "Findings" } th.n { "Seconds" } th.n { "Games/s" }
                } }
                tbody { @for row in &report.rows { (one_row(report, row)) } }
            } }
        }
    }
}

fn one_row(report: &Report, row: &Row) -> Markup {
    let of = |kind: PlayerKind| row.played.iter().filter(move |b| b.by == kind).map(|b| b.games).sum::<u64>();
    let decisions = row.played.iter().map(|b| b.decisions).sum::<u64>();
    html! {
        tr id={ "row-" (row.number) } {
            td.n { (row.number) }
            td { @if row.plugins.is_empty() { "the base alone" } @else { (names(report, &row.plugins)) } }
            td {
                @if row.switches.is_empty() { "–" } @else {
                    details { summary { (row.switches.len()) } ul { @for (switch, value) in &row.switches {
                        li { code { (text(switch)) " = " (value) } }
                    } } }
                }
            }
            td.n { (number(of(PlayerKind::Random))) } td.n { (number(of(PlayerKind::Seeker))) }
            td.n { (number(decisions)) } td.n { (number(row.swaps)) } td.n { (number(row.scenarios)) }
            td.n { @if row.findings.is_empty() { "0" } @else { strong.bad { "✕ " (row.findings.len()) } } }
            td.n { (format!("{:.2}", row.time.seconds)) } td.n { (format!("{:.0}", row.time.games_per_second)) }
        }
    }
}

pub(super) fn laws(report: &Report) -> Markup {
    let mut laws: BTreeMap<&str, u64> = BTreeMap::new();
    for (law, times) in report.rows.iter().flat_map(|r| &r.laws) {
        *laws.entry(law).or_default() += times;
    }
    html! {
        section #laws {
            h2 { "Laws" }
            p.lead { "How often each law was held against a game or a turn." }
            @if laws.is_empty() { p { "None was." } }
            ul.bars { @for (law, times) in &laws {
                li { span.what { (text(law)) } span.n { (number(*times)) "×" } }
            } }
        }
    }
}

pub(super) fn scenarios(report: &Report) -> Markup {
    let all = &report.scenarios;
    let passed = all.iter().filter(|s| s.passed).count();
    let inert: usize = all.iter().map(|s| s.inert.len()).sum();
    let changed: usize = all.iter().map(|s| s.changed.len()).sum();
    let wrong = || all.iter().filter(|s| !s.passed || !s.changed.is_empty());
    html! {
        section #scenarios {
            h2 { "Scenarios" }
            p.lead {
                (passed) " of " (counted(all.len() as u64, "scenario passes", "scenarios pass")) ". With a further expansion none of whose \
                 pieces appear, " (counted(inert as u64, "came", "came")) " out the same and " (number(changed as u64)) " otherwise."
            }
            @if wrong().next().is_some() { ul.wrong { @for s in wrong() { li {
                strong.bad { @if s.passed { "changed" } @else { "failed" } } " " (text(&s.title)) " " code { (text(&s.path)) }
                @if !s.changed.is_empty() { " by " (names(report, &s.changed)) }
            } } } }
        }
    }
}

pub(super) fn rules(report: &Report) -> Markup {
    let covered = report.rules.iter().filter(|r| !r.cited.is_empty()).count();
    html! {
        section #rules {
            h2 { "Rules" }
            p.lead {
                (covered) " of " (counted(report.rules.len() as u64, "rule is", "rules are"))
                " shown by a scenario that passes. " q { "Seen" } " is in how many events of all games a rule was named."
            }
            div.filter {
                label for="filter" { "Show rules with" } " "
                input #filter type="search" autocomplete="off" placeholder="id, word, status, plugin";
                label.check { input #uncovered type="checkbox"; " not covered only" }
                output #matches for="filter" {}
            }
            @for plugin in &report.plugins {
                @let own = report.rules.iter().filter(|r| r.plugin == plugin.id).collect::<Vec<_>>();
                @if !own.is_empty() { (of_plugin(report, &plugin.id, &own)) }
            }
        }
    }
}

fn of_plugin(report: &Report, id: &str, own: &[&RuleCoverage]) -> Markup {
    let covered = own.iter().filter(|r| !r.cited.is_empty()).count();
    html! {
        details.of-plugin {
            summary { (name(report, id)) " " span.count { (covered) " of " (own.len()) " covered" } }
            div.wide tabindex="0" role="region" aria-label={ "Rules of " (name(report, id)) } { table.coverage {
                thead { tr { th { "Rule" } th { "What it says" } th { "Status" } th.n { "Seen" } th { "Shown by" } } }
                tbody { @for rule in own { (one_rule(rule)) } }
            } }
        }
    }
}

fn one_rule(rule: &RuleCoverage) -> Markup {
    let state = if rule.cited.is_empty() { "uncovered" } else { "covered" };
    html! {
        tr.rule data-state=(state) data-plugin=(text(&rule.plugin)) {
            td { code { (text(&rule.rule)) } }
            td { (text(&rule.text)) }
            td { (text(&rule.status)) }
            td.n { (number(rule.seen)) }
            td {
                @match (&rule.cited[..], &rule.reason) {
                    ([], Some(reason)) => { span class="dot amber" { "○" } " not covered: " (text(reason)) },
                    ([], None) => { span class="dot amber" { "○" } " not covered" },
                    ([one], _) => (text(one)),
                    (several, _) => details {
                        summary { (several.len()) " scenarios" }
                        ul { @for title in several { li { (text(title)) } } }
                    },
                }
            }
        }
    }
}
