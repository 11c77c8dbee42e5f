//! Ratings relative to players whose Elo is known.

use std::str::FromStr;

use serde::Serialize;
use uci_client::did_you_mean;

use super::players::{colours_of, rated};
use super::{EncounterSummary, PlayerSummary};
use stats::ratings::Results;
use stats::words;

/// A player whose Elo is known.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Anchor {
    /// Its name.
    pub player: String,
    /// Its Elo.
    pub elo: f64,
}

/// Why players cannot be rated relative to an anchor.
#[derive(Debug, thiserror::Error)]
pub enum AnchorError {
    /// The report has no ratings.
    #[error("more than two players have ratings; the report of a match gives the difference")]
    NoRatings,
    /// Nobody has this name.
    #[error("there is no player {player:?}{nearest}")]
    Unknown {
        /// The name.
        player: String,
        /// The name that was probably meant, in words.
        nearest: String,
    },
    /// The player is named twice.
    #[error("the player {0:?} is given twice")]
    Twice(String),
    /// Its results have no rating.
    #[error(
        "the player {0:?} has no rating to be anchored: it took all points or none from those that have one, or no \
         chain of games connects it with them"
    )]
    Unrated(String),
}

impl FromStr for Anchor {
    type Err = String;

    fn from_str(text: &str) -> Result<Anchor, String> {
        let anchor = text.rsplit_once('=').and_then(|(player, elo)| {
            let elo: f64 = elo.trim().parse().ok()?;
            let player = player.trim().to_owned();
            Some(Anchor { player, elo })
                .filter(|anchor| elo.is_finite() && !anchor.player.is_empty())
        });
        anchor.ok_or_else(|| "it is NAME=ELO, such as \"Stockfish 17=3650\"".to_owned())
    }
}

/// The same players, rated relative to the anchors.
pub(super) fn anchored(
    players: &[PlayerSummary],
    encounters: &[EncounterSummary],
    anchors: &[Anchor],
) -> Result<Vec<PlayerSummary>, AnchorError> {
    let names: Vec<String> = players.iter().map(|player| player.name.clone()).collect();
    let number = |name: &str| names.iter().position(|other| other == name);
    let mut numbered: Vec<(usize, f64)> = Vec::with_capacity(anchors.len());
    for Anchor { player, elo } in anchors {
        let found = number(player).ok_or_else(|| AnchorError::Unknown {
            player: player.clone(),
            nearest: did_you_mean(player, names.iter().map(String::as_str)),
        })?;
        if numbered.iter().any(|(other, _)| *other == found) {
            return Err(AnchorError::Twice(player.clone()));
        }
        if players[found].unrated.is_some() {
            return Err(AnchorError::Unrated(player.clone()));
        }
        numbered.push((found, *elo));
    }
    let results = encounters.iter().filter_map(|encounter| {
        let [first, second] = encounter.players.each_ref().map(|name| number(name));
        let EncounterSummary { pairs, all, as_white, as_black, .. } = *encounter;
        let colours = colours_of(as_white, as_black);
        Some(Results { players: [first?, second?], pairs, singles: all - pairs.games(), colours })
    });
    Ok(rated(&names, &results.collect::<Vec<Results>>(), &numbered))
}

/// The zero of the ratings, in a sentence.
pub(in crate::report) fn relative_to(anchors: &[Anchor]) -> String {
    if anchors.is_empty() {
        return "Ratings are relative to the mean of all that are rated.".to_owned();
    }
    let named = anchors
        .iter()
        .map(|anchor| format!("{} = {}", anchor.player, words::decimal(anchor.elo, 1)));
    format!(
        "Ratings are relative to {}; their intervals leave out the uncertainty of these numbers. Ratings over time are \
         relative to the mean of all that are rated.",
        named.collect::<Vec<String>>().join(", ")
    )
}
