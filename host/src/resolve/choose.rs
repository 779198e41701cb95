//! Which plugins are played: the base and those chosen, if they go together.

use super::{Choice, Found, id};
use crate::nearest::hint;
use crate::rules::{Origin, Plugin};
use gatehouse_core::declare::Relation;
use gatehouse_core::{API, Player};
use std::collections::{BTreeMap, BTreeSet};

/// Why a set of plugins can't be played.
#[derive(thiserror::Error, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs, reason = "the message of a variant says what it holds")]
pub enum ChoiceError {
    /// No base was found.
    #[error("no plugin found is a base (`base = true` in its plugin.toml): add the folder that has one")]
    NoBase,
    /// Several bases were found.
    #[error("more than one base was found ({}): remove all but one", found.join(", "))]
    Bases { found: Vec<String> },
    /// A plugin was found in several places.
    #[error("plugin `{plugin}` was found more than once ({}): remove all but one", found.join(", "))]
    Copies { plugin: String, found: Vec<String> },
    /// A plugin was not found.
    #[error("plugin `{plugin}` was not found: {hint}")]
    Unknown { plugin: String, hint: String },
    /// A plugin needs another version of the hook API.
    #[error("plugin `{plugin}` needs the hook API {needs}, but this is {API}: take the plugin's release for {API}")]
    Api { plugin: String, needs: String },
    /// A plugin needs one that is not chosen.
    #[error("plugin `{plugin}` needs `{needs}` ({reason}): {mend}")]
    Missing { plugin: String, needs: String, reason: String, mend: String },
    /// A plugin works with other versions of another than the one that was found.
    #[error(
        "plugin `{plugin}` works with `{other}` {range} ({reason}), but {version} was found: \
         replace one of them or leave one out"
    )]
    Version { plugin: String, other: String, range: String, version: String, reason: String },
    /// Two plugins can't be played together.
    #[error("plugins `{one}` and `{other}` can't be played together ({}): leave one out", reasons.join("; "))]
    Conflict { one: String, other: String, reasons: Vec<String> },
    /// No game has that many players.
    #[error("a game has 1 to {} players, not {players}", Player::MAX)]
    Table { players: usize },
    /// A plugin is for another number of players.
    #[error("plugin `{plugin}` is for {range} players, not {players}: change the number of players")]
    Players { plugin: String, range: String, players: usize },
}

/// The only base among the plugins found.
pub(super) fn base(available: &[Plugin]) -> Result<&Plugin, ChoiceError> {
    let bases: Vec<_> = available.iter().filter(|p| p.declaration.plugin.base).collect();
    match bases[..] {
        [base] => Ok(base),
        [] => Err(ChoiceError::NoBase),
        _ => Err(ChoiceError::Bases { found: places(&bases, true) }),
    }
}

/// The plugins played: the base first, then by id.
pub(super) fn choose<'a>(
    base: &'a Plugin,
    available: &'a [Plugin],
    choice: &Choice,
    found: &mut Found,
) -> Vec<&'a Plugin> {
    let wanted: BTreeSet<&str> = choice.plugins.iter().map(String::as_str).filter(|w| *w != id(base)).collect();
    let others = wanted.into_iter().filter_map(|w| find(available, w, found));
    let played: Vec<_> = [base].into_iter().chain(others).collect();
    for plugin in &played {
        let manifest = &plugin.declaration.plugin;
        // A version that can't be read matches nothing.
        if !semver::Version::parse(API).is_ok_and(|v| manifest.api.matches(&v)) {
            found.say(ChoiceError::Api { plugin: manifest.id.clone(), needs: manifest.api.to_string() });
        }
        for relation in &manifest.requires {
            required(plugin, relation, &played, available, found);
        }
        for relation in &manifest.optional {
            if let Some(other) = by_id(&played, &relation.id) {
                version(plugin, relation, other, found);
            }
        }
    }
    conflicts(&played, found);
    if let Some(players) = choice.players {
        seats(&played, players, found);
    }
    played
}

