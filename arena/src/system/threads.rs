//! Threads that take numbered pieces of work one after the other.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, JoinHandle};

use engine::Stop;

/// Threads at work. Dropping them ends them.
#[derive(Debug)]
pub struct Threads {
    stop: Stop,
    threads: Vec<JoinHandle<()>>,
}

impl Threads {
    /// Starts as many threads (at least one), each with its own work function. A thread calls it
    /// with the next unused number, from `first` on, until it returns `false`. Long work must watch
    /// `stop`, which is raised to end the threads.
    pub fn start<W>(count: usize, first: u64, stop: &Stop, mut work: impl FnMut() -> W) -> Threads
    where
        W: FnMut(u64) -> bool + Send + 'static,
    {
        let next = Arc::new(AtomicU64::new(first));
        let threads = (0..count.max(1))
            .map(|_| {
                let (mut work, next) = (work(), Arc::clone(&next));
                thread::spawn(move || while work(next.fetch_add(1, Ordering::Relaxed)) {})
            })
            .collect();
        Threads { stop: stop.clone(), threads }
    }

    /// A thread that does all the work, and watches `stop`.
    #[must_use]
    pub fn one(stop: &Stop, thread: JoinHandle<()>) -> Threads {
        Threads { stop: stop.clone(), threads: vec![thread] }
    }

    /// Stops them, and does not wait.
    pub fn stop(&self) {
        self.stop.raise();
    }
}

impl Drop for Threads {
    /// Stops them, and waits for their ends.
    fn drop(&mut self) {
        self.stop();
        for thread in self.threads.drain(..) {
            // A panic was reported at its place.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn every_number_is_taken_once_until_the_work_is_done() {
        let (sender, receiver) = mpsc::channel();
        let mut threads = Threads::start(3, 5, &Stop::new(), || {
            let sender = sender.clone();
            move |number| number < 100 && sender.send(number).is_ok()
        });
        threads.threads.drain(..).for_each(|thread| thread.join().unwrap());
        drop(sender);
        let mut numbers: Vec<u64> = receiver.iter().collect();
        numbers.sort_unstable();
        assert!(numbers.into_iter().eq(5..100));
    }

    #[test]
    fn dropping_them_ends_work_that_watches_the_stop() {
        let stop = Stop::new();
        let (watched, work) = (stop.clone(), stop.clone());
        drop(Threads::start(2, 0, &stop, || {
            let stop = work.clone();
            move |_| !stop.is_raised()
        }));
        assert!(watched.is_raised());
    }
}
