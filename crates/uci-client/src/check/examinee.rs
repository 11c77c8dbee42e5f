//! The engine under examination: started when needed, and restarted after it has ended.

use std::time::{Duration, Instant};

use super::conduct::Conduct;
use super::{Outcome, PATIENCE, Problem};
use crate::engine_info::{EngineInfo, OptionError};
use crate::program::Timeouts;
use crate::protocol::Reply;
use crate::seconds::seconds;
use crate::session::{SETTLE, Session, WaitError};
use system::Program;
use system::guard::Guard;

/// The wait for an immediate answer: to `isready`, or to `stop`.
pub(super) const ANSWER: Duration = Duration::from_secs(5);
/// The wait for `uciok` and the first `readyok`, before which an engine may load its files.
const STARTUP: Duration = Duration::from_secs(15);

/// An engine under examination, and everything recorded about it.
#[derive(Default)]
pub(super) struct Examinee {
    pub(super) program: Program,
    options: Vec<(String, String)>,
    pub(super) guard: Guard,
    session: Option<Session>,
    /// Its declaration, from the first handshake on.
    engine_info: Option<EngineInfo>,
    was_started: bool,
    /// The number of times it was killed because it did not answer.
    killed: u32,
    /// The exchange of this check in sessions that have ended.
    exchange: String,
    /// The number of this check's first line in the current session.
    mark: u64,
    /// Its standard error in all sessions that have ended.
    stderr: String,
    pub(super) conduct: Conduct,
}

impl Examinee {
    pub(super) fn new(program: &Program, options: &[(String, String)], guard: &Guard) -> Examinee {
        let (program, options, guard) = (program.clone(), options.to_vec(), guard.clone());
        Examinee { program, options, guard, ..Examinee::default() }
    }

    /// A new check begins.
    ///
    /// # Errors
    /// The remaining checks are left out, for this reason.
    pub(super) fn begin(&mut self) -> Result<(), Problem> {
        self.exchange.clear();
        self.mark = self.session.as_ref().map_or(0, |session| session.transcript().mark());
        let not_tried = |why| Err(Problem::Absent(format!("not tried: {why}")));
        if self.was_started && self.engine_info.is_none() {
            not_tried("there was no handshake")
        } else if self.killed >= PATIENCE {
            not_tried("it did not answer, and had to be killed, too often")
        } else {
            Ok(())
        }
    }

    /// The exchange of this check, both ways.
    pub(super) fn exchange(&self) -> Vec<String> {
        let goes_on = self.session.as_ref().map(|session| session.transcript().since(self.mark));
        let all = self.exchange.lines().chain(goes_on.iter().flat_map(|text| text.lines()));
        all.map(str::to_owned).collect()
    }

    /// Its declaration in the handshake.
    pub(super) fn engine_info(&self) -> EngineInfo {
        self.engine_info.clone().unwrap_or_default()
    }

    /// The options to set, each as the line that sets it.
    pub(super) fn options(&self) -> Vec<Result<String, OptionError>> {
        let engine_info = self.engine_info();
        let options = self.options.iter();
        options.map(|(name, value)| engine_info.set_in_words(name, value)).collect()
    }

    /// Its whole standard error. Ends the session.
    pub(super) fn stderr(&mut self) -> &str {
        self.quit();
        &self.stderr
    }

    /// Starts the process; returns the time to `uciok`.
    pub(super) fn start(&mut self) -> Result<Duration, Problem> {
        self.quit();
        self.was_started = true;
        let begun = Instant::now();
        let session = Session::start(&self.program, &self.guard);
        let session = self.session.insert(session.map_err(|error| self.unstartable(&error))?);
        let answer = session.handshake(STARTUP);
        let took = session.received_at().saturating_duration_since(begun);
        let engine_info = answer.map_err(|error| self.lost(error, "`uci`", STARTUP))?;
        self.engine_info.get_or_insert(engine_info);
        Ok(took)
    }

    /// The program cannot be started.
    pub(super) fn unstartable(&self, error: &std::io::Error) -> Problem {
        Problem::Broken(format!("{} cannot be started: {error}", self.program.path.display()))
    }

    /// The session, with the options set; a new one if need be.
    pub(super) fn session(&mut self) -> Result<&mut Session, Problem> {
        if self.session.is_none() {
            self.start()?;
            let lines: String = self.options().into_iter().flatten().collect();
            self.say(&lines)?;
            self.sync(STARTUP)?;
        }
        self.session.as_mut().ok_or_else(|| Problem::Broken("it is gone".to_owned()))
    }

    /// Sends whole lines.
    pub(super) fn say(&mut self, lines: &str) -> Result<Instant, Problem> {
        let sent = self.session()?.send(lines.as_bytes(), Instant::now() + ANSWER);
        let doing = || format!("`{}`", lines.lines().next().unwrap_or_default());
        sent.map_err(|error| self.lost(error, &doing(), ANSWER))
    }

    /// Waits until the engine has processed its input; returns the time of its answer.
    pub(super) fn sync(&mut self, patience: Duration) -> Result<Duration, Problem> {
        let begun = self.say("isready\n")?;
        let mut strays = 0;
        let session = self.session()?;
        let ready = session.wait_for(begun + patience, |line| {
            strays += u64::from(matches!(Reply::of(line), Reply::BestMove(_)));
            (Reply::of(line) == Reply::ReadyOk).then_some(())
        });
        let took = session.received_at().saturating_duration_since(begun);
        self.conduct.strays += strays;
        ready.map(|()| took).map_err(|error| self.lost(error, "`isready`", patience))
    }

    /// Says these lines, which ask for nothing, and sees whether the engine is still there.
    pub(super) fn survives(&mut self, lines: &str) -> Outcome {
        self.say(lines)?;
        self.sync(ANSWER).map(|_| String::new())
    }

    /// Ends a session that did not answer, and describes its end.
    pub(super) fn lost(&mut self, error: WaitError, doing: &str, patience: Duration) -> Problem {
        let Some(session) = &mut self.session else {
            return Problem::Wrong(format!("it is gone, after {doing}"));
        };
        let how = match error {
            WaitError::Ended => format!("it ended ({}) after {doing}", session.end(SETTLE)),
            WaitError::Deadline | WaitError::Endless | WaitError::Aborted => {
                self.killed += 1;
                session.kill();
                format!("no answer to {doing} within {} s", seconds(patience))
            }
        };
        self.retire();
        Problem::Wrong(how)
    }

    /// Asks the engine to end, and ends it if it does not.
    pub(super) fn quit(&mut self) {
        if let Some(session) = &mut self.session {
            session.quit(Timeouts::default().grace);
        }
        self.retire();
    }

    /// Keeps the exchange and the standard error of a session that has ended.
    pub(super) fn retire(&mut self) {
        if let Some(session) = self.session.take() {
            self.exchange.push_str(&session.transcript().since(self.mark));
            self.mark = 0;
            self.stderr.push_str(&session.stderr_tail());
        }
    }
}
