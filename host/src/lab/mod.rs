//! The lab: plays covering arrays of expansions and switches and holds every game against the laws.
//!
//! It knows no rule: it takes the plugins that were found and reports what they do to each other.

pub mod meet;
pub mod report;
pub mod resume;
pub mod scenario;
pub mod shrink;
