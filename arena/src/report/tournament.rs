//! The report of a match of more than two contenders.

use std::collections::BTreeMap;

use serde::Serialize;

use super::analysis::course::Pairs;
use super::analysis::search::Searches;
use super::analysis::{PlayerSearches, Subject};
use super::effort::Effort;
use super::pgn_results::over_time::{self, GameScore};
use super::pgn_results::{Partners, PlayerSummary, RatingsOverTime, Standings};
use super::summary::SCHEMA;
use super::validity::Validity;
use crate::chess::adjudication::AdjudicationRules;
use crate::chess::pairings::{self, Format};
use crate::chess::record::Contender;
use crate::score::encounter::Encounter;
use crate::score::tally::{
    ContenderCount, Lengths, Repetition, Scoreboard, Tally, TerminationKind,
};
use crate::storage::facts::{BookFacts, ContenderFacts, MatchFacts, TournamentFacts};
use crate::storage::journal::JournalGame;
use stats::stop::StopRules;

/// Everything the report of more than two contenders says, as numbers.
#[derive(Clone, Debug, Serialize)]
pub struct Tournament {
    /// Version of this layout.
    pub schema: u32,
    /// Contenders, openings and rules.
    #[serde(rename = "tournament")]
    pub setting: Setting,
    /// Games planned, of all pairings.
    pub planned: u64,
    /// Games finished.
    pub played: u64,
    /// Whether faults could have decided the places of their contenders.
    pub validity: Validity,
    /// The contenders, and the pairings that have a game, in the order of play.
    #[serde(flatten)]
    pub standings: Standings,
    /// Games by the way they ended.
    pub terminations: Vec<Ended>,
    /// Lengths of the games, without the opening.
    pub plies: Lengths,
    /// Each contender's searches and clocks over all its games, in the order of the match file.
    pub efforts: Vec<Effort>,
    /// Each contender's rating after each number of games, in the order of the schedule.
    pub ratings_over_time: RatingsOverTime,
    /// The players of each pairing in which an engine varies without a time limit.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub varying: Vec<[String; 2]>,
    /// Each contender's searches by move number, in the order of the match file.
    pub searches: Vec<PlayerSearches>,
}

/// The games of a tournament beyond their counts; takes them one at a time, in any order.
#[derive(Clone, Debug, Default)]
pub struct TournamentGames {
    pairs: Pairs,
    searches: Searches,
}

impl TournamentGames {
    /// Takes a finished game. Every game of the schedule is to be taken once.
    pub fn add(&mut self, game: &JournalGame) {
        self.pairs.add(game);
        self.searches.add(game);
    }
}

/// Contenders, openings and rules of a tournament.
#[derive(Clone, Debug, Serialize)]
pub struct Setting {
    /// Name: the match file's, without extension.
    pub name: String,
    /// The question that the match answers.
    pub question: Option<String>,
    /// The format: which contenders meet.
    pub format: Format,
    /// How many contenders there are.
    pub size: u32,
    /// How many pairings there are.
    pub pairings: u32,
    /// Games planned of each pairing.
    pub games: u32,
    /// The contenders that have finished a game, in the order of the match file.
    pub contenders: Vec<ContenderFacts>,
    /// Seed of the opening order.
    pub seed: u64,
    /// The opening book.
    pub book: BookFacts,
    /// The adjudication rules.
    pub adjudication: AdjudicationRules,
    /// The rules that may end the match before its last game.
    pub stop: StopRules,
    /// Tells this match from others.
    pub fingerprint: String,
}

/// Games that ended alike.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Ended {
    /// How.
    pub termination: TerminationKind,
    /// How many.
    pub games: u64,
}

