//! Makes a failing game short: cut behind the failure, begun from a prepared board if that will do, without the tiles,
//! figures, turns and choices that do not matter.
//!
//! Everything is tried on copies and kept only if the game still fails. Choices are followed by what they mean: one that
//! is no longer on offer is passed, or left out if its moment has gone by.

use super::course::Course;
use super::resume;
use crate::engine::{Choice, Decision, Game, Opening, Question, Setup};
use crate::words;
use gatehouse_core::{PileId, Pos, Rotation, TileKind};
use std::ops::Range;
use std::sync::Arc;

/// How many choices may be answered by default between two that are meant.
const MOST_BY_DEFAULT: usize = 64;
/// How many turns before the failure a prepared board is tried.
const TURNS_BACK: [usize; 6] = [1, 2, 3, 4, 6, 8];

/// Tells whether a case fails in the way that matters: after how many of its choices, counted from 1.
pub type Fails<'f> = &'f mut dyn FnMut(&Course) -> Option<usize>;

/// The predicate that holds where `is_wrong` does: it is asked after every choice.
pub fn after_each(mut is_wrong: impl FnMut(&Game) -> bool) -> impl FnMut(&Course) -> Option<usize> {
    move |case| {
        let mut game = Game::new(&case.opening);
        let wrong = |choice: &usize| game.choose(*choice).is_err() || is_wrong(&game);
        let found = case.choices.iter().position(wrong)?;
        Some(found + 1)
    }
}

/// The shortest case found that fails as this one does, with at most `replays` tries; none if this one does not fail.
pub fn shrink(case: &Course, replays: usize, fails: Fails<'_>) -> Option<Course> {
    let mut shrinker = Shrinker { fails, left: replays };
    let cut = shrinker.failing(case.clone())?;
    let from_the_start = shrinker.prepared(&cut);
    let mut best = match from_the_start {
        Some(prepared) => shrinker.bared(prepared),
        None => shrinker.without_turns(cut),
    };
    loop {
        let before = best.choices.clone();
        best = shrinker.passed(best);
        best = shrinker.without_turns(best);
        if best.choices == before || shrinker.left == 0 {
            return Some(best);
        }
    }
}

/// The kind of question a choice answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Asked {
    Draw,
    Source,
    Place,
    Figure,
    Offer,
    Depart,
}

/// What a choice means.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Meaning {
    Pass,
    Tile(TileKind),
    Cell(Pos, Rotation),
    /// Its words.
    Act(String),
}

/// A choice by meaning.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Meant {
    asked: Asked,
    what: Meaning,
    /// The turn it belongs to, or the part of a turn, from 0.
    turn: usize,
}

struct Shrinker<'f> {
    fails: Fails<'f>,
    left: usize,
}

