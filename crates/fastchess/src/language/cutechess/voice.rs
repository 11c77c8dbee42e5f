//! The lines of cutechess-cli 1.5.1 about results, where they are not fastchess's.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use statrs::function::erf::erf;

use crate::language::command::{Format, Tournament};
use crate::language::counts::Counts;
use crate::language::numbers::elo;
use crate::language::sprt::Decision;
use crate::language::text::significant;

/// The results of an engine, and how its games ended.
#[derive(Clone, Debug, Default)]
pub(crate) struct Standing {
    name: String,
    /// Its games with White, and with Black.
    sides: [Counts; 2],
    outcomes: BTreeMap<String, u64>,
}

impl Standing {
    pub(crate) fn new(name: &str) -> Standing {
        Standing { name: name.to_owned(), ..Standing::default() }
    }

    /// Counts a game with White (0) or Black (1) that ended for this reason.
    pub(crate) fn add(&mut self, side: usize, game: Counts, reason: &str) {
        self.sides[side] += game;
        let outcome = match (game.wins, game.losses) {
            (1, _) => format!("Win: {reason}"),
            (_, 1) => format!("Loss: {reason}"),
            _ => reason.to_owned(),
        };
        *self.outcomes.entry(outcome).or_default() += 1;
    }

    fn all(&self) -> Counts {
        self.sides[0] + self.sides[1]
    }
}

/// The ranking, and the state of the sequential test.
pub(crate) fn results(standings: &[Standing], tournament: &Tournament) -> String {
    let sprt = &tournament.sprt;
    let mut text = match standings {
        [first, _] => {
            let elo = Elo::of(first.all());
            format!(
                "{}Elo difference: {} +/- {}, LOS: {} %, DrawRatio: {} %",
                sides(first),
                decimal(elo.difference, 1),
                decimal(elo.margin, 1),
                decimal(elo.los, 1),
                decimal(first.all().draws_percent(), 1)
            )
        }
        _ => table(standings, tournament),
    };
    let llr = sprt.llr(standings.first().map_or(Counts::default(), Standing::all), false);
    let [lower, upper] = sprt.bounds();
    let [ratio, low, high] = [llr, lower, upper].map(|number| significant(number, 3));
    let share = decimal(llr / upper * 100.0, 1);
    let _ = write!(text, "\nSPRT: llr {ratio} ({share}%), lbound {low}, ubound {high}");
    text.push_str(match sprt.decision(llr).filter(|_| sprt.enabled) {
        Some(Decision::H0) => " - H0 was accepted",
        Some(Decision::H1) => " - H1 was accepted",
        None => "",
    });
    text + "\n"
}

/// How the games of each engine ended.
pub(crate) fn outcomes(standings: &[Standing]) -> String {
    let mut text = String::new();
    for Standing { name, outcomes, .. } in standings {
        let _ = write!(text, "\nPlayer: {name}");
        for (outcome, count) in outcomes {
            let _ = write!(text, "\n   \"{outcome}\": {count}");
        }
    }
    text + "\n"
}

/// The results of an engine by its colours, and those of White.
fn sides(standing: &Standing) -> String {
    let [white, black] = standing.sides;
    let mut text = String::new();
    let mut line = |whose: &str, counts: Counts| {
        let Counts { wins, losses, draws, .. } = counts;
        let (score, games) = (decimal(counts.points_percent() / 100.0, 3), counts.games());
        if games > 0 {
            let _ =
                writeln!(text, "...      {whose}: {wins} - {losses} - {draws}  [{score}] {games}");
        }
    };
    line(&format!("{} playing White", standing.name), white);
    line(&format!("{} playing Black", standing.name), black);
    line("White vs Black", white + !black);
    text
}

