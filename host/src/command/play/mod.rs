//! `gatehouse play`: a game in the terminal, for people and bots.

mod ask;
mod fault;
mod placing;
pub(super) mod screen;
mod seats;
mod swap;
mod table;
mod tell;
mod why;

use super::lookout::{guard, is_opening, plugin_of};
use super::replay::{played, read};
use super::which::Which;
use super::{Done, Failure, complain, say};
use clap::Args;
use fault::OnFault;
use gatehouse::dice::Dice;
use gatehouse::engine::{Game, Opening, Setup};
use gatehouse::lookout::{self, Limits};
use gatehouse::record::{self, KeepError, Record, Recorder};
use gatehouse::rules::Plugin;
use seats::Seats;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;
use std::time::Duration;
use swap::Workshop;
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
    #[arg(long, value_name = "FILE", conflicts_with_all = ["expansions", "switches", "setup", "seed"])]
    resume: Option<PathBuf>,
    /// Leave this expansion out from where the record ends; may be given several times
    #[arg(long, value_name = "ID", requires = "resume")]
    without: Vec<String>,
    /// Follow the record under the rules at hand, where they are not those it was made with, as far as its choices are
    /// on offer; --save names the file for the game that goes on from there
    #[arg(long, requires = "resume", requires = "save")]
    other_rules: bool,
    /// What is done when a hook is at fault [default: ask if a person plays, else disable]
    #[arg(long, value_name = "POLICY")]
    on_fault: Option<OnFault>,
    /// How long a hook may take, in milliseconds; one that takes ten times as long ends the program
    #[arg(long, value_name = "MS", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(20..=3_600_000))]
    hook_limit: u64,
    /// Where an expansion that is being written comes from.
    #[arg(skip)]
    workshop: Option<Workshop>,
}

impl Play {
    /// Whether nobody is at the terminal, and nobody said who plays.
    pub(super) fn is_unattended(&self) -> bool {
        self.players.is_none() && !self.bots && !io::stdin().is_terminal()
    }

    /// With an expansion that is being written: its library, others as they are built, and the plugins beside it.
    pub(super) fn with(mut self, company: Vec<Plugin>, own: Box<Plugin>, fresh: Receiver<Box<Plugin>>) -> Play {
        self.which.add(&company, &own);
        self.workshop = Some(Workshop { company, fresh, waiting: None });
        self
    }

    pub(super) fn run(mut self) -> Done {
        let nobody = self.players.is_none() && !io::stdin().is_terminal();
        if let Some((record, id)) =
            fault::left_over(io::stdin().is_terminal() && !nobody && !self.bots && self.resume.is_none())
        {
            (self.resume, self.without) = (Some(record), vec![id]);
        }
        let kept = self.save.clone().or_else(|| self.resume.clone());
        let (path, passing) = match &kept {
            Some(path) => (path.clone(), false),
            None => (temporary()?, nobody || self.bots),
        };
        let shown = table::quoted(&path.display().to_string());
        guard(Limits::of(Duration::from_millis(self.hook_limit)), move |name| {
            let id = plugin_of(name);
            if is_opening(name) {
                return format!("take its library out of the directory for plugins, or get a mended {id}");
            }
            format!("the game is kept in {shown}; go on without {id}: gatehouse play --resume {shown} --without {id}")
        });
        lookout::record(&path);
        let (record, game, seats) = match &self.resume {
            Some(file) => self.resumed(file, self.bots || nobody)?,
            None => self.begun(self.bots || nobody)?,
        };
        let seed = record.header.seed.unwrap_or_else(rand::random);
        let mut dice = Dice::new(seed);
        dice.skip(record.entries.iter().filter(|e| e.by == "chance").count());
        if path.is_dir() {
            let path = path.display();
            return Err(Failure::misused(format!(
                "{path} is a directory: name a file in it, as in `--save {path}/game`"
            )));
        }
        if path.exists() && !path.is_file() {
            let path = path.display();
            return Err(Failure::misused(format!(
                "{path} is no file that can keep a record: name another with `--save`"
            )));
        }
        if self.save.is_some() && path.exists() && self.save != self.resume {
            let path = path.display();
            return Err(Failure::misused(format!("{path} exists: go on with it by --resume {path}, or name another")));
        }
        let recorder = Recorder::new(record, Some(&path)).map_err(unwritten)?;
        let on_fault = self.on_fault.unwrap_or(if seats.people() > 0 { OnFault::Ask } else { OnFault::Disable });
        let mut table = Table::new(game, recorder, dice, &seats, seed, (path, passing), on_fault);
        table.workshop = self.workshop.take();
        let option = |(name, path): (&str, &PathBuf)| format!(" {name} {}", table::quoted(&path.display().to_string()));
        table.libraries = self.which.found.named().map(option).collect();
        for id in &self.without {
            table.leave_out(id, "as asked for when the game was resumed")?;
        }
        table.play()
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
        let (record, game) = match self.other_rules {
            false => played(file, &self.which.found, true)?,
            true => self.followed(file)?,
        };
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

    /// The game of a record under the rules at hand, as far as it goes.
    fn followed(&self, file: &Path) -> Result<(Record, Game), Failure> {
        let shown = file.display();
        let record = read(file)?;
        let opened = record::open_anew(&record, &self.which.found.plugins()?, &[]);
        let (opening, warnings) = opened.map_err(|e| Failure::failed(format!("{shown}: {e}")))?;
        warnings.iter().for_each(|w| complain(format!("warning: {shown}: {w}")));
        let followed = record::follow(&record, &opening);
        if let Some(parted) = followed.parted {
            let left = record.entries.len() - followed.record.entries.len();
            complain(format!(
                "warning: {shown}: line {}: {}; the game goes on from there, and {left} choices are not followed",
                parted.line, parted.what
            ));
        }
        Ok((followed.record, followed.game))
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
        KeepError::NotLeftOut(e) => Failure::misused(e),
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
