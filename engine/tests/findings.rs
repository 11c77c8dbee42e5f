//! A preset that is named after a paper's finding must search other nodes than its base, by at least as much as
//! the finding speaks of. A preset that hardly acts fails here.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use engine::{Cutoffs, Engine, Limits, Position, SearchConfig, Stop, Technique};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

/// From games of the engine against itself.
const POSITIONS: [&str; 6] = [
    "8/p2kr3/1n3Q2/q2p4/P2P1N1P/2bN1KP1/2r2P2/R7 w - - 0 1",
    "8/8/8/pp6/P7/kb2R3/1p2Br2/1K6 w - - 0 1",
    "8/2p3kp/2p2pp1/p1n1p3/P3P1PN/2NP1P1b/2PK3P/8 b - - 0 1",
    "1r4k1/2p3p1/7p/p2P2q1/2p5/2Q2p1P/PB3N2/5K2 w - - 0 1",
    "q3k2r/1bppb2p/1p2p3/8/1n2n3/2N1BBP1/1PP1N2P/3Q1RK1 w - - 0 1",
    "8/2b2p2/5k2/PR6/1P2Pn2/6p1/8/5K2 w - - 0 1",
];

/// The nodes that a preset may search, in percent of its base's.
enum Nodes {
    /// At most this percentage.
    Fewer(f64),
    /// Another number, by at least this many percent: the paper finds small savings, or none.
    Other(f64),
}
use Nodes::{Fewer, Other};

/// Searches to a depth and holds each preset against the base.
fn hold(depth: u32, base: &str, presets: &[(&str, Nodes)]) {
    let base_nodes = nodes(base, depth);
    for (preset, expected) in presets {
        let percent = 100.0 * nodes(preset, depth) / base_nodes;
        let holds = match expected {
            Fewer(greatest) => percent <= *greatest,
            Other(least) => (percent - 100.0).abs() >= *least,
        };
        assert!(holds, "{preset}: {percent:.1} % of the nodes of {base}");
    }
}

fn nodes(preset: &str, depth: u32) -> f64 {
    let config = SearchConfig::preset(preset).unwrap();
    let nodes = positions().map(|position| {
        Engine::new(config, 8).search(&position, &Limits::depth(depth), &Stop::new()).nodes
    });
    nodes.sum::<u64>() as f64
}

fn positions() -> impl Iterator<Item = Position> {
    POSITIONS.iter().map(|fen| {
        let fen: Fen = fen.parse().unwrap();
        Position::new(&fen.into_position::<Chess>(CastlingMode::Standard).unwrap())
    })
}

/// "Searching with Uncertainty Cut-offs": the first move brings more than 90 % of the cutoffs.
#[test]
fn nine_of_ten_cutoffs_come_from_the_first_move() {
    let mut cutoffs = Cutoffs::default();
    for position in positions() {
        let mut engine = Engine::new(SearchConfig::preset("turk").unwrap(), 8);
        cutoffs += engine.search(&position, &Limits::depth(7), &Stop::new()).cutoffs;
    }
    let share = cutoffs.share_of_first_moves();
    assert!(cutoffs.all > 10_000 && share > 0.9 && share < 1.0, "{share}: {cutoffs:?}");
}

#[test]
fn the_turk() {
    let presets = [
        ("turk-mc", Fewer(95.0)),
        ("turk-t10", Fewer(98.0)),
        ("turk-t20", Fewer(95.0)),
        ("turk-variable", Other(0.5)),
        ("turk-uncertainty", Other(0.2)),
        ("turk-uncertainty-unsafe", Fewer(80.0)),
    ];
    hold(8, "turk", &presets);
}

#[test]
fn mia() {
    hold(8, "mia", &[("mia-mc-a", Fewer(95.0)), ("mia-vnmb", Other(1.0))]);
}

#[test]
fn ziggy() {
    hold(7, "z-none", &[("z-nm", Fewer(50.0))]);
    let presets = [
        ("z-thesis", Other(1.0)),
        ("z-1", Fewer(80.0)),
        ("z-2", Fewer(80.0)),
        ("z-ind", Fewer(80.0)),
        ("z-trans", Fewer(80.0)),
        ("z-cut", Fewer(80.0)),
        ("z-3", Other(1.0)),
        ("z-main", Fewer(90.0)),
    ];
    hold(7, "z-nm", &presets);
}

/// Eiriksson, section 4.1: multi-cut by the table applies less often than at expected CUT nodes. With the fail-hard scores
/// of his program it does; with the fail-soft scores of the z- presets it applies more often.
#[test]
fn fail_hard_scores_make_multi_cut_by_the_table_rarer_than_at_cut_nodes() {
    let attempts = |preset: &str| {
        let config = SearchConfig::preset(preset).unwrap();
        let counts = positions().map(|position| {
            let report = Engine::new(config, 8).search(&position, &Limits::depth(7), &Stop::new());
            report.counters[Technique::EnhancedMultiCut].tried
        });
        counts.sum::<u64>() as f64
    };
    let by_table = |trans: &str, cut: &str| attempts(trans) / attempts(cut);
    let (program, presets) = (by_table("ziggy-trans", "ziggy-cut"), by_table("z-trans", "z-cut"));
    assert!(program < 0.8, "{program}");
    assert!(presets > 0.95, "{presets}");
}

#[test]
fn null_move_multi_cut_and_futility() {
    hold(7, "none", &[("null-move", Fewer(50.0)), ("multi-cut", Fewer(60.0))]);
    hold(7, "null-move", &[("heinz", Fewer(85.0))]);
}
