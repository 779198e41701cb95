//! Inertness: under a scripted draw, a game comes out the same with an expansion none of whose pieces appear.
//!
//! The game is a scenario that passes. It is played again, choice by choice in words, with further expansions, and none
//! of their pieces can appear:
//!
//! - **tiles**: the start tiles are those of the scenario, and it says what is drawn;
//! - **figures**: nobody has any of theirs in supply or reserve;
//! - **prints**: a scenario in which a tile lies or is drawn that has a print of theirs is left out, and so is one whose
//!   tiles their set-up prints anew.
//!
//! What players have of the scenario's own figures is made the same; where the set-up of an added expansion allows that
//! no more (it trades figures, say), the scenario is left out, for then it declares that it changes something. A
//! scenario that plays all tiles to the end, without saying which there are, is left out too.
//!
//! Then the same player must be asked the same at every choice, and all that was on offer must be. More may be: choices
//! of hooks of the added expansions, or ones with their riders. What only they ask must be possible to pass, and is.
//! After every choice points, figures on the board, marks, features with their tiles and open ends, and what players
//! have left must be the same, as far as the scenario's own plugins declare them.

use super::course::Course;
use super::run::is_base;
use crate::engine::Laid;
use crate::engine::{Choice, Decision, Game, Opening, Question, Setup, SetupError, Supplied};
use crate::record::{self, Record};
use crate::resolve;
use crate::rules::{Given, Plugin, Rules};
use crate::words;
use gatehouse_core::{BearerKind, EventCode, HookId, Place, TileKind};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

/// A passing scenario as it was played.
#[derive(Clone)]
pub struct Script {
    /// Its file.
    pub path: String,
    /// Its title.
    pub title: String,
    /// The ids of its expansions.
    pub plugins: Vec<String>,
    record: Record,
    opening: Arc<Opening>,
    /// The kinds of tiles that lie or are drawn in it, by id.
    tiles: BTreeSet<String>,
    over: bool,
}

/// What came of playing a script with more expansions.
#[derive(Clone, Debug)]
pub enum Outcome {
    /// It comes out the same.
    Same,
    /// It can't be compared, and why.
    LeftOut(String),
    /// It comes out otherwise.
    Changed(Box<Change>),
}

/// How a script came out otherwise.
#[derive(Clone, Debug)]
pub struct Change {
    /// What differs.
    pub message: String,
    /// The hooks of added expansions that did something in the last choice.
    pub hooks: Vec<String>,
    /// The game with the added expansions until it shows.
    pub course: Course,
}

/// Rules that were resolved, by expansions and switches, all under one word of the user's.
#[derive(Default)]
pub struct Resolved {
    given: Given,
    rules: Mutex<BTreeMap<Key, Result<Arc<Rules>, String>>>,
}

type Key = (Vec<String>, BTreeMap<String, i32>);

impl Resolved {
    /// None yet.
    pub fn new(given: Given) -> Resolved {
        Resolved { given, ..Resolved::default() }
    }

    fn rules(&self, plugins: &[Plugin], key: Key) -> Result<Arc<Rules>, String> {
        if let Some(known) = self.rules.lock().unwrap_or_else(PoisonError::into_inner).get(&key) {
            return known.clone();
        }
        let given = self.given.among(|id| is_base(plugins, id) || key.0.iter().any(|p| p == id));
        let (chosen, switches) = (key.0.clone(), key.1.clone());
        let choice = resolve::Choice { plugins: chosen, switches, given, ..resolve::Choice::default() };
        let rules = resolve::resolve(plugins, &choice).map(Arc::new).map_err(|f| f.to_string());
        self.rules.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_insert(rules).clone()
    }
}

impl Script {
    /// The script of a scenario's record.
    ///
    /// # Errors
    /// It can't be played again.
    pub fn new(path: String, title: String, record: Record, plugins: &[Plugin]) -> Result<Script, String> {
        let (opening, _) = record::open(&record, plugins).map_err(|e| e.to_string())?;
        let game = record::replay(&record, &opening, true).map_err(|e| e.to_string())?;
        let rules = opening.rules();
        let laid = game.board().tiles.iter().map(|t| t.kind);
        let drawn = game.events().iter().filter(|e| matches!(e.code, EventCode::DRAWN | EventCode::SOURCED));
        let kinds = laid.chain(drawn.map(|e| TileKind(e.object)));
        let tiles = kinds.map(|kind| words::tile_kind(rules, kind).to_owned()).collect();
        let ids = rules.plugins.iter().map(|p| &p.plugin.declaration.plugin).filter(|m| !m.base);
        let plugins = ids.map(|m| m.id.clone()).collect();
        let over = game.is_over();
        Ok(Script { path, title, plugins, tiles, over, record, opening })
    }

