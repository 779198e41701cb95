//! What is asked wrongly is refused in one sentence with status 2; a record that does not agree, with status 1.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs the program in a directory; gives what it said and complained of.
fn run(place: &Path, arguments: &[&str], status: i32) -> (String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gatehouse"));
    // What is left behind for a while would lie here.
    let temporary = tempfile::tempdir().unwrap();
    let home = tempfile::tempdir().unwrap();
    command.env("TMPDIR", temporary.path()).env("GATEHOUSE_HOME", home.path()).env_remove("GATEHOUSE_PLUGINS");
    let output = command.args(arguments).current_dir(place).output().unwrap();
    assert_eq!(fs::read_dir(temporary.path()).unwrap().count(), 0, "{arguments:?} leaves nothing behind");
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let (said, warned) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(status), "{arguments:?}: {said}{warned}");
    assert!(!warned.contains("panicked"), "{warned}");
    (said, warned)
}

#[test]
fn wrong_options_are_refused_in_one_sentence() {
    let place = tempfile::tempdir().unwrap();
    let both = ["plan", "--switch", "two-tile-city=2", "--switch", "base.two-tile-city=2"];
    for (arguments, part) in [
        (&["plan", "--switch", "two-tile-city=3"][..], "can't be 3: it is 2 or 4"),
        (&["plan", "--switch", "two-tile-city=x"], "write a whole number"),
        (&["plan", "--switch", "two-tile-city=99999999999"], "no switch goes so far"),
        (&["plan", "--switch", "=3"], "names no switch"),
        (&["plan", "--switch", "base.two-tile-cty=2"], "did you mean `base.two-tile-city`?"),
        (&["plan", "--switch", "nowhere.x=2"], "no plugin played has a switch `nowhere.x`"),
        (&["plan", "--use", "", "--switch", "city-gates.x=2"], "`city-gates` is not played, and has no switch"),
        (&both, "is given twice, with and without its plugin"),
        (&["plan", "--use", "city-gaets"], "did you mean `city-gates`?"),
        (&["sim", "--players", "7", "--games", "1"], "2 to 6 players, not 7"),
        (&["plugins", "--plugin-dir", "nowhere"], "correct --plugin-dir"),
        (&["plan", "--strct"], "'--strict'): see `gatehouse help plan`"),
        (&["lab", "--strength", "4"], "4 is not in 2..=3: see `gatehouse help lab`"),
        (&["sim", "--games", "many"], "invalid digit found in string: see `gatehouse help sim`"),
        (&["explain"], "arguments were not provided: <FILE>: see `gatehouse help explain`"),
        (&["plna"], "see `gatehouse help`"),
        (&["plan", "--use", "a\u{1b}[2Jb"], r"`a\u{1b}[2Jb`"),
        (&["plan", "--use", "a\nb,c"], r"`a\nb`"),
        (&["play", "--bots", "--save", "."], ". is a directory: name a file in it"),
        (&["play", "--bots", "--save", "/dev/null"], "/dev/null is no file that can keep a record"),
        (&["rules", "--reasons", "absent"], "name another with `--reasons`"),
        (&["test", "absent"], "name scenario files or folders of them"),
        (&["replay", "."], "name the file of a record"),
        (&["replay", "/dev/zero"], "larger than any record"),
        (&["check", "/dev/zero"], "/dev/zero can't be read (it is no file)"),
        (&["watch", "/dev/zero"], "/dev/zero can't be read (it is no file)"),
        (&["plan", "--setup", "/dev/zero"], "it is too large"),
        (&["jcz", "nowhere.jcz"], "nowhere.jcz can't be read"),
        (&["jcz", "."], "name a .jcz file or a folder of them"),
    ] {
        let (_, warned) = run(place.path(), arguments, 2);
        assert!(warned.contains(part) && warned.lines().count() == 1, "{arguments:?}: {warned}");
    }
    run(place.path(), &["perft", "--depth", "50"], 2);
    assert_eq!(run(place.path(), &["perft", "--depth", "0"], 0).0, "1\n");
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0, "nothing is left behind");
}

