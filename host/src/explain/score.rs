//! The points of a player, award by award, and each score sheet line by line.

use super::story::{Scoring, line};
use super::{Answer, ExplainError, Node, Span, Story};
use crate::words;
use gatehouse_core::{EventCode, Line, Player, PlayerSet, Stage, sheet};

/// Points that a player was given or lost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Award {
    /// The event.
    pub event: usize,
    /// How many points.
    pub points: i32,
    /// What the lines of its sheet come to; none if there was no sheet.
    pub counted: Option<i32>,
}

/// The points of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Score {
    /// Points from before the game.
    pub began: i32,
    /// The awards in order.
    pub awards: Vec<Award>,
}

/// Who stood on a feature as it was scored, and who got its points.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Majority {
    /// The strength of each player, by seat.
    pub strengths: Vec<i32>,
    /// Who got the points.
    pub owners: Vec<Player>,
}

impl Score {
    /// All points together.
    pub fn total(&self) -> i32 {
        self.awards.iter().fold(self.began, |sum, award| sum.saturating_add(award.points))
    }
}

impl Story {
    /// The points of a player in the whole game.
    pub fn score(&self, player: Player) -> Score {
        let began = self.opening.setup().scores.get(player.index()).copied().unwrap_or(0);
        let own = |e: &gatehouse_core::EventRow| e.code == EventCode::POINTS && e.player == player;
        let award = |n: usize, points| Award { event: n, points, counted: self.counted(n) };
        let events = self.events().iter().enumerate().filter(|(_, e)| own(e));
        Score { began, awards: events.map(|(n, e)| award(n, e.n)).collect() }
    }

    /// The majorities of all scored features whose points no rule gave to others.
    pub fn majorities(&self) -> Vec<Majority> {
        let plain = |s: &&Scoring| self.lines(s).iter().all(|l| l.stage != Stage::OWNERS);
        let scorings = self.seen.scorings.iter().filter(plain);
        scorings.map(|s| Majority { strengths: s.strengths.clone(), owners: self.owners(s) }).collect()
    }

    /// Why a player has the points of a part of the game: every award with its sheet and what led to it.
    ///
    /// # Errors
    /// The game has no such part.
    pub fn scored(&self, player: Player, span: Span) -> Result<Answer, ExplainError> {
        let range = self.events_of(span)?;
        let score = self.score(player);
        let awards: Vec<&Award> = score.awards.iter().filter(|a| range.contains(&a.event)).collect();
        let mut nodes: Vec<Node> = awards.iter().filter_map(|award| self.award(award)).collect();
        let whole = span == Span::Game;
        let began = Some(score.began).filter(|began| whole && *began != 0);
        let parts: Vec<i32> = began.into_iter().chain(awards.iter().map(|a| a.points)).collect();
        let name = words::player(player);
        let total = points(parts.iter().fold(0, |sum, n| sum.saturating_add(*n)));
        let when = match span {
            Span::Game => String::new(),
            Span::Turn(turn) => format!(" in turn {turn}"),
            Span::End => " in final scoring".to_owned(),
        };
        let at_first = began.map_or(String::new(), |n| format!(", beginning with {n}"));
        nodes.push(Node::new(match parts[..] {
            [] => format!("{name} got no points{when}"),
            [_] => format!("{name}: {total}{when}{at_first}"),
            _ => format!("{name}: {} = {total}{when}{at_first}", sum(&parts)),
        }));
        Ok(Answer { nodes })
    }

    fn award(&self, award: &Award) -> Option<Node> {
        let node = self.node(award.event)?;
        let text = format!("{}: {}", self.when(award.event), node.text);
        let mut inner = Vec::new();
        if let Some((scoring, place)) = self.scoring(award.event) {
            inner = self.sheet(scoring, place);
        }
        inner.extend(self.because(award.event));
        Some(Node { text, ..node }.with(inner))
    }

    /// The scoring that an award belongs to, and its place among the awards of it.
    fn scoring(&self, event: usize) -> Option<(&Scoring, usize)> {
        let found = |s: &'_ Scoring| s.points.iter().position(|p| *p == event);
        self.seen.scorings.iter().find_map(|s| Some((s, found(s)?)))
    }

    fn lines(&self, scoring: &Scoring) -> Vec<Line> {
        self.events()[scoring.lines.clone()].iter().map(line).collect()
    }

    /// How many of the awards of a scoring are for its owners; those of bonus lines follow.
    fn shares(&self, scoring: &Scoring, lines: &[Line]) -> usize {
        scoring.points.len().saturating_sub(lines.iter().filter(|l| l.stage == Stage::BONUS).count())
    }

