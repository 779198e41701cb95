//! The steps: hooks in their order, and between them what the host does in every game.

use super::{Step, Stretch, id};
use crate::rules::{PlannedHook, Rules};
use gatehouse_core::points::{Datum, Duty, Role, Who};
use gatehouse_core::{Key, Point};

/// What the host does in every game just before the hooks of a point.
struct Own {
    before: Point,
    key: u16,
    who: &'static str,
    why: &'static str,
}

const OWN: &[Own] = &[
    Own {
        before: Point::TILE_DRAWN,
        key: 120,
        who: "chance",
        why: "a tile is drawn; one that fits nowhere leaves the game, and another is drawn",
    },
    Own { before: Point::TILE_PLACED, key: 200, who: "active player", why: "the tile is placed where it fits" },
    Own { before: Point::TILE_PLACED, key: 210, who: "-", why: "features join, and who extended them is told" },
    Own { before: Point::COMPLETED, key: 400, who: "-", why: "completed features are found" },
    Own { before: Point::SCORE, key: 420, who: "-", why: "those of the greatest strength own the points" },
    Own { before: Point::SCORED, key: 430, who: "-", why: "the owners get the value of the sheet" },
    Own {
        before: Point::LAST_ROUND,
        key: 630,
        who: "-",
        why: "the next player's turn begins, or the game ends if no tile is left",
    },
];

/// How often the hooks of a point are asked.
fn repeats(point: Point) -> &'static str {
    match point {
        Point::SETUP => "once, before the game",
        Point::TURN_START => "once a turn",
        Point::FIGURE_OFFER => "once a slot of each part of the turn",
        Point::SCORE => "for each feature that is scored",
        Point::SCORED => "for each completed feature",
        Point::DEPART => "for the figures of each scored feature",
        Point::LAST_ROUND | Point::FINAL_SCORE => "once, at the end of the game",
        Point::ANSWERED => "whenever an offer of the plugin's own was answered",
        Point::GREW => "whenever a feature is extended or joined",
        Point::FIGURE_MOVED => "whenever a figure moves",
        Point::POINTS => "whenever a player gets points",
        _ => "once a part of the turn",
    }
}

/// All points that have steps.
pub(super) fn points(rules: &Rules) -> Vec<Stretch> {
    let stretch = |&point: &Point| {
        let mut steps = own(rules, point);
        steps.extend(rules.hooks.iter().filter(|h| h.point == point).map(|hook| step(rules, hook)));
        Stretch { point: point.name().to_owned(), repeats: repeats(point), steps }
    };
    Point::ALL.iter().map(stretch).filter(|s| !s.steps.is_empty()).collect()
}

fn own(rules: &Rules, point: Point) -> Vec<Step> {
    let mut steps: Vec<Step> =
        OWN.iter().filter(|own| own.before == point).map(|own| host(Key(own.key), own.who, own.why)).collect();
    if point == Point::FIGURE_OFFER {
        let slot = |n: usize| format!("one figure action is taken in the slot `{}`", rules.words.slots[n].what.name);
        let slots = rules.words.slots.iter().enumerate();
        steps.extend(slots.map(|(n, s)| Step { duty: "may", ..host(Key(s.what.key), "active player", &slot(n)) }));
    }
    if point == Point::FINAL_SCORE {
        let mut kinds: Vec<_> = rules.words.features.iter().map(|f| (f.what.final_key, f.what.name.as_str())).collect();
        kinds.sort_unstable();
        kinds.retain(|(_, kind)| rules.tables.figure_kinds.iter().any(|f| stands(rules, f.stands_on, kind)));
        steps.extend(kinds.into_iter().map(|(key, kind)| {
            host(Key(key), "-", &format!("occupied features of the kind `{kind}` that are left are scored"))
        }));
    }
    steps
}

/// Whether a figure may stand on features of the kind.
fn stands(rules: &Rules, on: u32, kind: &str) -> bool {
    rules.words.features.iter().position(|f| f.what.name == kind).is_some_and(|n| on >> n & 1 == 1)
}

fn host(key: Key, who: &'static str, why: &str) -> Step {
    Step {
        key: Some(key.to_string()),
        hook: None,
        who,
        duty: "must",
        role: "",
        why: why.to_owned(),
        rules: Vec::new(),
        reads: Vec::new(),
        writes: Vec::new(),
        choices_write: Vec::new(),
        off: false,
    }
}

fn step(rules: &Rules, hook: &PlannedHook) -> Step {
    let data = |list: &[Datum]| list.iter().map(ToString::to_string).collect();
    let (who, duty) = decides(hook);
    // Reactions have no place on the timeline, unless they are ordered among themselves.
    let placed = hook.point <= Point::FINAL_SCORE || hook.key.0 != 0;
    Step {
        key: placed.then(|| hook.key.to_string()),
        hook: Some(format!("{}/{}", id(rules, hook.plugin), hook.head.name)),
        who,
        duty: duty.words(),
        role: match hook.head.role {
            Role::STRIKE => "strikes",
            Role::RIDE => "rides",
            _ => "adds",
        },
        why: hook.why.clone(),
        rules: hook.head.rules.split_whitespace().map(str::to_owned).collect(),
        reads: data(&hook.head.reads),
        writes: data(&hook.head.writes),
        choices_write: data(&hook.head.choices_write),
        off: hook.when.never,
    }
}

/// Who decides, as the head says, or else by what it offers.
fn decides(hook: &PlannedHook) -> (&'static str, Duty) {
    let writes = |data: &[Datum]| hook.head.writes.iter().any(|w| data.iter().any(|d| d.code == w.code));
    if hook.head.who != Who::UNSAID {
        return (hook.head.who.words(), hook.head.duty);
    }
    if writes(&[Datum::choices(), Datum::riders()]) {
        let who = if hook.point == Point::DEPART { Who::OWNER } else { Who::ACTIVE };
        return (who.words(), Duty::MAY);
    }
    if writes(&[Datum::sources(), Datum::admissions()]) {
        return (Who::ACTIVE.words(), Duty::MAY);
    }
    if writes(&[Datum::offers()]) { ("somebody", hook.head.duty) } else { ("-", Duty::MUST) }
}
