//! `gatehouse jcz`: replays games that JCloisterZone saved.

use super::which::Where;
use super::{Done, Failure, say, say_json};
use clap::Args;
use gatehouse::jcz::{self, Report, Saved, Summary};
use gatehouse::record;
use gatehouse::rules::Unplayed;
use gatehouse_core::declare::Declaration;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Replay games and tests that JCloisterZone saved
#[derive(Args)]
pub(super) struct Jcz {
    /// Saved games, and folders that are searched for .jcz files
    #[arg(required = true, value_name = "FILE")]
    paths: Vec<PathBuf>,
    /// Compare what the files assert
    #[arg(long)]
    check: bool,
    /// Write each game as a record, and one that passed also as a scenario
    #[arg(long, value_name = "DIR")]
    convert: Option<PathBuf>,
    #[command(flatten)]
    found: Where,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Jcz {
    pub(super) fn run(self) -> Done {
        let files = jcz::collect(&self.paths).map_err(Failure::misused)?;
        if files.is_empty() {
            return Err(Failure::misused(
                "there is no saved game under these paths: name a .jcz file or a folder of them",
            ));
        }
        let summary = self.played(&files)?;
        if let Some(folder) = &self.convert {
            convert(&summary, folder)?;
        }
        if self.json {
            say_json(&json!({
                "passed": summary.count("passed"), "failed": summary.count("FAILED"), "played": summary.count("played"),
                "not_supported": summary.count("not supported"), "unreadable": summary.count("unreadable"),
                "files": summary.reports.iter().map(in_json).collect::<Vec<_>>(),
            }));
        } else {
            summary.reports.iter().for_each(say);
            if self.paths.iter().any(|p| p.is_dir()) || files.len() > 1 {
                say(&summary);
            }
        }
        match summary.wrong() {
            0 => Ok(()),
            n => Err(Failure::Failed(format!("{n} of {} files failed or can't be read", files.len()))),
        }
    }

    /// The files played. For a single one only those plugins are opened that declare something its setup names.
    fn played(&self, files: &[PathBuf]) -> Result<Summary, Failure> {
        // A scenario is written of what was compared.
        let check = self.check || self.convert.is_some();
        if let [file] = files
            && file.is_file()
        {
            let names = Saved::read(file).map(|saved| named(&saved)).unwrap_or_default();
            // Most texts need not be read to know that they don't have a name.
            let occurs = |plugin: &Unplayed| names.iter().any(|name| plugin.text().contains(name));
            let means = |d: &Declaration| {
                d.foreign.iter().any(|f| names.iter().any(|n| f.sets.contains_key(n) || f.elements.contains_key(n)))
            };
            let has = |plugin: &Unplayed| occurs(plugin) && plugin.declaration().is_none_or(means);
            let summary = jcz::play_all(&self.found.plugins_that(has)?.plugins, files, check);
            if summary.count("passed") + summary.count("played") > 0 {
                return Ok(summary);
            }
            // Why it is not to be played may be for another plugin to say.
        }
        Ok(jcz::play_all(&self.found.plugins()?, files, check))
    }
}

/// What a saved game calls the sets and elements that it plays with.
fn named(saved: &Saved) -> Vec<String> {
    let counts = |value: &Value| !value.is_null() && *value != Value::Bool(false) && value.as_u64() != Some(0);
    let all = saved.setup.sets.iter().chain(&saved.setup.elements);
    all.filter(|(_, value)| counts(value)).map(|(name, _)| name.clone()).collect()
}

fn in_json(report: &Report) -> Value {
    let seats: Vec<Value> = report
        .seats
        .iter()
        .enumerate()
        .map(|(n, seat)| {
            let own = report.awards.iter().filter(|a| a.player == n);
            let awards: Vec<Value> =
                own.map(|a| json!({ "points": a.points, "for": a.what, "rule": a.rule })).collect();
            json!({ "name": seat.name, "colour": seat.colour, "points": seat.points, "awards": awards })
        })
        .collect();
    let assertions: Vec<Value> =
        report.checked.iter().map(|c| json!({ "text": c.text, "holds": c.holds, "here": c.here })).collect();
    json!({ "path": report.path, "title": report.title, "outcome": report.outcome.word().to_lowercase(),
        "reasons": report.outcome.reasons(), "over": report.over, "players": seats, "assertions": assertions })
}

/// Writes records and scenarios into a folder; files of one name get a number.
fn convert(summary: &Summary, folder: &Path) -> Done {
    let unwritten = |path: &Path, e: std::io::Error| {
        Failure::failed(format!("{} can't be written ({e}): give a folder that can", path.display()))
    };
    fs::create_dir_all(folder).map_err(|e| unwritten(folder, e))?;
    let mut taken = BTreeSet::new();
    for report in &summary.reports {
        let Some(game) = &report.record else { continue };
        let stem = report.path.file_stem().map_or("game".into(), |s| s.to_string_lossy().into_owned());
        let mut name = stem.clone();
        let mut n = 1;
        while !taken.insert(name.clone()) {
            n += 1;
            name = format!("{stem}-{n}");
        }
        let path = folder.join(format!("{name}.jsonl"));
        record::write(&path, game).map_err(|e| unwritten(&path, e))?;
        if let Some(scenario) = &report.scenario {
            let path = folder.join(format!("{name}.toml"));
            fs::write(&path, scenario).map_err(|e| unwritten(&path, e))?;
        }
    }
    Ok(())
}
