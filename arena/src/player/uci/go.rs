//! From what a player may spend to `go`.

use engine::GameClock;
use shakmaty::Position;
use uci_client::{Clock, Clocks, Go};

use crate::player::MoveRequest;

/// What a player may spend on its move, as `go` tells it.
pub(super) fn go(request: &MoveRequest<'_>) -> Go {
    let limits = &request.limits;
    let clock = |of: GameClock| Clock { remaining: of.remaining, increment: of.increment };
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
