//! What became of files, for people.

use super::assertion::{Assertion, Award, Checked};
use crate::record::Record;
use std::fmt;
use std::path::{Path, PathBuf};

/// What became of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// All that it asserts holds.
    Passed,
    /// Something that it asserts does not hold, or a message can't be carried out.
    Failed(Vec<String>),
    /// It was replayed, and nothing was compared.
    Played,
    /// It needs what no plugin found has.
    NotSupported(Vec<String>),
    /// It is no saved game.
    Unreadable(String),
}

impl Outcome {
    /// The outcome in a word or two.
    pub fn word(&self) -> &'static str {
        match self {
            Outcome::Passed => "passed",
            Outcome::Failed(_) => "FAILED",
            Outcome::Played => "played",
            Outcome::NotSupported(_) => "not supported",
            Outcome::Unreadable(_) => "unreadable",
        }
    }

    /// Why it is so, in sentences.
    pub fn reasons(&self) -> Vec<&str> {
        match self {
            Outcome::Failed(why) | Outcome::NotSupported(why) => why.iter().map(String::as_str).collect(),
            Outcome::Unreadable(why) => vec![why],
            Outcome::Passed | Outcome::Played => Vec::new(),
        }
    }
}

/// A player as the file has it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// The name.
    pub name: String,
    /// The colour here.
    pub colour: &'static str,
    /// The points after the last message.
    pub points: i32,
}

/// What became of a file. Shown, it is a score sheet beside what the file asserts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The file.
    pub path: PathBuf,
    /// What the file says of itself; empty if nothing.
    pub title: String,
    /// What became of it.
    pub outcome: Outcome,
    /// The players; nobody if it was not played.
    pub seats: Vec<Seat>,
    /// What they were given points for, in order.
    pub awards: Vec<Award>,
    /// What it asserts, compared.
    pub checked: Vec<Checked>,
    /// Whether the game is over after the last message.
    pub over: bool,
    /// The game as it was played, as far as it went.
    pub record: Option<Record>,
    /// The scenario that shows what it asserts, if it passed.
    pub scenario: Option<String>,
}

impl Report {
    /// The report on a file that was not played.
    pub(super) fn without_game(path: &Path, outcome: Outcome) -> Report {
        Report {
            path: path.to_owned(),
            title: String::new(),
            outcome,
            seats: Vec::new(),
            awards: Vec::new(),
            checked: Vec::new(),
            over: false,
            record: None,
            scenario: None,
        }
    }

    /// The points that the file asserts for a seat.
    fn asserted(&self, seat: &Seat) -> Option<i32> {
        self.checked.iter().find_map(|c| match &c.read {
            Assertion::Points { name, points } if *name == seat.name => Some(*points),
            _ => None,
        })
    }

    fn sheet(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.seats.iter().map(|s| s.name.chars().count() + s.colour.len() + 3).max().unwrap_or(0).max(6);
        writeln!(f, "  {:width$}  {:>5}  {:>5}", "", "here", "file")?;
        for (n, seat) in self.seats.iter().enumerate() {
            let who = format!("{} ({})", seat.name, seat.colour);
            let file = self.asserted(seat).map_or("-".to_owned(), |p| p.to_string());
            writeln!(f, "  {who:width$}  {:>5}  {file:>5}", seat.points)?;
            for award in self.awards.iter().filter(|a| a.player == n) {
                let rule = if award.rule.is_empty() { String::new() } else { format!("  [{}]", award.rule) };
                writeln!(f, "  {:width$}  {:>5}  {:>5}  {}{rule}", "", award.points, "", award.what)?;
            }
        }
        for checked in &self.checked {
            let (holds, here) = if checked.holds { ("yes", "") } else { ("NO ", checked.here.as_str()) };
            let why = if here.is_empty() { String::new() } else { format!(": {here}") };
            writeln!(f, "  {holds}  {}{why}", checked.text)?;
        }
        Ok(())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let title = if self.title.is_empty() { String::new() } else { format!(": {}", self.title) };
        writeln!(f, "{}  {}{title}", self.outcome.word(), self.path.display())?;
        for reason in self.outcome.reasons() {
            writeln!(f, "  {reason}")?;
        }
        if !self.seats.is_empty() {
            self.sheet(f)?;
            if !self.over && self.outcome == Outcome::Played {
                writeln!(f, "  the game is not over")?;
            }
        }
        Ok(())
    }
}

/// What became of several files. Shown, it is a table with a line a file and one that counts.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Summary {
    /// The reports in the order of the files.
    pub reports: Vec<Report>,
}

impl Summary {
    /// How many had an outcome of this word.
    pub fn count(&self, word: &str) -> usize {
        self.reports.iter().filter(|r| r.outcome.word() == word).count()
    }

    /// How many failed or can't be read.
    pub fn wrong(&self) -> usize {
        let is_wrong = |r: &&Report| matches!(r.outcome, Outcome::Failed(_) | Outcome::Unreadable(_));
        self.reports.iter().filter(is_wrong).count()
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for report in &self.reports {
            let why = report.outcome.reasons().join("; ");
            let line = format!("{:13}  {}  {why}", report.outcome.word(), report.path.display());
            writeln!(f, "{}", line.trim_end())?;
        }
        let words = ["passed", "FAILED", "played", "not supported", "unreadable"];
        let counts: Vec<String> =
            words.iter().map(|word| format!("{} {}", self.count(word), word.to_lowercase())).collect();
        write!(f, "{} files: {}", self.reports.len(), counts.join(", "))
    }
}
