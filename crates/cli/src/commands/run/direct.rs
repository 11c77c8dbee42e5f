//! The options of `arena run` that define a match without a file.

use anyhow::bail;
use clap::Args;

use stats::sprt::Model;

use crate::commands::offered::{Offered, books, presets};
use crate::commands::repository::RepositoryArgs;
use crate::commands::sprt::{hypotheses, model};
use arena::config::{DirectContender, DirectMatch};

/// A match defined by options instead of a match file.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "A match without a file")]
pub(in crate::commands) struct DirectArgs {
    /// The first contender: a preset, a program that speaks UCI (in this directory or in PATH) with its
    /// arguments, quoted as one word, or a revision of --repo
    #[arg(long, value_name = "ENGINE", requires = "second", conflicts_with = "file",
          value_parser = Offered(presets), hide_possible_values = true)]
    first: Option<String>,
    /// Its opponent
    #[arg(long, value_name = "ENGINE", value_parser = Offered(presets), hide_possible_values = true)]
    second: Option<String>,
    /// The name of the first contender [default: after its engine]
    #[arg(long, value_name = "NAME")]
    first_name: Option<String>,
    /// The name of the second contender
    #[arg(long, value_name = "NAME")]
    second_name: Option<String>,
    /// An option of both: a UCI option of a program, Hash of a preset. May be given more than once
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// An option of the first contender only
    #[arg(long, value_name = "NAME=VALUE")]
    first_option: Vec<String>,
    /// An option of the second contender only
    #[arg(long, value_name = "NAME=VALUE")]
    second_option: Vec<String>,
    /// Both programs ponder; needs a clock or --movetime, and two cores a game
    #[arg(long)]
    ponder: bool,
    /// Game clock in seconds, such as 8+0.08, 40/60, 1:30 or in stages 40/10+0.1:20+0.2
    #[arg(long, value_name = "TIME")]
    tc: Option<String>,
    /// Seconds for each move
    #[arg(long, value_name = "SECONDS")]
    movetime: Option<String>,
    /// Nodes for each move
    #[arg(long, value_name = "N")]
    nodes: Option<String>,
    /// Depth of each search, in plies
    #[arg(long, value_name = "PLIES")]
    depth: Option<String>,
    /// Games in which both sides' scores stay level are draws: score (20), moves (8) and from_move (34), as
    /// score=10,moves=8,from_move=40
    #[arg(long, value_name = "KEYS", num_args = 0..=1)]
    draw: Option<Option<String>>,
    /// A side whose score stays this low has lost: score (600), moves (3) and two_sided (false), as
    /// score=400,moves=3,two_sided=true
    #[arg(long, value_name = "KEYS", num_args = 0..=1)]
    resign: Option<Option<String>>,
    /// End by a sequential test of these hypotheses, in nElo unless --model names another scale; alpha and
    /// beta are 0.05 [default: play --games, 1000]
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true,
          value_parser = hypotheses)]
    sprt: Option<[f64; 2]>,
    /// The scale of the hypotheses [default: normalized, as in fastchess and fishtest]
    #[arg(long, requires = "sprt", value_parser = model())]
    model: Option<Model>,
    /// Opening book: a PGN or EPD file, or balanced, unbalanced, fifty, chess960-balanced or start, which
    /// are built in [default: balanced]
    #[arg(long, value_name = "BOOK", value_parser = Offered(books), hide_possible_values = true)]
    book: Option<String>,
    #[command(flatten)]
    repository: RepositoryArgs,
}

impl DirectArgs {
    /// The first of these options that is given, and the equivalent key of a match file.
    pub(super) fn given(&self) -> Option<(&'static str, &'static str)> {
        let options = [
            ("--second", "contender.2.preset", self.second.is_some()),
            ("--first-name", "contender.1.name", self.first_name.is_some()),
            ("--second-name", "contender.2.name", self.second_name.is_some()),
            ("--option", "each.options.NAME", !self.options.is_empty()),
            ("--first-option", "contender.1.options.NAME", !self.first_option.is_empty()),
            ("--second-option", "contender.2.options.NAME", !self.second_option.is_empty()),
            ("--ponder", "each.ponder", self.ponder),
            ("--tc", "limits.time_control", self.tc.is_some()),
            ("--movetime", "limits.movetime", self.movetime.is_some()),
            ("--nodes", "limits.nodes", self.nodes.is_some()),
            ("--depth", "limits.depth", self.depth.is_some()),
            ("--draw", "adjudication.draw", self.draw.is_some()),
            ("--resign", "adjudication.resign", self.resign.is_some()),
            ("--sprt", "stop.sprt", self.sprt.is_some()),
            ("--model", "stop.sprt.model", self.model.is_some()),
            ("--book", "openings.file", self.book.is_some()),
            ("--repo", "each.repo", self.repository.given().is_some()),
        ];
        let given = options.into_iter().find(|(.., is_given)| *is_given);
        given.map(|(option, key, _)| (option, key))
    }

    /// The match that the options define, if they define one.
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
                "no limit for a move is given: add --tc 8+0.08, --movetime 0.1, --nodes 20000 or \
                 --depth 8"
            );
        }
        let rules = [("--draw", "draw", &self.draw), ("--resign", "resign", &self.resign)];
        let rules = rules.into_iter();
        Ok(Some(DirectMatch {
            contenders: [
                contender(first, &self.first_name, &self.first_option),
                contender(second, &self.second_name, &self.second_option),
            ],
            limits,
            adjudication: rules
                .filter_map(|(option, key, keys)| Some((option, key, keys.clone()?)))
                .collect(),
            book: self.book.clone(),
            sprt: self.sprt,
            model: self.model,
            options: self.options.clone(),
            ponder: self.ponder,
            repository: self.repository.given(),
        }))
    }
}
