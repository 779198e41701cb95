//! The subcommands, one file each. None of them knows a rule.

mod draw;
mod perft;
mod plan;
mod play;
mod plugins;
mod replay;
mod rules;
mod sim;
mod test;

use clap::{Parser, Subcommand};
use std::fmt::Display;
use std::process::ExitCode;

/// A rules host for Carcassonne in which every rule is a plugin.
#[derive(Parser)]
#[command(version, about, propagate_version = true)]
struct Command {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Play(play::Play),
    Sim(sim::Sim),
    Plugins(plugins::Plugins),
    Plan(plan::Plan),
    Replay(replay::Replay),
    Perft(perft::Perft),
    Draw(draw::Draw),
    Test(test::Test),
}

/// How a command ended without doing what was asked.
enum Failure {
    /// The thing asked about is false or failed: status 1.
    Failed(String),
    /// It was asked wrongly: status 2.
    Misused(String),
}

impl Failure {
    fn failed(why: impl Display) -> Failure {
        Failure::Failed(why.to_string())
    }

    fn misused(why: impl Display) -> Failure {
        Failure::Misused(why.to_string())
    }
}

type Done = Result<(), Failure>;

/// Runs the command line.
pub(crate) fn run() -> ExitCode {
    let level = tracing_subscriber::EnvFilter::try_from_env("GATEHOUSE_LOG");
    if let Ok(filter) = level {
        tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    }
    let done = match Command::parse().what {
        What::Play(it) => it.run(),
        What::Sim(it) => it.run(),
        What::Plugins(it) => it.run(),
        What::Plan(it) => it.run(),
        What::Replay(it) => it.run(),
        What::Perft(it) => it.run(),
        What::Draw(it) => it.run(),
        What::Test(it) => it.run(),
    };
    let (status, why) = match done {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Failed(why)) => (1, why),
        Err(Failure::Misused(why)) => (2, why),
    };
    for line in why.lines() {
        eprintln!("error: {line}");
    }
    ExitCode::from(status)
}

/// Prints a line; a closed pipe ends the program quietly instead of with a panic.
fn say(text: impl Display) {
    use std::io::Write;
    if writeln!(std::io::stdout(), "{text}").is_err() {
        std::process::exit(0);
    }
}

/// Prints a value as one JSON document.
fn say_json(value: &impl serde::Serialize) {
    // What is printed here has string keys and finite numbers, so it always serialises.
    say(serde_json::to_string_pretty(value).unwrap_or_default());
}
