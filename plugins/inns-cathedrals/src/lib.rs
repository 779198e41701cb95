//! Inns & Cathedrals.
#![forbid(unsafe_code)]

gatehouse_core::plugin! {
    id: "inns-cathedrals",
    declaration: include_str!("../plugin.toml"),
    tiles: [include_str!("../tiles.toml")],
    names: {},
    hooks: {},
}