impl Tournament {
    /// The summary of these counts. `last` are the facts of the game that was finished last,
    /// which belong to this tournament; `contenders` are those that have finished a game, by their
    /// numbers.
    #[must_use]
    pub fn of(
        last: &MatchFacts,
        tournament: &TournamentFacts,
        contenders: &BTreeMap<usize, ContenderFacts>,
        scoreboard: &Scoreboard,
        games: &TournamentGames,
    ) -> Tournament {
        let names: Vec<String> =
            contenders.values().map(|contender| contender.name.clone()).collect();
        let place = |contender: usize| contenders.range(..contender).count();
        let pairings = tournament.pairings();
        let begun: Vec<([usize; 2], &Tally)> = pairings
            .iter()
            .zip(scoreboard.pairings())
            .filter(|(_, tally)| tally.games().games() > 0)
            // In a file that someone has put together from several, they may be unknown.
            .filter(|(players, _)| players.iter().all(|player| contenders.contains_key(player)))
            .map(|(players, tally)| (players.map(place), tally))
            .collect();
        let encounters: Vec<Encounter> =
            begun.iter().map(|&(players, tally)| tally.encounter(players)).collect();
        let played = games.pairs.games().filter_map(|(pair, half_points)| {
            let both = pairings[pairings::place(pair, pairings.len()).0];
            let is_known = both.iter().all(|player| contenders.contains_key(player));
            is_known.then(|| GameScore { players: both.map(place), half_points, is_white: None })
        });
        let played: Vec<GameScore> = played.collect();
        let planned = u64::from(last.planned()) * pairings.len() as u64;
        let partners = match scoreboard.games() < planned {
            true => Partners::MayCome,
            false => Partners::Missing,
        };
        let anytime = |number: usize| Some(begun[number].1.anytime.ends());
        let standings = Standings::of(&names, &encounters, anytime, partners);
        let efforts = efforts(&names, &begun);
        Tournament {
            schema: SCHEMA,
            setting: Setting::of(last, tournament, contenders),
            planned,
            played: scoreboard.games(),
            validity: validity(&standings.players, &efforts),
            standings,
            terminations: terminations(&begun),
            plies: lengths(&begun),
            efforts,
            ratings_over_time: over_time::over_time(&names, &played),
            varying: varying(&names, &begun),
            searches: games.searches.of_all(contenders.keys().copied().zip(&names)),
        }
    }
}

impl Setting {
    fn of(
        facts: &MatchFacts,
        tournament: &TournamentFacts,
        contenders: &BTreeMap<usize, ContenderFacts>,
    ) -> Setting {
        let MatchFacts { name, question, games, seed, book, adjudication, stop, .. } =
            facts.clone();
        Setting {
            name,
            question,
            format: tournament.format,
            size: tournament.contenders,
            pairings: u32::try_from(tournament.pairings().len()).unwrap_or(u32::MAX),
            games,
            contenders: contenders.values().cloned().collect(),
            seed,
            book,
            adjudication,
            stop,
            fingerprint: facts.fingerprint.clone(),
        }
    }
}

/// The pairings in which an engine varies without a time limit.
fn varying(names: &[String], begun: &[([usize; 2], &Tally)]) -> Vec<[String; 2]> {
    let varies =
        |tally: &Tally| matches!(tally.ordered_pairs.repetition(), Repetition::Varies { .. });
    let pairings = begun.iter().filter(|(_, tally)| varies(tally));
    pairings.map(|(players, _)| players.map(|player| names[player].clone())).collect()
}

fn validity(players: &[PlayerSummary], efforts: &[Effort]) -> Validity {
    let sides = efforts.iter().filter_map(|effort| {
        let player = players.iter().find(|player| player.name == effort.name)?;
        Some((player.games, effort))
    });
    Validity::of(&sides.collect::<Vec<_>>())
}

fn terminations(begun: &[([usize; 2], &Tally)]) -> Vec<Ended> {
    let mut games: BTreeMap<TerminationKind, u64> = BTreeMap::new();
    for (&termination, results) in begun.iter().flat_map(|(_, tally)| &tally.terminations) {
        *games.entry(termination).or_default() += results.games();
    }
    games.into_iter().map(|(termination, games)| Ended { termination, games }).collect()
}

fn lengths(begun: &[([usize; 2], &Tally)]) -> Lengths {
    let all = || begun.iter().map(|(_, tally)| tally.lengths);
    Lengths {
        total: all().map(|lengths| lengths.total).sum(),
        shortest: all().map(|lengths| lengths.shortest).min().unwrap_or(0),
        longest: all().map(|lengths| lengths.longest).max().unwrap_or(0),
    }
}

fn efforts(names: &[String], begun: &[([usize; 2], &Tally)]) -> Vec<Effort> {
    let mut counts = vec![ContenderCount::default(); names.len()];
    for ([first, second], tally) in begun {
        counts[*first] += &tally.contenders[Contender::First];
        counts[*second] += &tally.contenders[Contender::Second];
    }
    names.iter().zip(&counts).map(|(name, count)| Effort::of(name, count)).collect()
}
