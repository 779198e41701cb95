//! From plugins to what is combined: one factor for each expansion and one for each switch that has a choice.

use super::cover::{self, Factor, Levels, Space};
use crate::resolve::Choice;
use crate::rules::Plugin;
use std::collections::BTreeMap;

/// Why expansions can't be tried.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
pub enum SpaceError {
    /// There is no such plugin.
    #[error("no plugin found is called `{plugin}`: {hint}")]
    Unknown {
        /// The name given.
        plugin: String,
        /// What may be meant.
        hint: String,
    },
    /// An expansion needs one that is not tried.
    #[error("`{plugin}` can't be tried without `{needs}` ({reason}): add it to `--use`")]
    Missing {
        /// The expansion.
        plugin: String,
        /// What it requires.
        needs: String,
        /// Why it does.
        reason: String,
    },
}

/// The expansions and switches that are tried.
#[derive(Clone, Debug)]
pub struct Trials {
    /// The ids of the expansions, sorted.
    pub expansions: Vec<String>,
    space: Space,
    /// The switches behind the factors after the expansions, with their values, the default first.
    switches: Vec<(String, Vec<i32>)>,
}

impl Trials {
    /// Everything that can be combined of these expansions.
    ///
    /// # Errors
    /// One of them is not there, or requires one that is not among them.
    pub fn new(plugins: &[Plugin], expansions: &[String]) -> Result<Trials, SpaceError> {
        let mut ids: Vec<String> = expansions.to_vec();
        ids.sort();
        ids.dedup();
        let find = |id: &str| plugins.iter().find(|p| p.declaration.plugin.id == id);
        let mut trials = Trials { expansions: Vec::new(), space: Space::default(), switches: Vec::new() };
        let base = plugins.iter().find(|p| p.declaration.plugin.base);
        ids.retain(|id| base.is_none_or(|b| b.declaration.plugin.id != *id));
        let found = ids.iter().map(|id| {
            find(id).ok_or_else(|| {
                let known = plugins.iter().map(|p| p.declaration.plugin.id.as_str());
                SpaceError::Unknown { plugin: id.clone(), hint: crate::locate::hint(id, known) }
            })
        });
        let found: Vec<&Plugin> = found.collect::<Result<_, _>>()?;
        trials.space.expansions = ids.len();
        trials.space.factors = vec![Factor { levels: 2, owner: None }; ids.len()];
        for (n, plugin) in found.iter().enumerate() {
            trials.relate(n, plugin, &ids, base)?;
        }
        base.into_iter().for_each(|plugin| trials.add_switches(None, plugin));
        found.iter().enumerate().for_each(|(n, plugin)| trials.add_switches(Some(n), plugin));
        trials.expansions = ids;
        Ok(trials)
    }

    /// Notes what an expansion requires and what it can't be played with.
    fn relate(&mut self, n: usize, plugin: &Plugin, ids: &[String], base: Option<&Plugin>) -> Result<(), SpaceError> {
        let manifest = &plugin.declaration.plugin;
        let place = |id: &String| ids.binary_search(id).ok();
        for relation in &manifest.requires {
            match place(&relation.id) {
                Some(other) => self.space.requires.push((n, other)),
                None if base.is_some_and(|b| b.declaration.plugin.id == relation.id) => {}
                None => {
                    let (needs, reason) = (relation.id.clone(), relation.reason.clone());
                    return Err(SpaceError::Missing { plugin: manifest.id.clone(), needs, reason });
                }
            }
        }
        let others = manifest.conflicts.iter().filter_map(|relation| place(&relation.id));
        self.space.conflicts.extend(others.filter(|other| *other != n).map(|other| (n, other)));
        Ok(())
    }

    fn add_switches(&mut self, owner: Option<usize>, plugin: &Plugin) {
        for switch in &plugin.declaration.switches {
            let mut values: Vec<i32> = switch.values.keys().filter_map(|v| v.parse().ok()).collect();
            values.sort_by_key(|v| (*v != switch.default, *v));
            values.dedup();
            if values.len() > 1 {
                self.space.factors.push(Factor { levels: values.len(), owner });
                self.switches.push((format!("{}.{}", plugin.declaration.plugin.id, switch.name), values));
            }
        }
    }

    /// The rows of a covering array of this strength.
    pub fn rows(&self, strength: u8, seed: u64) -> Vec<Choice> {
        cover::array(&self.space, strength.into(), seed).iter().map(|row| self.choice(row)).collect()
    }

    /// Whether these expansions, by their places, can be played together.
    pub fn can_meet(&self, expansions: &[usize]) -> bool {
        let values: Vec<_> = expansions.iter().map(|&n| (n, 1)).collect();
        self.space.is_possible(&values)
    }

    fn choice(&self, row: &Levels) -> Choice {
        let (present, values) = row.split_at(self.expansions.len().min(row.len()));
        let plugins = self.expansions.iter().zip(present).filter(|(_, level)| **level == Some(1));
        let switches = self.switches.iter().zip(values).filter_map(|((name, values), level)| {
            let value = values.get((*level)?)?;
            Some((name.clone(), *value))
        });
        let switches: BTreeMap<String, i32> = switches.collect();
        Choice { plugins: plugins.map(|(id, _)| id.clone()).collect(), switches, ..Choice::default() }
    }
}
