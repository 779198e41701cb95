//! The options that choose plugins and switches, shared by the subcommands.

use super::{Failure, complain};
use clap::Args;
use gatehouse::engine::{Opening, Setup};
use gatehouse::files;
use gatehouse::load::{self, Distrust, Entry, Found, LoadError, Search, Standing, Trust};
use gatehouse::resolve::{self, Choice, Finding, SetupFile};
use gatehouse::rules::{Plugin, Rules, Unplayed};
use gatehouse::watch::beside;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::num::{IntErrorKind, ParseIntError};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// Where plugins are found.
#[derive(Args, Clone)]
pub(super) struct Where {
    /// A directory with plugin libraries, instead of GATEHOUSE_PLUGINS or the program's own; may be given several times
    #[arg(long, value_name = "DIR")]
    plugin_dir: Vec<PathBuf>,
    /// A plugin library besides those of the directories, and before them; may be given several times
    #[arg(long, value_name = "FILE")]
    plugin: Vec<PathBuf>,
    /// Trust plugins that are not known yet or have changed, and remember them; GATEHOUSE_TRUST_NEW=1 says the same
    #[arg(long)]
    trust_new: bool,
    /// The plugins, where they are given and not looked for.
    #[arg(skip)]
    given: Vec<Plugin>,
    /// Why plugins were refused that nobody was told of, by id, for when one is asked for.
    #[arg(skip)]
    refused: RefCell<BTreeMap<String, String>>,
    /// The warnings that were told: a command may search twice.
    #[arg(skip)]
    told: RefCell<BTreeSet<String>>,
}

/// The plugins a command works with.
pub(super) struct Opened {
    /// Those that are opened.
    pub(super) plugins: Vec<Plugin>,
    /// Those that were found and are not asked for.
    pub(super) beside: Vec<Unplayed>,
}

impl From<Vec<Plugin>> for Opened {
    fn from(plugins: Vec<Plugin>) -> Opened {
        Opened { plugins, beside: Vec::new() }
    }
}

/// Which plugins are played, and how.
#[derive(Args, Clone)]
pub(super) struct Which {
    /// Expansions besides the base game, with commas between; empty for the base game alone
    #[arg(long = "use", value_name = "IDS", value_delimiter = ',', num_args = 0..=1, default_missing_value = "")]
    expansions: Option<Vec<String>>,
    /// A switch and its value, as plugin.switch=value; may be given several times
    #[arg(long = "switch", value_name = "NAME=VALUE")]
    switches: Vec<String>,
    /// A setup file: expansions, switches, the order of hooks and waivers; `--use` and `--switch` go before it
    #[arg(long, value_name = "FILE")]
    setup: Option<PathBuf>,
    #[command(flatten)]
    pub(super) found: Where,
    /// An expansion that is played besides those chosen.
    #[arg(skip)]
    also: Option<String>,
    /// What the setup file says: it may be a pipe, which can be read only once.
    #[arg(skip)]
    read: OnceLock<SetupFile>,
}

impl Where {
    /// Where plugins are looked for.
    pub(super) fn search(&self) -> Result<Search, Failure> {
        let search = Search::of_process(&self.plugin_dir).map_err(Failure::misused)?;
        Ok(search.with_files(&self.plugin))
    }

    /// Everything found, with what was refused. What is trusted from now on is remembered.
    pub(super) fn scan(&self) -> Result<Found, Failure> {
        self.scanned(None)
    }

    /// The options that name directories and libraries, each with its path.
    pub(super) fn named(&self) -> impl Iterator<Item = (&'static str, &PathBuf)> {
        let directories = self.plugin_dir.iter().map(|path| ("--plugin-dir", path));
        directories.chain(self.plugin.iter().map(|path| ("--plugin", path)))
    }

    /// As [`Where::scan`], but if some plugins are asked for, only they are opened with the base.
    fn scanned(&self, asked_for: Option<&dyn Fn(&Unplayed) -> bool>) -> Result<Found, Failure> {
        let (search, trust) = (self.search()?, Trust::of_process(self.trust_new));
        // Who wants what is new to be trusted means all of it.
        let found = match asked_for.filter(|_| !trust.accepts_new()) {
            Some(asked_for) => load::scan_for(&search, &trust, asked_for),
            None => load::scan(&search, &trust),
        };
        for exposed in &found.exposed {
            self.warn(exposed);
        }
        if trust.accepts_new() {
            remember(&trust, &found.plugins);
        }
        Ok(found)
    }

    fn warn(&self, what: impl Display) {
        // A file may be called what it likes, and still is told of in one line.
        let text = format!("warning: {what}").replace('\n', "\\n");
        if self.told.borrow_mut().insert(text.clone()) {
            complain(text);
        }
    }

