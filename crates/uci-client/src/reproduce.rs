//! Reproduces a position for an engine.

use shakmaty::CastlingMode;

use crate::options::{EngineOption, chess960};
use system::Program;
use system::shell::quoted;

/// One line for a shell that starts a program, sets these options, and asks it a
/// [question](crate::Question), in chess or in Chess960. The program has ten seconds to answer.
#[must_use]
pub fn reproduce(
    program: &Program,
    options: &[EngineOption],
    mode: CastlingMode,
    question: &[u8],
) -> String {
    let mut lines = vec!["uci".to_owned()];
    let set = |EngineOption { name, value }: &EngineOption| {
        format!("setoption name {name} value {value}")
    };
    lines.extend(options.iter().map(set));
    lines.extend(["isready".to_owned(), "ucinewgame".to_owned(), "isready".to_owned()]);
    lines.extend(mode.is_chess960().then(|| chess960(mode)));
    let question = question.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.extend(question.map(|line| String::from_utf8_lossy(line).into_owned()));
    let lines: Vec<String> = lines.iter().map(|line| quoted(line)).collect();
    let Program { path, arguments, directory, environment } = program;
    let mut command = Vec::new();
    if let Some(directory) = directory {
        command.push(format!("cd {} &&", quoted(&directory.to_string_lossy())));
    }
    command.push("exec env".to_owned());
    for (name, value) in environment {
        command.push(quoted(&format!("{name}={value}")));
    }
    command.push(quoted(&path.to_string_lossy()));
    command.extend(arguments.iter().map(|argument| quoted(argument)));
    format!("(printf '%s\\n' {}; sleep 10; echo quit) | ({})", lines.join(" "), command.join(" "))
}
