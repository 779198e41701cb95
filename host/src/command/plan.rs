//! `gatehouse plan`: the order of play of the chosen expansions.

use super::which::Which;
use super::{Done, Failure, say, say_json};
use clap::{Args, ValueEnum};
use gatehouse::plan::{self, Document};

/// Print the order of play: every step with its place, who decides, the rules, and the reason for its place
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
    /// Fail if anything about the order is doubtful and not waived
    #[arg(long)]
    strict: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Text,
    Markdown,
    Json,
}

impl Plan {
    pub(super) fn run(self) -> Done {
        let opened = self.which.opened(false)?;
        let plan = Document::of(&*self.which.resolved(opened, false, None)?);
        match self.format {
            _ if self.json => say_json(&plan),
            Format::Json => say_json(&plan),
            Format::Markdown => say(plan::markdown(&plan)),
            Format::Text => say(plan::text(&plan)),
        }
        if self.strict && !plan.doubts.is_empty() { Err(Failure::failed(plan.doubts.join("\n"))) } else { Ok(()) }
    }
}
