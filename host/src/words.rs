//! Puts choices, places and events into the game's words. The texts of choices are also what records and scenarios name
//! them by, so within one decision each is unique.

use crate::engine::{ActChoice, Choice, Decision, Game, Question};
use crate::locate;
use crate::rules::Rules;
use gatehouse_core::{
    Bearer, BearerKind, ChoiceRow, Decider, DeciderKind, EventCode, EventRow, FeatureId, FigureId, HookId, MarkKind,
    PileId, Place, Player, Point, RuleId, Spot, Stage, TileId, TileKind, Unit,
};

/// The players' colours in seat order.
pub const COLOURS: [&str; Player::MAX] = ["red", "blue", "green", "yellow", "black", "pink", "white", "orange"];

/// A player's colour; "nobody" for none.
pub fn player(player: Player) -> &'static str {
    COLOURS.get(player.index()).copied().unwrap_or("nobody")
}

/// A decider: a colour or "chance".
pub fn decider(who: Decider) -> &'static str {
    match who.kind() {
        DeciderKind::Player(p) => player(p),
        _ => "chance",
    }
}

/// A tile's id.
pub fn tile_kind(rules: &Rules, kind: TileKind) -> &str {
    rules.words.tiles.get(kind.index()).map_or("an unknown tile", |t| t.tile.id.as_str())
}

/// A hook as `plugin/hook`; "the host" for none.
pub fn hook(rules: &Rules, id: HookId) -> String {
    rules.hooks.get(id.index()).map_or("the host".to_owned(), |h| {
        format!("{}/{}", rules.plugins[h.plugin].plugin.declaration.plugin.id, h.head.name)
    })
}

/// A rule's id; empty for none.
pub fn rule(rules: &Rules, id: RuleId) -> &str {
    rules.words.rules.get(id.index()).map_or("", |r| r.what.id.as_str())
}

/// What players call a mark.
pub fn mark(rules: &Rules, kind: MarkKind) -> &str {
    rules.words.marks.get(kind.index()).map_or("an unknown mark", |m| m.what.look.label(&m.what.name))
}

fn position(game: &Game, tile: TileId) -> String {
    game.board().tiles.get(tile.index()).map_or("nowhere".to_owned(), |t| t.pos.to_string())
}

/// A figure's kind, with its owner where that is not `viewer`.
pub fn figure(game: &Game, id: FigureId, viewer: Player) -> String {
    let Some(row) = game.board().figure(id) else { return "an unknown figure".to_owned() };
    let words = &game.opening().rules().words;
    let kind = words.figures.get(row.kind.index()).map_or("figure", |f| f.what.look.label(&f.what.name));
    if row.owner == viewer || !row.owner.is_some() {
        kind.to_owned()
    } else {
        format!("{}'s {kind}", player(row.owner))
    }
}

/// Where a figure is.
pub fn place(game: &Game, place: Place) -> String {
    let words = &game.opening().rules().words;
    match place.spot() {
        Spot::Supply => "the supply".to_owned(),
        Spot::Reserve => "the reserve".to_owned(),
        Spot::Box => "the box".to_owned(),
        Spot::Segment(segment) => match game.board().segments.get(segment.index()) {
            Some(row) => {
                format!("{} of {}", locate::segment_text(words, game.board(), segment), position(game, row.tile))
            }
            None => "nowhere".to_owned(),
        },
        Spot::Tile(tile) => format!("the tile {}", position(game, tile)),
        Spot::With(other) => format!("beside {}", figure(game, other, Player::NONE)),
        Spot::Held(by) => format!("the hands of {}", player(by)),
        Spot::Yard(n) => format!("yard {n}"),
        Spot::Corner(tile, n) => {
            format!("the {} corner of {}", locate::CORNERS[n as usize % 4], position(game, tile))
        }
        _ => "an unknown place".to_owned(),
    }
}

/// What a mark hangs on.
pub fn bearer(game: &Game, on: Bearer) -> String {
    let figure = if let BearerKind::Figure(id) = on.kind() { game.board().figure(id) } else { None };
    bearer_at(game, on, figure.map_or(Place::SUPPLY, |f| f.place))
}

