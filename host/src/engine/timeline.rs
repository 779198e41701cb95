//! Where a game stands in the turn: the step, what is still to be asked, and the decision that is open.

use super::collect::Collected;
use super::features::Touched;
use super::opening::Opening;
use super::pile::Draws;
use super::placements::Placements;
use gatehouse_core::points::Answer;
use gatehouse_core::{
    Candidate, ChoiceRow, Decider, Effect, FeatureId, FeatureKind, FigureId, HookId, Key, Line, Player, PlayerSet,
    RuleId, SegmentId, TileKind,
};

/// The steps of a turn and of the end of the game, in order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub(super) enum Step {
    TurnStart,
    Source,
    Draw,
    Drawn,
    Place,
    Placed,
    Prologue,
    Figure,
    AfterAction,
    Identify,
    BeforeScore,
    Score,
    Scored,
    Depart,
    AfterScoring,
    TurnEnd,
    NextTurn,
    LastRound,
    FinalFeatures,
    FinalScore,
    Over,
}

impl Step {
    /// All steps in order.
    pub(super) const ALL: [Step; 21] = [
        Step::TurnStart,
        Step::Source,
        Step::Draw,
        Step::Drawn,
        Step::Place,
        Step::Placed,
        Step::Prologue,
        Step::Figure,
        Step::AfterAction,
        Step::Identify,
        Step::BeforeScore,
        Step::Score,
        Step::Scored,
        Step::Depart,
        Step::AfterScoring,
        Step::TurnEnd,
        Step::NextTurn,
        Step::LastRound,
        Step::FinalFeatures,
        Step::FinalScore,
        Step::Over,
    ];
}

/// An offer of a hook that waits to be put to its decider.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct OpenOffer {
    pub(super) hook: HookId,
    pub(super) to: Decider,
    pub(super) must: bool,
    pub(super) title: &'static str,
    pub(super) tag: u16,
    pub(super) args: [i32; 4],
    pub(super) choices: Vec<ChoiceRow>,
    pub(super) effects: Vec<Effect>,
    /// The event that led to it.
    pub(super) parent: u32,
    /// How many events there were when it was made.
    pub(super) made: usize,
}

/// The sheet of a scored feature, kept until its figures have left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct KeptSheet {
    /// The feature; merging and parting give it another number, see `anchor`.
    pub(super) feature: FeatureId,
    /// A segment of it: what this is part of is the feature now.
    pub(super) anchor: SegmentId,
    /// Its segments as it was scored, by number: figures on these leave. None if it was not occupied.
    pub(super) segments: Vec<SegmentId>,
    pub(super) kind: FeatureKind,
    pub(super) complete: bool,
    pub(super) last: bool,
    pub(super) owners: PlayerSet,
    pub(super) strengths: [i32; Player::MAX],
    pub(super) lines: Vec<Line>,
    pub(super) value: i32,
    /// Whether it was occupied, so that points were given.
    pub(super) scored: bool,
}

/// A figure that leaves, and when.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Leaver {
    /// The greatest key that offered it something.
    pub(super) key: Key,
    /// Its owner's seat counted clockwise from the active player.
    pub(super) seat: u8,
    /// The place of its feature in the sheets.
    pub(super) sheet: u16,
    pub(super) figure: FigureId,
}

/// Something that has to be finished before the turn goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Task {
    Offer(OpenOffer),
    /// A hook goes on after an answer, once everything that the choice set off is finished.
    Answered(HookId, Answer, Player, u32),
    /// Figures of scored features leave; the next to leave is last.
    Depart {
        sheets: Vec<KeptSheet>,
        leavers: Vec<Leaver>,
        asked: bool,
        /// The hook that had the feature scored; none for the host.
        hook: HookId,
    },
}

/// The plugins stopped after a fault, as bits; none while every plugin runs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Stopped(Vec<u64>);

impl Stopped {
    pub(super) fn has(&self, plugin: usize) -> bool {
        self.0.get(plugin / 64).is_some_and(|bits| bits >> (plugin % 64) & 1 != 0)
    }

