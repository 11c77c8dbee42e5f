//! The report of PGN files: any number of players, pairs found anew. Tournaments have the same standings.

pub(super) mod anchors;
mod encounter;
mod games;
pub(super) mod over_time;
mod players;

use serde::Serialize;

use super::analysis::{EloOverTime, course};
use super::outlook::TestSummary;
use super::summary::SCHEMA;
use super::validity::Validity;
use crate::score::encounter::Encounter;
use crate::score::pgn_scores::{FaultCount, PgnScores};
use stats::sprt::Sprt;
use stats::{Interval, ScoreCounts, Wdl};

pub use anchors::{Anchor, AnchorError};
pub use encounter::EncounterSummary;
pub(super) use encounter::Partners;
use encounter::encounter_summary;
pub use games::{CommentCounts, GamesSummary, PgnGames};
pub use over_time::{PlayerOverTime, RatingsOverTime};
use players::players;
pub use players::{PlayerSummary, Unrated};

/// Everything the report of PGN files says, as numbers.
#[derive(Clone, Debug, Serialize)]
pub struct PgnResults {
    /// Version of this layout.
    pub schema: u32,
    /// The files read.
    pub files: Vec<String>,
    /// Games with a result.
    pub games: u64,
    /// Games without one.
    pub unfinished: u64,
    /// Games with one in no form that is read.
    pub unreadable: u64,
    /// Games that name no players.
    pub nameless: u64,
    /// Games in which White and Black have one name.
    pub same_name: u64,
    /// Whether games that did not end by chess could have decided the results, by the `Termination` tags.
    pub validity: Validity,
    /// Text of the files that was not read, and results that contradict themselves.
    pub faults: Vec<FaultCount>,
    /// The players and their encounters.
    #[serde(flatten)]
    pub standings: Standings,
    /// Games by PGN's `Termination` tag.
    pub terminations: Vec<(String, u64)>,
    /// The values of PGN's `TimeControl` tag, a few of them at most.
    pub time_controls: Vec<String>,
    /// Elo and the sequential test of two players, in the order in which the files have the pairs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub course: Option<EloOverTime>,
    /// Moves and searches of the games.
    #[serde(flatten)]
    pub moves: GamesSummary,
    /// Half points of the pairs of two players.
    #[serde(skip)]
    in_order: Vec<[u8; 2]>,
}

impl PgnResults {
    /// The summary of these games.
    #[must_use]
    pub fn of(scores: &PgnScores, games: &PgnGames) -> PgnResults {
        let (names, encounters) = (&scores.players, &scores.encounters);
        let standings = Standings::of(names, encounters, |_| None, Partners::Missing);
        PgnResults {
            schema: SCHEMA,
            validity: validity(scores),
            faults: scores.faults.iter().map(|(_, found)| found.clone()).collect(),
            files: scores.files.clone(),
            games: scores.games(),
            unfinished: scores.unfinished,
            unreadable: scores.unreadable,
            nameless: scores.nameless,
            same_name: scores.same_name,
            standings,
            terminations: scores
                .terminations
                .iter()
                .map(|(name, &games)| (name.clone(), games))
                .collect(),
            time_controls: scores.time_controls.iter().cloned().collect(),
            course: None,
            moves: games.summary(names),
            in_order: match scores.in_order.as_slice() {
                [pairs] => pairs.clone(),
                _ => Vec::new(),
            },
        }
        .over_time(None)
    }

    /// The same with the course of two players, computed as their encounter is.
    fn over_time(mut self, sprt: Option<&Sprt>) -> PgnResults {
        let pairs = Some(&self.in_order).filter(|pairs| !pairs.is_empty());
        self.course = pairs.map(|pairs| course::of_pairs(pairs, sprt));
        self
    }

    /// The same, with a sequential test of the pairs of every two players.
    #[must_use]
    pub fn tested(mut self, sprt: &Sprt) -> PgnResults {
        for encounter in &mut self.standings.encounters {
            let counts = ScoreCounts::from(encounter.pairs);
            encounter.test = Some(TestSummary::on(*sprt, &counts));
        }
        self.over_time(Some(sprt))
    }
}

/// By the results of every player.
fn validity(scores: &PgnScores) -> Validity {
    let mut results = vec![Wdl::default(); scores.players.len()];
    for encounter in &scores.encounters {
        let [first, second] = encounter.players;
        results[first] += encounter.games();
        results[second] += encounter.games().reversed();
    }
    let players: Vec<(&str, Wdl)> =
        scores.players.iter().map(String::as_str).zip(results).collect();
    Validity::of_tagged(&players, &scores.faulty)
}

/// The players and their encounters.
#[derive(Clone, Debug, Serialize)]
pub struct Standings {
    /// Players whose Elo is known, to which ratings are relative; without them they are relative to the mean.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub anchors: Vec<Anchor>,
    /// The players, the strongest first.
    pub players: Vec<PlayerSummary>,
    /// The games of every two players that met.
    pub encounters: Vec<EncounterSummary>,
}

impl Standings {
    /// The standings from these encounters, each with its anytime-valid interval of scores where its schedule is known;
    /// players are known by their numbers.
    pub(in crate::report) fn of(
        names: &[String],
        encounters: &[Encounter],
        anytime: impl Fn(usize) -> Option<Interval>,
        partners: Partners,
    ) -> Standings {
        let summary = |(number, encounter): (usize, &Encounter)| {
            encounter_summary(encounter, names, anytime(number), partners)
        };
        Standings {
            anchors: Vec::new(),
            players: players(names, encounters),
            encounters: encounters.iter().enumerate().map(summary).collect(),
        }
    }

    /// Games without a partner.
    pub(in crate::report) fn unpaired_games(&self) -> u64 {
        self.encounters.iter().map(|encounter| encounter.unpaired_games).sum()
    }

    /// Makes the ratings relative to these players.
    pub(in crate::report) fn anchor(&mut self, anchors: Vec<Anchor>) -> Result<(), AnchorError> {
        self.players = anchors::anchored(&self.players, &self.encounters, &anchors)?;
        self.anchors = anchors;
        Ok(())
    }
}
