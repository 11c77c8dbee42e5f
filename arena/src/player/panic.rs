//! A panic in a player is that player's failure, not the runner's.

use std::any::Any;
use std::backtrace::Backtrace;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, PanicHookInfo, catch_unwind};

use super::PlayerFailure;

thread_local! {
    /// Whether this thread is running a player.
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    /// The source location of the last panic in a player.
    static LOCATION: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Calls a player; a panic becomes a failure with its message and location.
///
/// A player that has panicked must not be used again.
pub fn catch_panic<T>(ask: impl FnOnce() -> Result<T, PlayerFailure>) -> Result<T, PlayerFailure> {
    GUARDED.set(true);
    let answer = catch_unwind(AssertUnwindSafe(ask));
    GUARDED.set(false);
    answer.unwrap_or_else(|payload| Err(failure(payload.as_ref())))
}

/// The message of a panic, if it has one.
pub fn message(payload: &(dyn Any + Send)) -> Option<&str> {
    let literal = payload.downcast_ref::<&str>().copied();
    literal.or_else(|| payload.downcast_ref::<String>().map(String::as_str))
}

fn failure(payload: &(dyn Any + Send)) -> PlayerFailure {
    let text = message(payload).unwrap_or("no message");
    let location = LOCATION.take().map_or(String::new(), |location| format!(" at {location}"));
    PlayerFailure::broken(format!("panicked{location}: {text}"))
}

/// From now on a panic in a player goes to the log, with its backtrace, instead of to the terminal
/// (where it would tear the progress bar); other panics are reported as before.
pub fn install_hook() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info: &PanicHookInfo<'_>| {
        if GUARDED.get() {
            LOCATION.set(info.location().map(ToString::to_string));
            let backtrace = Backtrace::force_capture();
            tracing::error!("an engine panicked: {info}\n{backtrace}");
        } else {
            usual(info);
        }
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_failure_with_its_message() {
        let plain = catch_panic::<()>(|| panic!("table {}", 7)).unwrap_err();
        assert!(
            plain.reason.starts_with("panicked") && plain.reason.ends_with(": table 7"),
            "{plain}"
        );
        let literal = catch_panic::<()>(|| panic!("no such square")).unwrap_err();
        assert!(literal.reason.ends_with(": no such square"), "{literal}");
        assert_eq!(catch_panic(|| Ok(3)), Ok(3));
    }
}
