//! The report of PGN files: any number of players, pairs found anew.

pub(super) mod contents;

use serde::Serialize;

use super::RenderError;
use super::outlook::TestSummary;
use super::summary::{Ends, Headline, SCHEMA, headline};
use crate::score::pgn_scores::{Encounter, PgnScores};
use document::Document;
use document::Rows;
use stats::Estimates;
use stats::Figure;
use stats::clustered::{self, Cluster};
use stats::ratings::{self, Results, Standing};
use stats::sprt::Sprt;
use stats::{CONFIDENCE, Interval, Pentanomial, ScoreCounts, Wdl, anytime, ratios};

/// Everything the report of PGN files says, as numbers.
#[derive(Clone, Debug, Serialize)]
pub struct PgnResults {
    /// Version of this layout.
    pub schema: u32,
    /// The files read.
    pub files: Vec<String>,
    /// Games of every two players that were planned, if they are known: what the order-free
    /// intervals are tuned for.
    pub planned: Option<u32>,
    /// Games with a result.
    pub games: u64,
    /// Games without one.
    pub unfinished: u64,
    /// Games that name no players.
    pub nameless: u64,
    /// Games that cannot be read because a comment before them is never closed.
    pub swallowed: u64,
    /// Tag lines too long to be read whole, of which the beginning was read.
    pub cut_tags: u64,
    /// The players, the strongest first.
    pub players: Vec<PlayerSummary>,
    /// The games of every two players that met.
    pub encounters: Vec<EncounterSummary>,
    /// Games by PGN's `Termination` tag.
    pub terminations: Vec<(String, u64)>,
    /// The values of PGN's `TimeControl` tag, a few of them at most.
    pub time_controls: Vec<String>,
}

/// One player's games against all others.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerSummary {
    /// Name.
    pub name: String,
    /// All games.
    pub games: Wdl,
    /// Elo relative to the mean of all rated players; `null` where it cannot be compared.
    pub elo: Figure,
    /// Half the width of its 95 % interval.
    pub elo_pm: Figure,
    /// Why there is no rating.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unrated: Option<Unrated>,
}

/// Why a player has no rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Unrated {
    /// It took all points or none from those who have one, directly and by way of others.
    Unbounded,
    /// No chain of games connects it with them.
    Unconnected,
}

/// The games of two players, from the first one's view.
#[derive(Clone, Debug, Serialize)]
pub struct EncounterSummary {
    /// Their names.
    pub players: [String; 2],
    /// All games.
    pub all: Wdl,
    /// Points by the opponent's.
    pub winning_ratio: Figure,
    /// Those in which the first one was White.
    pub as_white: Wdl,
    /// Those in which the first one was Black.
    pub as_black: Wdl,
    /// Complete pairs.
    pub pairs: Pentanomial,
    /// Games without a partner.
    pub unpaired_games: u64,
    /// Complete pairs beyond the first one of their opening, as far as openings are known.
    pub pairs_reusing_an_opening: u64,
    /// The verdict.
    pub headline: Headline,
    /// Estimates from single games.
    pub on_games: Estimates,
    /// Estimates from complete pairs.
    pub on_pairs: Estimates,
    /// The interval with openings as the unit, where openings were used again.
    pub clustered_by_opening: Option<Ends>,
    /// The anytime-valid interval: of the pairs before the first one missing; or, where the schedule
    /// is not known, order-free, of all pairs.
    pub anytime: Ends,
    /// A sequential test of the pairs, where one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub test: Option<TestSummary>,
}

