//! The `gatehouse` command: a thin front for the library.

use std::process::ExitCode;

mod command;

fn main() -> ExitCode {
    command::run()
}
