//! The naive engine: an oracle that shares no code with the real one.
//!
//! It keeps nothing but the tiles that lie, the meeples that stand and the points that were given.
//! Everything else is worked out anew from the tile data whenever somebody asks: placements by
//! trying every cell in all four rotations, features by flood fill, points from the features. That
//! is slow, and plain enough to be checked by reading. Its rules are hard-coded on purpose: the
//! base game and the edges of the city gates. What other expansions move is moved from outside, by
//! [`Naive::relocate`] between [`Naive::award`] and [`Naive::send_home`].

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Deserialize;

/// A cell of the table: x grows to the east, y to the south.
pub type Cell = (i16, i16);

/// A segment that lies on the table: x, y and its index in the printed order of its tile.
pub type Place = (i16, i16, usize);

/// One feature as the flood fill found it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct NaiveFeature {
    /// What it is, in the word of the tile data, such as `road` or `city`.
    pub kind: String,
    /// All segments that belong to it, sorted.
    pub places: Vec<Place>,
    /// How many distinct tiles these segments lie on.
    pub tiles: usize,
    /// How many pennants are printed on these segments.
    pub pennants: usize,
    /// How many of its sides (of a field: half-edges; of a monastery or garden: surrounding cells)
    /// face or are an empty cell.
    pub open_ends: usize,
    /// Whether it is completed, which a field never is.
    pub complete: bool,
}

/// A table with tiles and meeples whose features are recomputed on every question.
#[derive(Clone, Debug)]
pub struct Naive {
    printed: Arc<BTreeMap<String, Tile>>,
    two_tile_city: i32,
    board: BTreeMap<Cell, Tile>,
    last: Option<Cell>,
    /// Who stands where, in no order, with one entry per meeple.
    meeples: Vec<(usize, Place)>,
    scores: Vec<i32>,
}

/// How many meeples each player starts with.
const SUPPLY: usize = 7;

/// The kinds of segment on which a normal meeple may be placed.
const MEEPLE_KINDS: [&str; 4] = ["road", "city", "monastery", "field"];

