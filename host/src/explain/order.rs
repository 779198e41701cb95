//! Why one hook comes before another.

use super::answer::at;
use super::{Answer, ExplainError, Node, Story};
use crate::nearest;
use crate::rules::PlannedHook;
use crate::words;
use gatehouse_core::points::Role;
use gatehouse_core::{HookId, Point, RuleId};

impl Story {
    /// The places of two hooks in the order of play, and what decides which comes first.
    ///
    /// # Errors
    /// One of them is no hook of this game.
    pub fn order(&self, first: &str, second: &str) -> Result<Answer, ExplainError> {
        let (a, b) = (self.hook(first)?, self.hook(second)?);
        let (a, b) = (a.min(b), a.max(b));
        let hooks = &self.rules().hooks;
        let (one, other) = (&hooks[a.index()], &hooks[b.index()]);
        let mut nodes = vec![self.place_of(a)];
        if a == b {
            return Ok(Answer { nodes });
        }
        nodes.push(self.place_of(b));
        nodes.push(Node::new(format!("{} comes first", words::hook(self.rules(), a))).with(self.decided(one, other)));
        nodes.extend(self.keys_said(&[a, b]));
        nodes.extend(self.switches_of(one, other));
        Ok(Answer { nodes })
    }

    /// The hook called `plugin/hook`, or by either of these where only one is meant.
    fn hook(&self, name: &str) -> Result<HookId, ExplainError> {
        let hooks = || (0..self.rules().hooks.len()).map(|n| HookId(n as u16));
        let names: Vec<String> = hooks().map(|id| words::hook(self.rules(), id)).collect();
        let wanted = name.trim();
        let exact: Vec<HookId> = hooks().filter(|id| names[id.index()] == wanted).collect();
        let part = |id: &HookId| names[id.index()].split('/').any(|part| part == wanted);
        let found = if exact.is_empty() { hooks().filter(part).collect() } else { exact };
        let hint = match found[..] {
            [one] => return Ok(one),
            [] => nearest::hint(wanted, names.iter().map(String::as_str), "`plan` lists them as plugin/hook"),
            _ => {
                let at = |id: &HookId| {
                    format!("`{}` at `{}`", names[id.index()], self.rules().hooks[id.index()].point.name())
                };
                format!("it may be {}", super::listed(&found.iter().map(at).collect::<Vec<_>>()))
            }
        };
        Err(ExplainError::Hook { name: wanted.to_owned(), hint })
    }

    fn place_of(&self, id: HookId) -> Node {
        let (rules, hook) = (self.rules(), &self.rules().hooks[id.index()]);
        let there: Vec<usize> = (0..rules.hooks.len()).filter(|n| rules.hooks[*n].point == hook.point).collect();
        let nth = there.iter().position(|n| *n == id.index()).map_or(0, |n| n + 1);
        let place = at(hook.point, hook.key);
        let role = ["", ", strikes what others add", ", rides on what others add"][usize::from(hook.head.role.0) % 3];
        let off = if hook.when.never { ", never called with these plugins and switches" } else { "" };
        let text = format!("{}: {place}, number {nth} of {} there{role}{off}", words::hook(rules, id), there.len());
        Node { rules: self.rules_of(id), hook: id, ..Node::new(text) }
    }

    /// What decides the order of two hooks: the point, the role, a wish, the key, the names.
    fn decided(&self, one: &PlannedHook, other: &PlannedHook) -> Vec<Node> {
        let (p, q) = (one.point, other.point);
        if p != q {
            let reaction =
                if q > Point::FINAL_SCORE { "reactions, which follow what they react to, are listed last" } else { "" };
            let text = format!("the turn comes to `{}` before `{}`", p.name(), q.name());
            let text = if reaction.is_empty() { text } else { reaction.to_owned() };
            return vec![Node::new(text)];
        }
        let mut nodes = Vec::new();
        let staged = matches!(p, Point::FIGURE_OFFER | Point::DEPART);
        let role =
            |h: &PlannedHook| ["adds choices", "strikes choices", "rides on choices"][usize::from(h.head.role.0) % 3];
        if staged && one.head.role != other.head.role {
            nodes.push(Node::new(format!(
                "it {}, and the other one {}: additions, strikes, riders",
                role(one),
                role(other)
            )));
        }
        nodes.extend(self.given(one, other));
        nodes.extend(self.wishes(one, other).into_iter().chain(self.wishes(other, one)));
        if one.key != other.key {
            let against = if one.key > other.key { "against its key: " } else { "by its key: " };
            nodes.push(Node::new(format!("{against}{} and {}", one.key, other.key)));
        } else if nodes.is_empty() {
            nodes.push(Node::new(
                "both have the same key and nobody asks for an order, so the names of plugin and hook decide",
            ));
        }
        if p == Point::DEPART && one.head.role == Role::ADD && other.head.role == Role::ADD {
            nodes.push(Node::new(
                "all hooks of `depart` are asked at once; then each figure decides at the greatest key that offered it \
                 something, clockwise within a key, and is asked once for all its ways to leave",
            ));
        }
        nodes
    }

