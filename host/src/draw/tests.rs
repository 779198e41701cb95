//! Tests on games of the bundled plugins and on faces that no plugin has.

use super::cells::Block;
use super::face::{Face, Piece, Tie};
use super::figures::Standing;
use super::geometry::MIDDLE;
use super::layout::Layout;
use super::tile::Painter;
use super::*;
use crate::dice::Dice;
use crate::engine::{Opening, Setup};
use crate::resolve::{self, Choice};
use crate::rules::{Declared, Words};
use crate::{bundled, load};
use gatehouse_core::declare::{Declaration, Form, Manifest};
use gatehouse_core::{EdgeKind, FeatureKind, FigureId, Halves, LinkKind, Print, Sides};
use std::sync::Arc;

fn rules() -> Arc<Rules> {
    rules_with(|plugin| plugin.starter)
}

/// The rules of the base and of the bundled plugins that are wanted.
fn rules_with(wanted: fn(&Manifest) -> bool) -> Arc<Rules> {
    let plugins = load::linked(&bundled()).unwrap();
    let others = plugins.iter().map(|p| &p.declaration.plugin).filter(|m| wanted(m) && !m.base);
    let choice = Choice { plugins: others.map(|m| m.id.clone()).collect(), ..Choice::default() };
    Arc::new(resolve::resolve(&plugins, &choice).unwrap())
}

/// A game with this many tiles on the table, played at random.
fn played(tiles: usize) -> Game {
    let mut game = Game::new(&Opening::new(rules(), Setup::new(4)).unwrap());
    let mut dice = Dice::of_game(11, 0);
    while game.board().tiles.len() < tiles {
        let choice = dice.any(&game.decision().unwrap());
        game.choose(choice).unwrap();
    }
    game
}

/// The names of all elements, if the text is well-formed: tags are balanced and attributes quoted.
fn elements(xml: &str) -> Option<Vec<&str>> {
    let (mut open, mut all, mut rest) = (Vec::new(), Vec::new(), xml);
    while let Some(at) = rest.find('<') {
        let stray = |text: &str| text.contains('>') || text.replace("&amp;", "").contains("& ");
        if stray(&rest[..at]) {
            return None;
        }
        let end = rest.find('>')?;
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return None;
            }
            continue;
        }
        let name = tag.trim_end_matches('/').split(' ').next()?;
        if tag.matches('"').count() % 2 == 1 || tag.contains('<') {
            return None;
        }
        all.push(name);
        if !tag.ends_with('/') {
            open.push(name);
        }
    }
    open.is_empty().then_some(all)
}

/// The text without colours.
fn stripped(text: &str) -> String {
    let mut parts = text.split('\x1b');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |out, part| out + part.split_once('m').map_or("", |(_, text)| text))
}

#[test]
fn a_picture_is_well_formed_and_the_same_each_time() {
    let game = played(40);
    let picture = svg(&game);
    let names = elements(&picture).unwrap();
    assert_eq!(names[0], "svg");
    assert_eq!(picture, svg(&game.fork()));
    assert!(!picture.contains("NaN") && !picture.contains("inf"));
}

#[test]
fn a_picture_has_each_tile_and_each_figure_once() {
    let game = played(50);
    let picture = svg(&game);
    let figures = game.board().figures.iter().filter(|f| f.place.is_on_board()).count();
    assert!(figures > 5);
    assert_eq!(picture.matches("<g class=\"tile\"").count(), 50);
    assert_eq!(picture.matches("<g class=\"figure\"").count(), figures);
    assert_eq!(picture.matches("<title>").count(), 1 + 50 + figures);
}

#[test]
fn only_meeples_lie_on_a_feature_where_figures_lie() {
    let rules = rules_with(|_| true);
    let game = Game::new(&Opening::new(rules.clone(), Setup::new(2)).unwrap());
    let mut drawn = [0, 0];
    for (figure, row) in (0..).map(FigureId).zip(game.board().figures.iter()) {
        let mut svg = String::new();
        figures::figure(&mut svg, &game, Standing { figure, at: MIDDLE, lies: true }, MIDDLE);
        let meeple = rules.words.figures[row.kind.index()].what.meeple;
        assert_eq!(svg.contains("rotate(90)"), meeple, "{svg}");
        drawn[usize::from(meeple)] += 1;
    }
    assert!(drawn.iter().all(|n| *n > 0), "{drawn:?}");
}

