//! Why a move that hooks offer was not among the choices: what struck it, and for each hook that might have offered it
//! which of its conditions did not hold, or that it was asked and offered something else.

use super::answer::at;
use super::story::{Step, Story};
use super::{ExplainError, Node, Span, figure, listed};
use crate::engine::{Answer, Game, Heard, Question, Unmet};
use crate::rules::{PlannedHook, When};
use crate::scenario::notation;
use crate::{locate, words};
use gatehouse_core::points::{Condition, Datum, Role};
use gatehouse_core::{ChoiceRow, FigureKind, HookId, Player, Point, Pos, SegmentId};

/// A move as it was written, taken apart as far as it can be.
pub(super) struct Wanted {
    text: String,
    /// Whose move it would be, if that is said.
    player: Option<Player>,
    /// The hooks that use the words it begins with, in this game or as their name.
    speakers: Vec<HookId>,
    /// Their points; empty if there are none.
    points: Vec<Point>,
    kind: Option<FigureKind>,
    /// Where it leads, and the words for it.
    goal: Option<(Pos, String)>,
}

impl Wanted {
    /// A text as a move, of anybody unless it is of a player.
    pub(super) fn of(story: &Story, text: &str, player: Option<Player>) -> Result<Wanted, ExplainError> {
        let text = notation::canonical(story.game(), text);
        let lower = text.to_lowercase();
        let speakers = story.speakers(&lower);
        let declared = &story.rules().words;
        let tile = text.split(' ').next_back().is_some_and(|word| locate::tile_kind(declared, word).is_ok());
        let mut points: Vec<Point> = speakers.iter().map(|id| story.rules().hooks[id.index()].point).collect();
        // A choice that ends with a tile is to play it instead of a draw.
        points.extend(Some(Point::TILE_SOURCE).filter(|_| tile && speakers.is_empty()));
        points.sort_unstable();
        points.dedup();
        let starts = text.char_indices().filter(|(i, _)| *i == 0 || text[..*i].ends_with(' ')).map(|(i, _)| i);
        let kind = starts.filter_map(|i| figure::kind(declared, &text[i..])).map(|(kind, _)| kind).next();
        let goal = goal(&text);
        let known = story.seen.steps.iter().any(|s| s.choices.contains(&text));
        if !known && (text.is_empty() || (points.is_empty() && kind.is_none() && goal.is_none())) {
            let hint = match story.seen.steps.iter().rev().flat_map(|s| s.choices.first()).next() {
                Some(known) => {
                    format!("write it as choices are listed, such as `{known}`, or a placement as `(x,y) R90`")
                }
                None => "write a placement as `(x,y) R90`".to_owned(),
            };
            return Err(ExplainError::Move { text: text.escape_debug().to_string(), hint });
        }
        Ok(Wanted { text, player, speakers, points, kind, goal })
    }
}

/// The last cell of a text with the words from the last "to" or "on" before it.
fn goal(text: &str) -> Option<(Pos, String)> {
    let from = text.rfind('(')?;
    let (pos, _) = notation::cell(&text[from..])?;
    let before = text[..from].trim().trim_end_matches(" of");
    let word = [" to ", " on ", " from "].iter().filter_map(|w| before.rfind(w).map(|at| at + w.len())).max();
    Some((pos, before[word.unwrap_or(0)..].trim().to_owned()))
}

