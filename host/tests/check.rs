//! `gatehouse check` names what is wrong with crates and libraries, worst first.

mod outside;

use gatehouse::bundled;
use gatehouse::check::{Check, Grade, Report, Topic};
use gatehouse::load::{self, Trust};
use std::path::Path;
use std::{env, fs};

/// Changes a file of a crate.
fn edit(path: &Path, changes: &[(&str, &str)]) {
    let mut text = fs::read_to_string(path).unwrap();
    for (from, to) in changes {
        assert!(text.contains(from), "{} has no {from}", path.display());
        text = text.replace(from, to);
    }
    fs::write(path, text).unwrap();
}

fn findings(place: &Path, status: i32) -> String {
    let (said, _) = outside::gatehouse(place, &["check", ".", "--games", "24"], status);
    said
}

#[test]
fn everything_that_is_wrong_with_a_crate_is_named_worst_first() {
    let place = tempfile::tempdir().unwrap();
    let made = outside::new(place.path(), "odd-wells");
    edit(
        &made.join("src/lib.rs"),
        &[
            ("    hooks: {", "    hooks: {\n        final_score: bell = key(942).writes(&[Datum::offers()]);"),
            ("if wells > 0 {", "if wells > 0 && CALLS.fetch_add(1, std::sync::atomic::Ordering::Relaxed) % 2 == 0 {"),
        ],
    );
    let mut code = fs::read_to_string(made.join("src/lib.rs")).unwrap();
    code.push_str(
        "\nstatic CALLS: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);\n
        fn bell(view: &View<'_>, (): &(), out: &mut Reply) {\n    out.does(Effect::score(view.active(), 1));\n}\n
        pub fn silent() {}\n",
    );
    fs::write(made.join("src/lib.rs"), code).unwrap();
    edit(
        &made.join("plugin.toml"),
        &[("version = \"0.1.0\"", "version = \"0.2.0\""), ("api = \"^0.1\"", "api = \"*\"")],
    );
    let rule = "\n[[rule]]\nid = \"ODD-2\"\ntext = \"A bell rings.\"\nsource = \"our own\"\nedition = \"none\"\nstatus = \"undecided\"\n";
    let manifest = fs::read_to_string(made.join("plugin.toml")).unwrap() + rule;
    fs::write(made.join("plugin.toml"), manifest).unwrap();
    fs::remove_file(made.join("README.md")).unwrap();

    let said = findings(&made, 1);
    let lines: Vec<&str> = said.lines().filter(|l| l.contains("): ")).collect();
    for (start, part) in [
        ("error (hooks)", "`odd-wells/wells` answered the same view in two ways"),
        ("error (hooks)", "`odd-wells/bell` was at fault in 24 games"),
        ("error (hooks)", "it writes points without declaring it: add `Datum::points()`"),
        ("warning (manifest)", "`api = \"*\"`"),
        ("warning (manifest)", "plugin.toml says version 0.2.0 and Cargo.toml 0.1.0"),
        ("warning (manifest)", "nobody decided the rule ODD-2"),
        ("error (scenarios)", "left-open.toml fails"),
        ("warning (hooks)", "`bell` at `final_score` cites no rule"),
        ("warning (scenarios)", "shows ODD-2"),
        ("note (order)", "`bell` at `final_score` gives no reason"),
        ("note (docs)", "no README.md"),
        ("note (docs)", "1 public item is without documentation: missing documentation for a function (src/lib.rs:"),
    ] {
        assert!(lines.iter().any(|l| l.starts_with(start) && l.contains(part)), "{start}: {part}\n{said}");
    }
    let grade = |l: &&str| ["error", "warning", "note"].iter().position(|g| l.starts_with(g));
    assert!(lines.is_sorted_by_key(grade), "{said}");
}

#[test]
fn a_crate_that_makes_no_library_says_so() {
    let place = tempfile::tempdir().unwrap();
    let made = outside::new(place.path(), "bad-wells");
    edit(&made.join("tiles.toml"), &[("edges = \"FFRF\"", "edges = \"FFFF\"")]);
    let said = findings(&made, 1);
    assert!(said.starts_with("bad-wells 0.1.0") && said.contains("error (tiles): in a tile file of plugin"), "{said}");
    edit(&made.join("Cargo.toml"), &[("[\"cdylib\", \"rlib\"]", "[\"rlib\"]")]);
    assert!(findings(&made, 1).contains("error (library): the crate makes no library"));
    edit(&made.join("src/lib.rs"), &[("wells as i32", "wells as u33")]);
    let said = findings(&made, 1);
    assert!(said.contains("does not build: cannot find type `u33`") && said.contains("src/lib.rs:"), "{said}");
}

#[test]
fn what_is_not_there_is_no_finding() {
    let place = tempfile::tempdir().unwrap();
    fs::create_dir(place.path().join("empty")).unwrap();
    for (path, part) in [("nowhere", "nowhere can't be read"), ("empty", "empty holds no Cargo.toml")] {
        let (_, warned) = outside::gatehouse(place.path(), &["check", path], 2);
        assert!(warned.contains(part) && warned.lines().count() == 1, "{warned}");
    }
    fs::write(place.path().join("text.so"), "no library").unwrap();
    let (said, _) = outside::gatehouse(place.path(), &["check", "text.so"], 1);
    assert!(said.contains("error (library)") && said.contains("is not a library"), "{said}");
}

fn bundled_library(id: &str) -> Report {
    let library = env::current_exe().unwrap().with_file_name(format!("libgatehouse_{}.so", id.replace('-', "_")));
    let scenarios = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/scenarios").join(id);
    let company = load::linked(&bundled()).unwrap();
    let (trust, scenarios) = (Trust::known(None, true), Some(scenarios));
    let check = Check { path: library, release: false, trust, company, scenarios, games: 8, seed: 1 };
    check.run().unwrap()
}

#[test]
fn the_bundled_expansions_are_fit() {
    for module in bundled() {
        let report = bundled_library(&module.id());
        let grave: Vec<_> = report.findings.iter().filter(|f| f.grade == Grade::Error).collect();
        assert!(grave.is_empty(), "{report}");
        assert!(report.passed == report.scenarios && report.played.games == 8, "{report}");
        // Scenarios of other folders show some of their rules; nothing else may be doubtful.
        let doubtful = |t: Topic| report.findings.iter().any(|f| f.grade == Grade::Warning && f.topic == t);
        assert!(![Topic::Manifest, Topic::Tiles, Topic::Order, Topic::Library].into_iter().any(doubtful), "{report}");
    }
}

#[test]
fn a_check_depends_on_its_seed_alone() {
    let played = |report: &Report| {
        // How long a hook takes depends on the machine.
        let timeless = report.findings.iter().filter(|f| !f.message.contains("usually takes"));
        (report.played.decisions, report.played.swapped, timeless.cloned().collect::<Vec<_>>())
    };
    let ids = bundled().iter().map(|m| m.id().to_string()).collect::<Vec<_>>();
    let id = ids.last().unwrap();
    assert_eq!(played(&bundled_library(id)), played(&bundled_library(id)));
}
