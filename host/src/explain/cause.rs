//! What led to an event. The log names the effect, choice or reaction behind each event; for what the host does of its
//! own at a step of the turn it names only the event before, and here that step's own reason is found.

use super::Story;
use gatehouse_core::{EventCode, EventRow, FeatureId, HookId, Point};

impl Story {
    /// The event that led to another; none for one that nothing led to, such as the beginning of a turn.
    pub(super) fn cause(&self, n: usize) -> Option<usize> {
        let event = self.events().get(n)?;
        let named = Some(event.parent as usize).filter(|p| *p < n);
        match event.code {
            EventCode::TURN_BEGAN | EventCode::FINAL_SCORING => None,
            EventCode::COMPLETED | EventCode::WITHHELD => self.latest(n, changes_table),
            EventCode::SHEET_LINE => self.of_scoring(n, event.subject, named),
            EventCode::POINTS if event.subject != u16::MAX => self.of_scoring(n, event.subject, named),
            EventCode::CHOSEN => match self.point(event.hook) {
                Some(point) if point <= Point::FINAL_SCORE => self.of_step(n, point),
                None => self.latest(n, |e| e.code == EventCode::TILE_PLACED),
                _ => named,
            },
            _ if named.is_some_and(|p| matches!(self.events()[p].code, EventCode::CHOSEN | EventCode::CHANCE)) => named,
            _ => match self.point(event.hook) {
                Some(point) if point <= Point::FINAL_SCORE => self.of_step(n, point),
                None if named.is_none() => self.latest(n, |_| false),
                _ => named,
            },
        }
    }

    fn point(&self, hook: HookId) -> Option<Point> {
        self.rules().hooks.get(hook.index()).map(|h| h.point)
    }

    /// The last event before another, in the same turn, of which something holds; else what begins the turn.
    fn latest(&self, n: usize, wanted: impl Fn(&EventRow) -> bool) -> Option<usize> {
        let begins = self.beginning(n.checked_sub(1)?);
        let within = &self.events()[begins..n];
        Some(begins + within.iter().rposition(wanted).unwrap_or(0))
    }

    /// What leads to the hooks of a point being asked.
    fn of_step(&self, n: usize, point: Point) -> Option<usize> {
        match point {
            Point::SETUP => None,
            Point::TURN_START | Point::TILE_SOURCE => {
                self.latest(n, |e| matches!(e.code, EventCode::TURN_BEGAN | EventCode::PART_GRANTED))
            }
            Point::TILE_DRAWN | Point::PLACEMENT => {
                self.latest(n, |e| matches!(e.code, EventCode::DRAWN | EventCode::SOURCED | EventCode::TILE_PLACED))
            }
            Point::SCORED | Point::DEPART => self.of_departure(n),
            Point::LAST_ROUND | Point::FINAL_SCORE => self.latest(n, |_| false),
            _ => self.latest(n, |e| e.code == EventCode::TILE_PLACED),
        }
    }

    /// The completion of the feature that a figure leaves, or else the last completion.
    fn of_departure(&self, n: usize) -> Option<usize> {
        let moves = |m: &usize| self.seen.left.contains_key(m) && (*m == n || self.events()[*m].parent as usize == n);
        let left = (n..self.events().len().min(n + 8)).find(moves).and_then(|m| self.seen.left.get(&m));
        let own = |e: &EventRow| e.code == EventCode::COMPLETED && left.is_none_or(|f| FeatureId(e.subject) == *f);
        let found = self.latest(n, own)?;
        if own(&self.events()[found]) { Some(found) } else { self.latest(n, changes_table) }
    }

    /// The completion of a scored feature; where there was none, what the log names, or the tile that was placed.
    fn of_scoring(&self, n: usize, feature: u16, named: Option<usize>) -> Option<usize> {
        let own = |e: &EventRow| e.code == EventCode::COMPLETED && e.subject == feature;
        let found = self.latest(n, own)?;
        let event = &self.events()[found];
        if own(event) || event.code == EventCode::FINAL_SCORING {
            return Some(found);
        }
        let by_host = |p: &usize| self.point(self.events()[*p].hook).is_none_or(|point| point <= Point::AFTER_ACTION);
        match named.filter(|p| !by_host(p)) {
            Some(named) => Some(named),
            None => self.latest(n, changes_table),
        }
    }

    /// Everything that led to an event, nearest first; beginnings of turns are left out.
    pub(super) fn causes(&self, n: usize) -> Vec<usize> {
        let mut chain = Vec::new();
        let mut at = self.cause(n);
        while let Some(cause) = at {
            if !matches!(self.events()[cause].code, EventCode::TURN_BEGAN | EventCode::FINAL_SCORING) {
                chain.push(cause);
            }
            at = self.cause(cause).filter(|next| *next < cause);
        }
        chain
    }
}

/// Whether an event may complete a feature.
fn changes_table(event: &EventRow) -> bool {
    let (code, e) = (event.code, [EventCode::TILE_PLACED, EventCode::JOINED, EventCode::PARTED]);
    e.contains(&code) || code == EventCode::SEGMENT_ADDED
}
