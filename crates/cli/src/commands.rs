//! The command line.

#[cfg(feature = "lab")]
mod book;
mod calculate;
mod catalogue;
mod check;
mod completions;
#[cfg(feature = "fastchess")]
mod convert;
#[cfg(feature = "lab")]
mod datagen;
mod delayed_bar;
mod examples;
#[cfg(feature = "lab")]
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
mod offered;
#[cfg(feature = "fastchess")]
mod other_runners;
mod output;
mod pause;
mod plan;
mod programs;
#[cfg(feature = "remote")]
mod queue;
mod report;
mod repository;
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
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser, Subcommand};

pub use output::say;

use arena::runner;
#[cfg(feature = "fastchess")]
use fastchess::Dialect;
use uci_client::nearest;

/// Plays matches and tournaments between configurations of its own chess engine, programs that speak
/// UCI, or both, and reports them.
#[derive(Debug, Parser)]
#[command(name = "arena", version, after_help = examples::text(), disable_help_subcommand = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
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
    #[cfg(feature = "lab")]
    Explain(explain::ExplainArgs),
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
    Presets(catalogue::PresetsArgs),
    Techniques(catalogue::TechniquesArgs),
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
    Cli::try_parse().unwrap_or_else(|error| with_suggestion(error).exit()).execute()
}

/// The error of a mistyped command with the command that was probably meant, where clap finds none.
fn with_suggestion(mut error: clap::Error) -> clap::Error {
    if let Some(ContextValue::String(unknown)) = error.get(ContextKind::InvalidSubcommand)
        && error.get(ContextKind::SuggestedSubcommand).is_none()
    {
        let cli = Cli::command();
        let commands = cli.get_subcommands().map(clap::Command::get_name);
        if let Some(meant) = nearest(unknown, commands) {
            let meant = ContextValue::Strings(vec![meant.to_owned()]);
            error.insert(ContextKind::SuggestedSubcommand, meant);
        }
    }
    error
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
            Command::Presets(args) => catalogue::presets(&args),
            Command::Techniques(args) => catalogue::techniques(&args),
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
            #[cfg(feature = "lab")]
            Command::Explain(args) => explain::execute(&args),
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