    /// What the user says of the order of two hooks.
    fn given(&self, one: &PlannedHook, other: &PlannedHook) -> Vec<Node> {
        let (given, point) = (&self.rules().given, one.point.name());
        let names = [self.full_name(one), self.full_name(other)];
        let order =
            given.order.iter().filter(|o| o.point == point && names.contains(&o.first) && names.contains(&o.then));
        let keys = given.keys.iter().filter(|k| k.point == point && names.contains(&k.hook));
        let order = order.map(|o| format!("the user puts {} before {}: {}", o.first, o.then, o.reason));
        let keys =
            keys.map(|k| format!("the user gives {} the key {}: {}", k.hook, gatehouse_core::Key(k.key), k.reason));
        order.chain(keys).map(Node::new).collect()
    }

    /// A hook as `plugin/hook`.
    fn full_name(&self, hook: &PlannedHook) -> String {
        format!("{}/{}", self.rules().plugins[hook.plugin].plugin.declaration.plugin.id, hook.head.name)
    }

    /// The wishes of a hook about another.
    fn wishes(&self, hook: &PlannedHook, about: &PlannedHook) -> Vec<Node> {
        let (asker, own) = (self.full_name(hook), self.full_name(about));
        let all = own.split('/').next().unwrap_or_default();
        let meant = hook.head.constraints.iter().filter(|c| [own.as_str(), all].contains(&c.hook.as_str()));
        let wish = meant.map(|c| {
            let side = if c.before { "before" } else { "after" };
            Node::new(format!("{asker} asks to come {side} {}: {}", c.hook, c.reason))
        });
        wish.collect()
    }

    /// Choices in this game that said another key than their hook's.
    fn keys_said(&self, hooks: &[HookId]) -> Vec<Node> {
        let rules = self.rules();
        let mut said: Vec<(HookId, u16, u16, RuleId)> = Vec::new();
        for note in self.game.heard().iter().filter(|n| hooks.contains(&n.hook)) {
            let crate::engine::Answer::Offered(rows) = &note.answer else { continue };
            let own = rules.hooks[note.hook.index()].key;
            for (row, _) in rows.iter().filter(|(r, _)| r.with.0 != 0 || (r.key.0 != 0 && r.key != own)) {
                said.push((note.hook, row.key.0, row.with.0, row.rule));
            }
        }
        said.sort_unstable();
        said.dedup();
        let node = |(hook, key, with, rule): (HookId, u16, u16, RuleId)| {
            let name = words::hook(rules, hook);
            let text = match with {
                0 => {
                    format!("choices of {name} said in this game that they are decided at {}", gatehouse_core::Key(key))
                }
                _ => format!(
                    "choices of {name} said in this game that they are decided together with others from {} on",
                    gatehouse_core::Key(with)
                ),
            };
            Node::new(text).by(HookId::NONE, rule)
        };
        said.into_iter().map(node).collect()
    }

    /// Switches of their plugins whose values are keys of their point: they say when something is decided.
    fn switches_of(&self, one: &PlannedHook, other: &PlannedHook) -> Vec<Node> {
        let keys = |h: &PlannedHook| h.point.keys();
        let mine = |plugin: usize| [one, other].into_iter().find(|h| h.plugin == plugin);
        let switches = self.rules().words.switches.iter().filter_map(|(switch, value)| {
            let hook = mine(switch.plugin)?;
            let are_keys = switch.what.values.keys().all(|v| v.parse().is_ok_and(|v: u16| keys(hook).contains(&v)));
            (are_keys && hook.point <= Point::FINAL_SCORE && *keys(hook).start() > 0).then_some((switch, *value))
        });
        let told = switches.map(|(switch, value)| {
            let plugin = &self.rules().plugins[switch.plugin].plugin.declaration.plugin.id;
            let values = switch.what.values.iter().map(|(v, means)| {
                let played = if v.parse() == Ok(value) { " (played)" } else { "" };
                Node::new(format!("{v}{played}: {means}"))
            });
            let text = format!("the switch {plugin}.{} may change it: {}", switch.what.name, switch.what.text);
            Node::new(text).with(values.collect())
        });
        told.collect()
    }
}
