//! `arena tune`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use document::{FORMATS, number};

use super::guard::guard_for;
use super::output::say_command;
use super::output::{print_document, say};
use super::programs;
use super::signals::{self, INTERRUPTED, TERMINATED};
use super::workers_options::{WorkersArgs, start_batch};
use arena::config::{EngineSettings, Match, Overrides, Setting};
use arena::player;
use arena::storage::facts::BookFacts;
use arena::storage::results::Results;
use lab::progress::ProgressDisplay;
use lab::tune::facts::TuningFacts;
use lab::tune::file::{self, Tuning};
use lab::tune::report::Outcome;
use lab::tune::runner::{self, TuningEnding};
use lab::tune::state::TuningState;
use lab::tune::{fragments, page, plot};
use uci_client::declared;

/// Tune parameters of the search, or options of any UCI program, by games of the engine against itself
/// (SPSA).
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct TuneArgs {
    /// The tuning file
    #[arg(value_name = "TUNING.toml")]
    file: PathBuf,
    /// Directory of journal and results [default: results/NAME beside the tuning file]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Games to play at a time, instead of the file's
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    concurrency: Option<i64>,
    /// Seed of perturbations and openings, instead of the file's
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    seed: Option<i64>,
    /// Change a key of the file, such as iterations=200 or limits.nodes=2000; VALUE is TOML, or a
    /// plain text. May be given more than once
    #[arg(long = "set", value_name = "KEY=VALUE")]
    set: Vec<Setting>,
    /// Show no progress: only warnings and, at the end, the table
    #[arg(long, short)]
    quiet: bool,
    #[command(flatten)]
    workers: WorkersArgs,
}

const EXAMPLES: &str = "\
Examples:
  arena tune matches/tune-reductions.toml     tune; the journal goes to
                                              matches/results/tune-reductions/
  arena tune matches/tune-reductions.toml     again: resume where it was stopped (even by
                                              kill -9), or print the table of a finished tuning
  arena tune matches/tune-reductions.toml --workers nats://host
                                              the games of each iteration on every
                                              `arena worker nats://host`; the same outcome
  arena run matches/results/tune-reductions/confirm.toml
                                              are the tuned values better than the base?

