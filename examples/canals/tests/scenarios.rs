//! Plays the scenarios of this crate in the Gatehouse host, next to the expansions the host brings.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

const HELP: &str = "no Gatehouse host was found, so no scenario can be played. Do one of these:\n\
    - set the variable GATEHOUSE to the path of a `gatehouse` program,\n\
    - put one on the PATH,\n\
    - or build one where gatehouse-core lies: cargo build --release";

#[test]
fn scenarios_pass() {
    let host = host().expect(HELP);
    let crate_dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(&host);
    command.arg("test").arg(crate_dir.join("scenarios")).arg("--plugin").arg(library());
    // This library was built a moment ago: it is trusted, but put on no list of yours.
    command.env("GATEHOUSE_TRUST_NEW", "1").env("GATEHOUSE_HOME", env!("CARGO_TARGET_TMPDIR"));
    let done = command.output().unwrap_or_else(|e| panic!("{} can't be started: {e}", host.display()));
    let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert!(done.status.success(), "{} says:\n{out}{err}", host.display());
    println!("{out}");
}

/// The library of this crate, which cargo left beside this test.
fn library() -> PathBuf {
    let name = format!("lib{}.so", env!("CARGO_PKG_NAME").replace('-', "_"));
    let test = env::current_exe().expect("a test knows where it is");
    test.with_file_name(name)
}

/// The host: the one that is named, the one on the path, or the newest one built where gatehouse-core lies.
fn host() -> Option<PathBuf> {
    if let Some(named) = env::var_os("GATEHOUSE") {
        let named = PathBuf::from(named);
        assert!(named.is_file(), "GATEHOUSE names {}, which is no program: correct it", named.display());
        return Some(named);
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let installed = env::split_paths(&path).map(|dir| dir.join("gatehouse"));
    installed.into_iter().find(|p| p.is_file()).or_else(built)
}

/// The newest host in the build folder beside the path of gatehouse-core that Cargo.toml names.
fn built() -> Option<PathBuf> {
    let crate_dir = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = fs::read_to_string(crate_dir.join("Cargo.toml")).ok()?;
    let line = manifest.lines().find(|l| l.starts_with("gatehouse-core"))?;
    let core = line.split("path = \"").nth(1)?.split('"').next()?;
    let target = crate_dir.join(core).parent()?.join("target");
    let profiles = ["release", "debug"].map(|profile| target.join(profile).join("gatehouse"));
    profiles.into_iter().filter(|p| p.is_file()).max_by_key(|p| p.metadata().and_then(|m| m.modified()).ok())
}
