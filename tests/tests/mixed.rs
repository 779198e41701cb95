//! Games of several expansions at once: every choice taken back and made again, and saved and resumed while another
//! player than the one whose turn it is decides.

use gatehouse::engine::{Game, Laid, Opening, Setup};
use gatehouse::record::{self, Record};
use gatehouse::rules::Plugin;
use gatehouse::{scenario, words};
use gatehouse_core::Decider;
use std::path::{Path, PathBuf};

/// The scenarios in which several expansions meet, each with the record of its game.
fn games(plugins: &[Plugin]) -> Vec<(PathBuf, Record)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/mixed");
    let files = scenario::collect(&[folder]).expect("the folder of scenarios can be read");
    let report = |path: PathBuf| {
        let report = scenario::run_file(plugins, &path);
        assert!(report.passed(), "{report}");
        (path, report.record.expect("it was played"))
    };
    files.into_iter().map(report).collect()
}

/// Who is asked what, and what is on offer.
fn offer(game: &Game) -> Option<(Decider, String, Vec<String>)> {
    let decision = game.decision()?;
    Some((decision.decider(), words::question(game, &decision), words::choices(game, &decision)))
}

/// The number of a recorded choice in what is on offer.
fn number(game: &Game, choose: &str) -> usize {
    let (_, _, known) = offer(game).expect("something is asked");
    known.iter().position(|c| c == choose).unwrap_or_else(|| panic!("`{choose}` is not among {known:?}"))
}

#[test]
fn every_choice_is_taken_back_and_made_again() {
    let plugins = gatehouse_tests::plugins();
    for (path, kept) in games(&plugins) {
        let (opening, _) = record::open(&kept, &plugins).unwrap();
        let mut game = Game::new(&opening);
        game.remember(true);
        for entry in &kept.entries {
            let (before, asked, n) = (game.clone(), offer(&game), number(&game, &entry.choose));
            game.choose(n).unwrap();
            let after = game.clone();
            game.take_back().unwrap();
            assert!(game.same_as(&before) && game.fingerprint() == before.fingerprint(), "{path:?}: {entry:?}");
            assert_eq!(offer(&game), asked, "{path:?}: {entry:?}");
            game.choose(n).unwrap();
            assert!(game.same_as(&after) && game.fingerprint() == after.fingerprint(), "{path:?}: {entry:?}");
            assert_eq!(record::hash(&game), entry.hash, "{path:?}: {entry:?}");
        }
    }
}

/// All ways of a decision lead back to it, not only the one that was chosen.
#[test]
fn every_other_choice_is_taken_back_too() {
    let plugins = gatehouse_tests::plugins();
    for (path, kept) in games(&plugins) {
        let (opening, _) = record::open(&kept, &plugins).unwrap();
        let mut game = Game::new(&opening);
        game.remember(true);
        for entry in &kept.entries {
            let (before, asked) = (game.clone(), offer(&game));
            let (_, _, ways) = asked.clone().unwrap();
            for (n, way) in ways.iter().enumerate() {
                game.choose(n).unwrap();
                assert!(game.faults().is_empty(), "{path:?}: {way}");
                assert_eq!(game.fingerprint(), game.fresh_fingerprint(), "{path:?}: {way}");
                game.take_back().unwrap();
                assert!(game.same_as(&before) && game.fingerprint() == before.fingerprint(), "{path:?}: {way}");
            }
            assert_eq!(offer(&game), asked, "{path:?}: {entry:?}");
            game.choose(number(&game, &entry.choose)).unwrap();
        }
    }
}

#[test]
fn a_game_saved_while_another_player_decides_goes_on_the_same() {
    let plugins = gatehouse_tests::plugins();
    let mut pending = 0;
    for (path, kept) in games(&plugins) {
        let (opening, _) = record::open(&kept, &plugins).unwrap();
        let mut game = Game::new(&opening);
        for (n, entry) in kept.entries.iter().enumerate() {
            let (by, active) = (game.decision().and_then(|d| d.player()), game.board().turn.active);
            if by.is_some_and(|p| p != active) {
                pending += 1;
                let saved = Record { entries: kept.entries[..n].to_vec(), ..kept.clone() }.to_text();
                let saved = Record::parse(&saved).unwrap();
                let (anew, _) = record::open(&saved, &plugins).unwrap();
                let mut resumed = record::replay(&saved, &anew, true).unwrap();
                assert_eq!(resumed.fingerprint(), game.fingerprint(), "{path:?}: {entry:?}");
                assert_eq!(offer(&resumed), offer(&game), "{path:?}: {entry:?}");
                for rest in &kept.entries[n..] {
                    resumed.choose(number(&resumed, &rest.choose)).unwrap();
                    assert_eq!(record::hash(&resumed), rest.hash, "{path:?}: {rest:?}");
                }
            }
            game.choose(number(&game, &entry.choose)).unwrap();
        }
    }
    assert!(pending >= 8, "another player decided only {pending} times");
}

/// Without its expansion a tile is refused by name, not played by half its rules.
#[test]
fn a_tile_of_an_expansion_that_is_not_played_is_refused() {
    let all = gatehouse_tests::expansions();
    let ids = ["the-city-gates/fcfg", "drawbridges/02", "IC/Cccc.c", "TB/CFc.w", "AM/A", "peasant-revolts/06"];
    for id in ids.into_iter().chain(["ghosts-castles-cemeteries/01"]) {
        let laid = Laid { tile: id.to_owned(), pos: (0, 0), rotation: 0 };
        let setup = Setup { tiles: vec![laid], ..Setup::new(2) };
        let errors = Opening::new(gatehouse_tests::rules(&[], &[]), setup.clone()).err().expect("it is unknown");
        assert!(errors.to_string().contains(id), "{errors}");
        let used: Vec<&str> = all.iter().map(String::as_str).collect();
        assert!(Opening::new(gatehouse_tests::rules(&used, &[]), setup).is_ok(), "{id} is known");
    }
}
