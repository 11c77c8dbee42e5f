//! The state of the server: the match as read so far, and the page made of it.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use serde_json::json;

use super::follower::{Follower, News};
use super::shown::Shown;
use arena::report::analysis::Replay;
use arena::report::live;
use arena::report::{RenderError, Report};
use arena::runner::in_progress::InProgress;
use arena::system::causes::with_causes;
use system::clock::thread_time;

/// The pause before an update, as a multiple of the processor time that the last update took. So updates
/// take less than half a per cent of one core. Reading the journal does not count.
const REST: u32 = 200;
const SHORTEST_REST: Duration = Duration::from_secs(1);

/// The match as read, and the page.
#[derive(Debug)]
pub(super) struct Hub {
    directory: PathBuf,
    follower: Follower,
    shown: Shown,
    /// The report that is shown; `None` before the first game.
    report: Option<Report>,
    /// Games in it.
    games: u64,
    /// Its page, once a browser has asked for it.
    page: Option<Bytes>,
    /// Why the journal could not be read the last time.
    problem: Option<String>,
    /// The next update may not begin before this.
    rested: Instant,
}

impl Hub {
    pub(super) fn new(directory: &Path) -> Hub {
        Hub {
            directory: directory.to_owned(),
            follower: Follower::new(directory),
            shown: Shown::new(),
            report: None,
            games: 0,
            page: None,
            problem: None,
            rested: Instant::now(),
        }
    }

    /// The page's content.
    pub(super) fn shown(&self) -> &Shown {
        &self.shown
    }

    /// Why the journal could not be read the last time.
    pub(super) fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// Reads new games and shows them, unless the last update was a moment ago.
    pub(super) fn update(&mut self) {
        if Instant::now() >= self.rested {
            let news = self.follower.catch_up().map_err(with_causes);
            let before = thread_time();
            let updated = news.and_then(|news| self.show(news).map_err(with_causes));
            self.problem = updated.err();
            let spent = thread_time().saturating_sub(before);
            self.rested = Instant::now() + (REST * spent).max(SHORTEST_REST);
        }
        let status = self.status();
        self.shown.show_status(&status, self.problem.is_some());
    }

    /// The page with its current content.
    pub(super) fn page(&mut self) -> Result<Bytes, RenderError> {
        if let Some(page) = &self.page {
            return Ok(page.clone());
        }
        let name = self.directory.file_name().unwrap_or_default().to_string_lossy();
        let page = live::page(self.report.as_ref(), &name, self.shown.place())?;
        Ok(self.page.insert(page.into()).clone())
    }

    fn show(&mut self, news: News) -> Result<(), RenderError> {
        let games = match news {
            News::Nothing => return Ok(()),
            News::Games(games) => games,
            News::Everything => {
                self.shown.begin_anew();
                Vec::new()
            }
        };
        self.report = self.follower.report();
        self.games = self.follower.games();
        self.page = None;
        if let Some(report) = &self.report {
            let fragments = live::fragments(report)?;
            let head = json!({ "title": fragments.title, "html": fragments.head });
            self.shown.show_part("head", "head", &head.to_string());
            for (id, html) in &fragments.sections {
                let section = json!({ "id": id, "html": html });
                self.shown.show_part(id, "section", &section.to_string());
            }
            self.show_games(&games)?;
        }
        Ok(())
    }

    fn show_games(&mut self, rows: &[Replay]) -> Result<(), RenderError> {
        let Some(report) = self.report.as_ref().filter(|_| !rows.is_empty()) else {
            return Ok(());
        };
        let games = json!({ "players": live::players(report), "rows": rows });
        self.shown.show_games(&serde_json::to_string(&games)?);
        Ok(())
    }

    /// The status of the match, with the number of games that are shown: the runner may have more.
    fn status(&self) -> String {
        let running = InProgress::of(&self.directory);
        let mut state = match &running {
            Some(state) => json!(state),
            None => json!({ "planned": self.report.as_ref().map_or(0, live::planned) }),
        };
        state["finished"] = json!(self.games);
        state["running"] = json!(running.is_some());
        state["problem"] = json!(self.problem);
        state.to_string()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const JOURNAL: &str = include_str!("../../../../arena/tests/data/match.pgn");

    #[test]
    fn the_status_and_the_page_tell_of_the_same_games() {
        let directory = tempfile::tempdir().unwrap();
        let whole = JOURNAL.rfind("\n\n[Event").unwrap() + 2;
        fs::write(directory.path().join("games.pgn"), &JOURNAL[..whole]).unwrap();
        let runner = InProgress { planned: 40, finished: 8, ..InProgress::default() };
        runner.write(&directory.path().join(arena::runner::in_progress::FILE)).unwrap();
        let mut hub = Hub::new(directory.path());
        hub.update();
        let status: serde_json::Value = serde_json::from_str(&hub.status()).unwrap();
        assert_eq!((&status["finished"], &status["planned"]), (&json!(7), &json!(40)));
        let page = hub.page().unwrap();
        let page = str::from_utf8(&page).unwrap();
        assert!(page.contains("<dt>Games</dt><dd class=\"value\">7</dd>"), "{page}");
        // It is made once for all browsers, until there is more to show.
        assert_eq!(hub.page().unwrap().as_ptr(), hub.page().unwrap().as_ptr());
        fs::write(directory.path().join("games.pgn"), JOURNAL).unwrap();
        hub.update();
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&hub.status()).unwrap()["finished"],
            7
        );
        hub.rested = Instant::now();
        hub.update();
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&hub.status()).unwrap()["finished"],
            8
        );
        assert!(
            str::from_utf8(&hub.page().unwrap()).unwrap().contains("<dd class=\"value\">8</dd>")
        );
    }
}
