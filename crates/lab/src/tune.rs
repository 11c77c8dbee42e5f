//! Tuning: finds better values of search parameters by matches of the engine against itself.
//!
//! `arena tune` plays small matches, one iteration after the other:
//!
//! ```text
//! tuning file -> Tuning -> TuningState --perturbation--> Match -> game threads -> Pentanomial -+
//!                            ^                                                                 |
//!                            +---- new values <- journal (JSON lines, fsync) <-----------------+
//! ```
//!
//! An iteration is a small match of the engine with all parameters moved one way against the engine
//! with all of them moved the other way; its result moves the values ([`spsa`] has the arithmetic
//! and its sources). The game threads play the games of one iteration at a time, in any order, and the next
//! iteration begins when the last of them is finished: no result is ever applied to other values
//! than those it was played with. Perturbation and rounding of an iteration come from a random stream
//! of its own, its openings follow those of the iteration before. So with a node or depth limit a
//! tuning is a pure function of its file: it depends neither on the number of game threads nor on
//! interruptions. The price is that game threads wait for the last game of an iteration; with as many
//! pairs as game threads, or more, it is small.
//!
//! | module | content |
//! |---|---|
//! | [`spsa`] | the arithmetic, pure |
//! | [`state`] | the iterations so far, on disk, and the next one as a match |
//! | [`mod@file`] | the tuning file: as written, and resolved |
//! | [`facts`] | everything that a tuning depends on; its journal begins with them |
//! | [`runner`] | plays the iterations, and reports progress |
//! | [`report`], [`page`], [`plot`], [`fragments`] | the results: a table, a page, the paths, values to paste, a match to confirm them |

pub mod facts;
pub mod file;
pub mod fragments;
mod idle;
pub mod page;
pub mod plot;
pub mod report;
pub mod runner;
pub mod spsa;
pub mod state;
