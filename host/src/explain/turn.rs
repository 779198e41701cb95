//! What happened in a turn, as a tree of causes.

use super::{Answer, ExplainError, Node, Span, Story};
use std::collections::BTreeMap;
use std::ops::Range;

impl Story {
    /// What happened in a part of the game: each event below the one that led to it, with its hook and rule.
    ///
    /// # Errors
    /// The game has no such part.
    pub fn told(&self, span: Span) -> Result<Answer, ExplainError> {
        Ok(self.told_of(self.events_of(span)?))
    }

    /// What happened from an event on.
    pub fn told_since(&self, event: usize) -> Answer {
        let events = self.events().len();
        self.told_of(event.min(events)..events)
    }

    fn told_of(&self, range: Range<usize>) -> Answer {
        let mut below: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
        for n in range.clone().filter(|n| self.seen.texts[*n].is_some()) {
            below.entry(self.shown_cause(n).filter(|p| range.contains(p))).or_default().push(n);
        }
        Answer { nodes: self.nodes(&below, None) }
    }

    fn nodes(&self, below: &BTreeMap<Option<usize>, Vec<usize>>, of: Option<usize>) -> Vec<Node> {
        let own = below.get(&of).into_iter().flatten();
        own.filter_map(|n| Some(self.node(*n)?.with(self.nodes(below, Some(*n))))).collect()
    }

    /// An event in its words with hook and rule.
    pub(super) fn node(&self, n: usize) -> Option<Node> {
        let (text, event) = (self.seen.texts.get(n)?.clone()?, self.events().get(n)?);
        Some(Node::new(text).by(event.hook, event.rule))
    }

    /// The nearest cause that is told.
    fn shown_cause(&self, n: usize) -> Option<usize> {
        let mut at = self.cause(n).filter(|c| *c < n);
        while let Some(cause) = at.filter(|c| self.seen.texts[*c].is_none()) {
            at = self.cause(cause).filter(|c| *c < cause);
        }
        at
    }

    /// What led to an event, nearest first, as sentences that say so.
    pub(super) fn because(&self, n: usize) -> Vec<Node> {
        let told = self.causes(n).into_iter().filter_map(|c| self.node(c));
        told.map(|node| Node { text: format!("because {}", node.text), ..node }).collect()
    }
}
