//! What a run of the lab found: plain data, written as `report.json` and read by the page and by CI.
//!
//! All that depends on the clock or the machine is in [`Timings`] and [`RowTime`], so that two runs with the same
//! parameters differ nowhere else.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The whole report.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
pub struct Report {
    /// The version of the host that played.
    pub host: String,
    /// What was asked for.
    pub parameters: Parameters,
    /// The plugins that were tried, the base first, then by id.
    pub plugins: Vec<Tried>,
    /// The finished rows in their order.
    pub rows: Vec<Row>,
    /// How many rows the run has in all; more than `rows` if it was interrupted.
    pub planned_rows: usize,
    /// Every pair of plugins, the base included, in the order of `plugins`.
    pub pairs: Vec<Combination>,
    /// Every triple of the expansions, in the order of `plugins`; empty at strength 2.
    pub triples: Vec<Combination>,
    /// Every scenario that was run, by its file.
    pub scenarios: Vec<ScenarioRun>,
    /// What was found, most serious kinds first, then by row and game.
    pub findings: Vec<Finding>,
    /// Every rule the plugins declare, in the order of plugins and of their declarations.
    pub rules: Vec<RuleCoverage>,
    /// What depends on the clock and the machine.
    pub timings: Timings,
}

/// What a run was asked for.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, Default)]
pub struct Parameters {
    /// The ids of the expansions, sorted.
    pub plugins: Vec<String>,
    /// 2: every pair of values occurs in some row; 3: every triple.
    pub strength: u8,
    /// How many games are played in all rows together.
    pub games: u64,
    /// The seed of everything.
    pub seed: u64,
    /// One game in so many is held against all laws; the others against the cheap ones.
    pub every: u64,
    /// A hash of everything the results depend on: plugins with their contents, and all of the above.
    pub digest: String,
}

/// A plugin that was tried.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, Default)]
pub struct Tried {
    /// Its id.
    pub id: String,
    /// Its name for people.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Whether it is the base.
    pub base: bool,
}

/// One row of the covering array, finished.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
pub struct Row {
    /// Its number, counted from 0.
    pub number: usize,
    /// The ids of its expansions, sorted; none in the row of the base alone.
    pub plugins: Vec<String>,
    /// The values of the switches of its plugins, by `plugin.switch`.
    pub switches: BTreeMap<String, i32>,
    /// The digest of its rules; empty if they could not be resolved (there is a finding then).
    pub digest: String,
    /// What was played, one entry for each kind of player.
    pub played: Vec<Batch>,
    /// How often plugins of the row met, the base included; those that never met are absent.
    pub meetings: Vec<Meeting>,
    /// How many times each law was held against a game or a turn, by the law's name.
    pub laws: BTreeMap<String, u64>,
    /// How many pairs of hooks that nothing orders it has.
    pub unordered: u64,
    /// In how many games such a pair was swapped.
    pub swaps: u64,
    /// How many scenarios were played with all that the row adds to them.
    pub scenarios: u64,
    /// In how many events each rule was named; rules that never were are absent.
    pub rules: BTreeMap<String, u64>,
    /// What was found in it.
    pub findings: Vec<Finding>,
    /// How long it took.
    pub time: RowTime,
}

/// The games of a row by one kind of player.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Batch {
    /// Who played.
    pub by: PlayerKind,
    /// How many games.
    pub games: u64,
    /// How many decisions, those of chance included.
    pub decisions: u64,
    /// How many of the games were held against all laws.
    pub in_full: u64,
}

/// A kind of player.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(rename_all = "snake_case")]
pub enum PlayerKind {
    /// Takes any choice.
    Random,
    /// Prefers what brings pieces of different expansions together.
    Seeker,
}

/// How often plugins met in the games of a row: pieces of all of them in one feature, or hooks in one resolution.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Meeting {
    /// Their ids in the order of the plan, the base first: two or three.
    pub plugins: Vec<String>,
    /// In how many features and resolutions.
    pub times: u64,
    /// In how many features of these.
    #[serde(default)]
    pub features: u64,
    /// In how many games.
    pub games: u64,
    /// In how many games of the random player.
    pub games_random: u64,
}

/// The wall-clock time of a row.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Debug, Default)]
pub struct RowTime {
    /// Seconds of all threads together, for everything.
    pub seconds: f64,
    /// Of these, games of the random player against the cheap laws.
    pub random_seconds: f64,
    /// Games of the seeker against the cheap laws.
    pub seeker_seconds: f64,
    /// Games a second and thread against the cheap laws, both players together.
    pub games_per_second: f64,
}

