//! Gatehouse: a rules host for Carcassonne in which every rule is a plugin.
#![warn(missing_docs)]
#![deny(unsafe_code)]

pub mod bots;
pub mod check;
pub mod dice;
pub mod draw;
pub mod engine;
pub mod explain;
pub mod files;
pub mod home;
pub mod jcz;
pub mod lab;
pub mod load;
pub mod locate;
pub mod lookout;
pub mod nearest;
pub mod perft;
pub mod pieces;
pub mod plan;
pub mod record;
pub mod resolve;
pub mod rules;
pub mod scaffold;
pub mod scenario;
pub mod sim;
pub mod watch;
pub mod words;

include!(concat!(env!("OUT_DIR"), "/bundled.rs"));