    /// Plays it with further expansions, whose switches are as given.
    pub fn with(
        &self,
        added: &[String],
        switches: &BTreeMap<String, i32>,
        plugins: &[Plugin],
        resolved: &Resolved,
    ) -> Outcome {
        let ids = self.plugins.iter().chain(added).cloned().collect();
        let of_added = |name: &&String| name.split_once('.').is_some_and(|(id, _)| added.iter().any(|a| a == id));
        let mut values = self.record.header.switches.clone();
        values.extend(switches.iter().filter(|(name, _)| of_added(name)).map(|(name, value)| (name.clone(), *value)));
        let rules = match resolved.rules(plugins, (ids, values)) {
            Ok(rules) => rules,
            Err(why) => return Outcome::LeftOut(why),
        };
        if self.over && self.record.header.setup.pile.is_none() {
            return Outcome::LeftOut("it plays all tiles to the end and does not say which there are".to_owned());
        }
        match self.opened(&rules, added) {
            Ok(opening) => Twin::new(self, opening, added).play(),
            Err(why) => Outcome::LeftOut(why),
        }
    }

    /// The same beginning under the rules with the added expansions, or why there is none.
    fn opened(&self, rules: &Arc<Rules>, added: &[String]) -> Result<Arc<Opening>, String> {
        let own = self.opening.rules();
        let mut setup = self.record.header.setup.clone();
        if setup.tiles.is_empty() {
            let laid = own.start.iter().map(|&(kind, pos)| Laid {
                tile: words::tile_kind(own, kind).to_owned(),
                pos: (pos.x, pos.y),
                rotation: 0,
            });
            setup.tiles = laid.collect();
        }
        let theirs = |plugin: usize| added.contains(&rules.plugins[plugin].plugin.declaration.plugin.id);
        for kind in rules.words.figures.iter().filter(|f| theirs(f.plugin)) {
            for player in 0..setup.players {
                let none = Supplied { player, figure: kind.what.name.clone(), count: 0 };
                setup.supplies.push(none.clone());
                setup.reserves.push(none);
            }
        }
        self.same_prints(rules)?;
        let start = self.stocks(&Game::new(&self.opening));
        let open = |setup: &Setup| Opening::new(Arc::clone(rules), setup.clone()).map_err(|e| e.to_string());
        let opening = open(&setup)?;
        if self.stocks(&Game::new(&opening)) == start {
            return self.same_tables(opening);
        }
        for ((player, figure, reserve), count) in &start {
            let supplied = Supplied { player: *player, figure: figure.clone(), count: *count };
            let list = if *reserve { &mut setup.reserves } else { &mut setup.supplies };
            list.retain(|s| (s.player, &s.figure) != (*player, figure));
            list.push(supplied);
        }
        let changed = || "its set-up changes what players have".to_owned();
        match Opening::new(Arc::clone(rules), setup) {
            Ok(opening) if self.stocks(&Game::new(&opening)) == start => self.same_tables(opening),
            Ok(_) => Err(changed()),
            Err(errors) if errors.0.iter().all(|e| matches!(e, SetupError::Left { .. })) => Err(changed()),
            Err(errors) => Err(errors.to_string()),
        }
    }

    /// What each player has in supply and reserve of the scenario's own figures.
    fn stocks(&self, game: &Game) -> BTreeMap<(usize, String, bool), usize> {
        let own: BTreeSet<&str> = self.opening.rules().words.figures.iter().map(|f| f.what.name.as_str()).collect();
        let kinds = &game.opening().rules().words.figures;
        let mut stocks = BTreeMap::new();
        for figure in game.board().figures.iter().filter(|f| f.owner.is_some()) {
            let name = kinds.get(figure.kind.index()).map_or("", |k| k.what.name.as_str());
            if own.contains(name) && [Place::SUPPLY, Place::RESERVE].contains(&figure.place) {
                let key = (figure.owner.index(), name.to_owned(), figure.place == Place::RESERVE);
                *stocks.entry(key).or_insert(0) += 1;
            }
        }
        stocks
    }

    /// No tile in play has a print that only an added expansion knows.
    fn same_prints(&self, rules: &Rules) -> Result<(), String> {
        let inert = |rules: &Rules, id: &str| {
            let word = rules.words.tiles.iter().find(|t| t.tile.id == id);
            word.map(|t| t.inert.clone()).unwrap_or_default()
        };
        for id in &self.tiles {
            if inert(self.opening.rules(), id) != inert(rules, id) {
                return Err(format!("a print of it is on {id}"));
            }
        }
        Ok(())
    }

