//! `gatehouse explain`: why things happened in a recorded game, and why others could not.

use super::play::screen::{Screen, wrapped};
use super::replay::opened;
use super::which::Where;
use super::{Done, Failure, say, say_json};
use clap::Args;
use gatehouse::explain::{self, Answer, ExplainError, Span, Story};
use std::io::{self, IsTerminal};
use std::path::PathBuf;

/// Explain a recorded game: what happened and why, each point, a figure's life, a move that was not on offer
#[derive(Args)]
pub(super) struct Explain {
    /// The record
    file: PathBuf,
    /// Only this turn, by its number, or `end` for final scoring
    #[arg(long, value_name = "N")]
    turn: Option<String>,
    /// Why this player has these points: every score sheet line by line
    #[arg(long, value_name = "PLAYER", conflicts_with_all = ["figure", "why_not", "order"])]
    score: Option<String>,
    /// The life of a figure, as "red meeple 2" or "red meeple on road of (0,0)"
    #[arg(long, value_name = "FIGURE", conflicts_with_all = ["why_not", "order", "turn"])]
    figure: Option<String>,
    /// Why a move was not on offer, written as choices are or as a placement "(4,0) R90": at the last decision where it
    /// could have been
    #[arg(long, value_name = "MOVE", conflicts_with = "order")]
    why_not: Option<String>,
    /// Why one hook comes before another, as plugin/hook
    #[arg(long, num_args = 2, value_names = ["A", "B"], conflicts_with = "turn")]
    order: Option<Vec<String>>,
    #[command(flatten)]
    found: Where,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A terminal may be wider than is good to read.
const WIDEST: usize = 100;

impl Explain {
    pub(super) fn run(self) -> Done {
        let span = self.turn.as_deref().map_or(Ok(Span::Game), str::parse).map_err(Failure::misused)?;
        let (record, opening) = opened(&self.file, &self.found)?;
        let shown = self.file.display();
        let story = Story::of(&record, &opening).map_err(|e| Failure::failed(format!("{shown}: {e}")))?;
        let answer = self.answer(&story, span).map_err(|e| Failure::misused(format!("{shown}: {e}")))?;
        if self.json {
            say_json(&answer.to_json(story.rules()));
        } else {
            let width = io::stdout().is_terminal().then(|| Screen::of_process().width().min(WIDEST));
            for line in answer.lines(story.rules()) {
                say(width.map_or(line.text.clone(), |width| wrapped(&line.text, line.indent, width)));
            }
        }
        Ok(())
    }

    fn answer(&self, story: &Story, span: Span) -> Result<Answer, ExplainError> {
        match (&self.score, &self.figure, &self.why_not, self.order.as_deref()) {
            (Some(player), ..) => {
                let player = explain::player(player, story.game().board().players.len())?;
                story.scored(player, span)
            }
            (_, Some(figure), ..) => story.life(figure),
            (_, _, Some(text), _) => story.why_not(text, span),
            (.., Some([one, other])) => story.order(one, other),
            _ => story.told(span),
        }
    }
}
