//! Lets a running game go on under the rules of a library that was built anew.

use super::table::Table;
use gatehouse::record;
use gatehouse::rules::Plugin;
use gatehouse::watch::beside;
use std::sync::mpsc::Receiver;

/// Where new libraries of an expansion come from.
pub(super) struct Workshop {
    /// The other plugins.
    pub(super) company: Vec<Plugin>,
    /// Libraries as they are built.
    pub(super) fresh: Receiver<Box<Plugin>>,
    /// The last one, as long as the game does not go on under it.
    pub(super) waiting: Option<Waiting>,
}

/// A library under which the game could not go on so far.
pub(super) struct Waiting {
    plugin: Box<Plugin>,
    /// With how many choices it was tried; `None` if it was not tried yet.
    tried: Option<usize>,
}

impl Workshop {
    /// Whether a library is there that was not tried with so many choices.
    fn has_news(&mut self, choices: usize) -> bool {
        if let Some(plugin) = self.fresh.try_iter().last() {
            self.waiting = Some(Waiting { plugin, tried: None });
        }
        // With fewer choices the rules may part no more.
        self.waiting.as_ref().is_some_and(|w| w.tried.is_none_or(|tried| choices < tried))
    }
}

impl Table {
    /// Whether a new library waits.
    pub(super) fn has_news(&mut self) -> bool {
        let choices = self.record().entries.len();
        self.workshop.as_mut().is_some_and(|w| w.has_news(choices))
    }

    /// Goes on under the rules of a new library, if one waits and the game can be played again under it as it was: the
    /// open decision is then the one that these rules come to.
    pub(super) fn swap(&mut self) {
        if !self.has_news() {
            return;
        }
        let choices = self.record().entries.len();
        let Some(workshop) = &mut self.workshop else { return };
        let Some(waiting) = &mut workshop.waiting else { return };
        waiting.tried = Some(choices);
        let plugins = beside(&workshop.company, &waiting.plugin);
        let id = waiting.plugin.declaration.plugin.id.clone();
        let opened = record::open_anew(self.record(), &plugins, &[]);
        let why = match opened.map(|(opening, _)| record::follow(self.record(), &opening)) {
            Err(error) => error.to_string(),
            Ok(followed) => match followed.parted {
                Some(parted) => format!("they part at choice {}: {}", parted.line - 1, parted.what),
                None => {
                    self.go_on(followed.game, followed.record);
                    self.screen.say(format!("The game goes on under the new rules of {id}."));
                    return;
                }
            },
        };
        self.screen.say(format!(
            "The game can't go on under the new rules of {id}: {why}. It goes on under the old ones; take choices back \
             with u, or begin anew."
        ));
    }
}
