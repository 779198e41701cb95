//! What probe plugins do, point by point.

use gatehouse::dice::Dice;
use gatehouse::engine::{Choice, Game, Question, Setup};
use gatehouse::rules::PlannedHook;
use gatehouse::{scenario, words};
use gatehouse_core::{HookId, Point};
use gatehouse_tests::probes;
use std::collections::BTreeSet;
use std::path::Path;

/// The hooks that the open decision comes from: whose choices, riders, strikes, tiles and verdicts it shows.
fn hooks_of_decision(game: &Game, seen: &mut BTreeSet<HookId>) {
    let Some(decision) = game.decision() else { return };
    if let Question::Offer(hook) = decision.question() {
        seen.insert(hook);
    }
    for choice in decision.iter() {
        match choice {
            Choice::Source { hook, .. } | Choice::Place { admits: Some((hook, _)), .. } => {
                seen.insert(hook);
            }
            Choice::Act(act) => {
                seen.insert(act.row.hook);
                seen.extend(act.riders().map(|r| r.hook));
            }
            _ => {}
        }
    }
    seen.extend(decision.struck().map(|(_, why)| why.hook));
    seen.extend(decision.refused().map(|(_, why)| why.hook));
}

/// Hooks of which nothing is told under their own name: what they do shows in the games and scenarios about them.
const SILENT: [&str; 3] = ["probe-granary/again", "probe-ledger/check", "probe-siege/relieve"];

/// The hooks of `id` that never did anything in many random games with `others`.
fn idle(id: &str, others: &[&str], switches: &[(&str, i32)]) -> BTreeSet<(Point, String)> {
    let ids: Vec<&str> = [id].into_iter().chain(others.iter().copied()).collect();
    let opening = probes::opening(&ids, switches, Setup::new(3));
    let rules = opening.rules();
    let own = |h: &PlannedHook| rules.plugins[h.plugin].plugin.declaration.plugin.id == id;
    let mut left: BTreeSet<HookId> = (0..).map(HookId).zip(&rules.hooks).filter(|(_, h)| own(h)).map(|h| h.0).collect();
    // What happens in setup happens before there are events.
    left.retain(|h| rules.hooks[h.index()].point != Point::SETUP && !SILENT.contains(&words::hook(rules, *h).as_str()));
    for n in 0..600 {
        let mut game = Game::new(&opening);
        let mut dice = Dice::of_game(8, n);
        let mut seen = BTreeSet::new();
        while let Some(decision) = game.decision() {
            hooks_of_decision(&game, &mut seen);
            game.choose(dice.any(&decision)).unwrap();
        }
        assert!(game.faults().is_empty(), "{id}: {:?}", game.faults());
        left.retain(|h| !seen.contains(h) && game.events().iter().all(|e| e.hook != *h));
        if left.is_empty() {
            break;
        }
    }
    left.into_iter().map(|h| (rules.hooks[h.index()].point, words::hook(rules, h))).collect()
}

#[test]
fn every_hook_of_every_probe_does_something() {
    for id in probes::ids() {
        let (others, switches): (&[&str], &[(&str, i32)]) = match id.as_str() {
            "probe-curfew" => (&["probe-cart"], &[("onward", 1)]),
            "probe-shelter" | "probe-toll" => (&["probe-cart"], &[]),
            _ => (&[], &[]),
        };
        assert_eq!(idle(&id, others, switches), BTreeSet::new());
    }
}

#[test]
fn every_point_has_a_probe() {
    let ids = probes::ids();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    let opening = probes::opening(&ids, &[], Setup::new(3));
    let of_base = |h: &PlannedHook| h.plugin == 0;
    let hooked: BTreeSet<Point> = opening.rules().hooks.iter().filter(|h| !of_base(h)).map(|h| h.point).collect();
    assert_eq!(hooked, Point::ALL.iter().copied().collect());
}

#[test]
fn the_scenarios_of_probes_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("probes");
    let files = scenario::collect(&[folder]).unwrap();
    let plugins = probes::plugins();
    let summary = scenario::run_all(&plugins, &files);
    assert!(summary.failed() == 0 && summary.passed() > 0, "{summary}");
    // Every rule of every probe is shown by one.
    let of_probe = |id: &str| {
        let mut declaring = plugins.iter().filter(|p| p.declaration.rules.iter().any(|r| r.id == id));
        declaring.any(|p| p.declaration.plugin.id.starts_with("probe-"))
    };
    let mut uncited = scenario::coverage(&plugins, &summary).uncited;
    uncited.retain(|id| of_probe(id) && id != "P-LE-1");
    assert_eq!(uncited, Vec::<String>::new());
}
