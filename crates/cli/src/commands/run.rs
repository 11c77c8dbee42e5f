//! `arena run`.

mod arguments;
mod direct;
mod ending;
pub(super) mod exit;
mod experiment;
mod on_end;
mod scale;
mod series;
pub(super) mod short_help;

use std::fs::OpenOptions;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::CommandFactory;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

use super::explain::{Wishes, explain};
use super::guard::guard_for;
use super::output::{print, say};
use super::play::play;
use super::{Cli, programs, report, signals};
use arena::config::{self, Kind};
use arena::player;
use arena::storage::facts::MatchFacts;
use arena::storage::results::Results;
use ending::{has_ended, is_paused};
use exit::Exit;

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
    let (explained, on_end) = (settings.explain, settings.on_end.clone());
    let (is_explained, concurrency) = (args.explain || explained.is_some(), settings.concurrency);
    let guard = guard_for(&settings)?;
    programs::prepare(&mut settings, &guard)?;
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
    let names: Vec<String> =
        settings.contenders.iter().map(|contender| contender.name.clone()).collect();
    let server = args.workers.server()?;
    let remote = server.map(|server| (server, args.workers.terms()));
    let ending = play(settings, &facts, &results, &guard, args.quiet, remote)?;
    let kept = report::keep(&results, args.full, args.quiet)?;
    ending::explain(ending, args.shard, &results, &names);
    if is_explained && (has_ended(ending) || is_paused(ending)) {
        let wishes = Wishes::of_match(explained.as_ref());
        if !explain(&results.journal(), None, wishes, Some(concurrency), args.quiet)? {
            return Ok(ExitCode::from(signals::INTERRUPTED));
        }
    }
    if let (Some(command), Some(kept), true) =
        (&on_end, &kept, has_ended(ending) && args.shard.is_none())
    {
        on_end::run(command, kept, &results);
    }
    Ok(ExitCode::from(Exit::of(ending, kept.as_ref(), args.strict, args.exit_code).code()))
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
