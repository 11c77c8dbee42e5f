//! Self-play games of the engine, as training data for an evaluation.
//!
//! ```text
//! numbers 0, 1, .. --SelfPlayer--> ScoredGame -> DataStore (by number)
//!                                                       |
//!            Description <- GameReader <- games.viriformat
//! ```
//!
//! A game is a pure function of its number and of the settings: no search is limited by time, and
//! the engine's state is cleared before the next game. So the data depend neither on the number of
//! threads nor on interruptions.
//!
//! | module | content |
//! |---|---|
//! | [`settings`] | everything that the data depend on |
//! | [`openings`] | the start of a game |
//! | [`self_player`] | one game: unsuitable openings are drawn again, the others are played |
//! | [`store`] | the games in order: their file, the journal beside it, and the amount wanted |
//! | [`runner`] | the threads that play |
//! | [`describe`] | the description of a file of games |

pub mod describe;
pub mod openings;
pub mod runner;
pub mod self_player;
pub mod settings;
pub mod store;
