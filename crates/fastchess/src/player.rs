//! A program treated as fastchess treats it: it receives its options before every game, all its
//! output is examined, and faults cause warnings.

mod asking;
mod starting;

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::language::command::{LogLevel, Variant};
use crate::language::engine_arguments::EngineArguments;
use engine::Stop;
use shakmaty::{CastlingMode, Color};
use uci_client::{EngineInfo, Guard, Reply, Session, WaitError};

use super::Dialect;
use super::context::TournamentContext;
use super::info::Said;
use super::notes::PlayerNotes;
use super::variation::Line;
use arena::chess::record::GameSpec;
use arena::config::UciSettings;
use arena::player::{Fault, MoveRequest, Player, PlayerFailure, SearchResult};

/// The time after the fall of its flag in which an engine's answer is still read.
const LENIENCE: Duration = Duration::from_millis(100);
/// The wait for a late engine after `stop`.
const STOP: Duration = Duration::from_secs(10);
/// The same of cutechess-cli.
const IDLE: Duration = Duration::from_secs(15);
/// The time for an engine to end after `quit`.
const GRACE: Duration = Duration::from_secs(1);
/// A wait without a limit.
const FOREVER: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// A program of a tournament. The process is started for the first game, and again after it has failed.
#[derive(Debug)]
pub(super) struct Observed {
    context: Arc<TournamentContext>,
    arguments: EngineArguments,
    settings: UciSettings,
    guard: Guard,
    abort: Stop,
    session: Option<Session>,
    /// Its number among all programs that were started, from 0.
    number: u32,
    info: EngineInfo,
    said: Said,
    game: u32,
    color: Color,
    line: Option<Line>,
    /// The start position of the game, in the form sent to the engine, and the moves since.
    start: String,
    moves: Vec<String>,
    has_played: bool,
}

impl Observed {
    pub(super) fn new(
        context: Arc<TournamentContext>,
        arguments: EngineArguments,
        settings: UciSettings,
        guard: Guard,
        abort: Stop,
    ) -> Observed {
        Observed {
            context,
            arguments,
            settings,
            guard,
            abort,
            session: None,
            number: 0,
            info: EngineInfo::default(),
            said: Said::default(),
            game: 0,
            color: Color::White,
            line: None,
            start: String::new(),
            moves: Vec::new(),
            has_played: false,
        }
    }

    /// Sends lines that end with `isready`, and waits for the answer; returns whether the engine
    /// named a move before it.
    fn sync(&self, session: &mut Session, lines: &str, limit: Duration) -> Result<bool, WaitError> {
        let (console, name) = (&self.context.console, &self.arguments.name);
        lines.lines().for_each(|line| console.sent(name, line));
        let deadline = Instant::now() + limit;
        let mut has_moved = false;
        let answered = session.send(lines.as_bytes(), deadline).and_then(|_| {
            session.wait_for(deadline, |line| {
                console.received(name, line);
                has_moved |= line.starts_with(b"bestmove");
                (Reply::of(line) == Reply::ReadyOk).then_some(())
            })
        });
        if answered == Err(WaitError::Deadline) {
            self.warn_of_unresponsiveness();
        }
        answered.map(|()| has_moved)
    }

    fn warn_of_unresponsiveness(&self) {
        let name = &self.arguments.name;
        self.context.console.warn(&format!("Warning; Engine {name} is not responsive"));
    }

    /// Ends a program that has failed; cutechess-cli says so.
    fn give_up(&self, mut session: Session, error: WaitError) -> PlayerFailure {
        if self.context.command.dialect() == Dialect::Cutechess && error != WaitError::Aborted {
            let (console, name, number) =
                (&self.context.console, self.arguments.title(), self.number);
            let line = format!("Terminating process of engine {name}({number})");
            console.before_the_end(|| console.say(LogLevel::Info, &line));
        }
        session.kill();
        self.failure(error)
    }

    fn ping(&self) -> Duration {
        Duration::from_millis(self.context.command.tournament.unsaved.ping)
    }

    fn failure(&self, error: WaitError) -> PlayerFailure {
        let fault = match error {
            WaitError::Ended => Fault::Disconnected,
            WaitError::Deadline | WaitError::Endless | WaitError::Aborted => Fault::Stalled,
        };
        PlayerFailure { fault, reason: String::new() }
    }
}

impl Player for Observed {
    fn new_game(&mut self, seed: u64) -> Result<(), PlayerFailure> {
        (self.game, self.color) = GameSpec::of_seed(seed);
        self.line = None;
        self.moves.clear();
        self.start.clear();
        let pause = self.context.command.tournament.wait;
        if self.has_played && self.color == Color::White && pause > 0 {
            std::thread::sleep(Duration::from_millis(u64::from(pause)));
        }
        self.has_played = true;
        let mut session = self.session()?;
        let lines = self.setoptions();
        let notes = PlayerNotes {
            name: self.arguments.name.clone(),
            id_name: self.info.name.clone(),
            id_author: self.info.author.clone(),
            threads: self.number("Threads"),
            hash: self.number("Hash"),
        };
        self.context.notebook.with(self.game, |game| game.players[self.color] = notes);
        let limit = Duration::from_millis(self.context.command.tournament.unsaved.new_game);
        match self.sync(&mut session, &format!("{lines}ucinewgame\nisready\n"), limit) {
            Ok(_) => {
                self.session = Some(session);
                Ok(())
            }
            Err(error) => Err(self.give_up(session, error)),
        }
    }

    fn think(&mut self, request: &MoveRequest<'_>) -> Result<SearchResult, PlayerFailure> {
        let Some(mut session) = self.session.take() else {
            return Err(PlayerFailure::broken("asked for a move without a game"));
        };
        if self.start.is_empty() {
            self.start = super::question::start(request.start);
        }
        self.follow(request);
        let answered = self.ask(&mut session, request).and_then(|(elapsed, in_time)| {
            let has_moved = self.sync(&mut session, "isready\n", self.ping())?;
            if !in_time && !has_moved {
                self.recall(&mut session)?;
            }
            Ok((elapsed, in_time))
        });
        let (elapsed, in_time) = match answered {
            Ok(answered) => answered,
            Err(error) => {
                // Workers of fishtest report this line to their server.
                if error == WaitError::Ended {
                    self.warn_of_unresponsiveness();
                }
                return Err(self.give_up(session, error));
            }
        };
        self.session = Some(session);
        let Some(named) = self.named() else {
            if in_time {
                self.warn_of_silence();
            }
            // A late answer is a loss on time; in time, an empty answer is an illegal move.
            if request.flag.is_none_or(|flag| elapsed <= flag) {
                self.warn_of_illegal(None);
            }
            return Ok(SearchResult { time: Some(elapsed), ..SearchResult::default() });
        };
        let result = self.note_move(&named, elapsed, request);
        if result.best_move.is_none() {
            self.warn_of_illegal(Some(&named));
            return Err(PlayerFailure { fault: Fault::IllegalMove, reason: named });
        }
        Ok(result)
    }
}

impl Drop for Observed {
    fn drop(&mut self) {
        if let Some(session) = &mut self.session {
            let _ = session.send(b"stop\n", Instant::now());
            session.quit(GRACE);
        }
    }
}

/// The castling mode of a tournament's variant.
pub(super) fn mode(variant: Variant) -> CastlingMode {
    match variant {
        Variant::Standard => CastlingMode::Standard,
        Variant::FischerRandom => CastlingMode::Chess960,
    }
}
