//! How a worker plays the pairs of a match.

use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;

use super::pair::{self, Pair};
use super::work_queue::{DealtPair, Done, ThreadContext, ThreadNews};
use crate::evidence;
use crate::job::AcceptedMatch;
use crate::protocol::{GameHeader, TicketMessage};
use arena::config::{Match, Pinning};
use arena::player::MakePlayer;
use arena::runner::in_progress::BoardFeed;
use arena::runner::{FinishedGame, GameThread, ReservedCores, Ticket, Transport};
use arena::storage::journal::GameWriter;

/// A match that is played here.
pub(super) struct MatchRunner {
    /// Without a book.
    settings: Arc<Match>,
    time_scale: f64,
    writers: Arc<[GameWriter]>,
    make_player: MakePlayer,
    /// Held while the threads are there.
    cores: Option<ReservedCores>,
}

impl MatchRunner {
    /// A match with this number of games at a time, by these players.
    pub(super) fn new(
        accepted: AcceptedMatch,
        concurrency: usize,
        make_player: MakePlayer,
    ) -> MatchRunner {
        let AcceptedMatch { settings, facts, time_scale, .. } = accepted;
        // Without any the threads share all processors.
        let cores = match settings.pinning {
            Pinning::Free => None,
            Pinning::IfPossible | Pinning::Wanted => {
                ReservedCores::reserve(concurrency, settings.cores_a_game()).ok()
            }
        };
        MatchRunner {
            settings: Arc::new(settings),
            time_scale,
            writers: facts.iter().map(GameWriter::new).collect(),
            make_player,
            cores,
        }
    }
}

impl MatchRunner {
    /// Whether time limits it, so that nobody may choose between two results.
    pub(super) fn is_timed(&self) -> bool {
        self.settings.is_timed()
    }

    /// The factor of the clocks.
    pub(super) fn time_scale(&self) -> f64 {
        self.time_scale
    }

    /// Programs that run for a thread.
    pub(super) fn programs(&self) -> usize {
        self.settings.contenders.iter().filter(|contender| contender.program().is_some()).count()
    }

    /// The pairs of a ticket.
    ///
    /// # Errors
    /// The problem, in a sentence.
    pub(super) fn open(&self, message: &TicketMessage) -> Result<Vec<Pair>, String> {
        message.pairs.iter().map(|message| pair::open(&self.settings, message)).collect()
    }

    /// Starts a thread, which plays one pair after the other until the queue is closed.
    ///
    /// # Errors
    /// When its thread cannot be started.
    pub(super) fn start(&mut self, context: ThreadContext) -> io::Result<JoinHandle<()>> {
        let (number, abort) = (context.number, context.abort.clone());
        let thread = GameThread {
            settings: Arc::clone(&self.settings),
            transport: QueueTransport { context, current: None },
            writers: Arc::clone(&self.writers),
            abort,
            make_player: Arc::clone(&self.make_player),
            number,
            feed: BoardFeed::closed(),
            machine: None,
            cores: self.cores.as_ref().map(|cores| cores.of_thread(number)),
        };
        thread.start()
    }
}

/// A game thread's connection to the queue.
struct QueueTransport {
    context: ThreadContext,
    /// The pair that is being played.
    current: Option<DealtPair>,
}

impl Transport for QueueTransport {
    fn next_ticket(&mut self) -> Option<Ticket> {
        let dealt = self.context.queue.next()?;
        let ticket = dealt.pair.ticket;
        self.current = Some(dealt);
        self.context.news.send(ThreadNews::Begins).is_ok().then_some(ticket)
    }

    fn settings(&self) -> Option<Arc<Match>> {
        self.current.as_ref().map(|dealt| Arc::clone(&dealt.pair.settings))
    }

    fn hand_in(&mut self, game: FinishedGame) -> bool {
        let Some(DealtPair { ticket, pair }) = &self.current else { return false };
        let spec = game.record.spec;
        let at = pair.ticket.games().position(|of_pair| of_pair.game == spec.game);
        let text = game.text.full();
        let header = GameHeader {
            proof: at.and_then(|at| pair.proofs.get(at)).cloned().unwrap_or_default(),
            attempt: game.attempt,
            bytes: text.len(),
            evidence: game.evidence.map(evidence::message),
        };
        if pair.ticket.games().last().map(|spec| spec.game) == Some(spec.game) {
            self.context.queue.ended();
        }
        let done = ThreadNews::Done {
            ticket: ticket.clone(),
            is_alone: pair.ticket.games().count() == 1,
            done: Box::new(Done { header, text, pair: spec.pair() }),
        };
        self.context.news.send(done).is_ok()
    }

    fn obstruct(&mut self, problem: String) {
        // The session may be over.
        let _ = self.context.news.send(ThreadNews::Obstacle(problem));
    }
}
