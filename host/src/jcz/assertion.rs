//! What a file asserts of its last state, and what players were given points for.

use super::names::Names;
use super::present;
use super::replay::Replayed;
use crate::engine::{Choice, Game, Question};
use crate::words;
use gatehouse_core::{EventCode, EventRow, FeatureId, Player, Point, Spot};
use std::ops::Range;

/// An assertion, read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Assertion {
    /// A player has so many points.
    Points { name: String, points: i32 },
    /// A player was given so many points for a feature, at any time.
    Scored { name: String, feature: String, points: i32 },
    /// Whether who decides may pass.
    MayPass(bool),
    /// What is waited for.
    Phase(String),
    /// Whether the last message can be taken back.
    MayUndo(bool),
    /// What who decides can do.
    Action(String),
    /// Where the drawn tile fits, as cells with degrees.
    Places(Vec<(i64, i64, i64)>),
}

/// Reads an assertion; nothing if it has no known form.
pub(super) fn read(text: &str) -> Option<Assertion> {
    let text = text.trim().trim_end_matches('.').trim_end();
    let small = text.to_ascii_lowercase().replace('\u{2019}', "'");
    match small.as_str() {
        "player can pass" => return Some(Assertion::MayPass(true)),
        "player can't pass" | "player cannot pass" => return Some(Assertion::MayPass(false)),
        "undo is allowed" => return Some(Assertion::MayUndo(true)),
        "undo is not allowed" => return Some(Assertion::MayUndo(false)),
        _ => {}
    }
    let after = |words: &str| small.find(words).and_then(|at| text.get(at + words.len()..));
    let word = |rest: &str| rest.split(|c: char| !c.is_alphanumeric()).find(|w| !w.is_empty()).map(str::to_owned);
    if let Some(rest) = after("phase is ") {
        return word(rest).map(Assertion::Phase);
    }
    if let Some(rest) = after("options: ") {
        return places(rest).map(Assertion::Places);
    }
    if let Some(rest) = after("available action ") {
        return word(rest).map(Assertion::Action);
    }
    let rest = text.strip_suffix(" points").or_else(|| text.strip_suffix(" point"))?;
    if let Some((who, rest)) = rest.split_once(" scored ") {
        let (feature, points) = rest.split_once(" for ")?;
        let (feature, points) = (feature.trim().to_owned(), points.trim().parse().ok()?);
        return Some(Assertion::Scored { name: who.trim().to_owned(), feature, points });
    }
    let (who, points) = rest.rsplit_once(" has ")?;
    Some(Assertion::Points { name: who.trim().to_owned(), points: points.trim().parse().ok()? })
}

/// Reads where a tile fits: `[1,0] - [0,90]; [2,0] - [180]`.
fn places(text: &str) -> Option<Vec<(i64, i64, i64)>> {
    let numbers = |list: &str| -> Option<Vec<i64>> {
        let inner = list.trim().strip_prefix('[')?.strip_suffix(']')?;
        inner.split(',').map(|n| n.trim().parse().ok()).collect()
    };
    let mut found = Vec::new();
    for entry in text.split(';').map(str::trim).filter(|e| !e.is_empty()) {
        let (at, degrees) = entry.split_once("] - [")?;
        let (at, degrees) = (numbers(&format!("{at}]"))?, numbers(&format!("[{degrees}"))?);
        let [x, y] = at[..] else { return None };
        found.extend(degrees.into_iter().map(|d| (x, y, d)));
    }
    found.sort_unstable();
    Some(found)
}

/// Points that a player was given at once for one thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Award {
    /// The seat.
    pub player: usize,
    /// How many.
    pub points: i32,
    /// For what, in words.
    pub what: String,
    /// The rule that gave them; empty if none is told.
    pub rule: String,
    /// The kind of feature by its declared name, if they are for one.
    pub(super) feature: Option<String>,
    /// The events that tell it.
    pub(super) events: Vec<usize>,
}

/// All points that were given, in their order.
pub(super) fn awards(game: &Game, events: Range<usize>) -> Vec<Award> {
    let rules = game.opening().rules();
    let mut awards: Vec<Award> = Vec::new();
    // Of one sheet several lines may give a player points: they are one score.
    let mut sheets: Vec<(u16, u32, Player)> = Vec::new();
    for (n, event) in game.events().iter().enumerate().take(events.end).skip(events.start) {
        if event.code != EventCode::POINTS {
            continue;
        }
        let sheet = (event.subject, event.parent, event.player);
        let of_feature = event.subject != u16::MAX;
        if let Some(earlier) = sheets.iter().position(|s| of_feature && *s == sheet) {
            awards[earlier].points += event.n;
            awards[earlier].events.push(n);
            continue;
        }
        sheets.push(sheet);
        awards.push(Award {
            player: event.player.index(),
            points: event.n,
            what: if of_feature { words::feature(game, FeatureId(event.subject)) } else { given_for(game, event) },
            rule: words::rule(rules, event.rule).to_owned(),
            feature: of_feature.then(|| kind(game, FeatureId(event.subject))).flatten(),
            events: vec![n],
        });
    }
    awards
}

