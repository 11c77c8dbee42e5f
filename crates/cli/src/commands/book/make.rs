//! `arena book make`.

use std::process::ExitCode;

use anyhow::bail;
use clap::Args;

use super::super::whole::whole;
use super::judging::{self, JudgingArgs};
use crate::commands::output::say_command;
use crate::commands::signals::INTERRUPTED;
use lab::book::assembly::{BookAssembly, PATIENCE, State};
use lab::book::settings::{Candidates, Variant, Walk};
use lab::book::source::Source;

/// Make a book: lines from the start position, each move chosen at random among those near the best.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct MakeArgs {
    /// Positions of the book
    #[arg(long, value_name = "N", value_parser = whole(1_u32..))]
    count: u32,
    /// The seed of all random choices: another seed gives another book
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Plies of every line
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = plies)]
    plies: usize,
    /// Choose a move from those that are at most CP centipawns worse than the best
    #[arg(long, value_name = "CP", default_value_t = 40, value_parser = margin, allow_negative_numbers = true)]
    margin: i32,
    /// Choose it from the N best moves at most
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = choices)]
    choices: usize,
    /// Nodes of the search that finds these moves
    #[arg(long, value_name = "N", default_value_t = 5_000, value_parser = whole(100_u64..))]
    walk_nodes: u64,
    /// Begin at the start positions of Chess960, one chosen at random for every line
    #[arg(long)]
    chess960: bool,
    #[command(flatten)]
    judging: JudgingArgs,
}

const EXAMPLES: &str = "\
Examples:
  arena book make --count 5000 --centipawns 0..30 --out balanced.epd
  arena book make --count 5000 --expected-score 0.70..0.80 --model model.json --out unbalanced.epd
  arena book make --count 1000 --centipawns 0..40 --chess960 --out chess960.epd

From the start position on, a move is chosen at random among the best --choices moves that are at
most --margin worse than the best one, for --plies plies. The position is kept if
  - its value, by a search of --nodes nodes, lies in the window. A first search of an eighth of the
    nodes drops positions more than 60 centipawns outside;
  - it is quiet (see --quiet-margin);
  - it is not in the book, no line of the book leads through it, and its line leads through no
    position of the book;
  - it differs from every position of the book on --distance squares or more. Two positions that
    differ in the place of one piece differ on 2 squares, of two pieces on 4.

Only nodes limit the searches, and candidates are taken in the order of their numbers: the same
command makes the same book, whatever --concurrency.

OUT.jsonl, beside the book, has every candidate that was judged. The same command resumes from it,
even after kill -9; a larger --count adds positions to a finished book.

A window in expected score needs a model of results, fitted to a match of the engine:
  arena book make --count 500 --centipawns 0..250 --out wide.epd
  arena run match.toml                        a match from these openings
  arena book model results/match --out model.json";

pub(super) fn execute(args: &MakeArgs) -> anyhow::Result<ExitCode> {
    if !args.judging.has_window() {
        bail!(
            "a book needs a window: --centipawns 0..30 is balanced; --expected-score 0.70..0.80 \
             --model FILE is where a draw is about as likely as a win"
        );
    }
    let walk = Walk {
        variant: if args.chess960 { Variant::Chess960 } else { Variant::Chess },
        seed: args.seed,
        plies: args.plies,
        margin: args.margin,
        choices: args.choices,
        nodes: args.walk_nodes,
    };
    let source = Source::Walk(walk.clone());
    let count = Some(args.count as usize);
    let assembly = judging::run(&args.judging, source, Candidates::Walk(walk), count)?;
    match assembly.state() {
        State::Complete => args.judging.finish(&assembly, &args.judging.out),
        State::GivenUp => bail!(hopeless(args.count, &assembly)),
        State::Open => {
            let done = assembly.done();
            say_command(&format!("{done} of {} positions; to go on", args.count));
            Ok(ExitCode::from(INTERRUPTED))
        }
    }
}

/// Explains why no more positions are found, and how to find more.
fn hopeless(count: u32, assembly: &BookAssembly) -> String {
    let (kept, summary) = (assembly.kept().len(), assembly.summary());
    let reason = summary.main_reason().map_or(String::new(), |fate| {
        let (count_of_fate, all) = (summary.count(fate), summary.candidates.len());
        format!(
            "; {count_of_fate} of {all} candidates: {}; to find more: {}",
            fate.words(),
            fate.advice()
        )
    });
    let less = match kept {
        0 => String::new(),
        kept => format!(", or --count {kept} for the positions there are"),
    };
    format!(
        "{kept} of {count} positions, and none among the last {PATIENCE} candidates{reason}{less}"
    )
}

fn plies(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => {
            Err("after 0 plies there is one position, the start; 6 to 16 are usual".to_owned())
        }
        Ok(plies) if plies <= 100 => Ok(plies),
        _ => Err("expected a number of plies from 1 to 100; 6 to 16 are usual".to_owned()),
    }
}

fn margin(text: &str) -> Result<i32, String> {
    match text.parse() {
        Ok(margin @ 1..=1000) => Ok(margin),
        Ok(..=0) => Err("a margin of 0 or less leaves one move, the best, so that every line is \
                         the same; 20 to 60 are usual"
            .to_owned()),
        _ => Err("expected centipawns from 1 to 1000; 20 to 60 are usual".to_owned()),
    }
}

fn choices(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(choices @ 2..=100) => Ok(choices),
        Ok(0 | 1) => Err("with fewer than 2 moves to choose from every line is the same; 4 to 8 \
                          are usual"
            .to_owned()),
        _ => Err("expected a number of moves from 2 to 100; 4 to 8 are usual".to_owned()),
    }
}
