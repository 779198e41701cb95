//! `gatehouse plugins`: what was found and what was refused, and whom to trust.

mod bisect;
mod trust;
mod verify;

use super::which::Where;
use super::{Done, say_json, spelt};
use clap::{Args, Subcommand};
use gatehouse::load::{Entry, Shadowed, Standing, Trust};
use gatehouse::rules::{At, Origin, Plugin};
use gatehouse_core::declare::{Declaration, Switch};
use serde_json::json;
use std::fmt::Display;

/// List the plugins found, what they declare, and those refused with the reason
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(super) struct Plugins {
    #[command(subcommand)]
    what: Option<What>,
    #[command(flatten)]
    list: List,
}

#[derive(Subcommand)]
enum What {
    Bisect(bisect::Bisect),
    Trust(trust::Put),
    Verify(verify::Verify),
}

#[derive(Args)]
struct List {
    #[command(flatten)]
    found: Where,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Prints a line of what files and libraries are called, which may be anything but a line break.
fn say(text: impl Display) {
    super::say(spelt(text.to_string().replace('\n', "\\n")));
}

/// How a loaded plugin came to be trusted.
fn trusted(trust: &Trust, plugin: &Plugin) -> &'static str {
    match Entry::of(plugin).map(|entry| trust.standing(&entry)) {
        Some(Ok(Standing::Bundled)) => "built with the program",
        Some(Ok(Standing::Trusted)) => "trusted",
        // It was loaded all the same, and could not be remembered.
        Some(_) => "trusted for this time",
        None => "linked into the program",
    }
}

fn origin(plugin: &Plugin) -> (String, String) {
    match &plugin.origin {
        Origin::Linked => ("linked into the program".to_owned(), String::new()),
        Origin::File { path, sha256 } => (path.display().to_string(), sha256.clone()),
    }
}

fn shadow(shadowed: &Shadowed) -> String {
    let (id, path, by) = (&shadowed.id, shadowed.path.display(), shadowed.by.display());
    format!("shadowed: {id} in {path} is hidden by {by}")
}

/// How many of which a plugin declares.
fn declares(plugin: &Plugin) -> Vec<String> {
    let tiles: u32 = plugin.tiles.iter().map(|t| u32::from(t.count)).sum();
    let hooks = At::of(&plugin.module).len();
    let tables = tables(&plugin.declaration);
    counted(&[(tiles as usize, "tile", "tiles")]).chain(tables).chain(counted(&[(hooks, "hook", "hooks")])).collect()
}

/// How many of which a declaration has.
fn tables(d: &Declaration) -> Vec<String> {
    counted(&[
        (d.edges.len(), "edge kind", "edge kinds"),
        (d.features.len(), "feature kind", "feature kinds"),
        (d.figures.len(), "figure kind", "figure kinds"),
        (d.marks.len(), "mark", "marks"),
        (d.links.len(), "kind of links", "kinds of links"),
        (d.prints.len(), "print", "prints"),
        (d.switches.len(), "switch", "switches"),
        (d.rules.len(), "rule", "rules"),
    ])
    .collect()
}

fn counted(counts: &[(usize, &str, &str)]) -> impl Iterator<Item = String> {
    let some = counts.iter().filter(|(n, ..)| *n > 0);
    some.map(|(n, one, many)| format!("{n} {}", if *n == 1 { one } else { many }))
}

/// A switch with its values, the one played by default marked.
fn switch(plugin: &str, switch: &Switch) -> Vec<String> {
    let mut values: Vec<(i32, &str)> =
        switch.values.iter().filter_map(|(value, means)| Some((value.parse().ok()?, means.as_str()))).collect();
    values.sort_unstable();
    let default = |value: i32| if value == switch.default { " (default)" } else { "" };
    let head = format!("--switch {plugin}.{}=: {}", switch.name, switch.text);
    let values = values.into_iter().map(|(value, means)| format!("    {value}{}: {means}", default(value)));
    [head].into_iter().chain(values).collect()
}

impl Plugins {
    pub(super) fn run(self) -> Done {
        match self.what {
            None => self.list.run(),
            Some(What::Bisect(it)) => it.run(),
            Some(What::Trust(it)) => it.run(),
            Some(What::Verify(it)) => it.run(),
        }
    }
}

impl List {
    fn run(self) -> Done {
        let found = self.found.scan()?;
        // Read anew: what is trusted from now on is on the list.
        let trust = Trust::of_process(false);
        if self.json {
            let plugins: Vec<_> = found
                .plugins
                .iter()
                .map(|p| {
                    let (m, (file, sha256)) = (&p.declaration.plugin, origin(p));
                    json!({ "id": m.id, "name": m.name, "version": m.version.to_string(), "api": m.api.to_string(),
                    "starter": m.starter, "base": m.base, "description": m.description, "file": file, "sha256": sha256,
                    "trust": trusted(&trust, p), "unknown": p.declaration.unknown,
                    "declares": declares(p), "switches": p.declaration.switches.iter().map(|s| json!({
                        "name": s.name, "text": s.text, "default": s.default, "values": s.values })).collect::<Vec<_>>()
                    })
                })
                .collect();
            let refused: Vec<String> = found.refused.iter().map(|r| r.error.to_string()).collect();
            let shadowed: Vec<String> = found.shadowed.iter().map(shadow).collect();
            say_json(&json!({ "plugins": plugins, "refused": refused, "shadowed": shadowed }));
            return Ok(());
        }
        for plugin in &found.plugins {
            let (m, (file, sha256)) = (&plugin.declaration.plugin, origin(plugin));
            let kind = if m.base {
                ", the base game"
            } else if m.starter {
                ", a starter"
            } else {
                ""
            };
            say(format!("{} {} ({}{kind}), hook API {}", m.id, m.version, m.name, m.api));
            say(format!("    {file}"));
            if !sha256.is_empty() {
                say(format!("    {}, sha256 {sha256}", trusted(&trust, plugin)));
            }
            say(format!("    {}", declares(plugin).join(", ")));
            for line in plugin.declaration.switches.iter().flat_map(|s| switch(&m.id, s)) {
                say(format!("    {line}"));
            }
            if !plugin.declaration.unknown.is_empty() {
                let (api, unknown) = (plugin.module.api(), plugin.declaration.unknown.join(", "));
                say(format!("    built for hook API {api}, of which this host leaves out: {unknown}"));
            }
        }
        if found.plugins.is_empty() {
            say("no plugins found: name a directory with --plugin-dir");
        }
        found.shadowed.iter().for_each(|s| say(shadow(s)));
        for refused in &found.refused {
            say(format!("refused: {}", refused.error));
            refused.error.mismatches().iter().for_each(|mismatch| say(format!("    {mismatch}")));
        }
        Ok(())
    }
}
