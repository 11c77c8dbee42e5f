//! `arena book filter`.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use super::super::whole::whole;
use super::judging::{self, JudgingArgs};
use crate::commands::output::say_command;
use crate::commands::signals::INTERRUPTED;
use arena::chess::openings::Book;
use lab::book::assembly::State;
use lab::book::settings::Candidates;
use lab::book::source::Source;

/// Choose the positions of a book by the engine's evaluation, and list the dropped ones with the
/// reasons.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct FilterArgs {
    /// The book: an EPD file, or a PGN file with an opening a game
    #[arg(value_name = "IN.epd|IN.pgn")]
    file: PathBuf,
    /// Cut the lines of a PGN book to N plies
    #[arg(long, value_name = "N", value_parser = whole(1_u16..))]
    plies: Option<u16>,
    #[command(flatten)]
    judging: JudgingArgs,
}

const EXAMPLES: &str = "\
Examples:
  arena book filter 8moves.pgn --centipawns 0..30 --out balanced.epd
  arena book filter uho.epd --expected-score 0.70..0.80 --model model.json --out kept.epd
  arena book filter old.epd --unquiet --distance 0 --out new.epd --html new.html
                                              only doubles, transpositions and games that are over

A position is kept if the game is not over in it, its value lies in the window (if there is one), it
is quiet, it is not a duplicate, no line of the book leads through it, and it differs from every
position kept before it on --distance squares or more. The table counts the dropped positions by the
first of these reasons that applies, and the histogram shows the distribution of the values.

OUT.jsonl, beside the book, has every position that was judged. The same command resumes from it.";

pub(super) fn execute(args: &FilterArgs) -> anyhow::Result<ExitCode> {
    let plies = args.plies.map(usize::from);
    let (openings, digest) = Book::openings_of(&args.file, plies)?;
    let candidates = Candidates::Given {
        file: args.file.file_name().unwrap_or_default().to_string_lossy().into_owned(),
        digest: hex::encode(digest),
        plies,
    };
    let assembly = judging::run(&args.judging, Source::Given(openings), candidates, None)?;
    if assembly.state() == State::Open {
        let (done, wanted) = (assembly.done(), assembly.wanted());
        say_command(&format!("{done} of {wanted} openings; to go on"));
        return Ok(ExitCode::from(INTERRUPTED));
    }
    args.judging.finish(&assembly, &args.file)
}
