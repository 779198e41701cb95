//! What must hold after a step or at the end.

use super::{End, Expected, Text, notation};
use crate::engine::{Game, Question};
use crate::{locate, words};
use gatehouse_core::declare::TextError;
use gatehouse_core::{FeatureId, FigureRow, PileId, Place, Player, TileKind};

/// What does not hold.
pub(super) fn check(game: &Game, first_event: usize, expected: &Expected) -> Vec<TextError> {
    let mut wrong = Vec::new();
    wrong.extend(turn(game, expected));
    scores(game, expected, &mut wrong);
    supply(game, expected, &mut wrong);
    let board = game.board();
    if let Some(figures) = &expected.figures {
        let got = board.figures.iter().filter_map(|row| notation::figure(game, row)).collect();
        wrong.extend(same_list(game, "figures", expected, figures, got));
    }
    if let Some(marks) = &expected.marks {
        let got = board.marks.iter().filter_map(|row| notation::mark(game, row)).collect();
        wrong.extend(same_list(game, "marks", expected, marks, got));
    }
    features(game, expected, &mut wrong);
    piles(game, expected, &mut wrong);
    events(game, first_event, expected, &mut wrong);
    wrong
}

/// What does not hold of a game that must be over.
pub(super) fn over(game: &Game, end: &End) -> Vec<TextError> {
    let mut wrong = Vec::new();
    if !game.is_over() {
        wrong.push(end.then.at.error("the game is expected to be over, but it goes on"));
    }
    if let Some(winners) = &end.winners {
        let scores = game.scores();
        let best = scores.iter().max();
        let got: Vec<_> = (0..scores.len()).filter(|&p| scores.get(p) == best).map(|p| words::COLOURS[p]).collect();
        let expected: Vec<_> = winners.iter().map(|w| w.text.as_str()).collect();
        if got.iter().any(|w| !expected.contains(w)) || expected.iter().any(|w| !got.contains(w)) {
            let at = winners.first().unwrap_or(&end.then.at);
            let (expected, got) = (expected.join(", "), got.join(", "));
            wrong.push(at.error(format!("winners: expected {expected}, got {got}")));
        }
    }
    wrong
}

fn turn(game: &Game, expected: &Expected) -> Option<TextError> {
    let turn = expected.turn.as_ref()?;
    let active = words::player(game.board().turn.active);
    let Some(decision) = game.decision() else {
        return Some(turn.error(format!("{} is expected to draw, but the game is over", turn.text)));
    };
    if matches!(decision.question(), Question::Draw(_) | Question::Source) && active == turn.text {
        return None;
    }
    let (who, asked) = (words::decider(decision.decider()), words::question(game, &decision));
    let choices = words::choices(game, &decision).join(" / ");
    Some(match decision.question() {
        Question::Draw(_) => turn.error(format!("{} is expected to draw, but {active} is", turn.text)),
        _ => turn.error(format!("{} is expected to draw, but {who} is asked {asked} ({choices})", turn.text)),
    })
}

fn scores(game: &Game, expected: &Expected, wrong: &mut Vec<TextError>) {
    for (player, score) in &expected.scores {
        let got = seat(player).and_then(|seat| game.scores().get(seat).copied()).unwrap_or(0);
        if got != *score {
            wrong.push(player.error(format!("points of {}: expected {score}, got {got}", player.text)));
        }
    }
}

fn supply(game: &Game, expected: &Expected, wrong: &mut Vec<TextError>) {
    let kinds = &game.opening().rules().words.figures;
    for (player, counts) in &expected.supply {
        let Some(seat) = seat(player) else { continue };
        for (kind, count) in counts {
            let own = |f: &&FigureRow| {
                f.owner == Player(seat as u8)
                    && f.place == Place::SUPPLY
                    && kinds.get(f.kind.index()).is_some_and(|k| k.what.name == kind.text)
            };
            let got = game.board().figures.iter().filter(own).count();
            if i32::try_from(got) != Ok(*count) {
                let (who, what) = (&player.text, &kind.text);
                wrong.push(kind.error(format!("{what} in the supply of {who}: expected {count}, got {got}")));
            }
        }
    }
}

fn same_list(game: &Game, what: &str, all: &Expected, texts: &[Text], got: Vec<String>) -> Option<TextError> {
    let expected = texts.iter().map(|text| notation::canonical(game, &text.text)).collect();
    let difference = difference(expected, got)?;
    Some(texts.first().unwrap_or(&all.at).error(format!("{what} are others{difference}")))
}

