//! `arena run`.

mod arguments;
mod direct;
mod ending;
pub(super) mod exit;
mod experiment;
mod merge;
mod on_end;
mod resumed;
mod scale;
mod series;
pub(super) mod short_help;

use std::fs::OpenOptions;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, bail};
use clap::CommandFactory;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use super::explain::{Terms, Wishes, explain};
use super::guard::guard_for;
use super::output::{print, say};
use super::play::play;
use super::{Cli, programs, report, signals, trust};
use arena::config::{self, Kind};
use arena::player;
use arena::storage::facts::MatchFacts;
use arena::storage::results::Results;
use ending::{has_ended, is_paused};
use exit::Exit;
use on_end::Reason;

pub(super) use arguments::RunArgs;

pub(super) fn execute(args: &RunArgs) -> anyhow::Result<ExitCode> {
    if args.help_all {
        let cli = Cli::command();
        let whole =
            cli.find_subcommand("run").map(|run| run.clone().render_long_help().to_string());
        print(&whole.unwrap_or_default())?;
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(processors) = &args.cpus {
        processors.keep()?;
    }
    start_log(args.log.as_deref())?;
    player::install_hook();
    let args = &resumed::arguments(args)?;
    let Some(file) = &args.file else { return play_match(args) };
    let kind = config::kind(file);
    args.refuse_options_of_others(kind, file)?;
    match kind {
        Kind::Match if !args.merge.is_empty() => merge::execute(args, file),
        Kind::Match => play_match(args),
        Kind::Experiment => experiment::execute(args, file),
        Kind::Series => series::execute(args, file),
    }
}

/// Plays or resumes a match, and reports it.
pub(super) fn play_match(args: &RunArgs) -> anyhow::Result<ExitCode> {
    let mut settings = args.load()?;
    if args.resumed {
        resumed::rename(&mut settings)?;
    }
    settings.strict = args.strict;
    settings.patience = patience()?;
    settings.shard = args.shard;
    let (explained, on_end) = (settings.explain, settings.on_end.clone());
    let (is_explained, concurrency) = (args.explain || explained.is_some(), settings.concurrency);
    let guard = guard_for(&settings)?;
    // Before anything is built for it.
    if let Some(problem) = settings.nothing_differs() {
        bail!(problem);
    }
    let builds = programs::prepare(&mut settings, &guard)?;
    if let Some(problem) = settings.nothing_differs() {
        bail!(problem);
    }
    let signatures = player::signatures(&settings);
    let (settings, facts, kept) = scale::settled(args, settings, &signatures);
    if let Some(line) = kept {
        say(&line);
    }
    let directory = args.directory(&settings, &facts);
    for warning in facts.iter().filter_map(MatchFacts::without_effect) {
        say(&format!("warning: {warning}"));
    }
    let results = Results::open(Some(&directory), &settings)?;
    resumed::say_other_matches(&settings, &results);
    trust::record(&settings, &directory);
    let is_enough = resumed::is_enough(args);
    if is_enough {
        say(&format!("results: {0}; `arena run {0}` resumes the match", directory.display()));
        builds.keep_for(&std::path::absolute(&directory)?)?;
    }
    let names: Vec<String> =
        settings.contenders.iter().map(|contender| contender.name.clone()).collect();
    let server = args.workers.server()?;
    let remote = server.map(|server| (server, args.workers.terms()));
    let tell_end = |reason: Reason, kept: Option<&report::MatchResult>| {
        if let Some(command) = &on_end {
            on_end::run(command, reason, kept, &results);
        }
    };
    let played = play(settings, &facts, &results, &guard, args.quiet, remote);
    let played =
        played.and_then(|ending| Ok((ending, report::keep(&results, args.full, args.quiet)?)));
    let (ending, kept) = played.inspect_err(|_| tell_end(Reason::Failed, None))?;
    if has_ended(ending) {
        builds.finish(&std::path::absolute(&directory)?);
    }
    ending::explain(ending, args.shard, &results, &names, is_enough);
    if is_explained && (has_ended(ending) || is_paused(ending)) {
        let wishes = Wishes::of_match(explained.as_ref());
        let terms = Terms { concurrency: Some(concurrency), quiet: args.quiet, trust: true };
        if !explain(&results.journal(), None, wishes, terms)? {
            tell_end(Reason::Interrupted, kept.as_ref());
            return Ok(ExitCode::from(signals::INTERRUPTED));
        }
    }
    tell_end(Reason::of(ending), kept.as_ref());
    Ok(ExitCode::from(Exit::of(ending, kept.as_ref(), args.strict, args.exit_code).code()))
}

/// For how long games wait while the machine is busy, in seconds.
const WAIT: &str = "ARENA_WAIT";
/// That time, unless the environment says otherwise.
const PATIENCE: Duration = Duration::from_secs(600);

/// For how long new games wait while the machine is busy; `None` where nobody is to look.
fn patience() -> anyhow::Result<Option<Duration>> {
    let Ok(seconds) = std::env::var(WAIT) else { return Ok(Some(PATIENCE)) };
    let seconds: u64 = seconds
        .parse()
        .with_context(|| format!("{WAIT}: {seconds:?}: whole seconds are wanted"))?;
    Ok((seconds > 0).then(|| Duration::from_secs(seconds).min(PATIENCE)))
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
