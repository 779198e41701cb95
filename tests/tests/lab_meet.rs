//! Which expansions are counted as having met, and that the seeker brings together what chance seldom does.

use gatehouse::bots::{Bot, Seeker};
use gatehouse::dice::Dice;
use gatehouse::engine::{Game, Opening, Setup};
use gatehouse::lab::meet::{Meetings, Met};
use gatehouse::pieces::Pieces;
use gatehouse::scenario::run_file;
use gatehouse::{record, words};
use gatehouse_core::FeatureId;
use gatehouse_tests::{expansions, opening, plugins, probes};
use std::path::Path;
use std::sync::Arc;

/// The meetings of a scenario, asked for by id.
fn met(file: &str, ids: &[&str]) -> Met {
    let plugins = plugins();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios").join(file);
    let record = run_file(&plugins, &path).record.unwrap();
    let (opening, _) = record::open(&record, &plugins).unwrap();
    let mut meetings = Meetings::new(&opening);
    let mut game = Game::new(&opening);
    meetings.begin(&game);
    for entry in &record.entries {
        let texts = words::choices(&game, &game.decision().unwrap());
        let choice = texts.iter().position(|t| *t == entry.choose).unwrap();
        meetings.before(&game, choice);
        game.choose(choice).unwrap();
        meetings.after(&game);
    }
    let played = &opening.rules().plugins;
    let at = |id: &str| played.iter().position(|p| p.plugin.declaration.plugin.id == id).unwrap();
    let at: Vec<usize> = ids.iter().map(|id| at(id)).collect();
    match at[..] {
        [a, b] => {
            assert_eq!(meetings.pair(a, b), meetings.pair(b, a));
            meetings.pair(a, b)
        }
        [a, b, c] => meetings.triple([c, a, b]),
        _ => unreachable!("two or three are asked for"),
    }
}

#[test]
fn a_wagon_that_may_drive_or_march_is_a_meeting() {
    let met = met("mixed/wagon-with-everything-about.toml", &["abbey-mayor", "drawbridges"]);
    assert_eq!(met.games, 1);
    assert!(met.features > 0 && met.resolutions > 0, "{met:?}");
}

fn play(opening: &Arc<Opening>, games: u64, seeks: bool) -> Meetings {
    let (mut meetings, mut bot) = (Meetings::new(opening), Seeker::new(0));
    for n in 0..games {
        let (mut game, mut dice) = (Game::new(opening), Dice::of_game(3, n));
        bot.again(Dice::of_game(4, n));
        meetings.begin(&game);
        while let Some(decision) = game.decision() {
            let seeks = seeks && decision.player().is_some();
            let choice = if seeks { bot.choose(&game) } else { dice.any(&decision) };
            meetings.before(&game, choice);
            game.choose(choice).unwrap();
            meetings.after(&game);
        }
    }
    meetings
}

#[test]
fn the_seeker_brings_together_what_seldom_meets() {
    let ids = expansions();
    let opening = opening(&ids.iter().map(String::as_str).collect::<Vec<_>>(), 2);
    let (random, seeker) = (play(&opening, 20, false), play(&opening, 20, true));
    for a in 1..=ids.len() {
        for b in a + 1..=ids.len() {
            let (r, s) = (random.pair(a, b), seeker.pair(a, b));
            assert!(s.games >= r.games.min(18), "{} and {}: {r:?} {s:?}", ids[a - 1], ids[b - 1]);
            // What met less than twice a game meets more often.
            let (often, sought) = (r.features + r.resolutions, s.features + s.resolutions);
            assert!(often > 40 || sought > often, "{} and {}: {r:?} {s:?}", ids[a - 1], ids[b - 1]);
        }
    }
}

#[test]
fn counts_of_several_series_add_up() {
    let opening = opening(&["inns-cathedrals", "traders-builders", "city-gates"], 2);
    let all = play(&opening, 4, true);
    let mut sum = Meetings::new(&opening);
    (0..2).for_each(|_| sum.add(&all));
    assert_eq!((sum.games(), sum.pair(1, 3).features), (8, 2 * all.pair(1, 3).features));
    assert_eq!(sum.triple([1, 2, 3]).games, 2 * all.triple([1, 2, 3]).games);
    // Three meet only where each two of them do, and the base wherever anybody is.
    assert!(all.triple([1, 2, 3]).features <= all.pair(1, 2).features);
    assert!(all.pair(0, 2).features >= all.pair(1, 2).features);
    assert_eq!(all.pair(1, 60), Met::default());
}

#[test]
fn nobody_meets_where_one_expansion_is_played() {
    let opening = opening(&["ghosts"], 2);
    let meetings = play(&opening, 2, false);
    assert_eq!(meetings.triple([0, 1, 2]), Met::default());
    assert!(meetings.pair(0, 1).games == 2);
    let pieces = Pieces::new(&opening);
    let mut game = Game::new(&opening);
    Dice::new(1).play_out(&mut game);
    let live = (0..game.board().features.len()).filter(|n| game.board().features[*n].is_live());
    assert!(live.map(|n| pieces.of_feature(&game, FeatureId(n as u16))).all(|set| set.count() < 2));
}

#[test]
fn the_seeker_answers_whatever_is_asked_and_is_the_same_every_time() {
    let ids = probes::ids();
    let all: Vec<String> = ids.into_iter().chain(expansions()).chain(["probe-chaos".to_owned()]).collect();
    let opening = probes::opening(&all.iter().map(String::as_str).collect::<Vec<_>>(), &[], Setup::new(3));
    let (mut one, mut other) = (Seeker::new(7), Seeker::new(7));
    let (mut game, mut dice) = (Game::new(&opening), Dice::new(5));
    let mut meetings = Meetings::new(&opening);
    meetings.begin(&game);
    while let Some(decision) = game.decision() {
        let choice = match decision.player() {
            Some(_) => one.choose(&game),
            None => dice.any(&decision),
        };
        assert!(decision.player().is_none() || other.choose(&game) == choice);
        meetings.before(&game, choice);
        game.choose(choice).unwrap();
        meetings.after(&game);
    }
}
