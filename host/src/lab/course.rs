//! A game as it was played: where it began, and the choices.

use crate::dice::Dice;
use crate::engine::{Game, IllegalChoice, Opening};
use crate::record::{Entry, Record};
use crate::words;
use std::fmt;
use std::sync::Arc;

/// The most decisions of a game: one that has more will never end.
pub const MOST_DECISIONS: usize = 20_000;

/// A game as it was played: from where, and which choices were taken.
#[derive(Clone)]
pub struct Course {
    /// Where it began.
    pub opening: Arc<Opening>,
    /// The choices, counted from 0, as [`Game::choose`] takes them.
    pub choices: Vec<usize>,
}

/// A law that does not hold.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
#[error("{law} (after {after} choices): {message}")]
pub struct Broken {
    /// What the law is called.
    pub law: &'static str,
    /// After how many choices it shows.
    pub after: usize,
    /// What is not as it should be.
    pub message: String,
}

impl Course {
    /// The game that a record is, as far as its choices are on offer.
    pub fn of(opening: &Arc<Opening>, entries: &[Entry]) -> Course {
        let (mut game, mut choices) = (Game::new(opening), Vec::new());
        for entry in entries {
            let Some(decision) = game.decision() else { break };
            let texts = words::choices(&game, &decision);
            let Some(choice) = texts.iter().position(|t| *t == entry.choose) else { break };
            if game.choose(choice).is_err() {
                break;
            }
            choices.push(choice);
        }
        Course { opening: Arc::clone(opening), choices }
    }

    /// A game played at random to its end.
    ///
    /// # Errors
    /// It does not end.
    pub fn random(opening: &Arc<Opening>, dice: &mut Dice) -> Result<Course, Broken> {
        let mut course = Course { opening: Arc::clone(opening), choices: Vec::new() };
        let mut game = Game::new(opening);
        while let Some(decision) = game.decision() {
            if course.choices.len() >= MOST_DECISIONS {
                return Err(course.broken("the end", "the game does not end"));
            }
            let choice = dice.any(&decision);
            course.choices.push(choice);
            game.choose(choice).map_err(|e| course.broken("legality", e.to_string()))?;
        }
        Ok(course)
    }

    fn broken(&self, law: &'static str, message: impl Into<String>) -> Broken {
        Broken { law, after: self.choices.len(), message: message.into() }
    }

    /// Plays it again, and calls `each` before every choice with the choices taken so far.
    ///
    /// # Errors
    /// A choice is not on offer, or what `each` says.
    pub fn play(
        &self,
        game: &mut Game,
        mut each: impl FnMut(&mut Game, usize, usize) -> Result<(), Broken>,
    ) -> Result<(), Broken> {
        for (made, &choice) in self.choices.iter().enumerate() {
            each(game, made, choice)?;
            let illegal = |e: IllegalChoice| e.to_string();
            game.choose(choice).map_err(illegal).or_else(|message| broken("legality", made, message))?;
        }
        Ok(())
    }

    /// The game it leads to.
    ///
    /// # Errors
    /// A choice is not on offer.
    pub fn game(&self) -> Result<Game, Broken> {
        let mut game = Game::new(&self.opening);
        self.play(&mut game, |_, _, _| Ok(()))?;
        Ok(game)
    }

    /// Its record, as far as its choices are on offer.
    pub fn record(&self) -> Record {
        let mut game = Game::new(&self.opening);
        let mut record = Record::new(&self.opening);
        let _ = self.choices.iter().try_for_each(|&choice| record.choose(&mut game, choice));
        record
    }

    /// The game after its last choice that is on offer.
    pub fn played(&self) -> Game {
        let mut game = Game::new(&self.opening);
        let _ = self.choices.iter().try_for_each(|&choice| game.choose(choice));
        game
    }
}

impl fmt::Debug for Course {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a game of {} choices", self.choices.len())
    }
}

pub(super) fn broken<T>(law: &'static str, after: usize, message: impl Into<String>) -> Result<T, Broken> {
    Err(Broken { law, after, message: message.into() })
}