    pub(super) fn stop(&mut self, plugin: usize) {
        let words = self.0.len().max(plugin / 64 + 1);
        self.0.resize(words, 0);
        self.0[plugin / 64] |= 1 << (plugin % 64);
    }

    /// The bits in numbers of 64 each.
    pub(super) fn bits(&self) -> &[u64] {
        &self.0
    }
}

/// What the open decision is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Asked {
    /// Nothing: the game is over.
    Nothing,
    /// Which tile is drawn.
    Draw,
    /// Whether to take a tile from outside the pile.
    Source,
    /// Where the tile goes.
    Place,
    /// A figure action in a slot.
    Figure(u16),
    /// An offer of a hook.
    Offer,
    /// How a figure leaves.
    Depart(FigureId),
}

/// A choice of the open decision whose riders are part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Ridden {
    /// The choice it came from.
    pub(super) choice: u16,
    /// The rider's label.
    pub(super) label: &'static str,
    /// The rider's hook.
    pub(super) hook: HookId,
    pub(super) rule: RuleId,
    pub(super) first_effect: u32,
    pub(super) effects: u32,
}

/// A tile offered instead of the draw.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct OpenSource {
    pub(super) hook: HookId,
    pub(super) kind: TileKind,
    pub(super) label: &'static str,
    pub(super) must: bool,
    pub(super) first_effect: u32,
    pub(super) effects: u32,
}

/// A choice struck by a hook, kept to explain why it is not on offer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Struck {
    pub(super) choice: ChoiceRow,
    pub(super) reason: &'static str,
    pub(super) hook: HookId,
    pub(super) rule: RuleId,
}

/// A candidate refused by a hook.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Refused {
    pub(super) candidate: Candidate,
    pub(super) reason: &'static str,
    pub(super) hook: HookId,
    pub(super) rule: RuleId,
}

/// What a hook does to mend a misfit it admits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Admitted {
    /// The placement it belongs to.
    pub(super) placement: u32,
    pub(super) hook: HookId,
    pub(super) label: &'static str,
    pub(super) first_effect: u32,
    pub(super) effects: u32,
}

/// The decision that is open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Open {
    pub(super) asked: Asked,
    pub(super) decider: Decider,
    pub(super) may_pass: bool,
    pub(super) title: &'static str,
    /// The offer's hook, tag and numbers, for `answered`.
    pub(super) hook: HookId,
    pub(super) tag: u16,
    pub(super) args: [i32; 4],
    pub(super) parent: u32,
    pub(super) choices: Vec<ChoiceRow>,
    pub(super) effects: Vec<Effect>,
    pub(super) ridden: Vec<Ridden>,
    pub(super) struck: Vec<Struck>,
    /// For a draw or a revealed tile: what may come.
    pub(super) draws: Draws,
    pub(super) placements: Placements,
    pub(super) admitted: Vec<Admitted>,
    pub(super) refused: Vec<Refused>,
    pub(super) sources: Vec<OpenSource>,
}

impl Default for Open {
    fn default() -> Self {
        Self {
            asked: Asked::Nothing,
            decider: Decider::CHANCE,
            may_pass: false,
            title: "",
            hook: HookId::NONE,
            tag: 0,
            args: [0; 4],
            parent: 0,
            choices: Vec::new(),
            effects: Vec::new(),
            ridden: Vec::new(),
            struck: Vec::new(),
            draws: Draws::default(),
            placements: Placements::default(),
            admitted: Vec::new(),
            refused: Vec::new(),
            sources: Vec::new(),
        }
    }
}

impl Open {
    /// Empties it for a new decision, keeping its memory.
    pub(super) fn reset(&mut self, asked: Asked, decider: Decider, may_pass: bool, title: &'static str) {
        self.asked = asked;
        self.decider = decider;
        self.may_pass = may_pass;
        self.title = title;
        self.hook = HookId::NONE;
        self.tag = 0;
        self.args = [0; 4];
        self.parent = 0;
        self.choices.clear();
        self.effects.clear();
        self.ridden.clear();
        self.struck.clear();
        self.draws.clear();
        self.placements.clear();
        self.admitted.clear();
        self.refused.clear();
        self.sources.clear();
    }
}

