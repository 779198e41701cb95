//! The words the plugins declare, each with its id.
//!
//! Ids are given in the order of the plugins and, within one, as declared; those of slots by their key.

use super::{Found, id};
use crate::nearest::{hint, nearest};
use crate::rules::{Declared, Plugin, Words};
use gatehouse_core::Point;
use gatehouse_core::declare::{Declaration, Edge, Feature, Figure, LinkDecl, Mark, Pile, PrintDecl, Rule, Slot};
use gatehouse_core::tiles::Tile;
use std::collections::BTreeMap;
use std::fmt;

/// A class of words: within it, a name means one thing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Class {
    /// Kinds of edges.
    Edge,
    /// Kinds of features.
    Feature,
    /// Kinds of figures.
    Figure,
    /// Kinds of marks.
    Mark,
    /// Kinds of links.
    Link,
    /// Prints.
    Print,
    /// Figure slots.
    Slot,
    /// Piles.
    Pile,
    /// Rules.
    Rule,
    /// Tiles, by id or alias.
    Tile,
}

impl Class {
    /// The class by the Rust type of its ids, as authors write it.
    pub(super) fn of_ids(name: &str) -> Option<Class> {
        Some(match name {
            "EdgeKind" => Class::Edge,
            "FeatureKind" => Class::Feature,
            "FigureKind" => Class::Figure,
            "MarkKind" => Class::Mark,
            "LinkKind" => Class::Link,
            "Print" => Class::Print,
            "SlotId" => Class::Slot,
            "PileId" => Class::Pile,
            "RuleId" => Class::Rule,
            "TileKind" => Class::Tile,
            _ => return None,
        })
    }

    /// The most words a game can have of it: as many as the tables have bits or ids.
    pub const fn limit(self) -> usize {
        match self {
            Class::Edge => 16,
            Class::Feature => 32,
            Class::Figure | Class::Mark | Class::Print => 64,
            Class::Slot => u8::MAX as usize,
            Class::Link | Class::Pile | Class::Rule | Class::Tile => u16::MAX as usize,
        }
    }
}

impl Class {
    /// The class in words.
    pub const fn name(self) -> &'static str {
        match self {
            Class::Edge => "edge kind",
            Class::Feature => "feature kind",
            Class::Figure => "figure kind",
            Class::Mark => "mark",
            Class::Link => "link",
            Class::Print => "print",
            Class::Slot => "slot",
            Class::Pile => "pile",
            Class::Rule => "rule",
            Class::Tile => "tile",
        }
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why the words of several plugins make no vocabulary.
#[derive(thiserror::Error, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs, reason = "the message of a variant says what it holds")]
pub enum VocabularyError {
    /// A plugin declares a name twice.
    #[error("plugin `{plugin}` declares the {class} `{name}` twice: remove one")]
    Twice { class: Class, name: String, plugin: String },
    /// Two plugins declare the same name.
    #[error("plugins `{one}` and `{other}` both declare the {class} `{name}`: rename one or leave one plugin out")]
    Shared { class: Class, name: String, one: String, other: String },
    /// Two declarations of a print differ in what it does.
    #[error("plugins `{one}` and `{other}` declare the print `{name}` with different `keeps_open`: make them agree")]
    Print { name: String, one: String, other: String },
    /// Two edge kinds have the same letter.
    #[error("edge kinds {one} and {other} have the same letter `{letter}`: give one of them another")]
    Letter { letter: char, one: String, other: String },
    /// There are more words than the tables hold.
    #[error("{count} words of the class {class} are declared, but a game has at most {limit}: play with fewer plugins")]
    Limit { class: Class, count: usize, limit: usize },
    /// A key is outside its range.
    #[error("the {class} `{name}` of plugin `{plugin}` has the key {key}: give it one from {low} to {high}")]
    Key { class: Class, name: String, plugin: String, key: u16, low: u16, high: u16 },
    /// A declaration refers to a name that nobody declares.
    #[error(
        "`{entry}` of the {class} `{name}` of plugin `{plugin}` is the {of} `{refers}`, which nobody declares: {hint}"
    )]
    Reference {
        class: Class,
        name: String,
        plugin: String,
        entry: &'static str,
        of: Class,
        refers: String,
        hint: String,
    },
    /// The base has no pile.
    #[error("plugin `{plugin}` is the base and declares no pile to draw from: add a `[[pile]]` to its plugin.toml")]
    NoPile { plugin: String },
    /// A pile is mixed into one that is itself mixed into another.
    #[error(
        "the pile `{name}` of plugin `{plugin}` is mixed into `{into}`, which is no pile by itself: \
         name the pile in which all of them end up"
    )]
    Mixed { name: String, plugin: String, into: String },
    /// There are more plugins than the tables number.
    #[error("{count} plugins are chosen, but a game has at most {limit}: leave some out")]
    Plugins { count: usize, limit: usize },
}

