//! The scale of a sequential test that a match file leaves open: an existing journal keeps its own.

use stats::sprt::Model;

use super::RunArgs;
use arena::config::Match;
use arena::storage::facts::MatchFacts;
use arena::storage::journal::JournalReader;
use arena::storage::results::Results;

/// The match on the scale of its journal, with its facts, and a line that says so; unchanged if it
/// names a scale, or if no journal has another one. A match without a file is sought on every scale,
/// since the name of its directory depends on its rules, too.
pub(super) fn settled(
    args: &RunArgs,
    settings: Match,
    signatures: &[u64],
) -> (Match, Vec<MatchFacts>, Option<String>) {
    let facts = MatchFacts::of(&settings, signatures);
    let own = settings.stop.model().filter(|_| settings.leaves_model_open);
    let Some(own) = own else { return (settings, facts, None) };
    let others = Model::ALL.into_iter().filter(|model| *model != own);
    for model in std::iter::once(own).chain(others) {
        let settings = Match { stop: settings.stop.on_scale(model), ..settings.clone() };
        let facts = MatchFacts::of(&settings, signatures);
        match kept(&args.directory(&settings, &facts)) {
            Some(kept) if kept == own => break,
            Some(kept) => {
                let settings = Match { stop: settings.stop.on_scale(kept), ..settings };
                let facts = MatchFacts::of(&settings, signatures);
                let line = format!(
                    "the journal was begun with an SPRT in {}, and keeps it; the match file names no scale, which for a \
                     new match is {}",
                    kept.unit(),
                    own.unit()
                );
                return (settings, facts, Some(line));
            }
            None => {}
        }
    }
    (settings, facts, None)
}

/// The scale of the test of a match that has a game in this directory.
fn kept(directory: &std::path::Path) -> Option<Model> {
    let mut reader = JournalReader::open(&Results::journal_in(directory)).ok()?;
    let game = reader.next_game().ok()??;
    game.facts.stop.model()
}
