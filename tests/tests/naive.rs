//! The engine agrees with the naive oracle after every choice of random games.

use gatehouse::dice::Dice;
use gatehouse::engine::{Choice, Game, Question};
use gatehouse_core::{Cause, EventCode, Place, Player, SegmentId};
use gatehouse_tests::naive::Naive;
use gatehouse_tests::opening;
use std::collections::BTreeSet;

const TILES: [&str; 3] = [
    include_str!("../../plugins/base/tiles.toml"),
    include_str!("../../plugins/city-gates/tiles.toml"),
    include_str!("../../plugins/drawbridges/tiles.toml"),
];

struct Pair {
    game: Game,
    naive: Naive,
    /// Events already told to the naive engine.
    told: usize,
    /// Whether the naive engine has scored this turn.
    awarded: bool,
}

impl Pair {
    fn tile_id(&self, kind: gatehouse_core::TileKind) -> &str {
        &self.game.opening().rules().words.tiles[kind.index()].tile.id
    }

    fn spot(&self, segment: SegmentId) -> (i16, i16, usize) {
        let board = self.game.board();
        let row = &board.segments[segment.index()];
        let pos = board.tiles[row.tile.index()].pos;
        (pos.x, pos.y, row.index as usize)
    }

    /// What is on offer agrees.
    fn compare_offer(&self) {
        let decision = self.game.decision().unwrap();
        match decision.question() {
            Question::Place(kind) => {
                let ours: BTreeSet<_> = decision
                    .iter()
                    .map(|c| match c {
                        Choice::Place { candidate: c, .. } => (c.pos.x, c.pos.y, c.rotation.0),
                        _ => unreachable!("placements only"),
                    })
                    .collect();
                assert_eq!(ours, self.naive.placements(self.tile_id(kind)));
            }
            Question::Figure(_) => {
                let ours: BTreeSet<usize> = decision
                    .iter()
                    .filter_map(|c| match c {
                        Choice::Act(act) => act.row.to.on_segment().map(|s| self.spot(s).2),
                        _ => None,
                    })
                    .collect();
                assert_eq!(ours, self.naive.spots());
            }
            _ => {}
        }
    }

    /// Tells the naive engine what the last choice did: placements, and moves that are no returns. It scores and sends
    /// home by itself, before the first such move and at the end of the turn.
    fn follow(&mut self) {
        let events = self.game.events()[self.told..].to_vec();
        self.told = self.game.events().len();
        for event in events {
            match event.code {
                EventCode::TILE_PLACED => {
                    let row = self.game.board().tiles[event.subject as usize];
                    let id = self.tile_id(row.kind).to_owned();
                    self.naive.place(&id, row.pos.x, row.pos.y, row.rotation.0);
                }
                EventCode::FIGURE_MOVED if event.cause == Cause::PLACED => {
                    let (x, y, segment) = self.spot(event.to.on_segment().unwrap());
                    self.naive.stand(event.player.index(), x, y, segment);
                }
                EventCode::FIGURE_MOVED if event.cause == Cause::MOVED => {
                    self.award();
                    let owner = self.game.board().figures[event.subject as usize].owner;
                    let spot = |place: Place| self.spot(place.on_segment().unwrap());
                    let (from, to) = (spot(event.from), spot(event.to));
                    self.naive.relocate(owner.index(), from, to);
                }
                EventCode::TURN_BEGAN | EventCode::FINAL_SCORING => {
                    self.award();
                    self.naive.send_home();
                    self.awarded = false;
                }
                _ => {}
            }
        }
    }

    fn award(&mut self) {
        if !std::mem::replace(&mut self.awarded, true) {
            self.naive.award();
        }
    }

    /// Scores, meeples and features agree.
    fn compare_state(&self) {
        let board = self.game.board();
        assert_eq!(self.game.scores(), self.naive.scores());
        let mut ours: Vec<_> = board
            .figures
            .iter()
            .filter_map(|f| f.place.on_segment().map(|s| (f.owner.index(), self.spot(s))))
            .map(|(p, (x, y, s))| (p, x, y, s))
            .collect();
        ours.sort_unstable();
        assert_eq!(ours, self.naive.meeples());
        for player in 0..board.players.len() {
            let supply = |f: &&gatehouse_core::FigureRow| f.owner == Player(player as u8) && f.place == Place::SUPPLY;
            assert_eq!(board.figures.iter().filter(supply).count(), self.naive.supply(player));
        }
    }

    fn compare_features(&self) {
        let (board, words) = (self.game.board(), &self.game.opening().rules().words);
        let view = self.game.view(0);
        let mut ours: Vec<_> = (0..board.features.len())
            .map(|f| gatehouse_core::FeatureId(f as u16))
            .filter(|f| view.feature(*f).is_live())
            .map(|f| {
                let row = view.feature(f);
                let mut places: Vec<_> = view.segments_of(f).map(|s| self.spot(s)).collect();
                places.sort_unstable();
                let kind = words.features[row.kind.index()].what.name.clone();
                (kind, places, row.tiles as usize, row.open as usize)
            })
            .collect();
        ours.sort();
        let mut theirs: Vec<_> =
            self.naive.features().into_iter().map(|f| (f.kind, f.places, f.tiles, f.open_ends)).collect();
        theirs.sort();
        assert_eq!(ours, theirs);
    }
}

fn play(expansions: &[&str], seed: u64, game: u64) {
    let opening = opening(expansions, 2 + (game % 3) as usize);
    let start = opening.rules().start[0];
    let naive = Naive::new(&TILES, opening.setup().players, 4);
    let mut pair = Pair { game: Game::new(&opening), naive, told: 0, awarded: false };
    let id = pair.tile_id(start.0).to_owned();
    pair.naive.place(&id, start.1.x, start.1.y, 0);
    pair.told = pair.game.events().len();
    let mut dice = Dice::of_game(seed, game);
    while let Some(decision) = pair.game.decision() {
        pair.compare_offer();
        if matches!(decision.question(), Question::Draw(_)) {
            pair.compare_state();
            if pair.game.board().tiles.len().is_multiple_of(8) {
                pair.compare_features();
            }
        }
        let choice = dice.any(&decision);
        pair.game.choose(choice).unwrap();
        pair.follow();
    }
    let mut last = pair.naive.final_scores();
    last.iter_mut().zip(pair.naive.scores()).for_each(|(last, so_far)| *last += so_far);
    assert_eq!(pair.game.scores(), last, "game {game}");
    assert!(pair.game.faults().is_empty());
}

/// How many games: the environment may ask for more than the few of an ordinary run.
fn games() -> u64 {
    std::env::var("GATEHOUSE_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(24)
}

#[test]
fn agrees_on_the_base_game() {
    (0..games()).for_each(|n| play(&[], 11, n));
}

#[test]
fn agrees_with_all_expansions() {
    (0..games()).for_each(|n| play(&["city-gates", "drawbridges"], 12, n));
}
