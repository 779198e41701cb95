//! Plays random games with a plugin, alone and in company, and watches its hooks.

use super::observed::Observed;
use super::order::Company;
use super::{Grade, Report, Subject, Topic};
use crate::bots::{Bot, Seeker};
use crate::dice::Dice;
use crate::engine::{Game, Opening, Rehearsal, Rehearsed, Setup, SetupError};
use crate::lab::course::{Course, MOST_DECISIONS};
use crate::lab::swap::{self, Swap};
use crate::rules::{PlannedHook, Rules};
use crate::words;
use gatehouse_core::{HookId, Point};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// One game in so many is played by the plugin alone, so that nothing of others hides it.
const ALONE: u64 = 4;
/// In how many games a pair of hooks is swapped.
const SWAPPED: usize = 8;
/// A hook that usually takes longer slows down every bot and every search.
const SLOW: Duration = Duration::from_micros(200);
/// Two hooks of many expansions may be swapped in more pairs than anybody waits for.
const MOST_PAIRS: usize = 64;

/// A hook and how long its calls took.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct HookTimes {
    /// Its name.
    pub hook: String,
    /// Its point.
    pub point: String,
    /// Its place on the timeline.
    pub key: u16,
    /// How often it was called.
    pub calls: u64,
    /// The median of its calls in microseconds.
    pub median_us: f64,
    /// The longest in microseconds.
    pub longest_us: f64,
}

/// The games under one set of rules.
struct Table {
    rules: Arc<Rules>,
    /// One for each number of players.
    openings: Vec<Arc<Opening>>,
}

/// What was seen in some games of a table.
#[derive(Default)]
struct Seen {
    decisions: u64,
    /// Hook and message, with how often.
    faults: BTreeMap<(String, String), u64>,
    rehearsal: Rehearsal,
    observed: Observed,
    courses: Vec<Course>,
    endless: u64,
}

/// Plays the games and reports what is wrong in them.
pub(super) fn check(subject: &Subject, company: &Company, games: u64, seed: u64, report: &mut Report) {
    let alone = games / ALONE;
    let mut seen = Vec::new();
    for (rules, count) in [(&company.all, games - alone), (&company.alone, alone)] {
        let Some(table) = Table::new(rules, report) else { return };
        let played = table.play(count, seed);
        report.played.games += count;
        report.played.decisions += played.decisions;
        seen.push((table, played));
    }
    faults(subject, &seen, report);
    hooks(subject, &seen, report);
    if let Some((table, played)) = seen.first() {
        swaps(subject, company, table, &played.courses, report);
    }
}

impl Table {
    /// Opens the rules for 2 to 5 players, as far as they allow, or else for any number.
    fn new(rules: &Arc<Rules>, report: &mut Report) -> Option<Table> {
        let mut openings = Vec::new();
        for players in (2..=5).chain([1, 6, 7, 8]) {
            if (players == 1 || players > 5) && !openings.is_empty() {
                break;
            }
            match Opening::new(Arc::clone(rules), Setup::new(players)) {
                Ok(opening) => openings.push(opening),
                Err(errors) if errors.0.iter().all(|e| matches!(e, SetupError::Players { .. })) => {}
                Err(errors) => {
                    report.say(Grade::Error, Topic::Hooks, format!("no game of {players} can begin: {errors}"));
                    return None;
                }
            }
        }
        if openings.is_empty() {
            let message = "no number of players can play it: widen `min_players` and `max_players` in plugin.toml";
            report.say(Grade::Error, Topic::Manifest, message);
            return None;
        }
        Some(Table { rules: Arc::clone(rules), openings })
    }

    /// Plays so many games, side by side; what was seen does not depend on how many at once.
    fn play(&self, games: u64, seed: u64) -> Seen {
        let all: Vec<Seen> = (0..games).into_par_iter().map(|n| self.game(n, seed)).collect();
        all.into_iter().fold(Seen::default(), Seen::with)
    }

