//! Compiles what is declared about kinds into the tables of a game. The rows of tiles are compiled in `tiles.rs`.

use super::vocabulary::{Class, Index, VocabularyError};
use super::{Found, id};
use crate::rules::{Declared, Plugin, Topic, Words};
use gatehouse_core::abi::RVec;
use gatehouse_core::declare::{BearerClass, BoundedBy, Edge, Feature, Figure, Mark, Pile, Scope};
use gatehouse_core::{
    Bounds, FeatureKind, FeatureKindRow, FigureKindRow, MarkKindRow, PileId, PileKindRow, Print, SlotRow, Tables,
};

/// The tables of a game, still without tiles.
pub(super) fn compile(words: &Words, index: &Index, played: &[&Plugin], found: &mut Found) -> Tables {
    let mut refer = Refer { index, played, found };
    let mut carries = |edge: &Declared<Edge>| {
        let feature = edge.what.carries.as_ref()?;
        refer.must(Class::Edge, &edge.what.name, edge.plugin, "carries", Class::Feature, feature)
    };
    let carries: Vec<_> = words.edges.iter().map(|e| carries(e).map_or(FeatureKind::NONE, FeatureKind)).collect();
    Tables {
        tile_kinds: RVec::new(),
        segments: RVec::new(),
        links: RVec::new(),
        prints: RVec::new(),
        fits: fits(words, &mut refer).into(),
        carries: carries.into(),
        passable: words.edges.iter().map(|e| e.what.passable).collect(),
        feature_kinds: words.features.iter().map(|f| feature(&f.what)).collect(),
        figure_kinds: figures(words, &mut refer).into(),
        mark_kinds: words.marks.iter().map(mark).collect(),
        slots: words.slots.iter().map(|s| SlotRow { key: s.what.key }).collect(),
        piles: words.piles.iter().map(|p| pile(p, words, &mut refer)).collect(),
    }
}

/// Looks up the names in declarations.
struct Refer<'a> {
    index: &'a Index,
    played: &'a [&'a Plugin],
    found: &'a mut Found,
}

impl Refer<'_> {
    /// The id of a name that a declaration can't do without.
    fn must(
        &mut self,
        class: Class,
        name: &str,
        plugin: usize,
        entry: &'static str,
        of: Class,
        refers: &str,
    ) -> Option<u16> {
        let known = self.index.id(of, refers);
        if known.is_none() {
            self.found.say(VocabularyError::Reference {
                class,
                name: name.to_owned(),
                plugin: id(self.played[plugin]).to_owned(),
                entry,
                of,
                refers: refers.to_owned(),
                hint: self.index.hint(of, refers, "declare it or play with a plugin that does"),
            });
        }
        known
    }

    /// The id of a name that may belong to a plugin that is not played.
    fn may(
        &mut self,
        class: Class,
        name: &str,
        plugin: usize,
        entry: &'static str,
        of: Class,
        refers: &str,
    ) -> Option<u16> {
        let known = self.index.id(of, refers);
        if known.is_none() {
            let plugin = id(self.played[plugin]);
            let text = format!(
                "`{entry}` of the {class} `{name}` of plugin `{plugin}` has the {of} `{refers}`, \
                 which no plugin played declares"
            );
            self.found.note(Topic::Idle, text);
        }
        known
    }
}

fn pile(declared: &Declared<Pile>, words: &Words, refer: &mut Refer<'_>) -> PileKindRow {
    let Declared { plugin, what } = declared;
    let Some(into) = &what.mixed_into else { return PileKindRow { mixed_into: PileId::NONE } };
    let found = refer.must(Class::Pile, &what.name, *plugin, "mixed_into", Class::Pile, into);
    if words.piles.iter().any(|p| p.what.name == *into && p.what.mixed_into.is_some()) {
        let (name, plugin, into) = (what.name.clone(), id(refer.played[*plugin]).to_owned(), into.clone());
        refer.found.say(VocabularyError::Mixed { name, plugin, into });
    }
    PileKindRow { mixed_into: found.map_or(PileId::NONE, PileId) }
}

