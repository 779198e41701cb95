//! Rules with their sources, switches, and foreign names.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How sure a rule is.
#[derive(Deserialize, Serialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// The publisher's text.
    Publisher,
    /// The publisher's answer to a question.
    PublisherAnswer,
    /// A reading the community agreed on.
    Community,
    /// Inferred by us from neighbouring rules.
    Inferred,
    /// No ruling exists; a switch or a note says what is played.
    Undecided,
    /// Nobody's ruling: the author of the plugin made it up.
    House,
}

impl Status {
    /// The status in words.
    pub const fn words(self) -> &'static str {
        match self {
            Status::Publisher => "publisher",
            Status::PublisherAnswer => "publisher answer",
            Status::Community => "community",
            Status::Inferred => "inferred",
            Status::Undecided => "undecided",
            Status::House => "house rule",
        }
    }
}

/// A rule.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Its id, such as `R-DB-8`.
    pub id: String,
    /// What it says, in one line.
    pub text: String,
    /// What players read behind somebody's name when a hook tells that the rule came to that player.
    #[serde(default)]
    pub told: Option<String>,
    /// Where it is from.
    pub source: String,
    /// The edition it is from.
    pub edition: String,
    /// How sure it is.
    pub status: Status,
    /// What is played, if the rule is undecided and no switch decides it.
    #[serde(default)]
    pub note: Option<String>,
}

/// An edition or house setting with a whole number as its value.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Switch {
    /// Its name.
    pub name: String,
    /// What it decides, in one sentence.
    pub text: String,
    /// The value played when nobody says otherwise.
    pub default: i32,
    /// The values it may have, each with what it means.
    pub values: BTreeMap<String, String>,
    /// The ids of the rules whose reading it decides.
    #[serde(default)]
    pub rules: Vec<String>,
}

impl Switch {
    /// Whether it may have this value.
    pub fn allows(&self, value: i32) -> bool {
        self.values.contains_key(&value.to_string())
    }
}

/// What another program's files call this plugin's things.
///
/// Whatever reads such files joins the tables of all plugins, so an expansion added later is understood there too.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Foreign {
    /// The program.
    pub program: String,
    /// Its names of sets, each with the edition of this plugin's tiles it means.
    #[serde(default)]
    pub sets: BTreeMap<String, String>,
    /// Its names of game elements, each with what is in the game with it: kinds of figures and marks of players, of
    /// which there are as many as the file says; prints and kinds of features, which then count; `switch=value`.
    #[serde(default)]
    pub elements: BTreeMap<String, Vec<String>>,
    /// Its names of feature kinds.
    #[serde(default)]
    pub features: BTreeMap<String, String>,
    /// Its names of figures.
    #[serde(default)]
    pub figures: BTreeMap<String, String>,
    /// Its names of tokens that are laid down, each with the rule of the choice it means.
    #[serde(default)]
    pub tokens: BTreeMap<String, String>,
    /// Its names of what takes a figure back, each with the rule of the choice it means.
    #[serde(default)]
    pub returns: BTreeMap<String, String>,
    /// Rules whose offers it always takes, so that its files say nothing of them.
    #[serde(default)]
    pub takes: Vec<String>,
    /// Its names of points that are not those of a feature, each with the rules that give them.
    #[serde(default)]
    pub points: BTreeMap<String, Vec<String>>,
    /// Its names of the times at which it waits for somebody, each with the hook point that asks then.
    #[serde(default)]
    pub phases: BTreeMap<String, String>,
    /// Its names of rules and values (`rule=value`), each with `switch=value` here.
    #[serde(default)]
    pub rules: BTreeMap<String, String>,
    /// Its rules that a file may leave out, each with the value that is played then.
    #[serde(default)]
    pub defaults: BTreeMap<String, String>,
    /// As `defaults`, where it was another value in files of its older format.
    #[serde(default)]
    pub older: BTreeMap<String, String>,
}
