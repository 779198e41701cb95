//! Asks a person: numbered choices, and commands that explain.

use super::placing::{self, Cell, Way};
use super::table::Table;
use super::{say, tell};
use gatehouse::draw;
use gatehouse::engine::Question;
use gatehouse::nearest::nearest;
use gatehouse::words;
use gatehouse_core::{Player, Pos, TileKind};
use std::io::{BufRead, Write};

/// What a person wants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Answer {
    /// This choice, counted from 0.
    Choose(usize),
    /// Something else: a choice was taken back.
    Undone,
    /// An end, for now.
    Quit,
}

/// How many lines of choices are listed below each other before they go in columns.
const LIST: usize = 12;
/// How many rows of tiles around the last one are shown with a decision that is not about the whole board.
const ROWS: usize = 3;

const HELP: &str = "\
a number    takes a choice; the words of a choice do too, as far as they are clear
3 R90       places the tile in cell 3 in this rotation
u           takes your last choice back, unless something was revealed since
?           why: what happened since your last choice with its rules, and what is not on offer
? MOVE      why a move is not on offer, in the words of a choice; a cell, as in `? 2 -1`,
            asks for the tile at hand
? score     why you have your points, line by line;  ? score COLOUR  somebody else's
? figure F  the life of a figure, such as `red meeple 2`
? turn N    what happened in a turn, and what led to what
? order A B why hook A comes before or after hook B, as plugin/hook
r           the rules cited since your last choice, in full;  r ID  one rule
s           points and figures left
l           the log of the last turns;  l all  from the beginning
b           the whole board;  b 2 -1  the part of a wide board about a cell
k           what the letters on the board mean; on its border the row and
            column of the last tile are in brackets
q           stops; the record is kept";

impl Table {
    /// Asks until there is an answer.
    pub(super) fn ask(&mut self, me: Player) -> Answer {
        self.tell();
        say("");
        let question = self.game.decision().map(|d| d.question());
        let answer = match question {
            Some(Question::Place(kind)) => self.ask_place(me, kind),
            _ => self.ask_choice(me, question),
        };
        self.answered(me);
        answer
    }

    fn ask_choice(&mut self, me: Player, question: Option<Question>) -> Answer {
        let Some(decision) = self.game.decision() else { return Answer::Quit };
        let (title, options) = (words::question(&self.game, &decision), words::choices(&self.game, &decision));
        let focus = match question {
            Some(Question::Depart(figure)) => {
                let view = self.game.view(0);
                view.tile_of(view.figure(figure).place).map(|t| view.tile(t).pos)
            }
            _ => None,
        };
        self.marks.clear();
        self.show(focus, Some(ROWS));
        say(self.screen.strong(&self.screen.wrapped(&tell::capital(&title), 2)));
        self.list(&options);
        loop {
            let Some(line) = self.read(me) else { return Answer::Quit };
            match self.command(me, &line) {
                Some(Some(answer)) => return answer,
                Some(None) => {}
                None => match picked(&options, &line) {
                    Ok(choice) => return Answer::Choose(choice),
                    Err(why) => self.screen.say(why),
                },
            }
        }
    }

    fn list(&self, options: &[String]) {
        let numbered = options.iter().enumerate().map(|(n, text)| format!("{:>3} {text}", n + 1));
        let numbered: Vec<String> = numbered.collect();
        if numbered.len() <= LIST {
            numbered.iter().for_each(|line| say(self.screen.wrapped(line, 6)));
        } else {
            say(self.screen.columns(&numbered));
        }
    }

    fn ask_place(&mut self, me: Player, kind: TileKind) -> Answer {
        let Some(decision) = self.game.decision() else { return Answer::Quit };
        let (title, options) = (words::question(&self.game, &decision), words::choices(&self.game, &decision));
        let cells = placing::cells(&self.game, &decision, kind);
        self.marks = cells.iter().enumerate().map(|(n, c)| (c.pos, (n + 1).to_string())).collect();
        self.show(None, None);
        say("");
        self.players();
        say("");
        say(draw::terminal_tile(&self.game, kind, self.screen.colour).trim_end());
        say(self.screen.strong(&self.screen.wrapped(&tell::capital(&title), 2)));
        let listed = cells.iter().enumerate().map(|(n, c)| format!("{:>3} {}", n + 1, c.pos));
        say(self.screen.columns(&listed.collect::<Vec<_>>()));
        loop {
            let Some(line) = self.read(me) else { return Answer::Quit };
            match self.command(me, &line) {
                Some(Some(answer)) => return answer,
                Some(None) => {}
                None => match place(&cells, &options, &line) {
                    Ok(Placed::Choice(choice)) => return Answer::Choose(choice),
                    Ok(Placed::Cell(cell)) => match self.ask_way(me, &cells[cell]) {
                        Some(Some(answer)) => return answer,
                        Some(None) => {}
                        None => return Answer::Quit,
                    },
                    Err(why) => self.screen.say(why),
                },
            }
        }
    }

