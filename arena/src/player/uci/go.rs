//! Converts a move's limits into `go`.

use engine::GameClock;
use shakmaty::Position;
use uci_client::{Clock, Clocks, Go};

use crate::player::MoveRequest;

/// The limits of a player's move, as a `go` command.
pub(super) fn go(request: &MoveRequest<'_>) -> Go {
    let limits = &request.limits;
    let clock = |clock: GameClock| Clock { remaining: clock.remaining, increment: clock.increment };
    let clocks = limits.clock.map(|own| {
        let [own, other] = [own, request.opponent_clock.unwrap_or(own)].map(clock);
        let (white, black) = request.position.turn().fold_wb((own, other), (other, own));
        Clocks { white, black }
    });
    Go {
        ponder: false,
        clocks,
        moves_to_go: limits.clock.and_then(|own| own.moves_to_go),
        move_time: limits.move_time,
        nodes: limits.nodes,
        depth: limits.depth,
    }
}
