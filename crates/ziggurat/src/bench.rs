//! The bench: a fixed list of positions, searched to a fixed depth.
//!
//! Its node count identifies the search: nearly any change to it changes the count.

use std::ops::ControlFlow;
use std::time::Instant;

use engine::{Engine, Limits, Position, Preset, Stop};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

use super::{info, output};

/// Depth where none is given, in plies.
pub(crate) const DEPTH: u32 = 11;
const HASH_MEBIBYTES: usize = 16;

/// Positions of the engine's own games from random openings, by move number.
const POSITIONS: [&str; 32] = [
    "r1bqkb1r/ppp1pp2/2n2npp/8/P2Pp3/1P3P2/1BP3PP/RN1QKBNR w KQkq - 0 7",
    "r1bqkbnr/1p4pp/P1n1pp2/2pp4/8/3P4/P1P1PPPP/RNBQKBNR w kq - 2 7",
    "rnbqkbnr/4pppp/2pp4/p7/Np1PP3/1P3P2/P1P3PP/R1BQKBNR w KQkq - 0 7",
    "r2q1rk1/pb1pbppp/1pn1p2n/2p5/4PP2/2NP1NP1/PPP3BP/R1BQ1RK1 w - - 1 9",
    "r2qkbnr/2p2p2/ppb1p2p/6NQ/P2PN3/7P/1PP2PP1/R1B1K2R b KQkq - 1 11",
    "r1bq3r/p1p2kpp/2n2n2/2NpbpB1/1p6/1PP5/PQ2PPPP/R3KBNR w KQ - 0 12",
    "r3kb1r/pp2qppp/2n2n2/1P1p1b2/2pP4/P1N3Q1/1BP1NPPP/2KR1B1R b kq - 0 12",
    "rn1q2kr/1p1b1pp1/p3pn1p/2bp4/8/2N1PPPP/PPPBNR2/R2Q1BK1 w - - 0 14",
    "3qkb1r/4p2p/1pp1bp1n/r3p3/2B1N1pN/P3P3/1BPPQ1PP/R4RK1 b k - 1 15",
    "1n1q1knr/3rpp2/p1p1b1p1/1p2P1Pp/5P2/P3Q3/1PPBN1P1/2KR1B1R b - - 0 16",
    "r4r2/2pq2bk/pnn1b1pp/1p2pp2/1PP5/3P1N2/P1NBBPPP/2QRR1K1 w - - 1 18",
    "4r1k1/1pp1qpb1/p1n2nbp/3p4/3P1BPP/NNP2P2/PP4B1/R2Q2K1 w - - 1 19",
    "q4rk1/4ppbp/1p1p1np1/3b4/1B1P4/1P2PN2/4BPPP/Q4RK1 w - - 1 19",
    "3r2k1/pb3pp1/2q1p2p/1Nb5/2Bp4/PP1QnPP1/2P4P/R4RK1 w - - 0 22",
    "5r1k/1pp1r1b1/p6p/3BPq2/1P3P2/2P5/P6Q/RN2K3 b Q - 2 23",
    "r5kr/1p3qpp/1Qp1b3/p7/4B3/P3B3/1PP2PPK/4R3 b - - 1 23",
    "4rr2/3np1k1/b2p2p1/P1q4p/8/R1N1Q2P/2P1PPB1/3R2K1 w - - 5 27",
    "8/p2k2R1/p2p4/3Np1p1/r3P3/5P1K/P1b4P/8 b - - 6 27",
    "r3r1k1/4q2p/p3p1p1/3n4/PppP1P2/1nP2NP1/R2BQ2P/4R1K1 w - - 0 27",
    "8/1pp2kp1/2nb1p1p/4p2P/r3P1P1/P1B1PPN1/1P4K1/3R4 b - - 2 29",
    "7r/4k2p/1p2pp2/pP1p2p1/R7/1P2rP2/2P3PP/2R3K1 w - - 0 30",
    "2r2r1k/p3p3/P1B1P2p/1pP5/2pq1p2/8/3B3P/1R1Q2RK b - - 0 32",
    "3rr1k1/1b2q1pp/p2n1p2/R2p4/1Pp2PPP/2P1P3/3BQN2/3R2K1 w - - 1 34",
    "1R6/3b4/4kpp1/1P1n3p/7P/5P2/3N1K2/8 w - - 1 35",
    "3rk3/1RR4r/4Pnp1/5p1p/p7/6P1/5P1P/2B3K1 w - - 2 36",
    "8/1R3pk1/1pr3p1/p7/P5Kp/2P5/6PP/8 b - - 5 37",
    "8/p4kp1/1p3b1p/3N4/2p5/r4KPP/5P2/4R3 w - - 4 38",
    "5r2/2B5/p2R2k1/8/8/P4p1p/5K1P/8 b - - 1 49",
    "8/4R3/3Bp1k1/2p5/2Pb4/5K1r/8/8 w - - 2 49",
    "8/8/4p2p/3kP3/5KP1/8/8/8 w - - 0 57",
    "8/1p6/2p3RP/6K1/p3k3/8/7r/8 w - - 0 59",
    "3Q4/5pk1/8/5p1p/4q2P/5KP1/8/8 w - - 2 62",
];

/// Searches every position and prints a line for each; the last line, with the sum, is returned. Breaks
/// when stopped.
pub(crate) fn run(depth: u32, preset: &Preset, stop: &Stop) -> ControlFlow<(), String> {
    let mut engine = Engine::new(preset.setup(), HASH_MEBIBYTES);
    let start = Instant::now();
    let mut nodes = 0;
    for (i, fen) in POSITIONS.iter().enumerate() {
        let Some(chess) = position(fen) else { continue };
        engine.new_game();
        let report = engine.search(&Position::new(&chess), &Limits::depth(depth), stop);
        if stop.is_raised() {
            return ControlFlow::Break(());
        }
        nodes += report.nodes;
        let best = report
            .best_move
            .map_or_else(String::new, |m| m.to_uci(CastlingMode::Standard).to_string());
        output::send(&format!(
            "{:>2} {best:<5} {:>7} {:>9}  {fen}",
            i + 1,
            report.score.to_string(),
            report.nodes
        ));
    }
    ControlFlow::Continue(format!("{nodes} nodes {} nps", info::speed(nodes, start.elapsed())))
}

fn position(fen: &str) -> Option<Chess> {
    fen.parse::<Fen>().ok()?.into_position(CastlingMode::Standard).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::PRESETS;
    use std::collections::HashSet;

    #[test]
    fn every_position_is_legal_and_there_is_none_twice() {
        assert!(POSITIONS.iter().all(|fen| position(fen).is_some()));
        assert_eq!(POSITIONS.iter().collect::<HashSet<_>>().len(), POSITIONS.len());
    }

    #[test]
    fn a_stopped_bench_gives_no_number() {
        let stop = Stop::new();
        stop.raise();
        assert_eq!(run(1, &PRESETS[0], &stop), ControlFlow::Break(()));
    }
}