    /// Asks for the rotation in a cell; `Some(None)` goes back to the cells, `None` is the end of the input.
    fn ask_way(&mut self, me: Player, cell: &Cell) -> Option<Option<Answer>> {
        if let [way] = &cell.ways[..] {
            return Some(Some(Answer::Choose(way.choice)));
        }
        let texts: Vec<String> = cell.ways.iter().map(|w| w.text.clone()).collect();
        let listed = texts.iter().enumerate().map(|(n, text)| format!("{} {text}", n + 1));
        let listed = listed.collect::<Vec<_>>().join("   ");
        say(self.screen.wrapped(&format!("{} in which rotation?   {listed}   (Enter: another cell)", cell.pos), 2));
        loop {
            let line = self.read(me)?;
            if line.is_empty() {
                return Some(None);
            }
            match self.command(me, &line) {
                Some(Some(answer)) => return Some(Some(answer)),
                Some(None) => {}
                None => match way(&cell.ways, &line).map_or_else(|| picked(&texts, &line), Ok) {
                    Ok(n) => return Some(Some(Answer::Choose(cell.ways[n].choice))),
                    Err(why) => self.screen.say(why),
                },
            }
        }
    }

    /// A line of input without the blanks around it; `None` at its end.
    fn read(&mut self, me: Player) -> Option<String> {
        self.line(&format!("{}> ", words::player(me)))
    }

    /// A line of input after a prompt.
    pub(super) fn line(&mut self, prompt: &str) -> Option<String> {
        let prompt = self.screen.strong(prompt);
        let mut out = std::io::stdout();
        if write!(out, "{prompt}").and_then(|()| out.flush()).is_err() {
            return None;
        }
        let mut line = Vec::new();
        // What is typed need not be UTF-8, and a terminal that is gone ends the input.
        let read = self.input.read_until(b'\n', &mut line).unwrap_or(0);
        // Nor are keys that a terminal would obey words of anybody's.
        let plain = |c: char| if c.is_control() { ' ' } else { c };
        let line: String = String::from_utf8_lossy(&line).trim().chars().map(plain).collect();
        if read == 0 || self.screen.echo {
            say(&line);
        }
        (read > 0).then_some(line)
    }

    /// Obeys a command; `None` if the line is none.
    fn command(&mut self, me: Player, line: &str) -> Option<Option<Answer>> {
        if self.has_news() {
            // The decision may be another under the new rules: it is put again.
            return Some(Some(Answer::Undone));
        }
        let (name, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (name, rest.trim()) {
            ("u", "") if self.undo(me) => return Some(Some(Answer::Undone)),
            ("u", "") => {}
            ("q", "") => return Some(Some(Answer::Quit)),
            ("h", "") => {
                HELP.split('\n').for_each(|line| say(self.screen.wrapped(line, 12)));
                say("on the board:");
                self.key();
            }
            ("?", "") => self.why(me),
            ("?", what) => self.why_of(me, what),
            ("r", "") => self.rules(me),
            ("r", id) => self.rule_of(id),
            ("s", "") => self.standing(),
            ("k", "") => self.key(),
            ("l", "") => self.log(false),
            ("l", "all") => self.log(true),
            ("b", "") => self.show(None, None),
            ("b", at) => match cell(at) {
                Some(pos) => self.show(Some(pos), None),
                None => self.screen.say(format!("`{at}` is no cell: type two numbers, as in `b 2 -1`.")),
            },
            _ => return None,
        }
        Some(None)
    }
}

/// What was picked of the placements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Placed {
    /// A cell whose rotation is still to be picked.
    Cell(usize),
    /// A choice.
    Choice(usize),
}

/// `3`, `3 R90`, or the words of a choice.
fn place(cells: &[Cell], options: &[String], line: &str) -> Result<Placed, String> {
    let (first, rest) = line.split_once(' ').unwrap_or((line, ""));
    let Ok(n) = first.parse::<usize>() else {
        return picked(options, line).map(Placed::Choice).map_err(|_| no_place(cells.len(), line));
    };
    let Some(cell) = n.checked_sub(1).and_then(|n| cells.get(n)) else { return Err(no_place(cells.len(), line)) };
    if rest.trim().is_empty() {
        return Ok(Placed::Cell(n - 1));
    }
    match way(&cell.ways, rest.trim()).or_else(|| same_as(cell, options, rest.trim())) {
        Some(w) if w < cell.ways.len() => Ok(Placed::Choice(cell.ways[w].choice)),
        _ => {
            let texts: Vec<&str> = cell.ways.iter().map(|w| w.text.as_str()).collect();
            Err(format!("In cell {n} the tile can be turned by {}.", texts.join(", ")))
        }
    }
}

/// A rotation that looks like one listed is that one.
fn same_as(cell: &Cell, options: &[String], rotation: &str) -> Option<usize> {
    let degrees = rotation.trim_start_matches(['R', 'r']);
    let text = format!("{} R{degrees}", cell.pos);
    let offered = options.contains(&text);
    (offered && cell.ways.len() == 1).then_some(0)
}

