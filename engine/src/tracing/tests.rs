//! The search that is watched is the search; every technique that prunes is found, and can be forbidden.

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

use super::*;
use crate::techniques::late_move_reductions::LateMoveReductions;
use crate::{SearchConfig, SearchOverrides, Technique};

const SHARP: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const QUIET: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10";
const AHEAD: &str = "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/1BN2N2/PP2QPPP/R1BR2K1 w - - 0 12";
/// It is not tried in an open window, which the root has without aspiration.
const EXTENDED_FUTILITY: &str =
    "extended_futility = { margin = 0 }\naspiration = { window = 400, min_depth = 2 }";
/// Kings walk here by many ways to the same squares.
const ENDING: &str = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
/// Whatever White plays, Black takes the rook: no quiet answer comes near that.
const FORK: &str = "6k1/5ppp/8/8/8/8/2n2PPP/R3K3 w - - 0 1";
const POSITIONS: [&str; 5] = [FORK, ENDING, AHEAD, QUIET, SHARP];

fn position(fen: &str) -> Position {
    let chess: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
    Position::new(&chess)
}

fn after(position: &Position, m: Move) -> Position {
    let mut after = position.clone();
    after.play(m);
    after
}

/// The plain search with one thing on.
fn only(changes: &str) -> SearchConfig {
    let changes: SearchOverrides = toml::from_str(changes).unwrap();
    SearchConfig::default().with(&changes)
}

/// Lines of three plies: every move and reply with the last answer to them; of an ending all lines of four plies.
fn lines(position: &Position) -> Vec<Vec<Move>> {
    let moves = position.legal_moves();
    if moves.len() <= 3 {
        return all_lines(position, 4);
    }
    let mut lines = Vec::new();
    for m in moves {
        let after_move = after(position, m);
        for reply in after_move.legal_moves() {
            let answers = after(&after_move, reply).legal_moves();
            lines.push([m, reply].into_iter().chain(answers.into_iter().next_back()).collect());
        }
    }
    lines
}

fn all_lines(position: &Position, plies: usize) -> Vec<Vec<Move>> {
    if plies == 0 {
        return vec![Vec::new()];
    }
    let moves = position.legal_moves().into_iter();
    moves
        .flat_map(|m| {
            let rest = all_lines(&after(position, m), plies - 1).into_iter();
            rest.map(move |rest| [m].into_iter().chain(rest).collect())
        })
        .collect()
}

/// Lines with the search's end of each.
fn ends<'a>(
    engine: &'a Engine,
    position: &'a Position,
    limits: &'a Limits,
) -> impl Iterator<Item = (Vec<Move>, Traced)> + 'a {
    lines(position).into_iter().map(|line| {
        let traced = engine.trace(position, limits, &line, None);
        (line, traced)
    })
}

#[test]
fn a_watched_search_is_the_search_to_the_node() {
    for fen in POSITIONS {
        let position = position(fen);
        let mut engine = Engine::new(SearchConfig::preset("modern").unwrap(), 4);
        // Not only from an empty table.
        for nodes in [3_000, 20_000] {
            let limits = Limits::nodes(nodes);
            let line: Vec<Move> = position.legal_moves().into_iter().rev().take(1).collect();
            let traced = engine.trace(&position, &limits, &line, None).report;
            let report = engine.search(&position, &limits, &Stop::new());
            assert_eq!(
                (traced.nodes, traced.score, traced.depth, traced.best_move, traced.counters),
                (report.nodes, report.score, report.depth, report.best_move, report.counters)
            );
        }
    }
}

