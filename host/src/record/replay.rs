//! Plays a record again: finds its rules, takes its choices by meaning, and compares the hash after each.

use super::{Entry, Header, Record, hash, leave_out};
use crate::engine::{Game, Opening, SetupErrors};
use crate::nearest::nearest;
use crate::resolve::{self, Findings};
use crate::rules::{Origin, Plugin};
use crate::words;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// What differs between a record and the rules at hand, without keeping it from being played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning(pub String);

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Where a replay and its record part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// The line of the record, from 1.
    pub line: usize,
    /// What differs, in one lower-case sentence.
    pub what: String,
}

/// Why a record can't be played.
#[derive(thiserror::Error, Clone, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// Its plugins can't be had.
    #[error("the record's rules can't be had: {}", one_line(.0))]
    Rules(Findings),
    /// Plugins of other versions, or other switches, give other rules.
    #[error(
        "the record was made under other rules: {0}; play it with the plugins, versions and switches it was made with"
    )]
    OtherRules(String),
    /// Its setup is no game.
    #[error("the record's setup is no game: {}; restore `setup` in line 1", one_line(.0))]
    Setup(SetupErrors),
    /// A choice or hash in it is not what the rules give.
    #[error("line {}: {} (restore the line, or cut the record before it to go on from there)", .0.line, .0.what)]
    Mismatch(Mismatch),
}

/// Several findings as one sentence.
fn one_line(findings: &impl fmt::Display) -> String {
    findings.to_string().lines().collect::<Vec<_>>().join("; ")
}

/// Finds the rules of a record among `plugins` and opens its game.
///
/// # Errors
/// The rules can't be had or are others, or the setup is no game.
pub fn open(record: &Record, plugins: &[Plugin]) -> Result<(Arc<Opening>, Vec<Warning>), ReplayError> {
    let header = &record.header;
    let choice = resolve::Choice {
        plugins: header.plugins.iter().map(|p| p.id.clone()).collect(),
        switches: header.switches.clone(),
        players: (!header.setup.exercise).then_some(header.setup.players),
        given: header.order.clone(),
        ..resolve::Choice::default()
    };
    let rules = resolve::resolve(plugins, &choice).map_err(ReplayError::Rules)?;
    let mut warnings = other_program(header);
    let mut differs = Vec::new();
    let played: BTreeMap<&str, &Plugin> =
        rules.plugins.iter().map(|p| (p.plugin.declaration.plugin.id.as_str(), &p.plugin)).collect();
    for pinned in &header.plugins {
        let Some(plugin) = played.get(pinned.id.as_str()) else { continue };
        let version = plugin.declaration.plugin.version.to_string();
        if version != pinned.version {
            differs.push(format!("{} was {} and is {version}", pinned.id, pinned.version));
        } else if let (Some(then), Origin::File { sha256, .. }) = (&pinned.sha256, &plugin.origin)
            && then != sha256
        {
            warnings.push(Warning(format!("the library of {} has changed since the record was made", pinned.id)));
        }
    }
    if rules.digest != header.digest {
        if differs.is_empty() {
            let (short, now) = (shortened(&header.digest), shortened(&rules.digest));
            differs.push(format!("its digest is {short}, but what its header names gives {now}"));
        }
        return Err(ReplayError::OtherRules(differs.join(", ")));
    }
    warnings.extend(differs.into_iter().map(Warning));
    let opening = Opening::new(Arc::new(rules), header.setup.clone()).map_err(ReplayError::Setup)?;
    Ok((opening, warnings))
}

/// What a record says of the program that made it, where that is another.
fn other_program(header: &Header) -> Vec<Warning> {
    let parts = [("host", &header.host, env!("CARGO_PKG_VERSION")), ("hook API", &header.api, gatehouse_core::API)];
    let others = parts.into_iter().filter(|(_, then, now)| then != now);
    others
        .map(|(what, then, now)| Warning(format!("the record was made with {what} {then}, and this is {now}")))
        .collect()
}

/// The beginning of a digest, enough to tell two apart.
fn shortened(digest: &str) -> String {
    let start: String = digest.chars().filter(|c| !c.is_control()).take(12).collect();
    format!("`{start}`")
}

/// Plays the choices of a record from its opening. With `verify` every hash must agree.
///
/// # Errors
/// The line at which record and rules part; what was played until then is lost, so keep the record.
pub fn replay(record: &Record, opening: &Arc<Opening>, verify: bool) -> Result<Game, ReplayError> {
    let mut game = Game::new(opening);
    game.remember(true);
    watched(record, game, verify, |_| {})
}

/// Plays the choices of a record from the beginning of a game, which is shown to `seen` before each choice and at the
/// end.
pub(crate) fn watched(
    record: &Record,
    mut game: Game,
    verify: bool,
    mut seen: impl FnMut(&Game),
) -> Result<Game, ReplayError> {
    for (n, entry) in record.entries.iter().enumerate() {
        seen(&game);
        let part = |what: String| ReplayError::Mismatch(Mismatch { line: n + 2, what });
        take(&mut game, entry).map_err(part)?;
        if verify && hash(&game) != entry.hash {
            return Err(part(format!(
                "the state after `{}` is another: {} instead of {}",
                entry.choose,
                hash(&game),
                entry.hash.escape_debug()
            )));
        }
    }
    seen(&game);
    Ok(game)
}

/// Takes the choice of an entry by its words; the error says why it can't be taken, and then the game is unchanged.
pub(super) fn take(game: &mut Game, entry: &Entry) -> Result<(), String> {
    if let Some(left_out) = entry.left_out() {
        return leave_out(game, left_out).map_err(|e| e.to_string());
    }
    let (by, choose) = (entry.by.escape_debug(), entry.choose.escape_debug());
    let Some(decision) = game.decision() else {
        return Err(format!("the game is over, but {by} chooses `{choose}`"));
    };
    let decider = words::decider(decision.decider());
    if decider != entry.by {
        return Err(format!("{decider} decides here, not {by}"));
    }
    let texts = words::choices(game, &decision);
    let Some(choice) = texts.iter().position(|t| *t == entry.choose) else {
        let meant = nearest(&entry.choose, texts.iter().map(String::as_str));
        let meant = meant.map_or(String::new(), |near| format!(": did you mean `{near}`?"));
        let question = words::question(game, &decision);
        return Err(format!("`{choose}` is not on offer to {decider} ({question}){meant}"));
    };
    game.choose(choice).map_err(|e| e.to_string())
}
