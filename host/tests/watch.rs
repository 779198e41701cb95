//! `gatehouse watch` builds a crate on every change, and a running game goes on under the new rules or says why not.

mod outside;

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Child, Stdio};
use std::thread;
use std::time::Duration;

/// A game that is being watched.
struct Game {
    child: Child,
    said: std::path::PathBuf,
}

impl Game {
    fn begin(made: &Path, said: &Path) -> Game {
        let out = File::create(said).unwrap();
        let mut command = outside::command(env!("CARGO_BIN_EXE_gatehouse"), made);
        command.args(["watch", ".", "--use", "", "--players", "red:human,blue:random", "--seed", "5"]);
        command.args(["--save", "game.jsonl"]).stdin(Stdio::piped());
        let child = command.stdout(out.try_clone().unwrap()).stderr(out).spawn().unwrap();
        Game { child, said: said.to_owned() }
    }

    /// Waits until a text has been said so many times.
    fn hears(&mut self, text: &str, times: usize) {
        loop {
            let said = fs::read_to_string(&self.said).unwrap();
            if said.matches(text).count() >= times {
                return;
            }
            assert!(self.child.try_wait().unwrap().is_none(), "it ended before it said `{text}`: {said}");
            thread::sleep(Duration::from_millis(50));
        }
    }

    fn types(&mut self, line: &str) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}").unwrap();
    }
}

/// Replaces a text in a file, by a file that takes its place.
fn change(file: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(file).unwrap();
    assert!(text.contains(from), "{text}");
    let beside = file.with_extension("new");
    fs::write(&beside, text.replace(from, to)).unwrap();
    fs::rename(beside, file).unwrap();
}

#[test]
fn a_running_game_goes_on_under_new_rules_if_its_choices_are_still_on_offer() {
    let place = tempfile::tempdir().unwrap();
    let made = outside::new(place.path(), "deep-wells");
    let mut game = Game::begin(&made, &place.path().join("said.txt"));
    game.hears("red> ", 1);
    game.types("1");
    game.hears("red> ", 2);
    change(&made.join("src/lib.rs"), "wells as i32, 1)", "wells as i32, 7)");
    game.hears("press Enter to go on under the new rules", 1);
    game.hears("2 failed", 1);
    game.types("");
    game.hears("The game goes on under the new rules of deep-wells.", 1);
    // What does not build changes nothing.
    change(&made.join("src/lib.rs"), "out.write", "out.wirte");
    game.hears("the crate does not build: no method named `wirte`", 1);
    change(&made.join("src/lib.rs"), "out.wirte", "out.write");
    game.hears("press Enter to go on under the new rules", 2);
    game.types("q");
    game.hears("The game goes on under the new rules of deep-wells.", 2);
    game.types("q");
    game.hears("The game is kept", 1);
    assert!(game.child.wait().unwrap().success());
}