    /// The plugins found. What was refused is reported on standard error; it matters only if it is asked for.
    pub(super) fn plugins(&self) -> Result<Vec<Plugin>, Failure> {
        Ok(self.opened(None)?.plugins)
    }

    /// The base and the plugins with these ids, and what others declare, whose libraries stay closed.
    pub(super) fn plugins_for(&self, ids: &[String]) -> Result<Opened, Failure> {
        self.plugins_that(|plugin| ids.iter().any(|id| id == plugin.id()))
    }

    /// The base and the plugins for which this holds, and what others declare, whose libraries stay closed.
    pub(super) fn plugins_that(&self, asked_for: impl Fn(&Unplayed) -> bool) -> Result<Opened, Failure> {
        self.opened(Some(&asked_for))
    }

    fn opened(&self, asked_for: Option<&dyn Fn(&Unplayed) -> bool>) -> Result<Opened, Failure> {
        if !self.given.is_empty() {
            return Ok(self.given.clone().into());
        }
        let found = self.scanned(asked_for)?;
        // Who names a library wants it, and another of its id would be a surprise.
        if let Some(refused) = found.refused.iter().find(|r| self.plugin.contains(&r.path)) {
            return Err(Failure::misused(&refused.error));
        }
        let asked = self.search()?.is_asked();
        let mut untold = BTreeMap::new();
        for refused in &found.refused {
            match &refused.error {
                // A library that is no plugin was never meant, or `plugins` tells.
                LoadError::NoPlugin { .. } => {}
                // Beside the program lies what was built there for whatever reason: it is told when it is asked for.
                LoadError::Untrusted { id, why, .. }
                    if !asked && !load::is_bundled(id) && !matches!(**why, Distrust::Changed(_)) =>
                {
                    untold.insert(id.clone(), refused.error.to_string());
                }
                error => self.warn(error),
            }
        }
        self.refused.borrow_mut().extend(untold);
        Ok(Opened { plugins: found.plugins, beside: found.beside })
    }

    /// Why those of some plugins were refused that nobody was told of yet, a line each.
    fn why_refused(&self, ids: &[String]) -> String {
        let refused = self.refused.borrow();
        let lines = ids.iter().filter_map(|id| refused.get(id));
        lines.fold(String::new(), |text, line| text + "\n" + line)
    }
}

/// Puts those of the plugins on the list of trusted ones that are not known yet.
fn remember(trust: &Trust, plugins: &[Plugin]) {
    let known = |entry: &Entry| matches!(trust.standing(entry), Ok(Standing::Bundled | Standing::Trusted));
    let entries: Vec<Entry> = plugins.iter().filter_map(Entry::of).filter(|e| !known(e)).collect();
    if entries.is_empty() {
        return;
    }
    let told: Vec<String> = entries.iter().map(|e| format!("{} of {}", e.id, e.path.display())).collect();
    match trust.add(entries) {
        Ok(()) => told.iter().for_each(|what| complain(format!("trusted from now on: {}", what.replace('\n', "\\n")))),
        Err(error) => complain(format!("warning: what is new is trusted for this time only: {error}")),
    }
}

impl Which {
    /// Plays an expansion besides those chosen, and looks for no plugins but these.
    pub(super) fn add(&mut self, company: &[Plugin], own: &Plugin) {
        self.found.given = beside(company, own);
        self.also = Some(own.declaration.plugin.id.clone());
    }

    /// The choice these options make; `starters` are played if `--use` is left out and they are wanted.
    pub(super) fn choice(&self, plugins: &[Plugin], starters: bool, players: Option<usize>) -> Result<Choice, Failure> {
        let file = self.file()?;
        let starter = |p: &&Plugin| p.declaration.plugin.starter;
        let mut ids: Vec<String> = match (&self.expansions, &file.plugins) {
            (Some(ids), _) => ids.iter().map(|id| id.trim().to_owned()).filter(|id| !id.is_empty()).collect(),
            (None, Some(ids)) => ids.clone(),
            (None, None) if starters => {
                plugins.iter().filter(starter).map(|p| p.declaration.plugin.id.clone()).collect()
            }
            (None, None) => Vec::new(),
        };
        ids.extend(self.also.iter().filter(|id| !ids.contains(id)).cloned().collect::<Vec<_>>());
        let mut switches = self.switches()?;
        for (name, value) in &file.switches {
            // The plain name and the full one mean the same switch.
            let plain = |name: &str| name.rsplit('.').next().unwrap_or_default().to_owned();
            let same = |other: &String| {
                other == name || (plain(other) == plain(name) && !(other.contains('.') && name.contains('.')))
            };
            if !switches.keys().any(same) {
                switches.insert(name.clone(), *value);
            }
        }
        let given = file.given();
        Ok(Choice { plugins: ids, switches, players, given, waivers: file.waivers, beside: Vec::new() })
    }