/// What a mark hangs on; a figure where it was.
fn bearer_at(game: &Game, on: Bearer, at: Place) -> String {
    match on.kind() {
        BearerKind::Game => "the game".to_owned(),
        BearerKind::Player(p) => player(p).to_owned(),
        BearerKind::Tile(tile) => format!("the tile {}", position(game, tile)),
        BearerKind::Segment(segment) => place(game, Place::segment(segment)),
        BearerKind::Figure(id) => format!("{} on {}", figure(game, id, Player::NONE), place(game, at)),
        _ => "something unknown".to_owned(),
    }
}

/// A feature by its kind and the cell of its first segment.
pub fn feature(game: &Game, id: FeatureId) -> String {
    let (board, words) = (game.board(), &game.opening().rules().words);
    let Some(row) = board.features.get(id.index()) else { return "an unknown feature".to_owned() };
    let kind = words.features.get(row.kind.index()).map_or("feature", |f| f.what.look.label(&f.what.name));
    let first = game.view(0).segments_of(id).min().map(|s| board.segments[s.index()].tile);
    match first {
        Some(tile) => format!("the {kind} at {}", position(game, tile)),
        None => format!("a {kind} that became part of another"),
    }
}

/// A choice of a hook without what rides on it.
pub fn choice_row(game: &Game, viewer: Player, row: &ChoiceRow) -> String {
    choice_from(game, viewer, row, game.board().figure(row.figure).map_or(Place::SUPPLY, |f| f.place))
}

/// A choice of a hook without what rides on it, for a figure that stood at a place when it was offered.
pub(crate) fn choice_from(game: &Game, viewer: Player, row: &ChoiceRow, from: Place) -> String {
    let mut text = row.label.to_string();
    if row.figure.is_some() {
        text = format!("{text} {}", figure(game, row.figure, viewer));
        if from.is_on_board() && row.to == Place::SUPPLY {
            text = format!("{text} from {}", place(game, from));
        }
    }
    if row.to != Place::SUPPLY {
        let stays = row.figure.is_some() && from == row.to;
        text = format!("{text} {} {}", if stays { "on" } else { "to" }, place(game, row.to));
    }
    if row.detail != 0 {
        text = format!("{text} {}", row.detail);
    }
    text
}

fn act(game: &Game, viewer: Player, choice: &ActChoice<'_>) -> String {
    let text = choice_row(game, viewer, choice.row);
    choice.riders().fold(text, |text, rider| format!("{text} {}", rider.label))
}

/// A choice on its own; [`choices`] makes the texts of one decision unique.
pub fn choice(game: &Game, viewer: Player, choice: &Choice<'_>) -> String {
    let rules = game.opening().rules();
    match choice {
        Choice::Pass => "pass".to_owned(),
        Choice::Draw { kind, .. } => format!("draw {}", tile_kind(rules, *kind)),
        Choice::Source { label, .. } => (*label).to_owned(),
        Choice::Place { candidate, admits } => {
            let at = format!("{} {}", candidate.pos, candidate.rotation);
            admits.map_or(at.clone(), |(_, label)| format!("{at} {label}"))
        }
        Choice::Act(choice) => act(game, viewer, choice),
    }
}

/// The texts of tiles that may be played instead of a draw: what is offered is enough, unless it is offered twice.
fn sources(game: &Game, decision: &Decision<'_>) -> Vec<String> {
    let rules = game.opening().rules();
    let twice = |label: &str| {
        decision.iter().filter(|c| matches!(c, Choice::Source { label: l, .. } if *l == label)).count() > 1
    };
    let draws = game.board().left(game.opening().tables(), PileId(0)) > 0;
    let text = |choice: Choice<'_>| match choice {
        Choice::Source { kind, label, .. } if twice(label) => format!("{label} {}", tile_kind(rules, kind)),
        Choice::Pass if draws => "draw a tile".to_owned(),
        other => self::choice(game, Player::NONE, &other),
    };
    decision.iter().map(text).collect()
}

