//! Whose pieces lie where: which plugins declared something that a segment, a feature or a figure carries.
//!
//! A piece of a plugin is what rules can tell apart: a print, a link, an edge, a kind of feature or of figure, or a mark
//! that it declares. A tile that merely comes in its set and shows nothing of it is as good as any other, and so no piece.

use crate::engine::{Game, Opening};
use crate::rules::{Declared, Rules};
use gatehouse_core::{
    BearerKind, FeatureId, FeatureKind, FigureKind, HookId, LinkKind, MarkKind, Rotation, SegmentId, Side, TileId,
    TileKindRow,
};

/// A set of played expansions: bit n is the place n in [`Rules::plugins`]. The base is in no set, nor is a plugin from
/// the 64th on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct PluginSet(pub u64);

impl PluginSet {
    /// No plugin.
    pub const NONE: PluginSet = PluginSet(0);

    /// The plugins of both sets.
    #[must_use]
    pub const fn with(self, other: PluginSet) -> PluginSet {
        PluginSet(self.0 | other.0)
    }

    /// How many there are.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether nothing is in it.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its members in the order of the plan.
    pub fn iter(self) -> impl Iterator<Item = usize> {
        let mut rest = self.0;
        std::iter::from_fn(move || {
            let next = (rest != 0).then(|| rest.trailing_zeros() as usize);
            rest &= rest.wrapping_sub(1);
            next
        })
    }
}

/// Whose everything is that a game can hold, by id.
#[derive(Clone, Debug, Default)]
pub struct Pieces {
    /// Per printed segment of the tables: its kind, prints, links and edges.
    printed: Vec<PluginSet>,
    edges: Vec<PluginSet>,
    features: Vec<PluginSet>,
    figures: Vec<PluginSet>,
    marks: Vec<PluginSet>,
    links: Vec<PluginSet>,
    hooks: Vec<PluginSet>,
    /// Whether any edge is an expansion's.
    has_edges: bool,
}

impl Pieces {
    /// Compiles them for the games of an opening.
    pub fn new(opening: &Opening) -> Pieces {
        let rules = opening.rules();
        let words = &rules.words;
        let mut pieces = Pieces {
            printed: Vec::new(),
            edges: sets(rules, &words.edges),
            features: sets(rules, &words.features),
            figures: sets(rules, &words.figures),
            marks: sets(rules, &words.marks),
            links: sets(rules, &words.links),
            hooks: rules.hooks.iter().map(|h| set(rules, h.plugin)).collect(),
            has_edges: false,
        };
        pieces.has_edges = pieces.edges.iter().any(|e| !e.is_empty());
        let prints = sets(rules, &words.prints);
        let tables = opening.tables();
        pieces.printed = tables.segments.iter().map(|s| of(&pieces.features, s.kind.index())).collect();
        for kind in &tables.tile_kinds {
            let first = kind.first_segment as usize;
            for n in 0..usize::from(kind.segments) {
                let Some(row) = tables.segments.get(first + n) else { continue };
                let all = Side::ALL.into_iter();
                let own = all.filter(|s| row.sides.has(*s) || usize::from(kind.behind[s.index()]) == n);
                own.for_each(|s| pieces.add(first + n, of(&pieces.edges, kind.edges[s.index()].index())));
                (0..64).filter(|p| row.prints >> p & 1 != 0).for_each(|p| pieces.add(first + n, of(&prints, p)));
            }
            for link in tables.links.iter().skip(kind.first_link.into()).take(kind.links.into()) {
                let whose = of(&pieces.links, link.kind.index());
                [link.a, link.b].into_iter().for_each(|n| pieces.add(first + usize::from(n), whose));
            }
        }
        pieces
    }

    fn add(&mut self, segment: usize, whose: PluginSet) {
        if let Some(own) = self.printed.get_mut(segment) {
            *own = own.with(whose);
        }
    }

    /// Whose a hook is.
    pub fn of_hook(&self, hook: HookId) -> PluginSet {
        of(&self.hooks, hook.index())
    }

    /// Whose a kind of figure is.
    pub fn of_figure_kind(&self, kind: FigureKind) -> PluginSet {
        of(&self.figures, kind.index())
    }

    /// Whose a kind of mark is.
    pub fn of_mark_kind(&self, kind: MarkKind) -> PluginSet {
        of(&self.marks, kind.index())
    }

