//! The command line.

mod book;
mod catalogue;
mod check;
mod completions;
mod convert;
mod datagen;
mod delayed_bar;
mod examples;
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
mod other_runners;
mod output;
mod pause;
mod plan;
mod play;
mod programs;
mod queue;
mod report;
mod report_counts;
mod repository;
mod run;
mod server;
mod signals;
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
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

pub use output::say;

use arena::runner;
use fastchess::Dialect;
use uci_client::nearest;

/// The version; in a release with the commit and the target that it was built from and for.
const VERSION: &str = match option_env!("ZIGGURAT_BUILD") {
    Some(build) => build,
    None => env!("CARGO_PKG_VERSION"),
};

/// Plays matches and tournaments between configurations of its own chess engine, programs that speak
/// UCI, or both, and reports them.
#[derive(Debug, Parser)]
#[command(name = "arena", version = VERSION, after_help = examples::TEXT, disable_help_subcommand = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

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
    Plan(plan::PlanArgs),
    Check(check::CheckArgs),
    Convert(convert::ConvertArgs),
    /// Play matches with the command line and the output of fastchess.
    #[command(disable_help_flag = true)]
    Fastchess(other_runners::OtherArgs),
    /// Play matches with the part of cutechess-cli's command line that fastchess shares.
    #[command(disable_help_flag = true)]
    Cutechess(other_runners::OtherArgs),
    /// Compare configurations on a test suite.
    Suite(suite::SuiteArgs),
    /// Search a test suite with every combination of some parameters.
    Sweep(sweep::SweepArgs),
    Tune(tune::TuneArgs),
    Book(book::BookArgs),
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
    if let Some(done) = other_runners::execute_process() {
        return done;
    }
    let matches = command().try_get_matches();
    let cli = matches.and_then(|matches| Cli::from_arg_matches(&matches));
    cli.unwrap_or_else(|error| with_suggestion(error).exit()).execute()
}

/// The command line, with the short help of `arena run`.
fn command() -> clap::Command {
    Cli::command().mut_subcommand("run", run::short_help::shortened)
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
            Command::Help(args) => help::execute(&args, command()),
            Command::Run(args) => run::execute(&args),
            Command::Merge(args) => merge::execute(&args),
            Command::Worker(args) => worker::execute(&args),
            Command::Workers(args) => workers::execute(&args),
            Command::Queue(args) => queue::execute(&args),
            Command::Report(args) => report::execute(&args),
            Command::Explain(args) => explain::execute(&args),
            Command::Pause(args) => pause::execute(&args),
            Command::Watch(args) => watch::execute(&args),
            Command::Plan(args) => plan::execute(&args),
            Command::Book(args) => book::execute(&args),
            Command::Datagen(args) => datagen::execute(&args),
            Command::Check(args) => check::execute(&args),
            Command::Convert(args) => convert::execute(&args),
            Command::Fastchess(args) => args.execute(Dialect::Fastchess, "arena fastchess"),
            Command::Cutechess(args) => args.execute(Dialect::Cutechess, "arena cutechess"),
            Command::Suite(args) => suite::execute(&args),
            Command::Sweep(args) => sweep::execute(&args),
            Command::Tune(args) => tune::execute(&args),
            Command::Completions(args) => completions::execute(&args),
            Command::Man(args) => man::execute(&args),
        }
    }
}
