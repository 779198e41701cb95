//! Plays many random games and adds up what happened.

use crate::dice::Dice;
use crate::engine::{Game, Opening, Question};
use gatehouse_core::EventCode;
use rayon::prelude::*;
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;

/// What to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Series {
    /// How many games.
    pub games: u64,
    /// The seed; each game has its own stream of it.
    pub seed: u64,
    /// How many threads, at least 1.
    pub threads: usize,
}

/// What came of it.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Summary {
    /// How many games were played.
    pub games: u64,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// Games a second.
    pub games_per_second: f64,
    /// Microseconds a decision, chance included.
    pub us_per_decision: f64,
    /// The mean final score of each seat.
    pub mean_score: Vec<f64>,
    /// How many turns were played.
    pub turns: u64,
    /// Placements on offer, on average.
    pub placements_per_turn: f64,
    /// Choices of a figure action (passing included), on average over the turns that have one.
    pub figure_choices_per_turn: f64,
    /// How many decisions were made, chance included.
    pub decisions: u64,
    /// The most bytes a state had.
    pub state_bytes: usize,
    /// How many hooks were at fault.
    pub faults: u64,
    /// The hash of all final states in order.
    pub state_hash: String,
}

#[derive(Clone, Default)]
struct Tally {
    games: u64,
    scores: Vec<i64>,
    turns: u64,
    placements: u64,
    figures: u64,
    figure_actions: u64,
    decisions: u64,
    state_bytes: usize,
    faults: u64,
    hash: u64,
}

/// How many games one piece of work holds.
const CHUNK: u64 = 64;

/// Plays a series; `progress` is told of every finished piece with its number of games.
///
/// # Errors
/// The threads can't be started.
pub fn run(
    opening: &Arc<Opening>,
    series: Series,
    progress: impl Fn(u64) + Sync,
) -> Result<Summary, rayon::ThreadPoolBuildError> {
    let begun = Instant::now();
    let pieces: Vec<u64> = (0..series.games.div_ceil(CHUNK)).collect();
    let play = |piece: &u64| {
        let from = piece * CHUNK;
        let tally = piece_of(opening, series.seed, from, (from + CHUNK).min(series.games));
        progress(tally.games);
        tally
    };
    let tallies: Vec<Tally> = if series.threads <= 1 {
        pieces.iter().map(play).collect()
    } else {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(series.threads).build()?;
        pool.install(|| pieces.par_iter().map(play).collect())
    };
    let total = tallies.into_iter().reduce(merge).unwrap_or_default();
    Ok(summary(&total, begun.elapsed().as_secs_f64()))
}

fn piece_of(opening: &Arc<Opening>, seed: u64, from: u64, to: u64) -> Tally {
    let mut tally = Tally { scores: vec![0; opening.setup().players], ..Tally::default() };
    let mut game = Game::new(opening);
    for n in from..to {
        game.restart();
        one(&mut game, &mut Dice::of_game(seed, n), &mut tally);
    }
    tally
}

fn one(game: &mut Game, dice: &mut Dice, tally: &mut Tally) {
    while let Some(decision) = game.decision() {
        let offered = decision.len() as u32;
        let choice = match decision.question() {
            Question::Place(_) => {
                tally.placements += u64::from(offered);
                tally.turns += 1;
                dice.below(offered) as usize
            }
            Question::Figure(_) => {
                tally.figures += u64::from(offered);
                tally.figure_actions += 1;
                dice.below(offered) as usize
            }
            _ => dice.any(&decision),
        };
        tally.decisions += 1;
        if game.choose(choice).is_err() {
            break;
        }
    }
    tally.games += 1;
    tally.faults += game.events().iter().filter(|e| e.code == EventCode::FAULT).count() as u64;
    tally.state_bytes = tally.state_bytes.max(game.state_bytes());
    tally.hash = fold(tally.hash, game.digest());
    for (sum, player) in tally.scores.iter_mut().zip(&game.board().players) {
        *sum += i64::from(player.score);
    }
}

const fn fold(hash: u64, next: u64) -> u64 {
    (hash ^ next).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(17)
}

fn merge(a: Tally, b: Tally) -> Tally {
    Tally {
        games: a.games + b.games,
        scores: a.scores.iter().zip(&b.scores).map(|(x, y)| x + y).collect(),
        turns: a.turns + b.turns,
        placements: a.placements + b.placements,
        figures: a.figures + b.figures,
        figure_actions: a.figure_actions + b.figure_actions,
        decisions: a.decisions + b.decisions,
        state_bytes: a.state_bytes.max(b.state_bytes),
        faults: a.faults + b.faults,
        hash: fold(a.hash, b.hash),
    }
}

fn summary(tally: &Tally, seconds: f64) -> Summary {
    let per = |n: u64, d: u64| n as f64 / d.max(1) as f64;
    Summary {
        games: tally.games,
        seconds,
        games_per_second: tally.games as f64 / seconds.max(1e-9),
        us_per_decision: seconds * 1e6 / tally.decisions.max(1) as f64,
        mean_score: tally.scores.iter().map(|&s| s as f64 / tally.games.max(1) as f64).collect(),
        turns: tally.turns,
        placements_per_turn: per(tally.placements, tally.turns),
        figure_choices_per_turn: per(tally.figures, tally.figure_actions),
        decisions: tally.decisions,
        state_bytes: tally.state_bytes,
        faults: tally.faults,
        state_hash: format!("{:016x}", tally.hash),
    }
}
