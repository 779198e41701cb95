//! Games saved by JCloisterZone: ours, each with what must become of it, and those of a folder named in `GATEHOUSE_JCZ`.

use gatehouse::jcz::{self, Outcome, PROGRAM, ReadError, Report, Saved};
use gatehouse::record;
use gatehouse::scenario::Scenario;
use gatehouse_tests::plugins;
use proptest::prelude::*;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use std::{env, fs};

static PLUGINS: LazyLock<Vec<gatehouse::rules::Plugin>> = LazyLock::new(plugins);

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("jcz")
}

fn files() -> Vec<PathBuf> {
    jcz::collect(&[folder()]).expect("the folder can be read")
}

fn text(name: &str) -> String {
    fs::read_to_string(folder().join(name).with_extension("jcz")).expect("the file can be read")
}

fn value(name: &str) -> Value {
    serde_json::from_str(&text(name)).expect("it is JSON")
}

fn played(value: &Value) -> Report {
    let saved = Saved::parse(value.to_string().as_bytes()).expect("it is a saved game");
    jcz::play(&PLUGINS, &saved, true)
}

/// Why a changed file fails or is not supported.
fn reasons(value: &Value) -> String {
    let report = played(value);
    assert!(!matches!(report.outcome, Outcome::Passed | Outcome::Played), "{report}");
    report.outcome.reasons().join("\n")
}

#[test]
fn our_files_come_out_as_their_names_say() {
    let summary = jcz::play_all(&PLUGINS, &files(), true);
    for report in &summary.reports {
        let name = report.path.file_stem().expect("a name").to_string_lossy();
        let word = match &*name {
            name if name.starts_with("needs-") => "not supported",
            name if name.starts_with("played-") => "played",
            _ => "passed",
        };
        assert_eq!(report.outcome.word(), word, "{report}");
    }
    assert!(summary.count("passed") > 10, "{summary}");
}

#[test]
fn what_passed_is_written_as_a_scenario_that_passes_and_a_record_that_replays() {
    for path in files() {
        let report = jcz::play_file(&PLUGINS, &path, true);
        if let Some(record) = &report.record {
            let again = record::Record::parse(&record.to_text()).expect("it reads what it wrote");
            let (opening, _) = record::open(&again, &PLUGINS).expect("its rules are at hand");
            record::replay(&again, &opening, true).expect("every state agrees");
        }
        assert_eq!(report.scenario.is_some(), report.outcome == Outcome::Passed);
        if let Some(text) = &report.scenario {
            let again = Scenario::parse(text).expect("it is a scenario").run(&PLUGINS);
            assert!(again.passed(), "{text}\n{again}");
        }
    }
}

#[test]
fn a_written_scenario_fails_where_its_numbers_are_changed() {
    let scenario =
        jcz::play_file(&PLUGINS, &folder().join("city-road-and-field.jcz"), true).scenario.expect("it passes");
    for (is, other) in [("red gets 4 points", "red gets 5 points"), ("blue = 3", "blue = 4")] {
        assert!(scenario.contains(is), "{scenario}");
        let changed = Scenario::parse(&scenario.replace(is, other)).expect("it is a scenario");
        assert!(!changed.run(&PLUGINS).passed(), "{other}");
    }
}

#[test]
fn the_files_of_the_named_folder_pass_or_say_why_not() {
    let Some(folder) = env::var_os("GATEHOUSE_JCZ") else { return };
    let files = jcz::collect(&[PathBuf::from(folder)]).expect("GATEHOUSE_JCZ names a folder that can be read");
    let summary = jcz::play_all(&PLUGINS, &files, true);
    println!("{summary}");
    assert!(!files.is_empty(), "GATEHOUSE_JCZ names a folder without .jcz files");
    assert_eq!(summary.wrong(), 0, "{summary}");
}