/// How two lists differ apart from their order.
pub(super) fn difference(expected: Vec<String>, mut got: Vec<String>) -> Option<String> {
    let mut missing: Vec<String> = Vec::new();
    for text in expected {
        match got.iter().position(|g| *g == text) {
            Some(at) => drop(got.swap_remove(at)),
            None => missing.push(text),
        }
    }
    got.sort_unstable();
    let list = |texts: &[String]| texts.iter().map(|t| format!("\n- {t}")).collect::<String>();
    (!missing.is_empty() || !got.is_empty())
        .then(|| format!("\nexpected but not there:{}\nthere but not expected:{}", list(&missing), list(&got)))
}

fn features(game: &Game, expected: &Expected, wrong: &mut Vec<TextError>) {
    let board = game.board();
    let feature = |text: &Text| {
        let segment = notation::segment(&game.opening().rules().words, board, text)?;
        Ok(board.segments[segment.index()].feature)
    };
    let mut keep = |found: Result<FeatureId, TextError>, text: &Text, test: &dyn Fn(FeatureId) -> Option<String>| {
        wrong.extend(found.map_or_else(Some, |id| test(id).map(|why| text.error(why))));
    };
    let row = |id: FeatureId| &board.features[id.index()];
    let completes = |id| game.opening().tables().feature_kinds[row(id).kind.index()].completes;
    let is_complete = |id| row(id).is_complete() && completes(id);
    for text in &expected.complete {
        let open = |id| (!is_complete(id)).then(|| format!("{}: expected complete, got incomplete", text.text));
        keep(feature(text), text, &open);
    }
    for text in &expected.incomplete {
        let closed = |id| is_complete(id).then(|| format!("{}: expected incomplete, got complete", text.text));
        keep(feature(text), text, &closed);
    }
    for (text, tiles) in &expected.tiles {
        let other = |id| {
            let got = row(id).tiles;
            (i32::from(got) != *tiles).then(|| format!("tiles of {}: expected {tiles}, got {got}", text.text))
        };
        keep(feature(text), text, &other);
    }
    for (group, joined) in expected.same.iter().map(|g| (g, true)).chain(expected.apart.iter().map(|g| (g, false))) {
        for (i, a) in group.iter().enumerate() {
            for b in &group[i + 1..] {
                let (left, right) = match (feature(a), feature(b)) {
                    (Ok(left), Ok(right)) => (left, right),
                    (Err(error), _) | (_, Err(error)) => {
                        wrong.push(error);
                        continue;
                    }
                };
                if (left == right) != joined {
                    let so = if joined { "one feature, got two" } else { "two features, got one" };
                    wrong.push(b.error(format!("{} and {}: expected {so}", a.text, b.text)));
                }
            }
        }
    }
}

fn piles(game: &Game, expected: &Expected, wrong: &mut Vec<TextError>) {
    let board = game.board();
    if let Some((text, left)) = &expected.left {
        let got = board.left(game.opening().tables(), PileId(0));
        if i64::from(got) != i64::from(*left) {
            wrong.push(text.error(format!("tiles that can still be drawn: expected {left}, got {got}")));
        }
    }
    let kinds = game.opening().tables().tile_kinds.len().max(1);
    for (tile, count) in &expected.unseen {
        let kind = locate::tile_kind(&game.opening().rules().words, &tile.text);
        let in_piles = |kind: TileKind| board.unseen.iter().skip(kind.index()).step_by(kinds).map(|&n| u32::from(n));
        let got: u32 = kind.map_or(0, |kind| in_piles(kind).sum());
        if i64::from(got) != i64::from(*count) {
            wrong.push(tile.error(format!("unseen {}: expected {count}, got {got}", tile.text)));
        }
    }
}

fn events(game: &Game, first_event: usize, expected: &Expected, wrong: &mut Vec<TextError>) {
    let told = game.events().get(first_event..).unwrap_or(&[]);
    let told: Vec<String> = told.iter().filter_map(|e| words::explained(game, e)).collect();
    let mut rest = told.iter();
    for text in &expected.events {
        let part = notation::squashed(&text.text);
        if !rest.any(|told| told.contains(&part)) {
            let told: String = told.iter().map(|t| format!("\n- {t}")).collect();
            wrong.push(text.error(format!("`{part}` is expected in the log after what precedes it, but got:{told}")));
            break;
        }
    }
    for text in &expected.silent {
        let part = notation::squashed(&text.text);
        if let Some(told) = told.iter().find(|told| told.contains(&part)) {
            wrong.push(text.error(format!("`{part}` is not expected in the log, but got: {told}")));
        }
    }
}

fn seat(player: &Text) -> Option<usize> {
    words::COLOURS.iter().position(|c| *c == player.text)
}
