//! The settings of one engine on the command line.

use serde::{Deserialize, Serialize};

use arena::chess::time_control::{Stage, TimeControl};

use crate::language::choices::Variant;
use crate::language::scalar::{number, unknown, whole};

/// One engine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineArguments {
    /// Its name; empty until it is made from the command.
    pub name: String,
    /// Its working directory; empty for the runner's.
    pub dir: String,
    /// The program.
    pub cmd: String,
    /// Its arguments, in one text.
    pub args: String,
    /// Whether every game starts a new process.
    pub restart: bool,
    /// Its UCI options, in the order they are sent in.
    pub options: Vec<(String, String)>,
    /// The limits of its moves.
    pub limit: Limit,
    /// The variant it plays.
    pub variant: Variant,
    /// Settings of cutechess-cli alone; the JSON file does not have them.
    #[serde(skip)]
    pub extra: Extra,
}

/// The name of an engine in output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Title {
    /// The name that tells it from the others.
    #[default]
    Name,
    /// This one, which two engines may share.
    Given(String),
    /// The name that it says of itself.
    Own,
}

/// The settings of an engine that cutechess-cli has and fastchess has not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extra {
    /// Its name in output.
    pub title: Title,
    /// Lines that are sent before the engine is asked for its protocol.
    pub init: Vec<String>,
    /// The file that its standard error is added to; empty for none.
    pub stderr: String,
    /// Whether its scores are White's, whatever side it plays.
    pub is_white_view: bool,
    /// Whether a mate that it announces ends the game.
    pub is_trusted: bool,
}

/// The limits of an engine's moves. Zero is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limit {
    /// Its clock.
    pub tc: Clock,
    /// Nodes.
    pub nodes: u64,
    /// Plies.
    pub plies: u64,
}

/// A clock, in milliseconds. Zero is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Clock {
    /// Added for every move.
    pub increment: i64,
    /// For every move by itself.
    pub fixed_time: i64,
    /// For the game, or a period.
    pub time: i64,
    /// Moves of a period.
    pub moves: i64,
    /// By how much a move may be late.
    pub timemargin: i64,
    /// The whole clock, where it has stages: fastchess has none. The fields above are those of the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stages: Option<TimeControl>,
}

impl EngineArguments {
    /// Its name in output.
    #[must_use]
    pub fn title(&self) -> &str {
        match &self.extra.title {
            Title::Given(title) => title,
            Title::Name | Title::Own => &self.name,
        }
    }

    /// Takes one `key=value` of `-engine` or `-each`.
    ///
    /// # Errors
    /// The reference's words.
    pub fn take(&mut self, key: &str, value: &str) -> Result<(), String> {
        match key {
            "cmd" => self.cmd = value.to_owned(),
            "name" => self.name = value.to_owned(),
            "dir" => self.dir = value.to_owned(),
            "args" => self.args = value.to_owned(),
            // The whole clock: a margin that was given before is forgotten.
            "tc" => self.limit.tc = clock(value)?,
            "st" => self.limit.tc.fixed_time = milliseconds(value, 1000.0)?,
            "timemargin" => self.limit.tc.timemargin = margin(value)?,
            "nodes" => self.limit.nodes = count(value)?,
            "plies" | "depth" => self.limit.plies = count(value)?,
            "restart" => self.restart = on_or_off(value)?,
            "proto" if value == "uci" => {}
            "proto" => return Err("Unsupported protocol.".to_owned()),
            _ => match key.strip_prefix("option.") {
                Some(name) => self.options.push((name.to_owned(), value.to_owned())),
                None => return Err(unknown("engine", key, value)),
            },
        }
        Ok(())
    }
}

fn margin(text: &str) -> Result<i64, String> {
    let margin = whole(text)?;
    match margin {
        0.. => Ok(margin),
        _ => Err("The value for timemargin cannot be a negative number.".to_owned()),
    }
}

/// A count below zero wraps, like the reference's: such a limit is never reached.
fn count(text: &str) -> Result<u64, String> {
    whole::<i64>(text).map(|count| count as u64)
}

fn on_or_off(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(format!("Invalid parameter (must be either \"on\" or \"off\"): {text}")),
    }
}

/// `[moves/]time[+increment]`; the time is in seconds, or `minutes:seconds`. Stages, which fastchess refuses, are parted
/// by colons.
fn clock(text: &str) -> Result<Clock, String> {
    if text.contains("hg") {
        return Err("Hourglass time control not supported.".to_owned());
    }
    if is_endless(text) {
        return Ok(Clock::default());
    }
    if let Some(control) = text.parse().ok().filter(|control: &TimeControl| control.has_stages()) {
        let Stage { moves, base, increment } = control.first;
        let [time, increment] = [base, increment].map(|time| time.as_millis() as i64);
        let moves = moves.map_or(0, |moves| i64::from(moves.get()));
        return Ok(Clock { moves, time, increment, stages: Some(control), ..Clock::default() });
    }
    let mut clock = Clock::default();
    let mut rest = text;
    if let Some((moves, after)) = parts(rest, '/')? {
        clock.moves = if is_endless(moves) { 0 } else { positive(moves)? };
        rest = after;
    }
    if let Some((time, increment)) = parts(rest, '+')? {
        clock.increment = milliseconds(increment, 1000.0)?;
        rest = time;
    }
    clock.time = match parts(rest, ':')? {
        None => milliseconds(rest, 1000.0)?,
        Some((minutes, seconds)) => milliseconds(minutes, 60_000.0)?
            .checked_add(milliseconds(seconds, 1000.0)?)
            .ok_or_else(|| format!("Invalid time control duration: \"{rest}\""))?,
    };
    Ok(clock)
}

