//! Files of a match: its journal, the facts of the match in each of its games, the directory of its
//! results, and the JSON-lines journals of the other commands.

pub mod differences;
pub mod facts;
pub mod host;
pub mod journal;
pub mod json_lines;
pub mod results;
