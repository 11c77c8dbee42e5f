//! The parts of settings by name, and the differences between those here and those of a file there, in words.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

/// The number of differences listed one by one.
const TOLD: usize = 6;

/// The differences, a sentence each.
#[derive(Default)]
pub struct Differences(Vec<String>);

impl Differences {
    /// Adds a value that differs between here and there.
    pub fn compare(&mut self, what: &str, here: &impl ToString, there: &impl ToString) {
        let (here, there) = (here.to_string(), there.to_string());
        if here != there {
            self.0.push(told(what, &here, &there));
        }
    }

    /// Adds the differences between the parts of something here and there.
    pub fn compare_parts(&mut self, whose: &str, here: &Parts, there: &Parts) {
        self.0.extend(differing(whose, here, there));
    }

    /// A sentence for each difference.
    pub fn into_sentences(self) -> Vec<String> {
        self.0
    }
}

fn told(what: &str, here: &str, there: &str) -> String {
    format!("{what} is {here}, there it is {there}")
}

/// A setting that is not the same for both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct DifferingSetting {
    /// A technique, a value of one, an option of a program, or the limits.
    pub setting: String,
    /// The value of the first, which is here: `on` or `off` for a technique.
    pub first: String,
    /// The value of the second, which is there.
    pub second: String,
}

/// The parts that are not the same, in the order of their names. A technique that one side has alone is one
/// part, and not one for each of its values.
pub(crate) fn differing_parts(ours: &Parts, theirs: &Parts) -> Vec<DifferingSetting> {
    let mut names: Vec<&String> = ours.keys().chain(theirs.keys()).collect();
    names.sort_unstable();
    names.dedup();
    let mut parts = Vec::new();
    for name in names.into_iter().filter(|name| ours.get(*name) != theirs.get(*name)) {
        let technique = name.split('.').next().unwrap_or_default();
        let is_shared = has(ours, technique) && has(theirs, technique);
        let name = if is_shared { name.as_str() } else { technique };
        let [first, second] = [ours, theirs].map(|parts| state(parts, name));
        parts.push(DifferingSetting { setting: name.to_owned(), first, second });
    }
    parts.dedup();
    parts
}

/// The differences, each a sentence about something of `whose`:
/// `new's null_move.reduction is 3, there it is 2`.
fn differing(whose: &str, ours: &Parts, theirs: &Parts) -> Vec<String> {
    let parts = differing_parts(ours, theirs);
    let sentence = |part: &DifferingSetting| {
        told(&format!("{whose}'s {}", part.setting), &part.first, &part.second)
    };
    let mut sentences: Vec<String> = parts.iter().take(TOLD).map(sentence).collect();
    if parts.len() > TOLD {
        sentences.push(format!("{} more values of {whose} differ", parts.len() - TOLD));
    }
    sentences
}

/// Whether the parts have a technique of this name, or a value of one.
fn has(parts: &Parts, name: &str) -> bool {
    let is_of = |key: &String| key.strip_prefix(name).is_some_and(|rest| rest.starts_with('.'));
    parts.contains_key(name) || parts.keys().any(is_of)
}

fn state(parts: &Parts, name: &str) -> String {
    match parts.get(name) {
        Some(value) if !value.is_empty() => value.clone(),
        _ if has(parts, name) => "on".to_owned(),
        _ => "off".to_owned(),
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn between(whose: &str, here: &Value, there: &Value) -> Vec<String> {
        let mut differences = Differences::default();
        differences.compare_parts(whose, &parts_of(here), &parts_of(there));
        differences.into_sentences()
    }

    #[test]
    fn only_the_parts_that_differ_are_named() {
        let null_move = |reduction: u32| json!({ "reduction": reduction, "verified": false });
        let here = json!({ "check_extension": true, "null_move": null_move(3), "multi_cut": false, "hash": "16MiB" });
        let there =
            json!({ "null_move": null_move(2), "multi_cut": { "cutoffs": 3 }, "hash": "8MiB" });
        assert_eq!(
            between("new", &here, &there),
            [
                "new's check_extension is on, there it is off",
                "new's hash is 16MiB, there it is 8MiB",
                "new's multi_cut is off, there it is on",
                "new's null_move.reduction is 3, there it is 2",
            ]
        );
        assert!(between("new", &here, &here).is_empty());
        assert_eq!(
            between("the match", &json!({}), &json!({ "draw": { "score": 10 }, "max_moves": 90 })),
            [
                "the match's draw is off, there it is on",
                "the match's max_moves is off, there it is 90"
            ]
        );
    }

    #[test]
    fn of_many_differences_the_first_are_named_and_the_others_counted() {
        let parts = |value: u32| -> Value {
            (0..20)
                .map(|i| (format!("t{i}"), json!({ "x": value })))
                .collect::<serde_json::Map<_, _>>()
                .into()
        };
        let told = between("new", &parts(1), &parts(2));
        assert_eq!((told.len(), told[6].as_str()), (7, "14 more values of new differ"));
    }
}