#[test]
fn a_false_assertion_fails_with_both_values_and_the_rule() {
    let mut game = value("city-road-and-field");
    for (says, told) in [
        ("Ada has 8 points", "`Ada has 8 points`, but 7 here: 4 for the city at (0, 0) [B-S2], 3 for the field"),
        ("Ada scored city for 2 points", "`Ada scored city for 2 points`, but here 4 for the city at (0, 0) [B-S2]"),
        ("Ada scored road for 3 points", "`Ada scored road for 3 points`, but nothing here"),
        ("Eve has 1 point", "`Eve has 1 point`, but nobody is called Eve"),
        ("Player can pass", "`Player can pass`, but passing is not allowed"),
        ("phase is TilePhase", "`phase is TilePhase`, but it is GameOverPhase"),
        ("Undo is allowed", "`Undo is allowed`, but it is not allowed"),
        ("Available action Meeple", "`Available action Meeple`, but there is none"),
        ("Placement options: [1,0] - [0]", "but no tile is to be placed"),
        ("Ben scored city for 0 points", "`Ben scored city for 0 points`, but nothing here"),
        ("Ada wins", "the assertion `Ada wins`, which has no known form"),
    ] {
        game["test"]["assertions"] = json!([says]);
        let why = reasons(&game);
        assert!(why.contains(told), "{why}");
    }
}

#[test]
fn a_file_that_asserts_nothing_is_played_and_does_not_pass() {
    let mut game = value("city-road-and-field");
    game["test"]["assertions"] = json!([]);
    assert_eq!(played(&game).outcome, Outcome::Played);
    let saved = Saved::parse(text("city-road-and-field").as_bytes()).expect("it is a saved game");
    assert_eq!(jcz::play(&PLUGINS, &saved, false).outcome, Outcome::Played);
}

#[test]
fn what_can_not_be_played_is_named_with_what_it_needs() {
    let change = |path: &str, to: Value| {
        let mut game = value("city-road-and-field");
        *game.pointer_mut(path).expect("the file has it") = to;
        reasons(&game)
    };
    let sets = change("/setup/sets", json!({ "basic:1": 1, "tower:1": 1, "new:1": 1 }));
    assert_eq!(sets, "the set `new:1`, which no plugin found declares\nthe set `tower:1`, which needs The Tower");
    let elements = change("/setup/elements", json!({ "small-follower": 7, "phantom": 1, "juggler": true, "king": 0 }));
    assert_eq!(
        elements,
        "the element `juggler`, which no plugin found declares\nthe element `phantom`, which needs The Phantom"
    );
    let rules = json!({ "tiny-city-scoring": "3", "wagon-move": "C1", "hill-tiebreaker": "x", "odd": true });
    assert_eq!(
        change("/setup/rules", rules),
        "the rule `odd`, which no plugin found declares\n\
         the rule `tiny-city-scoring` with the value `3`, which no plugin found has"
    );
    // What a rule of an expansion that is not played says is of no consequence.
    let mut wagons = value("city-road-and-field");
    wagons["setup"]["rules"] = json!({ "wagon-move": "C9", "barn-placement": null, "tiny-city-scoring": 4 });
    assert_eq!(played(&wagons).outcome, Outcome::Passed);
    wagons["setup"]["elements"]["wagon"] = json!(1);
    assert_eq!(reasons(&wagons), "the rule `wagon-move` with the value `C9`, which no plugin found has");
    let many: Value = (0..30).map(|n| (format!("set-{n}"), json!(1))).collect::<serde_json::Map<_, _>>().into();
    assert!(change("/setup/sets", many).ends_with("\nand 10 more"));
    let long = change("/setup/sets", json!({ "x".repeat(9000): 1 }));
    assert!(long.ends_with("x...") && long.len() < 700, "{long}");
    let message = json!({ "type": "BAZAAR_BID", "payload": {}, "player": 0 });
    assert_eq!(change("/replay/2", message), "message 3: BAZAAR_BID, which needs Bridges, Castles & Bazaars");
    let tile = json!({ "type": "PLACE_TILE", "player": 0,
        "payload": { "tileId": "BA/Z", "rotation": "R0", "position": [1, 0] } });
    assert_eq!(change("/replay/0", tile), "message 1 has the tile `BA/Z`, which no set of this file has");
    assert!(change("/setup/sets", json!({})).contains("no set, so there is nothing to draw"));
    let seats: Vec<Value> = (0..9).map(|n| json!({ "name": n.to_string() })).collect();
    assert!(change("/players", json!(seats)).contains("players"));
}

