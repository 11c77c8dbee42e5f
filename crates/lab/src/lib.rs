//! The workbench beside the match: test suites and sweeps, and tunings.
//!
//! | module | subject |
//! |---|---|
//! | [`suite`] | configurations and programs on a test suite: nodes, and positions solved |
//! | [`tune`] | values of parameters, found by games |
//! | `engine_table` | the engine that a file names |
//! | [`run_loop`] | the loop of a run: takes results, shows the progress, ends at a signal |
//! | [`progress`], `pace` | the progress of all of them, and the time left |

#![forbid(unsafe_code)]
// A bug must not end a run: fallible code returns errors instead of panicking.
#![warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unimplemented)]

mod engine_table;
pub mod progress;
pub mod run_loop;
pub mod suite;
pub mod tune;
