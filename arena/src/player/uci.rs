//! Any program that speaks the Universal Chess Interface.
//!
//! A move is one write (`position` and `go` together) and, mostly, one wait and one read. Then the
//! same with `isready`: what an engine still does after its `bestmove` must not cost its opponent
//! time, since both may share a core. What it writes unasked is taken before the next
//! `go`. So a `bestmove` too many is not taken for the answer to another question, unless an engine
//! that says `readyok` at once writes it only after the next `go`.

mod answer;
mod descendants;
mod files;
mod guard;
mod handshake;
mod identify;
mod lateness;
mod lines;
mod listen;
mod poll;
mod process;
mod protocol;
mod question;
mod reproduce;
mod rest;
mod stderr;
mod supervisor;
mod transcript;
mod warden;

use std::time::{Duration, Instant};

use engine::Stop;
use shakmaty::{CastlingMode, Position};

use super::{Fault, MoveRequest, Player, PlayerFailure, SearchResult};
use crate::config::{Supervision, UciSettings};
use crate::player::faults::Evidence;
use answer::{Answer, Refusal};
use handshake::{chess960, configure};
use question::Question;

pub use guard::Guard;
pub(crate) use guard::{LAUNCH, WARDEN};
pub(crate) use handshake::{Declared, EngineInfo, handshake};
pub use identify::{IdentifyError, identify};
pub(crate) use lines::printable;
#[doc(hidden)]
pub use listen::listen;
pub(crate) use protocol::{Reply, SearchInfo};
pub(crate) use stderr::StderrFiles;
pub(crate) use supervisor::{Session, WaitError};
pub(crate) use warden::{launch, stand_watch};

/// How long an engine whose pipes are closed may take to end by itself.
pub(crate) const SETTLE: Duration = Duration::from_millis(200);

/// The option of an engine that can play Chess960.
pub(crate) const CHESS960: &str = "UCI_Chess960";

/// What an engine that has moved did not answer.
const AFTER_MOVE: &str = "`isready` after its last move";

/// An engine in a process of its own. The process is started for the first game, and again after
/// every fault.
#[derive(Debug)]
pub struct Uci {
    settings: UciSettings,
    supervision: Supervision,
    guard: Guard,
    stderr: Option<StderrFiles>,
    abort: Stop,
    session: Option<Session>,
    /// The session that has come to an end by the last fault.
    ended: Option<Ended>,
    /// The last question of the game.
    question: Question,
    /// Whether the process has been told to play chess, as it does from the start, or Chess960.
    mode: CastlingMode,
    /// Why the process did not come to rest after its last move.
    restless: Option<WaitError>,
}

impl Uci {
    /// An engine that is started when it is first needed. Its waits end when `abort` is raised;
    /// its standard error goes to these files.
    #[must_use]
    pub(crate) fn new(
        settings: UciSettings,
        supervision: Supervision,
        guard: Guard,
        stderr: Option<StderrFiles>,
        abort: Stop,
    ) -> Uci {
        Uci {
            question: Question::new(settings.trim_history),
            settings,
            supervision,
            guard,
            stderr,
            abort,
            session: None,
            ended: None,
            mode: CastlingMode::Standard,
            restless: None,
        }
    }

    /// Starts the engine and sets its options.
    fn start(&mut self) -> Result<Session, PlayerFailure> {
        let started = Session::start_patiently(
            &self.settings,
            &self.guard,
            self.stderr.as_ref(),
            &self.abort,
            self.supervision.startup,
        );
        self.mode = CastlingMode::Standard;
        self.restless = None;
        let mut session = started.map_err(|error| {
            let program = self.settings.program.display();
            let reason = format!("{program} cannot be started: {error}");
            PlayerFailure { fault: Fault::Disconnected, reason }
        })?;
        let engine_info = match handshake(&mut session, &self.supervision) {
            Ok(engine_info) => engine_info,
            Err(error) => return Err(self.fail(session, error, "`uci`")),
        };
        // What it does not take was found out before the first game.
        let options = engine_info.options(&self.settings.options).unwrap_or_default();
        match configure(&mut session, &options, &self.supervision) {
            Ok(()) => Ok(session),
            Err(error) => Err(self.fail(session, error, "`isready`")),
        }
    }

    /// Ends a session that cannot go on.
    fn fail(&mut self, mut session: Session, error: WaitError, doing: &str) -> PlayerFailure {
        let (fault, how) = match error {
            WaitError::Deadline => (Fault::Stalled, format!("no answer to {doing}")),
            WaitError::Ended => (Fault::Disconnected, session.end(SETTLE)),
            WaitError::Endless => (Fault::Stalled, "it writes without end".to_owned()),
            WaitError::Aborted => (Fault::Stalled, "the match was stopped".to_owned()),
        };
        session.kill();
        let kind = if fault == Fault::Stalled { "stall" } else { "crash" };
        let after = if error == WaitError::Endless { "its move" } else { doing };
        self.ended = Some(Ended { session, kind, how: format!("{how} (after {after})") });
        PlayerFailure { fault, reason: how }
    }

