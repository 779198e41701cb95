//! The hooks of the plugins played: the names they use, when they are called, their rules and their order.

use super::commute::Heads;
use super::doubt::{Concern, Doubt, doubts};
use super::order::{Item, Known, Placed, order};
use super::sort::Ties;
use super::vocabulary::{Class, Index, declares};
use super::{Choice, Found, id, one_line, writes};
use crate::nearest::{hint, nearest};
use crate::rules::{At, PlannedHook, Plugin, Topic, Unplayed, When};
use gatehouse_core::plugin::NameRow;
use gatehouse_core::points::{AnyHook, Condition, HookHead};
use gatehouse_core::{FigureKind, HookId, Key, MarkKind, Point, RuleId};
use std::collections::BTreeSet;

/// Why a plugin's hooks can't be called.
#[derive(thiserror::Error, Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[allow(missing_docs, reason = "the message of a variant says what it holds")]
pub enum HookError {
    /// A plugin uses a name that nobody declares.
    #[error("plugin `{plugin}` uses the {class} `{name}`, which no plugin played declares: {hint}")]
    Name { plugin: String, class: Class, name: String, hint: String },
    /// A plugin uses a switch it doesn't have.
    #[error("plugin `{plugin}` uses the switch `{name}`, but declares none of that name: {hint}")]
    Switch { plugin: String, name: String, hint: String },
    /// A plugin uses a name of a class that is none.
    #[error("plugin `{plugin}` uses the name `{name}` as a `{class}`, which is no class of names: correct its type")]
    Class { plugin: String, class: String, name: String },
    /// A condition is not known.
    #[error("hook `{hook}` has a condition of the unknown code {code}: build the plugin for this host's hook API")]
    Condition { hook: String, code: u16 },
    /// A rule is not declared.
    #[error("hook `{hook}` carries out the rule `{rule}`, which no plugin played declares: {hint}")]
    Rule { hook: String, rule: String, hint: String },
    /// There are more hooks than ids.
    #[error("the plugins have {count} hooks, but a game has at most {}: play with fewer plugins", u16::MAX)]
    Limit { count: usize },
}

/// For each plugin played the ids behind its names: `u16::MAX` for an optional one that is absent.
pub(super) fn names(played: &[&Plugin], available: &[Plugin], index: &Index, found: &mut Found) -> Vec<Vec<u16>> {
    let of = |plugin: &&Plugin| {
        plugin.module.names().iter().map(|row| name(plugin, row, available, index, found).unwrap_or(u16::MAX)).collect()
    };
    played.iter().map(of).collect()
}

fn name(plugin: &Plugin, row: &NameRow, available: &[Plugin], index: &Index, found: &mut Found) -> Option<u16> {
    let (class, name) = (row.class.as_str(), row.name.as_str());
    let owner = id(plugin).to_owned();
    if class == "SwitchId" {
        let own = &plugin.declaration.switches;
        let known = own.iter().position(|s| s.name == name).and_then(|n| u16::try_from(n).ok());
        if known.is_none() && !row.optional {
            let hint = hint(name, own.iter().map(|s| s.name.as_str()), "declare it with a `[[switch]]`");
            found.say(HookError::Switch { plugin: owner, name: name.to_owned(), hint });
        }
        return known;
    }
    let Some(class) = Class::of_ids(class) else {
        found.say(HookError::Class { plugin: owner, class: class.to_owned(), name: name.to_owned() });
        return None;
    };
    let known = index.id(class, name);
    if known.is_none() && !row.optional {
        let elsewhere = available.iter().filter(|p| declares(&p.declaration, &p.tiles, class, name)).map(id).min();
        let hint = match elsewhere {
            Some(other) => format!("add `--use {other}`, which does"),
            None => index.hint(class, name, "mark it `optional` or play with a plugin that declares it"),
        };
        found.say(HookError::Name { plugin: owner, class, name: name.to_owned(), hint });
    }
    known
}

/// What the order is made of.
pub(super) struct Asked<'a> {
    pub(super) played: &'a [&'a Plugin],
    pub(super) available: &'a [Plugin],
    pub(super) switches: &'a [Vec<i32>],
    pub(super) index: &'a Index,
    pub(super) choice: &'a Choice,
}

impl Asked<'_> {
    /// Whether any plugin found declares a word; the tiles of those that are not opened are unknown.
    fn declares(&self, class: Class, name: &str) -> bool {
        let mut beside = self.choice.beside.iter().filter_map(Unplayed::declaration);
        self.available.iter().any(|p| declares(&p.declaration, &p.tiles, class, name))
            || beside.any(|d| declares(d, &[], class, name))
    }
}

/// All hooks in their order.
#[derive(Default)]
pub(super) struct Planned {
    pub(super) hooks: Vec<PlannedHook>,
    /// The callable ones by their points.
    pub(super) at: At,
    pub(super) doubts: Vec<Doubt>,
    pub(super) unordered: Vec<(HookId, HookId)>,
}

