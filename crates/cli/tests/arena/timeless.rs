//! Reports of the same match, played twice.

use serde_json::Value;

/// The part that must be equal in two reports of a match: all but times, dates, hosts and workers.
pub(crate) fn timeless(mut report: Value) -> Value {
    fn strip(value: &mut Value) {
        match value {
            Value::Object(entries) => {
                let of_run =
                    ["time", "second", "origin", "replays", "per_hour", "elapsed", "by_worker"];
                entries.retain(|key, _| !of_run.iter().any(|word| key.contains(word)));
                entries.values_mut().for_each(strip);
            }
            Value::Array(entries) => entries.iter_mut().for_each(strip),
            _ => {}
        }
    }
    strip(&mut report);
    report
}
