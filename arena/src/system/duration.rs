//! Lengths of time in words.

use std::time::Duration;

/// A duration with the two units that matter.
pub fn duration(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60);
    match seconds {
        86_400.. => format!("{days} d {hours} h"),
        3_600.. => format!("{hours} h {minutes:02} min"),
        60.. => format!("{minutes} min {:02} s", seconds % 60),
        _ => format!("{seconds} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_two_units() {
        let text = |seconds| duration(Duration::from_secs(seconds));
        assert_eq!(text(59), "59 s");
        assert_eq!(text(61), "1 min 01 s");
        assert_eq!(text(7_260), "2 h 01 min");
        assert_eq!(text(90_000), "1 d 1 h");
    }
}
