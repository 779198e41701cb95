//! The loader on real libraries: good ones, and faulty ones made from their bytes.

use gatehouse::load::{self, ElfError, Found, LoadError, ModuleError, OpenError, Search, Trust};
use gatehouse::rules::{Origin, Plugin};
use gatehouse_core::abi::{RSlice, RVec};
use gatehouse_core::points::Outcome;
use gatehouse_core::{Board, Grid, Present, Reply, Tables, Turn, View};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use tempfile::TempDir;
use tracing_subscriber::fmt::MakeWriter;

/// The library of a fixture, which cargo builds next to this test.
fn fixture(name: &str) -> PathBuf {
    let test = std::env::current_exe().unwrap();
    test.with_file_name(format!("libgatehouse_fixture_{name}.so"))
}

fn minimal() -> Vec<u8> {
    fs::read(fixture("minimal")).unwrap()
}

/// Loads a library whoever built it: what is tried here are the other checks.
fn file(path: &Path) -> Result<Plugin, LoadError> {
    load::file(path, &Trust::Anything)
}

/// The fixture's bytes with each occurrence of a text replaced by one of the same length.
fn patched(from: &str, to: &str) -> Vec<u8> {
    assert_eq!(from.len(), to.len(), "a library does not survive being shifted");
    let mut bytes = minimal();
    let places: Vec<_> = (0..bytes.len() - from.len()).filter(|&i| bytes[i..].starts_with(from.as_bytes())).collect();
    assert!(!places.is_empty(), "the library does not contain `{from}`");
    for at in places {
        bytes[at..at + to.len()].copy_from_slice(to.as_bytes());
    }
    bytes
}

/// A directory with these files.
fn directory(files: &[(&str, &[u8])]) -> TempDir {
    let dir = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        fs::write(dir.path().join(name), bytes).unwrap();
    }
    dir
}

fn scan(dirs: &[&TempDir]) -> Found {
    let dirs: Vec<_> = dirs.iter().map(|d| d.path().to_owned()).collect();
    load::scan(&Search::new(&dirs, None, None).unwrap(), &Trust::Anything)
}

fn ids(found: &Found) -> Vec<&str> {
    found.plugins.iter().map(|p| p.declaration.plugin.id.as_str()).collect()
}

/// What a library with these bytes is refused for.
fn refusal(bytes: &[u8]) -> LoadError {
    let dir = directory(&[("faulty.so", bytes)]);
    let error = file(&dir.path().join("faulty.so")).err().expect("the library is faulty");
    let message = error.to_string();
    assert!(message.contains("faulty.so") && !message.contains('\n'), "{message}");
    error
}

#[test]
fn a_library_is_read_with_its_path_and_hash() {
    let path = fixture("minimal");
    let plugin = file(&path).unwrap();
    assert_eq!(plugin.declaration.plugin.id, "fixture-minimal");
    assert_eq!(plugin.tiles[0].id, "FX/1");
    assert_eq!(plugin.module.turn_start()[0].head.name, "greets");
    let Origin::File { path: found, sha256 } = plugin.origin else { panic!("it was loaded") };
    assert_eq!(found, path);
    assert!(sha256.len() == 64 && sha256.bytes().all(|b| b.is_ascii_hexdigit()), "{sha256}");
}

#[test]
fn linked_and_loaded_plugins_declare_the_same() {
    let loaded = file(&fixture("minimal")).unwrap();
    let linked = load::linked(&[gatehouse_fixture_minimal::module()]).unwrap().remove(0);
    assert_eq!(loaded.tiles, linked.tiles);
    assert_eq!(loaded.module.declaration(), linked.module.declaration());
    assert_eq!(loaded.module.names(), linked.module.names());
    assert_eq!(linked.origin, Origin::Linked);
}

#[test]
fn two_libraries_are_two_plugins_whatever_their_files_are_called() {
    let dir = directory(&[("a.so", &fs::read(fixture("plain")).unwrap()), ("b.so", &minimal())]);
    assert_eq!(ids(&scan(&[&dir])), ["fixture-minimal", "fixture-plain"]);
}

#[test]
fn beside_a_test_lie_the_libraries_cargo_built_and_others_are_skipped() {
    let found = load::scan(&Search::new(&[], None, std::env::current_exe().ok().as_deref()).unwrap(), &Trust::Anything);
    let ids = ids(&found);
    assert!(ids.contains(&"fixture-minimal") && ids.contains(&"fixture-plain"), "{ids:?}");
    assert!(ids.is_sorted(), "{ids:?}");
    // Procedural macros are libraries too, and lie in the same directory.
    let refused: Vec<_> = found.refused.iter().map(|r| r.path.clone()).collect();
    assert_eq!(refused, [fixture("failing")], "it never starts");
}

