//! `gatehouse plugins bisect`: the smallest set of plugins with which a record still fails.

use super::super::lookout::{guard_in, plugin_of, tell_author};
use super::super::replay::{opened, read};
use super::super::which::Where;
use super::super::{Done, Failure, say, say_json};
use clap::Args;
use gatehouse::engine::Opening;
use gatehouse::lookout::{self, Limits};
use gatehouse::record::{self, Record};
use gatehouse::words;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

/// More sets than this are not tried one by one; then single plugins are left out as long as it still fails.
const MOST_SETS: u32 = 8;

/// Find the smallest set of plugins with which a record still fails: each try is played in a process of its own
#[derive(Args)]
pub(super) struct Bisect {
    /// The record: of a game in which a hook was at fault, or after whose last choice one was or the program ended
    file: PathBuf,
    #[command(flatten)]
    found: Where,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// One try: only these plugins are asked
    #[arg(long, hide = true, value_delimiter = ',', num_args = 0..)]
    only: Option<Vec<String>>,
    /// These are not there at all
    #[arg(long, hide = true, requires = "only", value_delimiter = ',', num_args = 0..)]
    gone: Vec<String>,
    /// The choice of the decision after the last line that is tried with it
    #[arg(long, hide = true, requires = "only")]
    next: Option<usize>,
    /// Where it leaves word of what it is in
    #[arg(long, hide = true, requires = "only")]
    word: Option<PathBuf>,
}

/// How a record fails.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
enum How {
    /// A hook was at fault.
    Fault(String),
    /// The program came to an end in a hook, or was ended because it did not return.
    Ended,
}

/// A failure: where, and how.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Debug)]
struct Failing {
    /// The hook, as `plugin/hook`.
    hook: String,
    how: How,
}

impl fmt::Display for Failing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.how {
            How::Fault(message) => write!(f, "the hook {} is at fault: {message}", self.hook),
            How::Ended => write!(f, "the program ends in the hook {}", self.hook),
        }
    }
}

impl Bisect {
    pub(super) fn run(self) -> Done {
        if let Some(only) = &self.only {
            return self.one_try(only);
        }
        let (record, opening) = opened(&self.file, &self.found)?;
        let ids: Vec<String> = opening.rules().plugins.iter().map(|p| p.plugin.declaration.plugin.id.clone()).collect();
        let trial = Trial { ids: &ids };
        let choices = record::replay(&record, &opening, false).ok().and_then(|game| {
            let decision = game.decision()?;
            Some(words::choices(&game, &decision).len())
        });
        let found = trial.first(&ids, choices.unwrap_or(0))?;
        let Some((failing, next)) = found else {
            return Err(Failure::failed(format!(
                "{} does not fail, and none of the {} choices after it does: name the record of a game that failed",
                self.file.display(),
                choices.unwrap_or(0)
            )));
        };
        let smallest = trial.smallest(&failing, next)?;
        let base = opening.rules().plugins.iter().find(|p| p.plugin.declaration.plugin.base);
        let base = base.map(|p| p.plugin.declaration.plugin.id.clone());
        let others: Vec<String> = ids.iter().filter(|id| !smallest.contains(id)).cloned().collect();
        let able: Vec<String> = others.iter().filter(|id| Some(*id) != base.as_ref()).cloned().collect();
        let absent = trial.absent(&failing, next, able);
        let silent: Vec<String> = others.into_iter().filter(|id| !absent.contains(id)).collect();
        if self.json {
            say_json(&serde_json::json!({ "failing": failing, "plugins": smallest, "silent": silent,
                "absent": absent, "choices": record.entries.len(), "next": next }));
            return Ok(());
        }
        let after = next.map_or(String::new(), |n| format!(" after choice {} of the next decision", n + 1));
        say(format!("{failing}{after}"));
        say(format!("it takes these plugins: {}", smallest.join(", ")));
        for (how, ids) in [("while these are silent", silent), ("without the libraries of", absent)] {
            if !ids.is_empty() {
                say(format!("it fails as well {how}: {}", ids.join(", ")));
            }
        }
        say(format!("tell the author of {}", plugin_of(&failing.hook)));
        Ok(())
    }

    /// Plays the record with some plugins silent, and says how it fails.
    fn one_try(&self, only: &[String]) -> Done {
        guard_in(self.word.as_deref(), Limits::of(Duration::from_millis(300)), tell_author);
        let (record, opening) = match self.gone.is_empty() {
            true => opened(&self.file, &self.found)?,
            false => self.opened_without(&self.gone)?,
        };
        let game = record::silenced(&record, &opening, only, self.next);
        let failing = game.faults().first().map(|fault| Failing {
            hook: words::hook(opening.rules(), fault.hook),
            how: How::Fault(fault.message.clone()),
        });
        say_json(&failing);
        Ok(())
    }

