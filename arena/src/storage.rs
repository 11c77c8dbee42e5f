//! What lies on the disk: the journal of a match, what each of its games says of the match, the directory
//! of its results, and the JSON-lines journals of the other commands.

pub mod clause;
pub mod differences;
pub mod facts;
pub(crate) mod few_words;
pub mod host;
pub mod journal;
pub mod json_lines;
pub mod results;