impl Story {
    /// The hooks that offered choices under the words a text begins with, or are called so; without any, those that have
    /// a word of it in their name.
    fn speakers(&self, text: &str) -> Vec<HookId> {
        let begins = |label: &str| {
            let rest = text.strip_prefix(&label.to_lowercase());
            !label.is_empty() && rest.is_some_and(|r| r.is_empty() || r.starts_with(' '))
        };
        let hooks = &self.rules().hooks;
        let said = self.game.heard().iter().flat_map(|note| {
            let rows = match &note.answer {
                Answer::Offered(rows) => &rows[..],
                Answer::Struck(row, ..) | Answer::Dropped(row, _) => std::slice::from_ref(row),
                _ => &[],
            };
            // What was struck another hook had offered.
            let hook = |row: &ChoiceRow| if row.hook.is_some() { row.hook } else { note.hook };
            rows.iter().filter(|(row, _)| begins(&row.label)).map(move |(row, _)| hook(row))
        });
        let named = (0..hooks.len()).filter(|n| offers(&hooks[*n]) && begins(&hooks[*n].head.name.replace('_', " ")));
        let mut speakers: Vec<HookId> = said.chain(named.map(|n| HookId(n as u16))).collect();
        if speakers.is_empty() {
            let shared = |name: &str| text.split(' ').any(|word| word.len() > 3 && name.split('_').any(|n| n == word));
            let named = (0..hooks.len()).filter(|n| offers(&hooks[*n]) && shared(&hooks[*n].head.name));
            speakers.extend(named.map(|n| HookId(n as u16)));
        }
        speakers.sort_unstable();
        speakers.dedup();
        speakers
    }
}

/// Whether a hook says that it may offer something.
fn offers(hook: &PlannedHook) -> bool {
    let offered = [Datum::choices(), Datum::offers(), Datum::sources()];
    hook.head.writes.iter().any(|d| offered.contains(d))
}

/// The search for why a move was not on offer.
pub(super) struct Refused<'s> {
    story: &'s Story,
    wanted: &'s Wanted,
    span: Span,
    /// The turn that is looked at; none if no hook that matters was ever reached.
    turn: Option<u32>,
    /// The notes of that turn on hooks that matter.
    notes: Vec<usize>,
}

