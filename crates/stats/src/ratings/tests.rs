use super::*;
use crate::elo::elo;
use crate::{ScoreCounts, student_t};

fn pairs(players: [usize; 2], [ll, ld, dd, wd, ww]: [u64; 5]) -> Results {
    let pairs = Pentanomial { ll, ld, dd, wl: 0, wd, ww };
    Results { players, pairs, singles: Wdl::default() }
}

#[test]
fn two_players_are_as_far_apart_as_their_score_says() {
    let counts = [45, 228, 420, 247, 60];
    let rated = ratings(2, &[pairs([0, 1], counts)], 0.95);
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
        Results { players: [first, second], pairs: Pentanomial::default(), singles }
    });
    for (rating, truth) in ratings(3, &results, 0.95).iter().zip(truth) {
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
    let rated = ratings(4, &results, 0.95);
    assert!(rated[0].rating().is_some() && rated[1].rating().is_some());
    assert_eq!(rated[2..], [Standing::Above, Standing::Below]);
}

#[test]
fn who_is_not_connected_with_those_rated_is_told_apart() {
    let even = [1, 5, 5, 5, 1];
    let results = [pairs([5, 4], even), pairs([0, 1], even), pairs([1, 2], even)];
    let results = [&results[..], &[pairs([3, 2], [0, 0, 0, 0, 9])]].concat();
    let rated = ratings(7, &results, 0.95);
    assert!(rated[..3].iter().all(|standing| standing.rating().is_some()));
    assert_eq!(rated[3], Standing::Above);
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
    let rated = ratings(2001, &results, 0.95);
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
    let rated = ratings(12, &results, 0.95);
    let elo = |player: usize| rated[player].rating().unwrap().elo;
    let joints = |weight: fn(&Results, f64) -> f64| -> Vec<Joint> {
        let joint = |encounter: &Results| {
            let expected = score(elo(encounter.players[0]) - elo(encounter.players[1]));
            (encounter.players, weight(encounter, expected))
        };
        results.iter().map(joint).collect()
    };
    let inverse = pseudo_inverse(12, &joints(|encounter, p| encounter.games() * p * (1.0 - p)));
    let spread = joints(|encounter, p| encounter.squares(p));
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
    let rated = ratings(2, &[pairs([0, 1], [0, 0, 30, 0, 0])], 0.95);
    assert_eq!(rated[0], Standing::Rated(Rating { elo: 0.0, half_width: None }));
    assert_eq!(ratings(0, &[], 0.95), []);
    assert!(ratings(2, &[], 0.95).iter().all(|standing| standing.rating().is_none()));
}
