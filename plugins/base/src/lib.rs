//! The base game: roads, cities, monasteries, fields, gardens and the abbot.
//!
//! Kinds, figures, switches and rules are declared in `plugin.toml`, the 72 tiles in `tiles.toml`; here is what they do.
#![forbid(unsafe_code)]

mod figures;
mod scoring;

use figures::{give_abbots, offer, recall, return_home};
use scoring::{city, field, road, surrounded};

gatehouse_core::plugin! {
    id: "base",
    declaration: include_str!("../plugin.toml"),
    tiles: [include_str!("../tiles.toml")],
    names: {
        CITY: FeatureKind = "city";
        ROAD: FeatureKind = "road";
        MONASTERY: FeatureKind = "monastery";
        GARDEN: FeatureKind = "garden";
        FIELD: FeatureKind = "field";
        ABBOT: FigureKind = "abbot";
        TOUCHES: LinkKind = "touches";
        PENNANT: Print = "pennant";
        TWO_TILE_CITY: SwitchId = "two-tile-city";
        SCORE_ROAD: RuleId = "B-S1";
        SCORE_CITY: RuleId = "B-S2";
        SMALL_CITY: RuleId = "B-31";
        SCORE_SURROUNDED: RuleId = "B-S3";
        SCORE_FIELD: RuleId = "B-32";
        RECALL: RuleId = "B-52";
    },
    hooks: {
        setup: give_abbots = key(0)
            .when(&[Condition::switch("abbot", 1)])
            .rules("B-3")
            .because("each player begins with an abbot")
            .writes(&[Datum::supplies()]);
        figure_offer: offer = key(320)
            .rules("B-12 B-13 B-51")
            .because("one figure action follows the tile")
            .reads(&[Datum::figures()])
            .writes(&[Datum::choices()])
            .choices_write(&[Datum::figures()]);
        figure_offer: recall = key(320)
            .when(&[Condition::switch("abbot", 1), Condition::figure("abbot")])
            .rules("B-52")
            .because("taking the abbot back is instead of placing a figure")
            .writes(&[Datum::choices()])
            .choices_write(&[Datum::points(), Datum::figures_of("abbot")]);
        score: road = key(425)
            .when(&[Condition::feature("road")])
            .rules("B-S1 B-30")
            .because("the value of the feature")
            .reads(&[Datum::tiles()])
            .writes(&[Datum::sheet("basis")]);
        score: city = key(425)
            .when(&[Condition::feature("city")])
            .rules("B-S2 B-30 B-31")
            .because("the value of the feature")
            .reads(&[Datum::tiles()])
            .writes(&[Datum::sheet("basis")]);
        score: surrounded = key(425)
            .when(&[Condition::feature("monastery"), Condition::feature("garden")])
            .rules("B-S3 B-51")
            .because("the value of the feature")
            .reads(&[Datum::tiles()])
            .writes(&[Datum::sheet("basis")]);
        score: field = key(425)
            .when(&[Condition::feature("field")])
            .rules("B-32 B-S4 B-33")
            .because("the value of the feature; fields are scored at the end, at T-930")
            .reads(&[Datum::joins()])
            .writes(&[Datum::sheet("basis")]);
        depart: return_home = key(470)
            .rules("B-41")
            .because("meeples without a choice return")
            .reads(&[Datum::figures()])
            .writes(&[Datum::choices()])
            .choices_write(&[Datum::figures()]);
    },
}
