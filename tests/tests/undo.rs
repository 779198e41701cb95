//! Undo around a decision that two expansions share.

use gatehouse::engine::{Game, Laid, Opening, Setup, Standing};
use gatehouse::words;

/// A road with a drawbridge and red's wagon on it, closed by the last tile; the wagon is asked how it leaves.
fn wagon_decides() -> Game {
    let laid = |tile: &str, x, y, rotation| Laid { tile: tile.to_owned(), pos: (x, y), rotation };
    let tiles = vec![
        laid("drawbridges/02", 0, 0, 0),
        laid("BA/RFr", 0, 1, 0),
        laid("BA/RFr", 1, 0, 0),
        laid("BA/CFc.1", 0, -1, 1),
    ];
    let wagon = Standing { player: Some(0), figure: "wagon".to_owned(), pos: (0, 0), segment: "road".to_owned() };
    let setup = Setup { tiles, figures: vec![wagon], pile: Some(vec!["BA/RRR".to_owned()]), ..Setup::new(2) };
    let rules = gatehouse_tests::rules(&["abbey-mayor", "drawbridges"], &[]);
    let mut game = Game::new(&Opening::new(rules, setup).unwrap());
    game.remember(true);
    choose(&mut game, "draw BA/RRR");
    choose(&mut game, "(2, 0) R0");
    choose(&mut game, "pass");
    game
}

fn on_offer(game: &Game) -> Vec<String> {
    words::choices(game, &game.decision().unwrap())
}

fn choose(game: &mut Game, text: &str) {
    let known = on_offer(game);
    let n = known.iter().position(|c| c == text).unwrap_or_else(|| panic!("`{text}` is not among {known:?}"));
    game.choose(n).unwrap();
}

#[test]
fn a_wagon_decides_anew_after_an_undo() {
    let mut game = wagon_decides();
    let (asked, before) = (on_offer(&game), game.fingerprint());
    let ways = [
        "march wagon to city of (0, 0)",
        "march wagon to city of (0, -1)",
        "drive wagon to road of (0, 1)",
        "return wagon from road of (0, 0)",
    ];
    let mut seen = vec![before.clone()];
    for way in ways {
        choose(&mut game, way);
        assert!(!seen.contains(&game.fingerprint()), "{way} leads where another way does");
        seen.push(game.fingerprint());
        game.undo().unwrap();
        assert_eq!((on_offer(&game), game.fingerprint()), (asked.clone(), before.clone()), "after {way}");
    }
    assert_eq!(asked.len(), ways.len());
}

#[test]
fn the_tile_is_placed_elsewhere_before_the_wagon_decides() {
    let mut game = wagon_decides();
    let decides = game.fingerprint();
    game.undo().unwrap();
    game.undo().unwrap();
    assert!(on_offer(&game).contains(&"(2, 0) R180".to_owned()), "the placement is open again");
    assert!(game.undo().is_err(), "the draw revealed a tile");
    choose(&mut game, "(2, 0) R0");
    choose(&mut game, "pass");
    assert_eq!(game.fingerprint(), decides);
}
