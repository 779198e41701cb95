//! The `play` command as people run it: bots, typed answers, records that are left and taken up again.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A directory for records and what is run in it.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Place {
        Place(tempfile::tempdir().unwrap())
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs the program with this typed; what is expected of its status is part of every test.
    fn run(&self, arguments: &[&str], typed: &str, status: i32) -> Ran {
        self.run_in(arguments, typed, status, 80)
    }

    fn run_in(&self, arguments: &[&str], typed: &str, status: i32, columns: usize) -> Ran {
        let mut child = Command::new(env!("CARGO_BIN_EXE_gatehouse"))
            .args(arguments)
            .current_dir(self.0.path())
            .env("TMPDIR", self.0.path())
            .env("COLUMNS", columns.to_string())
            .env("GATEHOUSE_HOME", self.file("home"))
            .env_remove("GATEHOUSE_PLUGINS")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A program that has ended does not read what is left.
        let _ = child.stdin.take().unwrap().write_all(typed.as_bytes());
        let ran = Ran::of(&child.wait_with_output().unwrap());
        assert_eq!(ran.status, Some(status), "{}\n{}", ran.said, ran.warned);
        assert!(!ran.warned.contains("panicked"), "{}", ran.warned);
        ran
    }

    /// A whole game of bots in `name`.
    fn bots(&self, name: &str, seed: &str) -> Ran {
        self.run(&["play", "--bots", "--use", "", "--seed", seed, "--save", name], "", 0)
    }

    fn verify(&self, name: &str) -> Ran {
        self.run(&["replay", name, "--verify"], "", 0)
    }

    /// The first `lines` of a record and some bytes more, as if the game had been interrupted there.
    fn cut(&self, name: &str, lines: usize, bytes: usize, to: &str) {
        let text = fs::read_to_string(self.file(name)).unwrap();
        let kept: usize = text.split_inclusive('\n').take(lines).map(str::len).sum();
        fs::write(self.file(to), &text[..kept + bytes]).unwrap();
    }
}

struct Ran {
    said: String,
    warned: String,
    status: Option<i32>,
}

impl Ran {
    fn of(output: &Output) -> Ran {
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        Ran { said: text(&output.stdout), warned: text(&output.stderr), status: output.status.code() }
    }
}

fn choices(file: &Path) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let entry = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap();
    text.lines().skip(1).map(|line| entry(line)["choose"].as_str().unwrap().to_owned()).collect()
}

#[test]
fn bots_play_to_the_end_and_their_record_agrees() {
    let place = Place::new();
    let ran = place.bots("game", "7");
    assert!(ran.said.contains("Turn 1: red draws ") && ran.said.contains(" with "), "{}", ran.said);
    assert!(ran.said.lines().last().unwrap().contains("game"), "it ends with where the record is");
    assert!(!ran.said.contains('\u{1b}'), "no colours where no terminal is");
    assert!(place.verify("game").said.contains("the game is over"));
}

#[test]
fn every_point_is_explained_with_its_rule() {
    let said = Place::new().run_in(&["play", "--bots", "--seed", "2"], "", 0, 4000).said;
    let points: Vec<&str> = said.lines().filter(|l| l.contains(" points for the ")).collect();
    assert!(points.len() > 20);
    assert!(points.iter().all(|l| l.contains(": ") && l.contains(" at ") && l.ends_with(']')), "{points:#?}");
}

#[test]
fn nobody_at_the_terminal_means_bots_and_no_file() {
    let place = Place::new();
    let said = place.run(&["play", "--use", ""], "", 0).said;
    assert!(said.contains(" wins with ") || said.contains(" share the win with "));
    assert!(fs::read_dir(place.0.path()).unwrap().all(|f| f.unwrap().path().extension().is_none()), "no record");
}

#[test]
fn equal_seeds_play_equal_games() {
    let place = Place::new();
    assert_eq!(place.bots("a", "5").said.replace(" a.", " b."), place.bots("b", "5").said);
    assert_eq!(choices(&place.file("a")), choices(&place.file("b")));
}

#[test]
fn a_person_places_takes_back_asks_and_quits() {
    let place = Place::new();
    place.bots("model", "3");
    let model = choices(&place.file("model"));
    let at = &model[1];
    let typed = format!(
        "h\n?\n? 0 0\n? 9 9\n? here\n? score\n? score blue\n? score purple\n? figure blue meeple 2\n? turn 1\n? turn 9\n? order base/offer return_home\nr\ns\nl\nb\nb 0 0\nb x\nu\n99\nnonsense\n\n{at}\n?\nu\n{at}\npass\nq\n"
    );
    let arguments = ["play", "--use", "", "--players", "human,bot", "--seed", "3", "--save", "game"];
    let said = place.run(&arguments, &typed, 0).said;
    for part in [
        "takes a choice",
        "red draws",
        "a tile lies at (0, 0): ",
        "no tile lies beside (9, 9)",
        "`here` is no move of this game",
        "red got no points",
        "blue got no points",
        "`purple`: known are blue, red",
        "nothing has happened to it in this game",
        "now blue meeple 2 is in the supply",
        "has no turn 9: it has turns 1 to 1 so far",
        "base/offer comes first",
        "No rule was cited",
        "If the game ended now: red +0, blue +0.",
        "revealed what was hidden",
        "`99` is no cell",
        "`nonsense` is no cell",
        "Taken back.",
        "Turn 2: blue draws",
        "gatehouse play --resume game",
    ] {
        assert!(said.contains(part), "`{part}` is missing in\n{said}");
    }
    let played = choices(&place.file("game"));
    assert_eq!(played[..3], [model[0].clone(), at.clone(), "pass".to_owned()], "what was taken back is forgotten");
    place.verify("game");
}