A tuning file names the base, the parameters, the games, and their number:

  preset = \"default\"
  iterations = 500
  pairs = 8
  limits = { nodes = 1000 }
  openings = { file = \"../openings/mixed.epd\", order = \"shuffled\" }

  [[parameter]]
  name = \"late_move_reductions.divisor\"
  range = [100, 400]                          default: the technique's own
  c_end = 20                                  perturbation at the end; default: range / 20
  r_end = 0.01                                step at the end, in c_end a game won

For a program that speaks UCI, options are tuned:

  command = \"./engine\"                        instead of `preset`
  options = { Hash = 16, Threads = 1 }        options that stay fixed

  [[parameter]]
  option = \"NullMoveBase\"                     type spin; without a range type check
  range = [1, 8]

  [[parameter]]
  option = \"LmrFactor\"                        type string, a fraction
  range = [0.5, 3.0]
  scale = 100                                 in steps of a hundredth

Each iteration plays `pairs` pairs of games between the engine with all parameters moved one way and
the engine with all of them moved the other way, and moves the values by the result. With a node or
depth limit the outcome depends only on the file, not on concurrency nor on interruptions.

The directory gets iterations.jsonl (the journal), parameters.txt, .md and so on (start, final value, mean
and spread of the last half), paths.svg, values.toml (to be put into a match file), and confirm.toml
(a match of the tuned values against the base, with a sequential test). openbench-spsa.txt and
weather-factory.json have the tuned values in the formats of those tools.

Ctrl-C stops after the iteration in progress, a second one at once.";

const JOURNAL: &str = "iterations.jsonl";

pub(super) fn execute(args: &TuneArgs) -> anyhow::Result<ExitCode> {
    let TuneArgs { seed, concurrency, .. } = *args;
    let set = args.set.clone();
    let mut tuning = file::load(&args.file, &Overrides { games: None, seed, concurrency, set })?;
    player::install_hook();
    let directory = Results::directory_of(args.out.as_deref(), &args.file);
    let results = Results::with_journal(directory, JOURNAL)?;
    let guard = guard_for(&tuning.base)?;
    let _builds = programs::prepare(&mut tuning.base, &guard)?;
    if let EngineSettings::Uci(program) = tuning.engine() {
        let declared = declared(&program.program, &tuning.base.supervision.timeouts(), &guard)?;
        tuning.settle(&declared).map_err(anyhow::Error::msg)?;
    }
    let mut state = TuningState::new(&tuning);
    let facts = TuningFacts::of(&tuning);
    let mut journal = state.open(&results.directory().join(JOURNAL), &facts)?;
    if !args.quiet {
        announce(&tuning, &state);
    }
    for warning in tuning.warnings() {
        say(&format!("warning: {warning}"));
    }
    let server = args.workers.server()?;
    let ending = signals::work(async |signals| {
        let display = ProgressDisplay::new(tuning.iterations() as usize, "iterations", args.quiet);
        let stderr = results.directory().join("stderr");
        let place = results.directory().join(JOURNAL);
        let start = async |iteration: &Arc<Match>| match &server {
            None => runner::start_here(iteration, &guard, &stderr),
            Some(server) => Ok(start_batch(iteration, server, args.workers.terms(), &place).await?),
        };
        runner::run(&mut state, &mut journal, start, signals, display).await
    })?;
    if let Some(outcome) = Outcome::of(&state) {
        keep(&outcome, &results)?;
    }
    Ok(explain(ending, &results))
}

/// Prints a summary of the tuning before it starts.
fn announce(tuning: &Tuning, state: &TuningState<'_>) {
    let (base, iterations) = (&tuning.base, tuning.iterations());
    let contender = &base.contenders[0];
    say(&format!(
        "{}: {iterations} iterations of {} pairs, {} at a time, {}",
        base.name,
        tuning.pairs(),
        base.concurrency,
        BookFacts::of(&base.openings)
    ));
    if let Some(question) = &base.question {
        say(question);
    }
    say(&format!("  base: {}", contender.summary()));
    for parameter in &tuning.parameters {
        let (dimension, scale) = (parameter.dimension, parameter.subject.scale());
        let (name, start, c_end, r_end) =
            (parameter.name(), dimension.start / scale, dimension.c_end / scale, dimension.r_end);
        let [low, high] = [dimension.low, dimension.high].map(|end| f64::from(end) / scale);
        let floor = dimension.floor.map(|place| tuning.parameters[place].name());
        let floor = floor.map_or(String::new(), |floor| format!(", at least {floor}"));
        say(&format!(
            "  {name} = {start} in [{low}, {high}]{floor}, c_end {c_end}, r_end {}",
            number::decimal(r_end, 4)
        ));
    }
    let finished = state.iterations().len();
    if finished > 0 {
        say(&format!("{finished} of {iterations} iterations are in the journal already"));
    }
}

/// Writes the present results, and prints the table.
fn keep(outcome: &Outcome<'_>, results: &Results) -> anyhow::Result<()> {
    let document = outcome.document();
    for format in FORMATS.into_iter().filter(|format| format.name() != "html") {
        results.write(&format!("parameters.{}", format.extension()), &format.render(&document))?;
    }
    results.write("parameters.html", &page::page(outcome)?)?;
    results.write("values.toml", &fragments::values(outcome))?;
    results.write("confirm.toml", &fragments::confirmation(outcome))?;
    results.write("openbench-spsa.txt", &fragments::open_bench(outcome))?;
    results.write("weather-factory.json", &fragments::weather_factory(outcome)?)?;
    results.write("paths.svg", &plot::svg(outcome)?)?;
    print_document(&document)
}

/// Prints the tuning's ending, and the next step.
fn explain(ending: TuningEnding, results: &Results) -> ExitCode {
    let directory = results.directory();
    let code = match ending {
        TuningEnding::Complete => {
            say(&format!("\nresults: {}", directory.display()));
            let confirm = directory.join("confirm.toml");
            say(&format!("to confirm them: arena run {}", confirm.display()));
            return ExitCode::SUCCESS;
        }
        TuningEnding::Drained => INTERRUPTED,
        TuningEnding::Aborted => TERMINATED,
    };
    say_command("the tuning is not finished; resume it with");
    ExitCode::from(code)
}