/// Orders the hooks of the plugins played.
pub(super) fn plan(asked: &Asked<'_>, found: &mut Found) -> Planned {
    let mut all: Vec<(usize, AnyHook)> = Vec::new();
    for (plugin, p) in asked.played.iter().enumerate() {
        all.extend(At::of(&p.module).into_iter().map(|hook| (plugin, hook)));
    }
    if all.len() > u16::MAX.into() {
        found.say(HookError::Limit { count: all.len() });
        return Planned::default();
    }
    let ids: Vec<&str> = asked.played.iter().map(|p| id(p)).collect();
    let items: Vec<_> = all.iter().map(|(plugin, hook)| item(ids[*plugin], hook)).collect();
    let ordered = order(&items, &known(asked), &asked.choice.given);
    ordered.errors.into_iter().for_each(|error| found.say(error));
    let mut planned = Planned::default();
    let mut concerns = ordered.concerns;
    for (row, placed) in (0..).zip(ordered.hooks) {
        let (plugin, hook) = all[placed.item];
        let context =
            Context { plugin: asked.played[plugin], switches: &asked.switches[plugin], head: hook.head(), asked };
        let hook_planned = context.plan(plugin, &hook, &placed, found);
        if !hook_planned.when.never {
            planned.at.push(HookId(row), hook);
        }
        concerns.extend(context.unknown(hook.point()));
        planned.hooks.push(hook_planned);
    }
    let declared = asked.played.iter().flat_map(|p| &p.declaration.waivers);
    let waivers: Vec<_> = declared.chain(&asked.choice.waivers).collect();
    let pairs = ordered.ties.iter().flat_map(Ties::unordered).map(|(a, b)| (HookId(a as u16), HookId(b as u16)));
    let (unordered, ambiguities) = Heads::new(&planned.hooks, &ids).ambiguities(pairs, &waivers);
    planned.unordered = unordered;
    concerns.extend(ambiguities);
    let known = known(asked);
    let played = |hook: &str| {
        let plugin = hook.split('/').next().unwrap_or_default();
        ids.contains(&plugin) || !known.others.contains(plugin)
    };
    planned.doubts = doubts(concerns, &waivers, played);
    given(asked, found);
    planned
}

fn known<'a>(asked: &Asked<'a>) -> Known<'a> {
    let related = |p: &&'a Plugin| {
        let m = &p.declaration.plugin;
        m.requires.iter().chain(&m.optional).chain(&m.conflicts).map(|r| r.id.as_str())
    };
    Known {
        played: asked.played.iter().map(|p| id(p)).collect(),
        others: asked
            .available
            .iter()
            .map(id)
            .chain(asked.choice.beside.iter().map(Unplayed::id))
            .chain(asked.played.iter().flat_map(related))
            .collect(),
    }
}

/// Notes what the user orders.
fn given(asked: &Asked<'_>, found: &mut Found) {
    let given = &asked.choice.given;
    for o in &given.order {
        let text = format!("at `{}`, the setup puts `{}` before `{}` ({})", o.point, o.first, o.then, o.reason);
        found.note(Topic::Setup, text);
    }
    for k in &given.keys {
        let text = format!("at `{}`, the setup gives `{}` the key {} ({})", k.point, k.hook, Key(k.key), k.reason);
        found.note(Topic::Setup, text);
    }
}

fn item<'a>(plugin: &'a str, hook: &'a AnyHook) -> Item<'a> {
    let head = hook.head();
    Item {
        point: hook.point(),
        role: head.role,
        key: head.key,
        plugin,
        name: head.name.as_str(),
        constraints: head.constraints.as_slice(),
    }
}

/// A hook with what its head may refer to.
struct Context<'a> {
    plugin: &'a Plugin,
    switches: &'a [i32],
    head: &'a HookHead,
    asked: &'a Asked<'a>,
}

const FEATURE: u16 = Condition::feature("").code;
const DRAWN: u16 = Condition::drawn("").code;
const PLACED: u16 = Condition::placed("").code;
const FIGURE: u16 = Condition::figure("").code;
const MOVED: u16 = Condition::moved("").code;
const MARK: u16 = Condition::mark("").code;
const SWITCH: u16 = Condition::switch("", 0).code;
const COMPLETED: u16 = Condition::completed().code;
const SHOWS: u16 = Condition::shows("").code;
const SOLE_OWNER: u16 = Condition::sole_owner().code;
const LEFT: u16 = Condition::left("").code;

/// The class of the name in a condition.
fn class_of(condition: &Condition) -> Option<Class> {
    match condition.code {
        FEATURE => Some(Class::Feature),
        DRAWN | PLACED | SHOWS => Some(Class::Print),
        FIGURE | MOVED | LEFT => Some(Class::Figure),
        MARK => Some(Class::Mark),
        _ => None,
    }
}

