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
            Value::String(text) => forget_pace(text),
            _ => {}
        }
    }
    strip(&mut report);
    report
}

/// Takes the time that further games take out of a sentence: "about 110 more games (19 seconds of one core)".
pub(crate) fn forget_pace(text: &mut String) {
    if let Some((before, after)) = text.split_once(" of one core)")
        && let Some((before, _)) = before.rsplit_once(" (")
    {
        *text = format!("{before}{after}");
    }
}