/// A declaration with a name of its own.
trait Named: Clone {
    const CLASS: Class;
    fn name(&self) -> &str;
    fn of(declaration: &Declaration) -> &[Self];
}

macro_rules! named {
    ($($type:ident $class:ident $list:ident $name:ident;)*) => {$(
        impl Named for $type {
            const CLASS: Class = Class::$class;

            fn name(&self) -> &str {
                &self.$name
            }

            fn of(declaration: &Declaration) -> &[Self] {
                &declaration.$list
            }
        }
    )*};
}

named! {
    Edge Edge edges name;
    Feature Feature features name;
    Figure Figure figures name;
    Mark Mark marks name;
    LinkDecl Link links name;
    PrintDecl Print prints name;
    Slot Slot slots name;
    Pile Pile piles name;
    Rule Rule rules id;
}

/// The words of the plugins played, without switches and tiles.
pub(super) fn words(played: &[&Plugin], found: &mut Found) -> Words {
    let mut words = Words {
        edges: unique(played, found, taken),
        features: unique(played, found, taken),
        figures: unique(played, found, taken),
        marks: unique(played, found, taken),
        links: unique(played, found, taken),
        prints: unique(played, found, differs),
        slots: unique(played, found, taken),
        rules: unique(played, found, taken),
        piles: unique(played, found, taken),
        ..Words::default()
    };
    words.slots.sort_by_key(|slot| slot.what.key);
    letters(&words, played, found);
    keys(&words, played, found);
    if let Some(base) = played.first().filter(|base| base.declaration.piles.is_empty()) {
        found.say(VocabularyError::NoPile { plugin: id(base).to_owned() });
    }
    // Marks number the plugin that declares them in sixteen bits.
    let limit = usize::from(u16::MAX);
    if played.len() > limit {
        found.say(VocabularyError::Plugins { count: played.len(), limit });
    }
    words
}

/// All declarations of a class; where a name comes again, the first one stays and `again` may object.
fn unique<T: Named>(
    played: &[&Plugin],
    found: &mut Found,
    again: impl Fn(&T, &T, &str, &str) -> Option<VocabularyError>,
) -> Vec<Declared<T>> {
    let mut list: Vec<Declared<T>> = Vec::new();
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let all = played.iter().enumerate().flat_map(|(n, p)| T::of(&p.declaration).iter().map(move |what| (n, what)));
    for (plugin, what) in all {
        if let Some(&earlier) = seen.get(what.name()) {
            let Declared { plugin: one, what: first } = &list[earlier];
            again(first, what, id(played[*one]), id(played[plugin])).into_iter().for_each(|error| found.say(error));
        } else {
            seen.insert(what.name(), list.len());
            list.push(Declared { plugin, what: what.clone() });
        }
    }
    let (class, count, limit) = (T::CLASS, list.len(), T::CLASS.limit());
    if count > limit {
        found.say(VocabularyError::Limit { class, count, limit });
    }
    list
}

fn taken<T: Named>(_: &T, what: &T, one: &str, other: &str) -> Option<VocabularyError> {
    let (class, name, one, other) = (T::CLASS, what.name().to_owned(), one.to_owned(), other.to_owned());
    Some(if one == other {
        VocabularyError::Twice { class, name, plugin: one }
    } else {
        VocabularyError::Shared { class, name, one, other }
    })
}

/// Prints are a shared vocabulary: declarations that agree in what a print does are one, with the look of the first.
fn differs(first: &PrintDecl, what: &PrintDecl, one: &str, other: &str) -> Option<VocabularyError> {
    (first.keeps_open != what.keeps_open).then(|| VocabularyError::Print {
        name: what.name.clone(),
        one: one.to_owned(),
        other: other.to_owned(),
    })
}

