//! The life of a figure: what touched it, and what holds for it now.

use super::{Answer, ExplainError, Node, Story};
use crate::engine::{Game, Prospects};
use crate::nearest::nearest;
use crate::rules::Words;
use crate::scenario::notation;
use crate::words;
use gatehouse_core::{Bearer, BearerKind, EventCode, EventRow, FigureId, FigureKind, FigureRow, Place, Player};

/// How players call a figure: whose, of which kind, which of several, and where.
struct Called {
    owner: Option<Player>,
    kind: FigureKind,
    number: Option<usize>,
    place: Option<String>,
}

/// The kind of figure whose name or label the words of a text begin with, and the rest.
pub(super) fn kind<'t>(words: &Words, text: &'t str) -> Option<(FigureKind, &'t str)> {
    let lower = text.to_lowercase();
    let begins = |name: &str| {
        let name = name.to_lowercase();
        let rest = lower.strip_prefix(&name)?;
        (rest.is_empty() || rest.starts_with(' ')).then_some(name.len())
    };
    let found = words.figures.iter().enumerate().filter_map(|(n, f)| {
        let long = [begins(&f.what.name), begins(f.what.look.label(&f.what.name))].into_iter().flatten().max()?;
        Some((long, n))
    });
    let (long, n) = found.max_by_key(|(long, n)| (*long, usize::MAX - n))?;
    Some((FigureKind(n as u16), text.get(long..)?.trim()))
}

impl Story {
    /// The life of a figure, called `red meeple 2` or `red meeple on segment of (x, y)`: each event that touched it with
    /// what led to it, and what holds for it now.
    ///
    /// # Errors
    /// No figure or several are called so.
    pub fn life(&self, name: &str) -> Result<Answer, ExplainError> {
        let id = self.figure(name)?;
        let touched = (0..self.events().len()).filter(|n| touches(&self.events()[*n], id));
        let told = touched.filter_map(|n| {
            let node = self.node(n)?;
            let text = format!("{}: {}", self.when(n), node.text);
            Some(Node { text, ..node }.with(self.because(n)))
        });
        let mut nodes: Vec<Node> = told.collect();
        if nodes.is_empty() {
            nodes.push(Node::new("nothing has happened to it in this game"));
        }
        nodes.push(self.now(id));
        Ok(Answer { nodes })
    }

    fn figure(&self, name: &str) -> Result<FigureId, ExplainError> {
        let game = &self.game;
        let called = self.called(name)?;
        let all: Vec<(FigureId, &FigureRow)> = game
            .view(0)
            .figures()
            .filter(|(_, f)| f.kind == called.kind && called.owner.is_none_or(|o| o == f.owner))
            .collect();
        let mut found: Vec<FigureId> = match &called.place {
            None => all.iter().map(|(id, _)| *id).collect(),
            Some(place) => {
                all.iter().filter(|(_, f)| words::place(game, f.place) == *place).map(|(id, _)| *id).collect()
            }
        };
        if let (true, Some(place)) = (found.is_empty(), &called.place) {
            // Nobody of that name is there now; somebody may have been.
            let was = |id: &FigureId| {
                self.events().iter().any(|e| {
                    e.code == EventCode::FIGURE_MOVED
                        && e.subject == id.0
                        && [e.from, e.to].iter().any(|p| words::place(game, *p) == *place)
                })
            };
            found = all.iter().map(|(id, _)| *id).filter(was).collect();
        }
        if let Some(number) = called.number {
            found = found.get(number.wrapping_sub(1)).copied().into_iter().collect();
        }
        match found[..] {
            [one] => Ok(one),
            [] => Err(ExplainError::Figure { name: name.to_owned(), hint: format!("known are {}", self.known(&all)) }),
            _ => {
                let several: Vec<_> = all.into_iter().filter(|(id, _)| found.contains(id)).collect();
                Err(ExplainError::Figures { name: name.to_owned(), known: self.known(&several) })
            }
        }
    }

