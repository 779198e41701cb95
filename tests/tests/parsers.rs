//! Whatever text they are given, readers of files answer with a value or an error.

use gatehouse::record::Record;
use gatehouse::scenario::Scenario;
use gatehouse_core::declare::Declaration;
use gatehouse_core::tiles;
use proptest::prelude::*;
use std::sync::LazyLock;

static RECORD: LazyLock<String> = LazyLock::new(|| {
    let opening = gatehouse_tests::opening(&[], 2);
    let mut game = gatehouse::engine::Game::new(&opening);
    let mut record = Record::new(&opening);
    let mut dice = gatehouse::dice::Dice::new(5);
    while record.entries.len() < 12 {
        let choice = dice.any(&game.decision().unwrap());
        record.choose(&mut game, choice).unwrap();
    }
    record.to_text()
});
const DECLARATION: &str = include_str!("../../plugins/drawbridges/plugin.toml");
const TILES: &str = include_str!("../../plugins/drawbridges/tiles.toml");
const SCENARIO: &str = include_str!("../scenarios/drawbridges/march-is-offered.toml");

/// A text with a few characters replaced, inserted or cut out: near enough to a good file to reach every check.
fn damaged(text: &str) -> impl Strategy<Value = String> + use<> {
    let characters: Vec<char> = text.chars().collect();
    let edits = prop::collection::vec((0..characters.len(), any::<char>(), 0..4usize), 1..6);
    edits.prop_map(move |edits| {
        let mut text = characters.clone();
        for (at, character, cut) in edits {
            let at = at.min(text.len());
            let end = (at + cut).min(text.len());
            text.splice(at..end, [character]);
        }
        text.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,200}") {
        let _ = Declaration::parse(&text);
        let _ = tiles::parse(&text);
        let _ = Scenario::parse(&text);
        let _ = Record::parse(&text);
    }

    #[test]
    fn damaged_declarations_are_read_or_refused(text in damaged(DECLARATION)) {
        let _ = Declaration::parse(&text);
    }

    #[test]
    fn damaged_tiles_are_read_or_refused(text in damaged(TILES)) {
        let _ = tiles::parse(&text);
    }

    #[test]
    fn damaged_scenarios_are_played_or_refused(text in damaged(SCENARIO)) {
        if let Ok(scenario) = Scenario::parse(&text) {
            let _ = scenario.run(&gatehouse_tests::plugins());
        }
    }

    #[test]
    fn damaged_records_are_replayed_or_refused(text in damaged(&RECORD)) {
        if let Ok(record) = Record::parse(&text)
            && let Ok((opening, _)) = gatehouse::record::open(&record, &gatehouse_tests::plugins())
        {
            let _ = gatehouse::record::replay(&record, &opening, true);
        }
    }
}

#[test]
fn a_record_cut_at_any_byte_keeps_every_finished_line() {
    let header = RECORD.find('\n').unwrap() + 1;
    let whole = Record::parse(&RECORD).unwrap();
    for end in (0..=RECORD.len()).filter(|&end| RECORD.is_char_boundary(end)) {
        let read = Record::parse(&RECORD[..end]);
        if end + 1 < header {
            assert!(read.is_err(), "{end}");
            continue;
        }
        let read = read.unwrap();
        let finished = RECORD[..end].matches('\n').count().max(1) - 1;
        assert!(read.entries.len() >= finished && whole.entries.starts_with(&read.entries), "{end}");
        assert!(!read.cut || read.entries.len() == finished, "{end}");
    }
}

#[test]
fn numbers_out_of_range_say_which_range() {
    let failures = |start: &str| {
        let text = format!("title = \"t\"\nrules = [\"B-12\"]\n{start}\n[end]\nturn = \"red\"\n");
        match Scenario::parse(&text) {
            Err(error) => error.to_string(),
            Ok(scenario) => scenario.run(&gatehouse_tests::plugins()).failures[0].to_string(),
        }
    };
    for (start, line, part) in [
        ("players = -1", "line 3, column 11", "1 to 8 players, not -1"),
        ("players = 99999999999", "line 3, column 11", "`99999999999` is out of range"),
        ("[start]\nscores = { red = -3000000000 }", "line 4, column 18", "`-3000000000` is out of range"),
        ("[start]\nsupply = { red = { meeple = -1 } }", "line 4, column 20", "can't have -1 of `meeple`"),
        ("[start]\nsupply = { red = { meeple = 99 } }", "line 4, column 20", "can't have 99 of `meeple`"),
        (
            "[start]\nmarks = [\"toll 99999999999 on red\"]",
            "line 4, column 10",
            "99999999999 of `toll` is out of range",
        ),
        ("[start]\ntiles = [\"BA/Rr (40000,0)\"]", "line 4, column 10", "the cell is too far away"),
        ("[start]\nfigures = [\"red meeple on the NX corner of (0,0)\"]", "line 4, column 12", "is no corner"),
    ] {
        let said = failures(start);
        assert!(said.starts_with(line) && said.contains(part), "{start}: {said}");
    }
}

#[test]
fn seats_and_piles_beyond_what_is_counted_are_refused() {
    use gatehouse::engine::{Opening, Setup, Standing, Supplied};
    let rules = gatehouse_tests::opening(&[], 2).rules().clone();
    let refusal = |setup: Setup| Opening::new(rules.clone(), setup).err().expect("it is no game").to_string();
    let plain = || Setup::new(2);
    let figure = || "meeple".to_owned();
    let standing = Standing { player: Some(256), figure: figure(), pos: (0, 0), segment: "road".to_owned() };
    assert!(refusal(Setup { figures: vec![standing], ..plain() }).contains("seat 256"));
    let supplied = Supplied { player: 256, figure: figure(), count: 1 };
    assert!(refusal(Setup { supplies: vec![supplied], ..plain() }).contains("seat 256"));
    let pile = vec!["BA/Rr".to_owned(); 70_000];
    assert!(refusal(Setup { pile: Some(pile), ..plain() }).contains("too many to count"));
}
