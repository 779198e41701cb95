//! Plays the scenarios of a plugin and finds the rules that none of them shows.

use super::{Grade, Report, Subject, Topic};
use crate::scenario;
use std::path::Path;

/// Plays what lies in a folder; without one nothing can be said of the rules.
pub(super) fn check(subject: &Subject, folder: Option<&Path>, report: &mut Report) {
    let mut say = |grade, message: String| report.say(grade, Topic::Scenarios, message);
    let rules = &subject.plugin.declaration.rules;
    let Some(folder) = folder else {
        return say(Grade::Note, "no scenarios were played: name their folder with --scenarios".to_owned());
    };
    let files = match scenario::collect(&[folder.to_owned()]) {
        Ok(files) if !files.is_empty() => files,
        Ok(_) => return say(Grade::Warning, format!("{} holds no scenario: write one a rule", folder.display())),
        Err(why) if rules.is_empty() => return say(Grade::Note, format!("there are no scenarios ({why})")),
        Err(why) => return say(Grade::Warning, format!("there are no scenarios ({why}): write one a rule")),
    };
    let summary = scenario::run_all(&subject.all, &files);
    for failed in summary.reports.iter().filter(|r| !r.passed()) {
        let path = failed.path.as_ref().map(|p| p.display().to_string()).unwrap_or_default();
        let why = failed.failures.first().map(ToString::to_string).unwrap_or_default();
        say(Grade::Error, format!("the scenario {path} fails: {why}: see `gatehouse test`"));
    }
    let uncited = scenario::coverage(&subject.all, &summary).uncited;
    let uncited: Vec<&str> = rules.iter().map(|r| r.id.as_str()).filter(|id| uncited.iter().any(|u| u == id)).collect();
    if !uncited.is_empty() {
        let message = format!("no scenario that passes shows {}: write one that cites it", uncited.join(", "));
        say(Grade::Warning, message);
    }
    (report.passed, report.scenarios) = (summary.passed(), files.len());
}