#[test]
fn numbers_that_can_not_be_counted_are_named_and_large_ones_come_to_an_end() {
    let with = |what: &str, name: &str, n: Value| {
        let mut game = value("city-road-and-field");
        game["setup"][what][name] = n;
        game
    };
    let told = |game| reasons(&game);
    let count = "0 to 99, or true is expected";
    let few = told(with("elements", "small-follower", json!(-3)));
    assert_eq!(few, format!("the element `small-follower` with the number -3: {count}"));
    let marked = [b"\xef\xbb\xbf", text("city-road-and-field").as_bytes()].concat();
    assert!(Saved::parse(&marked).is_ok(), "an editor's mark is no part of the text");
    let list = told(with("elements", "small-follower", json!([7])));
    assert_eq!(list, format!("the element `small-follower` with the number [7]: {count}"));
    assert_eq!(
        told(with("sets", "basic:1", json!("two"))),
        format!("the set `basic:1` with the number \"two\": {count}")
    );
    for n in [json!(1e300), json!(u64::MAX), json!("9"), json!(7.0), json!(true)] {
        assert_eq!(played(&with("sets", "basic:1", n)).outcome, Outcome::Passed);
    }
    // One figure is too few for this game.
    assert!(told(with("elements", "small-follower", json!("1"))).contains("there is no figure `0.small.2`"));
    // Nobody has more figures of a kind than can be counted.
    assert_eq!(played(&with("elements", "small-follower", json!(50))).outcome, Outcome::Passed);
}

#[test]
fn a_game_that_begins_elsewhere_is_the_same_game() {
    let mut game = value("wagon-drives-and-is-asked-again");
    let away = |value: &mut Value, by: i64| *value = json!(value.as_i64().expect("a coordinate") + by);
    away(&mut game["setup"]["start"][0]["x"], 40);
    away(&mut game["setup"]["start"][0]["y"], -7);
    for message in game["replay"].as_array_mut().expect("a list") {
        let payload = &mut message["payload"];
        let at =
            if payload["pointer"].is_object() { &mut payload["pointer"]["position"] } else { &mut payload["position"] };
        if at.is_array() {
            away(&mut at[0], 40);
            away(&mut at[1], -7);
        }
    }
    assert_eq!(played(&game).outcome, Outcome::Passed);
    game["setup"]["start"][0]["rotation"] = json!(45);
    assert_eq!(reasons(&game), "a start with `BA/RCr` where or as no tile can lie");
}

#[test]
fn a_figure_taken_back_and_not_confirmed_is_waited_for() {
    let mut game = value("abbot-taken-back");
    game["replay"].as_array_mut().expect("a list").pop();
    let asserted = ["phase is CommitActionPhase", "Player can't pass", "Undo is allowed", "Available action Confirm"];
    game["test"]["assertions"] = json!(asserted);
    assert_eq!(played(&game).outcome, Outcome::Passed, "{}", played(&game));
}

#[test]
fn the_older_format_is_read() {
    let mut game = value("older-format");
    game["setup"]["expansions"] = json!(["BASIC", "ABBEY_AND_MAYOR"]);
    assert_eq!(played(&game).outcome, Outcome::Passed);
    // The city of two tiles as that format's rule has it; nobody has confirmed with COMMIT at all.
    game["setup"]["rules"]["TINY_CITY_2_POINTS"] = json!(true);
    let place = |tile: &str, rotation: &str, y: i64| {
        json!({ "type": "PLACE_TILE",
            "payload": { "tileId": tile, "rotation": rotation, "position": [0, y] } })
    };
    let pointer = json!({ "position": [0, -1], "location": "S" });
    let deploy = json!({ "type": "DEPLOY_MEEPLE", "payload": { "pointer": pointer, "meepleId": "0.small.7" } });
    game["replay"] = json!([place("BA.C", "R180", -1), deploy, place("BA.C", "R0", -2), json!({ "type": "PASS" })]);
    game["annotations"] = json!({ "tilePack": { "params": { "drawOrder": ["BA.C", "BA.C", "#END"] } } });
    game["test"]["assertions"] = json!(["Ada scored city for 2 points", "phase is GameOverPhase"]);
    assert_eq!(played(&game).outcome, Outcome::Passed, "{}", played(&game));
    // A single turn that nobody confirms is open, unless the file says that the game is over.
    let turn = game["replay"].as_array().expect("a list")[..2].to_vec();
    game["annotations"] = json!({ "tilePack": { "params": { "drawOrder": ["BA.C", "#END"] } } });
    game["replay"] = json!([turn.clone(), vec![json!({ "type": "GAME_OVER" })]].concat());
    assert_eq!(played(&game).outcome, Outcome::Passed, "{}", played(&game));
    game["replay"] = json!(turn);
    assert!(reasons(&game).ends_with("`phase is GameOverPhase`, but it is CommitActionPhase"));
    game["setup"]["expansions"] = json!({ "BASIC": 1, "TOWER": 1, "ODD_THING": 1 });
    game["setup"]["rules"]["ODD_RULE"] = json!(true);
    assert_eq!(
        reasons(&game),
        "the set `odd-thing`, which no plugin found declares\nthe set `tower`, which needs The Tower\n\
         the rule `ODD_RULE`, which no plugin found declares"
    );
    assert_eq!(Saved::parse(b" <game app-version=\"2.6\"/>").expect_err("it is XML"), ReadError::Xml);
}

