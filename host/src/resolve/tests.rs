//! Whole choices of four invented plugins, some with an edited declaration or tile file.

use super::{Choice, resolve};
use crate::rules::{Origin, Plugin, Rules};
use gatehouse_core::declare::{Declaration, Replaced};
use gatehouse_core::plugin::PluginModule_Ref;
use gatehouse_core::{Bounds, FeatureKind, FigureKind, LinkKind, Pos, Print, TileKind, tiles};

/// The base.
mod ground {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "ground",
        declaration: r#"
            [plugin]
            id = "ground"
            name = "Ground"
            version = "1.2.0"
            api = "^0.1"
            base = true
            [[edge]]
            name = "grass"
            letter = "G"
            fits = ["grass"]
            strips = true
            [[edge]]
            name = "track"
            letter = "T"
            fits = ["track"]
            carries = "track"
            strips = true
            [[feature]]
            name = "meadow"
            bounded = "halves"
            completes = false
            [[feature]]
            name = "track"
            bounded = "sides"
            [[figure]]
            name = "walker"
            meeple = true
            stands_on = ["meadow", "pond"]
            [[link]]
            name = "touches"
            [[print]]
            name = "flower"
            [[slot]]
            name = "first"
            key = 330
            [[pile]]
            name = "main"
            [[switch]]
            name = "length"
            text = "What a short track is worth."
            default = 2
            values = { 2 = "two", 4 = "four" }
            [[rule]]
            id = "R-GR-1"
            text = "A track scores a point a tile."
            source = "made up"
            edition = "test"
            status = "inferred"
        "#,
        tiles: [r#"
            [[tile]]
            id = "G/1"
            aliases = ["meadows"]
            count = 3
            start = [0, 0]
            edges = "GTGT"
            segments = ["pond lily", "track EW flower lily*2", "meadow n1 n2 e1 w2", "meadow e2 s1 s2 w1"]
            links = ["touches track meadow.1", "spans pond track", "touches pond track"]
            prints = ["stone"]
        "#],
        names: {
            TRACK: FeatureKind = "track";
            LENGTH: SwitchId = "length";
            MEADOWS: TileKind = "meadows";
            RULE: RuleId = "R-GR-1";
        },
        hooks: {
            score: tracks = key(420)
                .when(&[Condition::feature("track"), Condition::completed()])
                .rules("R-GR-1")
                .because("first of all");
            score: short = key(425).when(&[Condition::switch("length", 4)]);
            depart: home = key(460);
        }
    }

    fn tracks(_: &View<'_>, _: &Sheet<'_>, _: &mut Lines) {}
    fn short(_: &View<'_>, _: &Sheet<'_>, _: &mut Lines) {}
    fn home(_: &View<'_>, _: &Ends<'_>, _: &mut Choices) {}
}

mod pond {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "pond",
        declaration: r#"
            [plugin]
            id = "pond"
            name = "Pond"
            version = "0.3.0"
            api = "^0.1"
            [[feature]]
            name = "pond"
            bounded = "surroundings"
            [[print]]
            name = "lily"
            keeps_open = true
            [[slot]]
            name = "early"
            key = 320
            [[switch]]
            name = "depth"
            text = "How deep it is."
            default = 1
            values = { 1 = "shallow", 10 = "deep", 9 = "middling" }
        "#,
        tiles: [],
        names: {
            KEEPER: FigureKind = "keeper", optional;
            POND: FeatureKind = "pond";
        },
        hooks: {
            depart: swim = key(480);
            figure_moved: splash = reaction().when(&[Condition::moved("keeper"), Condition::moved("diver")]);
        }
    }

    fn swim(_: &View<'_>, _: &Ends<'_>, _: &mut Choices) {}
    fn splash(_: &View<'_>, _: &Moved, _: &mut Reply) {}
}

