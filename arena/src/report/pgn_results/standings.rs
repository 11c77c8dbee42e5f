//! The players and the games of every two of them: what a tournament and the files of any runner have in common.

use serde::Serialize;

use super::anchors::{self, Anchor, AnchorError};
use super::encounter::{EncounterSummary, Partners, encounter_summary};
use super::players::{PlayerSummary, players};
use crate::score::encounter::Encounter;
use stats::Interval;

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
    /// Of these encounters, each with its anytime-valid interval of scores; players are known by their numbers.
    pub(in crate::report) fn of(
        names: &[String],
        encounters: &[Encounter],
        anytime: impl Fn(usize, &Encounter) -> Interval,
        partners: Partners,
    ) -> Standings {
        let summary = |(number, encounter): (usize, &Encounter)| {
            encounter_summary(encounter, names, anytime(number, encounter), partners)
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
