//! Why a tile can't go to a cell: what lies there, which edges do not meet, and which hooks refuse it.

use super::Node;
use crate::engine::{Choice, Decision, Game};
use crate::words;
use gatehouse_core::{Cell, EdgeKind, FrontierRow, Pos, Rotation, RuleId, Side, TileKind};

/// What stands in the way of a tile in a cell, for one rotation or for all four.
pub(super) fn reasons(
    game: &Game,
    decision: &Decision<'_>,
    kind: TileKind,
    pos: Pos,
    rotation: Option<Rotation>,
) -> Vec<Node> {
    let row = match game.board().grid.cell(pos) {
        Cell::Tile(tile) => {
            let there = game.board().tiles[tile.index()].kind;
            let what = words::tile_kind(game.opening().rules(), there);
            return vec![Node::new(format!("a tile lies at {pos}: {what}"))];
        }
        // The first tile of all lies beside none.
        Cell::Void if game.board().tiles.is_empty() => None,
        Cell::Void => return vec![Node::new(format!("no tile lies beside {pos}"))],
        Cell::Frontier(row) => game.board().frontier.get(row as usize),
    };
    let turned = rotation.map_or(Rotation::ALL.to_vec(), |r| vec![r]);
    let reasons: Vec<(Rotation, Vec<Node>)> =
        turned.iter().map(|r| (*r, of_rotation(game, decision, kind, row, pos, *r))).collect();
    let one = |turned: String, reasons: Vec<Node>| match <[Node; 1]>::try_from(reasons) {
        Ok([one]) => Node { text: format!("{turned}: {}", one.text), ..one },
        Err(several) => Node::new(format!("{turned}: it does not fit")).with(several),
    };
    match &reasons[..] {
        // What stands in the way however it is turned is said once.
        [(_, first), others @ ..] if !others.is_empty() && others.iter().all(|(_, other)| other == first) => {
            vec![one("in each rotation".to_owned(), first.clone())]
        }
        _ => reasons.into_iter().map(|(r, reasons)| one(r.to_string(), reasons)).collect(),
    }
}

/// What stands in the way of one rotation, or that nothing does.
fn of_rotation(
    game: &Game,
    decision: &Decision<'_>,
    kind: TileKind,
    row: Option<&FrontierRow>,
    pos: Pos,
    rotation: Rotation,
) -> Vec<Node> {
    let offered = decision.iter().find_map(|c| match c {
        Choice::Place { candidate: c, admits } if (c.pos, c.rotation) == (pos, rotation) => Some(admits),
        _ => None,
    });
    match offered {
        Some(None) => return vec![Node::new("it can go there")],
        Some(Some((hook, label))) => {
            return vec![Node::new(format!("it can go there {label}")).by(hook, RuleId::NONE)];
        }
        None => {}
    }
    let mut reasons = row.map_or(Vec::new(), |row| misfits(game, row, kind, rotation));
    if pos != Pos::new(0, 0) && row.is_none() {
        reasons.push(Node::new("the first tile of all lies at (0, 0)"));
    }
    for (_, why) in decision.refused().filter(|(c, _)| (c.pos, c.rotation) == (pos, rotation)) {
        reasons.push(Node::new(why.reason).by(why.hook, why.rule));
    }
    if reasons.is_empty() {
        reasons.push(Node::new("the table is full"));
    }
    reasons
}

/// The edges of a turned tile that do not fit what lies beside the cell.
fn misfits(game: &Game, row: &FrontierRow, kind: TileKind, rotation: Rotation) -> Vec<Node> {
    let rules = game.opening().rules();
    let view = game.view(0);
    let label =
        |id: EdgeKind| rules.words.edges.get(id.index()).map_or("unknown edge", |w| w.what.look.label(&w.what.name));
    let misfit = |side: Side| {
        let own = view.edge(kind, rotation, side);
        if row.accepts.checked_shr(16 * side as u32 + u32::from(own.0)).unwrap_or(0) & 1 != 0 {
            return None;
        }
        let there = view.tile(game.board().grid.tile(row.pos.beside(side))?);
        let other = view.edge(there.kind, there.rotation, side.opposite());
        let side = format!("{side:?}").to_lowercase();
        let beside = format!("{} at {}", words::tile_kind(rules, there.kind), there.pos);
        Some(Node::new(format!("its {} does not meet the {} in the {side}, of {beside}", label(own), label(other))))
    };
    Side::ALL.into_iter().filter_map(misfit).collect()
}
