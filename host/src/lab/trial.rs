//! Plays the games of one row and holds them against the laws.

use super::course::{Broken, Course, MOST_DECISIONS, broken};
use super::laws::Around;
use super::report::{FindingKind, PlayerKind};
use super::table::{Table, next, panicked};
use super::tally::Tally;
use super::trouble::{Trouble, cannot_begin, unplayable};
use crate::bots::Seeker;
use crate::dice::Dice;
use crate::engine::{Game, Opening, Setup, SetupError};
use crate::resolve::{self, Choice};
use crate::rules::{Plugin, Rules};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// A row ready to be played.
pub struct Bench<'a> {
    /// Its number.
    pub number: usize,
    /// The seed of the whole run.
    pub seed: u64,
    /// One game in so many is held against all laws.
    pub every: u64,
    /// Its rules.
    pub rules: Arc<Rules>,
    pub(super) seats: Vec<Seats<'a>>,
}

/// The openings of a row for one number of players.
pub(super) struct Seats<'a> {
    pub(super) opening: Arc<Opening>,
    pub(super) around: Around<'a>,
}

impl<'a> Bench<'a> {
    /// Resolves a row and opens it for 2 to 5 players, as far as its plugins allow.
    ///
    /// # Errors
    /// It can't be played, and why.
    pub fn new(
        number: usize,
        choice: &Choice,
        plugins: &'a [Plugin],
        twins: &'a [Plugin],
        seed: u64,
        every: u64,
    ) -> Result<Bench<'a>, Trouble> {
        let rules = Arc::new(resolve::resolve(plugins, choice).map_err(|f| unplayable("the rules", &f.to_string()))?);
        let reordered = reordered(plugins, choice).map_err(|why| unplayable("order of loading", &why))?;
        if reordered.digest != rules.digest {
            return Err(unplayable("order of loading", "the rules depend on the order in which plugins are found"));
        }
        let twin = twin(&rules, twins, choice)?;
        let mut seats = Vec::new();
        for players in (2..=5).chain([1, 6, 7, 8]) {
            if players == 1 && !seats.is_empty() {
                break;
            }
            let open = |rules: &Arc<Rules>| Opening::new(Arc::clone(rules), Setup::new(players));
            match open(&rules) {
                Ok(opening) => {
                    let around = Around {
                        plugins,
                        reordered: open(&reordered).ok(),
                        twin: twin.as_ref().and_then(|t| open(t).ok()),
                    };
                    seats.push(Seats { opening, around });
                }
                Err(errors) if errors.0.iter().all(|e| matches!(e, SetupError::Players { .. })) => {}
                Err(errors) => return Err(cannot_begin(&errors.0)),
            }
        }
        if seats.is_empty() {
            return Err(unplayable("players", "no number of players can play it"));
        }
        Ok(Bench { number, seed, every: every.max(1), rules, seats })
    }

    /// The openings, one for each number of players.
    pub fn openings(&self) -> impl Iterator<Item = &Arc<Opening>> {
        self.seats.iter().map(|s| &s.opening)
    }

    /// Who plays a game: every second one is the seeker's.
    pub fn by(game: u64) -> PlayerKind {
        if game.is_multiple_of(2) { PlayerKind::Random } else { PlayerKind::Seeker }
    }

    /// Whether a game is held against all laws: the first of each kind of player, and one in so many.
    pub(super) fn in_full(&self, game: u64) -> bool {
        (game / 2).is_multiple_of(self.every)
    }

    pub(super) fn seats(&self, game: u64) -> usize {
        (game / 2) as usize % self.seats.len()
    }

    pub(super) fn dice(&self, game: u64) -> Dice {
        Dice::of_game(self.seed, (self.number as u64) << 40 | game)
    }

    pub(super) fn whims(&self, game: u64) -> Dice {
        Dice::of_game(!self.seed, (self.number as u64) << 40 | game)
    }

    /// A game of the row as it is played whenever it is asked for.
    ///
    /// # Errors
    /// It breaks a law on the way.
    pub fn course(&self, game: u64) -> Result<Course, Broken> {
        let Some(seats) = self.seats.get(self.seats(game)) else { return broken("the end", 0, "nobody plays") };
        let mut course = Course { opening: Arc::clone(&seats.opening), choices: Vec::new() };
        let (mut state, mut dice) = (Game::new(&seats.opening), self.dice(game));
        let mut seeker = (Bench::by(game) == PlayerKind::Seeker).then(|| Seeker::with(self.whims(game)));
        while let Some(choice) = next(&state, &mut dice, seeker.as_mut()) {
            let legal = state.choose(choice).is_ok() && state.faults().is_empty();
            course.choices.push(choice);
            if !legal || course.choices.len() >= MOST_DECISIONS {
                return broken("legality", course.choices.len(), "the game does not go on");
            }
        }
        Ok(course)
    }

    /// Plays the games `from` to before `to`.
    pub fn play(&self, from: u64, to: u64, stop: impl Fn() -> bool) -> Tally {
        let mut tally = Tally::new(self);
        let mut table = Table::new(self);
        // One number of players after the other, for each has a board of its own.
        let mut games: Vec<u64> = (from..to).collect();
        games.sort_by_key(|game| self.seats(*game));
        for game in games {
            if stop() {
                break;
            }
            let played = catch_unwind(AssertUnwindSafe(|| table.game(self, game, &mut tally)));
            if let Err(panic) = played {
                let message = panicked(&*panic);
                let trouble = table.trouble(self, game, FindingKind::LawBroken, "no panic", message);
                tally.add_trouble(trouble);
                table = Table::new(self);
            }
        }
        tally
    }
}

/// The same rules from plugins found and chosen in reversed order.
fn reordered(plugins: &[Plugin], choice: &Choice) -> Result<Arc<Rules>, String> {
    let found: Vec<Plugin> = plugins.iter().rev().cloned().collect();
    let chosen = Choice { plugins: choice.plugins.iter().rev().cloned().collect(), ..choice.clone() };
    resolve::resolve(&found, &chosen).map(Arc::new).map_err(|f| f.to_string())
}

/// The same rules from other copies of the plugins, if there is one of each in the same version.
fn twin(rules: &Rules, twins: &[Plugin], choice: &Choice) -> Result<Option<Arc<Rules>>, Trouble> {
    let same = |p: &Plugin, q: &Plugin| {
        let (p, q) = (&p.declaration.plugin, &q.declaration.plugin);
        p.id == q.id && p.version == q.version
    };
    if !rules.plugins.iter().all(|p| twins.iter().any(|t| same(&p.plugin, t))) {
        return Ok(None);
    }
    let twin = resolve::resolve(twins, choice).map_err(|f| unplayable("linked and loaded", &f.to_string()))?;
    if twin.digest != rules.digest {
        let why = "plugins of the same versions that are linked into the program have other rules: build both anew";
        return Err(unplayable("linked and loaded", why));
    }
    Ok(Some(Arc::new(twin)))
}
