//! Which workers may play a match, or search for a suite.

use crate::protocol::{Admission, Hello, Job, Probe};

/// By how much a worker's speed may differ from the reference where clocks are left as they are.
const TOLERANCE: f64 = 0.1;
/// By how much clocks are multiplied at most, and at least.
const SCALES: std::ops::RangeInclusive<f64> = 0.25..=4.0;

/// Decides who may play.
#[derive(Clone, Copy, Debug)]
pub(super) struct Admissions {
    is_timed: bool,
    scale_time: bool,
    /// Nodes a second of the first worker that was admitted.
    reference: Option<f64>,
}

impl Admissions {
    pub(super) fn new(is_timed: bool, scale_time: bool) -> Admissions {
        Admissions { is_timed, scale_time, reference: None }
    }

    /// Whether a worker may play, and by what its clocks are multiplied. Where no clock limits the moves, it
    /// has to play this probe as it was played.
    pub(super) fn decide(&mut self, job: &Job, hello: &Hello, probe: Option<Probe>) -> Admission {
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
        let Some(speed) = hello.speed.filter(|speed| speed.is_finite() && *speed > 0.0) else {
            return refused("time limits a move, and the worker does not say its speed".to_owned());
        };
        let reference = *self.reference.get_or_insert(speed);
        let time_scale = reference / speed;
        match self.scale_time {
            false if (1.0 - speed / reference).abs() <= TOLERANCE => {
                Admission::Admitted { time_scale: 1.0, probe: None }
            }
            false => refused(format!(
                "it searches {speed:.0} nodes a second, the reference {reference:.0}: beyond {:.0} % a \
                 worker plays another match; the coordinator can scale clocks by --scale-time",
                100.0 * TOLERANCE
            )),
            true if SCALES.contains(&time_scale) => Admission::Admitted { time_scale, probe: None },
            true => refused(format!(
                "its clocks would have to be multiplied by {time_scale:.2}; {} to {} is allowed",
                SCALES.start(),
                SCALES.end()
            )),
        }
    }
}

fn refused(reason: String) -> Admission {
    Admission::Refused { reason }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::JobKind;

    fn job() -> Job {
        Job {
            v: 1,
            kind: JobKind::Match,
            fingerprint: String::new(),
            generation: String::new(),
            arena: "1".into(),
            name: String::new(),
            settings: String::new(),
            facts: Vec::new(),
            signatures: vec![1, 2],
            programs: Vec::new(),
            networks: Vec::new(),
            lease: 30.0,
            priority: 0,
            workers: 0,
            host: String::new(),
            journal: String::new(),
        }
    }

    fn hello(speed: Option<f64>) -> Hello {
        let (arena, worker) = ("1".into(), "w".into());
        Hello { v: 1, worker, arena, signatures: vec![1, 2], concurrency: 2, speed }
    }

    fn of(is_timed: bool, scale_time: bool) -> Admissions {
        Admissions::new(is_timed, scale_time)
    }

    #[test]
    fn versions_and_engines_are_the_coordinators() {
        let mut admissions = of(false, false);
        let admitted = Admission::Admitted { time_scale: 1.0, probe: None };
        assert_eq!(admissions.decide(&job(), &hello(None), None), admitted);
        let old = Hello { arena: "0".into(), ..hello(None) };
        assert!(matches!(admissions.decide(&job(), &old, None), Admission::Refused { .. }));
        let other = Hello { signatures: vec![1], ..hello(None) };
        assert!(matches!(admissions.decide(&job(), &other, None), Admission::Refused { .. }));
    }

    #[test]
    fn on_a_clock_machines_are_alike_or_clocks_are_scaled() {
        let mut admissions = of(true, false);
        assert!(matches!(admissions.decide(&job(), &hello(None), None), Admission::Refused { .. }));
        let same = Admission::Admitted { time_scale: 1.0, probe: None };
        assert_eq!(admissions.decide(&job(), &hello(Some(1e6)), None), same);
        assert_eq!(admissions.decide(&job(), &hello(Some(0.91e6)), None), same);
        assert_eq!(admissions.reference, Some(1e6));
        let Admission::Refused { reason } = admissions.decide(&job(), &hello(Some(0.8e6)), None)
        else {
            panic!("it is refused")
        };
        assert!(reason.starts_with("it searches 800000 nodes a second, the reference 1000000"));
        let mut scaled = of(true, true);
        scaled.decide(&job(), &hello(Some(1e6)), None);
        assert_eq!(
            scaled.decide(&job(), &hello(Some(0.5e6)), None),
            Admission::Admitted { time_scale: 2.0, probe: None }
        );
        let slow = scaled.decide(&job(), &hello(Some(1e5)), None);
        assert!(matches!(slow, Admission::Refused { .. }));
    }
}
