//! A report as text: one screen, the worst first.

use super::{Finding, Grade, Report, Topic};
use std::fmt;

/// How many findings a screen has room for.
const SHOWN: usize = 20;

impl Grade {
    fn word(self) -> &'static str {
        match self {
            Grade::Error => "error",
            Grade::Warning => "warning",
            Grade::Note => "note",
        }
    }
}

impl Topic {
    fn word(self) -> &'static str {
        match self {
            Topic::Library => "library",
            Topic::Manifest => "manifest",
            Topic::Tiles => "tiles",
            Topic::Hooks => "hooks",
            Topic::Order => "order",
            Topic::Scenarios => "scenarios",
            Topic::Docs => "docs",
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}): {}", self.grade.word(), self.topic.word(), self.message)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(who) = &self.plugin {
            writeln!(f, "{} {} ({}), hook API {}", who.id, who.version, who.name, who.api)?;
        }
        if let Some(library) = &self.library {
            writeln!(f, "    {}", library.display())?;
        }
        self.games(f)?;
        for finding in self.findings.iter().take(SHOWN) {
            writeln!(f, "{finding}")?;
        }
        if self.findings.len() > SHOWN {
            writeln!(f, "... and {} more, which --json lists", self.findings.len() - SHOWN)?;
        }
        self.hooks(f)?;
        let count = |grade: Grade| match self.count(grade) {
            1 => format!("1 {}", grade.word()),
            n => format!("{n} {}s", grade.word()),
        };
        write!(f, "{}, {}, {}", count(Grade::Error), count(Grade::Warning), count(Grade::Note))
    }
}

impl Report {
    fn games(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let played = &self.played;
        if played.games > 0 {
            let with = if played.company.is_empty() { "alone".to_owned() } else { played.company.join(", ") };
            writeln!(f, "    {} games, {} decisions; with {with}", played.games, played.decisions)?;
            let pairs = if played.swapped == 1 { "pair" } else { "pairs" };
            let (swapped, passed, scenarios) = (played.swapped, self.passed, self.scenarios);
            writeln!(f, "    {swapped} {pairs} of hooks swapped; {passed} of {scenarios} scenarios pass")?;
        }
        Ok(())
    }

    fn hooks(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.played.hooks.is_empty() {
            return Ok(());
        }
        writeln!(
            f,
            "{:24} {:14} {:>5} {:>9} {:>11} {:>12}",
            "hook", "point", "key", "calls", "median us", "longest us"
        )?;
        for h in &self.played.hooks {
            writeln!(
                f,
                "{:24} {:14} {:>5} {:>9} {:>11.2} {:>12.1}",
                h.hook, h.point, h.key, h.calls, h.median_us, h.longest_us
            )?;
        }
        Ok(())
    }
}
