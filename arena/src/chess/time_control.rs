//! Time controls, and times as decimal seconds: parsed and printed exactly.

use std::fmt;
use std::iter::repeat_n;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// A time control: `40/300` (40 moves in 300 s, again and again), `10+0.1` (10 s for the game and
/// 0.1 s added a move), `40/60+0.6` (both), `300` or `5:0` (the game in 300 s), or several stages, as
/// `40/10+0.1:20+0.2` (after the 40th move 20 s more and 0.2 s a move).
///
/// Times are decimal seconds down to the microsecond and are kept exactly. The increment is there
/// from the first move on, so `10+0.1` begins with 10.1 s on the clock, and a control such as
/// `0+0.1` is a control like any other. A colon ends a stage behind an increment or where a stage with
/// a number of moves follows; elsewhere it parts minutes from seconds, as in fastchess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct TimeControl {
    /// The stage of the first move.
    pub first: Stage,
    /// The stages behind it.
    later: [Option<Stage>; MOST_STAGES - 1],
}

/// A stage of a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Moves that it lasts; the last stage is repeated after them. `None` when it is for the rest of the game.
    pub moves: Option<NonZeroU32>,
    /// Time added at its start.
    pub base: Duration,
    /// Time added for every move of it.
    pub increment: Duration,
}

/// Stages of a time control, at most.
const MOST_STAGES: usize = 4;
/// The problem of a stage without any time.
const NO_TIME: &str = "a time control needs a base time or an increment above zero";

/// The reason that a text is no time or no time control, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ParseTimeError(String);

impl From<&str> for ParseTimeError {
    fn from(problem: &str) -> ParseTimeError {
        ParseTimeError(problem.to_owned())
    }
}

/// The longest base time or increment, in seconds.
pub const MAX_SECONDS: u64 = 1_000_000;

/// Parses a decimal number of seconds exactly, down to the microsecond.
///
/// # Errors
/// When the text has another form, or is too fine or too long.
pub fn parse_seconds(text: &str) -> Result<Duration, ParseTimeError> {
    let not_seconds =
        || ParseTimeError(format!("{text:?} is not a number of seconds such as 10 or 0.6"));
    let (number, exponent) = match text.split_once(['e', 'E']) {
        None => (text, 0),
        Some((number, exponent)) => (number, exponent.parse::<i8>().map_err(|_| not_seconds())?),
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let count = whole.len() + fraction.len();
    let mut digits = whole.bytes().chain(fraction.bytes());
    if count == 0 || !digits.clone().all(|byte| byte.is_ascii_digit()) {
        return Err(not_seconds());
    }
    // The digits in front of the point of a number of microseconds.
    let point = usize::try_from(whole.len() as i64 + i64::from(exponent) + 6).unwrap_or(0);
    let mut micros = 0_u64;
    for digit in digits.by_ref().take(point).chain(repeat_n(b'0', point.saturating_sub(count))) {
        micros = micros.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
    }
    if digits.any(|digit| digit != b'0') {
        let problem = format!("{text:?} is finer than a microsecond (at most six decimals)");
        return Err(ParseTimeError(problem));
    }
    match micros <= MAX_SECONDS * 1_000_000 {
        true => Ok(Duration::from_micros(micros)),
        false => Err(too_long(text)),
    }
}

fn too_long(text: &str) -> ParseTimeError {
    ParseTimeError(format!("{text:?} is more than {MAX_SECONDS} seconds"))
}

/// A duration as the shortest decimal number of seconds that [`parse_seconds`] reads back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seconds(pub Duration);

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
    /// A control of a single stage.
    #[must_use]
    pub fn of(stage: Stage) -> TimeControl {
        TimeControl { first: stage, later: [None; MOST_STAGES - 1] }
    }

    /// Its stages.
    pub fn stages(self) -> impl DoubleEndedIterator<Item = Stage> {
        [Some(self.first)].into_iter().chain(self.later).flatten()
    }

    /// The stage of this number, from 0; beyond the last one the last.
    #[must_use]
    pub fn stage(self, number: usize) -> Stage {
        self.stages().take(number + 1).last().unwrap_or(self.first)
    }

    /// Whether a stage follows the first one.
    #[must_use]
    pub fn has_stages(self) -> bool {
        self.later[0].is_some()
    }

    /// The same with all times multiplied.
    #[must_use]
    pub fn scaled(self, by: f64) -> TimeControl {
        let scaled = |stage: Stage| Stage {
            base: stage.base.mul_f64(by),
            increment: stage.increment.mul_f64(by),
            ..stage
        };
        TimeControl { first: scaled(self.first), later: self.later.map(|stage| stage.map(scaled)) }
    }

    /// The time control of testing frameworks, with its unit: `8.0+0.08s`, `40/60.0+0.6s`.
    #[must_use]
    pub fn framework_word(self) -> String {
        let stages: Vec<String> = self.stages().map(Stage::framework_word).collect();
        stages.join(":") + "s"
    }
}

