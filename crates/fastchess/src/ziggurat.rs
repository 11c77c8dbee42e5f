//! This program's addition: a journal of its own, from which a match resumes exactly where it was
//! stopped, and a report.

use std::path::{Path, PathBuf};

use crate::language::arguments::Refusal;
use crate::language::command::Command;
use crate::settings;
use anyhow::{Context, anyhow};
use sha2::{Digest, Sha256};
use uci_client::Guard;

use arena::chess::record::GameRecord;
use arena::config::Match;
use arena::player::{signature, uci};
use arena::runner::{self, Resumed};
use arena::storage::facts::MatchFacts;
use arena::storage::journal::JournalReader;
use arena::storage::results::Results;
use arena::system::input;

/// The option, with `dir=DIR`.
const OPTION: &str = "-ziggurat";

/// The directory of the option, and the arguments without it.
///
/// # Errors
/// The option does not have exactly one directory.
pub(super) fn without(arguments: &[String]) -> Result<(Option<PathBuf>, Vec<String>), Refusal> {
    let Some(at) = arguments.iter().position(|argument| argument == OPTION) else {
        return Ok((None, arguments.to_vec()));
    };
    let directory = arguments.get(at + 1).and_then(|parameter| parameter.strip_prefix("dir="));
    let directory = directory.filter(|directory| !directory.is_empty());
    let directory =
        directory.ok_or_else(|| Refusal(format!("Option \"{OPTION}\" expects dir=DIRECTORY.")))?;
    let rest = arguments[..at].iter().chain(&arguments[at + 2..]);
    Ok((Some(PathBuf::from(directory)), rest.cloned().collect()))
}

/// The reason that the journal cannot store the games of a command line: it has pairs with colours
/// reversed.
pub(super) fn refusal(command: &Command) -> Option<String> {
    let tournament = &command.tournament;
    let problem = match () {
        () if tournament.games != 2 || tournament.unsaved.encounters.is_some() => {
            "-games 2 (or -repeat)"
        }
        () if tournament.noswap => "no -noswap",
        () if tournament.reverse => "no -reverse",
        () if command.engines.len() > 2 => "two engines",
        () if !command.stats.is_empty() => "no -config with results: its own journal has them",
        () => return None,
    };
    Some(format!("Error: {OPTION} needs {problem}."))
}

/// The journal of a tournament.
pub(super) struct Kept {
    /// The directory of the journal; `None` if the journal ends with this process.
    pub(super) results: Option<Results>,
    /// The journal, opened.
    pub(super) resumed: Resumed,
    /// The games that are in it already, in the order they were finished in.
    pub(super) earlier: Vec<GameRecord>,
}

/// The facts of the match for the journal: its engines are started once to identify them.
///
/// # Errors
/// An engine does not speak UCI, or the book cannot be read.
pub(super) fn facts(
    played: &mut Match,
    command: &Command,
    guard: &Guard,
) -> anyhow::Result<Vec<MatchFacts>> {
    let book = &mut played.openings.book;
    if book.path.is_file() {
        book.digest = Sha256::digest(input::read(&book.path)?).into();
    }
    // Options are warned of before every game, and do not stop a match.
    let mut bare = played.clone();
    for contender in &mut bare.contenders {
        if let arena::config::EngineSettings::Uci(engine) = &mut contender.engine {
            engine.options.clear();
        }
    }
    uci::identify(&mut bare, guard)?;
    for (contender, bare) in played.contenders.iter_mut().zip(bare.contenders) {
        if let (arena::config::EngineSettings::Uci(engine), Some(identified)) =
            (&mut contender.engine, bare.program())
        {
            engine.identity.clone_from(&identified.identity);
        }
    }
    let signatures: Vec<u64> = played.contenders.iter().map(signature).collect();
    // A line that asks for other openings is another match, also where it draws the same.
    let mut asked = played.clone();
    asked.openings = settings::as_asked_for(asked.openings, &command.tournament.opening);
    Ok(MatchFacts::of(&asked, &signatures))
}

/// The seed of the match with a journal in this directory.
pub(super) fn seed(directory: &Path) -> Option<u64> {
    // An unreadable journal is reported when it is opened.
    let mut reader = JournalReader::open(&Results::journal_in(directory)).ok()?;
    let game = reader.next_game().ok()??;
    Some(game.facts.seed)
}

/// Opens the journal in a directory.
///
/// # Errors
/// The directory has unrelated files, or the journal is another match's or cannot be read.
pub(super) fn open(directory: PathBuf, facts: &[MatchFacts]) -> anyhow::Result<Kept> {
    let opened = || -> anyhow::Result<Kept> {
        let results = Results::with_journal(directory, "games.pgn")?;
        let resumed = runner::open(&results.journal(), facts)?;
        let mut reader = JournalReader::open(&results.journal())?;
        let mut earlier = Vec::new();
        while let Some(game) = reader.next_game()? {
            earlier.push(game.record);
        }
        Ok(Kept { results: Some(results), resumed, earlier })
    };
    let in_its_words =
        |error| anyhow!(format!("{error:#}").replace("--out DIR", "-ziggurat dir=DIR"));
    opened().map_err(in_its_words)
}

/// A temporary journal: its file is unlinked before the first game, and disappears with this
/// process.
///
/// # Errors
/// There is no room for it.
pub(super) fn passing(facts: &[MatchFacts]) -> anyhow::Result<Kept> {
    let directory = tempfile::tempdir().context("cannot make a directory for the journal")?;
    let resumed = runner::open(&directory.path().join("games.pgn"), facts)?;
    Ok(Kept { results: None, resumed, earlier: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_option_is_taken_out() {
        let line = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
        let (directory, rest) = without(&line("-repeat -ziggurat dir=a/b -rounds 3")).unwrap();
        assert_eq!((directory, rest), (Some("a/b".into()), line("-repeat -rounds 3")));
        assert!(without(&line("-ziggurat a")).is_err() && without(&line("-ziggurat")).is_err());
        assert_eq!(without(&line("-repeat")).unwrap().0, None);
    }
}
