//! Bots over the probe plugins: whatever is asked they answer, and looking ahead changes nothing.

use gatehouse::bots::{Bot, Greedy};
use gatehouse::dice::Dice;
use gatehouse::engine::{Game, Prospects, Setup};
use gatehouse_core::EventCode;
use gatehouse_tests::{expansions, probes};

/// Each probe alone, all together, and all with every bundled expansion and chaos.
fn sets() -> Vec<Vec<String>> {
    let all = probes::ids();
    let mut sets: Vec<Vec<String>> = all.iter().map(|id| vec![id.clone()]).collect();
    sets.extend([all.clone(), all.into_iter().chain(expansions()).chain(["probe-chaos".to_owned()]).collect()]);
    sets
}

fn each_game(law: impl Fn(&mut Game, &mut Dice)) {
    for set in sets() {
        let ids: Vec<&str> = set.iter().map(String::as_str).collect();
        let opening = probes::opening(&ids, &[], Setup::new(3));
        law(&mut Game::new(&opening), &mut Dice::new(8));
    }
}

#[test]
fn a_bot_answers_whatever_is_asked_and_leaves_the_game_as_it_is() {
    each_game(|game, dice| {
        let mut bot = Greedy::default();
        let mut asked = 0;
        while let Some(decision) = game.decision() {
            let choice = match decision.player() {
                // The first choices of a game and every fourth are enough; the others are random.
                Some(_) if asked < 20 || asked % 4 == 0 => {
                    let before = game.clone();
                    let choice = bot.choose(game);
                    assert!(game.same_as(&before));
                    choice
                }
                _ => dice.any(&decision),
            };
            asked += 1;
            game.choose(choice).unwrap();
        }
    });
}

#[test]
fn prospects_keep_nothing_and_say_at_the_end_what_final_scoring_gave() {
    each_game(|game, dice| {
        let mut prospects = Prospects::default();
        while let Some(decision) = game.decision() {
            let choice = dice.any(&decision);
            let before = game.clone();
            game.prospects(&mut prospects);
            assert!(game.same_as(&before));
            assert_eq!(game.fingerprint(), game.fresh_fingerprint());
            game.choose(choice).unwrap();
        }
        let last = game.events().iter().rposition(|e| e.code == EventCode::FINAL_SCORING).unwrap();
        let ends = game.events()[last..].to_vec();
        // What follows on points or on a hook at the end is more than the sheets say.
        if ends.iter().all(|e| matches!(e.code.name(), "POINTS" | "SHEET_LINE" | "FINAL_SCORING" | "GAME_ENDED")) {
            let sheets = |p: usize| ends.iter().filter(move |e| e.player.index() == p && e.subject != u16::MAX);
            game.prospects(&mut prospects);
            for p in 0..3 {
                let given: i32 = sheets(p).filter(|e| e.code == EventCode::POINTS).map(|e| e.n).sum();
                assert_eq!(prospects.features.iter().map(|f| f.left[p]).sum::<i32>(), given);
            }
        }
    });
}
