//! The time that the machine took from an engine: its threads were ready and did not run, or this process was stopped.
//!
//! Of several threads the one counts that waited most since the last reading, never their sum; sleep and waits for a disk
//! count for none. It is never more than the time of the moves since then less the engine's own processor time, and never
//! more than [`MOST`]. Reading costs system calls, so it is done at the beginning of a game, and for a move only when that
//! used more than half of its time, or every [`EVERY`] moves: a credit is for all moves since the last reading.

use std::time::{Duration, Instant};

use system::waits::ThreadWaits;

use super::Session;
use crate::lateness::Wait;

/// The most that a move is credited with.
const MOST: Duration = Duration::from_secs(60);
/// Moves between two readings, whatever time they took.
const EVERY: u32 = 16;
/// A deadline is not extended by less.
const LEAST: Duration = Duration::from_millis(1);

/// The account of one engine.
#[derive(Debug)]
pub(super) struct Account {
    waits: ThreadWaits,
    /// The engine's work at the last reading that was credited.
    worked: Duration,
    /// Time and number of the moves since then.
    elapsed: Duration,
    moves: u32,
    /// Time taken since then, as far as it was read.
    taken: Duration,
    /// By how much the deadline of the present move was extended.
    extended: Duration,
}

impl Session {
    /// Begins an account of the time that the machine takes from this engine. Without one no time is credited.
    pub fn begin_account(&mut self) {
        let waits = self.account.take().map(|account| account.waits);
        let mut waits = waits.unwrap_or_else(|| ThreadWaits::of(self.process.id()));
        waits.read();
        self.core_wait = Wait::begin();
        self.account = Some(Account {
            waits,
            worked: self.process.worked(),
            elapsed: Duration::ZERO,
            moves: 0,
            taken: Duration::ZERO,
            extended: Duration::ZERO,
        });
    }

    /// Reads this thread's wait for cores before a question, where the time is counted.
    pub(super) fn begin_core_wait(&mut self) {
        self.is_core_wait_fresh = self.account.is_some();
        if self.is_core_wait_fresh {
            self.core_wait = Wait::begin();
        }
    }

    /// Notes that this process was stopped: the engine may have been stopped with it, or its answer was not read.
    pub(super) fn note_stop(&mut self, stopped: Duration) {
        if let Some(account) = &mut self.account {
            account.taken += stopped;
        }
    }

    /// Reads the waits of an engine that has used most of its time: a thread of the search may end with it, and its
    /// statistics too.
    pub(super) fn read_waits(&mut self) {
        if let Some(account) = &mut self.account {
            account.taken += account.waits.read();
        }
    }

    /// Extends the present deadlines by the time that the machine has taken since the question; says whether it did.
    pub(super) fn extend(&mut self) -> bool {
        self.read_waits();
        let (asked, worked_before) = self.asked;
        let worked = self.process.worked().saturating_sub(worked_before);
        let Some(account) = &mut self.account else { return false };
        let most = asked.elapsed().saturating_sub(worked).min(MOST);
        let more = account.taken.min(most).saturating_sub(account.extended);
        if more < LEAST {
            return false;
        }
        account.extended += more;
        self.withheld += more;
        true
    }

    /// The time to credit after a move that took this long; `is_long`: more than half of what it had.
    pub(super) fn credit(&mut self, time: Duration, is_long: bool) -> Duration {
        let Some(account) = &mut self.account else { return Duration::ZERO };
        account.elapsed += time;
        account.moves += 1;
        account.extended = Duration::ZERO;
        if !is_long && account.moves < EVERY {
            return Duration::ZERO;
        }
        self.read_waits();
        let worked = self.process.worked();
        let Some(account) = &mut self.account else { return Duration::ZERO };
        let own = worked.saturating_sub(account.worked);
        let credit = account.taken.min(account.elapsed.saturating_sub(own)).min(MOST);
        (account.worked, account.elapsed, account.moves) = (worked, Duration::ZERO, 0);
        account.taken = Duration::ZERO;
        credit
    }

    /// Whether the present question has had more than half of its time.
    pub(super) fn is_past_half(&self, now: Instant, deadline: Instant) -> bool {
        let asked = self.asked.0;
        now.saturating_duration_since(asked) > deadline.saturating_duration_since(now)
    }
}
