//! What a state is worth to a player, from what lies open to everybody.

use super::fit::Unseen;
use crate::engine::{Game, Prospect, Prospects};
use gatehouse_core::{Board, Bounds, Cell, FeatureId, Halves, PileId, Place, Player, Pos, Side, Tables};

// The numbers below were found by letting bots with other numbers play against each other.

/// What the first, second, ... figure in the supply is worth while there is time to use it.
const SUPPLY: [f64; 8] = [11.0, 7.0, 4.5, 3.2, 2.3, 1.7, 1.3, 0.9];
/// With this many turns left a figure in the supply has its whole worth.
const PATIENCE: f64 = 6.0;
/// What of a figure in the supply one is that will surely return.
const RETURNING: f64 = 0.45;
/// How many turns each open cell of a feature takes, besides those for everything else.
const TURNS_A_CELL: (f64, f64) = (0.8, 1.1);
/// The part of the fitting tiles that fill a cell around a feature.
const AROUND: f64 = 0.3;
/// The part of the ending tiles, and of the fitting ones, that close a side.
const CLOSING: (f64, f64) = (0.2, 0.05);
/// How much a feature that is never completed gains until the end, and how many of its missing tiles another gets.
const GAINS: (f64, f64) = (0.15, 0.7);

/// Judges states of one decision's look-ahead.
#[derive(Clone, Debug, Default)]
pub(super) struct Judge {
    unseen: Unseen,
    /// Turns left for each player.
    turns: f64,
    /// How much of the game is left, 0 to 1.
    left: f64,
    prospects: Prospects,
    cells: Vec<Open>,
}

/// An empty cell into which a feature opens.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Open {
    pos: Pos,
    side: Option<Side>,
}

impl Judge {
    /// Prepares for the states that can follow before chance decides again.
    pub(super) fn look_at(&mut self, game: &Game) {
        let board = game.board();
        let remaining = board.left(game.opening().tables(), PileId(0));
        self.unseen.count(board, game.opening().tables());
        self.turns = f64::from(remaining) / board.players.len().max(1) as f64;
        self.left = f64::from(remaining) / (f64::from(remaining) + board.tiles.len() as f64).max(1.0);
    }

    /// How far `me` is ahead of the mean of the others.
    pub(super) fn worth(&mut self, game: &mut Game, me: Player) -> f64 {
        let players = game.board().players.len().min(Player::MAX);
        let mut worth = [0.0; Player::MAX];
        for (own, score) in worth.iter_mut().zip(game.scores()) {
            *own = f64::from(score);
        }
        if !game.is_over() {
            self.add_prospects(game, &mut worth);
        }
        let others: f64 = (0..players).filter(|p| *p != me.index()).map(|p| worth[p]).sum();
        worth.get(me.index()).copied().unwrap_or(0.0) - others / (players.max(2) - 1) as f64
    }

    fn add_prospects(&mut self, game: &mut Game, worth: &mut [f64; Player::MAX]) {
        let mut prospects = std::mem::take(&mut self.prospects);
        game.prospects(&mut prospects);
        let (board, tables) = (game.board(), game.opening().tables());
        let mut supply = [0.0; Player::MAX];
        for figure in board.figures.iter().filter(|f| f.place == Place::SUPPLY) {
            if let Some(own) = supply.get_mut(figure.owner.index()) {
                *own += 1.0;
            }
        }
        for prospect in &prospects.features {
            let chance = self.chance(board, tables, prospect.feature);
            let growth = self.growth(board, tables, prospect.feature);
            for (player, own) in worth.iter_mut().enumerate() {
                *own += expected(prospect, player, chance, growth);
            }
            self.add_returning(game, prospect, chance, &mut supply);
        }
        let patience = (self.turns / PATIENCE).min(1.0);
        for player in 0..Player::MAX {
            worth[player] +=
                f64::from(prospects.closing[player]) * (1.0 - self.left) + patience * stock(supply[player]);
        }
        self.prospects = prospects;
    }

    /// Figures that will be back soon are almost in the supply.
    fn add_returning(&self, game: &Game, prospect: &Prospect, chance: f64, supply: &mut [f64; Player::MAX]) {
        if chance == 0.0 {
            return;
        }
        for (_, figure) in game.view(0).figures_on(prospect.feature) {
            if let Some(own) = supply.get_mut(figure.owner.index()) {
                *own += RETURNING * chance;
            }
        }
    }

