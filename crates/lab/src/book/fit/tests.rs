use super::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha12Rng;

const TRUTH: Model = Model { win_at: 130.0, loss_at: -90.0, scale: 70.0 };

fn data(games: u64) -> ModelData {
    ModelData {
        name: "test".to_owned(),
        limits: [String::new(), String::new()],
        signatures: [1, 1],
        book: String::new(),
        plies: 1,
        games,
        pairs: games / 2,
        positions: games,
    }
}

/// Positions with results that follow the model.
fn sample(count: u32, seed: u64) -> Vec<Observation> {
    let mut random = ChaCha12Rng::seed_from_u64(seed);
    let mut one = |pair| {
        let value = random.random_range(-300..=300);
        let chances = TRUTH.chances(f64::from(value));
        let result = match random.random_range(0.0..1.0) {
            u if u < chances.win => Result3::Win,
            u if u < chances.win + chances.draw => Result3::Draw,
            _ => Result3::Loss,
        };
        Observation { pair, value, result }
    };
    (0..count).map(&mut one).collect()
}

#[test]
fn the_true_model_is_found_within_its_errors() {
    let fitted = fit(&sample(20_000, 1), data(20_000)).unwrap();
    let FittedModel { model, standard_errors: errors, .. } = &fitted;
    for (found, truth, error) in [
        (model.win_at, TRUTH.win_at, errors.win_at),
        (model.loss_at, TRUTH.loss_at, errors.loss_at),
        (model.scale, TRUTH.scale, errors.scale),
    ] {
        assert!(error > 0.1 && error < 3.0, "{fitted:?}");
        assert!((found - truth).abs() < 3.5 * error, "{found} {truth} {error}");
    }
    assert!(fitted.log_likelihood > fitted.null_log_likelihood + 0.1);
    assert_eq!(fitted.calibration.len(), 10);
    for row in &fitted.calibration {
        for i in 0..3 {
            assert!((row.predicted[i] - row.observed[i]).abs() < 0.06, "{row:?}");
        }
    }
}

#[test]
fn standard_errors_tell_how_estimates_spread() {
    let fits: Vec<FittedModel> =
        (0..60).map(|seed| fit(&sample(1000, seed), data(1000)).unwrap()).collect();
    let mean = fits.iter().map(|fit| fit.model.win_at).sum::<f64>() / 60.0;
    let spread = fits.iter().map(|fit| (fit.model.win_at - mean).powi(2)).sum::<f64>() / 59.0;
    let told = fits.iter().map(|fit| fit.standard_errors.win_at).sum::<f64>() / 60.0;
    assert!((0.75..1.35).contains(&(spread.sqrt() / told)), "{} {told}", spread.sqrt());
}

#[test]
fn copies_of_a_position_make_no_model_more_certain() {
    let once = sample(1000, 5);
    let copies: Vec<Observation> = once.iter().flat_map(|&observation| [observation; 4]).collect();
    let (once, copied) = (fit(&once, data(1000)).unwrap(), fit(&copies, data(1000)).unwrap());
    assert!((once.model.win_at - copied.model.win_at).abs() < 1e-6);
    let errors = (once.standard_errors.win_at, copied.standard_errors.win_at);
    assert!((errors.0 - errors.1).abs() < 1e-6, "{errors:?}");
}

#[test]
fn what_makes_no_model_says_why() {
    let few = fit(&sample(10, 1), data(10)).unwrap_err();
    assert!(few.contains("too few for a model"), "{few}");
    let upside_down: Vec<Observation> = sample(1000, 1)
        .iter()
        .map(|observation| Observation { value: -observation.value, ..*observation })
        .collect();
    let problem = fit(&upside_down, data(1000)).unwrap_err();
    assert!(problem.contains("better values did not win more"), "{problem}");
    let alike: Vec<Observation> = sample(1000, 1)
        .iter()
        .map(|observation| Observation { value: 0, ..*observation })
        .collect();
    assert!(fit(&alike, data(1000)).is_err());
}
