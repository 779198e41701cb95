//! What a plugin does that it should not, tried in a process of its own: the culprit is named, and no choice is lost.
//!
//! The cases are in `rogue.toml`; the table of docs/faults.md is made from them.

use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

#[derive(Deserialize)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    n: i32,
    does: String,
    then: Then,
    hook: String,
    #[serde(default)]
    says: String,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "lowercase")]
enum Then {
    Stopped,
    #[serde(rename = "left out")]
    LeftOut,
    Stuck,
    Ended,
    Unnamed,
    Refused,
}

fn cases() -> Vec<Case> {
    let text = include_str!("rogue.toml");
    toml::from_str::<Cases>(text).unwrap().case
}

/// A directory with the libraries of the base game and of the rogue, a home for the program, and a record.
struct Place {
    directory: TempDir,
    case: i32,
}

impl Place {
    fn new(case: i32) -> Place {
        let directory = tempfile::tempdir().unwrap();
        let plugins = directory.path().join("plugins");
        fs::create_dir(&plugins).unwrap();
        for library in ["libgatehouse_base.so", "libgatehouse_fixture_rogue.so"] {
            let from = std::env::current_exe().unwrap().with_file_name(library);
            fs::hard_link(&from, plugins.join(library))
                .or_else(|_| fs::copy(&from, plugins.join(library)).map(drop))
                .unwrap();
        }
        Place { directory, case }
    }

    fn record(&self) -> PathBuf {
        self.directory.path().join("game.jsonl")
    }

    fn run(&self, arguments: &[&str], told: i32) -> Output {
        Command::new(env!("CARGO_BIN_EXE_gatehouse"))
            .args(arguments)
            .arg("--plugin-dir")
            .arg(self.directory.path().join("plugins"))
            .env("GATEHOUSE_HOME", self.directory.path().join("home"))
            .env("GATEHOUSE_TRUST_NEW", "1")
            .env("GATEHOUSE_ROGUE", told.to_string())
            .env("TMPDIR", self.directory.path())
            .output()
            .unwrap()
    }

    fn play(&self, more: &[&str]) -> Output {
        let (switch, record) = (format!("fixture-rogue.deed={}", self.case), self.record());
        let mut arguments =
            vec!["play", "--players", "red:random,blue:random", "--use", "fixture-rogue", "--seed", "4"];
        arguments.extend(["--switch", &switch, "--save", record.to_str().unwrap(), "--hook-limit", "400"]);
        arguments.extend(more);
        self.run(&arguments, self.case)
    }

    /// Goes on with the game without the plugin, to its end.
    fn goes_on(&self) {
        let record = self.record();
        let without = ["--without", "fixture-rogue", "--players", "red:random,blue:random"];
        let resumed = self.run(&[&["play", "--resume", record.to_str().unwrap()][..], &without].concat(), 0);
        assert!(resumed.status.success(), "case {}: {}", self.case, said(&resumed));
    }

    /// Every choice that was made is in the record, and playing it again comes to the same states.
    fn is_kept(&self, fewest: usize) {
        let record = self.record();
        let text = fs::read_to_string(&record).unwrap();
        let choices = text.lines().filter(|l| l.contains("\"choose\"")).count();
        assert!(choices >= fewest, "case {}: only {choices} choices were kept", self.case);
        let again = self.run(&["replay", record.to_str().unwrap(), "--verify"], 0);
        assert!(again.status.success(), "case {}: {}", self.case, said(&again));
    }
}

fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// What was said, in one line: text is wrapped at the width of a terminal.
fn flowing(output: &Output) -> String {
    said(output).split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Case {
    fn names_the_culprit(&self, text: &str) {
        let gap = if self.hook.starts_with('(') { " " } else { "/" };
        let name = format!("fixture-rogue{gap}{}", self.hook);
        assert!(text.contains(&name), "case {} does not name {name}: {text}", self.n);
        assert!(text.contains(&self.says), "case {} does not say `{}`: {text}", self.n, self.says);
    }

    fn tried(&self) {
        let place = Place::new(self.n);
        match self.then {
            Then::Stopped | Then::LeftOut => self.goes_on_by_itself(&place),
            Then::Stuck => self.is_stuck(&place),
            Then::Ended | Then::Unnamed => self.ends(&place),
            Then::Refused => {
                let output = place.play(&[]);
                assert_eq!(output.status.code(), Some(2), "case {}: {}", self.n, said(&output));
                self.names_the_culprit(&flowing(&output));
            }
        }
    }

    /// Its result is discarded and the game goes on to its end; or it stops before the choice, if that is the policy.
    fn goes_on_by_itself(&self, place: &Place) {
        let output = place.play(&["--on-fault", "disable"]);
        assert!(output.status.success(), "case {}: {}", self.n, said(&output));
        if self.then == Then::Stopped {
            self.names_the_culprit(&flowing(&output));
        } else {
            let record = fs::read_to_string(place.record()).unwrap();
            let left_out = record.lines().find(|l| l.contains("leave out")).expect("the record says where");
            self.names_the_culprit(left_out);
        }
        place.is_kept(70);
        let place = Place::new(self.n);
        let output = place.play(&["--on-fault", "stop"]);
        assert_eq!(output.status.code(), Some(1), "case {}: {}", self.n, said(&output));
        self.names_the_culprit(&flowing(&output));
        place.is_kept(5);
        place.goes_on();
    }

    fn is_stuck(&self, place: &Place) {
        let output = place.play(&[]);
        assert!(!output.status.success(), "case {}: {}", self.n, said(&output));
        self.names_the_culprit(&flowing(&output));
        self.afterwards(place, true);
    }

    fn ends(&self, place: &Place) {
        let output = place.play(&[]);
        let completed = String::from_utf8_lossy(&output.stdout).contains("The record is in");
        assert!(!completed, "case {}: {}", self.n, said(&output));
        self.afterwards(place, self.then == Then::Ended);
    }

    /// The next start says what happened, and the game goes on.
    fn afterwards(&self, place: &Place, named: bool) {
        let ordinary = Place::new(0);
        let home = ordinary.directory.path().join("home");
        fs::rename(place.directory.path().join("home"), &home).unwrap();
        let mut next = ordinary.play(&[]);
        if self.hook == "(as it opens)" {
            self.is_barred(&ordinary, &next);
            next = ordinary.play(&[]);
        }
        assert!(next.status.success(), "case {}: {}", self.n, said(&next));
        let text = flowing(&next);
        // Of what no hook did nobody is sure to be named, or one that happened to run then.
        if named && self.hook != "(as it opens)" {
            self.names_the_culprit(&text);
        }
        if !self.begins_too_early() {
            place.is_kept(5);
            place.goes_on();
        }
    }

    /// A library that ended the program as it was opened is opened again only when the user says so.
    fn is_barred(&self, place: &Place, next: &Output) {
        let text = flowing(next);
        assert_eq!(next.status.code(), Some(2), "case {}: {text}", self.n);
        self.names_the_culprit(&text);
        assert_eq!(text.matches("is not opened again: the program ended as it was").count(), 1, "{text}");
        let library = place.directory.path().join("plugins/libgatehouse_fixture_rogue.so");
        let verified = place.run(&["plugins", "verify"], 0);
        assert!(flowing(&verified).contains("barred fixture-rogue"), "{}", said(&verified));
        let trusted = Command::new(env!("CARGO_BIN_EXE_gatehouse"))
            .args(["plugins", "trust", library.to_str().unwrap()])
            .env("GATEHOUSE_HOME", place.directory.path().join("home"))
            .output()
            .unwrap();
        assert!(trusted.status.success(), "{}", said(&trusted));
    }

    /// Whether it happens before a game begins: then there is none to be kept.
    fn begins_too_early(&self) -> bool {
        self.hook.starts_with('(') || self.hook == "prepares"
    }
}

/// Tries every third case, so that three tests share them.
fn try_of_three(part: usize) {
    cases().iter().skip(part).step_by(3).for_each(Case::tried);
}

#[test]
fn the_culprit_is_named_and_no_choice_is_lost_1() {
    try_of_three(0);
}

#[test]
fn the_culprit_is_named_and_no_choice_is_lost_2() {
    try_of_three(1);
}

#[test]
fn the_culprit_is_named_and_no_choice_is_lost_3() {
    try_of_three(2);
}

#[test]
fn bisecting_finds_the_plugins_that_a_failure_takes() {
    for (case, how) in [(1, "is at fault: it panicked"), (60, "ends in the hook fixture-rogue/acts after choice")] {
        let place = Place::new(case);
        for library in ["libgatehouse_city_gates.so", "libgatehouse_ghosts.so"] {
            let other = std::env::current_exe().unwrap().with_file_name(library);
            fs::copy(other, place.directory.path().join("plugins").join(library)).unwrap();
        }
        place.play(&["--on-fault", "disable", "--use", "city-gates,ghosts"]);
        let found = place.run(&["plugins", "bisect", place.record().to_str().unwrap()], 0);
        let text = flowing(&found);
        assert!(found.status.success() && text.contains(how), "{text}");
        let fewest = "it takes these plugins: fixture-rogue it fails as well while these are silent: base, ghosts \
            it fails as well without the libraries of: city-gates tell";
        assert!(text.contains(fewest), "{text}");
    }
    let sound = Place::new(0);
    sound.play(&[]);
    let found = sound.run(&["plugins", "bisect", sound.record().to_str().unwrap()], 0);
    assert_eq!(found.status.code(), Some(1));
    assert!(said(&found).contains("does not fail"), "{}", said(&found));
}

#[test]
fn a_record_is_followed_under_other_rules_as_far_as_its_choices_are_on_offer() {
    let place = Place::new(0);
    assert!(place.play(&[]).status.success());
    let record = place.record();
    let text = fs::read_to_string(&record).unwrap();
    // As if another plugin had taken part, and a choice of its own had been made in the twentieth line.
    let other = text.replacen("{\"id\":\"base\"", "{\"id\":\"gone\",\"version\":\"1.0.0\"},{\"id\":\"base\"", 1);
    let mut lines: Vec<String> = other.lines().map(str::to_owned).collect();
    lines[19] = "{\"by\":\"red\",\"choose\":\"a choice of its own\",\"hash\":\"0\"}".to_owned();
    fs::write(&record, lines.join("\n") + "\n").unwrap();
    let path = record.to_str().unwrap();
    let refused = place.run(&["play", "--resume", path, "--bots"], 0);
    assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
    let new = place.directory.path().join("new.jsonl");
    let save = ["--other-rules", "--save", new.to_str().unwrap(), "--players", "red:random,blue:random"];
    let followed = place.run(&[&["play", "--resume", path][..], &save].concat(), 0);
    let text = flowing(&followed);
    assert!(followed.status.success() && text.contains("gone is left out"), "{text}");
    assert!(text.contains("line 20: chance decides here, not red; the game goes on from there"), "{text}");
    assert_eq!(fs::read_to_string(&record).unwrap(), lines.join("\n") + "\n", "the old record is as it was");
    assert!(place.run(&["replay", "--verify", new.to_str().unwrap()], 0).status.success());
}

#[test]
fn the_page_on_faults_lists_every_case() {
    let meaning = |then| match then {
        Then::Stopped => "result discarded, plugin stopped, game goes on",
        Then::LeftOut => "choice taken again without the plugin; the record says so",
        Then::Stuck => "watchdog names it and ends the program; game kept",
        Then::Ended => "next start names it; game kept",
        Then::Unnamed => "no hook did it, so nobody is named, or one that ran just then; game kept",
        Then::Refused => "no game begins",
    };
    let rows: Vec<String> = cases()
        .iter()
        .map(|c| format!("| {} | `{}` {} | {} |", c.n, c.hook.trim_matches(['(', ')']), c.does, meaning(c.then)))
        .collect();
    assert!(rows.len() >= 40);
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/faults.md");
    let text = fs::read_to_string(page).unwrap();
    let listed: Vec<&str> =
        text.lines().filter(|l| l.starts_with("| ") && l[2..].starts_with(|c: char| c.is_ascii_digit())).collect();
    assert_eq!(listed, rows, "docs/faults.md should list:\n{}", rows.join("\n"));
}
