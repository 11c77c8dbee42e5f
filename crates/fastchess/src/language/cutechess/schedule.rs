//! The schedule of cutechess-cli: encounters of two engines, one after the other, and the games that share an opening.

use arena::config::pairing_order::{Encounters, Reversed, SharedOpenings};

use crate::language::arguments::Refusal;
use crate::language::command::{Command, Format, Tournament};

/// The opening policy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Policy {
    /// A new opening after `-repeat` games, and for two other engines.
    #[default]
    Default,
    /// A new opening for two other engines.
    Encounter,
    /// A new opening each round.
    Round,
}

/// The numbers of games on a command line: `-games` an encounter, `-rounds` times all encounters, each opening played
/// `-repeat` times.
#[derive(Debug, Default)]
pub(super) struct Counts<'a> {
    games: Option<&'a str>,
    rounds: Option<&'a str>,
    repeats: Option<&'a str>,
    policy: Policy,
}

/// A schedule that fastchess has not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Schedule {
    games: u32,
    rounds: u32,
    repeats: u32,
    policy: Policy,
}

impl<'a> Counts<'a> {
    /// Takes an option that counts games; whether it is one.
    pub(super) fn take(&mut self, option: &str, parameters: &'a [String]) -> bool {
        let value = match parameters {
            [] if option == "-repeat" => "2",
            [value] => value,
            _ => return false,
        };
        let count = match option {
            "-games" => &mut self.games,
            "-rounds" => &mut self.rounds,
            "-repeat" => &mut self.repeats,
            _ => return false,
        };
        *count = Some(value);
        true
    }

    /// Takes a key of `-openings` that is the policy; whether it is one.
    pub(super) fn take_policy(&mut self, parameter: &str) -> Result<bool, Refusal> {
        let Some(policy) = parameter.strip_prefix("policy=") else { return Ok(false) };
        self.policy = match policy {
            "default" => Policy::Default,
            "encounter" => Policy::Encounter,
            "round" => Policy::Round,
            _ => {
                let text = format!("-openings {parameter}: default, encounter or round is needed");
                return Err(Refusal(text));
            }
        };
        Ok(true)
    }

    /// The same in fastchess's options, where each round has an opening, and the schedule of this number of engines
    /// where fastchess has none like it.
    pub(super) fn as_rounds(
        &self,
        engines: usize,
    ) -> Result<([String; 4], Option<Schedule>), Refusal> {
        let count = |option: &str, value: Option<&str>| {
            let value = value.unwrap_or("1");
            let count = value.parse().ok().filter(|count: &u32| *count > 0);
            let wrong = || format!("{option} {value}: a whole number from 1 is needed");
            count.ok_or_else(|| Refusal(wrong()))
        };
        let (games, rounds) = (count("-games", self.games)?, count("-rounds", self.rounds)?);
        let repeats = count("-repeat", self.repeats)?;
        let total = games.checked_mul(rounds).ok_or_else(|| {
            Refusal(format!("-games {games} times -rounds {rounds} is more than can be played"))
        })?;
        let is_plain = engines <= 2 && self.policy == Policy::Default && repeats <= 2;
        let (rounds_there, games_there, schedule) = match is_plain && total.is_multiple_of(repeats)
        {
            true => (total / repeats, repeats, None),
            false => {
                let schedule = Schedule { games, rounds, repeats, policy: self.policy };
                (rounds, 1, Some(schedule))
            }
        };
        let line = ["-rounds", &rounds_there.to_string(), "-games", &games_there.to_string()];
        Ok((line.map(str::to_owned), schedule))
    }
}

impl Schedule {
    /// Gives a tournament this schedule.
    pub(super) fn apply(self, command: &mut Command) {
        let Schedule { games, rounds, repeats, policy } = self;
        let engines = command.engines.len();
        let tournament = &mut command.tournament;
        (tournament.games, tournament.rounds) = (games.into(), rounds.into());
        let is_of_two = engines <= 2;
        let of_round = match tournament.format {
            Format::RoundRobin => engines / 2,
            Format::Gauntlet => pairings(tournament, engines).len(),
        };
        tournament.unsaved.encounters = Some(Encounters {
            games,
            of_round: u32::try_from(of_round).unwrap_or(u32::MAX).max(1),
            swaps: !tournament.noswap,
            reversed: match tournament.reverse {
                false => Reversed::Never,
                // The same two meet each time, and are turned round once.
                true if is_of_two => Reversed::All,
                true => Reversed::EverySecondEncounter,
            },
            openings: match policy {
                Policy::Default if is_of_two => SharedOpenings::InARow(repeats),
                Policy::Default => SharedOpenings::OfEncounter(repeats),
                Policy::Encounter if is_of_two => SharedOpenings::InARow(u32::MAX),
                Policy::Encounter => SharedOpenings::OfEncounter(u32::MAX),
                Policy::Round => SharedOpenings::OfRound,
            },
        });
    }
}

