use super::*;
use crate::elo::elo;
use crate::{ScoreCounts, student_t};

fn pairs(players: [usize; 2], [ll, ld, dd, wd, ww]: [u64; 5]) -> Results {
    let pairs = Pentanomial { ll, ld, dd, wl: 0, wd, ww };
    Results { players, pairs, singles: Wdl::default(), colours: None }
}

#[test]
fn two_players_are_as_far_apart_as_their_score_says() {
    let counts = [45, 228, 420, 247, 60];
    let rated = ratings(2, &[pairs([0, 1], counts)], &[], 0.95);
    let [first, second] = [rated[0], rated[1]].map(|standing| standing.rating().unwrap());
    let student = student_t::interval(&ScoreCounts::of_pairs(counts), 0.95).unwrap();
    let difference = elo(f64::midpoint(student.low, student.high));
    assert!((first.elo - second.elo - difference).abs() < 1e-9);
    // Each is half the difference away from the mean, and so is its error.
    let half = student.elo().half_width().unwrap() / 2.0;
    assert!((first.half_width.unwrap() - half).abs() < 0.01 * half);
}

#[test]
fn ratings_that_made_the_scores_are_found_again() {
    let truth = [60.0, 10.0, -70.0];
    let results = [[0, 1], [1, 2], [2, 0]].map(|[first, second]: [usize; 2]| {
        let wins = (1e6 * score(truth[first] - truth[second])).round() as u64;
        let singles = Wdl { losses: 1_000_000 - wins, draws: 0, wins };
        Results { players: [first, second], pairs: Pentanomial::default(), singles, colours: None }
    });
    for (rating, truth) in ratings(3, &results, &[], 0.95).iter().zip(truth) {
        let rating = rating.rating().unwrap();
        assert!((rating.elo - truth).abs() < 0.01, "{rating:?} {truth}");
        assert!(rating.half_width.unwrap() > 0.1 && rating.half_width.unwrap() < 1.0);
    }
}

#[test]
fn who_won_or_lost_everything_has_no_rating() {
    let results = [
        pairs([0, 1], [1, 5, 5, 5, 2]),
        pairs([2, 0], [0, 0, 0, 0, 9]),
        pairs([3, 1], [4, 0, 0, 0, 0]),
    ];
    let rated = ratings(4, &results, &[], 0.95);
    assert!(rated[0].rating().is_some() && rated[1].rating().is_some());
    assert!(matches!(rated[2..], [Standing::Above(_), Standing::Below(_)]), "{rated:?}");
}

#[test]
fn who_is_not_connected_with_those_rated_is_told_apart() {
    let even = [1, 5, 5, 5, 1];
    let results = [pairs([5, 4], even), pairs([0, 1], even), pairs([1, 2], even)];
    let results = [&results[..], &[pairs([3, 2], [0, 0, 0, 0, 9])]].concat();
    let rated = ratings(7, &results, &[], 0.95);
    assert!(rated[..3].iter().all(|standing| standing.rating().is_some()));
    assert!(matches!(rated[3], Standing::Above(_)), "{rated:?}");
    assert_eq!(rated[4..], [Standing::Unconnected; 3]);
}

/// Players of a gauntlet, their results all different.
fn gauntlet(players: u64) -> Vec<Results> {
    let against = |player: u64| {
        let counts = [1 + player % 7, 2 + player % 5, 9, 1 + player % 3, 1 + player % 11];
        pairs([0, player as usize], counts)
    };
    (1..players).map(against).collect()
}

#[test]
fn two_thousand_players_of_a_gauntlet_are_rated_in_a_moment() {
    let results = gauntlet(2001);
    let begun = std::time::Instant::now();
    let rated = ratings(2001, &results, &[], 0.95);
    // The time of an unoptimised build on a busy machine; the elimination of a full matrix takes
    // minutes.
    assert!(begun.elapsed().as_secs_f64() < 5.0, "{:?}", begun.elapsed());
    for encounter in &results {
        let [first, second] = encounter.players.map(|player| rated[player].rating().unwrap());
        let expected = score(first.elo - second.elo);
        assert!(
            (encounter.points() - encounter.games() * expected).abs() < 1e-9,
            "{:?}",
            encounter.players
        );
        assert!(second.half_width.is_some_and(|half| half > 10.0 && half < 300.0));
    }
}

