//! How scenarios spell tiles, figures, marks and places, in both directions.

use super::Text;
use crate::engine::{Game, Laid, Marked, Standing};
use crate::rules::Words;
use crate::{locate, words};
use gatehouse_core::declare::TextError;
use gatehouse_core::{BearerKind, Board, FigureRow, MarkRow, Place, Pos, SegmentId};

/// The seat of a colour among those that play.
pub(super) fn seat(colour: &Text, players: usize) -> Result<usize, TextError> {
    let playing = &words::COLOURS[..players.min(words::COLOURS.len())];
    playing.iter().position(|c| *c == colour.text).ok_or_else(|| {
        let hint = locate::hint(&colour.text, playing.iter().copied());
        colour.error(format!("nobody who plays is called `{}`: {hint}", colour.text))
    })
}

/// A cell written `(x, y)` with its place in the text.
pub(crate) fn cell(text: &str) -> Option<(Pos, std::ops::Range<usize>)> {
    let (from, to) = (text.find('(')?, text.find(')')?);
    let (x, y) = text.get(from + 1..to)?.split_once(',')?;
    Some((Pos::new(x.trim().parse().ok()?, y.trim().parse().ok()?), from..to + 1))
}

/// A hint if a text names a cell whose numbers are too large.
fn too_far(text: &str) -> &'static str {
    let numbers = text.split_once('(').and_then(|(_, rest)| rest.split_once(')')?.0.split_once(','));
    let large = |t: &str| matches!(t.trim().parse::<i64>(), Ok(n) if i16::try_from(n).is_err());
    if numbers.is_some_and(|(x, y)| large(x) || large(y)) { "; the cell is too far away" } else { "" }
}

fn turns(word: &str) -> Option<u8> {
    ["R0", "R90", "R180", "R270"].iter().position(|r| *r == word).map(|n| n as u8)
}

/// A tile on the table: `id (x, y)` with a rotation before or after the cell unless it is R0.
pub(super) fn laid(text: &Text) -> Result<Laid, TextError> {
    let far = too_far(&text.text);
    let wrong = || text.error(format!("`{}` is no tile on the table: write `id (x,y) R90`{far}", text.text));
    let (pos, range) = cell(&text.text).ok_or_else(wrong)?;
    let (before, after) = (&text.text[..range.start], &text.text[range.end..]);
    let mut words = before.split_whitespace();
    let tile = words.next().ok_or_else(wrong)?;
    let rotation = match words.chain(after.split_whitespace()).collect::<Vec<_>>()[..] {
        [] => 0,
        [one] => turns(one).ok_or_else(wrong)?,
        _ => return Err(wrong()),
    };
    Ok(Laid { tile: tile.to_owned(), pos: (pos.x, pos.y), rotation })
}

/// A figure on the board: `colour kind on segment of (x, y)`, `... on the tile (x, y)` or `... on the NW corner of (x, y)`;
/// a neutral one has no colour.
pub(super) fn standing(text: &Text, players: usize) -> Result<Standing, TextError> {
    let far = too_far(&text.text);
    let wrong = || {
        let how = "write `red kind on segment of (x,y)`";
        text.error(format!("`{}` is no figure on the board: {how}{far}", text.text))
    };
    let (who, place) = text.text.split_once(" on ").ok_or_else(wrong)?;
    let (pos, range) = cell(place).ok_or_else(wrong)?;
    let segment = match place[..range.start].trim() {
        "the tile" => "",
        on => on.strip_suffix(" of").ok_or_else(wrong)?,
    };
    let bare = segment.strip_prefix("the ").unwrap_or(segment);
    if segment.ends_with(" corner") && locate::corner(bare).is_none() {
        let corners = locate::CORNERS.join(", ");
        return Err(
            text.error(format!("`{segment}` is no corner: write `the NW corner of (x,y)` with one of {corners}"))
        );
    }
    let segment = segment.strip_prefix("the ").filter(|corner| locate::corner(corner).is_some()).unwrap_or(segment);
    let (player, figure) = match who.split_once(' ') {
        Some((colour, kind)) => (Some(seat(&Text { text: colour.to_owned(), ..text.clone() }, players)?), kind),
        None => (None, who),
    };
    Ok(Standing { player, figure: figure.to_owned(), pos: (pos.x, pos.y), segment: segment.to_owned() })
}

