//! From what a file says is played to plugins, switches and the setup of a game.

use super::elsewhere::{Use, needed};
use super::file::{Saved, Started};
use super::location::cell;
use super::message::Ask;
use super::names::{Brings, Names, tile};
use crate::engine::{Laid, Marked, Setup, Supplied};
use crate::resolve::Choice;
use crate::rules::Plugin;
use gatehouse_core::tiles::Tile;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The last entry of a drawing order, where nothing follows.
const END: &str = "#END";

/// What a file is played with.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) choice: Choice,
    pub(super) setup: Setup,
    /// The ids of the tiles in the order of drawing, as far as the file says.
    pub(super) draws: Vec<String>,
    /// For each message that places a tile, the tile's id.
    pub(super) placed: BTreeMap<usize, String>,
}

/// A set in the game.
struct Set<'p> {
    plugin: &'p Plugin,
    edition: &'p str,
    times: usize,
}

struct Planning<'a, 'p> {
    saved: &'a Saved,
    names: &'a Names<'p>,
    plugins: &'p [Plugin],
    sets: Vec<Set<'p>>,
    /// The elements in the game with their numbers.
    elements: BTreeMap<String, usize>,
    used: BTreeSet<String>,
    switches: BTreeMap<String, i32>,
    /// Why the file can't be played.
    reasons: Vec<String>,
}

/// What can't be played of a file, or what it is played with.
pub(super) fn plan(
    saved: &Saved,
    asks: &[(usize, Ask)],
    names: &Names<'_>,
    plugins: &[Plugin],
) -> Result<Plan, Vec<String>> {
    let mut p = Planning {
        saved,
        names,
        plugins,
        sets: Vec::new(),
        elements: BTreeMap::new(),
        used: BTreeSet::new(),
        switches: BTreeMap::new(),
        reasons: Vec::new(),
    };
    p.sets();
    p.elements();
    p.rules();
    p.messages(asks);
    if !p.reasons.is_empty() {
        return Err(p.reasons);
    }
    let (draws, ends) = p.draws(asks);
    let placed = p.placed(asks);
    let start = p.start();
    p.left_out(draws.iter().chain(placed.values()));
    if !p.reasons.is_empty() {
        return Err(p.reasons);
    }
    let mut setup = Setup::new(saved.players.len());
    setup.pile = Some(p.pile(&draws, ends, &placed, &start));
    setup.tiles = start;
    p.players(&mut setup);
    let players = (!setup.exercise).then_some(setup.players);
    let choice = Choice { plugins: p.used.into_iter().collect(), switches: p.switches, players, ..Choice::default() };
    Ok(Plan { choice, setup, draws, placed })
}

/// More than there are of anything.
const MOST: usize = 99;

/// How many a value means: a number, or whether.
fn number(value: &Value) -> Option<usize> {
    let whole = |n: f64| (n >= 0.0).then_some((n as usize).min(MOST));
    match value {
        Value::Bool(is) => Some(usize::from(*is)),
        Value::Number(n) => n.as_f64().and_then(whole),
        Value::Null => Some(0),
        Value::String(text) => text.trim().parse().ok().and_then(whole),
        _ => None,
    }
}

/// A rule's value as text.
fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

