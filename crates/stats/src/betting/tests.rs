use super::*;

fn bet(sequence: &[usize]) -> Vec<Staked> {
    let (mut staked, mut seen) = (Vec::new(), ScoreCounts::of_pairs([0; 5]));
    for &quarters in sequence {
        Staked::add(&mut staked, rounded_variance(&seen), quarters);
        seen.add(quarters);
    }
    staked
}

#[test]
fn the_evidence_is_a_fair_bet_in_both_directions() {
    // Every sequence of five pairs under a law with mean 0.45: the expectation of K is 1.
    let law = [0.15, 0.2, 0.4, 0.2, 0.05];
    let mean: f64 = law.iter().enumerate().map(|(j, p)| p * j as f64 / 4.0).sum();
    let stakes = Stakes::tuned_for(6, 0.95);
    let mut expectations = [0.0; 2];
    for number in 0..5_usize.pow(5) {
        let sequence: Vec<usize> = (0..5).map(|i| number / 5_usize.pow(i) % 5).collect();
        let probability: f64 = sequence.iter().map(|&quarters| law[quarters]).product();
        let staked = bet(&sequence);
        expectations[0] += probability * stakes.log_evidence_above(&staked, mean).exp();
        expectations[1] += probability * stakes.log_evidence_below(&staked, mean).exp();
    }
    for expectation in expectations {
        assert!((expectation - 1.0).abs() < 1e-12, "{expectation}");
    }
}

#[test]
fn the_shares_are_all_the_wealth_there_is() {
    let stakes = Stakes::tuned_for(7, 0.99);
    let total: f64 = stakes.bettors.iter().map(|bettor| bettor.share).sum();
    assert!((total - 1.0).abs() < 1e-12, "{total}");
    assert!(stakes.log_evidence_above(&[], 0.3).abs() < 1e-12);
}

#[test]
fn the_evidence_falls_as_the_mean_grows() {
    let staked = bet(&[4, 0, 2, 2, 3, 3, 2, 4, 3, 3, 2, 2, 3, 0, 4, 4, 3, 2]);
    let stakes = Stakes::tuned_for(20, 0.95);
    let above: Vec<f64> = (1..100)
        .map(|percent| stakes.log_evidence_above(&staked, f64::from(percent) / 100.0))
        .collect();
    assert!(above.windows(2).all(|pair| pair[0] >= pair[1]), "{above:?}");
}

#[test]
fn stakes_read_back_the_same_and_unsound_ones_are_refused() {
    let stakes = Stakes::tuned_for(200, 0.9875);
    assert_eq!(Stakes::read(&stakes.to_string()), Some(stakes));
    for text in [
        "",
        "betting",
        "betting{version=2,length=200,stakes=2.5:1}",
        "betting{version=1,length=0,stakes=2.5:1}",
        "betting{version=1,length=200,stakes=}",
        "betting{version=1,length=200,stakes=2.5:0.9|5:0.2}",
        "betting{version=1,length=200,stakes=2.5:-1}",
        "betting{version=1,length=200,stakes=NaN:1}",
    ] {
        assert!(Stakes::read(text).is_none(), "{text}");
    }
}
