//! What the program's files call things: the tables of all plugins, joined.

use crate::rules::Plugin;
use gatehouse_core::declare::{BearerClass, Foreign};
use gatehouse_core::tiles::Tile;

/// The program whose files are read, as plugins name it.
pub const PROGRAM: &str = "jcz";

/// What plugins declare of the program's names.
pub(super) struct Names<'p> {
    all: Vec<(&'p Plugin, &'p Foreign)>,
}

/// What an element brings into the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Brings<'p> {
    /// Figures of a kind for each player.
    Figures(&'p str),
    /// A mark of each player.
    Marks(&'p str),
    /// Something printed that counts.
    Print(&'p str),
    /// A value of a switch.
    Switch(&'p str, i32),
    /// Something that is there anyway.
    There,
}

fn id(plugin: &Plugin) -> &str {
    &plugin.declaration.plugin.id
}

/// A `name=value` of a plugin's table.
fn switch(text: &str) -> Option<(&str, i32)> {
    let (name, value) = text.split_once('=')?;
    Some((name, value.parse().ok()?))
}

/// What a plugin means by a word of its table.
fn brings<'p>(plugin: &'p Plugin, word: &'p str) -> Brings<'p> {
    let d = &plugin.declaration;
    let of_players = |m: &gatehouse_core::declare::Mark| m.name == word && m.bearer == BearerClass::Player;
    if let Some((name, value)) = switch(word) {
        Brings::Switch(name, value)
    } else if d.figures.iter().any(|f| f.name == word) {
        Brings::Figures(word)
    } else if d.prints.iter().any(|p| p.name == word) {
        Brings::Print(word)
    } else if d.marks.iter().any(of_players) {
        Brings::Marks(word)
    } else {
        Brings::There
    }
}

impl<'p> Names<'p> {
    /// The names of all plugins found, in the order of their ids.
    pub(super) fn of(plugins: &'p [Plugin]) -> Names<'p> {
        let own = |p: &'p Plugin| p.declaration.foreign.iter().map(move |f| (p, f));
        let mut all: Vec<_> = plugins.iter().flat_map(own).filter(|(_, f)| f.program == PROGRAM).collect();
        all.sort_by_key(|(p, _)| id(p));
        Names { all }
    }

    /// The plugin whose tiles a set means, and in which edition; the first if the name has none.
    pub(super) fn set(&self, name: &str) -> Option<(&'p Plugin, &'p str)> {
        let named = |name: &str| self.all.iter().find_map(|(p, f)| f.sets.get(name).map(|e| (*p, e.as_str())));
        named(name).or_else(|| named(&format!("{name}:1")))
    }

    /// The plugins that declare an element, each with what it brings.
    pub(super) fn element(&self, name: &str) -> Vec<(&'p Plugin, Vec<Brings<'p>>)> {
        let of = |(p, f): &(&'p Plugin, &'p Foreign)| {
            let words = f.elements.get(name)?;
            Some((*p, words.iter().map(|w| brings(p, w)).collect()))
        };
        self.all.iter().filter_map(of).collect()
    }

    /// All elements that a plugin declares.
    pub(super) fn elements(&self, plugin: &str) -> Vec<(&'p str, Vec<Brings<'p>>)> {
        let of_plugin = self.all.iter().filter(|(p, _)| id(p) == plugin);
        let each = |(p, f): &(&'p Plugin, &'p Foreign)| {
            let p = *p;
            f.elements.iter().map(move |(name, words)| (name.as_str(), words.iter().map(|w| brings(p, w)).collect()))
        };
        of_plugin.flat_map(each).collect()
    }

    /// Our name of a feature kind; older files write it in capitals.
    pub(super) fn feature(&self, name: &str) -> Option<&'p str> {
        self.scored_features(name).first().copied()
    }

    /// Our names of the feature kinds that the points of an assertion are about: it writes them small.
    pub(super) fn scored_features(&self, name: &str) -> Vec<&'p str> {
        let named = |(theirs, _): &(&String, &String)| theirs.eq_ignore_ascii_case(name);
        let all = self.all.iter().flat_map(|(_, f)| f.features.iter().filter(named).map(|(_, own)| own.as_str()));
        all.collect()
    }

    /// The rules whose points an assertion calls so.
    pub(super) fn scored_rules(&self, name: &str) -> Vec<&'p str> {
        self.all.iter().filter_map(|(_, f)| f.points.get(name)).flatten().map(String::as_str).collect()
    }

    /// Our name of a kind of figure.
    pub(super) fn figure(&self, name: &str) -> Option<&'p str> {
        self.all.iter().find_map(|(_, f)| f.figures.get(name)).map(String::as_str)
    }

    /// The rule of the choice that taking a figure back so means.
    pub(super) fn return_rule(&self, source: &str) -> Option<&'p str> {
        self.all.iter().find_map(|(_, f)| f.returns.get(source)).map(String::as_str)
    }

    /// The rule of the choice that laying down a token means.
    pub(super) fn token_rule(&self, token: &str) -> Option<&'p str> {
        self.all.iter().find_map(|(_, f)| f.tokens.get(token)).map(String::as_str)
    }

    /// Whether offers of a rule are always taken, and so never written.
    pub(super) fn takes(&self, rule: &str) -> bool {
        self.all.iter().any(|(_, f)| f.takes.iter().any(|r| r == rule))
    }

    /// The names of the times at which a plugin's hooks of a point, or anybody's, are waited for.
    pub(super) fn phases(&self, plugin: Option<&str>, point: &str) -> Vec<&'p str> {
        let meant = self.all.iter().filter(|(p, _)| plugin.is_none_or(|wanted| id(p) == wanted));
        let names = meant.flat_map(|(_, f)| f.phases.iter().filter(|(_, at)| *at == point).map(|(n, _)| n.as_str()));
        names.collect()
    }

    /// The plugins that know a rule at all.
    pub(super) fn know_rule(&self, rule: &str) -> Vec<&'p str> {
        let of_rule = |name: &String| name.split_once('=').is_some_and(|(r, _)| r == rule);
        self.all.iter().filter(|(_, f)| f.rules.keys().any(of_rule)).map(|(p, _)| id(p)).collect()
    }

    /// The switches that a rule with a value sets: plugin, switch and value.
    pub(super) fn rule(&self, rule: &str, value: &str) -> Vec<(&'p str, &'p str, i32)> {
        let name = format!("{rule}={value}");
        let of = |(p, f): &(&'p Plugin, &'p Foreign)| {
            let (switch, value) = switch(f.rules.get(&name)?)?;
            Some((id(p), switch, value))
        };
        self.all.iter().filter_map(of).collect()
    }

    /// The rules that a file may leave out, with what is played then, of a plugin; a later one of a name counts.
    pub(super) fn defaults(&self, plugin: &str, older: bool) -> Vec<(&'p str, &'p str)> {
        let of_plugin = self.all.iter().filter(|(p, _)| id(p) == plugin);
        let tables = of_plugin.flat_map(|(_, f)| [Some(&f.defaults), older.then_some(&f.older)]).flatten();
        tables.flatten().map(|(r, v)| (r.as_str(), v.as_str())).collect()
    }
}

/// A tile of these plugins by its id, an alias, or an older spelling with a dot behind the set.
pub(super) fn tile<'p>(plugins: &[&'p Plugin], name: &str) -> Option<&'p Tile> {
    let spelled = |name: &str| {
        let is_it = |t: &&Tile| t.id == name || t.aliases.iter().any(|a| a == name);
        plugins.iter().find_map(|p| p.tiles.iter().find(is_it))
    };
    let older = || {
        let dots = name.match_indices('.').map(|(at, _)| at);
        dots.filter(|_| !name.contains('/')).find_map(|at| spelled(&format!("{}/{}", &name[..at], &name[at + 1..])))
    };
    spelled(name).or_else(older)
}
