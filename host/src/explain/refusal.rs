//! Why a move was not on offer: a placement by edges and vetoes here, what hooks offer in `offers`.

use super::offers::{Refused, Wanted};
use super::story::Step;
use super::{Answer, ExplainError, Node, Span, Story, placement};
use crate::engine::Question;
use crate::locate;
use crate::scenario::notation;
use crate::words;
use gatehouse_core::{Player, Pos, Rotation, TileKind};

/// A placement as it was written.
struct Placed<'t> {
    tile: &'t str,
    pos: Pos,
    rotation: Option<Rotation>,
    /// What it takes besides, with a blank before it.
    extra: &'t str,
}

/// The most characters of a text that is looked at as a move.
const LONGEST: usize = 200;

/// A text that may be a move, with the blanks of the game's own texts.
fn sound(text: &str) -> Result<String, ExplainError> {
    let wrong = |shown: String, hint: &str| ExplainError::Move { text: shown, hint: hint.to_owned() };
    if text.chars().nth(LONGEST).is_some() {
        let begin: String = text.chars().take(20).collect();
        return Err(wrong(format!("{}...", begin.escape_debug()), "it is longer than any, so shorten it"));
    }
    let text = notation::squashed(text);
    if text.chars().any(char::is_control) {
        return Err(wrong(text.escape_debug().to_string(), "leave its control characters out"));
    }
    Ok(text)
}

impl Story {
    /// Every reason why a move was not on offer, at the last decision of a part of the game at which it could have been.
    ///
    /// # Errors
    /// The text is no move, or the game has no such part.
    pub fn why_not(&self, text: &str, span: Span) -> Result<Answer, ExplainError> {
        self.events_of(span)?;
        let (player, text) = self.mover(sound(text)?)?;
        if let Some(k) = self.offered(&text, player, span)? {
            return Ok(Answer { nodes: vec![self.was_on_offer(&text, k)] });
        }
        if let Some(placed) = self.placed(&text)? {
            return self.not_placed(&text, &placed, span);
        }
        let drawn = text.strip_prefix("draw ").filter(|tile| locate::tile_kind(&self.rules().words, tile).is_ok());
        let nodes = match drawn {
            Some(tile) => vec![Node::new("which tile is drawn is chance").with(vec![self.unseen(tile)])],
            None if text == "pass" => vec![self.not_passed(player, span)],
            None => Refused::of(self, &Wanted::of(self, &text, player)?, span).nodes(),
        };
        Ok(Answer { nodes })
    }

    /// The last decision of a turn at which a move was on offer, word for word.
    fn offered(&self, text: &str, player: Option<Player>, span: Span) -> Result<Option<usize>, ExplainError> {
        let Span::Turn(turn) = span else { return Ok(None) };
        for (k, step) in self.seen.steps.iter().enumerate().rev() {
            if step.turn != turn || !step.player.is_some() || player.is_some_and(|p| p != step.player) {
                continue;
            }
            let game = self.at(k)?;
            let wanted = notation::canonical(&game, text);
            if game.decision().is_some_and(|d| words::choices(&game, &d).contains(&wanted)) {
                return Ok(Some(k));
            }
        }
        Ok(None)
    }

    /// A move with the player whose it would be, if that is said: `red: return`.
    fn mover(&self, text: String) -> Result<(Option<Player>, String), ExplainError> {
        let players = self.game.board().players.len();
        let Some((who, what)) = text.split_once(':') else { return Ok((None, text)) };
        match super::player(who, players) {
            Ok(player) => Ok((Some(player), what.trim().to_owned())),
            // One word and a colon is somebody, unless a hook begins its choices so.
            Err(nobody) if who.chars().all(char::is_alphabetic) && !self.says(&text) => Err(nobody),
            Err(_) => Ok((None, text)),
        }
    }

    /// Whether a choice of this game was ever written so.
    fn says(&self, text: &str) -> bool {
        self.seen.steps.iter().any(|step| step.choices.iter().any(|choice| choice == text))
    }