mod lanterns {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "lanterns",
        declaration: r#"
            [plugin]
            id = "lanterns"
            name = "Lanterns"
            version = "1.0.0"
            api = "^0.1"
            requires = [{ id = "pond", version = "^0.3", reason = "lanterns hang over ponds" }]
            conflicts = [{ id = "raft", reason = "rafts burn" }]
            max_players = 4
            [[edge]]
            name = "wall"
            letter = "W"
            fits = ["*"]
            strips = true
            passable = true
            [[figure]]
            name = "keeper"
            neutral = true
            slot = "first"
            weight_print = "lily"
            [[mark]]
            name = "lit"
            bearer = "tile"
            scope = "turn"
            [[print]]
            name = "lily"
            keeps_open = true
            look = { letter = "l" }
        "#,
        tiles: [r#"
            [[tile]]
            id = "L/1"
            count = 1
            edges = "WGGG"
            segments = ["hedge", "pond", "meadow n1", "meadow n2 e1 e2 s1 s2 w1 w2"]
            passages = ["N pond"]
        "#],
        names: {
            LILY: Print = "lily";
        },
        hooks: {
            depart: carry = key(470)
                .because("light comes late")
                .ordered(&[
                    Constraint::after("pond/swim", "swimmers see better"),
                    Constraint::before("raft/board", "rafts need light"),
                ]);
        }
    }

    fn carry(_: &View<'_>, _: &Ends<'_>, _: &mut Choices) {}
}

mod raft {
    use gatehouse_core::prelude::*;

    gatehouse_core::plugin! {
        id: "raft",
        declaration: r#"
            [plugin]
            id = "raft"
            name = "Raft"
            version = "1.0.0"
            api = "^0.1"
            conflicts = [{ id = "lanterns", reason = "no light on rafts" }]
            [[switch]]
            name = "depth"
            text = "How deep it goes."
            default = 0
            values = { 0 = "not at all" }
        "#,
        tiles: [],
        names: {
            LILY: Print = "lily";
        },
        hooks: {
            depart: board = key(480).ordered(&[Constraint::before("pond/swim", "rafts go first")]);
        }
    }

    fn board(_: &View<'_>, _: &Ends<'_>, _: &mut Choices) {}
}

/// The plugin of a module, each `(from, to)` replaced in its texts.
fn plugin(module: PluginModule_Ref, edits: &[(&str, &str)]) -> Plugin {
    let edit = |text: &str| edits.iter().fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
    let declaration = Declaration::parse(&edit(&module.declaration())).unwrap();
    let tiles = module.tiles().iter().flat_map(|t| tiles::parse(&edit(t)).unwrap()).collect();
    Plugin { module, declaration, tiles, origin: Origin::Linked }
}

/// All plugins, those of the id `edited` with edits.
fn all(edited: &str, edits: &[(&str, &str)]) -> Vec<Plugin> {
    [ground::module(), pond::module(), lanterns::module(), raft::module()]
        .map(|m| plugin(m, if m.id().as_str() == edited { edits } else { &[] }))
        .into()
}

fn choice(plugins: &[&str]) -> Choice {
    Choice { plugins: plugins.iter().map(ToString::to_string).collect(), ..Choice::default() }
}

fn switched(switches: &[(&str, i32)]) -> Choice {
    Choice { switches: switches.iter().map(|(s, v)| (s.to_string(), *v)).collect(), ..choice(&["pond", "raft"]) }
}

fn rules(plugins: &[&str]) -> Rules {
    resolve(&all("", &[]), &choice(plugins)).unwrap_or_else(|findings| panic!("{findings}"))
}

/// The findings as text.
fn findings(available: &[Plugin], choice: &Choice) -> String {
    resolve(available, choice).err().map_or_else(String::new, |findings| findings.to_string())
}

fn edited(id: &str, edits: &[(&str, &str)]) -> String {
    findings(&all(id, edits), &choice(&["pond", "lanterns"]))
}

/// The hooks of the rules in order.
fn hooks(rules: &Rules) -> Vec<String> {
    let name = |n: usize| rules.plugins[n].plugin.declaration.plugin.id.clone();
    rules.hooks.iter().map(|h| format!("{}/{}", name(h.plugin), h.head.name)).collect()
}