/// The texts of all choices of a decision, each unique: equal ones get a number behind them.
pub fn choices(game: &Game, decision: &Decision<'_>) -> Vec<String> {
    let viewer = decision.player().unwrap_or(Player::NONE);
    let mut texts: Vec<String> = match decision.question() {
        Question::Source => sources(game, decision),
        _ => decision.iter().map(|c| choice(game, viewer, &c)).collect(),
    };
    for i in 0..texts.len() {
        let text = texts[i].clone();
        let mut n = 1;
        for other in texts.iter_mut().skip(i + 1).filter(|t| **t == text) {
            n += 1;
            *other = format!("{text} #{n}");
        }
    }
    texts
}

/// What a decision asks, in plain words.
pub fn question(game: &Game, decision: &Decision<'_>) -> String {
    let rules = game.opening().rules();
    match decision.question() {
        Question::Draw(_) => "a tile is drawn".to_owned(),
        Question::Source => "draw, or play a tile of your own?".to_owned(),
        Question::Place(kind) => format!("where does {} go?", tile_kind(rules, kind)),
        Question::Figure(_) => "which figure do you place?".to_owned(),
        Question::Offer(_) => decision.title().to_owned(),
        Question::Depart(id) => {
            let at = game.board().figure(id).map_or(Place::SUPPLY, |f| f.place);
            let viewer = decision.player().unwrap_or(Player::NONE);
            format!("what does the {} on {} do?", figure(game, id, viewer), place(game, at))
        }
    }
}

/// What a line of a sheet counts, one of them.
pub(crate) fn unit(rules: &Rules, unit: Unit) -> String {
    if let Some(print) = unit.as_print() {
        return rules
            .words
            .prints
            .get(print.index())
            .map_or("print".into(), |p| p.what.look.label(&p.what.name).to_owned());
    }
    if let Some(kind) = unit.as_feature() {
        let word = rules.words.features.get(kind.index());
        return word.map_or("feature".into(), |f| f.what.look.label(&f.what.name).to_owned());
    }
    match unit {
        Unit::TILE => "tile".to_owned(),
        Unit::AROUND => "filled cell".to_owned(),
        _ => "point".to_owned(),
    }
}

/// A number of what a line of a sheet counts.
pub(crate) fn counted(rules: &Rules, n: i32, of: Unit) -> String {
    let unit = unit(rules, of);
    if n == 1 {
        return format!("1 {unit}");
    }
    match unit.strip_suffix('y') {
        Some(stem) => format!("{n} {stem}ies"),
        None => format!("{n} {unit}s"),
    }
}

/// A line of a sheet.
pub(crate) fn line(rules: &Rules, event: &EventRow) -> String {
    let (count, rate) = (event.n, event.m);
    let units = || counted(rules, count, Unit::from_bits(event.object));
    match Stage(event.cause.0) {
        Stage::OWNERS => "the points go to other owners".to_owned(),
        Stage::BASIS => format!("{} at {rate}", units()),
        Stage::RATE => format!("each {} at {rate}", unit(rules, Unit::from_bits(event.object))),
        Stage::INSTEAD => format!("{count} points instead"),
        Stage::PLUS => format!("plus {} at {rate}", units()),
        Stage::NIL => "nothing at all".to_owned(),
        Stage::FACTOR_UP => format!("times {count}/{rate}, rounded up"),
        Stage::FACTOR_DOWN => format!("times {count}/{rate}, rounded down"),
        Stage::BONUS => format!("{} at {rate} for {}", units(), player(event.player)),
        _ => "a line of an unknown stage".to_owned(),
    }
}

