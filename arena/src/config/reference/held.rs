//! Compares the reference with the types of a file; for tests.

use serde::de::DeserializeOwned;

use super::{Section, words};

/// Reads the examples of all keys of a table with the type that reads the table.
///
/// # Panics
/// When it refuses one.
pub fn hold<T: DeserializeOwned>(section: &Section) {
    let examples: Vec<String> = section.keys.iter().map(words::example).collect();
    let problem = toml::from_str::<T>(&examples.join("\n")).err();
    assert!(problem.is_none(), "{}: {problem:?}", section.title);
}
