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
