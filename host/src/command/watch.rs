//! `gatehouse watch`: builds a crate whenever it changes, plays its scenarios, and lets a running game go on with it.

use super::lookout::{tell_author, watch};
use super::play::Play;
use super::{Done, Failure, complain};
use clap::Args;
use gatehouse::lookout::Limits;
use gatehouse::rules::Plugin;
use gatehouse::scenario::Summary;
use gatehouse::watch::{Round, Watch as Watched};
use gatehouse::{bundled, load};
use std::path::PathBuf;
use std::sync::mpsc::{self, Sender};
use std::thread;

/// Watch an expansion's crate: build it on every change, play its scenarios, and go on with a running game under the new
/// rules
#[derive(Args)]
pub(super) struct Watch {
    /// The crate's folder
    #[arg(default_value = ".")]
    path: PathBuf,
    /// Play no game: only build and play scenarios
    #[arg(long)]
    no_game: bool,
    #[command(flatten)]
    play: Play,
}

impl Watch {
    pub(super) fn run(self) -> Done {
        let company = load::linked(&bundled()).map_err(Failure::failed)?;
        let watched = Watched::new(&self.path, company.clone()).map_err(Failure::misused)?;
        let first = first(&watched)?;
        let (sender, fresh) = mpsc::channel();
        if self.no_game || self.play.is_unattended() {
            watch(Limits::USUAL, tell_author);
            drop(fresh);
            rounds(&watched, &sender, true);
            return Ok(());
        }
        // It goes on as long as the game does, and ends with the program.
        thread::spawn(move || rounds(&watched, &sender, false));
        self.play.with(company, first, fresh).run()
    }
}

/// The first library of a crate: without one there is no game to be played.
fn first(watched: &Watched) -> Result<Box<Plugin>, Failure> {
    loop {
        match watched.round().map_err(Failure::misused)? {
            Round::Broken(why) => {
                why.iter().for_each(complain);
                complain("waiting for a change that mends it");
                watched.wait();
            }
            Round::Fresh { plugin, warnings, scenarios, .. } => {
                warnings.iter().for_each(|w| complain(format!("warning: {w}")));
                scenarios.iter().for_each(played);
                return Ok(plugin);
            }
        }
    }
}

/// Builds on every change, as long as anybody listens or `alone`.
fn rounds(watched: &Watched, game: &Sender<Box<Plugin>>, alone: bool) {
    loop {
        watched.wait();
        let round = match watched.round() {
            Ok(round) => round,
            Err(error) => {
                complain(format!("error: {error}"));
                continue;
            }
        };
        match round {
            Round::Broken(why) => why.iter().for_each(|w| complain(format!("error: {w}"))),
            Round::Fresh { plugin, warnings, scenarios, took } => {
                warnings.iter().for_each(|w| complain(format!("warning: {w}")));
                let id = plugin.declaration.plugin.id.clone();
                let listens = game.send(plugin).is_ok();
                let then = if listens && !alone { ": press Enter to go on under the new rules" } else { "" };
                complain(format!("{id} built and opened in {:.1} s{then}", took.as_secs_f32()));
                scenarios.iter().for_each(played);
            }
        }
    }
}

/// Says how scenarios went.
fn played(summary: &Summary) {
    complain(summary);
}
