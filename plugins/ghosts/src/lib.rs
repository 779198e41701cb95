//! Ghosts, Castles & Cemeteries: mist brings ghosts over meeples, castles look at mist, cemeteries give guards.
//!
//! That ghosts leave a meeple that moves or returns is declared: they are a mark. So is who may be lord of a castle.
#![forbid(unsafe_code)]

mod haunting;
mod parts;
mod scoring;

use gatehouse_core::prelude::*;
use haunting::{mist_extended, mist_limited};
use parts::{five_meeples, without_castles, without_cemeteries};
use scoring::{castle, extra_guard, ghosts_left};

gatehouse_core::plugin! {
    id: "ghosts",
    declaration: include_str!("../plugin.toml"),
    tiles: [include_str!("../tiles.toml")],
    names: {
        MIST: FeatureKind = "mist";
        CASTLE: FeatureKind = "castle";
        CEMETERY: FeatureKind = "cemetery";
        MEEPLE: FigureKind = "meeple";
        GUARD: FigureKind = "guard";
        GHOST: MarkKind = "ghost";
        MUST: SwitchId = "mist-extended";
        BOTH_WAYS: SwitchId = "mist-limited";
        THIRD_GHOST: RuleId = "G-13";
        CASTLE_COMPLETED: RuleId = "G-31";
        CASTLE_LEFT: RuleId = "G-32";
    },
    hooks: {
        setup: five_meeples = key(10)
            .when(&[Condition::switch("figure-counts", 0)])
            .rules("G-2")
            .because("guards take the place of two meeples")
            .reads(&[Datum::supplies()])
            .writes(&[Datum::figures_of("meeple")]);
        setup: without_castles = key(11)
            .when(&[Condition::switch("castles", 0)])
            .rules("G-5")
            .because("the tiles with castles stay in the box")
            .writes(&[Datum::piles()]);
        setup: without_cemeteries = key(12)
            .when(&[Condition::switch("cemeteries", 0)])
            .rules("G-5")
            .because("the tiles with cemeteries stay in the box")
            .writes(&[Datum::piles()]);
        prologue: mist_extended = key(300)
            .asks(Who::ACTIVE, Duty::IF_POSSIBLE)
            .when(&[Condition::placed("spirit")])
            .rules("G-10 G-3 G-13 G-14")
            .because("ghosts come before the figure, one for an opponent first")
            .reads(&[Datum::mark("ghost"), Datum::figures(), Datum::tiles()])
            .writes(&[Datum::offers()])
            .choices_write(&[Datum::tally("ghost"), Datum::figures()]);
        prologue: mist_limited = key(305)
            .asks(Who::ACTIVE, Duty::IF_POSSIBLE)
            .when(&[Condition::placed("spirit")])
            .rules("G-11 G-12 G-3 G-13 G-14")
            .because("a ghost for oneself comes after the one for an opponent")
            .reads(&[Datum::mark("ghost"), Datum::figures(), Datum::tiles()])
            .writes(&[Datum::offers()])
            .choices_write(&[Datum::tally("ghost"), Datum::figures()]);
        score: castle = key(425)
            .when(&[Condition::feature("castle")])
            .rules("G-31 G-32")
            .because("the value of the feature")
            .reads(&[Datum::tiles()])
            .writes(&[Datum::sheet("basis")]);
        scored: extra_guard = key(450)
            .when(&[Condition::feature("cemetery"), Condition::completed()])
            .rules("G-41")
            .because("a cemetery gives a guard, not points")
            .reads(&[Datum::figures_of("guard")])
            .writes(&[Datum::figures_of("guard")]);
        final_score: ghosts_left = key(950)
            .when(&[Condition::mark("ghost")])
            .rules("G-50")
            .because("ghosts are counted where they are when all features are scored")
            .reads(&[Datum::mark("ghost"), Datum::figures()])
            .writes(&[Datum::points()]);
    },
}

/// Whether a tile shows mist.
fn is_misty(view: &View<'_>, tile: TileId) -> bool {
    view.segments_on(tile).any(|s| view.segment(s).kind == view.id(MIST))
}

#[cfg(test)]
mod tests {
    /// Both prologue hooks are called only if the placed tile shows a ghost.
    #[test]
    fn every_bank_of_mist_shows_a_ghost() {
        let tiles = gatehouse_core::tiles::parse(include_str!("../tiles.toml")).unwrap();
        let banks: Vec<_> = tiles.iter().flat_map(|t| &t.segments).filter(|s| s.kind == "mist").collect();
        assert!(!banks.is_empty());
        assert!(banks.iter().all(|b| b.prints.iter().any(|p| p.name == "spirit")));
    }
}
