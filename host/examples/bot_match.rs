//! How well and how fast the bot plays: 200 games against random play, base alone and with all bundled expansions.
//!
//! `cargo run --release -p gatehouse --example bot_match`

use gatehouse::bots::named;
use gatehouse::dice::Dice;
use gatehouse::engine::{Game, Opening, Setup};
use gatehouse::resolve::{self, Choice};
use gatehouse::{bundled, load};
use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

const GAMES: u64 = 200;

/// What a match came to.
#[derive(Default)]
struct Tally {
    won: u32,
    points: [i64; 2],
    moves: u32,
    time: Duration,
    slowest: Duration,
}

fn opening(expansions: bool) -> Result<Arc<Opening>, Box<dyn Error>> {
    let plugins = load::linked(&bundled())?;
    let others = plugins.iter().map(|p| &p.declaration.plugin).filter(|m| expansions && !m.base);
    let choice = Choice { plugins: others.map(|m| m.id.clone()).collect(), ..Choice::default() };
    Ok(Opening::new(Arc::new(resolve::resolve(&plugins, &choice)?), Setup::new(2))?)
}

fn play(opening: &Arc<Opening>, seed: u64, tally: &mut Tally) -> Result<(), Box<dyn Error>> {
    let seat = (seed % 2) as usize;
    let kinds = if seat == 0 { ["bot", "random"] } else { ["random", "bot"] };
    let mut bots = kinds.into_iter().map(|k| named(k, seed).ok_or("no such bot")).collect::<Result<Vec<_>, _>>()?;
    let (mut game, mut dice) = (Game::new(opening), Dice::new(seed));
    while let Some(decision) = game.decision() {
        let choice = match decision.player() {
            None => dice.decide(&decision),
            Some(player) => {
                let begun = Instant::now();
                let choice = bots[player.index()].choose(&game);
                if player.index() == seat {
                    tally.moves += 1;
                    tally.time += begun.elapsed();
                    tally.slowest = tally.slowest.max(begun.elapsed());
                }
                choice
            }
        };
        game.choose(choice)?;
    }
    let scores = game.scores();
    tally.won += u32::from(scores[seat] > scores[1 - seat]);
    tally.points[0] += i64::from(scores[seat]);
    tally.points[1] += i64::from(scores[1 - seat]);
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    for (name, expansions) in [("base", false), ("base and all expansions", true)] {
        let opening = opening(expansions)?;
        let mut tally = Tally::default();
        (0..GAMES).try_for_each(|seed| play(&opening, seed, &mut tally))?;
        let mean = |n: i64| n as f64 / GAMES as f64;
        println!(
            "{name}: {} of {GAMES} won, mean {:.1} : {:.1}, {:?} a decision, slowest {:?}",
            tally.won,
            mean(tally.points[0]),
            mean(tally.points[1]),
            tally.time / tally.moves.max(1),
            tally.slowest
        );
    }
    Ok(())
}
