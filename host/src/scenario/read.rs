//! From the text of a scenario to its parts, each with its line and column.

use super::{Asked, Counts, End, Expected, Scenario, Start, Step, Text};
use crate::locate;
use crate::rules::Given;
use crate::words::COLOURS;
use gatehouse_core::declare::TextError;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

const SCENARIO: &[&str] =
    &["title", "rules", "cites", "use", "switches", "players", "exercise", "start", "step", "end"];
const START: &[&str] = &["tiles", "figures", "marks", "scores", "kit", "supply", "reserve", "active", "pile"];
const DONE: &[&str] = &["draw", "place", "to", "offer", "among", "absent", "refused", "choose"];
const HOLDS: &[&str] = &[
    "turn",
    "scores",
    "supply",
    "figures",
    "marks",
    "complete",
    "incomplete",
    "tiles",
    "left",
    "unseen",
    "same",
    "apart",
    "events",
    "silent",
];

type Value<'t> = Spanned<DeValue<'t>>;

/// A table of the text with the name of what it describes.
struct Section<'t> {
    text: &'t str,
    name: &'static str,
    at: Range<usize>,
    table: &'t DeTable<'t>,
}

/// Reads a scenario.
pub(super) fn scenario(text: &str) -> Result<Scenario, TextError> {
    let root = DeTable::parse(text).map_err(|e| TextError::from_toml(text, &e))?;
    let top = Section::new(text, "a scenario", 0..0, root.get_ref(), &[SCENARIO])?;
    let title = top.string("title")?.ok_or_else(|| top.error("it has no `title`: say in one sentence what happens"))?;
    let rules = top.strings("rules")?.unwrap_or_default();
    if rules.is_empty() {
        return Err(top.error("it cites no rule: list rule ids in `rules`"));
    }
    let steps = top.sections("step", "a step", &[DONE, HOLDS])?;
    let scenario = Scenario {
        title: title.text,
        given: Given::default(),
        rules,
        cites: top.strings("cites")?.unwrap_or_default().into_iter().map(|c| c.text).collect(),
        plugins: top.strings("use")?.unwrap_or_default(),
        switches: top.counts("switches")?,
        players: players(&top)?,
        exercise: top.flag("exercise")?,
        start: start(&top)?,
        steps: steps.iter().map(step).collect::<Result<_, _>>()?,
        end: end(&top)?,
    };
    if scenario.end.is_none() && !steps.iter().any(Section::expects) {
        return Err(top.error("it expects nothing and so can't fail: say what must be on offer or hold"));
    }
    Ok(scenario)
}

fn players(top: &Section<'_>) -> Result<usize, TextError> {
    let Some(value) = top.get("players") else { return Ok(2) };
    let (n, most) = (top.integer(value)?, COLOURS.len());
    usize::try_from(n).ok().filter(|n| (1..=most).contains(n)).ok_or_else(|| {
        TextError::at(
            top.text,
            value.span().start,
            format!("a game has 1 to {most} players, not {n}: correct `players`"),
        )
    })
}

fn start(top: &Section<'_>) -> Result<Start, TextError> {
    let empty = DeTable::new();
    let from = match top.section("start", "[start]", &[START])? {
        Some(section) => section,
        None => Section { text: top.text, name: "[start]", at: 0..0, table: &empty },
    };
    Ok(Start {
        at: from.itself(),
        tiles: from.strings("tiles")?.unwrap_or_default(),
        figures: from.strings("figures")?.unwrap_or_default(),
        marks: from.strings("marks")?.unwrap_or_default(),
        scores: from.counts("scores")?,
        kit: from.stock("kit")?,
        supply: from.stock("supply")?,
        reserve: from.stock("reserve")?,
        active: from.string("active")?,
        pile: from.strings("pile")?,
    })
}

fn step(from: &Section<'_>) -> Result<Step, TextError> {
    Ok(Step {
        draw: from.strings("draw")?.unwrap_or_default(),
        place: from.string("place")?,
        open: Asked {
            at: from.itself(),
            to: from.string("to")?,
            offer: from.strings("offer")?,
            among: from.strings("among")?.unwrap_or_default(),
            absent: from.strings("absent")?.unwrap_or_default(),
            refused: from.pairs("refused")?,
        },
        choose: from.strings("choose")?.unwrap_or_default(),
        then: expected(from)?,
    })
}

