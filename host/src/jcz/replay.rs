//! Replays the messages through the engine, choice by choice.
//!
//! Our timeline asks for more than the files say: draws follow from the order of drawing or from the tile that is placed,
//! and a figure action, an offer or the move of a figure that a file leaves out is passed as that program does. The order
//! in which figures leave is ours, so the message of each is looked for among those before the next tile.

use super::file::Saved;
use super::location::{cell, segment};
use super::message::{Ask, FigureName, Pointer};
use super::names::Names;
use super::setup::Plan;
use super::token::is_at;
use crate::engine::{ActChoice, Choice, Decision, Game, Opening, Question};
use crate::record::Record;
use crate::{locate, words};
use gatehouse_core::{FigureId, FigureKind, Place, Player, Point, Pos, Rotation, Spot, TileKind};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// A game as far as a file has it.
pub(super) struct Replayed {
    pub(super) game: Game,
    pub(super) record: Record,
    pub(super) choices: Vec<usize>,
    /// The point whose choice was made last and not committed, so that nothing follows from it.
    pub(super) uncommitted: Option<Point>,
    /// Whether what was done last can be taken back.
    pub(super) undoable: bool,
}

/// Where a replay stops: the message, counted from 1, and what was expected.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
#[error("message {message}: {why}")]
pub(super) struct Stop {
    pub(super) message: usize,
    pub(super) why: String,
}

struct Replay<'a, 'p> {
    saved: &'a Saved,
    names: &'a Names<'p>,
    plan: &'a Plan,
    asks: &'a [(usize, Ask)],
    /// Messages that were taken out of their turn.
    used: Vec<bool>,
    game: Game,
    record: Record,
    choices: Vec<usize>,
    draws: VecDeque<TileKind>,
    /// The figures by the names that the file gives them as they are placed.
    figures: BTreeMap<(usize, String, usize), FigureId>,
    /// Whether the actions of this part of the turn are confirmed.
    committed: bool,
    uncommitted: Option<Point>,
    /// Whose the last message was.
    last: Option<Player>,
}

/// Replays the messages of a file.
pub(super) fn replay(
    saved: &Saved,
    names: &Names<'_>,
    plan: &Plan,
    asks: &[(usize, Ask)],
    opening: &Arc<Opening>,
) -> (Replayed, Option<Stop>) {
    let known = &opening.rules().words;
    let mut r = Replay {
        saved,
        names,
        plan,
        asks,
        used: vec![false; asks.len()],
        game: Game::new(opening),
        record: Record::new(opening),
        choices: Vec::new(),
        draws: plan.draws.iter().filter_map(|id| locate::tile_kind(known, id).ok()).collect(),
        figures: BTreeMap::new(),
        committed: false,
        uncommitted: None,
        last: None,
    };
    let mut stop = None;
    for (at, (n, _)) in asks.iter().enumerate() {
        if r.used[at] {
            r.last = r.player(saved.replay[*n].player).ok().flatten().or(r.last);
            continue;
        }
        if let Err(why) = r.message(at) {
            stop = Some(Stop { message: n + 1, why });
            break;
        }
    }
    if stop.is_none() {
        r.go_on();
    }
    let undoable = r.undoable();
    let Replay { game, record, choices, uncommitted, .. } = r;
    (Replayed { game, record, choices, uncommitted, undoable }, stop)
}

impl Replay<'_, '_> {
    fn message(&mut self, at: usize) -> Result<(), String> {
        let (n, ask) = &self.asks[at];
        let by = self.player(self.saved.replay[*n].player)?;
        match ask {
            Ask::Place { quarters, x, y, .. } => self.place(by, at, *quarters, cell(*x, *y)?)?,
            Ask::Deploy { figure, to } => self.deploy(by, at, figure, to)?,
            Ask::Return { source, from } => self.take_back(by, source, from)?,
            Ask::Token { token, to } => self.token(by, token, to.as_ref())?,
            Ask::Pass => self.pass(by, at)?,
            Ask::Commit => self.commit(by)?,
            Ask::Undo | Ask::Nothing | Ask::Over | Ask::Other { .. } => return Ok(()),
        }
        if matches!(ask, Ask::Return { .. }) && self.is_open(at) {
            self.uncommitted = Some(Point::AFTER_ACTION);
        }
        self.last = by.or(self.last);
        self.leave(at);
        while self.is_taken() {
            self.choose(0)?;
        }
        Ok(())
    }

    /// Whether an offer is open that is always taken there.
    fn is_taken(&self) -> bool {
        let rules = self.game.opening().rules();
        let Some(Question::Offer(hook)) = self.question() else { return false };
        rules.hooks.get(hook.index()).is_some_and(|h| self.names.takes(words::rule(rules, h.rule)))
    }

