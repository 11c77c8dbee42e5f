//! The time that the machine took from the players, and the pairs that were played again for it.

use serde::Serialize;

use super::ends::Ends;
use crate::chess::machine_time::{BUSY_PERCENT, VOID_PERCENT};
use crate::score::tally::{ContenderCount, Tally};
use document::number::percent;
use stats::words::{count, elo_with_interval, name, several};
use stats::{Estimates, Figure, Wdl};

/// The time that the machine took in a match.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MachineSummary {
    /// The share of each contender's time; 0 without a clock.
    pub shares: [f64; 2],
    /// Games that count although it took more of a side's time than voids a game: their pairs were played again too often,
    /// or have a time control of another runner's rules.
    pub disturbed_games: u64,
    /// Pairs that were played again; `null` where there is none.
    pub replayed: Option<ReplayedPairs>,
}

/// Pairs that were played again.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ReplayedPairs {
    /// Pairs.
    pub pairs: u64,
    /// Attempts at them that do not count.
    pub attempts: u64,
    /// The completed games of these attempts.
    pub dropped: Wdl,
    /// The result of all games that count.
    pub with: ResultOfGames,
    /// The result without the games of these pairs.
    pub without: ResultOfGames,
}

/// A result of games, taken as single games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ResultOfGames {
    /// The games.
    pub games: Wdl,
    /// Elo difference.
    pub elo: Figure,
    /// Its 95 % interval.
    #[serde(flatten)]
    pub ends: Ends,
}

impl MachineSummary {
    /// The summary of a match.
    pub(super) fn of(tally: &Tally) -> MachineSummary {
        let replayed = &tally.replayed;
        let games = tally.games();
        MachineSummary {
            shares: [&tally.contenders.first, &tally.contenders.second].map(share),
            disturbed_games: tally.disturbed_games,
            replayed: (!replayed.pairs.is_empty()).then(|| ReplayedPairs {
                pairs: replayed.pairs.len() as u64,
                attempts: replayed.attempts,
                dropped: replayed.dropped,
                with: ResultOfGames::of(games),
                without: ResultOfGames::of(games - replayed.counted),
            }),
        }
    }

    /// Sentences for the report; `None` where the machine was quiet.
    pub(super) fn sentences(&self, names: [&str; 2]) -> Option<String> {
        let mut sentences = Vec::new();
        let busy = f64::from(BUSY_PERCENT) / 100.0;
        if self.shares.iter().any(|share| *share > busy) {
            let [first, second] = self.shares.map(percent);
            sentences.push(format!(
                "The machine was busy: it took {first} of the time of {} and {second} of that of {}, which no clock was \
                 charged.",
                name(names[0]),
                name(names[1])
            ));
        }
        if let Some(replayed) = &self.replayed {
            sentences.push(replayed.sentence());
        }
        if self.disturbed_games > 0 {
            sentences.push(format!(
                "In {} that count it took more than {VOID_PERCENT} % of a side's time.",
                several(self.disturbed_games, "game")
            ));
        }
        (!sentences.is_empty()).then(|| sentences.join(" "))
    }
}

/// The share of a contender's time that the machine took.
fn share(count: &ContenderCount) -> f64 {
    let (charged, stolen) = (count.searches.time, count.timing.stolen);
    let all = (charged + stolen).as_secs_f64();
    if stolen.is_zero() { 0.0 } else { stolen.as_secs_f64() / all }
}

impl ReplayedPairs {
    fn sentence(&self) -> String {
        let ReplayedPairs { pairs, attempts, dropped, with, without } = self;
        format!(
            "{} played again, {} in all, because the machine took more than {VOID_PERCENT} % of a side's time; the {} \
             completed before scored {} : {}. Elo {} with these pairs, {} without them.",
            if *pairs == 1 {
                "1 pair was".to_owned()
            } else {
                format!("{} pairs were", count(*pairs))
            },
            several(*attempts, "time"),
            several(dropped.games(), "game"),
            halves(dropped.half_points()),
            halves(dropped.reversed().half_points()),
            with.words(),
            without.words()
        )
    }
}

/// Half points as points.
fn halves(half_points: u64) -> String {
    let half = if half_points.is_multiple_of(2) { "" } else { ".5" };
    format!("{}{half}", half_points / 2)
}

impl ResultOfGames {
    fn of(games: Wdl) -> ResultOfGames {
        let estimates = Estimates::of(&games.into(), games);
        ResultOfGames { games, elo: estimates.elo, ends: estimates.likelihood_elo().into() }
    }

    fn words(&self) -> String {
        match self.elo.0 {
            elo @ Some(_) => elo_with_interval(elo, self.ends.interval()),
            None => "unknown".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quiet_machine_is_not_mentioned_and_a_busy_one_is() {
        let quiet = MachineSummary { shares: [0.01, 0.02], disturbed_games: 0, replayed: None };
        assert_eq!(quiet.sentences(["a", "b"]), None);
        let busy = MachineSummary { shares: [0.31, 0.02], ..quiet.clone() };
        let told = busy.sentences(["a", "b"]).unwrap();
        assert!(told.starts_with("The machine was busy: it took 31"), "{told}");
        let [wins, all] =
            [[3, 0, 1], [20, 4, 16]].map(|[wins, draws, losses]| Wdl { losses, draws, wins });
        let replayed = ReplayedPairs {
            pairs: 2,
            attempts: 3,
            dropped: wins,
            with: ResultOfGames::of(all),
            without: ResultOfGames::of(all - wins),
        };
        let told =
            MachineSummary { replayed: Some(replayed), ..quiet }.sentences(["a", "b"]).unwrap();
        assert!(told.starts_with("2 pairs were played again, 3 times in all"), "{told}");
        assert!(told.contains("the 4 games completed before scored 3 : 1. Elo 34.9"), "{told}");
    }
}
