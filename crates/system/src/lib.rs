//! The operating system, as a match runner needs it. No other crate names a system, or has `unsafe` code.
//!
//! | room | subject |
//! |---|---|
//! | [`process`], [`guard`] | starts a program, exchanges text with it by deadlines, and ends it with all its children |
//! | [`clock`], [`waits`] | processor time of a thread, waking at a deadline; waits for a core |
//! | [`cores`] | physical cores, and keeping threads to them |
//! | [`files`] | opening, locks, identity, permissions, durable names |
//! | [`machine`], [`memory`] | names, sizes and limits of the machine; huge pages |
//! | `requests` | Ctrl-C, pause and the end of this process; the process that writes a directory |
//! | [`terminal`], [`shell`] | width and readiness of a terminal; words of command lines |
//!
//! Each system has a directory with these rooms; the compiler holds them to the same functions.
//! Those of Windows were run under wine (`platforms.sh`), and nobody has run them on a real Windows yet.

#![cfg_attr(test, allow(clippy::disallowed_methods))]
#![deny(unsafe_code)]

mod prefetch;
mod program;

#[cfg(target_os = "linux")]
mod linux;
#[cfg(target_os = "linux")]
use linux as here;
#[cfg(windows)]
mod windows;
#[cfg(windows)]
use windows as here;

#[cfg(not(any(target_os = "linux", windows)))]
compile_error!("there are rooms for Linux and Windows only");

#[cfg(feature = "requests")]
pub use here::requests;
pub use here::{clock, cores, files, guard, machine, memory, process, shell, terminal, waits};
pub use program::{Links, Program, Ready, Request, Streams};
