//! Laws that hold in every game, whatever is played. Each takes a game that was played and says where it is broken.

use super::audit::audit;
use super::course::{Broken, Course, broken};
use super::mirror;
use crate::dice::Dice;
use crate::engine::{Game, Opening, Question};
use crate::record::{self, Record};
use crate::rules::Plugin;
use crate::words;
use gatehouse_core::EventCode;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a law may compare a game with.
#[derive(Clone, Default)]
pub struct Around<'a> {
    /// The plugins the game's rules were resolved from.
    pub plugins: &'a [Plugin],
    /// The same opening from plugins found and chosen in another order.
    pub reordered: Option<Arc<Opening>>,
    /// The same opening from other copies of the plugins: linked instead of loaded.
    pub twin: Option<Arc<Opening>>,
}

/// A law: nothing if it holds for the game.
pub type Law = fn(&Course, &Around<'_>) -> Result<(), Broken>;

/// All laws with their names.
pub const ALL: [(&str, Law); 10] = [
    ("taking back", |course, _| taking_back(course)),
    ("taking all back", |course, _| taking_all_back(course)),
    ("hash and counts", |course, _| kept_and_counted(course)),
    ("records", |course, around| recorded(course, around.plugins)),
    ("copies", |course, _| copied(course)),
    ("unseen tiles", |course, _| unseen(course)),
    ("order of loading", |course, around| {
        around.reordered.as_ref().map_or(Ok(()), |o| alike("order of loading", course, o))
    }),
    ("linked and loaded", |course, around| {
        around.twin.as_ref().map_or(Ok(()), |o| alike("linked and loaded", course, o))
    }),
    ("turned table", |course, _| mirror::turned(course)),
    ("renamed players", |course, _| mirror::renamed(course)),
];

fn holds(law: &'static str, after: usize, holds: bool, message: impl FnOnce() -> String) -> Result<(), Broken> {
    if holds { Ok(()) } else { broken(law, after, message()) }
}

fn remembering(opening: &Arc<Opening>) -> Game {
    let mut game = Game::new(opening);
    game.remember(true);
    game
}

/// What another copy of the game says no to is a broken law, not an error.
fn go(law: &'static str, after: usize, game: &mut Game, choice: usize) -> Result<(), Broken> {
    game.choose(choice).map_err(|e| e.to_string()).or_else(|message| broken(law, after, message))
}

/// Taking back right after choosing changes nothing.
///
/// # Errors
/// It does.
pub fn taking_back(course: &Course) -> Result<(), Broken> {
    const LAW: &str = "taking back";
    course.play(&mut remembering(&course.opening), |game, made, choice| {
        let before = game.fork();
        go(LAW, made, game, choice)?;
        game.take_back().map_err(|e| e.to_string()).or_else(|e| broken(LAW, made, e))?;
        holds(LAW, made, game.same_as(&before) && game.fingerprint() == before.fingerprint(), || {
            format!("the state is another after {} was taken back", described(game, choice))
        })
    })
}

/// Taking everything back leads to the start.
///
/// # Errors
/// It does not.
pub fn taking_all_back(course: &Course) -> Result<(), Broken> {
    let mut game = remembering(&course.opening);
    let start = game.fork();
    course.play(&mut game, |_, _, _| Ok(()))?;
    while game.take_back().is_ok() {}
    holds("taking all back", course.choices.len(), game.same_as(&start) && game.depth() == 0, || {
        "taking all choices back does not lead to the start".to_owned()
    })
}

/// How many choices are made between one count of everything and the next.
const UNCOUNTED: usize = 4;

/// The hash that is kept is the one computed from nothing, and what is counted is what can be counted. What is wrong stays
/// so, as a rule: it is looked for after every few choices, and then where it begins.
///
/// # Errors
/// They are not.
pub fn kept_and_counted(course: &Course) -> Result<(), Broken> {
    counted(course, UNCOUNTED).or_else(|late| counted(course, 1).and(Err(late)))
}

/// As [`kept_and_counted`], with a look at every `step`th choice and the end.
fn counted(course: &Course, step: usize) -> Result<(), Broken> {
    const LAW: &str = "hash and counts";
    let check = |game: &Game, made: usize| {
        let (kept, fresh) = (game.fingerprint(), game.fresh_fingerprint());
        holds(LAW, made, kept == fresh, || format!("the hash kept is {kept:x?}, but that of the state is {fresh:x?}"))?;
        audit(game).or_else(|wrong| broken(LAW, made, wrong))
    };
    let mut game = Game::new(&course.opening);
    course.play(&mut game, |game, made, _| if made.is_multiple_of(step) { check(game, made) } else { Ok(()) })?;
    check(&game, course.choices.len())
}

/// A record read again leads to the same states, and so does one cut anywhere and played on: in the middle of the game,
/// and where somebody else than the active player is asked.
///
/// # Errors
/// It does not.
pub fn recorded(course: &Course, plugins: &[Plugin]) -> Result<(), Broken> {
    const LAW: &str = "records";
    let whole = course.choices.len();
    let mut dice = Dice::new(whole as u64);
    let mut kept = Record::new(&course.opening);
    let mut stops = vec![20 + dice.below(100) as usize];
    let mut game = Game::new(&course.opening);
    for (made, &choice) in course.choices.iter().enumerate() {
        if stops.len() < 4 && is_pending(&game) && dice.below(3) == 0 {
            stops.push(made);
        }
        kept.choose(&mut game, choice).map_err(|e| e.to_string()).or_else(|e| broken(LAW, made, e))?;
    }
    let read = Record::parse(&kept.to_text()).map_err(|e| e.to_string()).or_else(|e| broken(LAW, whole, e))?;
    holds(LAW, whole, read == kept, || "a record read again is another".to_owned())?;
    let opened = record::open(&read, plugins).map_err(|e| e.to_string());
    let (opening, warnings) = opened.or_else(|e| broken(LAW, whole, e))?;
    holds(LAW, whole, warnings.is_empty(), || format!("the record is read with warnings: {warnings:?}"))?;
    stops.push(whole);
    for stop in stops.into_iter().filter(|s| *s <= whole) {
        let mut saved = kept.clone();
        saved.entries.truncate(stop);
        let resumed = record::replay(&saved, &opening, true).map_err(|e| e.to_string());
        let mut resumed = resumed.or_else(|e| broken(LAW, stop, e))?;
        course.choices[stop..].iter().try_for_each(|&c| go(LAW, whole, &mut resumed, c))?;
        holds(LAW, whole, resumed.same_as(&game), || {
            format!("saved and loaded after {stop} choices, the game ends otherwise")
        })?;
    }
    Ok(())
}

/// Whether somebody else than the active player is asked, or something that a hook offers.
fn is_pending(game: &Game) -> bool {
    let active = game.board().turn.active;
    game.decision()
        .is_some_and(|d| d.player().is_some_and(|p| p != active) || matches!(d.question(), Question::Offer(_)))
}

/// A game that remembers nothing, a copy and a fork go on as the game itself does.
///
/// # Errors
/// They do not.
pub fn copied(course: &Course) -> Result<(), Broken> {
    const LAW: &str = "copies";
    let mut dice = Dice::new(course.choices.len() as u64);
    let mut game = remembering(&course.opening);
    let mut unremembered = Game::new(&course.opening);
    unremembered.remember(false);
    let mut copies: Vec<(Game, usize)> = vec![(unremembered, 0)];
    course.play(&mut game, |game, made, _| {
        if dice.below(40) == 0 && copies.len() < 5 {
            copies.push((if dice.below(2) == 0 { game.clone() } else { game.fork() }, made));
        }
        Ok(())
    })?;
    for (mut copy, from) in copies {
        let whole = course.choices.len();
        course.choices[from..].iter().try_for_each(|&c| go(LAW, whole, &mut copy, c))?;
        holds(LAW, whole, copy.same_as(&game) && copy.fingerprint() == game.fingerprint(), || {
            format!("a copy made after {from} choices ends otherwise")
        })?;
    }
    Ok(())
}

/// Nothing in a public record tells of tiles that nobody has seen: neither a seed nor the name of one.
///
/// # Errors
/// It does.
pub fn unseen(course: &Course) -> Result<(), Broken> {
    const LAW: &str = "unseen tiles";
    let record = course.record();
    let (start, game) = (Game::new(&course.opening), course.game()?);
    let tables = course.opening.tables();
    let kinds = tables.tile_kinds.len().max(1);
    let in_piles = |game: &Game, kind: usize| {
        game.board().unseen.iter().skip(kind).step_by(kinds).map(|&n| u32::from(n)).sum::<u32>()
    };
    let shown = game.events().iter().filter(|e| {
        matches!(e.code, EventCode::DRAWN | EventCode::SOURCED | EventCode::DISCARDED | EventCode::TILE_PLACED)
    });
    let shown: BTreeSet<usize> = shown.map(|e| usize::from(e.object)).collect();
    let hidden = (0..tables.tile_kinds.len()).filter(|kind| {
        let left = in_piles(&game, *kind);
        left > 0 && left == in_piles(&start, *kind) && !shown.contains(kind)
    });
    let rules = course.opening.rules();
    let hidden: BTreeSet<&str> = hidden.filter_map(|k| Some(rules.words.tiles.get(k)?.tile.id.as_str())).collect();
    let told = |text: &str| text.split_whitespace().any(|word| hidden.contains(word));
    if let Some(at) = record.entries.iter().position(|entry| told(&entry.choose)) {
        return broken(LAW, at, format!("`{}` names a tile nobody has seen", record.entries[at].choose));
    }
    holds(LAW, 0, record.header.seed.is_none(), || "a public record has a seed".to_owned())
}

/// The same choices lead to the same states from another opening of the same rules.
fn alike(law: &'static str, course: &Course, other: &Arc<Opening>) -> Result<(), Broken> {
    let mut again = Game::new(other);
    course.play(&mut Game::new(&course.opening), |game, made, choice| {
        holds(law, made, game.fingerprint() == again.fingerprint(), || {
            let (one, other) = (game.fingerprint(), again.fingerprint());
            format!("the states differ: {one:x?} and {other:x?}")
        })?;
        go(law, made, &mut again, choice)
    })?;
    let end = course.game()?;
    holds(law, course.choices.len(), end.fingerprint() == again.fingerprint(), || "the ends differ".to_owned())
}

/// The open decision and a choice of it, in words.
fn described(game: &Game, choice: usize) -> String {
    let described = game.decision().map(|decision| {
        let texts = words::choices(game, &decision);
        let (who, asked) = (words::decider(decision.decider()), words::question(game, &decision));
        format!("`{}` of {who} ({asked})", texts.get(choice).map_or("", String::as_str))
    });
    described.unwrap_or_else(|| "the end".to_owned())
}
