//! Ghosts, Castles & Cemeteries.
#![forbid(unsafe_code)]

gatehouse_core::plugin! {
    id: "ghosts",
    declaration: include_str!("../plugin.toml"),
    tiles: [include_str!("../tiles.toml")],
    names: {},
    hooks: {},
}
