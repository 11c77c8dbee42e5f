//! Plays the games of a match, here or at workers, with its progress on the terminal.

use std::sync::Arc;

use remote::{Server, Terms};
use uci_client::Guard;

use super::signals;
use super::workers_options::Coordinator;
use crate::terminal_ui::TerminalReporter;
use arena::config::Match;
use arena::player;
use arena::runner::{self, MatchEnding};
use arena::storage::facts::MatchFacts;
use arena::storage::host::RunFacts;
use arena::storage::results::Results;

/// Runs the match to its end, or until it is stopped; in this process, or on the workers of a server.
pub(super) fn play(
    settings: Match,
    facts: &[MatchFacts],
    results: &Results,
    guard: &Guard,
    quiet: bool,
    remote: Option<(Server, Terms)>,
) -> anyhow::Result<MatchEnding> {
    let settings = Arc::new(settings);
    let make_player = player::factory(&settings, guard, &results.directory().join("stderr"));
    let mut reporter = TerminalReporter::new(&settings, quiet);
    signals::listening(async |signals| {
        let resumed = runner::open(&results.journal(), facts)?;
        results.keep_match(&settings)?;
        results.note_run(&RunFacts::now(&settings))?;
        let (signals, reporter) = (signals.take(), &mut reporter);
        let Some((server, terms)) = remote else {
            let run = runner::run(&settings, facts, resumed, make_player, signals, reporter);
            return run.await;
        };
        let fingerprint = facts.first().map_or("", |facts| &facts.fingerprint);
        let journal = results.journal();
        let coordinator = Coordinator::new(server, &settings, fingerprint, &journal, terms).await?;
        let start = |work| coordinator.start(work);
        runner::run_remotely(&settings, facts, resumed, start, signals, reporter).await
    })
}