    /// Whose a message is, if it says so.
    fn player(&self, seat: Option<i64>) -> Result<Option<Player>, String> {
        let players = self.saved.players.len();
        match seat.map(usize::try_from) {
            None => Ok(None),
            Some(Ok(seat)) if seat < players => Ok(Some(Player(seat as u8))),
            Some(_) => Err(format!("its player is expected to be 0 to {}", players - 1)),
        }
    }

    /// The open decision in words.
    fn state(&self) -> String {
        let Some(decision) = self.game.decision() else { return "the game is over".to_owned() };
        if matches!(decision.question(), Question::Draw(_)) {
            let next = self.game.board().turn.active;
            return format!("{} is expected to place a tile", self.called(next));
        }
        let asked = words::question(&self.game, &decision);
        let known = words::choices(&self.game, &decision);
        let (listed, more) = (known.iter().take(12).cloned().collect::<Vec<_>>().join(" / "), known.len().max(12) - 12);
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        match decision.player() {
            Some(player) => format!("{} is asked {asked} ({listed}{more})", self.called(player)),
            None => format!("chance is asked {asked}"),
        }
    }

    /// A player by name and colour.
    fn called(&self, player: Player) -> String {
        format!("{} ({})", self.saved.name(player.index()), words::player(player))
    }

    fn choose(&mut self, n: usize) -> Result<(), String> {
        self.record.choose(&mut self.game, n).map_err(|e| e.to_string())?;
        self.choices.push(n);
        match self.game.faults().last() {
            None => Ok(()),
            Some(fault) => {
                let hook = words::hook(self.game.opening().rules(), fault.hook);
                Err(format!("the hook {hook} was at fault: {}", fault.message))
            }
        }
    }

    /// Passes, which is the last choice.
    fn decline(&mut self) -> Result<(), String> {
        let last = self.game.decision().map_or(0, |d| d.len() - 1);
        self.choose(last)
    }

    fn question(&self) -> Option<Question> {
        self.game.decision().map(|d| d.question())
    }

    /// Who decides must be whose message it is.
    fn own(&self, by: Option<Player>) -> Result<(), String> {
        let decider = self.game.decision().and_then(|d| d.player());
        match (by, decider) {
            (Some(by), Some(decider)) if by != decider => {
                Err(format!("it is {}'s, but {}", self.called(by), self.state()))
            }
            _ => Ok(()),
        }
    }

    fn place(&mut self, by: Option<Player>, at: usize, quarters: u8, pos: Pos) -> Result<(), String> {
        let id = self.plan.placed.get(&self.asks[at].0).cloned().unwrap_or_default();
        let kind = locate::tile_kind(&self.game.opening().rules().words, &id)
            .map_err(|hint| format!("no tile is called `{id}`: {hint}"))?;
        self.leave_out()?;
        if let Some(source) = self.source(kind) {
            self.own(by)?;
            self.choose(source)?;
        } else {
            while self.question() == Some(Question::Source) && self.may_pass() {
                self.decline()?;
            }
            self.draw(kind, &id)?;
        }
        let Some(decision) = self.game.decision().filter(|d| matches!(d.question(), Question::Place(_))) else {
            return Err(format!("`{id}` can't be placed: {}", self.state()));
        };
        self.own(by)?;
        let wanted = |c: Choice<'_>| matches!(c, Choice::Place { candidate, .. } if candidate.pos == pos && candidate.rotation == Rotation(quarters));
        let Some(choice) = decision.iter().position(wanted) else {
            let at = format!("{pos} {}", Rotation(quarters));
            return Err(format!("`{id}` can't be placed at {at}: a place where its edges fit is expected"));
        };
        (self.committed, self.uncommitted) = (false, None);
        // Where no figure can be placed the turn goes on here; there somebody has to confirm the tile first.
        if self.is_open(at) && !self.asks_for_a_figure_after(choice) {
            self.uncommitted = Some(Point::AFTER_ACTION);
            return Ok(());
        }
        self.choose(choice)
    }

    fn asks_for_a_figure_after(&self, choice: usize) -> bool {
        let mut ahead = self.game.clone();
        let chosen = ahead.choose(choice).is_ok();
        !chosen || ahead.decision().is_some_and(|d| matches!(d.question(), Question::Figure(_) | Question::Offer(_)))
    }