/// The pseudo-inverse of the Laplacian of these joints, by Gauss and Jordan.
fn pseudo_inverse(size: usize, joints: &[Joint]) -> Vec<Vec<f64>> {
    let shift = 1.0 / size as f64;
    let mut rows: Vec<Vec<f64>> = (0..size).map(|_| vec![shift; 2 * size]).collect();
    for (i, row) in rows.iter_mut().enumerate() {
        (0..size).for_each(|j| row[size + j] = f64::from(u8::from(i == j)));
    }
    for &([a, b], weight) in joints {
        for (i, j, sign) in [(a, a, 1.0), (b, b, 1.0), (a, b, -1.0), (b, a, -1.0)] {
            rows[i][j] += sign * weight;
        }
    }
    for i in 0..size {
        let pivot = rows[i][i];
        rows[i].iter_mut().for_each(|cell| *cell /= pivot);
        let pivot_row = rows[i].clone();
        for j in (0..size).filter(|&j| j != i) {
            let factor = rows[j][i];
            rows[j].iter_mut().zip(&pivot_row).for_each(|(cell, pivot)| *cell -= factor * pivot);
        }
    }
    rows.into_iter().map(|row| row[size..].iter().map(|cell| cell - shift).collect()).collect()
}

#[test]
fn errors_are_those_of_the_full_matrices() {
    // A gauntlet, and a round robin of the first six.
    let round_robin = (1..6usize).flat_map(|a| {
        (1..a).map(move |b| pairs([a, b], [1, 2 + (a * b % 3) as u64, 7, 3, 1 + b as u64]))
    });
    let results: Vec<Results> = gauntlet(12).into_iter().chain(round_robin).collect();
    let rated = ratings(12, &results, &[], 0.95);
    let elo = |player: usize| rated[player].rating().unwrap().elo;
    let joints = |weight: fn(&Results, f64) -> f64| -> Vec<Joint> {
        let joint = |encounter: &Results| {
            let expected = score(elo(encounter.players[0]) - elo(encounter.players[1]));
            (encounter.players, weight(encounter, expected))
        };
        results.iter().map(joint).collect()
    };
    let inverse = pseudo_inverse(12, &joints(|encounter, p| encounter.games() * p * (1.0 - p)));
    let spread =
        joints(|encounter, p| encounter.squares(|_| p).iter().map(|(_, squares)| squares).sum());
    let samples: f64 = results.iter().map(Results::samples).sum();
    let freedom = samples - 11.0;
    for (i, row) in inverse.iter().enumerate() {
        let term = |&([a, b], squares): &Joint| squares * (row[a] - row[b]).powi(2);
        let variance = spread.iter().map(term).sum::<f64>() * samples / freedom;
        let half = critical_value(0.95, freedom + 1.0) * variance.sqrt() * ELO_SCALE;
        let found = rated[i].rating().unwrap().half_width.unwrap();
        assert!((found - half).abs() < 1e-9 * half, "{found} {half}");
    }
}

#[test]
fn equal_results_give_no_error_to_print() {
    let rated = ratings(2, &[pairs([0, 1], [0, 0, 30, 0, 0])], &[], 0.95);
    assert_eq!(
        rated[0],
        Standing::Rated(Rating { elo: 0.0, half_width: None, los_over_next: None })
    );
    assert_eq!(ratings(0, &[], &[], 0.95), []);
    assert!(ratings(2, &[], &[], 0.95).iter().all(|standing| standing.rating().is_none()));
}

#[test]
fn an_anchor_moves_all_and_is_exact() {
    let results = [pairs([0, 1], [45, 228, 420, 247, 60]), pairs([1, 2], [9, 40, 60, 20, 3])];
    let [free, anchored] =
        [&[][..], &[(1, 3000.0)]].map(|anchors| ratings(3, &results, anchors, 0.95));
    let rating = |standings: &[Standing], player: usize| standings[player].rating().unwrap();
    for player in 0..3 {
        let moved = rating(&anchored, player).elo - rating(&free, player).elo;
        assert!((moved - (3000.0 - rating(&free, 1).elo)).abs() < 1e-6, "{moved}");
    }
    assert_eq!(rating(&anchored, 1), Rating { elo: 3000.0, half_width: None, los_over_next: None });
    // Relative to the anchor its whole difference is uncertain, relative to the mean of two a half of it.
    let two = [&[][..], &[(1, 0.0)]].map(|anchors| ratings(2, &results[..1], anchors, 0.95));
    let [half, whole] = two.map(|standings| rating(&standings, 0).half_width.unwrap());
    assert!((whole - 2.0 * half).abs() < 1e-6, "{whole} {half}");
}

#[test]
fn a_player_between_two_anchors_has_as_many_points_as_expected() {
    let results = [
        pairs([0, 1], [3, 10, 20, 12, 5]),
        pairs([2, 0], [6, 10, 20, 11, 3]),
        pairs([1, 2], [1, 2, 3, 2, 1]),
    ];
    let anchors = [(1, 100.0), (2, -50.0)];
    let rated = ratings(3, &results, &anchors, 0.95);
    let elo = rated[0].rating().unwrap().elo;
    let points = |encounter: &Results| encounter.points();
    let taken = points(&results[0]) + results[1].games() - points(&results[1]);
    let expected = results[0].games() * score(elo - 100.0) + results[1].games() * score(elo + 50.0);
    assert!((taken - expected).abs() < 1e-6, "{taken} {expected}");
    for (player, anchor) in anchors {
        let rating = rated[player].rating().unwrap();
        assert!((rating.elo - anchor).abs() < 1e-9 && rating.half_width.is_none(), "{rating:?}");
    }
}

