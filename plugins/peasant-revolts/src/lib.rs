//! The Peasant Revolts.
#![forbid(unsafe_code)]

gatehouse_core::plugin! {
    id: "peasant-revolts",
    declaration: include_str!("../plugin.toml"),
    tiles: [include_str!("../tiles.toml")],
    names: {},
    hooks: {},
}
