//! Ambiguities, waivers and the user's word among three invented plugins that meet at two points.

use super::{Choice, Doubt, resolve};
use crate::rules::{Given, Origin, Override, Plugin, Rules};
use gatehouse_core::HookId;
use gatehouse_core::declare::{Declaration, Waiver};
use gatehouse_core::plugin::PluginModule_Ref;

/// The base.
mod soil {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "soil",
        declaration: r#"
            [plugin]
            id = "soil"
            name = "Soil"
            version = "1.0.0"
            api = "^0.1"
            base = true
            [[feature]]
            name = "track"
            bounded = "sides"
            [[feature]]
            name = "meadow"
            bounded = "halves"
            [[mark]]
            name = "mud"
            bearer = "game"
            [[pile]]
            name = "main"
        "#,
        tiles: [],
        names: {},
        hooks: {
            scored: sink = key(450).when(&[Condition::feature("meadow")]).writes(&[Datum::mark("mud")]);
            turn_end: rest = key(610).writes(&[Datum::points()]);
        },
    }

    fn sink(_: &View<'_>, _: &Scored<'_>, _: &mut Reply) {}
    fn rest(_: &View<'_>, (): &(), _: &mut Reply) {}
}

/// Asks somebody, and goes on after that.
mod herald {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "herald",
        declaration: r#"
            [plugin]
            id = "herald"
            name = "Herald"
            version = "1.0.0"
            api = "^0.1"
        "#,
        tiles: [],
        names: {},
        hooks: {
            turn_end: call = key(620).writes(&[Datum::offers()]);
            answered: pay = reaction().writes(&[Datum::tally("mud")]);
            scored: praise = key(450).when(&[Condition::feature("track")]).writes(&[Datum::mark("mud")]);
        },
    }

    fn call(_: &View<'_>, (): &(), _: &mut Reply) {}
    fn pay(_: &View<'_>, _: &Answer, _: &mut Reply) {}
    fn praise(_: &View<'_>, _: &Scored<'_>, _: &mut Reply) {}
}

/// Reads and writes what the others do.
mod mire {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "mire",
        declaration: r#"
            [plugin]
            id = "mire"
            name = "Mire"
            version = "1.0.0"
            api = "^0.1"
        "#,
        tiles: [],
        names: {},
        hooks: {
            scored: spread = key(450).writes(&[Datum::tally("mud")]);
            turn_end: dry = key(620).reads(&[Datum::mark("mud")]).writes(&[Datum::points()]);
            turn_end: gain = key(610).writes(&[Datum::points()]);
            turn_end: misspelt = key(630).when(&[Condition::mark("mudd")]).writes(&[Datum::sheet("bais")]);
        },
    }

    fn spread(_: &View<'_>, _: &Scored<'_>, _: &mut Reply) {}
    fn dry(_: &View<'_>, (): &(), _: &mut Reply) {}
    fn gain(_: &View<'_>, (): &(), _: &mut Reply) {}
    fn misspelt(_: &View<'_>, (): &(), _: &mut Reply) {}
}

fn plugin(module: PluginModule_Ref) -> Plugin {
    let declaration = Declaration::parse(&module.declaration()).unwrap();
    Plugin { module, declaration, tiles: Vec::new(), origin: Origin::Linked }
}

fn rules(choice: Choice) -> Rules {
    let all = [soil::module(), herald::module(), mire::module()].map(plugin);
    let chosen = Choice { plugins: vec!["mire".into(), "herald".into()], ..choice };
    resolve(&all, &chosen).unwrap_or_else(|findings| panic!("{findings}"))
}

fn names(rules: &Rules, hook: HookId) -> String {
    let hook = &rules.hooks[hook.index()];
    format!("{}/{}", rules.plugins[hook.plugin].plugin.declaration.plugin.id, hook.head.name)
}

fn open(doubts: &[Doubt]) -> Vec<String> {
    doubts.iter().filter(|d| d.waived.is_none()).map(ToString::to_string).collect()
}

#[test]
fn unordered_hooks_are_those_that_may_be_called_at_one_time() {
    let rules = rules(Choice::default());
    let pairs: Vec<_> = rules.unordered.iter().map(|&(a, b)| (names(&rules, a), names(&rules, b))).collect();
    let expected = [
        ("herald/praise", "mire/spread"),
        ("mire/spread", "soil/sink"),
        ("mire/gain", "soil/rest"),
        ("herald/call", "mire/dry"),
    ];
    assert_eq!(pairs, expected.map(|(a, b)| (a.to_owned(), b.to_owned())));
}

#[test]
fn what_does_not_commute_is_ambiguous_and_the_finding_says_how_to_mend_it() {
    let mend = |point: &str, one: &str, other: &str| {
        format!(
            ": in the head of `{other}` say `.ordered(&[Constraint::after(\"{one}\", \"...\")])`, or in a setup file \
             `order = [{{ point = \"{point}\", first = \"{one}\", then = \"{other}\", reason = \"...\" }}]`"
        )
    };
    let expected = [
        format!(
            "nobody declares which of `herald/praise` and `mire/spread` comes first at `scored` (T-450), though \
             `herald/praise` writes mark mud and `mire/spread` tally mud{}",
            mend("scored", "herald/praise", "mire/spread")
        ),
        format!(
            "nobody declares which of `mire/spread` and `soil/sink` comes first at `scored` (T-450), though \
             `mire/spread` writes tally mud and `soil/sink` mark mud{}",
            mend("scored", "mire/spread", "soil/sink")
        ),
        format!(
            "nobody declares which of `herald/call` and `mire/dry` comes first at `turn_end` (T-620), though \
             `herald/call` writes offers and `mire/dry` points and `mire/dry` reads mark mud, and `herald/call` writes \
             tally mud{}",
            mend("turn_end", "herald/call", "mire/dry")
        ),
        "at `turn_end`, `mire/misspelt` names the mark `mudd`, which is not known: did you mean `mud`?".to_owned(),
        "at `turn_end`, `mire/misspelt` names the stage `bais`, which is not known: did you mean `basis`?".to_owned(),
    ];
    assert_eq!(open(&rules(Choice::default()).doubts), expected);
}

fn waiver(hooks: &[&str], data: &[&str]) -> Waiver {
    let texts = |list: &[&str]| list.iter().map(ToString::to_string).collect();
    Waiver { hooks: texts(hooks), data: texts(data), reason: "mud is mud".to_owned() }
}

#[test]
fn a_waiver_names_the_pair_and_all_the_data() {
    let waivers = vec![
        waiver(&["mire/spread", "soil/sink"], &["mark mud"]),
        waiver(&["herald/call", "mire/dry"], &["tally mud"]),
        waiver(&["mire/misspelt"], &["name"]),
        waiver(&["mire/gain", "soil/rest"], &["points"]),
    ];
    let doubts = rules(Choice { waivers, ..Choice::default() }).doubts;
    assert_eq!(doubts.iter().filter(|d| d.waived.as_deref() == Some("mud is mud")).count(), 3);
    let open = open(&doubts);
    assert_eq!(open.len(), 4, "{open:?}");
    let idle =
        |data: &str, hooks: &str| format!("the waiver of {data} for {hooks} (mud is mud) waives nothing: drop it");
    assert!(open.contains(&idle("points", "mire/gain and soil/rest")));
    assert!(open.contains(&idle("tally mud", "herald/call and mire/dry")));
}

#[test]
fn the_users_word_settles_an_ambiguity_and_is_part_of_the_digest() {
    let order = |first: &str, then: &str| {
        let (point, reason) = ("turn_end".to_owned(), "our table does".to_owned());
        let order = Override { point, first: first.to_owned(), then: then.to_owned(), reason };
        rules(Choice { given: Given { order: vec![order], keys: vec![] }, ..Choice::default() })
    };
    let (plain, same, other) =
        (rules(Choice::default()), order("herald/call", "mire/dry"), order("mire/dry", "herald/call"));
    let place = |rules: &Rules, name: &str| (0..).map(HookId).find(|&h| names(rules, h) == name).unwrap();
    assert!(place(&plain, "herald/call") < place(&plain, "mire/dry"));
    assert!(place(&same, "herald/call") < place(&same, "mire/dry"));
    assert!(place(&other, "mire/dry") < place(&other, "herald/call"));
    for rules in [&same, &other] {
        assert!(!open(&rules.doubts).iter().any(|d| d.contains("herald/call")));
        assert_ne!(rules.digest, plain.digest);
    }
    assert_ne!(same.digest, other.digest);
    assert!(other.notes[0].text.contains("the setup puts `mire/dry` before `herald/call` (our table does)"));
}

/// Hooks of one plugin at one place, more than anybody would put into words.
mod crowd {
    use super::super::commute::Heads;
    use super::super::doubt::Concern;
    use crate::rules::{PlannedHook, When, Writes};
    use gatehouse_core::declare::Waiver;
    use gatehouse_core::points::{Datum, key};
    use gatehouse_core::{HookId, Key, Point, RuleId};

    const TURNS: &[Datum] = &[Datum::turns()];
    const POINTS: &[Datum] = &[Datum::points()];

    fn hook(n: usize) -> PlannedHook {
        let name: &'static str = Box::leak(format!("h{n}").into_boxed_str());
        let head = key(300).named(name).writes(if n.is_multiple_of(2) { TURNS } else { POINTS });
        PlannedHook {
            plugin: 0,
            point: Point::PROLOGUE,
            key: Key(300),
            head,
            when: When::default(),
            rule: RuleId::NONE,
            writes: Writes::default(),
            choices_write: Writes::default(),
            why: String::new(),
        }
    }

    #[test]
    fn many_ambiguities_are_told_in_part_and_what_is_waived_in_any_case() {
        let hooks: Vec<PlannedHook> = (0..100).map(hook).collect();
        let pairs = || (0..100).flat_map(|a| (a + 1..100).map(move |b| (HookId(a), HookId(b))));
        let waiver =
            Waiver { hooks: vec!["p/h98".into(), "p/h96".into()], data: vec!["turns".into()], reason: "so".into() };
        let (kept, concerns) = Heads::new(&hooks, &["p"]).ambiguities(pairs(), &[&waiver]);
        assert_eq!(kept.len(), 100 * 99 / 2);
        let told = |one: &str, other: &str| {
            let is = |c: &&Concern| matches!(c, Concern::Ambiguity { one: a, other: b, .. } if a == one && b == other);
            concerns.iter().filter(is).count()
        };
        assert_eq!(
            (told("p/h0", "p/h2"), told("p/h96", "p/h98"), told("p/h94", "p/h96"), told("p/h0", "p/h1")),
            (1, 1, 0, 0)
        );
        let further = concerns.last().unwrap().to_string();
        assert!(further.starts_with("nobody declares the order of further hooks either, such as `p/h"), "{further}");
        assert_eq!(concerns.len(), 256 + 2);
    }
}
