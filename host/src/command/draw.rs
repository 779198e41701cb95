//! `gatehouse draw`: a record's board as a picture.

use super::replay::played;
use super::which::Where;
use super::{Done, Failure, say};
use clap::Args;
use gatehouse::draw;
use std::path::{Path, PathBuf};

/// Draw the board of a record as an SVG picture
#[derive(Args)]
pub(super) struct Draw {
    /// The record
    file: PathBuf,
    /// Where the picture goes; standard output if left out
    #[arg(short, long)]
    output: Option<PathBuf>,
    #[command(flatten)]
    found: Where,
}

fn same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

impl Draw {
    pub(super) fn run(self) -> Done {
        let (_, game) = played(&self.file, &self.found, false)?;
        let picture = draw::svg(&game);
        match &self.output {
            None => say(picture),
            Some(path) if same_file(path, &self.file) => {
                return Err(Failure::misused(format!(
                    "{} is the record itself: give the picture another name",
                    path.display()
                )));
            }
            Some(path) => std::fs::write(path, picture).map_err(|e| {
                Failure::failed(format!("{} can't be written: {e}: name another file with `--output`", path.display()))
            })?,
        }
        Ok(())
    }
}
