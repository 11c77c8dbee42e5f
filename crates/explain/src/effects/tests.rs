use super::*;

fn measured(value: f64) -> Measured {
    Measured { value, error: 3.0 }
}

/// Settings by their Elo alone and left out, in a match of this Elo.
fn effects(whole: f64, settings: &[[f64; 2]]) -> Effects {
    let settings = settings.iter().enumerate().map(|(number, &[alone, left_out])| {
        let [alone, left_out] = [alone, left_out].map(measured);
        let effect = Measured::weighted(&[(0.5, alone), (0.5, left_out)]);
        let setting = format!("s{number}");
        let [first, second] = ["on", "off"].map(str::to_owned);
        SettingEffect { setting, first, second, alone, left_out, effect }
    });
    Effects::new(measured(whole), settings.collect(), 400)
}

#[test]
fn settings_that_act_independently_sum_to_the_match_without_interaction() {
    let found = effects(-30.0, &[[-50.0, -50.0], [20.0, 20.0]]);
    assert_eq!((found.together.value, found.rest.measured.value), (-30.0, 0.0));
    assert_eq!(found.interaction.measured.value, 0.0);
    assert_eq!([found.rest.verdict, found.interaction.verdict], [Verdict::Closes; 2]);
    // The mean of two independent numbers, and the sum of two such means.
    assert!((found.settings[0].effect.error - 3.0 / 2.0_f64.sqrt()).abs() < 1e-9);
    assert!((found.together.error - 3.0).abs() < 1e-9);
}

/// Each loses 10 Elo alone, and 50 beside the other: together 60, and 40 of them are neither's alone.
#[test]
fn an_interaction_of_two_is_divided_between_them_and_said() {
    let found = effects(-60.0, &[[-10.0, -50.0], [-10.0, -50.0]]);
    assert_eq!((found.together.value, found.rest.verdict), (-60.0, Verdict::Closes));
    let Judged { measured, verdict } = found.interaction;
    assert_eq!((measured.value, verdict), (-40.0, Verdict::DoesNotClose));
    assert!(of_interaction(&found.interaction).ends_with("the settings do not act independently."));
}

/// Three that lose 60 Elo all together, and nothing by ones and twos: each loses it where it is left out.
#[test]
fn an_interaction_of_three_is_left_in_the_rest() {
    let found = effects(-60.0, &[[0.0, -60.0]; 3]);
    assert_eq!((found.rest.measured.value, found.rest.verdict), (30.0, Verdict::DoesNotClose));
    assert_eq!(found.interaction.verdict, Verdict::DoesNotClose);
}

#[test]
fn a_wide_number_tells_the_games_that_would_decide() {
    let wide = |error: f64, whole: f64| {
        let elo = Measured { value: 0.0, error };
        let one = effects(0.0, &[[0.0, 0.0]]).settings.remove(0);
        let one = SettingEffect { alone: elo, left_out: elo, effect: elo, ..one };
        Effects::new(Measured { value: 0.0, error: whole }, vec![one], 100)
    };
    let Verdict::NotDecided { games: Some(games) } = wide(30.0, 0.0).rest.verdict else {
        panic!("decided")
    };
    // The error falls with the root of the games.
    let half = 30.0 * (100.0 / (100.0 + games as f64)).sqrt() * z();
    assert!((DECISIVE - 0.2..=DECISIVE).contains(&half), "{half}");
    // No game of a setting helps a match that is too short.
    assert_eq!(wide(30.0, 20.0).rest.verdict, Verdict::NotDecided { games: None });
}
