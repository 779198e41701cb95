//! A figure whose strength is counted from prints: declared, without a hook.

gatehouse_core::plugin! {
    id: "probe-steward",
    declaration: r#"
        [plugin]
        id = "probe-steward"
        name = "Probe: counted strength"
        version = "0.1.0"
        api = "^0.1"

        [[figure]]
        name = "steward"
        meeple = true
        weight_print = "pennant"
        supply = 1
        stands_on = ["city"]

        [[rule]]
        id = "P-ST-1"
        text = "A steward in a city is as strong as its pennants, and nothing without any."
        source = "made up for the tests"
        edition = "none"
        status = "inferred"
    "#,
    tiles: [],
    names: {},
    hooks: {},
}
