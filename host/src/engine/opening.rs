//! From a setup to a game: a [`Setup`] is anything, freely built; an [`Opening`] is valid and ready to be played.

use super::heard::Heard;
use super::interest::{Interest, Wake};
use super::placements::{Edges, Needs};
use super::play::Play;
use super::prepare;
use super::reach::Reaches;
use super::setup::{Setup, SetupErrors};
use super::tile;
use super::timeline::Step;
use crate::lookout;
use crate::rules::{At, Rules};
use gatehouse_core::{Point, Tables, TileKind};
use std::sync::Arc;

/// A validated setup with its rules: every game begins from one.
pub struct Opening {
    pub(crate) rules: Arc<Rules>,
    pub(crate) tables: Tables,
    pub(crate) setup: Setup,
    /// Whether any hook admits misfits.
    pub(super) admits: bool,
    turned: Vec<[Edges; 4]>,
    needs: Vec<Needs>,
    pub(super) reaches: Reaches,
    /// Per step the first from there on that has anything to do: steps that only ask hooks and have none are passed.
    busy: [Step; Step::ALL.len()],
    /// When each hook is called.
    pub(super) interests: Vec<Interest>,
    /// What wakes the hooks of each point, by its number.
    wakes: Vec<Wake>,
    /// The kinds of marks of each scope as bits.
    pub(super) scoped: [u64; 3],
    pub(super) start: Play,
    /// The number of the rules' hooks at the lookout.
    pub(super) watched: u16,
    /// What became of the hooks whose points were reached before the first decision.
    heard: Vec<Heard>,
}

impl Opening {
    /// Validates a setup and plays up to the first decision.
    ///
    /// # Errors
    /// All reasons why it is no game.
    pub fn new(rules: Arc<Rules>, setup: Setup) -> Result<Arc<Opening>, SetupErrors> {
        let watched = lookout::announce(|| rules.hook_names());
        let prepared = prepare::prepare(&rules, &setup, watched)?;
        let admits = rules.at.placement.iter().any(|(_, h)| h.head.admits);
        let turned = tile::turned(&prepared.tables);
        let needs = turned.iter().map(|edges| prepared.state.fitting.needs(edges)).collect();
        let reaches = Reaches::new(&prepared.tables);
        let busy = busy(&rules.at);
        let interests: Vec<Interest> = rules.hooks.iter().map(Interest::of).collect();
        let mut wakes = vec![Wake::default(); 1 + usize::from(u8::MAX)];
        interests.iter().filter(|i| !i.never).for_each(|i| wakes[usize::from(i.point)].add(i.only));
        let scoped = [0, 1, 2].map(|scope| {
            let kinds = prepared.tables.mark_kinds.iter().enumerate().filter(|(_, kind)| kind.scope == scope);
            kinds.fold(0, |bits, (n, _)| bits | 1 << (n % 64))
        });
        let start = Play::new(prepared.state, prepared.first);
        let mut opening = Opening {
            rules,
            tables: prepared.tables,
            setup,
            admits,
            turned,
            needs,
            reaches,
            busy,
            interests,
            wakes,
            scoped,
            start,
            watched,
            heard: Vec::new(),
        };
        let mut start = opening.start.clone();
        start.heard = Some(Vec::new());
        start.advance(&opening);
        opening.heard = start.heard.take().unwrap_or_default();
        opening.start = start;
        Ok(Arc::new(opening))
    }

    /// The rules.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The setup it was made from.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The compiled declarations, as `setup` hooks left them.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// What became of the hooks whose points were reached before the first decision.
    pub(super) fn heard(&self) -> &[Heard] {
        &self.heard
    }

    /// The first step from `step` on that has anything to do.
    pub(super) fn busy(&self, step: Step) -> Step {
        self.busy[step as usize]
    }

    /// What wakes any of the hooks of a point.
    pub(super) fn wake(&self, point: Point) -> &Wake {
        &self.wakes[usize::from(point.0)]
    }

    /// The edges of a tile in its four rotations; none for a tile that does not exist.
    pub(super) fn turned(&self, kind: TileKind) -> Option<&[Edges; 4]> {
        self.turned.get(kind.index())
    }

    /// What a tile needs in its four rotations; none for a tile that does not exist.
    pub(super) fn needs(&self, kind: TileKind) -> Option<&Needs> {
        self.needs.get(kind.index())
    }
}

fn busy(at: &At) -> [Step; Step::ALL.len()] {
    let idle = |step: Step| match step {
        Step::Source => at.tile_source.is_empty(),
        Step::Drawn => at.tile_drawn.is_empty(),
        Step::Placed => at.tile_placed.is_empty(),
        Step::Prologue => at.prologue.is_empty(),
        Step::AfterAction => at.after_action.is_empty(),
        Step::BeforeScore => at.before_score.is_empty(),
        Step::AfterScoring => at.after_scoring.is_empty(),
        _ => false,
    };
    let mut busy = Step::ALL;
    for n in (0..busy.len() - 1).rev() {
        if idle(Step::ALL[n]) {
            busy[n] = busy[n + 1];
        }
    }
    busy
}
