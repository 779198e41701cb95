//! `gatehouse check`: what is wrong with an expansion.

use super::lookout::{tell_author, watch};
use super::{Done, Failure, say, say_json};
use clap::Args;
use gatehouse::check::{Check as Trial, Grade};
use gatehouse::load::{self, Trust};
use gatehouse::{bundled, lookout::Limits};
use std::path::PathBuf;

/// Check an expansion, as a crate or as a library: what is wrong with it, worst first, and what mends it
#[derive(Args)]
pub(super) struct Check {
    /// A crate's folder, which is built first, or a plugin library
    #[arg(default_value = ".")]
    path: PathBuf,
    /// How many random games are played, most of them with every bundled expansion
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// The seed of the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Build the crate with optimisations, as players get it
    #[arg(long)]
    release: bool,
    /// Its scenarios: a file or folder; `scenarios` in its crate if left out
    #[arg(long, value_name = "PATH")]
    scenarios: Option<PathBuf>,
    /// A further plugin library to check it with, such as one it requires; may be given several times
    #[arg(long, value_name = "FILE")]
    plugin: Vec<PathBuf>,
    /// Trust libraries that are not known yet or have changed, for this once
    #[arg(long)]
    trust_new: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Check {
    pub(super) fn run(self) -> Done {
        watch(Limits::USUAL, tell_author);
        let trust = Trust::of_process(self.trust_new);
        let mut company = load::linked(&bundled()).map_err(Failure::failed)?;
        for file in &self.plugin {
            let plugin = load::file(file, &trust).map_err(Failure::misused)?;
            company.retain(|p| p.declaration.plugin.id != plugin.declaration.plugin.id);
            company.push(plugin);
        }
        let Check { path, release, scenarios, games, seed, json, .. } = self;
        let report = Trial { path, release, trust, company, scenarios, games, seed }.run().map_err(Failure::misused)?;
        if json {
            say_json(&report);
        } else {
            say(&report);
        }
        if report.is_fine() {
            return Ok(());
        }
        let worst = if report.count(Grade::Error) > 0 { "errors" } else { "warnings" };
        Err(Failure::Failed(format!("there are {worst}: mend the first ones first")))
    }
}
