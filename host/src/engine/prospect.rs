//! What the occupied features would be worth as they lie: for bots, and for players who ask.

use super::call::About;
use super::hash::Hashes;
use super::opening::Opening;
use super::play::Play;
use super::score::Assessment;
use gatehouse_core::{FeatureId, Player, PlayerSet, sheet};

/// What an occupied feature would give each player, by seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Prospect {
    /// The feature.
    pub feature: FeatureId,
    /// Who would share it if the game ended now.
    pub owners: PlayerSet,
    /// Points if the game ended now.
    pub left: [i32; Player::MAX],
    /// Points if it counted as completed now.
    pub completed: [i32; Player::MAX],
}

/// What the occupied features and the end of the game would give.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Prospects {
    /// The occupied features in the order of final scoring.
    pub features: Vec<Prospect>,
    /// What the game as a whole would give each player if it ended now, by seat.
    pub closing: [i32; Player::MAX],
}

impl Play {
    /// Looks at every occupied feature through the `score` hooks and at the game through the `final_score` hooks.
    /// Everything is as before afterwards.
    pub(super) fn prospects(&mut self, o: &Opening, into: &mut Prospects) {
        let (stopped, faults, events) = (self.time.stopped.clone(), self.faults.len(), self.state.board.events.len());
        into.features.clear();
        for feature in self.left_at_the_end(o) {
            let (owners, left) = self.assessed(o, feature, false);
            let (_, completed) = self.assessed(o, feature, true);
            into.features.push(Prospect { feature, owners, left, completed });
        }
        into.closing = self.closing(o);
        self.time.stopped = stopped;
        self.faults.truncate(faults);
        self.state.board.events.truncate(events);
    }

    /// What a feature would give, left at the end or completed now.
    fn assessed(&mut self, o: &Opening, feature: FeatureId, complete: bool) -> (PlayerSet, [i32; Player::MAX]) {
        let mut kept = self.unwritten(o, Assessment { feature, complete, last: !complete });
        self.write_lines(o, &mut kept, 0);
        let mut points = [0; Player::MAX];
        let value = sheet::value(&kept.lines);
        for player in kept.owners.iter() {
            points[player.index()] = value;
        }
        for (player, own) in points.iter_mut().enumerate() {
            *own += sheet::bonus(&kept.lines, Player(player as u8));
        }
        (kept.owners, points)
    }

    /// What the `final_score` hooks would give; their offers are left out.
    fn closing(&mut self, o: &Opening) -> [i32; Player::MAX] {
        let mut gains = [0; Player::MAX];
        if o.rules.at.final_score.is_empty() {
            return gains;
        }
        let journal = std::mem::replace(&mut self.state.journal.on, true);
        let (point, time) = (self.state.point(Hashes::default()), self.time.clone());
        for (gain, player) in gains.iter_mut().zip(&self.state.board.players) {
            *gain = -player.score;
        }
        for (id, hook) in &o.rules.at.final_score {
            let about = About { by: self.state.board.turn.active, ..About::default() };
            if self.wanted(o, *id, &about) {
                self.reply(o, *id, about, &|view, out| (hook.call)(view, &(), out));
            }
        }
        for (gain, player) in gains.iter_mut().zip(&self.state.board.players) {
            *gain = gain.saturating_add(player.score);
        }
        self.state.back(&point);
        self.time = time;
        self.state.journal.on = journal;
        gains
    }
}
