//! A contender that is a UCI program: what comes of its answers, and of its failures, for a game.
//!
//! A move is one question and its answer. Then the engine is asked whether it is ready: what it still
//! does after its `bestmove` must not cost its opponent time, since both may share a core. What it
//! writes unasked is taken before the next question. So a `bestmove` too many is not taken for the
//! answer to another question, unless an engine that says `readyok` at once writes it only after the
//! next `go`.

mod answer;
mod go;
mod identify;
mod pondering;

use std::time::Instant;

use engine::Stop;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Move, Position};
use uci_client::{
    Answer, Guard, InfoLine, Question, SETTLE, Session, StderrFiles, WaitError, chess960, reproduce,
};

use super::{Fault, MoveRequest, Player, PlayerFailure, SearchResult};
use crate::config::{Supervision, UciSettings};
use crate::player::faults::{Evidence, FaultKind};
use answer::{Refusal, into_result};
use go::go;
use pondering::WHILE_PONDERING;

pub use identify::{IdentifyError, identify, identify_program};

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
    /// The reply that it expects to its last move.
    expected: Option<UciMove>,
    /// The move on which it thinks on its opponent's time.
    pondering: Option<Move>,
}

impl Uci {
    /// An engine that is started when it is first needed. Its waits end when `abort` is raised;
    /// its standard error goes to these files.
    #[must_use]
    pub fn new(
        settings: UciSettings,
        supervision: Supervision,
        guard: Guard,
        stderr: Option<StderrFiles>,
        abort: Stop,
    ) -> Uci {
        Uci {
            question: if settings.trim_history { Question::trimmed() } else { Question::new() },
            settings,
            supervision,
            guard,
            stderr,
            abort,
            session: None,
            ended: None,
            mode: CastlingMode::Standard,
            restless: None,
            expected: None,
            pondering: None,
        }
    }

    /// Starts the engine and sets its options.
    fn start(&mut self) -> Result<Session, PlayerFailure> {
        let timeouts = self.supervision.timeouts;
        let UciSettings { program, options, .. } = &self.settings;
        let abort = self.abort.flag();
        let started = Session::start_patiently(program, &self.guard, &abort, timeouts.startup);
        self.mode = CastlingMode::Standard;
        (self.restless, self.expected, self.pondering) = (None, None, None);
        let session = started.map_err(|error| {
            let reason = format!("{} cannot be started: {error}", program.path.display());
            PlayerFailure { fault: Fault::Disconnected, reason }
        })?;
        let mut session = session.with_threads(self.settings.threads());
        if let Some(files) = &self.stderr {
            session = session.with_stderr_files(files);
        }
        let engine_info = match session.handshake(timeouts.startup) {
            Ok(engine_info) => engine_info,
            Err(error) => return Err(self.fail(session, error, "`uci`")),
        };
        // What it does not take was found out before the first game.
        let lines = engine_info.set_all(options).unwrap_or_default();
        match session.configure(&lines, timeouts.ready) {
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
        let is_stalled = fault == Fault::Stalled;
        let kind = if is_stalled { FaultKind::Stall } else { FaultKind::Crash };
        let after = if error == WaitError::Endless { "its move" } else { doing };
        self.ended =
            Some(Ended { session, kind, how: how.clone(), after: format!(" (after {after})") });
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
            session.send(line.as_bytes(), Instant::now() + self.supervision.timeouts.ready)?;
        }
        Ok(())
    }

