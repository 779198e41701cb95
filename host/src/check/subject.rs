//! Finds what is to be checked: a library, or a crate, which is built first.

use super::{Grade, Report, Topic};
use crate::files;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, io};

/// How many places of a kind are named.
const NAMED: usize = 3;

/// Why there is nothing to check.
#[derive(thiserror::Error, Debug)]
pub enum SubjectError {
    /// Nothing is there.
    #[error("{path} can't be read ({why}): name a crate's folder or a plugin library")]
    Path {
        /// The path.
        path: PathBuf,
        /// What the system says.
        why: io::Error,
    },
    /// The folder holds no crate.
    #[error("{0} holds no Cargo.toml: name a crate's folder or a plugin library")]
    NoCrate(PathBuf),
    /// The folder's manifest is that of several crates.
    #[error("{0} is a workspace without a package: name the folder of one of its crates")]
    Workspace(PathBuf),
    /// Cargo can't be run.
    #[error("cargo can't be run ({0}): install Rust, or name a library that is built already")]
    Cargo(io::Error),
}

/// What was found.
#[derive(Default)]
pub(super) struct Found {
    /// The library; none if the crate does not build one.
    pub(super) library: Option<PathBuf>,
    /// The crate's folder, if it is one.
    pub(super) folder: Option<PathBuf>,
    /// The crate's version, if it is one.
    pub(super) version: Option<String>,
}

/// What is at a path; a crate is built, and what the compiler says of it is reported.
pub(super) fn find(path: &Path, release: bool, report: &mut Report) -> Result<Found, SubjectError> {
    let unread = |why| SubjectError::Path { path: path.to_owned(), why };
    let full = fs::canonicalize(path).map_err(unread)?;
    if full.is_file() {
        return Ok(Found { library: Some(full), ..Found::default() });
    }
    if !full.is_dir() {
        return Err(unread(io::Error::other("it is no file")));
    }
    let manifest = full.join("Cargo.toml");
    if !manifest.is_file() {
        return Err(SubjectError::NoCrate(path.to_owned()));
    }
    let text = files::text(&manifest).map_err(unread)?;
    if toml::from_str::<toml::Table>(&text).is_ok_and(|t| !t.contains_key("package")) {
        return Err(SubjectError::Workspace(path.to_owned()));
    }
    let built = build(&full, release).map_err(SubjectError::Cargo)?;
    let library = built.report(&manifest, report);
    let version = built.version(&manifest);
    if !["README.md", "README"].iter().any(|name| full.join(name).is_file()) {
        report.say(Grade::Note, Topic::Docs, "there is no README.md: say what the expansion adds and how it is played");
    }
    Ok(Found { library, folder: Some(full), version })
}

/// What cargo said as it built a crate.
struct Built {
    messages: Vec<Value>,
    succeeded: bool,
    said: String,
}

/// Builds the library of a crate and asks for documentation of everything public on the way.
fn build(folder: &Path, release: bool) -> io::Result<Built> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(folder).args(["rustc", "--quiet", "--lib", "--message-format=json"]);
    if release {
        cargo.arg("--release");
    }
    // What a crate or its builder denies is a finding here and no reason to build nothing.
    cargo.args(["--", "-W", "missing_docs", "--cap-lints", "warn"]).stdin(Stdio::null());
    let done = cargo.output()?;
    let lines = String::from_utf8_lossy(&done.stdout);
    let messages = lines.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    Ok(Built { messages, succeeded: done.status.success(), said })
}

impl Built {
    fn of<'a>(&'a self, reason: &'a str) -> impl Iterator<Item = &'a Value> {
        self.messages.iter().filter(move |m| m["reason"] == reason)
    }

    /// The artifact that is the crate's library.
    fn artifact(&self, manifest: &Path) -> Option<&Value> {
        let own = |m: &&Value| m["manifest_path"].as_str().is_some_and(|p| Path::new(p) == manifest);
        self.of("compiler-artifact").filter(own).last()
    }

    fn version(&self, manifest: &Path) -> Option<String> {
        // Either `registry+...#name@1.2.3` or `path+file:///...#1.2.3`.
        let id = self.artifact(manifest)?["package_id"].as_str()?;
        id.rsplit(['#', '@']).next().map(str::to_owned)
    }

    /// Reports what the compiler said, and finds the library.
    fn report(&self, manifest: &Path, report: &mut Report) -> Option<PathBuf> {
        let of = |level: &str, documents: bool| -> Vec<String> {
            let all = self.of("compiler-message").map(|m| &m["message"]).filter(|m| m["level"] == level);
            all.filter(|m| (m["code"]["code"] == "missing_docs") == documents).filter_map(place).collect()
        };
        if !self.succeeded {
            let errors = of("error", false);
            let first = errors.first().cloned().or_else(|| self.said.lines().next().map(str::to_owned));
            let first = first.unwrap_or_else(|| "cargo failed".to_owned());
            report.say(Grade::Error, Topic::Library, format!("the crate does not build: {first}: see `cargo build`"));
            return None;
        }
        let warnings = of("warning", false);
        if !warnings.is_empty() {
            let message = format!("the compiler warns: {}: see `cargo build`", some(&warnings));
            report.say(Grade::Warning, Topic::Library, message);
        }
        let bare = of("warning", true);
        if !bare.is_empty() {
            let message =
                format!("{} without documentation: {}: write one sentence each", public(bare.len()), some(&bare));
            report.say(Grade::Note, Topic::Docs, message);
        }
        let files = self.artifact(manifest).and_then(|a| a["filenames"].as_array()).into_iter().flatten();
        let library = files.filter_map(Value::as_str).find(|f| f.ends_with(".so")).map(PathBuf::from);
        if library.is_none() {
            let message = "the crate makes no library that can be loaded: write `crate-type = [\"cdylib\", \"rlib\"]` \
                under [lib] in its Cargo.toml";
            report.say(Grade::Error, Topic::Library, message);
        }
        library
    }
}

fn public(n: usize) -> String {
    if n == 1 { "1 public item is".to_owned() } else { format!("{n} public items are") }
}

/// What a message of the compiler says, and where; nothing for the one that counts the others.
fn place(message: &Value) -> Option<String> {
    let text = message["message"].as_str()?;
    let span = message["spans"].as_array()?.iter().find(|s| s["is_primary"] == true)?;
    Some(format!("{text} ({}:{})", span["file_name"].as_str()?, span["line_start"]))
}

/// The first few of a list, and how many more there are.
fn some(list: &[String]) -> String {
    let named = list.iter().take(NAMED).cloned().collect::<Vec<_>>().join(", ");
    if list.len() > NAMED { format!("{named} and {} more", list.len() - NAMED) } else { named }
}