impl Stage {
    fn framework_word(self) -> String {
        let moves = self.moves.map_or(String::new(), |moves| format!("{moves}/"));
        let base = Seconds(self.base).to_string();
        let point = if base.contains('.') { "" } else { ".0" };
        let increment = match self.increment {
            Duration::ZERO => String::new(),
            increment => format!("+{}", Seconds(increment)),
        };
        format!("{moves}{base}{point}{increment}")
    }
}

impl FromStr for TimeControl {
    type Err = ParseTimeError;

    fn from_str(text: &str) -> Result<TimeControl, ParseTimeError> {
        let mut stages: Vec<&str> = Vec::new();
        let mut start = 0;
        for (at, _) in text.match_indices(':') {
            let next = text[at + 1..].split(':').next().unwrap_or_default();
            if text[start..at].contains('+') || next.contains('/') {
                stages.push(&text[start..at]);
                start = at + 1;
            }
        }
        stages.push(&text[start..]);
        let stages: Vec<Stage> = stages.into_iter().map(str::parse).collect::<Result<_, _>>()?;
        let (first, later) = stages.split_first().ok_or(NO_TIME)?;
        if later.len() >= MOST_STAGES {
            let problem = format!("a time control has {MOST_STAGES} stages at most");
            return Err(ParseTimeError(problem));
        }
        if !later.is_empty() && stages[..later.len()].iter().any(|stage| stage.moves.is_none()) {
            let problem =
                "a stage has a number of moves if another one follows, as in 40/10+0.1:20+0.2";
            return Err(problem.into());
        }
        let stage = |number: usize| later.get(number).copied();
        Ok(TimeControl { first: *first, later: std::array::from_fn(stage) })
    }
}

impl FromStr for Stage {
    type Err = ParseTimeError;

    fn from_str(text: &str) -> Result<Stage, ParseTimeError> {
        let (moves, times) = match text.split_once('/') {
            Some((moves, times)) => {
                let digits = moves.bytes().all(|byte| byte.is_ascii_digit());
                let number =
                    moves.parse().ok().filter(|n: &NonZeroU32| digits && n.get() <= 10_000);
                let problem = || format!("{moves:?} is not a number of moves from 1 to 10000");
                (Some(number.ok_or_else(|| ParseTimeError(problem()))?), times)
            }
            None => (None, text),
        };
        let (base, increment) = times.split_once('+').unwrap_or((times, "0"));
        let (minutes, seconds) = base.split_once(':').unwrap_or(("0", base));
        let base = 60 * parse_seconds(minutes)? + parse_seconds(seconds)?;
        let increment = parse_seconds(increment)?;
        if base > Duration::from_secs(MAX_SECONDS) {
            return Err(too_long(text));
        }
        if base.is_zero() && increment.is_zero() {
            return Err(NO_TIME.into());
        }
        Ok(Stage { moves, base, increment })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.stages().count();
        for (number, Stage { moves, base, increment }) in self.stages().enumerate() {
            if let Some(moves) = moves {
                write!(f, "{moves}/")?;
            }
            write!(f, "{}", Seconds(base))?;
            let is_last = number + 1 == count;
            // The increment of a stage marks its end.
            if !increment.is_zero() || !is_last {
                write!(f, "+{}", Seconds(increment))?;
            }
            f.write_str(if is_last { "" } else { ":" })?;
        }
        Ok(())
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> String {
        control.to_string()
    }
}

impl TryFrom<String> for TimeControl {
    type Error = ParseTimeError;

