//! Abbey & Mayor: a tile of one's own for a hole, and three figures: the mayor, the wagon and the barn.
//!
//! The mayor is declared: a meeple whose strength is a print of its city. The others have a file each.
#![forbid(unsafe_code)]

mod abbey;
mod barn;
mod wagon;

use abbey::{give_abbeys, last_chance, offer_abbey, only_holes};
use barn::{build_barn, cities_of_barns, field_of_barn, joined_farmers, no_more_farmers};
use wagon::drive;

gatehouse_core::plugin! {
    id: "abbey-mayor",
    declaration: include_str!("../plugin.toml"),
    tiles: [include_str!("../tiles.toml")],
    names: {
        CITY: FeatureKind = "city";
        FIELD: FeatureKind = "field";
        WAGON: FigureKind = "wagon";
        BARN: FigureKind = "barn";
        ABBEY: TileKind = "AM/A";
        ABBEYS_LEFT: MarkKind = "abbeys-left";
        NEW_BARN: MarkKind = "new-barn";
        MEETS: LinkKind = "meets";
        TOUCHES: LinkKind = "touches";
        WAGON_MOVE: SwitchId = "wagon-move";
        WAGON_DECIDES: SwitchId = "wagon-decides";
        BARN_PLACEMENT: SwitchId = "barn-placement";
        INTO_A_HOLE: RuleId = "AM-1";
        BUILD: RuleId = "AM-20";
        JOINED_FARMERS: RuleId = "AM-22";
        BARN_SCORES: RuleId = "AM-23";
        NO_MORE_FARMERS: RuleId = "AM-24";
        DRIVE: RuleId = "W-2";
    },
    hooks: {
        setup: give_abbeys = key(0)
            .rules("AM-1")
            .because("each player begins with an abbey")
            .writes(&[Datum::mark("abbeys-left")]);
        tile_source: offer_abbey = key(110)
            .when(&[Condition::mark("abbeys-left")])
            .rules("AM-1 AM-6")
            .because("the abbey is played instead of drawing a tile")
            .reads(&[Datum::mark("abbeys-left")])
            .writes(&[Datum::sources()])
            .choices_write(&[Datum::tally("abbeys-left")]);
        placement: only_holes = key(200)
            .when(&[Condition::drawn("abbey")])
            .rules("AM-1")
            .because("an abbey fits a hole and nothing else")
            .writes(&[Datum::candidates()]);
        last_round: last_chance = key(900)
            .when(&[Condition::mark("abbeys-left")])
            .rules("AM-4")
            .because("abbeys in hand are played before final scoring")
            .reads(&[Datum::mark("abbeys-left")])
            .writes(&[Datum::turns()]);
        figure_offer: build_barn = key(320)
            .when(&[Condition::left("barn")])
            .rules("AM-20")
            .because("a barn is placed instead of a meeple")
            .reads(&[Datum::figures_of("barn")])
            .writes(&[Datum::choices()])
            .choices_write(&[Datum::figures_of("barn"), Datum::mark("new-barn")]);
        figure_offer: no_more_farmers = key(320)
            .strikes()
            .when(&[Condition::figure("barn")])
            .rules("AM-24")
            .because("farmers that others offer beside a barn are no choice")
            .reads(&[Datum::figures_of("barn")])
            .writes(&[Datum::strikes()]);
        completed: field_of_barn = key(400)
            .when(&[Condition::figure("barn")])
            .rules("AM-21 AM-22")
            .because("the field of a barn is scored and left like the completed features")
            .reads(&[Datum::figures(), Datum::joins()])
            .writes(&[Datum::completions()]);
        score: joined_farmers = key(426)
            .when(&[Condition::feature("field"), Condition::figure("barn")])
            .rules("AM-22")
            .because("a city is worth less to farmers who were joined to a barn")
            .reads(&[Datum::mark("new-barn")])
            .writes(&[Datum::sheet("rate")]);
        depart: drive = key(500)
            .when(&[Condition::completed(), Condition::figure("wagon")])
            .rules("W-2 W-3 W-4 W-6 W-7 W-8")
            .because("wagons drive last, when everybody else has left or marched")
            .reads(&[Datum::figures()])
            .writes(&[Datum::choices()])
            .choices_write(&[Datum::figures_of("wagon")]);
        final_score: cities_of_barns = key(930)
            .when(&[Condition::figure("barn")])
            .rules("AM-23")
            .because("barns are counted after the fields")
            .reads(&[Datum::figures_of("barn")])
            .writes(&[Datum::points()]);
    },
}
