//! The wording of games' ends by a fault.

use std::time::Duration;

use shakmaty::Color;

use crate::chess::clock::Overstepped;
use crate::chess::machine_time::MachineTime;
use crate::chess::record::Termination;

/// A game's termination, and further details.
pub(super) type End = (Termination, Option<String>);

pub(super) fn overrun(side: Color, late: Overstepped) -> String {
    let name = side.fold_wb("White", "Black");
    format!("{name} loses on time ({:.3}ms overrun)", late.by.as_secs_f64() * 1e3)
}

/// The end of a game in which the machine took too much of this side's time.
pub(super) fn disturbed(side: Color, time: MachineTime) -> End {
    let name = side.fold_wb("White", "Black");
    let [stolen, elapsed] = [time.stolen, time.elapsed].map(|time| time.as_secs_f64());
    let incident = format!("the machine took {stolen:.3} s of {elapsed:.3} s from {name}");
    (Termination::Void, Some(incident))
}

pub(super) fn illegal(side: Color, named: &str) -> End {
    let name = side.fold_wb("White", "Black");
    let named = if named.is_empty() { "none named" } else { named };
    let incident = format!("{name} makes an illegal move: {named}");
    (Termination::IllegalMove(side), Some(incident))
}

/// A duration cut to milliseconds.
pub(super) fn whole_millis(duration: Duration) -> Duration {
    Duration::new(duration.as_secs(), duration.subsec_millis() * 1_000_000)
}

/// A duration cut to the resolution of the journal.
pub(super) fn whole_micros(duration: Duration) -> Duration {
    Duration::new(duration.as_secs(), duration.subsec_micros() * 1000)
}
