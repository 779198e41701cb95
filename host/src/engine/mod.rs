//! The engine: state, timeline, decisions. It knows no kind, figure or rule by name.

mod call;
mod check;
mod commit;
mod completion;
mod decide;
mod declared;
mod depart;
mod fault;
mod features;
mod game;
mod grid;
mod hash;
mod heard;
mod interest;
mod journal;
mod opening;
mod pile;
mod placements;
mod play;
mod prepare;
mod prospect;
mod reach;
mod score;
mod setup;
mod state;
mod tile;
mod timeline;

pub use fault::{Fault, FaultKind};
pub use game::{ActChoice, Choice, Decision, Fingerprint, Game, IllegalChoice, NoUndo, Question, Refusal, RiderOf};
pub use hash::Hashes;
pub use heard::{Answer, Heard, Unmet};
pub use opening::Opening;
pub use prospect::{Prospect, Prospects};
pub use setup::{Laid, Marked, Setup, SetupError, SetupErrors, Standing, Supplied};