    /// The record under the rules without some of its plugins, whose libraries stay closed.
    fn opened_without(&self, gone: &[String]) -> Result<(Record, Arc<Opening>), Failure> {
        let record = read(&self.file)?;
        let ids: Vec<String> = record.header.plugins.iter().map(|p| p.id.clone()).collect();
        let kept: Vec<String> = ids.into_iter().filter(|id| !gone.contains(id)).collect();
        let plugins = self.found.plugins_for(&kept)?.plugins;
        let (opening, _) = record::open_anew(&record, &plugins, gone).map_err(Failure::failed)?;
        Ok((record, opening))
    }
}

/// Tries in processes of their own.
struct Trial<'a> {
    /// All plugins of the record.
    ids: &'a [String],
}

impl Trial<'_> {
    /// The first failure with these plugins: in the record, or after one of so many choices that follow it.
    fn first(&self, ids: &[String], choices: usize) -> Result<Option<(Failing, Option<usize>)>, Failure> {
        for next in std::iter::once(None).chain((0..choices).map(Some)) {
            if let Some(failing) = self.with(ids, next)? {
                return Ok(Some((failing, next)));
            }
        }
        Ok(None)
    }

    /// The smallest set with which it fails like this. The culprit is in each, for its hook has to be asked.
    fn smallest(&self, failing: &Failing, next: Option<usize>) -> Result<Vec<String>, Failure> {
        let culprit = plugin_of(&failing.hook);
        let fails = |set: &[String]| Ok::<_, Failure>(self.with(set, next)?.is_some_and(|f| f.hook == failing.hook));
        let mut set = self.ids.to_vec();
        if set.len() as u32 > MOST_SETS {
            for id in self.ids.iter().filter(|id| *id != culprit) {
                let fewer: Vec<String> = set.iter().filter(|other| *other != id).cloned().collect();
                if fails(&fewer)? {
                    set = fewer;
                }
            }
        }
        let others: Vec<&String> = set.iter().filter(|id| *id != culprit).collect();
        let mut masks: Vec<u32> = (0..1 << others.len().min(MOST_SETS as usize)).collect();
        masks.sort_by_key(|mask| (mask.count_ones(), *mask));
        for mask in masks {
            let taken = others.iter().enumerate().filter(|(n, _)| mask >> n & 1 == 1).map(|(_, id)| (*id).clone());
            let smaller: Vec<String> = taken.chain([culprit.to_owned()]).collect();
            if fails(&smaller)? {
                return Ok(smaller);
            }
        }
        Ok(set)
    }

    /// Those of the plugins without whose libraries it fails as well: all of them, or as many as can go one by one.
    fn absent(&self, failing: &Failing, next: Option<usize>, able: Vec<String>) -> Vec<String> {
        // A try that can't even begin says that a plugin is needed for what it declares.
        let fails = |gone: &[String]| {
            let kept: Vec<String> = self.ids.iter().filter(|id| !gone.contains(id)).cloned().collect();
            let tried = self.without(&kept, gone, next);
            matches!(tried, Ok(Some(ref other)) if other.hook == failing.hook)
        };
        if able.is_empty() || fails(&able) {
            return able;
        }
        let mut gone = Vec::new();
        for id in able {
            gone.push(id);
            if !fails(&gone) {
                gone.pop();
            }
        }
        gone
    }

    /// How it fails with these plugins asked and the others silent.
    fn with(&self, ids: &[String], next: Option<usize>) -> Result<Option<Failing>, Failure> {
        self.without(ids, &[], next)
    }

    /// As [`Trial::with`], with the libraries of some of the others closed.
    fn without(&self, ids: &[String], gone: &[String], next: Option<usize>) -> Result<Option<Failing>, Failure> {
        let stopped =
            |e| Failure::failed(format!("a try can't be started ({e}): make room in the temporary directory"));
        let word = TempDir::new().map_err(stopped)?;
        let output = self.command(ids, gone, next, word.path()).and_then(|mut c| c.output()).map_err(stopped)?;
        if let Some(ended) = lookout::ended(word.path()).into_iter().find_map(|e| e.inside.first().cloned()) {
            return Ok(Some(Failing { hook: ended, how: How::Ended }));
        }
        let text = String::from_utf8_lossy(&output.stdout);
        serde_json::from_str(&text).map_err(|_| {
            let why = String::from_utf8_lossy(&output.stderr);
            Failure::failed(format!(
                "a try ended without an answer: {}",
                why.lines().next().unwrap_or("nobody knows why")
            ))
        })
    }

    /// The command line that began this program, for one try.
    fn command(&self, ids: &[String], gone: &[String], next: Option<usize>, word: &Path) -> std::io::Result<Command> {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(std::env::args_os().skip(1).filter(|a| a != "--json")).arg(format!("--only={}", ids.join(",")));
        if !gone.is_empty() {
            command.arg(format!("--gone={}", gone.join(",")));
        }
        command.args(next.map(|n| format!("--next={n}"))).stdin(Stdio::null());
        command.arg("--word").arg(word);
        Ok(command)
    }
}
