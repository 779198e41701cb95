//! The lab: plays covering arrays of expansions and switches and holds every game against the laws.
//!
//! It knows no rule: it takes the plugins that were found and reports what they do to each other.

pub mod assemble;
pub mod audit;
pub mod course;
pub mod cover;
pub mod culprit;
pub mod evidence;
pub mod inert;
pub mod junit;
pub mod laws;
pub mod meet;
pub mod mirror;
pub mod page;
pub mod report;
pub mod resume;
pub mod run;
pub mod scenario;
pub mod scripts;
pub mod shrink;
pub mod space;
pub mod store;
pub mod swap;
mod table;
pub mod tally;
pub mod trial;
pub mod trouble;
