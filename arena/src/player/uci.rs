//! A contender that is a UCI program: turns its answers and failures into results of a game.
//!
//! A move is one question and its answer. Unsolicited output is read before the next question, so
//! a surplus `bestmove` is not mistaken for the answer to it. Two cases remain: an engine that says
//! `readyok` at once but writes the surplus move only after the next `go`, and a legal surplus move
//! of an engine that was not sent `isready`.

mod answer;
mod go;
mod identify;
mod pondering;
mod rest;

use engine::Stop;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Move};
use uci_client::{
    Answer, Guard, InfoLine, Question, Replaced, SETTLE, Session, StderrFiles, WaitError, reproduce,
};

use super::{Fault, MoveRequest, Player, PlayerFailure, SearchResult};
use crate::config::{Supervision, UciSettings};
use crate::player::faults::{Evidence, FaultKind, Origin};
use answer::{Refusal, into_result};
use go::go;
use rest::{AFTER_MOVE, Restless};

pub use identify::{identify, identify_program};

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
    /// The session that ended by the last fault.
    ended: Option<Ended>,
    /// The last question of the game.
    question: Question,
    /// The process's current mode: chess, as at its start, or Chess960.
    mode: CastlingMode,
    /// Whether `isready` was sent after its last move and the answer is still outstanding.
    is_resting: bool,
    /// Whether it has received the position of its next question.
    has_position: bool,
    /// Why it cannot be asked.
    restless: Option<Restless>,
    /// Whether it has ever sent a surplus move.
    has_surplus_moves: bool,
    /// The reply that it expects to its last move.
    expected: Option<UciMove>,
    /// The move on which it thinks on its opponent's time.
    pondering: Option<Move>,
    /// Why its program is not started any more: its file is another one.
    replaced: Option<Replaced>,
    /// Whether it has not been asked in this game.
    is_new_game: bool,
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
            is_resting: false,
            has_position: false,
            restless: None,
            has_surplus_moves: false,
            expected: None,
            pondering: None,
            replaced: None,
            is_new_game: true,
        }
    }

    /// Starts the engine and sets its options.
    fn start(&mut self) -> Result<Session, PlayerFailure> {
        let timeouts = self.supervision.timeouts();
        let UciSettings { program, options, identity, .. } = &self.settings;
        if let Some(Err(replaced)) = identity.as_ref().map(|identity| identity.check(program)) {
            // No engine loses a game by that, and another one plays none.
            self.abort.raise();
            let reason = replaced.to_string();
            self.replaced = Some(replaced);
            return Err(PlayerFailure { fault: Fault::Stalled, reason });
        }
        let abort = self.abort.flag();
        let started = Session::start_patiently(program, &self.guard, &abort, timeouts.startup);
        self.mode = CastlingMode::Standard;
        (self.restless, self.expected, self.pondering) = (None, None, None);
        (self.is_resting, self.has_position, self.has_surplus_moves) = (false, false, false);
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
        // Options that it refuses were found before the first game.
        let lines = engine_info.set_all(options).unwrap_or_default();
        match session.configure(&lines, timeouts.ready) {
            Ok(()) => Ok(session),
            Err(error) => Err(self.fail(session, error, "`isready`")),
        }
    }

    /// Ends a broken session.
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

    /// Chooses a move as [`Player::think`] does; `look` is shown every line of the search as it comes.
    ///
    /// # Errors
    /// When the engine has failed.
    pub fn search(
        &mut self,
        request: &MoveRequest<'_>,
        look: impl FnMut(&InfoLine<'_>),
    ) -> Result<SearchResult, PlayerFailure> {
        self.await_rest();
        let Some(mut session) = self.session.take() else {
            return Err(PlayerFailure::broken("asked for a move without a game"));
        };
        let has_position = match self.settle(&mut session, request.moves.last()) {
            Ok(has_position) => has_position,
            Err((error, doing)) => return Err(self.fail(session, error, doing)),
        };
        match self.ask(&mut session, request, has_position, look) {
            Ok(answer) => {
                self.expected = answer.expected;
                match into_result(answer, request, self.supervision.grace) {
                    Ok(result) => {
                        if self.has_surplus_moves {
                            let rested = session.come_to_rest(self.supervision.ready);
                            self.restless = rested.err().map(|error| (error, AFTER_MOVE));
                        }
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

    /// Asks for a move and waits for it; a move being pondered has been played.
    fn ask(
        &mut self,
        session: &mut Session,
        request: &MoveRequest<'_>,
        has_position: bool,
        look: impl FnMut(&InfoLine<'_>),
    ) -> Result<Answer, WaitError> {
        let timeouts = self.supervision.timeouts();
        let patience = request.flag.unwrap_or(timeouts.hang);
        let is_hit = self.pondering.take().is_some();
        // A credit is for moves of this game alone, without pondering; of a time a move, for this move alone.
        if request.flag.is_some()
            && (self.is_new_game || is_hit || request.limits.move_time.is_some())
        {
            session.begin_account();
            self.is_new_game = false;
        }
        let answer = if has_position {
            session.ask_watched(self.question.go(), patience, timeouts.grace, look)?
        } else if is_hit {
            self.question.put(request.start, request.moves, &go(request));
            session.ponder_hit(patience, timeouts.grace, look)?
        } else {
            self.has_surplus_moves |= session.come_into_step(timeouts.ready)?;
            self.tell_mode(session, request)?;
            self.question.put(request.start, request.moves, &go(request));
            let question = self.question.text();
            let mut answer = session.ask_watched(question, patience, timeouts.grace, look)?;
            self.look_again(session, &mut answer, request)?;
            answer
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
    /// The fate of the process.
    how: String,
    /// The circumstances, where they are not the fault itself; in brackets.
    after: String,
}

impl Player for Uci {
    fn new_game(&mut self, _seed: u64) -> Result<(), PlayerFailure> {
        self.await_rest();
        self.question.clear();
        self.ended = None;
        self.is_new_game = true;
        if self.settings.restart
            && let Some(mut session) = self.session.take()
        {
            session.quit(self.supervision.grace);
        }
        let mut session = match self.session.take() {
            Some(session) => session,
            None => self.start()?,
        };
        let settled = self.settle(&mut session, None);
        if let Err((error, doing)) = settled {
            return Err(self.fail(session, error, doing));
        }
        match session.new_game(self.supervision.new_game) {
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

    fn begin_to_rest(&mut self) {
        self.ask_for_rest();
    }

    fn get_ready(&mut self, request: &MoveRequest<'_>) {
        self.tell_position(request);
    }

    fn come_to_rest(&mut self) {
        self.await_rest();
    }

    fn ponder(&mut self, request: &MoveRequest<'_>) {
        self.begin_to_ponder(request);
    }

    fn obstacle(&self) -> Option<String> {
        let replaced = self.replaced.as_ref()?;
        Some(format!(
            "{}: {replaced}; the match goes on with the file that it began with",
            self.settings.program.path.display()
        ))
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
            account: format!(
                "process {}: {how}{after}\nengine: {}\n",
                session.id(),
                self.settings.command_line()
            ),
            transcript: session.transcript().to_text(),
            stderr: session.stderr_tail(),
            reproduce: reproduce(
                &self.settings.program,
                &self.settings.options,
                self.mode,
                self.question.text(),
            ),
            origin: Origin::Here,
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
