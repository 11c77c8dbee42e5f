use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

use super::*;
use crate::CONFIDENCE;
use crate::simulated::population::{Assumptions, FAIR, Population};

/// Matches of each simulation.
const MATCHES: u32 = 2000;

#[test]
fn of_one_kind_of_cluster_the_interval_is_that_kinds() {
    let pairs = Pentanomial { ll: 3, ld: 11, dd: 20, wl: 9, wd: 14, ww: 5 };
    let games = pairs.games();
    let paired = MixedGames::new(Wdl::default(), pairs);
    assert_eq!(paired.interval(0.95), empirical_likelihood::interval(&pairs.into(), 0.95));
    let single = MixedGames::new(games, Pentanomial::default());
    assert_eq!(single.interval(0.95), empirical_likelihood::interval(&games.into(), 0.95));
    assert_eq!(MixedGames::new(Wdl::default(), Pentanomial::default()).score(), None);
}

#[test]
fn one_pair_does_not_replace_three_hundred_games() {
    let singles = Wdl { losses: 188, draws: 0, wins: 114 };
    let mixed = MixedGames::new(singles, Pentanomial { ww: 1, ..Pentanomial::default() });
    let interval = mixed.interval(0.95);
    let without = empirical_likelihood::interval(&singles.into(), 0.95);
    assert!((mixed.score().unwrap() - 116.0 / 304.0).abs() < 1e-12);
    assert!((interval.low - without.low).abs() < 0.01 && interval.high < 0.5, "{interval:?}");
}

#[test]
fn clusters_that_scored_alike_leave_doubt() {
    let won = MixedGames::new(
        Wdl { wins: 8, ..Wdl::default() },
        Pentanomial { ww: 3, ..Pentanomial::default() },
    );
    let interval = won.interval(0.95);
    assert_eq!(interval.high, 1.0);
    assert!((0.4..0.9).contains(&interval.low), "{interval:?}");
    let two = MixedGames::new(
        Wdl { draws: 1, ..Wdl::default() },
        Pentanomial { dd: 1, ..Pentanomial::default() },
    );
    assert!(two.interval(0.95).low < 0.1 && two.interval(0.95).high > 0.9);
}

/// The share of matches of `games` games with an interval that contains the expected score, if this
/// share of the games has no partner.
fn coverage(population: &Population, games: u32, unpaired: f64, random: &mut ChaCha12Rng) -> f64 {
    let singles = (f64::from(games) * unpaired).round() as u32;
    let held = (0..MATCHES).filter(|_| {
        let (mut alone, mut pairs) = (Wdl::default(), Pentanomial::default());
        for opening in population.book(singles as usize, random) {
            let half_points = population.pair(opening, random)[random.random_range(0..2)];
            alone.wins += u64::from(half_points == 2);
            alone.draws += u64::from(half_points == 1);
            alone.losses += u64::from(half_points == 0);
        }
        for opening in population.book(((games - singles) / 2) as usize, random) {
            let [one, other] = population.pair(opening, random);
            pairs.add_pair(one, other);
        }
        let interval = MixedGames::new(alone, pairs).interval(CONFIDENCE);
        (interval.low..=interval.high).contains(&population.expected_score)
    });
    held.count() as f64 / f64::from(MATCHES)
}

#[test]
fn the_interval_holds_the_truth_however_many_games_have_no_partner() {
    let fair = Assumptions { draw_ratio: 0.45, opening_spread: 60.0, skill_spread: 20.0, ..FAIR };
    let unbalanced = Assumptions { elo: 30.0, opening_bias: 200.0, opening_spread: 80.0, ..fair };
    let unequal = Assumptions { elo: 250.0, draw_ratio: 0.2, ..fair };
    let mut random = ChaCha12Rng::seed_from_u64(43);
    for assumptions in [fair, unbalanced, unequal] {
        let population = Population::new(&assumptions);
        for games in [40, 300] {
            for unpaired in [0.1, 0.5, 0.9] {
                let share = coverage(&population, games, unpaired, &mut random);
                assert!(
                    (0.935..0.975).contains(&share),
                    "{assumptions:?}, {games}, {unpaired}: {share}"
                );
            }
        }
    }
}

proptest! {
    #[test]
    fn the_interval_holds_the_score_and_turns_with_the_sides(
        single in [0u64..40, 0u64..40, 0u64..40],
        pair in [0u64..20, 0u64..20, 0u64..20, 0u64..20, 0u64..20],
    ) {
        let [losses, draws, wins] = single;
        let [ll, ld, dd, wd, ww] = pair;
        let singles = Wdl { losses, draws, wins };
        let pairs = Pentanomial { ll, ld, dd, wl: 0, wd, ww };
        let mixed = MixedGames::new(singles, pairs);
        let interval = mixed.interval(CONFIDENCE);
        prop_assert!(0.0 <= interval.low && interval.high <= 1.0, "{interval:?}");
        if let Some(score) = mixed.score() {
            prop_assert!(interval.low <= score + 1e-9 && score <= interval.high + 1e-9);
            let all = singles + pairs.games();
            let points = all.half_points() as f64 / 2.0;
            prop_assert!((score - points / all.games() as f64).abs() < 1e-12);
        }
        let turned = mixed.reversed().interval(CONFIDENCE);
        prop_assert!((turned.low - (1.0 - interval.high)).abs() < 1e-9);
    }
}
