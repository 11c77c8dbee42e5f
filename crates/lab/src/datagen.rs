//! Games of the engine against itself, as data that an evaluation learns from.
//!
//! ```text
//! numbers 0, 1, .. --SelfPlayer--> PlayedGame -> Course (in the order of the numbers) -> DataStore
//!                                                                                          |
//!                                                          Description <- GameReader <- games.viriformat
//! ```
//!
//! A game is a pure function of its number and of the settings: no search is limited by time, and what
//! a search learned is forgotten before the next game. So the data depend neither on the number of
//! threads nor on interruptions.
//!
//! | module | what it holds |
//! |---|---|
//! | [`settings`] | all that the data depend on |
//! | [`openings`] | where a game begins |
//! | [`self_player`] | one game: openings that are no good are drawn anew, the others are played |
//! | [`course`] | the games in order, and how many are wanted |
//! | [`store`] | the file of games and the journal beside it |
//! | [`runner`] | the threads that play |
//! | [`describe`] | what is in a file of games |
//! | [`error`] | what can go wrong |

pub mod course;
pub mod describe;
pub mod error;
pub mod openings;
pub mod runner;
pub mod self_player;
pub mod settings;
pub mod store;