/// A mark that is set: `kind value on bearer`; a bearer is `the game`, a colour, `the tile (x, y)`,
/// `segment of (x, y)` or one of the placed figures as they are written.
pub(super) fn marked(text: &Text, players: usize, figures: &[Text]) -> Result<Marked, TextError> {
    let wrong = || text.error(format!("`{}` is no mark: write `kind value on bearer`", text.text));
    let (what, on) = text.text.split_once(" on ").ok_or_else(wrong)?;
    let (mark, value) = what.rsplit_once(' ').ok_or_else(wrong)?;
    let value = value.parse().map_err(|_| match value.parse::<i128>() {
        Ok(_) => text.error(format!("the value {value} of `{mark}` is out of range: at most {} is counted", i32::MAX)),
        Err(_) => wrong(),
    })?;
    let mut marked = Marked { mark: mark.to_owned(), value, player: None, figure: None, pos: None, segment: None };
    if on.contains(" on ") {
        let row = figures.iter().position(|f| squashed(&f.text) == squashed(on));
        let known = || locate::hint(on, figures.iter().map(|f| f.text.as_str()));
        marked.figure = Some(row.ok_or_else(|| text.error(format!("`{on}` is not in `figures`: {}", known())))?);
    } else if let Some((pos, range)) = cell(on) {
        marked.pos = Some((pos.x, pos.y));
        marked.segment = match on[..range.start].trim() {
            "the tile" => None,
            segment => Some(segment.strip_suffix(" of").ok_or_else(wrong)?.to_owned()),
        };
    } else if on != "the game" {
        marked.player = Some(seat(&Text { text: on.to_owned(), ..text.clone() }, players)?);
    }
    Ok(marked)
}

/// The segment that `kind at of (x, y)` names.
pub(super) fn segment(words: &Words, board: &Board, text: &Text) -> Result<SegmentId, TextError> {
    let named =
        cell(&text.text).and_then(|(pos, range)| Some((pos, text.text[..range.start].trim().strip_suffix(" of")?)));
    let (pos, name) =
        named.ok_or_else(|| text.error(format!("`{}` is no segment: write `kind side of (x,y)`", text.text)))?;
    locate::segment(words, board, pos, name).map_err(|why| text.error(why))
}

