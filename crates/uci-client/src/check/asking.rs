//! Asks for a move and reads the answer.

use std::time::{Duration, Instant};

use super::examinee::{ANSWER, Examinee};
use super::place::Place;
use super::search::Search;
use super::{Problem, either};
use crate::lines::printable;
use crate::session::WaitError;

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
        let mut search = Search::begin(place, go, begun);
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
