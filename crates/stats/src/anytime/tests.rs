use super::*;
use crate::CONFIDENCE;

/// Half points of pairs that stay as they are for a while and then turn, in many ways.
fn drifting(seed: u32) -> impl Iterator<Item = [u8; 2]> {
    let mut state = seed.wrapping_mul(2_654_435_761).max(1);
    (0..600_u32).map(move |i| {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        let level = if (i / (20 << (seed % 4))).is_multiple_of(2) { 0 } else { 2 };
        let noise = u8::try_from(state % 3).unwrap_or(0);
        [level, if seed.is_multiple_of(3) { level } else { noise }]
    })
}

#[test]
fn the_interval_is_never_empty_even_where_the_pairs_contradict_each_other() {
    let mut contradictory = 0;
    for method in [Method::Mixture, Method::tuned_for(100)] {
        for seed in 1..13 {
            let mut anytime = Anytime::new(method.clone(), CONFIDENCE);
            let mut before = Interval::ALL;
            for (i, pair) in drifting(seed).enumerate() {
                anytime.add(pair);
                if i % 10 != 0 {
                    continue;
                }
                let Interval { low, high } = anytime.ends();
                assert!(low < high, "{method} {seed}: {low} to {high}");
                // Scores that bets have excluded stay excluded.
                let is_within = before.low <= low && high <= before.high;
                assert!(is_within || method == Method::Mixture, "{method} {seed}");
                before = Interval { low, high };
                let alone = anytime.evidence().interval(CONFIDENCE);
                assert!(alone.low < alone.high, "{method} {seed}: {alone:?}");
            }
            contradictory += u32::from(anytime.is_contradictory());
        }
    }
    assert!(contradictory > 1, "{contradictory}");
}

#[test]
fn the_interval_of_an_earlier_look_is_the_one_that_it_had() {
    for method in [Method::Mixture, Method::tuned_for(100)] {
        let mut whole = Anytime::new(method.clone(), CONFIDENCE);
        drifting(2).for_each(|pair| whole.add(pair));
        let mut partial = Anytime::new(method.clone(), CONFIDENCE);
        let mut seen = ScoreCounts::of_pairs([0; 5]);
        assert_eq!(whole.ends_after(&seen), Interval::ALL);
        for [one, other] in drifting(2) {
            partial.add([one, other]);
            seen.add(usize::from(one + other));
            assert_eq!(whole.ends_after(&seen), partial.ends(), "{method} {}", seen.samples());
        }
    }
}

#[test]
fn nothing_is_excluded_before_the_first_pair() {
    for method in [Method::Mixture, Method::tuned_for(1)] {
        let mut anytime = Anytime::new(method, CONFIDENCE);
        assert_eq!(anytime.evidence().interval(CONFIDENCE), Interval::ALL);
        (0..1000).for_each(|_| anytime.add([2, 2]));
        let Interval { low, high } = anytime.ends();
        assert!(low > 0.9 && high == 1.0 && !anytime.is_contradictory(), "{low} to {high}");
    }
}

#[test]
fn the_opponent_sees_the_same_interval_from_the_other_side() {
    let (mut ours, mut theirs) = (
        Anytime::new(Method::tuned_for(300), CONFIDENCE),
        Anytime::new(Method::tuned_for(300), CONFIDENCE),
    );
    for [one, other] in drifting(2).take(200) {
        ours.add([one, other]);
        theirs.add([2 - one, 2 - other]);
    }
    assert!((ours.ends().low - (1.0 - theirs.ends().high)).abs() < 1e-12);
    assert!((ours.ends().high - (1.0 - theirs.ends().low)).abs() < 1e-12);
}

#[test]
fn methods_read_back_the_same() {
    for method in [Method::Mixture, Method::tuned_for(1234)] {
        assert_eq!(method.to_string().parse(), Ok(method));
    }
    assert!("betting{}".parse::<Method>().is_err());
}