    /// Every second game is the seeker's, who brings pieces of different expansions together.
    fn game(&self, n: u64, seed: u64) -> Seen {
        let opening = &self.openings[(n / 2) as usize % self.openings.len()];
        let (mut dice, mut seeker) = (Dice::of_game(seed, n), Seeker::with(Dice::of_game(!seed, n)));
        let mut game = Game::new(opening);
        game.listen();
        game.rehearse();
        let mut course = Course { opening: Arc::clone(opening), choices: Vec::new() };
        while let Some(decision) = game.decision().filter(|_| course.choices.len() < MOST_DECISIONS) {
            let by_seeker = n % 2 == 1 && decision.player().is_some();
            let choice = if by_seeker { seeker.choose(&game) } else { dice.any(&decision) };
            course.choices.push(choice);
            if game.choose(choice).is_err() {
                break;
            }
        }
        let mut seen = Seen { decisions: course.choices.len() as u64, ..Seen::default() };
        seen.endless = u64::from(!game.is_over());
        for fault in game.faults() {
            *seen.faults.entry((words::hook(&self.rules, fault.hook), fault.message.clone())).or_default() += 1;
        }
        seen.rehearsal.absorb(game.rehearsal().unwrap_or(&Rehearsal::default()));
        seen.observed.add(&game);
        seen.courses.push(course);
        seen
    }
}

impl Seen {
    fn with(mut self, other: Seen) -> Seen {
        self.decisions += other.decisions;
        self.endless += other.endless;
        other.faults.into_iter().for_each(|(fault, times)| *self.faults.entry(fault).or_default() += times);
        self.rehearsal.absorb(&other.rehearsal);
        self.observed.absorb(other.observed);
        let room = SWAPPED.saturating_sub(self.courses.len());
        self.courses.extend(other.courses.into_iter().take(room));
        self
    }
}

/// Faults stop a plugin: its own are errors, and those of others that only it brings about are worth a warning.
fn faults(subject: &Subject, seen: &[(Table, Seen)], report: &mut Report) {
    let mut faults: BTreeMap<&(String, String), u64> = BTreeMap::new();
    for (fault, times) in seen.iter().flat_map(|(_, seen)| &seen.faults) {
        *faults.entry(fault).or_default() += times;
    }
    for ((hook, message), times) in faults {
        let grade = if subject.owns(hook) { Grade::Error } else { Grade::Warning };
        let games = if times == 1 { "1 game".to_owned() } else { format!("{times} games") };
        let message =
            format!("the hook `{hook}` was at fault in {games}, and its plugin is stopped for that: {message}");
        report.say(grade, Topic::Hooks, message);
    }
    let endless: u64 = seen.iter().map(|(_, seen)| seen.endless).sum();
    if endless > 0 {
        let message = format!(
            "{endless} of the games did not end after {MOST_DECISIONS} decisions: let its offers come to an end"
        );
        report.say(Grade::Error, Topic::Hooks, message);
    }
}

/// By hook, in the order of the timeline: its times, and what it declares and was never seen to write.
type Rows = BTreeMap<(u8, u16, String), (HookTimes, BTreeSet<String>)>;

/// What the rehearsals say of its own hooks.
fn hooks(subject: &Subject, seen: &[(Table, Seen)], report: &mut Report) {
    let mut rows = Rows::new();
    for (table, seen) in seen {
        for (n, hook) in table.rules.hooks.iter().enumerate() {
            let id = HookId(n as u16);
            let name = words::hook(&table.rules, id);
            // A hook at `setup` has been called before any game is watched.
            if !subject.owns(&name) || hook.point == Point::SETUP {
                continue;
            }
            let none = Rehearsed::default();
            let row = seen.rehearsal.hooks.get(n).unwrap_or(&none);
            if let Some((one, other)) = &row.parted {
                let message = format!(
                    "the hook `{name}` answered the same view in two ways, first {}, then {}: a hook keeps nothing, and \
                     has no clock and no randomness of its own, so make what it remembers a mark",
                    short(one),
                    short(other)
                );
                report.say(Grade::Error, Topic::Hooks, message);
            }
            let declared: Vec<_> = hook.head.writes.iter().chain(hook.head.choices_write.iter()).copied().collect();
            note(&mut rows, hook, row, seen.observed.missing(id, &declared).into_iter().collect());
        }
    }
    rows.values().for_each(|(times, idle)| judge(subject, times, idle, report));
    report.played.hooks = rows.into_values().map(|(times, _)| times).collect();
    report.played.hooks.sort_by(|a, b| b.median_us.total_cmp(&a.median_us));
}