    /// No tile in play was printed anew in the set-up of an added expansion.
    fn same_tables(&self, opening: Arc<Opening>) -> Result<Arc<Opening>, String> {
        let prints = |opening: &Opening, id: &str| {
            let place = opening.rules().words.tiles.iter().position(|t| t.tile.id == id)?;
            let row = opening.tables().tile_kinds.get(place)?;
            let names = |n: usize| opening.rules().words.prints.get(n).map(|p| p.what.name.clone());
            let rows = opening.tables().prints.iter().skip(row.first_print.into()).take(row.print_rows.into());
            let mut rows: Vec<_> = rows.map(|r| (names(r.print.index()), r.segment, r.count)).collect();
            rows.sort();
            Some(rows)
        };
        match self.tiles.iter().find(|id| prints(&self.opening, id) != prints(&opening, id)) {
            Some(id) => Err(format!("its set-up changes what is printed on {id}")),
            None => Ok(opening),
        }
    }
}

/// The game of a script and the one with the added expansions, side by side.
struct Twin<'s> {
    script: &'s Script,
    added: &'s [String],
    one: Game,
    other: Game,
    choices: Vec<usize>,
    first_event: usize,
}

impl<'s> Twin<'s> {
    fn new(script: &'s Script, opening: Arc<Opening>, added: &'s [String]) -> Twin<'s> {
        let (one, other) = (Game::new(&script.opening), Game::new(&opening));
        Twin { script, added, one, other, choices: Vec::new(), first_event: 0 }
    }

    fn play(mut self) -> Outcome {
        match self.run() {
            Ok(()) => Outcome::Same,
            Err(message) => {
                let hooks: BTreeSet<String> = self.other.events()[self.first_event.min(self.other.events().len())..]
                    .iter()
                    .filter(|e| self.is_added(e.hook))
                    .map(|e| words::hook(self.other.opening().rules(), e.hook))
                    .collect();
                let course = Course { opening: Arc::clone(self.other.opening()), choices: self.choices };
                Outcome::Changed(Box::new(Change { message, hooks: hooks.into_iter().collect(), course }))
            }
        }
    }

    fn run(&mut self) -> Result<(), String> {
        self.compare("at the start")?;
        for entry in &self.script.record.entries {
            let at = format!("before `{}`", entry.choose);
            self.pass_theirs(&at)?;
            let (Some(asked), Some(also)) = (self.one.decision(), self.other.decision()) else {
                return Err(format!("{at} the game is over"));
            };
            let (known, offered) = (words::choices(&self.one, &asked), words::choices(&self.other, &also));
            self.compare_offers(&also, &known, &offered).map_err(|why| format!("{at} {why}"))?;
            let find = |texts: &[String]| texts.iter().position(|t| *t == entry.choose);
            let (Some(choice), Some(same)) = (find(&known), find(&offered)) else {
                return Err(format!("`{}` is not on offer", entry.choose));
            };
            self.first_event = self.other.events().len();
            self.choices.push(same);
            self.one.choose(choice).map_err(|e| e.to_string())?;
            self.other.choose(same).map_err(|e| e.to_string())?;
            self.pass_theirs("after it")?;
            self.compare(&format!("after `{}`", entry.choose))?;
        }
        Ok(())
    }

    fn is_added(&self, hook: HookId) -> bool {
        let rules = self.other.opening().rules();
        let plugin = rules.hooks.get(hook.index()).map(|h| &rules.plugins[h.plugin].plugin.declaration.plugin.id);
        plugin.is_some_and(|id| self.added.contains(id))
    }

    /// Whether a choice is there because of an added expansion.
    fn is_theirs(&self, choice: &Choice<'_>) -> bool {
        let rules = self.other.opening().rules();
        match choice {
            Choice::Pass => false,
            Choice::Draw { kind, .. } => rules
                .words
                .tiles
                .get(kind.index())
                .is_some_and(|t| self.added.contains(&rules.plugins[t.plugin].plugin.declaration.plugin.id)),
            Choice::Source { hook, .. } => self.is_added(*hook),
            Choice::Place { admits, .. } => admits.is_some_and(|(hook, _)| self.is_added(hook)),
            Choice::Act(act) => self.is_added(act.row.hook) || act.riders().any(|r| self.is_added(r.hook)),
        }
    }

    /// Passes what only added expansions ask.
    fn pass_theirs(&mut self, at: &str) -> Result<(), String> {
        let question = |game: &Game, d: &Decision<'_>| (words::decider(d.decider()), words::question(game, d));
        let asked = self.one.decision().map(|d| question(&self.one, &d));
        // Each pass ends an offer, and no game has offers without end.
        while let Some(also) = self.other.decision() {
            let same = asked.as_ref() == Some(&question(&self.other, &also));
            let theirs = match also.question() {
                Question::Offer(hook) if self.is_added(hook) => true,
                _ => also.iter().all(|c| matches!(c, Choice::Pass) || self.is_theirs(&c)),
            };
            if same && !theirs {
                return Ok(());
            }
            if !theirs {
                let (who, what) = question(&self.other, &also);
                let none = || "nobody is asked anything".to_owned();
                let expected = asked.map_or_else(none, |(who, what)| format!("{who} is asked `{what}`"));
                return Err(format!("{at} {expected}, but with it {who} is asked `{what}`"));
            }
            if !also.may_pass() {
                return Err(format!("{at} it asks `{}`, which can't be passed", question(&self.other, &also).1));
            }
            let pass = also.len() - 1;
            self.choices.push(pass);
            self.other.choose(pass).map_err(|e| e.to_string())?;
        }
        Ok(())
    }

    /// All that was on offer must be, and what else is must be theirs.
    fn compare_offers(&self, also: &Decision<'_>, known: &[String], offered: &[String]) -> Result<(), String> {
        let offers: BTreeSet<&str> = offered.iter().map(String::as_str).collect();
        if let Some(missing) = known.iter().find(|text| !offers.contains(text.as_str())) {
            return Err(format!("`{missing}` is no longer on offer"));
        }
        let before: BTreeSet<&str> = known.iter().map(String::as_str).collect();
        let more = also.iter().zip(offered).find(|(c, text)| !before.contains(text.as_str()) && !self.is_theirs(c));
        more.map_or(Ok(()), |(_, text)| Err(format!("`{text}` is on offer, and is not its own")))
    }

    fn compare(&self, at: &str) -> Result<(), String> {
        let rules = self.script.opening.rules();
        for (what, shown) in SHOWN {
            let (one, other) = (shown(&self.one, rules), shown(&self.other, rules));
            if one != other {
                let list = |a: &[String], b: &[String]| {
                    let only: Vec<&str> = a.iter().filter(|x| !b.contains(x)).map(String::as_str).collect();
                    if only.is_empty() { "nothing".to_owned() } else { only.join(", ") }
                };
                return Err(format!("{at} {what} differ: {} without, {} with", list(&one, &other), list(&other, &one)));
            }
        }
        let faults = self.other.faults().iter().find(|f| self.is_added(f.hook));
        faults.map_or(Ok(()), |f| Err(format!("{at} its hook was at fault: {}", f.message)))
    }
}