impl<'p> Planning<'_, 'p> {
    /// How many a value of the setup means; if that can't be said, it is a reason.
    fn count(&mut self, what: &str, name: &str, value: &Value) -> usize {
        number(value).unwrap_or_else(|| {
            let value: String = value.to_string().chars().take(40).collect();
            self.reasons.push(format!("the {what} `{name}` with the number {value}: 0 to {MOST}, or true is expected"));
            0
        })
    }

    fn sets(&mut self) {
        let saved = self.saved;
        for (name, value) in &saved.setup.sets {
            let times = self.count("set", name, value);
            if times == 0 {
                continue;
            }
            match self.names.set(name) {
                Some((plugin, edition)) => {
                    self.used.insert(plugin.declaration.plugin.id.clone());
                    self.sets.push(Set { plugin, edition, times });
                }
                None => self.reasons.push(format!("the set `{name}`, {}", needed(Use::Set, name))),
            }
        }
        if self.sets.is_empty() && self.reasons.is_empty() {
            self.reasons.push("no set, so there is nothing to draw".to_owned());
        }
    }

    fn elements(&mut self) {
        let saved = self.saved;
        for (name, value) in &saved.setup.elements {
            let count = self.count("element", name, value);
            self.elements.insert(name.clone(), count);
        }
        if saved.older {
            self.all_elements();
        }
        for name in self.elements.iter().filter(|(_, n)| **n > 0).map(|(name, _)| name) {
            let meant = self.names.element(name);
            if meant.is_empty() {
                self.reasons.push(format!("the element `{name}`, {}", needed(Use::Element, name)));
            }
            for (plugin, brings) in meant.into_iter().filter(|(_, brings)| !brings.is_empty()) {
                self.used.insert(plugin.declaration.plugin.id.clone());
                for one in brings {
                    if let Brings::Switch(switch, value) = one {
                        self.switches.insert(format!("{}.{switch}", plugin.declaration.plugin.id), value);
                    }
                }
            }
        }
        let base = self.plugins.iter().filter(|p| p.declaration.plugin.base);
        self.used.extend(base.map(|p| p.declaration.plugin.id.clone()));
    }

    /// With the older format an expansion brings all of its own that is there without a switch.
    fn all_elements(&mut self) {
        for plugin in self.played() {
            for (name, brings) in self.names.elements(&plugin.declaration.plugin.id) {
                if !brings.iter().any(|b| matches!(b, Brings::Switch(..))) {
                    let figures =
                        brings.iter().filter_map(|b| if let Brings::Figures(f) = b { Some(*f) } else { None });
                    let count = figures.map(|f| supply(plugin, f)).max().unwrap_or(1);
                    self.elements.entry(name.to_owned()).or_insert(count);
                }
            }
        }
    }

    fn rules(&mut self) {
        for plugin in self.used.clone() {
            for (rule, value) in self.names.defaults(&plugin, self.saved.older) {
                self.switch(self.names.rule(rule, value));
            }
        }
        for (rule, value) in self.saved.setup.rules.iter().flatten().filter(|(_, v)| !v.is_null()) {
            let value = shown(value);
            let meant = self.names.rule(rule, &value);
            let known = self.names.know_rule(rule);
            match super::elsewhere::expansion(Use::Rule, rule) {
                _ if !meant.is_empty() => self.switch(meant),
                // The older format has rules that are on or off, and declares what they are if they are on.
                _ if self.saved.older && value == "false" => {}
                _ if known.iter().any(|plugin| self.used.contains(*plugin)) => {
                    self.reasons.push(format!("the rule `{rule}` with the value `{value}`, which no plugin found has"));
                }
                // It says nothing where its expansion is not played; where it is, that is told already.
                Some(_) => {}
                None if !known.is_empty() => {}
                None => self.reasons.push(format!("the rule `{rule}`, which no plugin found declares")),
            }
        }
    }

    /// Sets switches of plugins that are played.
    fn switch(&mut self, meant: Vec<(&str, &str, i32)>) {
        for (plugin, switch, value) in meant {
            if self.used.contains(plugin) {
                self.switches.insert(format!("{plugin}.{switch}"), value);
            }
        }
    }

    /// Messages that ask for what no plugin knows; one of each kind is told.
    fn messages(&mut self, asks: &[(usize, Ask)]) {
        let mut told: BTreeSet<String> = BTreeSet::new();
        for (n, ask) in asks {
            let kind = &self.saved.replay[*n].kind;
            let why = match ask {
                Ask::Other { figure: Some(figure) } => format!("{kind} of `{figure}`, {}", needed(Use::Figure, figure)),
                Ask::Other { figure: None } => format!("{kind}, {}", needed(Use::Message, kind)),
                Ask::Token { token, .. } if self.names.token_rule(token).is_none() => {
                    format!("the token `{token}`, {}", needed(Use::Token, token))
                }
                Ask::Return { source, .. } if self.names.return_rule(source).is_none() => {
                    format!("taking a figure back by `{source}`, which no plugin found declares")
                }
                Ask::Deploy { figure, .. } if self.names.figure(&figure.kind).is_none() => {
                    format!("the figure `{}`, {}", figure.kind, needed(Use::Figure, &figure.kind))
                }
                _ => continue,
            };
            if told.insert(why.clone()) {
                self.reasons.push(format!("message {}: {why}", n + 1));
            }
        }
    }

    fn played(&self) -> Vec<&'p Plugin> {
        self.plugins.iter().filter(|p| self.used.contains(&p.declaration.plugin.id)).collect()
    }

    fn tile(&mut self, name: &str, at: &str) -> Option<&'p Tile> {
        let found = tile(&self.played(), name);
        if found.is_none() {
            self.reasons.push(format!("{at} the tile `{name}`, which no set of this file has"));
        }
        found
    }

    /// The tiles in the order of drawing, and whether nothing follows them.
    fn draws(&mut self, asks: &[(usize, Ask)]) -> (Vec<String>, bool) {
        let order = self.saved.game_annotations.as_ref().and_then(|a| a.draw_order.as_deref()).unwrap_or(&[]);
        let ends = order.last().is_some_and(|last| last == END);
        // A game that is over has drawn all: what was not placed had no place, and nobody knows when it was drawn.
        let over = asks.iter().any(|(_, ask)| *ask == Ask::Over);
        let most = self.limit().unwrap_or(usize::MAX);
        let named = order.iter().take(order.len() - usize::from(ends)).take(most);
        let draws = named.filter_map(|name| self.tile(name, "the drawing order has")).map(|t| t.id.clone()).collect();
        (draws, ends || over)
    }

    /// How many tiles are drawn at most.
    fn limit(&self) -> Option<usize> {
        let end = self.saved.game_annotations.as_ref().and_then(|a| a.end_turn)?;
        (end > 0).then_some(end as usize)
    }

    fn placed(&mut self, asks: &[(usize, Ask)]) -> BTreeMap<usize, String> {
        let mut placed = BTreeMap::new();
        for (n, ask) in asks {
            if let Ask::Place { tile, .. } = ask
                && let Some(found) = self.tile(tile, &format!("message {} has", n + 1))
            {
                placed.insert(*n, found.id.clone());
            }
        }
        placed
    }

    /// The tiles on the table from the start.
    fn start(&mut self) -> Vec<Laid> {
        let mut laid = Vec::new();
        for Started { tile, x, y, rotation } in self.saved.setup.start.iter().flatten() {
            let Some(found) = self.tile(tile, "the start has") else { continue };
            match cell(*x, *y) {
                Ok(pos) if rotation % 90 == 0 => {
                    let rotation = rotation.rem_euclid(360) / 90;
                    laid.push(Laid { tile: found.id.clone(), pos: (pos.x, pos.y), rotation: rotation as u8 });
                }
                _ => self.reasons.push(format!("a start with `{tile}` where or as no tile can lie")),
            }
        }
        laid
    }

    /// What is printed on tiles of the file and does not count in it, but would here.
    fn left_out<'t>(&mut self, tiles: impl Iterator<Item = &'t String>) {
        let seen: BTreeSet<&String> = tiles.collect();
        let played = self.played();
        let mut reasons = Vec::new();
        for plugin in &self.used {
            for (element, brings) in self.names.elements(plugin) {
                if self.elements.get(element).is_some_and(|n| *n > 0) {
                    continue;
                }
                for print in brings.iter().filter_map(|b| if let Brings::Print(p) = b { Some(*p) } else { None }) {
                    if let Some(id) = seen.iter().find(|id| tile(&played, id).is_some_and(|t| shows(t, print))) {
                        reasons.push(format!(
                            "`{element}` is left out, but the tile `{id}` shows {print}, which counts here"
                        ));
                    }
                }
            }
        }
        self.reasons.extend(reasons);
    }

    /// The tiles that can be drawn: those of the order, those placed besides, and what is left of the sets.
    fn pile(&self, draws: &[String], ends: bool, placed: &BTreeMap<usize, String>, start: &[Laid]) -> Vec<String> {
        let mut unnamed: BTreeMap<&str, usize> = BTreeMap::new();
        draws.iter().for_each(|id| *unnamed.entry(id).or_default() += 1);
        let mut pile: Vec<String> = draws.to_vec();
        let played = self.played();
        for id in placed.values().filter(|id| tile(&played, id).is_some_and(|t| t.pile.is_none())) {
            match unnamed.get_mut(id.as_str()) {
                Some(n) if *n > 0 => *n -= 1,
                _ => pile.push(id.clone()),
            }
        }
        let most = self.limit().unwrap_or(usize::MAX);
        if !ends && pile.len() < most {
            let rest = self.rest(&pile, start);
            pile.extend(rest.into_iter().take(most - pile.len()));
        }
        pile.truncate(most);
        pile
    }

    /// What the sets have besides these and the tiles on the table.
    fn rest(&self, pile: &[String], start: &[Laid]) -> Vec<String> {
        let mut gone: BTreeMap<&str, usize> = BTreeMap::new();
        let laid = start.iter().map(|l| &l.tile);
        pile.iter().chain(laid).for_each(|id| *gone.entry(id).or_default() += 1);
        let mut rest = Vec::new();
        for set in &self.sets {
            for tile in set.plugin.tiles.iter().filter(|t| t.pile.is_none()) {
                let begins = usize::from(start.is_empty() && tile.start.is_some());
                let copies = usize::from(tile.copies(set.edition)) * set.times;
                let away = gone.get(tile.id.as_str()).copied().unwrap_or(0) + begins;
                rest.extend(std::iter::repeat_n(tile.id.clone(), copies.saturating_sub(away)));
            }
        }
        rest
    }

    /// What players begin with.
    fn players(&self, setup: &mut Setup) {
        let played = self.played();
        let least = played.iter().filter_map(|p| p.declaration.plugin.min_players).max().unwrap_or(1);
        setup.exercise = setup.players < usize::from(least);
        for plugin in played {
            for (element, brings) in self.names.elements(&plugin.declaration.plugin.id) {
                let count = self.elements.get(element).copied().unwrap_or(0);
                for one in brings {
                    match one {
                        Brings::Figures(figure) if supply(plugin, figure) != count => {
                            let of = |player| Supplied { player, figure: figure.to_owned(), count };
                            setup.kits.extend((0..setup.players).map(of));
                        }
                        Brings::Marks(mark) => {
                            let value = i32::try_from(count).unwrap_or(i32::MAX);
                            setup.marks.extend((0..setup.players).map(|player| of_player(mark, value, player)));
                        }
                        _ => {}
                    }
                }
            }
        }
    }
}

/// How many figures of a kind a player has by the rules.
fn supply(plugin: &Plugin, figure: &str) -> usize {
    plugin.declaration.figures.iter().find(|f| f.name == figure).map_or(0, |f| f.supply.into())
}

fn of_player(mark: &str, value: i32, player: usize) -> Marked {
    Marked { mark: mark.to_owned(), value, player: Some(player), figure: None, pos: None, segment: None }
}

/// Whether something is printed on a tile or on a segment of it.
fn shows(tile: &Tile, print: &str) -> bool {
    let on_segments = tile.segments.iter().flat_map(|s| &s.prints);
    tile.prints.iter().chain(on_segments).any(|p| p.name == print)
}