impl<'s> Refused<'s> {
    pub(super) fn of(story: &'s Story, wanted: &'s Wanted, span: Span) -> Refused<'s> {
        let mut refused = Refused { story, wanted, span, turn: None, notes: Vec::new() };
        let heard = story.game.heard();
        let range = story.events_of(span).unwrap_or(0..0);
        let within = |n: &usize| {
            (range.contains(&heard[*n].event) || heard[*n].event == range.end) && refused.matters(heard[*n].hook)
        };
        let notes: Vec<usize> = (0..heard.len()).filter(within).collect();
        let turn = notes.iter().rev().map(|n| refused.turn_of(*n)).find(|turn| match span {
            Span::Turn(asked) => *turn == asked,
            _ => true,
        });
        refused.notes = notes.into_iter().filter(|n| Some(refused.turn_of(*n)) == turn).collect();
        refused.turn = turn;
        refused
    }

    fn note(&self, n: usize) -> &'s Heard {
        &self.story.game.heard()[n]
    }

    /// The turn to which a note belongs: that of the decision that was open next.
    fn turn_of(&self, n: usize) -> u32 {
        let beginning = self.story.beginning(self.note(n).event.saturating_sub(1));
        let upto = &self.story.events()[..(beginning + 1).min(self.story.events().len())];
        let begun = upto.iter().rev().find(|e| e.code == gatehouse_core::EventCode::TURN_BEGAN);
        begun.map_or(0, |e| e.n as u32)
    }

    /// Whether a hook might have offered, struck or changed the move.
    fn matters(&self, hook: HookId) -> bool {
        let planned = &self.story.rules().hooks[hook.index()];
        let there = self.wanted.points.is_empty() || self.wanted.points.contains(&planned.point);
        let changes = [Role::STRIKE, Role::RIDE].contains(&planned.head.role);
        there && (offers(planned) || changes)
    }

    pub(super) fn nodes(&self) -> Vec<Node> {
        let text = &self.wanted.text;
        if let Some(step) = self.on_offer() {
            return vec![self.story.was_on_offer(text, step)];
        }
        let when = match (self.span, self.turn) {
            (Span::End, _) => "in final scoring".to_owned(),
            (_, Some(turn)) => format!("in turn {turn}"),
            _ => self.story.span(self.span),
        };
        let mut inner = self.struck();
        inner.extend(self.beside());
        inner.extend(self.facts());
        inner.extend(self.hooks());
        if inner.is_empty() {
            inner.push(Node::new("no hook of these plugins offers anything by such a name"));
        }
        let to = self.wanted.player.map_or(String::new(), |p| format!(" to {}", words::player(p)));
        vec![Node::new(format!("`{text}` was not on offer{to} {when}:")).with(inner)]
    }

    /// The last decision of the turn at which the move was on offer.
    fn on_offer(&self) -> Option<usize> {
        let span = self.turn.map_or(self.span, Span::Turn);
        self.story.last_step(span, |s| self.is_by(s) && s.choices.contains(&self.wanted.text))
    }

    /// Whether the player whose move it would be decided.
    fn is_by(&self, step: &Step) -> bool {
        self.wanted.player.is_none_or(|p| p == step.player)
    }

    /// What was offered and then struck or dropped, or happened by itself.
    fn struck(&self) -> Vec<Node> {
        let mut nodes = Vec::new();
        let mut offered = None;
        for n in self.notes.iter().filter(|n| self.said(**n)) {
            let note = self.note(*n);
            match &note.answer {
                Answer::Struck(_, why, rule) => {
                    nodes.push(Node::new(format!("it was struck: {why}")).by(note.hook, *rule));
                }
                Answer::Dropped(_, why) => nodes.push(Node::new(format!("it was no longer possible: {why}"))),
                Answer::Offered(_) => offered = Some(*n),
                _ => {}
            }
        }
        nodes.dedup();
        if nodes.is_empty() {
            nodes.extend(offered.map(|n| Node::new(self.offered_once(n))));
        }
        nodes
    }

    /// Whether a note is about a choice in the words of the move.
    fn said(&self, n: usize) -> bool {
        self.said_at(n).is_some()
    }

    /// The place of the move among the choices of a note: of a figure of the player, if that is said.
    fn said_at(&self, n: usize) -> Option<usize> {
        let rows = match &self.note(n).answer {
            Answer::Offered(rows) => &rows[..],
            Answer::Struck(row, ..) | Answer::Dropped(row, _) => std::slice::from_ref(row),
            _ => &[],
        };
        let owner = |i: usize| rows.get(i).and_then(|(row, _)| self.story.game().board().figure(row.figure));
        let own = |i: usize| match (self.wanted.player, owner(i)) {
            (Some(player), Some(figure)) if figure.owner.is_some() => figure.owner == player,
            _ => true,
        };
        let mut said = self.story.seen.said[n].iter().enumerate();
        said.find(|(i, text)| **text == self.wanted.text && own(*i)).map(|(i, _)| i)
    }

    /// Why something that a hook offered was put to nobody: the figures of a scored feature are asked twice.
    fn offered_once(&self, n: usize) -> &'static str {
        let note = self.note(n);
        let again = |m: &&usize| self.note(**m).hook == note.hook && self.note(**m).feature == note.feature;
        let last = self.notes.iter().rev().find(again).copied().unwrap_or(n);
        let figures: Vec<_> = match &note.answer {
            Answer::Offered(rows) => rows.iter().map(|(row, _)| row.figure).collect(),
            _ => Vec::new(),
        };
        let own = self.said_at(n).and_then(|i| figures.get(i));
        let decided = |s: &Step| matches!((s.question, own), (Some(Question::Depart(f)), Some(own)) if f == *own);
        let chose = self.story.last_step(self.turn.map_or(self.span, Span::Turn), decided).is_some();
        match (self.said(last), chose) {
            (true, false) => "it was the only way to leave, and so it happened by itself",
            (true, true) => "a choice with the same result was on offer instead",
            _ => "it was possible at first, but no longer when its figure was to leave",
        }
    }

    /// A choice that was on offer and of which the move wants more.
    fn beside(&self) -> Option<Node> {
        let span = self.turn.map_or(self.span, Span::Turn);
        let part = |c: &&String| self.wanted.text.starts_with(c.as_str()) && !c.is_empty();
        let step = self.story.last_step(span, |s| self.is_by(s) && s.choices.iter().any(|c| part(&c)))?;
        let choices = &self.story.seen.steps[step].choices;
        let longest = choices.iter().filter(part).max_by_key(|c| c.len())?;
        Some(Node::new(format!("`{longest}` was on offer; the rest would have to ride on it")))
    }

    /// The game as it was when somebody next decided after the last hook of the notes.
    fn then(&self) -> Option<Game> {
        let last = *self.notes.last()?;
        let steps = &self.story.seen.steps;
        let step = steps.iter().position(|s| s.heard > last).unwrap_or(steps.len().checked_sub(1)?);
        self.story.at(step).ok()
    }

    /// What the table says of the move, whatever hooks do.
    fn facts(&self) -> Vec<Node> {
        let Some(game) = self.then() else { return Vec::new() };
        let mut facts = self.wanted.goal.as_ref().map_or(Vec::new(), |(pos, name)| self.of_goal(&game, *pos, name));
        let asked = matches!(game.decision().map(|d| d.question()), Some(Question::Figure(_)));
        let placing = self.wanted.points.contains(&Point::FIGURE_OFFER) || (self.wanted.points.is_empty() && asked);
        if let (Some(kind), true) = (self.wanted.kind, placing) {
            let player = self.notes.last().map_or(Player::NONE, |n| self.note(*n).active);
            if game.view(0).in_supply(player, kind).is_none() {
                facts.push(format!("{} has no {} in the supply", words::player(player), self.figure_kind(kind)));
            }
        }
        facts.into_iter().map(Node::new).collect()
    }

    fn of_goal(&self, game: &Game, pos: Pos, name: &str) -> Vec<String> {
        let declared = &self.story.rules().words;
        let plain = name.trim_start_matches("the ");
        let Some(tile) = game.board().grid.tile(pos) else { return vec![format!("no tile lies at {pos}")] };
        let mut facts = Vec::new();
        if self.wanted.points == [Point::FIGURE_OFFER] && game.board().turn.placed != tile {
            facts.push(format!("{pos} is not the tile of this turn"));
        }
        if plain == "tile" || locate::corner(plain).is_some() {
            return facts;
        }
        match locate::segment(declared, game.board(), pos, plain) {
            Ok(segment) => facts.extend(self.of_segment(game, segment)),
            Err(why) => facts.push(why),
        }
        facts
    }

    fn of_segment(&self, game: &Game, segment: SegmentId) -> Vec<String> {
        let view = game.view(0);
        let feature = view.feature_of(segment);
        let (row, name) = (view.feature(feature), words::feature(game, feature));
        let mut facts = Vec::new();
        if let Some(kind) = self.wanted.kind.filter(|k| !view.may_stand(*k, row.kind)) {
            facts.push(format!("a {} may not stand on {name}", self.figure_kind(kind)));
        }
        facts.push(format!("{name} is {}", if row.is_complete() { "complete" } else { "incomplete" }));
        let stand: Vec<String> =
            view.figures_on(feature).map(|(id, _)| words::figure(game, id, Player::NONE)).collect();
        if !stand.is_empty() {
            facts.push(format!("{} on it: {}", if stand.len() == 1 { "a figure" } else { "figures" }, listed(&stand)));
        }
        facts
    }

    fn figure_kind(&self, kind: FigureKind) -> &'s str {
        let declared = self.story.rules().words.figures.get(kind.index());
        declared.map_or("figure", |f| f.what.look.label(&f.what.name))
    }

    /// For each hook that might have offered it what became of it: those that speak of such moves first, then the others
    /// in the order of play.
    fn hooks(&self) -> Vec<Node> {
        let hooks = (0..self.story.rules().hooks.len()).map(|n| HookId(n as u16));
        let mut hooks: Vec<HookId> = hooks.filter(|id| self.matters(*id)).collect();
        hooks.sort_by_key(|id| (!self.wanted.speakers.contains(id), *id));
        hooks.into_iter().flat_map(|id| self.hook(id)).collect()
    }

    /// What became of a hook: once for each feature it was about, the last time counts.
    fn hook(&self, id: HookId) -> Vec<Node> {
        let planned = &self.story.rules().hooks[id.index()];
        let name = format!("{} ({})", words::hook(self.story.rules(), id), at(planned.point, planned.key));
        // The rules of hooks that are known to offer other things are not what was asked for.
        let speaks = self.wanted.speakers.is_empty() || self.wanted.speakers.contains(&id);
        let rules = if speaks { self.story.rules_of(id) } else { Vec::new() };
        let node = |text: String| Node { hook: id, rules: rules.clone(), ..Node::new(text) };
        if planned.when.never {
            return vec![node(format!("{name} is never asked: {}", self.off(planned)))];
        }
        let mut told: Vec<(&str, Node)> = Vec::new();
        for n in self.notes.iter().copied().filter(|n| self.note(*n).hook == id) {
            let about = self.story.seen.about[n].as_str();
            let of = if about.is_empty() { String::new() } else { format!(" about {about}") };
            let Some(what) = self.became(n, planned) else { continue };
            told.retain(|(other, _)| *other != about);
            told.push((about, node(format!("{name} was {}{of}{}", what.0, what.1))));
        }
        if told.is_empty() {
            let point = planned.point.name();
            return vec![node(format!("{name} was not asked: nothing came up at `{point}`"))];
        }
        told.into_iter().map(|(_, node)| node).collect()
    }

    /// Whether a hook was asked, and what follows from that.
    fn became(&self, n: usize, hook: &PlannedHook) -> Option<(&'static str, String)> {
        let note = self.note(n);
        Some(match &note.answer {
            Answer::Unasked(unmet) => {
                let why: Vec<String> = unmet.iter().map(|u| self.unmet(*u, note, hook)).collect();
                ("not asked", format!(": {}", listed(&why)))
            }
            Answer::Nothing => match hook.head.role {
                Role::STRIKE => ("asked", " and struck nothing".to_owned()),
                Role::RIDE => ("asked", " and rode on nothing".to_owned()),
                _ => ("asked", " and offered nothing".to_owned()),
            },
            Answer::Acted => ("asked", " and did what is no choice".to_owned()),
            Answer::Rode(count) => ("asked", format!(" and rode on {count} choices")),
            Answer::FitsNowhere => ("asked", ": the tile it offered fits nowhere".to_owned()),
            Answer::Struck((row, _), why, _) => {
                let struck = self.story.seen.said[n].first().map_or(row.label.as_str(), String::as_str);
                ("asked", format!(" and struck `{struck}`: {why}"))
            }
            Answer::Dropped(..) => return None,
            Answer::Offered(_) => {
                const SOME: usize = 4;
                let said = self.all_said(n);
                let shown: Vec<String> = said.iter().take(SOME).map(|s| format!("`{s}`")).collect();
                let more = if said.len() > SOME { format!(" and {} more", said.len() - SOME) } else { String::new() };
                ("asked", format!(" and offered {}{more}", shown.join(", ")))
            }
        })
    }

    /// What a hook offered about a feature: all that it said whenever it was asked in this turn.
    fn all_said(&self, n: usize) -> Vec<&'s str> {
        let note = self.note(n);
        let same = |m: &&usize| self.note(**m).hook == note.hook && self.note(**m).feature == note.feature;
        let mut said: Vec<&str> = Vec::new();
        for text in self.notes.iter().filter(same).flat_map(|m| &self.story.seen.said[*m]) {
            if !said.contains(&text.as_str()) {
                said.push(text);
            }
        }
        said
    }

    /// Why a hook can't be called with these plugins and switches.
    fn off(&self, hook: &PlannedHook) -> String {
        let switches = &self.story.rules().words.switches;
        let switch = |c: &Condition| {
            let (s, value) =
                switches.iter().find(|(s, _)| s.plugin == hook.plugin && s.what.name == c.name.as_str())?;
            (*value != c.value).then(|| format!("the switch `{}` is {value}, not {}", s.what.name, c.value))
        };
        let code = Condition::switch("", 0).code;
        let off: Vec<String> = hook.head.when.iter().filter(|c| c.code == code).filter_map(switch).collect();
        match off.is_empty() {
            true => "no plugin played declares what it is for".to_owned(),
            false => listed(&off),
        }
    }

    /// A condition that did not hold, in words.
    fn unmet(&self, unmet: Unmet, note: &Heard, hook: &PlannedHook) -> String {
        let declared = &self.story.rules().words;
        let When { features, drawn, placed, moved, left, shows, on_board, marks, .. } = &hook.when;
        let of = |bits: u64, name: &dyn Fn(usize) -> Option<String>| {
            let names: Vec<String> = (0..64).filter(|n| bits >> n & 1 == 1).filter_map(|n| name(n as usize)).collect();
            names.join(" or ")
        };
        let feature = |n: usize| declared.features.get(n).map(|f| f.what.look.label(&f.what.name).to_owned());
        let print = |n: usize| declared.prints.get(n).map(|p| p.what.look.label(&p.what.name).to_owned());
        let figure = |n: usize| declared.figures.get(n).map(|f| f.what.look.label(&f.what.name).to_owned());
        let kinds =
            |list: &[FigureKind]| list.iter().filter_map(|k| figure(k.index())).collect::<Vec<_>>().join(" or ");
        match unmet {
            Unmet::Stopped => "its plugin was stopped after a fault".to_owned(),
            Unmet::Skipped => format!("`{}` was skipped in this part of the turn", hook.point.name()),
            Unmet::Never => "a switch or a name it asks for is another".to_owned(),
            Unmet::Feature => format!("it is for a {}", of((*features).into(), &feature)),
            Unmet::Drawn => format!("the drawn tile shows no {}", of(*drawn, &print)),
            Unmet::Placed => format!("the placed tile shows no {}", of(*placed, &print)),
            Unmet::Moved => format!("it is for the move of a {}", of(*moved, &figure)),
            Unmet::Completed => "the feature is not scored as completed".to_owned(),
            Unmet::SoleOwner => self.shared(note),
            Unmet::Shows => format!("neither the feature nor a tile of it shows {}", of(*shows, &print)),
            Unmet::OnBoard => format!("no {} was on the board", kinds(on_board)),
            Unmet::Left => format!("{} had no {} left", words::player(note.active), of(*left, &figure)),
            Unmet::NothingOffered => "nobody offered anything that it could strike or ride on".to_owned(),
            Unmet::Marks => {
                let names: Vec<&str> = marks.iter().map(|k| words::mark(self.story.rules(), *k)).collect();
                format!("no {} was in the game", names.join(" or "))
            }
        }
    }

    /// Who shares a feature that has not exactly one owner.
    fn shared(&self, note: &Heard) -> String {
        let scored = self.story.seen.scorings.iter().rev();
        let own = scored.clone().find(|s| s.feature == note.feature && s.lines.start < note.event);
        let owners = own.map_or(Vec::new(), |s| self.story.owners(s));
        match owners.len() {
            0 => "the feature has not exactly one owner".to_owned(),
            n => format!("the feature has {n} owners, {}", Story::names(owners.into_iter())),
        }
    }
}
