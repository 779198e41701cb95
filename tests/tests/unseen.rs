//! Tiles that are taken out unseen: nothing tells which they are, and what is left comes with equal chance.

use gatehouse::dice::Dice;
use gatehouse::engine::{Choice, Game, NoUndo, Opening, Question, Setup, Standing};
use gatehouse::record::Record;
use gatehouse::words;
use gatehouse_core::{Cause, EventCode, FigureId, PileId, Place};
use gatehouse_tests::{opening, rules};

const REVOLTS: &str = "peasant-revolts/";

/// The choices of a draw: tile, weight, and whether it is a revolt.
fn draws(game: &Game) -> Vec<(String, u64, bool)> {
    let decision = game.decision().expect("a tile is drawn");
    let id = |kind| words::tile_kind(game.opening().rules(), kind).to_owned();
    let draw = |choice| match choice {
        Choice::Draw { kind, weight } => Some((id(kind), u64::from(weight), id(kind).starts_with(REVOLTS))),
        _ => None,
    };
    decision.iter().filter_map(draw).collect()
}

/// How many of the tiles with a revolt have been drawn.
fn revolts_drawn(game: &Game) -> u64 {
    let drawn = game.events().iter().filter(|e| e.code == EventCode::DRAWN);
    let ids = drawn.map(|e| words::tile_kind(game.opening().rules(), gatehouse_core::TileKind(e.object)));
    ids.filter(|id| id.starts_with(REVOLTS)).count() as u64
}

#[test]
fn every_tile_that_can_be_drawn_is_equally_likely() {
    let opening = opening(&["peasant-revolts"], 3);
    for n in 0..20 {
        let mut game = Game::new(&opening);
        let mut dice = Dice::of_game(51, n);
        while let Some(decision) = game.decision() {
            if decision.question() == Question::Draw(PileId(0)) {
                let (draws, drawn) = (draws(&game), revolts_drawn(&game));
                let left = u64::from(game.board().left(game.opening().tables(), PileId(0)));
                let of_revolts: u64 = draws.iter().filter(|d| d.2).map(|d| d.1).sum();
                let cases: u64 = draws.iter().map(|d| d.1).sum();
                assert_eq!(cases, u64::from(decision.cases()));
                // Nine of twelve come: each tile that is left is one case of `left`, whichever it is.
                assert_eq!(of_revolts * left, cases * (9 - drawn), "{draws:?}");
                let unseen = draws.iter().filter(|d| d.2);
                let (mut kinds, mut weights): (Vec<_>, Vec<_>) = unseen.map(|d| (d.0.clone(), d.1)).unzip();
                weights.dedup();
                kinds.dedup();
                assert_eq!(kinds.len() as u64, if drawn < 9 { 12 - drawn } else { 0 });
                assert_eq!(weights.len(), usize::from(drawn < 9), "one revolt is as likely as another");
            }
            game.choose(dice.any(&decision)).unwrap();
        }
        assert_eq!(revolts_drawn(&game), 9, "the pile is played to its end");
        assert_eq!(game.board().left(game.opening().tables(), PileId(0)), 0);
    }
}

/// Whatever could still come is in state and record alike: as a number of tiles nobody has seen.
#[test]
fn neither_state_nor_record_tells_which_tiles_are_out() {
    let opening = opening(&["peasant-revolts"], 2);
    let mut out = std::collections::BTreeSet::new();
    for n in 0..12 {
        let mut game = Game::new(&opening);
        let mut dice = Dice::of_game(52, n);
        let mut kept = Record::new(&opening);
        let start = game.fingerprint();
        while let Some(decision) = game.decision() {
            let choice = dice.any(&decision);
            kept.choose(&mut game, choice).unwrap();
        }
        assert_eq!(Game::new(&opening).fingerprint(), start);
        let text = kept.to_text();
        let ids = (1..=12).map(|t| format!("{REVOLTS}{t:02}"));
        let never: Vec<String> = ids.filter(|id| !text.contains(&format!("draw {id}\""))).collect();
        assert_eq!(never.len(), 3, "{never:?}");
        assert!(never.iter().all(|id| !text.contains(id.as_str())), "a tile that was never drawn is in the record");
        out.insert(never);
    }
    assert!(out.len() > 6, "chance decides in the game which tiles are out: {out:?}");
}

fn standing(player: usize, pos: (i16, i16), segment: &str) -> Standing {
    Standing { player: Some(player), figure: "meeple".to_owned(), pos, segment: segment.to_owned() }
}

#[test]
fn a_revolt_is_not_taken_back() {
    let figures = vec![standing(0, (0, 0), "road"), standing(0, (0, 0), "city")];
    let setup = Setup { figures, ..Setup::new(2) };
    let mut game = Game::new(&Opening::new(rules(&["peasant-revolts"], &[]), setup).unwrap());
    game.remember(true);
    let before = game.clone();
    let drawn = draws(&game).iter().position(|d| d.0 == "peasant-revolts/06").unwrap();
    game.choose(drawn).unwrap();
    let home = |e: &&gatehouse_core::EventRow| e.cause == Cause::REMOVED;
    assert_eq!(game.events().iter().filter(home).count(), 1);
    assert_eq!(game.undo(), Err(NoUndo::Revealed));
    // The placement is, and then it stops at the draw again.
    game.choose(0).unwrap();
    game.undo().unwrap();
    assert_eq!(game.undo(), Err(NoUndo::Revealed));
    game.take_back().unwrap();
    assert!(game.same_as(&before), "a search may");
}

/// A revolt comes between draw and placement, when nobody is on the way from one feature to another.
#[test]
fn no_revolt_strikes_a_figure_that_is_leaving() {
    let opening = opening(&["peasant-revolts", "drawbridges"], 3);
    let mut struck = 0;
    for n in 0..40 {
        let mut game = Game::new(&opening);
        Dice::of_game(53, n).play_out(&mut game);
        assert!(game.faults().is_empty());
        let mut drawn = false;
        for event in game.events() {
            match event.code {
                EventCode::DRAWN => drawn = true,
                EventCode::TILE_PLACED | EventCode::DISCARDED => drawn = false,
                EventCode::FIGURE_MOVED if event.cause == Cause::REMOVED => {
                    assert!(drawn && event.to == Place::SUPPLY);
                    assert!(game.board().figure(FigureId(event.subject)).is_some_and(|f| f.owner.is_some()));
                    struck += 1;
                }
                _ => {}
            }
        }
    }
    assert!(struck > 50, "revolts strike: {struck}");
}