impl Context<'_> {
    fn plan(&self, plugin: usize, hook: &AnyHook, placed: &Placed, found: &mut Found) -> PlannedHook {
        let when = self.when(found);
        let rule = self.rule(when.never, found);
        let because = one_line(self.head.because.as_str());
        let why = [because].into_iter().chain(placed.decided.iter().map(|text| one_line(text)));
        let why = why.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ");
        let (point, key, head) = (hook.point(), Key(placed.key), *self.head);
        let writes = writes::compile(&self.head.writes, self.asked.index);
        let choices_write = writes::compile(&self.head.choices_write, self.asked.index);
        PlannedHook { plugin, point, key, head, when, rule, writes, choices_write, why }
    }

    /// The names of its head that no plugin found declares: those of plugins that are not played are known.
    fn unknown(&self, point: Point) -> Vec<Concern> {
        let mut concerns = Vec::new();
        let mut say = |class, name: &str, meant: Option<String>| {
            concerns.push(Concern::Unknown { point, hook: self.hook(), class, name: name.to_owned(), meant });
        };
        let conditions = self.head.when.iter().filter_map(|c| Some((class_of(c)?, c.name.as_str())));
        let data = || [self.head.reads, self.head.writes, self.head.choices_write].into_iter().flatten();
        let words = data().filter_map(|d| Some((writes::class(d)?, d.name.as_str())));
        for (class, name) in conditions.chain(words).filter(|(_, name)| !name.is_empty()) {
            let index = self.asked.index;
            if index.id(class, name).is_none() && !self.asked.declares(class, name) {
                say(class.name(), name, index.nearest(class, name));
            }
        }
        for datum in data() {
            if let Some((class, names)) = writes::unknown(datum) {
                let name = datum.name.as_str();
                say(class, name, nearest(name, names).map(str::to_owned));
            }
        }
        concerns
    }

    fn hook(&self) -> String {
        format!("{}/{}", id(self.plugin), self.head.name)
    }

    fn when(&self, found: &mut Found) -> When {
        let mut when = When { never: !self.switched(found), ..When::default() };
        let mut never = false;
        let mut any = |code, class| {
            let (ids, asked) = self.any(code, class, found);
            never |= asked && ids.is_empty();
            ids
        };
        when.features = any(FEATURE, Class::Feature).into_iter().fold(0, |all, id| all | 1 << id);
        let mut bits = |code, class| any(code, class).into_iter().fold(0, |all, id| all | 1 << id);
        when.drawn = bits(DRAWN, Class::Print);
        when.placed = bits(PLACED, Class::Print);
        when.shows = bits(SHOWS, Class::Print);
        when.moved = bits(MOVED, Class::Figure);
        when.left = bits(LEFT, Class::Figure);
        when.on_board = any(FIGURE, Class::Figure).into_iter().map(FigureKind).collect();
        when.marks = any(MARK, Class::Mark).into_iter().map(MarkKind).collect();
        when.completed = self.head.when.iter().any(|c| c.code == COMPLETED);
        when.sole_owner = self.head.when.iter().any(|c| c.code == SOLE_OWNER);
        when.never |= never;
        let known = FEATURE..=LEFT;
        for condition in self.head.when.iter().filter(|c| !known.contains(&c.code)) {
            found.say(HookError::Condition { hook: self.hook(), code: condition.code });
        }
        when
    }

    /// The ids of all names that conditions of a class give, sorted, and whether there are such conditions.
    fn any(&self, code: u16, class: Class, found: &mut Found) -> (Vec<u16>, bool) {
        let names: Vec<_> = self.head.when.iter().filter(|c| c.code == code).map(|c| c.name.as_str()).collect();
        let mut ids: Vec<_> = names.iter().filter_map(|name| self.asked.index.id(class, name)).collect();
        ids.sort_unstable();
        ids.dedup();
        if ids.is_empty() && !names.is_empty() {
            let names = names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(" or ");
            let text = format!("hook `{}` is never called: no plugin played declares the {class} {names}", self.hook());
            found.note(Topic::Idle, text);
        }
        (ids, !names.is_empty())
    }

    /// Whether each switch that conditions name has one of the values they give it.
    fn switched(&self, found: &mut Found) -> bool {
        let declared = &self.plugin.declaration.switches;
        let conditions = || self.head.when.iter().filter(|c| c.code == SWITCH);
        let asked: BTreeSet<&str> = conditions().map(|c| c.name.as_str()).collect();
        let mut all = true;
        for name in asked {
            match declared.iter().position(|s| s.name == name).and_then(|n| self.switches.get(n)) {
                Some(value) => all &= conditions().any(|c| c.name.as_str() == name && c.value == *value),
                None => {
                    let hint = hint(name, declared.iter().map(|s| s.name.as_str()), "declare it with a `[[switch]]`");
                    found.say(HookError::Switch { plugin: id(self.plugin).to_owned(), name: name.to_owned(), hint });
                }
            }
        }
        all
    }

    /// The first rule. A hook that is never called may cite rules of a plugin that is not played.
    fn rule(&self, never: bool, found: &mut Found) -> RuleId {
        let mut first = RuleId::NONE;
        for rule in self.head.rules.as_str().split_whitespace().rev() {
            match self.asked.index.id(Class::Rule, rule) {
                Some(id) => first = RuleId(id),
                None if never => {}
                None => found.say(HookError::Rule {
                    hook: self.hook(),
                    rule: rule.to_string(),
                    hint: self.asked.index.hint(Class::Rule, rule, "declare it with a `[[rule]]`"),
                }),
            }
        }
        first
    }
}
