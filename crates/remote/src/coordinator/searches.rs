//! The searches of a plan, and their records.

use std::collections::{HashSet, VecDeque};
use std::time::Duration;

use anyhow::bail;
use tokio::sync::oneshot;
use uci_client::Go;

use super::workload::{Received, Workload};
use crate::evidence;
use crate::fingerprint::of_search;
use crate::job::not_for_workers;
use crate::piece::{Search, Wanted};
use crate::protocol::{
    self, Assigned, EVIDENCE, EvidenceMessage, Found, FoundMessage, GameHeader, Job, MESSAGE,
    Probe, SearchMessage, TICKET, TicketMessage,
};
use arena::chess::record::WorkerFacts;
use arena::player::faults::Evidence;
use lab::suite::plan::{Plan, PlanFacts, SuiteLimit, Task};
use lab::suite::record::SearchRecord;
use lab::suite::searches::{Finished, SearchWork, SuiteNews, failure};

/// Characters of the message about an engine that failed, at most.
const PROBLEM: usize = 1000;

/// A plan that is dealt.
pub(super) struct Searches {
    work: SearchWork,
    /// Those that are not dealt.
    waiting: VecDeque<Search>,
    /// The greatest weight of any search of the plan.
    heaviest: f64,
    is_closed: bool,
    /// A search of this run by each configuration that is a program, which a worker does before it is let in.
    probe: Probe,
}

impl Searches {
    pub(super) fn new(work: SearchWork) -> Searches {
        let plan = &work.plan;
        let weights = work.missing.iter().map(|&task| plan.weight(task));
        let heaviest = weights.fold(f64::MIN_POSITIVE, f64::max);
        let search = |&task: &Task| Search {
            task,
            number: number(plan, task),
            weight: plan.weight(task) / heaviest,
            line: plan.suite.positions[task.position].written.len(),
        };
        let waiting = work.missing.iter().map(search).collect();
        Searches { work, waiting, heaviest, is_closed: false, probe: Probe::default() }
    }

    /// A search as a message.
    fn message(&self, search: Assigned, task: Task) -> SearchMessage {
        let epd = self.work.plan.suite.positions[task.position].written.clone();
        SearchMessage { search, task, epd }
    }

    /// A record that was found, if it can be so.
    fn record(
        &self,
        task: Task,
        record: SearchRecord,
        header: &GameHeader,
        worker: &str,
    ) -> Result<(Option<u32>, SuiteNews), String> {
        let plan = &self.work.plan;
        let position = task.position + 1;
        let record = record.verified(plan, task).map_err(|problem| {
            format!("a search of position {position} cannot be so: {problem}")
        })?;
        if record.fault.as_ref().is_some_and(|fault| fault.len() > EVIDENCE) {
            return Err(format!("the fault at position {position} is told at too great length"));
        }
        let evidence = header.evidence.as_ref().filter(|_| record.fault.is_some());
        let evidence = evidence.map(|message| self.evidence(message, task, worker));
        let fingerprint = of_search(plan, task, &record);
        let finished = Finished { task, record, evidence, receipt: None };
        Ok((fingerprint, SuiteNews::Finished(Box::new(finished))))
    }
}

impl Searches {
    fn evidence(&self, message: &EvidenceMessage, task: Task, worker: &str) -> Evidence {
        let plan = &self.work.plan;
        let configuration = &plan.configurations[task.configuration];
        let go = match plan.limits[task.limit] {
            SuiteLimit::Depth(depth) => Go::depth(depth),
            SuiteLimit::Nodes(nodes) => Go { nodes: Some(nodes), ..Go::default() },
            SuiteLimit::MoveTime(time) => Go { move_time: Some(time), ..Go::default() },
        };
        let position = &plan.suite.positions[task.position].position;
        let program = configuration.engine.program();
        evidence::of_search(message, &configuration.name, program, position, &go, worker)
    }
}

impl Workload for Searches {
    type Piece = Search;
    type Result = SuiteNews;
    const RESULT: &'static str = "search";

    fn job(&self) -> Job {
        Job::of_plan(&self.work.plan, &self.work.facts)
    }

    fn kept(&self) -> HashSet<u32> {
        let missing: HashSet<Task> = self.work.missing.iter().copied().collect();
        let kept = self.work.plan.tasks().filter(|task| !missing.contains(task));
        kept.map(|task| number(&self.work.plan, task)).collect()
    }

    fn is_timed(&self) -> bool {
        self.work.plan.is_timed()
    }

    fn is_aborted(&self) -> bool {
        self.work.abort.is_raised()
    }

    fn is_closed(&self) -> bool {
        self.is_closed
    }

    fn close(&mut self) {
        self.is_closed = true;
        self.waiting.clear();
    }