#[test]
fn neither_the_order_found_nor_that_of_the_choice_matters() {
    let mut available = all("", &[]);
    let expected = rules(&["lanterns", "pond"]);
    for n in 0..available.len() {
        available.rotate_left(1);
        available.swap(0, n);
        let again = resolve(&available, &choice(&["pond", "lanterns", "pond", "ground"])).unwrap();
        assert_eq!((&again.digest, hooks(&again)), (&expected.digest, hooks(&expected)));
        assert_eq!(again.tables, expected.tables);
    }
    assert_eq!(
        hooks(&expected),
        ["ground/tracks", "ground/short", "ground/home", "pond/swim", "lanterns/carry", "pond/splash"]
    );
}

#[test]
fn the_digest_tells_choices_apart() {
    let length = |n| resolve(&all("", &[]), &switched(&[("length", n)])).unwrap().digest;
    assert_eq!(length(2), rules(&["pond", "raft"]).digest);
    assert_ne!(length(4), length(2));
    assert_ne!(rules(&["pond"]).digest, rules(&[]).digest);
}

#[test]
fn an_unknown_plugin_is_named_with_the_nearest_known_one() {
    let all = all("", &[]);
    assert_eq!(findings(&all, &choice(&["lantens"])), "plugin `lantens` was not found: did you mean `lanterns`?");
    let far = findings(&all, &choice(&["volcano"]));
    assert!(far.starts_with("plugin `volcano` was not found: choose among ") && far.contains("lanterns"), "{far}");
}

#[test]
fn a_missing_plugin_comes_with_the_mend() {
    let all = all("", &[]);
    let missing = findings(&all, &choice(&["lanterns"]));
    assert_eq!(missing, "plugin `lanterns` needs `pond` (lanterns hang over ponds): add `--use pond`");
    let absent = findings(&[all[0].clone(), all[2].clone()], &choice(&["lanterns"]));
    assert!(absent.ends_with("it was not found, so install it or leave out `lanterns`"), "{absent}");
}

#[test]
fn versions_out_of_range_are_findings() {
    let version = edited("pond", &[("0.3.0", "0.4.0")]);
    assert!(version.starts_with("plugin `lanterns` works with `pond` ^0.3 (lanterns hang over ponds), but 0.4.0"));
    let api = edited("pond", &[("^0.1", "^7")]);
    assert!(api.starts_with("plugin `pond` needs the hook API ^7"), "{api}");
}

#[test]
fn a_conflict_gives_both_reasons_once() {
    assert_eq!(
        findings(&all("", &[]), &choice(&["raft", "pond", "lanterns"])),
        "plugins `lanterns` and `raft` can't be played together \
         (`lanterns`: rafts burn; `raft`: no light on rafts): leave one out"
    );
}

#[test]
fn players_must_fit_the_plugins() {
    let with = |players| Choice { players: Some(players), ..choice(&["pond", "lanterns"]) };
    let all = all("", &[]);
    assert!(resolve(&all, &with(4)).is_ok());
    let five = findings(&all, &with(5));
    assert_eq!(five, "plugin `lanterns` is for at most 4 players, not 5: change the number of players");
    assert_eq!(findings(&all, &with(9)), "a game has 1 to 8 players, not 9");
}

#[test]
fn exactly_one_base_is_played() {
    let all = all("pond", &[("api =", "base = true\napi =")]);
    let bases = "more than one base was found (`ground` linked into the program, `pond` linked into the program)";
    assert!(findings(&all, &choice(&[])).starts_with(bases));
    let none = "no plugin found is a base (`base = true` in its plugin.toml): add the folder that has one";
    assert_eq!(findings(&all[2..], &choice(&["raft", "nobody"])), none);
}

#[test]
fn switches_take_plain_and_full_names() {
    let rules = resolve(&all("", &[]), &switched(&[("length", 4), ("pond.depth", 9)])).unwrap();
    let values: Vec<_> = rules.plugins.iter().map(|p| p.switches.clone()).collect();
    assert_eq!(values, [vec![4], vec![9], vec![0]]);
    assert_eq!(rules.words.switches[1].1, 9);
}

