//! Laws of symmetry: with the table turned, or with other names for the players, the same game is played.

use super::course::{Broken, Course, broken};
use crate::engine::{Choice, Decision, Game, Laid, Opening, Setup};
use crate::words::{self, COLOURS};
use gatehouse_core::{Candidate, EventCode, Place, Pos, Spot, TileKind};
use std::sync::Arc;

/// A place after a clockwise quarter turn of the whole table.
pub const fn turned_pos(pos: Pos) -> Pos {
    Pos::new(-pos.y, pos.x)
}

/// The same place on the turned table: segments, tiles and figures keep their numbers, corners move on by one.
fn turned_place(place: Place) -> Place {
    match place.spot() {
        Spot::Corner(tile, n) => Place::corner(tile, (n + 1) % 4),
        _ => place,
    }
}

/// Whether a game begins as the rules say, so that the same beginning can be made elsewhere.
fn is_ordinary(setup: &Setup) -> bool {
    *setup == Setup::new(setup.players)
}

fn opened(law: &'static str, course: &Course, setup: Setup) -> Result<Game, Broken> {
    let opening = Opening::new(Arc::clone(course.opening.rules()), setup).map_err(|e| e.to_string());
    opening.map(|o| Game::new(&o)).or_else(|why| broken(law, 0, format!("it can't begin: {why}")))
}

/// Turning the whole table changes nothing: every choice is found by what it means on the turned table, and leads to
/// the same scores.
///
/// # Errors
/// It changes something.
pub fn turned(course: &Course) -> Result<(), Broken> {
    const LAW: &str = "turned table";
    let setup = course.opening.setup();
    if !is_ordinary(setup) {
        return Ok(());
    }
    let rules = course.opening.rules();
    let laid = |&(kind, pos): &(TileKind, Pos)| {
        let pos = turned_pos(pos);
        Some(Laid { tile: rules.words.tiles.get(kind.index())?.tile.id.clone(), pos: (pos.x, pos.y), rotation: 1 })
    };
    let tiles = rules.start.iter().filter_map(laid).collect();
    let mut twin = opened(LAW, course, Setup { tiles, ..setup.clone() })?;
    course.play(&mut Game::new(&course.opening), |game, made, choice| {
        same_scores(LAW, made, game, &twin, 0)?;
        let Some((decision, other)) = game.decision().zip(twin.decision()) else {
            return broken(LAW, made, "on the turned table the game is over");
        };
        if decision.len() != other.len() {
            let (one, two) = (decision.len(), other.len());
            return broken(LAW, made, format!("there are {one} choices, but {two} on the turned table"));
        }
        let same = match decision.choice(choice) {
            Some(Choice::Place { candidate, .. }) => placed(&other, candidate),
            _ => alike(&decision, &other, choice),
        };
        let Some(same) = same else {
            return broken(LAW, made, "a choice is not on offer on the turned table");
        };
        twin.choose(same).map_err(|e| e.to_string()).or_else(|e| broken(LAW, made, e))
    })?;
    same_scores(LAW, course.choices.len(), &course.game()?, &twin, 0)
}

/// The placement on the turned table.
fn placed(turned: &Decision<'_>, candidate: Candidate) -> Option<usize> {
    let (pos, rotation) = (turned_pos(candidate.pos), (candidate.rotation.0 + 1) % 4);
    turned.iter().position(
        |c| matches!(c, Choice::Place { candidate, .. } if candidate.pos == pos && candidate.rotation.0 == rotation),
    )
}

/// The same choice of another decision: segments, tiles and figures have the same numbers on both tables, and of equal
/// choices the first is the first.
fn alike(decision: &Decision<'_>, other: &Decision<'_>, choice: usize) -> Option<usize> {
    let same = |a: &Choice<'_>, b: &Choice<'_>, place: fn(Place) -> Place| match (a, b) {
        (Choice::Act(a), Choice::Act(b)) => {
            (&a.row.label, a.row.figure, place(a.row.to), a.row.detail)
                == (&b.row.label, b.row.figure, b.row.to, b.row.detail)
                && a.riders().map(|r| r.label).eq(b.riders().map(|r| r.label))
        }
        (Choice::Draw { kind: a, .. }, Choice::Draw { kind: b, .. }) => a == b,
        (Choice::Source { kind: a, .. }, Choice::Source { kind: b, .. }) => a == b,
        (Choice::Pass, Choice::Pass) => true,
        _ => false,
    };
    let wanted = decision.choice(choice)?;
    let nth = decision.iter().take(choice).filter(|c| same(c, &wanted, |place| place)).count();
    // What hooks number by side has another number on the turned table: there the order is what is alike.
    let found = other.iter().enumerate().filter(|(_, c)| same(&wanted, c, turned_place)).map(|(n, _)| n).nth(nth);
    found.or((choice < other.len()).then_some(choice))
}

