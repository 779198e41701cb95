//! Laws that hold in every game, whatever is played. Each plays one random game and panics where it is broken.

use crate::audit::audit;
use gatehouse::dice::Dice;
use gatehouse::engine::{Game, Question};
use gatehouse::record::{self, Record};
use gatehouse::rules::Plugin;

/// The most decisions of a game: one that has more will never end.
const MOST: usize = 20_000;

fn choose(game: &mut Game, dice: &mut Dice, made: usize) -> Option<usize> {
    assert!(made < MOST, "the game does not end");
    Some(dice.any(&game.decision()?))
}

/// Taking back right after choosing changes nothing.
///
/// # Panics
/// If it does.
pub fn taking_back(game: &mut Game, dice: &mut Dice) {
    let mut made = 0;
    while let Some(choice) = choose(game, dice, made) {
        let before = game.clone();
        game.choose(choice).unwrap();
        game.take_back().unwrap();
        assert!(game.same_as(&before), "{}", described(game, choice));
        assert_eq!(game.fingerprint(), before.fingerprint());
        game.choose(choice).unwrap();
        made += 1;
    }
}

/// Taking everything back leads to the start.
///
/// # Panics
/// If it does not.
pub fn taking_all_back(game: &mut Game, dice: &mut Dice) {
    let start = game.clone();
    dice.play_out(game);
    while game.take_back().is_ok() {}
    assert!(game.same_as(&start));
}

/// The hash that is kept is the one computed from nothing, and what is counted is what can be counted.
///
/// # Panics
/// If they are not.
pub fn kept_and_counted(game: &mut Game, dice: &mut Dice) {
    let mut made = 0;
    while let Some(choice) = choose(game, dice, made) {
        let text = described(game, choice);
        game.choose(choice).unwrap();
        assert_eq!(game.fingerprint(), game.fresh_fingerprint(), "{text}");
        if let Err(wrong) = audit(game) {
            panic!("after {text}: {wrong}");
        }
        made += 1;
    }
}

/// A record read again leads to the same states, and so does one cut anywhere and played on: in the middle of the game,
/// and where somebody else than the active player is asked.
///
/// # Panics
/// If it does not.
pub fn recorded(game: &mut Game, dice: &mut Dice, plugins: &[Plugin]) {
    let mut kept = Record::new(game.opening());
    let mut choices = Vec::new();
    let mut stops = vec![20 + dice.below(100) as usize];
    while let Some(choice) = choose(game, dice, choices.len()) {
        let decision = game.decision().unwrap();
        let out_of_turn = decision.player().is_some_and(|p| p != game.board().turn.active);
        let of_hook = matches!(decision.question(), Question::Offer(_));
        if (out_of_turn || of_hook) && stops.len() < 4 && dice.below(3) == 0 {
            stops.push(choices.len());
        }
        choices.push(choice);
        kept.choose(game, choice).unwrap();
    }
    let read = Record::parse(&kept.to_text()).unwrap();
    assert_eq!(read, kept);
    let (opening, warnings) = record::open(&read, plugins).unwrap();
    assert!(warnings.is_empty());
    let again = record::replay(&read, &opening, true).unwrap();
    assert_eq!(again.fingerprint(), game.fingerprint());
    assert_eq!(again.scores(), game.scores());
    for stop in stops.into_iter().filter(|s| *s < choices.len()) {
        let mut saved = kept.clone();
        saved.entries.truncate(stop);
        let (opening, _) = record::open(&Record::parse(&saved.to_text()).unwrap(), plugins).unwrap();
        let mut resumed = record::replay(&saved, &opening, true).unwrap();
        choices[stop..].iter().for_each(|&c| resumed.choose(c).unwrap());
        assert!(resumed.same_as(game));
    }
}

/// A game that remembers nothing, a copy and a fork go on as the game itself does.
///
/// # Panics
/// If they do not.
pub fn copied(game: &mut Game, dice: &mut Dice) {
    let mut unremembered = Game::new(game.opening());
    unremembered.remember(false);
    let mut copies: Vec<(Game, usize)> = Vec::new();
    let mut choices = Vec::new();
    while let Some(choice) = choose(game, dice, choices.len()) {
        if dice.below(40) == 0 && copies.len() < 4 {
            copies.push((if dice.below(2) == 0 { game.clone() } else { game.fork() }, choices.len()));
        }
        choices.push(choice);
        game.choose(choice).unwrap();
    }
    copies.push((unremembered, 0));
    for (mut copy, from) in copies {
        choices[from..].iter().for_each(|&c| copy.choose(c).unwrap());
        assert!(copy.same_as(game));
        assert_eq!(copy.fingerprint(), game.fingerprint());
    }
}

/// The open decision and a choice of it, in words.
fn described(game: &Game, choice: usize) -> String {
    let Some(decision) = game.decision() else { return "the end".to_owned() };
    let texts = gatehouse::words::choices(game, &decision);
    let text = texts.get(choice).cloned().unwrap_or_default();
    format!("{:?} by {:?}: {text}", decision.question(), decision.decider().kind())
}
