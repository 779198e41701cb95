//! The matrix of pairs, what lies behind each of its cells, and the triples.

use super::{Shown, class, counted, name, names, number, order::Order, shape, stands, text};
use crate::lab::report::{Colour, Combination, Meeting, Report};
use maud::{Markup, html};

/// The combination of two plugins, by their places in the report.
fn pair(report: &Report, a: usize, b: usize) -> Option<&Combination> {
    let ids = [&report.plugins.get(a)?.id, &report.plugins.get(b)?.id];
    report.pairs.iter().find(|p| p.plugins.len() == 2 && ids.iter().all(|id| p.plugins.contains(id)))
}

pub(super) fn matrix(shown: &Shown<'_>) -> Markup {
    let report = shown.report;
    let count = report.plugins.len();
    html! {
        section #pairs {
            h2 { "Pairs" }
            p.lead {
                "Each cell is two plugins: how often they met, in one feature + in one resolution (a choice \
                 and all it sets off), and in how many of their games. Follow a cell to what lies behind it."
            }
            ul.legend {
                li { span class="dot green" { "✓" } " met, nothing found" }
                li { span class="dot amber" { "○" } " never met: not tested" }
                li { span class="dot red" { "✕" } " something was found" }
                li { span class="dot grey" { "–" } " can't be played together" }
            }
            div.wide tabindex="0" role="region" aria-label="Matrix of pairs" {
                table.matrix {
                    thead { tr {
                        td {}
                        @for plugin in report.plugins.iter().take(count.saturating_sub(1)) {
                            th scope="col" { (text(&plugin.name)) }
                        }
                    } }
                    tbody { @for row in 1..count { tr {
                        th scope="row" { (text(&report.plugins[row].name)) }
                        @for column in 0..row { td { (cell(report, column, row)) } }
                    } } }
                }
            }
            div.panels {
                @for row in 1..count { @for column in 0..row { (panel(shown, column, row)) } }
            }
        }
    }
}

fn cell(report: &Report, a: usize, b: usize) -> Markup {
    let Some(c) = pair(report, a, b) else { return html! {} };
    let colour = c.colour();
    let label = format!(
        "{}: {}, met {} ({} in one feature, {} in one resolution) in {} of {} games",
        names(report, &c.plugins),
        stands(c),
        counted(c.meetings, "time", "times"),
        number(c.in_features),
        number(in_resolutions(c)),
        number(c.games_met),
        number(c.games)
    );
    html! {
        a class={ "cell " (class(colour)) } href={ "#pair-" (a) "-" (b) } aria-label=(label) title=(label) {
            span.shape aria-hidden="true" { (shape(colour)) }
            @match colour {
                Colour::Grey => span.times { "not together" },
                Colour::Amber => span.times { "never met" },
                _ => {
                    span.times { (number(c.meetings)) "×" }
                    span.games { (number(c.in_features)) " + " (number(in_resolutions(c))) }
                }
            }
            @if colour == Colour::Red { span.found { (counted(c.findings.len() as u64, "finding", "findings")) } }
            @if c.possible { span.games { "in " (number(c.games_met)) " of " (number(c.games)) } }
        }
    }
}

/// How often they met in one choice and all it sets off.
fn in_resolutions(c: &Combination) -> u64 {
    c.meetings.saturating_sub(c.in_features)
}

/// What the rows say of two plugins: in how many games they met, and in how many of the random player.
fn met(report: &Report, c: &Combination) -> (u64, u64) {
    let rows = report.rows.iter().flat_map(|r| &r.meetings);
    let own = |m: &&Meeting| m.plugins.len() == c.plugins.len() && m.plugins.iter().all(|id| c.plugins.contains(id));
    rows.filter(own).fold((0, 0), |(all, random), m| (all + m.games, random + m.games_random))
}

