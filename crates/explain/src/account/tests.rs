use super::*;

const NONE: Measured = Measured { value: 0.0, error: 0.0 };

fn measured(value: f64, error: f64) -> Measured {
    Measured { value, error }
}

/// The terms of a match of equal nodes.
fn terms(whole: f64, depth: f64, doubling: f64, log2: f64, error: f64) -> Terms {
    Terms {
        whole: measured(whole, error),
        at_equal_depth: measured(depth, error),
        doubling: measured(doubling, error),
        log2_nodes: measured(log2, error / 1000.0),
        log2_given: NONE,
    }
}

const PLAYED: Games = Games { at_equal_depth: 100, doubling: 100 };

#[test]
fn an_elo_difference_has_the_error_of_its_pairs() {
    let pairs = Pentanomial { ll: 45, ld: 228, dd: 220, wl: 200, wd: 247, ww: 60 };
    let elo = Measured::elo(pairs).unwrap();
    // The interval of the statistics by empirical likelihood is 8.5 [-1.7, 18.7].
    let Interval { low, high } = elo.interval();
    assert!((elo.value - 8.5).abs() < 0.05, "{elo:?}");
    assert!((low + 1.7).abs() < 0.1 && (high - 18.7).abs() < 0.1, "{low} {high}");
    assert!(Measured::elo(Pentanomial { ww: 9, ..Pentanomial::default() }).is_none());
    let alike = Measured::elo(Pentanomial { dd: 50, ..Pentanomial::default() }).unwrap();
    assert!(alike.value == 0.0 && alike.error > 0.0, "{alike:?}");
}

#[test]
fn nodes_are_alike_up_to_twice_as_many_either_way() {
    for (log2, alike) in [(0.9, true), (-0.9, true), (1.1, false), (-1.1, false)] {
        let of_depth = terms(0.0, 0.0, 100.0, log2, 3.0);
        let given = Terms { log2_given: measured(log2, 0.01), ..terms(0.0, 0.0, 100.0, 0.0, 3.0) };
        assert_eq!([of_depth.are_alike(), given.are_alike()], [alike; 2], "{log2}");
    }
}

#[test]
fn known_terms_close_and_a_wrong_one_does_not() {
    // A needs twice the nodes for a depth, and a doubling is worth 100 Elo: -8 - 100 = -108.
    let account = Account::new(terms(-108.0, -8.0, 100.0, 1.0, 3.0), PLAYED);
    assert_eq!((account.cost.value, account.together.value), (-100.0, -108.0));
    assert_eq!(account.verdict, Verdict::Closes);
    let account = Account::new(terms(-52.0, -8.0, 100.0, 1.0, 3.0), PLAYED);
    assert_eq!((account.rest.value, account.verdict), (56.0, Verdict::DoesNotClose));
}

#[test]
fn on_a_clock_speed_and_cost_share_the_error_of_the_doubling() {
    let log2 = measured(0.5, 0.0);
    let terms = Terms { log2_given: log2, log2_nodes: log2, ..terms(0.0, 0.0, 100.0, 0.0, 20.0) };
    let account = Account::new(terms, PLAYED);
    assert_eq!((account.speed.value, account.cost.value), (50.0, -50.0));
    // They cancel, whatever the doubling is: the rest is of the match and of the term at equal depth.
    assert!((account.rest.error - 20.0 * 2.0_f64.sqrt()).abs() < 1e-9, "{account:?}");
}

#[test]
fn a_wide_rest_decides_nothing_and_says_how_many_games_would() {
    let wide = Terms { whole: measured(0.0, 5.0), ..terms(0.0, 50.0, 100.0, 0.5, 20.0) };
    let account = Account::new(wide, PLAYED);
    let Verdict::NotDecided { games: Some(games) } = account.verdict else {
        panic!("{account:?}");
    };
    let price = Price::of(&wide, PLAYED);
    let all = 250 + (PRICE_OF_A_DOUBLING * games as f64) as u32;
    assert!(price.half_width(price.split(all)) <= DECISIVE, "{games}");
    let half = price.half_width(Games { at_equal_depth: 100 + games as u32 / 3, doubling: 100 });
    assert!(half > DECISIVE, "{games}");
    // No game of a term helps a match that is too short.
    let short = Terms { whole: measured(0.0, 20.0), ..wide };
    let verdict = Account::new(short, PLAYED).verdict;
    assert_eq!(verdict, Verdict::NotDecided { games: None });
}

#[test]
fn the_price_goes_where_the_rest_gets_narrowest() {
    let price = Price::of(&terms(0.0, 0.0, 100.0, 1.0, 20.0), PLAYED);
    let split = price.split(1000);
    let spent = f64::from(split.at_equal_depth) + PRICE_OF_A_DOUBLING * f64::from(split.doubling);
    assert!((995.0..=1001.0).contains(&spent), "{split:?}");
    for moved in [-60_i32, -20, 20, 60] {
        let at_equal_depth = split.at_equal_depth.saturating_add_signed(3 * moved);
        let other =
            Games { at_equal_depth, doubling: split.doubling.saturating_add_signed(-2 * moved) };
        assert!(price.half_width(split) < price.half_width(other) + 0.01, "{moved}");
    }
    // Where both need the same nodes the doubling counts for nothing, and the pilot is enough.
    let level = price_of_level();
    assert_eq!(level.split(1000), Games { at_equal_depth: 850, doubling: 100 });
}

fn price_of_level() -> Price {
    let level = Terms { log2_nodes: NONE, ..terms(0.0, 0.0, 100.0, 0.0, 20.0) };
    Price::of(&level, PLAYED)
}

/// Accounts with a known truth, their terms drawn with their own errors: 95 % of the rests contain 0.
#[test]
fn the_interval_of_the_rest_contains_the_truth_nineteen_times_in_twenty() {
    let mut state = 1_u64;
    let mut normal = || {
        let sum: f64 = (0..12)
            .map(|_| {
                state = state
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                (state >> 11) as f64 / (1_u64 << 53) as f64
            })
            .sum();
        sum - 6.0
    };
    let mut near = |value: f64, error: f64| measured(value + error * normal(), error);
    let mut inside = 0;
    for _ in 0..4000 {
        let terms = Terms {
            whole: near(-60.0 + 30.0, 9.0),
            at_equal_depth: near(-10.0, 7.0),
            doubling: near(100.0, 12.0),
            log2_nodes: near(0.5, 0.03),
            log2_given: near(0.3, 0.02),
        };
        inside += usize::from(Account::new(terms, PLAYED).rest.interval().contains(0.0));
    }
    assert!((3740..=3860).contains(&inside), "{inside}");
}
