//! Crates outside this workspace, made with `gatehouse new` and built by cargo as a stranger would.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A command whose cargo builds all outside crates in one folder, so that gatehouse-core is built once.
pub(crate) fn command(program: &str, place: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(place).env("CARGO_TARGET_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("outside"));
    command.env("GATEHOUSE", env!("CARGO_BIN_EXE_gatehouse")).env("GATEHOUSE_HOME", env!("CARGO_TARGET_TMPDIR"));
    command.env("RUSTFLAGS", "-D warnings").env_remove("GATEHOUSE_PLUGINS");
    command
}

/// Runs the program; gives what it said and complained of.
pub(crate) fn gatehouse(place: &Path, arguments: &[&str], status: i32) -> (String, String) {
    let output = command(env!("CARGO_BIN_EXE_gatehouse"), place).args(arguments).output().unwrap();
    let (said, warned) = texts(&output);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {said}{warned}");
    (said, warned)
}

/// What a program said and complained of.
pub(crate) fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// Makes a crate for a new expansion in a folder.
pub(crate) fn new(place: &Path, name: &str) -> PathBuf {
    gatehouse(place, &["new", name], 0);
    place.join(name)
}