    /// What the lines of an award's sheet come to.
    fn counted(&self, event: usize) -> Option<i32> {
        let (scoring, place) = self.scoring(event)?;
        let lines = self.lines(scoring);
        match place.checked_sub(self.shares(scoring, &lines)) {
            None => Some(sheet::value(&lines)),
            Some(bonus) => lines.iter().filter(|l| l.stage == Stage::BONUS).nth(bonus).map(|l| l.count * l.rate),
        }
    }

    /// The players who share the value of a scored feature.
    pub(super) fn owners(&self, scoring: &Scoring) -> Vec<Player> {
        let lines = self.lines(scoring);
        let shares = scoring.points.iter().take(self.shares(scoring, &lines));
        shares.map(|n| self.events()[*n].player).collect()
    }

    /// The sheet line by line, as far as it is about an award.
    fn sheet(&self, scoring: &Scoring, place: usize) -> Vec<Node> {
        let lines = self.lines(scoring);
        if let Some(bonus) = place.checked_sub(self.shares(scoring, &lines)) {
            let line = lines.iter().filter(|l| l.stage == Stage::BONUS).nth(bonus);
            return line.map(|l| self.written(l, &lines)).into_iter().collect();
        }
        let mut nodes = vec![self.majority(scoring)];
        let mut staged: Vec<&Line> = lines.iter().filter(|l| l.stage != Stage::BONUS).collect();
        staged.sort_by_key(|l| l.stage);
        nodes.extend(staged.iter().map(|l| self.written(l, &lines)));
        let value = sheet::value(&lines);
        let owners = self.owners(scoring);
        let each =
            if owners.len() > 1 { format!(" for each of {}", Story::names(owners.into_iter())) } else { String::new() };
        nodes.push(Node::new(format!("together {}{each}", points(value))));
        nodes
    }

    /// Who stands there how strongly, and who shares the points.
    fn majority(&self, scoring: &Scoring) -> Node {
        let strong = scoring.strengths.iter().enumerate().filter(|(_, n)| **n != 0);
        let strong: Vec<String> = strong.map(|(p, n)| format!("{} {n}", words::player(Player(p as u8)))).collect();
        let owners = Story::names(self.owners(scoring).into_iter());
        match strong.is_empty() {
            true => Node::new(format!("the points go to {owners}")),
            false => Node::new(format!("strength: {}; the points go to {owners}", strong.join(", "))),
        }
    }

    /// A line of a sheet with what it comes to.
    fn written(&self, line: &Line, lines: &[Line]) -> Node {
        let of = |stage: Stage| lines.iter().filter(move |l| l.stage == stage);
        let rules = self.rules();
        let product = |rate: i32| line.count.saturating_mul(rate);
        let units = || words::counted(rules, line.count, line.unit);
        let text = match line.stage {
            Stage::OWNERS => {
                let owners = PlayerSet(line.count as u8);
                format!("the points go to {} instead", Story::names(owners.iter()))
            }
            Stage::BASIS => {
                let raised = of(Stage::RATE).filter(|r| r.unit == line.unit).map(|r| r.rate).max();
                let rate = raised.unwrap_or(line.rate);
                let not = if raised.is_some() { format!(", not {}", line.rate) } else { String::new() };
                let but = if of(Stage::INSTEAD).next().is_some() { ", which does not count" } else { "" };
                format!("{} at {rate}{not} = {}{but}", units(), product(rate))
            }
            Stage::RATE => format!("each {} counts {}", words::unit(rules, line.unit), line.rate),
            Stage::INSTEAD => format!("{} instead", points(line.count)),
            Stage::PLUS => format!("plus {} at {} = {}", units(), line.rate, product(line.rate)),
            Stage::NIL => "nothing at all".to_owned(),
            Stage::FACTOR_UP => format!("times {}/{}, rounded up", line.count, line.rate),
            Stage::FACTOR_DOWN => format!("times {}/{}, rounded down", line.count, line.rate),
            _ => format!("{} at {} = {} for {}", units(), line.rate, product(line.rate), words::player(line.to)),
        };
        Node::new(text).by(line.hook, line.rule)
    }
}

/// "1 point", "15 points".
fn points(n: i32) -> String {
    if n.abs() == 1 { format!("{n} point") } else { format!("{n} points") }
}

/// "3 + 15 - 4".
fn sum(parts: &[i32]) -> String {
    let mut text = String::new();
    for (n, part) in parts.iter().enumerate() {
        text += &match (n, *part < 0) {
            (0, _) => part.to_string(),
            (_, false) => format!(" + {part}"),
            (_, true) => format!(" - {}", part.unsigned_abs()),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::listed;

    #[test]
    fn sums_are_written_with_their_signs() {
        assert_eq!(sum(&[3, 15, -4]), "3 + 15 - 4");
        assert_eq!(sum(&[-2]), "-2");
        assert_eq!((points(1), points(-1), points(0)), ("1 point".into(), "-1 point".into(), "0 points".into()));
        assert_eq!(listed(&["a".into(), "b".into(), "c".into()]), "a, b and c");
    }
}
