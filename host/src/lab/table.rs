//! A thread's table: plays one game after the other and holds each against the laws.

use super::course::{Broken, Course, MOST_DECISIONS, broken};
use super::laws;
use super::report::{FindingKind, PlayerKind};
use super::tally::Tally;
use super::trial::Bench;
use super::trouble::{Found, Trouble, plugins_of};
use crate::bots::{Bot, Seeker};
use crate::dice::Dice;
use crate::engine::{FaultKind, Game};
use crate::words;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

/// Laws that are held against every turn, with what each is called.
const CHEAP: [&str; 3] = ["legality", "undo of the last choice", "hash kept"];

/// What a thread keeps from game to game.
pub(super) struct Table {
    games: Vec<Game>,
    seeker: Seeker,
    choices: Vec<usize>,
    acted: Vec<bool>,
}

impl Table {
    pub(super) fn new(bench: &Bench<'_>) -> Table {
        let games = bench.openings().map(|opening| {
            let mut game = Game::new(opening);
            game.remember(false);
            game
        });
        Table {
            games: games.collect(),
            seeker: Seeker::with(Dice::new(0)),
            choices: Vec::new(),
            acted: vec![false; bench.rules.hooks.len()],
        }
    }

    pub(super) fn trouble(
        &self,
        bench: &Bench<'_>,
        game: u64,
        kind: FindingKind,
        about: &str,
        message: String,
    ) -> Trouble {
        let opening = &bench.seats[bench.seats(game)].opening;
        let course = Course { opening: Arc::clone(opening), choices: self.choices.clone() };
        let found = Some(Box::new(Found { game: Some(game), by: Some(Bench::by(game)), course }));
        Trouble { kind, plugins: Vec::new(), hooks: Vec::new(), about: about.to_owned(), message, found, times: 1 }
    }

    /// Plays a game against the cheap laws, and against all if it is its turn.
    pub(super) fn game(&mut self, bench: &Bench<'_>, n: u64, tally: &mut Tally) {
        let (by, begun) = (Bench::by(n), Instant::now());
        let (mut dice, seats) = (bench.dice(n), bench.seats(n));
        self.seeker.again(bench.whims(n));
        self.choices.clear();
        let Table { games, seeker, choices, .. } = self;
        let Some((game, played)) = games.get_mut(seats).zip(tally.batches.get_mut(&by)) else { return };
        game.restart();
        game.remember(false);
        played.games += 1;
        played.meetings.begin(game);
        let mut watch = Watch::new(n);
        let mut wrong = None;
        while let Some(choice) = next(game, &mut dice, (by == PlayerKind::Seeker).then_some(&mut *seeker)) {
            choices.push(choice);
            played.meetings.before(game, choice);
            wrong = watch.step(game, choice).err();
            if wrong.is_some() || !game.faults().is_empty() {
                break;
            }
            played.meetings.after(game);
        }
        played.decisions += choices.len() as u64;
        let wrong = wrong.or_else(|| hash_kept(game, choices.len()).err());
        let faulty = !game.faults().is_empty();
        CHEAP.iter().zip([choices.len() as u64, watch.undone, 1 + watch.hashed]).for_each(|(law, times)| {
            *tally.laws.entry(law).or_default() += times;
        });
        tally.count_events(game, &mut self.acted, n, &bench.rules);
        if let Some(played) = tally.batches.get_mut(&by) {
            played.nanos += begun.elapsed().as_nanos() as u64;
        }
        if let Some(wrong) = wrong {
            tally.add_trouble(self.trouble(bench, n, FindingKind::LawBroken, wrong.law, wrong.message));
        } else if faulty {
            self.faults(bench, n, seats, tally);
        } else if bench.in_full(n) {
            self.all_laws(bench, n, seats, tally);
        }
    }

    fn faults(&self, bench: &Bench<'_>, n: u64, seats: usize, tally: &mut Tally) {
        for fault in self.games[seats].faults() {
            let point = bench.rules.hooks.get(fault.hook.index()).map_or("", |h| h.point.name());
            let kind = match fault.kind {
                FaultKind::Undeclared => FindingKind::Undeclared,
                _ => FindingKind::Fault,
            };
            let mut trouble = self.trouble(bench, n, kind, point, fault.message.clone());
            trouble.hooks = vec![words::hook(&bench.rules, fault.hook)];
            trouble.plugins = plugins_of(&trouble.hooks);
            tally.add_trouble(trouble);
        }
    }

