//! `arena check`.

mod report;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use clap::Args;
use uci_client::check::{self, Findings};
use uci_client::{Guard, Program, file_digest, quoted};

use super::guard::guard;
use super::output::{self, say};
use arena::config::find_program;
use arena::storage::host::ProgramFile;

/// The time after which it is said that a check still waits, and between two such lines.
const PATIENCE: Duration = Duration::from_secs(5);

/// Check whether UCI engines behave as a match requires.
///
/// Checks are required if a match depends on them, otherwise optional. Every wait has a deadline,
/// and an engine that crashes or hangs is restarted for the next check.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct CheckArgs {
    /// The engines: a program (in this directory or in PATH), or a program with its arguments in one
    /// word, quoted as for a shell
    #[arg(value_name = "ENGINE", required = true)]
    engines: Vec<String>,
    /// Set this option of every engine each time it is started
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    /// Print every check, and the exchange of those that did not pass
    #[arg(long, conflicts_with = "json")]
    verbose: bool,
    /// Print all findings as JSON: a list with an object for each engine
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  arena check stockfish                     one engine: the verdict, and the checks that did not pass
  arena check --verbose stockfish           all checks, and the exchange of those
  arena check stockfish \"gnuchess -u\" ./target/release/ziggurat
                                            several, one after the other
  arena check --option Hash=16 --option \"Move Overhead=5\" stockfish
                                            with the options of its matches
  arena check --json ./my-engine > check.json

pass  as expected                           note  not as expected; no match needs it
FAIL  would lose games in a match           -     does not apply, or was not tried

Exit code 0: every engine is fit for a match. 1: one is not, or cannot be started.";

pub(super) fn execute(args: &CheckArgs) -> anyhow::Result<ExitCode> {
    let engines: Vec<Program> =
        args.engines.iter().map(|text| engine(text)).collect::<anyhow::Result<_>>()?;
    let options: Vec<(String, String)> =
        args.options.iter().map(|text| option(text)).collect::<anyhow::Result<_>>()?;
    let guard = guard()?;
    let mut reports = Vec::new();
    for engine in &engines {
        let findings = checked(engine, &options, &guard);
        if !args.json {
            let gap = if reports.is_empty() { "" } else { "\n" };
            let file = file_digest(&engine.path).ok();
            let file = file.and_then(|digest| ProgramFile::of("", &engine.path, digest));
            let file = file.map_or_else(String::new, |file| format!("{file}\n"));
            output::print(&format!("{gap}{}{file}", report::text(&findings, args.verbose)))?;
        }
        reports.push(findings);
    }
    if args.json {
        output::print_json(&(serde_json::to_string_pretty(&reports)? + "\n"))?;
    }
    let is_fit = reports.iter().all(Findings::is_fit);
    Ok(if is_fit { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Checks an engine. Standard error says that it begins, and where a check waits long.
fn checked(engine: &Program, options: &[(String, String)], guard: &Guard) -> Findings {
    say(&format!("checking {}", engine.path.display()));
    let (sender, receiver) = mpsc::channel();
    thread::scope(move |scope| {
        scope.spawn(move || {
            let (mut name, mut sent, mut begun) = ("start", "nothing", Instant::now());
            loop {
                match receiver.recv_timeout(PATIENCE) {
                    Ok(check) => ((name, sent), begun) = (check, Instant::now()),
                    Err(RecvTimeoutError::Timeout) => {
                        let seconds = begun.elapsed().as_secs();
                        say(&format!("{name}: not ended after {seconds} s; sent: {sent}"));
                    }
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
        });
        // The other thread ends with the sender.
        check::run(engine, options, guard, &mut |name, sent| {
            let _ = sender.send((name, sent));
        })
    })
}

/// Checks one engine, given as the words of its command line.
pub(super) fn of_command(words: &[String]) -> anyhow::Result<ExitCode> {
    let words: Vec<String> = words.iter().map(|word| quoted(word)).collect();
    let engines = vec![words.join(" ")];
    execute(&CheckArgs { engines, options: Vec::new(), verbose: true, json: false })
}

/// An engine from a command line in one word.
fn engine(text: &str) -> anyhow::Result<Program> {
    let words =
        system::shell::words(text).ok_or_else(|| anyhow!("{text:?}: a quote is not closed"))?;
    let Some((program, arguments)) = words.split_first() else {
        bail!("an engine is a program, and not an empty word");
    };
    let beside = std::path::absolute(Path::new(program)).unwrap_or_else(|_| PathBuf::from(program));
    let program = find_program(program, beside).map_err(anyhow::Error::msg)?;
    Ok(Program::new(program).with_arguments(arguments))
}

/// An option from `NAME=VALUE`.
fn option(text: &str) -> anyhow::Result<(String, String)> {
    let (name, value) = text
        .split_once('=')
        .filter(|(name, _)| !name.trim().is_empty() && !text.contains(['\n', '\r']))
        .with_context(|| format!("--option {text:?}: it is NAME=VALUE, such as Hash=16"))?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}
