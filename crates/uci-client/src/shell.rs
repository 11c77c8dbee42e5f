//! Words for a shell.

use shlex::Quoter;

/// An argument as a shell takes it.
#[must_use]
pub fn quoted(argument: &str) -> String {
    // No process can be given a NUL, so nothing is lost where one makes quoting fail.
    Quoter::new().allow_nul(true).quote(argument).unwrap_or_default().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_what_was_meant() {
        assert_eq!(quoted("engines/a-1.2"), "engines/a-1.2");
        for word in ["", "it's", "a b", "$HOME", "*", "x=1,2", "back\\slash", "new\nline"] {
            let echo = format!("printf %s {}", quoted(word));
            let output = std::process::Command::new("sh").args(["-c", &echo]).output().unwrap();
            assert_eq!(String::from_utf8(output.stdout).unwrap(), word);
        }
    }
}
