//! A bot that brings pieces of different expansions together.

use super::Bot;
use crate::dice::Dice;
use crate::engine::{ActChoice, Choice, Decision, Game, Opening, Question};
use crate::pieces::{Pieces, PluginSet};
use gatehouse_core::{
    Bounds, Candidate, FeatureId, FigureId, FigureKind, HookId, MarkKind, Player, SegmentId, Side, Spot, TileKind,
};
use std::sync::Arc;

/// One choice in so many is any, so that no part of the game is out of reach.
const WHIMS: u32 = 5;
/// So many openings are known: games of one row differ in how many play.
const OPENINGS: usize = 8;
/// So many choices of a decision are looked at; where there are more, any of them are picked.
const LOOKED_AT: u32 = 10;
/// So many of a placement, where a look takes longest.
const PLACES: u32 = 5;
/// So many segments of a feature are looked at: most that a larger one carries is seen on them.
const WALK: usize = 24;

/// Prefers choices that bring pieces of different expansions into one feature or one resolution: tiles that join what
/// carries them or complete it, figures and departures of expansions, several figures of its own in one place. It knows
/// pieces by who declared them and nothing of what they do. Of equals it takes any, and one time in five any choice.
#[derive(Clone)]
pub struct Seeker {
    dice: Dice,
    /// The openings it played lately.
    compiled: Vec<(Arc<Opening>, Arc<Pieces>)>,
    memory: Memory,
}

/// What the bot knows of the features of a game, by number.
#[derive(Clone, Default)]
struct Memory {
    /// What is printed on them, from when they last grew.
    printed: Vec<Printed>,
    /// What stands on them, read anew for each decision that looks at them.
    standing: Vec<Standing>,
    /// The number of the decision.
    decision: u32,
}

/// What is printed on a feature of so many segments.
#[derive(Clone, Copy, Default)]
struct Printed {
    segments: u16,
    first: SegmentId,
    set: PluginSet,
}

/// What stands on a feature: figures, and marks on these.
#[derive(Clone, Copy, Default)]
struct Standing {
    /// The decision for which it was read.
    decision: u32,
    held: Held,
}

/// What a feature holds.
#[derive(Clone, Copy, Default)]
struct Held {
    set: PluginSet,
    /// Meeples of the player who decides.
    own: u32,
    /// Figures of whomever.
    figures: u32,
}

/// What a feature would be after a placement.
#[derive(Default)]
struct Joined {
    /// The features beyond its sides, each once.
    features: [FeatureId; 4],
    /// How many they are.
    count: usize,
    held: Held,
    /// How many of the features were occupied.
    occupied: u32,
    open: i32,
}

impl Seeker {
    /// A bot with whims of its own: equal seeds choose equally.
    pub fn new(seed: u64) -> Seeker {
        Seeker::with(Dice::new(seed))
    }

    /// The bot whose whims these dice are.
    pub fn with(dice: Dice) -> Seeker {
        Seeker { dice, compiled: Vec::new(), memory: Memory::default() }
    }

    /// Begins another game with other dice, keeping what it knows of the opening.
    pub fn again(&mut self, dice: Dice) {
        self.dice = dice;
        self.memory.clear();
    }

    /// Whose the pieces of the game are.
    fn pieces(&mut self, game: &Game) -> Arc<Pieces> {
        let known = self.compiled.iter().position(|(opening, _)| Arc::ptr_eq(opening, game.opening()));
        if known != Some(0) {
            self.memory.clear();
            self.compiled.truncate(OPENINGS);
            let compiled = known.map(|n| self.compiled.remove(n));
            let new = || (Arc::clone(game.opening()), Arc::new(Pieces::new(game.opening())));
            self.compiled.insert(0, compiled.unwrap_or_else(new));
        }
        Arc::clone(&self.compiled[0].1)
    }
}

