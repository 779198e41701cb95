//! What happened, in sentences: who did what, and for every point why.

use gatehouse::engine::Game;
use gatehouse::words;
use gatehouse_core::{Cause, EventCode, EventRow, FeatureId, FigureId, MarkKind, Player, RuleId, TileKind};

/// One or several sentences that belong together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    pub(super) text: String,
    /// Whether it tells of points.
    pub(super) points: bool,
}

/// Puts events into lines; a rule's text is given where the rule is first cited.
struct Teller<'g> {
    game: &'g Game,
    lines: Vec<Line>,
    /// "Turn 3", if the sentence begins a turn, and the number of its event.
    begun: Option<(usize, String)>,
    sentence: Vec<String>,
    cited: &'g mut Vec<RuleId>,
}

/// What happened from event number `from` on, and the number of the first event that is still to be told. Rules in
/// `cited` are named without their text; those newly cited are added.
pub(super) fn since(game: &Game, from: usize, cited: &mut Vec<RuleId>) -> (Vec<Line>, usize) {
    let mut teller = Teller { game, lines: Vec::new(), begun: None, sentence: Vec::new(), cited };
    let events = game.events();
    for (n, event) in events.iter().enumerate().skip(from) {
        match event.code {
            EventCode::TURN_BEGAN => {
                teller.end();
                teller.begun = Some((n, format!("Turn {}", event.n)));
            }
            EventCode::POINTS => {
                teller.end();
                teller.points(&events[..n], event);
            }
            EventCode::FINAL_SCORING | EventCode::GAME_ENDED => teller.alone(event),
            EventCode::FAULT => teller.fault(n, event),
            EventCode::TILE_PLACED if !teller.sentence.is_empty() => teller.placed(event),
            _ => teller.sentence.extend(clause(game, event)),
        }
    }
    // A turn that has only begun is told with what comes.
    let told = teller.begun.as_ref().filter(|_| teller.sentence.is_empty()).map_or(events.len(), |b| b.0);
    teller.end();
    (teller.lines, told)
}

impl Teller<'_> {
    fn push(&mut self, text: String, points: bool) {
        self.lines.push(Line { text, points });
    }

    /// Ends the sentence begun: who does something is named once, and so is what is drawn.
    fn end(&mut self) {
        let (begun, sentence) = (self.begun.take(), std::mem::take(&mut self.sentence));
        let mut who = "";
        let mut clauses = Vec::new();
        for (n, clause) in sentence.iter().enumerate() {
            let (subject, rest) = clause.split_once(' ').unwrap_or((clause, ""));
            let again = n > 0 && subject == who && words::COLOURS.contains(&subject);
            clauses.push(if again { rest } else { clause });
            who = subject;
        }
        let text = clauses.join(", ");
        match begun {
            _ if text.is_empty() => {}
            Some((_, turn)) => self.push(format!("{turn}: {text}."), false),
            None => self.push(format!("{}.", capital(&text)), false),
        }
    }

    /// The tile was named when it was drawn.
    fn placed(&mut self, event: &EventRow) {
        if let Some(tile) = self.game.board().tiles.get(event.subject as usize) {
            self.sentence.push(format!("{} places it at {} {}", words::player(event.player), tile.pos, tile.rotation));
        }
    }

    fn alone(&mut self, event: &EventRow) {
        self.end();
        if let Some(text) = words::event(self.game, event) {
            self.push(format!("{}.", capital(&text)), false);
        }
    }

    fn fault(&mut self, n: usize, event: &EventRow) {
        self.end();
        let known = self.game.faults().iter().find(|f| f.event as usize == n);
        let why = known.map_or(String::new(), |f| format!(": {}", f.message));
        if let Some(text) = words::event(self.game, event) {
            self.push(format!("{}{why}.", capital(&text)), false);
        }
    }

    /// Who, how many, for what, how they are counted, and the rules.
    fn points(&mut self, before: &[EventRow], event: &EventRow) {
        let Some(mut text) = words::event(self.game, event) else { return };
        let sheet: Vec<&EventRow> = before
            .iter()
            .rev()
            .skip_while(|e| e.code != EventCode::SHEET_LINE && e.parent == event.parent)
            .take_while(|e| e.code == EventCode::SHEET_LINE && e.subject == event.subject)
            .collect();
        let mut rules = Vec::new();
        let lines: Vec<String> = sheet.iter().rev().filter_map(|line| self.line(line, &mut rules)).collect();
        if event.subject != u16::MAX && !lines.is_empty() {
            text = format!("{text}: {}", lines.join(", "));
        }
        rules.push(event.rule);
        let mut seen: Vec<RuleId> = Vec::new();
        rules.retain(|r| {
            r.is_some() && !seen.contains(r) && {
                seen.push(*r);
                true
            }
        });
        let cites: Vec<String> = rules.into_iter().map(|rule| self.cite(rule)).collect();
        self.push(format!("{text}. {}", cites.join(" ")).trim_end().to_owned(), true);
    }

    /// A line of a sheet without its feature.
    fn line(&self, line: &EventRow, rules: &mut Vec<RuleId>) -> Option<String> {
        rules.push(line.rule);
        let text = words::event(self.game, line)?;
        let feature = format!("{}: ", words::feature(self.game, FeatureId(line.subject)));
        Some(text.strip_prefix(&feature).map_or(text.clone(), str::to_owned))
    }

    /// A rule's id, with its text the first time.
    fn cite(&mut self, rule: RuleId) -> String {
        let rules = self.game.opening().rules();
        let Some(row) = rules.words.rules.get(rule.index()) else { return String::new() };
        if self.cited.contains(&rule) {
            return format!("[{}]", row.what.id);
        }
        self.cited.push(rule);
        format!("[{}: {}]", row.what.id, row.what.text.trim_end_matches('.'))
    }
}

