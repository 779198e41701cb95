//! The bar below the board: who plays, how they stand and what they have left.

use super::figures::{body, elsewhere, mark_badge, visible_marks};
use super::geometry::{At, Num, at};
use super::looks::{Colour, INK, Put};
use super::xml::{escape, put};
use crate::engine::Game;
use crate::words;
use gatehouse_core::{Bearer, FigureId, FigureKind, FigureRow, MarkRow, PileId, Place, Player, Spot};

const CARD: f64 = 58.0;
const GAP: f64 = 10.0;
/// The least width of a player's card.
const LEAST: f64 = 180.0;
/// How far from the left of a card its figures begin.
const INDENT: f64 = 34.0;
/// How wide a figure or mark with its number is, and how high a line of them.
const ITEM: f64 = 46.0;
const LINE: f64 = 24.0;

/// How the players' cards are laid out: how many side by side, how wide and high each is, and items in a line.
struct Cards {
    columns: usize,
    width: f64,
    height: f64,
    across: usize,
}

impl Cards {
    fn new(game: &Game, inner: f64) -> Cards {
        let players = game.board().players.len();
        let items = |p: Player| supply(game, p).len() + visible_marks(game, Bearer::player(p)).len();
        let most = (0..players).map(|seat| items(Player(seat as u8))).max().unwrap_or(0);
        let width = (INDENT + most as f64 * ITEM).clamp(LEAST, inner.max(LEAST));
        let across = (((width - INDENT) / ITEM + 0.01) as usize).max(1);
        let columns = (((inner + GAP) / (width + GAP)) as usize).clamp(1, players.max(1));
        let lines = most.div_ceil(across).max(1);
        Cards { columns, width, height: CARD + (lines as f64 - 1.0) * LINE, across }
    }
}

/// The kinds of figures a player has, each with how many are left in the supply.
pub(super) fn supply(game: &Game, owner: Player) -> Vec<(FigureKind, usize)> {
    let mut counts: Vec<(FigureKind, usize)> = Vec::new();
    for figure in game.board().figures.iter().filter(|f| f.owner == owner && f.place != Place::BOX) {
        let left = usize::from(figure.place == Place::SUPPLY);
        match counts.iter_mut().find(|(kind, _)| *kind == figure.kind) {
            Some((_, n)) => *n += left,
            None => counts.push((figure.kind, left)),
        }
    }
    counts.sort_unstable();
    counts
}

/// "52 tiles left", for each pile that players are shown; tiles mixed into another pile are counted there, and of the
/// piles beside the first only those are named that have tiles.
pub(super) fn piles(game: &Game) -> String {
    let names = &game.opening().rules().words.piles;
    let tables = game.opening().tables();
    let of = |n: usize| names.get(n).map_or("", |p| p.what.name.as_str());
    let shown = |n: &usize| {
        let own = tables.piles.get(*n).is_none_or(|p| !p.mixed_into.is_some());
        let left = *n == 0 || game.board().left(tables, PileId(*n as u16)) > 0;
        own && left && names.get(*n).is_none_or(|p| p.what.visible)
    };
    let piles: Vec<usize> = (0..game.board().piles.len()).filter(shown).collect();
    let text = |n: usize| match (piles.len(), game.board().left(tables, PileId(n as u16))) {
        (1, 1) => "1 tile left".to_owned(),
        (1, left) => format!("{left} tiles left"),
        (_, left) => format!("{}: {left} left", of(n)),
    };
    piles.iter().map(|&n| text(n)).collect::<Vec<_>>().join(", ")
}

/// The figures that players hold or that stand beside the board, in words.
fn away(game: &Game) -> Vec<String> {
    let word = |(id, spot): (FigureId, Spot)| {
        let figure = words::figure(game, id, Player::NONE);
        let place = game.board().figure(id).map_or(Place::SUPPLY, |f| f.place);
        matches!(spot, Spot::Held(_) | Spot::Yard(_)).then(|| format!("{figure} in {}", words::place(game, place)))
    };
    elsewhere(game).into_iter().filter_map(word).collect()
}