/// What is compared: each in words, of what these rules declare, sorted.
type Shown = fn(&Game, &Rules) -> Vec<String>;

const SHOWN: [(&str, Shown); 5] = [
    ("points", |game, _| game.scores().iter().enumerate().map(|(p, n)| format!("{} {n}", words::COLOURS[p])).collect()),
    ("figures", |game, rules| figures(game, rules, true)),
    ("supplies", |game, rules| figures(game, rules, false)),
    ("marks", marks),
    ("features", features),
];

fn figures(game: &Game, rules: &Rules, on_board: bool) -> Vec<String> {
    let kinds = &game.opening().rules().words.figures;
    let known = |name: &str| rules.words.figures.iter().any(|f| f.what.name == name);
    let all = game.board().figures.iter().filter(|f| f.place.is_on_board() == on_board && f.place != Place::BOX);
    let mut all: Vec<String> = all
        .filter_map(|f| Some((f, kinds.get(f.kind.index())?.what.name.as_str())))
        .filter(|(_, name)| known(name))
        .map(|(f, name)| format!("{} {name} on {}", words::player(f.owner), words::place(game, f.place)))
        .collect();
    all.sort();
    all
}

fn marks(game: &Game, rules: &Rules) -> Vec<String> {
    let kinds = &game.opening().rules().words.marks;
    let known = |name: &str| rules.words.marks.iter().any(|m| m.what.name == name);
    let set = game.board().marks.iter().filter(|m| m.value != 0);
    let mut all: Vec<String> = set
        .filter_map(|m| Some((m, kinds.get(m.kind.index())?.what.name.as_str())))
        .filter(|(m, name)| known(name) && !matches!(m.on.kind(), BearerKind::Unknown))
        .map(|(m, name)| format!("{name} {} on {}", m.value, words::bearer(game, m.on)))
        .collect();
    all.sort();
    all
}

fn features(game: &Game, rules: &Rules) -> Vec<String> {
    let kinds = &game.opening().rules().words.features;
    let known = |name: &str| rules.words.features.iter().any(|f| f.what.name == name);
    let live = game.board().features.iter().filter(|f| f.is_live());
    let mut all: Vec<String> = live
        .filter_map(|f| Some((f, kinds.get(f.kind.index())?.what.name.as_str())))
        .filter(|(_, name)| known(name))
        .map(|(f, name)| format!("{name} of {} tiles with {} open ends from segment {}", f.tiles, f.open, f.first.0))
        .collect();
    all.sort();
    all
}