#[test]
fn a_token_that_a_plugin_declares_is_laid_where_the_pointer_points() {
    let mut plugins = plugins();
    // As if the meeples of the game were tokens there.
    let rule = "B-12";
    for foreign in plugins.iter_mut().flat_map(|p| &mut p.declaration.foreign) {
        if foreign.figures.contains_key("small") {
            foreign.tokens.insert("STAKE".to_owned(), rule.to_owned());
        }
    }
    let mut game = value("city-road-and-field");
    for message in game["replay"].as_array_mut().expect("a list") {
        if message["type"] == "DEPLOY_MEEPLE" {
            message["type"] = json!("PLACE_TOKEN");
            message["payload"]["token"] = json!("STAKE");
        }
    }
    let outcome = |game: &Value| {
        let saved = Saved::parse(game.to_string().as_bytes()).expect("it is a saved game");
        jcz::play(&plugins, &saved, true).outcome
    };
    assert_eq!(outcome(&game), Outcome::Passed);
    game["replay"][1]["payload"]["pointer"] = json!({ "position": [0, 0], "feature": "City", "location": "N" });
    let Outcome::Failed(why) = outcome(&game) else { panic!("it is laid elsewhere") };
    assert!(why[0].starts_with("message 2 (PLACE_TOKEN): the token `STAKE` can't be laid down"), "{why:?}");
    game["replay"][1]["payload"]["token"] = json!("BRIDGE");
    let Outcome::NotSupported(why) = outcome(&game) else { panic!("nobody declares it") };
    assert_eq!(why, ["message 2: the token `BRIDGE`, which needs Bridges, Castles & Bazaars"]);
}

#[test]
fn a_print_that_does_not_count_there_but_would_here_is_named() {
    let mut game = value("inn-that-is-ignored");
    game["setup"]["elements"]["inn"] = json!(false);
    assert_eq!(reasons(&game), "`inn` is left out, but the tile `IC/RFr.i` shows inn, which counts here");
}

#[test]
fn a_message_that_can_not_be_carried_out_is_named_with_what_was_expected() {
    let place = |tile: &str, x: i64, y: i64, rotation: &str, player: i64| {
        json!({ "type": "PLACE_TILE", "player": player,
            "payload": { "tileId": tile, "rotation": rotation, "position": [x, y] } })
    };
    let deploy = |id: &str, feature: &str, location: &str| {
        json!({ "type": "DEPLOY_MEEPLE", "player": 0, "payload": { "meepleId": id,
            "pointer": { "position": [0, -1], "feature": feature, "location": location } } })
    };
    let only = |kind: &str, player: i64| json!({ "type": kind, "player": player, "payload": {} });
    let cases = [
        (0, place("BA/C", 0, -1, "R180", 1), "message 1 (PLACE_TILE): it is Ben (blue)'s, but Ada (red) is asked"),
        (0, place("BA/C", 0, -1, "R0", 0), "message 1 (PLACE_TILE): `BA/C` can't be placed at (0, -1) R0"),
        (0, place("BA/C", 1 << 40, 0, "R0", 0), "message 1 (PLACE_TILE): its position is far outside the table"),
        (0, place("BA/C", 0, -1, "R45", 0), "message 1 (PLACE_TILE): `payload.rotation` is expected to be R0, R90"),
        (
            0,
            place("BA/RRR", 1, 0, "R0", 0),
            "message 1 (PLACE_TILE): `BA/RRR` is placed, but the drawing order has `BA/C`",
        ),
        (1, deploy("0.small.8", "City", "S"), "message 2 (DEPLOY_MEEPLE): there is no figure `0.small.8`"),
        (1, deploy("0.mayor.1", "City", "S"), "message 2 (DEPLOY_MEEPLE): `0.mayor.1` is of no kind of figure"),
        (1, deploy("1.small.1", "City", "S"), "message 2 (DEPLOY_MEEPLE): `1.small.1` is no figure of the player"),
        (1, deploy("small", "City", "S"), "message 2 (DEPLOY_MEEPLE): `small` is no figure: `player.kind.number`"),
        (1, deploy("0.small.1", "City", "N"), "message 2 (DEPLOY_MEEPLE): the tile at (0, -1) has no City N: one of"),
        (1, deploy("0.small.1", "City", "Q"), "message 2 (DEPLOY_MEEPLE): `Q` is no location"),
        (1, deploy("0.small.1", "Volcano", "S"), "message 2 (DEPLOY_MEEPLE): no plugin knows a feature `Volcano`"),
        (
            1,
            json!({ "type": "DEPLOY_MEEPLE", "player": 0 }),
            "message 2 (DEPLOY_MEEPLE): `payload.meepleId` is expected",
        ),
        (1, only("PASS", 1), "message 2 (PASS): it is Ben (blue)'s, but Ada (red) is asked"),
        (2, only("COMMIT", 1), "message 3 (COMMIT): it is Ben (blue)'s, but Ada (red) has something to confirm"),
        (2, only("COMMIT", 7), "message 3 (COMMIT): its player is expected to be 0 to 1"),
        (0, only("UNDO", 0), "message 1 (UNDO): there is nothing to take back"),
        (9, place("BA/C", 0, 1, "R0", 0), "message 10 (PLACE_TILE): `BA/C` can't be placed: the game is over"),
        (9, deploy("0.small.3", "City", "S"), "message 10 (DEPLOY_MEEPLE): a figure can't be placed: the game is over"),
    ];
    for (at, message, told) in cases {
        let mut game = value("city-road-and-field");
        game["replay"][at] = message;
        let why = reasons(&game);
        assert!(why.starts_with(told) && !why.contains('\n'), "expected {told}, got {why}");
    }
}

