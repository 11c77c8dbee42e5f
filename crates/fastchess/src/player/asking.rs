//! A question, its answer, and the notes on them.

use std::time::{Duration, Instant};

use crate::language::command::LogLevel;
use shakmaty::Color;
use uci_client::{Score, Session, WaitError};

use super::super::Dialect;
use super::super::info::{is_move, played};
use super::super::notes::MoveNotes;
use super::super::question;
use super::super::remarks::{Turn, remark};
use super::super::variation::Line;
use super::{FOREVER, IDLE, LENIENCE, Observed, STOP};
use arena::player::{MoveRequest, SearchResult};

impl Observed {
    /// Follows the game to the position of a question.
    pub(super) fn follow(&mut self, request: &MoveRequest<'_>) {
        let line = self.line.get_or_insert_with(|| Line::new(request.start.clone()));
        for &m in &request.moves[self.moves.len()..] {
            self.moves.push(m.to_uci(line.mode).to_string());
            line.play(m);
        }
    }

    /// Asks for a move and waits for it; no clock runs while the engine sets up the position. Returns the time
    /// from the question to the answer, and whether there was one in time.
    pub(super) fn ask(
        &mut self,
        session: &mut Session,
        request: &MoveRequest<'_>,
    ) -> Result<(Duration, bool), WaitError> {
        let position = question::position(&self.start, &self.moves);
        let go = question::go(self.arguments.limit, request);
        let question = if request.flag.is_some() {
            self.sync(session, &(position + "isready\n"), self.ping())?;
            go
        } else {
            position + &go
        };
        let (console, name) = (&self.context.console, &self.arguments.name);
        question.lines().for_each(|line| console.sent(name, line));
        let limit = &self.arguments.limit;
        // fastchess waits for such an answer even when the flag has fallen.
        let is_counted = self.context.command.dialect() == Dialect::Fastchess
            && (limit.nodes != 0 || limit.plies != 0);
        let patience = request.flag.filter(|_| !is_counted);
        let patience = patience.map_or(FOREVER, |flag| flag + LENIENCE);
        self.said.clear();
        let begun = session.put(question.as_bytes(), Instant::now() + patience)?;
        let said = &mut self.said;
        let answered = session.wait_for(begun + patience, |line| {
            console.received(name, line);
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

    /// Waits for the move of an engine that is late, so that it is not taken for an answer later on. To cutechess-cli
    /// an engine without one has failed.
    pub(super) fn recall(&mut self, session: &mut Session) -> Result<(), WaitError> {
        let (limit, is_failure) = match self.context.command.dialect() {
            Dialect::Fastchess => (STOP, false),
            Dialect::Cutechess => (IDLE, true),
        };
        let deadline = Instant::now() + limit;
        session.send(b"stop\n", deadline)?;
        match session.wait_for(deadline, |line| line.starts_with(b"bestmove").then_some(())) {
            Err(WaitError::Deadline) if !is_failure => Ok(()),
            answered => answered,
        }
    }

    /// The move that was named, where one was.
    pub(super) fn named(&self) -> Option<String> {
        let line = self.said.lines().next_back()?;
        let mut words = line.strip_prefix("bestmove")?.split_whitespace();
        words.next().map(str::to_owned)
    }

    /// Warns that no move was named.
    pub(super) fn warn_of_silence(&self) {
        let name = &self.arguments.name;
        self.context.console.warn(&match self.said.lines().next_back() {
            None => format!("Warning; No output from {name}"),
            Some(last) => format!(
                "Warning; No bestmove found from {name} because: Element 'bestmove' not found. Last \
                 line was: {last}"
            ),
        });
    }

    /// Records a move and the notes on it; returns the result for the runner.
    pub(super) fn note_move(
        &mut self,
        text: &str,
        elapsed: Duration,
        request: &MoveRequest<'_>,
    ) -> SearchResult {
        let latency = self.latency(elapsed);
        let Some(line) = &mut self.line else { return SearchResult::default() };
        let best_move = line.read(text);
        let mut notes = MoveNotes {
            text: text.to_owned(),
            legal: best_move.is_some(),
            elapsed,
            latency,
            ..MoveNotes::default()
        };
        let turn = Turn {
            context: &self.context,
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
        if self.arguments.extra.is_white_view && self.color == Color::Black {
            notes.score = notes.score.map(|score| -score);
        }
        turn.compare_mates(&notes);
        let result = SearchResult {
            best_move,
            score: notes.score.map(played),
            is_won: self.arguments.extra.is_trusted
                && matches!(notes.score, Some(Score::Mate(1..))),
            depth: u32::try_from(notes.depth).unwrap_or_default(),
            selective_depth: u32::try_from(notes.seldepth).unwrap_or_default(),
            nodes: notes.nodes,
            time: Some(elapsed),
            ..SearchResult::default()
        };
        self.context.notebook.with(self.game, |game| game.moves.push(notes));
        result
    }

    /// The difference in milliseconds between a move's duration and its engine's account; logged if
    /// that is wanted.
    fn latency(&self, elapsed: Duration) -> i64 {
        let elapsed = i64::try_from(elapsed.as_millis()).unwrap_or(i64::MAX);
        let reported = self.said.time();
        let latency = elapsed - reported;
        if self.context.command.tournament.show_latency {
            let name = &self.arguments.name;
            self.context.console.log(
                LogLevel::Info,
                &format!(
                    "Engine {name} latency: {latency}ms (elapsed: {elapsed}, reported: {reported})"
                ),
            );
        }
        latency
    }

    pub(super) fn warn_of_illegal(&self, named: Option<&str>) {
        let (console, name) = (&self.context.console, &self.arguments.name);
        if let Some(named) = named.filter(|named| !is_move(named)) {
            console.warn(&format!(
                "Warning; Move does not match uci move format, lowercase and 4/5 chars. Move {named} \
                 played by {name}"
            ));
        }
        let named = named.unwrap_or("<none>");
        console.warn(&format!("Warning; Illegal move {named} played by {name}"));
    }
}
