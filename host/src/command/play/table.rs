//! The table: the game, who sits at it, its record, and what has been told of it.

use super::ask::Answer;
use super::fault::OnFault;
use super::screen::Screen;
use super::seats::{Seat, Seats};
use super::swap::Workshop;
use super::tell;
use super::{Done, Failure, complain, say};
use gatehouse::dice::Dice;
use gatehouse::draw::{self, Terminal};
use gatehouse::engine::{Game, NoUndo};
use gatehouse::record::{self, HOST, KeepError, Record, Recorder};
use gatehouse::words;
use gatehouse_core::{Player, Pos, RuleId};
use std::io::{self, BufRead};
use std::path::PathBuf;

/// A game with everything around it.
pub(super) struct Table {
    pub(super) game: Game,
    pub(super) screen: Screen,
    pub(super) input: Box<dyn BufRead>,
    /// What is written on cells of the board: the numbers of placements.
    pub(super) marks: Vec<(Pos, String)>,
    recorder: Recorder,
    dice: Dice,
    seats: Seats,
    sitting: Vec<Seat>,
    path: PathBuf,
    /// Whether the record's file goes with the game: nobody named one, and nobody plays.
    passing: bool,
    /// Where an expansion that is being written comes from.
    pub(super) workshop: Option<Workshop>,
    /// The options that say where its libraries are, as a shell takes them.
    pub(super) libraries: String,
    /// What is done when a hook was at fault.
    pub(super) on_fault: OnFault,
    /// How many events have been told.
    told: usize,
    /// The rules whose text was told.
    cited: Vec<RuleId>,
    /// How many had been told when each player chose last.
    answered: [usize; Player::MAX],
    /// Whether it was said that the record can't be kept.
    complained: bool,
}

impl Table {
    pub(super) fn new(
        game: Game,
        recorder: Recorder,
        dice: Dice,
        seats: &Seats,
        seed: u64,
        (path, passing): (PathBuf, bool),
        on_fault: OnFault,
    ) -> Table {
        let events = game.events().len();
        let told = match recorder.record().entries[..] {
            [] => 0,
            _ if game.is_over() => events,
            // Of a game that goes on, the turn that was interrupted is told.
            _ => game.board().turn.first_event as usize,
        };
        Table {
            game,
            screen: Screen::of_process(),
            input: Box::new(io::stdin().lock()),
            marks: Vec::new(),
            recorder,
            dice,
            sitting: seats.bots(seed),
            seats: seats.clone(),
            path,
            passing,
            workshop: None,
            libraries: String::new(),
            on_fault,
            told,
            cited: Vec::new(),
            answered: [events; Player::MAX],
            complained: false,
        }
    }

    /// Plays to the end, or until a person quits.
    pub(super) fn play(mut self) -> Done {
        self.welcome();
        self.fault_at_the_start()?;
        let mut turn = self.game.board().turn.number;
        loop {
            self.swap();
            let Some(decision) = self.game.decision() else { break };
            let choice = match decision.player() {
                None => self.dice.decide(&decision),
                Some(player) => match self.sitting.get_mut(player.index()) {
                    Some(Seat::Bot(bot)) => bot.choose(&self.game),
                    _ => match self.ask(player) {
                        Answer::Choose(choice) => choice,
                        Answer::Undone => continue,
                        Answer::Quit => return self.quit(),
                    },
                },
            };
            self.take(choice)?;
            if self.game.board().turn.number != turn {
                turn = self.game.board().turn.number;
                self.tell();
            }
        }
        self.tell();
        self.farewell();
        self.kept()?;
        if self.passing {
            // A file that can't be removed is one of many in the directory for temporary files.
            let _ = std::fs::remove_file(&self.path);
        } else {
            self.screen.say(format!("The record is in {}.", self.path.display()));
        }
        Ok(())
    }

    /// Writes the record whole once more if not every choice of it could be written.
    fn kept(&self) -> Done {
        if !self.complained {
            return Ok(());
        }
        record::write(&self.path, self.recorder.record()).map_err(|e| {
            let path = self.path.display();
            Failure::failed(format!(
                "{path} has only a part of the game, as it can't be written ({e}): make room and go on from there"
            ))
        })
    }

    /// The record so far.
    pub(super) fn record(&self) -> &Record {
        self.recorder.record()
    }

    /// Goes on with the same game as other rules have it.
    pub(super) fn go_on(&mut self, game: Game, record: Record) {
        self.game = game;
        let events = self.game.events().len();
        self.told = events.min(self.told);
        self.answered.iter_mut().for_each(|n| *n = events.min(*n));
        self.cited.clear();
        if let Err(e) = self.recorder.replace(record) {
            complain(format!("warning: {e}"));
        }
    }

    /// Whether nothing was chosen yet.
    pub(super) fn is_new(&self) -> bool {
        self.recorder.record().entries.is_empty()
    }

    /// Takes a choice and keeps it.
    pub(super) fn choose(&mut self, choice: usize) -> Done {
        let kept = self.recorder.choose(&mut self.game, choice);
        self.noted(kept)
    }

    /// Takes the last choice back, whoever chose and whatever it revealed.
    pub(super) fn take_back(&mut self) -> Done {
        self.game.take_back().map_err(Failure::failed)?;
        let kept = self.recorder.forget_last();
        self.told = self.told.min(self.game.events().len());
        self.noted(kept)
    }

    /// Leaves a plugin out from here on and keeps that.
    pub(super) fn kept_without(&mut self, id: &str, why: &str) -> Result<(), KeepError> {
        self.recorder.leave_out(&mut self.game, id, why)
    }

