//! The choices of a match judged.
//!
//! ```text
//! journal --Subjects--> judges --Judgement--> judged.jsonl --Audited--> Explanation --> tables, page, positions
//! ```
//!
//! | module | subject |
//! |---|---|
//! | [`subjects`] | the choices that are judged: first divergences and the largest swings; read once from the journal |
//! | [`settings`] | judges (see [`lab::suite::judging`]), nodes, number of positions |
//! | [`audit`], [`journal`] | all choices judged, on some threads; the judgements on disk |
//! | [`verdict`], [`summary`] | worse only where both agree; shares and losses with intervals |
//! | [`explanation`], [`report`] | all of it as one value, and its forms |
//! | [`course`] | from the subjects to the files |

#![forbid(unsafe_code)]
// A run must not end by a bug: whatever can fail says so.
#![warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unimplemented)]

pub mod audit;
pub mod course;
pub mod explanation;
pub mod journal;
pub mod report;
pub mod settings;
pub mod subjects;
pub mod summary;
pub mod verdict;