/// What came of two or three plugins together.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Combination {
    /// Their ids: two or three.
    pub plugins: Vec<String>,
    /// Whether they can be played together at all.
    pub possible: bool,
    /// The numbers of the rows with all of them.
    pub rows: Vec<usize>,
    /// The games of these rows.
    pub games: u64,
    /// How often all of them met, in features and resolutions.
    pub meetings: u64,
    /// How often of these in one feature.
    #[serde(default)]
    pub in_features: u64,
    /// In how many games.
    pub games_met: u64,
    /// Indices into [`Report::findings`] of what concerns them: their plugins are the culprits, or the rows they share
    /// are where it shows and no culprit is known.
    pub findings: Vec<usize>,
}

impl Combination {
    /// How it stands: red with findings, amber if they can be played together but never met, green otherwise.
    pub fn colour(&self) -> Colour {
        match self {
            c if !c.possible => Colour::Grey,
            c if !c.findings.is_empty() => Colour::Red,
            c if c.meetings == 0 => Colour::Amber,
            _ => Colour::Green,
        }
    }
}

/// How a combination stands.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// They met and nothing was found.
    Green,
    /// They never met.
    Amber,
    /// Something was found.
    Red,
    /// They can't be played together.
    Grey,
}

/// What is wrong, most serious first.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[serde(rename_all = "snake_case")]
pub enum FindingKind {
    /// The rules of the row can't be resolved, or a game can't begin.
    Unplayable,
    /// A hook panicked or answered what it may not; its plugin was stopped.
    Fault,
    /// A hook emitted what it does not declare that it writes.
    Undeclared,
    /// A law of the engine does not hold.
    LawBroken,
    /// Two hooks that nothing orders lead to different games when they are swapped.
    Commutation,
    /// A scenario comes out otherwise with an expansion none of whose pieces appear.
    Inertness,
    /// A scenario fails as it is written.
    ScenarioFailed,
}

impl FindingKind {
    /// What it is called in reports.
    pub const fn words(self) -> &'static str {
        match self {
            FindingKind::Unplayable => "can't be played",
            FindingKind::Fault => "fault",
            FindingKind::Undeclared => "emitted undeclared",
            FindingKind::LawBroken => "law broken",
            FindingKind::Commutation => "commutation",
            FindingKind::Inertness => "inertness",
            FindingKind::ScenarioFailed => "scenario failed",
        }
    }
}

/// Something that was found.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What is wrong.
    pub kind: FindingKind,
    /// The culprits as far as they are known, by id; for two swapped hooks the plugins of both.
    pub plugins: Vec<String>,
    /// The hooks as `plugin/hook`, as far as they are known; of a broken law those that acted last before it showed.
    pub hooks: Vec<String>,
    /// The law, rule point or subsystem it is about: the law's name, the swapped hooks' point, the scenario's title.
    pub about: String,
    /// What happened, in one or more lines.
    pub message: String,
    /// The row it was found in; none for a scenario.
    pub row: Option<usize>,
    /// The game of the row it was found in.
    pub game: Option<u64>,
    /// Who played it.
    pub by: Option<PlayerKind>,
    /// In how many games of the row the same was found; this is the shortest one that was shrunk.
    pub times: u64,
    /// How many choices the record has after shrinking.
    pub choices: usize,
    /// The record that shows it: a file name in the report's directory.
    pub record: Option<String>,
    /// The scenario that shows it, ready to add: a file name in the report's directory.
    pub scenario: Option<String>,
    /// A picture of the board where it shows: a file name in the report's directory.
    pub svg: Option<String>,
}

/// A scenario that was run: as it is written, and with each further expansion none of whose pieces appear in it.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, Default)]
pub struct ScenarioRun {
    /// Its file, as it was found.
    pub path: String,
    /// Its title.
    pub title: String,
    /// The plugins it is played with.
    pub plugins: Vec<String>,
    /// The rules it cites.
    pub rules: Vec<String>,
    /// Whether it passes as it is written.
    pub passed: bool,
    /// The expansions under which it still comes out the same.
    pub inert: Vec<String>,
    /// The expansions that change it, as a finding says.
    pub changed: Vec<String>,
    /// The expansions it was not tried with, each with the reason.
    pub left_out: BTreeMap<String, String>,
}

/// Which scenarios show a rule.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug, Default)]
pub struct RuleCoverage {
    /// The rule's id.
    pub rule: String,
    /// The plugin that declares it.
    pub plugin: String,
    /// The rule in one line.
    pub text: String,
    /// How sure it is, in words.
    pub status: String,
    /// The titles of the scenarios that cite it and pass.
    pub cited: Vec<String>,
    /// In how many events of all games the rule was named.
    pub seen: u64,
    /// Why no scenario cites it, if a reason was given.
    pub reason: Option<String>,
}

/// What depends on the clock and the machine.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, Default)]
pub struct Timings {
    /// How many threads played.
    pub threads: usize,
    /// Wall-clock seconds of this run, rows that were resumed left out.
    pub seconds: f64,
    /// Games that were played in this run.
    pub games: u64,
    /// Games a second in this run.
    pub games_per_second: f64,
    /// How many rows were taken over from an earlier run.
    pub resumed_rows: usize,
}
