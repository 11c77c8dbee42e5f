//! A program as fastchess treats it: options before every game, everything it says looked at, and a
//! warning for what is wrong with it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use dropin::command::{LogLevel, Variant};
use dropin::engine_arguments::EngineArguments;
use engine::Stop;
use rustix::fs::Access;
use shakmaty::{CastlingMode, Color};
use uci_client::{Guard, Reply, Session, WaitError};

use super::desk::Desk;
use super::info::{Said, is_move};
use super::notes::{MoveNotes, PlayerNotes};
use super::options::{Options, Setting};
use super::question::Question;
use super::remarks::{Turn, remark};
use super::variation::Line;
use crate::chess::record::GameSpec;
use crate::config::UciSettings;
use crate::player::{Fault, MoveRequest, Player, PlayerFailure, SearchResult};

/// How much later than the fall of its flag an engine may answer and be heard.
const LENIENCE: Duration = Duration::from_millis(100);
/// How long an engine that is late is waited for after `stop`.
const STOP: Duration = Duration::from_secs(10);
/// How long an engine may take to end after `quit`.
const GRACE: Duration = Duration::from_secs(1);
/// A wait without a limit.
const FOREVER: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// A program of a tournament. The process is started for the first game, and again after it has failed.
#[derive(Debug)]
pub(super) struct Observed {
    desk: Arc<Desk>,
    arguments: EngineArguments,
    settings: UciSettings,
    guard: Guard,
    abort: Stop,
    session: Option<Session>,
    options: Options,
    id: (String, String),
    question: Question,
    said: Said,
    game: u32,
    color: Color,
    line: Option<Line>,
    /// The position the game began from, as it is told, and the moves since.
    start: String,
    moves: Vec<String>,
    has_played: bool,
}

impl Observed {
    pub(super) fn new(
        desk: Arc<Desk>,
        arguments: EngineArguments,
        settings: UciSettings,
        guard: Guard,
        abort: Stop,
    ) -> Observed {
        Observed {
            desk,
            arguments,
            settings,
            guard,
            abort,
            session: None,
            options: Options::default(),
            id: Default::default(),
            question: Question::default(),
            said: Said::default(),
            game: 0,
            color: Color::White,
            line: None,
            start: String::new(),
            moves: Vec::new(),
            has_played: false,
        }
    }

    /// Starts the process and asks who it is.
    fn start(&mut self) -> Result<Session, String> {
        let limit = Duration::from_millis(self.desk.command.tournament.unsaved.startup);
        let (program, abort) = (&self.settings.program, self.abort.flag());
        // Its warden would only say that it has ended.
        if let Err(error) = rustix::fs::access(&program.path, Access::EXEC_OK) {
            let error = std::io::Error::from(error).to_string();
            let reason = error.split(" (os error").next().unwrap_or_default();
            return Err(format!("posix_spawn failed: {reason}"));
        }
        let started = Session::start_patiently(program, &self.guard, &abort, limit);
        let session = started.map_err(|error| {
            let text = error.to_string();
            let reason = text.split(" (os error").next().unwrap_or_default();
            format!("posix_spawn failed: {reason}")
        })?;
        let mut session = session.with_threads(self.settings.threads());
        self.options = Options::default();
        self.id = Default::default();
        let deadline = Instant::now() + limit;
        self.desk.voice.sent(&self.arguments.name, "uci");
        if session.send(b"uci\n", deadline).is_err() {
            session.kill();
            return Err("Couldn't write uci to engine".to_owned());
        }
        let (options, id) = (&mut self.options, &mut self.id);
        let (voice, name) = (&self.desk.voice, &self.arguments.name);
        let answered = session.wait_for(deadline, |line| {
            voice.received(name, line);
            let text = String::from_utf8_lossy(line);
            if let Some(name) = text.strip_prefix("id name ") {
                name.clone_into(&mut id.0);
            } else if let Some(author) = text.strip_prefix("id author ") {
                author.clone_into(&mut id.1);
            } else {
                options.note(&text);
            }
            text.starts_with("uciok").then_some(())
        });
        if answered.is_err() {
            session.kill();
            return Err("Engine didn't respond to uciok after startup".to_owned());
        }
        Ok(session)
    }

    /// A session for the next game.
    fn session(&mut self) -> Result<Session, PlayerFailure> {
        if self.arguments.restart
            && let Some(mut session) = self.session.take()
        {
            session.quit(GRACE);
        }
        if let Some(session) = self.session.take() {
            return Ok(session);
        }
        self.start().map_err(|reason| {
            let voice = &self.desk.voice;
            if !voice.is_stopped() {
                voice.stop(true);
                let name = &self.arguments.name;
                let line = format!("Fatal; {name} engine startup failure: \"{reason}\"");
                voice.say(LogLevel::Fatal, &line);
            }
            PlayerFailure { fault: Fault::Disconnected, reason }
        })
    }

