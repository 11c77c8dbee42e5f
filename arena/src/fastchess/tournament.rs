//! Playing a tournament from its command line to its last line.

use std::path::PathBuf;
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use dropin::command::{Command, LogLevel};
use dropin::state::games_counted;
use dropin::stream;
use tokio::runtime;
use tokio::sync::mpsc;
use uci_client::Guard;

use super::desk::Desk;
use super::player::Observed;
use super::teller::Teller;
use super::voice::{Voice, print};
use super::{Done, Invocation, machine, openings, settings, version, ziggurat};
use crate::config::Match;
use crate::runner::{self, MatchEnding, Resumed, Signal, Signals};
use crate::storage::facts::MatchFacts;
use crate::storage::results::Results;

/// Exit codes of what a signal ended.
const INTERRUPTED: i32 = 130;
const TERMINATED: i32 = 143;

/// Plays a tournament; with a directory its journal is kept there.
///
/// # Errors
/// Where the machine lacks what the runner needs.
pub(super) fn play(
    command: Command,
    invocation: &Invocation,
    directory: Option<PathBuf>,
    guard: fn() -> anyhow::Result<Guard>,
) -> anyhow::Result<Done> {
    let begun = Instant::now();
    let (sender, receiver) = mpsc::channel(8);
    let tournament = &command.tournament;
    let voice = Voice::new(&tournament.log, tournament.unsaved.strict, sender);
    voice.log(LogLevel::Info, &version::line());
    let played = games_counted(&command.stats);
    let unfit = directory.as_ref().and_then(|_| ziggurat::refusal(&command));
    let prepared = unfit.map_or(Ok(()), Err).and_then(|()| {
        let openings = openings::read(&command, played, &voice)?;
        let settings = settings::of(&command, openings.openings, played)?;
        Ok((settings, openings.bad, Desk::new(command, voice, invocation.dialect)?))
    });
    let (mut settings, bad, desk) = match prepared {
        Ok(prepared) => prepared,
        Err(problem) => {
            print(&format!("{problem}\n"));
            return Ok(Done { code: ExitCode::FAILURE, results: None });
        }
    };
    if !machine::keep_to(&desk.command.tournament.unsaved.processors) {
        desk.voice.warn("Warning; Failed to set CPU affinity for the tournament thread.");
    }
    let guard = guard()?;
    let (results, facts, earlier) = match directory {
        Some(directory) => {
            let facts = ziggurat::facts(&mut settings, &guard)?;
            let (results, earlier) = ziggurat::open(&directory)?;
            (Some(results), facts, earlier)
        }
        None => {
            let signatures = vec![0; settings.contenders.len()];
            (None, MatchFacts::of(&settings, &signatures), Vec::new())
        }
    };
    let (settings, desk) = (Arc::new(settings), Arc::new(desk));
    let mut teller = Teller::new(Arc::clone(&desk), Arc::clone(&settings), bad, played);
    earlier.iter().for_each(|game| teller.recount(game));
    if !machine::has_processors(&desk.command.tournament) {
        desk.voice.say(LogLevel::Error, "Error while creating match: No cores available");
        desk.voice.stop(true);
    } else if !teller.is_complete() {
        let resumed = journal(results.as_ref(), &facts)?;
        run(&settings, &facts, resumed, &desk, &mut teller, receiver, guard)?;
    }
    teller.close();
    let voice = &desk.voice;
    if voice.is_abnormal() {
        let (again, file) = (&invocation.again, &desk.command.tournament.config_name);
        let text = "Tournament was interrupted. To resume the tournament, run:";
        voice.say(LogLevel::Info, &format!("{text} {again} -config file={file}"));
    }
    voice.say(LogLevel::Info, "Finished match");
    voice.write(&stream::total_time(begun.elapsed().as_secs()));
    let code = if voice.is_abnormal() { ExitCode::FAILURE } else { ExitCode::SUCCESS };
    Ok(Done { code, results })
}

/// The journal, in the directory where there is one; else its file has no name any more when the first game
/// begins, and is gone with this process.
fn journal(results: Option<&Results>, facts: &[MatchFacts]) -> anyhow::Result<Resumed> {
    if let Some(results) = results {
        return Ok(runner::open(&results.journal(), facts)?);
    }
    let directory = tempfile::tempdir().context("cannot make a directory for the journal")?;
    Ok(runner::open(&directory.path().join("games.pgn"), facts)?)
}

/// Runs the match until it is over, or a signal ends it.
fn run(
    settings: &Arc<Match>,
    facts: &[MatchFacts],
    resumed: Resumed,
    desk: &Arc<Desk>,
    teller: &mut Teller,
    receiver: mpsc::Receiver<Signal>,
    guard: Guard,
) -> anyhow::Result<MatchEnding> {
    let shared = Arc::clone(desk);
    let make_player = move |contender: &crate::config::ContenderSettings, abort| {
        let engines = &shared.command.engines;
        let arguments = engines.iter().find(|engine| engine.name == contender.name);
        let arguments = arguments.cloned().unwrap_or_default();
        let process = settings::process(&arguments);
        Observed::new(Arc::clone(&shared), arguments, process, guard.clone(), abort)
    };
    runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let signals = Signals::listen(end).context("cannot listen to signals")?;
        let mut incoming = signals.take();
        let forward = async {
            while let Some(signal) = incoming.recv().await {
                match signal {
                    Signal::Interrupt | Signal::Pause => desk.voice.stop(true),
                    Signal::Terminate => end(signal),
                }
            }
            std::future::pending().await
        };
        let run = runner::run(settings, facts, resumed, make_player, receiver, teller);
        tokio::select! {
            ending = run => Ok(ending?),
            ending = forward => ending,
        }
    })
}

fn end(signal: Signal) -> ! {
    process::exit(match signal {
        Signal::Interrupt | Signal::Pause => INTERRUPTED,
        Signal::Terminate => TERMINATED,
    })
}
