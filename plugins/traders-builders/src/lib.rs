//! Traders & Builders: builders who earn second turns, pigs on fields, and trade goods for who completes a city.
#![forbid(unsafe_code)]

mod goods;
mod helpers;
mod turn;

use goods::{most_goods, take_goods};
use helpers::{leave_too, pig_counts, place_builder, place_pig};
use turn::{earn_second_part, second_part};

gatehouse_core::plugin! {
    id: "traders-builders",
    declaration: include_str!("../plugin.toml"),
    tiles: [include_str!("../tiles.toml")],
    names: {
        CITY: FeatureKind = "city";
        BUILDER: FigureKind = "builder";
        PIG: FigureKind = "pig";
        DOUBLE_TURN: MarkKind = "double-turn";
        WINE: Print = "wine";
        GRAIN: Print = "grain";
        CLOTH: Print = "cloth";
        WINE_TAKEN: MarkKind = "wine";
        GRAIN_TAKEN: MarkKind = "grain";
        CLOTH_TAKEN: MarkKind = "cloth";
        BUILDER_LEAVES: RuleId = "TB-9";
        PIG_LEAVES: RuleId = "TB-22";
    },
    hooks: {
        figure_offer: place_builder = key(320)
            .when(&[Condition::left("builder")])
            .rules("TB-1 TB-2")
            .because("a builder is placed instead of a meeple")
            .reads(&[Datum::figures()])
            .writes(&[Datum::choices()])
            .choices_write(&[Datum::figures_of("builder")]);
        figure_offer: place_pig = key(320)
            .when(&[Condition::left("pig")])
            .rules("TB-20")
            .because("a pig is placed instead of a meeple")
            .reads(&[Datum::figures()])
            .writes(&[Datum::choices()])
            .choices_write(&[Datum::figures_of("pig")]);
        figure_moved: leave_too = reaction()
            .when(&[Condition::figure("builder"), Condition::figure("pig")])
            .rules("TB-9 TB-22")
            .because("builder and pig go at once when the last meeple of their player does")
            .reads(&[Datum::figures()])
            .writes(&[Datum::figures_of("builder"), Datum::figures_of("pig")]);
        grew: earn_second_part = reaction()
            .when(&[Condition::figure("builder")])
            .rules("TB-3 TB-4 TB-5 TB-6 TB-7")
            .because("the builder has to be there as its feature is extended")
            .reads(&[Datum::figures_of("builder")])
            .writes(&[Datum::mark("double-turn")]);
        turn_end: second_part = key(610)
            .asks(Who::ACTIVE, Duty::MAY)
            .when(&[Condition::mark("double-turn")])
            .rules("TB-3 TB-6")
            .because("the second part follows when all is done that belongs to the first")
            .reads(&[Datum::mark("double-turn")])
            .writes(&[Datum::mark("double-turn"), Datum::offers(), Datum::parts()])
            .choices_write(&[Datum::parts()]);
        scored: take_goods = key(450)
            .when(&[
                Condition::feature("city"),
                Condition::completed(),
                Condition::shows("wine"),
                Condition::shows("grain"),
                Condition::shows("cloth"),
            ])
            .rules("TB-31 TB-33")
            .because("goods are taken once the city is scored, and also if nobody scored it")
            .writes(&[Datum::tally("wine"), Datum::tally("grain"), Datum::tally("cloth")]);
        score: pig_counts = key(440)
            .when(&[Condition::feature("field"), Condition::figure("pig")])
            .rules("TB-21")
            .because("a bonus of a figure, for those who get the value of the field")
            .reads(&[Datum::sheet("owners"), Datum::sheet("basis")])
            .writes(&[Datum::sheet("bonus")]);
        final_score: most_goods = key(940)
            .when(&[Condition::mark("wine"), Condition::mark("grain"), Condition::mark("cloth")])
            .rules("TB-32")
            .because("goods are counted after all features")
            .reads(&[Datum::mark("wine"), Datum::mark("grain"), Datum::mark("cloth")])
            .writes(&[Datum::points()]);
    },
}
