//! A player that follows a script: the test double.

use std::collections::VecDeque;
use std::time::Duration;

use engine::Score;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Position};

use super::{MoveRequest, Player, PlayerFailure, SearchResult};

/// One answer of a [`Scripted`] player.
#[derive(Clone, Debug)]
pub enum Reply {
    /// Plays this move (in UCI notation) at once.
    Move(&'static str),
    /// Plays this move with this score.
    Scored(&'static str, Score),
    /// Plays this move and reports this time.
    Late(&'static str, Duration),
    /// Names no move.
    NoMove,
    /// Fails with this message.
    Fail(&'static str),
    /// Panics with this message.
    Panic(&'static str),
}

/// Gives its replies in order, in every game from the first one on; then it plays the first legal
/// move there is.
#[derive(Clone, Debug, Default)]
pub struct Scripted {
    replies: Vec<Reply>,
    queue: VecDeque<Reply>,
}

impl Scripted {
    /// A player with these replies.
    #[must_use]
    pub fn new(replies: impl IntoIterator<Item = Reply>) -> Scripted {
        Scripted { replies: replies.into_iter().collect(), queue: VecDeque::new() }
    }

    /// A player of these moves.
    #[must_use]
    pub fn moves(moves: impl IntoIterator<Item = &'static str>) -> Scripted {
        Scripted::new(moves.into_iter().map(Reply::Move))
    }
}

impl Player for Scripted {
    fn new_game(&mut self, _seed: u64) -> Result<(), PlayerFailure> {
        self.queue = self.replies.iter().cloned().collect();
        Ok(())
    }

    fn think(&mut self, request: &MoveRequest<'_>) -> Result<SearchResult, PlayerFailure> {
        let mut position = request.start.clone();
        request.moves.iter().for_each(|&m| position.play_unchecked(m));
        let (text, score, time) = match self.queue.pop_front() {
            None => {
                let best_move = position.legal_moves().first().copied();
                return Ok(SearchResult { best_move, nodes: 1, ..SearchResult::default() });
            }
            Some(Reply::Move(text)) => (text, None, Duration::ZERO),
            Some(Reply::Scored(text, score)) => (text, Some(score), Duration::ZERO),
            Some(Reply::Late(text, time)) => (text, None, time),
            Some(Reply::NoMove) => return Ok(SearchResult::default()),
            Some(Reply::Fail(message)) => return Err(PlayerFailure::broken(message)),
            #[expect(clippy::panic, reason = "the script asks for it")]
            Some(Reply::Panic(message)) => std::panic::panic_any(message),
        };
        let best_move = parse(text, &position);
        Ok(SearchResult {
            best_move,
            score,
            depth: 1,
            selective_depth: 1,
            nodes: 1,
            time: Some(time),
            ..SearchResult::default()
        })
    }
}

/// A move from UCI notation. An illegal move is made up from the pieces on its squares.
fn parse(text: &str, position: &Chess) -> Option<shakmaty::Move> {
    let uci: UciMove = text.parse().ok()?;
    uci.to_move(position).ok().or_else(|| {
        let UciMove::Normal { from, to, promotion } = uci else { return None };
        let role = position.board().role_at(from).unwrap_or(shakmaty::Role::Pawn);
        let capture = position.board().role_at(to);
        Some(shakmaty::Move::Normal { role, from, capture, to, promotion })
    })
}
