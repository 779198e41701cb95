//! Plays a scenario and compares.

use super::{Asked, Scenario, Step, Text, expect, notation, prepare};
use crate::engine::{Choice, Decision, Game, Question};
use crate::record::Record;
use crate::rules::Plugin;
use crate::{locate, words};
use gatehouse_core::declare::TextError;
use gatehouse_core::{Cell, ChoiceRow, Player, Pos};
use std::fmt;
use std::path::PathBuf;

/// What became of a scenario.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    /// The file it is from, if it was read from one.
    pub path: Option<PathBuf>,
    /// What happens in it; empty if it can't be read.
    pub title: String,
    /// The rules it cites.
    pub rules: Vec<String>,
    /// What is not as expected, each with its place in the text; nothing if it passed.
    pub failures: Vec<TextError>,
    /// What happened, each event with the rule it follows.
    pub log: Vec<String>,
    /// The game as it was played, as far as it went; absent if it could not begin.
    pub record: Option<Record>,
}

impl Report {
    /// Whether everything was as expected.
    pub fn passed(&self) -> bool {
        self.failures.is_empty()
    }

    /// The report on a text that is no scenario.
    pub(super) fn unread(path: Option<PathBuf>, failure: TextError) -> Report {
        Report { path, title: String::new(), rules: Vec::new(), failures: vec![failure], log: Vec::new(), record: None }
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = self.path.as_ref().map(|p| format!("{}: ", p.display())).unwrap_or_default();
        let state = if self.passed() { "passed" } else { "FAILED" };
        write!(f, "{state} {path}{}", self.title)?;
        if self.passed() {
            return Ok(());
        }
        for failure in &self.failures {
            write!(f, "\n  {}", failure.to_string().replace('\n', "\n    "))?;
        }
        if !self.log.is_empty() {
            write!(f, "\n  what happened:")?;
        }
        self.log.iter().try_for_each(|line| write!(f, "\n    {line}"))
    }
}

impl Scenario {
    /// Plays it with some of `plugins`.
    pub fn run(&self, plugins: &[Plugin]) -> Report {
        let mut report = Report {
            path: None,
            title: self.title.clone(),
            rules: self.rules().map(str::to_owned).collect(),
            failures: Vec::new(),
            log: Vec::new(),
            record: None,
        };
        match prepare::game(self, plugins) {
            Err(errors) => report.failures = errors,
            Ok(game) => {
                let record = Record::new(game.opening());
                let mut run = Run { begun: game.clone(), game, record, first_event: 0 };
                report.failures = run.play(self).err().unwrap_or_default();
                report.log = run.game.events().iter().filter_map(|e| words::explained(&run.game, e)).collect();
                if report.passed() {
                    report.failures.extend(run.take_all_back(self).err());
                }
                report.record = Some(run.record);
            }
        }
        report
    }
}

struct Run {
    begun: Game,
    game: Game,
    record: Record,
    /// The first event of this step.
    first_event: usize,
}

impl Run {
    fn play(&mut self, scenario: &Scenario) -> Result<(), Vec<TextError>> {
        for step in &scenario.steps {
            self.act(step).map_err(|error| vec![error])?;
            let wrong = expect::check(&self.game, self.first_event, &step.then);
            if !wrong.is_empty() {
                return Err(wrong);
            }
            self.first_event = self.game.events().len();
        }
        let Some(end) = &scenario.end else { return Ok(()) };
        self.pass_figures(&end.then.at).map_err(|error| vec![error])?;
        let mut wrong = expect::check(&self.game, self.first_event, &end.then);
        wrong.extend(expect::over(&self.game, end));
        if wrong.is_empty() { Ok(()) } else { Err(wrong) }
    }

    fn act(&mut self, step: &Step) -> Result<(), TextError> {
        for tile in &step.draw {
            self.draw(tile)?;
        }
        if let Some(place) = &step.place {
            match self.game.decision().map(|d| d.question()) {
                Some(Question::Place(_)) => self.choose(place, &notation::placement(&place.text))?,
                _ => return Err(place.error(format!("no tile is to be placed: {}", self.state()))),
            }
        }
        if !step.open.is_empty() {
            let wrong = self.compare(&step.open);
            if let Some(first) = wrong.into_iter().next() {
                return Err(first);
            }
        }
        for text in &step.choose {
            self.answer(text)?;
        }
        if step.place.is_some() && step.open.is_empty() && step.choose.is_empty() {
            self.pass_figures(&step.open.at)?;
        }
        Ok(())
    }

