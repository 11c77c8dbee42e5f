//! `arena explain`.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use clap::Args;
use uci_client::Guard;

use super::guard::guard_where;
use super::journals::journal_of;
use super::output::{print_document, say};
use super::whole::whole;
use arena::config::ExplainSettings;
use arena::config::values::Whole;
use arena::storage::facts::MatchFacts;
use arena::system::processor::physical_cores;
use explain::course::Course;
use explain::report;
use explain::settings::{POSITIONS, Settings};
use explain::subjects;
use lab::suite::configuration::{self, Configuration};
use lab::suite::identify::identify_configurations;

/// The directory of an explanation, in that of the match.
const DIRECTORY: &str = "explain";

/// Find out why one side won: judge the choices in which the contenders of a match differ.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ExplainArgs {
    /// The journal of a match, or its directory
    #[arg(value_name = "MATCH")]
    journal: PathBuf,
    /// Directory of the explanation [default: explain in the directory of the match]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    audit: AuditArgs,
    /// Positions that are judged at a time [default: the physical cores]
    #[arg(long, value_name = "N", value_parser = whole(1..=1024_u16))]
    concurrency: Option<u16>,
    /// Show no progress
    #[arg(long, short)]
    quiet: bool,
}

/// The budget of an audit.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct AuditArgs {
    /// Nodes of a judge's search of each move [default: 50 times those of the match, or 1,000,000]
    #[arg(long, value_name = "N", value_parser = whole(1_u64..))]
    nodes: Option<u64>,
    /// Positions that are judged, at most: first divergences in the order of the schedule, and up to a quarter of them
    /// the largest swings [default: 200]
    #[arg(long, value_name = "N", value_parser = whole(1_u32..))]
    positions: Option<u32>,
    /// A judge: a preset or a UCI program, with changes as `arena suite` takes them; the option is given twice
    #[arg(long, value_name = "NAME")]
    judge: Vec<String>,
}

impl AuditArgs {
    /// The budget that a match file names.
    pub(super) fn of_match(settings: Option<&ExplainSettings>) -> AuditArgs {
        AuditArgs {
            nodes: settings.and_then(|settings| settings.nodes).map(Whole::get),
            positions: settings.and_then(|settings| settings.positions).map(Whole::get),
            judge: Vec::new(),
        }
    }
}

const EXAMPLES: &str = "\
Examples:
  arena explain matches/results/smoke         judge the divergences of a match, with its page and tables
  arena explain matches/results/smoke --nodes 100000 --positions 50
                                              a quick look
  arena explain matches/results/smoke --judge network --judge stockfish
                                              other judges: two of different kind

A choice is called worse only where both judges agree, so that no contender judges itself. The default
judges are `modern` with the network, and `modern` without the techniques that differ between the
contenders, with the classical evaluation.

The directory gets judged.jsonl (every judgement: an audit that was stopped goes on from it), the
explanation as explain.html, .txt, .md, .tex and .json, and positions.epd: the worse choices with the
better move (bm) and the worse one (am), for `arena suite`. The results are the same however many
positions are judged at a time.";

pub(super) fn execute(args: &ExplainArgs) -> anyhow::Result<ExitCode> {
    let journal = journal_of(&args.journal)?;
    let concurrency = args.concurrency.map_or_else(physical_cores, usize::from);
    explain(&journal, args.out.clone(), &args.audit, concurrency, args.quiet)?;
    Ok(ExitCode::SUCCESS)
}

/// Explains the match of a journal, and leaves the explanation in its directory.
pub(super) fn explain(
    journal: &Path,
    out: Option<PathBuf>,
    args: &AuditArgs,
    concurrency: usize,
    quiet: bool,
) -> anyhow::Result<()> {
    let beside = journal.parent().unwrap_or(Path::new("")).join(DIRECTORY);
    let positions = args.positions.map_or(POSITIONS, |positions| positions as usize);
    let subjects = subjects::read(journal, positions)?;
    if subjects.list.is_empty() {
        say("no pair diverged and no score fell: there is nothing to explain");
        return Ok(());
    }
    let (settings, guard) = settings(args, &subjects.pairings)?;
    let course = Course { directory: out.unwrap_or(beside), concurrency, quiet };
    let explanation = course.run(&settings, &subjects, &guard)?;
    print_document(&report::document(&explanation))?;
    say(&format!("\nexplanation: {}", course.directory.display()));
    Ok(())
}

/// The settings of the arguments, and the guard of the judges that are programs.
fn settings(args: &AuditArgs, pairings: &[MatchFacts]) -> anyhow::Result<(Settings, Guard)> {
    let mut settings = Settings::of_match(pairings);
    settings.nodes = args.nodes.unwrap_or(settings.nodes);
    let mut judges = configuration::parse_lists(&args.judge, None)?;
    if !judges.is_empty() {
        let has_program = judges.iter().any(|judge| judge.engine.program().is_some());
        let guard = guard_where(has_program)?;
        identify_configurations(&mut judges, &guard).context("--judge")?;
        let count = judges.len();
        let Ok(two) = <[Configuration; 2]>::try_from(judges) else {
            bail!(
                "--judge is given twice, for two judges of different kind; here it names {count}"
            );
        };
        settings.judges = two;
        return Ok((settings, guard));
    }
    Ok((settings, Guard::none()))
}
