//! `arena worker`.

mod list;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, ensure};
use clap::Args;
use tokio::runtime;

use super::guard::guard;
use super::output::say;
use super::run::start_log;
use super::server::CredentialArgs;
use super::signals;
use arena::player;
use arena::runner::Signal;
use arena::system::processor;
use remote::{Allowed, Worker, WorkerNews, is_of_loader};
use system::machine::host_name;

/// Play the games of the coordinators at a NATS server, until stopped; or list them.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct WorkerArgs {
    /// The server, such as nats://host:4222
    #[arg(value_name = "URL")]
    server: String,
    /// Play nothing: list the matches that wait for workers, and the connected workers with their work and refusals
    #[arg(long)]
    list: bool,
    /// Games or searches at a time [default: the physical cores allowed to the process]
    #[arg(long, value_name = "N")]
    concurrency: Option<usize>,
    /// A program that may be run; a match names it by its digest. May be given more than once
    #[arg(long, value_name = "NAME=PATH", value_parser = named_path)]
    engine: Vec<(String, PathBuf)>,
    /// A directory whose programs may be run: the executable files directly in it, but for scripts and hidden
    /// ones; and its networks. May be given more than once
    #[arg(long, value_name = "DIR")]
    engines: Vec<PathBuf>,
    /// A variable that a match may set for a program. May be given more than once
    #[arg(long, value_name = "NAME", value_parser = variable)]
    allow_env: Vec<String>,
    /// An argument that a match may give a program, word for word. May be given more than once
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    allow_argument: Vec<String>,
    /// The file or directory that an option of a program names here, instead of the match's. May be given more
    /// than once
    #[arg(long, value_name = "OPTION=PATH", value_parser = named_path)]
    option_file: Vec<(String, PathBuf)>,
    /// A directory of endgame tables. May be given more than once
    #[arg(long, value_name = "DIR")]
    syzygy: Vec<PathBuf>,
    /// Networks that this machine lacks: let coordinators send them, and keep them in this directory
    #[arg(long, value_name = "DIR")]
    accept_files: Option<PathBuf>,
    /// Its name among the workers [default: that of the machine and the process]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// End with the first match
    #[arg(long)]
    once: bool,
    /// Print only errors
    #[arg(long, short)]
    quiet: bool,
    /// Append a log to this file; the level is INFO, or the value of ARENA_LOG (such as debug)
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    #[command(flatten)]
    credentials: CredentialArgs,
}

const EXAMPLES: &str = "\
Examples:
  nats-server -js                             on one machine: the server (2.9 or later)
  arena run x.toml --workers nats://host      on a machine with the match file: its coordinator, which
                                              plays nothing, and keeps the journal
  arena worker nats://host                    on every machine that plays, one or more times
  arena worker nats://host --engine sf=/usr/games/stockfish
                                              for a match between programs: it plays with the programs
                                              listed here that have the same digests as the coordinator's
  arena worker nats://host --engines ~/engines --allow-env OMP_NUM_THREADS \
      --option-file SyzygyPath=/tables        a match may set this variable; this option names a
                                              directory of this machine
  arena worker --list nats://host             the workers, and their work

A worker runs the programs that are listed here and no others. It sets no variable, argument or file that a
match names unless it is allowed here. It stores nothing: lost games are played again. Ctrl-C finishes the
pairs it has begun, a second one or SIGTERM returns them at once.";

pub(super) fn execute(args: &WorkerArgs) -> anyhow::Result<ExitCode> {
    if args.list {
        return list::list_all(&args.credentials.server(&args.server)?);
    }
    start_log(args.log.as_deref())?;
    player::install_hook();
    let concurrency = args.concurrency.unwrap_or_else(processor::physical_cores);
    ensure!(concurrency > 0, "--concurrency is at least 1");
    let name = args.name.clone();
    let name = name.unwrap_or_else(|| format!("{}-{}", host_name(), std::process::id()));
    if let Some(directory) = &args.accept_files {
        let problem = || format!("cannot make the directory {}", directory.display());
        fs::create_dir_all(directory).with_context(problem)?;
    }
    let stderr = tempfile::tempdir().context("cannot make a directory for standard errors")?;
    let worker = Worker {
        server: args.credentials.server(&args.server)?,
        name,
        concurrency,
        engines: args.engines.clone(),
        programs: args.engine.iter().map(|(_, path)| path.clone()).collect(),
        allowed: Allowed {
            variables: args.allow_env.iter().cloned().collect(),
            arguments: args.allow_argument.iter().cloned().collect(),
            option_files: option_files(&args.option_file)?,
        },
        syzygy: args.syzygy.clone(),
        once: args.once,
        files: args.accept_files.clone(),
        stderr: stderr.path().to_owned(),
        guard: guard()?,
    };
    let mut tell = |news: WorkerNews| {
        if !args.quiet || matches!(news, WorkerNews::Refused { .. } | WorkerNews::Warning(_)) {
            say(&in_words(&news));
        }
    };
    let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
    let ending = runtime.block_on(async {
        let signals = signals::listen()?;
        anyhow::Ok(worker.work(signals.take(), &mut tell).await?)
    });
    // The client's remaining work is not needed.
    runtime.shutdown_background();
    Ok(match ending? {
        Some(Signal::Terminate) => ExitCode::from(signals::TERMINATED),
        Some(_) => ExitCode::from(signals::INTERRUPTED),
        None => ExitCode::SUCCESS,
    })
}

/// `NAME=PATH`.
fn named_path(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((name, path)) if !name.trim().is_empty() && !path.is_empty() => {
            Ok((name.trim().to_owned(), PathBuf::from(path)))
        }
        _ => Err("it is written NAME=PATH".to_owned()),
    }
}

/// The name of a variable that may be allowed.
fn variable(text: &str) -> Result<String, String> {
    if text.is_empty() || text.contains(['=', '\0']) {
        return Err("it is the name of a variable, without a value".to_owned());
    }
    if is_of_loader(text) {
        return Err("this variable loads code into every program, and is never set".to_owned());
    }
    Ok(text.to_owned())
}

/// The files of options, by their absolute paths.
fn option_files(named: &[(String, PathBuf)]) -> anyhow::Result<BTreeMap<String, PathBuf>> {
    let absolute = named.iter().map(|(option, path)| {
        let there = || format!("--option-file {option}: cannot use {}", path.display());
        Ok((option.clone(), fs::canonicalize(path).with_context(there)?))
    });
    absolute.collect()
}

fn in_words(news: &WorkerNews) -> String {
    match news {
        WorkerNews::Waits => "waits for work".to_owned(),
        WorkerNews::Begins { name, concurrency: 1 } => format!("plays {name}, one game at a time"),
        WorkerNews::Begins { name, concurrency } => {
            format!("plays {name}, {concurrency} games at a time")
        }
        WorkerNews::Refused { name, reason } => format!("does not play {name}: {reason}"),
        WorkerNews::Leaves { name, results } => format!("has played {results} games of {name}"),
        WorkerNews::Warning(text) => format!("warning: {text}"),
    }
}
