//! Time controls, and times as decimal seconds: parsed and printed exactly.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

/// A time control: `40/300` (40 moves in 300 s, again and again), `10+0.1` (10 s for the game and
/// 0.1 s added a move), `40/60+0.6` (both), or `300` (the game in 300 s).
///
/// Times are decimal seconds down to the microsecond and are kept exactly. The increment is there
/// from the first move on, so `10+0.1` begins with 10.1 s on the clock, and a control such as
/// `0+0.1` is a control like any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Moves a period lasts; `None` when `base` is for the whole game.
    pub period: Option<NonZeroU32>,
    /// Time added at the start of the game and of each further period.
    pub base: Duration,
    /// Time added for every move.
    pub increment: Duration,
}

/// The reason that a text is not a time control.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseTimeError {
    /// Not a decimal number of seconds.
    #[error("{0:?} is not a number of seconds such as 10 or 0.6")]
    NotSeconds(String),
    /// Finer than a microsecond.
    #[error("{0:?} is finer than a microsecond (at most six decimals)")]
    TooFine(String),
    /// More than [`MAX_SECONDS`].
    #[error("{0:?} is more than {MAX_SECONDS} seconds")]
    TooLong(String),
    /// The part before the slash is not a number of moves.
    #[error("{0:?} is not a number of moves from 1 to 10000")]
    NotMoves(String),
    /// Neither base time nor increment.
    #[error("a time control needs a base time or an increment above zero")]
    NoTime,
    /// None where some is needed.
    #[error("a time above zero is needed here")]
    Zero,
}

/// The longest base time or increment, in seconds.
pub const MAX_SECONDS: u64 = 1_000_000;

/// Parses a decimal number of seconds exactly, down to the microsecond.
///
/// # Errors
/// When the text has another form, or is too fine or too long.
pub fn parse_seconds(text: &str) -> Result<Duration, ParseTimeError> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(fraction) {
        return Err(ParseTimeError::NotSeconds(text.to_owned()));
    }
    if fraction.len() > 6 {
        return Err(ParseTimeError::TooFine(text.to_owned()));
    }
    let seconds = whole.parse().ok().filter(|seconds| *seconds <= MAX_SECONDS);
    let seconds = seconds.ok_or_else(|| ParseTimeError::TooLong(text.to_owned()))?;
    let micros = fraction.bytes().chain(std::iter::repeat(b'0')).take(6);
    let micros = micros.fold(0, |micros, digit| micros * 10 + u64::from(digit - b'0'));
    Ok(Duration::from_secs(seconds) + Duration::from_micros(micros))
}

/// A duration as the shortest decimal number of seconds that [`parse_seconds`] reads back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seconds(pub Duration);

impl FromStr for Seconds {
    type Err = ParseTimeError;

    fn from_str(text: &str) -> Result<Seconds, ParseTimeError> {
        parse_seconds(text).map(Seconds)
    }
}

/// A duration above zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositiveSeconds(pub Duration);

impl FromStr for PositiveSeconds {
    type Err = ParseTimeError;

    fn from_str(text: &str) -> Result<PositiveSeconds, ParseTimeError> {
        match parse_seconds(text)? {
            Duration::ZERO => Err(ParseTimeError::Zero),
            time => Ok(PositiveSeconds(time)),
        }
    }
}

impl fmt::Display for PositiveSeconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Seconds(self.0).fmt(f)
    }
}

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.as_secs())?;
        match self.0.subsec_micros() {
            0 => Ok(()),
            micros => write!(f, ".{}", format!("{micros:06}").trim_end_matches('0')),
        }
    }
}

impl TimeControl {
    /// The time control of testing frameworks, with its unit: `8.0+0.08s`, `40/60.0+0.6s`.
    #[must_use]
    pub fn framework_word(self) -> String {
        let period = self.period.map_or(String::new(), |moves| format!("{moves}/"));
        let base = Seconds(self.base).to_string();
        let point = if base.contains('.') { "" } else { ".0" };
        let increment = match self.increment {
            Duration::ZERO => String::new(),
            increment => format!("+{}", Seconds(increment)),
        };
        format!("{period}{base}{point}{increment}s")
    }
}

