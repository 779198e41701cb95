//! The subcommands, one file each. None of them knows a rule.

mod check;
mod draw;
mod explain;
mod jcz;
mod lab;
mod lookout;
mod new;
mod perft;
mod plan;
mod play;
mod plugins;
mod replay;
mod rules;
mod sim;
mod test;
mod watch;
mod which;

use clap::error::ErrorKind;
use clap::{CommandFactory, Parser, Subcommand};
use std::fmt::Display;
use std::io::Write;
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
    Lab(lab::Trial),
    Plugins(plugins::Plugins),
    Plan(plan::Plan),
    Replay(replay::Replay),
    Explain(explain::Explain),
    Perft(perft::Perft),
    Draw(draw::Draw),
    Test(test::Test),
    Jcz(jcz::Jcz),
    Rules(rules::Rules),
    New(new::New),
    Watch(Box<watch::Watch>),
    Check(check::Check),
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
    let done = match asked().what {
        What::Play(it) => it.run(),
        What::Sim(it) => it.run(),
        What::Lab(it) => it.run(),
        What::Plugins(it) => it.run(),
        What::Plan(it) => it.run(),
        What::Replay(it) => it.run(),
        What::Explain(it) => it.run(),
        What::Perft(it) => it.run(),
        What::Draw(it) => it.run(),
        What::Test(it) => it.run(),
        What::Jcz(it) => it.run(),
        What::Rules(it) => it.run(),
        What::New(it) => it.run(),
        What::Watch(it) => it.run(),
        What::Check(it) => it.run(),
    };
    gatehouse::lookout::end();
    // An argument with a line break in it makes no further sentence of what quotes it.
    let broken = std::env::args_os().any(|arg| arg.as_encoded_bytes().contains(&b'\n'));
    let (status, why) = match done {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Failed(why)) => (1, why),
        Err(Failure::Misused(why)) => (2, why),
    };
    if broken {
        complain(format!("error: {}", why.trim_end().replace('\n', "\\n")));
    } else {
        why.lines().for_each(|line| complain(format!("error: {line}")));
    }
    ExitCode::from(status)
}

/// What is asked on the command line. If it makes no sense, the program ends with one sentence and the way to help.
fn asked() -> Command {
    Command::try_parse().unwrap_or_else(|error| {
        use ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion};
        if matches!(error.kind(), DisplayHelp | DisplayVersion | DisplayHelpOnMissingArgumentOrSubcommand) {
            error.exit();
        }
        complain(format!("error: {}", misread(&error.to_string())));
        std::process::exit(2);
    })
}

/// The first paragraph of what the parser says and its tip, as one sentence that ends with the way to help.
fn misread(said: &str) -> String {
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let first = said.split("\n\n").next().map(one_line).unwrap_or_default();
    let first = first.trim_start_matches("error: ").trim_end_matches('.').to_owned();
    let tip = said.lines().find_map(|line| line.trim().strip_prefix("tip: "));
    let tip = tip.map_or(String::new(), |tip| format!(" ({})", one_line(tip)));
    let known = Command::command();
    let named = std::env::args().skip(1).find(|arg| known.get_subcommands().any(|c| c.get_name() == arg));
    format!("{first}{tip}: see `gatehouse help{}`", named.map_or(String::new(), |name| format!(" {name}")))
}

/// Prints a line. A closed pipe ends the program quietly: nobody reads on. Any other failure is one of the command.
fn say(text: impl Display) {
    let mut out = std::io::stdout().lock();
    match writeln!(out, "{text}").and_then(|()| out.flush()) {
        Ok(()) => {}
        Err(e) if e.kind() == std::io::ErrorKind::BrokenPipe => std::process::exit(0),
        Err(e) => {
            complain(format!("error: standard output can't be written: {e}"));
            std::process::exit(1);
        }
    }
}

/// Prints a line on standard error; if that can't be written either, there is nobody to tell.
fn complain(text: impl Display) {
    let _ = writeln!(std::io::stderr(), "{}", spelt(text));
}

/// A text without the control characters that an argument or a file has: a terminal would obey them, so they are spelt
/// out.
fn spelt(text: impl Display) -> String {
    let spelt = |c: char| if c.is_control() && c != '\n' { c.escape_default().to_string() } else { c.to_string() };
    text.to_string().chars().map(spelt).collect()
}

/// Prints a value as one JSON document.
fn say_json(value: &impl serde::Serialize) {
    // What is printed here has string keys and finite numbers, so it always serialises.
    say(serde_json::to_string_pretty(value).unwrap_or_default());
}
