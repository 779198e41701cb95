//! Resolves a plugin alone, with each other one and with all, and reports what is wrong or doubtful about it.

use super::{Grade, Report, Subject, Topic};
use crate::resolve::{self, Choice, Concern, Finding, Findings};
use crate::rules::{Rules, Topic as NoteTopic};
use std::sync::Arc;

/// The rules under which it is tried.
pub(super) struct Company {
    /// Itself alone, with what it requires.
    pub(super) alone: Arc<Rules>,
    /// Itself with every expansion that goes with it.
    pub(super) all: Arc<Rules>,
    /// What was chosen for that.
    pub(super) choice: Choice,
}

/// Reports what the resolver says; nothing is returned if it can't be played at all.
pub(super) fn check(subject: &Subject, report: &mut Report) -> Option<Company> {
    let alone = match resolve::resolve(&subject.all, &subject.choice(&[subject.id()])) {
        Ok(rules) => Arc::new(rules),
        Err(findings) => {
            say(&findings, "", report);
            return None;
        }
    };
    tell(subject, &alone, "", report);
    let mut fits = vec![subject.id()];
    for other in subject.others() {
        if subject.conflicts(other) {
            continue;
        }
        let with = format!("next to {other}, ");
        match resolve::resolve(&subject.all, &subject.choice(&[subject.id(), other])) {
            Ok(rules) => {
                fits.push(other);
                tell(subject, &rules, &with, report);
            }
            Err(findings) => say(&findings, &with, report),
        }
    }
    let choice = subject.choice(&fits);
    match resolve::resolve(&subject.all, &choice) {
        Ok(rules) => {
            tell(subject, &rules, "next to all others, ", report);
            idle(subject, &rules, report);
            report.played.company = choice.plugins.iter().filter(|id| *id != subject.id()).cloned().collect();
            Some(Company { alone, all: Arc::new(rules), choice })
        }
        Err(findings) => {
            say(&findings, "next to all others, ", report);
            Some(Company { all: Arc::clone(&alone), alone, choice: subject.choice(&[subject.id()]) })
        }
    }
}

fn say(findings: &Findings, with: &str, report: &mut Report) {
    for finding in findings.as_slice() {
        let topic = match finding {
            Finding::Tile(_) => Topic::Tiles,
            Finding::Hook(_) => Topic::Hooks,
            Finding::Order(_) => Topic::Order,
            _ => Topic::Manifest,
        };
        report.say(Grade::Error, topic, format!("{with}{finding}"));
    }
}

/// Tells what is doubtful about the order of its hooks, once: what was doubtful in smaller company is known.
fn tell(subject: &Subject, rules: &Rules, with: &str, report: &mut Report) {
    for doubt in rules.doubts.iter().filter(|d| d.waived.is_none() && hooks(&d.concern).iter().any(|h| subject.owns(h)))
    {
        let message = doubt.to_string();
        if !report.findings.iter().any(|f| f.topic == Topic::Order && f.message.ends_with(&message)) {
            report.say(Grade::Warning, Topic::Order, format!("{with}{message}"));
        }
    }
}

/// The hooks a concern is about.
fn hooks(concern: &Concern) -> Vec<&str> {
    match concern {
        Concern::Ambiguity { one, other, .. } | Concern::Further { one, other, .. } => vec![one, other],
        Concern::Override { wish, .. } => vec![&wish.first, &wish.then],
        Concern::Unused { hook, .. } | Concern::Unknown { hook, .. } => vec![hook],
        Concern::Waiver { hooks, .. } => hooks.iter().map(String::as_str).collect(),
    }
}

/// What is declared in vain although everybody is there, and words on tiles that nobody knows.
fn idle(subject: &Subject, rules: &Rules, report: &mut Report) {
    let named = [format!("`{}`", subject.id()), format!("`{}/", subject.id())];
    for note in rules.notes.iter().filter(|n| n.topic == NoteTopic::Idle) {
        if named.iter().any(|name| note.text.contains(name)) {
            report.say(Grade::Note, Topic::Manifest, note.text.clone());
        }
    }
    let own = |n: usize| rules.plugins.get(n).is_some_and(|p| p.plugin.declaration.plugin.id == subject.id());
    for tile in rules.words.tiles.iter().filter(|t| own(t.plugin) && !t.inert.is_empty()) {
        let message = format!(
            "the tile {} shows {}, which no plugin declares: declare it or correct the word",
            tile.tile.id,
            tile.inert.join(", ")
        );
        report.say(Grade::Note, Topic::Tiles, message);
    }
}
