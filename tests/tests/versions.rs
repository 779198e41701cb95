//! Plugins built against an older, a newer and an incompatible core crate: each is really built, opened and played.

use gatehouse::dice::Dice;
use gatehouse::engine::{Game, Opening, Setup};
use gatehouse::load::{self, LoadError, OpenError, Trust};
use gatehouse::resolve::{self, Choice};
use gatehouse::rules::Plugin;
use gatehouse_tests::plugins;
use std::path::PathBuf;
use std::sync::Arc;

#[path = "../versions/built.rs"]
mod built;

use built::{CHANGED, Patch, Variant};

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

/// The library of a plugin that is built against this workspace's core crate with these patches.
fn built(name: &'static str, patches: &'static [Patch]) -> PathBuf {
    Variant { core: name, name, patches, ..Variant::default() }.built()
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
