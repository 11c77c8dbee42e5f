//! What this program adds: a journal of its own, from which a match goes on exactly where it was stopped,
//! and a report.

use std::path::{Path, PathBuf};

use dropin::arguments::Refusal;
use dropin::command::Command;
use sha2::{Digest, Sha256};
use uci_client::Guard;

use crate::chess::record::GameRecord;
use crate::config::Match;
use crate::player::{signature, uci};
use crate::storage::facts::MatchFacts;
use crate::storage::journal::JournalReader;
use crate::storage::results::Results;
use crate::system::input;

/// The option, with `dir=DIR`.
const OPTION: &str = "-ziggurat";

/// The directory of the option, and the arguments without it.
///
/// # Errors
/// Where the option does not have one directory.
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

/// Why the journal cannot have the games of a command line; it has pairs with colours reversed.
pub(super) fn refusal(command: &Command) -> Option<String> {
    let tournament = &command.tournament;
    let problem = match () {
        () if tournament.games != 2 => "-games 2 (or -repeat)",
        () if tournament.noswap => "no -noswap",
        () if tournament.reverse => "no -reverse",
        () if command.engines.len() > 2 => "two engines",
        () if !command.stats.is_empty() => "no -config with results: its own journal has them",
        () => return None,
    };
    Some(format!("Error: {OPTION} needs {problem}."))
}

/// What the journal is to say of the match: its engines are started once to be asked who they are.
///
/// # Errors
/// Where an engine is none, or the book cannot be read.
pub(super) fn facts(settings: &mut Match, guard: &Guard) -> anyhow::Result<Vec<MatchFacts>> {
    let book = &mut settings.openings.book;
    if book.path.is_file() {
        book.digest = Sha256::digest(input::read(&book.path)?).into();
    }
    // Options are warned of before every game, and do not stop a match.
    let mut bare = settings.clone();
    for contender in &mut bare.contenders {
        if let crate::config::EngineSettings::Uci(engine) = &mut contender.engine {
            engine.options.clear();
        }
    }
    uci::identify(&mut bare, guard)?;
    for (contender, bare) in settings.contenders.iter_mut().zip(bare.contenders) {
        if let (crate::config::EngineSettings::Uci(engine), Some(identified)) =
            (&mut contender.engine, bare.program())
        {
            engine.identity.clone_from(&identified.identity);
        }
    }
    let signatures: Vec<u64> = settings.contenders.iter().map(signature).collect();
    Ok(MatchFacts::of(settings, &signatures))
}

/// The directory, and the games that its journal has already.
///
/// # Errors
/// Where it has files of something else, or the journal cannot be read.
pub(super) fn open(directory: &Path) -> anyhow::Result<(Results, Vec<GameRecord>)> {
    let results = Results::with_journal(directory.to_owned(), "games.pgn")?;
    let mut games = Vec::new();
    if results.journal().is_file() {
        let mut reader = JournalReader::open(&results.journal())?;
        while let Some(game) = reader.next_game()? {
            games.push(game.record);
        }
    }
    Ok((results, games))
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
