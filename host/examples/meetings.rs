//! How often the bundled expansions meet in games of the random player and of the seeker, and how fast both play.
//!
//! `cargo run --release --example meetings -- 200` plays 200 games of each.

use gatehouse::bots::{Bot, Seeker};
use gatehouse::dice::Dice;
use gatehouse::engine::{Game, Opening, Setup};
use gatehouse::lab::meet::Meetings;
use gatehouse::resolve::{self, Choice};
use gatehouse::{bundled, load};
use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

fn play(opening: &Arc<Opening>, games: u64, seeks: bool, counts: bool) -> (Meetings, f64) {
    let mut meetings = Meetings::new(opening);
    let (mut game, mut bot) = (Game::new(opening), Seeker::new(0));
    let begun = Instant::now();
    for n in 0..games {
        let mut dice = Dice::of_game(1, n);
        bot.again(Dice::of_game(2, n));
        game.restart();
        meetings.begin(&game);
        while let Some(decision) = game.decision() {
            let choice = match decision.player() {
                Some(_) if seeks => bot.choose(&game),
                _ => dice.any(&decision),
            };
            if counts {
                meetings.before(&game, choice);
            }
            if game.choose(choice).is_err() {
                break;
            }
            if counts {
                meetings.after(&game);
            }
        }
    }
    (meetings, games as f64 / begun.elapsed().as_secs_f64())
}

fn main() -> Result<(), Box<dyn Error>> {
    let games = std::env::args().nth(1).map_or(Ok(200), |n| n.parse())?;
    let plugins = load::linked(&bundled())?;
    let ids = plugins.iter().filter(|p| !p.declaration.plugin.base).map(|p| p.declaration.plugin.id.clone()).collect();
    let rules = resolve::resolve(&plugins, &Choice { plugins: ids, ..Choice::default() })?;
    let opening = Opening::new(Arc::new(rules), Setup::new(2))?;
    let (random, speed) = play(&opening, games, false, true);
    let (seeker, seekers_speed) = play(&opening, games, true, true);
    let (uncounted, seekers_uncounted) = (play(&opening, games, false, false).1, play(&opening, games, true, false).1);
    println!(
        "games/s: random {speed:.0} ({uncounted:.0} uncounted), seeker {seekers_speed:.0} ({seekers_uncounted:.0})"
    );
    println!("{:<36} {:>27} {:>27}", "in a game, features + resolutions", "random", "seeker");
    let played = &opening.rules().plugins;
    let id = |n: usize| played[n].plugin.declaration.plugin.id.as_str();
    for a in 0..played.len() {
        for b in a + 1..played.len() {
            let told = |m: &Meetings| {
                let met = m.pair(a, b);
                let of = |n: u64| n as f64 / games as f64;
                format!("{:8.2} + {:6.2} ({:4.0} %)", of(met.features), of(met.resolutions), 100.0 * of(met.games))
            };
            println!("{:<36} {:>27} {:>27}", format!("{} + {}", id(a), id(b)), told(&random), told(&seeker));
        }
    }
    let triples = |m: &Meetings| {
        let all = (1..played.len()).flat_map(|a| (a + 1..played.len()).map(move |b| (a, b)));
        let all = all.flat_map(|(a, b)| (b + 1..played.len()).map(move |c| [a, b, c]));
        let (met, all): (Vec<bool>, usize) = (all.clone().map(|t| m.triple(t).ever()).collect(), all.count());
        format!("{} of {all}", met.into_iter().filter(|m| *m).count())
    };
    println!("triples that met: random {}, seeker {}", triples(&random), triples(&seeker));
    Ok(())
}
