//! Reads a tile file.

use crate::declare::{TextError, newer};
use crate::{Halves, Pos, Side, Sides};
use serde::Deserialize;
use serde::de::{self, Deserializer};
use std::collections::BTreeMap;
use toml::Spanned;

/// How sure a tile's layout is.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// As published.
    #[default]
    Published,
    /// The sides are published, the rest is read from descriptions.
    Documented,
    /// Made up to satisfy the known facts.
    Reconstructed,
}

/// How often something is printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PrintCount {
    /// What is printed.
    pub name: String,
    /// How often, at least 1.
    pub count: u8,
}

/// A printed segment, in printed orientation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Segment {
    /// The feature kind.
    pub kind: String,
    /// The sides it reaches.
    pub sides: Sides,
    /// The half-edges it reaches.
    pub halves: Halves,
    /// What is printed on it.
    pub prints: Vec<PrintCount>,
}

/// A printed link between two segments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// The kind of link.
    pub kind: String,
    /// The first segment's place on the tile.
    pub a: usize,
    /// The second segment's place on the tile.
    pub b: usize,
}

/// What lies behind a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Passage {
    /// The side.
    pub side: Side,
    /// The segment's place on the tile.
    pub segment: usize,
}

/// A tile as printed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tile {
    /// Its id, unique over all sets.
    pub id: String,
    /// Other spellings of the id.
    pub aliases: Vec<String>,
    /// The usual letter of a base tile.
    pub letter: Option<String>,
    /// How many copies there are.
    pub count: u16,
    /// How many copies there are in other editions, by the edition's name, where that is not `count`.
    pub counts: BTreeMap<String, u16>,
    /// Where one copy lies from the start.
    pub start: Option<Pos>,
    /// The letters of its edges clockwise from north.
    pub edges: [char; 4],
    /// Its segments.
    pub segments: Vec<Segment>,
    /// Its links.
    pub links: Vec<Link>,
    /// What lies behind its passable edges.
    pub passages: Vec<Passage>,
    /// What is printed on the tile as a whole.
    pub prints: Vec<PrintCount>,
    /// The pile it belongs to; the first if absent.
    pub pile: Option<String>,
    /// How sure its layout is.
    pub source: Source,
    /// What of the layout is not documented.
    pub inferred: Option<String>,
    /// The line of its id in the file.
    pub line: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    tile: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    id: Spanned<String>,
    #[serde(default)]
    aliases: Vec<String>,
    #[serde(default)]
    letter: Option<String>,
    count: u16,
    #[serde(default)]
    counts: BTreeMap<String, u16>,
    #[serde(default, deserialize_with = "start")]
    start: Option<Pos>,
    edges: Spanned<String>,
    segments: Vec<Spanned<String>>,
    #[serde(default)]
    links: Vec<Spanned<String>>,
    #[serde(default)]
    passages: Vec<Spanned<String>>,
    #[serde(default)]
    prints: Vec<Spanned<String>>,
    #[serde(default)]
    pile: Option<String>,
    #[serde(default)]
    source: Source,
    #[serde(default)]
    inferred: Option<String>,
}

fn start<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Pos>, D::Error> {
    match <[i16; 2]>::deserialize(from) {
        Ok([x, y]) => Ok(Some(Pos::new(x, y))),
        Err(e) => Err(de::Error::custom(format!("`start` is the cell [x, y] of the tile: {e}"))),
    }
}

impl Tile {
    /// How many copies an edition has.
    pub fn copies(&self, edition: &str) -> u16 {
        self.counts.get(edition).copied().unwrap_or(self.count)
    }
}

/// Reads the text of a tile file.
///
/// # Errors
/// Names line, column and entry of what is not a tile.
pub fn parse(text: &str) -> Result<Vec<Tile>, TextError> {
    rows(toml::from_str(text).map_err(|e| TextError::from_toml(text, &e))?, text)
}

/// Reads the text of a tile file that was written for a later hook API: fields of it are left out, and come back in
/// words.
///
/// # Errors
/// As [`parse`], but for unknown fields.
pub fn parse_newer(text: &str) -> Result<(Vec<Tile>, Vec<String>), TextError> {
    let (file, unknown) = newer::parse(text)?;
    Ok((rows(file, text)?, unknown))
}

fn rows(file: File, text: &str) -> Result<Vec<Tile>, TextError> {
    // The tiles come in the order of the file, so each line is counted on from the one before.
    let (mut from, mut line) = (0, 1);
    let read = |row: Row| {
        let at = row.id.span().start;
        line += text.get(from..at).map_or(0, |passed| passed.matches('\n').count());
        from = at;
        row.read(text, line)
    };
    file.tile.into_iter().map(read).collect()
}

