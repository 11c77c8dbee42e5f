//! Opening books whose positions the engine has evaluated: made by random walks, or filtered from
//! another book.
//!
//! ```text
//! numbers 0, 1, .. --Source--> openings --Judge--> Candidate -> journal (JSON lines, fsync)
//!                                                                  |
//!          EPD, table, histogram <- Summary <- Selection, in the order of the numbers
//! ```
//!
//! The finding for a candidate depends only on its number, and candidates are taken in the order of
//! their numbers. So a book depends neither on the number of threads nor on interruptions. No
//! search is limited by time: each has a limit of nodes.
//!
//! | module | content |
//! |---|---|
//! | [`model`], [`fit`], [`observations`] | chances of win, draw and loss by value, and their fit to a match |
//! | [`window`] | the range of values that are kept |
//! | [`source`], [`start_positions`] | the source of candidates: random walks, or a book |
//! | [`judge`] | the searches: moves near the best, a position's value, whether it is quiet |
//! | [`candidate`] | the finding for one candidate |
//! | [`selection`] | the book as it grows: no duplicates, no transpositions, no position too similar |
//! | [`journal`], [`runner`], [`assembly`] | candidates on disk; the threads that judge them; the progress |
//! | [`settings`] | everything that a book depends on |
//! | [`summary`], [`output`], [`report`] | the positions kept and dropped, with reasons; the book as EPD; tables and pictures |

pub mod assembly;
pub mod candidate;
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
