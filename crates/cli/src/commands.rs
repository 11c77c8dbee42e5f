//! The command line.

#[cfg(feature = "lab")]
mod book;
mod calculate;
mod check;
mod completions;
#[cfg(feature = "fastchess")]
mod convert;
#[cfg(feature = "lab")]
mod datagen;
mod delayed_bar;
mod files;
mod format;
mod games;
mod guard;
mod help;
mod journals;
mod man;
mod merge;
mod new;
#[cfg(feature = "fastchess")]
mod other_runners;
mod output;
mod pause;
mod plan;
#[cfg(feature = "remote")]
mod queue;
mod report;
mod run;
#[cfg(feature = "remote")]
mod server;
mod signals;
mod simulate;
mod sprt;
#[cfg(feature = "lab")]
mod suite;
#[cfg(feature = "lab")]
mod sweep;
#[cfg(feature = "lab")]
mod tune;
#[cfg(feature = "watch")]
mod watch;
mod whole;
#[cfg(feature = "remote")]
mod worker;
#[cfg(feature = "remote")]
mod workers;
#[cfg(feature = "remote")]
mod workers_options;
#[cfg(not(feature = "remote"))]
#[path = "commands/no_workers.rs"]
mod workers_options;

use std::process::ExitCode;

use anyhow::Context;
use clap::{CommandFactory, Parser, Subcommand};

pub use output::say;

use arena::runner;
#[cfg(feature = "fastchess")]
use fastchess::Dialect;

