//! Scenario files: finds them, runs them, and says which rules they cover.

use super::{Report, Scenario};
use crate::rules::{Given, Plugin};
use gatehouse_core::declare::TextError;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

/// The scenario files under these paths, sorted: a file is one whatever its name, a folder holds those ending in
/// `.toml`.
///
/// # Errors
/// Names the path that can't be read.
pub fn collect(paths: &[PathBuf]) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = Vec::new();
    for path in paths {
        if path.is_dir() {
            folders.push(path.clone());
        } else {
            fs::metadata(path).map_err(|why| named(path, &why))?;
            found.push(path.clone());
        }
    }
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(|why| named(&folder, &why))? {
            let path = entry.map_err(|why| named(&folder, &why))?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| e == "toml") {
                found.push(path);
            }
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

fn named(path: &Path, why: &io::Error) -> io::Error {
    io::Error::new(
        why.kind(),
        format!("{} can't be read: {why}: name scenario files or folders of them", path.display()),
    )
}

/// Reads and plays one scenario file.
pub fn run_file(plugins: &[Plugin], path: &Path) -> Report {
    run_file_with(plugins, path, &Given::default())
}

/// Reads and plays one scenario file under the user's word on the order of hooks, as far as its plugins have them.
pub fn run_file_with(plugins: &[Plugin], path: &Path, given: &Given) -> Report {
    let unread = |message: String| Report::unread(Some(path.to_owned()), TextError { line: 1, column: 1, message });
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(why) => return unread(format!("the file can't be read: {why}: mend it, or leave it out")),
    };
    match Scenario::parse(&text) {
        Err(error) => Report::unread(Some(path.to_owned()), error),
        Ok(mut scenario) => {
            let is_base = |id: &str| plugins.iter().any(|p| p.declaration.plugin.base && p.declaration.plugin.id == id);
            scenario.given = given.among(|id| is_base(id) || scenario.plugins().any(|p| p == id));
            Report { path: Some(path.to_owned()), ..scenario.run(plugins) }
        }
    }
}

/// Reads and plays scenario files, in their order.
pub fn run_all(plugins: &[Plugin], files: &[PathBuf]) -> Summary {
    Summary { reports: files.iter().map(|path| run_file(plugins, path)).collect() }
}

/// What became of several scenarios. Shown, it tells the failures and ends with a line that counts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// The reports in the order of the files.
    pub reports: Vec<Report>,
}

impl Summary {
    /// How many passed.
    pub fn passed(&self) -> usize {
        self.reports.iter().filter(|r| r.passed()).count()
    }

    /// How many failed.
    pub fn failed(&self) -> usize {
        self.reports.len() - self.passed()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.reports.iter().filter(|r| !r.passed()).try_for_each(|report| writeln!(f, "{report}\n"))?;
        write!(f, "{} passed, {} failed", self.passed(), self.failed())
    }
}

/// Which declared rules scenarios cite.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// For each rule cited by a scenario that passed, the titles of those scenarios.
    pub cited: BTreeMap<String, Vec<String>>,
    /// The declared rules that none cites, in the order of plugins and of their declarations.
    pub uncited: Vec<String>,
}

/// Which of the rules the plugins declare are cited by a scenario that passed.
pub fn coverage(plugins: &[Plugin], summary: &Summary) -> Coverage {
    let mut coverage = Coverage::default();
    for report in summary.reports.iter().filter(|r| r.passed()) {
        for rule in &report.rules {
            coverage.cited.entry(rule.clone()).or_default().push(report.title.clone());
        }
    }
    let declared = plugins.iter().flat_map(|p| &p.declaration.rules).map(|r| &r.id);
    coverage.uncited = declared.filter(|id| !coverage.cited.contains_key(*id)).cloned().collect();
    coverage
}
