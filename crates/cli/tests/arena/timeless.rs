//! Reports of the same match, played twice.

use serde_json::Value;

use crate::without::without;

/// The part that must be equal in two reports of a match: all but times, dates, hosts and workers.
pub(crate) fn timeless(report: Value) -> Value {
    let of_run = ["time", "second", "origin", "replays", "per_hour", "elapsed", "by_worker"];
    without(report, &|key| of_run.iter().any(|word| key.contains(word)))
}
