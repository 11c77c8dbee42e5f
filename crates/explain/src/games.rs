//! The matches that an account plays: both contenders at equal depth, and the second against itself with twice the nodes.

use std::fs;
use std::path::Path;

use arena::chess::limits::PlayLimits;
use arena::chess::record::Contender;
use arena::config::{ContenderSettings, Match, Openings};
use arena::storage::facts::MatchFacts;
use arena::storage::journal::JournalReader;

use crate::account::Measured;
use crate::evidence;

/// The share of a depth below which a match at it alone serves.
const NEAR: f64 = 0.1;

/// The depths that are played, with the weight of each: those on both sides of the mean depth, so that the weighted
/// depth is the mean; one where the mean is within a tenth of it.
#[must_use]
pub fn depths(mean: f64) -> Vec<(u32, f64)> {
    let (below, above) = (mean.floor().max(1.0), mean.floor().max(1.0) + 1.0);
    let share = (mean - below).clamp(0.0, 1.0);
    match share {
        share if share < NEAR => vec![(below as u32, 1.0)],
        share if share > 1.0 - NEAR => vec![(above as u32, 1.0)],
        share => vec![(below as u32, 1.0 - share), (above as u32, share)],
    }
}

/// The match of one pairing, as a match of two.
#[must_use]
pub fn pairing(settings: &Match, players: [usize; 2]) -> Match {
    let contenders = players.map(|player| settings.contenders[player].clone());
    Match {
        contenders: contenders.to_vec(),
        pairings: vec![[0, 1]],
        question: None,
        stop: stats::stop::StopRules::default(),
        explain: None,
        on_end: None,
        shard: None,
        ..settings.clone()
    }
}

/// The least games of a match of an account: two pairs, so that it has an interval.
pub(crate) const LEAST: u32 = 4;

/// The same with the openings in the order of another seed.
#[must_use]
pub fn with_seed(settings: &Match, seed: u64) -> Match {
    let Openings { book, order, plies, start, .. } = settings.openings.clone();
    Match { seed, openings: Openings::new(book, order, plies, start, seed), ..settings.clone() }
}

/// Both contenders at this depth.
#[must_use]
pub fn at_depth(pairing: &Match, depth: u32, games: u32) -> Match {
    let limits = PlayLimits { depth: Some(depth), ..PlayLimits::default() };
    let contenders =
        pairing.contenders.iter().map(|one| ContenderSettings { limits, ..one.clone() });
    Match {
        name: format!("{}, depth {depth}", pairing.name),
        games,
        contenders: contenders.collect(),
        ..with_seed(pairing, pairing.seed.wrapping_add(1))
    }
}

/// Seed of the openings of every doubling: it is a measure of one contender, which other matches of it share.
const SEED_OF_DOUBLINGS: u64 = 2011;

/// The second contender with twice these nodes against itself with them.
#[must_use]
pub fn doubling(pairing: &Match, nodes: u64, games: u32) -> Match {
    let with = |nodes: u64, name: String| {
        let limits = PlayLimits { nodes: Some(nodes), ..PlayLimits::default() };
        let second = pairing.contenders[Contender::Second as usize].clone();
        ContenderSettings { name, limits, ..second }
    };
    let name = &pairing.contenders[Contender::Second as usize].name;
    Match {
        name: format!("{name}, a doubling"),
        games,
        contenders: vec![with(2 * nodes, format!("{name} x2")), with(nodes, name.clone())],
        ..with_seed(pairing, SEED_OF_DOUBLINGS)
    }
}

/// The Elo difference of the games in this journal; `None` where there are too few.
pub fn elo(journal: &Path) -> Option<Measured> {
    let (pairs, _) = counts(journal)?;
    Measured::elo(pairs)
}

/// The pairs and games of this journal, for `explain.json`.
pub fn counts(journal: &Path) -> Option<(stats::Pentanomial, u64)> {
    let evidence = evidence::read(journal, 0).ok()?.into_values().next()?;
    Some((evidence.tally.pairs(), evidence.tally.games().games()))
}

/// Copies the games of this match that an account of another match has played, where the directory has none.
pub fn take_over(facts: &[MatchFacts], others: &Path, directory: &Path, name: &str) {
    let own = directory.join(name);
    let Some(facts) = facts.first().filter(|_| !own.exists()) else { return };
    let Ok(entries) = fs::read_dir(others) else { return };
    for entry in entries.flatten() {
        let other = entry.path().join(crate::DIRECTORY).join(name);
        let journal = other.join("games.pgn");
        let game = JournalReader::open(&journal).and_then(|mut reader| reader.next_game());
        let is_same = matches!(game, Ok(Some(game)) if game.facts.fingerprint == facts.fingerprint);
        if is_same && fs::create_dir_all(&own).is_ok() {
            // A copy that fails leaves nothing that could be mistaken for one: the games are then played.
            if fs::copy(&journal, own.join("games.pgn")).is_err() {
                let _ = fs::remove_dir_all(&own);
            }
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_term_has_openings_of_its_own_and_every_doubling_has_the_same() {
        let text = "games = 4\nlimits = { nodes = 9 }\n\
            openings = { file = \"builtin:balanced\", order = \"shuffled\" }\n\
            contender = [{ name = \"a\", preset = \"none\" }, { name = \"b\", preset = \"modern\" }]";
        let settings = arena::config::load_text(Path::new("x.toml"), text.to_owned()).unwrap();
        let own = pairing(&settings, [0, 1]);
        let order = |of: &Match| (0..9).map(|pair| of.openings.of_pair(pair)).collect::<Vec<_>>();
        let depth = at_depth(&own, 3, 4);
        assert_ne!(order(&depth), order(&settings));
        assert_eq!(order(&depth), order(&with_seed(&settings, depth.seed)));
        let other = with_seed(&own, 7);
        assert_ne!(order(&other), order(&own));
        assert_eq!(order(&doubling(&other, 9, 4)), order(&doubling(&own, 9, 4)));
    }

    #[test]
    fn the_weighted_depth_is_the_mean() {
        assert_eq!(depths(8.04), [(8, 1.0)]);
        assert_eq!(depths(8.95), [(9, 1.0)]);
        assert_eq!(depths(0.3), [(1, 1.0)]);
        let [(8, below), (9, above)] = depths(8.4)[..] else { panic!("two depths") };
        assert!((8.0 * below + 9.0 * above - 8.4).abs() < 1e-9);
    }
}
