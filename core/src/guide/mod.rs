#![doc = include_str!("guide.md")]

#[doc = include_str!("first_expansion.md")]
pub mod first_expansion {}

#[doc = include_str!("timeline.md")]
pub mod timeline {}

#[doc = include_str!("tables_and_hooks.md")]
pub mod tables_and_hooks {}

#[doc = include_str!("departures_and_riders.md")]
pub mod departures_and_riders {}

#[doc = include_str!("marks.md")]
pub mod marks {}

#[doc = include_str!("testing.md")]
pub mod testing {}

#[doc = include_str!("publishing.md")]
pub mod publishing {}

#[doc = include_str!("promises.md")]
pub mod promises {}
