//! House rules that no compiler checks.

use gatehouse_tests::plugins;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn files(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() && !path.ends_with("target") && !path.ends_with(".git") {
            files(&path, found);
        } else if path.is_file() {
            found.push(path);
        }
    }
}

fn sources(under: &str) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    files(&root().join(under), &mut found);
    found.retain(|p| p.extension().is_some_and(|e| e == "rs"));
    found.sort();
    found.into_iter().map(|p| (p.clone(), fs::read_to_string(p).unwrap())).collect()
}

/// The words of a text: runs of letters and digits, in lower case. `two-tile` and `two_tile` are two words.
fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| !w.is_empty()).map(str::to_ascii_lowercase)
}

/// What a plugin declares that core and host must not know: its own names and those of its kinds.
fn declared_names() -> Vec<String> {
    // Ordinary words that declared things share with the game at large.
    const SHARED: [&str; 9] = ["base", "figure", "land", "touches", "meets", "start", "closed-city", "meeple", "guard"];
    let mut names = Vec::new();
    for plugin in plugins() {
        let d = &plugin.declaration;
        names.push(d.plugin.id.clone());
        names.extend(d.edges.iter().map(|e| e.name.clone()));
        names.extend(d.features.iter().map(|f| f.name.clone()));
        names.extend(d.figures.iter().map(|f| f.name.clone()));
        names.extend(d.marks.iter().map(|m| m.name.clone()));
        names.extend(d.links.iter().map(|l| l.name.clone()));
        names.extend(d.prints.iter().map(|p| p.name.clone()));
        names.extend(d.switches.iter().map(|s| s.name.clone()));
    }
    names.retain(|n| !SHARED.contains(&n.as_str()));
    names
}

#[test]
fn core_and_host_name_no_expansion_and_no_kind() {
    let names = declared_names();
    let mut wrong = Vec::new();
    for under in ["core/src", "host/src"] {
        for (path, text) in sources(under) {
            for (n, line) in text.lines().enumerate() {
                // Comments may give examples; code may not.
                let code = line.split("//").next().unwrap_or_default();
                let spoken: Vec<String> = words(code).collect();
                for name in &names {
                    let parts: Vec<String> = words(name).collect();
                    // A word that libraries use too is meant only between quotation marks.
                    let meant = !["field", "builder"].contains(&name.as_str()) || code.contains(&format!("\"{name}\""));
                    if meant && spoken.windows(parts.len()).any(|w| w == parts) {
                        wrong.push(format!("{}:{}: `{name}` in: {}", path.display(), n + 1, line.trim()));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "core and host must not know what plugins declare:\n{}", wrong.join("\n"));
}

#[test]
fn the_host_lists_every_bundled_plugin_and_no_other() {
    let manifest = fs::read_to_string(root().join("host/Cargo.toml")).unwrap();
    let mut folders: Vec<String> =
        fs::read_dir(root().join("plugins")).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    folders.sort();
    let mut listed: Vec<String> = manifest
        .lines()
        .filter_map(|l| l.strip_prefix("gatehouse-")?.split(['.', ' ', '=']).next())
        .filter(|name| *name != "core")
        .map(str::to_owned)
        .collect();
    listed.sort();
    assert_eq!(folders, listed);
    let mut loaded: Vec<String> = plugins().into_iter().map(|p| p.declaration.plugin.id).collect();
    loaded.sort();
    assert_eq!(folders, loaded);
}

#[test]
fn plugins_depend_on_core_only() {
    for folder in fs::read_dir(root().join("plugins")).unwrap() {
        let manifest = fs::read_to_string(folder.unwrap().path().join("Cargo.toml")).unwrap();
        let dependencies = manifest.split("[dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
        let names: Vec<_> = dependencies.lines().map(str::trim).filter(|l| !l.is_empty()).collect();
        assert_eq!(names, ["gatehouse-core.workspace = true"]);
    }
}

#[test]
fn unsafe_code_stays_at_the_plugin_boundary() {
    const ALLOWED: [&str; 2] = ["core/src/plugin", "host/src/load/open.rs"];
    for under in ["core/src", "host/src", "plugins", "tests/src"] {
        for (path, text) in sources(under) {
            let inside = ALLOWED.iter().any(|a| path.starts_with(root().join(a)));
            let keyword = |line: &str| {
                let code = line.split("//").next().unwrap_or_default();
                code.contains("unsafe {") || code.contains("unsafe fn") || code.contains("unsafe impl")
            };
            assert!(inside || !text.lines().any(keyword), "unsafe in {}", path.display());
        }
    }
}

#[test]
fn the_repository_speaks_of_itself_alone() {
    let mut found = Vec::new();
    files(&root(), &mut found);
    let texts = ["rs", "toml", "md", "yml", "json", "jsonl", "svg"];
    let forbidden = [concat!("/wo", "rk/"), concat!("../sha", "red"), concat!("/fa", "rm/")];
    for path in found.into_iter().filter(|p| p.extension().is_some_and(|e| texts.iter().any(|t| e == *t))) {
        let text = fs::read_to_string(&path).unwrap();
        for word in forbidden {
            assert!(!text.contains(word), "{} names {word}", path.display());
        }
    }
}

#[test]
fn files_stay_small() {
    for under in ["core/src", "host/src", "plugins", "tests"] {
        for (path, text) in sources(under) {
            let lines = text.lines().count();
            assert!(lines <= 650, "{} has {lines} lines: split it by what it is about", path.display());
        }
    }
}
