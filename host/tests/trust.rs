//! Whom to trust, as people meet it: `plugins`, `plugins trust`, `plugins verify` and `--trust-new`.

use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A place with a home and a directory of plugins: all that the program was built with, and one that it was not.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        fs::create_dir(place.plugins()).unwrap();
        let libraries = Path::new(env!("CARGO_BIN_EXE_gatehouse")).with_file_name("deps");
        for entry in fs::read_dir(libraries).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap();
            let bundled = name.starts_with("libgatehouse_") && !name.contains("fixture") && !name.contains("pins");
            if name.ends_with(".so") && (bundled || name == "libgatehouse_fixture_minimal.so") {
                fs::copy(&path, place.plugins().join(name)).unwrap();
            }
        }
        place
    }

    fn plugins(&self) -> PathBuf {
        self.0.path().join("plugins")
    }

    fn library(&self, name: &str) -> PathBuf {
        self.plugins().join(format!("libgatehouse_{name}.so"))
    }

    fn list(&self) -> PathBuf {
        self.0.path().join("home/trusted.toml")
    }

    fn run(&self, arguments: &[&str], status: i32) -> (String, String) {
        self.run_as("", arguments, status)
    }

    /// Runs the program; gives what it said and complained of.
    fn run_as(&self, trust_new: &str, arguments: &[&str], status: i32) -> (String, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_gatehouse"))
            .args(arguments)
            .current_dir(self.0.path())
            .env("GATEHOUSE_HOME", self.0.path().join("home"))
            .env("GATEHOUSE_PLUGINS", self.plugins())
            .env("GATEHOUSE_TRUST_NEW", trust_new)
            .output()
            .unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let (said, warned) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(status), "{arguments:?}: {said}{warned}");
        assert!(!warned.contains("panicked"), "{warned}");
        (said, warned)
    }

    /// What `plugins verify` says of a plugin, in one word.
    fn verdict(&self, id: &str, status: i32) -> String {
        let (said, _) = self.run(&["plugins", "verify", "--json"], status);
        let rows: serde_json::Value = serde_json::from_str(&said).unwrap();
        let row = rows.as_array().unwrap().iter().find(|row| row["id"] == id).expect("it is listed");
        row["status"].as_str().unwrap().to_owned()
    }

    fn trust(&self, name: &str) -> String {
        let file = self.library(name);
        self.run(&["plugins", "trust", file.to_str().unwrap()], 0).0
    }
}

/// Changes a library so that it works as before.
fn change(path: &Path) {
    let mut bytes = fs::read(path).unwrap();
    bytes.extend_from_slice(b"something behind the end");
    fs::write(path, bytes).unwrap();
}

#[test]
fn what_the_program_was_built_with_needs_no_trust() {
    let place = Place::new();
    fs::remove_file(place.library("fixture_minimal")).unwrap();
    let (said, _) = place.run(&["plugins", "verify"], 0);
    assert!(!said.is_empty() && said.lines().all(|line| line.starts_with("bundled ")), "{said}");
    let (said, warned) = place.run(&["plugins"], 0);
    assert!(said.contains("built with the program, sha256 ") && warned.is_empty(), "{warned}");
    assert!(!place.list().exists(), "nothing is written");
}

#[test]
fn an_unknown_plugin_is_refused_until_it_is_trusted() {
    let place = Place::new();
    assert_eq!(place.verdict("fixture-minimal", 1), "unknown");
    let (said, _) = place.run(&["plugins"], 0);
    assert!(said.contains("refused: plugin fixture-minimal of ") && said.contains("is not trusted yet"), "{said}");
    let (_, warned) = place.run(&["plan", "--use", "fixture-minimal"], 2);
    assert_eq!(warned.matches("plugin fixture-minimal of ").count(), 1, "{warned}");

    let told = place.trust("fixture_minimal");
    for part in ["fixture-minimal 0.1.0 (Minimal fixture)", "sha256 ", "A plugin that starts", "trusted from now on"] {
        assert!(told.contains(part), "{told}");
    }
    assert_eq!(place.verdict("fixture-minimal", 0), "ok");
    let (said, warned) = place.run(&["plugins"], 0);
    assert!(said.contains("    trusted, sha256 ") && !said.contains("refused"), "{said}{warned}");
    assert!(place.trust("fixture_minimal").contains("it was trusted before"));
}

#[test]
fn a_changed_plugin_is_refused_until_it_is_trusted_again() {
    let place = Place::new();
    place.trust("fixture_minimal");
    change(&place.library("fixture_minimal"));
    assert_eq!(place.verdict("fixture-minimal", 1), "changed");
    // Who does without it is not bothered: it is not opened.
    assert_eq!(place.run(&["plan"], 0).1, "");
    let (_, warned) = place.run(&["plan", "--use", "fixture-minimal"], 2);
    assert!(warned.contains("fixture-minimal") && warned.contains("is not the one that was trusted"), "{warned}");
    assert!(place.trust("fixture_minimal").contains("it has changed: SHA-256 "));
    assert_eq!(place.verdict("fixture-minimal", 0), "ok");
}

#[test]
fn a_bundled_plugin_that_was_changed_is_refused_and_can_be_trusted() {
    let place = Place::new();
    place.trust("fixture_minimal");
    change(&place.library("base"));
    assert_eq!(place.verdict("base", 1), "changed");
    let (_, warned) = place.run(&["plan"], 2);
    assert!(warned.contains("that this program was built with") && warned.contains("build the program again"));
    place.trust("base");
    assert_eq!(place.verdict("base", 0), "ok");
    place.run(&["plan"], 0);
}

