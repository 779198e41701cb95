//! Answers to "why": the log with its rules, what is not on offer and why, points, figures, order, how things stand.

use super::ask;
use super::table::Table;
use super::{say, tell};
use gatehouse::engine::{Prospects, Question};
use gatehouse::explain::{self, Line, Span, Story};
use gatehouse::nearest::nearest;
use gatehouse::words;
use gatehouse_core::{EventCode, Player, RuleId};

/// How many turns the short log goes back for each player.
const TURNS: usize = 2;

impl Table {
    /// What happened since a person's last choice with the rules, and what is not on offer with the reasons.
    pub(super) fn why(&self, me: Player) {
        let game = &self.game;
        say(self.screen.strong("What happened:"));
        self.explain(self.since(me));
        let Some(decision) = game.decision() else { return };
        let rules = game.opening().rules();
        let struck = decision
            .struck()
            .map(|(row, why)| (words::choice_row(game, me, row), words::hook(rules, why.hook), why.reason));
        let refused = decision
            .refused()
            .map(|(c, why)| (format!("{} {}", c.pos, c.rotation), words::hook(rules, why.hook), why.reason));
        let not: Vec<String> =
            struck.chain(refused).map(|(what, hook, why)| format!("  {what}: {why}  [{hook}]")).collect();
        if !not.is_empty() {
            say(self.screen.strong("Not on offer:"));
            not.iter().for_each(|line| say(self.screen.wrapped(line, 4)));
        }
        if let Question::Place(_) = decision.question() {
            self.screen.say("Type ? and a cell, as in `? 2 -1`, for why the tile can't go there.");
        } else {
            self.screen
                .say("Type ? and a move for why it is not on offer, or ? score; h lists what else is explained.");
        }
    }

    /// Events from a number on, each below what led to it.
    fn explain(&self, from: usize) {
        if let Some(story) = self.story() {
            self.print(story.told_since(from).sentences(story.rules()), "  ");
        }
    }

    /// The game so far, to be explained.
    fn story(&self) -> Option<Story> {
        let story = Story::of(self.record(), self.game.opening());
        story.map_err(|e| self.screen.say(format!("This game can't be explained: {e}."))).ok()
    }

    fn print(&self, lines: Vec<Line>, margin: &str) {
        for Line { text, indent } in lines {
            say(self.screen.wrapped(&format!("{margin}{text}"), indent + margin.len()));
        }
    }

    /// Answers what was asked about points, a figure, a turn, the order, or a move.
    pub(super) fn why_of(&self, me: Player, what: &str) {
        let Some(story) = self.story() else { return };
        let (first, rest) = what.split_once(' ').unwrap_or((what, ""));
        let answer = match (first, rest.trim()) {
            ("score", "") => story.scored(me, Span::Game),
            ("score", who) => {
                explain::player(who, self.game.board().players.len()).and_then(|p| story.scored(p, Span::Game))
            }
            ("figure", name) => story.life(name),
            ("turn", n) => match n.parse() {
                Ok(span) => story.told(span),
                Err(why) => return self.screen.say(format!("{}.", tell::capital(&why))),
            },
            ("order", hooks) => match hooks.split_whitespace().collect::<Vec<_>>()[..] {
                [one, other] => story.order(one, other),
                _ => return self.screen.say("Name two hooks, as in `? order PLUGIN/HOOK PLUGIN/HOOK`."),
            },
            _ => match ask::cell(what) {
                Some(pos) => story.why_not(&pos.to_string(), Span::Game),
                None => story.why_not(what, Span::Game),
            },
        };
        match answer {
            Ok(answer) => self.print(answer.lines(story.rules()), ""),
            Err(e) => self.screen.say(format!("{}.", tell::capital(e.to_string().trim_end_matches('?')))),
        }
    }

    /// The rules cited since a person's last choice.
    pub(super) fn rules(&self, me: Player) {
        let texts: Vec<String> =
            tell::cited(&self.game, self.since(me)).into_iter().filter_map(|r| tell::rule(&self.game, r)).collect();
        if texts.is_empty() {
            self.screen.say("No rule was cited since your last choice; type r and an id for one rule.");
        }
        texts.iter().for_each(|text| say(self.screen.wrapped(text, 4)));
    }

    /// One rule by its id.
    pub(super) fn rule_of(&self, id: &str) {
        let rules = &self.game.opening().rules().words.rules;
        let found = rules.iter().position(|r| r.what.id.eq_ignore_ascii_case(id));
        match found.and_then(|n| tell::rule(&self.game, RuleId(n as u16))) {
            Some(text) => say(self.screen.wrapped(&text, 4)),
            None => {
                let near = nearest(id, rules.iter().map(|r| r.what.id.as_str()));
                let meant = near.map_or(String::new(), |n| format!(": did you mean {n}?"));
                self.screen.say(format!("No rule of this game is called {id}{meant}"));
            }
        }
    }

    /// Points, figures left, and what the features on the table would add.
    pub(super) fn standing(&self) {
        self.players();
        let mut prospects = Prospects::default();
        self.game.fork().prospects(&mut prospects);
        let more = |p: usize| prospects.closing[p] + prospects.features.iter().map(|f| f.left[p]).sum::<i32>();
        let players = self.game.board().players.len().min(Player::MAX);
        let parts: Vec<String> = (0..players).map(|p| format!("{} {:+}", words::COLOURS[p], more(p))).collect();
        self.screen.say(format!("If the game ended now: {}.", parts.join(", ")));
    }

    /// The log with its rules, short or whole.
    pub(super) fn log(&self, whole: bool) {
        let events = self.game.events();
        let turns = TURNS * self.game.board().players.len();
        let begun = events.iter().enumerate().rev().filter(|(_, e)| e.code == EventCode::TURN_BEGAN);
        let from = if whole { 0 } else { begun.take(turns).last().map_or(0, |(n, _)| n) };
        self.explain(from);
    }
}
