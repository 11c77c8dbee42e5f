//! Whoever plays for a contender.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use engine::Stop;

use super::uci::{Guard, Uci};
use super::{InProcess, Player, PlayerFailure, Thought, Turn};
use crate::config::{ContenderSettings, EngineSettings, Match};
use crate::faults::{Evidence, file_name};

/// Whoever plays for a contender: the set is closed, so that a move costs no indirection.
#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "a table has two, and moves none of them")]
pub enum Seat {
    /// The project's own engine.
    InProcess(InProcess),
    /// A program.
    Uci(Uci),
}

impl Seat {
    /// Makes players for the contenders of a match. Standard errors of programs go to files in
    /// the directory `stderr`, one for each player that writes any.
    pub fn factory(
        settings: &Match,
        guard: &Guard,
        stderr: &Path,
    ) -> impl Fn(&ContenderSettings, Stop) -> Seat + Clone + Send + 'static {
        let (supervision, guard) = (settings.supervision, guard.clone());
        let (stderr, made) = (stderr.to_owned(), Arc::new(AtomicU32::new(1)));
        move |contender, stop| {
            let ContenderSettings { name, engine, .. } = contender;
            match engine {
                EngineSettings::InProcess(search) => Seat::InProcess(InProcess::new(search, stop)),
                EngineSettings::Uci(program) => {
                    let number = made.fetch_add(1, Ordering::Relaxed);
                    let log = stderr.join(format!("{}-{number}.txt", file_name(name)));
                    let (program, guard) = (program.clone(), guard.clone());
                    Seat::Uci(Uci::new(program, supervision, guard, Some(log), stop))
                }
            }
        }
    }
}

impl Player for Seat {
    async fn new_game(&mut self, seed: u64) -> Result<(), PlayerFailure> {
        match self {
            Seat::InProcess(player) => player.new_game(seed).await,
            Seat::Uci(player) => player.new_game(seed).await,
        }
    }

    async fn think(&mut self, turn: &Turn<'_>) -> Result<Thought, PlayerFailure> {
        match self {
            Seat::InProcess(player) => player.think(turn).await,
            Seat::Uci(player) => player.think(turn).await,
        }
    }

    fn evidence(&mut self) -> Option<Evidence> {
        match self {
            Seat::InProcess(player) => player.evidence(),
            Seat::Uci(player) => player.evidence(),
        }
    }
}
