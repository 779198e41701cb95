//! The resolver on many invented plugins, ten hooks and up to twenty wishes each, at seven points or all at one place;
//! and the plan of the bundled ones.

use abi_stable::prefix_type::WithMetadata;
use abi_stable::std_types::{RSlice, RStr, RString};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use gatehouse::plan::{self, Document};
use gatehouse::resolve::{self, Choice};
use gatehouse::rules::{Origin, Plugin};
use gatehouse::{bundled, load};
use gatehouse_core::declare::Declaration;
use gatehouse_core::plugin::{LogSink, PluginModule, PluginModule_Ref};
use gatehouse_core::points::*;
use gatehouse_core::{Reply, View};
use std::hint::black_box;

/// Hooks of each invented plugin.
const HOOKS: usize = 10;

extern "C" fn connect(_: LogSink) {}

extern "C" fn last_panic() -> RString {
    RString::new()
}

extern "C" fn nothing<'a, 'b>(_: &'a View<'b>, (): &'a (), _: &'a mut Reply) -> Outcome {
    Outcome::DONE
}

fn leak(text: String) -> &'static str {
    Box::leak(text.into_boxed_str())
}

/// The points of plugin `n`'s hooks; each hook is at one of seven.
const POINTS: [Point; 7] = [
    Point::TURN_START,
    Point::TILE_PLACED,
    Point::PROLOGUE,
    Point::AFTER_ACTION,
    Point::AFTER_SCORING,
    Point::TURN_END,
    Point::FINAL_SCORE,
];

/// Wishes to come after hooks of earlier plugins at the same point, so that no circle arises.
fn wishes(plugin: usize, hook: usize) -> &'static [Constraint] {
    let earlier = [plugin * 7 / 11, plugin / 3];
    let wish = |p: usize| Constraint::after(leak(format!("p{p:04}/h{hook}")), "it was there before");
    let wishes: Vec<_> = earlier.into_iter().filter(|p| (1..plugin).contains(p)).map(wish).collect();
    Vec::leak(wishes)
}

fn head(plugin: usize, hook: usize) -> HookHead {
    let point = POINTS[hook % POINTS.len()];
    let (low, high) = (*point.keys().start(), *point.keys().end());
    const DATA: [&[Datum]; 4] = [&[Datum::points()], &[Datum::figures()], &[Datum::mark("mud")], &[Datum::offers()]];
    key(low + ((plugin * 13 + hook * 5) % usize::from(high - low + 1)) as u16)
        .named(leak(format!("h{hook}")))
        .ordered(wishes(plugin, hook))
        .writes(DATA[(plugin + hook) % 4])
}

fn module(plugin: usize, declaration: &'static str) -> PluginModule_Ref {
    macro_rules! at {
        ($point:expr, $hook:ident) => {{
            let own = (0..HOOKS).filter(|h| plugin > 0 && POINTS[h % POINTS.len()] == $point);
            RSlice::from_slice(Vec::leak(own.map(|h| $hook { head: head(plugin, h), call: nothing }).collect()))
        }};
    }
    let module = PluginModule {
        id: RStr::from_str(leak(format!("p{plugin:04}"))),
        api: gatehouse_core::API.into(),
        unwinds: true,
        declaration: declaration.into(),
        tiles: RSlice::EMPTY,
        names: RSlice::EMPTY,
        connect,
        last_panic,
        setup: RSlice::EMPTY,
        turn_start: at!(Point::TURN_START, TurnStartHook),
        tile_source: RSlice::EMPTY,
        tile_drawn: RSlice::EMPTY,
        placement: RSlice::EMPTY,
        tile_placed: at!(Point::TILE_PLACED, TilePlacedHook),
        prologue: at!(Point::PROLOGUE, PrologueHook),
        figure_offer: RSlice::EMPTY,
        after_action: at!(Point::AFTER_ACTION, AfterActionHook),
        completed: RSlice::EMPTY,
        before_score: RSlice::EMPTY,
        score: RSlice::EMPTY,
        scored: RSlice::EMPTY,
        depart: RSlice::EMPTY,
        after_scoring: at!(Point::AFTER_SCORING, AfterScoringHook),
        turn_end: at!(Point::TURN_END, TurnEndHook),
        last_round: RSlice::EMPTY,
        final_score: at!(Point::FINAL_SCORE, FinalScoreHook),
        answered: RSlice::EMPTY,
        grew: RSlice::EMPTY,
        figure_moved: RSlice::EMPTY,
        points: RSlice::EMPTY,
        last_place: last_panic,
    };
    let module: &'static WithMetadata<PluginModule> = Box::leak(Box::new(WithMetadata::new(module)));
    PluginModule_Ref(module.static_as_prefix())
}

fn plugin(n: usize) -> Plugin {
    let base =
        if n == 0 { "base = true\n[[pile]]\nname = \"main\"\n[[mark]]\nname = \"mud\"\nbearer = \"game\"" } else { "" };
    let text = leak(format!("[plugin]\nid = \"p{n:04}\"\nname = \"P\"\nversion = \"1.0.0\"\napi = \"*\"\n{base}"));
    let declaration = Declaration::parse(text).expect("the declaration is one");
    Plugin { module: module(n, text), declaration, tiles: Vec::new(), origin: Origin::Linked }
}

/// The rules of many plugins from their declarations.
fn many(c: &mut Criterion) {
    let mut group = c.benchmark_group("resolver");
    group.sample_size(10);
    for count in [100, 320, 1000] {
        let plugins: Vec<Plugin> = (0..=count).map(plugin).collect();
        let ids = plugins.iter().skip(1).map(|p| p.declaration.plugin.id.clone());
        let choice = Choice { plugins: ids.collect(), ..Choice::default() };
        group.bench_with_input(BenchmarkId::new("hooks", count * HOOKS), &plugins, |b, plugins| {
            b.iter(|| {
                let rules = resolve::resolve(plugins, &choice).unwrap_or_else(|findings| panic!("{findings}"));
                assert_eq!(rules.hooks.len(), count * HOOKS);
                black_box(rules.doubts.len())
            });
        });
    }
    group.finish();
}

/// The plan of all bundled plugins from what their libraries declare, as text.
fn bundled_plan(c: &mut Criterion) {
    let plugins = load::linked(&bundled()).expect("the bundled plugins can be read");
    let others = plugins.iter().map(|p| &p.declaration.plugin).filter(|m| !m.base);
    let choice = Choice { plugins: others.map(|m| m.id.clone()).collect(), ..Choice::default() };
    c.bench_function("plan of all bundled plugins", |b| {
        b.iter(|| {
            let rules = resolve::resolve(&plugins, &choice).unwrap_or_else(|findings| panic!("{findings}"));
            black_box(plan::text(&Document::of(&rules)))
        });
    });
}

criterion_group!(benches, many, bundled_plan);
criterion_main!(benches);