#[test]
fn wrong_switches_are_findings() {
    let wrong = |name, value| findings(&all("", &[]), &switched(&[(name, value)]));
    assert_eq!(wrong("pond.depth", 2), "switch `pond.depth` can't be 2: it is 1 or 9 or 10");
    assert_eq!(wrong("lenght", 4), "no plugin played has a switch `lenght`: did you mean `length`?");
    assert_eq!(wrong("depth", 1), "several plugins have a switch `depth`: write `pond.depth` or `raft.depth`");
    let twice = findings(&all("", &[]), &switched(&[("length", 4), ("ground.length", 2)]));
    assert_eq!(twice, "switch `ground.length` is set to 2 and to 4: keep one of them");
    let idle = Choice { plugins: vec![], ..switched(&[("raft.depth", 0)]) };
    let idle = findings(&all("", &[]), &idle);
    assert_eq!(idle, "no plugin played has a switch `raft.depth`: add `--use raft`, which has it");
}

#[test]
fn a_name_means_one_thing_but_prints_are_shared() {
    assert_eq!(rules(&["pond", "lanterns"]).words.prints.len(), 2);
    assert_eq!(
        edited("lanterns", &[("keeps_open = true", "keeps_open = false")]),
        "plugins `lanterns` and `pond` declare the print `lily` with different `keeps_open`: make them agree"
    );
    let shared = edited("lanterns", &[("\"keeper\"", "\"walker\"")]);
    let expected = "plugins `ground` and `lanterns` both declare the figure kind `walker`: rename one";
    assert!(shared.starts_with(expected), "{shared}");
    let letter = edited("lanterns", &[("letter = \"W\"", "letter = \"G\"")]);
    assert!(letter.contains("have the same letter `G`"), "{letter}");
}

#[test]
fn more_kinds_than_the_tables_hold_are_a_finding() {
    let edge =
        |n: u8| format!("[[edge]]\nname = \"edge-{n}\"\nletter = \"{}\"\nfits = [\"*\"]\n", char::from(b'a' + n));
    let many: String = (0..20).map(edge).collect();
    let many = edited("pond", &[("[[feature]]", &format!("{many}\n[[feature]]"))]);
    assert!(many.contains("23 words of the class edge kind are declared, but a game has at most 16"), "{many}");
}

#[test]
fn kinds_are_compiled() {
    let rules = rules(&["pond", "lanterns"]);
    let tables = &rules.tables;
    assert_eq!(tables.fits.as_slice(), [0b101, 0b110, 0b111]);
    assert_eq!(tables.passable.as_slice(), [false, false, true]);
    assert_eq!(tables.feature_kinds[2].bounds, Bounds::SURROUNDINGS);
    let (walker, keeper) = (&tables.figure_kinds[0], &tables.figure_kinds[1]);
    assert_eq!((walker.stands_on, walker.weight, walker.slot), (0b101, 1, 255));
    assert_eq!((keeper.weight_print, keeper.weight, keeper.slot), (Print(1), 0, 1));
    assert_eq!((tables.mark_kinds[0].bearer, tables.mark_kinds[0].scope, tables.mark_kinds[0].plugin), (2, 2, 1));
    assert_eq!(rules.words.slots[0].what.name, "early");
}

#[test]
fn a_kind_may_take_who_stands_on_all_of_some_others() {
    let stands_on = |like: &str| {
        let all = all("ground", &[("bounded = \"sides\"", &format!("bounded = \"sides\"\nlike = [{like}]"))]);
        let rules = resolve(&all, &choice(&["pond", "lanterns"])).map_err(|findings| findings.to_string());
        rules.map(|r| r.tables.figure_kinds.iter().map(|k| k.stands_on).collect::<Vec<_>>())
    };
    assert_eq!(stands_on("\"meadow\", \"pond\"").unwrap(), [0b111, 0]);
    assert_eq!(stands_on("\"meadow\", \"track\"").unwrap(), [0b101, 0]);
    assert_eq!(
        stands_on("\"medow\"").unwrap_err(),
        "`like` of the feature kind `track` of plugin `ground` is the feature kind `medow`, which nobody declares: \
         did you mean `meadow`?"
    );
}

