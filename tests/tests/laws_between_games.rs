//! Laws that compare games with each other: linked and loaded, turned, renamed, with other tiles unseen.

use gatehouse::dice::Dice;
use gatehouse::engine::{Game, Laid, Opening, Setup};
use gatehouse::lab::mirror::turned_pos as turned;
use gatehouse::load;
use gatehouse::record::{self, Record};
use gatehouse::resolve;
use gatehouse::rules::{Origin, Plugin};
use gatehouse::sim;
use gatehouse::words;
use gatehouse_core::{Pos, Side, TileKind};
use gatehouse_tests::{expansions, opening, plugins, rules, subsets};
use std::collections::BTreeMap;
use std::sync::Arc;

fn loaded() -> Vec<Plugin> {
    let search = load::Search::of_process(&[]).unwrap();
    let ids: Vec<String> = plugins().into_iter().map(|p| p.declaration.plugin.id).collect();
    let mut found = load::scan(&search, &load::Trust::Anything).plugins;
    found.retain(|p| ids.contains(&p.declaration.plugin.id));
    found
}

fn opened(plugins: &[Plugin], set: &[String], players: usize) -> Arc<Opening> {
    let choice = resolve::Choice { plugins: set.to_vec(), switches: BTreeMap::new(), ..resolve::Choice::default() };
    let rules = resolve::resolve(plugins, &choice).unwrap_or_else(|f| panic!("{f}"));
    Opening::new(Arc::new(rules), Setup::new(players)).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn linked_and_loaded_plugins_play_the_same_games() {
    let (linked, loaded) = (plugins(), loaded());
    assert_eq!(loaded.len(), linked.len(), "the libraries stand beside the tests");
    assert!(loaded.iter().all(|p| matches!(p.origin, Origin::File { .. })));
    let series = sim::Series { games: 3, seed: 3, threads: 1 };
    for set in subsets() {
        let a = sim::run(&opened(&linked, &set, 3), series, |_| {}).unwrap();
        let b = sim::run(&opened(&loaded, &set, 3), series, |_| {}).unwrap();
        assert_eq!(a.state_hash, b.state_hash, "{set:?}");
        assert_eq!(a.mean_score, b.mean_score);
    }
}

#[test]
fn the_order_of_loading_and_choosing_never_matters() {
    let series = sim::Series { games: 20, seed: 4, threads: 1 };
    let mut available = plugins();
    let mut set = expansions();
    let first = sim::run(&opened(&available, &set, 2), series, |_| {}).unwrap();
    let digest = opened(&available, &set, 2).rules().digest.clone();
    available.reverse();
    set.reverse();
    let again = opened(&available, &set, 2);
    assert_eq!(again.rules().digest, digest);
    assert_eq!(sim::run(&again, series, |_| {}).unwrap().state_hash, first.state_hash);
}

#[test]
fn threads_do_not_change_a_series() {
    let opening = opening(&[], 2);
    let alone = sim::run(&opening, sim::Series { games: 300, seed: 9, threads: 1 }, |_| {}).unwrap();
    let together = sim::run(&opening, sim::Series { games: 300, seed: 9, threads: 2 }, |_| {}).unwrap();
    assert_eq!(alone.state_hash, together.state_hash);
}

/// The start tiles of some rules, each turned and moved.
fn start(opening: &Opening, rotation: u8, moved: impl Fn(Pos) -> Pos) -> Vec<Laid> {
    let rules = opening.rules();
    let laid = |&(kind, pos): &(TileKind, Pos)| {
        let pos = moved(pos);
        Laid { tile: rules.words.tiles[kind.index()].tile.id.clone(), pos: (pos.x, pos.y), rotation }
    };
    rules.start.iter().map(laid).collect()
}

/// Two games alike in all that is public, with other tiles drawn later, show nothing of it before.
#[test]
fn nothing_public_depends_on_tiles_that_are_not_drawn() {
    let opening = opening(&[], 2);
    let mut a = Game::new(&opening);
    let mut kept = Record::new(&opening);
    let mut dice = Dice::new(77);
    while kept.entries.len() < 60 {
        let choice = dice.any(&a.decision().unwrap());
        kept.choose(&mut a, choice).unwrap();
    }
    let copy = a.fork();
    let replayed = record::replay(&kept, &opening, true).unwrap();
    let fingerprint = a.fingerprint();
    // Two seeds lead to other tiles from here, but what has been recorded is the same to the letter.
    let (mut x, mut y) = (a.clone(), a.clone());
    Dice::new(1).play_out(&mut x);
    Dice::new(2).play_out(&mut y);
    assert_ne!(x.fingerprint(), y.fingerprint());
    for game in [&a, &copy, &replayed] {
        assert_eq!(game.fingerprint(), fingerprint);
        assert_eq!(game.board(), a.board());
    }
    assert!(kept.header.seed.is_none());
    assert!(!kept.to_text().contains("seed"));
}

/// The figures on the board in words, sorted.
fn standing(game: &Game) -> Vec<String> {
    let all = game.board().figures.iter().filter(|f| f.place.is_on_board());
    let kinds = &game.opening().rules().words.figures;
    let mut all: Vec<_> =
        all.map(|f| format!("{:?} {} {:?}", f.owner, kinds[f.kind.index()].what.name, f.place)).collect();
    all.sort();
    all
}

/// Passes what only an expansion asks.
fn pass_until(game: &mut Game, title: &str) {
    while let Some(decision) = game.decision().filter(|d| d.title() != title && d.may_pass()) {
        let pass = decision.len() - 1;
        game.choose(pass).unwrap();
    }
}

/// Takes the choice that reads `text`.
fn choose_alike(game: &mut Game, title: &str, text: &str) {
    let decision = game.decision().unwrap();
    assert_eq!(decision.title(), title);
    let twin = words::choices(game, &decision).iter().position(|t| t == text);
    let twin = twin.unwrap_or_else(|| panic!("`{text}` can be chosen with the expansion too"));
    game.choose(twin).unwrap();
}

/// From the same start and under the same draws, an expansion none of whose tiles is drawn and none of whose figures is
/// placed changes no board, figure or score. What else it offers can be left.
#[test]
fn an_expansion_that_does_not_appear_changes_nothing() {
    let base = opening(&[], 2);
    let unseen = &base.rules().words.tiles;
    let pile = unseen.iter().flat_map(|t| std::iter::repeat_n(t.tile.id.clone(), t.tile.count.into()));
    let mut pile: Vec<String> = pile.collect();
    let laid = start(&base, 0, |pos| pos);
    laid.iter().for_each(|l| drop(pile.remove(pile.iter().position(|t| *t == l.tile).unwrap())));
    for id in expansions() {
        // Guards are instead of two meeples, unless a switch says otherwise.
        let keep: &[(&str, i32)] = if id == "ghosts" { &[("figure-counts", 1)] } else { &[] };
        let setup = Setup { tiles: laid.clone(), pile: Some(pile.clone()), ..Setup::new(2) };
        let with = Opening::new(rules(&[&id], keep), setup).unwrap_or_else(|e| panic!("{e}"));
        for n in 0..8 {
            let (mut a, mut b) = (Game::new(&base), Game::new(&with));
            let mut dice = Dice::of_game(41, n);
            while let Some(decision) = a.decision() {
                let choice = dice.any(&decision);
                let text = words::choices(&a, &decision)[choice].clone();
                choose_alike(&mut b, decision.title(), &text);
                a.choose(choice).unwrap();
                pass_until(&mut b, a.decision().map_or("", |d| d.title()));
                assert_eq!(a.scores(), b.scores(), "{id}");
                assert_eq!(a.board().features, b.board().features);
                assert_eq!(standing(&a), standing(&b));
            }
            assert!(b.is_over(), "{id}");
        }
    }
}

#[test]
fn sides_turn_as_tiles_do() {
    assert_eq!(turned(Pos::new(0, -1)), Pos::new(1, 0));
    assert_eq!(Pos::new(0, 0).beside(Side::East), turned(Pos::new(0, 0).beside(Side::North)));
}
