//! Probes for the lab, each with one thing wrong that only play shows.

use gatehouse_core::plugin::PluginModule_Ref;

/// All of them.
pub fn modules() -> Vec<PluginModule_Ref> {
    vec![adds::module(), breaks::module(), evens::module(), keeps::module(), meddles::module()]
}

macro_rules! quarrel {
    ($module:ident, $id:literal, $doc:literal, $rule:literal, $point:ident: $hook:ident = $key:literal, $writes:expr, $body:item) => {
        #[doc = $doc]
        pub mod $module {
            use gatehouse_core::prelude::*;

            gatehouse_core::plugin! {
                id: $id,
                declaration: concat!(
                    "[plugin]\nid = \"", $id, "\"\nname = \"Probe: ", $id, "\"\nversion = \"0.1.0\"\napi = \"^0.1\"\n",
                    "[[rule]]\nid = \"", $rule, "\"\ntext = \"", $doc, "\"\nsource = \"made up for the tests\"\n",
                    "edition = \"none\"\nstatus = \"inferred\"\n",
                ),
                tiles: [],
                names: {},
                hooks: {
                    $point: $hook = key($key).rules($rule).writes($writes);
                },
            }

            $body
        }
    };
}

quarrel!(
    adds,
    "probe-adds",
    "Who places a tile gets a point.",
    "P-AD-1",
    tile_placed: add = 222,
    &[Datum::points()],
    fn add(view: &View<'_>, (): &(), out: &mut Reply) {
        out.does(Effect::score(view.active(), 1));
    }
);

quarrel!(
    evens,
    "probe-evens",
    "Whose points are odd after placing a tile gets five more.",
    "P-EV-1",
    tile_placed: even_out = 222,
    &[Datum::points()],
    fn even_out(view: &View<'_>, (): &(), out: &mut Reply) {
        if view.board.players[view.active().index()].score % 2 != 0 {
            out.does(Effect::score(view.active(), 5));
        }
    }
);

quarrel!(
    breaks,
    "probe-breaks",
    "It breaks when the seventh tile is placed.",
    "P-BR-1",
    tile_placed: give_way = 223,
    &[Datum::points()],
    fn give_way(view: &View<'_>, (): &(), _: &mut Reply) {
        assert!(view.board.tiles.len() < 7, "it gave way");
    }
);

quarrel!(
    keeps,
    "probe-keeps",
    "It keeps count of all games by itself and gives as many points.",
    "P-KE-1",
    tile_placed: count = 224,
    &[Datum::points()],
    fn count(view: &View<'_>, (): &(), out: &mut Reply) {
        use std::sync::atomic::{AtomicI32, Ordering};
        static COUNT: AtomicI32 = AtomicI32::new(0);
        let points = 1 + COUNT.fetch_add(1, Ordering::Relaxed) % 1000;
        out.does(Effect::score(view.active(), points));
    }
);

quarrel!(
    meddles,
    "probe-meddles",
    "Every scored feature gives a point more, though nothing of it is there.",
    "P-ME-1",
    scored: meddle = 452,
    &[Datum::points()],
    fn meddle(view: &View<'_>, _: &Scored<'_>, out: &mut Reply) {
        out.does(Effect::score(view.active(), 1));
    }
);
