//! Answers to "why": the log with its rules, what is not on offer, where a tile can't go, how things stand.

use super::ask;
use super::table::Table;
use super::{say, tell};
use gatehouse::engine::{Choice, Prospects, Question};
use gatehouse::nearest::nearest;
use gatehouse::words;
use gatehouse_core::{Cell, EdgeKind, EventCode, FrontierRow, Player, Rotation, RuleId, Side, TileKind};

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
        }
    }

    fn explain(&self, from: usize) {
        for event in &self.game.events()[from.min(self.game.events().len())..] {
            if let Some(text) = words::explained(&self.game, event) {
                say(self.screen.wrapped(&format!("  {text}"), 4));
            }
        }
    }

    /// How the drawn tile can be placed in a cell, or why it can't.
    pub(super) fn why_there(&self, at: &str) {
        let Some(pos) = ask::cell(at) else {
            return self.screen.say(format!("`{at}` is no cell: type two numbers, as in `? 2 -1`."));
        };
        let Some(decision) = self.game.decision() else { return };
        let Question::Place(kind) = decision.question() else {
            return self.screen.say("No tile is to be placed now; type ? alone for what happened.");
        };
        let row = match self.game.board().grid.cell(pos) {
            Cell::Tile(_) => return self.screen.say(format!("A tile lies at {pos}.")),
            Cell::Void => return self.screen.say(format!("No tile lies beside {pos}.")),
            Cell::Frontier(row) => self.game.board().frontier[row as usize],
        };
        let rules = self.game.opening().rules();
        for rotation in Rotation::ALL {
            let offered = decision.iter().find_map(|c| match c {
                Choice::Place { candidate: c, admits } if (c.pos, c.rotation) == (pos, rotation) => Some(admits),
                _ => None,
            });
            let refused = decision.refused().find(|(c, ..)| (c.pos, c.rotation) == (pos, rotation));
            let text = match (offered, refused) {
                (Some(None), _) => "it can go there".to_owned(),
                (Some(Some((_, label))), _) => format!("it can go there {label}"),
                (None, Some((_, why))) => format!("{}  [{}]", why.reason, words::hook(rules, why.hook)),
                (None, None) => self.misfits(&row, kind, rotation).join(", "),
            };
            say(self.screen.wrapped(&format!("  {rotation}: {text}"), 4));
        }
    }

    /// The edges of a turned tile that do not fit what lies beside the cell.
    fn misfits(&self, row: &FrontierRow, kind: TileKind, rotation: Rotation) -> Vec<String> {
        let tables = self.game.opening().tables();
        let edge = |tile: TileKind, side: Side, turned: Rotation| {
            let printed = Side::ALL[(side.index() + 4 - turned.0 as usize % 4) % 4];
            tables.tile_kinds.get(tile.index()).map(|t| t.edges[printed.index()])
        };
        let label = |id: EdgeKind| {
            let words = self.game.opening().rules().words.edges.get(id.index());
            words.map_or("unknown", |w| w.what.look.label(&w.what.name))
        };
        let misfit = |side: Side| {
            let own = edge(kind, side, rotation)?;
            if row.accepts.checked_shr(16 * side as u32 + u32::from(own.0)).unwrap_or(0) & 1 != 0 {
                return None;
            }
            let tile = self.game.board().grid.tile(row.pos.beside(side))?;
            let there = self.game.board().tiles[tile.index()];
            let other = edge(there.kind, side.opposite(), there.rotation)?;
            Some(format!("its {} does not meet the {} in the {side:?}", label(own), label(other)).to_lowercase())
        };
        Side::ALL.into_iter().filter_map(misfit).collect()
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
