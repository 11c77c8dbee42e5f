//! `arena suite`, with the parts that `arena sweep` shares.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::{ArgGroup, Args};
use document::Document;
use uci_client::Guard;

use super::guard::guard_where;
use super::offered::{Offered, presets};
use super::output::{print_document, say, say_command};
use super::programs;
use super::repository::RepositoryArgs;
use super::signals::{self, INTERRUPTED};
use super::whole::{depth, whole};
use arena::chess::time_control::parse_seconds;
use arena::config::Supervision;
use arena::storage::json_lines::JsonLines;
use arena::storage::results::Results;
use arena::system::processor::physical_cores;
use lab::progress::ProgressDisplay;
use lab::run_loop::RunEnding;
use lab::suite::Suite;
use lab::suite::configuration;
use lab::suite::experiment::Block;
use lab::suite::grid::Grid;
use lab::suite::identify::identify;
use lab::suite::journal;
use lab::suite::plan::{Plan, PlanFacts, SuiteLimit, parse_depths};
use lab::suite::record::Records;
use lab::suite::report::PlanReport;
use lab::suite::runner;
use lab::suite::searches::Searches;

#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[command(group(ArgGroup::new("limit").required(true).args(["depth", "nodes", "movetime", "depths"])))]
pub(super) struct SuiteArgs {
    /// The suite: an EPD file with the operations bm (best moves), am (moves to avoid) and id
    #[arg(value_name = "FILE.epd")]
    file: PathBuf,
    #[command(flatten)]
    limit: LimitArgs,
    /// Search to every depth from A to B, and show nodes by depth
    #[arg(long, value_name = "A..B", value_parser = parse_depths)]
    depths: Option<RangeInclusive<u32>>,
    /// The configurations: presets, UCI programs, or variants of them; the first is the baseline of
    /// the comparison
    #[arg(long, value_name = "NAME,..", required = true, value_parser = Offered(presets),
          hide_possible_values = true)]
    config: Vec<String>,
    #[command(flatten)]
    repository: RepositoryArgs,
    #[command(flatten)]
    work: WorkArgs,
}

/// The limit of every search.
#[derive(Debug, Args)]
pub(super) struct LimitArgs {
    /// Search every position to this depth, in plies
    #[arg(long, value_name = "N", value_parser = depth())]
    depth: Option<u32>,
    /// Search each position with this many nodes
    #[arg(long, value_name = "N", value_parser = whole(1_u64..))]
    nodes: Option<u64>,
    /// Search each position for this many seconds
    #[arg(long, value_name = "S", value_parser = positive_seconds)]
    movetime: Option<Duration>,
}

impl LimitArgs {
    /// The limit, if one is given.
    pub(super) fn limit(&self) -> Option<SuiteLimit> {
        let depth = self.depth.map(SuiteLimit::Depth);
        depth.or(self.nodes.map(SuiteLimit::Nodes)).or(self.movetime.map(SuiteLimit::MoveTime))
    }
}

const EXAMPLES: &str = "\
Examples:
  arena suite wac.epd --depth 8 --config none,null-move,null-move+multi-cut
  arena suite wac.epd --movetime 1 --config default --out results/wac-1s
  arena suite wac.epd --depths 5..10 --config null-move,null-move+multi-cut
  arena suite wac.epd --depth 8 --config 'null-move,R4=null-move:{null_move={reduction=4}}'
  arena suite wac.epd --movetime 1 --config 'stockfish,new=./my-engine:{options={Hash=64}},default'

A configuration is a preset, or PRESET:{..} with changes as in a match file's `search`:
  technique = true | false | { parameter = value, .. }
or a program that speaks UCI, with its arguments, or PROGRAM:{..} with keys of a match's contender:
  options = { Hash = 64, .. }  args = [..]  dir = \"..\"  env = { .. }
NAME=.. before it gives it a short name. A program that hangs or ends has not solved the position; the
table names its faults, and faults/ in the directory has their evidence.

A line of the suite is a position with operations:
  8/7p/5k2/5p2/p1p2P2/Pr1pPK2/1P1R3P/8 b - - bm Rxb2; id \"WAC.002\";

