//! `gatehouse plugins`: what was found and what was refused.

use super::rules::Where;
use super::{Done, say, say_json};
use clap::Args;
use gatehouse::load::Shadowed;
use gatehouse::rules::{At, Origin, Plugin};
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
        (tiles as usize, "tiles"),
        (d.edges.len(), "edge kinds"),
        (d.features.len(), "feature kinds"),
        (d.figures.len(), "figure kinds"),
        (d.marks.len(), "marks"),
        (d.links.len(), "kinds of links"),
        (d.prints.len(), "prints"),
        (d.switches.len(), "switches"),
        (d.rules.len(), "rules"),
        (At::of(&plugin.module).len(), "hooks"),
    ];
    counts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect()
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
                    "declares": declares(p) })
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
        }
        if found.plugins.is_empty() {
            say("no plugins found: name a directory with --plugin-dir");
        }
        found.shadowed.iter().for_each(|s| say(shadow(s)));
        found.refused.iter().for_each(|r| say(format!("refused: {}", r.error)));
        Ok(())
    }
}