/// Compares scores; those of the second game are of players `by` seats on.
fn same_scores(law: &'static str, after: usize, one: &Game, other: &Game, by: usize) -> Result<(), Broken> {
    let (scores, mut also) = (one.scores(), other.scores());
    let seats = also.len().max(1);
    also.rotate_left(by % seats);
    if scores == also {
        return Ok(());
    }
    // Where the logs part, their last awards tell why.
    let awards = |game: &Game| {
        let points = game.events().iter().filter(|e| e.code == EventCode::POINTS).map(|e| (e.player, e.n, e.hook));
        points.collect::<Vec<_>>()
    };
    let (here, there) = (awards(one), awards(other));
    let parts =
        here.iter().zip(&there).position(|(a, b)| (a.1, a.2) != (b.1, b.2)).unwrap_or(here.len().min(there.len()));
    let told = |game: &Game| {
        let mut points = game.events().iter().filter(|e| e.code == EventCode::POINTS);
        points.nth(parts).and_then(|e| words::explained(game, e)).unwrap_or_else(|| "nothing".to_owned())
    };
    let (here, there) = (told(one), told(other));
    broken(
        law,
        after,
        format!("the scores are {scores:?}, but {also:?} in the other game: `{here}` here, `{there}` there"),
    )
}

/// Other names for the players change nothing but names: another seat begins, and everybody does what the one as many
/// seats after the first did.
///
/// # Errors
/// It changes something.
pub fn renamed(course: &Course) -> Result<(), Broken> {
    const LAW: &str = "renamed players";
    let setup = course.opening.setup();
    if !is_ordinary(setup) || setup.players < 2 {
        return Ok(());
    }
    let mut twin = opened(LAW, course, Setup { first: 1, ..setup.clone() })?;
    course.play(&mut Game::new(&course.opening), |game, made, choice| {
        same_scores(LAW, made, game, &twin, 1)?;
        let Some((decision, other)) = game.decision().zip(twin.decision()) else {
            return broken(LAW, made, "with other names the game is over");
        };
        let seat = |d: &Decision<'_>, by: usize| d.player().map(|p| (p.index() + by) % setup.players);
        if decision.len() != other.len() || seat(&decision, 1) != seat(&other, 0) {
            let (one, two) = (words::question(game, &decision), words::question(&twin, &other));
            return broken(LAW, made, format!("`{one}` is asked, but `{two}` with other names"));
        }
        let same = match decision.choice(choice) {
            Some(Choice::Act(_)) => {
                let wanted =
                    renamed_text(words::choices(game, &decision).get(choice).map_or("", String::as_str), setup.players);
                words::choices(&twin, &other).iter().position(|text| *text == wanted)
            }
            _ => Some(choice),
        };
        let Some(same) = same else {
            return broken(
                LAW,
                made,
                format!("{} is not on offer with other names", words::choices(game, &decision)[choice]),
            );
        };
        twin.choose(same).map_err(|e| e.to_string()).or_else(|e| broken(LAW, made, e))
    })?;
    same_scores(LAW, course.choices.len(), &course.game()?, &twin, 1)
}

/// A text with every colour of the game replaced by that of the next seat.
fn renamed_text(text: &str, players: usize) -> String {
    let mut out = String::new();
    for word in text.split_inclusive(|c: char| !c.is_alphanumeric()) {
        let end = word.len() - word.chars().next_back().filter(|c| !c.is_alphanumeric()).map_or(0, char::len_utf8);
        let (bare, rest) = word.split_at(end);
        let seat = COLOURS.iter().take(players).position(|c| *c == bare);
        out += seat.map_or(bare, |seat| COLOURS[(seat + 1) % players.min(COLOURS.len())]);
        out += rest;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_move_on_by_a_seat() {
        assert_eq!(renamed_text("take blue's figure, reddish", 2), "take red's figure, reddish");
        assert_eq!(renamed_text("red, blue (yellow)", 3), "blue, green (yellow)");
    }
}