/// The step across each side, clockwise from north.
const STEPS: [Cell; 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// Where a segment can reach the border of its tile: a side, or a half-edge if it is a field. The
/// rest of this file names a port by its index in this list.
const PORTS: [&str; 12] = ["N", "E", "S", "W", "n1", "n2", "e1", "e2", "s1", "s2", "w1", "w2"];

/// The side that each port lies on.
const SIDE: [usize; 12] = [0, 1, 2, 3, 0, 0, 1, 1, 2, 2, 3, 3];

/// Where a clockwise quarter turn brings each port: N to E, n1 to e1 and so on.
const TURNED: [usize; 12] = [1, 2, 3, 0, 6, 7, 8, 9, 10, 11, 4, 5];

/// The neighbour's port that lies against each port: S against N, s2 against n1 and so on.
const FACING: [usize; 12] = [2, 3, 0, 1, 9, 8, 11, 10, 5, 4, 7, 6];

#[derive(Deserialize)]
struct TileFile {
    tile: Vec<TileEntry>,
}

#[derive(Deserialize)]
struct TileEntry {
    id: String,
    edges: String,
    segments: Vec<String>,
    #[serde(default)]
    links: Vec<String>,
    #[serde(default)]
    prints: Vec<String>,
}

/// A tile, as it is printed or as it lies on the board.
#[derive(Clone, Debug)]
struct Tile {
    edges: Vec<char>,
    segments: Vec<Segment>,
    /// Pairs of segments of which the first, a field, touches the second, a city.
    touches: Vec<(usize, usize)>,
    /// Whether its city is worth four points once and for all.
    closed_city: bool,
}

#[derive(Clone, Debug)]
struct Segment {
    kind: String,
    ports: Vec<usize>,
    pennants: usize,
}

impl Tile {
    fn read(entry: &TileEntry) -> Tile {
        let segments: Vec<Segment> = entry.segments.iter().map(|s| Segment::read(s)).collect();
        let links = entry.links.iter();
        let tile = Tile {
            edges: entry.edges.chars().collect(),
            touches: links.filter_map(|l| read_touch(l, &segments)).collect(),
            closed_city: entry.prints.iter().any(|print| print == "closed-city"),
            segments,
        };
        assert_eq!(tile.edges.len(), 4, "{} has four edges", entry.id);
        tile
    }

    /// The tile after some clockwise quarter turns.
    fn turned(&self, rotation: u8) -> Tile {
        let mut tile = self.clone();
        for _ in 0..rotation {
            tile.edges.rotate_right(1);
            for port in tile.segments.iter_mut().flat_map(|s| &mut s.ports) {
                *port = TURNED[*port];
            }
        }
        tile
    }

    /// The segment of this kind that reaches this port.
    fn segment_at(&self, kind: &str, port: usize) -> Option<usize> {
        let mut segments = self.segments.iter();
        segments.position(|s| s.kind == kind && s.ports.contains(&port))
    }
}

impl Segment {
    /// Reads `<kind> <sides or half-edges> [prints]`.
    fn read(text: &str) -> Segment {
        let mut words = text.split_whitespace();
        let mut segment = Segment { kind: words.next().unwrap_or_default().to_owned(), ports: Vec::new(), pennants: 0 };
        for word in words {
            if word == "pennant" {
                segment.pennants += 1;
            } else if let Some(number) = word.strip_prefix("pennant*") {
                segment.pennants += number.parse::<usize>().expect("a number of pennants");
            } else if word.chars().all(|letter| "NESW".contains(letter)) {
                let letters = word.chars().map(String::from);
                segment.ports.extend(letters.filter_map(|l| port(&l)));
            } else {
                segment.ports.extend(port(word));
            }
        }
        segment
    }
}

fn port(name: &str) -> Option<usize> {
    PORTS.iter().position(|&port| port == name)
}

/// Reads `touches field.0 city.1` as two indices into `segments`; other links are left out.
fn read_touch(link: &str, segments: &[Segment]) -> Option<(usize, usize)> {
    let (field, city) = link.strip_prefix("touches ")?.split_once(' ')?;
    let find = |name: &str| {
        let (kind, number) = name.split_once('.').unwrap_or((name, "0"));
        let mut same_kind = (0..segments.len()).filter(|&index| segments[index].kind == kind);
        same_kind.nth(number.parse().ok()?)
    };
    Some((find(field)?, find(city)?))
}

/// Whether two edges may lie against each other.
fn fits(one: char, other: char) -> bool {
    match (one, other) {
        ('G', edge) | (edge, 'G') => matches!(edge, 'F' | 'R' | 'G'),
        _ => one == other,
    }
}

fn across((x, y): Cell, side: usize) -> Cell {
    (x + STEPS[side].0, y + STEPS[side].1)
}

/// The eight cells around a cell.
fn around((x, y): Cell) -> BTreeSet<Cell> {
    let rows = [y - 1, y, y + 1].into_iter();
    let square = rows.flat_map(|row| [(x - 1, row), (x, row), (x + 1, row)]);
    square.filter(|&cell| cell != (x, y)).collect()
}

/// The distinct cells in which some places lie.
fn cells_of<'a>(places: impl IntoIterator<Item = &'a Place>) -> BTreeSet<Cell> {
    places.into_iter().map(|&(x, y, _)| (x, y)).collect()
}

/// Tiles and meeples. Nothing here asks whether a move is allowed: `placements` and `spots` say so.
impl Naive {
    /// An empty table with the tiles of these files (the contents of `tiles.toml`), whose ids are
    /// unique over all of them; a completed city of two tiles is worth `two_tile_city`, 4 or 2.
    ///
    /// # Panics
    ///
    /// If a text is no tile file.
    pub fn new(texts: &[&str], players: usize, two_tile_city: i32) -> Naive {
        let mut printed = BTreeMap::new();
        for text in texts {
            let file: TileFile = toml::from_str(text).expect("a tile file");
            printed.extend(file.tile.iter().map(|e| (e.id.clone(), Tile::read(e))));
        }
        Naive {
            printed: Arc::new(printed),
            two_tile_city,
            board: BTreeMap::new(),
            last: None,
            meeples: Vec::new(),
            scores: vec![0; players],
        }
    }

    /// Lays a tile down after `rotation` clockwise quarter turns.
    ///
    /// # Panics
    ///
    /// If no tile has this id or the cell is taken.
    pub fn place(&mut self, tile: &str, x: i16, y: i16, rotation: u8) {
        let turned = self.printed(tile).turned(rotation);
        let before = self.board.insert((x, y), turned);
        assert!(before.is_none(), "({x}, {y}) is empty");
        self.last = Some((x, y));
    }

    /// Puts a meeple of a player's supply on a segment.
    ///
    /// # Panics
    ///
    /// If the supply is empty, or there is no such player or segment.
    pub fn stand(&mut self, player: usize, x: i16, y: i16, segment: usize) {
        assert!(player < self.scores.len(), "player {player} plays");
        assert!(self.supply(player) > 0, "player {player} has a meeple");
        self.assert_lies((x, y, segment));
        self.meeples.push((player, (x, y, segment)));
    }