/// The pairings of a tournament of this number of engines in the order of their encounters.
pub(crate) fn pairings(tournament: &Tournament, engines: usize) -> Vec<[usize; 2]> {
    match tournament.format {
        Format::RoundRobin => round_robin(engines),
        Format::Gauntlet => {
            let seeds = usize::try_from(tournament.gauntlet_seeds).unwrap_or(1);
            let seeds = seeds.clamp(1, engines.saturating_sub(1).max(1));
            let pairing = |one: usize| (seeds..engines).map(move |other| [one, other]);
            (0..seeds).flat_map(pairing).collect()
        }
    }
}

/// Everybody meets everybody: two rows face each other, and all but the first engine move on by a place each round. An
/// odd number of engines has an empty place.
fn round_robin(engines: usize) -> Vec<[usize; 2]> {
    let places = engines + engines % 2;
    let (mut top, mut bottom): (Vec<usize>, Vec<usize>) =
        ((0..places / 2).collect(), (places / 2..places).rev().collect());
    let mut pairings = Vec::with_capacity(engines * engines.saturating_sub(1) / 2);
    for _ in 1..places {
        let facing = top.iter().zip(&bottom).map(|(&one, &other)| [one, other]);
        pairings.extend(facing.filter(|pair| pair.iter().all(|&place| place < engines)));
        top.insert(1, bottom.remove(0));
        bottom.extend(top.pop());
    }
    pairings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_in_rounds_in_which_everybody_plays() {
        assert_eq!(round_robin(2), [[0, 1]]);
        assert_eq!(round_robin(3), [[1, 2], [0, 2], [0, 1]]);
        assert_eq!(round_robin(4), [[0, 3], [1, 2], [0, 2], [3, 1], [0, 1], [2, 3]]);
    }

    #[test]
    fn the_engines_of_a_gauntlet_do_not_play_each_other() {
        let gauntlet = |seeds| {
            let format = Format::Gauntlet;
            let tournament = Tournament { format, gauntlet_seeds: seeds, ..Tournament::new(1) };
            pairings(&tournament, 4)
        };
        assert_eq!(gauntlet(1), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(gauntlet(2), [[0, 2], [0, 3], [1, 2], [1, 3]]);
    }

    #[test]
    fn a_schedule_that_fastchess_has_is_counted_in_its_options() {
        let counts = |games, rounds, repeats, policy, engines| {
            let counts = Counts { games, rounds, repeats, policy };
            counts.as_rounds(engines).map(|(line, schedule)| (line.join(" "), schedule.is_some()))
        };
        let (none, default) = (None, Policy::Default);
        let plain = |line: &str| Ok((line.to_owned(), false));
        let own = |line: &str| Ok((line.to_owned(), true));
        for (found, expected) in [
            (counts(Some("2"), Some("100"), Some("2"), default, 2), plain("-rounds 100 -games 2")),
            (counts(Some("2"), Some("50"), none, default, 2), plain("-rounds 100 -games 1")),
            (counts(none, Some("971"), Some("2"), default, 2), own("-rounds 971 -games 1")),
            (counts(none, Some("30"), Some("3"), default, 2), own("-rounds 30 -games 1")),
            (counts(Some("2"), none, Some("2"), default, 3), own("-rounds 1 -games 1")),
            (counts(Some("2"), none, none, Policy::Round, 2), own("-rounds 1 -games 1")),
        ] {
            assert_eq!(found, expected);
        }
        let problem = counts(Some("0"), none, none, default, 2).unwrap_err();
        assert_eq!(problem.0, "-games 0: a whole number from 1 is needed");
        assert!(counts(Some("70000"), Some("70000"), none, default, 2).is_err());
    }
}