#[test]
fn what_is_no_saved_game_is_refused_in_a_sentence() {
    let whole = text("city-road-and-field");
    let cut = &whole.as_bytes()[..whole.len() / 2];
    for bytes in [cut, b"", b"{}", b"[1, 2]", b"\xff\xfe", &b"[".repeat(10_000)[..], b"{\"replay\": 3}"] {
        let error = Saved::parse(bytes).expect_err("it is no saved game");
        assert!(matches!(error, ReadError::Form { .. }) && !error.to_string().contains('\n'), "{error}");
    }
    let mut nobody = value("city-road-and-field");
    nobody["players"] = json!([]);
    assert_eq!(Saved::parse(nobody.to_string().as_bytes()).expect_err("nobody plays"), ReadError::Nobody);
    let mut long = value("city-road-and-field");
    long["replay"] = json!(vec![json!({ "type": "PASS" }); 60_000]);
    assert_eq!(Saved::parse(long.to_string().as_bytes()).expect_err("it is long"), ReadError::Long(60_000));
}

#[test]
fn a_file_that_is_too_large_is_not_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("nothing.jcz");
    // Nothing at all, a hundred million times.
    fs::File::create(&path).and_then(|f| f.set_len(100_000_000)).expect("it can be made");
    let report = jcz::play_file(&PLUGINS, &path, true);
    assert_eq!(report.outcome, Outcome::Unreadable(ReadError::Large.to_string()));
    let missing = jcz::play_file(&PLUGINS, &folder.path().join("none.jcz"), true);
    assert!(matches!(missing.outcome, Outcome::Unreadable(_)));
}

#[test]
fn ten_thousand_messages_come_to_an_end() {
    let mut game = value("city-road-and-field");
    let commits = vec![json!({ "type": "COMMIT", "player": 0, "payload": {} }); 10_000];
    let first = game["replay"].as_array().expect("a list")[..3].to_vec();
    game["replay"] = json!([first, commits].concat());
    // Nothing is done any more, so that the rest of the points is missing.
    assert!(reasons(&game).contains("`Ada has 7 points`, but 4 here"));
    let again = vec![game["replay"][0].clone(); 10_000];
    game["replay"] = json!(again);
    assert!(reasons(&game).starts_with("message 2 (PLACE_TILE): `BA/C` is placed, but the drawing order has `BA/RRR`"));
}