fn letters(words: &Words, played: &[&Plugin], found: &mut Found) {
    let say = |edge: &Declared<Edge>| format!("`{}` (plugin `{}`)", edge.what.name, id(played[edge.plugin]));
    let mut seen: BTreeMap<char, &Declared<Edge>> = BTreeMap::new();
    for edge in &words.edges {
        let letter = edge.what.letter;
        if let Some(first) = seen.get(&letter) {
            found.say(VocabularyError::Letter { letter, one: say(first), other: say(edge) });
        } else {
            seen.insert(letter, edge);
        }
    }
}

fn keys(words: &Words, played: &[&Plugin], found: &mut Found) {
    let slots = words.slots.iter().map(|s| (Class::Slot, &s.what.name, s.plugin, s.what.key, Point::FIGURE_OFFER));
    let features =
        words.features.iter().map(|f| (Class::Feature, &f.what.name, f.plugin, f.what.final_key, Point::FINAL_SCORE));
    for (class, name, plugin, key, point) in slots.chain(features) {
        if !point.keys().contains(&key) {
            let (low, high) = point.keys().into_inner();
            let (name, plugin) = (name.clone(), id(played[plugin]).to_owned());
            found.say(VocabularyError::Key { class, name, plugin, key, low, high });
        }
    }
}

/// Whether a plugin with this declaration and these tiles declares a word.
pub(super) fn declares(declaration: &Declaration, tiles: &[Tile], class: Class, name: &str) -> bool {
    fn has<T: Named>(declaration: &Declaration, name: &str) -> bool {
        T::of(declaration).iter().any(|what| what.name() == name)
    }
    match class {
        Class::Edge => has::<Edge>(declaration, name),
        Class::Feature => has::<Feature>(declaration, name),
        Class::Figure => has::<Figure>(declaration, name),
        Class::Mark => has::<Mark>(declaration, name),
        Class::Link => has::<LinkDecl>(declaration, name),
        Class::Print => has::<PrintDecl>(declaration, name),
        Class::Slot => has::<Slot>(declaration, name),
        Class::Pile => has::<Pile>(declaration, name),
        Class::Rule => has::<Rule>(declaration, name),
        Class::Tile => tiles.iter().any(|t| t.id == name || t.aliases.iter().any(|a| a == name)),
    }
}

/// The ids behind the words.
pub(super) struct Index(BTreeMap<Class, BTreeMap<String, u16>>);

impl Index {
    /// The index of all words but tiles.
    pub(super) fn of(words: &Words) -> Index {
        let mut index = Index(BTreeMap::new());
        index.fill(&words.edges);
        index.fill(&words.features);
        index.fill(&words.figures);
        index.fill(&words.marks);
        index.fill(&words.links);
        index.fill(&words.prints);
        index.fill(&words.slots);
        index.fill(&words.rules);
        index.fill(&words.piles);
        index
    }

    fn fill<T: Named>(&mut self, words: &[Declared<T>]) {
        for (n, word) in words.iter().enumerate() {
            self.add(T::CLASS, word.what.name(), n);
        }
    }

    /// Adds the name of row `n`. A row beyond the limit of its class, which is a finding of its own, is left out.
    pub(super) fn add(&mut self, class: Class, name: &str, n: usize) {
        if let Ok(id) = u16::try_from(n)
            && n < class.limit()
        {
            self.0.entry(class).or_default().entry(name.to_owned()).or_insert(id);
        }
    }

    /// The id behind a name.
    pub(super) fn id(&self, class: Class, name: &str) -> Option<u16> {
        self.0.get(&class)?.get(name).copied()
    }

    fn names(&self, class: Class) -> impl Iterator<Item = &str> {
        self.0.get(&class).into_iter().flat_map(BTreeMap::keys).map(String::as_str)
    }

    /// The end of a sentence about a name that nobody declares.
    pub(super) fn hint(&self, class: Class, name: &str, otherwise: &str) -> String {
        hint(name, self.names(class), otherwise)
    }

    /// The name that a mistyped one most likely means.
    pub(super) fn nearest(&self, class: Class, name: &str) -> Option<String> {
        nearest(name, self.names(class)).map(str::to_owned)
    }
}
