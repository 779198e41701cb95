//! The hooks of the plugins played: the names they use, when they are called, their rules and their order.

use super::order::{Item, Placed, order};
use super::vocabulary::{Class, Index, declares};
use super::{Found, id, one_line};
use crate::nearest::hint;
use crate::rules::{At, PlannedHook, Plugin, Topic, When};
use gatehouse_core::plugin::NameRow;
use gatehouse_core::points::{AnyHook, Condition, HookHead};
use gatehouse_core::{FigureKind, HookId, Key, MarkKind, RuleId};
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
        let elsewhere = available.iter().filter(|p| declares(p, class, name)).map(id).min();
        let hint = match elsewhere {
            Some(other) => format!("add `--use {other}`, which does"),
            None => index.hint(class, name, "mark it `optional` or play with a plugin that declares it"),
        };
        found.say(HookError::Name { plugin: owner, class, name: name.to_owned(), hint });
    }
    known
}

/// All hooks in their order, and the callable ones by their points.
pub(super) fn plan(
    played: &[&Plugin],
    switches: &[Vec<i32>],
    index: &Index,
    found: &mut Found,
) -> (Vec<PlannedHook>, At) {
    let mut all: Vec<(usize, AnyHook)> = Vec::new();
    for (plugin, p) in played.iter().enumerate() {
        all.extend(At::of(&p.module).into_iter().map(|hook| (plugin, hook)));
    }
    if all.len() > u16::MAX.into() {
        found.say(HookError::Limit { count: all.len() });
        return Default::default();
    }
    let items: Vec<_> = all.iter().map(|(plugin, hook)| item(id(played[*plugin]), hook)).collect();
    let ordered = order(&items, &played.iter().map(|p| id(p)).collect());
    ordered.errors.into_iter().for_each(|error| found.say(error));
    ordered.overrides.into_iter().for_each(|text| found.note(Topic::Override, text));
    let mut at = At::default();
    let mut hooks = Vec::with_capacity(all.len());
    for (row, placed) in (0..).zip(ordered.hooks) {
        let (plugin, hook) = all[placed.item];
        let context = Context { plugin: played[plugin], switches: &switches[plugin], head: hook.head(), index };
        let planned = context.plan(plugin, &hook, &placed, found);
        if !planned.when.never {
            at.push(HookId(row), hook);
        }
        hooks.push(planned);
    }
    (hooks, at)
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
    index: &'a Index,
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

impl Context<'_> {
    fn plan(&self, plugin: usize, hook: &AnyHook, placed: &Placed, found: &mut Found) -> PlannedHook {
        let when = self.when(found);
        let rule = self.rule(when.never, found);
        let because = one_line(self.head.because.as_str());
        let why: Vec<_> = [Some(because), placed.decided.as_deref().map(one_line)].into_iter().flatten().collect();
        let why = why.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ");
        PlannedHook { plugin, point: hook.point(), key: Key(self.head.key), head: *self.head, when, rule, why }
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
        when.on_board = any(FIGURE, Class::Figure).into_iter().map(FigureKind).collect();
        when.marks = any(MARK, Class::Mark).into_iter().map(MarkKind).collect();
        when.completed = self.head.when.iter().any(|c| c.code == COMPLETED);
        when.sole_owner = self.head.when.iter().any(|c| c.code == SOLE_OWNER);
        when.never |= never;
        let known = FEATURE..=SOLE_OWNER;
        for condition in self.head.when.iter().filter(|c| !known.contains(&c.code)) {
            found.say(HookError::Condition { hook: self.hook(), code: condition.code });
        }
        when
    }

    /// The ids of all names that conditions of a class give, sorted, and whether there are such conditions.
    fn any(&self, code: u16, class: Class, found: &mut Found) -> (Vec<u16>, bool) {
        let names: Vec<_> = self.head.when.iter().filter(|c| c.code == code).map(|c| c.name.as_str()).collect();
        let mut ids: Vec<_> = names.iter().filter_map(|name| self.index.id(class, name)).collect();
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
            match self.index.id(Class::Rule, rule) {
                Some(id) => first = RuleId(id),
                None if never => {}
                None => found.say(HookError::Rule {
                    hook: self.hook(),
                    rule: rule.to_string(),
                    hint: self.index.hint(Class::Rule, rule, "declare it with a `[[rule]]`"),
                }),
            }
        }
        first
    }
}
