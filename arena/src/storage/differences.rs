//! The differences between the settings here and those of a file there, in words.

use super::clause::{Clause, Parts, parts_of};

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

    /// Adds the differences between two lines of clauses, here and there.
    pub fn compare_lines(&mut self, whose: &str, here: &str, there: &str) {
        let [here, there] = [here, there].map(|line| parts_of(&Clause::of_line(line)));
        self.compare_parts(whose, &here, &there);
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

/// A part that is not the same here and there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DifferingPart {
    /// The name of a technique, or of one of its values.
    pub(crate) name: String,
    /// Its value here: `on` or `off` for a technique.
    pub(crate) here: String,
    /// Its value there.
    pub(crate) there: String,
}

/// The parts that are not the same, in the order of their names. A technique that one side has alone is one
/// part, and not one for each of its values.
pub(crate) fn differing_parts(ours: &Parts, theirs: &Parts) -> Vec<DifferingPart> {
    let mut names: Vec<&String> = ours.keys().chain(theirs.keys()).collect();
    names.sort_unstable();
    names.dedup();
    let mut parts = Vec::new();
    for name in names.into_iter().filter(|name| ours.get(*name) != theirs.get(*name)) {
        let technique = name.split('.').next().unwrap_or_default();
        let is_shared = has(ours, technique) && has(theirs, technique);
        let name = if is_shared { name.as_str() } else { technique };
        let [here, there] = [ours, theirs].map(|parts| state(parts, name));
        parts.push(DifferingPart { name: name.to_owned(), here, there });
    }
    parts.dedup();
    parts
}

/// The differences, each a sentence about something of `whose`:
/// `new's null_move.reduction is 3, there it is 2`.
fn differing(whose: &str, ours: &Parts, theirs: &Parts) -> Vec<String> {
    let parts = differing_parts(ours, theirs);
    let sentence =
        |part: &DifferingPart| told(&format!("{whose}'s {}", part.name), &part.here, &part.there);
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

#[cfg(test)]
mod tests {
    use super::*;

    fn of_lines(whose: &str, here: &str, there: &str) -> Vec<String> {
        let mut differences = Differences::default();
        differences.compare_lines(whose, here, there);
        differences.into_sentences()
    }

    #[test]
    fn only_what_differs_is_told() {
        let here = "check_extension null_move{reduction=3,verified=false} hash=16MiB";
        let there = "null_move{reduction=2,verified=false} multi_cut{cutoffs=3,moves=10} hash=8MiB";
        assert_eq!(
            of_lines("new", here, there),
            [
                "new's check_extension is on, there it is off",
                "new's hash is 16MiB, there it is 8MiB",
                "new's multi_cut is off, there it is on",
                "new's null_move.reduction is 3, there it is 2",
            ]
        );
        assert!(of_lines("new", here, here).is_empty());
        assert_eq!(
            of_lines("the match", "none", "draw{score=10,moves=8} max_moves=90"),
            [
                "the match's draw is off, there it is on",
                "the match's max_moves is off, there it is 90"
            ]
        );
    }

    #[test]
    fn of_many_differences_some_are_told() {
        let line = |value: u32| (0..20).map(|i| format!("t{i}{{x={value}}} ")).collect::<String>();
        let told = of_lines("new", &line(1), &line(2));
        assert_eq!((told.len(), told[6].as_str()), (7, "14 more values of new differ"));
    }
}