    /// Tells the process, at the first move of a game, which of the two games it is.
    fn tell_mode(
        &mut self,
        session: &mut Session,
        request: &MoveRequest<'_>,
    ) -> Result<(), WaitError> {
        let mode = request.start.castles().mode();
        if mode != self.mode {
            self.mode = mode;
            let line = format!("{}\n", chess960(mode));
            session.send(line.as_bytes(), Instant::now() + self.supervision.ready)?;
        }
        Ok(())
    }

    /// Asks for a move and waits for it.
    fn ask(
        &mut self,
        session: &mut Session,
        request: &MoveRequest<'_>,
    ) -> Result<Answer, WaitError> {
        session.come_into_step(self.supervision.ready, &self.settings.program)?;
        self.tell_mode(session, request)?;
        self.question.put(request);
        let patience = request.flag.unwrap_or(self.supervision.hang);
        let begun = session.send(self.question.text(), Instant::now() + patience)?;
        let (deadline, withheld) = (begun + patience, session.withheld());
        let mut answer = Answer::default();
        let waited = session.wait_for(deadline, |line| answer.note(line));
        answer.time = session.received_at().saturating_duration_since(begun);
        answer.withheld = session.withheld() - withheld;
        match waited {
            Ok(()) => {
                answer.suspect = session.is_suspect() && answer.withheld.is_zero();
                Ok(answer)
            }
            Err(WaitError::Deadline) => {
                self.send_stop(session, begun, &mut answer)?;
                if request.flag.is_none() {
                    return Err(WaitError::Deadline);
                }
                Ok(answer)
            }
            Err(error) => Err(error),
        }
    }

    /// Tells an engine that is past its deadline to stop, and gives it a moment.
    fn send_stop(
        &mut self,
        session: &mut Session,
        begun: Instant,
        answer: &mut Answer,
    ) -> Result<(), WaitError> {
        let deadline = Instant::now() + self.supervision.grace;
        let sent = session.send(b"stop\n", deadline);
        let waited = sent.and_then(|_| session.wait_for(deadline, |line| answer.note(line)));
        answer.given_up = waited.is_err();
        answer.time = match waited {
            Ok(()) => session.received_at().saturating_duration_since(begun),
            Err(_) => begun.elapsed(),
        };
        match waited {
            Err(WaitError::Aborted) => Err(WaitError::Aborted),
            _ => Ok(()),
        }
    }
}

/// A session that a fault has brought to its end.
#[derive(Debug)]
struct Ended {
    session: Session,
    /// The fault in a word.
    kind: &'static str,
    /// What became of the process.
    how: String,
}

impl Player for Uci {
    fn new_game(&mut self, _seed: u64) -> Result<(), PlayerFailure> {
        self.question.clear();
        self.ended = None;
        if self.settings.restart
            && let Some(mut session) = self.session.take()
        {
            session.quit(self.supervision.grace);
        }
        let mut session = match self.session.take() {
            Some(session) => session,
            None => self.start()?,
        };
        if let Some(error) = self.restless.take() {
            return Err(self.fail(session, error, AFTER_MOVE));
        }
        let deadline = Instant::now() + self.supervision.new_game;
        match session.sync(b"ucinewgame\nisready\n", deadline) {
            Ok(()) => {
                self.session = Some(session);
                Ok(())
            }
            Err(error) => Err(self.fail(session, error, "`ucinewgame` and `isready`")),
        }
    }

    fn think(&mut self, request: &MoveRequest<'_>) -> Result<SearchResult, PlayerFailure> {
        let Some(mut session) = self.session.take() else {
            return Err(PlayerFailure::broken("asked for a move without a game"));
        };
        if let Some(error) = self.restless.take() {
            return Err(self.fail(session, error, AFTER_MOVE));
        }
        match self.ask(&mut session, request) {
            Ok(answer) => match answer.into_result(request, self.supervision.grace) {
                Ok(result) => {
                    self.restless = session.come_to_rest(self.supervision.ready).err();
                    self.session = Some(session);
                    Ok(result)
                }
                Err(Refusal { failure, kind, how }) => {
                    session.kill();
                    self.ended = Some(Ended { session, kind, how });
                    Err(failure)
                }
            },
            Err(error) => Err(self.fail(session, error, "`go`")),
        }
    }

    fn evidence(&mut self) -> Option<Evidence> {
        let (session, kind, how) = match (&self.ended, &self.session) {
            (Some(Ended { session, kind, how }), _) => (session, *kind, how.as_str()),
            (None, Some(session)) => (session, "time", "it goes on"),
            (None, None) => return None,
        };
        Some(Evidence {
            player: String::new(),
            kind,
            account: format!("process {}: {how}\nengine: {}\n", session.id(), self.settings),
            transcript: session.transcript.to_text(),
            stderr: session.stderr.tail(),
            reproduce: reproduce::command(&self.settings, self.mode, self.question.text()),
        })
    }
}

impl Drop for Uci {
    fn drop(&mut self) {
        if let Some(session) = &mut self.session {
            session.quit(self.supervision.grace);
        }
    }
}
