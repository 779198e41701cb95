//! Bots on games of the bundled plugins.

use super::*;
use crate::dice::Dice;
use crate::engine::{Opening, Setup};
use crate::resolve::{self, Choice};
use crate::{bundled, load};
use gatehouse_core::EventCode;
use std::sync::Arc;

fn opening(expansions: bool, players: usize) -> Arc<Opening> {
    let plugins = load::linked(&bundled()).unwrap();
    let ids = plugins.iter().filter(|p| expansions && !p.declaration.plugin.base);
    let plugins_wanted = ids.map(|p| p.declaration.plugin.id.clone()).collect();
    let choice = Choice { plugins: plugins_wanted, players: Some(players), ..Choice::default() };
    let rules = resolve::resolve(&plugins, &choice).unwrap_or_else(|f| panic!("{f}"));
    Opening::new(Arc::new(rules), Setup::new(players)).unwrap()
}

/// Plays a game to its end.
fn play(opening: &Arc<Opening>, bots: &mut [Box<dyn Bot>], seed: u64, mut after: impl FnMut(&Game)) -> Game {
    let (mut game, mut dice) = (Game::new(opening), Dice::new(seed));
    while let Some(decision) = game.decision() {
        let choice = match decision.player() {
            Some(player) => bots[player.index()].choose(&game),
            None => dice.decide(&decision),
        };
        after(&game);
        game.choose(choice).unwrap();
    }
    game
}

fn two(a: &str, b: &str, seed: u64) -> [Box<dyn Bot>; 2] {
    [named(a, seed).unwrap(), named(b, seed + 1).unwrap()]
}

#[test]
fn a_bot_beats_random_play() {
    let opening = opening(false, 2);
    for seed in 0..3 {
        let scores = play(&opening, &mut two("bot", "random", seed), seed, |_| ()).scores();
        assert!(scores[0] > scores[1] + 20, "{scores:?}");
    }
}

#[test]
fn a_bot_is_the_same_every_time_and_leaves_the_game_as_it_is() {
    let opening = opening(true, 3);
    let mut bots: Vec<Box<dyn Bot>> = (0..3).map(|n| named("bot", n).unwrap()).collect();
    let mut fresh = Greedy::default();
    let mut turns = 0;
    play(&opening, &mut bots, 5, |game| {
        if game.decision().and_then(|d| d.player()).is_some() && turns < 60 {
            turns += 1;
            let before = game.clone();
            assert_eq!(fresh.choose(game), Greedy::default().choose(game));
            assert!(game.same_as(&before));
        }
    });
}

#[test]
fn prospects_at_the_end_are_what_final_scoring_gave() {
    let opening = opening(true, 4);
    for seed in 0..5 {
        let mut game = Game::new(&opening);
        Dice::new(seed).play_out(&mut game);
        let mut given = vec![0; 4];
        let last = game.events().iter().rposition(|e| e.code == EventCode::FINAL_SCORING).unwrap();
        for points in game.events()[last..].iter().filter(|e| e.code == EventCode::POINTS) {
            given[points.player.index()] += points.n;
        }
        let before = game.clone();
        let mut prospects = crate::engine::Prospects::default();
        game.prospects(&mut prospects);
        let promised: Vec<i32> =
            (0..4).map(|p| prospects.closing[p] + prospects.features.iter().map(|f| f.left[p]).sum::<i32>()).collect();
        assert_eq!(promised, given);
        assert!(game.same_as(&before));
    }
}