#[test]
fn what_nobody_declares_is_not_on_the_tile_and_listed() {
    let rules = rules(&[]);
    let tile = &rules.tables.tile_kinds[0];
    assert_eq!(rules.words.tiles[0].inert, ["lily", "pond", "spans", "stone"]);
    assert_eq!((tile.segments, tile.links, tile.print_rows, tile.prints), (3, 1, 1, 1));
    assert_eq!(rules.tables.segments[0].kind, FeatureKind(1));
    let link = rules.tables.links[0];
    assert_eq!((link.kind, link.a, link.b), (LinkKind(0), 0, 2));
    assert!(!tile.surrounded);
}

#[test]
fn what_somebody_declares_is_on_the_tile() {
    let rules = rules(&["pond", "lanterns"]);
    let (first, wall) = (&rules.tables.tile_kinds[0], &rules.tables.tile_kinds[1]);
    assert_eq!(rules.words.tiles[0].inert, ["spans", "stone"]);
    assert_eq!((first.segments, first.links, first.prints, first.surrounded), (4, 2, 0b11, true));
    assert_eq!((rules.tables.segments[0].keeps_open, rules.tables.segments[1].keeps_open), (1, 2));
    assert_eq!((wall.first_segment, wall.segments, wall.behind), (4, 3, [0, 255, 255, 255]));
    assert_eq!(rules.words.tiles[1].inert, ["hedge"]);
    assert_eq!(rules.start, [(TileKind(0), Pos::new(0, 0))]);
}

#[test]
fn tiles_that_contradict_themselves_or_one_another_are_findings() {
    let lint = edited("lanterns", &[("WGGG", "WGTG")]);
    assert!(lint.starts_with("in a tile file of plugin `lanterns`, tile L/1 (line 3): edge S is `T`"), "{lint}");
    let name = edited("lanterns", &[("L/1", "meadows")]);
    assert!(
        name.starts_with("`meadows` names a tile of plugin `ground` (line 3) and one of plugin `lanterns`"),
        "{name}"
    );
    let start = edited("lanterns", &[("count = 1", "count = 1\nstart = [0, 0]")]);
    assert_eq!(start, "tiles G/1 and L/1 both start at (0, 0): leave one plugin out or move one");
    let pile = edited("lanterns", &[("count = 1", "count = 1\npile = \"mian\"")]);
    assert!(pile.ends_with("belongs to the pile `mian`, which nobody declares: did you mean `main`?"), "{pile}");
}

#[test]
fn a_plugin_may_replace_the_start_tiles_of_all_others() {
    let lanterns = |to: &str| {
        let replaces = format!("max_players = 4\nreplaces_start = \"{to}\"");
        all("lanterns", &[("max_players = 4", &replaces), ("count = 1", "count = 1\nstart = [2, 0]")])
    };
    let of = |to| resolve(&lanterns(to), &choice(&["pond", "lanterns"])).unwrap();
    let (boxed, piled) = (of("box"), of("pile"));
    assert_eq!(boxed.start, [(TileKind(1), Pos::new(2, 0))]);
    assert_eq!(boxed.boxed, [TileKind(0)]);
    assert_eq!((piled.start, piled.boxed), (boxed.start, vec![]));
    let mut both = lanterns("box");
    both[0].declaration.plugin.replaces_start = Some(Replaced::Pile);
    assert_eq!(
        findings(&both, &choice(&["pond", "lanterns"])),
        "plugins `ground` and `lanterns` both replace the start tiles of all others: leave one of them out"
    );
    let none = edited("lanterns", &[("max_players = 4", "max_players = 4\nreplaces_start = \"box\"")]);
    assert_eq!(
        none,
        "plugin `lanterns` replaces the start tiles of all others, but none of its tiles has a `start`: \
         give one a cell or leave `replaces_start` out"
    );
}

#[test]
fn a_wrong_vocabulary_does_not_accuse_the_tiles() {
    let carries = edited("ground", &[("carries = \"track\"", "carries = \"trakc\"")]);
    assert_eq!(
        carries,
        "`carries` of the edge kind `track` of plugin `ground` is the feature kind `trakc`, which nobody declares: \
         did you mean `track`?"
    );
}

