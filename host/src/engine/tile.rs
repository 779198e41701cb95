//! The tile of a part: where it comes from, where it may go, and how it is laid.

use super::call::{About, slice};
use super::fault::Offence;
use super::grid;
use super::heard::Answer;
use super::opening::Opening;
use super::placements::{Edges, Placements, misfits};
use super::play::Play;
use super::timeline::{Admitted, Asked, Open, OpenSource, Refused, Step};
use abi_stable::std_types::RSlice;
use gatehouse_core::points::Drawn;
use gatehouse_core::{
    Act, Bearer, Candidate, Decider, Effect, EventCode, EventRow, HookId, PileId, Place, Point, Pos, RefusalRow,
    Rotation, Sources, Tables, TileId, TileKind, Turn, Verdicts,
};

/// The most tiles one hook may offer instead of a draw.
const MOST_SOURCES: usize = 256;
/// How full the tables may get before tiles are no longer laid: rows are numbered in 15 and 16 bits.
const FULL: (usize, usize) = (0x7f00, 0xfe00);

impl Play {
    pub(super) fn source(&mut self, o: &Opening) {
        if self.may_pass(o, Point::TILE_SOURCE) {
            return self.time.go(o, Step::Draw);
        }
        let mut open = self.swap_open();
        let decider = Decider::player(self.state.board.turn.active);
        open.reset(Asked::Source, decider, true, "which tile is played");
        for (id, hook) in &o.rules.at.tile_source {
            if !self.wanted(o, *id, &self.about()) {
                if self.heard.is_some() {
                    self.hear_unasked(o, *id, &self.about());
                }
                continue;
            }
            let mut out = self.scratch.sources.take();
            out.clear();
            let board = &self.state.board;
            let outcome = self.door.call(o, board, *id, &mut *out, &|view, out| (hook.call)(view, &(), out));
            let done = self.outcome(o, *id, outcome).and_then(|()| self.sources_sound(o, &out));
            if let Err(offence) = done.and_then(|()| self.declared(o, *id).sources(&out)) {
                self.fault(o, *id, offence);
            } else {
                let before = open.sources.len();
                self.open_sources(o, *id, &out, &mut open);
                self.hear(*id, &About::default(), |_| match open.sources.len() - before {
                    _ if out.sources.is_empty() => Answer::Nothing,
                    0 => Answer::FitsNowhere,
                    _ => Answer::Acted,
                });
            }
            self.scratch.sources.put(out);
        }
        if open.sources.iter().any(|s| s.must) {
            open.may_pass = false;
            open.sources.retain(|s| s.must);
        }
        if open.sources.is_empty() {
            open.asked = Asked::Nothing;
            self.time.go(o, Step::Draw);
        }
        self.spare = Some(std::mem::replace(&mut self.open, open));
    }

    /// Opens those of a hook's tiles that fit somewhere.
    fn open_sources(&mut self, o: &Opening, hook: HookId, out: &Sources, open: &mut Open) {
        for row in &out.sources {
            let turn = self.state.board.turn;
            self.state.board.turn = Turn { drawn: row.kind, offered: true, ..turn };
            let mut trial = self.scratch.trial.take();
            trial.reset(Asked::Place, Decider::player(turn.active), false, "");
            let fits = self.judge(o, row.kind, &mut trial, false);
            self.scratch.trial.put(trial);
            self.state.board.turn = turn;
            if fits {
                let first_effect = open.effects.len() as u32;
                open.effects.extend_from_slice(slice(&out.effects, row.first_effect, row.effects));
                open.sources.push(OpenSource {
                    hook,
                    kind: row.kind,
                    label: row.label.as_str(),
                    must: row.must,
                    first_effect,
                    effects: row.effects,
                });
            }
        }
    }

