//! How fast this machine searches, with every thread at work.

use std::thread;
use std::time::Instant;

use engine::{Limits, Stop};
use shakmaty::Chess;

use arena::chess::fen;
use arena::config::{ContenderSettings, Match};
use arena::player::{MakePlayer, MoveRequest};

/// Nodes of each search.
const NODES: u64 = 60_000;
/// Openings, middle games and endings.
const POSITIONS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r1bqkb1r/pp3ppp/2n1pn2/2pp4/3P4/2PBPN2/PP3PPP/RNBQK2R w KQkq - 0 6",
    "r2q1rk1/pb1nbppp/1p2pn2/2pp4/2PP4/1PN1PN2/PB2BPPP/R2Q1RK1 w - - 0 10",
    "2rq1rk1/1b2bppp/p2ppn2/1p4B1/3NP3/1BN5/PPP1QPPP/3R1RK1 b - - 0 14",
    "r4rk1/1bp1qppp/p1np1n2/1p2p3/4P3/1BPP1N1P/PP3PP1/R2QRNK1 w - - 0 15",
    "3r2k1/1p3ppp/p1r1p3/4P3/2R5/1P4P1/P4P1P/2R3K1 w - - 0 26",
    "8/5pk1/p2p2p1/1p1Pn2p/1P5P/P2B1PP1/5K2/8 b - - 0 38",
    "8/8/1p2k1p1/p2p1p1p/P2P1P1P/1P1K2P1/8/8 w - - 0 45",
];

/// Nodes a second of a match's contenders: the mean over contenders, of all threads at once. `None` where
/// one of them cannot search.
pub(super) fn measure(settings: &Match, make_player: &MakePlayer) -> Option<f64> {
    let speeds = settings.contenders.iter().map(|contender| {
        thread::scope(|scope| {
            let start = |_| scope.spawn(|| of_thread(contender, make_player));
            let threads: Vec<_> = (0..settings.concurrency).map(start).collect();
            let speeds: Option<Vec<f64>> =
                threads.into_iter().map(|thread| thread.join().ok().flatten()).collect();
            let speeds = speeds?;
            Some(speeds.iter().sum::<f64>() / speeds.len() as f64)
        })
    });
    let speeds: Vec<f64> = speeds.collect::<Option<_>>()?;
    Some(speeds.iter().sum::<f64>() / speeds.len() as f64)
}

/// Nodes a second of one contender on one thread.
fn of_thread(contender: &ContenderSettings, make_player: &MakePlayer) -> Option<f64> {
    let mut player = make_player(contender, Stop::new());
    let (mut nodes, mut seconds) = (0, 0.0);
    for text in POSITIONS {
        let position: Chess = fen::position(text).ok()?;
        player.new_game(0).ok()?;
        let request = MoveRequest {
            start: &position,
            moves: &[],
            position: &position,
            limits: Limits { nodes: Some(NODES), ..Limits::default() },
            opponent_clock: None,
            flag: None,
        };
        let asked = Instant::now();
        let result = player.think(&request).ok()?;
        nodes += result.nodes;
        seconds += result.time.unwrap_or_else(|| asked.elapsed()).as_secs_f64();
    }
    (nodes > 0 && seconds > 0.0).then(|| nodes as f64 / seconds)
}
