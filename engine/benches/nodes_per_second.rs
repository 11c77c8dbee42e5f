//! Nodes per second of each preset, on one core.
//!
//! `cargo bench -p ziggurat-engine --bench nodes_per_second [-- SECONDS]` prints, for the start position and
//! for two busier ones, the median of three searches of SECONDS (default 2) each.
#![expect(clippy::print_stdout, reason = "a bench prints its result")]

use std::time::Duration;

use engine::{Engine, Limits, PRESETS, Position, SearchConfig, Stop};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

const POSITIONS: [(&str, &str); 3] = [
    ("start position", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
    ("middlegame", "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10"),
];

const SHOWN: [&str; 5] = ["default", "none", "null-move", "multi-cut", "null-move+multi-cut"];

fn main() {
    let seconds =
        std::env::args().skip(1).find_map(|argument| argument.parse().ok()).unwrap_or(2.0);
    let limits = Limits { move_time: Some(Duration::from_secs_f64(seconds)), ..Limits::default() };
    println!("{:<22}{:<18}{:>10}{:>8}", "preset", "position", "Mnodes/s", "depth");
    for preset in PRESETS.iter().filter(|preset| SHOWN.contains(&preset.name)) {
        for (name, fen) in POSITIONS {
            let (speed, depth) = median_speed(preset.config(), fen, &limits);
            println!("{:<22}{name:<18}{speed:>10.2}{depth:>8}", preset.name);
        }
    }
}

/// Millions of nodes a second and the depth reached.
fn median_speed(config: SearchConfig, fen: &str, limits: &Limits) -> (f64, u32) {
    let fen: Fen = fen.parse().expect("a legal FEN");
    let chess: Chess = fen.into_position(CastlingMode::Standard).expect("a legal position");
    let mut runs: Vec<(f64, u32)> = (0..3)
        .map(|_| {
            let mut engine = Engine::new(config, 64);
            let report = engine.search(&Position::new(&chess), limits, &Stop::new());
            (report.nodes as f64 / report.elapsed.as_secs_f64() / 1e6, report.depth)
        })
        .collect();
    runs.sort_by(|a, b| a.0.total_cmp(&b.0));
    runs[1]
}
