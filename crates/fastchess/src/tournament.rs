//! Plays a tournament from its command line to its last line.

use std::path::PathBuf;
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::time::Instant;

use crate::language::command::{Command, LogLevel};
use crate::language::engine_arguments::Title;
use crate::language::state::games_counted;
use crate::language::stream;
use anyhow::Context;
use tokio::runtime;
use tokio::sync::mpsc;
use uci_client::{Guard, identify};

use super::console::{Console, print};
use super::context::TournamentContext;
use super::player::Observed;
use super::reporter::StreamReporter;
use super::ziggurat::Kept;
use super::{Dialect, Done, Invocation, machine, openings, settings, version, ziggurat};
use arena::config::Match;
use arena::player::MakePlayer;
use arena::runner::{self, Resumed, Signal, Signals};
use arena::storage::facts::MatchFacts;
use arena::system::processor;

/// Exit codes of a run ended by a signal.
const INTERRUPTED: u8 = 130;
const TERMINATED: u8 = 143;

/// Plays a tournament; its journal is kept in the directory, if one is given.
///
/// # Errors
/// The machine lacks a resource that the runner needs.
pub(super) fn play(
    command: Command,
    invocation: &Invocation,
    directory: Option<PathBuf>,
    guard: fn() -> anyhow::Result<Guard>,
) -> anyhow::Result<Done> {
    let begun = Instant::now();
    let (sender, receiver) = mpsc::channel(8);
    let tournament = &command.tournament;
    let console = Console::new(tournament, sender);
    console.log(LogLevel::Info, &version::line());
    let played = games_counted(&command.stats);
    let unfit = directory.as_ref().and_then(|_| ziggurat::refusal(&command));
    let prepared = unfit.map_or(Ok(()), Err).and_then(|()| {
        let openings = openings::read(&command, played, &console)?;
        let tables = settings::tables(&command.tournament)?;
        let settings = settings::of(&command, openings.openings, tables, played)?;
        Ok((settings, openings.bad, TournamentContext::new(command, console)?))
    });
    let (mut settings, bad, mut context) = match prepared {
        Ok(prepared) => prepared,
        Err(problem) => {
            print(&format!("{problem}\n"));
            return Ok(Done { code: ExitCode::FAILURE, results: None });
        }
    };
    let processors = &context.command.tournament.unsaved.processors;
    if !processors.is_empty() && !processor::keep_to(processors) {
        context.console.warn("Warning; Failed to set CPU affinity for the tournament thread.");
    }
    let guard = guard()?;
    introduce(&mut context.command, &settings, &guard);
    let facts = match directory {
        Some(_) => ziggurat::facts(&mut settings, &context.command, &guard)?,
        None => MatchFacts::of(&settings, &vec![0; settings.contenders.len()]),
    };
    let keeps = directory.is_some();
    let Kept { results, resumed, earlier } = match directory {
        Some(directory) => ziggurat::open(directory, &facts)?,
        None => ziggurat::passing(&facts)?,
    };
    let (settings, context) = (Arc::new(settings), Arc::new(context));
    let mut reporter =
        StreamReporter::new(Arc::clone(&context), Arc::clone(&settings), bad, &earlier);
    let mut ended_by = None;
    if !machine::has_processors(&context.command.tournament) {
        context.console.say(LogLevel::Error, "Error while creating match: No cores available");
        context.console.stop(true);
    } else if keeps && (reporter.is_complete() || reporter.is_decided()) {
        reporter.say_end([0, 1]);
    } else if !reporter.is_complete() {
        ended_by = run(&settings, &facts, resumed, &context, &mut reporter, receiver, guard)?;
    }
    let is_whole = reporter.close();
    let console = &context.console;
    let is_fastchess = invocation.dialect == Dialect::Fastchess;
    if console.is_abnormal() && (is_fastchess || keeps) {
        say_interrupted(&context, invocation, keeps);
    }
    console.say(LogLevel::Info, "Finished match");
    if is_fastchess {
        console.write(&stream::total_time(begun.elapsed().as_secs()));
    }
    let code = match ended_by {
        Some(Signal::Terminate) => ExitCode::from(TERMINATED),
        _ if !is_whole => ExitCode::FAILURE,
        // cutechess-cli ends well after a crash.
        None if !is_fastchess => ExitCode::SUCCESS,
        _ if console.is_abnormal() => ExitCode::FAILURE,
        _ => ExitCode::SUCCESS,
    };
    Ok(Done { code, results })
}

/// Asks the engines for their names that have no other. One that does not answer keeps that of its file; its first game
/// shows its fault.
fn introduce(command: &mut Command, settings: &Match, guard: &Guard) {
    let timeouts = &settings.supervision.timeouts();
    for engine in &mut command.engines {
        if engine.extra.title == Title::Own
            && engine.extra.init.is_empty()
            && let Ok(identity) = identify(&settings::process(engine).program, &[], timeouts, guard)
        {
            engine.extra.title = Title::Given(identity.name);
        }
    }
}

/// Prints how to resume; a journal knows the games of the command that made it.
fn say_interrupted(context: &TournamentContext, invocation: &Invocation, keeps: bool) {
    let file = &context.command.tournament.config_name;
    let again = match keeps {
        true => "the same command again".to_owned(),
        false => format!("{} -config file={file}", invocation.again),
    };
    if !context.command.is_resumable() && !keeps {
        return;
    }
    let text = "Tournament was interrupted. To resume the tournament, run:";
    context.console.say(LogLevel::Info, &format!("{text} {again}"));
}

/// Runs the match until it is over, or a signal ends it; returns that signal.
fn run(
    settings: &Arc<Match>,
    facts: &[MatchFacts],
    resumed: Resumed,
    context: &Arc<TournamentContext>,
    reporter: &mut StreamReporter,
    receiver: mpsc::Receiver<Signal>,
    guard: Guard,
) -> anyhow::Result<Option<Signal>> {
    let mut ended_by = None;
    let shared = Arc::clone(context);
    let make_player: MakePlayer = Arc::new(move |contender, abort| {
        let engines = &shared.command.engines;
        let arguments = engines.iter().find(|engine| engine.name == contender.name);
        let arguments = arguments.cloned().unwrap_or_default();
        let process = settings::process(&arguments);
        Box::new(Observed::new(Arc::clone(&shared), arguments, process, guard.clone(), abort))
    });
    runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let signals = Signals::listen(end).context("cannot listen to signals")?;
        let mut incoming = signals.take();
        let forward = async {
            while let Some(signal) = incoming.recv().await {
                ended_by = Some(signal);
                context.console.stop(true);
            }
            std::future::pending().await
        };
        let run = runner::run(settings, facts, resumed, make_player, receiver, reporter);
        tokio::select! {
            ending = run => ending.map(drop)?,
            () = forward => {}
        }
        anyhow::Ok(())
    })?;
    Ok(ended_by)
}

fn end(signal: Signal) -> ! {
    process::exit(i32::from(match signal {
        Signal::Interrupt | Signal::Pause => INTERRUPTED,
        Signal::Terminate => TERMINATED,
    }))
}
