//! Opening books by the engine's own judgement: made from nothing, or chosen from what others made.
//!
//! ```text
//! numbers 0, 1, .. --Source--> openings --Judge--> Candidate -> BookJournal (JSON lines, fsync)
//!                                                                  |
//!          EPD, table, histogram <- Summary <- Selection, in the order of the numbers
//! ```
//!
//! What a judge says of a candidate follows from its number alone, and candidates are chosen in
//! the order of their numbers. So a book depends neither on the number of threads nor on
//! interruptions. No clock has a say: every search has a limit of nodes.
//!
//! | module | what it holds |
//! |---|---|
//! | [`model`], [`fit`], [`observations`] | chances of win, draw and loss by value; how a match tells them |
//! | [`window`] | which values are kept |
//! | [`source`], [`start_positions`] | where candidates come from: random walks, or a book |
//! | [`judge`] | the searches: moves near the best, a position's value, whether it is quiet |
//! | [`candidate`] | what was found out of one candidate |
//! | [`selection`] | the book as it grows: no doubles, no transpositions, nothing too near |
//! | [`journal`], [`runner`], [`course`] | candidates on disk; the threads that judge them; how far it is |
//! | [`settings`] | all that a book depends on |
//! | [`summary`], [`output`], [`report`] | what was kept, what was dropped and why; the book as EPD; tables and pictures |

pub mod candidate;
pub mod course;
pub mod error;
pub mod fit;
pub mod journal;
pub mod judge;
pub mod model;
pub mod observations;
pub mod output;
pub mod report;
pub mod runner;
pub mod selection;
pub mod settings;
pub mod source;
pub mod start_positions;
pub mod summary;
pub mod window;
