//! From a scenario to the game it begins with: every name is looked up before the first choice.

use super::{Counts, Scenario, Text, notation};
use crate::engine::{Game, Opening, Setup, SetupError, Supplied};
use crate::locate;
use crate::resolve::{self, Choice};
use crate::rules::{Plugin, Rules, Words};
use gatehouse_core::declare::TextError;
use std::sync::Arc;

/// The game a scenario begins with.
pub(super) fn game(scenario: &Scenario, plugins: &[Plugin]) -> Result<Game, Vec<TextError>> {
    let rules = rules(scenario, plugins).map_err(|error| vec![error])?;
    let mut errors = names(scenario, &rules);
    let setup = setup(scenario, &rules.words, &mut errors);
    if !errors.is_empty() {
        errors.sort_by_key(|e| (e.line, e.column));
        return Err(errors);
    }
    let opening = Opening::new(Arc::new(rules), setup);
    let opening = opening.map_err(|errors| errors.0.iter().map(|e| in_start(scenario, e)).collect::<Vec<_>>())?;
    let mut game = Game::new(&opening);
    game.remember(true);
    Ok(game)
}

fn rules(scenario: &Scenario, plugins: &[Plugin]) -> Result<Rules, TextError> {
    let ids = || plugins.iter().map(|p| p.declaration.plugin.id.as_str());
    if let Some(unknown) = scenario.plugins.iter().find(|p| !ids().any(|id| id == p.text)) {
        let hint = locate::hint(&unknown.text, ids());
        return Err(unknown.error(format!("no plugin found is called `{}`: {hint}", unknown.text)));
    }
    let choice = Choice {
        plugins: scenario.plugins.iter().map(|p| p.text.clone()).collect(),
        switches: scenario.switches.iter().map(|(name, value)| (name.text.clone(), *value)).collect(),
        players: (!scenario.exercise).then_some(scenario.players),
        given: scenario.given.clone(),
        ..Choice::default()
    };
    resolve::resolve(plugins, &choice).map_err(|findings| {
        let at = scenario.switches.first().map(|s| &s.0).or(scenario.plugins.first()).unwrap_or(&scenario.start.at);
        at.error(format!("these rules can't be played: {findings}"))
    })
}

/// What is wrong with the names of rules, tiles and players in steps and expectations.
fn names(scenario: &Scenario, rules: &Rules) -> Vec<TextError> {
    let mut errors = Vec::new();
    let known = || rules.words.rules.iter().map(|r| r.what.id.as_str());
    for cited in scenario.rules.iter().filter(|c| !known().any(|id| id == c.text)) {
        let hint = locate::hint(&cited.text, known());
        errors.push(cited.error(format!("no plugin in use declares the rule `{}`: {hint}", cited.text)));
    }
    let pile = scenario.start.pile.iter().flatten();
    for tile in scenario.steps.iter().flat_map(|s| &s.draw).chain(pile) {
        errors.extend(tile_kind(&rules.words, tile, &tile.text).err());
    }
    let holds = || scenario.steps.iter().map(|s| &s.then).chain(scenario.end.iter().map(|e| &e.then));
    for (tile, _) in holds().flat_map(|h| &h.unseen) {
        errors.extend(tile_kind(&rules.words, tile, &tile.text).err());
    }
    let stock = || scenario.start.kit.iter().chain(&scenario.start.supply).chain(&scenario.start.reserve);
    let supply = || holds().flat_map(|h| &h.supply).chain(stock());
    let scores = holds().flat_map(|h| &h.scores).chain(&scenario.start.scores).map(|s| &s.0);
    let turns = holds().filter_map(|h| h.turn.as_ref());
    let winners = scenario.end.iter().filter_map(|e| e.winners.as_ref()).flatten();
    for player in supply().map(|s| &s.0).chain(scores).chain(turns).chain(winners) {
        errors.extend(notation::seat(player, scenario.players).err());
    }
    for (kind, _) in supply().flat_map(|s| &s.1) {
        errors.extend(figure_kind(&rules.words, kind, &kind.text).err());
    }
    errors
}

fn tile_kind(words: &Words, at: &Text, id: &str) -> Result<(), TextError> {
    locate::tile_kind(words, id).map(|_| ()).map_err(|hint| at.error(format!("no tile is called `{id}`: {hint}")))
}

