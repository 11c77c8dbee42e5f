//! Holds new games back while the machine is busy, and says so.
//!
//! Between games a thread works for 20 ms and looks how much of it the machine took. Where that is more than 5 % in three
//! probes in a row, new games of a match with a clock wait: at most for the match's patience, then they are played. The
//! load average counts threads that wait for disks, and does not say what a thread gets; a probe does.
//!
//! Another arena's games count as load, for no longer than the patience. An arena that waits is nearly idle, so two of them
//! never hold each other.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::transport::Transport;
use super::void::may_be_void;
use crate::chess::machine_time::BUSY_PERCENT;
use crate::config::Match;

/// The work of one probe.
const PROBE: Duration = Duration::from_millis(20);
/// Probes in a row that must find the machine busy: one alone may have met a moment's work of the system.
const PROBES: usize = 3;
/// Between two probes of a row.
const PAUSE: Duration = Duration::from_millis(50);
/// Between two rows while games wait.
const RETRY: Duration = Duration::from_secs(1);
/// Time in which a thread does not look again.
const FRESH: Duration = Duration::from_secs(5);

/// What the threads of a match have said.
#[derive(Debug, Default)]
pub struct BusyMachine {
    is_busy: AtomicBool,
    is_out_of_patience: AtomicBool,
}

/// The view of one game thread.
#[derive(Debug)]
pub(super) struct QuietWait {
    /// The rest of the time for which games may be held back; `None` where they never are.
    patience: Option<Duration>,
    /// When it found the machine quiet, or gave up.
    looked: Option<Instant>,
}

/// The share of a thread's time that the machine takes, in per cent.
fn taken_percent() -> u32 {
    let (begun, worked) = (Instant::now(), system::clock::thread_time());
    while begun.elapsed() < PROBE {
        std::hint::spin_loop();
    }
    let (elapsed, worked) = (begun.elapsed(), system::clock::thread_time() - worked);
    let percent = elapsed.saturating_sub(worked).as_micros() * 100 / elapsed.as_micros().max(1);
    u32::try_from(percent).unwrap_or(100)
}

/// The smallest share of a row of probes, as far as it must be known.
fn steadily_taken_percent(mut probe: impl FnMut() -> u32) -> u32 {
    let mut least = 100;
    for number in 0..PROBES {
        if number > 0 {
            sleep(PAUSE);
        }
        least = least.min(probe());
        if least <= BUSY_PERCENT {
            break;
        }
    }
    least
}

/// Whether the match's own programs want no more cores than there are: else they would be taken for load.
fn leaves_room(settings: &Match) -> bool {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let wanted = settings.contenders.iter().map(|contender| {
        contender
            .program()
            .map_or(1, |program| program.threads() * if program.ponder { 2 } else { 1 })
    });
    settings.concurrency * wanted.max().unwrap_or(1) <= cores
}

impl QuietWait {
    pub(super) fn of(settings: &Match) -> QuietWait {
        let waits = may_be_void(settings) && leaves_room(settings);
        QuietWait { patience: settings.patience.filter(|_| waits), looked: None }
    }

    /// Waits until the machine is quiet, the patience is over or no more games are wanted; tells the user, once for all
    /// threads.
    pub(super) fn wait(&mut self, machine: &BusyMachine, transport: &mut impl Transport) {
        self.wait_by(machine, transport, taken_percent);
    }

    fn wait_by(
        &mut self,
        machine: &BusyMachine,
        transport: &mut impl Transport,
        probe: fn() -> u32,
    ) {
        let Some(mut patience) = self.patience else { return };
        if self.looked.is_some_and(|looked| looked.elapsed() < FRESH) {
            return;
        }
        while transport.has_more() {
            let begun = Instant::now();
            let percent = steadily_taken_percent(probe);
            let is_busy = percent > BUSY_PERCENT;
            let was_busy = machine.is_busy.swap(is_busy, Ordering::Relaxed);
            if !is_busy {
                if was_busy {
                    transport.warn("the machine is quiet again: the match goes on".to_owned());
                }
                break;
            }
            if patience.is_zero() {
                if !machine.is_out_of_patience.swap(true, Ordering::Relaxed) {
                    transport.warn(format!(
                        "the machine is still busy ({percent} % of a thread's time): games are played all the same; the \
                         report has those in which it took time"
                    ));
                }
                break;
            }
            if !was_busy {
                transport.warn(format!(
                    "the machine is busy: it takes {percent} % of a thread's time; new games wait, for {} s at most",
                    patience.as_secs()
                ));
            }
            sleep(RETRY.min(patience));
            patience = patience.saturating_sub(begun.elapsed());
            self.patience = Some(patience);
        }
        self.looked = Some(Instant::now());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::runner::ticket::Ticket;
    use crate::runner::transport::FinishedGame;

    #[derive(Default)]
    struct Said(Vec<String>);

    impl Transport for Said {
        fn next_ticket(&mut self) -> Option<Ticket> {
            None
        }

        fn hand_in(&mut self, _game: FinishedGame) -> bool {
            false
        }

        fn warn(&mut self, text: String) {
            self.0.push(text);
        }

        fn obstruct(&mut self, problem: String) {
            self.warn(problem);
        }
    }

    /// What a thread with this patience says, and how long it waits.
    fn told(patience: Option<Duration>, probe: fn() -> u32) -> (Vec<String>, Duration) {
        let (mut said, begun) = (Said::default(), Instant::now());
        let mut wait = QuietWait { patience, looked: None };
        let machine = BusyMachine::default();
        for _ in 0..2 {
            wait.wait_by(&machine, &mut said, probe);
            wait.looked = None;
        }
        (said.0, begun.elapsed())
    }

    #[test]
    fn a_quiet_machine_holds_nothing_back() {
        let (said, took) = told(Some(Duration::from_secs(600)), || BUSY_PERCENT);
        assert!(said.is_empty() && took < RETRY, "{said:?} {took:?}");
        assert!(told(None, || 100).0.is_empty());
    }

    #[test]
    fn a_busy_machine_is_told_and_waited_for_until_the_patience_is_over() {
        let (said, took) = told(Some(Duration::from_millis(300)), || 37);
        let [first, second] = &said[..] else { panic!("{said:?}") };
        assert!(first.contains("37 % of a thread's time; new games wait"), "{first}");
        assert!(second.contains("played all the same"), "{second}");
        assert!((Duration::from_millis(300)..Duration::from_secs(5)).contains(&took), "{took:?}");
    }
}