/// An event that is part of a sentence; `None` for what players do not want to hear.
fn clause(game: &Game, event: &EventRow) -> Option<String> {
    let figure = FigureId(event.subject);
    let owner = game.board().figure(figure).map_or(Player::NONE, |f| f.owner);
    match event.code {
        EventCode::SHEET_LINE | EventCode::CHANCE => None,
        EventCode::DRAWN => words::event(game, event).map(|text| text + &symbols(game, TileKind(event.object))),
        EventCode::FIGURE_MOVED if event.cause == Cause::PLACED && owner.is_some() => {
            let what = words::figure(game, figure, owner);
            let article = if what.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" };
            Some(format!("{} puts {article} {what} on {}", words::player(owner), words::place(game, event.to)))
        }
        EventCode::FIGURE_MOVED if event.cause == Cause::RETURNED && owner.is_some() => {
            Some(format!("{} returns", words::figure(game, figure, Player::NONE)))
        }
        EventCode::MARK_SET => {
            let mark = game.opening().rules().words.marks.get(MarkKind(event.object).index());
            words::event(game, event).filter(|_| mark.is_some_and(|m| m.what.visible))
        }
        _ => words::event(game, event),
    }
}

/// What a tile shows as a whole, in brackets.
fn symbols(game: &Game, kind: TileKind) -> String {
    let (tables, words) = (game.opening().tables(), &game.opening().rules().words);
    let Some(row) = tables.tile_kinds.get(kind.index()) else { return String::new() };
    let prints = tables.prints.iter().skip(row.first_print as usize).take(row.print_rows as usize);
    let of_tile = prints.filter(|p| p.segment == u8::MAX).filter_map(|p| words.prints.get(p.print.index()));
    let labels: Vec<&str> = of_tile.map(|p| p.what.look.label(&p.what.name)).collect();
    if labels.is_empty() { String::new() } else { format!(" ({})", labels.join(", ")) }
}

/// A text with a capital letter.
pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The rules cited from event number `from` on, each once in order.
pub(super) fn cited(game: &Game, from: usize) -> Vec<RuleId> {
    let mut rules: Vec<RuleId> = Vec::new();
    for rule in game.events().iter().skip(from).map(|e| e.rule) {
        if rule.is_some() && !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    rules
}

/// A rule with its text and where it is from.
pub(super) fn rule(game: &Game, rule: RuleId) -> Option<String> {
    let row = &game.opening().rules().words.rules.get(rule.index())?.what;
    Some(format!("{}: {} ({}; {}; {})", row.id, row.text, row.source, row.edition, row.status.words()))
}

/// How the game ended: "red wins with 93 points", "red and blue share the win with 80 points".
pub(super) fn result(scores: &[i32]) -> String {
    let most = scores.iter().copied().max().unwrap_or(0);
    let best: Vec<&str> = (0..scores.len()).filter(|&p| scores[p] == most).map(|p| words::COLOURS[p]).collect();
    let points = if most.abs() == 1 { format!("{most} point") } else { format!("{most} points") };
    match best[..] {
        [one] => format!("{one} wins with {points}"),
        [ref others @ .., last] => format!("{} and {last} share the win with {points}", others.join(", ")),
        [] => "nobody plays".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_win_and_equals_share() {
        assert_eq!(result(&[3, 1, 2]), "red wins with 3 points");
        assert_eq!(result(&[3, 3, 2]), "red and blue share the win with 3 points");
        assert_eq!(result(&[1, 1, 1]), "red, blue and green share the win with 1 point");
        assert_eq!(result(&[-4, -2]), "blue wins with -2 points");
    }
}
