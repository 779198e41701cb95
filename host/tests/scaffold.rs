//! A crate that `gatehouse new` makes builds outside the workspace, and its scenarios pass.

mod outside;

use std::path::Path;
use std::{env, fs};

fn cargo(place: &Path, arguments: &[&str]) -> String {
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = outside::command(&cargo, place).args(arguments).output().unwrap();
    let (said, warned) = outside::texts(&output);
    assert!(output.status.success(), "cargo {arguments:?}:\n{said}{warned}");
    said + &warned
}

#[test]
fn a_new_crate_is_formatted_builds_without_warnings_and_passes() {
    let place = tempfile::tempdir().unwrap();
    let made = outside::new(place.path(), "old-wells");
    cargo(&made, &["fmt", "--check"]);
    let said = cargo(&made, &["test"]);
    assert!(said.contains("test scenarios_pass ... ok") && !said.contains("warning"), "{said}");
    let (said, _) = outside::gatehouse(&made, &["check", ".", "--games", "8"], 0);
    assert!(said.contains("3 of 3 scenarios pass") && said.ends_with("0 errors, 0 warnings, 0 notes\n"), "{said}");
}

#[test]
fn without_a_host_the_test_says_what_to_do() {
    let place = tempfile::tempdir().unwrap();
    let made = outside::new(place.path(), "dry-wells");
    let built = cargo(&made, &["test", "--no-run", "--test", "scenarios", "--message-format=json"]);
    let messages = built.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let test = messages.filter_map(|m| m["executable"].as_str().map(str::to_owned)).next_back().unwrap();
    // A core from the registry, beside which no host can have been built.
    let manifest = fs::read_to_string(made.join("Cargo.toml")).unwrap();
    let core = manifest.lines().find(|l| l.starts_with("gatehouse-core")).unwrap();
    fs::write(made.join("Cargo.toml"), manifest.replace(core, "gatehouse-core = \"0.1\"")).unwrap();
    let mut command = outside::command(&test, &made);
    let (said, warned) = outside::texts(&command.env_remove("GATEHOUSE").env("PATH", "").output().unwrap());
    assert!(said.contains("FAILED") && (said + &warned).contains("set the variable GATEHOUSE"), "{warned}");
    let (said, warned) = outside::texts(&command.env("GATEHOUSE", "/no/such/program").output().unwrap());
    assert!((said + &warned).contains("GATEHOUSE names /no/such/program, which is no program"), "{warned}");
}

#[test]
fn a_wrong_name_or_place_is_refused_in_one_sentence() {
    let place = tempfile::tempdir().unwrap();
    fs::create_dir(place.path().join("there")).unwrap();
    for (arguments, part) in [
        (&["new", "Old Wells"][..], "such as `old-wells`"),
        (&["new", "base"], "comes with the host"),
        (&["new", "async"], "means something else"),
        (&["new", "there"], "exists already"),
        (&["new", "wells", "--path", "nowhere"], "nowhere can't be written"),
        (&["new", "wells", "--core", "there"], "there is no folder of gatehouse-core"),
    ] {
        let (_, warned) = outside::gatehouse(place.path(), arguments, 2);
        assert!(warned.contains(part) && warned.lines().count() == 1, "{arguments:?}: {warned}");
    }
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1, "nothing is left behind");
}
