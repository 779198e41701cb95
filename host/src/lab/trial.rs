//! Plays the games of one row and holds them against the laws.

use super::laws::{self, Around, Broken, Course, MOST_DECISIONS};
use super::meet::Meetings;
use super::report::{FindingKind, PlayerKind};
use crate::bots::{Bot, Seeker};
use crate::dice::Dice;
use crate::engine::{FaultKind, Game, Opening, Setup, SetupError};
use crate::resolve::{self, Choice};
use crate::rules::{Plugin, Rules};
use crate::words;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

/// Laws that are held against every turn, with what each is called.
const CHEAP: [&str; 3] = ["legality", "undo of the last choice", "hash kept"];

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
    seats: Vec<Seats<'a>>,
}

/// The openings of a row for one number of players.
struct Seats<'a> {
    opening: Arc<Opening>,
    around: Around<'a>,
}

/// Something wrong in a game, before it is shrunk and written down.
#[derive(Clone, Debug)]
pub struct Trouble {
    /// What is wrong.
    pub kind: FindingKind,
    /// The culprits by id, as far as they are known.
    pub plugins: Vec<String>,
    /// The culprits as `plugin/hook`.
    pub hooks: Vec<String>,
    /// The law or point it is about.
    pub about: String,
    /// What happened.
    pub message: String,
    /// The game it was found in; none if none could begin.
    pub found: Option<Box<Found>>,
    /// In how many games the same was found.
    pub times: u64,
}

/// Where trouble was found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The game of the row; none if it is a scenario.
    pub game: Option<u64>,
    /// Who played; nobody if it is a scenario.
    pub by: Option<PlayerKind>,
    /// The game until it shows.
    pub course: Course,
}

/// What tells one trouble from another: its kind, culprits, and what it is about.
pub(super) type Key = (FindingKind, Vec<String>, String);

impl Trouble {
    pub(super) fn key(&self) -> Key {
        (self.kind, self.hooks.clone(), self.about.clone())
    }
}

/// The plugins of hooks written as `plugin/hook`, sorted.
pub(super) fn plugins_of(hooks: &[String]) -> Vec<String> {
    let ids: BTreeSet<&str> = hooks.iter().filter_map(|h| Some(h.split_once('/')?.0)).collect();
    ids.into_iter().map(str::to_owned).collect()
}

/// What came of some games of a row. Adding tallies in any order gives the same.
pub struct Tally {
    /// By player kind: games, decisions, games held against all laws, meetings.
    pub batches: BTreeMap<PlayerKind, Played>,
    /// How often each law was held against a game or turn.
    pub laws: BTreeMap<&'static str, u64>,
    /// By rule in how many events it was named.
    pub rules: Vec<u64>,
    /// For each pair of unordered hooks the first game in which both did something.
    pub together: Vec<Option<u64>>,
    /// What was wrong: of equal troubles that of the first game.
    pub troubles: BTreeMap<Key, Trouble>,
}

/// The games of one kind of player.
pub struct Played {
    /// How many games.
    pub games: u64,
    /// How many decisions.
    pub decisions: u64,
    /// How many were held against all laws.
    pub in_full: u64,
    /// How long they took against the cheap laws, in nanoseconds.
    pub nanos: u64,
    /// Who met in them.
    pub meetings: Meetings,
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
    fn in_full(&self, game: u64) -> bool {
        (game / 2).is_multiple_of(self.every)
    }

    fn seats(&self, game: u64) -> usize {
        (game / 2) as usize % self.seats.len()
    }

    fn dice(&self, game: u64) -> Dice {
        Dice::of_game(self.seed, (self.number as u64) << 40 | game)
    }

    fn whims(&self, game: u64) -> Dice {
        Dice::of_game(!self.seed, (self.number as u64) << 40 | game)
    }

    /// A game of the row as it is played whenever it is asked for.
    ///
    /// # Errors
    /// It breaks a law on the way.
    pub fn course(&self, game: u64) -> Result<Course, Broken> {
        let Some(seats) = self.seats.get(self.seats(game)) else { return laws::broken("the end", 0, "nobody plays") };
        let mut course = Course { opening: Arc::clone(&seats.opening), choices: Vec::new() };
        let (mut state, mut dice) = (Game::new(&seats.opening), self.dice(game));
        let mut seeker = (Bench::by(game) == PlayerKind::Seeker).then(|| Seeker::with(self.whims(game)));
        while let Some(choice) = next(&state, &mut dice, seeker.as_mut()) {
            let legal = state.choose(choice).is_ok() && state.faults().is_empty();
            course.choices.push(choice);
            if !legal || course.choices.len() >= MOST_DECISIONS {
                return laws::broken("legality", course.choices.len(), "the game does not go on");
            }
        }
        Ok(course)
    }

