//! The options of `arena run` that say a match without a file.

use anyhow::bail;
use clap::Args;

use crate::cli::sprt::hypotheses;
use crate::config::{DirectContender, DirectMatch};

/// A match in the place of a match file.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "A match without a file")]
pub(in crate::cli) struct DirectArgs {
    /// The first contender: a preset, or a program that speaks UCI (in this directory or in PATH) with its
    /// arguments, quoted as one word
    #[arg(long, value_name = "ENGINE", requires = "second", conflicts_with = "file")]
    first: Option<String>,
    /// Its opponent
    #[arg(long, value_name = "ENGINE", requires = "first")]
    second: Option<String>,
    /// What the first is called [default: after its engine]
    #[arg(long, value_name = "NAME", requires = "first")]
    first_name: Option<String>,
    /// What the second is called
    #[arg(long, value_name = "NAME", requires = "first")]
    second_name: Option<String>,
    /// An option of both: a UCI option of a program, Hash of a preset. May be given more than once
    #[arg(long = "option", value_name = "NAME=VALUE", requires = "first")]
    options: Vec<String>,
    /// An option of the first alone
    #[arg(long, value_name = "NAME=VALUE", requires = "first")]
    first_option: Vec<String>,
    /// An option of the second alone
    #[arg(long, value_name = "NAME=VALUE", requires = "first")]
    second_option: Vec<String>,
    /// Both think on their opponent's time, too: programs with a clock or --movetime, on two cores a game
    #[arg(long, requires = "first")]
    ponder: bool,
    /// Game clock in seconds, such as 8+0.08 or 40/60
    #[arg(long, value_name = "TIME", requires = "first")]
    tc: Option<String>,
    /// Seconds for each move
    #[arg(long, value_name = "SECONDS", requires = "first")]
    movetime: Option<String>,
    /// Nodes for each move
    #[arg(long, value_name = "N", requires = "first")]
    nodes: Option<String>,
    /// Depth of each search, in plies
    #[arg(long, value_name = "PLIES", requires = "first")]
    depth: Option<String>,
    /// End by a sequential test of these hypotheses, in Elo; alpha and beta are 0.05 [default: play
    /// --games, 1000]
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, requires = "first",
          value_parser = hypotheses)]
    sprt: Option<[f64; 2]>,
    /// Opening book: a PGN or EPD file, or balanced, unbalanced, fifty, chess960-balanced or start, which
    /// are built in [default: balanced]
    #[arg(long, value_name = "BOOK", requires = "first")]
    book: Option<String>,
}

impl DirectArgs {
    /// The match that they say, if they say one.
    pub(super) fn of_match(&self) -> anyhow::Result<Option<DirectMatch>> {
        let (Some(first), Some(second)) = (&self.first, &self.second) else { return Ok(None) };
        let contender = |engine: &String, name: &Option<String>, options: &[String]| {
            let (engine, name, options) = (engine.clone(), name.clone(), options.to_vec());
            DirectContender { engine, name, options }
        };
        let limits = [
            ("--tc", "time_control", &self.tc),
            ("--movetime", "movetime", &self.movetime),
            ("--nodes", "nodes", &self.nodes),
            ("--depth", "depth", &self.depth),
        ];
        let limits: Vec<_> = limits
            .into_iter()
            .filter_map(|(option, key, value)| Some((option, key, value.clone()?)))
            .collect();
        if limits.is_empty() {
            bail!(
                "nothing says what a move may cost: add --tc 8+0.08, --movetime 0.1, --nodes 20000 or \
                 --depth 8"
            );
        }
        Ok(Some(DirectMatch {
            contenders: [
                contender(first, &self.first_name, &self.first_option),
                contender(second, &self.second_name, &self.second_option),
            ],
            limits,
            book: self.book.clone(),
            sprt: self.sprt,
            options: self.options.clone(),
            ponder: self.ponder,
        }))
    }
}
