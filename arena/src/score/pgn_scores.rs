//! Results from PGN files of any match runner: players, encounters, and pairs found anew.
//!
//! A [`PgnScores`] reads files game by game. It keeps counts by opening, and the games that still
//! wait for their partner; its memory does not grow with the length of a file whose games come in
//! pairs.

mod comment;
mod faults;
mod pairing;
mod pgn;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;

pub use faults::{FaultCount, FaultReason, FaultTag, FaultyEndings, FileFaults};
use pairing::{CompletePair, Pairing, SingleGame};
use pgn::PgnGames;
pub use pgn::{PgnGame, PgnMove};

use super::encounter::Encounter;
use super::tally::wdl;
use crate::system::input;

/// Different time controls that are kept: with more of them, none tells much.
const TIME_CONTROLS: usize = 4;

/// The counts of all games read.
#[derive(Clone, Debug, Default)]
pub struct PgnScores {
    /// The names of the files read.
    pub files: Vec<String>,
    /// Names in the order of their first appearance.
    pub players: Vec<String>,
    /// The games of every two players that met, in the order of their first game.
    pub encounters: Vec<Encounter>,
    /// The half points of the pairs of each encounter, in the order in which they were complete in the files.
    pub in_order: Vec<Vec<[u8; 2]>>,
    /// Games by PGN's `Termination` tag.
    pub terminations: BTreeMap<String, u64>,
    /// Those of them that did not end by chess.
    pub faulty: FaultyEndings,
    /// The first few values of PGN's `TimeControl` tag.
    pub time_controls: BTreeSet<String>,
    /// Games without a result (`*`), which are not counted otherwise.
    pub unfinished: u64,
    /// Games with a result in no form that is read, which are not counted otherwise.
    pub unreadable: u64,
    /// Games without a tag that names a player, which are not counted otherwise.
    pub nameless: u64,
    /// Games in which White and Black have one name, which are not counted otherwise.
    pub same_name: u64,
    /// Text of the files that was not read, and results that contradict themselves.
    pub faults: FileFaults,
    indices: HashMap<String, usize>,
    met: HashMap<[usize; 2], usize>,
    pairing: Pairing,
}

impl PgnScores {
    /// Reads the games of one more file, of this name, compressed or not; `look` is shown every
    /// game, and the indices of White and Black among the players where it counts.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read(
        &mut self,
        file: &str,
        source: impl io::Read,
        mut look: impl FnMut(&PgnGame, Option<[usize; 2]>),
    ) -> io::Result<()> {
        file.clone_into(&mut self.faults.file);
        self.files.push(file.to_owned());
        let mut games = PgnGames::new(input::text(source)?);
        while let Some(game) = games.next_game(&mut self.faults)? {
            let players = self.add(&game);
            look(&game, players);
        }
        Ok(())
    }

    /// Joins the games that are left by their openings alone. To be called after the last file.
    pub fn finish(&mut self) {
        for joined in self.pairing.finish() {
            self.add_pair(joined);
        }
    }

    /// Games with a result.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.encounters.iter().map(|encounter| encounter.games().games()).sum()
    }

    /// Counts a game; returns White and Black where it counts.
    fn add(&mut self, game: &PgnGame) -> Option<[usize; 2]> {
        if game.white.is_empty() || game.black.is_empty() {
            self.nameless += 1;
            return None;
        }
        let Some(white_half_points) = game.half_points else {
            match game.has_unreadable_result {
                true => self.unreadable += 1,
                false => self.unfinished += 1,
            }
            return None;
        };
        if game.white == game.black {
            self.same_name += 1;
            return None;
        }
        let (white, black) = (self.player(&game.white), self.player(&game.black));
        let index = self.encounter(white, black);
        let encounter = &mut self.encounters[index];
        let first_is_white = encounter.players[0] == white;
        let half_points = if first_is_white { white_half_points } else { 2 - white_half_points };
        encounter.add_game(first_is_white, wdl(half_points), game.opening);
        *self.terminations.entry(game.termination.clone()).or_default() += 1;
        self.faulty.add(&game.termination, [white, black], white_half_points);
        let is_new =
            !game.time_control.is_empty() && !self.time_controls.contains(&game.time_control);
        if is_new && self.time_controls.len() < TIME_CONTROLS {
            self.time_controls.insert(game.time_control.clone());
        }
        let played = SingleGame { encounter: index, first_is_white, half_points };
        if let Some(joined) = self.pairing.add(played, self.files.len(), &game.round, game.opening)
        {
            self.add_pair(joined);
        }
        Some([white, black])
    }

    fn add_pair(&mut self, CompletePair { encounter, opening, half_points }: CompletePair) {
        self.encounters[encounter].add_pair(half_points, opening);
        self.in_order[encounter].push(half_points);
    }

    fn player(&mut self, name: &str) -> usize {
        if let Some(&index) = self.indices.get(name) {
            return index;
        }
        self.players.push(name.to_owned());
        self.indices.insert(name.to_owned(), self.players.len() - 1);
        self.players.len() - 1
    }

    fn encounter(&mut self, white: usize, black: usize) -> usize {
        let known = self.met.get(&[white, black]).or_else(|| self.met.get(&[black, white]));
        if let Some(&index) = known {
            return index;
        }
        let players = [white, black];
        self.encounters.push(Encounter { players, ..Encounter::default() });
        self.in_order.push(Vec::new());
        self.met.insert(players, self.encounters.len() - 1);
        self.encounters.len() - 1
    }
}