#[test]
fn what_is_new_is_trusted_and_remembered_where_that_is_asked_for() {
    for (variable, arguments) in [("", &["plan", "--trust-new"][..]), ("1", &["plan"])] {
        let place = Place::new();
        let (_, warned) = place.run_as(variable, arguments, 0);
        assert!(warned.contains("trusted from now on: fixture-minimal of "), "{warned}");
        assert_eq!(place.verdict("fixture-minimal", 0), "ok");
    }
    let place = Place::new();
    fs::write(place.0.path().join("home"), "in the way").unwrap();
    let (said, warned) = place.run(&["plugins", "--trust-new"], 0);
    assert!(warned.contains("trusted for this time only") && said.contains("fixture-minimal"), "{warned}");
}

#[test]
fn a_trusted_plugin_that_is_gone_is_missing() {
    let place = Place::new();
    place.trust("fixture_minimal");
    fs::remove_file(place.library("fixture_minimal")).unwrap();
    assert_eq!(place.verdict("fixture-minimal", 1), "missing");
}

#[test]
fn a_damaged_list_is_said_and_stays_as_it_is() {
    let place = Place::new();
    fs::create_dir(place.list().parent().unwrap()).unwrap();
    fs::write(place.list(), "trust everybody").unwrap();
    let file = place.library("fixture_minimal");
    for arguments in [&["plugins", "verify"][..], &["plugins", "trust", file.to_str().unwrap()]] {
        let (_, warned) = place.run(arguments, 1);
        assert!(warned.contains("trusted.toml is damaged") && warned.lines().count() == 1, "{warned}");
    }
    // What the program was built with is played all the same.
    place.run(&["plan"], 0);
    assert_eq!(fs::read_to_string(place.list()).unwrap(), "trust everybody");
}

#[test]
fn what_anybody_may_write_to_is_not_well() {
    let place = Place::new();
    place.trust("fixture_minimal");
    fs::set_permissions(place.library("fixture_minimal"), fs::Permissions::from_mode(0o646)).unwrap();
    let (said, _) = place.run(&["plugins", "verify"], 1);
    assert!(said.lines().any(|l| l.starts_with("exposed ") && l.contains("fixture_minimal")), "{said}");
    let (_, warned) = place.run(&["plan"], 0);
    assert!(warned.contains("warning: anybody may write to "), "{warned}");
}

#[test]
fn what_is_not_asked_for_stays_closed_and_is_known_all_the_same() {
    let place = Place::new();
    let (some, _) = place.run(&["plan", "--use", "city-gates"], 0);
    // Who trusts what is new opens everything.
    let (all, _) = place.run(&["plan", "--use", "city-gates", "--trust-new"], 0);
    assert_eq!(some, all, "what is not opened decides nothing");
    fs::write(place.library("ghosts"), "no library").unwrap();
    change(&place.library("drawbridges"));
    assert_eq!(place.run(&["plan", "--use", "city-gates"], 0).0, some);
    let (_, warned) = place.run(&["plan", "--use", "inns-cathedrls"], 2);
    assert!(warned.contains("did you mean `inns-cathedrals`?"), "{warned}");
    let (said, _) = place.run(&["plugins"], 0);
    assert_eq!(said.matches("refused: ").count(), 2, "{said}");
}

#[test]
fn what_is_no_ordinary_file_is_refused_and_not_waited_for() {
    let place = Place::new();
    let pipe = place.0.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let huge = place.0.path().join("huge.so");
    fs::copy(place.library("fixture_minimal"), &huge).unwrap();
    fs::File::options().write(true).open(&huge).unwrap().set_len(1 << 40).unwrap();
    for (file, part) in
        [(pipe.as_path(), "it is no file"), (Path::new("/dev/zero"), "it is no file"), (&huge, "larger")]
    {
        let name = file.to_str().unwrap();
        for (arguments, status) in [(["plugins", "trust", name], 1), (["plan", "--plugin", name], 2)] {
            let (_, warned) = place.run(&arguments, status);
            assert!(warned.contains(part) && warned.lines().count() == 1, "{arguments:?}: {warned}");
        }
    }
    fs::create_dir(place.list().parent().unwrap()).unwrap();
    let file = place.library("fixture_minimal");
    let trust = ["plugins", "trust", file.to_str().unwrap()];
    for in_the_way in ["home/trusted.toml", "home/trusted.lock"] {
        let at = place.0.path().join(in_the_way);
        fs::rename(&pipe, &at).unwrap();
        let (_, warned) = place.run(&trust, 1);
        assert!(warned.contains("the list of trusted plugins") && warned.lines().count() == 1, "{warned}");
        fs::rename(&at, &pipe).unwrap();
    }
    fs::create_dir(place.0.path().join("home/playing")).unwrap();
    fs::rename(&pipe, place.0.path().join("home/playing/playing-1")).unwrap();
    place.run(&["play", "--bots", "--save", "game.jsonl"], 0);
}

#[test]
fn no_name_of_a_file_reaches_the_terminal_as_a_command() {
    let place = Place::new();
    let no_text = place.plugins().join(std::ffi::OsStr::from_bytes(b"no text \xff.so"));
    fs::rename(place.library("fixture_minimal"), &no_text).unwrap();
    place.run(&["plan", "--trust-new"], 0);
    assert!(fs::read_to_string(place.list()).unwrap().contains("no text \u{fffd}.so"), "the list is a text");
    let odd = place.plugins().join("a\u{1b}[2J\nb.so");
    fs::rename(&no_text, &odd).unwrap();
    let trusted = place.run(&["plugins", "trust", odd.to_str().unwrap()], 0).0;
    for said in [trusted, place.run(&["plugins"], 0).0, place.run(&["plugins", "verify"], 0).0] {
        assert!(said.contains(r"a\u{1b}[2J\nb.so") && !said.contains('\u{1b}'), "{said}");
    }
}
