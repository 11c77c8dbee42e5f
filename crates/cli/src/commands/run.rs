//! `arena run`.

mod arguments;
mod cost;
mod direct;
mod ending;
pub(super) mod exit;
mod experiment;
mod explained;
mod on_end;
mod scale;
mod series;

use std::fs::OpenOptions;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::Context;
use remote::{Server, Terms};
use tokio::runtime;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use super::guard::guard_for;
use super::output::say;
use super::workers_options::Coordinator;
use super::{programs, report, signals};
use crate::terminal_ui::{BarReporter, LineReporter, Outlet};
use arena::config::{self, Kind, Match};
use arena::player::{self, AnyPlayer};
use arena::runner::events::Reporter;
use arena::runner::{self, MatchEnding};
use arena::storage::facts::MatchFacts;
use arena::storage::host::RunFacts;
use arena::storage::results::Results;
use ending::{explain, has_ended, is_paused};
use exit::Exit;
use explained::Explained;
use uci_client::Guard;

pub(super) use arguments::RunArgs;

pub(super) fn execute(args: &RunArgs) -> anyhow::Result<ExitCode> {
    start_log(args.log.as_deref())?;
    player::install_hook();
    let Some(file) = &args.file else { return play_match(args) };
    let kind = config::kind(file);
    args.refuse_options_of_others(kind, file)?;
    match kind {
        Kind::Match => play_match(args),
        Kind::Experiment => experiment::execute(args, file),
        Kind::Series => series::execute(args, file),
    }
}

/// Plays or resumes a match, and reports it.
pub(super) fn play_match(args: &RunArgs) -> anyhow::Result<ExitCode> {
    let mut settings = args.load()?;
    settings.strict = args.strict;
    settings.shard = args.shard;
    let (explained, on_end) = (Explained::of(args, &settings), settings.on_end.clone());
    let guard = guard_for(&settings)?;
    programs::prepare(&mut settings, &guard)?;
    let signatures: Vec<u64> = settings.contenders.iter().map(player::signature).collect();
    let (settings, facts, kept) = scale::settled(args, settings, &signatures);
    if let Some(line) = kept {
        say(&line);
    }
    let directory = args.directory(&settings, &facts);
    let (settings, facts) = cost::settled(settings, facts, &directory, &signatures)?;
    for warning in facts.iter().filter_map(MatchFacts::without_effect) {
        say(&format!("warning: {warning}"));
    }
    let results = Results::open(Some(&directory), &settings)?;
    let names: Vec<String> =
        settings.contenders.iter().map(|contender| contender.name.clone()).collect();
    let server = args.workers.server()?;
    let remote = server.map(|server| (server, args.workers.terms()));
    let ending = play(settings, &facts, &results, &guard, args.quiet, remote)?;
    let kept = report::keep(&results, args.full, args.quiet)?;
    explain(ending, args.shard, &results, &names);
    if let Some(explained) = explained.filter(|_| has_ended(ending) || is_paused(ending))
        && !explained.run(&results.journal())?
    {
        return Ok(ExitCode::from(signals::INTERRUPTED));
    }
    if let (Some(command), Some(kept), true) =
        (&on_end, &kept, has_ended(ending) && args.shard.is_none())
    {
        on_end::run(command, kept, &results);
    }
    Ok(ExitCode::from(Exit::of(ending, kept.as_ref(), args.strict, args.exit_code).code()))
}

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
    let make_player = AnyPlayer::factory(&settings, guard, &results.directory().join("stderr"));
    let mut reporter = reporter(&settings, quiet);
    runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let signals = signals::listen()?;
        let resumed = runner::open(&results.journal(), facts)?;
        results.keep_match(&settings)?;
        results.note_run(&RunFacts::now(&settings))?;
        let (signals, reporter) = (signals.take(), reporter.as_mut());
        let Some((server, terms)) = remote else {
            let run = runner::run(&settings, facts, resumed, make_player, signals, reporter);
            return Ok(run.await?);
        };
        let fingerprint = facts.first().map_or("", |facts| &facts.fingerprint);
        let journal = results.journal();
        let coordinator = Coordinator::new(server, &settings, fingerprint, &journal, terms).await?;
        let start = |work| coordinator.start(work);
        Ok(runner::run_remotely(&settings, facts, resumed, start, signals, reporter).await?)
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

pub(super) fn start_log(file: Option<&Path>) -> anyhow::Result<()> {
    let Some(path) = file else { return Ok(()) };
    let file = OpenOptions::new().append(true).create(true).open(path);
    let file = file.with_context(|| format!("cannot open the log {}", path.display()))?;
    let level = std::env::var("ARENA_LOG").unwrap_or_else(|_| "info".to_owned());
    let wanted: Targets = level.parse().context("ARENA_LOG")?;
    let lines = tracing_subscriber::fmt::layer().with_ansi(false).with_writer(file);
    tracing_subscriber::registry().with(lines).with(wanted).init();
    Ok(())
}
