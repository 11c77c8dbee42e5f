//! Reports that are compared.

use serde_json::Value;

/// A report without the entries whose keys are these, and without the times in its sentences.
pub(crate) fn without(mut report: Value, is_meant: &dyn Fn(&str) -> bool) -> Value {
    strip(&mut report, is_meant);
    report
}

fn strip(value: &mut Value, is_meant: &dyn Fn(&str) -> bool) {
    match value {
        Value::Object(entries) => {
            entries.retain(|key, _| !is_meant(key));
            entries.values_mut().for_each(|value| strip(value, is_meant));
        }
        Value::Array(entries) => entries.iter_mut().for_each(|value| strip(value, is_meant)),
        Value::String(text) => forget_pace(text),
        _ => {}
    }
}

/// Takes the time that further games take out of a sentence: "about 110 more games (19 seconds of one core)".
fn forget_pace(text: &mut String) {
    if let Some((before, after)) = text.split_once(" of one core)")
        && let Some((before, _)) = before.rsplit_once(" (")
    {
        *text = format!("{before}{after}");
    }
}