/// Says of a hook that it is slow, or was never seen to do what it could.
fn judge(subject: &Subject, times: &HookTimes, idle: &BTreeSet<String>, report: &mut Report) {
    let name = format!("{}/{}", subject.id(), times.hook);
    if times.calls == 0 {
        let message = format!(
            "the hook `{name}` was never called in these games: see whether its `when` can hold, or play more with --games"
        );
        report.say(Grade::Note, Topic::Hooks, message);
    } else if !idle.is_empty() {
        let data: Vec<&str> = idle.iter().map(String::as_str).collect();
        let message = format!(
            "the hook `{name}` declares to write {} and never did in these games: drop what it can't do",
            data.join(", ")
        );
        report.say(Grade::Note, Topic::Order, message);
    }
    if times.median_us > SLOW.as_secs_f64() * 1e6 {
        let message = format!(
            "the hook `{name}` usually takes {:.0} us, which slows down every bot: look at fewer rows, or narrow its `when`",
            times.median_us
        );
        report.say(Grade::Warning, Topic::Hooks, message);
    }
}

/// Adds what a table saw of a hook: the greater median counts, for company makes hooks slower, and what one table has
/// seen is seen.
fn note(rows: &mut Rows, hook: &PlannedHook, seen: &Rehearsed, missing: BTreeSet<String>) {
    let us = |time: Duration| time.as_secs_f64() * 1e6;
    let name = hook.head.name.to_string();
    let times = |name: String| HookTimes {
        hook: name,
        point: hook.point.name().to_owned(),
        key: hook.key.0,
        calls: 0,
        median_us: 0.0,
        longest_us: 0.0,
    };
    let (row, _) = rows
        .entry((hook.point.0, hook.key.0, name.clone()))
        .and_modify(|(_, idle)| idle.retain(|d| missing.contains(d)))
        .or_insert_with(|| (times(name), missing.clone()));
    row.calls += seen.calls;
    row.median_us = row.median_us.max(us(seen.median().unwrap_or_default()));
    row.longest_us = row.longest_us.max(us(seen.longest));
}

/// The beginning of what a hook answered.
fn short(answer: &str) -> String {
    const SHOWN: usize = 160;
    let cut: String = answer.chars().take(SHOWN).collect();
    if cut.len() < answer.len() { format!("`{cut}...`") } else { format!("`{cut}`") }
}

/// Swaps its hooks with those that nothing orders before or after them: a difference is a read nobody declared.
fn swaps(subject: &Subject, company: &Company, table: &Table, courses: &[Course], report: &mut Report) {
    let rules = &table.rules;
    let own = |id: HookId| subject.owns(&words::hook(rules, id));
    let pairs = rules.unordered.iter().filter(|p| own(p.0) || own(p.1)).filter(|p| !swap::is_waived(rules, **p));
    let pairs: Vec<_> = pairs.copied().take(MOST_PAIRS).collect();
    let tried: Vec<_> = pairs
        .into_par_iter()
        .filter_map(|pair| Swap::new(rules, pair, &subject.all, &company.choice).ok())
        .map(|swap| courses.iter().find_map(|course| swap.parting(course)).map(|parting| (swap, parting)))
        .collect();
    report.played.swapped = tried.len();
    for (swap, parting) in tried.into_iter().flatten() {
        let message = format!(
            "nothing orders `{}` and `{}` at `{}`, and with the two swapped {}: say in the head of one what it reads of \
             what the other writes, or `.ordered(&[Constraint::after(\"{}\", \"...\")])` in that of `{}`",
            swap.first, swap.then, swap.point, parting.message, swap.first, swap.then
        );
        report.say(Grade::Warning, Topic::Order, message);
    }
}
