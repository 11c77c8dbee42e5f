//! Asks for a move and reads the answer.

use std::time::{Duration, Instant};

use shakmaty::Move;
use shakmaty::uci::UciMove;

use super::examinee::{ANSWER, Examinee};
use super::place::Place;
use super::{Problem, either};
use crate::lines::printable;
use crate::protocol::{Reply, SearchInfo};
use crate::session::WaitError;

/// The number of lines of a search that are kept: an endless one must not fill the memory.
const LINES: usize = 20_000;

/// A search: the question, and what has come so far.
pub(super) struct Search {
    pub(super) place: Place,
    go: String,
    begun: Instant,
    pub(super) info: SearchInfo,
    /// The text after each `info`.
    pub(super) infos: Vec<String>,
    /// The text after `bestmove`, once it has come.
    pub(super) best: Option<String>,
    /// From `go` to the last answer, a move or `readyok`.
    pub(super) time: Duration,
    /// Whether `readyok` has arrived.
    pub(super) is_ready: bool,
    /// Whether it needed a `stop`.
    pub(super) was_stopped: bool,
}

/// A search as far as it has gone, or the problem in it.
type Searched = Result<Search, Problem>;

impl Examinee {
    /// Searches a position. If there is no answer in time the search is stopped.
    pub(super) fn search(&mut self, place: Place, go: &str, patience: Duration) -> Searched {
        let mut search = self.ask(place, go, patience)?;
        self.finish(&mut search)?;
        Ok(search)
    }

    /// The same of a search that must end by itself.
    pub(super) fn obeyed(&mut self, place: Place, go: &str, patience: Duration) -> Searched {
        let search = self.search(place, go, patience)?;
        either(!search.was_stopped, "", "not kept: it went on until `stop`")?;
        Ok(search)
    }

    /// Begins a search, and listens until it has answered or for this time.
    pub(super) fn ask(&mut self, place: Place, go: &str, patience: Duration) -> Searched {
        let begun = self.say(&format!("{}\n{go}\n", place.line)).map_err(Problem::broken)?;
        let mut search = Search {
            place,
            go: go.to_owned(),
            begun,
            info: SearchInfo::default(),
            infos: Vec::new(),
            best: None,
            time: Duration::ZERO,
            is_ready: false,
            was_stopped: false,
        };
        self.listen(&mut search, begun + patience, Search::has_answered)?;
        Ok(search)
    }

    /// Listens until this holds, or to a point in time.
    pub(super) fn listen(
        &mut self,
        search: &mut Search,
        deadline: Instant,
        enough: impl Fn(&Search) -> bool,
    ) -> Result<(), Problem> {
        let session = self.session()?;
        let heard = session.wait_for(deadline, |line| {
            search.note(line);
            enough(search).then_some(())
        });
        match heard {
            Ok(()) => {
                search.time = session.received_at().saturating_duration_since(search.begun);
                Ok(())
            }
            Err(WaitError::Deadline) => Ok(()),
            Err(error) => Err(self.lost(error, &format!("`{}`", search.go), ANSWER).broken()),
        }
    }

    /// Stops a search that has not answered, reads its result, and waits until the engine is ready again.
    pub(super) fn finish(&mut self, search: &mut Search) -> Result<(), Problem> {
        if !search.has_answered() {
            let sent = self.say("stop\n").map_err(Problem::broken)?;
            search.was_stopped = true;
            self.listen(search, sent + ANSWER, Search::has_answered)?;
        }
        if !search.has_answered() {
            let doing = format!("`{}`, and then `stop`,", search.go);
            return Err(self.lost(WaitError::Deadline, &doing, ANSWER).broken());
        }
        self.conduct.read(search);
        self.sync(ANSWER).map_err(Problem::broken)?;
        if search.played().is_some() {
            return Ok(());
        }
        let shown = printable(search.text().as_bytes());
        let problem = if shown.is_empty() { "names no move" } else { "is no legal move" };
        let (place, go) = (search.place.brief(), &search.go);
        Err(Problem::Broken(format!("`bestmove {shown}` {problem}, after `{place}`, `{go}`")))
    }
}

impl Search {
    pub(super) fn has_answered(&self) -> bool {
        self.best.is_some()
    }

    /// The move as it was written; empty if none was named.
    pub(super) fn text(&self) -> &str {
        self.best.iter().flat_map(|best| best.split_ascii_whitespace()).next().unwrap_or_default()
    }

    /// The move, if it is legal.
    pub(super) fn played(&self) -> Option<Move> {
        self.text().parse::<UciMove>().ok()?.to_move(&self.place.position).ok()
    }

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
    fn broken(self) -> Problem {
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
