//! The words of command lines, as the shell of this system reads them.

use shlex::Quoter;

use crate::Program;

/// An argument as a shell takes it.
#[must_use]
pub fn quoted(argument: &str) -> String {
    // No process can be given a NUL, so nothing is lost where one makes quoting fail.
    Quoter::new().allow_nul(true).quote(argument).unwrap_or_default().into_owned()
}

/// The words of a command line, without a shell's other expansions; `None` if a quotation is not closed.
#[must_use]
pub fn words(line: &str) -> Option<Vec<String>> {
    shlex::split(line)
}

/// The shell that runs this line, without these variables of this process.
#[must_use]
pub fn running(line: &str, without: &[&str]) -> Program {
    let unset =
        if without.is_empty() { String::new() } else { format!("unset {}; ", without.join(" ")) };
    Program::new("/bin/sh").with_arguments(["-c".to_owned(), format!("{unset}{line}")])
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
            assert_eq!(words(&quoted(word)).unwrap(), [word]);
        }
    }
}
