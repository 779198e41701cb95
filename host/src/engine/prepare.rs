//! Validates what a game begins with and builds the state before the first turn.

use super::check::{bears, check_shape};
use super::declared::Declared;
use super::door;
use super::features::Touched;
use super::grid;
use super::hash::Hashes;
use super::journal::Journal;
use super::pile::Parts;
use super::placements::{Fitting, misfits};
use super::reach::Reaches;
use super::setup::{Marked, Setup, SetupError, SetupErrors, Standing, Supplied};
use super::state::{self, Counts, State};
use crate::locate;
use crate::rules::Rules;
use abi_stable::std_types::RVec;
use gatehouse_core::points::Outcome;
use gatehouse_core::{
    Act, Bearer, Board, Candidate, FigureKind, FigureRow, MarkKind, PileId, PileRow, Place, Player, PlayerRow, Pos,
    PrintRow, Reply, Rotation, SegmentId, Spot, Tables, TileId, TileKind, Turn, View,
};

/// The most figures of a kind with which a player may begin.
const MOST_OF_A_KIND: usize = 99;

/// What an opening is made of.
pub(super) struct Prepared {
    pub(super) tables: Tables,
    pub(super) state: State,
    pub(super) first: Player,
}

struct Preparation<'r> {
    rules: &'r Rules,
    /// The number of the rules' hooks at the lookout.
    watched: u16,
    tables: Tables,
    state: State,
    start: Vec<(TileKind, Pos, Rotation)>,
    standing: Vec<Option<gatehouse_core::FigureId>>,
    errors: Vec<SetupError>,
}

/// Validates a setup and builds the state before the first turn.
pub(super) fn prepare(rules: &Rules, setup: &Setup, watched: u16) -> Result<Prepared, SetupErrors> {
    let mut p = Preparation {
        rules,
        watched,
        tables: rules.tables.clone(),
        state: State {
            board: blank(rules, setup.players.min(Player::MAX)),
            hashes: Hashes::default(),
            journal: Journal::default(),
            counts: Counts::default(),
            parts: Parts::default(),
            fitting: Fitting::of_kinds(rules.tables.fits.len()),
            added: false,
        },
        start: Vec::new(),
        standing: Vec::new(),
        errors: Vec::new(),
    };
    p.players(setup);
    if p.errors.is_empty() {
        p.fill_piles();
        p.figures(setup.players);
        p.hooks();
        p.kit(&setup.kits);
        p.recount();
        p.lay(setup);
        p.stand(setup);
        p.supply(&setup.supplies, Place::SUPPLY, "the supply");
        p.supply(&setup.reserves, Place::RESERVE, "the reserve");
        p.pile(setup);
        p.scores(setup);
        p.recount();
        p.mark(setup);
    }
    if p.errors.is_empty() {
        return Ok(Prepared { tables: p.tables, state: p.state, first: Player(setup.first as u8) });
    }
    p.errors.sort();
    p.errors.dedup();
    Err(SetupErrors(p.errors))
}

fn blank(rules: &Rules, players: usize) -> Board {
    let kinds = rules.tables.tile_kinds.len();
    let piles = rules.words.piles.len();
    Board {
        tiles: RVec::with_capacity(128),
        segments: RVec::with_capacity(512),
        features: RVec::with_capacity(512),
        figures: RVec::new(),
        marks: RVec::new(),
        joins: RVec::new(),
        players: RVec::from(vec![PlayerRow::default(); players]),
        piles: RVec::from(vec![PileRow::default(); piles]),
        unseen: RVec::from(vec![0; kinds * piles]),
        frontier: RVec::with_capacity(128),
        grid: grid::empty(),
        events: RVec::with_capacity(512),
        turn: Turn::default(),
        present: gatehouse_core::Present::default(),
        standing: RVec::new(),
        supplied: RVec::new(),
        owned: RVec::new(),
        alike: RVec::new(),
    }
}

