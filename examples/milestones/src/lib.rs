//! Milestones: a house rule with a mark of its own, without tiles.
//!
//! The mark remembers: a hook keeps nothing between two calls, and whatever has to be known later is part of the game.
#![forbid(unsafe_code)]

use gatehouse_core::prelude::*;

gatehouse_core::plugin! {
    id: "milestones",
    declaration: include_str!("../plugin.toml"),
    tiles: [],
    names: {
        MILESTONE: MarkKind = "milestone";
        LONG: SwitchId = "long";
        SET_UP: RuleId = "MS-1";
    },
    hooks: {
        scored: set_up = key(450)
            .when(&[Condition::feature("road"), Condition::completed()])
            .rules("MS-1")
            .because("it is set up for every completed road, whoever scored it")
            .writes(&[Datum::tally("milestone")]);
        final_score: count = key(942)
            .when(&[Condition::mark("milestone")])
            .rules("MS-2")
            .because("what players have collected counts when the table is empty")
            .reads(&[Datum::mark("milestone")])
            .writes(&[Datum::points()]);
    },
}

/// One milestone for the active player, if the road is long enough.
fn set_up(view: &View<'_>, scored: &Scored<'_>, out: &mut Reply) {
    let tiles = view.feature(scored.sheet.feature).tiles;
    if i32::from(tiles) >= view.switch(LONG) {
        let me = view.active();
        out.does(Effect::add_mark(view.id(MILESTONE), Bearer::player(me), 1));
        out.does(Effect::tell(me, view.id(SET_UP)));
    }
}

/// Two points for each milestone.
fn count(view: &View<'_>, (): &(), out: &mut Reply) {
    for player in view.clockwise(Player(0)) {
        let milestones = view.mark(view.id(MILESTONE), Bearer::player(player));
        if milestones > 0 {
            out.does(Effect::score(player, 2 * milestones));
        }
    }
}
