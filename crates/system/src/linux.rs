//! Linux.

pub mod clock;
pub mod cores;
mod descendants;
pub mod files;
pub mod guard;
#[cfg(feature = "requests")]
mod holder;
pub mod machine;
pub mod memory;
mod poll;
pub mod process;
#[cfg(feature = "requests")]
pub mod requests;
pub mod shell;
pub mod terminal;
pub mod waits;
mod warden;

/// A file in which the kernel reports something, with an end by its nature.
#[expect(clippy::disallowed_methods, reason = "the kernel's files end, and are no pipes")]
fn reported(file: &str) -> std::io::Result<String> {
    let bytes = std::fs::read(file)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