impl Preparation<'_> {
    fn players(&mut self, setup: &Setup) {
        let manifests = || self.rules.plugins.iter().map(|p| &p.plugin.declaration.plugin);
        let least = manifests().filter_map(|m| m.min_players).max().unwrap_or(1) as usize;
        let least = if setup.exercise { 1 } else { least };
        let most = manifests().filter_map(|m| m.max_players).min().unwrap_or(Player::MAX as u8) as usize;
        let most = most.min(Player::MAX);
        let players = setup.players;
        if !(least..=most).contains(&players) {
            self.errors.push(SetupError::Players { players, least, most });
        } else if setup.first >= players {
            self.errors.push(SetupError::First { seat: setup.first, players });
        }
    }

    fn row(&self, pile: usize, kind: TileKind) -> usize {
        pile * self.tables.tile_kinds.len() + kind.index()
    }

    fn fill_piles(&mut self) {
        for (kind, word) in self.rules.words.tiles.iter().enumerate() {
            let row = self.row(word.pile.index(), TileKind(kind as u16));
            if let Some(unseen) = self.state.board.unseen.get_mut(row) {
                *unseen += word.tile.count;
            }
        }
    }

    fn figures(&mut self, players: usize) {
        for (i, word) in self.rules.words.figures.iter().enumerate() {
            let (kind, figure) = (FigureKind(i as u16), &word.what);
            let owners: Vec<Player> =
                if figure.neutral { vec![Player::NONE] } else { (0..players as u8).map(Player).collect() };
            for owner in owners {
                self.give(owner, kind, Place::SUPPLY, figure.supply);
                self.give(owner, kind, Place::RESERVE, figure.reserve);
            }
        }
    }

    fn give(&mut self, owner: Player, kind: FigureKind, place: Place, count: u16) {
        for _ in 0..count {
            let board = &mut self.state.board;
            board.figures.push(FigureRow { kind, owner, place, marks: 0 });
            state::list_new(board);
        }
    }

    /// Puts a figure off the board.
    fn put(&mut self, figure: usize, place: Place) {
        self.state.board.figures[figure].place = place;
        state::list_figure(&mut self.state.board, figure);
    }

    fn hooks(&mut self) {
        let rules = self.rules;
        for (id, hook) in &rules.at.setup {
            let planned = &rules.hooks[id.index()];
            if planned.when.never {
                continue;
            }
            let played = &rules.plugins[planned.plugin];
            let mut reply = Reply::default();
            let view = View {
                board: &self.state.board,
                tables: &self.tables,
                names: abi_stable::std_types::RSlice::from_slice(&played.names),
                switches: abi_stable::std_types::RSlice::from_slice(&played.switches),
            };
            let outcome = door::call(self.watched, *id, || (hook.call)(&view, &(), &mut reply));
            let mut why = (outcome != Outcome::DONE).then(|| played.plugin.module.panicked());
            if !reply.offers.is_empty() {
                why = Some("it makes offers, but nobody is asked before the game".to_owned());
            }
            let declared = Declared { rules, hook: planned, figures: &self.state.board.figures };
            why = why.or_else(|| declared.effects(&reply.effects).err().map(|offence| offence.told().1));
            for effect in reply.effects.iter().take_while(|_| why.is_none()).copied().collect::<Vec<_>>() {
                why = self.set_up(effect.act()).err();
            }
            if let Some(why) = why {
                let hook = format!("{}/{}", played.plugin.module.id(), planned.head.name);
                self.errors.push(SetupError::Hook { hook, why });
            }
        }
    }

    fn set_up(&mut self, act: Act) -> Result<(), String> {
        let kinds = self.tables.tile_kinds.len();
        let known =
            |kind: TileKind| if kind.index() < kinds { Ok(()) } else { Err("it names an unknown tile".to_owned()) };
        match act {
            Act::Supply { player, kind, to, count } => {
                let whose = !player.is_some() || player.index() < self.state.board.players.len();
                if !whose || kind.index() >= self.tables.figure_kinds.len() || count > 255 || to.is_on_board() {
                    return Err("it supplies figures of an unknown kind, for nobody, or onto the board".to_owned());
                }
                self.give(player, kind, to, count);
                Ok(())
            }
            Act::Move { figure, to, .. } => {
                self.state.board.figure(figure).ok_or("it moves a figure that does not exist")?;
                if !matches!(to.spot(), Spot::Supply | Spot::Reserve | Spot::Box) {
                    return Err("it moves a figure elsewhere than to supply, reserve or box".to_owned());
                }
                self.put(figure.index(), to);
                Ok(())
            }
            Act::Fill { pile, kind, count } => {
                known(kind)?;
                let row = self.row(pile.index(), kind);
                let unseen = self.state.board.unseen.get_mut(row).ok_or("it fills an unknown pile")?;
                let filled = i32::from(*unseen).saturating_add(count);
                *unseen = u16::try_from(filled).map_err(|_| "it takes more tiles out of a pile than are in it")?;
                let held = &self.state.board.unseen[pile.index() * kinds..(pile.index() + 1) * kinds];
                let full = held.iter().map(|&n| u32::from(n)).sum::<u32>() > u16::MAX.into();
                if full { Err("it fills a pile with more tiles than can be counted".to_owned()) } else { Ok(()) }
            }
            Act::Withdraw { pile, count } => {
                let row = self.state.board.piles.get_mut(pile.index()).ok_or("it names an unknown pile")?;
                row.withdrawn = row.withdrawn.saturating_add(count);
                Ok(())
            }
            Act::StartTile { kind, pos, rotation } => {
                known(kind)?;
                self.start.push((kind, pos, rotation));
                Ok(())
            }
            Act::Reprint { kind, segment, print, count } => {
                known(kind)?;
                let keeps_open: Vec<bool> = self.rules.words.prints.iter().map(|p| p.what.keeps_open).collect();
                reprint(&mut self.tables, kind, segment, PrintRow { print, segment, count }, &keeps_open)
            }
            Act::Reshape { kind, segment, sides, halves } => {
                known(kind)?;
                let row = self.tables.tile_kinds[kind.index()];
                if u16::from(segment) >= row.segments {
                    return Err("it reshapes a segment that is not printed".to_owned());
                }
                let at = row.first_segment as usize + segment as usize;
                check_shape(&self.tables, self.tables.segments[at].kind, sides, halves)?;
                self.tables.segments[at].sides = sides;
                self.tables.segments[at].halves = halves;
                Ok(())
            }
            Act::SetMark { kind, on, value } => {
                let row = self.tables.mark_kinds.get(kind.index()).ok_or("it sets an unknown mark")?;
                if !bears(&self.state.board, row.bearer, Some(on)) {
                    return Err("it sets a mark on what does not exist or may not bear it".to_owned());
                }
                self.prepare_marks();
                self.state.set_mark(&self.tables, kind, on, value);
                Ok(())
            }
            _ => Err("it proposes an effect that is not for setup".to_owned()),
        }
    }

    fn prepare_marks(&mut self) {
        let plugins = self.rules.plugins.len();
        self.state.hashes.marks.resize(plugins, 0);
    }

    /// Counts what the piles hold and computes the hash from nothing.
    fn recount(&mut self) {
        let kinds = self.tables.tile_kinds.len();
        let board = &mut self.state.board;
        for (pile, row) in board.piles.iter_mut().enumerate() {
            let held: u32 = board.unseen[pile * kinds..(pile + 1) * kinds].iter().map(|&n| u32::from(n)).sum();
            row.withdrawn = row.withdrawn.min(held as u16);
            row.remaining = held as u16 - row.withdrawn;
        }
        self.state.parts = Parts::count(&self.state.board);
        self.state.hashes = fresh(&self.state.board, &self.tables, self.rules.plugins.len());
    }

    fn kind(&mut self, tile: &str) -> Option<TileKind> {
        let found = locate::tile_kind(&self.rules.words, tile);
        if let Err(hint) = &found {
            self.errors.push(SetupError::UnknownTile { tile: tile.to_owned(), hint: hint.clone() });
        }
        found.ok()
    }

    fn lay(&mut self, setup: &Setup) {
        let mut tiles: Vec<(TileKind, Pos, Rotation)> = Vec::new();
        for laid in &setup.tiles {
            if let Some(kind) = self.kind(&laid.tile) {
                tiles.push((kind, Pos::new(laid.pos.0, laid.pos.1), Rotation(laid.rotation % 4)));
            }
        }
        if setup.tiles.is_empty() {
            tiles = std::mem::take(&mut self.start);
            if tiles.is_empty() {
                tiles.extend(self.rules.start.iter().map(|&(kind, pos)| (kind, pos, Rotation(0))));
            }
            if tiles.is_empty() {
                self.errors.push(SetupError::NoStart);
            }
        }
        let (mut touched, reaches) = (Touched::default(), Reaches::new(&self.tables));
        for (kind, pos, rotation) in tiles {
            let word = &self.rules.words.tiles[kind.index()];
            if let Some(why) = self.misfit(kind, pos, rotation) {
                self.errors.push(SetupError::Misfit { tile: word.tile.id.clone(), pos: pos.to_string(), why });
                continue;
            }
            let at = Candidate { pos, rotation, misfits: 0 };
            self.state.lay(&self.tables, &reaches, kind, at, Player::NONE, &mut touched);
            self.take(self.row(word.pile.index(), kind), kind);
        }
        for &kind in &self.rules.boxed {
            // The copy in the box is one of those that do not lie on the table, if there is one.
            let row = self.row(self.rules.words.tiles[kind.index()].pile.index(), kind);
            if let Some(unseen) = self.state.board.unseen.get_mut(row) {
                *unseen = unseen.saturating_sub(1);
            }
        }
        self.close_complete();
    }

    /// Takes one copy of a tile out of a pile.
    fn take(&mut self, row: usize, kind: TileKind) {
        match self.state.board.unseen.get_mut(row) {
            Some(unseen) if *unseen > 0 => *unseen -= 1,
            _ => {
                let word = &self.rules.words.tiles[kind.index()];
                let used =
                    self.state.board.tiles.iter().filter(|t| t.kind == kind).count().max(word.tile.count as usize + 1);
                let (tile, copies) = (word.tile.id.clone(), word.tile.count as usize);
                self.errors.push(SetupError::TooMany { tile, used, copies });
            }
        }
    }

    fn misfit(&self, kind: TileKind, pos: Pos, rotation: Rotation) -> Option<&'static str> {
        let board = &self.state.board;
        if !self.state.can_hold(pos) {
            return Some("the cell is taken or too far away");
        }
        let edges = grid::edges(&self.tables, kind, rotation);
        match board.grid.cell(pos) {
            gatehouse_core::Cell::Frontier(row) if misfits(&edges, board.frontier[row as usize].accepts) == 0 => None,
            gatehouse_core::Cell::Frontier(_) => Some("its edges do not fit the tiles beside it"),
            _ if board.tiles.is_empty() => None,
            _ => Some("no tile lies beside it"),
        }
    }

    /// Features complete before the game are not scored in it.
    fn close_complete(&mut self) {
        let board = &mut self.state.board;
        for row in board.features.iter_mut() {
            row.closed = row.is_live() && row.is_complete() && self.tables.feature_kinds[row.kind.index()].completes;
        }
    }

    fn stand(&mut self, setup: &Setup) {
        for standing in &setup.figures {
            let placed = self.stand_one(standing);
            if let Err(error) = &placed {
                self.errors.push(error.clone());
            }
            self.standing.push(placed.ok());
        }
    }

    fn stand_one(&mut self, s: &Standing) -> Result<gatehouse_core::FigureId, SetupError> {
        let pos = Pos::new(s.pos.0, s.pos.1);
        let wrong = |why: String| SetupError::Standing { figure: s.figure.clone(), pos: pos.to_string(), why };
        let kind = locate::figure_kind(&self.rules.words, &s.figure)
            .map_err(|hint| SetupError::UnknownFigure { figure: s.figure.clone(), hint })?;
        let board = &self.state.board;
        let to = if s.segment.is_empty() {
            let tile = board.grid.tile(pos).ok_or_else(|| wrong("no tile lies there".into()))?;
            Place::tile(tile)
        } else if let Some(corner) = locate::corner(&s.segment) {
            let tile = board.grid.tile(pos).ok_or_else(|| wrong("no tile lies there".into()))?;
            Place::corner(tile, corner)
        } else {
            let segment = locate::segment(&self.rules.words, board, pos, &s.segment).map_err(wrong)?;
            let feature = board.segments[segment.index()].kind;
            if self.tables.figure_kinds[kind.index()].stands_on >> feature.0 & 1 == 0 {
                return Err(wrong(format!("it may not stand on `{}`", s.segment)));
            }
            Place::segment(segment)
        };
        if let Some(seat) = s.player.filter(|seat| *seat >= board.players.len()) {
            let (what, players) = (format!("`{}`", s.figure), board.players.len());
            return Err(SetupError::Seat { what, seat, players });
        }
        let owner = s.player.map_or(Player::NONE, |p| Player(p as u8));
        let row = board.figures.iter().position(|f| f.kind == kind && f.owner == owner && f.place == Place::SUPPLY);
        let id = gatehouse_core::FigureId(row.ok_or_else(|| wrong("none is left in that supply".into()))? as u16);
        self.state.move_figure(&self.tables, id, to);
        Ok(id)
    }

    /// Gives players more of a kind than the rules do, or fewer.
    fn kit(&mut self, kits: &[Supplied]) {
        for kit in kits {
            let Some((own, kind)) = self.owned(kit, Place::SUPPLY, "the supply") else { continue };
            if kit.count > MOST_OF_A_KIND {
                let (figure, count) = (kit.figure.clone(), kit.count);
                self.errors.push(SetupError::Kit { figure, count, most: MOST_OF_A_KIND });
                continue;
            }
            for &i in own.iter().skip(kit.count) {
                self.put(i, Place::BOX);
            }
            for _ in own.len()..kit.count {
                self.give(Player(kit.player as u8), kind, Place::SUPPLY, 1);
            }
        }
    }

    /// The figures of a player and kind in a place.
    fn owned(&mut self, s: &Supplied, place: Place, name: &'static str) -> Option<(Vec<usize>, FigureKind)> {
        let players = self.state.board.players.len();
        if s.player >= players {
            let (what, seat) = (format!("`{}` in {name}", s.figure), s.player);
            self.errors.push(SetupError::Seat { what, seat, players });
            return None;
        }
        match locate::figure_kind(&self.rules.words, &s.figure) {
            Ok(kind) => {
                let own = |f: &FigureRow| f.kind == kind && f.owner == Player(s.player as u8) && f.place == place;
                let rows = self.state.board.figures.iter().enumerate().filter(|(_, f)| own(f));
                Some((rows.map(|(i, _)| i).collect(), kind))
            }
            Err(hint) => {
                self.errors.push(SetupError::UnknownFigure { figure: s.figure.clone(), hint });
                None
            }
        }
    }

    fn supply(&mut self, supplies: &[Supplied], place: Place, name: &'static str) {
        for s in supplies {
            let Some((have, _)) = self.owned(s, place, name) else { continue };
            if have.len() < s.count {
                let (figure, have) = (s.figure.clone(), have.len());
                self.errors.push(SetupError::Left { figure, place: name, count: s.count, have });
            }
            for &i in have.iter().skip(s.count) {
                self.put(i, Place::BOX);
            }
        }
    }

    fn pile(&mut self, setup: &Setup) {
        let Some(pile) = &setup.pile else { return };
        if pile.len() > usize::from(u16::MAX) {
            return self.errors.push(SetupError::LongPile { most: u16::MAX });
        }
        let kinds: Vec<_> = pile.iter().filter_map(|t| self.kind(t)).collect();
        let per_pile = self.tables.tile_kinds.len();
        for pile in self.tables.mixed(PileId(0)).map(PileId::index) {
            if let Some(row) = self.state.board.piles.get_mut(pile) {
                row.withdrawn = 0;
                self.state.board.unseen[pile * per_pile..(pile + 1) * per_pile].fill(0);
            }
        }
        for kind in kinds {
            self.state.board.unseen[kind.index()] += 1;
        }
    }

    fn scores(&mut self, setup: &Setup) {
        if setup.scores.len() > setup.players {
            let (given, players) = (setup.scores.len(), setup.players);
            self.errors.push(SetupError::Scores { given, players });
        }
        for (row, &score) in self.state.board.players.iter_mut().zip(&setup.scores) {
            row.score = score;
        }
    }

    fn mark(&mut self, setup: &Setup) {
        for marked in &setup.marks {
            if let Err(why) = self.mark_one(marked) {
                self.errors.push(SetupError::Mark { mark: marked.mark.clone(), why });
            }
        }
    }

    fn mark_one(&mut self, m: &Marked) -> Result<(), String> {
        let kind: MarkKind = locate::mark_kind(&self.rules.words, &m.mark)?;
        let board = &self.state.board;
        let on = match (m.player, m.figure, m.pos, &m.segment) {
            (Some(p), None, None, None) if p < board.players.len() => Bearer::player(Player(p as u8)),
            (None, Some(f), None, None) => {
                Bearer::figure(self.standing.get(f).copied().flatten().ok_or("there is no such placed figure")?)
            }
            (None, None, Some((x, y)), segment) => {
                let pos = Pos::new(x, y);
                let tile: TileId = board.grid.tile(pos).ok_or("no tile lies there")?;
                match segment {
                    None => Bearer::tile(tile),
                    Some(s) => {
                        let segment: SegmentId = locate::segment(&self.rules.words, board, pos, s)?;
                        Bearer::segment(segment)
                    }
                }
            }
            (None, None, None, None) => Bearer::GAME,
            _ => return Err("name one bearer: a player, a figure, a tile or a segment".into()),
        };
        if self.tables.mark_kinds[kind.index()].bearer != on.class() {
            return Err("it hangs on another class of things".into());
        }
        self.state.set_mark(&self.tables, kind, on, m.value);
        Ok(())
    }
}