/// Plays matches and tournaments between configurations of its own chess engine, programs that speak
/// UCI, or both, and reports them.
#[derive(Debug, Parser)]
#[command(name = "arena", version, after_help = examples(), disable_help_subcommand = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// Examples, each with the presence of its commands in this program.
const EXAMPLES: &[(bool, &str)] = &[
    (
        true,
        "  arena run matches/smoke.toml                play a match; its journal and report go to
                                              matches/results/smoke/
  arena run matches/smoke.toml                again: resume where it was stopped (even by
                                              kill -9), or print the report of a finished match
  arena run matches/smoke.toml --games 400    make a match longer
  arena new > my.toml                         a template of a match file, every key explained
  arena help match-file                       every key of a match file, with its default
  arena run x.toml --set limits.nodes=2000 --set contender.1.preset=modern
                                              another match: some keys changed, the file untouched",
    ),
    (
        cfg!(feature = "lab"),
        "  arena run matches/papers/winands/figure-5.toml --sample 16 --max-depth 8
                                              a small run of a paper's experiment on a test suite",
    ),
    (
        true,
        "  arena run x.toml --seed 2 --out x-seed-2    another sample, in a directory of its own
  arena run x.toml --shard 1/4                a quarter of a match, for a later merge
  arena merge x.toml DIR..                    the games of shards into the match's own journal",
    ),
    (
        cfg!(feature = "remote"),
        "  arena run x.toml --workers nats://host      a match played by many machines: this one hands out pairs,
  arena worker nats://host                    and each of the others plays",
    ),
    (
        true,
        "  arena report matches/results/smoke/games.pgn
                                              print the report, from nothing but the journal
  arena report matches/results/smoke --format latex
                                              the same as tables for a paper
  arena report --compare matches/results/*    compare several matches, a row each",
    ),
    (
        cfg!(feature = "watch"),
        "  arena watch                                 the live page of the running match in a browser",
    ),
    (
        true,
        "  arena report monday.pgn tuesday.pgn         the games of any match runner: pairs, scores, and
                                              ratings of more than two players",
    ),
    (
        cfg!(feature = "lab"),
        "  arena book measure a.epd b.epd --match x.toml
                                              the book that needs fewer games",
    ),
    (
        true,
        "  arena check stockfish \"gnuchess -u\"       check that engines speak UCI as a match requires",
    ),
    (
        cfg!(feature = "lab"),
        "  arena suite wac.epd --depth 8 --config none,null-move
                                              compare nodes and positions solved
  arena sweep wac.epd --depth 6 --config null-move --vary multi_cut.moves=4..16/2
                                              the same over a range of a parameter
  arena tune matches/tune-reductions.toml     find better values of parameters, by games
  arena book make --count 5000 --centipawns 0..30 --out balanced.epd
                                              an opening book by the engine's own evaluation
  arena datagen --out data --positions 10000000
                                              training games for an evaluation",
    ),
    (
        true,
        "  arena stats --pentanomial 45,228,420,247,60 --sprt 0,5
                                              the statistics of such counts
  arena plan --elo 5 --draws 0.6 --games-per-hour 200
                                              the number of games needed",
    ),
];

const MATCH_FILE: &str = "\
A match file names the games, two contenders or more, their limits and the openings:

  games = 100
  limits = { nodes = 20000 }
  openings = { file = \"builtin:fifty\", order = \"shuffled\" }

  [[contender]]
  name = \"null move, R = 3\"
  preset = \"null-move\"
  search = { null_move = { reduction = 3 } }

  [[contender]]
  name = \"no pruning\"
  preset = \"none\"

Ctrl-C stops after the games in progress, a second one at once. No finished game is lost.";

fn examples() -> String {
    let has_commands = EXAMPLES.iter().filter(|(has_commands, _)| *has_commands);
    let examples: Vec<&str> = has_commands.map(|(_, example)| *example).collect();
    format!("Examples:\n{}\n\n{MATCH_FILE}", examples.join("\n"))
}

#[derive(Debug, Subcommand)]
enum Command {
    New(new::NewArgs),
    Run(Box<run::RunArgs>),
    Merge(merge::MergeArgs),
    #[cfg(feature = "remote")]
    Worker(worker::WorkerArgs),
    #[cfg(feature = "remote")]
    Workers(workers::WorkersArgs),
    #[cfg(feature = "remote")]
    Queue(queue::QueueArgs),
    Report(report::ReportArgs),
    Pause(pause::PauseArgs),
    #[cfg(feature = "watch")]
    Watch(watch::WatchArgs),
    Stats(calculate::StatsArgs),
    Plan(plan::PlanArgs),
    Simulate(simulate::SimulateArgs),
    Check(check::CheckArgs),
    #[cfg(feature = "fastchess")]
    Convert(convert::ConvertArgs),
    #[cfg(feature = "fastchess")]
    /// Play matches with the command line and the output of fastchess.
    #[command(disable_help_flag = true)]
    Fastchess(other_runners::OtherArgs),
    #[cfg(feature = "fastchess")]
    /// Play matches with the part of cutechess-cli's command line that fastchess shares.
    #[command(disable_help_flag = true)]
    Cutechess(other_runners::OtherArgs),
    #[cfg(feature = "lab")]
    /// Compare configurations on a test suite.
    Suite(suite::SuiteArgs),
    #[cfg(feature = "lab")]
    /// Search a test suite with every combination of some parameters.
    Sweep(sweep::SweepArgs),
    #[cfg(feature = "lab")]
    Tune(tune::TuneArgs),
    #[cfg(feature = "lab")]
    Book(book::BookArgs),
    #[cfg(feature = "lab")]
    Datagen(Box<datagen::DatagenArgs>),
    #[command(after_help = help::EXAMPLES)]
    Help(help::HelpArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// Executes the command of this process; started under another match runner's name, it acts as that
/// runner.
///
/// # Errors
/// The command failed; the error gives the cause and a remedy.
pub fn execute() -> anyhow::Result<ExitCode> {
    #[cfg(feature = "fastchess")]
    if let Some(done) = other_runners::execute_process() {
        return done;
    }
    Cli::parse().execute()
}

impl Cli {
    /// Executes the command.
    ///
    /// # Errors
    /// The command failed; the error gives the cause and a remedy.
    pub fn execute(self) -> anyhow::Result<ExitCode> {
        runner::outlive_full_files().context("cannot listen to signals")?;
        match self.command {
            Command::New(args) => new::execute(&args),
            Command::Help(args) => help::execute(&args, Cli::command()),
            Command::Run(args) => run::execute(&args),
            Command::Merge(args) => merge::execute(&args),
            #[cfg(feature = "remote")]
            Command::Worker(args) => worker::execute(&args),
            #[cfg(feature = "remote")]
            Command::Workers(args) => workers::execute(&args),
            #[cfg(feature = "remote")]
            Command::Queue(args) => queue::execute(&args),
            Command::Report(args) => report::execute(&args),
            Command::Pause(args) => pause::execute(&args),
            #[cfg(feature = "watch")]
            Command::Watch(args) => watch::execute(&args),
            Command::Stats(args) => calculate::execute(&args),
            Command::Plan(args) => plan::execute(&args),
            Command::Simulate(args) => simulate::execute(&args),
            #[cfg(feature = "lab")]
            Command::Book(args) => book::execute(&args),
            #[cfg(feature = "lab")]
            Command::Datagen(args) => datagen::execute(&args),
            Command::Check(args) => check::execute(&args),
            #[cfg(feature = "fastchess")]
            Command::Convert(args) => convert::execute(&args),
            #[cfg(feature = "fastchess")]
            Command::Fastchess(args) => args.execute(Dialect::Fastchess, "arena fastchess"),
            #[cfg(feature = "fastchess")]
            Command::Cutechess(args) => args.execute(Dialect::Cutechess, "arena cutechess"),
            #[cfg(feature = "lab")]
            Command::Suite(args) => suite::execute(&args),
            #[cfg(feature = "lab")]
            Command::Sweep(args) => sweep::execute(&args),
            #[cfg(feature = "lab")]
            Command::Tune(args) => tune::execute(&args),
            Command::Completions(args) => completions::execute(&args),
            Command::Man(args) => man::execute(&args),
        }
    }
}