fn end(top: &Section<'_>) -> Result<Option<End>, TextError> {
    let Some(from) = top.section("end", "[end]", &[&["winners"], HOLDS])? else { return Ok(None) };
    Ok(Some(End { winners: from.strings("winners")?, then: expected(&from)? }))
}

fn expected(from: &Section<'_>) -> Result<Expected, TextError> {
    Ok(Expected {
        at: from.itself(),
        turn: from.string("turn")?,
        scores: from.counts("scores")?,
        supply: from.supply("supply")?,
        figures: from.strings("figures")?,
        marks: from.strings("marks")?,
        complete: from.strings("complete")?.unwrap_or_default(),
        incomplete: from.strings("incomplete")?.unwrap_or_default(),
        tiles: from.counts("tiles")?,
        left: match from.get("left") {
            None => None,
            Some(value) => Some((from.located(value.span().start, "left"), from.integer(value)?)),
        },
        unseen: from.counts("unseen")?,
        same: from.groups("same")?,
        apart: from.groups("apart")?,
        events: from.strings("events")?.unwrap_or_default(),
        silent: from.strings("silent")?.unwrap_or_default(),
    })
}

impl<'t> Section<'t> {
    /// The table with its keys checked.
    fn new(
        text: &'t str,
        name: &'static str,
        at: Range<usize>,
        table: &'t DeTable<'t>,
        known: &[&[&'static str]],
    ) -> Result<Section<'t>, TextError> {
        let known = || known.iter().flat_map(|keys| keys.iter().copied());
        for key in table.keys() {
            if !known().any(|k| k == key.get_ref()) {
                let hint = locate::hint(key.get_ref(), known());
                let message = format!("{name} has no key `{}`: {hint}", key.get_ref());
                return Err(TextError::at(text, key.span().start, message));
            }
        }
        Ok(Section { text, name, at, table })
    }

    fn error(&self, message: impl Into<String>) -> TextError {
        TextError::at(self.text, self.at.start, message)
    }

    fn wrong(&self, value: &Value<'_>, wanted: &str) -> TextError {
        let found = value.get_ref().type_str();
        TextError::at(
            self.text,
            value.span().start,
            format!("here {} has {wanted}, but this is of type {found}", self.name),
        )
    }

    fn located(&self, at: usize, text: &str) -> Text {
        let TextError { line, column, .. } = TextError::at(self.text, at, "");
        Text { text: text.to_owned(), line, column }
    }

    fn itself(&self) -> Text {
        self.located(self.at.start, self.name)
    }

    /// Whether it says more than what is done.
    fn expects(&self) -> bool {
        self.table.keys().any(|key| !["draw", "place", "choose"].contains(&&**key.get_ref()))
    }

    fn get(&self, key: &str) -> Option<&'t Value<'t>> {
        self.table.get(key)
    }

    fn as_text(&self, value: &Value<'_>) -> Result<Text, TextError> {
        let text = value.get_ref().as_str().ok_or_else(|| self.wrong(value, "a text"))?;
        Ok(self.located(value.span().start, text))
    }

    fn string(&self, key: &str) -> Result<Option<Text>, TextError> {
        self.get(key).map(|value| self.as_text(value)).transpose()
    }

    /// A list of texts; one text alone is a list of one.
    fn strings(&self, key: &str) -> Result<Option<Vec<Text>>, TextError> {
        self.get(key).map(|value| self.list(value)).transpose()
    }

    fn list(&self, value: &Value<'_>) -> Result<Vec<Text>, TextError> {
        match value.get_ref() {
            DeValue::String(_) => Ok(vec![self.as_text(value)?]),
            DeValue::Array(items) => items.iter().map(|item| self.as_text(item)).collect(),
            _ => Err(self.wrong(value, "a text or a list of texts")),
        }
    }

    fn groups(&self, key: &str) -> Result<Vec<Vec<Text>>, TextError> {
        match self.get(key) {
            None => Ok(Vec::new()),
            Some(value) => match value.get_ref() {
                DeValue::Array(groups) if groups.iter().all(|g| g.get_ref().is_array()) => {
                    groups.iter().map(|group| self.list(group)).collect()
                }
                _ => Err(self.wrong(value, "a list of lists of texts")),
            },
        }
    }

    fn integer(&self, value: &Value<'_>) -> Result<i32, TextError> {
        let wrong = || self.wrong(value, "a whole number");
        let number = value.get_ref().as_integer().ok_or_else(wrong)?;
        let read = i32::from_str_radix(&number.as_str().replace('_', ""), number.radix());
        read.map_err(|_| {
            let message =
                format!("`{}` is out of range: a number goes from {} to {}", number.as_str(), i32::MIN, i32::MAX);
            TextError::at(self.text, value.span().start, message)
        })
    }

    /// Whether a key says `true`; absent it says `false`.
    fn flag(&self, key: &str) -> Result<bool, TextError> {
        let Some(value) = self.get(key) else { return Ok(false) };
        value.get_ref().as_bool().ok_or_else(|| self.wrong(value, "`true` or `false`"))
    }

    /// What players have left, which is never less than nothing.
    fn stock(&self, key: &str) -> Result<Vec<(Text, Counts)>, TextError> {
        let all = self.supply(key)?;
        match all.iter().flat_map(|(_, counts)| counts).find(|(_, n)| *n < 0) {
            Some((kind, n)) => Err(kind.error(format!("a {key} can't have {n} of `{}`: write 0 or more", kind.text))),
            None => Ok(all),
        }
    }

    fn rows(&self, key: &str) -> Result<Vec<(Text, &'t Value<'t>)>, TextError> {
        let Some(value) = self.get(key) else { return Ok(Vec::new()) };
        let table = value.get_ref().as_table().ok_or_else(|| self.wrong(value, "a table"))?;
        Ok(table.iter().map(|(key, value)| (self.located(key.span().start, key.get_ref()), value)).collect())
    }

    fn counts(&self, key: &str) -> Result<Counts, TextError> {
        self.rows(key)?.into_iter().map(|(name, value)| Ok((name, self.integer(value)?))).collect()
    }

    fn pairs(&self, key: &str) -> Result<Vec<(Text, Text)>, TextError> {
        self.rows(key)?.into_iter().map(|(name, value)| Ok((name, self.as_text(value)?))).collect()
    }

    fn supply(&self, key: &str) -> Result<Vec<(Text, Counts)>, TextError> {
        let of_player = |(player, value): (Text, &'t Value<'t>)| {
            let table = value.get_ref().as_table().ok_or_else(|| self.wrong(value, "a table"))?;
            let counts = Section { text: self.text, name: self.name, at: value.span(), table };
            let counts = table
                .iter()
                .map(|(kind, n)| Ok((counts.located(kind.span().start, kind.get_ref()), counts.integer(n)?)));
            Ok((player, counts.collect::<Result<_, TextError>>()?))
        };
        self.rows(key)?.into_iter().map(of_player).collect()
    }

    fn section(
        &self,
        key: &str,
        name: &'static str,
        known: &[&[&'static str]],
    ) -> Result<Option<Section<'t>>, TextError> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let table = value.get_ref().as_table().ok_or_else(|| self.wrong(value, "a table"))?;
        Section::new(self.text, name, value.span(), table, known).map(Some)
    }

    fn sections(
        &self,
        key: &str,
        name: &'static str,
        known: &[&[&'static str]],
    ) -> Result<Vec<Section<'t>>, TextError> {
        let Some(value) = self.get(key) else { return Ok(Vec::new()) };
        let Some(items) = value.get_ref().as_array() else {
            return Err(self.wrong(value, &format!("a list: write [[{key}]]")));
        };
        let one = |item: &'t Value<'t>| {
            let table = item.get_ref().as_table().ok_or_else(|| self.wrong(item, "a table"))?;
            Section::new(self.text, name, item.span(), table, known)
        };
        items.iter().map(one).collect()
    }
}
