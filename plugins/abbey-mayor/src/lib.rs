//! Abbey & Mayor.
#![forbid(unsafe_code)]

gatehouse_core::plugin! {
    id: "abbey-mayor",
    declaration: include_str!("../plugin.toml"),
    tiles: [include_str!("../tiles.toml")],
    names: {},
    hooks: {},
}
