//! The Peasant Revolts: nine of twelve tiles come up during the game, each strikes one kind of feature as it is drawn,
//! and meeples lie down before it for points.
#![forbid(unsafe_code)]

mod protection;
mod revolt;

use protection::{protect_later, protect_moved, protect_placed};
use revolt::{mix_in, revolt};

gatehouse_core::plugin! {
    id: "peasant-revolts",
    declaration: include_str!("../plugin.toml"),
    tiles: [include_str!("../tiles.toml")],
    names: {
        CITY: FeatureKind = "city";
        ROAD: FeatureKind = "road";
        MONASTERY: FeatureKind = "monastery";
        GARDEN: FeatureKind = "garden";
        REVOLT_CITY: Print = "revolt-city";
        REVOLT_ROAD: Print = "revolt-road";
        REVOLT_MONASTERY: Print = "revolt-monastery";
        REVOLTS: PileId = "revolts";
        PROTECTED: MarkKind = "protected";
        GARDENS: SwitchId = "gardens";
        SINGLE_TILE: SwitchId = "single-tile";
        DEBTS: SwitchId = "debts";
        PROTECT_WHEN: SwitchId = "protect-when";
        PAYER: SwitchId = "payer";
        STRUCK: RuleId = "PV-3";
        OVER: RuleId = "PV-4";
        PASSED_ON: RuleId = "PV-5";
        WITHOUT_LOSS: RuleId = "PV-6";
        WHEN_PLACED: RuleId = "PV-7";
        LATER: RuleId = "PV-8";
        WHEN_MOVED: RuleId = "PV-13";
    },
    hooks: {
        setup: mix_in = key(100)
            .rules("PV-1")
            .because("three of the tiles leave the game before the first draw")
            .writes(&[Datum::piles()]);
        tile_drawn: revolt = key(130)
            .when(&[
                Condition::drawn("revolt-city"),
                Condition::drawn("revolt-road"),
                Condition::drawn("revolt-monastery"),
            ])
            .rules("PV-3 PV-2 PV-4 PV-5 PV-6 PV-15")
            .because("a revolt belongs to the draw, so meeples and features are free again when the tile is placed")
            .reads(&[Datum::figures(), Datum::mark("protected")])
            .writes(&[Datum::figures(), Datum::points()]);
        figure_offer: protect_placed = key(325)
            .rides()
            .rules("PV-7 PV-12")
            .because("whoever places a meeple may lay it down, in whichever slot")
            .writes(&[Datum::riders()])
            .choices_write(&[Datum::points(), Datum::mark("protected")]);
        after_action: protect_later = key(346)
            .asks(Who::ACTIVE, Duty::MAY)
            .rules("PV-8")
            .because("only after the last slot is it sure that no meeple was placed")
            .reads(&[Datum::figures(), Datum::mark("protected"), Datum::points()])
            .writes(&[Datum::offers()])
            .choices_write(&[Datum::points(), Datum::mark("protected")]);
        depart: protect_moved = key(482)
            .rides()
            .rules("PV-13")
            .because("a meeple that moves on lies down as it arrives, whichever rule moves it")
            .writes(&[Datum::riders()])
            .choices_write(&[Datum::points(), Datum::mark("protected")]);
    },
}
