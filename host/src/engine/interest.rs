//! When hooks are called: the conditions of their heads as masks, so that asking costs little where nothing is wanted.

use super::call::About;
use super::opening::Opening;
use crate::rules::{PlannedHook, When};
use gatehouse_core::{Board, FeatureId};

/// What must hold for a hook to be called; a mask of 0 asks for nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Interest {
    /// The place of its plugin in the rules.
    pub(super) plugin: usize,
    /// The number of its point.
    pub(super) point: u8,
    /// What alone decides, for most hooks wait for one thing.
    pub(super) only: Only,
    pub(super) never: bool,
    pub(super) completed: bool,
    pub(super) sole_owner: bool,
    pub(super) features: u32,
    pub(super) figures: u64,
    pub(super) marks: u64,
    pub(super) drawn: u64,
    pub(super) placed: u64,
    pub(super) shows: u64,
    pub(super) moved: u64,
    pub(super) left: u64,
}

/// The one condition of a hook.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Only {
    /// There is none.
    Always,
    /// Figures of these kinds, as bits.
    Figures(u64),
    /// Marks of these kinds, as bits.
    Marks(u64),
    /// These prints on the drawn tile, as bits.
    Drawn(u64),
    /// These prints on the placed tile, as bits.
    Placed(u64),
    /// Figures of these kinds in the active player's supply, as bits.
    Left(u64),
    /// There are several, or it takes a closer look.
    #[default]
    Several,
}

impl Interest {
    pub(super) fn of(hook: &PlannedHook) -> Interest {
        let when = &hook.when;
        Interest {
            plugin: hook.plugin,
            point: hook.point.0,
            only: Only::of(when),
            never: when.never,
            completed: when.completed,
            sole_owner: when.sole_owner,
            features: when.features,
            figures: bits(when.on_board.iter().map(|kind| kind.0)),
            marks: bits(when.marks.iter().map(|kind| kind.0)),
            drawn: when.drawn,
            placed: when.placed,
            shows: when.shows,
            moved: when.moved,
            left: when.left,
        }
    }

    /// Whether the conditions hold for what the hook would be asked about.
    #[inline(never)]
    pub(super) fn holds(&self, o: &Opening, board: &Board, about: &About) -> bool {
        let any = |mask: u64, present: u64| mask == 0 || mask & present != 0;
        let bit = |n: u16| 1u64.checked_shl(n.into()).unwrap_or(0);
        let kind = || board.features.get(about.feature.index()).map_or(0, |f| bit(f.kind.0));
        !self.never
            && any(self.figures, board.present.figures)
            && any(self.marks, board.present.marks)
            && (!self.completed || about.complete)
            && (!self.sole_owner || about.sole_owner)
            && (self.features == 0 || u64::from(self.features) & kind() != 0)
            && (self.drawn == 0 || self.drawn & drawn(o, board) != 0)
            && (self.placed == 0 || self.placed & placed(o, board) != 0)
            && any(self.moved, bit(about.figure.0))
            && (self.left == 0 || self.left & left(board) != 0)
            && (self.shows == 0 || feature_shows(o, board, about.feature, self.shows))
    }
}

/// The kinds of figures that the active player has left.
#[inline]
fn left(board: &Board) -> u64 {
    board.players.get(board.turn.active.index()).map_or(0, |player| player.supply)
}

/// What the drawn tile shows.
#[inline]
fn drawn(o: &Opening, board: &Board) -> u64 {
    o.tables.tile_kinds.get(board.turn.drawn.index()).map_or(0, |kind| kind.prints)
}

/// What the placed tile shows.
#[inline]
fn placed(o: &Opening, board: &Board) -> u64 {
    let kind = board.tiles.get(board.turn.placed.index()).and_then(|t| o.tables.tile_kinds.get(t.kind.index()));
    kind.map_or(0, |kind| kind.prints)
}

impl Only {
    /// Whether it holds; none if it takes a closer look.
    #[inline]
    pub(super) fn holds(self, o: &Opening, board: &Board) -> Option<bool> {
        Some(match self {
            Only::Always => true,
            Only::Figures(kinds) => board.present.figures & kinds != 0,
            Only::Marks(kinds) => board.present.marks & kinds != 0,
            Only::Drawn(prints) => drawn(o, board) & prints != 0,
            Only::Placed(prints) => placed(o, board) & prints != 0,
            Only::Left(kinds) => left(board) & kinds != 0,
            Only::Several => return None,
        })
    }

    fn of(when: &When) -> Only {
        let (figures, marks) = (when.on_board.clone(), when.marks.clone());
        let conditions = [
            (When::default(), Only::Always),
            (When { on_board: figures, ..When::default() }, Only::Figures(bits(when.on_board.iter().map(|k| k.0)))),
            (When { marks, ..When::default() }, Only::Marks(bits(when.marks.iter().map(|k| k.0)))),
            (When { drawn: when.drawn, ..When::default() }, Only::Drawn(when.drawn)),
            (When { placed: when.placed, ..When::default() }, Only::Placed(when.placed)),
            (When { left: when.left, ..When::default() }, Only::Left(when.left)),
        ];
        conditions.into_iter().find(|(alone, _)| alone == when).map_or(Only::Several, |(_, only)| only)
    }
}

/// What wakes any of the hooks of a point.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Wake {
    always: bool,
    figures: u64,
    marks: u64,
    drawn: u64,
    placed: u64,
    left: u64,
}

impl Wake {
    /// One more hook.
    pub(super) fn add(&mut self, only: Only) {
        match only {
            Only::Always | Only::Several => self.always = true,
            Only::Figures(kinds) => self.figures |= kinds,
            Only::Marks(kinds) => self.marks |= kinds,
            Only::Drawn(prints) => self.drawn |= prints,
            Only::Placed(prints) => self.placed |= prints,
            Only::Left(kinds) => self.left |= kinds,
        }
    }

    /// Whether one of the hooks may be interested, whatever it would be asked about.
    #[inline(never)]
    pub(super) fn holds(&self, o: &Opening, board: &Board) -> bool {
        self.always
            || board.present.figures & self.figures != 0
            || board.present.marks & self.marks != 0
            || (self.placed != 0 && placed(o, board) & self.placed != 0)
            || (self.drawn != 0 && drawn(o, board) & self.drawn != 0)
            || (self.left != 0 && left(board) & self.left != 0)
    }
}

fn bits(kinds: impl Iterator<Item = u16>) -> u64 {
    kinds.fold(0, |bits, n| bits | 1 << (n % 64))
}

fn feature_shows(o: &Opening, board: &Board, feature: FeatureId, prints: u64) -> bool {
    let Some(row) = board.features.get(feature.index()) else { return false };
    let mut next = row.first;
    (0..row.segments).any(|_| {
        let segment = &board.segments[next.index()];
        next = segment.next_in_feature;
        o.tables.tile_kinds[board.tiles[segment.tile.index()].kind.index()].prints & prints != 0
    })
}
