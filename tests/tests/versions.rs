//! Plugins built against an older, a newer and an incompatible core crate: each is really built, opened and played.

use gatehouse::dice::Dice;
use gatehouse::engine::{Game, Opening, Setup};
use gatehouse::load::{self, LoadError, OpenError, Trust};
use gatehouse::resolve::{self, Choice};
use gatehouse::rules::Plugin;
use gatehouse_tests::plugins;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use tempfile::TempDir;

/// A text of the copied sources and what stands there instead.
struct Patch(&'static str, &'static str, &'static str);

/// The field that the root module has grown by.
const SUFFIX: &str = "    /// Where the last panic on this thread was, `file:line`; empty if the plugin does not know.
    #[sabi(missing_field(option))]
    pub last_place: extern \"C\" fn() -> RString,
";

/// Before the root module grew.
const OLDER: &[Patch] = &[
    Patch("core/src/plugin/module.rs", SUFFIX, ""),
    Patch("core/src/plugin/module.rs", "self.last_place().map(|place| place())", "None::<RString>"),
    Patch("core/src/plugin/collect.rs", "        last_place: shim::last_place,\n", ""),
];

/// After it has grown once more, with a declaration that says more too.
const NEWER: &[Patch] = &[
    Patch(
        "core/src/plugin/module.rs",
        "    pub last_place: extern \"C\" fn() -> RString,\n",
        "    pub last_place: extern \"C\" fn() -> RString,
    /// How often a hook panicked.
    #[sabi(missing_field(option))]
    pub panics: extern \"C\" fn() -> RString,\n",
    ),
    Patch(
        "core/src/plugin/collect.rs",
        "last_place: shim::last_place,",
        "last_place: shim::last_place, panics: shim::last_place,",
    ),
    Patch("Cargo.toml", "version = \"0.1.0\"\nedition", "version = \"0.1.1\"\nedition"),
    Patch("plugin/plugin.toml", "api = \"^0.1\"\n", "api = \"^0.1\"\nmood = \"sunny\"\n"),
];

/// With two rows that mean something else.
const CHANGED: &[Patch] = &[
    Patch("core/src/board.rs", "    pub number: u32,\n", "    pub number: u64,\n"),
    Patch("core/src/board.rs", "    pub parent: u32,\n", "    pub parent: i32,\n"),
    Patch("core/src/board.rs", "parent: u32::MAX,", "parent: -1,"),
];

const MANIFEST: &str = "[package]\nname = \"wayside-NAME\"\nversion.workspace = true\nedition.workspace = true\n\n\
    [lib]\ncrate-type = [\"cdylib\"]\n\n[dependencies]\ngatehouse-core.workspace = true\n";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let to = to.join(path.file_name().unwrap());
        if path.is_dir() { copy(&path, &to) } else { write(&to, &fs::read_to_string(&path).unwrap()) }
    }
}

/// Writes a file, unless it says so already: then cargo need not build again.
fn write(path: &Path, text: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    if fs::read_to_string(path).ok().as_deref() != Some(text) {
        fs::write(path, text).unwrap();
    }
}

/// A workspace of the plugin and this workspace's core crate with these patches.
fn workspace(name: &str, patches: &[Patch]) -> TempDir {
    let fresh = tempfile::tempdir().unwrap();
    let manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let (before, after) = manifest.split_once("members = [").unwrap();
    let (_, after) = after.split_once("default-members = [\"host\"]\n").unwrap();
    // Nobody waits for these plugins: built quickly, they are fast enough.
    let after = after.split("[profile.").next().unwrap();
    let manifest = format!("{before}members = [\"core\", \"plugin\"]\n{after}");
    for (file, text) in [
        ("Cargo.toml", manifest),
        ("Cargo.lock", fs::read_to_string(root().join("Cargo.lock")).unwrap()),
        ("plugin/Cargo.toml", MANIFEST.replace("NAME", name)),
        ("plugin/plugin.toml", fs::read_to_string(root().join("tests/versions/plugin.toml")).unwrap()),
        ("plugin/src/lib.rs", fs::read_to_string(root().join("tests/versions/lib.rs")).unwrap()),
    ] {
        write(&fresh.path().join(file), &text);
    }
    copy(&root().join("core"), &fresh.path().join("core"));
    for Patch(file, from, to) in patches {
        let path = fresh.path().join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.matches(from).count(), 1, "{name}: {file} has changed, so this patch has to: {from}");
        fs::write(&path, text.replace(from, to)).unwrap();
    }
    // To cargo, crates of one name at one place in two workspaces are the same one.
    fs::rename(fresh.path().join("core"), fresh.path().join(format!("core-{name}"))).unwrap();
    let path = fresh.path().join("Cargo.toml");
    let manifest = fs::read_to_string(&path).unwrap();
    let manifest = manifest
        .replace("[\"core\"", &format!("[\"core-{name}\""))
        .replace("path = \"core\"", &format!("path = \"core-{name}\""));
    fs::write(path, manifest).unwrap();
    fresh
}