/// An event in one sentence without its rule; `None` for one that is of no interest by itself.
pub fn event(game: &Game, event: &EventRow) -> Option<String> {
    let rules = game.opening().rules();
    let who = player(event.player);
    let tile = || tile_kind(rules, TileKind(event.object)).to_owned();
    let subject = || feature(game, FeatureId(event.subject));
    let gets = |n: i32| {
        let (verb, n) = (if n < 0 { "loses" } else { "gets" }, n.unsigned_abs());
        format!("{verb} {n} {}", if n == 1 { "point" } else { "points" })
    };
    Some(match event.code {
        EventCode::TURN_BEGAN => format!("turn {}: {who}", event.n),
        EventCode::DRAWN => format!("{who} draws {}", tile()),
        EventCode::SOURCED => format!("{who} plays {} instead of a draw", tile()),
        EventCode::DISCARDED => format!("{} fits nowhere and leaves the game", tile()),
        EventCode::SET_ASIDE => format!("{} is laid aside", tile()),
        EventCode::TILE_PLACED => {
            let at = game.board().tiles.get(event.subject as usize);
            let at = at.map_or(String::new(), |t| format!("{} {}", t.pos, t.rotation));
            format!("{who} places {} at {at}", tile())
        }
        EventCode::FIGURE_MOVED => {
            let id = FigureId(event.subject);
            let owner = game.board().figure(id).map_or(Player::NONE, |f| f.owner);
            let whose = if owner.is_some() { format!("{}'s ", player(owner)) } else { "the ".to_owned() };
            format!(
                "{whose}{} goes from {} to {}",
                figure(game, id, owner),
                place(game, event.from),
                place(game, event.to)
            )
        }
        EventCode::POINTS if event.subject == u16::MAX => format!("{who} {}", gets(event.n)),
        EventCode::POINTS => format!("{who} {} for {}", gets(event.n), subject()),
        EventCode::SHEET_LINE => format!("{}: {}", subject(), line(rules, event)),
        EventCode::MARK_SET => {
            let on = Bearer::from_bits(event.from.to_bits());
            let (on, kind) = (bearer_at(game, on, event.to), MarkKind(event.object));
            let shown = rules.words.marks.get(kind.index()).is_some_and(|m| m.what.visible);
            match (mark(rules, kind), event.n) {
                (mark, n) if !shown => format!("{mark} of {on} becomes {n}"),
                (mark, 0) => format!("{on} now has no {mark}"),
                (mark, n) => format!("{on} now has {n}× {mark}"),
            }
        }
        EventCode::JOINED => "two features are joined".to_owned(),
        EventCode::PARTED => "a join ends".to_owned(),
        EventCode::SEGMENT_ADDED => "a tile gets a further segment".to_owned(),
        EventCode::COMPLETED => format!("{} is completed", subject()),
        EventCode::WITHHELD => format!("{} is completed but not scored now", subject()),
        EventCode::WITHDRAWN => format!("{} tiles are taken out unseen", event.n),
        EventCode::FILLED if event.n == 1 => format!("{} comes back into a pile", tile()),
        EventCode::FILLED => format!("{} of {} come back into a pile", event.n, tile()),
        EventCode::PART_GRANTED => format!("{who} gets a further part of the turn"),
        EventCode::TURN_GRANTED => format!("{who} gets a further turn"),
        EventCode::CHANCE => "chance decides".to_owned(),
        EventCode::FAULT if !event.hook.is_some() => {
            let id = rules.plugins.get(usize::from(event.subject)).map(|p| p.plugin.declaration.plugin.id.as_str());
            format!("the expansion {} is left out from here on", id.unwrap_or("that was named"))
        }
        EventCode::FAULT => format!("the hook {} was at fault; its plugin is stopped", hook(rules, event.hook)),
        EventCode::FINAL_SCORING => "the last tile is placed; what is left is scored".to_owned(),
        EventCode::GAME_ENDED => "the game is over".to_owned(),
        EventCode::TOLD => format!("{who} {}", rules.words.rules.get(event.rule.index())?.what.told.as_ref()?),
        EventCode::SKIPPED => format!("{} is skipped", Point(event.n as u8).name()),
        _ => return None,
    })
}

/// An event with the rule and hook it follows.
pub fn explained(game: &Game, row: &EventRow) -> Option<String> {
    let text = event(game, row)?;
    let rules = game.opening().rules();
    Some(match (rule(rules, row.rule), row.hook.is_some()) {
        ("", false) => text,
        ("", true) => format!("{text}  [{}]", hook(rules, row.hook)),
        (id, _) => format!("{text}  [{id}, {}]", hook(rules, row.hook)),
    })
}
