//! From a setup to a game: a [`Setup`] is anything, freely built; an [`Opening`] is valid and ready to be played.

use super::play::{self, Play};
use super::setup::{self, Setup, SetupErrors};
use crate::rules::Rules;
use gatehouse_core::{Tables, TileKind};
use std::sync::Arc;

/// A validated setup with its rules: every game begins from one.
pub struct Opening {
    pub(crate) rules: Arc<Rules>,
    pub(crate) tables: Tables,
    pub(crate) setup: Setup,
    /// Whether any hook admits misfits.
    pub(super) admits: bool,
    needs: Vec<[u64; 4]>,
    pub(super) start: Play,
}

impl Opening {
    /// Validates a setup and plays up to the first decision.
    ///
    /// # Errors
    /// All reasons why it is no game.
    pub fn new(rules: Arc<Rules>, setup: Setup) -> Result<Arc<Opening>, SetupErrors> {
        let prepared = setup::prepare(&rules, &setup)?;
        let admits = rules.at.placement.iter().any(|(_, h)| h.head.admits);
        let needs = play::all_needs(&prepared.tables);
        let mut opening = Opening {
            rules,
            tables: prepared.tables,
            setup,
            admits,
            needs,
            start: Play::new(prepared.state, prepared.first),
        };
        let mut start = opening.start.clone();
        start.advance(&opening);
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

    /// The edges of a tile in its four rotations as frontier bits.
    pub(super) fn needs(&self, kind: TileKind) -> &[u64; 4] {
        const NOTHING_FITS: [u64; 4] = [u64::MAX; 4];
        self.needs.get(kind.index()).unwrap_or(&NOTHING_FITS)
    }
}
