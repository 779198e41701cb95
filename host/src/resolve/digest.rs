//! The digest of resolved rules.

use crate::rules::{Declared, Given, PlannedHook, PlayedPlugin, Words};
use gatehouse_core::Tables;
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// The SHA-256 of a canonical text: plugins, switches, words, compiled tables, tiles and hooks, one a line.
///
/// Texts of plugins are quoted, so that none can look like a line of its own. Versions of plugins are left out: a
/// release that changes none of this plays the games recorded with the one before, and a record names the versions
/// beside the digest.
pub(super) fn digest(
    plugins: &[PlayedPlugin],
    words: &Words,
    tables: &Tables,
    hooks: &[PlannedHook],
    given: &Given,
) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = write(&mut text, plugins, words, hooks).and_then(|()| ordered(&mut text, given));
    let _ = writeln!(text, "tables {tables:?}");
    Sha256::digest(text.as_bytes()).iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

fn write(text: &mut String, plugins: &[PlayedPlugin], words: &Words, hooks: &[PlannedHook]) -> std::fmt::Result {
    for played in plugins {
        writeln!(text, "plugin {:?}", played.plugin.declaration.plugin.id)?;
    }
    for (switch, value) in &words.switches {
        writeln!(text, "switch {} {:?} {value}", switch.plugin, switch.what.name)?;
    }
    names(text, "edge", &words.edges, |e| &e.name)?;
    names(text, "feature", &words.features, |f| &f.name)?;
    names(text, "figure", &words.figures, |f| &f.name)?;
    names(text, "mark", &words.marks, |m| &m.name)?;
    names(text, "link", &words.links, |l| &l.name)?;
    names(text, "print", &words.prints, |p| &p.name)?;
    names(text, "slot", &words.slots, |s| &s.name)?;
    names(text, "pile", &words.piles, |p| &p.name)?;
    names(text, "rule", &words.rules, |r| &r.id)?;
    for word in &words.tiles {
        writeln!(text, "tile {:?} {}", word.tile.id, word.tile.count)?;
    }
    for hook in hooks {
        let (point, name, role) = (hook.point.name(), hook.head.name.as_str(), hook.head.role.0);
        writeln!(text, "hook {point} {} {name:?} {} {role} {:?}", hook.plugin, hook.key, hook.when)?;
    }
    Ok(())
}

/// What the user orders is part of the rules, also where it changes nothing.
fn ordered(text: &mut String, given: &Given) -> std::fmt::Result {
    for order in &given.order {
        writeln!(text, "order {:?} {:?} {:?}", order.point, order.first, order.then)?;
    }
    given.keys.iter().try_for_each(|k| writeln!(text, "key {:?} {:?} {}", k.point, k.hook, k.key))
}

fn names<T>(text: &mut String, class: &str, words: &[Declared<T>], name: fn(&T) -> &String) -> std::fmt::Result {
    words.iter().try_for_each(|word| writeln!(text, "{class} {} {:?}", word.plugin, name(&word.what)))
}