/// Which edge kinds fit which: what either of two says holds for both.
fn fits(words: &Words, refer: &mut Refer<'_>) -> Vec<u16> {
    let n = words.edges.len().min(Class::Edge.limit());
    let mut fits = vec![0u16; words.edges.len()];
    let mut join = |a: usize, b: usize| {
        fits[a] |= 1 << b;
        fits[b] |= 1 << a;
    };
    for (a, edge) in words.edges.iter().enumerate().take(n) {
        for other in &edge.what.fits {
            if other == "*" {
                (0..n).for_each(|b| join(a, b));
            } else if let Some(b) = refer.may(Class::Edge, &edge.what.name, edge.plugin, "fits", Class::Edge, other) {
                join(a, b.into());
            }
        }
    }
    fits
}

fn feature(feature: &Feature) -> FeatureKindRow {
    FeatureKindRow {
        final_key: feature.final_key,
        bounds: match feature.bounded {
            BoundedBy::Sides => Bounds::SIDES,
            BoundedBy::Halves => Bounds::HALVES,
            BoundedBy::Surroundings => Bounds::SURROUNDINGS,
        },
        completes: feature.completes,
        overlay: feature.overlay,
    }
}

/// All figure kinds, where each may stand by its own declaration and by that of the feature kinds.
fn figures(words: &Words, refer: &mut Refer<'_>) -> Vec<FigureKindRow> {
    let own: Vec<_> = words.figures.iter().map(|f| figure(f, refer)).collect();
    let mut rows = own.clone();
    for (n, declared) in words.features.iter().enumerate().filter(|(_, f)| !f.what.like.is_empty()) {
        let name = &declared.what.name;
        let mut kind = |like| refer.must(Class::Feature, name, declared.plugin, "like", Class::Feature, like);
        let all = declared.what.like.iter().fold(0, |all, like| all | kind(like).map_or(0, |kind| 1 << kind));
        for (row, _) in rows.iter_mut().zip(&own).filter(|(_, own)| own.stands_on & all == all) {
            row.stands_on |= 1u32.checked_shl(n as u32).unwrap_or(0);
        }
    }
    rows
}

fn figure(declared: &Declared<Figure>, refer: &mut Refer<'_>) -> FigureKindRow {
    let Declared { plugin, what } = declared;
    let mut must = |entry, of, name: &Option<String>| {
        name.as_ref().and_then(|n| refer.must(Class::Figure, &what.name, *plugin, entry, of, n))
    };
    let weight_print = must("weight_print", Class::Print, &what.weight_print);
    let slot = must("slot", Class::Slot, &what.slot).and_then(|slot| u8::try_from(slot).ok());
    let mut stands_on = 0;
    for kind in &what.stands_on {
        let kind = refer.may(Class::Figure, &what.name, *plugin, "stands_on", Class::Feature, kind);
        stands_on |= kind.map_or(0, |kind| 1 << kind);
    }
    // What counts for majority counts as one unless something else is said.
    let weight = what.weight.unwrap_or(i16::from(what.meeple));
    FigureKindRow {
        stands_on,
        weight: if weight_print.is_some() { 0 } else { weight },
        weight_print: weight_print.map_or(Print::NONE, Print),
        meeple: what.meeple,
        neutral: what.neutral,
        // The first slot is every figure's unless it says another, so naming it says nothing.
        slot: slot.filter(|s| *s > 0).unwrap_or(u8::MAX),
    }
}

fn mark(declared: &Declared<Mark>) -> MarkKindRow {
    let Declared { plugin, what } = declared;
    MarkKindRow {
        bearer: match what.bearer {
            BearerClass::Game => 0,
            BearerClass::Player => 1,
            BearerClass::Tile => 2,
            BearerClass::Segment => 3,
            BearerClass::Figure => 4,
        },
        scope: match what.scope {
            Scope::Game => 0,
            Scope::Part => 1,
            Scope::Turn => 2,
        },
        clear_on_move: what.clear_on_move,
        clear_on_return: what.clear_on_return,
        // More plugins than that are a finding.
        plugin: u16::try_from(*plugin).unwrap_or(u16::MAX),
    }
}
