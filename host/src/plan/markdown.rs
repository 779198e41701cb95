//! The document as Markdown, to be printed and laid beside the board.

use super::{Document, Step};
use std::fmt::Write;

/// The document as Markdown.
pub fn markdown(plan: &Document) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write(&mut out, plan);
    out
}

fn write(out: &mut String, plan: &Document) -> std::fmt::Result {
    writeln!(out, "# Order of play\n")?;
    for p in &plan.plugins {
        writeln!(out, "- {} (`{}` {})", cell(&p.name), p.id, p.version)?;
    }
    for point in &plan.points {
        writeln!(out, "\n## `{}`: {}\n", point.point, point.repeats)?;
        writeln!(out, "| key | who | must | what | rules | hook |\n|---|---|---|---|---|---|")?;
        point.steps.iter().try_for_each(|step| row(out, step))?;
    }
    if !plan.switches.is_empty() {
        writeln!(out, "\n## Switches\n\n| switch | value | means |\n|---|---|---|")?;
        for set in &plan.switches {
            writeln!(out, "| `{}` | {} | {} |", set.switch, set.value, cell(&set.means))?;
        }
    }
    if !plan.undecided.is_empty() {
        writeln!(out, "\n## Undecided\n\n| rule | text | played |\n|---|---|---|")?;
        for open in &plan.undecided {
            writeln!(out, "| {} | {} | {} |", open.rule, cell(&open.text), cell(&open.played))?;
        }
    }
    list(out, "Doubtful", &plan.doubts)?;
    list(out, "Waived", &plan.waived)?;
    list(out, "Notes", &plan.notes)?;
    writeln!(out, "\n## Rules\n\n| rule | text | source | edition | status |\n|---|---|---|---|---|")?;
    for rule in &plan.rules {
        let (text, source) = (cell(&rule.text), cell(&rule.source));
        writeln!(out, "| {} | {text} | {source} | {} | {} |", rule.id, cell(&rule.edition), rule.status)?;
    }
    write!(out, "\nDigest `{}`.", plan.digest)
}

fn row(out: &mut String, step: &Step) -> std::fmt::Result {
    let key = step.key.as_deref().unwrap_or("");
    let duty = if step.who == "-" { "" } else { step.duty };
    let role = if ["strikes", "rides"].contains(&step.role) { format!("{}: ", step.role) } else { String::new() };
    let off = if step.off { " (off)" } else { "" };
    let hook = step.hook.as_ref().map_or_else(|| "host".to_owned(), |hook| format!("`{hook}`"));
    let (why, rules) = (cell(&step.why), step.rules.join(" "));
    writeln!(out, "| {key} | {} | {duty} | {role}{why}{off} | {rules} | {hook} |", step.who)
}

/// Text that can't end a cell or begin markup.
fn cell(text: &str) -> String {
    text.replace('\\', "\\\\").replace('|', "\\|").replace('<', "&lt;").replace('\n', " ")
}

fn list(out: &mut String, title: &str, lines: &[String]) -> std::fmt::Result {
    if !lines.is_empty() {
        writeln!(out, "\n## {title}\n")?;
    }
    lines.iter().try_for_each(|line| writeln!(out, "- {}", cell(line)))
}