fn find<'a>(available: &'a [Plugin], wanted: &str, found: &mut Found) -> Option<&'a Plugin> {
    let copies: Vec<_> = available.iter().filter(|p| id(p) == wanted).collect();
    let plugin = wanted.to_owned();
    match copies[..] {
        [one] => return Some(one),
        [] => {
            let mut known: Vec<&str> = available.iter().map(id).collect();
            known.sort_unstable();
            let others = format!("choose among {} or add the folder it is in", known.join(", "));
            let hint = hint(wanted, known, &others);
            found.say(ChoiceError::Unknown { plugin, hint });
        }
        _ => found.say(ChoiceError::Copies { plugin, found: places(&copies, false) }),
    }
    None
}

fn places(plugins: &[&Plugin], named: bool) -> Vec<String> {
    let place = |p: &&Plugin| {
        let place = match &p.origin {
            Origin::Linked => "linked into the program".to_owned(),
            Origin::File { path, .. } => path.display().to_string(),
        };
        if named { format!("`{}` {place}", id(p)) } else { place }
    };
    let mut places: Vec<_> = plugins.iter().map(place).collect();
    places.sort();
    places
}

fn by_id<'a>(played: &[&'a Plugin], wanted: &str) -> Option<&'a Plugin> {
    played.iter().find(|p| id(p) == wanted).copied()
}

fn required(plugin: &Plugin, relation: &Relation, played: &[&Plugin], available: &[Plugin], found: &mut Found) {
    if let Some(other) = by_id(played, &relation.id) {
        return version(plugin, relation, other, found);
    }
    let mend = if available.iter().any(|p| id(p) == relation.id) {
        format!("add `--use {}`", relation.id)
    } else {
        format!("it was not found, so install it or leave out `{}`", id(plugin))
    };
    found.say(ChoiceError::Missing {
        plugin: id(plugin).to_owned(),
        needs: relation.id.clone(),
        reason: relation.reason.clone(),
        mend,
    });
}

fn version(plugin: &Plugin, relation: &Relation, other: &Plugin, found: &mut Found) {
    let version = &other.declaration.plugin.version;
    if !relation.version.matches(version) {
        found.say(ChoiceError::Version {
            plugin: id(plugin).to_owned(),
            other: relation.id.clone(),
            range: relation.version.to_string(),
            version: version.to_string(),
            reason: relation.reason.clone(),
        });
    }
}

fn conflicts(played: &[&Plugin], found: &mut Found) {
    let mut pairs: BTreeMap<(&str, &str), Vec<String>> = BTreeMap::new();
    for plugin in played {
        for relation in &plugin.declaration.plugin.conflicts {
            let other = by_id(played, &relation.id).filter(|o| relation.version.matches(&o.declaration.plugin.version));
            let Some(other) = other.map(id).filter(|o| *o != id(plugin)) else { continue };
            let pair = (id(plugin).min(other), id(plugin).max(other));
            pairs.entry(pair).or_default().push(format!("`{}`: {}", id(plugin), relation.reason));
        }
    }
    for ((one, other), mut reasons) in pairs {
        reasons.sort();
        found.say(ChoiceError::Conflict { one: one.to_owned(), other: other.to_owned(), reasons });
    }
}

fn seats(played: &[&Plugin], players: usize, found: &mut Found) {
    if !(1..=Player::MAX).contains(&players) {
        return found.say(ChoiceError::Table { players });
    }
    for plugin in played {
        let manifest = &plugin.declaration.plugin;
        let (min, max) = (manifest.min_players.unwrap_or(1), manifest.max_players.unwrap_or(u8::MAX));
        if (usize::from(min)..=usize::from(max)).contains(&players) {
            continue;
        }
        let range = match (manifest.min_players, manifest.max_players) {
            (Some(min), Some(max)) => format!("{min} to {max}"),
            (Some(min), None) => format!("at least {min}"),
            _ => format!("at most {max}"),
        };
        found.say(ChoiceError::Players { plugin: manifest.id.clone(), range, players });
    }
}
