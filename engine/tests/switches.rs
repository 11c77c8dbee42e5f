//! A switch that does nothing fails here: each technique alone changes the searched tree, counts
//! what it does, and leaves no trace when it is off.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use engine::{
    Engine, Limits, Position, SearchConfig, SearchOverrides, SearchReport, Stop, Technique,
};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

const POSITIONS: [&str; 4] = [
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1",
    "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/1BN2N2/PP2QPPP/R1BR2K1 b - - 0 12",
];

/// Deep enough for a technique to come into play in every position's search.
fn depth_for(technique: Technique) -> u32 {
    match technique {
        Technique::SingularExtension
        | Technique::InternalIterativeReductions
        | Technique::HistoryPruning => 8,
        _ => 6,
    }
}

/// Deep enough for all techniques together.
const DEPTH_OF_ALL: u32 = 10;

fn search(config: SearchConfig, fen: &str, depth: u32) -> SearchReport {
    let chess: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
    Engine::new(config, 4).search(&Position::new(&chess), &Limits::depth(depth), &Stop::new())
}

/// A plain preset to add a technique to; null move keeps the trees small.
fn base_of(technique: Technique) -> &'static str {
    match technique {
        Technique::NullMove => "none",
        _ => "null-move",
    }
}

/// A preset with one technique set to `true` or `false`, as a match file would.
fn switched(preset: &str, technique: Technique, on: bool) -> SearchConfig {
    let overrides: SearchOverrides =
        toml::from_str(&format!("{} = {on}", technique.name())).unwrap();
    SearchConfig::preset(preset).unwrap().with(&overrides)
}

fn nodes(config: SearchConfig, depth: u32) -> Vec<u64> {
    POSITIONS.iter().map(|fen| search(config, fen, depth).nodes).collect()
}

#[test]
fn each_technique_alone_changes_the_tree_and_leaves_none_of_it_when_off() {
    for technique in Technique::ALL.iter().copied() {
        let (base, depth) = (base_of(technique), depth_for(technique));
        let off = nodes(switched(base, technique, false), depth);
        let on = switched(base, technique, true);
        assert_ne!(off, nodes(on, depth), "{}", technique.name());
        let off_again: SearchOverrides =
            toml::from_str(&format!("{} = false", technique.name())).unwrap();
        assert_eq!(off, nodes(on.with(&off_again), depth), "{}", technique.name());
    }
}

#[test]
fn each_technique_taken_away_changes_the_tree() {
    let everything = Technique::ALL
        .iter()
        .map(|technique| format!("{} = true\n", technique.name()))
        .collect::<String>();
    let everything: SearchOverrides = toml::from_str(&everything).unwrap();
    let all = SearchConfig::preset("none").unwrap().with(&everything);
    let with_all = nodes(all, DEPTH_OF_ALL);
    for technique in Technique::ALL {
        let without: SearchOverrides =
            toml::from_str(&format!("{} = false", technique.name())).unwrap();
        assert_ne!(with_all, nodes(all.with(&without), DEPTH_OF_ALL), "{}", technique.name());
    }
}

#[test]
fn each_technique_counts_what_it_does_and_nothing_when_off() {
    for technique in Technique::ALL.iter().copied() {
        let count_of = |on: bool| {
            let config = switched(base_of(technique), technique, on);
            let mut sum = engine::Count::default();
            for fen in POSITIONS {
                sum += search(config, fen, depth_for(technique)).counters[technique];
            }
            sum
        };
        let (on, off) = (count_of(true), count_of(false));
        assert_eq!(off, engine::Count::default(), "{}", technique.name());
        assert!(on.tried > 0 && on.cut > 0 && on.cut <= on.tried, "{}: {on:?}", technique.name());
    }
}
