//! Scenarios: rule cases as data. Each is a small TOML file that says from where a game is played on, what is drawn
//! and chosen, and what must then be on offer and on the table.
//!
//! ```toml
//! title = "What happens, in one sentence"
//! rules = ["X-1", "X-2"]           # rule ids of the plugins in use
//! cites = ["case 7"]               # where the case is from, in any words
//! use = ["plugin-id"]              # plugins besides the base
//! switches = { some-switch = 2 }   # values that are not the default
//! players = 2                      # red, blue, green, yellow, black, pink, white, orange by seat
//!
//! [start]                          # absent: the start tiles of the rules, nobody placed, no points
//! tiles = ["set/a (0,0)", "set/b (0,1) R180"]
//! figures = ["red walker on track of (0,0)", "wisp on the tile (0,1)"]
//! marks = ["count 2 on red walker on track of (0,0)", "floors 1 on the tile (0,1)", "toll 3 on red"]
//! scores = { red = 10 }
//! supply = { red = { walker = 3 } }
//! active = "blue"                  # whose turn it is, red's if absent
//! pile = ["set/c", "set/c"]        # all tiles still unseen; absent: all that do not lie on the table
//!
//! [[step]]                         # what is done
//! draw = "set/c"                   # or a list, if the first ones fit nowhere
//! place = "(1,0) R90"
//!                                  # then what is open
//! to = "red"                       # who decides
//! offer = ["a", "b"]               # exactly these choices; or `among`: at least these, `absent`: none of these
//! refused = { "c" = "why not" }    # not on offer, with a part of the reason
//!                                  # then what is chosen
//! choose = "red: a"                # or a list; the player may be left out
//!                                  # then what holds
//! turn = "blue"                    # nothing else is asked: blue is about to draw
//! scores = { red = 12 }
//! supply = { red = { walker = 2 } }
//! figures = ["red walker on town of (0,0)"]      # exactly these are on the board
//! marks = []                                     # exactly these are set
//! complete = ["track of (0,0)"]                  # or `incomplete`
//! tiles = { "track of (0,0)" = 3 }               # how many tiles a feature covers
//! same = [["track of (0,0)", "track W of (1,0)"]] # one feature; or `apart`: all different
//! left = 40                                     # tiles that can still be drawn
//! unseen = { "set/c" = 1 }                      # how many of a tile nobody has seen
//! events = ["red gets 2 points"]                 # parts of the log of this step, in this order; or `silent`: none
//!
//! [end]                            # the game is over, and any of the above holds
//! winners = ["red"]
//! ```
//!
//! Choices are spelled as players read them ([`crate::words::choices`]); a segment may be named in any of the ways of
//! [`crate::locate::segment`]. Where a step places a tile, asks for no offer and chooses nothing, the figure action is
//! passed; so is one left open when the next tile is drawn.
//!
//! After every choice the hash kept must equal one computed from nothing, no hook may be at fault, and at the end
//! everything is taken back, which must lead to the very state of the start.

mod expect;
mod files;
pub(crate) mod notation;
mod prepare;
mod read;
mod run;
pub(crate) mod write;

pub use files::{Coverage, Summary, collect, coverage, run_all, run_file, run_file_with};
pub use run::Report;

use crate::rules::Given;
use gatehouse_core::declare::TextError;

/// A rule case as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Scenario {
    /// What happens, in one sentence.
    pub title: String,
    /// The user's word on the order of hooks: how it would be played under another order than that of the rules.
    pub given: Given,
    rules: Vec<Text>,
    cites: Vec<String>,
    plugins: Vec<Text>,
    switches: Vec<(Text, i32)>,
    players: usize,
    exercise: bool,
    start: Start,
    steps: Vec<Step>,
    end: Option<End>,
}

impl Scenario {
    /// Reads the text of a scenario.
    ///
    /// # Errors
    /// Names line, column and key of what is not a scenario.
    pub fn parse(text: &str) -> Result<Scenario, TextError> {
        read::scenario(text)
    }

    /// The rule ids it cites.
    pub fn rules(&self) -> impl Iterator<Item = &str> {
        self.rules.iter().map(|r| r.text.as_str())
    }

    /// The ids of the plugins it is played with besides the base.
    pub fn plugins(&self) -> impl Iterator<Item = &str> {
        self.plugins.iter().map(|p| p.text.as_str())
    }

    /// Where the case is from.
    pub fn cites(&self) -> &[String] {
        &self.cites
    }
}

/// A text of the file and where it is.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Text {
    text: String,
    line: usize,
    column: usize,
}

impl Text {
    fn error(&self, message: impl Into<String>) -> TextError {
        TextError { line: self.line, column: self.column, message: message.into() }
    }
}

type Counts = Vec<(Text, i32)>;

/// From where the game is played on.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Start {
    at: Text,
    tiles: Vec<Text>,
    figures: Vec<Text>,
    marks: Vec<Text>,
    scores: Counts,
    kit: Vec<(Text, Counts)>,
    supply: Vec<(Text, Counts)>,
    reserve: Vec<(Text, Counts)>,
    active: Option<Text>,
    pile: Option<Vec<Text>>,
}

/// What is done, what is then open, what is chosen, and what then holds.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Step {
    draw: Vec<Text>,
    place: Option<Text>,
    open: Asked,
    choose: Vec<Text>,
    then: Expected,
}

/// What the open decision must be.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Asked {
    /// The step itself, for what is wrong with none of its texts.
    at: Text,
    to: Option<Text>,
    offer: Option<Vec<Text>>,
    among: Vec<Text>,
    absent: Vec<Text>,
    refused: Vec<(Text, Text)>,
}

impl Asked {
    fn is_empty(&self) -> bool {
        let lists = [&self.among, &self.absent];
        self.to.is_none() && self.offer.is_none() && self.refused.is_empty() && lists.iter().all(|list| list.is_empty())
    }
}

/// What must hold.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Expected {
    at: Text,
    turn: Option<Text>,
    scores: Counts,
    supply: Vec<(Text, Counts)>,
    figures: Option<Vec<Text>>,
    marks: Option<Vec<Text>>,
    complete: Vec<Text>,
    incomplete: Vec<Text>,
    tiles: Counts,
    left: Option<(Text, i32)>,
    unseen: Counts,
    same: Vec<Vec<Text>>,
    apart: Vec<Vec<Text>>,
    events: Vec<Text>,
    silent: Vec<Text>,
}

/// What must hold when the game is over.
#[derive(Clone, PartialEq, Eq, Debug)]
struct End {
    winners: Option<Vec<Text>>,
    then: Expected,
}
