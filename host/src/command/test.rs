//! `gatehouse test`: runs scenarios.

use super::lookout::{tell_author, watch};
use super::which::Where;
use super::{Done, Failure, say, say_json};
use clap::Args;
use gatehouse::lookout::Limits;
use gatehouse::scenario;
use serde_json::json;
use std::path::PathBuf;

/// Run scenarios: files, or folders of them
#[derive(Args)]
pub(super) struct Test {
    /// Scenario files and folders
    #[arg(default_value = "tests/scenarios")]
    paths: Vec<PathBuf>,
    /// Also print which declared rules no passing scenario cites
    #[arg(long)]
    coverage: bool,
    #[command(flatten)]
    found: Where,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Test {
    pub(super) fn run(self) -> Done {
        watch(Limits::USUAL, tell_author);
        let files = scenario::collect(&self.paths).map_err(Failure::misused)?;
        if files.is_empty() {
            return Err(Failure::misused(
                "there is no scenario under these paths: name a .toml file or a folder of them",
            ));
        }
        let plugins = self.found.plugins()?;
        let summary = scenario::run_all(&plugins, &files);
        let uncited = if self.coverage { scenario::coverage(&plugins, &summary).uncited } else { Vec::new() };
        if self.json {
            let reports: Vec<_> = summary.reports.iter().map(|r| {
                let failures: Vec<String> = r.failures.iter().map(ToString::to_string).collect();
                json!({ "path": r.path, "title": r.title, "rules": r.rules, "passed": r.passed(), "failures": failures })
            }).collect();
            say_json(
                &json!({ "passed": summary.passed(), "failed": summary.failed(), "scenarios": reports, "uncited": uncited }),
            );
        } else {
            uncited.iter().for_each(|rule| say(format!("no scenario cites {rule}")));
            say(&summary);
        }
        match summary.failed() {
            0 => Ok(()),
            n => Err(Failure::Failed(format!("{n} of {} scenarios failed", files.len()))),
        }
    }
}