    /// A text as a placement, if it is one: a cell, with a tile before it or not and a rotation behind it or not.
    fn placed<'t>(&self, text: &'t str) -> Result<Option<Placed<'t>>, ExplainError> {
        let Some((pos, range)) = notation::cell(text) else { return Ok(None) };
        let (tile, behind) = (text[..range.start].trim(), text[range.end..].trim());
        let known = locate::tile_kind(&self.rules().words, tile);
        if !tile.is_empty() && known.is_err() && (tile.contains(' ') || !tile.contains('/')) {
            return Ok(None);
        }
        let wrong = |hint: String| ExplainError::Move { text: text.to_owned(), hint };
        if let (false, Err(hint)) = (tile.is_empty(), known) {
            return Err(wrong(format!("no tile is called `{tile}`: {hint}")));
        }
        let turn = behind.split(' ').next().filter(|word| !word.is_empty());
        let extra = &behind[turn.map_or(0, str::len)..];
        let rotation =
            match turn {
                None => None,
                Some(word) => {
                    let found = Rotation::ALL.into_iter().find(|r| r.to_string().eq_ignore_ascii_case(word));
                    Some(found.ok_or_else(|| {
                        wrong("write a placement as `(x,y) R90`, with R0, R90, R180 or R270".to_owned())
                    })?)
                }
            };
        Ok(Some(Placed { tile, pos, rotation, extra }))
    }

    /// The last decision of a part of the game of which something holds.
    pub(super) fn last_step(&self, span: Span, fits: impl Fn(&Step) -> bool) -> Option<usize> {
        let within = |s: &Step| match span {
            Span::Turn(turn) => s.turn == turn,
            Span::Game => true,
            Span::End => self.events_of(span).is_ok_and(|range| s.event > range.start),
        };
        self.seen.steps.iter().rposition(|s| within(s) && fits(s))
    }

    fn not_placed(&self, text: &str, placed: &Placed<'_>, span: Span) -> Result<Answer, ExplainError> {
        let place = |s: &Step| matches!(s.question, Some(Question::Place(_)));
        let Some(k) = self.last_step(span, place) else {
            let nodes = vec![Node::new(format!("no tile was to be placed {}", self.span(span)))];
            return Ok(Answer { nodes });
        };
        let game = self.at(k)?;
        let Some(decision) = game.decision() else { return Ok(Answer::default()) };
        let Question::Place(kind) = decision.question() else { return Ok(Answer::default()) };
        let step = &self.seen.steps[k];
        let places = if k < self.record.entries.len() { "placed" } else { "places" };
        let when = format!("in turn {}, when {} {places}", step.turn, words::player(step.player));
        let drawn = words::tile_kind(self.rules(), kind);
        if !placed.tile.is_empty() && locate::tile_kind(&self.rules().words, placed.tile) != Ok(kind) {
            return Ok(Answer { nodes: vec![self.other_tile(placed.tile, drawn, &when)] });
        }
        let on_offer = words::choices(&game, &decision);
        let cell = placed.pos.to_string();
        let named = placed.rotation.map(|r| format!("{cell} {r}{}", placed.extra));
        let offered = named.as_ref().is_some_and(|named| on_offer.contains(named));
        let head = if offered {
            self.was_on_offer(named.as_deref().unwrap_or(text), k)
        } else {
            Node::new(format!("`{text}` {when} {drawn}:"))
        };
        let mut reasons = Vec::new();
        if !offered {
            reasons = placement::reasons(&game, &decision, kind, placed.pos, placed.rotation);
        }
        Ok(Answer { nodes: vec![head.with(reasons)] })
    }

    /// Why another tile than the drawn one can't be placed.
    fn other_tile(&self, tile: &str, drawn: &str, when: &str) -> Node {
        Node::new(format!("{when}, {tile} was not the tile at hand: that was {drawn}")).with(vec![self.unseen(tile)])
    }

    /// How many of a tile nobody has seen.
    fn unseen(&self, tile: &str) -> Node {
        let (kinds, board) = (self.opening.tables().tile_kinds.len().max(1), self.game.board());
        let of_kind =
            |kind: TileKind| board.unseen.iter().skip(kind.index()).step_by(kinds).map(|n| u32::from(*n)).sum();
        let unseen: u32 = locate::tile_kind(&self.rules().words, tile).map_or(0, of_kind);
        Node::new(format!("{unseen} of {tile} are unseen now"))
    }

    /// Why nobody could pass.
    fn not_passed(&self, player: Option<Player>, span: Span) -> Node {
        let decides = |s: &Step| s.player.is_some() && player.is_none_or(|p| p == s.player);
        let Some(k) = self.last_step(span, decides) else {
            return Node::new(format!("nobody was to decide anything {}", self.span(span)));
        };
        let step = &self.seen.steps[k];
        if step.choices.iter().any(|c| c == "pass") {
            return self.was_on_offer("pass", k);
        }
        let why = match step.question {
            Some(Question::Place(_)) => Node::new("a tile that can be placed has to be placed"),
            Some(Question::Depart(_)) => Node::new("the figure leaves in one way or another; staying is none of them"),
            Some(Question::Offer(hook)) => Node {
                hook,
                rules: self.rules_of(hook),
                ..Node::new("the hook that asks says that one has to be chosen")
            },
            _ => Node::new("the hook that offers it says that it has to be taken"),
        };
        let who = words::player(step.player);
        Node::new(format!("`pass` was not on offer to {who} in turn {}:", step.turn)).with(vec![why])
    }

    /// That a move was on offer, and what was chosen instead.
    pub(super) fn was_on_offer(&self, text: &str, k: usize) -> Node {
        let step = &self.seen.steps[k];
        let who = words::player(step.player);
        match self.record.entries.get(k) {
            None => Node::new(format!("`{text}` is on offer: {who} may choose it now")),
            Some(entry) if notation::canonical(&self.game, text) == entry.choose => {
                Node::new(format!("`{text}` was on offer in turn {}, and {who} chose it", step.turn))
            }
            Some(entry) => {
                let chose = &entry.choose;
                Node::new(format!("`{text}` was on offer in turn {}, but {who} chose `{chose}`", step.turn))
            }
        }
    }

    /// "in turn 5", "in this game so far", "in final scoring".
    pub(super) fn span(&self, span: Span) -> String {
        match span {
            Span::Turn(turn) => format!("in turn {turn}"),
            Span::Game if self.game.is_over() => "in this game".to_owned(),
            Span::Game => "in this game so far".to_owned(),
            Span::End => "in final scoring".to_owned(),
        }
    }
}
