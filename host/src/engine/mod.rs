//! The engine: state, timeline, decisions. It knows no kind, figure or rule by name.

mod call;
mod check;
mod commit;
mod completion;
mod decide;
mod declared;
mod depart;
mod door;
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
mod rehearsal;
mod score;
mod setup;
mod state;
mod tile;
mod timeline;

pub use game::{ActChoice, Choice, Decision, Fingerprint, Game, IllegalChoice, NoUndo, Question, Refusal, RiderOf};
pub use hash::Hashes;
pub use heard::{Answer, Heard, Unmet};
pub use opening::Opening;
pub use play::Fault;
pub use prospect::{Prospect, Prospects};
pub use rehearsal::{Rehearsal, Rehearsed};
pub use setup::{Laid, Marked, Setup, SetupError, SetupErrors, Standing, Supplied};