#[test]
fn what_a_setup_file_says_wrongly_is_told_with_file_and_field() {
    let place = tempfile::tempdir().unwrap();
    let before = |first: &str, then: &str| {
        format!("{{ point = \"depart\", first = \"{first}\", then = \"{then}\", reason = \"ours\" }}")
    };
    let (march, drive) = ("drawbridges/march", "abbey-mayor/drive");
    let key =
        |hook: &str, key: &str| format!("{{ point = \"depart\", hook = \"{hook}\", key = {key}, reason = \"ours\" }}");
    for (text, part) in [
        ("switches = { two-tile-city = \"x\" }".to_owned(), "a whole number from -2147483648 to 2147483647"),
        (format!("keys = [{}]", key(march, "70000")), "a whole number from 0 to 65535"),
        (format!("keys = [{}]", key(march, "300")), "in `keys` of the setup, hook `drawbridges/march` at `depart` has"),
        (format!("keys = [{}]", key("drawbridges/marhc", "490")), "`keys` of the setup names `drawbridges/marhc`"),
        (format!("keys = [{}, {}]", key(march, "490"), key(march, "491")), "several keys: leave one"),
        (format!("order = [{}]", before(march, "abbey-mayor/dive")), "`order` of the setup names `abbey-mayor/dive`"),
        (format!("order = [{}, {}]", before(march, drive), before(drive, march)), "as the setup says (ours)"),
    ] {
        fs::write(place.path().join("game.toml"), format!("use = [\"abbey-mayor\", \"drawbridges\"]\n{text}")).unwrap();
        for command in [&["plan", "--setup", "game.toml"][..], &["lab", "--games", "1", "--setup", "game.toml"]] {
            if command[0] == "lab" && text.contains("switches") {
                continue;
            }
            let (_, warned) = run(place.path(), command, 2);
            let named = warned.starts_with("error: setup file game.toml: ");
            assert!(named && warned.contains(part) && warned.lines().count() == 1, "{text}: {warned}");
        }
    }
}