    fn all_laws(&self, bench: &Bench<'_>, n: u64, seats: usize, tally: &mut Tally) {
        let Some(seats) = bench.seats.get(seats) else { return };
        let course = Course { opening: Arc::clone(&seats.opening), choices: self.choices.clone() };
        if let Some(played) = tally.batches.get_mut(&Bench::by(n)) {
            played.in_full += 1;
        }
        for (name, law) in laws::ALL {
            *tally.laws.entry(name).or_default() += 1;
            let held = catch_unwind(AssertUnwindSafe(|| law(&course, &seats.around)));
            let (message, after) = match held {
                Ok(Ok(())) => continue,
                Ok(Err(broken)) => (broken.message, broken.after),
                Err(panic) => (panicked(&*panic), course.choices.len()),
            };
            let mut trouble = self.trouble(bench, n, FindingKind::LawBroken, name, message);
            if let Some(found) = &mut trouble.found {
                // The choice before which it shows may be the one that breaks it.
                found.course.choices.truncate(after.saturating_add(1));
            }
            tally.add_trouble(trouble);
        }
    }
}

/// The cheap laws on the way through a game.
struct Watch {
    game: u64,
    turn: u32,
    /// How many decisions this turn had.
    decision: u64,
    made: usize,
    undone: u64,
    hashed: u64,
}

impl Watch {
    fn new(game: u64) -> Watch {
        Watch { game, turn: u32::MAX, decision: 0, made: 0, undone: 0, hashed: 0 }
    }

    /// Whether this choice is taken back on trial: the first or the second of each turn, which every turn has (the draw
    /// and the placement, as a rule), and one in eight of the others.
    fn is_tried(&self) -> bool {
        let pick = self.game + u64::from(self.turn);
        match self.decision {
            0 => pick.is_multiple_of(2),
            1 => !pick.is_multiple_of(2),
            later => (pick + later).is_multiple_of(8),
        }
    }

    /// Takes a choice that was offered.
    fn step(&mut self, game: &mut Game, choice: usize) -> Result<(), Broken> {
        let turn = game.board().turn.number;
        if turn != self.turn {
            (self.turn, self.decision) = (turn, 0);
            if turn % 64 == 63 {
                self.hashed += 1;
                hash_kept(game, self.made)?;
            }
        }
        if self.is_tried() {
            self.undone += 1;
            undone(game, choice, self.made)?;
        }
        self.decision += 1;
        self.made += 1;
        if self.made > MOST_DECISIONS {
            return broken("the end", self.made, "the game does not end");
        }
        game.choose(choice).map_err(|e| e.to_string()).or_else(|e| broken(CHEAP[0], self.made, e))
    }
}

/// Takes the choice and takes it back: the log, the turn and the decision must be as before. Whether every row is tells
/// the hash, which is kept as they change and computed from nothing now and then.
fn undone(game: &mut Game, choice: usize, made: usize) -> Result<(), Broken> {
    const LAW: &str = CHEAP[1];
    let state = |game: &Game| {
        (game.events().len(), game.board().turn, game.decision().map(|d| (d.question(), d.decider(), d.len())))
    };
    let before = state(game);
    game.remember(true);
    game.choose(choice).map_err(|e| e.to_string()).or_else(|e| broken(CHEAP[0], made, e))?;
    game.take_back().map_err(|e| e.to_string()).or_else(|e| broken(LAW, made, e))?;
    game.remember(false);
    let after = state(game);
    if before == after {
        return Ok(());
    }
    broken(LAW, made, format!("taking a choice back leaves {after:?} instead of {before:?}"))
}

fn hash_kept(game: &Game, made: usize) -> Result<(), Broken> {
    let (kept, fresh) = (game.fingerprint(), game.fresh_fingerprint());
    if kept == fresh {
        return Ok(());
    }
    broken(CHEAP[2], made, format!("the hash kept is {kept:x?}, but that of the state is {fresh:x?}"))
}

/// What a panic says.
pub(super) fn panicked(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    let text = text.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
    format!("the engine panicked: {}", text.unwrap_or_default())
}

/// The next choice of a game: chance by the dice, players by the seeker or also by the dice.
pub(super) fn next(game: &Game, dice: &mut Dice, seeker: Option<&mut Seeker>) -> Option<usize> {
    let decision = game.decision()?;
    Some(match seeker {
        Some(seeker) if decision.player().is_some() => seeker.choose(game),
        _ => dice.any(&decision),
    })
}
