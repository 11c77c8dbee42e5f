//! Where the tables of a worker take pairs from, and where they hand games in.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc;

use crate::config::Match;
use crate::runner::{FinishedGame, Ticket, Transport};

/// Which dealing of which ticket a pair came with.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct DealtTicket {
    pub(super) generation: String,
    pub(super) ticket: u64,
}

/// A pair to be played.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub(super) of: DealtTicket,
    pub(super) ticket: Ticket,
    /// The match with the pair's opening.
    pub(super) settings: Arc<Match>,
}

/// What a table tells.
#[derive(Debug)]
pub(super) enum TableNews {
    /// It has begun a pair: there is room for another.
    Begins,
    /// It has played a game of a pair.
    Played {
        of: DealtTicket,
        game: Box<FinishedGame>,
        /// Whether it is the only one.
        is_alone: bool,
    },
}

#[derive(Debug, Default)]
struct Waiting {
    pairs: VecDeque<Pair>,
    /// Pairs that are being played.
    playing: usize,
    is_closed: bool,
}

/// The pairs that wait for a table.
#[derive(Debug, Default)]
pub(super) struct Desk {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

impl Desk {
    /// Adds the pairs of a ticket; before all others, where they hold the match up.
    pub(super) fn put(&self, pairs: Vec<Pair>, is_urgent: bool) {
        let mut waiting = self.waiting();
        if is_urgent {
            pairs.into_iter().rev().for_each(|pair| waiting.pairs.push_front(pair));
        } else {
            waiting.pairs.extend(pairs);
        }
        self.changed.notify_all();
    }

    /// Takes all pairs back that no table has begun.
    pub(super) fn take_back(&self) -> Vec<Pair> {
        self.waiting().pairs.drain(..).collect()
    }

    /// How many pairs wait, and how many are being played.
    pub(super) fn load(&self) -> (usize, usize) {
        let waiting = self.waiting();
        (waiting.pairs.len(), waiting.playing)
    }

    /// Sends the tables home.
    pub(super) fn close(&self) {
        self.waiting().is_closed = true;
        self.changed.notify_all();
    }

    /// The next pair; waits for it, and gives none when the desk is closed.
    fn next(&self) -> Option<Pair> {
        let mut waiting = self.waiting();
        loop {
            if waiting.is_closed {
                return None;
            }
            if let Some(pair) = waiting.pairs.pop_front() {
                waiting.playing += 1;
                return Some(pair);
            }
            waiting = self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One table's connection to the desk.
#[derive(Debug)]
pub(super) struct DeskTransport {
    pub(super) desk: Arc<Desk>,
    pub(super) news: mpsc::UnboundedSender<TableNews>,
    /// The pair that is being played.
    pub(super) current: Option<Pair>,
}

impl Transport for DeskTransport {
    fn next_ticket(&mut self) -> Option<Ticket> {
        let pair = self.desk.next()?;
        let ticket = pair.ticket;
        self.current = Some(pair);
        self.news.send(TableNews::Begins).is_ok().then_some(ticket)
    }

    fn settings(&self) -> Option<Arc<Match>> {
        self.current.as_ref().map(|pair| Arc::clone(&pair.settings))
    }

    fn hand_in(&mut self, game: FinishedGame) -> bool {
        let Some(pair) = &self.current else { return false };
        if pair.ticket.games().last().map(|spec| spec.game) == Some(game.record.spec.game) {
            self.desk.waiting().playing -= 1;
        }
        let played = TableNews::Played {
            of: pair.of.clone(),
            is_alone: pair.ticket.games().count() == 1,
            game: Box::new(game),
        };
        self.news.send(played).is_ok()
    }
}