    /// Moves one meeple of a player from one segment to another.
    ///
    /// # Panics
    ///
    /// If the player has no meeple at `from`, or there is no segment `to`.
    pub fn relocate(&mut self, player: usize, from: Place, to: Place) {
        self.assert_lies(to);
        let index = self.meeples.iter().position(|&m| m == (player, from));
        self.meeples[index.expect("a meeple to move")].1 = to;
    }

    /// How many meeples a player has in the supply.
    pub fn supply(&self, player: usize) -> usize {
        SUPPLY - self.meeples.iter().filter(|m| m.0 == player).count()
    }

    /// All meeples on the table, sorted, as player, x, y, segment; two on a segment are two entries.
    pub fn meeples(&self) -> Vec<(usize, i16, i16, usize)> {
        let meeples = self.meeples.iter();
        let mut meeples: Vec<_> = meeples.map(|&(p, (x, y, s))| (p, x, y, s)).collect();
        meeples.sort_unstable();
        meeples
    }

    fn printed(&self, tile: &str) -> &Tile {
        let known = self.printed.get(tile);
        known.unwrap_or_else(|| panic!("{tile} is a tile"))
    }

    fn segment(&self, (x, y, index): Place) -> &Segment {
        &self.board[&(x, y)].segments[index]
    }

    fn assert_lies(&self, (x, y, index): Place) {
        let tile = self.board.get(&(x, y));
        let lies = tile.is_some_and(|tile| index < tile.segments.len());
        assert!(lies, "segment {index} lies on ({x}, {y})");
    }
}

/// What may be done.
impl Naive {
    /// Every cell and rotation in which a tile may be placed; on an empty table, (0, 0) in all four.
    ///
    /// # Panics
    ///
    /// If no tile has this id.
    pub fn placements(&self, tile: &str) -> BTreeSet<(i16, i16, u8)> {
        let mut cells: BTreeSet<Cell> = self.board.keys().flat_map(|&cell| around(cell)).collect();
        if self.board.is_empty() {
            cells.insert((0, 0));
        }
        let mut found = BTreeSet::new();
        for rotation in 0..4 {
            let turned = self.printed(tile).turned(rotation);
            let legal = cells.iter().filter(|&&cell| self.may_lie(&turned, cell));
            found.extend(legal.map(|&(x, y)| (x, y, rotation)));
        }
        found
    }

    /// Whether a tile, turned already, may lie in a cell.
    fn may_lie(&self, tile: &Tile, cell: Cell) -> bool {
        let mut has_neighbour = self.board.is_empty();
        for side in 0..4 {
            if let Some(neighbour) = self.board.get(&across(cell, side)) {
                has_neighbour = true;
                if !fits(tile.edges[side], neighbour.edges[(side + 2) % 4]) {
                    return false;
                }
            }
        }
        has_neighbour && !self.board.contains_key(&cell)
    }

    /// The segments of the last placed tile on which a meeple may be placed: those of a road, city,
    /// monastery or field that holds no meeple anywhere. Supplies are not asked.
    pub fn spots(&self) -> BTreeSet<usize> {
        let mut spots = BTreeSet::new();
        for feature in self.features() {
            if MEEPLE_KINDS.contains(&feature.kind.as_str()) && self.holders(&feature).is_empty() {
                let here = |&&(x, y, _): &&Place| self.last == Some((x, y));
                spots.extend(feature.places.iter().filter(here).map(|place| place.2));
            }
        }
        spots
    }
}

/// Features.
impl Naive {
    /// All features on the table, sorted; every segment belongs to exactly one.
    pub fn features(&self) -> Vec<NaiveFeature> {
        let mut features = BTreeSet::new();
        let mut seen = BTreeSet::new();
        for (&(x, y), tile) in &self.board {
            for index in 0..tile.segments.len() {
                if !seen.contains(&(x, y, index)) {
                    let feature = self.flood((x, y, index));
                    seen.extend(feature.places.iter().copied());
                    features.insert(feature);
                }
            }
        }
        features.into_iter().collect()
    }

    /// The completed features that hold meeples and lie at least in part on the last placed tile or
    /// on the eight cells around it.
    pub fn completed(&self) -> Vec<NaiveFeature> {
        let mut near = self.last.map(around).unwrap_or_default();
        near.extend(self.last);
        let mut features = self.features();
        features.retain(|f| f.complete && !self.holders(f).is_empty());
        features.retain(|f| !near.is_disjoint(&cells_of(&f.places)));
        features
    }

