//! Random games are written as JCloisterZone would save them, read again, and must come to the same points: so every
//! tile, location and figure of the bundled sets is named there as it is found here.

use gatehouse::dice::Dice;
use gatehouse::engine::{ActChoice, Choice, Game, Opening, Question, Setup};
use gatehouse::jcz::{self, Outcome, PROGRAM, Saved};
use gatehouse::words;
use gatehouse_core::{FigureId, Halves, Place, SegmentId, Spot};
use gatehouse_tests::{plugins, rules};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A game being written down.
struct Writer {
    /// The program's name of each kind of figure and feature.
    figures: BTreeMap<String, String>,
    features: BTreeMap<String, String>,
    messages: Vec<Value>,
    order: Vec<String>,
    /// Who has still to commit what was done.
    open: Option<usize>,
}

impl Writer {
    fn new() -> Writer {
        let (mut figures, mut features) = (BTreeMap::new(), BTreeMap::new());
        for foreign in plugins().iter().flat_map(|p| p.declaration.foreign.clone()).filter(|f| f.program == PROGRAM) {
            figures.extend(foreign.figures.iter().map(|(theirs, own)| (own.clone(), theirs.clone())));
            // Of several names the newest comes last: the older ones are shorter.
            for (theirs, own) in foreign.features.iter().filter(|(theirs, _)| !theirs.contains('_')) {
                let name = features.entry(own.clone()).or_insert_with(|| theirs.clone());
                if theirs.len() > name.len() {
                    name.clone_from(theirs);
                }
            }
        }
        Writer { figures, features, messages: Vec::new(), order: Vec::new(), open: None }
    }

    fn say(&mut self, player: usize, kind: &str, payload: Value) {
        self.messages.push(json!({ "type": kind, "payload": payload, "player": player }));
    }

    fn commit(&mut self) {
        if let Some(player) = self.open.take() {
            self.say(player, "COMMIT", json!({ "random": 0.5 }));
        }
    }

    /// `0.small.1`
    fn figure(&self, game: &Game, id: FigureId) -> String {
        let row = game.board().figure(id).expect("a figure");
        let same = |f: &&gatehouse_core::FigureRow| f.kind == row.kind && f.owner == row.owner;
        let n = game.board().figures.iter().take(id.index() + 1).filter(same).count();
        let kind = &game.opening().rules().words.figures[row.kind.index()].what.name;
        format!("{}.{}.{n}", row.owner.0, self.figures[kind])
    }

    fn pointer(&self, game: &Game, segment: SegmentId) -> Value {
        let row = &game.board().segments[segment.index()];
        let pos = game.board().tiles[row.tile.index()].pos;
        let kind = &game.opening().rules().words.features[row.kind.index()].what.name;
        let halves = ["NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"];
        let location = if !row.halves.is_empty() {
            (0..8).filter(|h| row.halves.0 >> h & 1 == 1).map(|h| halves[h]).collect::<Vec<_>>().join(".")
        } else if !row.sides.is_empty() {
            row.sides.iter().map(|s| s.letter()).collect()
        } else {
            // Which of those of its kind that reach no edge.
            let inner = |s: &SegmentId| {
                let other = &game.board().segments[s.index()];
                other.kind == row.kind && other.sides.is_empty() && other.halves == Halves::NONE
            };
            let n = game.view(0).segments_on(row.tile).filter(inner).position(|s| s == segment).expect("it is there");
            ["I", "II", "III", "IV"][n].to_owned()
        };
        json!({ "position": [pos.x, pos.y], "feature": self.features[kind], "location": location })
    }

    /// Where a choice leads.
    fn target(&self, game: &Game, to: Place) -> Value {
        match to.spot() {
            Spot::Segment(segment) => self.pointer(game, segment),
            Spot::Corner(tile, n) => {
                let pos = game.board().tiles[tile.index()].pos;
                let (x, y) = (pos.x + i16::from(n == 1 || n == 2), pos.y + i16::from(n >= 2));
                json!({ "position": [x, y], "feature": "Field", "location": "NL.WR" })
            }
            other => panic!("nobody goes to {other:?}"),
        }
    }

    fn act(&mut self, game: &Game, player: usize, act: &ActChoice<'_>) {
        let id = self.figure(game, act.row.figure);
        if act.row.to == Place::SUPPLY {
            let from = game.board().figure(act.row.figure).and_then(|f| f.place.on_segment()).expect("on the board");
            let pointer = self.pointer(game, from);
            return self.say(player, "RETURN_MEEPLE", json!({ "pointer": pointer, "source": "ABBOT_RETURN" }));
        }
        let pointer = self.target(game, act.row.to);
        self.say(player, "DEPLOY_MEEPLE", json!({ "pointer": pointer, "meepleId": id }));
    }