/// The text with single spaces and cells as `(x, y)`.
pub(crate) fn squashed(text: &str) -> String {
    let mut rest = text;
    let mut out = String::new();
    while let Some((pos, range)) = cell(rest) {
        out.push_str(&rest[..range.start]);
        out.push_str(&pos.to_string());
        rest = &rest[range.end..];
    }
    out.push_str(rest);
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text as [`words`] would spell it: segments by their shortest names.
pub(crate) fn canonical(game: &Game, text: &str) -> String {
    let text = squashed(text);
    let mut out = String::new();
    let mut rest = text.as_str();
    while let Some((pos, range)) = cell(rest) {
        let before = &rest[..range.start];
        out.push_str(&renamed(game, pos, before).unwrap_or_else(|| before.to_owned()));
        out.push_str(&pos.to_string());
        rest = &rest[range.end..];
    }
    out + rest
}

/// Text that ends in `segment of ` with that segment's shortest name.
fn renamed(game: &Game, pos: Pos, before: &str) -> Option<String> {
    let words = &game.opening().rules().words;
    let named = before.strip_suffix(" of ")?;
    let starts = named.rmatch_indices(' ').map(|(at, _)| at + 1).chain([0]).take(2);
    let (start, found) = starts
        .filter_map(|start| Some((start, locate::segment(words, game.board(), pos, &named[start..]).ok()?)))
        .last()?;
    Some(format!("{}{} of ", &named[..start], locate::segment_text(words, game.board(), found)))
}

/// A placement as [`words`] spells it: R0 is added where no rotation is given.
pub(crate) fn placement(text: &str) -> String {
    let text = squashed(text);
    match cell(&text) {
        Some((_, range)) if !text[range.end..].trim_start().starts_with('R') => {
            format!("{} R0{}", &text[..range.end], &text[range.end..])
        }
        _ => text,
    }
}

/// A figure that is in no supply, reserve or box; `None` for one that is.
pub(super) fn figure(game: &Game, row: &FigureRow) -> Option<String> {
    let at_home = [Place::SUPPLY, Place::RESERVE, Place::BOX].contains(&row.place);
    let kinds = &game.opening().rules().words.figures;
    let kind = kinds.get(row.kind.index()).map_or("figure", |f| f.what.name.as_str());
    let place = words::place(game, row.place);
    let owner = if row.owner.is_some() { format!("{} ", words::player(row.owner)) } else { String::new() };
    (!at_home).then(|| format!("{owner}{kind} on {place}"))
}

/// A mark that is set; `None` for a free row.
pub(super) fn mark(game: &Game, row: &MarkRow) -> Option<String> {
    let kinds = &game.opening().rules().words.marks;
    let kind = kinds.get(row.kind.index())?.what.name.as_str();
    let on = match row.on.kind() {
        BearerKind::Figure(id) => {
            let on_board = game.board().figure(id).and_then(|f| figure(game, f));
            on_board.unwrap_or_else(|| words::bearer(game, row.on))
        }
        _ => words::bearer(game, row.on),
    };
    (row.value != 0).then(|| format!("{kind} {} on {on}", row.value))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Text {
        Text { text: text.to_owned(), line: 3, column: 7 }
    }

    #[test]
    fn a_tile_may_name_its_rotation_on_either_side_of_the_cell() {
        let expected = Laid { tile: "set/a".to_owned(), pos: (-1, 2), rotation: 2 };
        assert_eq!(laid(&text("set/a R180 (-1,2)")), Ok(expected.clone()));
        assert_eq!(laid(&text("set/a  (-1, 2) R180")), Ok(expected));
        assert_eq!(laid(&text("set/a (0,0)")).map(|l| l.rotation), Ok(0));
    }

    #[test]
    fn what_is_no_tile_says_how_one_is_written() {
        for wrong in ["set/a", "(0,0)", "set/a (0;0)", "set/a (0,0) R45", "set/a (0,0) R90 R90"] {
            let error = laid(&text(wrong)).unwrap_err();
            assert_eq!(error.line, 3);
            assert!(error.message.ends_with("write `id (x,y) R90`"), "{error}");
        }
    }

    #[test]
    fn a_figure_stands_on_a_segment_or_a_tile() {
        let on_track = standing(&text("blue walker on track W of (1,0)"), 2).unwrap();
        assert_eq!((on_track.player, on_track.segment.as_str(), on_track.pos), (Some(1), "track W", (1, 0)));
        let neutral = standing(&text("wisp on the tile (0,0)"), 2).unwrap();
        assert_eq!((neutral.player, neutral.segment.as_str()), (None, ""));
        assert!(
            standing(&text("green walker on track of (0,0)"), 2).unwrap_err().message.contains("known are blue, red")
        );
    }

    #[test]
    fn a_mark_hangs_on_game_player_tile_segment_or_placed_figure() {
        let figures = [text("red walker on track of (0,0)")];
        let on = |what: &str| marked(&text(what), 2, &figures).unwrap();
        assert_eq!(on("toll 3 on blue").player, Some(1));
        assert_eq!(on("floors 2 on the tile (0,1)").pos, Some((0, 1)));
        assert_eq!(on("sign 1 on track N of (0,1)").segment.as_deref(), Some("track N"));
        assert_eq!(on("count 2 on red walker on track of (0, 0)").figure, Some(0));
        assert_eq!(on("round 7 on the game").value, 7);
        assert!(marked(&text("count 2 on red walker on track of (0,5)"), 2, &figures).is_err());
    }

    #[test]
    fn a_placement_without_rotation_is_not_turned() {
        assert_eq!(placement("(0,1)"), "(0, 1) R0");
        assert_eq!(placement("(0,1)  R90 with a plank"), "(0, 1) R90 with a plank");
        assert_eq!(placement("(0,1) with a plank"), "(0, 1) R0 with a plank");
    }
}