impl FromStr for TimeControl {
    type Err = ParseTimeError;

    fn from_str(text: &str) -> Result<TimeControl, ParseTimeError> {
        let (period, times) = match text.split_once('/') {
            Some((moves, times)) => {
                let digits = moves.bytes().all(|byte| byte.is_ascii_digit());
                let moves_number =
                    moves.parse().ok().filter(|n: &NonZeroU32| digits && n.get() <= 10_000);
                let error = || ParseTimeError::NotMoves(moves.to_owned());
                (Some(moves_number.ok_or_else(error)?), times)
            }
            None => (None, text),
        };
        let (base, increment) = times.split_once('+').unwrap_or((times, "0"));
        let (base, increment) = (parse_seconds(base)?, parse_seconds(increment)?);
        if base.is_zero() && increment.is_zero() {
            return Err(ParseTimeError::NoTime);
        }
        Ok(TimeControl { period, base, increment })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.period {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", Seconds(self.base))?;
        if !self.increment.is_zero() {
            write!(f, "+{}", Seconds(self.increment))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn frameworks_write_the_unit() {
        let word = |text: &str| text.parse::<TimeControl>().unwrap().framework_word();
        assert_eq!((word("40/60+0.6"), word("300")), ("40/60.0+0.6s".into(), "300.0s".into()));
        assert_eq!(word("0.5+0.01"), "0.5+0.01s");
    }

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn six_tenths_of_a_second_are_six_hundred_milliseconds() {
        let control: TimeControl = "40/60+0.6".parse().unwrap();
        assert_eq!(control.period, NonZeroU32::new(40));
        assert_eq!(control.base, millis(60_000));
        assert_eq!(control.increment, millis(600));
        assert_eq!("0.3".parse::<TimeControl>().unwrap().base, millis(300));
        assert_eq!(parse_seconds("0.000001").unwrap(), Duration::from_micros(1));
    }

    #[test]
    fn what_is_no_time_control_says_why() {
        let message = |text: &str| text.parse::<TimeControl>().unwrap_err().to_string();
        assert_eq!(message("0/10"), "\"0\" is not a number of moves from 1 to 10000");
        assert_eq!(message("+5/10"), "\"+5\" is not a number of moves from 1 to 10000");
        assert_eq!(message("10+"), "\"\" is not a number of seconds such as 10 or 0.6");
        assert_eq!(message("-1"), "\"-1\" is not a number of seconds such as 10 or 0.6");
        assert_eq!(message("1e3"), "\"1e3\" is not a number of seconds such as 10 or 0.6");
        assert_eq!(message("10 + 1"), "\"10 \" is not a number of seconds such as 10 or 0.6");
        assert_eq!(
            message("1+0.0000001"),
            "\"0.0000001\" is finer than a microsecond (at most six decimals)"
        );
        assert_eq!(message("9999999999999999999999"), {
            "\"9999999999999999999999\" is more than 1000000 seconds"
        });
        assert_eq!(message("0+0"), "a time control needs a base time or an increment above zero");
    }

    proptest! {
        #[test]
        fn a_printed_time_control_reads_back_the_same(
            moves in proptest::option::of(1u32..=10_000),
            base in 0u64..=1_000_000_000_000,
            increment in 0u64..=1_000_000_000_000,
        ) {
            prop_assume!(base + increment > 0);
            let control = TimeControl {
                period: moves.and_then(NonZeroU32::new),
                base: Duration::from_micros(base),
                increment: Duration::from_micros(increment),
            };
            prop_assert_eq!(control.to_string().parse(), Ok(control));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[0-9+./ -]{0,12}|\\PC{0,12}") {
            if let Ok(control) = text.parse::<TimeControl>() {
                prop_assert_eq!(control.to_string().parse(), Ok(control));
            }
        }
    }
}
