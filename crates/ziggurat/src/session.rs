//! The state of a UCI conversation, and the effect of each command.
//!
//! During a search, `isready` is answered at once; `position` and `setoption` apply to the next
//! search; `ucinewgame` waits for its end; and a second `go` is refused, because the two answers
//! could not be told apart.

use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use engine::{Ponder, Position, SearchOptions};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move, Position as _, PositionError};
use shakmaty_uci::UciMessage;

use super::command::{Command, DebugCommand};
use super::go::Go;
use super::options::{Effect, Options};
use super::output::{info_string, send};
use super::worker::{Job, Search, Task, Worker};
use super::{AUTHOR, COMMANDS, NAME, debug_commands};

/// A conversation with the GUI or match runner that uses the engine.
pub(crate) struct Session {
    options: Options,
    chess: Chess,
    /// The same, with the game so far.
    position: Position,
    worker: Worker,
    /// The last task begun.
    task: Arc<Task>,
    debug: bool,
}

impl Session {
    /// Starts a session, at the start position.
    ///
    /// # Errors
    /// The search thread cannot be started.
    pub(crate) fn start() -> io::Result<Session> {
        let chess = Chess::default();
        Ok(Session {
            options: Options::default(),
            position: Position::new(&chess),
            chess,
            worker: Worker::start()?,
            task: Arc::new(Task::finished()),
            debug: false,
        })
    }

    /// Executes a command that was read at this moment.
    pub(crate) fn execute(&mut self, command: Command, read_at: Instant) -> ControlFlow<()> {
        match command {
            Command::Message(UciMessage::Quit) => return ControlFlow::Break(()),
            Command::Message(message) => self.execute_message(message, read_at),
            Command::Go(go) => self.go(&go, read_at),
            Command::Debug(command) => self.debug_command(command),
        }
        ControlFlow::Continue(())
    }

    /// Makes the engine that the options describe, unless it is there.
    pub(crate) fn configure(&self) {
        let (setup, hash) = (Box::new(self.options.setup()), self.options.hash);
        self.worker.send(Job::Configure { setup, hash });
    }

    /// Stops the task under way.
    pub(crate) fn stop(&self) {
        self.task.stop.raise();
        self.worker.wake();
    }

    /// Waits until every job is done.
    pub(crate) fn finish(self) {
        self.worker.finish();
    }

    fn execute_message(&mut self, message: UciMessage, read_at: Instant) {
        match message {
            UciMessage::Uci => self.identify(),
            UciMessage::Debug(on) => self.debug = on,
            UciMessage::IsReady => self.answer_ready(),
            UciMessage::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            UciMessage::UciNewGame => self.forget(),
            UciMessage::Position { fen, moves, .. } => self.set_position(fen, &moves),
            UciMessage::Stop => self.stop(),
            UciMessage::PonderHit => self.ponder_hit(read_at),
            // Registration is not needed, and messages that only engines send are ignored.
            _ => {}
        }
    }

    fn identify(&self) {
        send(&UciMessage::Id { name: Some(NAME.to_owned()), author: None });
        send(&UciMessage::Id { name: None, author: Some(AUTHOR.to_owned()) });
        Options::default().declarations().into_iter().for_each(|option| send(&option));
        send(&UciMessage::UciOk);
    }

