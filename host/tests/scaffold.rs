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
    // A core that lies where no host was built.
    let core = place.path().join("elsewhere/core");
    let manifest = fs::read_to_string(made.join("Cargo.toml")).unwrap();
    let path = manifest.split('"').find(|part| part.ends_with("/core")).unwrap().to_owned();
    fs::create_dir_all(core.parent().unwrap()).unwrap();
    std::os::unix::fs::symlink(&path, &core).unwrap();
    fs::write(made.join("Cargo.toml"), manifest.replace(&path, &core.to_string_lossy())).unwrap();
    let cargo = env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let mut command = outside::command(&cargo, &made);
    let output = command.env_remove("GATEHOUSE").arg("test").output().unwrap();
    let (said, _) = outside::texts(&output);
    assert!(!output.status.success() && said.contains("set the variable GATEHOUSE"), "{said}");
    command.env("GATEHOUSE", "/no/such/program");
    let (said, _) = outside::texts(&command.output().unwrap());
    assert!(said.contains("GATEHOUSE names /no/such/program, which is no program"), "{said}");
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