The directory gets searches.jsonl (every finished search: a run that was stopped goes on from it),
and the table as suite.txt, .md, .tex, .csv, .json and .html (depths.* with --depths). With a depth
or nodes limit the results are the same however many searches run at a time.";

/// The options of every search of suites.
#[derive(Debug, Args)]
pub(super) struct WorkArgs {
    /// Searches at a time [default: the physical cores]
    #[arg(long, value_name = "N", value_parser = whole(1..=1024_u16))]
    concurrency: Option<u16>,
    /// Directory of the results [default: results/SUITE-LIMIT-FINGERPRINT, with a fingerprint of
    /// suite, limit and configurations]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Transposition table of each search of a preset; a program has an option for that
    #[arg(long, value_name = "MiB", default_value_t = 16, value_parser = whole(1..=65_536_u32))]
    pub(super) hash: u32,
    /// The time limit of a program's search, or with --movetime the permitted delay [default: 60]
    #[arg(long, value_name = "S", value_parser = positive_seconds)]
    hang: Option<Duration>,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

impl WorkArgs {
    /// The timeouts of programs.
    pub(super) fn supervision(&self) -> Supervision {
        let supervision = Supervision::default();
        Supervision { hang: self.hang.unwrap_or(supervision.hang), ..supervision }
    }

    /// `results/wac-depth-8-1f3a9c2e`, if none is given: equal commands share it, others do not.
    fn directory(&self, plan: &Plan, kind: &str, facts: &PlanFacts) -> PathBuf {
        self.out.clone().unwrap_or_else(|| {
            let stem = plan.suite.path.file_stem().unwrap_or_default().to_string_lossy();
            let limits = facts.limits_text().replace([' ', ','], "-");
            PathBuf::from("results").join(format!("{stem}-{kind}{limits}-{}", facts.fingerprint()))
        })
    }

