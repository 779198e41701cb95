//! `gatehouse play`: a game in the terminal, for people and bots.

mod ask;
mod placing;
pub(super) mod screen;
mod seats;
mod table;
mod tell;
mod why;

use super::replay::played;
use super::which::Which;
use super::{Done, Failure, complain, say};
use clap::Args;
use gatehouse::dice::Dice;
use gatehouse::engine::{Game, Opening, Setup};
use gatehouse::record::{KeepError, Record, Recorder};
use seats::Seats;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use table::Table;

/// Play a game in the terminal against people and bots, or watch bots play
#[derive(Args)]
pub(super) struct Play {
    #[command(flatten)]
    which: Which,
    /// Who plays, as colour:kind in turn order; the kinds are human, bot (looks one turn ahead), seeker (brings
    /// expansions together) and random. The first named begins [default: red:human,blue:bot, or two bots if nobody is
    /// at the terminal]
    #[arg(long, value_name = "COLOUR:KIND,...")]
    players: Option<String>,
    /// Let bots take all seats
    #[arg(long)]
    bots: bool,
    /// The seed of all chance; the same seed and choices give the same game
    #[arg(long)]
    seed: Option<u64>,
    /// Where the record is kept [default: a file in the system's directory for temporary files, if a person plays]
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Go on with the game of this record, in the same file unless --save names another
    #[arg(long, value_name = "FILE", conflicts_with_all = ["expansions", "switches", "seed"])]
    resume: Option<PathBuf>,
}

impl Play {
    pub(super) fn run(self) -> Done {
        let nobody = self.players.is_none() && !io::stdin().is_terminal();
        let (record, game, seats) = match &self.resume {
            Some(file) => self.resumed(file, self.bots || nobody)?,
            None => self.begun(self.bots || nobody)?,
        };
        let seed = record.header.seed.unwrap_or_else(rand::random);
        let mut dice = Dice::new(seed);
        dice.skip(record.entries.iter().filter(|e| e.by == "chance").count());
        let path = match (&self.save, &self.resume) {
            (Some(path), _) if path.is_dir() => {
                return Err(Failure::misused(format!(
                    "{0} is a directory: name a file in it, as in `--save {0}/game`",
                    path.display()
                )));
            }
            (Some(path), _) if path.exists() && !path.is_file() => {
                return Err(Failure::misused(format!(
                    "{} is no file that can keep a record: name another with `--save`",
                    path.display()
                )));
            }
            (Some(path), _) if path.exists() && self.save != self.resume => {
                let path = path.display();
                return Err(Failure::misused(format!(
                    "{path} exists: go on with it by --resume {path}, or name another"
                )));
            }
            (Some(path), _) | (None, Some(path)) => Some(path.clone()),
            (None, None) if seats.people() > 0 => Some(temporary()?),
            (None, None) => None,
        };
        let recorder = Recorder::new(record, path.as_deref()).map_err(unwritten)?;
        Table::new(game, recorder, dice, &seats, seed, path).play()
    }

    /// A new game.
    fn begun(&self, nobody: bool) -> Result<(Record, Game, Seats), Failure> {
        let seats = self.seats(2, nobody)?;
        let rules = self.which.rules(true, Some(seats.len()))?;
        let opening =
            Opening::new(rules, Setup { first: seats.first(), ..Setup::new(seats.len()) }).map_err(Failure::misused)?;
        let mut record = Record::new(&opening);
        record.header.seed = self.seed;
        let mut game = Game::new(&opening);
        game.remember(true);
        Ok((record, game, seats))
    }

    /// The game of a record, played up to its last line.
    fn resumed(&self, file: &Path, nobody: bool) -> Result<(Record, Game, Seats), Failure> {
        let (record, game) = played(file, &self.which.found, true)?;
        let players = record.header.setup.players;
        let seats = self.seats(players, nobody)?;
        if seats.len() != players {
            let named = seats.len();
            return Err(Failure::misused(format!(
                "--players names {named} players, but {players} play the game of {}: name as many",
                file.display()
            )));
        }
        Ok((Record { cut: false, ..record }, game, seats))
    }

    fn seats(&self, players: usize, nobody: bool) -> Result<Seats, Failure> {
        let mut seats = match &self.players {
            Some(text) => Seats::parse(text).map_err(Failure::misused)?,
            None => Seats::usual(players),
        };
        if nobody {
            seats.without_people();
        }
        Ok(seats)
    }
}

fn unwritten(error: KeepError) -> Failure {
    match error {
        KeepError::File { path, source } => {
            Failure::failed(format!("{path} can't be written: {source}; name another file with --save"))
        }
        e @ KeepError::InUse { .. } => Failure::failed(e),
        KeepError::Illegal(e) => Failure::failed(e),
    }
}

/// A new file for a record that nobody gave a place.
fn temporary() -> Result<PathBuf, Failure> {
    let file = tempfile::Builder::new().prefix("gatehouse-").suffix(".jsonl").tempfile();
    let kept = file.and_then(|f| f.keep().map_err(|e| e.error));
    kept.map(|(_, path)| path).map_err(|e| {
        Failure::failed(format!(
            "no record can be kept in {}: {e}; name a file with --save",
            std::env::temp_dir().display()
        ))
    })
}