    /// Passes figure actions that are open.
    fn pass_figures(&mut self, at: &Text) -> Result<(), TextError> {
        while let Some(decision) = self.game.decision() {
            let passed = matches!(decision.question(), Question::Figure(_)) && decision.may_pass();
            if !passed {
                break;
            }
            let last = decision.len() - 1;
            self.take(at, last)?;
        }
        Ok(())
    }

    fn draw(&mut self, tile: &Text) -> Result<(), TextError> {
        self.pass_figures(tile)?;
        while let Some(decision) = self.game.decision().filter(|d| d.question() == Question::Source && d.may_pass()) {
            let last = decision.len() - 1;
            self.take(tile, last)?;
        }
        let decision = self.game.decision().filter(|d| matches!(d.question(), Question::Draw(_)));
        let Some(decision) = decision else {
            return Err(tile.error(format!("`{}` can't be drawn now: {}", tile.text, self.state())));
        };
        let kind = locate::tile_kind(&self.game.opening().rules().words, &tile.text);
        let found = decision.iter().position(|c| matches!(c, Choice::Draw { kind: k, .. } if Ok(k) == kind));
        match found {
            Some(n) => self.take(tile, n),
            None => Err(tile.error(format!("`{}` is not among the unseen tiles", tile.text))),
        }
    }

    /// Takes the choice `text` names, after the decider's colour if it gives one.
    fn answer(&mut self, text: &Text) -> Result<(), TextError> {
        let Some(decision) = self.game.decision() else {
            return Err(text.error(format!("`{}` can't be chosen: the game is over", text.text)));
        };
        let who = words::decider(decision.decider());
        let choice = match text.text.split_once(": ") {
            Some((named, choice)) if words::COLOURS.contains(&named) || named == "chance" => {
                if named != who {
                    return Err(text.error(format!("{named} does not decide: {}", self.state())));
                }
                choice
            }
            _ => &text.text,
        };
        self.choose(text, choice)
    }

    fn choose(&mut self, at: &Text, choice: &str) -> Result<(), TextError> {
        let wanted = notation::canonical(&self.game, choice);
        let known = self.game.decision().map(|d| words::choices(&self.game, &d)).unwrap_or_default();
        match known.iter().position(|c| *c == wanted) {
            Some(n) => self.take(at, n),
            None => {
                let why = self.refusals().into_iter().find(|(c, _)| *c == wanted).map(|(_, why)| why);
                let why = why.unwrap_or_else(|| locate::hint(&wanted, known.iter().map(String::as_str)));
                Err(at.error(format!("`{wanted}` is not on offer: {why}\n{}", self.state())))
            }
        }
    }

    fn take(&mut self, at: &Text, n: usize) -> Result<(), TextError> {
        self.record.choose(&mut self.game, n).map_err(|error| at.error(error.to_string()))?;
        if let Some(fault) = self.game.faults().last() {
            let hook = words::hook(self.game.opening().rules(), fault.hook);
            return Err(at.error(format!("the hook {hook} was at fault: {}", fault.message)));
        }
        if self.game.fingerprint() != self.game.fresh_fingerprint() {
            return Err(at.error("after this choice the hash kept is not that of the state"));
        }
        Ok(())
    }

    fn take_all_back(&mut self, scenario: &Scenario) -> Result<(), TextError> {
        while self.game.depth() > 0 {
            self.game.take_back().map_err(|error| scenario.start.at.error(error.to_string()))?;
        }
        if self.game.same_as(&self.begun) && self.game.fingerprint() == self.begun.fingerprint() {
            return Ok(());
        }
        Err(scenario.start.at.error("taking all choices back does not lead to the start"))
    }

