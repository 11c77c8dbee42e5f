//! A switch that does nothing fails here: each technique alone changes the searched tree, counts
//! its attempts, and leaves no trace when it is off.
#![expect(clippy::unwrap_used, reason = "a test may panic")]

use engine::{
    Count, Counters, Engine, Limits, Position, SearchConfig, SearchOverrides, SearchReport, Stop,
    Technique,
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
        // The types of nodes matter to techniques at some types only.
        Technique::FailedCutNodes => "multi-cut",
        _ => "null-move",
    }
}

/// A preset with one technique set to `true` or `false`, as a match file would.
fn switched(preset: &str, technique: Technique, on: bool) -> SearchConfig {
    let overrides: SearchOverrides =
        toml::from_str(&format!("{} = {on}", technique.name())).unwrap();
    SearchConfig::preset(preset).unwrap().with(&overrides)
}

fn nodes(config: SearchConfig, fen: &str, depth: u32) -> u64 {
    search(config, fen, depth).nodes
}

/// The searches of all positions together: nodes for each, and the counts of every technique.
#[derive(Clone, Debug, PartialEq)]
struct Searched {
    nodes: Vec<u64>,
    counters: Vec<Counters>,
}

impl Searched {
    fn by(config: SearchConfig, depth: u32) -> Searched {
        let (nodes, counters) = POSITIONS
            .iter()
            .map(|fen| search(config, fen, depth))
            .map(|report| (report.nodes, report.counters))
            .unzip();
        Searched { nodes, counters }
    }

    fn count(&self, technique: Technique) -> Count {
        let mut sum = Count::default();
        for counters in &self.counters {
            sum += counters[technique];
        }
        sum
    }
}

#[test]
fn each_technique_alone_changes_the_tree_counts_what_it_does_and_leaves_nothing_when_off() {
    // Most techniques are added to the same searches, which are made once.
    let mut made: Vec<(SearchConfig, u32, Searched)> = Vec::new();
    for technique in Technique::ALL.iter().copied() {
        let (base, depth) = (base_of(technique), depth_for(technique));
        let config = switched(base, technique, false);
        let known = made.iter().find(|(of, to, _)| (*of, *to) == (config, depth));
        let off = match known {
            Some((.., off)) => off.clone(),
            None => Searched::by(config, depth),
        };
        let on = switched(base, technique, true);
        let changed = Searched::by(on, depth);
        assert_ne!(off.nodes, changed.nodes, "{}", technique.name());
        let count = changed.count(technique);
        let acts = count.tried > 0 && count.cut > 0 && count.cut <= count.tried;
        assert!(acts, "{}: {count:?}", technique.name());
        assert_eq!(off.count(technique), Count::default(), "{}", technique.name());
        let off_again: SearchOverrides =
            toml::from_str(&format!("{} = false", technique.name())).unwrap();
        assert_eq!(on.with(&off_again), config, "{}", technique.name());
        if known.is_none() {
            made.push((config, depth, off));
        }
    }
}

#[test]
fn each_technique_taken_away_changes_the_tree() {
    // In random order late move pruning and the like leave nothing for Heinz's techniques to prune.
    let ordered = || Technique::ALL.iter().filter(|t| **t != Technique::SpoiledOrdering);
    let everything =
        ordered().map(|technique| format!("{} = true\n", technique.name())).collect::<String>();
    let everything: SearchOverrides = toml::from_str(&everything).unwrap();
    let all = SearchConfig::preset("none").unwrap().with(&everything);
    let with_all = POSITIONS.map(|fen| nodes(all, fen, DEPTH_OF_ALL));
    for technique in ordered() {
        let without: SearchOverrides =
            toml::from_str(&format!("{} = false", technique.name())).unwrap();
        let without = all.with(&without);
        let mut searches = POSITIONS.iter().zip(with_all);
        let is_changed = searches.any(|(fen, all)| nodes(without, fen, DEPTH_OF_ALL) != all);
        assert!(is_changed, "{}", technique.name());
    }
}
