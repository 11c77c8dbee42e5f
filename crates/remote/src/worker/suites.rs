//! How a worker searches positions of a suite.

use std::io;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use engine::Stop;
use uci_client::Guard;

use super::job_runner::JobRunner;
use super::work_queue::{DealtPiece, Done, ThreadContext, ThreadNews};
use crate::evidence;
use crate::protocol::{
    self, Assigned, Found, FoundMessage, GameHeader, SearchMessage, TicketMessage,
};
use arena::chess::epd;
use arena::player::faults::Evidence;
use lab::suite::SuitePosition;
use lab::suite::plan::{Plan, Task};
use lab::suite::searcher::Searcher;

/// A search that is dealt.
#[derive(Clone, Debug)]
pub(super) struct DealtSearch {
    search: Assigned,
    pub(super) task: Task,
    pub(super) position: SuitePosition,
}

/// A plan that is searched here.
pub(super) struct SuiteRunner {
    /// Without positions.
    pub(super) plan: Arc<Plan>,
    guard: Guard,
}

impl SuiteRunner {
    pub(super) fn new(plan: Arc<Plan>, guard: Guard) -> SuiteRunner {
        SuiteRunner { plan, guard }
    }

    /// A searcher for its plan; `stop` ends it.
    pub(super) fn searcher(&self, stop: &Stop) -> Searcher {
        Searcher::new(&self.plan, &self.guard, stop)
    }

    fn read(&self, message: &SearchMessage) -> Result<DealtSearch, String> {
        let SearchMessage { search, task, epd } = message;
        let position = epd::line(epd).and_then(|line| SuitePosition::new(&line, 1));
        let position = position.map_err(|problem| format!("{epd}: {problem}"))?;
        let Plan { configurations, limits, .. } = &*self.plan;
        if task.configuration >= configurations.len() || task.limit >= limits.len() {
            return Err("a search of another plan".to_owned());
        }
        Ok(DealtSearch { search: search.clone(), task: *task, position })
    }
}

impl JobRunner for SuiteRunner {
    type Piece = DealtSearch;

    fn is_timed(&self) -> bool {
        self.plan.is_timed()
    }

    fn programs(&self) -> usize {
        // A thread has one of them at a time.
        self.plan.programs().count().min(1)
    }

    fn open(&self, message: &TicketMessage) -> Result<Vec<DealtSearch>, String> {
        message.searches.iter().map(|message| self.read(message)).collect()
    }

    fn results(&self, _piece: &DealtSearch) -> usize {
        1
    }

    fn start(&mut self, context: ThreadContext<DealtSearch>) -> io::Result<JoinHandle<()>> {
        let searcher = self.searcher(&context.abort);
        let thread = thread::Builder::new().name(format!("searches {}", context.number));
        thread.spawn(move || work(&context, searcher))
    }
}

/// Does one search after the other.
fn work(context: &ThreadContext<DealtSearch>, mut searcher: Searcher) {
    while let Some(DealtPiece { ticket, piece }) = context.queue.next() {
        if context.news.send(ThreadNews::Begins).is_err() {
            return;
        }
        let DealtSearch { search, task, position } = piece;
        let Some(found) = searcher.search(task, &position) else { return };
        let (found, evidence) = match found {
            Ok((record, evidence)) => (Found::Record(Box::new(record)), evidence),
            Err(problem) => (Found::Failure(problem), None),
        };
        context.queue.ended();
        let done = Box::new(done(search, found, evidence));
        let news = ThreadNews::Done { ticket, done, is_alone: true };
        if context.news.send(news).is_err() {
            return;
        }
    }
}

/// A finding, in the form that goes to the coordinator.
fn done(search: Assigned, found: Found, evidence: Option<Evidence>) -> Done {
    let Assigned { number, proof } = search;
    let text = protocol::to_bytes(&FoundMessage { number, found });
    // JSON is UTF-8.
    let text = String::from_utf8(text).unwrap_or_default();
    let evidence = evidence.map(evidence::message);
    let header = GameHeader { proof, attempt: 0, bytes: text.len(), evidence };
    Done { header, text, piece: number }
}
