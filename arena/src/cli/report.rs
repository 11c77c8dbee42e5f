//! `arena report`.

use std::path::Path;
use std::process::ExitCode;

use crate::journal::JournalReader;
use crate::runner::Standing;

/// Prints the report of a journal.
pub(super) fn execute(journal: &Path) -> anyhow::Result<ExitCode> {
    print(journal)?;
    Ok(ExitCode::SUCCESS)
}

/// Reads the journal and prints what it says. The full report plugs in here.
#[expect(clippy::print_stdout, reason = "the report is what the command is for")]
pub(super) fn print(journal: &Path) -> anyhow::Result<()> {
    let mut reader = JournalReader::open(journal)?;
    let mut standing = Standing::default();
    let mut facts = None;
    while let Some(game) = reader.next_game()? {
        standing.add(&game.record);
        facts = Some(game.facts);
    }
    let Some(facts) = facts else {
        println!("{}: no games yet", journal.display());
        return Ok(());
    };
    let [first, second] = &facts.contenders;
    println!("{} against {}", first.name, second.name);
    println!("{} of {} games: {standing:?}", standing.games(), facts.games);
    Ok(())
}
