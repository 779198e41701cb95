//! host
#![deny(unsafe_code)]
pub mod load;
pub mod rules;
