//! What is doubtful about the order of hooks, though it is one; and what is waived of it.

use super::wish::Wish;
use gatehouse_core::declare::Waiver;
use gatehouse_core::{Key, Point};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What is doubtful about the order of hooks.
#[derive(thiserror::Error, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs, reason = "the message of a variant says what it holds")]
pub enum Concern {
    /// Nobody declares which of two hooks comes first, and it shows in the result.
    #[error(
        "nobody declares which of `{one}` and `{other}` comes first at `{}`{}, though {}: in the head of `{other}` say \
         `.ordered(&[Constraint::after(\"{one}\", \"...\")])`, or in a setup file \
         `order = [{{ point = \"{}\", first = \"{one}\", then = \"{other}\", reason = \"...\" }}]`",
        point.name(), place(*key), clashes.iter().map(Clash::to_string).collect::<Vec<_>>().join(" and "), point.name()
    )]
    Ambiguity { point: Point, key: Key, one: String, other: String, clashes: Vec<Clash> },
    /// A wish is against the keys.
    #[error(
        "at `{}`, {wish} against the keys {} and {}: change a key, or waive `order` with a reason", 
        point.name(), keys.0, keys.1
    )]
    Override { point: Point, wish: Wish, keys: (Key, Key) },
    /// A wish decides nothing.
    #[error(
        "at `{}`, `{hook}` wants to come {side} `{target}`, but the {answered} say so already: drop the wish",
        point.name()
    )]
    Unused { point: Point, hook: String, side: &'static str, target: String, answered: &'static str },
    /// A name that nobody knows.
    #[error(
        "at `{}`, `{hook}` names the {class} `{name}`, which is not known: {}",
        point.name(), meant.as_ref().map_or(mend(class), |meant| format!("did you mean `{meant}`?"))
    )]
    Unknown { point: Point, hook: String, class: &'static str, name: String, meant: Option<String> },
    /// A waiver that waives nothing.
    #[error("the waiver of {} for {} ({reason}) waives nothing: drop it", data.join(", "), hooks.join(" and "))]
    Waiver { hooks: Vec<String>, data: Vec<String>, reason: String },
    /// There are more ambiguities than are put into words.
    #[error(
        "nobody declares the order of further hooks either, such as `{one}` and `{other}` at `{}`: order those that are \
         named, then look again",
        point.name()
    )]
    Further { point: Point, one: String, other: String },
}

/// Data of two hooks that do not commute.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Clash {
    /// The hook that writes.
    pub hook: String,
    /// What it writes.
    pub data: String,
    /// The other hook.
    pub other: String,
    /// What the other hook writes or reads.
    pub against: String,
    /// Whether the other reads it.
    pub reads: bool,
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Clash { hook, data, other, against, reads } = self;
        match reads {
            false if data == against => write!(f, "both write {data}"),
            false => write!(f, "`{hook}` writes {data} and `{other}` {against}"),
            true => write!(f, "`{other}` reads {against}, and `{hook}` writes {data}"),
        }
    }
}

/// Reactions have no place on the timeline.
fn place(key: Key) -> String {
    if key == Key(0) { String::new() } else { format!(" ({key})") }
}

fn mend(class: &str) -> String {
    match class {
        "plugin" => "correct it, or name the plugin in `optional` of plugin.toml".to_owned(),
        _ => format!("correct it, or play with a plugin that declares the {class}"),
    }
}

impl Concern {
    /// The hooks it is about.
    fn hooks(&self) -> BTreeSet<&str> {
        match self {
            Concern::Ambiguity { one, other, .. } => [one.as_str(), other].into(),
            Concern::Override { wish, .. } => [wish.first.as_str(), &wish.then].into(),
            Concern::Unused { hook, .. } | Concern::Unknown { hook, .. } => [hook.as_str()].into(),
            Concern::Waiver { .. } | Concern::Further { .. } => BTreeSet::new(),
        }
    }

    /// Whether a waiver of its hooks is about all of it.
    fn waived_by(&self, waiver: &Waiver) -> bool {
        let has = |data: &str| waiver.data.iter().any(|d| d == data);
        match self {
            Concern::Ambiguity { clashes, .. } => clashes.iter().all(|c| has(&c.data) || has(&c.against)),
            Concern::Override { .. } | Concern::Unused { .. } => has("order"),
            Concern::Unknown { .. } => has("name"),
            Concern::Waiver { .. } | Concern::Further { .. } => false,
        }
    }
}

/// A concern, waived or not.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Doubt {
    /// What it is.
    pub concern: Concern,
    /// Why it is meant to be so, if somebody says that.
    pub waived: Option<String>,
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.waived {
            Some(reason) => write!(f, "{} (waived: {reason})", self.concern),
            None => self.concern.fmt(f),
        }
    }
}

/// The doubts that remain of concerns once waivers are heard, sorted; waivers that waive nothing add to them. `played`
/// says of a hook whether its plugin is played: what others say of those that are not may still be needed.
pub(super) fn doubts(mut concerns: Vec<Concern>, waivers: &[&Waiver], played: impl Fn(&str) -> bool) -> Vec<Doubt> {
    concerns.sort();
    concerns.dedup();
    let mut of: BTreeMap<BTreeSet<&str>, Vec<usize>> = BTreeMap::new();
    for (n, waiver) in waivers.iter().enumerate() {
        of.entry(waiver.hooks.iter().map(String::as_str).collect()).or_default().push(n);
    }
    let mut idle = vec![true; waivers.len()];
    let mut waived = |concern: &Concern| {
        let about = of.get(&concern.hooks()).into_iter().flatten().copied();
        let heard: Vec<usize> = about.filter(|&n| concern.waived_by(waivers[n])).collect();
        heard.iter().for_each(|&n| idle[n] = false);
        heard.iter().map(|&n| &waivers[n].reason).min().map(|reason| super::one_line(reason))
    };
    let waived: Vec<_> = concerns.iter().map(|c| if waivers.is_empty() { None } else { waived(c) }).collect();
    let mut doubts: Vec<_> =
        concerns.into_iter().zip(waived).map(|(concern, waived)| Doubt { concern, waived }).collect();
    let idle = waivers.iter().zip(idle).filter(|(w, idle)| *idle && w.hooks.iter().all(|h| played(h)));
    doubts.extend(idle.map(|(w, _)| Doubt {
        concern: Concern::Waiver { hooks: w.hooks.clone(), data: w.data.clone(), reason: w.reason.clone() },
        waived: None,
    }));
    doubts.sort();
    doubts.dedup();
    doubts
}