    /// Plays the games `from` to before `to`.
    pub fn play(&self, from: u64, to: u64, stop: impl Fn() -> bool) -> Tally {
        let mut tally = Tally::new(self);
        let mut table = Table::new(self);
        for game in from..to {
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

/// What a panic says.
fn panicked(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    let text = text.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
    format!("the engine panicked: {}", text.unwrap_or_default())
}

/// The next choice of a game: chance by the dice, players by the seeker or also by the dice.
fn next(game: &Game, dice: &mut Dice, seeker: Option<&mut Seeker>) -> Option<usize> {
    let decision = game.decision()?;
    Some(match seeker {
        Some(seeker) if decision.player().is_some() => seeker.choose(game),
        _ => dice.any(&decision),
    })
}

fn unplayable(about: &str, why: &str) -> Trouble {
    Trouble {
        kind: FindingKind::Unplayable,
        plugins: Vec::new(),
        hooks: Vec::new(),
        about: about.to_owned(),
        message: why.to_owned(),
        found: None,
        times: 1,
    }
}

fn cannot_begin(errors: &[SetupError]) -> Trouble {
    let hooks = errors.iter().filter_map(|e| match e {
        SetupError::Hook { hook, .. } => Some(hook.clone()),
        _ => None,
    });
    let texts: Vec<String> = errors.iter().map(ToString::to_string).collect();
    let hooks: Vec<String> = hooks.collect();
    let kind = if hooks.is_empty() { FindingKind::Unplayable } else { FindingKind::Fault };
    Trouble { kind, plugins: plugins_of(&hooks), hooks, ..unplayable("the beginning", &texts.join("\n")) }
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

/// What a thread keeps from game to game.
struct Table {
    games: Vec<Game>,
    seeker: Seeker,
    choices: Vec<usize>,
    acted: Vec<bool>,
}

impl Table {
    fn new(bench: &Bench<'_>) -> Table {
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

    fn trouble(&self, bench: &Bench<'_>, game: u64, kind: FindingKind, about: &str, message: String) -> Trouble {
        let opening = &bench.seats[bench.seats(game)].opening;
        let course = Course { opening: Arc::clone(opening), choices: self.choices.clone() };
        let found = Some(Box::new(Found { game: Some(game), by: Some(Bench::by(game)), course }));
        Trouble { kind, plugins: Vec::new(), hooks: Vec::new(), about: about.to_owned(), message, found, times: 1 }
    }

    /// Plays a game against the cheap laws, and against all if it is its turn.
    fn game(&mut self, bench: &Bench<'_>, n: u64, tally: &mut Tally) {
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
            return laws::broken("the end", self.made, "the game does not end");
        }
        game.choose(choice).map_err(|e| e.to_string()).or_else(|e| laws::broken(CHEAP[0], self.made, e))
    }
}

/// Takes the choice and takes it back: the fingerprint, the log and the decision must be as before.
fn undone(game: &mut Game, choice: usize, made: usize) -> Result<(), Broken> {
    const LAW: &str = CHEAP[1];
    let state = |game: &Game| (game.fingerprint(), game.events().len(), game.decision().map(|d| d.len()));
    let before = state(game);
    game.remember(true);
    game.choose(choice).map_err(|e| e.to_string()).or_else(|e| laws::broken(CHEAP[0], made, e))?;
    game.take_back().map_err(|e| e.to_string()).or_else(|e| laws::broken(LAW, made, e))?;
    game.remember(false);
    let after = state(game);
    if before == after {
        return Ok(());
    }
    laws::broken(LAW, made, format!("taking a choice back leaves {after:x?} instead of {before:x?}"))
}

fn hash_kept(game: &Game, made: usize) -> Result<(), Broken> {
    let (kept, fresh) = (game.fingerprint(), game.fresh_fingerprint());
    if kept == fresh {
        return Ok(());
    }
    laws::broken(CHEAP[2], made, format!("the hash kept is {kept:x?}, but that of the state is {fresh:x?}"))
}

impl Tally {
    /// Nothing played yet.
    pub fn new(bench: &Bench<'_>) -> Tally {
        let none = |kind| {
            let meetings = bench.openings().next().map(|o| Meetings::new(o));
            meetings.map(|meetings| (kind, Played { games: 0, decisions: 0, in_full: 0, nanos: 0, meetings }))
        };
        Tally {
            batches: [PlayerKind::Random, PlayerKind::Seeker].into_iter().filter_map(none).collect(),
            laws: BTreeMap::new(),
            rules: vec![0; bench.rules.words.rules.len()],
            together: vec![None; bench.rules.unordered.len()],
            troubles: BTreeMap::new(),
        }
    }

    fn count_events(&mut self, game: &Game, acted: &mut [bool], n: u64, rules: &Rules) {
        acted.fill(false);
        for event in game.events() {
            if let Some(seen) = self.rules.get_mut(event.rule.index()) {
                *seen += 1;
            }
            if let Some(acted) = acted.get_mut(event.hook.index()) {
                *acted = true;
            }
        }
        for (pair, first) in rules.unordered.iter().zip(&mut self.together) {
            if [pair.0, pair.1].iter().all(|h| acted.get(h.index()) == Some(&true)) {
                *first = (*first).into_iter().chain([n]).min();
            }
        }
    }

    fn add_trouble(&mut self, trouble: Trouble) {
        let game = |t: &Trouble| t.found.as_ref().and_then(|f| f.game);
        let Some(known) = self.troubles.get_mut(&trouble.key()) else {
            self.troubles.insert(trouble.key(), trouble);
            return;
        };
        let times = known.times + trouble.times;
        if game(&trouble) < game(known) {
            *known = trouble;
        }
        known.times = times;
    }

    /// Adds what came of other games of the row.
    pub fn add(&mut self, other: Tally) {
        for (kind, played) in other.batches {
            if let Some(own) = self.batches.get_mut(&kind) {
                own.games += played.games;
                own.decisions += played.decisions;
                own.in_full += played.in_full;
                own.nanos += played.nanos;
                own.meetings.add(&played.meetings);
            }
        }
        other.laws.into_iter().for_each(|(law, times)| *self.laws.entry(law).or_default() += times);
        self.rules.iter_mut().zip(other.rules).for_each(|(own, times)| *own += times);
        for (own, first) in self.together.iter_mut().zip(other.together) {
            *own = (*own).into_iter().chain(first).min();
        }
        other.troubles.into_values().for_each(|trouble| self.add_trouble(trouble));
    }
}
