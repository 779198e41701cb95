//! What becomes of a game when a hook was at fault, and of one in which the program ended.

use super::super::lookout::{playing, plugin_of};
use super::super::{Done, Failure, complain, say};
use super::table::Table;
use super::tell;
use clap::ValueEnum;
use gatehouse::engine::{Fault, FaultKind};
use gatehouse::lookout;
use gatehouse::words;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};

/// What is done when a hook was at fault.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum OnFault {
    /// The choice that led to it is taken back, and the game stops; it can be resumed.
    Stop,
    /// The plugin is stopped, and the game goes on without it.
    Disable,
    /// Whoever sits at the terminal is asked.
    Ask,
}

impl Table {
    /// Takes a choice. What a hook at fault proposed was discarded already, and its plugin stopped.
    pub(super) fn take(&mut self, choice: usize) -> Done {
        loop {
            let before = self.game.faults().len();
            self.choose(choice)?;
            let Some(fault) = self.fault_since(before) else { return Ok(()) };
            if !self.goes_on(&fault) {
                self.take_back()?;
                return Err(Failure::failed(format!(
                    "{}; the game stops before the choice that led to it and is kept; go on without the plugin: {}",
                    self.said(&fault),
                    self.again(Some(&self.plugin_at_fault(&fault)))
                )));
            }
            if fault.kind != FaultKind::Late {
                return Ok(());
            }
            // How long a hook takes is no part of the rules: the record has to say from where on it is left out.
            self.take_back()?;
            let (id, why) = (self.plugin_at_fault(&fault), self.said(&fault));
            self.screen.say(format!("{}.", tell::capital(&why)));
            self.leave_out(&id, &why)?;
        }
    }

    /// A fault before the first decision.
    pub(super) fn fault_at_the_start(&self) -> Done {
        let Some(fault) = self.fault_since(0).filter(|_| self.is_new()) else { return Ok(()) };
        if self.on_fault == OnFault::Stop || fault.kind == FaultKind::Late {
            let id = self.plugin_at_fault(&fault);
            return Err(Failure::failed(format!("{}, before anything was chosen: leave {id} out", self.said(&fault))));
        }
        Ok(())
    }

    /// Leaves a plugin out from here on.
    pub(super) fn leave_out(&mut self, id: &str, why: &str) -> Done {
        match self.kept_without(id, why) {
            Err(gatehouse::record::KeepError::NotLeftOut(e)) => Err(Failure::misused(e)),
            kept => self.noted(kept),
        }
    }

    /// The first fault since there were so many, a late one before others.
    fn fault_since(&self, before: usize) -> Option<Fault> {
        let new = self.game.faults().get(before..)?;
        new.iter().find(|f| f.kind == FaultKind::Late).or(new.first()).cloned()
    }

    fn plugin_at_fault(&self, fault: &Fault) -> String {
        plugin_of(&words::hook(self.game.opening().rules(), fault.hook)).to_owned()
    }

    fn said(&self, fault: &Fault) -> String {
        format!("the hook {} was at fault: {}", words::hook(self.game.opening().rules(), fault.hook), fault.message)
    }

    /// Whether the game goes on without the plugin at fault.
    fn goes_on(&mut self, fault: &Fault) -> bool {
        match self.on_fault {
            OnFault::Stop => false,
            OnFault::Disable => true,
            OnFault::Ask => {
                let id = self.plugin_at_fault(fault);
                say(self.screen.wrapped(&format!("A fault: {}.", self.said(fault)), 2));
                say(self.screen.wrapped(&format!("  1 go on, and leave {id} out from here on"), 4));
                say(self.screen.wrapped("  2 stop before the last choice; the game is kept", 4));
                loop {
                    match self.line("1 or 2> ").as_deref() {
                        Some("1") => return true,
                        Some("2") | None => return false,
                        Some(_) => say("Type 1 or 2."),
                    }
                }
            }
        }
    }
}

/// Tells of programs that came to a sudden end, and asks whether to go on with the game of one: its record, and the
/// plugin to be left out.
pub(super) fn left_over(asks: bool) -> Option<(PathBuf, String)> {
    let ended = playing().map_or(Vec::new(), |directory| lookout::ended(&directory));
    let mut chosen = None;
    for one in ended {
        let Some(name) = one.inside.first() else { continue };
        let id = plugin_of(name);
        let Some(record) = one.record.filter(|r| r.exists()) else {
            complain(format!("warning: the program ended in {name} the last time: leave {id} out, or tell its author"));
            continue;
        };
        let shown = record.display();
        complain(format!("warning: the program ended in {name} the last time; the game is kept in {shown}"));
        if asks && chosen.is_none() && agreed(&format!("Go on with it, and leave {id} out? (y or n) ")) {
            chosen = Some((record, id.to_owned()));
        } else {
            complain(format!("to go on without {id}: {}", command(&record, id)));
        }
    }
    chosen
}

fn command(record: &Path, id: &str) -> String {
    format!("gatehouse play --resume {} --without {id}", super::table::quoted(&record.display().to_string()))
}

fn agreed(question: &str) -> bool {
    let mut out = io::stdout();
    let asked = write!(out, "{question}").and_then(|()| out.flush());
    let mut line = String::new();
    asked.and_then(|()| io::stdin().lock().read_line(&mut line)).is_ok() && line.trim().eq_ignore_ascii_case("y")
}