impl Bot for Seeker {
    fn choose(&mut self, game: &Game) -> usize {
        let Some(decision) = game.decision() else { return 0 };
        let offered = decision.len() as u32;
        if offered < 2 {
            return 0;
        }
        if decision.question() == Question::Source || self.dice.below(WHIMS) == 0 {
            return self.dice.any(&decision);
        }
        let pieces = self.pieces(game);
        self.memory.decide(game);
        let some = self.dice.below(u32::MAX) | self.dice.below(u32::MAX);
        let liked = PluginSet(u64::from(some) << 32 | u64::from(some));
        let me = decision.player().unwrap_or(Player::NONE);
        let mut look = Look { game, pieces: &pieces, memory: &mut self.memory, me, liked };
        let (mut best, mut worth, mut ties) = (0, i32::MIN, 0);
        let looks = if matches!(decision.question(), Question::Place(_)) { PLACES } else { LOOKED_AT };
        for n in 0..offered.min(looks) {
            let choice = if offered > looks { self.dice.below(offered) } else { n } as usize;
            let this = look.worth(&decision, choice);
            ties = if this == worth { ties + 1 } else { 1 };
            if this > worth || (this == worth && self.dice.below(ties) == 0) {
                (best, worth) = (choice, this);
            }
        }
        best
    }
}

impl Memory {
    fn clear(&mut self) {
        self.printed.clear();
        self.standing.clear();
        self.decision = 0;
    }

    /// Makes ready for another decision.
    fn decide(&mut self, game: &Game) {
        self.decision += 1;
        self.printed.resize(game.board().features.len(), Printed::default());
        self.standing.resize(game.board().features.len(), Standing::default());
    }
}

/// One decision as the bot sees it.
struct Look<'a> {
    game: &'a Game,
    pieces: &'a Pieces,
    memory: &'a mut Memory,
    /// Who decides.
    me: Player,
    /// Three of four expansions: if it liked the hooks of all at every decision, costly ones would use up what the
    /// others need.
    liked: PluginSet,
}