    fn answer_ready(&self) {
        if self.task.is_done() {
            // A new table is made now, and not on the clock.
            self.configure();
            self.worker.send(Job::Ready);
        } else {
            send(&UciMessage::ReadyOk);
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        match self.options.set(name, value) {
            Ok(Effect::None) => {}
            Ok(Effect::ClearHash) => self.forget(),
            Err(error) => info_string(&error),
        }
    }

    fn forget(&self) {
        self.configure();
        self.worker.send(Job::NewGame);
    }

    fn set_position(&mut self, fen: Option<Fen>, moves: &[UciMove]) {
        match play(fen, moves, self.options.castling) {
            Ok((chess, position)) => (self.chess, self.position) = (chess, position),
            Err(mistake) => info_string(&mistake),
        }
    }

    fn ponder_hit(&self, read_at: Instant) {
        self.task.ponder_hit(read_at);
        self.worker.wake();
    }

    fn go(&mut self, go: &Go, read_at: Instant) {
        go.mistakes.iter().for_each(info_string);
        let ponder = go.ponder.then(Ponder::new);
        let Some(task) = self.begin(ponder.clone(), go.infinite) else { return };
        let options = SearchOptions {
            started: read_at,
            ponder,
            root_moves: self.legal_among(&go.search_moves),
            lines: self.options.lines,
        };
        self.configure();
        self.worker.send(Job::Search(Box::new(Search {
            task,
            position: self.position.clone(),
            limits: go.limits(self.chess.turn(), self.options.overhead),
            options,
            castling: self.options.castling,
            with_counters: self.debug,
        })));
    }

    /// A new task, unless one is under way.
    fn begin(&mut self, ponder: Option<Ponder>, infinite: bool) -> Option<Arc<Task>> {
        if !self.task.is_done() {
            info_string(&"a search is under way, so this one is not begun; send stop first");
            return None;
        }
        self.task = Arc::new(Task::new(ponder, infinite));
        Some(Arc::clone(&self.task))
    }

    /// The moves that are legal here; the others are reported.
    fn legal_among(&self, moves: &[UciMove]) -> Vec<Move> {
        let legal = |m: &UciMove| match m.to_move(&self.chess) {
            Ok(m) => Some(m),
            Err(_) => {
                info_string(&format!("go: searchmoves {m} is not legal, ignored"));
                None
            }
        };
        moves.iter().filter_map(legal).collect()
    }

    fn debug_command(&mut self, command: DebugCommand) {
        let castling = self.options.castling;
        match command {
            DebugCommand::Help => send(&COMMANDS),
            DebugCommand::Display => send(&debug_commands::display(&self.chess)),
            DebugCommand::Evaluate => {
                let evaluation = self.options.setup().evaluation;
                let turn = self.chess.turn();
                send(&debug_commands::evaluation(&evaluation, &self.position, turn));
            }
            DebugCommand::Bench { depth, preset } => {
                if let Some(task) = self.begin(None, false) {
                    self.worker.send(Job::Bench { task, depth, preset });
                }
            }
            DebugCommand::Perft { depth } => {
                if let Some(task) = self.begin(None, false) {
                    let position = self.position.clone();
                    self.worker.send(Job::Perft { task, position, depth, castling });
                }
            }
        }
    }
}

/// Sets up a position and plays the moves from there.
///
/// Two impossible features are accepted, because the search can handle them: an impossible check,
/// and an en passant square without a pawn, which is ignored.
fn play(
    fen: Option<Fen>,
    moves: &[UciMove],
    castling: CastlingMode,
) -> Result<(Chess, Position), String> {
    let mut chess = match fen {
        None => Chess::default(),
        Some(fen) => {
            set_up(&fen, castling).map_err(|error| match set_up(&fen, CastlingMode::Chess960) {
                Ok(_) => "position: its castling rights are those of Chess960, which wants UCI_Chess960 set; \
                          the last one is kept"
                    .to_owned(),
                Err(_) => format!("position: {error}; the last one is kept"),
            })?
        }
    };
    let mut position = Position::new(&chess);
    for (i, uci) in moves.iter().enumerate() {
        let m = uci.to_move(&chess).map_err(|_| {
            let number = i + 1;
            format!("position: move {number}, {uci}, is not legal; the last position is kept")
        })?;
        chess.play_unchecked(m);
        position.play(m);
    }
    Ok((chess, position))
}

fn set_up(fen: &Fen, castling: CastlingMode) -> Result<Chess, Box<PositionError<Chess>>> {
    fen.clone()
        .into_position(castling)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_impossible_check)
        .map_err(Box::new)
}