    /// Whether the tiles a hook offers exist and what it takes to play them can be carried out.
    fn sources_sound(&self, o: &Opening, out: &Sources) -> Result<(), Offence> {
        if out.sources.len() > MOST_SOURCES {
            return Err(Offence::limit(format_args!(
                "it offers {} tiles, more than {MOST_SOURCES}",
                out.sources.len()
            )));
        }
        for row in &out.sources {
            if row.kind.index() >= o.tables.tile_kinds.len() {
                return Err(Offence::illegal(format_args!("it offers tile {}, which does not exist", row.kind.0)));
            }
            let effects = slice(&out.effects, row.first_effect, row.effects);
            if effects.len() != row.effects as usize {
                return Err(Offence::illegal(format_args!(
                    "its tile `{}` names effects that it does not have",
                    row.label
                )));
            }
            self.check_all(o, effects, false)
                .map_err(|why| why.of(format_args!("its tile `{}` can't be played", row.label)))?;
        }
        Ok(())
    }

    pub(super) fn draw(&mut self, o: &Opening) {
        if !self.any_left(o, PileId(0)) {
            return self.time.go(o, Step::TurnEnd);
        }
        self.open.reset(Asked::Draw, Decider::pile(PileId(0)), false, "which tile is drawn");
        self.find_draws(o, PileId(0));
    }

    pub(super) fn drawn(&mut self, o: &Opening) {
        let drawn = Drawn { kind: self.state.board.turn.drawn };
        let about = self.about();
        let asked = self.ask(o, &o.rules.at.tile_drawn, about, |hook, view, out| (hook.call)(view, &drawn, out));
        if !self.time.tasks.is_empty() {
            return;
        }
        if self.time.set_aside {
            self.time.set_aside = false;
            self.state.board.turn.drawn = TileKind::NONE;
            let again = std::mem::take(&mut self.time.redraw);
            self.time.go(o, if again { Step::Draw } else { Step::TurnEnd });
        } else if asked {
            self.time.go(o, Step::Place);
        }
    }

    /// Finds where the edges of a tile fit.
    fn fit(&self, o: &Opening, kind: TileKind, placements: &mut Placements) {
        let board = &self.state.board;
        placements.clear();
        if board.tiles.len() > FULL.0 || board.segments.len().max(board.features.len()) > FULL.1 {
            return;
        }
        if board.tiles.is_empty() {
            let pos = Pos::new(0, 0);
            return Rotation::ALL
                .into_iter()
                .for_each(|rotation| placements.push(Candidate { pos, rotation, misfits: 0 }));
        }
        let Some(needs) = o.needs(kind) else { return };
        placements.fit(&self.state.fitting, board.frontier.len(), needs);
    }

    /// Lists where the edges of a tile fit, then, if a hook may admit them, where they do not.
    pub(super) fn candidates(&self, o: &Opening, kind: TileKind, list: &mut Vec<Candidate>) {
        self.list_candidates(o, kind, &mut Placements::default(), list);
    }

    /// As [`Play::candidates`], with the memory of these placements.
    fn list_candidates(&self, o: &Opening, kind: TileKind, placements: &mut Placements, list: &mut Vec<Candidate>) {
        self.fit(o, kind, placements);
        list.clear();
        placements.list(&self.state.board, list);
        if let Some(turned) = o.turned(kind).filter(|_| o.admits) {
            for row in &self.state.board.frontier {
                let misfit = |rotation: &Rotation| misfits(&turned[rotation.0 as usize], row.accepts);
                list.extend(Rotation::ALL.iter().filter(|r| misfit(r) != 0).map(|r| Candidate {
                    pos: row.pos,
                    rotation: *r,
                    misfits: misfit(r),
                }));
            }
        }
    }

