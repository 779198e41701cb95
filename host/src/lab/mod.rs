//! The lab: plays covering arrays of expansions and switches and holds every game against the laws.
//!
//! It knows no rule: it takes the plugins that were found and reports what they do to each other.

pub mod audit;
pub mod cover;
pub mod laws;
pub mod meet;
pub mod mirror;
pub mod report;
pub mod space;
pub mod trial;
