//! An explanation: lines below lines, each with its hook and rules, and what hooks and rules are at the end.

use crate::rules::Rules;
use crate::words;
use gatehouse_core::declare::Rule;
use gatehouse_core::{HookId, Point, RuleId};
use serde_json::{Value, json};

/// A sentence of an explanation with what belongs to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    /// What is said.
    pub text: String,
    /// The hook behind it; none for the host.
    pub hook: HookId,
    /// The rules it follows.
    pub rules: Vec<RuleId>,
    /// What belongs to it.
    pub inner: Vec<Node>,
}

impl Node {
    /// A sentence of the host's own.
    pub fn new(text: impl Into<String>) -> Node {
        Node { text: text.into(), hook: HookId::NONE, rules: Vec::new(), inner: Vec::new() }
    }

    /// This sentence, following a rule of a hook; either may be none.
    #[must_use]
    pub fn by(mut self, hook: HookId, rule: RuleId) -> Node {
        self.hook = hook;
        self.rules.extend(Some(rule).filter(|r| r.is_some()));
        self
    }

    /// This sentence with others that belong to it.
    #[must_use]
    pub fn with(mut self, inner: Vec<Node>) -> Node {
        self.inner = inner;
        self
    }
}

/// An explanation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Answer {
    /// Its sentences.
    pub nodes: Vec<Node>,
}

/// A line of an explanation as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The text with the blanks before it.
    pub text: String,
    /// How many blanks stand before what has to go on in the next line.
    pub indent: usize,
}

/// The hooks and rules that are named, each once in the order of first naming.
#[derive(Default)]
struct Named {
    hooks: Vec<HookId>,
    rules: Vec<RuleId>,
}

impl Named {
    fn see(&mut self, node: &Node) {
        if node.hook.is_some() && !self.hooks.contains(&node.hook) {
            self.hooks.push(node.hook);
        }
        for rule in &node.rules {
            if !self.rules.contains(rule) {
                self.rules.push(*rule);
            }
        }
        node.inner.iter().for_each(|inner| self.see(inner));
    }
}

impl Answer {
    fn named(&self) -> Named {
        let mut named = Named::default();
        self.nodes.iter().for_each(|node| named.see(node));
        named
    }

    /// The explanation as lines, without what hooks and rules are.
    pub fn sentences(&self, rules: &Rules) -> Vec<Line> {
        let mut lines = Vec::new();
        self.nodes.iter().for_each(|node| node_lines(rules, node, 0, &mut lines));
        lines
    }

    /// The explanation as lines, hooks and rules in full at the end.
    pub fn lines(&self, rules: &Rules) -> Vec<Line> {
        let mut lines = self.sentences(rules);
        let named = self.named();
        let mut part = |title: &str, texts: Vec<String>| {
            if !texts.is_empty() {
                lines.push(Line { text: String::new(), indent: 0 });
                lines.push(Line { text: title.to_owned(), indent: 0 });
            }
            lines.extend(texts.into_iter().map(|text| Line { text: format!("  {text}"), indent: 4 }));
        };
        part("hooks", named.hooks.iter().map(|hook| place(rules, *hook)).collect());
        part("rules", named.rules.iter().filter_map(|r| declared(rules, *r).map(rule)).collect());
        lines
    }

    /// The explanation as text, its lines as long as they are.
    pub fn to_text(&self, rules: &Rules) -> String {
        self.lines(rules).into_iter().map(|l| l.text).collect::<Vec<_>>().join("\n")
    }

    /// The explanation for programs.
    pub fn to_json(&self, rules: &Rules) -> Value {
        let named = self.named();
        let hook = |id: &HookId| {
            let h = &rules.hooks[id.index()];
            json!({ "hook": words::hook(rules, *id), "point": h.point.name(), "key": h.key.0, "why": h.why })
        };
        let rule = |id: &RuleId| {
            declared(rules, *id).map(|r| {
                json!({ "id": r.id, "text": r.text, "source": r.source, "edition": r.edition, "status": r.status.words() })
            })
        };
        json!({
            "explained": self.nodes.iter().map(|n| node_json(rules, n)).collect::<Vec<_>>(),
            "hooks": named.hooks.iter().filter(|id| id.index() < rules.hooks.len()).map(hook).collect::<Vec<_>>(),
            "rules": named.rules.iter().filter_map(rule).collect::<Vec<_>>(),
        })
    }
}

fn declared(rules: &Rules, id: RuleId) -> Option<&Rule> {
    rules.words.rules.get(id.index()).map(|r| &r.what)
}

/// A rule with its text and where it is from.
fn rule(rule: &Rule) -> String {
    format!("{}: {} ({}; {}; {})", rule.id, rule.text, rule.source, rule.edition, rule.status.words())
}

/// A hook with its point, key and the reason for its place.
pub(super) fn place(rules: &Rules, id: HookId) -> String {
    let name = words::hook(rules, id);
    let Some(hook) = rules.hooks.get(id.index()) else { return name };
    let why = if hook.why.is_empty() { String::new() } else { format!(": {}", hook.why) };
    format!("{name}, {}{why}", at(hook.point, hook.key))
}

/// A point with a key; reactions have none, unless they are ordered among themselves.
pub(super) fn at(point: Point, key: gatehouse_core::Key) -> String {
    if point > Point::FINAL_SCORE && key.0 == 0 { point.name().to_owned() } else { format!("{} {key}", point.name()) }
}

fn cites(rules: &Rules, node: &Node) -> String {
    let ids: Vec<&str> = node.rules.iter().map(|r| words::rule(rules, *r)).collect();
    match (ids.join(" "), node.hook.is_some()) {
        (ids, false) if ids.is_empty() => String::new(),
        (ids, true) if ids.is_empty() => format!("  [{}]", words::hook(rules, node.hook)),
        (ids, true) => format!("  [{ids}, {}]", words::hook(rules, node.hook)),
        (ids, false) => format!("  [{ids}]"),
    }
}

fn node_lines(rules: &Rules, node: &Node, depth: usize, lines: &mut Vec<Line>) {
    let text = format!("{}{}{}", "  ".repeat(depth), node.text, cites(rules, node));
    lines.push(Line { text, indent: 2 * depth + 4 });
    node.inner.iter().for_each(|inner| node_lines(rules, inner, depth + 1, lines));
}

fn node_json(rules: &Rules, node: &Node) -> Value {
    let mut value = json!({ "text": node.text });
    if node.hook.is_some() {
        value["hook"] = words::hook(rules, node.hook).into();
    }
    if !node.rules.is_empty() {
        value["rules"] = node.rules.iter().map(|r| words::rule(rules, *r)).collect::<Vec<_>>().into();
    }
    if !node.inner.is_empty() {
        value["inner"] = node.inner.iter().map(|inner| node_json(rules, inner)).collect();
    }
    value
}
