//! `gatehouse plugins`: what was found and what was refused.

use super::which::Where;
use super::{Done, say, say_json};
use clap::Args;
use gatehouse::load::Shadowed;
use gatehouse::rules::{At, Origin, Plugin};
use gatehouse_core::declare::Switch;
use serde_json::json;

/// List the plugins found, what they declare, and those refused with the reason
#[derive(Args)]
pub(super) struct Plugins {
    #[command(flatten)]
    found: Where,
    /// Print JSON
    #[arg(long)]
    json: bool,
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

fn declares(plugin: &Plugin) -> Vec<String> {
    let d = &plugin.declaration;
    let tiles: u32 = plugin.tiles.iter().map(|t| u32::from(t.count)).sum();
    let counts = [
        (tiles as usize, "tile", "tiles"),
        (d.edges.len(), "edge kind", "edge kinds"),
        (d.features.len(), "feature kind", "feature kinds"),
        (d.figures.len(), "figure kind", "figure kinds"),
        (d.marks.len(), "mark", "marks"),
        (d.links.len(), "kind of links", "kinds of links"),
        (d.prints.len(), "print", "prints"),
        (d.switches.len(), "switch", "switches"),
        (d.rules.len(), "rule", "rules"),
        (At::of(&plugin.module).len(), "hook", "hooks"),
    ];
    let some = counts.iter().filter(|(n, ..)| *n > 0);
    some.map(|(n, one, many)| format!("{n} {}", if *n == 1 { one } else { many })).collect()
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
        let found = self.found.scan()?;
        if self.json {
            let plugins: Vec<_> = found
                .plugins
                .iter()
                .map(|p| {
                    let (m, (file, sha256)) = (&p.declaration.plugin, origin(p));
                    json!({ "id": m.id, "name": m.name, "version": m.version.to_string(), "api": m.api.to_string(),
                    "starter": m.starter, "base": m.base, "description": m.description, "file": file, "sha256": sha256,
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
                say(format!("    sha256 {sha256}"));
            }
            say(format!("    {}", declares(plugin).join(", ")));
            for line in plugin.declaration.switches.iter().flat_map(|s| switch(&m.id, s)) {
                say(format!("    {line}"));
            }
        }
        if found.plugins.is_empty() {
            say("no plugins found: name a directory with --plugin-dir");
        }
        found.shadowed.iter().for_each(|s| say(shadow(s)));
        found.refused.iter().for_each(|r| say(format!("refused: {}", r.error)));
        Ok(())
    }
}