impl Open {
    /// Takes over collected choices.
    pub(super) fn take(&mut self, found: &mut Collected) {
        std::mem::swap(&mut self.choices, &mut found.choices);
        std::mem::swap(&mut self.effects, &mut found.effects);
        std::mem::swap(&mut self.ridden, &mut found.ridden);
        std::mem::swap(&mut self.struck, &mut found.struck);
    }
}

/// Where a game stands.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Timeline {
    pub(super) step: Step,
    /// The next hook of the step.
    pub(super) hook: u16,
    /// The feature or slot the step is at.
    pub(super) item: u16,
    /// Points skipped in this part, as bits.
    pub(super) skipped: u32,
    /// What has to be finished first, newest last.
    pub(super) tasks: Vec<Task>,
    /// Segments whose features may have been completed since the last look: the placed tile's own first.
    pub(super) touched: Touched,
    /// A segment of each feature to be scored, in order: those completed in this part, or those left at the end.
    pub(super) completed: Vec<SegmentId>,
    /// Their sheets.
    pub(super) sheets: Vec<KeptSheet>,
    /// Whether a further part was granted.
    pub(super) part_granted: bool,
    /// Further turns granted, next first.
    pub(super) turns_granted: Vec<Player>,
    /// Whose ordinary turn comes after granted ones.
    pub(super) next_player: Player,
    /// How many hooks of the last round were asked.
    pub(super) last_round: u16,
    /// Plugins stopped after a fault.
    pub(super) stopped: Stopped,
    /// Tiles laid aside in this part, to be seen again by nobody.
    pub(super) set_aside: bool,
    /// Whether another tile is to be drawn.
    pub(super) redraw: bool,
    /// How many parts have begun since anybody decided anything.
    pub(super) idle: u16,
}

impl Clone for Timeline {
    fn clone(&self) -> Self {
        let mut copy = Timeline::new(self.next_player);
        copy.clone_from(self);
        copy
    }

    /// Keeps the memory of its lists.
    fn clone_from(&mut self, other: &Self) {
        *self = Timeline {
            tasks: again(&mut self.tasks, &other.tasks),
            touched: Touched { segments: again(&mut self.touched.segments, &other.touched.segments), ..other.touched },
            completed: again(&mut self.completed, &other.completed),
            sheets: again(&mut self.sheets, &other.sheets),
            turns_granted: again(&mut self.turns_granted, &other.turns_granted),
            stopped: Stopped(again(&mut self.stopped.0, &other.stopped.0)),
            ..*other
        };
    }
}

/// A copy of a list in the memory of another.
fn again<T: Clone>(memory: &mut Vec<T>, list: &Vec<T>) -> Vec<T> {
    let mut copy = std::mem::take(memory);
    copy.clone_from(list);
    copy
}

impl Timeline {
    pub(super) fn new(first: Player) -> Timeline {
        Timeline {
            step: Step::TurnStart,
            hook: 0,
            item: 0,
            skipped: 0,
            tasks: Vec::new(),
            touched: Touched::default(),
            completed: Vec::new(),
            sheets: Vec::new(),
            part_granted: false,
            turns_granted: Vec::new(),
            next_player: first,
            last_round: 0,
            stopped: Stopped::default(),
            set_aside: false,
            redraw: false,
            idle: 0,
        }
    }

    /// Goes on to a step, before its first hook, passing those that have nothing to do.
    pub(super) fn go(&mut self, o: &Opening, step: Step) {
        // Which step that is should be looked up here: known beforehand, those of all steps would be before any is gone to.
        self.step = o.busy(std::hint::black_box(step));
        self.hook = 0;
        self.item = 0;
    }

    /// Puts the tasks since `from` below those since `base`, so that what was set off first is finished first.
    pub(super) fn defer(&mut self, base: usize, from: usize) {
        let n = self.tasks.len().saturating_sub(from);
        if n > 0 && base < from {
            self.tasks[base..].rotate_right(n);
        }
    }
}
