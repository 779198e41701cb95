//! What a file asserts of its last state, and what players were given points for.

use super::names::Names;
use super::replay::Replayed;
use crate::engine::{Game, Question};
use crate::words;
use gatehouse_core::{EventCode, EventRow, FeatureId, Player, Point};
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
}

/// Reads an assertion; nothing if it has no known form.
pub(super) fn read(text: &str) -> Option<Assertion> {
    let text = text.trim().trim_end_matches('.').trim_end();
    match text.to_ascii_lowercase().as_str() {
        "player can pass" => return Some(Assertion::MayPass(true)),
        "player can't pass" | "player can\u{2019}t pass" | "player cannot pass" => {
            return Some(Assertion::MayPass(false));
        }
        _ => {}
    }
    if let Some((_, phase)) = text.split_once("phase is ") {
        let phase = phase.split_whitespace().next()?;
        return Some(Assertion::Phase(phase.to_owned()));
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
        let listed: Vec<String> = own.iter().map(|a| shown(a)).collect();
        let here = if listed.is_empty() { "nothing here".to_owned() } else { format!("here {}", listed.join(", ")) };
        (false, here, vec![])
    }

    /// Whether who decides may pass; that a figure goes home is passing there.
    fn may_pass(&self) -> bool {
        let game = &self.replayed.game;
        let Some(decision) = game.decision().filter(|_| !self.replayed.uncommitted) else { return false };
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
        if self.replayed.uncommitted {
            return at(Point::AFTER_ACTION);
        }
        let by_hooks = |point: Point| {
            let hooks = decision.iter().filter_map(|c| match c {
                crate::engine::Choice::Source { hook, .. } => Some(hook),
                crate::engine::Choice::Act(act) => Some(act.row.hook),
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
        for unknown in ["Ada wins", "Ada has many points", "Ada scored a lot", "", "Ada has 3"] {
            assert_eq!(read(unknown), None, "{unknown}");
        }
    }
}
