//! Putting an engine before the same position once more.

use shakmaty::CastlingMode;

use super::handshake::chess960;
use crate::config::UciSettings;
use crate::system::shell::quoted;

/// One line for a shell that puts the engine before the last position again.
pub(super) fn command(settings: &UciSettings, mode: CastlingMode, question: &[u8]) -> String {
    let mut lines = vec!["uci".to_owned()];
    lines.extend(
        settings
            .options
            .iter()
            .map(|option| format!("setoption name {} value {}", option.name, option.value)),
    );
    lines.extend(["isready".to_owned(), "ucinewgame".to_owned(), "isready".to_owned()]);
    lines.extend(mode.is_chess960().then(|| chess960(mode)));
    let question = question.split(|&byte| byte == b'\n').filter(|line| !line.is_empty());
    lines.extend(question.map(|line| String::from_utf8_lossy(line).into_owned()));
    let lines: Vec<String> = lines.iter().map(|line| quoted(line)).collect();
    let UciSettings { program, arguments, directory, environment, .. } = settings;
    let mut command = Vec::new();
    if let Some(directory) = directory {
        command.push(format!("cd {} &&", quoted(&directory.to_string_lossy())));
    }
    command.push("exec env".to_owned());
    for (name, value) in environment {
        command.push(quoted(&format!("{name}={value}")));
    }
    command.push(quoted(&program.to_string_lossy()));
    command.extend(arguments.iter().map(|argument| quoted(argument)));
    format!("(printf '%s\\n' {}; sleep 10; echo quit) | ({})", lines.join(" "), command.join(" "))
}
