//! House rules that no compiler checks.

use gatehouse::rules::Plugin;
use gatehouse_core::declare::Declaration;
use gatehouse_tests::plugins;
use std::collections::BTreeSet;
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

/// What a plugin declares and others must not speak of, but for those of the names that they declare too.
fn names_of(declaration: &Declaration) -> BTreeSet<&str> {
    let d = declaration;
    let figures = d.figures.iter().map(|f| &f.name).chain(d.features.iter().map(|f| &f.name));
    let printed = d.prints.iter().map(|p| &p.name).chain(d.links.iter().map(|l| &l.name));
    let other = d.marks.iter().map(|m| &m.name).chain(d.edges.iter().map(|e| &e.name));
    [&d.plugin.id].into_iter().chain(figures).chain(printed).chain(other).map(String::as_str).collect()
}

/// The lines of code in which one of the names is spoken of, in whatever way of writing: `new-barn`, `new_barn`,
/// `NEW_BARN`, `NewBarn`. Comments may speak of everything, and an ordering constraint is where others are named.
fn lines_that_name<'a>(code: &'a str, names: &BTreeSet<&str>) -> Vec<&'a str> {
    let spoken = |line: &str| {
        let code = line.split("//").next().unwrap_or_default();
        let humps: String = code.char_indices().fold(String::new(), |text, (i, c)| {
            let hump = c.is_ascii_uppercase() && code[..i].ends_with(|b: char| b.is_ascii_lowercase());
            text + if hump { " " } else { "" } + c.encode_utf8(&mut [0; 4])
        });
        words(&humps).collect::<Vec<_>>()
    };
    let named = |line: &&str| {
        let spoken = spoken(line);
        let constraint = line.contains("Constraint::before(") || line.contains("Constraint::after(");
        !constraint
            && names.iter().any(|name| {
                let parts: Vec<String> = words(name).collect();
                spoken.windows(parts.len()).any(|w| w == parts)
            })
    };
    code.lines().filter(named).collect()
}

/// The texts of a manifest that programs read and that are one of the names, each with where it stands. What is written
/// for people may speak of everything, and other plugins are named where a plugin says what it needs.
fn values_that_name(value: &toml::Value, names: &BTreeSet<&str>, at: &str) -> Vec<String> {
    const FOR_PEOPLE: [&str; 9] =
        ["requires", "optional", "conflicts", "text", "source", "description", "reason", "label", "told"];
    match value {
        toml::Value::String(text) if names.contains(text.as_str()) => vec![format!("{at} = {text:?}")],
        toml::Value::Array(list) => list.iter().flat_map(|v| values_that_name(v, names, at)).collect(),
        toml::Value::Table(table) => {
            let read = table.iter().filter(|(key, _)| !FOR_PEOPLE.contains(&key.as_str()));
            read.flat_map(|(key, v)| values_that_name(v, names, &format!("{at}.{key}"))).collect()
        }
        _ => Vec::new(),
    }
}

#[test]
fn no_plugin_names_another() {
    let plugins = plugins();
    let declared = |p: &Plugin| names_of(&p.declaration).into_iter().map(str::to_owned).collect::<BTreeSet<_>>();
    let mut wrong = Vec::new();
    for plugin in plugins.iter().filter(|p| !p.declaration.plugin.base) {
        let id = &plugin.declaration.plugin.id;
        // What the base or the plugin itself declares is nobody else's word, such as a print that two declare.
        let free = |q: &&Plugin| q.declaration.plugin.base || q.declaration.plugin.id == *id;
        let known: BTreeSet<String> = plugins.iter().filter(free).flat_map(declared).collect();
        let all: BTreeSet<String> = plugins.iter().flat_map(declared).collect();
        let others: BTreeSet<&str> = all.difference(&known).map(String::as_str).collect();
        for (path, text) in sources(&format!("plugins/{id}/src")) {
            wrong.extend(lines_that_name(&text, &others).iter().map(|l| format!("{}: {}", path.display(), l.trim())));
        }
        let manifest = fs::read_to_string(root().join(format!("plugins/{id}/plugin.toml"))).unwrap();
        wrong.extend(values_that_name(&toml::from_str(&manifest).map(toml::Value::Table).unwrap(), &others, id));
    }
    assert!(wrong.is_empty(), "plugins know each other:\n{}", wrong.join("\n"));
}

#[test]
fn another_plugins_name_is_found_where_it_counts() {
    let names = BTreeSet::from(["wagon", "large-meeple"]);
    let code = "WAGON: FigureKind = \"x\";\nlet a = LargeMeeple;\nlet b = large_meeple();\nlet c = wagons; // wagon\n\
        .ordered(&[Constraint::after(\"other/wagon\", \"why\")])\nhas(\"large-meeple\")\n";
    let found =
        ["WAGON: FigureKind = \"x\";", "let a = LargeMeeple;", "let b = large_meeple();", "has(\"large-meeple\")"];
    assert_eq!(lines_that_name(code, &names), found);
    let manifest = "text = 'wagon'\nlike = ['wagon', 'road']\n[plugin]\nid = 'wagons'\noptional = [{ id = 'wagon' }]";
    let manifest = toml::from_str(manifest).map(toml::Value::Table).unwrap();
    assert_eq!(values_that_name(&manifest, &names, "x"), ["x.like = \"wagon\""]);
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