    /// Complains once of a record that can't be kept: the game goes on.
    pub(super) fn noted(&mut self, kept: Result<(), KeepError>) -> Done {
        match kept {
            Ok(()) => Ok(()),
            Err(KeepError::Illegal(e)) => Err(Failure::failed(e)),
            Err(e) => {
                if !std::mem::replace(&mut self.complained, true) {
                    complain(format!("warning: {e}"));
                }
                Ok(())
            }
        }
    }

    /// Takes back the last choice of a player, with what others chose after it, and says whether it could: what
    /// revealed something stays.
    pub(super) fn undo(&mut self, player: Player) -> bool {
        let (me, entries) = (words::player(player), &self.recorder.record().entries);
        let since = entries.iter().rev().take_while(|e| e.by != me && e.by != "chance" && e.by != HOST).count();
        let done = match entries.iter().rev().nth(since) {
            None => Err(NoUndo::Nothing),
            Some(entry) if entry.by != me => Err(NoUndo::Revealed),
            Some(_) => (0..=since).try_for_each(|_| {
                self.game.undo()?;
                if let Err(e) = self.recorder.forget_last() {
                    complain(format!("warning: {e}"));
                }
                Ok(())
            }),
        };
        match done {
            Ok(()) => say("Taken back."),
            Err(e) => self.screen.say(format!("{}.", tell::capital(&e.to_string()))),
        }
        let events = self.game.events().len();
        self.told = self.told.min(events);
        self.answered.iter_mut().for_each(|n| *n = (*n).min(events));
        done.is_ok()
    }

    /// Notes that a person has seen everything up to now.
    pub(super) fn answered(&mut self, me: Player) {
        if let Some(n) = self.answered.get_mut(me.index()) {
            *n = self.game.events().len();
        }
    }

    /// The first event a person may want explained: after the last choice, at the latest where this turn begins.
    pub(super) fn since(&self, me: Player) -> usize {
        let turn = self.game.board().turn.first_event as usize;
        self.answered.get(me.index()).map_or(turn, |n| turn.min(*n))
    }

    fn welcome(&self) {
        let played = self.game.opening().rules().plugins.iter();
        let names: Vec<&str> = played.map(|p| p.plugin.declaration.plugin.name.as_str()).collect();
        say(self.screen.strong(&self.screen.wrapped(&names.join(" + "), 2)));
        if self.seats.people() > 0 {
            let path = self.path.display();
            say(self.screen.wrapped(&format!("The record is kept in {path}: you may stop at any time."), 2));
            say("Type a number to choose, h for help.");
            self.key();
        }
        if !self.recorder.record().entries.is_empty() {
            say(format!("The game goes on after {} choices.", self.recorder.record().entries.len()));
        }
    }

    /// Tells what has not been told yet. A person gets the text of every rule each time, a watcher once a game.
    pub(super) fn tell(&mut self) {
        if self.seats.people() > 0 {
            self.cited.clear();
        }
        let (lines, told) = tell::since(&self.game, self.told, &mut self.cited);
        self.told = told;
        for line in lines {
            let (text, indent) = if line.points { (format!("  {}", line.text), 4) } else { (line.text, 2) };
            let text = self.screen.wrapped(&text, indent);
            say(if line.points { self.screen.strong(&text) } else { text });
        }
    }

    /// Shows the board with its marks; of a high board all rows unless `rows` says how many tiles.
    pub(super) fn show(&self, focus: Option<Pos>, rows: Option<usize>) {
        let (colour, width, marks) = (self.screen.colour, self.screen.width(), self.marks.clone());
        let options = Terminal { colour, width, height: rows.map(|n| 3 * n + 3), focus, marks };
        let board = draw::terminal(&self.game, &options);
        // What is left out is said in words in the last line.
        match board.trim_end().rsplit_once('\n') {
            Some((rows, last)) => say(format!("{rows}\n{}", self.screen.wrapped(last, 2))),
            None => say(board.trim_end()),
        }
    }

    /// Shows points and figures left.
    pub(super) fn players(&self) {
        say(draw::terminal_players(&self.game, self.screen.colour, self.screen.width()).trim_end());
    }

    /// Shows what the letters on the board mean.
    pub(super) fn key(&self) {
        say(self.screen.faint(&self.screen.listed(&draw::terminal_key(self.game.opening().rules()), 2)));
    }

    fn farewell(&mut self) {
        self.marks.clear();
        say("");
        self.show(None, None);
        say("");
        self.players();
        say(self.screen.strong(&format!("{}.", tell::capital(&tell::result(&self.game.scores())))));
    }

    fn quit(&self) -> Done {
        self.kept()?;
        // In one line, so that it can be copied.
        say(format!("The game is kept; go on with: {}", self.again(None)));
        Ok(())
    }

    /// The command that goes on with the game, without a plugin if one is named.
    pub(super) fn again(&self, without: Option<&str>) -> String {
        let file = quoted(&self.path.display().to_string());
        let program = quoted(&std::env::args().next().unwrap_or_else(|| "gatehouse".to_owned()));
        let players = self.seats.unusual().map_or(String::new(), |text| format!(" --players {text}"));
        let without = without.map_or(String::new(), |id| format!(" --without {id}"));
        format!("{program} play --resume {file}{without}{}{players}", self.libraries)
    }
}

/// A path as a shell takes it.
pub(super) fn quoted(path: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+,".contains(c);
    if path.chars().all(plain) { path.to_owned() } else { format!("'{}'", path.replace('\'', r"'\''")) }
}