#[test]
fn a_pile_is_mixed_into_one_that_is_by_itself() {
    let with = |into: &str| {
        let pile = format!("[[pile]]\nname = \"oil\"\nmixed_into = \"{into}\"\n[[mark]]");
        edited("lanterns", &[("[[mark]]", &pile)])
    };
    let itself = with("oil");
    assert!(itself.contains("`oil` of plugin `lanterns` is mixed into `oil`, which is no pile by itself"), "{itself}");
    let unknown = with("mian");
    assert!(unknown.ends_with("is the pile `mian`, which nobody declares: did you mean `main`?"), "{unknown}");
}

#[test]
fn names_become_ids_and_absent_optional_ones_none() {
    let names = |plugins: &[&str]| rules(plugins).plugins.into_iter().map(|p| p.names).collect::<Vec<_>>();
    assert_eq!(names(&["pond"]), [vec![1, 0, 0, 0], vec![u16::MAX, 2]]);
    assert_eq!(names(&["pond", "lanterns"])[2], [1, 2]);
    assert_eq!(
        findings(&all("", &[]), &choice(&["raft"])),
        "plugin `raft` uses the print `lily`, which no plugin played declares: add `--use lanterns`, which does"
    );
    let gone = edited("ground", &[("[[rule]]\n            id = \"R-GR-1\"", "[[rule]]\n id = \"R-GR-2\"")]);
    assert_eq!(
        gone,
        "plugin `ground` uses the rule `R-GR-1`, which no plugin played declares: did you mean `R-GR-2`?\n\
         hook `ground/tracks` carries out the rule `R-GR-1`, which no plugin played declares: did you mean `R-GR-2`?"
    );
}

#[test]
fn conditions_are_compiled_and_hooks_that_can_not_be_called_left_out() {
    let alone = rules(&["pond"]);
    assert!(alone.hooks[1].when.never && alone.hooks[4].when.never);
    assert_eq!(alone.at.score.iter().map(|(id, _)| id.0).collect::<Vec<_>>(), [0]);
    assert_eq!((alone.hooks[0].when.features, alone.hooks[0].when.completed), (0b10, true));
    assert_eq!(alone.hooks[0].rule.0, 0);
    let idle = "hook `pond/splash` is never called: no plugin played declares the figure kind `keeper` or `diver`";
    assert!(alone.notes.iter().any(|n| n.text == idle), "{:?}", alone.notes);
    let both = rules(&["pond", "lanterns"]);
    assert_eq!((both.hooks[5].when.never, both.hooks[5].when.moved), (false, 1 << FigureKind(1).0));
}

#[test]
fn each_hook_says_why_it_has_its_place() {
    let rules = rules(&["pond", "lanterns"]);
    assert_eq!(rules.hooks[0].why, "first of all");
    assert_eq!(rules.hooks[4].why, "light comes late; after pond/swim because swimmers see better");
    let doubt = rules.doubts.iter().map(ToString::to_string).find(|d| d.contains("against the keys")).unwrap();
    assert!(doubt.contains("against the keys T-480 and T-470: change a key"), "{doubt}");
}

#[test]
fn wishes_in_a_circle_are_a_finding() {
    let mut all = all("", &[]);
    all.iter_mut().for_each(|p| p.declaration.plugin.conflicts.clear());
    assert_eq!(
        findings(&all, &choice(&["pond", "lanterns", "raft"])),
        "hooks at `depart` can't be ordered: \
         `lanterns/carry` comes before `raft/board` as `lanterns/carry` asks (rafts need light), \
         `raft/board` comes before `pond/swim` as `raft/board` asks (rafts go first), \
         `pond/swim` comes before `lanterns/carry` as `lanterns/carry` asks (swimmers see better): \
         drop one of these wishes or leave a plugin out"
    );
}

#[test]
fn a_finding_has_one_line_whatever_plugins_write() {
    let all = all("lanterns", &[("lanterns hang over ponds", "one\\ntwo")]);
    assert_eq!(findings(&all, &choice(&["lanterns"])), "plugin `lanterns` needs `pond` (one two): add `--use pond`");
}