impl PgnResults {
    /// The summary of what was read from these files.
    #[must_use]
    pub fn of(files: Vec<String>, scores: &PgnScores) -> PgnResults {
        PgnResults {
            schema: SCHEMA,
            files,
            planned: None,
            games: scores.games(),
            unfinished: scores.unfinished,
            nameless: scores.nameless,
            swallowed: scores.swallowed,
            cut_tags: scores.cut_tags,
            players: players(&scores.players, &scores.encounters),
            encounters: scores
                .encounters
                .iter()
                .map(|encounter| {
                    // The file does not tell the schedule: its pairs are taken for all of it.
                    let anytime = anytime::order_free(&encounter.pairs.into(), None, CONFIDENCE);
                    encounter_summary(encounter, &scores.players, anytime)
                })
                .collect(),
            terminations: scores
                .terminations
                .iter()
                .map(|(name, &games)| (name.clone(), games))
                .collect(),
            time_controls: scores.time_controls.iter().cloned().collect(),
        }
    }

    /// The same, with the order-free intervals tuned for matches of so many games each, which must
    /// have been fixed before their first game.
    #[must_use]
    pub fn planned_for(mut self, games: u32) -> PgnResults {
        for encounter in &mut self.encounters {
            let planned = Some(games / 2);
            let interval = anytime::order_free(&encounter.pairs.into(), planned, CONFIDENCE);
            encounter.anytime = interval.elo().into();
        }
        self.planned = Some(games);
        self
    }

    /// The same, with a sequential test of the pairs of every two players.
    #[must_use]
    pub fn tested(mut self, sprt: &Sprt) -> PgnResults {
        for encounter in &mut self.encounters {
            let counts = ScoreCounts::from(encounter.pairs);
            let llr = sprt.log_likelihood_ratio(&counts, encounter.pairs.games());
            let (lower, upper) = (sprt.lower(), sprt.upper());
            encounter.test = Some(TestSummary { test: *sprt, lower, upper, llr });
        }
        self
    }

    /// The report for the screen.
    #[must_use]
    pub fn text(&self) -> String {
        self.document().text()
    }

    /// The report for a page.
    #[must_use]
    pub fn markdown(&self) -> String {
        self.document().markdown()
    }

    pub(super) fn document(&self) -> Document {
        contents::of(self)
    }

    /// A row for every two players.
    pub(super) fn csv(&self) -> Result<String, RenderError> {
        let mut rows = Rows::new();
        rows.row([
            "first",
            "second",
            "games",
            "wins",
            "draws",
            "losses",
            "pairs",
            "ll",
            "ld",
            "dd",
            "wl",
            "wd",
            "ww",
            "elo",
            "elo_lo",
            "elo_hi",
            "winning_ratio",
        ])?;
        for encounter in &self.encounters {
            let EncounterSummary { players, all, winning_ratio, pairs, headline, .. } = encounter;
            let [first, second] = players;
            let counts = [all.games(), all.wins, all.draws, all.losses, pairs.pairs()];
            let cells = [pairs.ll, pairs.ld, pairs.dd, pairs.wl, pairs.wd, pairs.ww];
            let Ends { elo_lo, elo_hi } = headline.ends;
            let figures = [headline.elo, elo_lo, elo_hi, *winning_ratio];
            let numbers = counts.into_iter().chain(cells).map(|count| count.to_string());
            let names = [first.clone(), second.clone()].into_iter();
            rows.row(names.chain(numbers).chain(figures.map(|figure| figure.to_string())))?;
        }
        Ok(rows.text()?)
    }
}