    /// Fills the placements of `open` with what fits and hooks neither refuse nor fail to admit; false if there is none.
    /// With `reasons` it keeps why the others are refused.
    fn judge(&mut self, o: &Opening, kind: TileKind, open: &mut Open, reasons: bool) -> bool {
        let about = self.about();
        if !o.rules.at.placement.iter().any(|(id, _)| self.wanted(o, *id, &about)) {
            self.fit(o, kind, &mut open.placements);
        } else {
            let mut candidates = std::mem::take(&mut self.scratch.candidates);
            self.list_candidates(o, kind, &mut open.placements, &mut candidates);
            open.placements.clear();
            let mut refused = std::mem::take(&mut self.scratch.refused);
            refused.clear();
            refused.resize(candidates.len(), false);
            let mut admitted: Vec<(u32, Admitted)> = Vec::new();
            for (id, hook) in &o.rules.at.placement {
                if !self.wanted(o, *id, &about) {
                    continue;
                }
                let mut out = self.scratch.verdicts.take();
                out.clear();
                let all = RSlice::from_slice(&candidates);
                let board = &self.state.board;
                let outcome = self.door.call(o, board, *id, &mut *out, &|view, out| (hook.call)(view, &all, out));
                let done = self.outcome(o, *id, outcome);
                let done = done.and_then(|()| self.verdicts_sound(o, hook.head.admits, &candidates, &out));
                match done.and_then(|()| self.declared(o, *id).verdicts(&out)) {
                    Err(offence) => self.fault(o, *id, offence),
                    Ok(()) => {
                        for row in &out.refusals {
                            refused[row.candidates()].fill(true);
                            if reasons {
                                open.refused.extend(refusals(*id, &candidates, row));
                            }
                        }
                        take_admitted(*id, &out, open, &mut admitted);
                    }
                }
                self.scratch.verdicts.put(out);
            }
            let legal = candidates.iter().zip(&refused).filter(|(c, refused)| c.misfits == 0 && !**refused);
            legal.for_each(|(c, _)| open.placements.push(*c));
            for (n, row) in admitted.into_iter().filter(|(n, _)| !refused[*n as usize]) {
                let placement = open.placements.len() as u32;
                open.admitted.push(Admitted { placement, ..row });
                open.placements.push(candidates[n as usize]);
            }
            (self.scratch.candidates, self.scratch.refused) = (candidates, refused);
        }
        !open.placements.is_empty()
    }

    /// Whether what a hook at `placement` wrote can be kept: what is admitted must be sure to be mended when it is taken.
    fn verdicts_sound(
        &self,
        o: &Opening,
        admits: bool,
        candidates: &[Candidate],
        out: &Verdicts,
    ) -> Result<(), Offence> {
        let known = |n: u32| (n as usize) < candidates.len();
        let most = 4 * candidates.len().max(1);
        let refused = out.refusals.iter().map(RefusalRow::candidates);
        if refused.clone().any(|row| row.end > candidates.len()) || !out.admits.iter().all(|a| known(a.candidate)) {
            return Err("it judges a candidate that does not exist".into());
        }
        if refused.map(|row| row.len()).sum::<usize>() > most || out.admits.len() > most {
            return Err(Offence::limit(format_args!(
                "it judges {} candidates more than {most} times",
                candidates.len()
            )));
        }
        if !admits && !out.admits.is_empty() {
            return Err("it admits misfits, but its head does not say `admits`".into());
        }
        for row in &out.admits {
            let effects = slice(&out.effects, row.first_effect, row.effects);
            if effects.len() != row.effects as usize {
                return Err(Offence::illegal(format_args!(
                    "what it admits as `{}` names effects that it does not have",
                    row.label
                )));
            }
            self.check_all(o, effects, true)?;
        }
        Ok(())
    }

    pub(super) fn place(&mut self, o: &Opening) {
        let turn = self.state.board.turn;
        let mut open = self.swap_open();
        open.reset(Asked::Place, Decider::player(turn.active), false, "where does the tile go");
        let fits = self.judge(o, turn.drawn, &mut open, true);
        self.spare = Some(std::mem::replace(&mut self.open, open));
        if !fits {
            self.open.asked = Asked::Nothing;
            let event = EventRow {
                code: EventCode::DISCARDED,
                player: turn.active,
                object: turn.drawn.0,
                ..EventRow::default()
            };
            self.state.tell(event);
            self.state.board.turn = Turn { drawn: TileKind::NONE, offered: false, ..turn };
            self.time.go(o, Step::Draw);
        }
    }

