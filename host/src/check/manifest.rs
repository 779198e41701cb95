//! Checks what a plugin says of itself, as far as it can be told from its declaration alone.

use super::{Grade, Report, Topic};
use crate::rules::{At, Plugin};
use gatehouse_core::declare::{Declaration, Look, Status};
use semver::VersionReq;

/// Checks a declaration; `version` is that of the crate it was built from.
pub(super) fn check(plugin: &Plugin, version: Option<&str>, report: &mut Report) {
    manifest(&plugin.declaration, version, report);
    rules(&plugin.declaration, report);
    looks(&plugin.declaration, report);
    heads(plugin, report);
}

fn manifest(declaration: &Declaration, version: Option<&str>, report: &mut Report) {
    let manifest = &declaration.plugin;
    let mut warn = |message: String| report.say(Grade::Warning, Topic::Manifest, message);
    if !declaration.unknown.is_empty() {
        let unknown = declaration.unknown.join(", ");
        warn(format!("this host knows nothing of {unknown}, of a later hook API: do without, or say so in `api`"));
    }
    if manifest.api == VersionReq::STAR {
        warn(format!(
            "`api = \"*\"` promises to work with every hook API there will ever be: write `api = \"^{}\"`",
            gatehouse_core::API
        ));
    }
    if let Some(version) = version.filter(|v| *v != manifest.version.to_string()) {
        let own = &manifest.version;
        warn(format!("plugin.toml says version {own} and Cargo.toml {version}: write the same in both"));
    }
    if manifest.description.trim().is_empty() {
        warn("it has no `description`: say in one sentence what it adds".to_owned());
    }
    let relations = [&manifest.requires, &manifest.optional, &manifest.conflicts];
    for relation in relations.into_iter().flatten().filter(|r| r.reason.trim().is_empty()) {
        warn(format!("it names `{}` without a reason: players are shown it, so give one", relation.id));
    }
    if !manifest.base && !manifest.requires.iter().any(|r| !r.id.is_empty()) {
        let message =
            "it requires nothing: name the base and its versions in `requires`, if its hooks speak of its kinds";
        report.say(Grade::Note, Topic::Manifest, message);
    }
}

fn rules(declaration: &Declaration, report: &mut Report) {
    let mut warn = |message: String| report.say(Grade::Warning, Topic::Manifest, message);
    for rule in &declaration.rules {
        let id = &rule.id;
        for (what, text) in [("text", &rule.text), ("source", &rule.source), ("edition", &rule.edition)] {
            if text.trim().is_empty() {
                warn(format!("the rule {id} has an empty `{what}`: fill it in"));
            }
        }
        let decided = rule.note.is_some() || declaration.switches.iter().any(|s| s.rules.contains(id));
        if rule.status == Status::Undecided && !decided {
            warn(format!("nobody decided the rule {id}: give it a switch, or a `note` that says what is played"));
        }
    }
}

/// Things without a letter are shown by their names.
fn looks(declaration: &Declaration, report: &mut Report) {
    let d = declaration;
    let bare = |look: &Look| look.letter.is_none() && look.shapes.is_empty();
    let figures = d.figures.iter().filter(|f| bare(&f.look)).map(|f| format!("figure `{}`", f.name));
    let features = d.features.iter().filter(|f| bare(&f.look)).map(|f| format!("feature `{}`", f.name));
    let prints = d.prints.iter().filter(|p| bare(&p.look)).map(|p| format!("print `{}`", p.name));
    let marks = d.marks.iter().filter(|m| m.visible && bare(&m.look)).map(|m| format!("mark `{}`", m.name));
    let all: Vec<String> = figures.chain(features).chain(prints).chain(marks).collect();
    if !all.is_empty() {
        let message = format!("without a look of their own: {}: give each a `look` with a letter", all.join(", "));
        report.say(Grade::Note, Topic::Manifest, message);
    }
}

/// Every hook should say which rule it carries out, and why it has its place.
fn heads(plugin: &Plugin, report: &mut Report) {
    for hook in At::of(&plugin.module) {
        let (head, point) = (hook.head(), hook.point().name());
        if head.rules.is_empty() {
            let message =
                format!("the hook `{}` at `{point}` cites no rule: say `.rules(\"...\")` in its head", head.name);
            report.say(Grade::Warning, Topic::Hooks, message);
        }
        if head.because.is_empty() {
            let message =
                format!("the hook `{}` at `{point}` gives no reason for its place: say `.because(\"...\")`", head.name);
            report.say(Grade::Note, Topic::Order, message);
        }
    }
}
