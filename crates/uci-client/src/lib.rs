//! A client for chess engines that speak UCI, the Universal Chess Interface: for any program,
//! however it behaves.
//!
//! It starts a program, identifies it, sets its options, asks it questions and reads its answers.
//! No wait is longer than its deadline, no process outlives its [`Session`], and no output of the
//! program can fill the memory, harm a terminal or make the client panic. The exchange is recorded
//! with times, so that an error can be explained.
//!
//! ```no_run
//! use shakmaty::Chess;
//! use uci_client::{Go, Guard, OptionValue, Program, Question, Session, Timeouts};
//!
//! let timeouts = Timeouts::default();
//! let mut session = Session::start(&Program::new("/usr/games/stockfish"), &Guard::none())?;
//! let info = session.handshake(timeouts.startup)?;
//! let hash = info.set("Hash", &OptionValue::Number(16))?;
//! session.configure(&hash, timeouts.ready)?;
//! session.new_game(timeouts.new_game)?;
//!
//! let mut question = Question::new();
//! question.put(&Chess::default(), &[], &Go::depth(12));
//! let answer = session.ask(question.text(), timeouts.hang, timeouts.grace)?;
//! if let Some(best_move) = answer.best_move {
//!     println!("{} plays {best_move} after {:?}", info.name, answer.time);
//! }
//! session.quit(timeouts.grace);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The example `go_depth` does this with a program of your choice:
//! `cargo run -p ziggurat-uci-client --example go_depth -- stockfish`.
//!
//! # Overview
//!
//! | item | meaning |
//! |---|---|
//! | [`Program`], [`Timeouts`] | the command of a program; the time limits of waits |
//! | [`Session`], [`WaitError`] | a running program; the error of a failed wait |
//! | [`EngineInfo`], [`OptionValue`] | its declaration in the handshake; the lines that set its options |
//! | [`Question`], [`Go`], [`Answer`], [`SearchInfo`], [`InfoLine`] | a position and the limits of a search; the answer |
//! | [`Transcript`], [`StderrFiles`] | the last lines both ways; its standard error |
//! | [`Guard`], [`serve`] | ends programs with this process, even if it is killed |
//! | [`identify`], [`Identity`] | the identity of a program: name, author, digests of its files |
//! | [`run`] | runs a program that is no engine to its end |
//! | [`bench()`] | the nodes that a program's `bench` searches |
//! | [`reproduce`] | a shell command that gives a program the same position again |
//! | [`check`] | checks whether a program speaks UCI as a match requires |
//!
//! # Time
//!
//! A session is driven by the thread that calls it: one write, one poll and one read for a
//! question, without another thread in between. [`Answer::time`] runs from just before `go` is
//! written to the arrival of `bestmove`. If this process waited for a core when the answer came, the
//! time is corrected by the system's counters; [`Answer::stolen`] is the time that the machine took from the engine.
//!
//! # Processes
//!
//! A session that is dropped kills its program and the program's process group. [`Guard::start`]
//! goes further: it gives every program a parent process that ends the program's children, even
//! when this process is killed. Linux only; the binary must call [`serve`] first in `main`.

#![cfg_attr(test, allow(clippy::disallowed_methods))]
#![forbid(unsafe_code)]
// Any behaviour of a program is at most an error; no code may panic.
#![warn(clippy::expect_used, clippy::panic, clippy::unreachable, clippy::unimplemented)]

mod answer;
mod bench;
pub mod check;
mod engine_info;
mod files;
mod go;
mod identify;
mod info_line;
mod lateness;
mod lines;
mod listen;
mod options;
mod program;
mod protocol;
mod question;
mod reproduce;
mod run;
mod seconds;
mod session;
mod start;
mod stderr;
mod suggestion;
mod transcript;

pub use answer::Answer;
pub use bench::{Bench, bench};
pub use engine_info::{DeclaredOption, EngineInfo, OptionError};
pub use files::{FileDigest, FileState, file_digest};
pub use go::{Clock, Clocks, Go};
pub use identify::{IdentifyError, Identity, Replaced, declared, identify};
pub use info_line::{Deviation, InfoLine, Score};
pub use lines::printable;
#[doc(hidden)]
pub use listen::listen;
pub use options::{
    CHESS960, EngineOption, OptionValue, PONDER, chess960, sets_reserve, sets_threads,
};
pub use program::Timeouts;
pub use protocol::{Reply, SearchInfo};
pub use question::Question;
pub use reproduce::reproduce;
pub use run::{Stream, run};
pub use session::{SETTLE, Session, WaitError};
pub use shakmaty_uci::UciOptionConfig;
pub use stderr::{StderrFiles, left_out};
pub use suggestion::{did_you_mean, nearest};
pub use system::Program;
pub use system::guard::{Guard, serve};
pub use system::shell::quoted;
pub use transcript::Transcript;
