//! Compiles the tiles of the plugins played, and checks them.

use super::vocabulary::{Class, Index};
use super::{Found, id};
use crate::rules::{Plugin, TileWord, Words};
use gatehouse_core::declare::{BoundedBy, Replaced};
use gatehouse_core::tiles::{EdgeRules, Lint, PrintCount, Tile, lint};
use gatehouse_core::{
    Bounds, EdgeKind, FeatureKind, LinkKind, PileId, Pos, Print, PrintRow, PrintedLinkRow, PrintedSegmentRow, Tables,
    TileKind, TileKindRow,
};
use std::collections::{BTreeMap, BTreeSet};

/// Why the tiles of the plugins played can't be used.
#[derive(thiserror::Error, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs, reason = "the message of a variant says what it holds")]
pub enum TileError {
    /// A tile contradicts itself.
    #[error("in a tile file of plugin `{plugin}`, tile {tile} (line {line}): {message}")]
    Lint { plugin: String, line: usize, tile: String, message: String },
    /// Two tiles have the same id or alias.
    #[error(
        "`{name}` names a tile of plugin `{one}` (line {at}) and one of plugin `{other}` (line {line}): rename one"
    )]
    Name { name: String, one: String, at: usize, other: String, line: usize },
    /// The pile of a tile is not declared.
    #[error(
        "tile {tile} (line {line}) of plugin `{plugin}` belongs to the pile `{pile}`, which nobody declares: {hint}"
    )]
    Pile { plugin: String, line: usize, tile: String, pile: String, hint: String },
    /// Two tiles start on one cell.
    #[error("tiles {one} and {other} both start at {at}: leave one plugin out or move one")]
    Start { one: String, other: String, at: String },
    /// Two plugins replace the start tiles of all others.
    #[error("plugins `{one}` and `{other}` both replace the start tiles of all others: leave one of them out")]
    Replace { one: String, other: String },
    /// A plugin replaces the start tiles of others and has none.
    #[error(
        "plugin `{plugin}` replaces the start tiles of all others, but none of its tiles has a `start`: \
         give one a cell or leave `replaces_start` out"
    )]
    NoStart { plugin: String },
    /// A tile has more segments than rows number.
    #[error(
        "tile {tile} (line {line}) of plugin `{plugin}` has {count} segments, but a tile has at most {MOST_SEGMENTS}"
    )]
    Segments { plugin: String, line: usize, tile: String, count: usize },
    /// There are more of something than ids.
    #[error(
        "the tiles of all plugins have {count} {what}, but a game has at most {}: play with fewer plugins",
        u16::MAX
    )]
    Limit { what: &'static str, count: usize },
}

/// The most segments a tile can have: a place among them has eight bits, and 255 is none.
const MOST_SEGMENTS: usize = 254;

/// The tiles that lie on the table from the start.
#[derive(Default)]
pub(super) struct Start {
    /// Each with its cell, in the order of laying.
    pub(super) tiles: Vec<(TileKind, Pos)>,
    /// Those of which they put a copy into the box.
    pub(super) boxed: Vec<TileKind>,
}

/// Compiles all tiles into `tables`, `words` and `index`; gives those that lie on the table from the start.
///
/// They are linted only if `sound`: else each would complain about what is wrong with the vocabulary.
pub(super) fn compile(
    played: &[&Plugin],
    sound: bool,
    words: &mut Words,
    index: &mut Index,
    tables: &mut Tables,
    found: &mut Found,
) -> Start {
    if sound {
        for plugin in played {
            for Lint { tile, line, message } in lint(&plugin.tiles, &Edges(words)) {
                found.say(TileError::Lint { plugin: id(plugin).to_owned(), line, tile, message });
            }
        }
    }
    names(played, found);
    let replacing = replacing(played, found);
    let mut boxed = Vec::new();
    let mut start: BTreeMap<Pos, usize> = BTreeMap::new();
    for (plugin, tile) in played.iter().enumerate().flat_map(|(n, p)| p.tiles.iter().map(move |t| (n, t))) {
        let n = words.tiles.len();
        for name in [&tile.id].into_iter().chain(&tile.aliases) {
            index.add(Class::Tile, name, n);
        }
        let replaced = replacing.filter(|(other, _)| *other != plugin && tile.start.is_some());
        if replaced.is_some_and(|(_, to)| to == Replaced::Box) {
            boxed.push(TileKind(row(n)));
        }
        if let Some(pos) = tile.start.filter(|_| replaced.is_none())
            && let Some(other) = start.insert(pos, n)
        {
            let (one, other) = (words.tiles[other].tile.id.clone(), tile.id.clone());
            found.say(TileError::Start { one, other, at: pos.to_string() });
        }
        let owner = id(played[plugin]);
        let inert = if tile.segments.len() > MOST_SEGMENTS {
            let (plugin, tile, line, count) = (owner.to_owned(), tile.id.clone(), tile.line, tile.segments.len());
            found.say(TileError::Segments { plugin, line, tile, count });
            Vec::new()
        } else {
            Printer { words, index, tables, inert: BTreeSet::new() }.tile(tile)
        };
        let pile = pile(tile, owner, index, found);
        words.tiles.push(TileWord { plugin, tile: tile.clone(), pile, inert });
    }
    limits(words, tables, found);
    let mut tiles: Vec<_> = start.into_iter().map(|(pos, n)| (TileKind(row(n)), pos)).collect();
    tiles.sort_unstable();
    Start { tiles, boxed }
}

