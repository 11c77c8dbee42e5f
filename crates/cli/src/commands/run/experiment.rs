//! `arena run` with an experiment file.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use super::RunArgs;
use crate::commands::guard::guard_where;
use crate::commands::output::say;
use crate::commands::programs;
use crate::commands::signals::INTERRUPTED;
use crate::commands::suite::{Finished, SearchRun, search, show};
use arena::storage::results::Results;
use lab::suite::experiment::Experiment;
use lab::suite::file::{self, ExperimentOverrides};
use lab::suite::identify::identify;
use lab::suite::plan::PlanFacts;
use lab::suite::report::ExperimentReport;

/// Runs the remaining searches of an experiment, and reports all of them.
pub(super) fn execute(args: &RunArgs, file: &Path) -> anyhow::Result<ExitCode> {
    let overrides = ExperimentOverrides {
        positions: args.positions.clone(),
        sample: args.sample,
        max_depth: args.max_depth,
        concurrency: args.concurrency,
        set: args.set.clone(),
    };
    let mut experiment = file::load(file, &overrides)?;
    let guard =
        guard_where(experiment.blocks.iter().any(|block| block.plan.programs().next().is_some()))?;
    for block in &mut experiment.blocks {
        let plan = Arc::make_mut(&mut block.plan);
        programs::build(plan.programs_mut(), &guard)?;
        identify(plan, Some(file), &guard)?;
    }
    let run = SearchRun { guard, concurrency: experiment.concurrency, quiet: args.quiet };
    let facts: Vec<PlanFacts> = experiment.blocks.iter().map(|block| block.plan.facts()).collect();
    let plans = experiment.blocks.iter().map(|block| &block.plan).zip(&facts);
    let directory = Results::directory_of(args.out.as_deref(), file);
    let begin = |index| announce_block(&experiment, index);
    let finished = search(&plans.collect::<Vec<_>>(), directory, &run, begin)?;
    let Some(Finished { records, results }) = finished else {
        return Ok(ExitCode::from(INTERRUPTED));
    };
    keep(&ExperimentReport::new(&experiment, &facts, &records), &results)?;
    Ok(ExitCode::SUCCESS)
}

fn announce_block(experiment: &Experiment, index: usize) {
    if let (0, Some(question)) = (index, &experiment.question) {
        say(question);
    }
    let (count, block) = (experiment.blocks.len(), &experiment.blocks[index]);
    if count > 1 {
        say(&format!("block {} of {count}: {}", index + 1, block.name));
    }
    for skipped in block.grid.iter().flat_map(|grid| &grid.skipped) {
        say(&format!("left out: {}: {}", skipped.name, skipped.reason));
    }
}

/// Writes the report in every form, and prints it.
fn keep(report: &ExperimentReport<'_>, results: &Results) -> anyhow::Result<()> {
    let rendering = report.render()?;
    rendering.write(results, "experiment")?;
    for (name, picture) in report.plots()? {
        results.write(&format!("{name}.svg"), &picture)?;
    }
    show(rendering.document(), results)
}
