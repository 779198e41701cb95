//! What a plugin declares in its `plugin.toml`: everything that can be a table.
//!
//! A declaration crosses the plugin boundary as text, so a field added later has a default and an unknown one is
//! reported by name, line and column; one of a plugin that was built for a later hook API is left out and listed.

mod kinds;
mod look;
mod manifest;
pub(crate) mod newer;
mod rules;

pub use kinds::{BearerClass, BoundedBy, Edge, Feature, Figure, LinkDecl, Mark, Pile, PrintDecl, Scope, Slot};
pub use look::{Form, Look, Shape, Variant};
pub use manifest::{Manifest, Relation, Replaced, Waiver};
pub use rules::{Foreign, Rule, Status, Switch};

use serde::Deserialize;

/// A plugin's declaration.
#[derive(Deserialize, Clone, Debug)]
#[serde(deny_unknown_fields)]
pub struct Declaration {
    /// Who it is and what it needs.
    pub plugin: Manifest,
    /// Its edge kinds.
    #[serde(default, rename = "edge")]
    pub edges: Vec<Edge>,
    /// Its feature kinds.
    #[serde(default, rename = "feature")]
    pub features: Vec<Feature>,
    /// Its figure kinds.
    #[serde(default, rename = "figure")]
    pub figures: Vec<Figure>,
    /// Its marks.
    #[serde(default, rename = "mark")]
    pub marks: Vec<Mark>,
    /// Its kinds of links and joins.
    #[serde(default, rename = "link")]
    pub links: Vec<LinkDecl>,
    /// Its prints.
    #[serde(default, rename = "print")]
    pub prints: Vec<PrintDecl>,
    /// Its figure slots.
    #[serde(default, rename = "slot")]
    pub slots: Vec<Slot>,
    /// Its piles.
    #[serde(default, rename = "pile")]
    pub piles: Vec<Pile>,
    /// Its switches.
    #[serde(default, rename = "switch")]
    pub switches: Vec<Switch>,
    /// Its rules.
    #[serde(default, rename = "rule")]
    pub rules: Vec<Rule>,
    /// What other programs' files call its things.
    #[serde(default)]
    pub foreign: Vec<Foreign>,
    /// What is meant to be so about the order of its hooks.
    #[serde(default, rename = "waiver")]
    pub waivers: Vec<Waiver>,
    /// Fields that were left out because they belong to a later hook API, in words.
    #[serde(skip)]
    pub unknown: Vec<String>,
}

/// Why the text of a declaration or tile file can't be read.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
#[error("line {line}, column {column}: {message}")]
pub struct TextError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What is wrong, in one lower-case sentence.
    pub message: String,
}

impl TextError {
    /// The error of a TOML parser on `text`.
    pub fn from_toml(text: &str, error: &toml::de::Error) -> TextError {
        let at = error.span().map_or(0, |s| s.start);
        TextError::at(text, at, plain(&error.message().lines().collect::<Vec<_>>().join(" ")))
    }

    /// An error at a byte offset of `text`; an offset past the end means the end.
    pub fn at(text: &str, offset: usize, message: impl Into<String>) -> TextError {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        TextError { line, column, message: message.into() }
    }
}

/// A parser's message with its types in words.
fn plain(message: &str) -> String {
    macro_rules! whole {
        ($($int:ident)*) => {
            [$((concat!("expected ", stringify!($int)), i128::from($int::MIN), i128::from($int::MAX))),*]
        };
    }
    let numbers = whole!(u8 u16 u32 u64 i8 i16 i32 i64);
    let found = numbers.into_iter().find_map(|(end, least, most)| Some((message.strip_suffix(end)?, least, most)));
    match found {
        Some((begin, least, most)) => format!("{begin}expected a whole number from {least} to {most}"),
        None => message.to_owned(),
    }
}

impl Declaration {
    /// Reads the text of a `plugin.toml`.
    ///
    /// # Errors
    /// Names line, column and field of what is not a declaration.
    pub fn parse(text: &str) -> Result<Declaration, TextError> {
        toml::from_str(text).map_err(|e| TextError::from_toml(text, &e))
    }

    /// Reads the text of a `plugin.toml` that was written for a later hook API: fields of it are left out and listed.
    ///
    /// # Errors
    /// As [`Declaration::parse`], but for unknown fields.
    pub fn parse_newer(text: &str) -> Result<Declaration, TextError> {
        let (declaration, unknown) = newer::parse(text)?;
        Ok(Declaration { unknown, ..declaration })
    }
}
