//! Durations in messages.

use std::time::Duration;

/// A time in seconds, which prints with no more decimals than it has, to the microsecond.
pub(crate) fn seconds(time: Duration) -> f64 {
    // Only one rounding: the quotient is the number nearest to the decimal fraction.
    time.as_micros() as f64 / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_prints_as_it_is_written() {
        for (micros, text) in
            [(30_000_000, "30"), (200_000, "0.2"), (2_300_000, "2.3"), (1_000_001_000, "1000.001")]
        {
            assert_eq!(seconds(Duration::from_micros(micros)).to_string(), text);
        }
    }
}
