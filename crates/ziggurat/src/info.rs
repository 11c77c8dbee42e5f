//! Search results as lines of the protocol.

use std::time::Duration;

use engine::{Bound, Counters, Progress, Score, SearchReport};
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Move};
use shakmaty_uci::{UciInfo, UciInfoScore, UciMessage};

/// A line of an iteration.
pub(crate) fn progress(progress: &Progress<'_>, castling: CastlingMode) -> String {
    let info = UciInfo {
        depth: u8::try_from(progress.depth).ok(),
        sel_depth: u8::try_from(progress.selective_depth).ok(),
        multi_pv: u16::try_from(progress.line).ok(),
        score: Some(score(progress.score, progress.bound)),
        hash_full: u16::try_from(progress.hash_permille()).ok(),
        ..spent(progress.nodes, progress.elapsed)
    };
    with_moves(info, progress.moves, castling)
}

/// The result of a search that ended before its last iteration did.
pub(crate) fn result(report: &SearchReport, castling: CastlingMode) -> String {
    let info = UciInfo {
        depth: u8::try_from(report.depth).ok(),
        sel_depth: u8::try_from(report.selective_depth).ok(),
        multi_pv: Some(1),
        score: Some(score(report.score, Bound::Exact)),
        ..spent(report.nodes, report.elapsed)
    };
    with_moves(info, &report.principal_variation, castling)
}

/// The answer to `go`. The protocol has no word for a position without a move; GUIs know `(none)`.
pub(crate) fn best_move(best: Option<Move>, reply: Option<Move>, castling: CastlingMode) -> String {
    let Some(best) = best else { return "bestmove (none)".to_owned() };
    let best_move = best.to_uci(castling);
    let ponder = reply.map(|m| m.to_uci(castling));
    UciMessage::BestMove { best_move, ponder }.to_string()
}

/// Each technique's work, one remark for each that was tried.
pub(crate) fn counters(counters: &Counters) -> impl Iterator<Item = String> {
    counters.iter().filter(|(_, count)| count.tried > 0).map(|(technique, count)| {
        let engine::Count { tried, cut, nodes } = count;
        format!("{} tried {tried} cut {cut} nodes {nodes}", technique.name())
    })
}

/// Nodes per second.
pub(crate) fn speed(nodes: u64, time: Duration) -> u64 {
    let per_second = u128::from(nodes) * 1_000_000_000 / time.as_nanos().max(1);
    u64::try_from(per_second).unwrap_or(u64::MAX)
}

fn spent(nodes: u64, time: Duration) -> UciInfo {
    UciInfo {
        nodes: Some(nodes),
        time: Some(time),
        nps: Some(speed(nodes, time)),
        ..UciInfo::default()
    }
}

fn score(score: Score, bound: Bound) -> UciInfoScore {
    let mate = score.mate_in().and_then(|moves| i8::try_from(moves).ok());
    UciInfoScore {
        cp: if mate.is_none() { Some(score.0) } else { None },
        mate,
        lower_bound: bound == Bound::Lower,
        upper_bound: bound == Bound::Upper,
    }
}

/// The moves go last, because readers take the rest of the line for moves. [`UciInfo`] by itself would
/// write them in the middle.
fn with_moves(info: UciInfo, moves: &[Move], castling: CastlingMode) -> String {
    let mut line = UciMessage::Info(info).to_string();
    for (i, m) in moves.iter().enumerate() {
        line.push_str(if i == 0 { " pv " } else { " " });
        line.push_str(&UciMove::from_move(*m, castling).to_string());
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::{Engine, Limits, Position, SearchConfig, Stop};
    use shakmaty::Chess;

    #[test]
    fn scores_are_centipawns_mates_and_bounds() {
        let text = |value, bound| score(Score(value), bound).to_string();
        assert_eq!(text(-35, Bound::Exact), "cp -35");
        assert_eq!(text(35, Bound::Lower), "cp 35 lowerbound");
        assert_eq!(text(Score::MATE - 5, Bound::Upper), "mate 3 upperbound");
        assert_eq!(text(4 - Score::MATE, Bound::Exact), "mate -2");
        assert_eq!(text(-Score::MATE, Bound::Exact), "mate 0");
    }

    #[test]
    fn the_moves_come_last() {
        let mut engine = Engine::new(SearchConfig::default(), 1);
        let position = Position::new(&Chess::default());
        let report = engine.search(&position, &Limits::depth(2), &Stop::new());
        let line = result(&report, CastlingMode::Standard);
        let (before, moves) = line.split_once(" pv ").unwrap();
        assert!(before.contains(" score cp ") && before.contains(" nps "), "{line}");
        assert!(moves.split(' ').all(|m| m.parse::<UciMove>().is_ok()), "{line}");
    }

    #[test]
    fn without_a_legal_move_the_answer_says_so() {
        assert_eq!(best_move(None, None, CastlingMode::Standard), "bestmove (none)");
    }

    #[test]
    fn speed_is_nodes_per_second() {
        assert_eq!(speed(500, Duration::from_millis(250)), 2000);
        assert_eq!(speed(0, Duration::ZERO), 0);
    }
}
