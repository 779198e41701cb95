//! What the design has budgets for: whole games, placements, hook calls, copies, loading, long games.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use gatehouse::dice::Dice;
use gatehouse::engine::{Game, Opening, Question, Setup};
use gatehouse::rules::{At, Plugin};
use gatehouse::{bundled, load, resolve};
use gatehouse_core::points::AnyHook;
use gatehouse_core::{Choices, TileKind};
use std::hint::black_box;
use std::sync::Arc;

/// Games a measured batch plays.
const BATCH: u64 = 100;

fn linked() -> Vec<Plugin> {
    load::linked(&bundled()).expect("the bundled plugins can be read")
}

fn loaded() -> Vec<Plugin> {
    let search = load::Search::of_process(&[]).expect("no directory was asked for");
    load::scan(&search, &load::Trust::of_process(false)).plugins
}

fn opening(plugins: &[Plugin], expansions: bool, setup: Setup) -> Arc<Opening> {
    let others = plugins.iter().map(|p| &p.declaration.plugin).filter(|m| expansions && m.starter);
    let choice = resolve::Choice { plugins: others.map(|m| m.id.clone()).collect(), ..resolve::Choice::default() };
    let rules = resolve::resolve(plugins, &choice).expect("the bundled plugins resolve");
    Opening::new(Arc::new(rules), setup).expect("an ordinary setup is valid")
}

/// Whole random two-player games, hash kept, with plugins loaded and linked.
fn games(c: &mut Criterion) {
    let mut group = c.benchmark_group("games");
    group.throughput(Throughput::Elements(BATCH)).sample_size(20);
    for (name, expansions) in [("base", false), ("with starters", true)] {
        for (how, plugins) in [("loaded", loaded()), ("linked", linked())] {
            let mut game = Game::new(&opening(&plugins, expansions, Setup::new(2)));
            group.bench_function(format!("{name}, {how}"), |b| {
                b.iter(|| {
                    for n in 0..BATCH {
                        game.restart();
                        Dice::of_game(1, n).play_out(&mut game);
                        black_box(game.fingerprint());
                    }
                });
            });
        }
    }
    group.finish();
}

fn middle(opening: &Arc<Opening>, tiles: usize) -> Game {
    let mut game = Game::new(opening);
    let mut dice = Dice::new(7);
    while let Some(decision) = game.decision() {
        if game.board().tiles.len() >= tiles && matches!(decision.question(), Question::Draw(_)) {
            break;
        }
        let choice = dice.any(&decision);
        game.choose(choice).expect("any choice is on offer");
    }
    game
}

/// Where one tile fits on a table of 70 tiles; copies and hashes of that game.
fn positions(c: &mut Criterion) {
    let game = middle(&opening(&linked(), false, Setup::new(2)), 70);
    let kinds = game.opening().tables().tile_kinds.len() as u16;
    let mut kind = 0;
    let mut fits = Vec::new();
    c.bench_function("legal placements of one tile on 70 tiles", |b| {
        b.iter(|| {
            kind = (kind + 1) % kinds;
            game.fits(TileKind(kind), &mut fits);
            black_box(fits.len())
        });
    });
    c.bench_function("fork of a game of 70 tiles", |b| b.iter(|| black_box(game.fork())));
    c.bench_function("hash of a game of 70 tiles, kept", |b| b.iter(|| black_box(game.fingerprint().combined())));
    c.bench_function("hash of a game of 70 tiles, fresh", |b| b.iter(|| black_box(game.fresh_fingerprint())));
}

/// One guarded call of a hook that has nothing to do, in a library and linked.
fn hooks(c: &mut Criterion) {
    for (how, plugins) in [("loaded", loaded()), ("linked", linked())] {
        let game = Game::new(&opening(&plugins, false, Setup::new(2)));
        let hook = plugins.iter().flat_map(|p| At::of(&p.module)).find_map(|h| match h {
            AnyHook::figure_offer(hook) => Some(hook),
            _ => None,
        });
        let Some(hook) = hook else { continue };
        let empty = gatehouse_core::Offered { choices: [].as_slice().into(), effects: [].as_slice().into() };
        let args = gatehouse_core::points::SlotArgs { slot: gatehouse_core::SlotId(0), offered: empty };
        let mut out = Choices::default();
        // No tile is placed before the first draw, so the hook returns at once.
        let view = game.view(0);
        c.bench_function(&format!("guarded hook call, {how}"), |b| {
            b.iter(|| black_box((hook.call)(black_box(&view), &args, &mut out)));
        });
    }
}

/// Finding, checking and opening the libraries; resolving; up to the first decision.
fn start(c: &mut Criterion) {
    let mut group = c.benchmark_group("start");
    group.sample_size(20);
    group.bench_function("scan and load all libraries", |b| b.iter(|| black_box(loaded().len())));
    let plugins = linked();
    group.bench_function("resolve and open a game", |b| {
        b.iter(|| black_box(Game::new(&opening(&plugins, true, Setup::new(2))).is_over()));
    });
    group.finish();
}

/// A turn late in a long game: the same tiles again and again, up to a thousand.
fn growth(c: &mut Criterion) {
    let plugins = linked();
    let all: Vec<String> = plugins
        .iter()
        .filter(|p| p.declaration.plugin.base)
        .flat_map(|p| p.tiles.iter().flat_map(|t| std::iter::repeat_n(t.id.clone(), t.count.into())))
        .collect();
    let pile: Vec<String> = (0..15).flat_map(|_| all.iter().cloned()).collect();
    let opening = opening(&plugins, false, Setup { pile: Some(pile), ..Setup::new(2) });
    for tiles in [70, 300, 1000] {
        let start = middle(&opening, tiles);
        c.bench_function(&format!("ten turns after {tiles} tiles"), |b| {
            b.iter_batched_ref(
                || (start.clone(), Dice::new(3)),
                |(game, dice)| {
                    let end = game.board().turn.number + 10;
                    while game.board().turn.number < end {
                        let Some(decision) = game.decision() else { break };
                        let choice = dice.any(&decision);
                        game.choose(choice).expect("any choice is on offer");
                    }
                },
                BatchSize::LargeInput,
            );
        });
    }
}

criterion_group!(benches, games, positions, hooks, start, growth);
criterion_main!(benches);