fn panel(shown: &Shown<'_>, a: usize, b: usize) -> Markup {
    let report = shown.report;
    let Some(c) = pair(report, a, b) else { return html! {} };
    let (all, random) = met(report, c);
    let colour = c.colour();
    html! {
        section.panel id={ "pair-" (a) "-" (b) } tabindex="-1" {
            h3 {
                span class={ "dot " (class(colour)) } aria-hidden="true" { (shape(colour)) } " "
                (names(report, &c.plugins)) ": " (stands(c))
            }
            dl.facts {
                div { dt { "Met" } dd { (counted(c.meetings, "time", "times")) } }
                div { dt { "In one feature" } dd { (number(c.in_features)) } }
                div { dt { "In one resolution" } dd { (number(in_resolutions(c))) } }
                div { dt { "In games" } dd { (number(c.games_met)) " of " (number(c.games)) } }
                div { dt { "Of the random player" } dd { (number(random)) } }
                div { dt { "Of the seeker" } dd { (number(all.saturating_sub(random))) } }
                div { dt { "Rows" } dd { (rows_of(c)) } }
            }
            @if colour == Colour::Amber && c.possible {
                p { "They never met, so nothing is known of them together. Play more games of these two alone:" }
                (super::findings::command(&rerun(report, c)))
            }
            @for &n in &c.findings { @if let Some(finding) = report.findings.get(n) {
                p.jump { a href={ "#finding-" (n) } {
                    "Finding " (n + 1) ": " (finding.kind.words()) ", " (text(&finding.about))
                } }
            } }
            (order(shown.orders, c))
            p.back { a href="#pairs" { "Back to the matrix" } }
        }
    }
}

fn rows_of(c: &Combination) -> String {
    const MOST: usize = 12;
    let mut list: Vec<String> = c.rows.iter().take(MOST).map(ToString::to_string).collect();
    if c.rows.len() > MOST {
        list.push(format!("and {} more", c.rows.len() - MOST));
    }
    if list.is_empty() { "none".to_owned() } else { list.join(", ") }
}

/// The command that plays these plugins alone.
fn rerun(report: &Report, c: &Combination) -> String {
    let expansions = report.plugins.iter().filter(|p| !p.base && c.plugins.contains(&p.id)).map(|p| p.id.as_str());
    let p = &report.parameters;
    let use_ = expansions.collect::<Vec<_>>().join(",");
    format!("gatehouse lab --use {use_} --games {} --seed {}", p.games, p.seed)
}

/// How the hooks of a pair are ordered where both have some.
fn order(orders: &[Order], c: &Combination) -> Markup {
    let own: Vec<&Order> = orders.iter().filter(|o| o.plugins.iter().all(|id| c.plugins.contains(id))).collect();
    let by_name: usize = own.iter().map(|o| o.by_name).sum();
    html! {
        h4 { "How their order is decided" }
        @if own.is_empty() {
            p { "They have hooks at no point of the turn in common." }
        } @else {
            @if by_name > 0 { p {
                span class="dot amber" { "≈" } " "
                (counted(by_name as u64, "pair of hooks is", "pairs of hooks are"))
                " ordered by name alone: what they write commutes, which swapped games test."
            } }
            @for o in own { details open[o.by_name > 0] {
                summary {
                    code { (text(&o.point)) } " "
                    @if o.by_name > 0 { "partly by name" } @else { "by keys and wishes" }
                }
                ol.order { @for [key, hook, why] in &o.hooks {
                    li { @if !key.is_empty() { code.key { (text(key)) } " " } code { (text(hook)) } " " span.why { (text(why)) } }
                } }
            } }
        }
    }
}

pub(super) fn triples(report: &Report) -> Markup {
    if report.triples.is_empty() {
        return html! {};
    }
    let of = |colour: Colour| report.triples.iter().filter(move |t| t.colour() == colour);
    let never: Vec<&Combination> = of(Colour::Amber).collect();
    html! {
        section #triples {
            h2 { "Triples" }
            p.lead {
                (of(Colour::Green).count()) " of " (report.triples.len()) " met with nothing found, "
                (of(Colour::Red).count()) " with findings, " (never.len()) " never met, "
                (of(Colour::Grey).count()) " can't be played together."
            }
            @if !never.is_empty() {
                h3 { "Never met" }
                ul.never { @for t in &never { li { (names(report, &t.plugins)) } } }
            }
            details {
                summary { "All triples" }
                div.wide tabindex="0" role="region" aria-label="Triples" { table {
                    thead { tr { th { "" } th { "Plugins" } th.n { "Met" } th.n { "In one feature" } th.n { "In one resolution" } th.n { "Games met" } th.n { "Games" } th { "Findings" } } }
                    tbody { @for t in &report.triples { tr {
                        td { span class={ "dot " (class(t.colour())) } { (shape(t.colour())) } }
                        td { @for (n, id) in t.plugins.iter().enumerate() { @if n > 0 { " + " } (name(report, id)) } }
                        td.n { (number(t.meetings)) } td.n { (number(t.in_features)) } td.n { (number(in_resolutions(t))) }
                        td.n { (number(t.games_met)) } td.n { (number(t.games)) }
                        td { @for &n in &t.findings { a href={ "#finding-" (n) } { (n + 1) } " " } }
                    } } }
                } }
            }
        }
    }
}
