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
pub(super) struct Examinee<'a> {
    program: &'a Program,
    options: &'a [(String, String)],
    guard: &'a Guard,
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

impl<'a> Examinee<'a> {
    pub(super) fn new(
        program: &'a Program,
        options: &'a [(String, String)],
        guard: &'a Guard,
    ) -> Examinee<'a> {
        Examinee {
            program,
            options,
            guard,
            session: None,
            engine_info: None,
            was_started: false,
            killed: 0,
            exchange: String::new(),
            mark: 0,
            stderr: String::new(),
            conduct: Conduct::default(),
        }
    }

    /// A new check begins.
    pub(super) fn begin(&mut self) {
        self.exchange.clear();
        self.mark = self.session.as_ref().map_or(0, |session| session.transcript().mark());
    }

    /// The exchange of this check, both ways.
    pub(super) fn exchange(&self) -> Vec<String> {
        let goes_on = self.session.as_ref().map(|session| session.transcript().since(self.mark));
        let all = self.exchange.lines().chain(goes_on.iter().flat_map(|text| text.lines()));
        all.map(str::to_owned).collect()
    }

    /// Why the remaining checks are left out.
    pub(super) fn is_hopeless(&self) -> Option<&'static str> {
        if self.was_started && self.engine_info.is_none() {
            Some("there was no handshake")
        } else if self.killed >= PATIENCE {
            Some("it did not answer, and had to be killed, too often")
        } else {
            None
        }
    }

    /// Name and author as the engine gives them.
    pub(super) fn names(&self) -> (String, String) {
        let names =
            |engine_info: &EngineInfo| (engine_info.name.clone(), engine_info.author.clone());
        self.engine_info.as_ref().map_or_else(Default::default, names)
    }

    /// Its declaration in the handshake.
    pub(super) fn engine_info(&self) -> EngineInfo {
        self.engine_info.clone().unwrap_or_default()
    }

    /// The options to set, each as the line that sets it.
    pub(super) fn options(&self) -> impl Iterator<Item = Result<String, OptionError>> + use<'a> {
        let engine_info = self.engine_info();
        self.options.iter().map(move |(name, value)| engine_info.set_in_words(name, value))
    }

    /// Its whole standard error. Ends the session.
    pub(super) fn stderr(&mut self) -> String {
        self.quit();
        self.stderr.clone()
    }

    /// Starts the process; returns the time to `uciok`.
    pub(super) fn start(&mut self) -> Result<Duration, Problem> {
        self.quit();
        self.was_started = true;
        let begun = Instant::now();
        let mut session = self.spawn(self.program)?;
        let answer = session.handshake(STARTUP);
        let took = session.received_at().saturating_duration_since(begun);
        self.session = Some(session);
        match answer {
            Ok(engine_info) => {
                self.engine_info.get_or_insert(engine_info);
                Ok(took)
            }
            Err(error) => Err(self.lost(error, "`uci`", STARTUP)),
        }
    }

    /// Starts another process, of this program.
    pub(super) fn spawn(&self, program: &Program) -> Result<Session, Problem> {
        Session::start(program, self.guard).map_err(|error| {
            Problem::Broken(format!("{} cannot be started: {error}", program.path.display()))
        })
    }

    /// The command that starts the engine.
    pub(super) fn program(&self) -> &Program {
        self.program
    }

    /// The session, with the options set; a new one if need be.
    pub(super) fn session(&mut self) -> Result<&mut Session, Problem> {
        if self.session.is_none() {
            self.start()?;
            let lines: String = self.options().filter_map(Result::ok).collect();
            self.say(&lines)?;
            self.sync_within(STARTUP)?;
        }
        let gone = || Problem::Broken("it is gone".to_owned());
        self.session.as_mut().ok_or_else(gone)
    }

    /// Sends whole lines.
    pub(super) fn say(&mut self, lines: &str) -> Result<Instant, Problem> {
        let sent = self.session()?.send(lines.as_bytes(), Instant::now() + ANSWER);
        let doing = || format!("`{}`", lines.lines().next().unwrap_or_default());
        sent.map_err(|error| self.lost(error, &doing(), ANSWER))
    }

    /// Waits until the engine has processed its input; returns the time of its answer.
    pub(super) fn sync(&mut self) -> Result<Duration, Problem> {
        self.sync_within(ANSWER)
    }

    fn sync_within(&mut self, patience: Duration) -> Result<Duration, Problem> {
        let begun = self.say("isready\n")?;
        let mut strays = 0;
        let session = self.session()?;
        let ready = session.wait_for(begun + patience, |line| match Reply::of(line) {
            Reply::ReadyOk => Some(()),
            Reply::BestMove(_) => {
                strays += 1;
                None
            }
            Reply::Info(_) | Reply::Other => None,
        });
        let took = session.received_at().saturating_duration_since(begun);
        self.conduct.strays += strays;
        match ready {
            Ok(()) => Ok(took),
            Err(error) => Err(self.lost(error, "`isready`", patience)),
        }
    }

    /// Says these lines, which ask for nothing, and sees whether the engine is still there.
    pub(super) fn survives(&mut self, lines: &str) -> Outcome {
        self.say(lines)?;
        self.sync().map(|_| String::new())
    }

    /// Ends a session that did not answer, and describes its end.
    pub(super) fn lost(&mut self, error: WaitError, doing: &str, patience: Duration) -> Problem {
        let Some(mut session) = self.session.take() else {
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
        self.retire(&session);
        Problem::Wrong(how)
    }

    /// Asks the engine to end, and ends it if it does not.
    pub(super) fn quit(&mut self) {
        if let Some(mut session) = self.session.take() {
            session.quit(Timeouts::default().grace);
            self.retire(&session);
        }
    }

    /// Hands over the session; the caller ends it, and [`Examinee::retire`] takes its record.
    pub(super) fn take_session(&mut self) -> Result<Session, Problem> {
        self.session()?;
        self.session.take().ok_or_else(|| Problem::Broken("it is gone".to_owned()))
    }

    /// Keeps the exchange and the standard error of a session that has ended.
    pub(super) fn retire(&mut self, session: &Session) {
        self.exchange.push_str(&session.transcript().since(self.mark));
        self.mark = 0;
        self.stderr.push_str(&session.stderr_tail());
    }
}