impl Shrinker<'_> {
    /// The case cut behind its failure; none if it does not fail or nothing more may be tried.
    fn failing(&mut self, mut case: Course) -> Option<Course> {
        self.left = self.left.checked_sub(1)?;
        let length = (self.fails)(&case)?;
        case.choices.truncate(length);
        Some(case)
    }

    /// The case of these choices from an opening, if it still fails.
    fn follows(&mut self, opening: &Arc<Opening>, meant: &[Meant]) -> Option<Course> {
        if self.left == 0 {
            return None;
        }
        self.failing(Course { opening: Arc::clone(opening), choices: follow(opening, meant) })
    }

    /// The same from a setup.
    fn begins(&mut self, case: &Course, setup: Setup, meant: &[Meant]) -> Option<Course> {
        let opening = Opening::new(Arc::clone(case.opening.rules()), setup).ok()?;
        self.follows(&opening, meant)
    }

    /// The last turns alone, from the board as it was before them.
    fn prepared(&mut self, case: &Course) -> Option<Course> {
        let meant = meanings(case);
        let last = meant.last()?.turn;
        let empty = case.played().board().left(case.opening.tables(), PileId(0)) == 0;
        for back in TURNS_BACK.into_iter().map(|n| n - 1).take_while(|n| *n < last) {
            let from = meant.iter().position(|m| m.turn == last - back)?;
            let mut game = Game::new(&case.opening);
            case.choices.iter().take(from).try_for_each(|&c| game.choose(c)).ok()?;
            let Some(setup) = resume::setup(&game) else { continue };
            let rest = &meant[from..];
            let placed =
                rest.iter().rev().find_map(|m| if let Meaning::Cell(pos, _) = m.what { Some(pos) } else { None });
            let setup = placed.map_or(setup.clone(), |pos| resume::from_cell(&setup, (pos.x, pos.y)));
            // What ends the game needs a pile that ends with it; all else does with what the table leaves.
            let ending = Setup { pile: Some(drawn(case, rest)), ..setup.clone() };
            let tries = if empty { [ending, setup] } else { [setup, ending] };
            let found = tries.into_iter().find_map(|setup| self.begins(case, setup, rest));
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// A case from a prepared board without the tiles, figures, marks, points and counts that do not matter.
    fn bared(&mut self, mut case: Course) -> Course {
        // The tiles are listed from the last placement on: a few nearest ones often do.
        let tiles = case.opening.setup().tiles.len();
        for kept in (0..usize::BITS).map(|n| 1 << n).take_while(|kept| *kept < tiles) {
            let setup = resume::without_tiles(case.opening.setup(), kept..tiles);
            let meant = meanings(&case);
            if let Some(found) = self.begins(&case, setup, &meant) {
                case = found;
                break;
            }
        }
        for shrink in [resume::without_tiles, resume::without_figures, without_marks] {
            case = self.fewer(case, shrink);
        }
        for plain in [
            |s: &Setup| Setup { scores: Vec::new(), ..s.clone() },
            |s: &Setup| Setup { supplies: Vec::new(), ..s.clone() },
            |s: &Setup| Setup { reserves: Vec::new(), ..s.clone() },
            |s: &Setup| Setup { pile: None, ..s.clone() },
        ] {
            let setup = plain(case.opening.setup());
            if setup != *case.opening.setup() {
                let meant = meanings(&case);
                case = self.begins(&case, setup, &meant).unwrap_or(case);
            }
        }
        case
    }

    /// Leaves out rows of a setup, the last first, in ever smaller pieces.
    fn fewer(&mut self, mut case: Course, without: fn(&Setup, Range<usize>) -> Setup) -> Course {
        let rows = |setup: &Setup| setup.tiles.len().max(setup.figures.len()).max(setup.marks.len());
        let mut size = rows(case.opening.setup()).max(1);
        loop {
            let mut end = rows(case.opening.setup());
            while end > 0 && self.left > 0 {
                let range = end.saturating_sub(size)..end;
                end = range.start;
                let setup = without(case.opening.setup(), range);
                if setup != *case.opening.setup() {
                    let meant = meanings(&case);
                    case = self.begins(&case, setup, &meant).unwrap_or(case);
                }
            }
            if size == 1 || self.left == 0 {
                return case;
            }
            size = size.div_ceil(2);
        }
    }

    /// Leaves out turns before the last, the latest first, in ever smaller pieces.
    fn without_turns(&mut self, mut case: Course) -> Course {
        let players = case.opening.setup().players;
        let mut size = meanings(&case).last().map_or(0, |m| m.turn);
        while size > 0 && self.left > 0 {
            let mut end = meanings(&case).last().map_or(0, |m| m.turn);
            while end > 0 && self.left > 0 {
                let meant = meanings(&case);
                let range = end.saturating_sub(size)..end;
                end = range.start;
                let kept: Vec<Meant> = meant.into_iter().filter(|m| !range.contains(&m.turn)).collect();
                let opening = Arc::clone(&case.opening);
                if let Some(found) = self.follows(&opening, &kept).filter(|f| f.choices.len() < case.choices.len()) {
                    case = found;
                }
            }
            // With as many turns as there are players, everybody keeps their own.
            size = match size {
                1 => 0,
                n if n > 2 * players => n / 2,
                n if n > players => players,
                _ => 1,
            };
        }
        case
    }

    /// Passes what need not be chosen: all at once, then in ever smaller pieces.
    fn passed(&mut self, mut case: Course) -> Course {
        let mut size = case.choices.len();
        while size > 0 && self.left > 0 {
            let mut end = case.choices.len();
            while end > 0 && self.left > 0 {
                let mut meant = meanings(&case);
                let range = end.saturating_sub(size)..end.min(meant.len());
                end = range.start;
                let pass = |m: &&mut Meant| !matches!(m.asked, Asked::Draw | Asked::Place) && m.what != Meaning::Pass;
                let mut changed = false;
                for one in meant.get_mut(range).into_iter().flatten().filter(pass) {
                    one.what = Meaning::Pass;
                    changed = true;
                }
                let opening = Arc::clone(&case.opening);
                if changed && let Some(found) = self.follows(&opening, &meant) {
                    case = found;
                }
            }
            size /= 2;
        }
        case
    }
}

fn without_marks(setup: &Setup, dropped: Range<usize>) -> Setup {
    let mut fewer = setup.clone();
    let end = dropped.end.min(fewer.marks.len());
    fewer.marks.drain(dropped.start.min(end)..end);
    fewer
}

/// The tiles drawn by these choices, in order.
fn drawn(case: &Course, meant: &[Meant]) -> Vec<String> {
    let words = &case.opening.rules().words;
    let kinds = meant.iter().filter(|m| m.asked == Asked::Draw).filter_map(|m| match m.what {
        Meaning::Tile(kind) => words.tiles.get(kind.index()),
        _ => None,
    });
    kinds.map(|t| t.tile.id.clone()).collect()
}

fn asked(question: Question) -> Asked {
    match question {
        Question::Draw(_) => Asked::Draw,
        Question::Source => Asked::Source,
        Question::Place(_) => Asked::Place,
        Question::Figure(_) => Asked::Figure,
        Question::Offer(_) => Asked::Offer,
        Question::Depart(_) => Asked::Depart,
    }
}

/// What the choices of a case mean.
fn meanings(case: &Course) -> Vec<Meant> {
    let mut game = Game::new(&case.opening);
    let (mut meant, mut turn, mut begun) = (Vec::<Meant>::new(), 0, false);
    for &choice in &case.choices {
        let Some(decision) = game.decision() else { break };
        let asked = asked(decision.question());
        let draws = matches!(asked, Asked::Draw | Asked::Source);
        // A turn begins with the first question for a tile after something else was asked.
        turn += usize::from(draws && begun);
        begun = !draws;
        let what = match decision.choice(choice) {
            None | Some(Choice::Pass) => Meaning::Pass,
            Some(Choice::Draw { kind, .. } | Choice::Source { kind, .. }) => Meaning::Tile(kind),
            Some(Choice::Place { candidate, .. }) => Meaning::Cell(candidate.pos, candidate.rotation),
            Some(Choice::Act(_)) => {
                let texts = words::choices(&game, &decision);
                Meaning::Act(texts.get(choice).cloned().unwrap_or_default())
            }
        };
        meant.push(Meant { asked, what, turn });
        if game.choose(choice).is_err() {
            break;
        }
    }
    meant
}

/// Plays what is meant, as far as it is on offer, and passes through the rest of the turn.
fn follow(opening: &Arc<Opening>, meant: &[Meant]) -> Vec<usize> {
    let (mut game, mut choices) = (Game::new(opening), Vec::new());
    let (mut next, mut by_default) = (0, 0);
    while let Some(decision) = game.decision() {
        let asked = asked(decision.question());
        let wanted = meant.get(next);
        if asks_for_tile(asked) && has_gone_by(wanted, asked) {
            match wanted {
                Some(_) => next += 1,
                None => break,
            }
            continue;
        }
        let meant = wanted.filter(|w| w.asked == asked);
        by_default = if meant.is_some() { 0 } else { by_default + 1 };
        next += usize::from(meant.is_some());
        if by_default > MOST_BY_DEFAULT {
            break;
        }
        let choice = meant.and_then(|m| find(&game, &decision, &m.what));
        let choice = choice.unwrap_or(if decision.may_pass() { decision.len() - 1 } else { 0 });
        if game.choose(choice).is_err() {
            break;
        }
        choices.push(choice);
    }
    choices
}

fn asks_for_tile(asked: Asked) -> bool {
    matches!(asked, Asked::Draw | Asked::Source | Asked::Place)
}

/// Whether the moment of what is wanted has gone by, now that a tile is asked for.
fn has_gone_by(wanted: Option<&Meant>, asked: Asked) -> bool {
    wanted.is_none_or(|w| w.asked != asked && (!asks_for_tile(w.asked) || asked == Asked::Draw))
}

/// The choice of this meaning.
fn find(game: &Game, decision: &Decision<'_>, what: &Meaning) -> Option<usize> {
    match what {
        Meaning::Pass => None,
        Meaning::Tile(wanted) => decision.iter().position(
            |c| matches!(c, Choice::Draw { kind, .. } | Choice::Source { kind, .. } if kind == *wanted),
        ),
        Meaning::Cell(pos, rotation) => decision.iter().position(
            |c| matches!(c, Choice::Place { candidate, .. } if candidate.pos == *pos && candidate.rotation == *rotation),
        ),
        Meaning::Act(text) => words::choices(game, decision).iter().position(|t| t == text),
    }
}