/// Builds the plugin against this workspace's core crate with these patches, and gives its library.
fn built(name: &str, patches: &[Patch]) -> PathBuf {
    let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("versions");
    let here = place.join(name);
    copy(workspace(name, patches).path(), &here);
    // One directory for all, so that what they have in common is built once, one after the other.
    let lock = fs::File::create(place.join("lock")).unwrap();
    lock.lock().unwrap();
    let target = place.join("target");
    // What is needed was fetched for this workspace already. Where cargo does not find it all the same, it may ask.
    let output = cargo(&here, &target, &["--offline"]).or_else(|_| cargo(&here, &target, &[]));
    output.unwrap_or_else(|why| panic!("{name}: {why}"));
    target.join(format!("debug/libwayside_{name}.so"))
}

/// Builds the plugin of a workspace.
fn cargo(workspace: &Path, target: &Path, options: &[&str]) -> Result<(), String> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or("cargo".into()));
    cargo.args(["build", "--quiet"]).args(options).arg("--target-dir").arg(target);
    let output = cargo.current_dir(workspace).env("CARGO_PROFILE_DEV_DEBUG", "0").output().unwrap();
    output.status.success().then_some(()).ok_or_else(|| String::from_utf8_lossy(&output.stderr).into_owned())
}

/// The scores of a game with this plugin beside the base game.
fn scores(plugin: Option<Plugin>) -> Vec<i32> {
    let mut all = plugins();
    let choice = Choice { plugins: plugin.iter().map(|_| "wayside".to_owned()).collect(), ..Choice::default() };
    all.extend(plugin);
    let rules = resolve::resolve(&all, &choice).unwrap_or_else(|f| panic!("{f}"));
    let opening = Opening::new(Arc::new(rules), Setup::new(2)).unwrap();
    let mut game = Game::new(&opening);
    Dice::of_game(5, 0).play_out(&mut game);
    assert!(game.is_over() && game.faults().is_empty(), "{:?}", game.faults());
    game.scores()
}

/// That the plugin's rule is played: its dice fall as without it, and each completed road is worth seven more.
fn plays(plugin: Plugin) {
    let (with, without) = (scores(Some(plugin)), scores(None));
    let more: Vec<i32> = with.iter().zip(&without).map(|(a, b)| a - b).collect();
    assert!(more.iter().any(|m| *m > 0) && more.iter().all(|m| m % 7 == 0), "{with:?} instead of {without:?}");
}

#[test]
fn a_plugin_of_an_older_core_is_played() {
    let plugin = load::file(&built("older", OLDER), &Trust::Anything).unwrap_or_else(|e| panic!("{e}"));
    assert!(plugin.module.last_place().is_none(), "it was built before the field was there");
    plays(plugin);
}

#[test]
fn a_plugin_of_a_newer_core_is_played_and_what_is_new_is_listed() {
    let plugin = load::file(&built("newer", NEWER), &Trust::Anything).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!(plugin.module.api(), "0.1.1");
    assert_eq!(plugin.declaration.unknown, ["`mood` in line 6"]);
    assert!(plugin.module.last_place().is_some());
    plays(plugin);
}

#[test]
fn a_plugin_of_a_core_with_other_rows_is_refused_with_a_line_for_each() {
    let error = load::file(&built("changed", CHANGED), &Trust::Anything).err().expect("its rows differ");
    let LoadError::Open { why: OpenError::Layout { mismatches, .. }, .. } = &error else { panic!("{error}") };
    let lines: Vec<String> = mismatches.iter().map(ToString::to_string).collect();
    assert_eq!(lines.len(), 2, "{lines:#?}");
    for (line, (field, expected, found)) in lines.iter().zip([("parent", "u32", "i32"), ("number", "u32", "u64")]) {
        assert!(line.contains(&format!(".{field}: expected type {expected}, found type {found}")), "{line}");
    }
    assert!(!error.to_string().contains('\n') && error.to_string().len() < 400, "{error}");
}
