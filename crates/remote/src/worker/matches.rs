//! How a worker plays the pairs of a match.

use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;

use super::job_runner::JobRunner;
use super::pair::{self, Pair};
use super::work_queue::{DealtPiece, Done, ThreadContext, ThreadNews};
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

impl JobRunner for MatchRunner {
    type Piece = Pair;

    fn is_timed(&self) -> bool {
        self.settings.is_timed()
    }

    fn time_scale(&self) -> f64 {
        self.time_scale
    }

    fn programs(&self) -> usize {
        self.settings.contenders.iter().filter(|contender| contender.program().is_some()).count()
    }

    fn open(&self, message: &TicketMessage) -> Result<Vec<Pair>, String> {
        message.pairs.iter().map(|message| pair::open(&self.settings, message)).collect()
    }

    fn results(&self, pair: &Pair) -> usize {
        pair.ticket.games().count()
    }

    fn start(&mut self, context: ThreadContext<Pair>) -> io::Result<JoinHandle<()>> {
        let (number, abort) = (context.number, context.abort.clone());
        let thread = GameThread {
            settings: Arc::clone(&self.settings),
            transport: QueueTransport { context, current: None },
            writers: Arc::clone(&self.writers),
            abort,
            make_player: Arc::clone(&self.make_player),
            number,
            feed: BoardFeed::closed(),
            cores: self.cores.as_ref().map(|cores| cores.of_thread(number)),
        };
        thread.start()
    }
}

/// A game thread's connection to the queue.
struct QueueTransport {
    context: ThreadContext<Pair>,
    /// The pair that is being played.
    current: Option<DealtPiece<Pair>>,
}

impl Transport for QueueTransport {
    fn next_ticket(&mut self) -> Option<Ticket> {
        let dealt = self.context.queue.next()?;
        let ticket = dealt.piece.ticket;
        self.current = Some(dealt);
        self.context.news.send(ThreadNews::Begins).is_ok().then_some(ticket)
    }

    fn settings(&self) -> Option<Arc<Match>> {
        self.current.as_ref().map(|dealt| Arc::clone(&dealt.piece.settings))
    }

    fn hand_in(&mut self, game: FinishedGame) -> bool {
        let Some(DealtPiece { ticket, piece }) = &self.current else { return false };
        let spec = game.record.spec;
        let at = piece.ticket.games().position(|of_pair| of_pair.game == spec.game);
        let text = game.text.full();
        let header = GameHeader {
            proof: at.and_then(|at| piece.proofs.get(at)).cloned().unwrap_or_default(),
            attempt: game.attempt,
            bytes: text.len(),
            evidence: game.evidence.map(evidence::message),
        };
        if piece.ticket.games().last().map(|spec| spec.game) == Some(spec.game) {
            self.context.queue.ended();
        }
        let done = ThreadNews::Done {
            ticket: ticket.clone(),
            is_alone: piece.ticket.games().count() == 1,
            done: Box::new(Done { header, text, piece: spec.pair() }),
        };
        self.context.news.send(done).is_ok()
    }

    fn obstruct(&mut self, problem: String) {
        // The session may be over.
        let _ = self.context.news.send(ThreadNews::Obstacle(problem));
    }
}