fn figure_kind(words: &Words, at: &Text, kind: &str) -> Result<(), TextError> {
    locate::figure_kind(words, kind)
        .map(|_| ())
        .map_err(|hint| at.error(format!("no figure is called `{kind}`: {hint}")))
}

fn setup(scenario: &Scenario, words: &Words, errors: &mut Vec<TextError>) -> Setup {
    let (start, players) = (&scenario.start, scenario.players);
    let mut setup = Setup::new(players);
    let mut keep = |result: Result<(), TextError>| errors.extend(result.err());
    for text in &start.tiles {
        keep(notation::laid(text).and_then(|laid| {
            tile_kind(words, text, &laid.tile)?;
            setup.tiles.push(laid);
            Ok(())
        }));
    }
    for text in &start.figures {
        keep(notation::standing(text, players).and_then(|standing| {
            figure_kind(words, text, &standing.figure)?;
            setup.figures.push(standing);
            Ok(())
        }));
    }
    for text in &start.marks {
        keep(notation::marked(text, players, &start.figures).and_then(|marked| {
            let known = locate::mark_kind(words, &marked.mark);
            known.map_err(|hint| text.error(format!("no mark is called `{}`: {hint}", marked.mark)))?;
            setup.marks.push(marked);
            Ok(())
        }));
    }
    setup.scores = vec![0; players.min(crate::words::COLOURS.len())];
    for (player, score) in &start.scores {
        if let Ok(seat) = notation::seat(player, players) {
            setup.scores[seat] = *score;
        }
    }
    setup.exercise = scenario.exercise;
    setup.kits = supplied(&start.kit, players);
    setup.supplies = supplied(&start.supply, players);
    setup.reserves = supplied(&start.reserve, players);
    match start.active.as_ref().map(|colour| notation::seat(colour, players)) {
        Some(Ok(seat)) => setup.first = seat,
        Some(Err(error)) => keep(Err(error)),
        None => {}
    }
    setup.pile = start.pile.as_ref().map(|pile| pile.iter().map(|t| t.text.clone()).collect());
    setup
}

/// What the players named have left; wrong names are reported elsewhere.
fn supplied(supply: &[(Text, Counts)], players: usize) -> Vec<Supplied> {
    let of = |(player, counts): &(Text, Counts)| {
        let seat = notation::seat(player, players).ok();
        let all = counts.iter().filter_map(move |(kind, count)| {
            Some(Supplied { player: seat?, figure: kind.text.clone(), count: (*count).max(0) as usize })
        });
        all.collect::<Vec<_>>()
    };
    supply.iter().flat_map(of).collect()
}

/// An error of the setup at the text it is about.
fn in_start(scenario: &Scenario, error: &SetupError) -> TextError {
    let start = &scenario.start;
    let cell = match error {
        SetupError::Misfit { pos, .. } | SetupError::Standing { pos, .. } => pos.as_str(),
        _ => "",
    };
    let named = match error {
        SetupError::Misfit { tile, .. } | SetupError::TooMany { tile, .. } => tile.as_str(),
        SetupError::Standing { figure, .. } => figure.as_str(),
        SetupError::Mark { mark, .. } => mark.as_str(),
        _ => "",
    };
    let of_error =
        |t: &&Text| t.text.contains(named) && (cell.is_empty() || notation::squashed(&t.text).contains(cell));
    // What is left in supply and reserve has no cell, and stands where its kind is counted.
    if let SetupError::Left { figure, .. } | SetupError::Kit { figure, .. } = error {
        let kinds = start.kit.iter().chain(&start.supply).chain(&start.reserve).flat_map(|(_, counts)| counts);
        if let Some((kind, _)) = kinds.filter(|(kind, _)| kind.text == *figure).max_by_key(|(_, n)| *n) {
            return kind.error(error.to_string());
        }
    }
    let texts = match error {
        SetupError::Standing { .. } => &start.figures,
        SetupError::Mark { .. } => &start.marks,
        _ => &start.tiles,
    };
    let at = (!named.is_empty()).then(|| texts.iter().rfind(of_error)).flatten().unwrap_or(&start.at);
    at.error(error.to_string())
}
