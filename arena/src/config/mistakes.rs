//! Common mistakes and their remedies.

use uci_client::did_you_mean;

use super::file::MATCH_FILE;
use super::gone::{GoneKind, instead_of};
use super::reference::Section;
use crate::chess::time_control::TimeControl;

/// Tables that may occur several times in a file.
const SEVERAL: [&str; 5] = ["contender", "parameter", "configuration", "vary", "block"];

/// Keys of other match runners, each with a remedy.
const FOREIGN_KEYS: [(&str, &str); 33] = [
    ("tc", "write `time_control` in [limits], as limits = { time_control = \"10+0.1\" }"),
    ("st", "write `movetime` in [limits], in seconds, as limits = { movetime = \"0.1\" }"),
    ("timemargin", "write `time_margin` in [limits], in seconds"),
    ("cmd", "write `command` of a [[contender]], as command = \"stockfish\""),
    ("arg", "write `args` of a [[contender]], as args = [\"--quiet\"]"),
    ("engine", "write a [[contender]] table for each engine"),
    ("engines", "write a [[contender]] table for each engine"),
    ("proto", "leave it out: every `command` speaks UCI"),
    ("protocol", "leave it out: every `command` speaks UCI"),
    (
        "option",
        "write the table `options` of a [[contender]], as options = { Hash = 16, Threads = 1 }",
    ),
    (
        "Hash",
        "write it as an option of the engine, options = { Hash = 16 }; of a `preset`, hash = 16",
    ),
    ("Threads", "write it as an option of the engine, options = { Threads = 1 }"),
    ("ponder", "write it in a [[contender]] with a `command`, or in [each], as ponder = true"),
    ("rounds", "write `games`: every opening is played twice, so 500 rounds are games = 1000"),
    ("repeat", "leave it out: every opening is played twice, colours reversed"),
    ("games_per_round", "leave it out: every opening is played twice"),
    ("srand", "write `seed`"),
    ("tournament", "write `format`, as format = \"gauntlet\""),
    ("variant", "leave it out: openings that need it are played as Chess960"),
    (
        "book",
        "write `file` in [openings], as openings = { file = \"book.pgn\", order = \"shuffled\" }",
    ),
    ("movecount", "write `moves`"),
    ("movenumber", "write `from_move`"),
    ("twosided", "write `two_sided`"),
    ("maxmoves", "write `max_moves` in [adjudication]"),
    ("tb", "write `tablebase` in [adjudication], as tablebase = { path = \"syzygy\" }"),
    ("tbpieces", "write `max_pieces` of `tablebase` in [adjudication]"),
    ("recover", "leave it out: an engine that crashes is started again"),
    ("wait", "leave it out"),
    ("pgnout", "leave it out: the journal, games.pgn, is a PGN file; --out DIR says where"),
    ("pgn", "leave it out: the journal, games.pgn, is a PGN file; --out DIR says where"),
    ("ratinginterval", "leave it out: `arena watch` shows the report while the match runs"),
    ("affinity", "write `pin`, as pin = true"),
    ("use-affinity", "write `pin`, as pin = true"),
];

/// A mistake and its remedy.
pub(crate) struct Explanation {
    /// Both in a sentence.
    pub(crate) problem: String,
    /// The mistake's position in the line, if it is not the TOML reader's.
    pub(crate) place: Option<usize>,
}

/// Explains a line that the TOML reader refuses with this message, if it is a common mistake.
pub(crate) fn explained(message: &str, line: &str) -> Option<Explanation> {
    let code = line.split('#').next().unwrap_or_default();
    if let Some(name) = code.trim().strip_prefix('[').and_then(|name| name.strip_suffix(']'))
        && SEVERAL.contains(&name)
    {
        let problem =
            format!("there are several tables of this kind: write [[{name}]], in double brackets");
        return Some(Explanation { problem, place: None });
    }
    if let Some(control) = unquoted_time_control(code) {
        let problem = format!("a time control is a text: write it in quotes, \"{control}\"");
        return Some(Explanation { problem, place: code.find(control) });
    }
    if message.contains("escape") && code.contains('\\') {
        let problem = "a backslash in double quotes begins an escape: write a path in single quotes, as \
                       '.\\engines\\new.exe', or with slashes";
        return Some(Explanation { problem: problem.to_owned(), place: None });
    }
    misplaced_key(message).map(|problem| Explanation { problem, place: None })
}

fn unquoted_time_control(code: &str) -> Option<&str> {
    let words = code.split([' ', '=', ',', '{', '}', '\t']);
    let mut written = words.filter(|word| word.contains(['+', '/']));
    written.find(|word| word.parse::<TimeControl>().is_ok())
}

/// The right place for the key of an "unknown field" message, if it is known.
fn misplaced_key(message: &str) -> Option<String> {
    let names = message.strip_prefix("unknown field ")?;
    let names: Vec<&str> = names.split('`').skip(1).step_by(2).collect();
    let (unknown, known) = names.split_first()?;
    // Only plain names: a technique's parameters share no key with another runner.
    let is_same = |section: &Section| {
        section.keys.len() == known.len() && section.names().all(|name| known.contains(&name))
    };
    let is_of_a_match = MATCH_FILE.all().into_iter().any(is_same);
    if let Some(instead) = instead_of(GoneKind::Key, unknown) {
        return Some(format!("the key `{unknown}` has left: {instead}"));
    }
    let foreign = FOREIGN_KEYS.iter().find(|(key, _)| key == unknown).filter(|_| is_of_a_match);
    if let Some((_, instead)) = foreign {
        return Some(format!("unknown key `{unknown}`: {instead}"));
    }
    let is_near = !did_you_mean(unknown, known.iter().copied()).is_empty();
    let section =
        MATCH_FILE.all().into_iter().find(|section| section.names().any(|name| name == *unknown));
    let section = section.filter(|_| is_of_a_match && !is_near)?;
    let place = match section.title {
        "" => "the top of the file, before the first table".to_owned(),
        title => title.to_owned(),
    };
    Some(format!(
        "`{unknown}` does not belong here but in {place}; the keys here are {}",
        known.join(", ")
    ))
}

/// Adds to a message the nearest of the names that it offers for the refused one.
pub fn with_suggestion(message: &str) -> String {
    let message = message.trim_end();
    if let Some(names) = message.strip_prefix("unknown field ") {
        let names: Vec<&str> = names.split('`').skip(1).step_by(2).collect();
        if let Some((unknown, known)) = names.split_first() {
            let nearest = did_you_mean(unknown, known.iter().copied());
            return match nearest.is_empty() {
                true => format!("unknown key `{unknown}`; the keys here are {}", known.join(", ")),
                false => format!("unknown key `{unknown}`{nearest}"),
            };
        }
    }
    message.replace("missing field", "missing key")
}
