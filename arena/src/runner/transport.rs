//! The `Transport` trait: brings work to game threads and carries their results away.
//!
//! A thread knows only tickets and finished games. The schedule may be in this process or on
//! another machine. The dispatcher at the other end decides a result's consequences for the match:
//! a pair is replayed, a fault ends a strict match, a rule stops it.

use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};

use super::queue::Queue;
use super::ticket::Ticket;
use crate::chess::record::{GameRecord, GameSpec, Termination};
use crate::config::Match;
use crate::player::faults::Evidence;
use crate::storage::journal::GameText;

/// The number of finished games that may wait for the disk before threads wait for it too. The same
/// number may be on their way to it; a slow disk costs no more memory than these.
pub(crate) const WAITING_GAMES: usize = 256;

/// A finished game, and its text for the journal.
#[derive(Debug)]
pub struct FinishedGame {
    /// The game.
    pub record: GameRecord,
    /// Empty if the games are not kept as text.
    pub text: GameText,
    /// Of the engine that has lost it by a fault.
    pub evidence: Option<Evidence>,
    /// The attempt of the ticket that it was played for.
    pub attempt: u32,
}

impl FinishedGame {
    /// Whether it may require a decision of the dispatcher: to replay its pair, or to begin no more
    /// games.
    fn needs_decision(&self) -> bool {
        self.record.termination == Termination::Void || self.record.termination.fault().is_some()
    }
}

/// The connection of one game thread to its dispatcher.
pub trait Transport: Send + 'static {
    /// The next ticket; `None` when this thread gets no more work.
    fn next_ticket(&mut self) -> Option<Ticket>;

    /// The match with the openings of the last ticket, if the thread's own match has no book.
    fn settings(&self) -> Option<Arc<Match>> {
        None
    }

    /// Announces that a game is about to begin, where that is wanted; returns whether it is still
    /// wanted. On return, the reporter has already seen it.
    fn announce(&mut self, _spec: GameSpec) -> bool {
        true
    }

    /// Hands a finished game in; returns whether more games are wanted. For a void game, or one
    /// lost by a fault, it returns after the dispatcher's decision, so that the next ticket takes
    /// it into account.
    fn hand_in(&mut self, game: FinishedGame) -> bool;

    /// Whether there may be another ticket.
    fn has_more(&self) -> bool {
        true
    }

    /// Tells the user something, in a sentence, where there is a user.
    fn warn(&mut self, _text: String) {}

    /// Says why nobody may go on with the match, in a sentence.
    fn obstruct(&mut self, problem: String);
}

/// The interval at which a thread waiting for a decision checks that the dispatcher still exists: a
/// game may be handed in at the very moment in which the channel closes.
const SLICE: Duration = Duration::from_millis(50);

/// A message from a thread to the dispatcher of this process.
#[derive(Debug)]
pub enum News {
    /// A game is about to begin.
    Begins(GameSpec),
    /// A game is finished.
    Finished(Box<FinishedGame>),
    /// Something the user should know, in a sentence.
    Warning(String),
    /// Why nobody may go on with the match, in a sentence.
    Obstacle(String),
}

/// News on their way to the dispatcher of this process.
#[derive(Debug)]
pub struct Delivery {
    /// The news.
    pub news: News,
    /// Dropped once the game has been decided on; the sender may wait for that.
    pub receipt: Receipt,
}

/// A receipt: dropped when a decision has been made.
#[derive(Debug)]
pub enum Receipt {
    /// A thread waits for it.
    Thread {
        /// Dropped with the receipt.
        _held: Sender<()>,
    },
    /// A task waits for it.
    Task {
        /// Dropped with the receipt.
        _held: oneshot::Sender<()>,
    },
}

/// The coupling between the threads and the dispatcher.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Step {
    /// Threads wait only where their next ticket may depend on a decision.
    #[default]
    Loose,
    /// Games are announced, and a thread waits until its news have been reported.
    Close,
}

/// The transport within this process: a shared queue and a channel.
#[derive(Clone, Debug)]
pub(super) struct LocalTransport {
    queue: Arc<Queue>,
    finished: mpsc::Sender<Delivery>,
    step: Step,
}

