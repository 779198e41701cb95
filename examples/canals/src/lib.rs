//! Canals: a kind of feature, a barge that all players move, and casks that ride along with the choices of others.
#![forbid(unsafe_code)]

mod barge;
mod casks;

use barge::{arrive, sail_on, set_off};
use casks::{load, sell, ship};
use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "canals",
    declaration: include_str!("../plugin.toml"),
    tiles: [include_str!("../tiles.toml")],
    names: {
        CANAL: FeatureKind = "canal";
        BARGE: FigureKind = "barge";
        CASK: MarkKind = "cask";
        WHO_SAILS: SwitchId = "who-sails";
        GIVE: RuleId = "CN-6";
        SELL: RuleId = "CN-8";
    },
    hooks: {
        score: value = key(425)
            .when(&[Condition::feature("canal")])
            .rules("CN-2 CN-3")
            .because("what a canal is worth")
            .writes(&[Datum::sheet("basis")]);
        tile_placed: arrive = key(215)
            .when(&[Condition::placed("wharf")])
            .rules("CN-4")
            .because("the wharf is a symbol of the tile")
            .reads(&[Datum::figures_of("barge")])
            .writes(&[Datum::figures_of("barge")]);
        after_action: set_off = key(378)
            .asks(Who::EACH, Duty::MAY)
            .when(&[Condition::placed("lock"), Condition::figure("barge")])
            .rules("CN-5")
            .because("who has just been placed may have something to ship")
            .reads(&[Datum::figures_of("barge")])
            .writes(&[Datum::offers()])
            .choices_write(&[Datum::figures_of("barge")]);
        answered: sail_on = reaction()
            .rules("CN-5")
            .because("the next player sees where the barge is now")
            .reads(&[Datum::figures_of("barge")])
            .writes(&[Datum::offers()])
            .choices_write(&[Datum::figures_of("barge")]);
        figure_moved: ship = reaction()
            .when(&[Condition::moved("barge"), Condition::mark("cask")])
            .rules("CN-7")
            .because("casks are shipped as the barge arrives")
            .reads(&[Datum::figures(), Datum::mark("cask")])
            .writes(&[Datum::points(), Datum::mark("cask")]);
        figure_offer: load = key(326)
            .rides()
            .asks(Who::ACTIVE, Duty::MAY)
            .when(&[Condition::figure("barge")])
            .rules("CN-6")
            .because("a cask comes with a meeple that is placed, whoever lets it be placed there")
            .reads(&[Datum::figures(), Datum::points(), Datum::mark("cask")])
            .writes(&[Datum::riders()])
            .choices_write(&[Datum::points(), Datum::mark("cask")]);
        depart: sell = key(486)
            .rides()
            .asks(Who::OWNER, Duty::MAY)
            .when(&[Condition::mark("cask")])
            .rules("CN-8")
            .because("a cask is sold as its meeple leaves, wherever it goes")
            .reads(&[Datum::figures(), Datum::mark("cask")])
            .writes(&[Datum::riders()])
            .choices_write(&[Datum::points(), Datum::mark("cask")]);
    },
}

/// Two a tile, or one if the canal was never completed.
fn value(view: &View<'_>, sheet: &Sheet<'_>, out: &mut Lines) {
    let tiles = view.feature(sheet.feature).tiles;
    out.write(Line::basis(Unit::TILE, tiles.into(), if sheet.complete { 2 } else { 1 }));
}