#[test]
fn who_won_or_lost_all_has_a_rating_by_the_prior_and_a_bound() {
    let even = pairs([0, 1], [10, 20, 40, 20, 10]);
    let won = |counts| ratings(3, &[even, pairs([2, 0], counts)], &[], 0.95)[2].extreme().unwrap();
    let extreme = won([0, 0, 0, 0, 9]);
    // 18 wins and two draws: 19 points of 20 games.
    assert!((extreme.elo - elo(19.0 / 20.0)).abs() < 1e-6, "{extreme:?}");
    // Nine times won with the probability of the bound's score: one time in twenty.
    let bound = extreme.bound.unwrap();
    assert!((score(bound).powi(9) - 0.05).abs() < 1e-9, "{bound}");
    assert!(won([0, 0, 0, 0, 90]).bound.unwrap() > bound);
    let lost = won([9, 0, 0, 0, 0]);
    assert!((lost.elo + extreme.elo).abs() < 1e-6 && (lost.bound.unwrap() + bound).abs() < 1e-6);
}

#[test]
fn a_gauntlet_whose_first_wins_all_is_rated_by_the_prior_alone() {
    let results = [pairs([0, 1], [0, 0, 0, 0, 4]), pairs([0, 2], [0, 0, 0, 0, 4])];
    let standings = ratings(3, &results, &[], 0.95);
    let elo: Vec<f64> = standings.iter().map(|standing| standing.extreme().unwrap().elo).collect();
    assert!(elo[0] > 200.0 && elo[1] < -100.0 && (elo[1] - elo[2]).abs() < 1e-6, "{elo:?}");
    assert!(standings.iter().all(|standing| standing.extreme().unwrap().bound.is_none()));
}

proptest::proptest! {
    #[test]
    fn whatever_the_results_every_number_is_finite(
        counts in proptest::collection::vec((0usize..7, 0usize..7, proptest::array::uniform5(0u64..4)), 1..12),
        anchored in 0usize..7,
    ) {
        let met = counts.into_iter().filter(|(first, second, _)| first != second);
        let results: Vec<Results> = met.map(|(first, second, counts)| pairs([first, second], counts)).collect();
        for standing in ratings(7, &results, &[(anchored, 2500.0)], 0.95) {
            let elo = standing.rating().map(|rating| rating.elo).or(standing.extreme().map(|extreme| extreme.elo));
            proptest::prop_assert!(elo.is_none_or(f64::is_finite), "{:?}", standing);
            let bound = standing.extreme().and_then(|extreme| extreme.bound);
            proptest::prop_assert!(bound.is_none_or(f64::is_finite), "{:?}", standing);
        }
    }
}

#[test]
fn who_is_always_white_is_rated_as_without_that() {
    // Equals where White scores 57 %: 49 Elo.
    let white = Wdl { losses: 86, draws: 86, wins: 128 };
    let results = |players: [usize; 2], as_white: Wdl, as_black: Wdl, has_term: bool| Results {
        players,
        pairs: Pentanomial::default(),
        singles: as_white + as_black,
        colours: has_term.then_some([as_white, as_black]),
    };
    let none = Wdl::default();
    let table = |has_term: bool| {
        // The first is always White; the others had both colours against each other, one of them more often White.
        let more = results([1, 2], white + white, white.reversed(), has_term);
        [results([0, 1], white, none, has_term), results([0, 2], white, none, has_term), more]
    };
    let elo = |has_term| {
        let rated = ratings(3, &table(has_term), &[], 0.95);
        [0, 1, 2].map(|player| rated[player].rating().unwrap().elo)
    };
    assert!(elo(false)[0] > 25.0, "{:?}", elo(false));
    assert!(elo(true).iter().all(|elo| elo.abs() < 1e-6), "{:?}", elo(true));
    let width =
        |has_term| ratings(3, &table(has_term), &[], 0.95)[0].rating().unwrap().half_width.unwrap();
    assert!(width(true) > 1.2 * width(false), "{} {}", width(true), width(false));
    // Games with one colour alone cannot tell White's advantage from strength.
    let alone = ratings(2, &[results([0, 1], white, none, true)], &[], 0.95)[0].rating().unwrap();
    let plain = ratings(2, &[results([0, 1], white, none, false)], &[], 0.95)[0].rating().unwrap();
    assert!((alone.elo - plain.elo).abs() < 1e-9 && alone.elo > 20.0, "{alone:?}");
}