    fn try_from(text: String) -> Result<TimeControl, ParseTimeError> {
        text.parse()
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
        assert_eq!(control.first.moves, NonZeroU32::new(40));
        assert_eq!(control.first.base, millis(60_000));
        assert_eq!(control.first.increment, millis(600));
        assert_eq!("0.3".parse::<TimeControl>().unwrap().first.base, millis(300));
        assert_eq!(parse_seconds("0.000001").unwrap(), Duration::from_micros(1));
    }

    #[test]
    fn times_are_read_as_fastchess_reads_them() {
        let read = |text: &str| text.parse::<TimeControl>().unwrap().to_string();
        let texts = ["1:30", ".5", "1e2", "5.", "2.5e-3", "40/1:30+.5", "1.0000000"];
        assert_eq!(texts.map(read), ["90", "0.5", "100", "5", "0.0025", "40/90+0.5", "1"]);
    }

    #[test]
    fn stages_end_behind_increments_and_before_numbers_of_moves() {
        let stages = |text: &str| {
            let control: TimeControl = text.parse().unwrap();
            assert_eq!(control.to_string().parse(), Ok(control), "{text}");
            control.stages().map(|stage| stage.base.as_secs()).collect::<Vec<u64>>()
        };
        assert_eq!(stages("40/10+0.1:20+0.2"), [10, 20]);
        assert_eq!(stages("40/10+0:20"), [10, 20]);
        assert_eq!(stages("40/120:20/60"), [120, 60]);
        assert_eq!(stages("40/2:0+1:20/60+1:15+30"), [120, 60, 15]);
        assert_eq!(stages("40/60:30"), [3630]);
        let message = |text: &str| text.parse::<TimeControl>().unwrap_err().to_string();
        assert!(message("10+0.1:20").starts_with("a stage has a number of moves"));
        assert!(message(&"2/1+1:".repeat(5)).contains("is not a number of seconds"));
        assert!(message(&("2/1+1:".repeat(4) + "1")).contains("4 stages at most"));
    }

    #[test]
    fn what_is_no_time_control_says_why() {
        let message = |text: &str| text.parse::<TimeControl>().unwrap_err().to_string();
        assert_eq!(message("0/10"), "\"0\" is not a number of moves from 1 to 10000");
        assert_eq!(message("+5/10"), "\"+5\" is not a number of moves from 1 to 10000");
        assert_eq!(message("10+"), "\"\" is not a number of seconds such as 10 or 0.6");
        assert_eq!(message("-1"), "\"-1\" is not a number of seconds such as 10 or 0.6");
        assert_eq!(message("1e999"), "\"1e999\" is not a number of seconds such as 10 or 0.6");
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
            let control = TimeControl::of(Stage {
                moves: moves.and_then(NonZeroU32::new),
                base: Duration::from_micros(base),
                increment: Duration::from_micros(increment),
            });
            prop_assert_eq!(control.to_string().parse(), Ok(control));
        }

        #[test]
        fn any_text_is_read_or_refused(text in "[0-9+./: e-]{0,16}|\\PC{0,12}") {
            if let Ok(control) = text.parse::<TimeControl>() {
                prop_assert_eq!(control.to_string().parse(), Ok(control));
            }
        }
    }
}