fn is_endless(text: &str) -> bool {
    matches!(text, "inf" | "infinite")
}

fn positive(moves: &str) -> Result<i64, String> {
    let moves = whole(moves)?;
    match moves {
        1.. => Ok(moves),
        _ => Err("Time control move count must be positive".to_owned()),
    }
}

/// The parts on both sides of a sign, which may occur once, with text on either side.
fn parts(text: &str, sign: char) -> Result<Option<(&str, &str)>, String> {
    match text.split_once(sign) {
        None => Ok(None),
        Some((before, after))
            if !before.is_empty() && !after.is_empty() && !after.contains(sign) =>
        {
            Ok(Some((before, after)))
        }
        Some(_) => Err(format!("Invalid time control: \"{text}\"")),
    }
}

/// Whole milliseconds of a time in units of this many milliseconds; the rest is cut off. Computed
/// in double precision, like the releases: 0.6 seconds are 600 milliseconds.
fn milliseconds(text: &str, unit: f64) -> Result<i64, String> {
    let is_seconds = unit == 1000.0 && text.len() > 1;
    let text = if is_seconds { text.strip_suffix('s').unwrap_or(text) } else { text };
    let time = number(text)?;
    let scaled = time * unit;
    if time < 0.0 || scaled > i64::MAX as f64 {
        return Err(format!("Invalid time control duration: \"{text}\""));
    }
    Ok(scaled as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine(keys: &[(&str, &str)]) -> Result<EngineArguments, String> {
        let mut engine = EngineArguments::default();
        keys.iter().try_for_each(|(key, value)| engine.take(key, value))?;
        Ok(engine)
    }

    #[test]
    fn a_time_control_has_moves_time_and_increment() {
        let tc = |text| engine(&[("tc", text)]).map(|engine| engine.limit.tc);
        let clock = |moves, time, increment| Clock { moves, time, increment, ..Clock::default() };
        assert_eq!(tc("8+0.08"), Ok(clock(0, 8000, 80)));
        assert_eq!(tc("40/1:30+0.5s"), Ok(clock(40, 90_000, 500)));
        assert_eq!(tc("60+0.6"), Ok(clock(0, 60_000, 600)));
        assert_eq!(tc("1.001"), Ok(clock(0, 1000, 0)));
        assert_eq!(tc("inf"), Ok(Clock::default()));
        let stages = "40/10+0.1:20+0.2";
        let first = Clock { stages: stages.parse().ok(), ..clock(40, 10_000, 100) };
        assert_eq!(tc(stages), Ok(first));
        assert_eq!(tc("40/60:30"), Ok(clock(40, 3_630_000, 0)));
        assert_eq!(tc(".5"), Ok(clock(0, 500, 0)));
        assert_eq!(tc("1e2"), Ok(clock(0, 100_000, 0)));
        assert_eq!(tc("inf/10"), Ok(clock(0, 10_000, 0)));
        assert_eq!(tc("8+"), Err("Invalid time control: \"8+\"".to_owned()));
        assert_eq!(tc("0/8"), Err("Time control move count must be positive".to_owned()));
        assert_eq!(tc("5hg"), Err("Hourglass time control not supported.".to_owned()));
        assert_eq!(tc("-1"), Err("Invalid time control duration: \"-1\"".to_owned()));
    }

    #[test]
    fn a_time_control_forgets_the_margin_before_it() {
        let engine = |keys: &[(&str, &str)]| engine(keys).unwrap().limit.tc.timemargin;
        assert_eq!(engine(&[("tc", "8+0.08"), ("timemargin", "250")]), 250);
        assert_eq!(engine(&[("timemargin", "250"), ("tc", "8+0.08")]), 0);
    }

    #[test]
    fn options_keep_their_order_and_their_names() {
        let engine = engine(&[("option.Move Overhead", "0"), ("option.Hash", "16")]).unwrap();
        let expected = [("Move Overhead", "0"), ("Hash", "16")];
        assert_eq!(
            engine.options,
            expected.map(|(name, value)| (name.to_owned(), value.to_owned()))
        );
        assert_eq!(
            EngineArguments::default().take("foo", "2").unwrap_err(),
            "Unrecognized engine option \"foo\" with value \"2\"."
        );
    }
}
