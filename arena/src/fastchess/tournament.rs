//! Playing a tournament from its command line to its last line.

use std::path::Path;
use std::process::{self, ExitCode};
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use dropin::command::{Command, LogLevel};
use dropin::state::games_counted;
use dropin::stream;
use tokio::runtime;
use tokio::sync::mpsc;

use super::desk::Desk;
use super::player::Program;
use super::teller::Teller;
use super::voice::{Voice, print};
use super::{openings, settings, version};
use crate::config::Match;
use crate::player::uci::Guard;
use crate::runner::{self, MatchEnding, Resumed, Signal, Signals};
use crate::storage::facts::MatchFacts;

/// Exit codes of what a signal ended.
const INTERRUPTED: i32 = 130;
const TERMINATED: i32 = 143;

/// Plays a tournament. `again` is the command that goes on with it.
///
/// # Errors
/// Where the machine lacks what the runner needs.
pub(super) fn play(
    command: Command,
    again: &str,
    guard: fn() -> anyhow::Result<Guard>,
) -> anyhow::Result<ExitCode> {
    let begun = Instant::now();
    let (sender, receiver) = mpsc::channel(8);
    let tournament = &command.tournament;
    let voice = Voice::new(&tournament.log, tournament.unsaved.strict, sender);
    voice.log(LogLevel::Info, &version::line());
    let played = games_counted(&command.stats);
    let prepared = openings::read(&command, played, &voice).and_then(|of| {
        let settings = settings::of(&command, of.openings, played)?;
        Ok((settings, of.bad, Desk::new(command, voice)?))
    });
    let (settings, bad, desk) = match prepared {
        Ok(prepared) => prepared,
        Err(problem) => {
            print(&format!("{problem}\n"));
            return Ok(ExitCode::FAILURE);
        }
    };
    let (settings, desk) = (Arc::new(settings), Arc::new(desk));
    let mut teller = Teller::new(Arc::clone(&desk), Arc::clone(&settings), bad, played);
    if !teller.is_complete() {
        let (facts, resumed) = journal(&settings)?;
        run(&settings, &facts, resumed, &desk, &mut teller, receiver, guard()?)?;
    }
    teller.close();
    let voice = &desk.voice;
    if voice.is_abnormal() {
        let file = &desk.command.tournament.config_name;
        let text = "Tournament was interrupted. To resume the tournament, run:";
        voice.say(LogLevel::Info, &format!("{text} {again} -config file={file}"));
    }
    voice.say(LogLevel::Info, "Finished match");
    voice.write(&stream::total_time(begun.elapsed().as_secs()));
    Ok(if voice.is_abnormal() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// A journal of this run alone: its file has no name any more when the first game begins.
fn journal(settings: &Match) -> anyhow::Result<(Vec<MatchFacts>, Resumed)> {
    let facts = MatchFacts::of(settings, &vec![0; settings.contenders.len()]);
    let directory = tempfile::tempdir().context("cannot make a directory for the journal")?;
    let resumed = runner::open(&directory.path().join("games.pgn"), &facts)?;
    Ok((facts, resumed))
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
        Program::new(Arc::clone(&shared), arguments, process, guard.clone(), abort)
    };
    runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let signals = Signals::listen(end).context("cannot listen to signals")?;
        let mut incoming = signals.take();
        let forward = async {
            while let Some(signal) = incoming.recv().await {
                match signal {
                    Signal::Interrupt => desk.voice.stop(true),
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
        Signal::Interrupt => INTERRUPTED,
        Signal::Terminate => TERMINATED,
    })
}

/// Whether a name of a program is that of the reference, whatever follows it.
pub(super) fn is_name(program: &str, name: &str) -> bool {
    let stem = Path::new(program).file_name();
    stem.is_some_and(|of| of.to_string_lossy().starts_with(name))
}
