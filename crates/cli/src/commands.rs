//! The command line.

mod builds;
mod catalogue;
mod check;
mod examples;
mod explain;
mod files;
mod format;
mod games;
mod groups;
mod guard;
mod help;
mod journals;
mod new;
mod offered;
mod other_runners;
mod output;
mod pause;
mod plan;
mod play;
mod programs;
mod queue;
mod reading;
mod report;
mod report_counts;
mod repository;
mod run;
mod server;
mod setup;
mod signals;
mod sprt;
mod suite;
mod sweep;
mod trust;
mod tune;
mod watch;
mod whole;
mod worker;
mod workers_options;

use std::process::ExitCode;

use anyhow::Context;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

pub use output::say;

use arena::config::gone::{GoneKind, instead_of};
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
    Worker(worker::WorkerArgs),
    Queue(queue::QueueArgs),
    Report(report::ReportArgs),
    Explain(explain::ExplainArgs),
    Pause(pause::PauseArgs),
    Watch(watch::WatchArgs),
    Builds(builds::BuildsArgs),
    Plan(plan::PlanArgs),
    Check(check::CheckArgs),
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
    #[command(after_help = help::EXAMPLES)]
    Help(help::HelpArgs),
    Setup(setup::SetupArgs),
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

/// The command line, with the short help of `arena run` and the commands in groups.
fn command() -> clap::Command {
    let cli = Cli::command().mut_subcommand("run", run::short_help::shortened);
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}Options:\n{{options}}{{after-help}}",
        groups::listed(&cli)
    );
    cli.help_template(template)
}

/// Options of other match runners that `arena run` writes otherwise.
const FOREIGN_OPTIONS: [(&str, &str); 6] = [
    ("-e", "a command line of fastchess is played by `arena fastchess -engine ..`"),
    ("--time-margin", "write --set limits.time_margin=0.005, in seconds"),
    ("--alpha", "write --set 'stop.sprt={ elo0 = 0, elo1 = 5, alpha = 0.01 }' in place of --sprt"),
    ("--beta", "write --set 'stop.sprt={ elo0 = 0, elo1 = 5, beta = 0.01 }' in place of --sprt"),
    ("--rounds", "write --games N: every opening is played twice, so 500 rounds are 1000 games"),
    ("--hash", "write --option Hash=16"),
];

/// The sentence on a command, an option or a format that has left or is another program's, if the error is about one.
fn departed(error: &clap::Error) -> Option<String> {
    let name = |kind| match error.get(kind) {
        Some(ContextValue::String(name)) => Some(name.as_str()),
        _ => None,
    };
    if let Some(command) = name(ContextKind::InvalidSubcommand) {
        let instead = instead_of(GoneKind::Command, command)?;
        return Some(format!("`arena {command}` has left: {instead}"));
    }
    let argument = name(ContextKind::InvalidArg)?;
    if let Some(value) = name(ContextKind::InvalidValue) {
        let instead =
            instead_of(GoneKind::Format, value).filter(|_| argument.starts_with("--format"))?;
        return Some(format!("the format `{value}` has left: {instead}"));
    }
    let option = argument.split(['=', ' ']).next().unwrap_or(argument);
    if let Some(instead) = instead_of(GoneKind::Option, option) {
        return Some(format!("`{option}` has left: {instead}"));
    }
    let (_, instead) = FOREIGN_OPTIONS.iter().find(|(name, _)| *name == option)?;
    Some((*instead).to_owned())
}

/// The error of a mistyped command with the command that was probably meant, where clap finds none; of one that has left,
/// with its replacement.
fn with_suggestion(mut error: clap::Error) -> clap::Error {
    if let Some(sentence) = departed(&error) {
        return command().error(ErrorKind::InvalidSubcommand, sentence);
    }
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
            Command::Help(args) => help::execute(&args, command()),
            Command::Run(args) => run::execute(&args),
            Command::Worker(args) => worker::execute(&args),
            Command::Queue(args) => queue::execute(&args),
            Command::Report(args) => report::execute(&args),
            Command::Explain(args) => explain::execute(&args),
            Command::Pause(args) => pause::execute(&args),
            Command::Watch(args) => watch::execute(&args),
            Command::Builds(args) => builds::execute(&args),
            Command::Plan(args) => plan::execute(&args),
            Command::Check(args) => check::execute(&args),
            Command::Fastchess(args) => args.execute(Dialect::Fastchess, "arena fastchess"),
            Command::Cutechess(args) => args.execute(Dialect::Cutechess, "arena cutechess"),
            Command::Suite(args) => suite::execute(&args),
            Command::Sweep(args) => sweep::execute(&args),
            Command::Tune(args) => tune::execute(&args),
            Command::Setup(args) => setup::execute(&args),
        }
    }
}
