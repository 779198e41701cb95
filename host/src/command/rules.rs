//! `gatehouse rules`: where every rule is from, how sure it is, and which scenarios show it.

use super::which::Where;
use super::{Done, Failure, complain, say, say_json};
use clap::Args;
use gatehouse::rules::Plugin;
use gatehouse::scenario::{self, Report, Scenario, Summary};
use gatehouse_core::declare::{Rule, Status, Switch};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Print every rule with its source, edition and status, and the scenarios that cite it
#[derive(Args)]
pub(super) struct Rules {
    /// Expansions besides the base game, with commas between; all that are found if left out
    #[arg(long = "use", value_name = "IDS", value_delimiter = ',', num_args = 0..=1, default_missing_value = "")]
    expansions: Option<Vec<String>>,
    /// Only rules of this status: publisher, publisher-answer, community, inferred, undecided, house; may be given several times
    #[arg(long, value_name = "STATUS")]
    status: Vec<String>,
    /// Only rules that no passing scenario cites
    #[arg(long)]
    uncited: bool,
    /// Scenario files and folders; tests/scenarios and tests/probes where they are there
    #[arg(long, value_name = "PATH")]
    scenarios: Vec<PathBuf>,
    /// A file that says why no scenario cites a rule, a line `ID = "reason"` each; tests/uncovered.toml if it is there
    #[arg(long, value_name = "FILE")]
    reasons: Option<PathBuf>,
    #[command(flatten)]
    found: Where,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Line<'r> {
    plugin: &'r str,
    id: &'r str,
    text: &'r str,
    source: &'r str,
    edition: &'r str,
    status: &'static str,
    switches: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'r str>,
    scenarios: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    uncovered: Option<&'r str>,
}

impl Rules {
    pub(super) fn run(self) -> Done {
        let statuses = self.status.iter().map(|s| status(s)).collect::<Result<Vec<_>, _>>()?;
        let reasons = self.reasons()?;
        let found = self.found.plugins()?;
        let summary = self.summary(&found)?;
        let plugins = self.chosen(&found)?;
        let mut cited: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        let mut failed = 0;
        for report in &summary.reports {
            let Some(shown) = shown(report, &found) else {
                complain(format!("warning: {report}"));
                failed += 1;
                continue;
            };
            report.rules.iter().for_each(|rule| cited.entry(rule).or_default().push(shown.clone()));
        }
        let rules = plugins.iter().flat_map(|p| p.declaration.rules.iter().map(move |rule| (*p, rule)));
        let lines: Vec<_> = rules
            .filter(|(_, rule)| statuses.is_empty() || statuses.contains(&rule.status))
            .map(|(plugin, rule)| line(plugin, rule, &cited, &reasons))
            .filter(|line| !self.uncited || line.scenarios.is_empty())
            .collect();
        if self.json {
            say_json(&lines);
        } else {
            lines.iter().for_each(tell);
            let uncited = lines.iter().filter(|l| l.scenarios.is_empty()).count();
            say(format!("{} rules, {uncited} of them shown by no scenario", lines.len()));
        }
        match failed {
            0 => Ok(()),
            n => Err(Failure::failed(format!(
                "{n} scenarios failed and show nothing: mend them, or see `gatehouse test`"
            ))),
        }
    }

    fn reasons(&self) -> Result<BTreeMap<String, String>, Failure> {
        let usual = Path::new("tests/uncovered.toml");
        let Some(path) = self.reasons.as_deref().or_else(|| usual.exists().then_some(usual)) else {
            return Ok(BTreeMap::new());
        };
        let wrong = |why: String| {
            Failure::misused(format!(
                "{} gives no reasons: {why}: correct it, or name another with `--reasons`",
                path.display()
            ))
        };
        let text = std::fs::read_to_string(path).map_err(|e| wrong(e.to_string()))?;
        toml::from_str(&text).map_err(|e: toml::de::Error| wrong(e.message().to_owned()))
    }

    fn summary(&self, plugins: &[Plugin]) -> Result<Summary, Failure> {
        let usual = ["tests/scenarios", "tests/probes"].map(PathBuf::from).into_iter().filter(|p| p.exists());
        let paths = if self.scenarios.is_empty() { usual.collect() } else { self.scenarios.clone() };
        let files = scenario::collect(&paths).map_err(Failure::misused)?;
        Ok(scenario::run_all(plugins, &files))
    }

