//! Gatehouse: a rules host for Carcassonne in which every rule is a plugin.
#![warn(missing_docs)]

pub mod engine;
pub mod locate;
pub mod resolve;
pub mod rules;
pub mod scenario;
pub mod words;