    pub(super) fn take_placement(&mut self, o: &Opening, open: &Open, n: usize) {
        let Some(candidate) = open.placements.get(&self.state.board, n) else { return };
        let tile = self.lay(o, candidate);
        if let Some(admitted) = open.admitted.iter().find(|a| a.placement as usize == n) {
            let hook = admitted.hook;
            let on_placed = |e: &Effect| match e.act() {
                Act::AddSegment { tile: t, kind, sides, halves } if !t.is_some() => {
                    Effect::add_segment(tile, kind, sides, halves).by(e.rule)
                }
                Act::MarkPlaced { kind, delta } => Effect::add_mark(kind, Bearer::tile(tile), delta).by(e.rule),
                _ => *e,
            };
            let effects: Vec<Effect> =
                slice(&open.effects, admitted.first_effect, admitted.effects).iter().map(on_placed).collect();
            let parent = (self.state.board.events.len() as u32).saturating_sub(1);
            if let Err(offence) = self.commit(o, hook, &effects, self.state.board.turn.active, parent) {
                self.fault(o, hook, offence);
            }
        }
        self.time.go(o, Step::Placed);
    }

    /// Lays the tile of this part of the turn.
    fn lay(&mut self, o: &Opening, candidate: Candidate) -> TileId {
        let turn = self.state.board.turn;
        let mut touched = std::mem::take(&mut self.time.touched);
        let earlier = if touched.segments.is_empty() { Vec::new() } else { touched.segments.clone() };
        let tile = self.state.lay(&o.tables, &o.reaches, turn.drawn, candidate, turn.active, &mut touched);
        let added = touched.added;
        touched.segments.extend(earlier);
        self.time.touched = touched;
        self.state.board.turn.placed = tile;
        let event = EventRow {
            code: EventCode::TILE_PLACED,
            player: turn.active,
            subject: tile.0,
            object: turn.drawn.0,
            to: Place::tile(tile),
            ..EventRow::default()
        };
        self.state.tell(event);
        if !self.all_asleep(o, Point::GREW) {
            let base = self.time.tasks.len();
            for n in 0..added {
                let segment = self.time.touched.segments[n];
                let feature = self.state.board.segments[segment.index()].feature;
                if self.state.board.features[feature.index()].segments > 1 {
                    let from = self.time.tasks.len();
                    self.grew(o, segment, turn.active, true, true);
                    self.time.defer(base, from);
                }
            }
        }
        tile
    }
}

/// The candidates that a hook refuses, and why.
fn refusals(hook: HookId, candidates: &[Candidate], row: &RefusalRow) -> impl Iterator<Item = Refused> {
    let RefusalRow { reason, rule, .. } = *row;
    candidates[row.candidates()].iter().map(move |&c| Refused { candidate: c, reason: reason.as_str(), hook, rule })
}

fn take_admitted(hook: HookId, out: &Verdicts, open: &mut Open, admitted: &mut Vec<(u32, Admitted)>) {
    for admit in &out.admits {
        let own = slice(&out.effects, admit.first_effect, admit.effects);
        let first_effect = open.effects.len() as u32;
        open.effects.extend_from_slice(own);
        let (label, effects) = (admit.label.as_str(), own.len() as u32);
        admitted.push((admit.candidate, Admitted { placement: 0, hook, label, first_effect, effects }));
    }
}

/// The edges of every turned tile: row `kind`, column rotation.
pub(super) fn turned(tables: &Tables) -> Vec<[Edges; 4]> {
    (0..tables.tile_kinds.len())
        .map(|kind| Rotation::ALL.map(|r| grid::edges(tables, TileKind(kind as u16), r)))
        .collect()
}