#[test]
fn cells_and_choices_have_numbers() {
    let place = Place::new();
    // In some cells a rotation is asked for after the cell; a number that is none of a question is asked for again.
    let typed = "1\n1\n".repeat(400);
    place.run(&["play", "--players", "human,random", "--seed", "4", "--save", "game"], &typed, 0);
    assert!(place.verify("game").said.contains("the game is over"));
}

#[test]
fn the_end_of_the_input_ends_politely() {
    let place = Place::new();
    let said = place.run(&["play", "--players", "red:human,blue:human"], "", 0).said;
    let again = said.lines().last().unwrap().rsplit_once("gatehouse ").unwrap().1;
    let again: Vec<&str> = again.split(' ').collect();
    assert_eq!(again[0..2], ["play", "--resume"]);
    assert!(Path::new(again[2]).starts_with(place.0.path()), "the record is in the directory for temporary files");
    assert!(place.run(&again, "", 0).said.contains("The game goes on after 1 choices."));
}

#[test]
fn a_resumed_game_goes_on_as_it_would_have() {
    let place = Place::new();
    place.bots("whole", "11");
    for (lines, bytes) in [(1, 0), (40, 0), (41, 25)] {
        place.cut("whole", lines, bytes, "part");
        let ran = place.run(&["play", "--bots", "--resume", "part"], "", 0);
        assert_eq!(ran.warned.contains("cut off"), bytes > 0, "{}", ran.warned);
        assert_eq!(fs::read(place.file("part")).unwrap(), fs::read(place.file("whole")).unwrap());
    }
}

#[test]
fn an_edited_or_missing_record_is_named() {
    let place = Place::new();
    place.bots("game", "12");
    let text = fs::read_to_string(place.file("game")).unwrap();
    let mut lines: Vec<&str> = text.lines().collect();
    lines.swap(20, 23);
    fs::write(place.file("edited"), lines.join("\n") + "\n").unwrap();
    let warned = place.run(&["play", "--bots", "--resume", "edited"], "", 1).warned;
    assert!(warned.contains("edited: line 21"), "{warned}");
    fs::write(place.file("other"), "no record\n").unwrap();
    assert!(place.run(&["play", "--resume", "other"], "", 2).warned.contains("other: line 1"));
    assert!(place.run(&["play", "--resume", "absent"], "", 2).warned.contains("absent can't be read"));
}

#[test]
fn who_can_not_play_is_named() {
    let place = Place::new();
    for (players, part) in [
        ("purple:bot,blue:bot", "`purple` is no colour"),
        ("red:bott,blue:bot", "did you mean `bot`?"),
        ("red:bot,green:bot", "in the order red, blue"),
        ("bot,bot,bot,bot,bot,bot,bot,bot,bot", "too many"),
        ("bot,bot,bot,bot,bot,bot,bot", "players, not 7"),
        ("bot", "players, not 1"),
    ] {
        let warned = place.run(&["play", "--use", "", "--players", players], "", 2).warned;
        assert!(warned.contains(part) && warned.lines().count() == 1, "{players}: {warned}");
    }
    place.bots("game", "1");
    let warned = place.run(&["play", "--resume", "game", "--players", "bot,bot,bot"], "", 2).warned;
    assert!(warned.contains("name as many"), "{warned}");
    let warned = place.run(&["play", "--bots", "--save", "game"], "", 2).warned;
    assert!(warned.contains("game exists"), "{warned}");
    let warned = place.run(&["play", "--bots", "--save", "no/such/place"], "", 1).warned;
    assert!(warned.contains("can't be written"), "{warned}");
}

#[test]
fn a_narrow_terminal_shows_part_of_a_wide_board() {
    let said = Place::new().run_in(&["play", "--bots", "--seed", "7"], "", 0, 50).said;
    let widest = said.lines().max_by_key(|l| l.chars().count()).unwrap();
    assert!(widest.chars().count() <= 50, "{widest}");
    assert!(said.contains("The board goes on: "));
}

#[test]
fn nothing_a_person_reads_is_wider_than_the_terminal() {
    let place = Place::new();
    let asked = "h\nk\n?\nu\ns\nl\nr\n? 0 0\n? here\nb x\nnonsense\n99\n1\n1\n";
    let arguments = ["play", "--players", "human,random", "--seed", "4", "--save", "game"];
    let said = place.run_in(&arguments, &asked.repeat(20), 0, 60).said;
    // What is to be copied stays in one line.
    let lines = said.lines().filter(|l| !l.contains("--resume"));
    let wide: Vec<&str> = lines.filter(|l| l.chars().count() > 60).collect();
    assert!(wide.is_empty(), "{wide:#?}");
}

#[test]
fn a_record_is_written_beside_others_and_through_links() {
    let place = Place::new();
    place.bots("game", "2");
    fs::write(place.file("game.part"), "mine").unwrap();
    fs::create_dir(place.file("kept")).unwrap();
    fs::rename(place.file("game"), place.file("kept/game")).unwrap();
    std::os::unix::fs::symlink("kept/game", place.file("game")).unwrap();
    place.cut("game", 30, 0, "kept/game");
    place.run(&["play", "--bots", "--resume", "game"], "", 0);
    assert!(fs::symlink_metadata(place.file("game")).unwrap().is_symlink());
    place.verify("kept/game");
    assert_eq!(fs::read_to_string(place.file("game.part")).unwrap(), "mine", "a file of that name is somebody's");
    assert_eq!(fs::read_dir(place.file("kept")).unwrap().count(), 1, "nothing is left behind");
}
