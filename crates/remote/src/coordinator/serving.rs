//! The thread of a coordinator: messages come, and are answered.

use std::io;
use std::thread::{self, JoinHandle};

use tokio::runtime;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval};

use super::gate::{Checked, Gate, Kind};
use super::pairs::Pairs;
use super::{Coordinator, CoordinatorError, State, TICK};
use crate::broker::{Broker, Inbox, Letter};
use crate::protocol::{Job, STATUS, Subjects};

impl Coordinator {
    /// Starts the thread.
    pub(super) fn deal(self, pairs: Pairs) -> io::Result<JoinHandle<()>> {
        let gate = Gate::open()?;
        thread::Builder::new().name("workers".to_owned()).spawn(move || {
            let runtime = runtime::Builder::new_current_thread().enable_all().build();
            match runtime {
                Ok(runtime) => runtime.block_on(self.serve(pairs, gate)),
                Err(error) => tracing::error!("cannot start the runtime: {error}"),
            }
        })
    }

    async fn serve(self, mut pairs: Pairs, gate: (Gate, mpsc::Receiver<Checked>)) {
        if let Err(error) = self.coordinate(&mut pairs, gate).await {
            let text = format!("no more results come from workers: {error}");
            tracing::error!("{text}");
            pairs.obstruct(text).await;
        }
    }

    async fn coordinate(
        self,
        pairs: &mut Pairs,
        (gate, mut checked): (Gate, mpsc::Receiver<Checked>),
    ) -> Result<(), CoordinatorError> {
        let broker = Broker::connect(&self.server, "arena coordinator").await?;
        let job = Job {
            lease: self.terms.lease.as_secs_f64(),
            priority: self.terms.priority,
            host: self.host.clone(),
            journal: self.journal.clone(),
            generation: format!("{:016x}", rand::random::<u64>()),
            coordinator: self.dealer.public(),
            ..pairs.job()
        };
        let subjects = Subjects::of(&job.fingerprint);
        let mut asks = broker.hear(&subjects.ask()).await?;
        let mut hello = broker.hear(&subjects.hello()).await?;
        let mut results = broker.hear(&subjects.result()).await?;
        let mut statuses = broker.hear(STATUS).await?;
        let mut requests = broker.hear(&subjects.file()).await?;
        if !broker.asks_for_credentials() && !self.server.is_local() {
            let url = self.server.url();
            let text = format!(
                "{url} lets everyone in who reaches it: anyone may become a worker. See the manual for \
                 a configuration with users"
            );
            pairs.warn(text).await;
        }
        if !self.scripts.is_empty() {
            let text = format!(
                "{} is a script, which workers leave out of their directories of engines: list it there \
                 by name, with --engine NAME=PATH, or no worker plays",
                self.scripts.join(", ")
            );
            pairs.warn(text).await;
        }
        let (kept, mut decided) = mpsc::unbounded_channel();
        let mut state = State::new((broker, gate), job, self, pairs, kept);
        let mut ticks = interval(TICK);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                Some(message) = checked.recv() => {
                    state.take(message).await;
                    // The connection is read by this thread too: a dear message keeps no other out.
                    tokio::task::yield_now().await;
                }
                Some(decision) = decided.recv() => state.note(decision).await,
                letter = next(&mut results) => state.queue(Kind::Result, letter),
                letter = next(&mut asks) => state.queue(Kind::Ask, letter),
                letter = next(&mut hello) => state.queue(Kind::Hello, letter),
                letter = next(&mut statuses) => state.queue(Kind::Status, letter),
                letter = next(&mut requests) => state.queue(Kind::File, letter),
                _ = ticks.tick() => {
                    if state.tick().await {
                        break;
                    }
                }
            }
        }
        state.end().await;
        state.taken.map_or(Ok(()), Err)
    }
}

/// The next message; never, when the connection is given up.
async fn next(inbox: &mut Inbox) -> Letter {
    match inbox.next().await {
        Some(letter) => letter,
        None => std::future::pending().await,
    }
}
