//! The values of the plugins' switches.

use super::{Choice, Found, id};
use crate::nearest::hint;
use crate::rules::{Declared, Plugin};
use gatehouse_core::declare::Switch;

/// Why a switch can't have the value it was given.
#[derive(thiserror::Error, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs, reason = "the message of a variant says what it holds")]
pub enum SwitchError {
    /// A plugin declares a switch twice.
    #[error("plugin `{plugin}` declares the switch `{switch}` twice: remove one")]
    Twice { plugin: String, switch: String },
    /// A default is none of the values.
    #[error("switch `{switch}` of plugin `{plugin}` has the default {value}, which is none of its values ({values})")]
    Default { plugin: String, switch: String, value: i32, values: String },
    /// No plugin has the switch.
    #[error("no plugin played has a switch `{switch}`: {hint}")]
    Unknown { switch: String, hint: String },
    /// Several plugins have a switch of that name.
    #[error("several plugins have a switch `{switch}`: write {}", meant.join(" or "))]
    Ambiguous { switch: String, meant: Vec<String> },
    /// The switch has no such value.
    #[error("switch `{switch}` can't be {value}: it is {values}")]
    Value { switch: String, value: i32, values: String },
    /// The switch was given two values.
    #[error("switch `{switch}` is set to {one} and to {other}: keep one of them")]
    Contrary { switch: String, one: i32, other: i32 },
    /// The switch was given one value under two names.
    #[error("switch `{switch}` is given twice, with and without its plugin: leave one out")]
    Repeated { switch: String },
}

/// The value of each switch of each plugin played.
pub(super) fn values(played: &[&Plugin], available: &[Plugin], choice: &Choice, found: &mut Found) -> Vec<Vec<i32>> {
    for plugin in played {
        declared(plugin, found);
    }
    let mut values: Vec<Vec<_>> =
        played.iter().map(|p| p.declaration.switches.iter().map(|s| (s.default, false)).collect()).collect();
    for (name, &value) in &choice.switches {
        let Some((p, s)) = meant(name, played, available, found) else { continue };
        let switch = &played[p].declaration.switches[s];
        let full = full(played[p], switch);
        let (earlier, chosen) = values[p][s];
        if !switch.allows(value) {
            found.say(SwitchError::Value { switch: full, value, values: allowed(switch) });
        } else if chosen && earlier != value {
            found.say(SwitchError::Contrary { switch: full, one: earlier.min(value), other: earlier.max(value) });
        } else if chosen {
            found.say(SwitchError::Repeated { switch: full });
        } else {
            values[p][s] = (value, true);
        }
    }
    values.into_iter().map(|own| own.into_iter().map(|(value, _)| value).collect()).collect()
}

/// The switches in words, with the values played.
pub(super) fn words(played: &[&Plugin], values: &[Vec<i32>]) -> Vec<(Declared<Switch>, i32)> {
    let mut words = Vec::new();
    for (plugin, (p, own)) in played.iter().zip(values).enumerate() {
        words.extend(
            p.declaration.switches.iter().zip(own).map(|(s, &value)| (Declared { plugin, what: s.clone() }, value)),
        );
    }
    words
}

fn full(plugin: &Plugin, switch: &Switch) -> String {
    format!("{}.{}", id(plugin), switch.name)
}

fn allowed(switch: &Switch) -> String {
    let mut values: Vec<i32> = switch.values.keys().filter_map(|v| v.parse().ok()).collect();
    values.sort_unstable();
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" or ")
}

fn declared(plugin: &Plugin, found: &mut Found) {
    let switches = &plugin.declaration.switches;
    for (n, switch) in switches.iter().enumerate() {
        let (plugin, name) = (id(plugin).to_owned(), switch.name.clone());
        if !switch.allows(switch.default) {
            found.say(SwitchError::Default {
                plugin: plugin.clone(),
                switch: name.clone(),
                value: switch.default,
                values: allowed(switch),
            });
        }
        if switches[..n].iter().any(|s| s.name == switch.name) {
            found.say(SwitchError::Twice { plugin, switch: name });
        }
    }
}

/// The plugin and switch that a name means.
fn meant(name: &str, played: &[&Plugin], available: &[Plugin], found: &mut Found) -> Option<(usize, usize)> {
    let all: Vec<_> = played
        .iter()
        .enumerate()
        .flat_map(|(p, plugin)| plugin.declaration.switches.iter().enumerate().map(move |(s, switch)| (p, s, switch)))
        .collect();
    if let Some((p, s, _)) = all.iter().find(|(p, _, switch)| full(played[*p], switch) == name) {
        return Some((*p, *s));
    }
    let plain: Vec<_> = all.iter().filter(|(.., switch)| switch.name == name).collect();
    let switch = name.to_owned();
    match plain[..] {
        [(p, s, _)] => return Some((*p, *s)),
        [] => {
            let of_one =
                name.split_once('.').map(|(plugin, _)| plugin).filter(|of| played.iter().any(|p| id(p) == *of));
            let near = all.iter().filter(|(p, ..)| of_one.is_none_or(|of| id(played[*p]) == of));
            let full: Vec<_> = near.map(|(p, _, switch)| full(played[*p], switch)).collect();
            let known = all.iter().map(|(.., switch)| switch.name.as_str()).chain(full.iter().map(String::as_str));
            let others =
                if full.is_empty() { "there is none".to_owned() } else { format!("there are {}", full.join(", ")) };
            let hint = elsewhere(name, played, available).unwrap_or_else(|| hint(name, known, &others));
            found.say(SwitchError::Unknown { switch, hint });
        }
        _ => {
            let mut meant: Vec<_> =
                plain.iter().map(|(p, _, switch)| format!("`{}`", full(played[*p], switch))).collect();
            meant.sort();
            meant.dedup();
            found.say(SwitchError::Ambiguous { switch, meant });
        }
    }
    None
}

/// The mend if a plugin that is not played has the switch.
fn elsewhere(name: &str, played: &[&Plugin], available: &[Plugin]) -> Option<String> {
    let unplayed = available.iter().filter(|a| played.iter().all(|p| id(p) != id(a)));
    let has = |p: &&Plugin| p.declaration.switches.iter().any(|s| s.name == name || full(p, s) == name);
    let unplayed: Vec<&Plugin> = unplayed.collect();
    if let Some(plugin) = unplayed.iter().filter(|p| has(p)).map(|p| id(p)).min() {
        return Some(format!("add `--use {plugin}`, which has it"));
    }
    let meant = unplayed.into_iter().find(|p| name.split_once('.').is_some_and(|(of, _)| of == id(p)))?;
    let own: Vec<String> = meant.declaration.switches.iter().map(|s| full(meant, s)).collect();
    let own = if own.is_empty() { "no switch".to_owned() } else { own.join(", ") };
    Some(format!("`{}` is not played, and has {own}", id(meant)))
}
