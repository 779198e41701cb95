//! Puts a report together from its rows and scenarios.

use super::report::{Combination, Finding, Meeting, Report, Row, RuleCoverage, Tried};
use super::space::Trials;
use crate::rules::Plugin;
use std::collections::BTreeMap;

/// Fills in what follows from the rows and scenarios of a report.
pub fn complete(report: &mut Report, plugins: &[Plugin], trials: &Trials, reasons: &BTreeMap<String, String>) {
    env!("CARGO_PKG_VERSION").clone_into(&mut report.host);
    let tried = tried(plugins, trials);
    report.plugins = tried.iter().map(|p| described(p)).collect();
    let of_rows: Vec<Finding> = report.rows.iter().flat_map(|row| row.findings.iter().cloned()).collect();
    // What a scenario shows with one further expansion alone need not be told again of every row that has it.
    let known =
        |f: &Finding| report.findings.iter().any(|k| (k.kind, &k.about, &k.plugins) == (f.kind, &f.about, &f.plugins));
    let new: Vec<Finding> = of_rows.into_iter().filter(|f| !known(f)).collect();
    report.findings.extend(new);
    report.findings.sort_by_key(order);
    let places: Vec<usize> = (0..report.plugins.len()).collect();
    report.pairs = combinations(&places, 2).iter().map(|set| combination(report, set, trials)).collect();
    if report.parameters.strength > 2 {
        let expansions = places.get(1..).unwrap_or_default();
        report.triples = combinations(expansions, 3).iter().map(|set| combination(report, set, trials)).collect();
    }
    report.rules = tried.iter().flat_map(|p| rules(report, p, reasons)).collect();
}

/// The base, then the expansions.
fn tried<'p>(plugins: &'p [Plugin], trials: &Trials) -> Vec<&'p Plugin> {
    let base = plugins.iter().filter(|p| p.declaration.plugin.base);
    let by_id = |id: &String| plugins.iter().find(|p| p.declaration.plugin.id == *id);
    base.chain(trials.expansions.iter().filter_map(by_id)).collect()
}

fn described(plugin: &Plugin) -> Tried {
    let manifest = &plugin.declaration.plugin;
    Tried {
        id: manifest.id.clone(),
        name: manifest.name.clone(),
        version: manifest.version.to_string(),
        base: manifest.base,
    }
}

/// Serious kinds first, then by row and game.
fn order(finding: &Finding) -> impl Ord + use<> {
    (finding.kind, finding.row.is_none(), finding.row, finding.game, finding.hooks.clone(), finding.about.clone())
}

/// All subsets of this size, in order.
fn combinations(places: &[usize], size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let with = |(n, first): (usize, &usize)| {
        let rest = combinations(&places[n + 1..], size - 1);
        rest.into_iter().map(move |rest| [vec![*first], rest].concat()).collect::<Vec<_>>()
    };
    places.iter().enumerate().flat_map(with).collect()
}

fn combination(report: &Report, set: &[usize], trials: &Trials) -> Combination {
    let own: Vec<&Tried> = set.iter().filter_map(|&place| report.plugins.get(place)).collect();
    let ids: Vec<String> = own.iter().map(|p| p.id.clone()).collect();
    let plays = |row: &&Row| own.iter().all(|p| p.base || row.plugins.contains(&p.id));
    let rows: Vec<&Row> = report.rows.iter().filter(plays).collect();
    let met = |row: &&Row| row.meetings.iter().find(|m| m.plugins == ids).cloned();
    let met: Vec<Meeting> = rows.iter().filter_map(met).collect();
    let expansions: Vec<usize> = set.iter().filter_map(|place| place.checked_sub(1)).collect();
    let findings = report.findings.iter().enumerate().filter(|(_, f)| concerns(f, &ids, &rows));
    Combination {
        possible: trials.can_meet(&expansions),
        rows: rows.iter().map(|r| r.number).collect(),
        games: rows.iter().flat_map(|r| &r.played).map(|b| b.games).sum(),
        meetings: met.iter().map(|m| m.times).sum(),
        in_features: met.iter().map(|m| m.features).sum(),
        games_met: met.iter().map(|m| m.games).sum(),
        findings: findings.map(|(n, _)| n).collect(),
        plugins: ids,
    }
}

/// Whether a finding is about these plugins together: culprits are among them and all of them were there, or nobody
/// knows the culprit and this is a row they share. What is about one plugin alone concerns all its combinations.
fn concerns(finding: &Finding, ids: &[String], rows: &[&Row]) -> bool {
    let here = finding.row.is_none_or(|row| rows.iter().any(|r| r.number == row));
    here && match &finding.plugins[..] {
        [] => finding.row.is_some(),
        [one] => ids.contains(one),
        several if several.len() >= ids.len() => ids.iter().all(|id| several.contains(id)),
        several => several.iter().all(|id| ids.contains(id)),
    }
}

fn rules(report: &Report, plugin: &Plugin, reasons: &BTreeMap<String, String>) -> Vec<RuleCoverage> {
    let passed = report.scenarios.iter().filter(|s| s.passed);
    let mut cited: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for scenario in passed {
        for rule in &scenario.rules {
            cited.entry(rule).or_default().push(scenario.title.clone());
        }
    }
    let one = |rule: &gatehouse_core::declare::Rule| RuleCoverage {
        rule: rule.id.clone(),
        plugin: plugin.declaration.plugin.id.clone(),
        text: rule.text.clone(),
        status: rule.status.words().to_owned(),
        cited: cited.get(rule.id.as_str()).cloned().unwrap_or_default(),
        seen: report.rows.iter().filter_map(|r| r.rules.get(&rule.id)).sum(),
        reason: reasons.get(&rule.id).cloned(),
    };
    plugin.declaration.rules.iter().map(one).collect()
}