fn no_place(cells: usize, line: &str) -> String {
    format!(
        "`{line}` is no cell: type a number from 1 to {cells}, if you like with a rotation as in `1 R90`, or h for help."
    )
}

/// A way by its rotation: `R90`, `r90` or `90`.
fn way(ways: &[Way], text: &str) -> Option<usize> {
    let degrees = text.trim_start_matches(['R', 'r']);
    let plain = format!("R{degrees}");
    ways.iter()
        .position(|w| w.text == plain)
        .filter(|_| degrees.parse::<u16>().is_ok_and(|d| d >= 90 || text != degrees))
}

/// A choice by its number from 1, its words, or as many of their first letters as only one has.
fn picked(options: &[String], line: &str) -> Result<usize, String> {
    let many = options.len();
    if line.is_empty() {
        return Err(format!("Type a number from 1 to {many}, or h for help."));
    }
    if let Ok(n) = line.parse::<usize>() {
        let inside = n.checked_sub(1).filter(|n| *n < many);
        return inside.ok_or_else(|| format!("There is no choice {n}: type a number from 1 to {many}, or h for help."));
    }
    let wanted = line.to_lowercase();
    if let Some(n) = options.iter().position(|o| o.to_lowercase() == wanted) {
        return Ok(n);
    }
    let mut begin = (0..many).filter(|&n| options[n].to_lowercase().starts_with(&wanted));
    match (begin.next(), begin.next()) {
        (Some(n), None) => Ok(n),
        (Some(_), Some(_)) => Err(format!("`{line}` may mean several choices: type a number from 1 to {many}.")),
        _ => {
            let near = nearest(line, options.iter().map(String::as_str));
            let meant = near.map_or(String::new(), |n| format!(" Did you mean `{n}`?"));
            Err(format!("`{line}` is no choice: type a number from 1 to {many}, or h for help.{meant}"))
        }
    }
}

/// Two whole numbers as a cell: `2 -1`, `2,-1` or `(2, -1)`.
pub(super) fn cell(text: &str) -> Option<Pos> {
    // A word makes it something else: a move that names a cell.
    if text.contains(|c: char| c.is_alphabetic()) {
        return None;
    }
    let numbers = text.split(|c: char| !c.is_ascii_digit() && c != '-').filter(|t| !t.is_empty());
    let numbers: Option<Vec<i16>> = numbers.map(|t| t.parse().ok()).collect();
    match numbers?[..] {
        [x, y] => Some(Pos::new(x, y)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gatehouse_core::Rotation;

    fn options() -> Vec<String> {
        ["place a to b", "place a to c", "pass"].map(str::to_owned).to_vec()
    }

    #[test]
    fn a_choice_has_a_number_words_and_first_letters() {
        let picked = |line: &str| picked(&options(), line);
        assert_eq!(picked("2"), Ok(1));
        assert_eq!(picked("PLACE a to c"), Ok(1));
        assert_eq!(picked("pa"), Ok(2));
        assert!(picked("pl").unwrap_err().contains("several"));
        assert!(picked("0").unwrap_err().contains("1 to 3"));
        assert!(picked("4").unwrap_err().contains("1 to 3"));
        assert!(picked("pasz").unwrap_err().contains("Did you mean `pass`"));
        assert!(picked("").is_err());
    }

    #[test]
    fn a_placement_has_a_cell_and_a_rotation() {
        let way = |choice, r: u8| Way { choice, rotation: Rotation(r), text: Rotation(r).to_string() };
        let cells = [
            Cell { pos: Pos::new(0, -1), ways: vec![way(4, 0), way(5, 1)] },
            Cell { pos: Pos::new(1, 0), ways: vec![way(7, 1)] },
        ];
        let options = ["(1, 0) R90".to_owned(), "(1, 0) R270".to_owned()];
        let place = |line: &str| place(&cells, &options, line);
        assert_eq!(place("1"), Ok(Placed::Cell(0)));
        assert_eq!(place("1 R90"), Ok(Placed::Choice(5)));
        assert_eq!(place("1 r0"), Ok(Placed::Choice(4)));
        assert_eq!(place("1 90"), Ok(Placed::Choice(5)));
        assert_eq!(place("2 R270"), Ok(Placed::Choice(7)), "a rotation that looks the same");
        assert_eq!(place("(1, 0) r90"), Ok(Placed::Choice(0)));
        assert!(place("1 R180").unwrap_err().contains("R0, R90"));
        assert!(place("3").unwrap_err().contains("1 to 2"));
        assert!(place("there").is_err());
    }

    #[test]
    fn cells_are_two_numbers() {
        assert_eq!(cell("2 -1"), Some(Pos::new(2, -1)));
        assert_eq!(cell("(-2,1)"), Some(Pos::new(-2, 1)));
        assert_eq!(cell("2"), None);
        assert_eq!(cell("99999 1"), None);
        assert_eq!(cell("1-2"), None);
        assert_eq!(cell("march to town of (0,0)"), None);
    }
}
