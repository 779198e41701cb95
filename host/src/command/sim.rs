//! `gatehouse sim`: random games, counted and timed.

use super::lookout::{tell_author, watch};
use super::which::{self, Which};
use super::{Done, Failure, say, say_json};
use clap::Args;
use gatehouse::lookout::Limits;
use gatehouse::{bundled, load, sim};
use indicatif::{ProgressBar, ProgressStyle};

/// Play random legal games and print what came of them
#[derive(Args)]
pub(super) struct Sim {
    #[command(flatten)]
    which: Which,
    /// How many games
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// How many players
    #[arg(long, default_value_t = 2)]
    players: usize,
    /// The seed of the series
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Use the plugins linked into the program instead of libraries
    #[arg(long = "static")]
    linked: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Sim {
    pub(super) fn run(self) -> Done {
        watch(Limits::USUAL, tell_author);
        let opened = if self.linked {
            load::linked(&bundled()).map_err(Failure::failed)?.into()
        } else {
            self.which.opened(false)?
        };
        let rules = self.which.resolved(opened, false, Some(self.players))?;
        let opening = which::opening(rules, self.players)?;
        let bar = if self.json { ProgressBar::hidden() } else { ProgressBar::new(self.games) };
        if let Ok(style) = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {per_sec}, {eta} left") {
            bar.set_style(style);
        }
        let series = sim::Series { games: self.games, seed: self.seed, threads: self.threads.into() };
        let summary = sim::run(&opening, series, |games| bar.inc(games))
            .map_err(|e| Failure::failed(format!("{} threads can't be started ({e}): ask for fewer", self.threads)))?;
        bar.finish_and_clear();
        if self.json {
            say_json(&summary);
            return Ok(());
        }
        let s = &summary;
        say(format!(
            "{} games in {:.2} s: {:.0} games/s, {:.3} us a decision",
            s.games, s.seconds, s.games_per_second, s.us_per_decision
        ));
        let means: Vec<String> = s.mean_score.iter().map(|m| format!("{m:.1}")).collect();
        say(format!("mean score {}, {:.1} turns a game", means.join(" : "), s.turns as f64 / s.games.max(1) as f64));
        say(format!(
            "{:.1} placements and {:.2} figure choices a turn",
            s.placements_per_turn, s.figure_choices_per_turn
        ));
        say(format!("state {} bytes at most, {} faults, state hash {}", s.state_bytes, s.faults, s.state_hash));
        Ok(())
    }
}
