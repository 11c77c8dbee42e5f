//! Fingerprints of games without a clock: every repetition has the same.

use crc32fast::Hasher;
use shakmaty::{CastlingMode, Color};

use arena::chess::record::GameRecord;

/// The checksum of all that must be the same: moves, scores, depths, nodes, counters and the end, and no
/// time. It is never kept: it tells two playings of a match that is under way apart.
pub(super) fn fingerprint(record: &GameRecord) -> u32 {
    let mut hasher = Hasher::new();
    let mut add = |number: u64| hasher.update(&number.to_le_bytes());
    for played in &record.moves {
        let m = played.played.to_uci(CastlingMode::Chess960);
        add(m.to_string().bytes().fold(0, |all, byte| all << 8 | u64::from(byte)));
        add(played.score.map_or(u64::MAX, |score| {
            u64::from(score.centipawns().unsigned_abs()) << 1 | u64::from(score.centipawns() < 0)
        }));
        add(u64::from(played.depth) << 32 | u64::from(played.selective_depth));
        add(played.nodes);
    }
    for color in Color::ALL {
        for (_, count) in record.counters[color].iter() {
            [count.tried, count.cut, count.nodes].into_iter().for_each(&mut add);
        }
    }
    hasher.update(format!("{:?}", record.termination).as_bytes());
    hasher.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;
    use arena::runner::FinishedGame;

    #[test]
    fn times_do_not_count_and_nodes_do() {
        use arena::chess::record::MoveRecord;
        use shakmaty::{Chess, Position};
        use std::time::Duration;

        let played = Chess::default().legal_moves()[0];
        let fingerprint_of = |nodes, millis| {
            let mut record = FinishedGame::example(3, 0, false).record;
            record.moves.push(MoveRecord {
                played,
                score: None,
                depth: 1,
                selective_depth: 2,
                nodes,
                time: Duration::from_millis(millis),
                reported_time: None,
            });
            fingerprint(&record)
        };
        assert_eq!(fingerprint_of(9, 1), fingerprint_of(9, 2));
        assert_ne!(fingerprint_of(9, 1), fingerprint_of(8, 1));
    }
}
