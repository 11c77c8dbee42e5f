//! `arena queue`.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::bail;
use clap::{Args, Subcommand};

use super::output::{print, say};
use super::server::CredentialArgs;
use super::signals;
use arena::config::{self, Kind, Overrides, Setting};
use arena::runner::Signal;
use arena::runner::in_progress::InProgress;
use remote::{Entry, Queue, Served, Standing, serve};

/// Play many matches on one set of workers.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct QueueArgs {
    #[command(subcommand)]
    command: QueueCommand,
}

#[derive(Debug, Subcommand)]
enum QueueCommand {
    /// Play the matches of a queue with the workers at a NATS server, until stopped
    Serve(ServeArgs),
    /// Add a match
    Add(AddArgs),
    /// List the matches and their states
    List(PlaceArgs),
    /// Finish the current pairs of a match, and play no more of it
    Stop(MatchArgs),
    /// Resume a match that was stopped, or that failed
    Resume(MatchArgs),
    /// Change the priority of a match
    Priority(PriorityArgs),
}

#[derive(Debug, Args)]
struct ServeArgs {
    /// The directory of the queue
    #[arg(value_name = "QUEUE")]
    directory: PathBuf,
    /// The server, such as nats://host:4222
    #[arg(long, value_name = "URL")]
    workers: String,
    #[command(flatten)]
    credentials: CredentialArgs,
}

#[derive(Debug, Args)]
struct AddArgs {
    /// The directory of the queue
    #[arg(value_name = "QUEUE")]
    directory: PathBuf,
    /// The match file; changing it later does not affect the queue
    #[arg(value_name = "MATCH.toml")]
    file: PathBuf,
    /// Workers play the match with the highest priority first
    #[arg(long, value_name = "N", default_value_t = 0, allow_negative_numbers = true)]
    priority: i32,
    /// Change a key of the file
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<Setting>,
}

#[derive(Debug, Args)]
struct PlaceArgs {
    /// The directory of the queue
    #[arg(value_name = "QUEUE")]
    directory: PathBuf,
}

#[derive(Debug, Args)]
struct MatchArgs {
    /// The directory of the queue
    #[arg(value_name = "QUEUE")]
    directory: PathBuf,
    /// The number of the match, as shown by `list`
    #[arg(value_name = "ID")]
    id: u32,
}

#[derive(Debug, Args)]
struct PriorityArgs {
    #[command(flatten)]
    target: MatchArgs,
    /// Workers play the match with the highest priority first
    #[arg(value_name = "N", allow_negative_numbers = true)]
    priority: i32,
}

const EXAMPLES: &str = "\
Examples:
  arena queue serve ~/queue --workers nats://host
                                              on one machine, while there are matches to play
  arena queue add ~/queue x.toml --priority 5
  arena queue list ~/queue                    every match with its number, its state and its results
                                              directory
  arena queue stop ~/queue 3                  and later: arena queue resume ~/queue 3
  arena watch ~/queue                         the page of the current match

The queue is a directory; all commands but `serve` work on its files, even while it is not served.";

pub(super) fn execute(args: &QueueArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        QueueCommand::Serve(args) => return serve_queue(args),
        QueueCommand::Add(args) => {
            if config::kind(&args.file) != Kind::Match {
                let file = args.file.display();
                bail!(
                    "{file} is not a match, and a queue takes matches only; run it separately: \
                       arena run {file} --workers URL"
                );
            }
            let overrides = Overrides { set: args.set.clone(), ..Overrides::default() };
            let settings = config::load(&args.file, &overrides)?;
            let entry = Queue::open(&args.directory)?.add(&settings, args.priority)?;
            print(&format!("{}: {}\n", entry.id, in_words(&entry)))?;
        }
        QueueCommand::List(args) => {
            let entries = Queue::open(&args.directory)?.entries()?;
            let lines = entries.iter().map(|entry| format!("{}: {}\n", entry.id, in_words(entry)));
            let lines: String = lines.collect();
            print(if lines.is_empty() { "the queue is empty\n" } else { &lines })?;
        }
        QueueCommand::Stop(args) => change(args, |wanted| wanted.runs = false)?,
        QueueCommand::Resume(args) => change(args, |wanted| wanted.runs = true)?,
        QueueCommand::Priority(args) => {
            let priority = args.priority;
            change(&args.target, |wanted| wanted.priority = priority)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn change(args: &MatchArgs, change: impl FnOnce(&mut remote::Wanted)) -> anyhow::Result<()> {
    let entry = Queue::open(&args.directory)?.change(args.id, change)?;
    print(&format!("{}: {}\n", entry.id, in_words(&entry)))
}

fn serve_queue(args: &ServeArgs) -> anyhow::Result<ExitCode> {
    let queue = Queue::open(&args.directory)?;
    // A wrong address is reported now, once, and not by every match.
    args.credentials.server(&args.workers)?;
    let arena = std::env::current_exe()?;
    let command = |entry: &Entry| coordinator(&arena, entry, args);
    let mut tell = |served: Served| {
        let (what, entry) = match served {
            Served::Begins(entry) => ("begins", entry),
            Served::Ends(entry) => ("ends", entry),
        };
        say(&format!("{what}: {}: {}", entry.id, in_words(&entry)));
    };
    let ending =
        signals::work(async |signals| Ok(serve(&queue, &command, signals, &mut tell).await?))?;
    Ok(ExitCode::from(match ending {
        Signal::Terminate => signals::TERMINATED,
        Signal::Interrupt | Signal::Pause => signals::INTERRUPTED,
    }))
}

/// The coordinator of a match, a process of its own.
fn coordinator(arena: &Path, entry: &Entry, args: &ServeArgs) -> Command {
    let mut command = Command::new(arena);
    command.arg("run").arg(entry.file()).arg("--out").arg(entry.results());
    command.args(["--quiet", "--workers", &args.workers]);
    command.arg(format!("--priority={}", entry.wanted.priority));
    command.args(args.credentials.arguments());
    // Ctrl-C at the terminal must reach only the process that serves the queue.
    system::process::set_apart(&mut command);
    command
}

/// `x, priority 5, running, 120 of 1000 games: queue/1/results`.
fn in_words(entry: &Entry) -> String {
    let standing = match &entry.standing {
        Standing::Finished => "finished".to_owned(),
        Standing::Failed { said } => format!("failed: {said}"),
        Standing::Running if !entry.wanted.runs => "stopping".to_owned(),
        Standing::Running => "running".to_owned(),
        Standing::Waiting if !entry.wanted.runs => "stopped".to_owned(),
        Standing::Waiting => "waiting".to_owned(),
    };
    let results = entry.results();
    let progress = InProgress::of(&results)
        .map(|now| format!(", {} of {} games", now.finished, now.planned))
        .unwrap_or_default();
    let (name, priority) = (&entry.wanted.name, entry.wanted.priority);
    format!("{name}, priority {priority}, {standing}{progress}: {}", results.display())
}
