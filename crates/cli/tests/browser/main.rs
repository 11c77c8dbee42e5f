//! The page as a browser shows it: headless Chromium, driven through chromedriver. Where they are
//! not installed the tests say so and are skipped; with `REQUIRE_ALL=1` they fail.

#![allow(clippy::disallowed_methods)]
#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod driver;
#[path = "../installed/mod.rs"]
mod installed;
mod report;
mod watch;