#[test]
fn a_sheet_has_each_kind_of_tile() {
    let rules = rules();
    let sheet = tiles_svg(&rules);
    assert!(elements(&sheet).is_some());
    assert_eq!(sheet.matches("<g class=\"tile\"").count(), rules.words.tiles.len());
}

#[test]
fn a_terminal_without_colours_shows_the_same_letters() {
    let game = played(40);
    let plain = terminal(&game, &Terminal { colour: false, ..Terminal::default() });
    let coloured = terminal(&game, &Terminal::default());
    assert!(!plain.contains('\x1b') && coloured.contains('\x1b'));
    let lines = |text: &str| text.lines().map(|l| l.trim_end().to_owned()).collect::<Vec<_>>();
    assert_eq!(lines(&stripped(&coloured)), lines(&plain));
}

#[test]
fn a_terminal_is_cropped_to_its_size() {
    let game = played(60);
    for width in [13, 30, 47, 80, 400] {
        let options = Terminal { colour: false, width, height: Some(20), ..Terminal::default() };
        let text = terminal(&game, &options);
        let board: Vec<&str> = text.lines().take_while(|l| !l.starts_with("The board goes on")).collect();
        assert!(board.iter().all(|l| l.chars().count() <= width), "{width}:\n{text}");
        assert!(board.len() <= 20 && text.contains("The board goes on"), "{width}:\n{text}");
    }
    let all = terminal(&game, &Terminal { colour: false, width: 1000, ..Terminal::default() });
    assert!(!all.contains("goes on"));
}

#[test]
fn the_players_keep_to_the_width() {
    let game = played(40);
    for width in [40, 60, 100] {
        let text = terminal_players(&game, false, width);
        assert!(text.lines().all(|l| l.chars().count() <= width), "{width}:\n{text}");
        let together = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let wide = terminal_players(&game, true, 1000);
        assert_eq!(together, stripped(&wide).split_whitespace().collect::<Vec<_>>().join(" "));
    }
}

#[test]
fn a_terminal_shows_its_focus_and_marks() {
    let game = played(60);
    let far = game.board().tiles.iter().map(|t| t.pos).max_by_key(|p| p.x.abs()).unwrap();
    let empty = game.board().frontier.iter().map(|f| f.pos).min_by_key(|p| (p.x - far.x).abs() + (p.y - far.y).abs());
    let marks = vec![(empty.unwrap(), "17".to_owned())];
    let options = Terminal { colour: false, width: 26, height: Some(21), focus: Some(far), marks };
    let text = terminal(&game, &options);
    assert!(text.contains("[17]"), "{text}");
    assert!(text.lines().next().unwrap().contains(&far.x.to_string()), "{text}");
}

const KINDS: &str = r##"
[plugin]
id = "odd"
name = "Odd"
version = "0.1.0"
api = "^0.1"
description = "Kinds for tests."
[[edge]]
name = "bank"
letter = "B"
carries = "track"
strips = true
[[edge]]
name = "wall"
letter = "W"
carries = "town"
[[edge]]
name = "ford"
letter = "F"
look = { letter = "f", shapes = [{ path = "M0 0", fill = "#000000" }] }
[[feature]]
name = "track"
bounded = "sides"
[[feature]]
name = "town"
bounded = "sides"
look = { fill = "#aabbcc", spacing = 14, shapes = [{ path = "M0 0" }] }
[[feature]]
name = "meadow"
bounded = "halves"
look = { letter = ".", spacing = 20 }
[[feature]]
name = "well"
bounded = "surroundings"
look = { label = "a \"well\" & more", letter = "<" }
[[feature]]
name = "fog"
bounded = "sides"
overlay = true
[[feature]]
name = "pond"
bounded = "halves"
[[link]]
name = "lock"
[link.look]
shapes = [{ path = "M1 1", fill = "#111111" }]
[[link.look.variants]]
complete = true
letter = "u"
shapes = [{ path = "M2 2", fill = "#222222" }]
[[print]]
name = "bell"
look = { letter = "&" }
"##;