impl Row {
    fn read(self, text: &str, line: usize) -> Result<Tile, TextError> {
        let entry = |item: &Spanned<String>, message: String| TextError::at(text, item.span().start, message);
        let segments = self
            .segments
            .iter()
            .map(|s| segment(s.get_ref()).map_err(|m| entry(s, m)))
            .collect::<Result<Vec<_>, _>>()?;
        let links = self
            .links
            .iter()
            .map(|l| link(l.get_ref(), &segments).map_err(|m| entry(l, m)))
            .collect::<Result<_, _>>()?;
        let passages = self
            .passages
            .iter()
            .map(|p| passage(p.get_ref(), &segments).map_err(|m| entry(p, m)))
            .collect::<Result<_, _>>()?;
        let prints =
            self.prints.iter().map(|p| print(p.get_ref()).map_err(|m| entry(p, m))).collect::<Result<_, _>>()?;
        let letters: Vec<char> = self.edges.get_ref().chars().collect();
        let edges = <[char; 4]>::try_from(letters)
            .map_err(|_| entry(&self.edges, "`edges` are four letters clockwise from north".into()))?;
        Ok(Tile {
            line,
            id: self.id.into_inner(),
            aliases: self.aliases,
            letter: self.letter,
            count: self.count,
            counts: self.counts,
            start: self.start,
            edges,
            segments,
            links,
            passages,
            prints,
            pile: self.pile,
            source: self.source,
            inferred: self.inferred,
        })
    }
}

fn print(word: &str) -> Result<PrintCount, String> {
    let (name, count) = match word.split_once('*') {
        None => (word, 1),
        Some((name, n)) => match n.parse() {
            Ok(count) if count > 0 => (name, count),
            _ => return Err(format!("`{word}` is no print: write `name` or `name*2`")),
        },
    };
    if name.is_empty() || !name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-') {
        return Err(format!("`{word}` is no print: its name is lower-case words joined by hyphens"));
    }
    Ok(PrintCount { name: name.to_owned(), count })
}

fn segment(entry: &str) -> Result<Segment, String> {
    let mut words = entry.split_whitespace();
    let kind = words.next().ok_or("an empty entry is no segment: begin with its feature kind")?.to_owned();
    let mut segment = Segment { kind, sides: Sides::NONE, halves: Halves::NONE, prints: Vec::new() };
    for word in words {
        if let Some(half) = Halves::NAMES.iter().position(|h| *h == word) {
            segment.halves.0 |= 1 << half;
        } else if word.chars().all(|c| Side::from_letter(c).is_some()) {
            segment.sides = word.chars().filter_map(Side::from_letter).fold(segment.sides, Sides::with);
        } else {
            segment.prints.push(print(word)?);
        }
    }
    Ok(segment)
}

fn named(word: &str, segments: &[Segment]) -> Result<usize, String> {
    let (kind, n) = match word.rsplit_once('.') {
        None => (word, 0),
        Some((kind, n)) => (kind, n.parse().map_err(|_| format!("`{word}` is no segment: write `kind.number`"))?),
    };
    let of_kind = segments.iter().enumerate().filter(|(_, s)| s.kind == kind).map(|(i, _)| i);
    of_kind
        .clone()
        .nth(n)
        .ok_or_else(|| format!("the tile has {} segments of kind `{kind}`, so no `{word}`", of_kind.count()))
}

fn link(entry: &str, segments: &[Segment]) -> Result<Link, String> {
    let words: Vec<_> = entry.split_whitespace().collect();
    let [kind, a, b] = words[..] else {
        return Err(format!("`{entry}` is no link: write its kind and two segments, `kind a.0 b.0`"));
    };
    Ok(Link { kind: kind.to_owned(), a: named(a, segments)?, b: named(b, segments)? })
}

fn passage(entry: &str, segments: &[Segment]) -> Result<Passage, String> {
    let words: Vec<_> = entry.split_whitespace().collect();
    let [side, segment] = words[..] else {
        return Err(format!("`{entry}` is no passage: write a side and a segment, `W kind.0`"));
    };
    let side = Some(side)
        .filter(|s| s.len() == 1)
        .and_then(|s| Side::from_letter(s.chars().next()?))
        .ok_or_else(|| format!("`{side}` is no side: write N, E, S or W"))?;
    Ok(Passage { side, segment: named(segment, segments)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TILE: &str = r#"
[[tile]]
id = "X/1"
count = 2
edges = "CCRC"
segments = ["town NEW banner*2", "path S", "green s1", "green s2"]
links = ["touches green.0 town.0", "touches green.1 town"]
"#;

    #[test]
    fn reads_segments_links_and_prints() {
        let tiles = parse(TILE).unwrap();
        let tile = &tiles[0];
        assert_eq!(tile.segments[0].sides, Sides(0b1011));
        assert_eq!(tile.segments[0].prints, [PrintCount { name: "banner".into(), count: 2 }]);
        assert_eq!(tile.segments[3].halves, Halves(0b0010_0000));
        assert_eq!((tile.links[1].a, tile.links[1].b), (3, 0));
        assert_eq!(tile.line, 3);
    }

    #[test]
    fn an_error_names_line_and_column() {
        let error = parse(&TILE.replace("green.1", "green.7")).unwrap_err();
        assert_eq!(error.to_string(), "line 7, column 36: the tile has 2 segments of kind `green`, so no `green.7`");
        let error = parse(&TILE.replace("count", "cuont")).unwrap_err();
        assert!(error.message.contains("cuont"), "{error}");
    }
}