/// The table of more than two engines, the best first, and the later one of equals; before them those that a gauntlet
/// is about.
fn table(standings: &[Standing], tournament: &Tournament) -> String {
    let mut text = format!(
        "{:>4} {:<25} {:>7} {:>7} {:>7} {:>7} {:>7} \n",
        "Rank", "Name", "Elo", "+/-", "Games", "Score", "Draw"
    );
    let is_gauntlet = tournament.format == Format::Gauntlet;
    let seeds = usize::try_from(tournament.gauntlet_seeds).unwrap_or(1).max(1);
    let mut rows: Vec<(usize, &Standing)> = standings.iter().enumerate().rev().collect();
    let key = |(place, standing): &(usize, &Standing)| match standing.all() {
        _ if is_gauntlet && *place < seeds => -1.0,
        counts if counts.games() == 0 => 200.0,
        counts => 100.0 - counts.points_percent(),
    };
    rows.sort_by(|one, other| key(one).total_cmp(&key(other)));
    for (rank, (_, standing)) in (usize::from(!is_gauntlet)..).zip(rows) {
        let (counts, elo) = (standing.all(), Elo::of(standing.all()));
        let _ = writeln!(
            text,
            "{rank:>4} {:<25} {:>7} {:>7} {:>7} {:>6}% {:>6}% ",
            standing.name,
            decimal(elo.difference, 0),
            decimal(elo.margin, 0),
            counts.games(),
            decimal(counts.points_percent(), 1),
            decimal(counts.draws_percent(), 1)
        );
    }
    text
}

/// Estimates from games, in the order of cutechess-cli's operations.
struct Elo {
    difference: f64,
    margin: f64,
    los: f64,
}

impl Elo {
    fn of(counts: Counts) -> Elo {
        let [wins, losses, draws] =
            [counts.wins, counts.losses, counts.draws].map(|count| count as f64);
        let games = wins + losses + draws;
        let [w, l, d] = [wins, losses, draws].map(|count| count / games);
        let mean = w + d / 2.0;
        let variance = w * (1.0 - mean).powi(2) + l * mean.powi(2) + d * (0.5 - mean).powi(2);
        let deviation = variance.sqrt() / games.sqrt();
        let half = quantile() * deviation;
        let decided = wins + losses;
        Elo {
            difference: elo(mean),
            margin: (elo(mean + half) - elo(mean - half)) / 2.0,
            los: match decided > 0.0 {
                true => 100.0 * (0.5 + 0.5 * erf((wins - losses) / (2.0 * decided).sqrt())),
                false => f64::NAN,
            },
        }
    }
}

/// The 97.5 % quantile of the normal distribution by the approximation of Winitzki, which the last digit shows.
fn quantile() -> f64 {
    let pi = std::f64::consts::PI;
    let a = 8.0 * (pi - 3.0) / (3.0 * pi * (4.0 - pi));
    let y = (1.0 - 0.95 * 0.95_f64).ln();
    let z = 2.0 / (pi * a) + y / 2.0;
    2.0_f64.sqrt() * ((z * z - y / a).sqrt() - z).sqrt()
}

/// A number as Qt writes it: NaN and zero have no sign.
fn decimal(number: f64, decimals: usize) -> String {
    match number.is_nan() {
        true => "nan".to_owned(),
        false => format!("{:.decimals$}", number + 0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(wins: u64, losses: u64, draws: u64) -> Counts {
        Counts { wins, losses, draws, ..Counts::default() }
    }

    /// Lines seen from cutechess-cli.
    #[test]
    fn the_end_of_a_match_is_that_of_cutechess() {
        let mut standings = ["A", "B"].map(Standing::new);
        for (side, loser) in [(0, "Black"), (1, "White")] {
            let reason = format!("{loser} loses on time");
            standings[0].add(side, counts(1, 0, 0), &reason);
            standings[1].add(1 - side, counts(0, 1, 0), &reason);
        }
        let text = results(&standings, &Tournament::new(1)) + &outcomes(&standings);
        let expected = "...      A playing White: 1 - 0 - 0  [1.000] 1
...      A playing Black: 1 - 0 - 0  [1.000] 1
...      White vs Black: 1 - 1 - 0  [0.500] 2
Elo difference: inf +/- nan, LOS: 92.1 %, DrawRatio: 0.0 %
SPRT: llr 0 (0.0%), lbound -inf, ubound inf

Player: A
   \"Win: Black loses on time\": 1
   \"Win: White loses on time\": 1
Player: B
   \"Loss: Black loses on time\": 1
   \"Loss: White loses on time\": 1
";
        assert_eq!(text, expected);
        let drawn = {
            let mut one = Standing::new("A");
            one.add(0, counts(0, 0, 1), "Draw by adjudication: maximal game length");
            one
        };
        let text = results(&[drawn, Standing::new("B")], &Tournament::new(1));
        assert!(text.contains("\nElo difference: 0.0 +/- 0.0, LOS: nan %, DrawRatio: 100.0 %\n"));
    }
}