/// The plugin whose start tiles are the only ones, if there is one, and where those of the others go.
fn replacing(played: &[&Plugin], found: &mut Found) -> Option<(usize, Replaced)> {
    let to = |plugin: &Plugin| plugin.declaration.plugin.replaces_start;
    let all: Vec<_> = played.iter().enumerate().filter_map(|(n, p)| Some((n, to(p)?))).collect();
    for &(n, _) in all.iter().filter(|(n, _)| played[*n].tiles.iter().all(|t| t.start.is_none())) {
        found.say(TileError::NoStart { plugin: id(played[n]).to_owned() });
    }
    for pair in all.windows(2) {
        let [one, other] = [pair[0], pair[1]].map(|(n, _)| id(played[n]).to_owned());
        found.say(TileError::Replace { one, other });
    }
    all.first().copied()
}

/// The edge kinds as the lint asks for them.
struct Edges<'a>(&'a Words);

impl EdgeRules for Edges<'_> {
    fn carries(&self, letter: char) -> Option<Option<&str>> {
        self.0.edges.iter().find(|e| e.what.letter == letter).map(|e| e.what.carries.as_deref())
    }

    fn strips(&self, letter: char) -> bool {
        self.0.edges.iter().any(|e| e.what.letter == letter && e.what.strips)
    }

    fn passable(&self, letter: char) -> bool {
        self.0.edges.iter().any(|e| e.what.letter == letter && e.what.passable)
    }

    fn bounds(&self, kind: &str) -> Option<(BoundedBy, bool)> {
        self.0.features.iter().find(|f| f.what.name == kind).map(|f| (f.what.bounded, f.what.overlay))
    }
}

/// Ids and aliases share one list over all plugins.
fn names(played: &[&Plugin], found: &mut Found) {
    let mut seen: BTreeMap<&str, (&str, &Tile)> = BTreeMap::new();
    for (plugin, tile) in played.iter().flat_map(|p| p.tiles.iter().map(|t| (id(p), t))) {
        for name in [&tile.id].into_iter().chain(&tile.aliases) {
            let Some((one, first)) = seen.get(name.as_str()).copied() else {
                seen.insert(name, (plugin, tile));
                continue;
            };
            // The lint says that of two ids in one plugin.
            if one != plugin || *name != first.id || *name != tile.id {
                found.say(TileError::Name {
                    name: name.clone(),
                    one: one.to_owned(),
                    at: first.line,
                    other: plugin.to_owned(),
                    line: tile.line,
                });
            }
        }
    }
}

/// Appends the rows of one tile.
struct Printer<'a> {
    words: &'a Words,
    index: &'a Index,
    tables: &'a mut Tables,
    /// The words on the tile that nobody declares.
    inert: BTreeSet<String>,
}