    fn chosen<'p>(&self, found: &'p [Plugin]) -> Result<Vec<&'p Plugin>, Failure> {
        let id = |p: &'p Plugin| p.declaration.plugin.id.as_str();
        let wanted = |ids: &Vec<String>| ids.iter().map(|i| i.trim().to_owned()).filter(|i| !i.is_empty()).collect();
        let wanted: Option<Vec<String>> = self.expansions.as_ref().map(wanted);
        if let Some(unknown) = wanted.iter().flatten().find(|w| !found.iter().any(|p| id(p) == w.as_str())) {
            let known: Vec<_> = found.iter().map(id).collect();
            return Err(Failure::misused(format!(
                "plugin `{unknown}` was not found: choose among {}",
                known.join(", ")
            )));
        }
        let is_wanted = |p: &&Plugin| {
            p.declaration.plugin.base || wanted.as_ref().is_none_or(|w| w.contains(&p.declaration.plugin.id))
        };
        let mut chosen: Vec<_> = found.iter().filter(is_wanted).collect();
        chosen.sort_by_key(|p| (!p.declaration.plugin.base, id(p)));
        Ok(chosen)
    }
}

/// How a scenario is named among those that show a rule: it passed, or it can't be played for want of a plugin.
fn shown(report: &Report, found: &[Plugin]) -> Option<String> {
    let name = report.path.as_ref().map_or(report.title.clone(), |p| p.display().to_string());
    if report.passed() {
        return Some(name);
    }
    let scenario = std::fs::read_to_string(report.path.as_ref()?).ok().and_then(|t| Scenario::parse(&t).ok())?;
    let is_there = |id: &&str| found.iter().any(|p| p.declaration.plugin.id == *id);
    let missing: Vec<&str> = scenario.plugins().filter(|id| !is_there(id)).collect();
    (!missing.is_empty()).then(|| format!("{name} (not played: {} not found)", missing.join(", ")))
}

fn status(text: &str) -> Result<Status, Failure> {
    const ALL: [(&str, Status); 6] = [
        ("publisher", Status::Publisher),
        ("publisher-answer", Status::PublisherAnswer),
        ("community", Status::Community),
        ("inferred", Status::Inferred),
        ("undecided", Status::Undecided),
        ("house", Status::House),
    ];
    let known = || ALL.map(|(name, _)| name).join(", ");
    let found = ALL.into_iter().find(|(name, _)| *name == text).map(|(_, status)| status);
    found.ok_or_else(|| Failure::misused(format!("`{text}` is no status: choose among {}", known())))
}

fn line<'r>(
    plugin: &'r Plugin,
    rule: &'r Rule,
    cited: &BTreeMap<&str, Vec<String>>,
    reasons: &'r BTreeMap<String, String>,
) -> Line<'r> {
    let id = &plugin.declaration.plugin.id;
    let decides = plugin.declaration.switches.iter().filter(|s| s.rules.contains(&rule.id));
    let values = |s: &Switch| s.values.iter().map(|(v, means)| format!("{v} {means}")).collect::<Vec<_>>().join(", ");
    let scenarios = cited.get(rule.id.as_str()).cloned().unwrap_or_default();
    Line {
        plugin: id,
        id: &rule.id,
        text: &rule.text,
        source: &rule.source,
        edition: &rule.edition,
        status: rule.status.words(),
        switches: decides.map(|s| format!("{id}.{} = {} ({})", s.name, s.default, values(s))).collect(),
        note: rule.note.as_deref(),
        uncovered: reasons.get(&rule.id).filter(|_| scenarios.is_empty()).map(String::as_str),
        scenarios,
    }
}

fn tell(line: &Line<'_>) {
    say(format!("{} ({}, {}, {})", line.id, line.plugin, line.edition, line.status));
    say(format!("  {}", line.text));
    say(format!("  source: {}", line.source));
    line.switches.iter().for_each(|switch| say(format!("  switch: {switch}")));
    line.note.iter().for_each(|note| say(format!("  note: {note}")));
    line.scenarios.iter().for_each(|scenario| say(format!("  scenario: {scenario}")));
    if line.scenarios.is_empty() {
        say(format!("  no scenario: {}", line.uncovered.unwrap_or("nobody says why")));
    }
    say("");
}
