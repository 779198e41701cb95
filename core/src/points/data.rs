//! The classes of data that hooks read and write, and which of them commute.
//!
//! Two hooks at the same place of the timeline that nothing else orders are called by plugin id and name. That is no
//! matter as long as what they write commutes; where it does not, the order is ambiguous. [`Datum::collides`] and
//! [`Datum::spoils`] are the table that says so.

use abi_stable::{StableAbi, std_types::RStr};
use std::fmt;

/// A class of data that a hook reads or writes.
#[repr(C)]
#[derive(StableAbi, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Datum {
    /// Which class; see the constructors.
    pub code: u16,
    /// The name of a mark, figure, stage or point where the class has one; empty for all of the class.
    pub name: RStr<'static>,
}

macro_rules! data {
    ($($(#[$doc:meta])* $n:literal $name:ident $($arg:ident)?;)*) => {
        impl Datum {
            $(
                $(#[$doc])*
                pub const fn $name($($arg: &'static str)?) -> Datum {
                    Datum { code: $n, name: RStr::from_str(data!(@name $($arg)?)) }
                }
            )*

            /// The class in words; "unknown" for one of a newer API.
            pub const fn class(self) -> &'static str {
                match self.code {
                    $($n => stringify!($name),)*
                    _ => "unknown",
                }
            }

            /// One of each class, named ones without a name.
            pub const ALL: &'static [Datum] = &[$(Datum { code: $n, name: RStr::from_str("") }),*];
        }
    };
    (@name) => { "" };
    (@name $arg:ident) => { $arg };
}

data! {
    /// Points of players.
    1 points;
    /// Where figures of any kind are.
    2 figures;
    /// Marks of this name.
    3 mark name;
    /// Choices that are added.
    4 choices;
    /// Choices of others that are struck.
    5 strikes;
    /// Riders on choices of others.
    6 riders;
    /// Candidates for placement that are refused.
    7 candidates;
    /// Tiles on the table and their segments.
    8 tiles;
    /// Which segments are connected.
    9 joins;
    /// Piles of tiles.
    10 piles;
    /// Further turns.
    11 turns;
    /// Features that are treated as completed too.
    12 completions;
    /// Lines of a sheet at the stage of this name: owners, basis, rate, instead, plus, nil, factor, bonus.
    13 sheet stage;
    /// Offers to players or chance.
    14 offers;
    /// What is printed on tiles (setup).
    15 prints;
    /// Tiles offered instead of the draw.
    16 sources;
    /// Whether hooks of the point of this name are skipped.
    17 skips point;
    /// Marks of this name, only by adding to them.
    18 tally name;
    /// Misfits that are admitted to placement.
    19 admissions;
    /// How many figures players have (setup).
    20 supplies;
    /// The drawn tile: laid aside, or another drawn.
    21 drawn;
    /// Features that are scored at once.
    22 scoring;
    /// A further part of the turn.
    23 parts;
    /// Completed features that are withheld.
    24 withheld;
    /// Where figures of the kind of this name are.
    25 figures_of kind;
    /// Everything: for a hook that can't say.
    26 anything;
}

/// Pairs of written data whose order shows in the result. All others commute: points are summed, choices, strikes,
/// refusals and completions are sets, riders come after all choices, and the stages of a sheet have their own order.
const COLLISIONS: &[(Datum, Datum)] = &[
    (Datum::figures(), Datum::figures()),
    (Datum::figures(), Datum::supplies()),
    (Datum::mark(""), Datum::mark("")),
    (Datum::mark(""), Datum::tally("")),
    (Datum::tiles(), Datum::tiles()),
    (Datum::tiles(), Datum::joins()),
    (Datum::joins(), Datum::joins()),
    (Datum::piles(), Datum::piles()),
    (Datum::turns(), Datum::turns()),
    (Datum::prints(), Datum::prints()),
    (Datum::completions(), Datum::withheld()),
    (Datum::sheet("owners"), Datum::sheet("owners")),
    (Datum::sheet("factor"), Datum::sheet("factor")),
    // Scoring counts what is there, and figures leave after it.
    (Datum::scoring(), Datum::scoring()),
    (Datum::scoring(), Datum::figures()),
    (Datum::scoring(), Datum::mark("")),
    (Datum::scoring(), Datum::tally("")),
    (Datum::scoring(), Datum::tiles()),
    (Datum::scoring(), Datum::joins()),
    // Who decides sees what has happened, and what happens later sees what was decided.
    (Datum::offers(), Datum::offers()),
    (Datum::offers(), Datum::points()),
    (Datum::offers(), Datum::figures()),
    (Datum::offers(), Datum::mark("")),
    (Datum::offers(), Datum::tally("")),
    (Datum::offers(), Datum::tiles()),
    (Datum::offers(), Datum::joins()),
    (Datum::offers(), Datum::piles()),
    (Datum::offers(), Datum::turns()),
    (Datum::offers(), Datum::scoring()),
];

/// Pairs of written and read data of different classes where the reader sees what was written.
const SIGHTS: &[(Datum, Datum)] = &[
    (Datum::tally(""), Datum::mark("")),
    (Datum::supplies(), Datum::figures()),
    (Datum::tiles(), Datum::joins()),
    (Datum::joins(), Datum::tiles()),
    (Datum::scoring(), Datum::points()),
    (Datum::scoring(), Datum::figures()),
];

impl Datum {
    const ANYTHING: u16 = Datum::anything().code;

    /// Figures of a kind are figures.
    const fn general(self) -> u16 {
        if self.code == Datum::figures_of("").code { Datum::figures().code } else { self.code }
    }

    fn is(self, row: Datum) -> bool {
        self.general() == row.code && (row.name.is_empty() || self.name == row.name)
    }

    /// Whether the names do not tell two data apart.
    fn may_be(self, other: Datum) -> bool {
        self.name.is_empty() || other.name.is_empty() || self.name == other.name
    }

    fn any(self, other: Datum) -> bool {
        self.code == Datum::ANYTHING || other.code == Datum::ANYTHING
    }

    /// Whether the order in which two hooks write these data shows in the result.
    pub fn collides(self, other: Datum) -> bool {
        let row = |&(a, b): &(Datum, Datum)| (self.is(a) && other.is(b)) || (self.is(b) && other.is(a));
        let named = self.general() == other.general() || named_alike(self, other);
        self.any(other) || ((!named || self.may_be(other)) && COLLISIONS.iter().any(row))
    }

    /// Whether a hook that reads `read` sees what one that writes this has written.
    pub fn spoils(self, read: Datum) -> bool {
        let same = self.general() == read.general();
        let row = |&(written, seen): &(Datum, Datum)| self.is(written) && read.is(seen);
        let named = same || named_alike(self, read);
        self.any(read) || ((!named || self.may_be(read)) && (same || SIGHTS.iter().any(row)))
    }
}

/// A mark and a tally of it have the same names.
fn named_alike(a: Datum, b: Datum) -> bool {
    let of_mark = |d: Datum| d.code == Datum::mark("").code || d.code == Datum::tally("").code;
    of_mark(a) && of_mark(b)
}

impl fmt::Display for Datum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.class().replace('_', " "))?;
        if self.name.is_empty() { Ok(()) } else { write!(f, " {}", self.name) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_sets_commute() {
        let commuting = [
            Datum::points(),
            Datum::choices(),
            Datum::strikes(),
            Datum::riders(),
            Datum::candidates(),
            Datum::admissions(),
            Datum::completions(),
            Datum::sources(),
            Datum::tally("floors"),
            Datum::sheet("basis"),
            Datum::parts(),
        ];
        for (one, other) in commuting.iter().flat_map(|a| commuting.iter().map(move |b| (*a, *b))) {
            assert!(!one.collides(other), "{one} and {other}");
        }
    }

    #[test]
    fn collisions_are_mutual() {
        for (one, other) in Datum::ALL.iter().flat_map(|a| Datum::ALL.iter().map(move |b| (*a, *b))) {
            assert_eq!(one.collides(other), other.collides(one), "{one} and {other}");
        }
    }

    #[test]
    fn names_tell_marks_figures_and_stages_apart() {
        assert!(Datum::mark("floors").collides(Datum::mark("floors")));
        assert!(Datum::mark("floors").collides(Datum::tally("floors")));
        assert!(!Datum::mark("floors").collides(Datum::mark("walls")));
        assert!(!Datum::mark("floors").collides(Datum::tally("walls")));
        assert!(Datum::figures_of("walker").collides(Datum::figures()));
        assert!(!Datum::figures_of("walker").collides(Datum::figures_of("rider")));
        assert!(Datum::sheet("owners").collides(Datum::sheet("owners")));
        assert!(!Datum::sheet("owners").collides(Datum::sheet("factor")));
    }

    #[test]
    fn a_reader_sees_its_own_class_and_what_makes_it() {
        assert!(Datum::tally("floors").spoils(Datum::mark("floors")));
        assert!(!Datum::tally("floors").spoils(Datum::mark("walls")));
        assert!(Datum::supplies().spoils(Datum::figures()));
        assert!(Datum::figures_of("walker").spoils(Datum::figures()));
        assert!(!Datum::points().spoils(Datum::figures()));
        assert!(Datum::anything().spoils(Datum::piles()));
    }

    #[test]
    fn a_datum_is_written_as_its_class_and_name() {
        assert_eq!(Datum::mark("floors").to_string(), "mark floors");
        assert_eq!(Datum::figures_of("walker").to_string(), "figures of walker");
    }
}