    /// Chooses a move as [`Player::think`] does; `look` is shown every line of the search as it comes.
    ///
    /// # Errors
    /// When the engine has failed.
    pub fn search(
        &mut self,
        request: &MoveRequest<'_>,
        look: impl FnMut(&InfoLine<'_>),
    ) -> Result<SearchResult, PlayerFailure> {
        let Some(mut session) = self.session.take() else {
            return Err(PlayerFailure::broken("asked for a move without a game"));
        };
        if let Some(error) = self.restless.take() {
            return Err(self.fail(session, error, AFTER_MOVE));
        }
        if let Err(error) = self.stop_pondering(&mut session, request.moves.last()) {
            return Err(self.fail(session, error, WHILE_PONDERING));
        }
        match self.ask(&mut session, request, look) {
            Ok(answer) => {
                self.expected = answer.expected;
                match into_result(answer, request, self.supervision.timeouts.grace) {
                    Ok(result) => {
                        self.restless = session.come_to_rest(self.supervision.timeouts.ready).err();
                        self.session = Some(session);
                        Ok(result)
                    }
                    Err(Refusal { failure, kind, how }) => {
                        session.kill();
                        self.ended = Some(Ended { session, kind, how, after: String::new() });
                        Err(failure)
                    }
                }
            }
            Err(error) => Err(self.fail(session, error, "`go`")),
        }
    }

    /// Asks for a move and waits for it; one that it ponders has come.
    fn ask(
        &mut self,
        session: &mut Session,
        request: &MoveRequest<'_>,
        look: impl FnMut(&InfoLine<'_>),
    ) -> Result<Answer, WaitError> {
        let timeouts = self.supervision.timeouts;
        let is_hit = self.pondering.take().is_some();
        if !is_hit {
            session.come_into_step(timeouts.ready)?;
            self.tell_mode(session, request)?;
        }
        self.question.put(request.start, request.moves, &go(request));
        let patience = request.flag.unwrap_or(timeouts.hang);
        let answer = if is_hit {
            session.ponder_hit(patience, timeouts.grace, look)?
        } else {
            session.ask_watched(self.question.text(), patience, timeouts.grace, look)?
        };
        if answer.was_stopped && request.flag.is_none() {
            return Err(WaitError::Deadline);
        }
        Ok(answer)
    }
}

/// A session that a fault has brought to its end.
#[derive(Debug)]
struct Ended {
    session: Session,
    kind: FaultKind,
    /// What became of the process.
    how: String,
    /// At what it did so, where that is not the fault itself; in brackets.
    after: String,
}

impl Player for Uci {
    fn new_game(&mut self, _seed: u64) -> Result<(), PlayerFailure> {
        self.question.clear();
        self.ended = None;
        if self.settings.restart
            && let Some(mut session) = self.session.take()
        {
            session.quit(self.supervision.timeouts.grace);
        }
        let mut session = match self.session.take() {
            Some(session) => session,
            None => self.start()?,
        };
        if let Some(error) = self.restless.take() {
            return Err(self.fail(session, error, AFTER_MOVE));
        }
        if let Err(error) = self.stop_pondering(&mut session, None) {
            return Err(self.fail(session, error, WHILE_PONDERING));
        }
        match session.new_game(self.supervision.timeouts.new_game) {
            Ok(()) => {
                self.session = Some(session);
                Ok(())
            }
            Err(error) => Err(self.fail(session, error, "`ucinewgame` and `isready`")),
        }
    }

    fn think(&mut self, request: &MoveRequest<'_>) -> Result<SearchResult, PlayerFailure> {
        self.search(request, |_| {})
    }

    fn ponder(&mut self, request: &MoveRequest<'_>) {
        self.begin_to_ponder(request);
    }

    fn evidence(&mut self) -> Option<Evidence> {
        let (session, kind, how, after) = match (&self.ended, &self.session) {
            (Some(Ended { session, kind, how, after }), _) => {
                (session, *kind, how.as_str(), after.as_str())
            }
            (None, Some(session)) => (session, FaultKind::Time, "it goes on", ""),
            (None, None) => return None,
        };
        Some(Evidence {
            player: String::new(),
            kind,
            how: how.to_owned(),
            account: format!("process {}: {how}{after}\nengine: {}\n", session.id(), self.settings),
            transcript: session.transcript().to_text(),
            stderr: session.stderr_tail(),
            reproduce: reproduce(
                &self.settings.program,
                &self.settings.options,
                self.mode,
                self.question.text(),
            ),
        })
    }
}

impl Drop for Uci {
    fn drop(&mut self) {
        if let Some(session) = &mut self.session {
            session.quit(self.supervision.timeouts.grace);
        }
    }
}
