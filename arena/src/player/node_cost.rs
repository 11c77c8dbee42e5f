//! Measures the cost of a node: two searches of this process search the same positions in turns.

use std::time::Duration;

use anyhow::Context as _;
use engine::{Engine, Limits, Position, Stop};
use shakmaty::{Chess, Position as _};

use crate::chess::node_cost::NodeCost;
use crate::chess::openings::Opening;
use crate::config::{Match, SearchSettings};
use stats::{CONFIDENCE, median};
use system::clock::thread_time;

/// Turns that a measurement has at least, whatever they take.
const LEAST_TURNS: u32 = 20;
/// Turns that it has at most.
const MOST_TURNS: u32 = 200;
/// No further turn is begun after this time of the processor.
const LONG_ENOUGH: Duration = Duration::from_secs(5);
/// Nodes of a move that leads from an opening to a later position.
const NODES_ON_THE_WAY: u64 = 300;
/// Plies between the depths of the game at which positions are taken, and the number of these depths.
const STEP: u32 = 10;
const STEPS: u32 = 8;

/// One of the two searches.
struct Side {
    engine: Engine,
    limits: Limits,
}

/// The cost of a node of one search over that of another, at these nodes a move, in positions of this match: in each
/// turn both search the position of one opening, or of a game from it, and the one that begins changes. Times are of
/// the processor, so that other processes count only as far as they slow it down.
///
/// # Errors
/// When the searches take no nodes, or no time that the system counts.
pub(crate) fn measure(
    settings: &Match,
    searches: [&SearchSettings; 2],
    nodes: u64,
) -> anyhow::Result<NodeCost> {
    let mut sides = searches.map(|search| Side {
        engine: Engine::new(search.setup(), search.hash),
        limits: Limits::nodes(nodes),
    });
    let begun = thread_time();
    let mut logarithms = Vec::new();
    let mut turns = 0;
    while turns < LEAST_TURNS || (turns < MOST_TURNS && thread_time() - begun < LONG_ENOUGH) {
        let opening = settings.openings.opening(settings.openings.of_pair(turns));
        let position = later(&opening, STEP * (turns % STEPS), &mut sides);
        let begins = turns as usize % 2;
        // Before the first turn both fill the caches, which belongs to no turn.
        if turns == 0 {
            for side in &mut sides {
                let _ = time_a_node(side, &position);
            }
        }
        let mut times = [None, None];
        for side in [begins, 1 - begins] {
            times[side] = time_a_node(&mut sides[side], &position);
        }
        if let [Some(first), Some(second)] = times {
            logarithms.push((first / second).ln());
        }
        turns += 1;
    }
    let cost = median::estimate(&logarithms, CONFIDENCE).and_then(|(ratio, interval)| {
        let ends = [interval.low.exp(), interval.high.exp()];
        NodeCost::new(ratio.exp(), ends, u32::try_from(logarithms.len()).ok()?)
    });
    let measured = logarithms.len();
    cost.with_context(|| {
        format!(
            "the cost of a node could not be measured: in {measured} of {turns} turns both searches took nodes and \
             processor time, and an interval needs more; leave out equal_cost, or limit the moves by time"
        )
    })
}

/// The position after some plies from an opening, which both play in turns with few nodes; where the game ends
/// earlier, the last position with a move.
fn later(opening: &Opening, plies: u32, sides: &mut [Side; 2]) -> Position {
    let mut chess: Chess = opening.position.clone();
    let mut position = Position::new(&opening.start);
    opening.moves.iter().for_each(|m| position.play(*m));
    sides.iter_mut().for_each(|side| side.engine.new_game());
    let limits = Limits::nodes(NODES_ON_THE_WAY);
    for ply in 0..plies {
        let side = &mut sides[ply as usize % 2];
        let Some(m) = side.engine.search(&position, &limits, &Stop::new()).best_move else { break };
        chess.play_unchecked(m);
        if chess.legal_moves().is_empty() {
            break;
        }
        position.play(m);
    }
    position
}

/// Seconds of the processor for a node of one search from an empty table; `None` where none was counted.
fn time_a_node(side: &mut Side, position: &Position) -> Option<f64> {
    side.engine.new_game();
    let begun = thread_time();
    let report = side.engine.search(position, &side.limits, &Stop::new());
    let seconds = thread_time().saturating_sub(begun).as_secs_f64();
    (report.nodes > 0 && seconds > 0.0).then(|| seconds / report.nodes as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config;

    fn measured(first: &str, second: &str) -> NodeCost {
        let text = format!(
            "games = 2\nlimits = {{ nodes = 3000 }}\nequal_cost = true\nopenings = {{ file = \"builtin:balanced\" }}\n\
             [[contender]]\nname = \"a\"\nhash = 1\n{first}\n[[contender]]\nname = \"b\"\nhash = 1\n{second}\n"
        );
        let settings = config::load_text("x.toml".as_ref(), text).unwrap();
        let (searches, nodes) = settings.cost_to_measure().unwrap();
        measure(&settings, searches, nodes).unwrap()
    }

    #[test]
    fn a_network_costs_more_than_the_classical_evaluation_of_the_same_search() {
        let network = "preset = \"modern\"\nevaluation = \"network\"";
        let classical = "preset = \"modern\"\nevaluation = \"classical\"";
        let [there, back] = [measured(network, classical), measured(classical, network)];
        assert!(there.turns >= LEAST_TURNS / 2 && there.low < there.high, "{there}");
        // Far from 1 on any machine, and the same seen from the other side.
        assert!(there.low > 1.1 || there.high < 0.9, "{there}");
        assert!((there.ratio * back.ratio - 1.0).abs() < 0.25, "{there}; {back}");
    }

    #[test]
    fn a_search_costs_as_much_as_itself() {
        let same = measured("preset = \"modern\"", "preset = \"modern\"");
        assert!(same.low < 1.1 && same.high > 0.9, "{same}");
    }
}