    /// The lines that set the options; warnings of those that cannot be set.
    fn setoptions(&mut self) -> String {
        let name = &self.arguments.name;
        let is_threads = |(option, _): &&(String, String)| option == "Threads";
        let options = &self.arguments.options;
        let of_variant = ("UCI_Chess960".to_owned(), "true".to_owned());
        let is_variant = self.desk.command.tournament.variant == Variant::FischerRandom;
        let ordered = options.iter().filter(is_threads);
        let ordered = ordered.chain(options.iter().filter(|of| !is_threads(of)));
        let mut lines = String::new();
        for (option, value) in ordered.chain(is_variant.then_some(&of_variant)) {
            let problem = match self.options.set(option, value) {
                Setting::Send(line) => {
                    self.desk.voice.sent(name, line.trim_end());
                    lines.push_str(&line);
                    continue;
                }
                Setting::Unknown => format!("{name} doesn't have option {option}"),
                Setting::Invalid => format!("Invalid value for option {option}; {value}"),
                Setting::Failed => {
                    format!(
                        "Failed to set option {option} with value {value} for engine {name}: stoi"
                    )
                }
            };
            self.desk.voice.warn(&format!("Warning; {problem}"));
        }
        lines
    }

    /// Sends lines, the last of which is `isready`, and waits for the answer.
    fn sync(&self, session: &mut Session, lines: &str, limit: Duration) -> Result<(), WaitError> {
        let (voice, name) = (&self.desk.voice, &self.arguments.name);
        lines.lines().for_each(|line| voice.sent(name, line));
        let deadline = Instant::now() + limit;
        let answered = session.send(lines.as_bytes(), deadline).and_then(|_| {
            session.wait_for(deadline, |line| {
                voice.received(name, line);
                (Reply::of(line) == Reply::ReadyOk).then_some(())
            })
        });
        if answered == Err(WaitError::Deadline) && !voice.is_stopped() {
            voice.warn(&format!("Warning; Engine {name} is not responsive"));
        }
        answered
    }

    fn ping(&self) -> Duration {
        Duration::from_millis(self.desk.command.tournament.unsaved.ping)
    }

    /// Follows the game to the position of a question.
    fn follow(&mut self, request: &MoveRequest<'_>) {
        let line = self.line.get_or_insert_with(|| Line::new(request.start.clone()));
        for &m in &request.moves[self.moves.len()..] {
            self.moves.push(m.to_uci(line.mode).to_string());
            line.play(m);
        }
    }

    /// Asks for a move and waits for it; the time from the question to the answer, and whether there was
    /// one in time.
    fn ask(
        &mut self,
        session: &mut Session,
        request: &MoveRequest<'_>,
    ) -> Result<(Duration, bool), WaitError> {
        self.question.put(&self.start, &self.moves, self.arguments.limit, request);
        let (voice, name) = (&self.desk.voice, &self.arguments.name);
        self.question.text().lines().for_each(|line| voice.sent(name, line));
        let limit = &self.arguments.limit;
        let is_counted = limit.nodes != 0 || limit.plies != 0;
        let patience = request.flag.filter(|_| !is_counted);
        let patience = patience.map_or(FOREVER, |flag| flag + LENIENCE);
        self.said.clear();
        let begun = session.send(self.question.text().as_bytes(), Instant::now() + patience)?;
        let said = &mut self.said;
        let answered = session.wait_for(begun + patience, |line| {
            voice.received(name, line);
            said.note(line);
            line.starts_with(b"bestmove").then_some(())
        });
        let elapsed = session.received_at().saturating_duration_since(begun);
        match answered {
            Ok(()) => Ok((elapsed, true)),
            Err(WaitError::Deadline) => Ok((begun.elapsed(), false)),
            Err(error) => Err(error),
        }
    }