#[test]
fn a_saved_game_that_can_not_be_read_fails_and_one_without_assertions_is_played() {
    let place = tempfile::tempdir().unwrap();
    let game = r#"{"setup": {"sets": {"basic:1": 1}, "elements": {"small-follower": 7}}, "replay": [],
        "players": [{"name": "Ada"}, {"name": "Ben"}]}"#;
    fs::write(place.path().join("game.jcz"), game).unwrap();
    let (said, _) = run(place.path(), &["jcz", "game.jcz", "--check", "--convert", "out"], 0);
    assert!(said.starts_with("played  game.jcz") && said.contains("Ada (red)"), "{said}");
    assert!(run(place.path(), &["replay", "out/game.jsonl"], 0).0.starts_with("0 choices"));
    fs::write(place.path().join("cut.jcz"), &game[..40]).unwrap();
    let (said, warned) = run(place.path(), &["jcz", ".", "--check", "--json"], 1);
    assert!(said.contains(r#""unreadable": 1"#) && warned.contains("1 of 2 files failed or can't be read"), "{said}");
    let (said, warned) = run(place.path(), &["jcz", "/dev/zero"], 1);
    assert!(said.contains("which no saved game has") && warned.lines().count() == 1, "{said}{warned}");
}

#[test]
fn a_library_without_a_plugin_is_listed_where_its_directory_is_named() {
    let place = tempfile::tempdir().unwrap();
    let libraries = place.path().join("libraries");
    fs::create_dir(&libraries).unwrap();
    fs::write(libraries.join("text.so"), "no library").unwrap();
    fs::write(libraries.join("notes.txt"), "no library").unwrap();
    let (said, _) = run(place.path(), &["plugins", "--plugin-dir", "libraries"], 0);
    assert!(said.contains("text.so is not a library") && !said.contains("notes"), "{said}");
    let (_, warned) = run(place.path(), &["sim", "--plugin-dir", "libraries", "--games", "1"], 2);
    assert!(warned.contains("no plugin found is a base"), "{warned}");
}

#[test]
fn a_damaged_record_is_named_by_line_or_field_and_stays_as_it_is() {
    let place = tempfile::tempdir().unwrap();
    run(place.path(), &["play", "--bots", "--use", "", "--seed", "9", "--save", "game"], 0);
    let good = fs::read_to_string(place.path().join("game")).unwrap();
    let (head, rest) = good.split_once('\n').unwrap();
    let third = rest.lines().nth(1).unwrap();
    let swapped = |from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        good.replacen(from, to, 1)
    };
    let (hash, other) = (r#""hash":""#, r#""hash":"0"#);
    let cases = [
        (swapped(r#""format":1"#, r#""format":2"#), 2, "format 2"),
        (r#"{"format":7,"all":"other"}"#.to_owned(), 2, "format 7"),
        (swapped(r#""digest":"#, r#""digst":"#), 2, "`digest` is missing"),
        (swapped(r#""players":2"#, r#""players":-2"#), 2, "`setup.players` holds what"),
        (swapped(r#""players":2"#, r#""players":2,"colour":1"#), 2, "`setup.colour` holds what"),
        (swapped(r#""base.two-tile-city":4"#, r#""base.two-tile-city":2"#), 1, "made under other rules"),
        (swapped(r#""base.two-tile-city":4"#, r#""base.two-tile-city":5"#), 1, "can't be 5"),
        (swapped(r#""players":2"#, r#""players":7"#), 1, "not 7"),
        (swapped(hash, other), 1, "line 2: the state after"),
        (good.replacen(third, r#"{"by":"red"}"#, 1), 2, "line 3, column 12: this is no choice of a record: it has no"),
        (good.replacen(third, "scribble", 1), 2, "line 3, column 1: this is no choice of a record: it is damaged"),
        (
            good.replacen(third, r#"{"by":"red","choose":"pass\n","hash":""}"#, 1),
            1,
            r"line 3: `pass\n` is not on offer",
        ),
        (good.clone() + third + "\n", 1, "the game is over"),
        (good.clone() + &good, 2, "a second record begins here"),
        (head[..40].to_owned(), 2, "line 1 is no header"),
        (String::new(), 2, "line 1 is no header"),
    ];
    for (text, status, part) in &cases {
        for command in [&["replay", "bad", "--verify"][..], &["play", "--bots", "--resume", "bad"], &["explain", "bad"]]
        {
            fs::write(place.path().join("bad"), text).unwrap();
            let (_, warned) = run(place.path(), command, *status);
            assert!(warned.contains(part) && warned.lines().count() == 1, "{part}: {warned}");
            assert_eq!(fs::read_to_string(place.path().join("bad")).unwrap(), *text, "{part}: nothing is lost");
        }
    }
    fs::write(place.path().join("bad"), swapped(r#""api":""#, r#""api":"9"#)).unwrap();
    assert!(run(place.path(), &["replay", "bad", "--verify"], 0).1.contains("was made with hook API 9"));
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 2, "nothing is left behind");
}

#[test]
fn what_a_record_does_not_have_is_named_with_what_it_has() {
    let place = tempfile::tempdir().unwrap();
    run(place.path(), &["play", "--bots", "--use", "drawbridges", "--seed", "9", "--save", "game"], 0);
    for (asked, part) in [
        (&["--turn", "999"][..], "it has turns 1 to 83, and `end` for final scoring"),
        (&["--turn", "x"], "`x` is no turn: write its number from 1"),
        (&["--score", "purple"], "nobody who plays is called `purple`: known are blue, red"),
        (&["--score", "blu"], "did you mean `blue`?"),
        (&["--figure", "red meeple"], "may be several figures: name one of red meeple 1 ("),
        (&["--figure", "red meeple 99"], "known are red meeple 1 ("),
        (&["--figure", "red meepel"], "did you mean `meeple`?"),
        (&["--figure", ""], "write colour and kind"),
        (&["--why-not", "frobnicate"], "`frobnicate` is no move of this game: write it as choices are listed"),
        (&["--why-not", ""], "is no move of this game"),
        (&["--why-not", "(1,1) R45"], "with R0, R90, R180 or R270"),
        (&["--why-not", "BA/nothing (1,1)"], "no tile is called `BA/nothing`"),
        (&["--why-not", "pink: march"], "nobody who plays is called `pink`: known are blue, red"),
        (&["--why-not", "green: march"], "nobody who plays is called `green`: known are blue, red"),
        (&["--why-not", "march\u{1b}[2J to"], r"`march\u{1b}[2J to` is no move of this game: leave its control"),
        (&["--why-not", &"march ".repeat(10_000)], "`march march march ma...` is no move of this game: it is longer"),
        (&["--order", "march", "drives"], "no hook of this game is called `drives`"),
    ] {
        let arguments = [&["explain", "game"], asked].concat();
        let (_, warned) = run(place.path(), &arguments, 2);
        assert!(warned.contains(part) && warned.lines().count() == 1, "{asked:?}: {warned}");
    }
    let (said, _) = run(place.path(), &["explain", "game", "--score", "red", "--json"], 0);
    let value: serde_json::Value = serde_json::from_str(&said).unwrap();
    assert!(value["explained"].as_array().is_some_and(|a| a.len() > 5) && value["rules"][0]["source"].is_string());
}
