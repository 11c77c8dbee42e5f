//! The parts of settings by name, to be compared.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

/// Values by their names, `null_move.reduction`; empty for something that is on and has no value.
pub type Parts = BTreeMap<String, String>;

/// The parts of a value by the names of its fields: one that is absent or switched off is none, and the fields of a
/// field have both names.
#[must_use]
pub fn parts_of(value: &impl Serialize) -> Parts {
    let mut parts = Parts::new();
    // Settings are maps with texts as keys: all of them have a form in JSON.
    let value = serde_json::to_value(value).unwrap_or_default();
    for (name, value) in value.as_object().into_iter().flatten() {
        match value {
            Value::Null | Value::Bool(false) => {}
            Value::Bool(true) => drop(parts.insert(name.clone(), String::new())),
            Value::Object(fields) => parts.extend(
                fields.iter().map(|(field, value)| (format!("{name}.{field}"), text(value))),
            ),
            other => drop(parts.insert(name.clone(), text(other))),
        }
    }
    parts
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