    fn has_more(&self) -> bool {
        !self.waiting.is_empty()
    }

    fn next(&mut self) -> Option<Search> {
        self.waiting.pop_front()
    }

    fn write(
        &self,
        pieces: &[Search],
        message: &mut TicketMessage,
        prove: &dyn Fn(Wanted) -> String,
    ) {
        let searches = pieces.iter().map(|&Search { task, number, .. }| {
            let proof = prove(Wanted { number, attempt: 0 });
            self.message(Assigned { number, proof }, task)
        });
        message.searches = searches.collect();
    }

    fn read(
        &self,
        header: &GameHeader,
        text: &[u8],
        by: &WorkerFacts,
    ) -> Result<Received<SuiteNews>, String> {
        let message: FoundMessage = serde_json::from_slice(text)
            .map_err(|error| format!("a search cannot be read: {error}"))?;
        let (plan, number) = (&self.work.plan, message.number);
        let task = plan.task(number as usize);
        let task =
            task.ok_or_else(|| format!("search {} is beyond the plan", u64::from(number) + 1))?;
        let is_failure = matches!(message.found, Found::Failure(_));
        let (time, (fingerprint, result)) = match message.found {
            Found::Record(record) => (
                Duration::from_micros(record.microseconds),
                self.record(task, *record, header, &by.name)?,
            ),
            Found::Failure(problem) => {
                let problem: String =
                    problem.chars().filter(|c| !c.is_control()).take(PROBLEM).collect();
                (Duration::ZERO, (None, failure(plan, task, &problem)))
            }
        };
        let weight = plan.weight(task) / self.heaviest;
        let wanted = Wanted { number, attempt: 0 };
        Ok(Received { wanted, time, weight, fingerprint, is_failure, result })
    }

    fn note(&mut self, results: &[Received<SuiteNews>]) {
        for received in results {
            let Some(fingerprint) = received.fingerprint else { continue };
            let Some(task) = self.work.plan.task(received.wanted.number as usize) else { continue };
            let configuration = task.configuration;
            let program = self.work.plan.configurations[configuration].engine.program();
            let known = &self.probe.work.searches;
            if program.is_some()
                && known.iter().all(|search| search.task.configuration != configuration)
            {
                // Nobody brings the searches of a probe.
                let (number, proof) = (received.wanted.number, String::new());
                let search = self.message(Assigned { number, proof }, task);
                self.probe.work.searches.push(search);
                self.probe.fingerprints.push(fingerprint);
            }
        }
    }

    fn probe(&self) -> Option<Probe> {
        Some(self.probe.clone()).filter(|probe| !probe.fingerprints.is_empty())
    }

    async fn keep(&self, result: SuiteNews) -> Option<oneshot::Receiver<()>> {
        let (held, decided) = oneshot::channel();
        let news = match result {
            SuiteNews::Finished(mut finished) => {
                finished.receipt = Some(held);
                SuiteNews::Finished(finished)
            }
            other => other,
        };
        self.work.news.send(news).ok().map(|()| decided)
    }

    async fn warn(&self, text: String) {
        // The run may be over.
        let _ = self.work.news.send(SuiteNews::Warning(text));
    }

    async fn obstruct(&self, text: String) {
        self.warn(text).await;
    }
}

/// The job of a plan that can be dealt.
///
/// # Errors
/// Where time limits it, or it is too large for messages.
pub(super) fn fit(plan: &Plan, facts: &PlanFacts) -> anyhow::Result<Job> {
    if plan.is_timed() {
        bail!(
            "time limits these searches, which would come out differently on each worker's machine: limit \
             them by depth or nodes, or have them done here, without --workers"
        );
    }
    for configuration in &plan.configurations {
        let program = configuration.engine.program();
        if let Some(problem) =
            program.and_then(|program| not_for_workers(&configuration.name, program))
        {
            bail!(problem);
        }
    }
    let job = Job::of_plan(plan, facts);
    let bytes = protocol::to_bytes(&job).len();
    let longest = plan.suite.positions.iter().max_by_key(|position| position.written.len());
    match longest {
        Some(position) if position.written.len() > TICKET => {
            let line = position.line;
            bail!(
                "line {line} of the suite is too long to be sent to workers: shorten its comments"
            )
        }
        _ if bytes > MESSAGE => {
            let configurations = plan.configurations.len();
            bail!(
                "{configurations} configurations are too many to be told to workers at once: share them out \
                 to several runs"
            )
        }
        _ => Ok(job),
    }
}

/// The number of a search; there are far fewer than such numbers.
fn number(plan: &Plan, task: Task) -> u32 {
    u32::try_from(plan.number(task)).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests;