    /// Runs the searches of a plan, and reports them; those of a sweep with a picture under the name of its parameter.
    pub(super) fn execute(
        &self,
        mut plan: Plan,
        grid: Option<Grid>,
        varied: &str,
    ) -> anyhow::Result<ExitCode> {
        let guard = guard_where(plan.programs().next().is_some())?;
        programs::build(plan.programs_mut(), &guard)?;
        identify(&mut plan, None, &guard)?;
        let facts = plan.facts();
        let kind = if grid.is_some() { "sweep-" } else { "" };
        let directory = self.directory(&plan, kind, &facts);
        let block = Block { name: String::new(), plan: Arc::new(plan), grid };
        let run = SearchRun {
            guard,
            concurrency: self.concurrency.map_or_else(physical_cores, usize::from),
            quiet: self.quiet,
        };
        let finished = search(&[(&block.plan, &facts)], directory, &run, |_| {})?;
        let Some(Finished { records, results }) = finished else {
            return Ok(ExitCode::from(INTERRUPTED));
        };
        let report = PlanReport::new(&block, &facts, &records[0]);
        let rendering = report.render()?;
        rendering.write(&results, report.name())?;
        let title = format!("{varied}, {}, {}", facts.suite, facts.limits_text());
        if let Some(picture) = report.picture(&title)? {
            results.write(&format!("{}.svg", report.name()), &picture)?;
        }
        show(rendering.document(), &results)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// All searches of some plans, finished.
pub(super) struct Finished {
    pub(super) records: Vec<Records>,
    pub(super) results: Results,
}

pub(super) fn execute(args: &SuiteArgs) -> anyhow::Result<ExitCode> {
    let plan = Plan {
        configurations: configuration::parse_lists(&args.config, args.repository.given().as_ref())?,
        suite: Suite::read(&args.file)?,
        limits: args.limits(),
        hash: args.work.hash as usize,
        supervision: args.work.supervision(),
    };
    args.work.execute(plan, None, "")
}

impl SuiteArgs {
    /// The limits; the parser guarantees that there is one.
    fn limits(&self) -> Vec<SuiteLimit> {
        let depths = self.depths.clone().into_iter().flatten().map(SuiteLimit::Depth);
        self.limit.limit().into_iter().chain(depths).collect()
    }
}

/// The execution of searches, and its display.
pub(super) struct SearchRun {
    /// Ends the started programs with this process.
    pub(super) guard: Guard,
    /// Searches at a time.
    pub(super) concurrency: usize,
    pub(super) quiet: bool,
}

/// Runs the remaining searches of plans, one after the other. `begin` announces the plan of this number. `None` when they were stopped early; the user has been told.
pub(super) fn search(
    plans: &[(&Arc<Plan>, &PlanFacts)],
    directory: PathBuf,
    run: &SearchRun,
    begin: impl Fn(usize),
) -> anyhow::Result<Option<Finished>> {
    let results = Results::with_journal(directory, journal::JOURNAL)?;
    // All journals are opened first: a journal of another experiment must be found before the first
    // search.
    let (mut journals, mut records): (Vec<JsonLines>, Vec<Records>) = (Vec::new(), Vec::new());
    for (i, (plan, facts)) in plans.iter().enumerate() {
        let (journal, known) = journal::open(&journal::of_block(&results, i), plan, facts)?;
        journals.push(journal);
        records.push(known);
    }
    let faults = results.directory().join("faults");
    for (i, (journal, records)) in journals.iter_mut().zip(&mut records).enumerate() {
        let (plan, facts) = plans[i];
        if !run.quiet {
            begin(i);
            announce(plan, facts, records, run);
        }
        if work(plan, records, journal, &faults, run)? == RunEnding::Interrupted {
            break;
        }
    }
    let done: usize = records.iter().map(Records::finished).sum();
    let planned: usize = plans.iter().map(|(plan, _)| plan.searches()).sum();
    if done < planned {
        say_command(&format!("{done} of {planned} searches are finished; to go on"));
        return Ok(None);
    }
    Ok(Some(Finished { records, results }))
}

/// Runs the searches of a plan that are not in the records, and shows the progress.
fn work(
    plan: &Arc<Plan>,
    records: &mut Records,
    journal: &mut JsonLines,
    faults: &Path,
    run: &SearchRun,
) -> anyhow::Result<RunEnding> {
    signals::work(async |signals| {
        let searches = Searches::here(plan, records, &run.guard, run.concurrency);
        let display = ProgressDisplay::new(plan.searches(), "searches", run.quiet);
        runner::run(plan, records, journal, searches, faults, signals, display).await
    })
}

/// Prints the searches that are about to run, and the number already done.
fn announce(plan: &Plan, facts: &PlanFacts, records: &Records, run: &SearchRun) {
    let PlanFacts { suite: name, positions, .. } = facts;
    let limits = facts.limits_text();
    let configurations = match plan.configurations.len() {
        1 => "1 configuration".to_owned(),
        count => format!("{count} configurations"),
    };
    let concurrency = run.concurrency;
    say(&format!(
        "{name}: {positions} positions, {limits}, {configurations}; concurrency {concurrency}"
    ));
    if let Some(unread) = plan.suite.unread() {
        say(&format!("{name}: {unread}"));
    }
    let (cores, threads) = (physical_cores(), plan.threads());
    if plan.is_timed() && concurrency * threads > cores {
        let with_threads =
            if threads == 1 { String::new() } else { format!(" of {threads} threads") };
        say(&format!(
            "warning: --concurrency {concurrency}{with_threads} is more than the {cores} physical cores: \
             searches will take time from each other"
        ));
    }
    let done = records.finished();
    if done > 0 {
        say(&format!("{done} of {} searches are done already", plan.searches()));
    }
}

pub(super) fn show(document: &Document, results: &Results) -> anyhow::Result<()> {
    print_document(document)?;
    say(&format!("\nresults: {}", results.directory().display()));
    Ok(())
}

fn positive_seconds(text: &str) -> Result<Duration, String> {
    match parse_seconds(text) {
        Ok(Duration::ZERO) => Err("a search needs a time above zero".to_owned()),
        Ok(time) => Ok(time),
        Err(error) => Err(error.to_string()),
    }
}
