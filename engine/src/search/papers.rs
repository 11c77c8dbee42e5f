//! The papers' rules, each test named after the sentence it checks.

mod bjornsson_and_marsland;
mod eiriksson;
mod heinz;
mod winands_et_al;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Move};

use super::Searcher;
use super::budget::Budget;
use crate::position::Position;
use crate::position::board_state::BoardState;
use crate::position::movegen::legal_moves;
use crate::position::packed_move::PackedMove;
use crate::tree::node::{Node, NodeContext, NodeType};
use crate::{Counters, Engine, Limits, SearchConfig, SearchOverrides, Stop, Technique};

/// White is a rook ahead.
const ROOK_AHEAD: &str = "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/1BN2N2/PP2QPPP/R1BR2K1 w - - 0 12";
const QUIET: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10";
const SHARP: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn chess(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

fn preset(name: &str) -> SearchConfig {
    SearchConfig::preset(name).unwrap()
}

/// A preset with changes as a match file writes them.
fn changed(name: &str, changes: &str) -> SearchConfig {
    preset(name).with(&toml::from_str::<SearchOverrides>(changes).unwrap())
}

fn begun(config: SearchConfig, state: &BoardState) -> Searcher {
    let mut searcher = Searcher::new(config, 1);
    searcher.begin(&Position { state: state.clone(), past: Vec::new() }, Budget::default());
    searcher.iteration = 8;
    searcher
}

/// A node that asks with a null window whether the score reaches `beta`.
fn question(kind: NodeType, depth: i32, beta: i32) -> Node {
    Node { ply: 1, kind, ..Node::root(depth, beta - 1, beta) }
}

fn searched(config: SearchConfig, fen: &str, depth: u32) -> (u64, Counters) {
    let limits = Limits::depth(depth);
    let report = Engine::new(config, 4).search(&Position::new(&chess(fen)), &limits, &Stop::new());
    (report.nodes, report.counters)
}

fn named(state: &BoardState, uci: &str) -> PackedMove {
    let is_named = |m: &Move| m.to_uci(CastlingMode::Standard).to_string() == uci;
    PackedMove::new(legal_moves(state).into_iter().find(is_named).unwrap())
}

/// A node without a table entry, in a position whose evaluation is 0.
fn context(state: &BoardState, node: Node) -> NodeContext<'_> {
    NodeContext::new(state, node, None, 0, 0)
}