impl Printer<'_> {
    fn tile(mut self, tile: &Tile) -> Vec<String> {
        let [s, l, p] = [self.tables.segments.len(), self.tables.links.len(), self.tables.prints.len()];
        let places = self.segments(tile);
        let whole = self.prints(&tile.prints, u8::MAX);
        self.links(tile, &places);
        let mut behind = [u8::MAX; 4];
        for passage in &tile.passages {
            behind[passage.side.index()] = place(&places, passage.segment).unwrap_or(u8::MAX);
        }
        let segments = &self.tables.segments.as_slice()[s..];
        let bounds = |s: &PrintedSegmentRow| self.tables.feature_kinds.get(s.kind.index()).map(|kind| kind.bounds);
        let kind = TileKindRow {
            edges: tile.edges.map(|letter| self.edge(letter)),
            prints: segments.iter().fold(whole, |all, s| all | s.prints),
            first_segment: row(s),
            segments: row(segments.len()),
            first_link: row(l),
            links: row(self.tables.links.len() - l),
            first_print: row(p),
            print_rows: row(self.tables.prints.len() - p),
            behind,
            surrounded: segments.iter().any(|s| bounds(s) == Some(Bounds::SURROUNDINGS)),
        };
        self.tables.tile_kinds.push(kind);
        self.inert.into_iter().collect()
    }

    fn known(&mut self, class: Class, name: &str) -> Option<u16> {
        let known = self.index.id(class, name);
        if known.is_none() {
            self.inert.insert(name.to_owned());
        }
        known
    }

    /// The edge kind with a letter; the lint refuses a tile with any other letter.
    fn edge(&self, letter: char) -> EdgeKind {
        self.words.edges.iter().position(|e| e.what.letter == letter).map_or(EdgeKind::NONE, |n| EdgeKind(row(n)))
    }

    /// Appends the segments of declared kinds; gives for each printed one the place it has among them.
    fn segments(&mut self, tile: &Tile) -> Vec<Option<u8>> {
        let mut next = 0;
        let mut places = Vec::with_capacity(tile.segments.len());
        for segment in &tile.segments {
            let Some(kind) = self.known(Class::Feature, &segment.kind) else {
                places.push(None);
                continue;
            };
            let prints = self.prints(&segment.prints, next);
            let open = segment.prints.iter().filter(|p| self.keeps_open(p)).map(|p| p.count);
            let row = PrintedSegmentRow {
                prints,
                kind: FeatureKind(kind),
                sides: segment.sides,
                halves: segment.halves,
                keeps_open: open.fold(0, u8::saturating_add),
            };
            self.tables.segments.push(row);
            places.push(Some(next));
            next += 1;
        }
        places
    }

    fn keeps_open(&self, print: &PrintCount) -> bool {
        self.words.prints.iter().any(|p| p.what.name == print.name && p.what.keeps_open)
    }

    /// Appends the declared ones of these prints; gives them as bits.
    fn prints(&mut self, prints: &[PrintCount], segment: u8) -> u64 {
        let mut bits = 0;
        for print in prints {
            if let Some(id) = self.known(Class::Print, &print.name) {
                bits |= 1 << id;
                self.tables.prints.push(PrintRow { print: Print(id), segment, count: print.count });
            }
        }
        bits
    }

    /// Appends the links of declared kinds between segments of declared kinds.
    fn links(&mut self, tile: &Tile, places: &[Option<u8>]) {
        for link in &tile.links {
            let kind = self.known(Class::Link, &link.kind).map(LinkKind);
            if let (Some(kind), Some(a), Some(b)) = (kind, place(places, link.a), place(places, link.b)) {
                self.tables.links.push(PrintedLinkRow { kind, a, b });
            }
        }
    }
}

fn place(places: &[Option<u8>], segment: usize) -> Option<u8> {
    places.get(segment).copied().flatten()
}

fn pile(tile: &Tile, plugin: &str, index: &Index, found: &mut Found) -> PileId {
    let Some(pile) = &tile.pile else { return PileId(0) };
    index.id(Class::Pile, pile).map_or_else(
        || {
            found.say(TileError::Pile {
                plugin: plugin.to_owned(),
                line: tile.line,
                tile: tile.id.clone(),
                pile: pile.clone(),
                hint: index.hint(Class::Pile, pile, "declare it with a `[[pile]]`"),
            });
            PileId::NONE
        },
        PileId,
    )
}

/// A row number as the tables have it. What is too large for them is refused by [`limits`].
fn row(n: usize) -> u16 {
    u16::try_from(n).unwrap_or(u16::MAX)
}

fn limits(words: &Words, tables: &Tables, found: &mut Found) {
    let copies = words.tiles.iter().map(|t| usize::from(t.tile.count)).sum();
    for (what, count) in [
        ("kinds", tables.tile_kinds.len()),
        ("copies", copies),
        ("segments", tables.segments.len()),
        ("links", tables.links.len()),
        ("prints", tables.prints.len()),
    ] {
        if count > u16::MAX.into() {
            found.say(TileError::Limit { what, count });
        }
    }
}
