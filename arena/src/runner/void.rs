//! Games that may be void, because the machine took too much of a side's time.

use crate::config::Match;

/// The number of replays of a pair before its games stand as they are.
pub(crate) const REPLAYS: u32 = 3;

/// Whether games of this match may be void: time limits them, and its callers do not count on the rules of another runner.
pub(crate) fn may_be_void(settings: &Match) -> bool {
    let is_timed = settings.contenders.iter().any(|contender| contender.limits.is_timed());
    is_timed && settings.runner_rules.are_own()
}