impl LocalTransport {
    /// A transport of the tickets in this queue; games come out of the receiver. It ends when the
    /// transport and its clones are dropped.
    pub(super) fn new(queue: Arc<Queue>, step: Step) -> (LocalTransport, mpsc::Receiver<Delivery>) {
        let (finished, receiver) = mpsc::channel(WAITING_GAMES);
        (LocalTransport { queue, finished, step }, receiver)
    }

    fn deliver(&self, news: News, waits: bool) -> bool {
        let (held, decided) = channel();
        let receipt = Receipt::Thread { _held: held };
        if self.finished.blocking_send(Delivery { news, receipt }).is_err() {
            return false;
        }
        while waits && decided.recv_timeout(SLICE) == Err(RecvTimeoutError::Timeout) {
            if self.finished.is_closed() {
                return false;
            }
        }
        true
    }
}

impl Transport for LocalTransport {
    fn next_ticket(&mut self) -> Option<Ticket> {
        self.queue.take()
    }

    fn announce(&mut self, spec: GameSpec) -> bool {
        self.step == Step::Loose || self.deliver(News::Begins(spec), true)
    }

    fn hand_in(&mut self, game: FinishedGame) -> bool {
        let waits = self.step == Step::Close || game.needs_decision();
        self.deliver(News::Finished(Box::new(game)), waits)
    }

    fn has_more(&self) -> bool {
        self.queue.has_more()
    }

    fn warn(&mut self, text: String) {
        self.deliver(News::Warning(text), false);
    }

    fn obstruct(&mut self, problem: String) {
        // Where nobody hears it the run is over.
        self.deliver(News::Obstacle(problem), false);
    }
}

#[cfg(any(test, feature = "testing"))]
impl FinishedGame {
    /// A game without a move, for tests.
    #[must_use]
    pub fn example(game: u32, attempt: u32, is_void: bool) -> FinishedGame {
        use crate::chess::record::{GameSpec, Replays};
        use shakmaty::{ByColor, Color, KnownOutcome};

        let record = GameRecord {
            spec: GameSpec::new(game, 0),
            first_mover: Color::White,
            moves: Vec::new(),
            termination: if is_void { Termination::Void } else { Termination::MoveLimit },
            incident: None,
            outcome: KnownOutcome::Draw,
            counters: ByColor::default(),
            overruns: ByColor::default(),
            stolen: ByColor::default(),
            replays: Replays::default(),
            late: ByColor::default(),
            thread: None,
            worker: None,
        };
        FinishedGame { record, text: GameText::default(), evidence: None, attempt }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::record::GameSpec;
    use std::thread;

    #[test]
    fn after_a_void_game_the_next_ticket_comes_after_the_decision() {
        let queue = Arc::new(Queue::new((0..3).map(|n| GameSpec::new(n, 0)).collect(), |_| false));
        let (mut transport, mut finished) = LocalTransport::new(Arc::clone(&queue), Step::Loose);
        let thread = thread::spawn(move || {
            let mut numbers = Vec::new();
            while let Some(ticket) = transport.next_ticket() {
                for spec in ticket.games() {
                    numbers.push((spec.game, ticket.attempt));
                    // The very last game is void: without a decision the queue would be empty.
                    let is_void = numbers.len() == 3;
                    assert!(transport.hand_in(FinishedGame::example(spec.game, 0, is_void)));
                }
            }
            numbers
        });
        while let Some(Delivery { news, receipt }) = finished.blocking_recv() {
            let News::Finished(game) = news else { panic!("no game is announced") };
            thread::sleep(SLICE / 5);
            if game.record.termination == Termination::Void {
                queue.replay(game.record.spec.pair(), 1);
            }
            drop(receipt);
        }
        assert_eq!(thread.join().unwrap(), [(0, 0), (1, 0), (2, 0), (2, 1)]);
    }

    #[test]
    fn a_thread_does_not_wait_for_a_dispatcher_that_is_gone() {
        let queue = Arc::new(Queue::new(Vec::new(), |_| false));
        let (mut transport, mut finished) = LocalTransport::new(queue, Step::Loose);
        let thread = thread::spawn(move || transport.hand_in(FinishedGame::example(0, 0, true)));
        let kept = finished.blocking_recv().unwrap();
        drop(finished);
        assert!(!thread.join().unwrap());
        drop(kept);
    }
}
