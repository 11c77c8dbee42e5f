//! `arena run`.

use std::fs::OpenOptions;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use tokio::runtime;
use tracing_subscriber::EnvFilter;

use super::output::say;
use super::{RunArgs, report};
use crate::config::{self, Match, Overrides};
use crate::facts::MatchFacts;
use crate::faults::quoted;
use crate::host::RunFacts;
use crate::player::uci::{self, Guard};
use crate::player::{self, Seat};
use crate::reporter::{BarReporter, LineReporter, Outlet, Reporter};
use crate::results::Results;
use crate::runner::{self, Ending};

/// Exit codes of a match that was stopped, as shells give them to a program ended by the signal.
pub(super) const INTERRUPTED: u8 = 130;
pub(super) const TERMINATED: u8 = 143;
/// Exit code of a strict match that met a fault.
const FAULTED: u8 = 20;

pub(super) fn execute(args: &RunArgs) -> anyhow::Result<ExitCode> {
    let RunArgs { games, seed, concurrency, .. } = *args;
    let mut settings = config::load(&args.file, &Overrides { games, seed, concurrency })?;
    start_log(args.log.as_deref())?;
    player::install_hook();

    settings.strict = args.strict;
    let guard = guard_for(&settings)?;
    uci::identify(&mut settings, &guard)?;
    let signatures: Vec<u64> = settings.contenders.iter().map(player::signature).collect();
    let facts = MatchFacts::of(&settings, &signatures);
    let results = Results::open(args.out.as_deref(), &settings)?;
    let ending = play(settings, &facts, &results, &guard, args.quiet)?;
    report::keep(&results, args.quiet)?;
    Ok(explain(ending, &results))
}

/// What keeps programs from outliving this one.
fn guard_for(settings: &Match) -> anyhow::Result<Guard> {
    if settings.contenders.iter().all(|contender| contender.program().is_none()) {
        return Ok(Guard::none());
    }
    guard()
}

/// The same, where there are programs.
pub(super) fn guard() -> anyhow::Result<Guard> {
    // By this name the binary is found even when it has been built anew in the meantime.
    let arena = if cfg!(target_os = "linux") {
        PathBuf::from("/proc/self/exe")
    } else {
        std::env::current_exe().context("cannot find the arena's own binary")?
    };
    Guard::start(arena).context("cannot start the warden of the engines")
}

/// Runs the match to its end, or until it is stopped.
fn play(
    settings: Match,
    facts: &[MatchFacts],
    results: &Results,
    guard: &Guard,
    quiet: bool,
) -> anyhow::Result<Ending> {
    let settings = Arc::new(settings);
    let seat = Seat::factory(&settings, guard, &results.directory().join("stderr"));
    let mut reporter = reporter(&settings, quiet);
    runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let signals = runner::listen().context("cannot listen to signals")?;
        let resumed = runner::open(&results.journal(), facts)?;
        results.keep_match(&settings)?;
        results.note_run(&RunFacts::now(&settings))?;
        let run = runner::run(&settings, facts, resumed, seat, signals, reporter.as_mut());
        Ok(run.await?)
    })
}

fn reporter(settings: &Match, quiet: bool) -> Box<dyn Reporter + '_> {
    if quiet {
        Box::new(LineReporter::quiet(Outlet::new(), settings))
    } else if io::stderr().is_terminal() {
        Box::new(BarReporter::new(settings))
    } else {
        Box::new(LineReporter::new(Outlet::new(), settings))
    }
}

/// Says what became of the match, and how to go on with it.
fn explain(ending: Ending, results: &Results) -> ExitCode {
    let code = match ending {
        Ending::Complete => {
            say(&format!("journal and report: {}", results.directory().display()));
            return ExitCode::SUCCESS;
        }
        Ending::Stopped(cause) => {
            say(&format!("stopped by {cause}"));
            say(&format!("journal and report: {}", results.directory().display()));
            if !cause.is_a_pause() {
                return ExitCode::SUCCESS;
            }
            0
        }
        Ending::Faulted => {
            say("stopped at the first fault, as --strict asks for");
            FAULTED
        }
        Ending::Drained => INTERRUPTED,
        Ending::Aborted => TERMINATED,
    };
    say(&format!("the match is not finished; to go on with it: {}", command_line()));
    ExitCode::from(code)
}

/// The command that was given, as a shell takes it.
pub(super) fn command_line() -> String {
    let arguments = std::env::args_os().map(|argument| quoted(&argument.to_string_lossy()));
    arguments.collect::<Vec<String>>().join(" ")
}

fn start_log(file: Option<&Path>) -> anyhow::Result<()> {
    let Some(path) = file else { return Ok(()) };
    let file = OpenOptions::new().append(true).create(true).open(path);
    let file = file.with_context(|| format!("cannot open the log {}", path.display()))?;
    let filter = EnvFilter::builder()
        .with_default_directive(tracing::Level::INFO.into())
        .with_env_var("ARENA_LOG")
        .from_env()
        .context("ARENA_LOG")?;
    tracing_subscriber::fmt().with_env_filter(filter).with_ansi(false).with_writer(file).init();
    Ok(())
}