    /// Waits for the move of an engine that is late, so that it is not taken for an answer later on.
    fn recall(&mut self, session: &mut Session) -> Result<(), WaitError> {
        let deadline = Instant::now() + STOP;
        session.send(b"stop\n", deadline)?;
        match session.wait_for(deadline, |line| line.starts_with(b"bestmove").then_some(())) {
            Err(WaitError::Deadline) | Ok(()) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn failure(&self, error: WaitError) -> PlayerFailure {
        let fault = match error {
            WaitError::Ended => Fault::Disconnected,
            WaitError::Deadline | WaitError::Endless | WaitError::Aborted => Fault::Stalled,
        };
        PlayerFailure { fault, reason: String::new() }
    }

    /// The move that was named, where one was.
    fn named(&self) -> Option<String> {
        let line = self.said.lines().next_back()?;
        let mut words = line.strip_prefix("bestmove")?.split_whitespace();
        words.next().map(str::to_owned)
    }

    /// Warns that no move was named.
    fn warn_of_silence(&self) {
        let name = &self.arguments.name;
        self.desk.voice.warn(&match self.said.lines().next_back() {
            None => format!("Warning; No output from {name}"),
            Some(last) => format!(
                "Warning; No bestmove found from {name} because: Element 'bestmove' not found. Last \
                 line was: {last}"
            ),
        });
    }

    /// Notes a move and what was said of it; gives out what the runner is told.
    fn note_move(
        &mut self,
        text: &str,
        elapsed: Duration,
        request: &MoveRequest<'_>,
    ) -> SearchResult {
        let Some(line) = &mut self.line else { return SearchResult::default() };
        let best_move = line.read(text);
        let milliseconds = i64::try_from(elapsed.as_millis()).unwrap_or(i64::MAX);
        let mut notes = MoveNotes {
            text: text.to_owned(),
            legal: best_move.is_some(),
            elapsed,
            latency: milliseconds - self.said.time(),
            ..MoveNotes::default()
        };
        let turn = Turn {
            desk: &self.desk,
            name: &self.arguments.name,
            color: self.color,
            start: &self.start,
            moves: &self.moves,
            game: self.game,
            is_late: request.flag.is_some_and(|flag| elapsed > flag),
        };
        if self.said.lines().len() > 1 {
            remark(&turn, line, &self.said, &mut notes);
        }
        turn.compare_mates(&notes);
        let result = SearchResult {
            best_move,
            score: notes.score.map(super::info::Score::played),
            depth: u32::try_from(notes.depth).unwrap_or_default(),
            selective_depth: u32::try_from(notes.seldepth).unwrap_or_default(),
            nodes: notes.nodes,
            time: elapsed,
            ..SearchResult::default()
        };
        self.desk.notebook.with(self.game, |game| game.moves.push(notes));
        result
    }

    fn warn_of_illegal(&self, named: Option<&str>) {
        let (voice, name) = (&self.desk.voice, &self.arguments.name);
        if let Some(named) = named.filter(|named| !is_move(named)) {
            voice.warn(&format!(
                "Warning; Move does not match uci move format, lowercase and 4/5 chars. Move {named} \
                 played by {name}"
            ));
        }
        let named = named.unwrap_or("<none>");
        voice.warn(&format!("Warning; Illegal move {named} played by {name}"));
    }
}

impl Player for Observed {
    fn new_game(&mut self, seed: u64) -> Result<(), PlayerFailure> {
        (self.game, self.color) = GameSpec::of_seed(seed);
        self.line = None;
        self.moves.clear();
        self.start.clear();
        self.question.clear();
        let pause = self.desk.command.tournament.wait;
        if self.has_played && self.color == Color::White && pause > 0 {
            std::thread::sleep(Duration::from_millis(u64::from(pause)));
        }
        self.has_played = true;
        let mut session = self.session()?;
        let lines = self.setoptions();
        let notes = PlayerNotes {
            name: self.arguments.name.clone(),
            id_name: self.id.0.clone(),
            id_author: self.id.1.clone(),
            threads: self.options.value("Threads").map(str::to_owned),
            hash: self.options.value("Hash").map(str::to_owned),
        };
        self.desk.notebook.with(self.game, |game| game.players[self.color] = notes);
        let limit = Duration::from_millis(self.desk.command.tournament.unsaved.new_game);
        match self.sync(&mut session, &format!("{lines}ucinewgame\nisready\n"), limit) {
            Ok(()) => {
                self.session = Some(session);
                Ok(())
            }
            Err(error) => {
                session.kill();
                Err(self.failure(error))
            }
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
            self.sync(&mut session, "isready\n", self.ping())?;
            if !in_time {
                self.recall(&mut session)?;
            }
            Ok((elapsed, in_time))
        });
        let (elapsed, in_time) = match answered {
            Ok(answered) => answered,
            Err(error) => {
                session.kill();
                return Err(self.failure(error));
            }
        };
        self.session = Some(session);
        let Some(named) = self.named() else {
            if in_time {
                self.warn_of_silence();
            }
            // Late is late; in time, nothing is no legal move.
            if !request.flag.is_some_and(|flag| elapsed > flag) {
                self.warn_of_illegal(None);
            }
            return Ok(SearchResult { time: elapsed, ..SearchResult::default() });
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