/// What points are for that are for no feature: the hook says it.
fn given_for(game: &Game, event: &EventRow) -> String {
    let rules = game.opening().rules();
    rules.hooks.get(event.hook.index()).map_or("itself".to_owned(), |h| h.head.name.replace(['_', '-'], " "))
}

fn kind(game: &Game, feature: FeatureId) -> Option<String> {
    let row = game.board().features.get(feature.index())?;
    Some(game.opening().rules().words.features.get(row.kind.index())?.what.name.clone())
}

/// An assertion beside what holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// What the file says.
    pub text: String,
    /// Whether it is so.
    pub holds: bool,
    /// What is so here, if it is something else.
    pub here: String,
    /// The events that show it.
    pub(super) events: Vec<usize>,
    pub(super) read: Assertion,
}

/// What assertions are compared with.
pub(super) struct Compared<'a, 'p> {
    pub(super) replayed: &'a Replayed,
    pub(super) names: &'a Names<'p>,
    /// The players' names by seat.
    pub(super) players: &'a [String],
    pub(super) awards: &'a [Award],
}

impl Compared<'_, '_> {
    /// Compares an assertion with what holds.
    pub(super) fn check(&self, text: &str, read: Assertion) -> Checked {
        let (holds, here, events) = match &read {
            Assertion::Points { name, points } => self.points(name, *points),
            Assertion::Scored { name, feature, points } => self.scored(name, feature, *points),
            Assertion::MayPass(may) => {
                let here = self.may_pass();
                (here == *may, (if here { "passing is allowed" } else { "passing is not allowed" }).to_owned(), vec![])
            }
            Assertion::Phase(phase) => {
                let here = self.phases();
                (here.contains(&phase.as_str()), format!("it is {}", here.join(" or ")), vec![])
            }
            Assertion::MayUndo(may) => {
                let here = self.replayed.undoable;
                (here == *may, (if here { "it is allowed" } else { "it is not allowed" }).to_owned(), vec![])
            }
            Assertion::Action(action) => {
                let here = self.actions();
                let told = if here.is_empty() { "there is none".to_owned() } else { here.join(" and ") };
                (here.contains(&action.as_str()), told, vec![])
            }
            Assertion::Places(wanted) => {
                let here = self.places();
                let told = if here.is_empty() { "no tile is to be placed".to_owned() } else { format!("{here:?}") };
                (here == *wanted, told, vec![])
            }
        };
        Checked { text: text.to_owned(), holds, here, events, read }
    }

    /// The seat of a name: the whole of it, or its last word.
    fn seat(&self, name: &str) -> Option<usize> {
        let last = name.split_whitespace().last().unwrap_or(name);
        [name, last].iter().find_map(|wanted| self.players.iter().position(|n| n == wanted))
    }

    fn points(&self, name: &str, points: i32) -> (bool, String, Vec<usize>) {
        let Some(seat) = self.seat(name) else { return (false, format!("nobody is called {name}"), vec![]) };
        let here = self.replayed.game.scores().get(seat).copied().unwrap_or(0);
        let own = self.awards.iter().filter(|a| a.player == seat && a.points != 0);
        let listed: Vec<String> = own.map(shown).collect();
        let why = if listed.is_empty() { String::new() } else { format!(": {}", listed.join(", ")) };
        (here == points, format!("{here} here{why}"), vec![])
    }

    fn scored(&self, name: &str, feature: &str, points: i32) -> (bool, String, Vec<usize>) {
        let Some(seat) = self.seat(name) else { return (false, format!("nobody is called {name}"), vec![]) };
        let (kinds, rules) = (self.names.scored_features(feature), self.names.scored_rules(feature));
        let meant = |a: &&Award| {
            a.player == seat
                && match &a.feature {
                    Some(kind) => kinds.contains(&kind.as_str()),
                    None => rules.contains(&a.rule.as_str()),
                }
        };
        let own: Vec<&Award> = self.awards.iter().filter(meant).collect();
        if let Some(award) = own.iter().find(|a| a.points == points) {
            return (true, shown(award), award.events.clone());
        }
        if let Some(event) = self.present(seat, &kinds).filter(|_| points == 0) {
            return (true, String::new(), vec![event]);
        }
        let listed: Vec<String> = own.iter().map(|a| shown(a)).collect();
        let here = if listed.is_empty() { "nothing here".to_owned() } else { format!("here {}", listed.join(", ")) };
        (false, here, vec![])
    }

    /// The event by which a player stood on a feature of these kinds that was scored and that nobody owned.
    fn present(&self, seat: usize, kinds: &[&str]) -> Option<usize> {
        let game = &self.replayed.game;
        let of_kind = |feature| kind(game, feature).is_some_and(|k| kinds.contains(&k.as_str()));
        let all = present::without_owner(game);
        all.iter().find(|p| p.player.index() == seat && of_kind(p.feature)).map(|p| p.event)
    }