    /// The feature that a segment belongs to.
    fn flood(&self, start: Place) -> NaiveFeature {
        let kind = self.segment(start).kind.as_str();
        let mut places = BTreeSet::from([start]);
        let mut unvisited = vec![start];
        let mut open_ends = 0;
        while let Some(place) = unvisited.pop() {
            for &port in &self.segment(place).ports {
                let (x, y) = across((place.0, place.1), SIDE[port]);
                let Some(neighbour) = self.board.get(&(x, y)) else {
                    open_ends += 1;
                    continue;
                };
                let next = neighbour.segment_at(kind, FACING[port]);
                let next = next.map(|index| (x, y, index));
                unvisited.extend(next.filter(|&next| places.insert(next)));
            }
        }
        if kind == "monastery" || kind == "garden" {
            let cells = around((start.0, start.1)).into_iter();
            open_ends = cells.filter(|cell| !self.board.contains_key(cell)).count();
        }
        let can_complete = matches!(kind, "road" | "city" | "monastery" | "garden");
        NaiveFeature {
            kind: kind.to_owned(),
            tiles: cells_of(&places).len(),
            pennants: places.iter().map(|&p| self.segment(p).pennants).sum(),
            places: places.into_iter().collect(),
            open_ends,
            complete: can_complete && open_ends == 0,
        }
    }

    /// The owner of every meeple on a feature.
    fn holders(&self, feature: &NaiveFeature) -> Vec<usize> {
        let on_it = |meeple: &&(usize, Place)| feature.places.contains(&meeple.1);
        self.meeples.iter().filter(on_it).map(|meeple| meeple.0).collect()
    }
}

/// Points.
impl Naive {
    /// Scores what the last placed tile completed: [`Naive::award`], then [`Naive::send_home`].
    pub fn score(&mut self) -> Vec<i32> {
        let points = self.award();
        self.send_home();
        points
    }

    /// Adds the points of all [completed](Naive::completed) features to the scores and returns what
    /// each player got. Meeples stay where they are, so asking again gives the points again.
    pub fn award(&mut self) -> Vec<i32> {
        let points = self.points(&self.completed());
        for (score, more) in self.scores.iter_mut().zip(&points) {
            *score += more;
        }
        points
    }

    /// Returns the meeples on all [completed](Naive::completed) features to their players.
    pub fn send_home(&mut self) {
        for feature in self.completed() {
            self.meeples.retain(|meeple| !feature.places.contains(&meeple.1));
        }
    }

    /// The points that [`Naive::award`] and [`Naive::score`] gave each player so far.
    pub fn scores(&self) -> &[i32] {
        &self.scores
    }

    /// What each player gets at the end for fields and features that are not completed. It is not
    /// added to the scores, and the meeples stay.
    pub fn final_scores(&self) -> Vec<i32> {
        let mut features = self.features();
        features.retain(|feature| !feature.complete);
        self.points(&features)
    }

    /// What these features are worth to each player: their value to all who have most meeples there.
    fn points(&self, features: &[NaiveFeature]) -> Vec<i32> {
        let mut points = vec![0; self.scores.len()];
        for feature in features {
            let holders = self.holders(feature);
            let strength = |player| holders.iter().filter(|&&h| h == player).count();
            let most = (0..points.len()).map(strength).max().unwrap_or(0);
            for (player, points) in points.iter_mut().enumerate() {
                if most > 0 && strength(player) == most {
                    *points += self.value(feature);
                }
            }
        }
        points
    }

    /// What a feature is worth to who holds it: now if it is completed, at the end if it is not.
    fn value(&self, feature: &NaiveFeature) -> i32 {
        let tiles = feature.tiles as i32;
        let size = tiles + feature.pennants as i32;
        let mut cells = cells_of(&feature.places).into_iter();
        match feature.kind.as_str() {
            "road" => tiles,
            "city" if !feature.complete => size,
            "city" if cells.any(|cell| self.board[&cell].closed_city) => 4,
            "city" if tiles == 2 && self.two_tile_city == 2 => size,
            "city" => 2 * size,
            "monastery" | "garden" => 9 - feature.open_ends as i32,
            "field" => 3 * self.completed_cities(feature),
            _ => 0,
        }
    }

    /// How many distinct completed cities a field touches.
    fn completed_cities(&self, field: &NaiveFeature) -> i32 {
        let mut cities = BTreeSet::new();
        for &(x, y, index) in &field.places {
            let touches = self.board[&(x, y)].touches.iter();
            let cities_here = touches.filter(|touch| touch.0 == index).map(|touch| touch.1);
            cities.extend(cities_here.map(|city| self.flood((x, y, city))));
        }
        cities.iter().filter(|city| city.complete).count() as i32
    }
}
