//! Merging: the games of other journals of the same match, inserted by their number.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::file::check_is_of;
use super::{
    GameText, GameWriter, Journal, JournalError, JournalGame, JournalReader, ReadError, canonical,
};
use crate::storage::facts::MatchFacts;

/// Number of games whose texts are written at a time.
const BATCH: usize = 256;

/// The outcome of a merge.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Games that were not in the journal.
    pub new: u64,
    /// Games that were in it, or in an earlier source.
    pub known: u64,
    /// Games of the match that none of the journals has.
    pub missing: u64,
    /// Sources with an incomplete last game.
    pub torn: Vec<PathBuf>,
}

/// Why journals cannot be merged. The journal is then as it was.
#[derive(Debug, thiserror::Error)]
pub enum MergeError {
    /// The match's own journal cannot be used, or a game is of another match.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A source cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The same game was played twice and differs although nothing it depends on does.
    #[error(
        "{}: game {game} is not the same as in {}, although no clock limits its moves: one of the two \
         engines does not play the same game twice, or a file was changed; merge only one of the two",
        path.display(), other.display()
    )]
    Differs {
        /// The source.
        path: PathBuf,
        /// The place where it was found before.
        other: PathBuf,
        /// The game's number, from 1.
        game: u32,
    },
    /// A source is the journal itself.
    #[error("{}: this is the journal that the games are to be merged into", .0.display())]
    Itself(PathBuf),
}

/// The place where a game was found first, and a digest to recognise it.
struct Known {
    source: usize,
    canonical: Option<u32>,
}

/// Inserts the games of these journals into that of a match with these facts, one for each pairing.
/// All are read and checked before anything is written.
///
/// # Errors
/// One of them is damaged, of another match or different; see [`MergeError`].
pub fn merge(
    journal: &Path,
    facts: &[MatchFacts],
    sources: &[PathBuf],
) -> Result<Merged, MergeError> {
    let itself = |source: &PathBuf| {
        let real = |path: &Path| path.canonicalize().ok();
        real(source).is_some_and(|real_source| real(journal) == Some(real_source))
    };
    if let Some(source) = sources.iter().find(|source| itself(source)) {
        return Err(MergeError::Itself(source.clone()));
    }
    let mut known: HashMap<u32, Known> = HashMap::new();
    let mut opened = Journal::open(journal, facts, |game| {
        known.insert(game.record.spec.game, Known { source: 0, canonical: fingerprint(game) });
    })?;
    let mut merged = Merged::default();
    let place = |source: usize| source.checked_sub(1).map_or(journal, |i| sources[i].as_path());
    let mut wanted: Vec<HashSet<u32>> = Vec::new();
    for (number, path) in (1..).zip(sources) {
        let mut of_source = HashSet::new();
        let mut reader = JournalReader::open(path)?;
        while let Some(game) = reader.next_game()? {
            check_is_of(&game, facts, path)?;
            let index = game.record.spec.game;
            let canonical = fingerprint(&game);
            if let Some(earlier) = known.get(&index) {
                if earlier.canonical != canonical {
                    let (path, other) = (path.clone(), place(earlier.source).to_owned());
                    return Err(MergeError::Differs { path, other, game: index + 1 });
                }
                merged.known += 1;
            } else {
                known.insert(index, Known { source: number, canonical });
                of_source.insert(index);
            }
        }
        merged.torn.extend(reader.torn_tail().map(|_| path.clone()));
        merged.new += of_source.len() as u64;
        wanted.push(of_source);
    }
    for (path, of_source) in sources.iter().zip(wanted) {
        append(&mut opened.journal, path, &of_source)?;
    }
    let planned: u64 = facts.iter().map(|facts| u64::from(facts.games)).sum();
    merged.missing = planned.saturating_sub(known.len() as u64);
    Ok(merged)
}

/// The identity of a game whose moves no clock limits: the checksum of its canonical form.
fn fingerprint(game: &JournalGame) -> Option<u32> {
    (!game.facts.is_timed()).then(|| crc32fast::hash(canonical(game).as_bytes()))
}

/// Appends these games of a source.
fn append(journal: &mut Journal, source: &Path, wanted: &HashSet<u32>) -> Result<(), MergeError> {
    let mut reader = JournalReader::open(source)?;
    let mut batch: Vec<GameText> = Vec::with_capacity(BATCH);
    let mut writer: Option<(Arc<MatchFacts>, GameWriter)> = None;
    while let Some(game) = reader.next_game()? {
        let JournalGame { record, facts, date, opening } = game;
        if !wanted.contains(&record.spec.game) {
            continue;
        }
        let (_, writer) = match writer.take().filter(|(current, _)| *current == facts) {
            Some(kept) => writer.insert(kept),
            None => writer.insert((Arc::clone(&facts), GameWriter::new(&facts))),
        };
        batch.push(writer.text(&record, &opening, &date));
        if batch.len() == BATCH {
            journal.append(batch.iter())?;
            batch.clear();
        }
    }
    journal.append(batch.iter())?;
    Ok(())
}
