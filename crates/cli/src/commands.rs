//! The command line.

mod book;
mod calculate;
mod check;
mod completions;
mod convert;
mod datagen;
mod explain;
mod files;
mod format;
mod games;
mod guard;
mod help;
mod journals;
mod man;
mod merge;
mod new;
mod output;
mod patience;
mod pause;
mod plan;
mod queue;
mod report;
mod run;
mod server;
mod signals;
mod simulate;
mod sprt;
mod suite;
mod sweep;
mod tune;
mod watch;
mod whole;
mod worker;
mod workers;
mod workers_options;

use std::process::ExitCode;

use anyhow::Context;
use clap::{Args, CommandFactory, Parser, Subcommand};

pub use output::say;

use arena::runner;
use fastchess::{self, Dialect, Invocation};

/// Plays matches and tournaments between configurations of its own chess engine, programs that speak
/// UCI, or both, and reports them.
#[derive(Debug, Parser)]
#[command(name = "arena", version, after_help = EXAMPLES, disable_help_subcommand = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  arena run matches/smoke.toml                play a match; its journal and report go to
                                              matches/results/smoke/
  arena run matches/smoke.toml                once more: go on where it was stopped (even by
                                              kill -9), or print the report of a finished match
  arena run matches/smoke.toml --games 400    make a match longer
  arena new > my.toml                         a match file to begin with, every key explained
  arena help match-file                       every key of a match file, with its default
  arena run x.toml --set limits.nodes=2000 --set contender.1.preset=modern
                                              another match: some keys changed, the file as it is
  arena run matches/papers/winands/figure-5.toml --sample 16 --max-depth 8
                                              an experiment of a paper on a test suite, made small
  arena run x.toml --seed 2 --out x-seed-2    another sample, in a directory of its own
  arena run x.toml --shard 1/4                a quarter of a match, to be merged with the others
  arena merge x.toml DIR..                    the games of shards into the match's own journal
  arena run x.toml --workers nats://host      a match that many machines play: this one deals its pairs,
  arena worker nats://host                    and each of them plays
  arena report matches/results/smoke/games.pgn
                                              print the report from the journal alone
  arena report matches/results/smoke --format latex
                                              the same as tables for a paper
  arena report --compare matches/results/*    several matches side by side, a row each
  arena explain matches/results/smoke         which choices were worse, and which prunes hid it
  arena watch                                 the page of the match that runs, live in a browser
  arena report monday.pgn tuesday.pgn         the games of any match runner: pairs, scores, and
                                              ratings where there are more than two players
  arena book measure a.epd b.epd --match x.toml
                                              which of some books answers with fewer games
  arena check stockfish \"gnuchess -u\"       does an engine speak UCI as a match needs it?
  arena suite wac.epd --depth 8 --config none,null-move
                                              nodes and positions solved, side by side
  arena sweep wac.epd --depth 6 --config null-move --vary multi_cut.moves=4..16/2
                                              the same over a range of a parameter
  arena tune matches/tune-reductions.toml     find better values of parameters, by games
  arena book make --count 5000 --centipawns 0..30 --out balanced.epd
                                              an opening book by the engine's own judgement
  arena datagen --out data --positions 10000000
                                              games that an evaluation learns from
  arena stats --pentanomial 45,228,420,247,60 --sprt 0,5
                                              what such counts say
  arena plan --elo 5 --draws 0.6 --games-per-hour 200
                                              how many games that takes

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

Ctrl-C stops after the games in progress, a second one at once. Nothing that is finished is lost.";

#[derive(Debug, Subcommand)]
enum Command {
    New(new::NewArgs),
    Run(Box<run::RunArgs>),
    Merge(merge::MergeArgs),
    Worker(worker::WorkerArgs),
    Workers(workers::WorkersArgs),
    Queue(queue::QueueArgs),
    Report(report::ReportArgs),
    Explain(explain::ExplainArgs),
    Pause(pause::PauseArgs),
    Watch(watch::WatchArgs),
    Stats(calculate::StatsArgs),
    Plan(plan::PlanArgs),
    Simulate(simulate::SimulateArgs),
    Check(check::CheckArgs),
    Convert(convert::ConvertArgs),
    /// Play matches with the command line and the output of fastchess.
    #[command(disable_help_flag = true)]
    Fastchess(ForeignArgs),
    /// Play matches with the command line of cutechess-cli, as far as fastchess shares it.
    #[command(disable_help_flag = true)]
    Cutechess(ForeignArgs),
    /// Compare configurations on a test suite.
    Suite(suite::SuiteArgs),
    /// Search a test suite with every combination of some parameters.
    Sweep(sweep::SweepArgs),
    Tune(tune::TuneArgs),
    Book(book::BookArgs),
    Datagen(Box<datagen::DatagenArgs>),
    #[command(after_help = help::EXAMPLES)]
    Help(help::HelpArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

/// The command line of another match runner.
#[derive(Debug, Args)]
struct ForeignArgs {
    /// Its arguments, as it takes them
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Carries out the command of this process: as another match runner where it was started as one.
///
/// # Errors
/// When it cannot be carried out; the error says why and what to do.
pub fn execute() -> anyhow::Result<ExitCode> {
    let line: Vec<String> =
        std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()).collect();
    match Invocation::read(&line) {
        Some(invocation) => as_another(&invocation),
        None => Cli::parse().execute(),
    }
}

/// Does what another match runner would do.
fn as_another(invocation: &Invocation) -> anyhow::Result<ExitCode> {
    runner::outlive_full_files().context("cannot listen to signals")?;
    if let [first, engine @ ..] = &invocation.arguments[..]
        && first == "--compliance"
        && !engine.is_empty()
    {
        return check::of_command(engine);
    }
    let done = fastchess::execute(invocation, guard::guard)?;
    if let Some(results) = &done.results {
        report::keep_quietly(results)?;
    }
    Ok(done.code)
}

impl Cli {
    /// Carries the command out.
    ///
    /// # Errors
    /// When it cannot be carried out; the error says why and what to do.
    pub fn execute(self) -> anyhow::Result<ExitCode> {
        runner::outlive_full_files().context("cannot listen to signals")?;
        match self.command {
            Command::New(args) => new::execute(&args),
            Command::Help(args) => help::execute(&args, Cli::command()),
            Command::Run(args) => run::execute(&args),
            Command::Merge(args) => merge::execute(&args),
            Command::Worker(args) => worker::execute(&args),
            Command::Workers(args) => workers::execute(&args),
            Command::Queue(args) => queue::execute(&args),
            Command::Report(args) => report::execute(&args),
            Command::Explain(args) => explain::execute(&args),
            Command::Pause(args) => pause::execute(&args),
            Command::Watch(args) => watch::execute(&args),
            Command::Stats(args) => calculate::execute(&args),
            Command::Plan(args) => plan::execute(&args),
            Command::Simulate(args) => simulate::execute(&args),
            Command::Book(args) => book::execute(&args),
            Command::Datagen(args) => datagen::execute(&args),
            Command::Check(args) => check::execute(&args),
            Command::Convert(args) => convert::execute(&args),
            Command::Fastchess(args) => {
                as_another(&Invocation::of(Dialect::Fastchess, "arena fastchess", &args.arguments))
            }
            Command::Cutechess(args) => {
                as_another(&Invocation::of(Dialect::Cutechess, "arena cutechess", &args.arguments))
            }
            Command::Suite(args) => suite::execute(&args),
            Command::Sweep(args) => sweep::execute(&args),
            Command::Tune(args) => tune::execute(&args),
            Command::Completions(args) => completions::execute(&args),
            Command::Man(args) => man::execute(&args),
        }
    }
}