    fn called(&self, name: &str) -> Result<Called, ExplainError> {
        let (game, declared) = (&self.game, &self.rules().words);
        let text = notation::canonical(game, name.trim());
        let (who, place) = text.split_once(" on ").map_or((text.as_str(), None), |(w, p)| (w, Some(p)));
        let playing = &words::COLOURS[..game.board().players.len().min(words::COLOURS.len())];
        let (first, rest) = who.split_once(' ').unwrap_or((who, ""));
        let owner = playing.iter().position(|c| c.eq_ignore_ascii_case(first)).map(|n| Player(n as u8));
        let rest = if owner.is_some() { rest } else { who };
        let unknown = || {
            let kinds = declared.figures.iter().map(|f| f.what.name.as_str());
            let near = nearest(rest, kinds.clone()).map(|near| format!("did you mean `{near}`?"));
            let known = || {
                let kinds = super::listed(&kinds.map(|k| format!("`{k}`")).collect::<Vec<_>>());
                format!("write colour and kind, with a number or a place behind them; kinds are {kinds}")
            };
            ExplainError::Figure { name: name.to_owned(), hint: near.unwrap_or_else(known) }
        };
        let (kind, behind) = kind(declared, rest).ok_or_else(unknown)?;
        let number = match behind.trim_start_matches('#') {
            "" => None,
            n => Some(n.parse().map_err(|_| unknown())?),
        };
        Ok(Called { owner, kind, number, place: place.map(str::to_owned) })
    }

    /// Figures by their names with number and place.
    fn known(&self, figures: &[(FigureId, &FigureRow)]) -> String {
        let named =
            figures.iter().map(|(id, f)| format!("{} ({})", self.named(*id), words::place(&self.game, f.place)));
        super::listed(&named.collect::<Vec<_>>())
    }

    /// A figure as `red meeple 2`; the number only where there are several.
    fn named(&self, id: FigureId) -> String {
        let game = &self.game;
        let Some(row) = game.board().figure(id) else { return words::figure(game, id, Player::NONE) };
        let twins: Vec<FigureId> = game
            .view(0)
            .figures()
            .filter(|(_, f)| (f.kind, f.owner) == (row.kind, row.owner))
            .map(|(id, _)| id)
            .collect();
        let number = twins.iter().position(|t| *t == id).filter(|_| twins.len() > 1);
        let number = number.map_or(String::new(), |n| format!(" {}", n + 1));
        let owner = if row.owner.is_some() { format!("{} ", words::player(row.owner)) } else { String::new() };
        format!("{owner}{}{number}", words::figure(game, id, row.owner))
    }

    /// What holds for a figure now.
    fn now(&self, id: FigureId) -> Node {
        let game = &self.game;
        let place = game.board().figure(id).map_or(Place::SUPPLY, |f| f.place);
        let there = if place.is_on_board() { "stands on" } else { "is in" };
        let mut inner = Vec::new();
        if let Some(feature) = game.view(0).stands_on(id) {
            inner.push(standing(game, feature));
        }
        for row in game.board().marks.iter().filter(|m| m.kind.is_some() && m.on == Bearer::figure(id) && m.value != 0)
        {
            inner.push(Node::new(format!("it has {}× {}", row.value, words::mark(self.rules(), row.kind))));
        }
        Node::new(format!("now {} {there} {}", self.named(id), words::place(game, place))).with(inner)
    }
}

/// A feature with who stands on it, and what it would give.
fn standing(game: &Game, feature: gatehouse_core::FeatureId) -> Node {
    let row = game.view(0).feature(feature);
    let state = if row.is_complete() { "complete" } else { "open" };
    let tiles = if row.tiles == 1 { "1 tile".to_owned() } else { format!("{} tiles", row.tiles) };
    let strengths = game.view(0).strengths(feature);
    let named = |numbers: &[i32]| {
        let some = numbers.iter().enumerate().filter(|(_, n)| **n != 0);
        super::listed(&some.map(|(p, n)| format!("{} {n}", words::player(Player(p as u8)))).collect::<Vec<_>>())
    };
    let mut prospects = Prospects::default();
    game.fork().prospects(&mut prospects);
    let worth = prospects.features.iter().find(|p| p.feature == feature).map(|p| {
        Node::new(format!(
            "points if the game ended now: {}; if it were completed now: {}",
            named(&p.left),
            named(&p.completed)
        ))
    });
    let text = format!("{}: {state}, {tiles}; strength: {}", words::feature(game, feature), named(&strengths));
    Node::new(text).with(worth.into_iter().filter(|_| !game.is_over()).collect())
}

/// Whether an event is about a figure.
fn touches(event: &EventRow, id: FigureId) -> bool {
    match event.code {
        EventCode::FIGURE_MOVED => event.subject == id.0,
        EventCode::MARK_SET => Bearer::from_bits(event.from.to_bits()).kind() == BearerKind::Figure(id),
        _ => false,
    }
}
