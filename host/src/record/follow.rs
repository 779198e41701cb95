//! Follows a record under other rules than it was made with, as far as its choices are on offer there.

use super::replay::take;
use super::{Entry, Header, Mismatch, Record, ReplayError, Warning, hash};
use crate::engine::{Game, Opening};
use crate::resolve::{self, Choice};
use crate::rules::Plugin;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A game that followed a record.
pub struct Followed {
    /// The game after the last choice that could be taken; it remembers what it can take back.
    pub game: Game,
    /// The choices taken, with the hashes and the header of the rules at hand.
    pub record: Record,
    /// Where record and rules part, if they do.
    pub parted: Option<Mismatch>,
}

/// Opens the game of a record under the rules at hand: plugins that are not there, and those of `without`, are left out
/// altogether with their switches.
///
/// # Errors
/// What is left does not go together, or the setup is no game under it.
pub fn open_anew(
    record: &Record,
    plugins: &[Plugin],
    without: &[String],
) -> Result<(Arc<Opening>, Vec<Warning>), ReplayError> {
    let header = &record.header;
    let there = |id: &str| plugins.iter().any(|p| p.declaration.plugin.id == id) && !without.iter().any(|w| w == id);
    let (kept, gone): (Vec<_>, Vec<_>) = header.plugins.iter().map(|p| p.id.clone()).partition(|id| there(id));
    let mut warnings: Vec<Warning> =
        gone.iter().map(|id| Warning(format!("{id} is left out: its choices can't be followed"))).collect();
    let mut switches = BTreeMap::new();
    for (name, value) in &header.switches {
        match declared(plugins, &kept, name) {
            true => drop(switches.insert(name.clone(), *value)),
            false if gone.iter().any(|id| name.starts_with(&format!("{id}."))) => {}
            false => warnings.push(Warning(format!("the switch {name} is not known any more and is left out"))),
        }
    }
    let given = header.order.among(|id| kept.iter().any(|k| k == id));
    let choice = Choice { plugins: kept, switches, players: Some(header.setup.players), given, ..Choice::default() };
    let rules = resolve::resolve(plugins, &choice).map_err(ReplayError::Rules)?;
    let opening = Opening::new(Arc::new(rules), header.setup.clone()).map_err(ReplayError::Setup)?;
    Ok((opening, warnings))
}

/// Whether one of the plugins kept declares a switch, named `plugin.switch`.
fn declared(plugins: &[Plugin], kept: &[String], name: &str) -> bool {
    let Some((id, switch)) = name.split_once('.') else { return false };
    let plugin = plugins.iter().find(|p| p.declaration.plugin.id == id && kept.iter().any(|k| k == id));
    plugin.is_some_and(|p| p.declaration.switches.iter().any(|s| s.name == switch))
}

/// Takes the choices of a record by their words, up to the first that is not on offer.
pub fn follow(record: &Record, opening: &Arc<Opening>) -> Followed {
    let mut game = Game::new(opening);
    game.remember(true);
    let header = Header { seed: record.header.seed, ..Header::of(opening) };
    let mut followed = Record { header, entries: Vec::new(), cut: false };
    let mut parted = None;
    for (n, entry) in record.entries.iter().enumerate() {
        if let Err(what) = take(&mut game, entry) {
            parted = Some(Mismatch { line: n + 2, what });
            break;
        }
        followed.entries.push(Entry { hash: hash(&game), ..entry.clone() });
    }
    Followed { game, record: followed, parted }
}
