//! What the terminal can do, and text that fits it.

use std::env;
use std::ffi::OsStr;
use std::fmt::Display;
use std::io::{self, IsTerminal};

/// Columns of a terminal that does not say how many it has.
const USUAL: usize = 80;
/// Fewer columns than this are taken as this many.
const LEAST: usize = 20;

/// How things are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::command) struct Screen {
    pub(in crate::command) colour: bool,
    /// Whether what is typed has to be repeated, since no terminal shows it.
    pub(in crate::command) echo: bool,
}

impl Screen {
    /// The screen of this process.
    pub(in crate::command) fn of_process() -> Screen {
        let (refused, term) = (env::var_os("NO_COLOR"), env::var_os("TERM"));
        let colour = coloured(io::stdout().is_terminal(), refused.as_deref(), term.as_deref());
        Screen { colour, echo: !io::stdin().is_terminal() }
    }

    /// How many columns there are now; `COLUMNS` says so before the terminal does.
    pub(in crate::command) fn width(&self) -> usize {
        let said = env::var("COLUMNS").ok().and_then(|v| v.parse::<usize>().ok()).filter(|n| *n > 0);
        let asked = || console::Term::stdout().size_checked().map(|(_, columns)| usize::from(columns));
        said.or_else(asked).unwrap_or(USUAL).max(LEAST)
    }

    /// A text that stands out.
    pub(in crate::command) fn strong(&self, text: &str) -> String {
        let style = anstyle::Style::new().bold();
        if self.colour { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    /// A text that stands back.
    pub(in crate::command) fn faint(&self, text: &str) -> String {
        let style = anstyle::Style::new().dimmed();
        if self.colour { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }

    /// A text in lines of the width, all but the first indented by `indent` columns.
    pub(in crate::command) fn wrapped(&self, text: &str, indent: usize) -> String {
        wrapped(text, indent, self.width())
    }

    /// Short texts one after the other, none of them broken, in lines that are indented.
    pub(in crate::command) fn listed(&self, items: &[String], indent: usize) -> String {
        listed(items, indent, self.width())
    }

    /// Prints a text whose lines go on below where they are longer than the screen is wide.
    pub(in crate::command) fn say(&self, text: impl Display) {
        let text = text.to_string();
        crate::command::say(text.split('\n').map(|line| self.wrapped(line, 2)).collect::<Vec<_>>().join("\n"));
    }

    /// Short texts side by side in columns; long ones below each other.
    pub(in crate::command) fn columns(&self, items: &[String]) -> String {
        let widest = items.iter().map(|i| i.chars().count()).max().unwrap_or(0) + 2;
        if widest > self.width() {
            return items.iter().map(|item| self.wrapped(item, 6)).collect::<Vec<_>>().join("\n");
        }
        let across = (self.width() / widest).clamp(1, items.len().max(1));
        let down = items.len().div_ceil(across);
        let row = |n: usize| {
            let cells = (n..items.len()).step_by(down.max(1)).map(|i| format!("{:<widest$}", items[i]));
            cells.collect::<String>().trim_end().to_owned()
        };
        (0..down).map(row).collect::<Vec<_>>().join("\n")
    }
}

/// Whether colours are wanted: on a terminal that has them, unless `NO_COLOR` says anything.
fn coloured(terminal: bool, refused: Option<&OsStr>, term: Option<&OsStr>) -> bool {
    terminal && refused.is_none_or(OsStr::is_empty) && term.is_none_or(|t| t != "dumb")
}

fn listed(items: &[String], indent: usize, width: usize) -> String {
    let mut lines: Vec<String> = Vec::new();
    for item in items {
        match lines.last_mut() {
            Some(line) if columns(line) + 2 + columns(item) <= width => *line += &format!("  {item}"),
            _ => lines.push(format!("{}{item}", " ".repeat(indent))),
        }
    }
    lines.join("\n")
}

/// A text in lines of a width, all but the first indented.
pub(in crate::command) fn wrapped(text: &str, indent: usize, width: usize) -> String {
    let mut out = String::new();
    let mut used = 0;
    for word in text.split_inclusive(' ') {
        let long = columns(word.trim_end());
        if used > indent && used + long > width {
            out.truncate(out.trim_end().len());
            out.push('\n');
            out.push_str(&" ".repeat(indent));
            used = indent;
        }
        out.push_str(word);
        used += columns(word);
    }
    out
}

/// How many columns a text takes; what sets colours takes none.
fn columns(text: &str) -> usize {
    let mut sets = false;
    let shown = |letter: &char| {
        let was = sets;
        sets = *letter == '\u{1b}' || (sets && *letter != 'm');
        !was && !sets
    };
    text.chars().filter(shown).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_for_terminals_that_want_them() {
        let (no, empty, dumb) = (OsStr::new("1"), OsStr::new(""), OsStr::new("dumb"));
        assert!(coloured(true, None, None));
        assert!(coloured(true, Some(empty), Some(OsStr::new("xterm"))));
        assert!(!coloured(true, Some(no), None));
        assert!(!coloured(true, None, Some(dumb)));
        assert!(!coloured(false, None, None));
    }

    #[test]
    fn words_go_on_in_the_next_line() {
        assert_eq!(wrapped("one two three four", 2, 9), "one two\n  three\n  four");
        assert_eq!(wrapped("immeasurable words", 2, 5), "immeasurable\n  words");
        assert_eq!(wrapped("  kept indent", 4, 80), "  kept indent");
        assert_eq!(wrapped("\u{1b}[1mone\u{1b}[0m two", 2, 7), "\u{1b}[1mone\u{1b}[0m two");
    }

    #[test]
    fn what_is_listed_is_not_broken() {
        let items = ["a one", "b two three", "c four"].map(str::to_owned);
        assert_eq!(listed(&items, 2, 14), "  a one\n  b two three\n  c four");
        assert_eq!(listed(&items, 1, 20), " a one  b two three\n c four");
    }

    #[test]
    fn items_run_down_the_columns() {
        let items: Vec<String> = (1..=5).map(|n| format!("item {n}")).collect();
        let screen = Screen { colour: false, echo: false };
        let lines = screen.columns(&items);
        assert!(lines.lines().all(|l| l.len() <= screen.width() && !l.ends_with(' ')));
        assert_eq!(lines.split_whitespace().filter(|w| *w == "item").count(), 5);
    }
}
