//! A second figure slot and a figure that may be placed in it only: declared, without a hook.

gatehouse_core::plugin! {
    id: "probe-shade",
    declaration: r#"
        [plugin]
        id = "probe-shade"
        name = "Probe: a second slot"
        version = "0.1.0"
        api = "^0.1"

        [[slot]]
        name = "second"
        key = 340

        [[figure]]
        name = "shade"
        meeple = true
        supply = 1
        slot = "second"
        stands_on = ["road", "city", "monastery", "field"]

        [[rule]]
        id = "P-SH-1"
        text = "After the first figure a shade may be placed on another segment of the tile."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [],
    names: {},
    hooks: {},
}