    /// Whose a kind of link is.
    pub fn of_link_kind(&self, kind: LinkKind) -> PluginSet {
        of(&self.links, kind.index())
    }

    /// Whose a kind of feature is.
    pub fn of_feature_kind(&self, kind: FeatureKind) -> PluginSet {
        of(&self.features, kind.index())
    }

    /// What a printed segment carries, by its place on a kind of tile.
    pub fn of_printed(&self, kind: &TileKindRow, segment: usize) -> PluginSet {
        of(&self.printed, kind.first_segment as usize + segment)
    }

    /// What the edge of a kind of tile is that lies at `side` once it is turned.
    pub fn of_edge(&self, kind: &TileKindRow, rotation: Rotation, side: Side) -> PluginSet {
        if !self.has_edges {
            return PluginSet::NONE;
        }
        let printed = side.rotated(Rotation((4 - rotation.0 % 4) % 4));
        of(&self.edges, kind.edges[printed.index()].index())
    }

    /// What is printed on a segment of the board.
    pub fn of_segment(&self, game: &Game, segment: SegmentId) -> PluginSet {
        let board = game.board();
        let Some(row) = board.segments.get(segment.index()) else { return PluginSet::NONE };
        let kind = &game.opening().tables().tile_kinds[board.tiles[row.tile.index()].kind.index()];
        if u16::from(row.index) < kind.segments {
            self.of_printed(kind, row.index.into())
        } else {
            self.of_feature_kind(row.kind)
        }
    }

    /// What is printed on a feature: on its segments, by rules' own joins, and the edges that face it.
    pub fn of_feature(&self, game: &Game, feature: FeatureId) -> PluginSet {
        let view = game.view(0);
        let mut found = PluginSet::NONE;
        for segment in view.segments_of(feature) {
            found = found.with(self.of_segment(game, segment));
            if self.has_edges {
                let row = view.segment(segment);
                row.sides.iter().for_each(|side| found = found.with(self.facing(game, row.tile, side)));
            }
        }
        let own = |s: SegmentId| view.feature_of(s) == feature;
        view.joins().filter(|(_, j)| own(j.a)).fold(found, |found, (_, j)| found.with(self.of_link_kind(j.kind)))
    }

    /// What the edge is that lies against a side of a tile.
    fn facing(&self, game: &Game, tile: TileId, side: Side) -> PluginSet {
        let view = game.view(0);
        let Some(other) = view.beside(tile, side) else { return PluginSet::NONE };
        let row = view.tile(other);
        self.of_edge(view.tile_kind(row.kind), row.rotation, side.opposite())
    }

    /// Whose the figures on a feature are, and the marks on them and on its segments.
    pub fn of_figures_on(&self, game: &Game, feature: FeatureId) -> PluginSet {
        let (view, board) = (game.view(0), game.board());
        let whose = |kind: FigureKind| self.of_figure_kind(kind);
        let figures = view.figures_on(feature).fold(PluginSet::NONE, |all, (_, f)| all.with(whose(f.kind)));
        let on = |on: Option<SegmentId>| on.is_some_and(|s| view.feature_of(s) == feature);
        let marks = board.marks.iter().filter(|m| m.kind.is_some()).filter(|m| match m.on.kind() {
            BearerKind::Figure(id) => on(board.figure(id).and_then(|f| f.place.on_segment())),
            BearerKind::Segment(segment) => on(Some(segment)),
            _ => false,
        });
        marks.fold(figures, |all, m| all.with(self.of_mark_kind(m.kind)))
    }
}

fn of(list: &[PluginSet], n: usize) -> PluginSet {
    list.get(n).copied().unwrap_or_default()
}

/// The set of one plugin; none for the base.
fn set(rules: &Rules, plugin: usize) -> PluginSet {
    let is_base = rules.plugins.get(plugin).is_none_or(|p| p.plugin.declaration.plugin.base);
    if is_base { PluginSet::NONE } else { PluginSet(1u64.checked_shl(plugin as u32).unwrap_or(0)) }
}

fn sets<T>(rules: &Rules, declared: &[Declared<T>]) -> Vec<PluginSet> {
    declared.iter().map(|d| set(rules, d.plugin)).collect()
}
