//! Tests that need software not installed on every machine.

use std::io::Write;

/// The variable that makes a failure of every test that would be skipped.
const REQUIRE_ALL: &str = "REQUIRE_ALL";

/// Skips a test that lacks something; fails instead where everything must be installed.
pub(crate) fn skip(missing: &str) {
    let is_required = std::env::var_os(REQUIRE_ALL).is_some_and(|value| value == "1");
    assert!(!is_required, "{missing}, and {REQUIRE_ALL}=1 asks for every test");
    let _ = writeln!(std::io::stderr(), "skipped: {missing}");
}