    /// Writes a choice down before it is taken.
    fn choice(&mut self, game: &Game, n: usize) {
        let decision = game.decision().expect("the game goes on");
        let player = decision.player().map_or(0, |p| p.index());
        let rules = game.opening().rules();
        match (decision.question(), decision.choice(n).expect("on offer")) {
            (Question::Draw(_), Choice::Draw { kind, .. }) => {
                self.commit();
                self.order.push(words::tile_kind(rules, kind).to_owned());
            }
            (Question::Source, Choice::Pass) => {
                self.commit();
                self.say(player, "PASS", json!({}));
                self.open = Some(player);
                self.commit();
            }
            (Question::Place(kind), Choice::Place { candidate, .. }) => {
                self.commit();
                let (pos, rotation) = (candidate.pos, candidate.rotation.to_string());
                let tile = words::tile_kind(rules, kind);
                self.say(
                    player,
                    "PLACE_TILE",
                    json!({ "tileId": tile, "rotation": rotation, "position": [pos.x, pos.y] }),
                );
                self.open = Some(player);
            }
            (Question::Figure(_), Choice::Pass) => self.say(player, "PASS", json!({})),
            (Question::Figure(_), Choice::Act(act)) => self.act(game, player, &act),
            (Question::Depart(_), Choice::Act(act)) => {
                self.commit();
                if act.row.to == Place::SUPPLY {
                    return self.say(player, "PASS", json!({}));
                }
                self.act(game, player, &act);
                self.open = Some(player);
                self.commit();
            }
            // Tiles of one's own and second turns are taken without a word.
            _ => {}
        }
    }
}

/// Plays a random game and writes it as a saved game that asserts its points.
fn written(opening: &std::sync::Arc<Opening>, sets: &Value, elements: &Value, wagons: &str, seed: u64) -> String {
    let (mut game, mut dice, mut writer) = (Game::new(opening), Dice::new(seed), Writer::new());
    while let Some(decision) = game.decision() {
        let choice = match decision.question() {
            Question::Offer(_) => 0,
            _ => dice.any(&decision),
        };
        writer.choice(&game, choice);
        game.choose(choice).expect("it is on offer");
    }
    writer.commit();
    let names = ["Ada", "Ben", "Cid"];
    let scores = game.scores();
    let asserted: Vec<String> = scores.iter().zip(names).map(|(n, name)| format!("{name} has {n} points")).collect();
    let drawn = writer.order.len();
    json!({
        "setup": { "sets": sets, "elements": elements, "rules": { "wagon-move": wagons },
            "start": [{ "tile": "BA/RCr", "x": 0, "y": 0, "rotation": 0 }] },
        "players": names[..scores.len()].iter().map(|n| json!({ "name": n })).collect::<Vec<_>>(),
        "replay": writer.messages,
        "gameAnnotations": { "drawOrder": writer.order, "endTurn": drawn },
        "test": { "description": "A random game", "assertions": asserted },
    })
    .to_string()
}

fn round(expansions: &[&str], sets: &Value, elements: &Value, wagons: (&str, i32), games: u64) {
    let plugins = plugins();
    let mut switches = vec![("abbot", 1)];
    if expansions.contains(&"abbey-mayor") {
        switches.push(("wagon-move", wagons.1));
    }
    let opening = Opening::new(rules(expansions, &switches), Setup::new(3)).expect("a game of three");
    let mut moved = 0;
    for seed in 0..games {
        let text = written(&opening, sets, elements, wagons.0, seed);
        let saved = Saved::parse(text.as_bytes()).expect("it is a saved game");
        let report = jcz::play(&plugins, &saved, true);
        assert_eq!(report.outcome, Outcome::Passed, "game {seed}: {report}");
        assert!(report.over, "game {seed} is over");
        let after = |pair: &&[jcz::Message]| pair[0].kind == "COMMIT" && pair[1].kind == "DEPLOY_MEEPLE";
        moved += saved.replay.windows(2).filter(after).count();
    }
    assert!(moved > 0 || expansions.is_empty(), "some figure moves on after scoring");
}

#[test]
fn games_of_the_base_come_to_the_same_points() {
    let elements = json!({ "small-follower": 7, "farmers": true, "abbot": 1, "garden": true });
    round(&[], &json!({ "basic:2": 1 }), &elements, ("C2", 2), 8);
}

#[test]
fn games_of_all_sets_come_to_the_same_points() {
    let sets = json!({ "basic:2": 1, "city-gates": 1, "inns-and-cathedrals:2": 1, "traders-and-builders:2": 1,
        "abbey-and-mayor:2": 1 });
    let elements = json!({ "small-follower": 7, "farmers": true, "abbot": 1, "garden": true, "big-follower": 1,
        "inn": true, "cathedral": true, "builder": 1, "pig": 1, "traders": true, "abbey": 1, "barn": 1, "wagon": 1,
        "mayor": 1 });
    let all = ["city-gates", "inns-cathedrals", "traders-builders", "abbey-mayor"];
    round(&all, &sets, &elements, ("C2", 2), 8);
    round(&all, &sets, &elements, ("C1", 1), 8);
}
