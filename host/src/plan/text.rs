//! The document as plain text.

use super::{Document, Step};
use std::fmt::Write;

/// The document as plain text, lines as long as they are.
pub fn text(plan: &Document) -> String {
    let mut out = String::new();
    // Writing to a string does not fail.
    let _ = write(&mut out, plan);
    out
}

fn write(out: &mut String, plan: &Document) -> std::fmt::Result {
    let ids: Vec<_> = plan.plugins.iter().map(|p| p.id.as_str()).collect();
    writeln!(out, "order of play for {}", ids.join(", "))?;
    for set in &plan.switches {
        let usual = if set.default { "" } else { ", not the usual" };
        writeln!(out, "  {} = {}: {}{usual}", set.switch, set.value, set.means)?;
    }
    let widest = |name: fn(&Step) -> usize| plan.points.iter().flat_map(|p| &p.steps).map(name).max().unwrap_or(0);
    let (hook, who) = (widest(|s| name(s).len()), widest(|s| decider(s).len()));
    for point in &plan.points {
        writeln!(out, "\n{} ({})", point.point, point.repeats)?;
        for step in &point.steps {
            let key = step.key.as_deref().unwrap_or("");
            writeln!(out, "  {key:5}  {:<hook$}  {:<who$}  {}", name(step), decider(step), what(step))?;
        }
    }
    section(out, "undecided", plan.undecided.iter().map(|u| format!("{} {} Played: {}.", u.rule, u.text, u.played)))?;
    section(out, "doubtful", plan.doubts.iter().cloned())?;
    section(out, "waived", plan.waived.iter().cloned())?;
    section(out, "notes", plan.notes.iter().cloned())?;
    write!(out, "\ndigest {}", plan.digest)
}

fn name(step: &Step) -> &str {
    step.hook.as_deref().unwrap_or("(host)")
}

fn decider(step: &Step) -> String {
    if step.who == "-" { String::new() } else { format!("{} {}", step.who, step.duty) }
}

fn what(step: &Step) -> String {
    let role = if ["strikes", "rides"].contains(&step.role) { format!("{}: ", step.role) } else { String::new() };
    let off = if step.off { " (off)" } else { "" };
    let cites = if step.rules.is_empty() { String::new() } else { format!(" [{}]", step.rules.join(" ")) };
    format!("{role}{}{off}{cites}", step.why)
}

fn section(out: &mut String, title: &str, lines: impl Iterator<Item = String>) -> std::fmt::Result {
    for (n, line) in lines.enumerate() {
        if n == 0 {
            writeln!(out, "\n{title}")?;
        }
        writeln!(out, "  {line}")?;
    }
    Ok(())
}
