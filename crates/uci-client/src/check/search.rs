//! Asks for a move and reads the answer.

use std::time::{Duration, Instant};

use shakmaty::Move;
use shakmaty::uci::UciMove;

use super::Problem;
use super::examinee::{ANSWER, Examinee};
use super::test_position::TestPosition;
use crate::lines::printable;
use crate::protocol::{Reply, SearchInfo};
use crate::session::WaitError;

/// The number of lines of a search that are kept: an endless one must not fill the memory.
const LINES: usize = 20_000;

/// A search in progress.
pub(super) struct Search<'p> {
    place: &'p TestPosition,
    go: &'p str,
    begun: Instant,
    info: SearchInfo,
    /// The text after each `info`.
    infos: Vec<String>,
    /// The text after `bestmove`, once it has come.
    pub(super) best: Option<String>,
    /// From `go` to the last answer, a move or `readyok`.
    time: Duration,
    /// Whether `readyok` has arrived.
    pub(super) is_ready: bool,
}

/// The answer to `go`, a legal move.
#[derive(Clone, Debug)]
pub(super) struct Answer {
    pub(super) best: Move,
    /// As it was written.
    pub(super) text: String,
    pub(super) info: SearchInfo,
    /// From `go` to the answer.
    pub(super) time: Duration,
    /// Whether it needed a `stop`.
    pub(super) was_stopped: bool,
}

impl Examinee<'_> {
    /// Searches a position. If there is no answer in time the search is stopped.
    pub(super) fn search(
        &mut self,
        place: &TestPosition,
        go: &str,
        patience: Duration,
    ) -> Result<Answer, Problem> {
        let mut search = self.ask(place, go)?;
        let has_answered = self.listen(&mut search, patience)?;
        if !has_answered {
            self.stop(&mut search)?;
        }
        let answer = self.judge(search)?;
        Ok(Answer { was_stopped: !has_answered, ..answer })
    }

    /// Begins a search.
    pub(super) fn ask<'p>(
        &mut self,
        place: &'p TestPosition,
        go: &'p str,
    ) -> Result<Search<'p>, Problem> {
        let begun = self.say(&format!("{}\n{go}\n", place.line)).map_err(Problem::broken)?;
        Ok(Search {
            place,
            go,
            begun,
            info: SearchInfo::default(),
            infos: Vec::new(),
            best: None,
            time: Duration::ZERO,
            is_ready: false,
        })
    }

    /// Reads the output of a search until it has answered, or until this time since its beginning.
    pub(super) fn listen(
        &mut self,
        search: &mut Search<'_>,
        patience: Duration,
    ) -> Result<bool, Problem> {
        let deadline = search.begun + patience;
        self.listen_for(search, deadline, |search| search.best.is_some())
    }

    /// Listens until this holds, or to a point in time.
    pub(super) fn listen_for(
        &mut self,
        search: &mut Search<'_>,
        deadline: Instant,
        enough: impl Fn(&Search<'_>) -> bool,
    ) -> Result<bool, Problem> {
        let session = self.session()?;
        let heard = session.wait_for(deadline, |line| {
            search.note(line);
            enough(search).then_some(())
        });
        if heard.is_ok() {
            search.time = session.received_at().saturating_duration_since(search.begun);
        }
        match heard {
            Ok(()) => Ok(true),
            Err(WaitError::Deadline) => Ok(false),
            Err(error) => Err(self.lost(error, &format!("`{}`", search.go), ANSWER).broken()),
        }
    }

    /// Stops a search; returns the time of its answer.
    pub(super) fn stop(&mut self, search: &mut Search<'_>) -> Result<Duration, Problem> {
        let sent = self.say("stop\n").map_err(Problem::broken)?;
        if self.listen_for(search, sent + ANSWER, |search| search.best.is_some())? {
            return Ok(search.answered_after(sent));
        }
        let doing = format!("`{}`, and then `stop`,", search.go);
        let error = WaitError::Deadline;
        Err(self.lost(error, &doing, ANSWER).broken())
    }

    /// Reads the result of a search, and waits until the engine is ready again.
    pub(super) fn judge(&mut self, search: Search<'_>) -> Result<Answer, Problem> {
        let Search { place, go, info, infos, best, time, .. } = search;
        let best = best.unwrap_or_default();
        let mut words = best.split_ascii_whitespace();
        let text = words.next().unwrap_or_default().to_owned();
        let rest: Vec<&str> = words.collect();
        self.conduct.read(place, &infos, time);
        let named = text.parse::<UciMove>().ok().and_then(|m| m.to_move(&place.position).ok());
        self.conduct.read_best_move(place, named, &text, &rest);
        self.sync().map_err(Problem::broken)?;
        let Some(best) = named else {
            let shown = printable(text.as_bytes());
            let problem = if shown.is_empty() { "names no move" } else { "is no legal move" };
            let what = format!("`bestmove {shown}` {problem}, after `{}`, `{go}`", place.brief());
            return Err(Problem::Broken(what));
        };
        Ok(Answer { best, text, info, time, was_stopped: false })
    }
}

impl Search<'_> {
    /// From this point in time to the last answer, a move or `readyok`.
    pub(super) fn answered_after(&self, asked: Instant) -> Duration {
        (self.begun + self.time).saturating_duration_since(asked)
    }

    /// Takes in a line.
    fn note(&mut self, line: &[u8]) {
        match Reply::of(line) {
            Reply::Info(line) => {
                self.info.note(line);
                if self.infos.len() < LINES {
                    self.infos.push(String::from_utf8_lossy(line).into_owned());
                }
            }
            Reply::BestMove(_) => {
                let rest = line.strip_prefix(b"bestmove").unwrap_or_default();
                self.best = Some(String::from_utf8_lossy(rest).trim().to_owned());
            }
            Reply::ReadyOk => self.is_ready = true,
            Reply::Other => {}
        }
    }
}

impl Problem {
    /// The same, as something no match survives.
    pub(super) fn broken(self) -> Problem {
        match self {
            Problem::Wrong(what) => Problem::Broken(what),
            other => other,
        }
    }

    /// The same, as something a match may never meet.
    pub(super) fn wrong(self) -> Problem {
        match self {
            Problem::Broken(what) => Problem::Wrong(what),
            other => other,
        }
    }
}