    /// The open decision in words.
    fn state(&self) -> String {
        let Some(decision) = self.game.decision() else { return "the game is over".to_owned() };
        let (who, asked) = (words::decider(decision.decider()), words::question(&self.game, &decision));
        let known = words::choices(&self.game, &decision);
        let mut listed: String = known.iter().take(24).map(|c| format!("\n- {c}")).collect();
        if matches!(decision.question(), Question::Draw(_)) {
            let next = words::player(self.game.board().turn.active);
            return format!("{next} is about to draw");
        }
        if known.len() > 24 {
            listed += &format!("\n- and {} more", known.len() - 24);
        }
        format!("{who} is asked {asked}{listed}")
    }

    /// What is not on offer and why, as far as hooks or the table say.
    fn refusals(&self) -> Vec<(String, String)> {
        let Some(decision) = self.game.decision() else { return Vec::new() };
        let viewer = decision.player().unwrap_or(Player::NONE);
        let row = |row: &ChoiceRow| words::choice_row(&self.game, viewer, row);
        let struck = decision.struck().map(|(choice, why)| (row(choice), why.reason.to_owned()));
        let refused = decision.refused().map(|(c, why)| (format!("{} {}", c.pos, c.rotation), why.reason.to_owned()));
        struck.chain(refused).collect()
    }

    /// Why a placement is not on offer though no hook refused it.
    fn misfit(&self, decision: &Decision<'_>, wanted: &str) -> Option<&'static str> {
        if !matches!(decision.question(), Question::Place(_)) {
            return None;
        }
        let (x, y) = wanted.split_once(')')?.0.strip_prefix('(')?.split_once(", ")?;
        match self.game.board().grid.cell(Pos::new(x.parse().ok()?, y.parse().ok()?)) {
            Cell::Frontier(_) => Some("its edges do not fit the tiles beside it"),
            Cell::Tile(_) => Some("a tile lies there"),
            Cell::Void => Some("no tile lies beside it"),
        }
    }

    /// Compares the open decision with what it must be.
    fn compare(&self, open: &Asked) -> Vec<TextError> {
        let Some(decision) = self.game.decision() else {
            return vec![open.at.error("a decision is expected, but the game is over")];
        };
        let mut wrong = Vec::new();
        let who = words::decider(decision.decider());
        if let Some(to) = open.to.as_ref().filter(|to| to.text != who) {
            wrong.push(to.error(format!("{} is expected to decide, but {}", to.text, self.state())));
        }
        let on_offer = words::choices(&self.game, &decision);
        if let Some(offer) = &open.offer {
            let expected = offer.iter().map(|text| self.spelled(&decision, text)).collect();
            let at = offer.first().unwrap_or(&open.at);
            wrong.extend(
                expect::difference(expected, on_offer.clone())
                    .map(|difference| at.error(format!("{who} has another offer{difference}"))),
            );
        }
        for among in open.among.iter().filter(|t| !on_offer.contains(&self.spelled(&decision, t))) {
            wrong.push(among.error(format!("`{}` is expected to be on offer, but {}", among.text, self.state())));
        }
        let refused = open.refused.iter().map(|(choice, _)| choice);
        let absent = open.absent.iter().chain(refused);
        for absent in absent.filter(|t| on_offer.contains(&self.spelled(&decision, t))) {
            wrong.push(absent.error(format!("`{}` is on offer, against expectation", absent.text)));
        }
        wrong.extend(open.refused.iter().filter_map(|(choice, reason)| self.compare_reason(&decision, choice, reason)));
        wrong
    }

    /// Compares why a choice is not on offer with what is expected.
    fn compare_reason(&self, decision: &Decision<'_>, choice: &Text, reason: &Text) -> Option<TextError> {
        let text = self.spelled(decision, choice);
        let known = self.refusals();
        let own = known.iter().filter(|(c, _)| *c == text).map(|(_, why)| why.as_str());
        let reasons: Vec<&str> = own.chain(self.misfit(decision, &text)).collect();
        if reasons.iter().any(|r| r.contains(&reason.text)) {
            return None;
        }
        let got = if reasons.is_empty() { "no reason".to_owned() } else { reasons.join("; ") };
        Some(reason.error(format!("the reason is expected to say `{}`, but got {got}", reason.text)))
    }

    /// A choice of the open decision as [`words`] spells it.
    fn spelled(&self, decision: &Decision<'_>, text: &Text) -> String {
        match decision.question() {
            Question::Place(_) => notation::placement(&text.text),
            _ => notation::canonical(&self.game, &text.text),
        }
    }
}