    /// Whether nothing follows a message that would confirm it; where turns follow without COMMIT, nothing has to be.
    fn is_open(&self, at: usize) -> bool {
        let commits = self.asks.iter().any(|(_, ask)| *ask == Ask::Commit);
        let turns = self.asks.iter().filter(|(_, ask)| matches!(ask, Ask::Place { .. })).count();
        (commits || turns < 2) && self.asks[at + 1..].iter().all(|(_, ask)| *ask == Ask::Nothing)
    }

    /// Whether the last message was a choice of somebody who is still the one to go on.
    fn undoable(&self) -> bool {
        let Some((n, ask)) = self.asks.last() else { return false };
        let by = self.player(self.saved.replay[*n].player).ok().flatten();
        let on = self.game.decision().and_then(|d| d.player());
        !matches!(ask, Ask::Commit | Ask::Nothing | Ask::Over)
            && (self.uncommitted.is_some() || by.is_none() || by == on)
    }

    /// The choice of a tile that is played instead of a draw.
    fn source(&self, kind: TileKind) -> Option<usize> {
        let decision = self.game.decision().filter(|d| d.question() == Question::Source)?;
        decision.iter().position(|c| matches!(c, Choice::Source { kind: k, .. } if k == kind))
    }

    fn may_pass(&self) -> bool {
        self.game.decision().is_some_and(|d| d.may_pass())
    }

    /// Draws this tile, after those of the order that fit nowhere.
    fn draw(&mut self, wanted: TileKind, id: &str) -> Result<(), String> {
        while matches!(self.question(), Some(Question::Draw(_))) {
            let next = self.draws.pop_front().unwrap_or(wanted);
            self.reveal(next)?;
            if next != wanted && matches!(self.question(), Some(Question::Place(_))) {
                let drawn = words::tile_kind(self.game.opening().rules(), next);
                return Err(format!("`{id}` is placed, but the drawing order has `{drawn}`"));
            }
            if next == wanted {
                break;
            }
        }
        Ok(())
    }

    fn reveal(&mut self, kind: TileKind) -> Result<(), String> {
        let decision = self.game.decision();
        let found =
            decision.and_then(|d| d.iter().position(|c| matches!(c, Choice::Draw { kind: k, .. } if k == kind)));
        let id = words::tile_kind(self.game.opening().rules(), kind);
        match found {
            Some(n) => self.choose(n),
            None => Err(format!("`{id}` can't be drawn: no copy is left in the sets of this file")),
        }
    }

    fn deploy(&mut self, by: Option<Player>, at: usize, figure: &FigureName, to: &Pointer) -> Result<(), String> {
        let kind = self.figure(by, figure)?;
        let Some(decision) = self.game.decision() else {
            return Err(format!("a figure can't be placed: {}", self.state()));
        };
        if !matches!(decision.question(), Question::Figure(_)) {
            return Err(format!("no figure can be placed or moved now: {}", self.state()));
        }
        self.own(by)?;
        let owner = Player(figure.seat as u8);
        if let Some(choice) = self.goes(&decision, kind, owner, to)? {
            let named = (figure.seat, figure.kind.clone(), figure.number);
            if let Some(Choice::Act(act)) = decision.choice(choice) {
                self.figures.insert(named, act.row.figure);
            }
            // A figure that nobody confirms stands there, and nothing is scored yet.
            if self.is_open(at) {
                self.uncommitted = Some(Point::AFTER_ACTION);
                return Ok(());
            }
            return self.choose(choice);
        }
        let (what, at) = (&figure.kind, Pos::new(to.x as i16, to.y as i16));
        let to = format!("{} {} of {at}", to.feature.as_deref().unwrap_or(""), to.location);
        Err(format!("`{what}` can't be placed on {}: {}", to.trim(), self.state()))
    }

    /// The kind of a figure that the file names, if there is such a one.
    fn figure(&self, by: Option<Player>, figure: &FigureName) -> Result<FigureKind, String> {
        let name = format!("{}.{}.{}", figure.seat, figure.kind, figure.number);
        let words = &self.game.opening().rules().words;
        let kind = self.names.figure(&figure.kind).and_then(|own| locate::figure_kind(words, own).ok());
        let kind = kind.ok_or_else(|| format!("`{name}` is of no kind of figure that is played"))?;
        let owner = Player(u8::try_from(figure.seat).unwrap_or(u8::MAX));
        if by.is_some_and(|by| by != owner) {
            return Err(format!("`{name}` is no figure of the player whose message it is"));
        }
        let own = self.game.board().figures.iter().filter(|f| f.kind == kind && f.owner == owner);
        let have = own.filter(|f| f.place != Place::BOX).count();
        if (1..=have).contains(&figure.number) {
            return Ok(kind);
        }
        Err(format!("there is no figure `{name}`: the player has {have} of the kind"))
    }