    /// What who decides can do, as the program calls it.
    fn actions(&self) -> Vec<&'static str> {
        let game = &self.replayed.game;
        if self.replayed.uncommitted.is_some() {
            return vec!["Confirm"];
        }
        let Some(decision) = game.decision() else { return Vec::new() };
        let mut found: Vec<&str> = match decision.question() {
            Question::Source | Question::Place(_) => vec!["TilePlacement"],
            _ => {
                let acts = decision.iter().filter_map(|c| if let Choice::Act(act) = c { Some(act) } else { None });
                acts.map(|act| if act.row.to.spot() == Spot::Supply { "ReturnMeeple" } else { "Meeple" }).collect()
            }
        };
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Where the drawn tile fits.
    fn places(&self) -> Vec<(i64, i64, i64)> {
        let decision = self.replayed.game.decision();
        let choices = decision.iter().flat_map(|d| d.iter());
        let mut found: Vec<(i64, i64, i64)> = choices
            .filter_map(|c| if let Choice::Place { candidate, .. } = c { Some(candidate) } else { None })
            .map(|c| (c.pos.x.into(), c.pos.y.into(), i64::from(c.rotation.0) * 90))
            .collect();
        found.sort_unstable();
        found
    }

    /// Whether who decides may pass; that a figure goes home is passing there.
    fn may_pass(&self) -> bool {
        let game = &self.replayed.game;
        let waiting = self.replayed.uncommitted.is_some();
        let Some(decision) = game.decision().filter(|_| !waiting) else { return false };
        decision.may_pass() || matches!(decision.question(), Question::Depart(_))
    }

    /// What the program calls what is waited for.
    fn phases(&self) -> Vec<&str> {
        let game = &self.replayed.game;
        let rules = game.opening().rules();
        let plugin = |hook: gatehouse_core::HookId| {
            let planned = rules.hooks.get(hook.index())?;
            Some(rules.plugins.get(planned.plugin)?.plugin.declaration.plugin.id.as_str())
        };
        let at = |point: Point| self.names.phases(None, point.name());
        let Some(decision) = game.decision() else { return at(Point::FINAL_SCORE) };
        if let Some(point) = self.replayed.uncommitted {
            return at(point);
        }
        let by_hooks = |point: Point| {
            let hooks = decision.iter().filter_map(|c| match c {
                Choice::Source { hook, .. } => Some(hook),
                Choice::Act(act) => Some(act.row.hook),
                _ => None,
            });
            let named = hooks.filter_map(plugin).flat_map(|p| self.names.phases(Some(p), point.name()));
            let mut named: Vec<&str> = named.collect();
            named.sort_unstable();
            named.dedup();
            named
        };
        let last = game.board().left(game.opening().tables(), gatehouse_core::PileId(0)) == 0;
        match decision.question() {
            Question::Draw(_) | Question::Place(_) => at(Point::PLACEMENT),
            Question::Figure(_) => at(Point::FIGURE_OFFER),
            Question::Source if last => by_hooks(Point::LAST_ROUND),
            Question::Source => by_hooks(Point::TILE_SOURCE),
            Question::Depart(_) => by_hooks(Point::DEPART),
            Question::Offer(hook) => {
                let point = rules.hooks.get(hook.index()).map_or(Point::ANSWERED, |h| h.point);
                self.names.phases(plugin(hook), point.name())
            }
        }
    }
}

/// An award in a few words: `3 for the road at (1, 0) [X-1]`.
fn shown(award: &Award) -> String {
    let rule = if award.rule.is_empty() { String::new() } else { format!(" [{}]", award.rule) };
    format!("{} for {}{rule}", award.points, award.what)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assertions_are_read() {
        let points = |name: &str, points| Some(Assertion::Points { name: name.into(), points });
        assert_eq!(read("Ada has 3 points"), points("Ada", 3));
        assert_eq!(read("Ada has -1 point."), points("Ada", -1));
        assert_eq!(read("Ada Lovelace has 1 point"), points("Ada Lovelace", 1));
        let scored = Assertion::Scored { name: "Ada".into(), feature: "trade-goods".into(), points: 10 };
        assert_eq!(read("Ada scored trade-goods for 10 points."), Some(scored));
        assert_eq!(read("Player can pass"), Some(Assertion::MayPass(true)));
        assert_eq!(read("Player can't pass."), Some(Assertion::MayPass(false)));
        assert_eq!(read("phase is TilePhase."), Some(Assertion::Phase("TilePhase".into())));
        assert_eq!(read("Phase is WagonPhase"), Some(Assertion::Phase("WagonPhase".into())));
        assert_eq!(read("Undo is not allowed"), Some(Assertion::MayUndo(false)));
        assert_eq!(read("Available action Meeple"), Some(Assertion::Action("Meeple".into())));
        let places = Assertion::Places(vec![(-1, 0, 90), (1, 0, 0), (1, 0, 180)]);
        assert_eq!(read("Placement options: [1,0] - [0,180]; [-1, 0] - [90]"), Some(places));
        for unknown in
            ["Placement options: here", "Ada wins", "Ada has many points", "Ada scored a lot", "", "Ada has 3"]
        {
            assert_eq!(read(unknown), None, "{unknown}");
        }
    }
}