#[test]
fn a_file_replaced_on_disk_is_loaded_anew() {
    let dir = directory(&[("it.so", &minimal())]);
    let path = dir.path().join("it.so");
    let before = file(&path).unwrap();
    fs::write(&path, patched("Minimal fixture", "Another fixture")).unwrap();
    let after = file(&path).unwrap();
    assert_eq!(before.declaration.plugin.name, "Minimal fixture");
    assert_eq!(after.declaration.plugin.name, "Another fixture");
    assert_eq!(before.module.tiles()[0], after.module.tiles()[0]);
}

#[test]
fn a_bad_file_hides_no_other() {
    let whole = minimal();
    let dir = directory(&[
        ("a-empty.so", b""),
        ("b-text.so", b"not a library at all, only some text"),
        ("c-cut.so", &whole[..whole.len() / 2]),
        ("d-good.so", &whole),
        ("e-not-considered.txt", b""),
    ]);
    let found = scan(&[&dir]);
    assert_eq!(ids(&found), ["fixture-minimal"]);
    let refused: Vec<_> = found.refused.iter().map(|r| r.path.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(refused, ["a-empty.so", "b-text.so", "c-cut.so"]);
}

#[test]
fn the_first_directory_wins_and_the_other_is_listed() {
    let good = directory(&[("it.so", &minimal())]);
    let other = directory(&[("that.so", &patched("Minimal fixture", "Another fixture"))]);
    let found = scan(&[&good, &other]);
    assert_eq!(found.plugins[0].declaration.plugin.name, "Minimal fixture");
    assert_eq!(found.shadowed.len(), 1);
    assert_eq!(found.shadowed[0].path, other.path().join("that.so"));
    assert_eq!(found.shadowed[0].by, good.path().join("it.so"));
    assert_eq!(scan(&[&other, &good]).plugins[0].declaration.plugin.name, "Another fixture");
}

#[test]
fn the_same_library_twice_is_not_worth_a_word() {
    let (a, b) = (directory(&[("it.so", &minimal())]), directory(&[("it.so", &minimal())]));
    let found = scan(&[&a, &b]);
    assert_eq!((ids(&found), found.shadowed.len()), (vec!["fixture-minimal"], 0));
}

#[test]
fn another_library_is_refused_by_name_where_its_directory_was_named() {
    let without = patched("gatehouse_plugin_fixture-minimal", "somebody_elses_fixture-minimal__");
    let found = scan(&[&directory(&[("other.so", &without)])]);
    assert!(found.plugins.is_empty());
    assert!(
        matches!(found.refused[..], [load::Refused { error: LoadError::NoPlugin { .. }, .. }]),
        "{:?}",
        found.refused
    );
    assert!(matches!(refusal(&without), LoadError::NoPlugin { .. }));
}

#[test]
fn a_library_cut_off_is_refused_before_it_is_opened() {
    let whole = minimal();
    for length in [64, 1000, whole.len() / 10, whole.len() / 2, whole.len() - 1] {
        let error = refusal(&whole[..length]);
        let cut_off =
            matches!(&error, LoadError::Elf { why: ElfError::CutOff { length: n, .. }, .. } if *n == length as u64);
        assert!(cut_off, "{length} bytes: {error}");
    }
}

#[test]
fn a_library_of_another_machine_is_refused() {
    let mut bytes = minimal();
    bytes[18] ^= 0xff;
    assert!(matches!(refusal(&bytes), LoadError::Elf { why: ElfError::Foreign { .. }, .. }));
}

#[test]
fn a_program_is_refused() {
    let program = fs::read(std::env::current_exe().unwrap()).unwrap();
    let error = refusal(&program);
    // It is linked with the fixture but exports nothing.
    assert!(matches!(error, LoadError::NoPlugin { .. } | LoadError::Elf { why: ElfError::NotLibrary, .. }), "{error}");
}

#[test]
fn another_abi_crate_is_refused() {
    // The magic text at the start of a header says which crate wrote it.
    let error = refusal(&patched("abi stable library for Rust     ", "abi unstable library for Rust   "));
    assert!(matches!(error, LoadError::Open { why: OpenError::Abi(_), .. }), "{error}");
}

#[test]
fn an_api_range_without_this_host_is_refused() {
    let error = refusal(&patched("api = \"^0.1\"", "api = \"^9.9\""));
    assert!(matches!(error, LoadError::Module { why: ModuleError::Api { .. }, .. }), "{error}");
}

#[test]
fn a_declaration_of_another_plugin_is_refused() {
    let error = refusal(&patched("id = \"fixture-minimal\"", "id = \"fixture-mislaid\""));
    assert!(matches!(error, LoadError::Module { why: ModuleError::OtherId { .. }, .. }), "{error}");
}

#[test]
fn a_panic_as_it_starts_is_refused() {
    let error = refusal(&fs::read(fixture("failing")).unwrap());
    assert!(error.to_string().contains("fails as it starts (it panics)"), "{error}");
    assert!(matches!(error, LoadError::Open { why: OpenError::Start(_), .. }), "{error}");
}

#[test]
fn only_what_is_asked_for_is_opened_and_what_others_declare_is_known() {
    // One that says nothing before it is opened has to be.
    let failing = fs::read(fixture("failing")).unwrap();
    let plain = fs::read(fixture("plain")).unwrap();
    let dir = directory(&[("a.so", &minimal()), ("b.so", &plain), ("c.so", &failing)]);
    let search = Search::new(&[dir.path().to_owned()], None, None).unwrap();
    let found = load::scan_for(&search, &Trust::Anything, |plugin| plugin.id() == "fixture-plain");
    assert_eq!((ids(&found), found.refused.len()), (vec!["fixture-plain"], 1));
    let [beside] = &found.beside[..] else { panic!("{:?}", found.beside) };
    assert_eq!(beside.id(), "fixture-minimal");
    assert_eq!(beside.declaration().map(|d| d.plugin.name.as_str()), Some("Minimal fixture"));
    let named = load::scan_for(&search.with_files(&[dir.path().join("a.so")]), &Trust::Anything, |_| false);
    assert_eq!(ids(&named), ["fixture-minimal"], "who names a library wants it");
}

#[test]
fn a_missing_file_is_refused_by_name() {
    let error = file(Path::new("/no/such/thing.so")).err().expect("there is none");
    assert!(error.to_string().starts_with("/no/such/thing.so cannot be read"), "{error}");
}

#[test]
fn the_order_of_directories_does_not_change_the_plugins() {
    let a = directory(&[("z.so", &minimal())]);
    let b = directory(&[("a.so", &fs::read(fixture("plain")).unwrap())]);
    assert_eq!(ids(&scan(&[&a, &b])), ids(&scan(&[&b, &a])));
}

/// A text that a subscriber writes into.
#[derive(Clone, Default)]
struct Written(Arc<Mutex<Vec<u8>>>);

impl std::io::Write for Written {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Written {
    type Writer = Written;

    fn make_writer(&'a self) -> Written {
        self.clone()
    }
}

/// Calls the fixture's hook, to whom the track has this number.
fn call_turn_start(plugin: &Plugin, track: u16) -> Outcome {
    let board = Board {
        tiles: RVec::new(),
        segments: RVec::new(),
        features: RVec::new(),
        figures: RVec::new(),
        marks: RVec::new(),
        joins: RVec::new(),
        players: RVec::new(),
        piles: RVec::new(),
        unseen: RVec::new(),
        frontier: RVec::new(),
        grid: Grid { cells: RVec::new(), width: 0, origin: 0 },
        events: RVec::new(),
        turn: Turn::default(),
        present: Present::default(),
        standing: RVec::new(),
        supplied: RVec::new(),
        owned: RVec::new(),
        alike: RVec::new(),
    };
    let tables = Tables {
        tile_kinds: RVec::new(),
        segments: RVec::new(),
        links: RVec::new(),
        prints: RVec::new(),
        fits: RVec::new(),
        carries: RVec::new(),
        passable: RVec::new(),
        feature_kinds: RVec::new(),
        figure_kinds: RVec::new(),
        mark_kinds: RVec::new(),
        slots: RVec::new(),
        piles: RVec::new(),
    };
    let names = [track];
    let view =
        View { board: &board, tables: &tables, names: RSlice::from_slice(&names), switches: RSlice::from_slice(&[]) };
    (plugin.module.turn_start()[0].call)(&view, &(), &mut Reply::default())
}

#[test]
fn a_loaded_hook_logs_to_the_subscriber_of_the_host() {
    let written = Written::default();
    let subscriber =
        tracing_subscriber::fmt().with_writer(written.clone()).with_max_level(tracing::Level::INFO).finish();
    tracing::subscriber::with_default(subscriber, || {
        let plugin = file(&fixture("minimal")).unwrap();
        assert_eq!(call_turn_start(&plugin, 7), Outcome::DONE);
    });
    let text = String::from_utf8(written.0.lock().unwrap().clone()).unwrap();
    assert!(text.contains("good morning track=7") && text.contains("fixture-minimal"), "{text}");
    assert!(!text.contains("nothing else"), "{text}");
}

#[test]
fn a_panic_of_a_loaded_hook_says_where_it_was() {
    let plugin = file(&fixture("minimal")).unwrap();
    assert_eq!(call_turn_start(&plugin, 13), Outcome::PANICKED);
    let source = include_str!("../fixtures/minimal/src/lib.rs");
    let line = 1 + source.lines().position(|line| line.contains("\"unlucky\"")).unwrap();
    let place = format!("tests/fixtures/minimal/src/lib.rs:{line}");
    assert_eq!(plugin.module.panicked(), format!("it panicked at {place}: unlucky"));
}

#[test]
fn a_linked_plugin_shares_the_programs_panics() {
    let linked = load::linked(&[gatehouse_fixture_minimal::module()]).unwrap().remove(0);
    assert_eq!(call_turn_start(&linked, 13), Outcome::PANICKED);
    assert_eq!(linked.module.panicked(), "it panicked: unlucky");
}
