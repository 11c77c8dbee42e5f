//! What differs between the settings here and those of a file there: that alone, in words.

use std::collections::BTreeMap;

/// Differences that are told one by one.
const TOLD: usize = 6;

/// What differs, a sentence each.
#[derive(Default)]
pub(crate) struct Differences(Vec<String>);

impl Differences {
    /// Tells of a value that is not the same here and there.
    pub(crate) fn compare(&mut self, what: &str, here: &impl ToString, there: &impl ToString) {
        let (here, there) = (here.to_string(), there.to_string());
        if here != there {
            self.0.push(told(what, &here, &there));
        }
    }

    /// Tells what is not the same in a line here and there: techniques and rules with their values in braces,
    /// or a program and its options between semicolons.
    pub(crate) fn compare_lines(&mut self, whose: &str, here: &str, there: &str) {
        self.0.extend(of_lines(whose, here, there));
    }

    pub(crate) fn into_sentences(self) -> Vec<String> {
        self.0
    }
}

fn told(what: &str, here: &str, there: &str) -> String {
    format!("{what} is {here}, there it is {there}")
}

/// What differs between two lines, each a sentence about something of `whose`:
/// `new's null_move.reduction is 3, there it is 2`.
fn of_lines(whose: &str, here: &str, there: &str) -> Vec<String> {
    let (ours, theirs) = (parts(here), parts(there));
    let mut names: Vec<&String> = ours.keys().chain(theirs.keys()).collect();
    names.sort_unstable();
    names.dedup();
    let mut sentences = Vec::new();
    for name in names.into_iter().filter(|name| ours.get(*name) != theirs.get(*name)) {
        // A technique that one side has alone is told once, and not value by value.
        let technique = name.split('.').next().unwrap_or_default();
        let is_shared = has(&ours, technique) && has(&theirs, technique);
        let name = if is_shared { name.as_str() } else { technique };
        let what = format!("{whose}'s {name}");
        sentences.push(told(&what, &state(&ours, name), &state(&theirs, name)));
    }
    sentences.dedup();
    if sentences.len() > TOLD {
        let more = sentences.len() - TOLD;
        sentences.truncate(TOLD);
        sentences.push(format!("{more} more values of {whose} differ"));
    }
    sentences
}

/// Values by their names; empty for something that is on and has no value.
type Parts = BTreeMap<String, String>;

/// Whether there is a technique of this name, or a value of one.
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

fn parts(line: &str) -> Parts {
    // A program's line has its path, and its options after semicolons.
    if line.contains(['/', ';']) {
        let mut parts = line.split("; ");
        let program = ("program".to_owned(), parts.next().unwrap_or_default().to_owned());
        return std::iter::once(program).chain(parts.map(|part| pair(part, " = "))).collect();
    }
    let mut values = Parts::new();
    for word in line.split(' ').filter(|word| !word.is_empty() && *word != "none") {
        match word.strip_suffix('}').and_then(|word| word.split_once('{')) {
            Some((name, parameters)) => values.extend(parameters.split(',').map(|parameter| {
                let (key, value) = pair(parameter, "=");
                (format!("{name}.{key}"), value)
            })),
            None => values.extend([pair(word, "=")]),
        }
    }
    values
}

fn pair(text: &str, separator: &str) -> (String, String) {
    let (name, value) = text.split_once(separator).unwrap_or((text, ""));
    (name.to_owned(), value.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn programs_differ_by_option() {
        let here = "Stockfish by T, sha256=00: /usr/games/stockfish; Hash = 16; Move Overhead = 5";
        let there = "Stockfish by T, sha256=00: /usr/games/stockfish; Hash = 32; Move Overhead = 5";
        assert_eq!(of_lines("a", here, there), ["a's Hash is 16, there it is 32"]);
    }

    #[test]
    fn of_many_differences_some_are_told() {
        let line = |value: u32| (0..20).map(|i| format!("t{i}{{x={value}}} ")).collect::<String>();
        let told = of_lines("new", &line(1), &line(2));
        assert_eq!((told.len(), told[6].as_str()), (7, "14 more values of new differ"));
    }
}
