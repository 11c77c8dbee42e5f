//! The words of command lines, as programs of this system read them: blanks part them, double quotes join them, and a
//! backslash is a letter but before a quote.

use std::os::windows::process::CommandExt;
use std::process::Command;

use crate::Program;

/// The shell of this system.
const SHELL: &str = "cmd.exe";

/// An argument as a shell takes it.
#[must_use]
pub fn quoted(argument: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || r"\/:._-+=,@".contains(c);
    if !argument.is_empty() && argument.chars().all(is_plain) {
        return argument.to_owned();
    }
    let mut text = String::from('"');
    let mut backslashes = 0;
    for c in argument.chars() {
        match c {
            '\\' => backslashes += 1,
            '"' => text.push_str(&"\\".repeat(std::mem::take(&mut backslashes) + 1)),
            _ => backslashes = 0,
        }
        text.push(c);
    }
    // Before the closing quote backslashes count twice.
    text.push_str(&"\\".repeat(backslashes));
    text + "\""
}

/// The words of a command line, without a shell's other expansions; `None` if a quotation is not closed.
#[must_use]
pub fn words(line: &str) -> Option<Vec<String>> {
    let (mut words, mut word) = (Vec::new(), None::<String>);
    let (mut is_quoted, mut backslashes) = (false, 0);
    for c in line.chars() {
        if c == '\\' {
            backslashes += 1;
            continue;
        }
        let kept = if c == '"' { backslashes / 2 } else { backslashes };
        if backslashes > 0 {
            word.get_or_insert_default().push_str(&"\\".repeat(kept));
        }
        let is_escaped = std::mem::take(&mut backslashes) % 2 == 1;
        match c {
            '"' if !is_escaped => {
                is_quoted = !is_quoted;
                word.get_or_insert_default();
            }
            c if c.is_whitespace() && !is_quoted => words.extend(word.take()),
            c => word.get_or_insert_default().push(c),
        }
    }
    if backslashes > 0 {
        word.get_or_insert_default().push_str(&"\\".repeat(backslashes));
    }
    words.extend(word);
    (!is_quoted).then_some(words)
}

/// The shell that runs this line, without these variables of this process.
#[must_use]
pub fn running(line: &str, without: &[&str]) -> Program {
    let unset: String = without.iter().map(|variable| format!("set \"{variable}=\" & ")).collect();
    Program::new(SHELL).with_arguments([format!("{unset}{line}")])
}

/// Gives a command the arguments of this program. The shell takes its line as it is, between two quotes.
pub(super) fn give(command: &mut Command, program: &Program) {
    match &program.arguments[..] {
        [line] if program.path.as_os_str() == SHELL => {
            command.raw_arg(format!("/D /S /C \"{line}\""));
        }
        arguments => {
            command.args(arguments);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backslashes_of_paths_stay() {
        assert_eq!(words(r".\eng\z.exe  --deep 3").unwrap(), [r".\eng\z.exe", "--deep", "3"]);
        assert_eq!(
            words(r#""C:\Program Files\z.exe" a\\b \"x"#).unwrap(),
            [r"C:\Program Files\z.exe", r"a\\b", "\"x"]
        );
        assert_eq!(words("a \"b"), None);
        for word in ["", "it's", "a b", "x=1,2", r"back\slash\", r#"a "quoted\" one"#, r"C:\a b\"] {
            assert_eq!(words(&quoted(word)).unwrap(), [word]);
        }
    }
}
