//! Expansions that the files can name and that no plugin found plays.

use serde::Deserialize;
use std::sync::LazyLock;

/// What is named by an expansion.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct Expansion {
    name: String,
    #[serde(default)]
    sets: Vec<String>,
    #[serde(default)]
    elements: Vec<String>,
    #[serde(default)]
    rules: Vec<String>,
    #[serde(default)]
    tokens: Vec<String>,
    #[serde(default)]
    figures: Vec<String>,
    #[serde(default)]
    messages: Vec<String>,
}

#[derive(Deserialize, Default)]
struct Table {
    expansion: Vec<Expansion>,
}

// A test reads the table, so it can be read.
static TABLE: LazyLock<Table> = LazyLock::new(|| toml::from_str(include_str!("elsewhere.toml")).unwrap_or_default());

/// What a name is used for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Use {
    Set,
    Element,
    Rule,
    Token,
    Figure,
    Message,
}

/// The expansion that a name belongs to, in words.
pub(super) fn expansion(of: Use, name: &str) -> Option<&'static str> {
    let plain = name.split(':').next().unwrap_or(name);
    let has = |e: &&Expansion| match of {
        Use::Set => e.sets.iter().any(|s| s == plain || (s.ends_with('/') && plain.starts_with(s.as_str()))),
        Use::Element => e.elements.iter().any(|n| n == name),
        Use::Rule => e.rules.iter().any(|n| n == name),
        Use::Token => e.tokens.iter().any(|n| n == name),
        Use::Figure => e.figures.iter().any(|n| n == name),
        Use::Message => e.messages.iter().any(|n| n == name),
    };
    TABLE.expansion.iter().find(has).map(|e| e.name.as_str())
}

/// "which needs X", or that nobody knows the name.
pub(super) fn needed(of: Use, name: &str) -> String {
    expansion(of, name).map_or("which no plugin found declares".to_owned(), |e| format!("which needs {e}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_can_be_read_and_no_name_means_two_expansions() {
        let table: Table = toml::from_str(include_str!("elsewhere.toml")).expect("the table is TOML");
        let mut names: Vec<String> = Vec::new();
        for e in &table.expansion {
            let lists = [("set", &e.sets), ("element", &e.elements), ("rule", &e.rules)];
            let more = [("token", &e.tokens), ("figure", &e.figures), ("message", &e.messages)];
            names
                .extend(lists.iter().chain(&more).flat_map(|(of, list)| list.iter().map(move |n| format!("{of} {n}"))));
        }
        let all = names.len();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), all);
    }

    #[test]
    fn it_lists_nothing_that_a_bundled_plugin_declares() {
        let plugins = crate::load::linked(&crate::bundled()).expect("the bundled plugins can be read");
        for foreign in plugins.iter().flat_map(|p| &p.declaration.foreign) {
            let sets = foreign.sets.keys().map(|n| (Use::Set, n));
            let named = foreign.elements.keys().map(|n| (Use::Element, n));
            let figures = foreign.figures.keys().map(|n| (Use::Figure, n));
            for (of, name) in sets.chain(named).chain(figures) {
                assert_eq!(expansion(of, name), None, "{name}: take it off elsewhere.toml");
            }
        }
    }

    #[test]
    fn a_set_is_found_whatever_its_edition() {
        assert_eq!(expansion(Use::Set, "tower:2"), expansion(Use::Element, "tower"));
        assert_eq!(expansion(Use::Set, "river/2:1"), Some("The River"));
        assert_eq!(expansion(Use::Set, "nowhere"), None);
    }
}
