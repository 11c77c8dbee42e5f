//! Dates and times of day, local, in the formats of files and logs.

use jiff::Zoned;

/// Now.
#[expect(clippy::disallowed_methods, reason = "dates are of the wall clock")]
pub(super) fn now() -> Zoned {
    Zoned::now()
}

/// `14:03:59.012345`.
pub(super) fn time_of_day() -> String {
    now().strftime("%H:%M:%S.%6f").to_string()
}

/// `2026.11.22`.
pub(super) fn date(time: &Zoned) -> String {
    time.strftime("%Y.%m.%d").to_string()
}

/// `2026-11-22T14:03:59 +0100`.
pub(super) fn moment(time: &Zoned) -> String {
    time.strftime("%Y-%m-%dT%H:%M:%S %z").to_string()
}

/// `20261122_140359`, for names of files.
pub(super) fn for_names() -> String {
    now().strftime("%Y%m%d_%H%M%S").to_string()
}

/// `00:01:07`.
pub(super) fn duration(seconds: u64) -> String {
    format!("{:02}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}
