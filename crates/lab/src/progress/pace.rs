//! The pace of a run, by the work that it has done itself.

use std::time::Instant;

use arena::system::duration::duration;

/// The pace of a run.
#[derive(Clone, Copy, Debug)]
pub struct Pace(Instant);

impl Pace {
    /// That of a run that begins now.
    #[must_use]
    pub fn begin() -> Pace {
        Pace(Instant::now())
    }

    /// The time that this much work takes if the run goes on as it did with the work done: `3 h left`; `took 4 h` where
    /// none is left.
    #[must_use]
    pub fn words(self, done: f64, left: f64) -> String {
        let elapsed = self.0.elapsed();
        match (done > 0.0, left > 0.0) {
            (false, _) => "nothing finished yet".to_owned(),
            (true, true) => format!("{} left", duration(elapsed.mul_f64(left / done))),
            (true, false) => format!("took {}", duration(elapsed)),
        }
    }

    /// The pieces of work that it has done in a second.
    #[must_use]
    pub fn a_second(self, done: f64) -> f64 {
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
        assert_eq!(Pace(begun).words(0.0, 10.0), "nothing finished yet");
        assert_eq!(Pace(begun).words(2.0, 8.0), "40 s left");
        assert_eq!(Pace(begun).words(2.0, 0.0), "took 10 s");
    }
}