/// The players of these names, the strongest first.
pub(super) fn players(names: &[String], encounters: &[Encounter]) -> Vec<PlayerSummary> {
    let mut games = vec![Wdl::default(); names.len()];
    for encounter in encounters {
        let [first, second] = encounter.players;
        games[first] += encounter.games();
        games[second] += encounter.games().reversed();
    }
    let results: Vec<Results> = encounters
        .iter()
        // A player that meets itself says nothing about its strength.
        .filter(|encounter| encounter.players[0] != encounter.players[1])
        .map(|encounter| Results {
            players: encounter.players,
            pairs: encounter.pairs,
            singles: encounter.singles(),
        })
        .collect();
    let ratings = ratings::ratings(names.len(), &results, CONFIDENCE);
    let mut players: Vec<PlayerSummary> = names
        .iter()
        .zip(games)
        .zip(ratings)
        .map(|((name, games), standing)| {
            let rating = standing.rating();
            PlayerSummary {
                name: name.clone(),
                games,
                elo: rating.map(|rating| settled(rating.elo)).into(),
                elo_pm: rating.and_then(|rating| rating.half_width).into(),
                unrated: match standing {
                    Standing::Rated(_) => None,
                    Standing::Unbounded => Some(Unrated::Unbounded),
                    Standing::Unconnected => Some(Unrated::Unconnected),
                },
            }
        })
        .collect();
    let score = |player: &PlayerSummary| {
        player.games.half_points() as f64 / (2 * player.games.games()).max(1) as f64
    };
    players.sort_by(|a, b| {
        let elo = |player: &PlayerSummary| player.elo.0.unwrap_or(f64::NEG_INFINITY);
        // Who cannot be compared stands by the score.
        match (a.elo.0, b.elo.0) {
            (Some(_), Some(_)) => elo(b).total_cmp(&elo(a)),
            _ => score(b).total_cmp(&score(a)),
        }
    });
    players
}

/// A rating of which nothing but the solver's last digits is left is 0.
fn settled(elo: f64) -> f64 {
    if elo.abs() < 1e-6 { 0.0 } else { elo }
}

/// The games of two of the players, with their anytime-valid interval of scores.
pub(super) fn encounter_summary(
    encounter: &Encounter,
    names: &[String],
    anytime: Interval,
) -> EncounterSummary {
    let (games, pairs) = (encounter.games(), encounter.pairs);
    let on_games = Estimates::of(&games.into(), games);
    let on_pairs = Estimates::of(&pairs.into(), pairs.games());
    let reusing = encounter.openings.values().map(|(pairs, _)| u64::from(pairs - 1)).sum();
    // Pairs whose opening the file does not tell cannot be put together by opening.
    let known: u64 = encounter.openings.values().map(|&(pairs, _)| u64::from(pairs)).sum();
    let clustered_by_opening =
        (reusing > 0 && known == pairs.pairs()).then(|| clustered_by_opening(encounter)).flatten();
    EncounterSummary {
        players: encounter.players.map(|player| names[player].clone()),
        all: games,
        winning_ratio: ratios::winning_ratio(games).into(),
        as_white: encounter.as_white,
        as_black: encounter.as_black,
        pairs,
        unpaired_games: encounter.singles().games(),
        pairs_reusing_an_opening: reusing,
        headline: headline(&on_games, &on_pairs, clustered_by_opening),
        on_games,
        on_pairs,
        clustered_by_opening,
        anytime: anytime.elo().into(),
        test: None,
    }
}

fn clustered_by_opening(encounter: &Encounter) -> Option<Ends> {
    let mut openings: Vec<&(u32, u32)> = encounter.openings.values().collect();
    // Sums of numbers that come in another order every time differ in their last digit.
    openings.sort_unstable();
    let clusters: Vec<Cluster> = openings
        .into_iter()
        .map(|&(pairs, half_points)| Cluster {
            pairs: f64::from(pairs),
            total: f64::from(half_points) / 4.0,
        })
        .collect();
    let clustered = clustered::estimate(&clusters, CONFIDENCE)?;
    Some(clustered.interval.elo().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_that_are_level_have_a_rating_of_zero() {
        let level = |players: [usize; 2], wins: u64| Encounter {
            players,
            as_white: Wdl { losses: wins, draws: 1, wins },
            ..Encounter::default()
        };
        let names = ["a", "b", "c"].map(str::to_owned);
        let encounters = [level([0, 1], 3), level([1, 2], 5), level([2, 0], 7)];
        for player in players(&names, &encounters) {
            assert_eq!(player.elo.0, Some(0.0), "{player:?}");
        }
        assert_eq!((settled(-7.4e-14), settled(-0.01)), (0.0, -0.01));
    }
}