    fn file(&self) -> Result<SetupFile, Failure> {
        if let Some(read) = self.read.get() {
            return Ok(read.clone());
        }
        let read = self.setup.as_deref().map_or(Ok(SetupFile::default()), setup_file)?;
        Ok(self.read.get_or_init(|| read).clone())
    }

    fn switches(&self) -> Result<BTreeMap<String, i32>, Failure> {
        let mut switches = BTreeMap::new();
        for given in &self.switches {
            let (name, value) = given
                .split_once('=')
                .ok_or_else(|| Failure::misused(format!("`{given}` is no switch: write plugin.switch=value")))?;
            let (name, value) = (name.trim(), value.trim());
            if name.is_empty() {
                return Err(Failure::misused(format!("`{given}` names no switch: write plugin.switch=value")));
            }
            let value = value.parse().map_err(|e: ParseIntError| {
                let mend = match e.kind() {
                    IntErrorKind::PosOverflow | IntErrorKind::NegOverflow => "no switch goes so far",
                    _ => "write a whole number",
                };
                Failure::misused(format!("`{value}` is no value of the switch `{name}`: {mend}"))
            })?;
            if switches.insert(name.to_owned(), value).is_some() {
                return Err(Failure::misused(format!("the switch `{name}` is given twice: leave one out")));
            }
        }
        Ok(switches)
    }

    /// The resolved rules; what is doubtful about their order is told on standard error.
    pub(super) fn rules(&self, starters: bool, players: Option<usize>) -> Result<Arc<Rules>, Failure> {
        let rules = self.resolved(self.opened(starters)?, starters, players)?;
        for doubt in rules.doubts.iter().filter(|d| d.waived.is_none()) {
            complain(format!("warning: {doubt}"));
        }
        Ok(rules)
    }

    /// The plugins of a game that these options choose. Which of them are starters only all of them tell.
    pub(super) fn opened(&self, starters: bool) -> Result<Opened, Failure> {
        let ids = match (&self.expansions, self.file()?.plugins) {
            (Some(_), _) | (None, Some(_)) => self.choice(&[], starters, None)?.plugins,
            (None, None) if starters => return Ok(self.found.plugins()?.into()),
            (None, None) => Vec::new(),
        };
        self.found.plugins_for(&ids)
    }

    /// The resolved rules of these plugins. If there are none, all that were found are opened to say why.
    pub(super) fn resolved(
        &self,
        opened: Opened,
        starters: bool,
        players: Option<usize>,
    ) -> Result<Arc<Rules>, Failure> {
        let Opened { plugins, beside } = opened;
        let choice = Choice { beside, ..self.choice(&plugins, starters, players)? };
        let mut resolved = resolve::resolve(&plugins, &choice);
        if resolved.is_err() && !choice.beside.is_empty() {
            let plugins = self.found.plugins()?;
            resolved = resolve::resolve(&plugins, &Choice { beside: Vec::new(), ..choice.clone() });
        }
        let refused = || self.found.why_refused(&choice.plugins);
        resolved.map(Arc::new).map_err(|findings| match unresolved(findings.as_slice(), self.setup.as_deref()) {
            Failure::Misused(why) => Failure::Misused(format!("{why}{}", refused())),
            failed @ Failure::Failed(_) => failed,
        })
    }
}

/// What a setup file says.
pub(super) fn setup_file(path: &Path) -> Result<SetupFile, Failure> {
    let text = files::text(path).map_err(|e| {
        Failure::misused(format!("setup file {} can't be read ({e}): give one that can", path.display()))
    })?;
    SetupFile::parse(&text).map_err(|e| Failure::misused(format!("setup file {}: {e}", path.display())))
}

/// What the resolver found, a sentence each; what a setup file has a part in names the file.
pub(super) fn unresolved<'f>(findings: impl IntoIterator<Item = &'f Finding>, setup: Option<&Path>) -> Failure {
    let told = |finding: &'f Finding| match (finding, setup) {
        (Finding::Order(error), Some(path)) if error.is_of_setup() => {
            format!("setup file {}: {finding}", path.display())
        }
        _ => finding.to_string(),
    };
    Failure::misused(findings.into_iter().map(told).collect::<Vec<_>>().join("\n"))
}

/// An ordinary game of these rules.
pub(super) fn opening(rules: Arc<Rules>, players: usize) -> Result<Arc<Opening>, Failure> {
    Opening::new(rules, Setup::new(players)).map_err(Failure::misused)
}