impl Look<'_> {
    fn worth(&mut self, decision: &Decision<'_>, choice: usize) -> i32 {
        match (decision.choice(choice), decision.question()) {
            (Some(Choice::Place { candidate, admits }), Question::Place(kind)) => {
                let admitted = admits.map_or(PluginSet::NONE, |(hook, _)| self.pieces.of_hook(hook));
                self.placed(kind, candidate) + 4 * admitted.count() as i32
            }
            (Some(Choice::Act(act)), _) => self.acted(&act),
            _ => 0,
        }
    }

    /// What stands on a feature.
    fn standing(&mut self, feature: FeatureId) -> Held {
        let mut held = Held::default();
        let view = self.game.view(0);
        if view.feature(feature).figures == 0 {
            return held;
        }
        let known = self.memory.standing[feature.index()];
        if known.decision == self.memory.decision {
            return known.held;
        }
        for (id, figure) in view.figures_on(feature) {
            held.set = held.set.with(self.pieces.of_figure_kind(figure.kind));
            held.own += u32::from(figure.owner == self.me && view.is_meeple(id));
            held.figures += 1 + figure.marks.count_ones();
            for mark in (0..64).filter(|n| figure.marks >> n & 1 == 1) {
                held.set = held.set.with(self.pieces.of_mark_kind(MarkKind(mark)));
            }
        }
        self.memory.standing[feature.index()] = Standing { decision: self.memory.decision, held };
        held
    }

    /// What a feature carries.
    fn held(&mut self, feature: FeatureId) -> Held {
        let standing = self.standing(feature);
        let row = &self.game.board().features[feature.index()];
        let printed = &mut self.memory.printed[feature.index()];
        if (printed.segments, printed.first) != (row.segments, row.first) {
            let walked = self.game.view(0).segments_of(feature).take(WALK);
            let set = walked.fold(PluginSet::NONE, |set, s| set.with(self.pieces.of_segment(self.game, s)));
            *printed = Printed { segments: row.segments, first: row.first, set };
        }
        Held { set: printed.set.with(standing.set), ..standing }
    }

    /// What a choice of hooks is worth: how many expansions have a hand in it and where it leads.
    fn acted(&mut self, act: &ActChoice<'_>) -> i32 {
        let pieces = self.pieces;
        let of_hook = |hook: HookId| pieces.of_hook(hook);
        let by = act.riders().fold(of_hook(act.row.hook), |set, r| set.with(of_hook(r.hook)));
        let by = PluginSet(by.0 & self.liked.0);
        let mut set = by.with(self.of_figure(act.row.figure));
        let mut worth = 3 * by.count() as i32;
        let view = self.game.view(0);
        let place = act.row.to.on_segment();
        if let Some(segment) = place.filter(|s| s.index() < self.game.board().segments.len()) {
            let held = self.held(view.feature_of(segment));
            set = set.with(held.set);
            worth += 2 + 3 * held.own.min(3) as i32 + held.figures.min(2) as i32;
        } else if let Spot::With(other) = act.row.to.spot() {
            set = set.with(self.of_figure(other));
            worth += 2;
        }
        worth + 5 * (set.count() as i32 - 1).max(0)
    }

    /// Whose a figure is, with its marks and where it stands.
    fn of_figure(&mut self, figure: FigureId) -> PluginSet {
        let Some(row) = self.game.board().figure(figure) else { return PluginSet::NONE };
        let set = self.pieces.of_figure_kind(FigureKind(row.kind.0));
        match row.place.on_segment() {
            Some(segment) => set.with(self.held(self.game.view(0).feature_of(segment)).set),
            None => set,
        }
    }

    /// What a placement is worth: which pieces it joins, which features it completes, which edges face each other.
    fn placed(&mut self, kind: TileKind, candidate: Candidate) -> i32 {
        let (view, tables) = (self.game.view(0), self.game.opening().tables());
        let row = view.tile_kind(kind);
        let mut worth = 0;
        let rows = tables.segments.iter().skip(row.first_segment.into()).take(row.segments.into());
        for (n, printed) in
            rows.enumerate().filter(|(_, s)| tables.feature_kinds[s.kind.index()].bounds == Bounds::SIDES)
        {
            let sides = printed.sides.rotated(candidate.rotation);
            let mut joined = Joined { open: sides.count() as i32, ..Joined::default() };
            joined.held.set = self.pieces.of_printed(row, n);
            for side in sides.iter() {
                self.join(candidate, side, printed.kind, &mut joined);
            }
            worth += joined.worth() + i32::from(joined.open <= 0 && printed.keeps_open == 0) * joined.completed();
        }
        for side in Side::ALL {
            worth += self.faced(candidate, side, self.pieces.of_edge(row, candidate.rotation, side));
        }
        worth
    }

    /// Adds the feature beyond a side.
    fn join(&mut self, candidate: Candidate, side: Side, kind: gatehouse_core::FeatureKind, joined: &mut Joined) {
        let view = self.game.view(0);
        let beyond = view.tile_at(candidate.pos.beside(side));
        let Some(segment) = beyond.and_then(|t| view.segment_at(t, side.opposite(), kind)) else {
            // An edge that nothing continues over closes the side.
            joined.open -= i32::from(beyond.is_some());
            return;
        };
        joined.open -= 2;
        let feature = view.feature_of(segment);
        if !joined.features[..joined.count].contains(&feature) {
            let held = self.held(feature);
            joined.features[joined.count] = feature;
            joined.count += 1;
            joined.open += i32::from(view.feature(feature).open);
            joined.occupied += u32::from(held.figures > 0);
            joined.held.set = joined.held.set.with(held.set);
            joined.held.own += held.own;
            joined.held.figures += held.figures;
        }
    }

    /// An edge of one expansion against a feature that carries pieces of others.
    fn faced(&mut self, candidate: Candidate, side: Side, edge: PluginSet) -> i32 {
        let view = self.game.view(0);
        if edge.is_empty() {
            return 0;
        }
        let Some(tile) = view.tile_at(candidate.pos.beside(side)) else { return 0 };
        let reaches = |s: &SegmentId| view.segment(*s).sides.has(side.opposite());
        let held = view.segments_on(tile).find(reaches).map(|s| self.held(view.feature_of(s)));
        held.map_or(0, |held| {
            let meets = edge.with(held.set).count() as i32 - 1;
            4 * meets + if held.figures > 0 { 3 } else { 0 }
        })
    }
}

impl Joined {
    /// What it is worth that these become one.
    fn worth(&self) -> i32 {
        if self.count == 0 {
            return 0;
        }
        let met = (self.held.set.count() as i32 - 1).max(0);
        let on_it = self.held.figures.min(3) as i32;
        let ties = if self.occupied > 1 { 6 } else { 0 };
        3 * met + on_it * (1 + met) + ties
    }

    /// What it is worth that nothing of it stays open.
    fn completed(&self) -> i32 {
        let sets = self.held.set.count() as i32;
        if self.held.figures > 0 { 4 + 5 * sets + 2 * self.held.own.min(3) as i32 } else { 2 * sets }
    }
}
