//! The pace of a run, by the work that it has done itself.

use std::time::Instant;

use arena::system::duration::duration;

/// The pace of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace(Instant);

impl Pace {
    /// That of a run that begins now.
    pub(crate) fn begin() -> Pace {
        Pace(Instant::now())
    }

    /// The time that this much work takes if the run goes on as it did with the work done: `3 h left`. `None` before any
    /// is done.
    pub(crate) fn left(self, done: f64, left: f64) -> Option<String> {
        (done > 0.0).then(|| format!("{} left", duration(self.0.elapsed().mul_f64(left / done))))
    }

    /// The time since it began.
    pub(crate) fn taken(self) -> String {
        duration(self.0.elapsed())
    }

    /// The pieces of work that it has done in a second.
    pub(crate) fn a_second(self, done: f64) -> f64 {
        done / self.0.elapsed().as_secs_f64().max(1e-9)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn time_left_goes_by_the_work_of_this_run() {
        let begun = Instant::now().checked_sub(Duration::from_secs(10)).unwrap();
        assert_eq!(Pace(begun).left(0.0, 10.0), None);
        assert_eq!(Pace(begun).left(2.0, 8.0).unwrap(), "40 s left");
        assert_eq!(Pace(begun).taken(), "10 s");
    }
}