#[test]
fn every_foreign_name_means_something_its_plugin_declares() {
    let mut wrong = Vec::new();
    for plugin in PLUGINS.iter() {
        let (d, id) = (&plugin.declaration, &plugin.declaration.plugin.id);
        let figure = |name: &str| d.figures.iter().any(|f| f.name == name);
        let feature = |name: &str| d.features.iter().any(|f| f.name == name);
        let thing = |name: &str| {
            let printed = d.prints.iter().any(|p| p.name == name) || d.marks.iter().any(|m| m.name == name);
            figure(name) || feature(name) || printed
        };
        let switch = |text: &str| {
            text.split_once('=').is_some_and(|(name, value)| {
                let own = d.switches.iter().find(|s| s.name == name);
                own.is_some_and(|s| value.parse().is_ok_and(|value| s.allows(value)))
            })
        };
        let rule = |id: &str| d.rules.iter().any(|r| r.id == id);
        for f in d.foreign.iter().filter(|f| f.program == PROGRAM) {
            let mut say = |bad: bool, what: &str| {
                if bad {
                    wrong.push(format!("{id}: {what}"));
                }
            };
            f.elements.values().flatten().for_each(|w| say(!thing(w) && !switch(w), w));
            f.figures.values().for_each(|w| say(!figure(w), w));
            f.features.values().for_each(|w| say(!feature(w), w));
            f.rules.values().for_each(|w| say(!switch(w), w));
            let named = f.tokens.values().chain(f.returns.values()).chain(&f.takes).chain(f.points.values().flatten());
            named.for_each(|w| say(!rule(w), w));
            f.defaults.iter().chain(&f.older).for_each(|(r, v)| say(!f.rules.contains_key(&format!("{r}={v}")), r));
            let points = (0..22).map(|n| gatehouse_core::Point(n).name()).collect::<Vec<_>>();
            f.phases.values().for_each(|w| say(!points.contains(&w.as_str()), w));
        }
    }
    assert!(wrong.is_empty(), "declared nowhere: {wrong:?}");
}

/// One of our files with messages dropped, doubled, swapped or given to another player, and texts exchanged.
fn edited() -> impl Strategy<Value = String> {
    let names: Vec<PathBuf> = files();
    let edits = prop::collection::vec((0..6u8, any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..5);
    (prop::sample::select(names), edits).prop_map(|(path, edits)| {
        let mut game: Value = serde_json::from_str(&fs::read_to_string(path).expect("our file")).expect("JSON");
        let texts = ["BA/L", "0.wagon.1", "City", "I", "NL.NR", "R90", "#END", "1.barn.9", "_N", "COMMIT", "", "9"];
        for (what, a, b) in edits {
            let replay = game["replay"].as_array_mut().expect("a list");
            if replay.is_empty() {
                break;
            }
            let (i, j) = (a.index(replay.len()), b.index(replay.len()));
            match what {
                0 => drop(replay.remove(i)),
                1 => replay.insert(i, replay[j].clone()),
                2 => replay.swap(i, j),
                3 => replay[i]["player"] = json!(j % 3),
                4 => replay[i]["payload"]["position"] = json!([j as i64 - 3, 3 - j as i64]),
                _ => exchange(&mut replay[i], texts[b.index(texts.len())], j),
            }
        }
        game.to_string()
    })
}

/// Puts another text where the n-th text of a value is, counted around.
fn exchange(value: &mut Value, text: &str, n: usize) {
    fn texts<'v>(value: &'v mut Value, found: &mut Vec<&'v mut Value>) {
        match value {
            Value::Object(map) => map.values_mut().for_each(|v| texts(v, found)),
            Value::String(_) => found.push(value),
            _ => {}
        }
    }
    let mut found = Vec::new();
    texts(value, &mut found);
    let len = found.len().max(1);
    if let Some(one) = found.get_mut(n % len) {
        **one = json!(text);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn an_edited_game_is_played_or_refused_in_a_sentence(text in edited()) {
        if let Ok(saved) = Saved::parse(text.as_bytes()) {
            let report = jcz::play(&PLUGINS, &saved, true);
            for reason in report.outcome.reasons() {
                prop_assert!(!reason.contains('\n') && !reason.contains("at fault"), "{reason}");
            }
            if let Some(scenario) = &report.scenario {
                prop_assert!(Scenario::parse(scenario).expect("it is a scenario").run(&PLUGINS).passed(), "{scenario}");
            }
        }
    }

    #[test]
    fn damaged_bytes_are_read_or_refused(at in any::<prop::sample::Index>(), with in any::<u8>(), cut in 0..40usize) {
        let mut bytes = text("abbey-is-a-monastery").into_bytes();
        let at = at.index(bytes.len());
        let end = (at + cut).min(bytes.len());
        bytes.splice(at..end, [with]);
        if let Ok(saved) = Saved::parse(&bytes) {
            jcz::play(&PLUGINS, &saved, true);
        }
    }
}
