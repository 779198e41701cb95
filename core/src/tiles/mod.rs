//! The notation of tile files.
//!
//! ```toml
//! [[tile]]
//! id = "BA/CccR+"
//! count = 2
//! edges = "CCRC"                                  # letters of edge kinds clockwise from north
//! segments = ["city NEW pennant", "road S", "field s1", "field s2"]
//! links = ["touches field.0 city.0", "touches field.1 city.0"]
//! ```
//!
//! A segment is its feature kind, the sides (`NEW`) or half-edges (`e1 w2`) it reaches, and its prints (`pennant`,
//! `pennant*2`). A link names two segments as `kind.n`, the n-th of its kind from 0. `passages` say which segment lies
//! behind a side (`"W city.0"`). `prints` are those of the tile as a whole.

mod lint;
mod notation;

pub use lint::{EdgeRules, Lint, lint};
pub use notation::{Link, Passage, PrintCount, Segment, Source, Tile, parse, parse_newer};
