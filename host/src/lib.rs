//! host
pub mod rules;
