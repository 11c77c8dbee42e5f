//! Turns an engine's answer into a result of a game.

use std::time::Duration;

use engine::Score;
use uci_client::{self as client, Answer};

use crate::chess::time_control::Seconds;
use crate::player::faults::FaultKind;
use crate::player::{Fault, MoveRequest, PlayerFailure, SearchResult};

/// An answer that loses the game. The process must be killed.
#[derive(Debug)]
pub(super) struct Refusal {
    pub(super) failure: PlayerFailure,
    pub(super) kind: FaultKind,
    /// The fate of the process.
    pub(super) how: String,
}

/// The answer as a move, with the known facts of its search. `grace` is the time the engine had
/// after `stop`.
///
/// # Errors
/// The answer loses the game regardless of the clock. A late move is a result even if it is
/// illegal: the caller judges the time.
pub(super) fn into_result(
    answer: Answer,
    request: &MoveRequest<'_>,
    grace: Duration,
) -> Result<SearchResult, Refusal> {
    let Answer { info, best_move: named, garbled, time, stolen, given_up, .. } = answer;
    let charged = time.saturating_sub(stolen);
    if given_up {
        let how = format!("killed: no answer to `stop` within {} s", Seconds(grace));
        let failure = PlayerFailure { fault: Fault::Overtime(charged), reason: how.clone() };
        return Err(Refusal { failure, kind: FaultKind::Time, how });
    }
    let late = request.flag.is_some_and(|flag| charged > flag);
    let best_move = named.and_then(|uci| uci.to_move(request.position).ok());
    if best_move.is_none() && !late {
        let reason = named.map_or(garbled, |uci| uci.to_string());
        let failure = PlayerFailure { fault: Fault::IllegalMove, reason };
        let how = "killed after a move that is not legal".to_owned();
        return Err(Refusal { failure, kind: FaultKind::IllegalMove, how });
    }
    Ok(SearchResult {
        best_move,
        score: info.score.map(score),
        depth: info.depth,
        selective_depth: info.selective_depth,
        nodes: info.nodes,
        time: Some(time),
        reported_time: info.time,
        stolen,
        ..SearchResult::default()
    })
}

/// A score within the range of the project's own. Mates are counted in plies there.
fn score(reported: client::Score) -> Score {
    let limit = i64::from(Score::MATE_BOUND) - 1;
    match reported {
        client::Score::Centipawns(value) => {
            let value = value.clamp(-limit, limit);
            Score(i32::try_from(value).unwrap_or_default())
        }
        client::Score::Mate(moves) => {
            let plies = moves.unsigned_abs().saturating_mul(2);
            match moves > 0 {
                true => Score::mate_in_plies(plies - 1),
                false => -Score::mate_in_plies(plies),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use client::Score::{Centipawns, Mate};

    #[test]
    fn mates_are_counted_in_plies() {
        assert_eq!(score(Mate(3)), Score(Score::MATE - 5));
        assert_eq!(score(Mate(-2)), Score(4 - Score::MATE));
        assert_eq!(score(Mate(0)), Score(-Score::MATE));
        assert_eq!(score(Mate(150)).mate_plies(), Some(299));
        assert_eq!(score(Mate(-1200)).mate_in(), Some(-1200));
        assert_eq!(score(Mate(i64::MIN)).mate_in(), Some(-500_000_000));
        assert_eq!(score(Mate(i64::MAX)).centipawns(), Score::MATE_BOUND);
    }

    #[test]
    fn a_score_beyond_the_range_is_no_mate() {
        assert_eq!(score(Centipawns(31)), Score(31));
        assert_eq!(score(Centipawns(123_456_789)), Score(Score::MATE_BOUND - 1));
        assert_eq!(score(Centipawns(-123_456_789)), Score(1 - Score::MATE_BOUND));
    }
}
