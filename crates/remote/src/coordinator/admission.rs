//! Which workers may play a match.

use std::ops::RangeInclusive;

use crate::protocol::{Admission, Hello, Job, Probe, SCALES, WorkerKey};

/// By how much a worker's speed may differ from the reference where clocks are left as they are.
const TOLERANCE: f64 = 0.1;
/// Speeds that a machine may have, in nodes a second.
const SPEEDS: RangeInclusive<f64> = 1.0..=1e12;

/// Decides which workers may play.
///
/// Where time limits moves, all workers have the speed of a reference. The worker of the first result is the reference;
/// until then every speed is admitted, so that a worker that delivers nothing keeps no other one out. Where clocks are
/// scaled, the first worker is the reference, for as long as it is there or once a result of it is kept.
#[derive(Clone, Debug)]
pub(super) struct Admissions {
    is_timed: bool,
    scale_time: bool,
    reference: Option<Reference>,
}

/// The speed that others are compared with.
#[derive(Clone, Debug)]
struct Reference {
    /// Nodes a second.
    speed: f64,
    /// The worker that has it.
    by: WorkerKey,
    /// Whether a result of this speed was kept. Before, the reference goes with its worker.
    is_settled: bool,
}

impl Admissions {
    pub(super) fn new(is_timed: bool, scale_time: bool) -> Admissions {
        Admissions { is_timed, scale_time, reference: None }
    }

    /// Whether a worker may play, and the factor of its clocks. Where no clock limits the moves, it
    /// has to play this probe as it was played.
    pub(super) fn decide(
        &mut self,
        job: &Job,
        by: &WorkerKey,
        hello: &Hello,
        probe: Option<Probe>,
    ) -> Admission {
        if hello.generation != job.generation {
            return for_now("the coordinator was started anew".to_owned());
        }
        if hello.arena != job.arena {
            let (here, there) = (&job.arena, &hello.arena);
            return refused(format!("the coordinator is arena {here}, the worker arena {there}"));
        }
        if hello.signatures != job.signatures {
            return refused("the worker's engines are others than the coordinator's".to_owned());
        }
        if !self.is_timed {
            return Admission::Admitted { time_scale: 1.0, probe };
        }
        let Some(speed) = hello.speed.filter(|speed| SPEEDS.contains(speed)) else {
            return refused(format!(
                "time limits a move, and the worker does not say a speed from {} to {:e} nodes a second",
                SPEEDS.start(),
                SPEEDS.end()
            ));
        };
        if !self.scale_time {
            return match &self.reference {
                Some(Reference { speed: reference, .. }) if !is_like(speed, *reference) => {
                    for_now(format!(
                        "it searches {speed:.0} nodes a second, the reference {reference:.0}: beyond \
                         {:.0} % a worker plays another match; the coordinator can scale clocks by \
                         --scale-time",
                        100.0 * TOLERANCE
                    ))
                }
                _ => Admission::Admitted { time_scale: 1.0, probe: None },
            };
        }
        let new = || Reference { speed, by: by.clone(), is_settled: false };
        let time_scale = self.reference.get_or_insert_with(new).speed / speed;
        match time_scale {
            _ if SCALES.contains(&time_scale) => Admission::Admitted { time_scale, probe: None },
            _ => for_now(format!(
                "its clocks would have to be multiplied by {time_scale:.2}; {} to {} is allowed",
                SCALES.start(),
                SCALES.end()
            )),
        }
    }

    /// A result of this worker, which has this speed, was kept: it settles the reference. Whether workers were admitted
    /// before that may have another speed.
    pub(super) fn confirm(&mut self, by: &WorkerKey, speed: Option<f64>) -> bool {
        let Some(speed) = speed.filter(|_| self.is_timed) else { return false };
        if let Some(reference) = &mut self.reference {
            reference.is_settled |= reference.by == *by;
            return false;
        }
        if self.scale_time {
            // The reference by which this worker was admitted is gone.
            return false;
        }
        self.reference = Some(Reference { speed, by: by.clone(), is_settled: true });
        true
    }

    /// Whether a worker of this speed may stay that was admitted before there was a reference.
    pub(super) fn keeps(&self, speed: Option<f64>) -> bool {
        let (Some(reference), Some(speed)) = (&self.reference, speed) else { return true };
        is_like(speed, reference.speed)
    }

    /// The worker whose speed the reference is, while it may change.
    pub(super) fn unsettled(&self) -> Option<WorkerKey> {
        let reference = self.reference.as_ref().filter(|reference| !reference.is_settled);
        reference.map(|reference| reference.by.clone())
    }

    /// This worker is gone, or is not believed: the reference goes with it, if it is this worker's and not settled.
    pub(super) fn forget(&mut self, by: &WorkerKey) {
        self.reference.take_if(|reference| reference.by == *by && !reference.is_settled);
    }
}