    /// How likely a feature is to be completed before the end.
    fn chance(&mut self, board: &Board, tables: &Tables, feature: FeatureId) -> f64 {
        let row = &board.features[feature.index()];
        let kind = &tables.feature_kinds[row.kind.index()];
        self.cells.clear();
        if !kind.completes {
            return 0.0;
        }
        if row.is_complete() {
            return 1.0;
        }
        self.open_cells(board, feature, kind.bounds);
        if self.cells.is_empty() {
            return 0.0; // something printed keeps it open
        }
        let around = kind.bounds == Bounds::SURROUNDINGS;
        // Every tile is for one cell only, and all else that is open wants tiles too.
        let tries = self.turns / (TURNS_A_CELL.0 + TURNS_A_CELL.1 * self.cells.len() as f64);
        let mut chance = 1.0;
        for i in 0..self.cells.len() {
            let Open { pos, side } = self.cells[i];
            let accepts = match board.grid.cell(pos) {
                Cell::Frontier(row) => board.frontier[row as usize].accepts,
                _ => u64::MAX,
            };
            let share = self.unseen.share(tables, accepts, side, row.kind);
            let hit = if around { AROUND * share.fits } else { CLOSING.0 * share.ends + CLOSING.1 * share.fits };
            chance *= 1.0 - power(1.0 - hit, tries);
        }
        chance
    }

    /// How many times as large a feature will be when it is scored.
    fn growth(&self, board: &Board, tables: &Tables, feature: FeatureId) -> (f64, f64) {
        let row = &board.features[feature.index()];
        let kind = &tables.feature_kinds[row.kind.index()];
        if !kind.completes {
            return (1.0, 1.0 + GAINS.0 * self.left);
        }
        let (covered, missing) = match kind.bounds {
            Bounds::SURROUNDINGS => (9.0 - f64::from(row.open.min(8)), f64::from(row.open.min(8))),
            _ => (f64::from(row.tiles), self.cells.len() as f64),
        };
        let whole = (covered + missing) / covered.max(1.0);
        let part = (missing * self.left * GAINS.1 + covered) / covered.max(1.0);
        (whole, part)
    }

    /// Appends the empty cells into which a feature opens, each once.
    fn open_cells(&mut self, board: &Board, feature: FeatureId, bounds: Bounds) {
        let row = &board.features[feature.index()];
        let mut next = row.first;
        for _ in 0..row.segments {
            let segment = &board.segments[next.index()];
            next = segment.next_in_feature;
            let pos = board.tiles[segment.tile.index()].pos;
            if bounds == Bounds::SURROUNDINGS {
                let empty = pos.around().filter(|p| board.grid.tile(*p).is_none());
                self.cells.extend(empty.map(|pos| Open { pos, side: None }));
            } else {
                let reaches = |s: &Side| segment.sides.has(*s) || segment.halves.0 & Halves::on(*s).0 != 0;
                for side in Side::ALL.into_iter().filter(reaches) {
                    let there = pos.beside(side);
                    if board.grid.tile(there).is_none() && !self.cells.iter().any(|c| c.pos == there) {
                        self.cells.push(Open { pos: there, side: Some(side.opposite()) });
                    }
                }
            }
        }
    }
}

/// The points a player can expect of a feature.
fn expected(prospect: &Prospect, player: usize, chance: f64, growth: (f64, f64)) -> f64 {
    let (left, completed) = (f64::from(prospect.left[player]), f64::from(prospect.completed[player]));
    chance * completed * growth.0 + (1.0 - chance) * left * growth.1
}

/// What so many figures in the supply are worth.
fn stock(figures: f64) -> f64 {
    SUPPLY.iter().enumerate().map(|(n, worth)| worth * (figures - n as f64).clamp(0.0, 1.0)).sum()
}

/// `base` to the power of `n` turns, by multiplication alone so that it is the same everywhere.
fn power(base: f64, n: f64) -> f64 {
    let whole = n.clamp(0.0, 200.0);
    let mut product = 1.0;
    for _ in 0..whole as u32 {
        product *= base;
    }
    product * (1.0 - (1.0 - base) * (whole - whole.floor()))
}