fn words() -> Words {
    fn of<T>(list: Vec<T>) -> Vec<Declared<T>> {
        list.into_iter().map(|what| Declared { plugin: 0, what }).collect()
    }
    let d = Declaration::parse(KINDS).unwrap();
    Words { edges: of(d.edges), features: of(d.features), links: of(d.links), prints: of(d.prints), ..Words::default() }
}

fn piece(words: &Words, kind: u16, sides: u8, halves: u8) -> Piece {
    Piece {
        kind: FeatureKind(kind),
        form: looks::form(words, FeatureKind(kind)),
        overlay: words.features[kind as usize].what.overlay,
        sides: Sides(sides & 15),
        halves: Halves(halves),
        prints: Vec::new(),
    }
}

fn drawn(words: &Words, face: &Face) -> String {
    let mut out = String::new();
    Painter { words }.tile(&mut out, face, &Layout::new(words, face), 1);
    out
}

#[test]
fn the_form_of_a_kind_follows_from_its_bounds_and_edges() {
    let words = words();
    let forms = [0, 1, 2, 3, 4].map(|k| looks::form(&words, FeatureKind(k)));
    assert_eq!(forms, [Form::Line, Form::Area, Form::Ground, Form::Icon, Form::Area]);
}

#[test]
fn a_link_looks_as_the_second_feature_is() {
    let words = words();
    let pieces = vec![piece(&words, 0, 0b0100, 0), piece(&words, 1, 0b0001, 0), piece(&words, 2, 0, 0b0011_1100)];
    let tie = Tie { kind: LinkKind(0), a: 0, b: 1, complete: false };
    let mut face = Face { edges: [EdgeKind::NONE; 4], pieces, ties: vec![tie], behind: [None; 4], prints: Vec::new() };
    assert!(drawn(&words, &face).contains("M1 1"));
    face.ties[0].complete = true;
    assert!(drawn(&words, &face).contains("M2 2"));
    let layout = Layout::new(&words, &face);
    let block = Block::new(&words, &face, &layout);
    assert!(block.cells.iter().flatten().any(|c| c.letter == 'u'));
}

/// Whatever rules may add to a tile, it is drawn somehow.
#[test]
fn any_face_can_be_drawn() {
    let words = words();
    let mut state = 1u32;
    let mut dice = move |n: u32| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) % n
    };
    for _ in 0..300 {
        let mut pieces: Vec<Piece> = (0..dice(7))
            .map(|_| piece(&words, dice(6) as u16, dice(16) as u8, (dice(256) & dice(256)) as u8))
            .collect();
        pieces.iter_mut().filter(|_| dice(3) == 0).for_each(|p| p.prints.push((Print(0), 2)));
        let n = pieces.len() as u32;
        let mut one = || dice(n.max(1)) as usize;
        let ties = (0..n).map(|_| Tie { kind: LinkKind(0), a: one(), b: one(), complete: false }).collect();
        let behind = [(); 4].map(|()| Some(dice(8) as usize).filter(|&p| p < pieces.len()));
        let edges = [(); 4].map(|()| EdgeKind(dice(4) as u16));
        let face = Face { edges, pieces, ties, behind, prints: vec![(Print(0), 1)] };
        let picture = drawn(&words, &face);
        assert!(elements(&picture).is_some() && !picture.contains("NaN"), "{face:?}\n{picture}");
        let layout = Layout::new(&words, &face);
        let mut block = Block::new(&words, &face, &layout);
        for p in 0..face.pieces.len() {
            let places = layout.figures(p, 3);
            assert_eq!(places.len(), 3);
            places.into_iter().for_each(|at| block.put(&['x', '1'], at, Some(p), None));
        }
    }
}