/// Whether a worker of this speed plays the same match as the reference.
fn is_like(speed: f64, reference: f64) -> bool {
    (1.0 - speed / reference).abs() <= TOLERANCE
}

/// It is not asked about again.
fn refused(reason: String) -> Admission {
    Admission::Refused { reason, for_now: false }
}

fn for_now(reason: String) -> Admission {
    Admission::Refused { reason, for_now: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn job() -> Job {
        Job { arena: "1".into(), signatures: vec![1, 2], ..Job::empty() }
    }

    fn hello(speed: Option<f64>) -> Hello {
        let (arena, worker, generation) = ("1".into(), "w".into(), String::new());
        let signatures = vec![1, 2];
        Hello { v: 2, generation, worker, arena, signatures, concurrency: 2, speed }
    }

    fn decide(admissions: &mut Admissions, worker: &str, hello: &Hello) -> Admission {
        admissions.decide(&job(), &WorkerKey::named(worker), hello, None)
    }

    fn is_refused(admission: &Admission) -> bool {
        matches!(admission, Admission::Refused { .. })
    }

    #[test]
    fn versions_and_engines_are_the_coordinators() {
        let mut admissions = Admissions::new(false, false);
        let admitted = Admission::Admitted { time_scale: 1.0, probe: None };
        assert_eq!(decide(&mut admissions, "a", &hello(None)), admitted);
        let old = Hello { arena: "0".into(), ..hello(None) };
        let other = Hello { signatures: vec![1], ..hello(None) };
        let before = Hello { generation: "before".into(), ..hello(None) };
        for hello in [old, other, before] {
            assert!(is_refused(&decide(&mut admissions, "a", &hello)), "{hello:?}");
        }
    }

    #[test]
    fn on_a_clock_machines_are_alike_or_clocks_are_scaled() {
        let mut admissions = Admissions::new(true, false);
        let same = Admission::Admitted { time_scale: 1.0, probe: None };
        let mut at = |speed| decide(&mut admissions, "a", &hello(speed));
        assert!(is_refused(&at(None)));
        // Nobody has delivered anything yet.
        assert_eq!([at(Some(1e3)), at(Some(1e6))], [same.clone(), same.clone()]);
        assert!(admissions.confirm(&WorkerKey::named("a"), Some(1e6)));
        assert_eq!([1e3, 0.91e6].map(|speed| admissions.keeps(Some(speed))), [false, true]);
        let mut at = |speed| decide(&mut admissions, "a", &hello(speed));
        assert_eq!(at(Some(0.91e6)), same);
        let Admission::Refused { reason, for_now: true } = at(Some(0.8e6)) else {
            panic!("it is refused for now")
        };
        assert!(reason.starts_with("it searches 800000 nodes a second, the reference 1000000"));
        let mut scaled = Admissions::new(true, true);
        let mut at = |speed| decide(&mut scaled, "a", &hello(Some(speed)));
        at(1e6);
        assert_eq!(at(0.5e6), Admission::Admitted { time_scale: 2.0, probe: None });
        assert!(is_refused(&at(1e5)));
    }

    #[test]
    fn a_speed_that_no_machine_has_and_a_worker_that_plays_nothing_set_no_reference() {
        let mut admissions = Admissions::new(true, false);
        for speed in [1e-300, 0.0, -1.0, 1e300, f64::NAN, f64::INFINITY] {
            let admission = decide(&mut admissions, "hostile", &hello(Some(speed)));
            assert!(is_refused(&admission), "{speed}");
        }
        decide(&mut admissions, "hostile", &hello(Some(1e3)));
        assert!(!is_refused(&decide(&mut admissions, "honest", &hello(Some(1e6)))));
        assert!(admissions.confirm(&WorkerKey::named("honest"), Some(1e6)));
        assert!(!admissions.confirm(&WorkerKey::named("hostile"), Some(1e3)));
        assert!(is_refused(&decide(&mut admissions, "hostile", &hello(Some(1e3)))));
        // Where clocks are scaled.
        let mut admissions = Admissions::new(true, true);
        decide(&mut admissions, "hostile", &hello(Some(1e3)));
        assert!(is_refused(&decide(&mut admissions, "honest", &hello(Some(1e6)))));
        assert_eq!(admissions.unsettled(), Some(WorkerKey::named("hostile")));
        admissions.forget(&WorkerKey::named("another"));
        assert!(is_refused(&decide(&mut admissions, "honest", &hello(Some(1e6)))));
        admissions.forget(&WorkerKey::named("hostile"));
        assert!(!is_refused(&decide(&mut admissions, "honest", &hello(Some(1e6)))));
        assert!(!admissions.confirm(&WorkerKey::named("honest"), Some(1e6)));
        admissions.forget(&WorkerKey::named("honest"));
        assert!(is_refused(&decide(&mut admissions, "hostile", &hello(Some(1e3)))));
    }
}
