//! `arena run` with an experiment file.

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use super::RunArgs;
use crate::commands::guard::guard_where;
use crate::commands::output::say;
use crate::commands::programs;
use crate::commands::signals::INTERRUPTED;
use crate::commands::suite::{
    FAULTS, ReferenceArgs, SearchRun, announce, explain_interruption, finished, show, work,
};
use crate::commands::workers_options::Coordinator;
use arena::storage::json_lines::JsonLines;
use arena::storage::results::Results;
use lab::run_loop::RunEnding;
use lab::suite::experiment::{Block, Experiment};
use lab::suite::file::{self, ExperimentOverrides};
use lab::suite::identify::identify;
use lab::suite::journal;
use lab::suite::plan::PlanFacts;
use lab::suite::quality::Qualities;
use lab::suite::record::Records;
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
    let reference = ReferenceArgs { reference: args.reference, judge: args.judge.clone() };
    let reference = reference.reference()?;
    let facts: Vec<PlanFacts> = experiment.blocks.iter().map(|block| block.plan.facts()).collect();
    if args.workers.deal.is_given() {
        let mut blocks = experiment.blocks.iter().zip(&facts);
        blocks.try_for_each(|(block, facts)| Coordinator::takes(&block.plan, facts))?;
    }
    let directory = Results::directory_of(args.out.as_deref(), file);
    let results = Results::with_journal(directory, journal::JOURNAL)?;
    // All journals are opened first: a journal of another experiment must be found before the first
    // search.
    let (mut journals, mut records): (Vec<JsonLines>, Vec<Records>) = (Vec::new(), Vec::new());
    for (i, (block, facts)) in experiment.blocks.iter().zip(&facts).enumerate() {
        let (journal, done) = journal::open(&journal::of_block(&results, i), &block.plan, facts)?;
        journals.push(journal);
        records.push(done);
    }
    if let (Some(question), false) = (&experiment.question, args.quiet) {
        say(question);
    }
    let run = SearchRun {
        guard,
        concurrency: experiment.concurrency,
        workers: &args.workers.deal,
        faults: results.directory().join(FAULTS),
        quiet: args.quiet,
    };
    let blocks = experiment.blocks.iter().zip(&facts).zip(&mut journals).zip(&mut records);
    for (i, (((block, facts), journal), records)) in blocks.enumerate() {
        if !args.quiet {
            announce_block(&experiment, i);
            announce(&block.plan, facts, records, &run);
        }
        let path = journal::of_block(&results, i);
        let ending = work(&block.plan, facts, records, (journal, &path), &run)?;
        if ending == RunEnding::Interrupted {
            break;
        }
    }
    let done = |(block, records): (&Block, &Records)| finished(&block.plan, records);
    let done: usize = experiment.blocks.iter().zip(&records).map(done).sum();
    if done < experiment.searches() {
        explain_interruption(done, experiment.searches());
        return Ok(ExitCode::from(INTERRUPTED));
    }
    let quality = |(block, records): (&Block, &Records)| {
        let judged = reference.as_ref().map(|(reference, guard)| {
            let means = (experiment.concurrency, args.quiet);
            reference.judge((&block.plan, records), results.directory(), guard, means)
        });
        let words = judged.transpose()?;
        anyhow::Ok(words.map(|words| Qualities::new(&block.plan, records, &words)))
    };
    let qualities = experiment.blocks.iter().zip(&records).map(quality);
    let qualities = qualities.collect::<anyhow::Result<Vec<Option<Qualities>>>>()?;
    keep(&ExperimentReport::new(&experiment, &facts, &records, &qualities), &results)?;
    Ok(ExitCode::SUCCESS)
}

fn announce_block(experiment: &Experiment, index: usize) {
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
