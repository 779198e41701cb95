//! Who sits where: `red:human,blue:bot` as seats.

use gatehouse::bots::{self, Bot};
use gatehouse::nearest::nearest;
use gatehouse::words::COLOURS;

/// The kind that is no bot.
const HUMAN: &str = "human";

/// The kind of player on each seat, and who begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Seats {
    kinds: Vec<String>,
    first: usize,
}

/// Who chooses for a seat.
pub(super) enum Seat {
    /// A person at the terminal.
    Person,
    /// A program.
    Bot(Box<dyn Bot>),
}

fn known(name: &str, all: &[&str], what: &str) -> String {
    let list = all.join(", ");
    match nearest(name, all.iter().copied()) {
        Some(near) => format!("`{name}` is no {what}: did you mean `{near}`? There are {list}"),
        None => format!("`{name}` is no {what}: there are {list}"),
    }
}

impl Seats {
    /// A person and bots.
    pub(super) fn usual(players: usize) -> Seats {
        let kind = |seat: usize| if seat == 0 { HUMAN } else { "bot" };
        Seats { kinds: (0..players).map(|s| kind(s).to_owned()).collect(), first: 0 }
    }

    /// Reads `colour:kind` pairs in turn order, or kinds alone; the error is one sentence.
    pub(super) fn parse(text: &str) -> Result<Seats, String> {
        let mut named: Vec<(usize, &str)> = Vec::new();
        for (n, part) in text.split(',').map(str::trim).enumerate() {
            let (colour, kind) = match part.split_once(':') {
                Some((colour, kind)) => (COLOURS.iter().position(|c| *c == colour).ok_or(colour), kind),
                None => (Ok(n), part),
            };
            let seat = colour.map_err(|name| known(name, &COLOURS, "colour"))?;
            if kind != HUMAN && !bots::NAMES.iter().any(|(name, _)| *name == kind) {
                let mut kinds = vec![HUMAN];
                kinds.extend(bots::NAMES.iter().map(|(name, _)| *name));
                let why = known(kind, &kinds, "kind of player");
                return Err(format!("{why}; write colours and kinds, as in red:human,blue:bot"));
            }
            named.push((seat, kind));
        }
        Seats::seated(&named)
    }

    fn seated(named: &[(usize, &str)]) -> Result<Seats, String> {
        let players = named.len();
        if players > COLOURS.len() {
            return Err(format!("{players} players are too many: there are {} colours", COLOURS.len()));
        }
        let first = named.first().map_or(0, |n| n.0);
        let in_turn = named.iter().enumerate().all(|(n, (seat, _))| *seat == (first + n) % players);
        if !in_turn || first >= players {
            let order = COLOURS[..players].join(", ");
            return Err(format!(
                "{players} players sit in the order {order}: name each of these once, beginning with any of them"
            ));
        }
        let kinds = (0..players).map(|seat| named[(seat + players - first) % players].1.to_owned()).collect();
        Ok(Seats { kinds, first })
    }

    /// Bots take the seats of people.
    pub(super) fn without_people(&mut self) {
        self.kinds.iter_mut().filter(|k| *k == HUMAN).for_each(|k| *k = "bot".to_owned());
    }

    /// The text that [`Seats::parse`] reads, if these are not the usual seats.
    pub(super) fn unusual(&self) -> Option<String> {
        let pairs = COLOURS.iter().zip(&self.kinds).map(|(colour, kind)| format!("{colour}:{kind}"));
        (self.kinds != Seats::usual(self.len()).kinds).then(|| pairs.collect::<Vec<_>>().join(","))
    }

    /// How many play.
    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }

    /// The seat that begins.
    pub(super) fn first(&self) -> usize {
        self.first
    }

    /// How many people play.
    pub(super) fn people(&self) -> usize {
        self.kinds.iter().filter(|k| *k == HUMAN).count()
    }

    /// Who chooses for each seat; bots with whims get seeds of their own.
    pub(super) fn bots(&self, seed: u64) -> Vec<Seat> {
        let seeds = (1..).map(|n| seed.wrapping_add(n));
        self.kinds
            .iter()
            .zip(seeds)
            .map(|(kind, seed)| bots::named(kind, seed).map_or(Seat::Person, Seat::Bot))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_seats_and_the_first_named_begins() {
        let seats = Seats::parse("blue:bot,green:random,red:human").unwrap();
        assert_eq!(seats, Seats { kinds: vec!["human".into(), "bot".into(), "random".into()], first: 1 });
        assert_eq!(Seats::parse("human, bot").unwrap(), Seats::usual(2));
    }

    #[test]
    fn what_is_no_player_is_named() {
        let said = |text: &str| Seats::parse(text).unwrap_err();
        assert!(said("rde:bot,blue:bot").contains("did you mean `red`?"));
        assert!(said("red:robot,blue:bot").contains("did you mean `bot`?"));
        assert!(said("").contains("human, bot, random"));
        assert!(said("red:bot,green:bot").contains("in the order red, blue"));
        assert!(said("red:bot,red:bot").contains("each of these once"));
        assert!(said("red:bot,green:bot,blue:bot").contains("red, blue, green"));
        assert!(said(&["bot"; 9].join(",")).contains("too many"));
    }
}
