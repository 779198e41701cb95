//! Traders & Builders.
#![forbid(unsafe_code)]

gatehouse_core::plugin! {
    id: "traders-builders",
    declaration: include_str!("../plugin.toml"),
    tiles: [include_str!("../tiles.toml")],
    names: {},
    hooks: {},
}
