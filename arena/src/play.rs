//! Plays a match from its settings to its report in one call, without a command line.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context as _, Error};
use engine::Stop;
use tokio::runtime;
use tokio::sync::mpsc;
use uci_client::Guard;

use crate::config::{ContenderSettings, Match};
use crate::player::uci;
use crate::player::{self, Absent, Player};
use crate::report::{self, Report};
use crate::runner;
use crate::runner::events::{Event, Reporter};
use crate::storage::facts::MatchFacts;

/// Plays the games of a match that its journal lacks, between the contenders that the settings name, and reports
/// all of them. A journal that exists is resumed. Standard errors of programs go to `stderr` beside the journal.
///
/// # Errors
/// The journal belongs to another match, or games cannot be played or written.
pub fn play(settings: Match, journal: &Path) -> anyhow::Result<Report> {
    settings.check_no_own_engine().map_err(Error::msg)?;
    play_with(settings, journal, |_, _| Absent)
}

/// The same where some contenders are engines of the caller's, `own = { name = "..", version = ".." }`: `make_own` makes
/// a player of such a contender for each game thread. It is to end its search when the flag is raised.
///
/// # Errors
/// As [`play`].
pub fn play_with<P: Player + 'static>(
    mut settings: Match,
    journal: &Path,
    make_own: impl Fn(&ContenderSettings, Stop) -> P + Send + Sync + 'static,
) -> anyhow::Result<Report> {
    let (guard, stderr) = (Guard::none(), journal.with_file_name("stderr"));
    uci::identify(&mut settings, &guard)?;
    let make_player = player::factory_with(&settings, &guard, &stderr, make_own);
    let settings = Arc::new(settings);
    let signatures = player::signatures(&settings);
    let facts = MatchFacts::of(&settings, &signatures);
    let resumed = runner::open(journal, &facts)?;
    let (_signals, receiver) = mpsc::channel(1);
    let mut silent = Silent;
    let run = runner::run(&settings, &facts, resumed, make_player, receiver, &mut silent);
    let runtime = runtime::Builder::new_current_thread().enable_all().build();
    runtime.context("cannot start the runtime")?.block_on(run)?;
    report::read(journal, |_| {})?.context("the match has no game")
}

/// Discards all events.
struct Silent;

impl Reporter for Silent {
    fn report(&mut self, _: &Event<'_>) {}
}
