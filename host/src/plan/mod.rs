//! The order of play as a document: every step of the turn for one choice of plugins, with what is undecided about it.
//!
//! It is made from resolved rules alone, so it is the same however the plugins were loaded.

mod markdown;
mod steps;
mod text;

pub use markdown::markdown;
pub use text::text;

use crate::rules::{Declared, Rules};
use gatehouse_core::declare::{Rule, Status};
use serde::Serialize;

/// The order of play of one choice of plugins.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Document {
    /// The plugins: the base first, then by id.
    pub plugins: Vec<Played>,
    /// Every switch with its value.
    pub switches: Vec<Set>,
    /// The points of the turn that have steps, in timeline order; reactions last.
    pub points: Vec<Stretch>,
    /// The rules that steps cite, by id.
    pub rules: Vec<Cited>,
    /// What no publisher ruled, and what is played.
    pub undecided: Vec<Undecided>,
    /// What is doubtful about the order and not waived.
    pub doubts: Vec<String>,
    /// What is doubtful about the order and meant so, with the reason.
    pub waived: Vec<String>,
    /// What else is worth knowing.
    pub notes: Vec<String>,
    /// The digest of the rules.
    pub digest: String,
}

/// A plugin that is played.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Played {
    /// Its id.
    pub id: String,
    /// The name players read.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// A switch with its value.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Set {
    /// It as `plugin.switch`.
    pub switch: String,
    /// The value played.
    pub value: i32,
    /// What the value means.
    pub means: String,
    /// Whether nobody asked for it.
    pub default: bool,
}

/// A point of the turn with its steps.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// The name of the point.
    pub point: String,
    /// How often it comes up.
    pub repeats: &'static str,
    /// Its steps in order.
    pub steps: Vec<Step>,
}

/// A step of the turn: a hook, or what the host does in every game.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Its place on the timeline, as `T-480`; absent for a reaction.
    pub key: Option<String>,
    /// The hook as `plugin/hook`; absent if the host does it.
    pub hook: Option<String>,
    /// Who decides; `-` if it just happens.
    pub who: &'static str,
    /// Whether one who decides has to: `may`, `must`, `if possible`.
    pub duty: &'static str,
    /// Whether it adds, strikes or rides.
    pub role: &'static str,
    /// What it does, or why it has its place.
    pub why: String,
    /// The rules it carries out.
    pub rules: Vec<String>,
    /// What it reads besides what it is about.
    pub reads: Vec<String>,
    /// What it writes.
    pub writes: Vec<String>,
    /// What its choices write.
    pub choices_write: Vec<String>,
    /// Whether it is never called: a switch has another value, or a name it asks for is absent.
    pub off: bool,
}

/// A rule with its source.
#[derive(Serialize, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Cited {
    /// Its id.
    pub id: String,
    /// What it says.
    pub text: String,
    /// Where it is from.
    pub source: String,
    /// The edition it is from.
    pub edition: String,
    /// How sure it is.
    pub status: &'static str,
}

/// A rule that nobody ruled on.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct Undecided {
    /// The rule.
    pub rule: String,
    /// What it says.
    pub text: String,
    /// What is played, and by which switch if one decides.
    pub played: String,
}

impl Document {
    /// The document of resolved rules.
    pub fn of(rules: &Rules) -> Document {
        let (waived, doubts): (Vec<_>, Vec<_>) = rules.doubts.iter().partition(|d| d.waived.is_some());
        let texts = |list: Vec<&crate::resolve::Doubt>| list.iter().map(ToString::to_string).collect();
        let points = steps::points(rules);
        Document {
            plugins: rules.plugins.iter().map(|p| played(&p.plugin.declaration.plugin)).collect(),
            switches: switches(rules),
            rules: cited(rules, &points),
            points,
            undecided: undecided(rules),
            doubts: texts(doubts),
            waived: texts(waived),
            notes: rules.notes.iter().map(|n| n.text.clone()).collect(),
            digest: rules.digest.clone(),
        }
    }
}

fn played(manifest: &gatehouse_core::declare::Manifest) -> Played {
    Played { id: manifest.id.clone(), name: manifest.name.clone(), version: manifest.version.to_string() }
}

fn id(rules: &Rules, plugin: usize) -> &str {
    &rules.plugins[plugin].plugin.declaration.plugin.id
}

fn switches(rules: &Rules) -> Vec<Set> {
    let set = |(switch, value): &(Declared<gatehouse_core::declare::Switch>, i32)| Set {
        switch: format!("{}.{}", id(rules, switch.plugin), switch.what.name),
        value: *value,
        means: switch.what.values.get(&value.to_string()).cloned().unwrap_or_default(),
        default: *value == switch.what.default,
    };
    rules.words.switches.iter().map(set).collect()
}

fn cited(rules: &Rules, points: &[Stretch]) -> Vec<Cited> {
    let steps = || points.iter().flat_map(|p| &p.steps);
    let is_cited = |rule: &&Declared<Rule>| steps().any(|s| s.rules.contains(&rule.what.id));
    let cited = rules.words.rules.iter().filter(is_cited).map(|rule| Cited {
        id: rule.what.id.clone(),
        text: rule.what.text.clone(),
        source: rule.what.source.clone(),
        edition: rule.what.edition.clone(),
        status: rule.what.status.words(),
    });
    cited.collect()
}

fn undecided(rules: &Rules) -> Vec<Undecided> {
    let open = rules.words.rules.iter().filter(|r| r.what.status == Status::Undecided);
    open.map(|rule| Undecided {
        rule: rule.what.id.clone(),
        text: rule.what.text.clone(),
        played: reading(rules, &rule.what).unwrap_or_else(|| "nothing says what is played".to_owned()),
    })
    .collect()
}

/// What is played of a rule that is undecided: what its switches are set to, or its note.
pub fn reading(rules: &Rules, rule: &Rule) -> Option<String> {
    let decides = |(s, _): &&(Declared<gatehouse_core::declare::Switch>, i32)| s.what.rules.contains(&rule.id);
    let set = rules.words.switches.iter().filter(decides).map(|(switch, value)| {
        let means = switch.what.values.get(&value.to_string()).map_or("", String::as_str);
        format!("{} (switch {}.{} = {value})", means, id(rules, switch.plugin), switch.what.name)
    });
    let set: Vec<String> = set.collect();
    if set.is_empty() { rule.note.clone() } else { Some(set.join("; ")) }
}