/// The legend from `top` down, and its height.
pub(super) fn legend(game: &Game, width: f64, top: f64) -> (String, f64) {
    let cards = Cards::new(game, width - 2.0 * GAP);
    let mut out = String::from("<g class=\"legend\">\n");
    for seat in 0..game.board().players.len() {
        let x = GAP + (seat % cards.columns) as f64 * (cards.width + GAP);
        let y = top + (seat / cards.columns) as f64 * (cards.height + GAP);
        player(&mut out, game, Player(seat as u8), (x, y), &cards);
    }
    let rows = game.board().players.len().max(1).div_ceil(cards.columns) as f64;
    let mut lines = vec![piles(game)];
    if let Some(last) = super::picture::last_placed(game) {
        let row = &game.board().tiles[last.index()];
        let tile = words::tile_kind(game.opening().rules(), row.kind);
        lines[0] += &format!("  ·  last tile: {tile} at {}", row.pos);
    }
    lines.extend(away(game));
    let first = top + rows * (cards.height + GAP) + 12.0;
    for (n, line) in lines.iter().enumerate() {
        let (x, y, line) = (Num(GAP + 4.0), Num(first + n as f64 * 16.0), escape(line));
        put!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"13\" fill=\"#5d5444\">{line}</text>\n");
    }
    for (n, (mark, look)) in visible_marks(game, Bearer::GAME).into_iter().enumerate() {
        mark_badge(&mut out, look, mark, at(width - GAP - 10.0 - n as f64 * 22.0, first - 4.0));
    }
    out.push_str("</g>\n");
    (out, rows * (cards.height + GAP) + lines.len() as f64 * 16.0 + GAP)
}

fn player(out: &mut String, game: &Game, who: Player, (x, y): (f64, f64), cards: &Cards) {
    let width = cards.width;
    let turn = !game.is_over() && game.board().turn.active == who;
    let (stroke, thick) = if turn { (INK.to_string(), 2.0) } else { ("#cfc6b2".to_owned(), 1.0) };
    let (card_x, card_y, card, height) = (Num(x), Num(y), Num(width), Num(cards.height));
    put!(out, "<rect x=\"{card_x}\" y=\"{card_y}\" width=\"{card}\" height=\"{height}\" rx=\"7\" ");
    put!(out, "fill=\"#fbf8f0\" stroke=\"{stroke}\" stroke-width=\"{}\"/>\n", Num(thick));
    let colour = Colour::of(who);
    put!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"12\" height=\"{}\" rx=\"4\" ",
        Num(x + 6.0),
        Num(y + 7.0),
        Num(cards.height - 14.0)
    );
    put!(out, "fill=\"{colour}\" stroke=\"{INK}\" stroke-width=\"1\"/>\n");
    let name = format!("{}{}", words::player(who), if turn { ", to move" } else { "" });
    let (text_x, text_y) = (Num(x + 26.0), Num(y + 22.0));
    put!(out, "<text x=\"{text_x}\" y=\"{text_y}\" font-size=\"14\" fill=\"{INK}\">{}</text>\n", escape(&name));
    let score = game.board().players.get(who.index()).map_or(0, |p| p.score);
    let score_x = Num(x + width - 12.0);
    put!(out, "<text x=\"{score_x}\" y=\"{}\" font-size=\"22\" font-weight=\"bold\" ", Num(y + 27.0));
    put!(out, "text-anchor=\"end\" fill=\"{INK}\">{score}</text>\n");
    let looks = &game.opening().rules().words.figures;
    let place = |n: usize| {
        let (column, line) = (n % cards.across, n / cards.across);
        at(x + INDENT + column as f64 * ITEM, y + CARD - 17.0 + line as f64 * LINE)
    };
    let number = |out: &mut String, at: At, n: &dyn std::fmt::Display| {
        let (x, y) = (Num(at.x + 13.0), Num(at.y + 5.0));
        put!(out, "\n<text x=\"{x}\" y=\"{y}\" font-size=\"12\" fill=\"{INK}\">×{n}</text>\n");
    };
    let supply = supply(game, who);
    for (n, (kind, left)) in supply.iter().enumerate() {
        let row = FigureRow { kind: *kind, owner: who, place: Place::SUPPLY, marks: 0 };
        let look = looks.get(kind.index()).map(|f| &f.what.look);
        body(out, look, &row, Put { at: place(n), scale: 0.2, degrees: 0.0 });
        number(out, place(n), left);
    }
    for (n, (mark, look)) in visible_marks(game, Bearer::player(who)).into_iter().enumerate() {
        let place = place(supply.len() + n);
        mark_badge(out, look, MarkRow { value: 1, ..mark }, place);
        number(out, place, &mark.value);
    }
}
