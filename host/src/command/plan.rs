//! `gatehouse plan`: the order of play of the chosen expansions.

use super::rules::Which;
use super::{Done, say, say_json};
use clap::{Args, ValueEnum};
use gatehouse::rules::{PlannedHook, Rules};
use gatehouse_core::Point;
use serde_json::json;

/// Print the order of play: every hook with its place and the reason for it
#[derive(Args)]
pub(super) struct Plan {
    #[command(flatten)]
    which: Which,
    /// How to print it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Json,
}

fn plugin<'r>(rules: &'r Rules, hook: &PlannedHook) -> &'r str {
    &rules.plugins[hook.plugin].plugin.declaration.plugin.id
}

fn role(hook: &PlannedHook) -> &'static str {
    ["adds", "strikes", "rides"][hook.head.role.0 as usize % 3]
}

impl Plan {
    pub(super) fn run(self) -> Done {
        let rules = self.which.rules(false, None)?;
        if self.json || self.format == Format::Json {
            let hooks: Vec<_> = rules.hooks.iter().map(|h| {
                json!({ "point": h.point.name(), "key": h.key.0, "plugin": plugin(&rules, h), "hook": h.head.name.as_str(),
                    "role": role(h), "rules": h.head.rules.split(' ').filter(|r| !r.is_empty()).collect::<Vec<_>>(),
                    "why": h.why, "never": h.when.never })
            }).collect();
            let plugins: Vec<_> = rules
                .plugins
                .iter()
                .map(|p| {
                    let m = &p.plugin.declaration.plugin;
                    json!({ "id": m.id, "version": m.version.to_string() })
                })
                .collect();
            say_json(&json!({ "plugins": plugins, "digest": rules.digest, "hooks": hooks,
                "notes": rules.notes.iter().map(|n| n.text.as_str()).collect::<Vec<_>>() }));
            return Ok(());
        }
        let names: Vec<_> = rules.plugins.iter().map(|p| p.plugin.declaration.plugin.id.as_str()).collect();
        say(format!("order of play for {}", names.join(", ")));
        let mut point = None;
        for hook in &rules.hooks {
            if point.replace(hook.point) != Some(hook.point) {
                say(format!("\n{}", hook.point.name()));
            }
            let off = if hook.when.never { " (off)" } else { "" };
            let cites = if hook.head.rules.is_empty() { String::new() } else { format!(" [{}]", hook.head.rules) };
            let name = format!("{}/{}", plugin(&rules, hook), hook.head.name);
            // Reactions have no place on the timeline, unless they are ordered among themselves.
            let key =
                if hook.point > Point::FINAL_SCORE && hook.key.0 == 0 { String::new() } else { hook.key.to_string() };
            let role = ["", "strikes: ", "rides: "][hook.head.role.0 as usize % 3];
            say(format!("  {key:5}  {name:<36} {role}{}{off}{cites}", hook.why));
        }
        rules.notes.iter().for_each(|note| say(format!("\nnote: {}", note.text)));
        say(format!("\ndigest {}", rules.digest));
        Ok(())
    }
}