    /// The choice that brings a figure of this kind and owner where a pointer points.
    fn goes(
        &self,
        decision: &Decision<'_>,
        kind: FigureKind,
        owner: Player,
        to: &Pointer,
    ) -> Result<Option<usize>, String> {
        let corner = cell(to.x, to.y)?;
        let place = segment(&self.game, self.names, to);
        let is_it = |act: &ActChoice<'_>| {
            let row = self.game.board().figure(act.row.figure);
            row.is_some_and(|f| f.kind == kind && f.owner == owner)
                && match act.row.to.spot() {
                    Spot::Segment(s) => place.as_ref().is_ok_and(|p| *p == s),
                    Spot::Corner(tile, n) => self.point(tile, n) == Some(corner),
                    _ => false,
                }
        };
        let found = decision.iter().position(|c| matches!(&c, Choice::Act(act) if is_it(act)));
        // A corner needs no segment, so that there is none is an error only now.
        match (found, place) {
            (Some(n), _) => Ok(Some(n)),
            (None, Err(why)) => Err(why),
            (None, Ok(_)) => Ok(None),
        }
    }

    /// The point at a corner of a tile, as the cell south-east of it: so the files name it.
    fn point(&self, tile: gatehouse_core::TileId, corner: u8) -> Option<Pos> {
        let pos = self.game.board().tiles.get(tile.index())?.pos;
        let (east, south) = (i16::from(matches!(corner, 1 | 2)), i16::from(corner >= 2));
        Some(Pos::new(pos.x.checked_add(east)?, pos.y.checked_add(south)?))
    }

    fn take_back(&mut self, by: Option<Player>, source: &str, from: &Pointer) -> Result<(), String> {
        let rule = self.names.return_rule(source).unwrap_or_default();
        let pos = cell(from.x, from.y)?;
        let stands = |figure: FigureId| {
            let segment = self.game.board().figure(figure).and_then(|f| f.place.on_segment());
            let tile = segment.map(|s| self.game.board().segments[s.index()].tile);
            tile.is_some_and(|t| self.game.board().tiles[t.index()].pos == pos)
        };
        let found = self.by_rule(rule, |act| stands(act.row.figure));
        self.own(by)?;
        match found {
            Some(n) => self.choose(n),
            None => Err(format!("no figure can be taken back from {pos} by `{source}`: {}", self.state())),
        }
    }

    fn token(&mut self, by: Option<Player>, token: &str, to: Option<&Pointer>) -> Result<(), String> {
        let rule = self.names.token_rule(token).unwrap_or_default();
        let found = self.by_rule(rule, |act| to.is_none_or(|to| is_at(&self.game, self.names, act, to)));
        self.own(by)?;
        match found {
            Some(n) => self.choose(n),
            None => Err(format!("the token `{token}` can't be laid down: {}", self.state())),
        }
    }

    /// The choice on offer that follows a rule.
    fn by_rule(&self, rule: &str, wanted: impl Fn(&ActChoice<'_>) -> bool) -> Option<usize> {
        let rules = self.game.opening().rules();
        let decision = self.game.decision()?;
        decision
            .iter()
            .position(|c| matches!(&c, Choice::Act(a) if words::rule(rules, a.row.rule) == rule && wanted(a)))
    }

    fn pass(&mut self, by: Option<Player>, at: usize) -> Result<(), String> {
        let figure = matches!(self.question(), Some(Question::Figure(_))) && !self.committed;
        if figure && self.is_open(at) {
            self.own(by)?;
            self.uncommitted = Some(Point::AFTER_ACTION);
            return Ok(());
        }
        if figure || self.question() == Some(Question::Source) {
            self.own(by)?;
            return self.decline();
        }
        // What was passed was not on offer here, or followed from something else: a figure that went home by itself.
        let known = [Some(self.game.board().turn.active), self.game.decision().and_then(|d| d.player()), self.last];
        let (passes, over) = (by.is_none() || known.contains(&by) || self.committed, self.game.is_over());
        match self.question() {
            Some(Question::Place(_)) => Err(format!("nothing can be passed: {}", self.state())),
            _ if !passes && !over => Err(format!("nothing can be passed by that player: {}", self.state())),
            _ => Ok(()),
        }
    }

    /// Who did something confirms it.
    fn commit(&mut self, by: Option<Player>) -> Result<(), String> {
        if let (Some(by), Some(last)) = (by, self.last)
            && by != last
        {
            return Err(format!("it is {}'s, but {} has something to confirm", self.called(by), self.called(last)));
        }
        if matches!(self.question(), Some(Question::Figure(_))) && !self.committed {
            self.decline()?;
        }
        self.committed = true;
        Ok(())
    }

    /// Lets figures leave that have to decide now; each looks for its message before the next tile is placed.
    fn leave(&mut self, at: usize) {
        while let Some(Question::Depart(figure)) = self.question() {
            let Some(row) = self.game.board().figure(figure).copied() else { return };
            let Some((message, choice)) = self.departure(at, figure, row.kind, row.owner) else {
                // It stays open if the file ends here: then somebody is asked there too.
                let rest = self.asks.iter().zip(&self.used).skip(at + 1);
                let on = rest
                    .filter(|(_, used)| !**used)
                    .any(|((_, ask), _)| !matches!(ask, Ask::Commit | Ask::Nothing | Ask::Over));
                if !on || self.go_home().is_err() {
                    return;
                }
                continue;
            };
            self.used[message] = true;
            if let Ask::Deploy { figure: named, .. } = &self.asks[message].1 {
                self.figures.insert((named.seat, named.kind.clone(), named.number), figure);
                if self.is_open(message) {
                    self.uncommitted = Some(Point::DEPART);
                    return;
                }
            }
            if self.choose(choice).is_err() {
                return;
            }
        }
    }

    /// The message by which a figure leaves, and the choice that means.
    fn departure(&self, at: usize, figure: FigureId, kind: FigureKind, owner: Player) -> Option<(usize, usize)> {
        let decision = self.game.decision()?;
        let until = |ask: &Ask| matches!(ask, Ask::Place { .. });
        let span = (at + 1..self.asks.len()).take_while(|&j| !until(&self.asks[j].1)).filter(|&j| !self.used[j]);
        let by_owner = |j: usize| {
            let player = self.saved.replay[self.asks[j].0].player;
            player.is_none_or(|p| p == i64::from(owner.0))
        };
        let mut found: Vec<(bool, usize, usize)> = Vec::new();
        for j in span.clone().filter(|&j| by_owner(j)) {
            let Ask::Deploy { figure: named, to } = &self.asks[j].1 else { continue };
            let of_kind = self.figure(Some(owner), named).is_ok_and(|k| k == kind);
            if let Some(choice) = of_kind.then(|| self.goes(&decision, kind, owner, to).ok().flatten()).flatten() {
                let key = (named.seat, named.kind.clone(), named.number);
                found.push((self.figures.get(&key) != Some(&figure), j, choice));
            }
        }
        // The figure's own message goes first; figures of a kind may stand for each other.
        if let Some((_, j, choice)) = found.into_iter().min() {
            return Some((j, choice));
        }
        // What is passed and then committed is something else: a tile of the player's own.
        let commits = |j: usize| matches!(self.asks.get(j + 1), Some((_, Ask::Commit)));
        let passes = |j: &usize| self.asks[*j].1 == Ask::Pass && by_owner(*j) && !commits(*j);
        let after = span.skip_while(|j| !matches!(self.asks[*j].1, Ask::Commit)).find(passes)?;
        Some((after, self.home()?))
    }

    /// The choice of a figure to go home.
    fn home(&self) -> Option<usize> {
        let decision = self.game.decision()?;
        decision.iter().position(|c| matches!(&c, Choice::Act(a) if a.row.to == Place::SUPPLY))
    }

    fn go_home(&mut self) -> Result<(), String> {
        match self.home() {
            Some(n) => self.choose(n),
            None => Err(format!("the file says nothing of what is asked: {}", self.state())),
        }
    }

    /// Passes what the file says nothing of before a tile is placed.
    fn leave_out(&mut self) -> Result<(), String> {
        loop {
            match self.question() {
                Some(Question::Figure(_)) => self.decline()?,
                Some(Question::Depart(_)) => self.go_home()?,
                Some(Question::Offer(_)) => self.offer()?,
                _ => return Ok(()),
            }
        }
    }

    /// Takes an offer that is always taken there, and passes any other.
    fn offer(&mut self) -> Result<(), String> {
        if self.is_taken() {
            self.choose(0)
        } else if self.may_pass() {
            self.decline()
        } else {
            Err(format!("the file says nothing of what is asked: {}", self.state()))
        }
    }

    /// Goes on after the last message to where that program would wait for somebody.
    fn go_on(&mut self) {
        if self.uncommitted.is_some() {
            return;
        }
        // Errors are about nothing the file says: then the game stays where it is.
        while let Some(Question::Offer(_)) = self.question() {
            if self.offer().is_err() {
                return;
            }
        }
        while matches!(self.question(), Some(Question::Draw(_))) {
            let Some(next) = self.draws.pop_front() else { return };
            if self.reveal(next).is_err() {
                return;
            }
        }
    }
}