/// With one technique on, whatever hides a line is that technique, the table, the horizon or the rules.
fn hides_a_line(changes: &str, technique: Technique, depth: u32) -> bool {
    let cause = Cause::Technique(technique);
    let limits = Limits::depth(depth);
    for fen in POSITIONS {
        // A trace copies the table.
        let (position, engine) = (position(fen), Engine::new(only(changes), 1));
        for (line, traced) in ends(&engine, &position, &limits) {
            let LineEnd::Pruned(found) = traced.end else { continue };
            let others = [Cause::TableEntry, Cause::Horizon, Cause::Rules];
            assert!(found.prune.cause() == cause || others.contains(&found.prune.cause()));
            if found.prune.cause() != cause {
                continue;
            }
            assert!(found.prune.to_string().starts_with(technique.name()), "{}", found.prune);
            let forbidden = Some(Forbidden { ply: found.ply, cause });
            let end = engine.trace(&position, &limits, &line, forbidden).end;
            let is_same = matches!(end, LineEnd::Pruned(next)
                if next.ply == found.ply && next.prune.cause() == cause);
            assert!(!is_same, "{fen} {line:?}: it was forbidden");
            return true;
        }
    }
    false
}

#[test]
fn every_technique_that_prunes_is_found_and_can_be_forbidden() {
    use Technique as T;
    let cases = [
        ("enhanced_transposition_cutoffs = { min_depth = 1 }", T::EnhancedTranspositionCutoffs, 5),
        ("reverse_futility = true", T::ReverseFutility, 3),
        ("razoring = { base = 0, margin = 0 }", T::Razoring, 3),
        ("null_move = true", T::NullMove, 4),
        ("probcut = { min_depth = 3, margin = 20 }", T::Probcut, 4),
        ("multi_cut = true", T::MultiCut, 4),
        ("enhanced_multi_cut = { applies = \"all\", reduction = 1 }", T::EnhancedMultiCut, 4),
        ("multi_cut_all = { min_depth = 1, reduction = 1, cutoffs = 1 }", T::MultiCutAll, 3),
        ("late_move_pruning = { base = 2 }", T::LateMovePruning, 3),
        ("history_pruning = { margin = 1 }", T::HistoryPruning, 4),
        ("futility = true", T::Futility, 3),
        ("exchange_pruning = true", T::ExchangePruning, 3),
        ("frontier_futility = { margin = \"tuned\" }", T::FrontierFutility, 2),
        (EXTENDED_FUTILITY, T::ExtendedFutility, 3),
        ("singular_extension = { min_depth = 4, margin = 1 }", T::SingularExtension, 5),
        ("delta_pruning = { margin = 0 }", T::DeltaPruning, 1),
        ("late_move_reductions = true", T::LateMoveReductions, 4),
        (
            "uncertainty_cut_offs = { scope = \"null-window\", moves = 1, min_depth = 1, trust_below_alpha = true }",
            T::UncertaintyCutOffs,
            3,
        ),
    ];
    let hidden = |(changes, technique, depth): &(&str, Technique, u32)| {
        hides_a_line(changes, *technique, *depth)
    };
    let never: Vec<Technique> =
        cases.iter().filter(|case| !hidden(case)).map(|case| case.1).collect();
    assert!(never.is_empty(), "{never:?} hid no line");
}

#[test]
fn a_reduction_that_is_forbidden_searches_the_move_to_its_depth() {
    let reductions = LateMoveReductions { base: 200, ..LateMoveReductions::default() };
    let config = SearchConfig { late_move_reductions: Some(reductions), ..SearchConfig::default() };
    let (position, engine) = (position(QUIET), Engine::new(config, 4));
    let limits = Limits::depth(4);
    let reduced = ends(&engine, &position, &limits).find_map(|(line, traced)| {
        match (traced.end, traced.report.nodes) {
            (LineEnd::Pruned(node @ PrunedNode { ply: 0, .. }), nodes) => Some((line, node, nodes)),
            _ => None,
        }
    });
    let (line, node, nodes) = reduced.expect("a late move of the root is reduced");
    assert!(matches!(node.prune, Prune::Reduction { plies, .. } if plies > 0));
    let forbidden = Some(Forbidden { ply: 0, cause: node.prune.cause() });
    let again = engine.trace(&position, &limits, &line, forbidden);
    assert_ne!(again.end, LineEnd::Pruned(node));
    assert_ne!(again.report.nodes, nodes, "the move is searched deeper");
}

#[test]
fn numbers_are_told_as_a_comparison() {
    let prune = Prune::Futility { static_eval: 43, base: 55, margin: 82, depth: 2, alpha: 310 };
    assert_eq!(prune.to_string(), "futility: 43 + 55 + 2 x 82 <= 310");
}