fn reprint(tables: &mut Tables, kind: TileKind, segment: u8, new: PrintRow, keeps_open: &[bool]) -> Result<(), String> {
    let row = tables.tile_kinds[kind.index()];
    if new.print.index() >= keeps_open.len() || (segment != 255 && u16::from(segment) >= row.segments) {
        return Err("it reprints a segment or print that does not exist".to_owned());
    }
    // The tile's prints are written anew at the end, so that other tiles keep their rows.
    let old = tables.prints[row.first_print as usize..][..row.print_rows as usize].to_vec();
    let others = old.into_iter().filter(|r| !(r.print == new.print && r.segment == segment));
    let rows: Vec<_> = others.chain((new.count > 0).then_some(new)).collect();
    let first_print = u16::try_from(tables.prints.len()).ok().filter(|n| *n < 0xff00);
    let first_print = first_print.ok_or("it reprints more than the tables hold")?;
    let of = |s: Option<u8>| rows.iter().filter(move |r| s.is_none_or(|s| r.segment == s));
    let mask = |s: Option<u8>| of(s).fold(0u64, |bits, r| bits | 1 << r.print.0);
    let target = &mut tables.tile_kinds[kind.index()];
    target.prints = mask(None);
    target.first_print = first_print;
    target.print_rows = rows.len() as u16;
    if segment != 255 {
        let open = of(Some(segment)).filter(|r| keeps_open.get(r.print.index()).is_some_and(|keeps| *keeps));
        let target = &mut tables.segments[row.first_segment as usize + segment as usize];
        target.prints = mask(Some(segment));
        target.keeps_open = open.fold(0, |n, r| n.saturating_add(r.count));
    }
    rows.into_iter().for_each(|r| tables.prints.push(r));
    Ok(())
}

/// The hash of a board computed from nothing.
pub(super) fn fresh(board: &Board, tables: &Tables, plugins: usize) -> Hashes {
    let mark_plugins: Vec<u16> = tables.mark_kinds.iter().map(|m| m.plugin).collect();
    let mut hashes = Hashes::fresh(board, |t| tables.tile_kinds[t.kind.index()].segments as usize, &mark_plugins);
    hashes.marks.resize(plugins.max(hashes.marks.len()), 0);
    hashes
}
