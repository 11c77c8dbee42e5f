//! Explains the numbers of a calculation in words.

use super::{Calculation, InOrder, PairCounts, TestResult};
use crate::Unit;
use crate::headline::{Gap, NamedInterval, Names, Prospect, Tested, Verdict};
use crate::sprt::State;
use crate::words;

impl Calculation {
    /// The numbers explained, a sentence a line.
    #[must_use]
    pub fn text(&self) -> String {
        lines(self).into_iter().map(|line| line + "\n").collect()
    }
}

fn lines(calculation: &Calculation) -> Vec<String> {
    let estimates = &calculation.estimates;
    let mut lines = vec![verdict(calculation).sentence()];
    let after = calculation.in_order.as_ref().map_or(0, |in_order| in_order.games_after);
    lines.extend(words::games_after(after));
    if estimates.score.0.is_none() {
        lines.extend(calculation.test.as_ref().map(test));
        return lines;
    }
    lines.extend([String::new(), "Details:".to_owned(), score(calculation)]);
    lines.push(format!(
        "Elo {} by empirical likelihood, which holds for few and one-sided results too.",
        words::elo_with_interval(estimates.elo.0, estimates.likelihood_elo())
    ));
    lines.extend(student(calculation));
    lines.extend(calculation.in_order.as_ref().map(|interval| in_order(calculation, interval)));
    lines.extend(normalized(calculation));
    lines.push(superiority(calculation));
    lines.extend(ratios(calculation));
    lines.extend(calculation.test.as_ref().map(test));
    lines
}

/// Counts without a schedule are taken for the end of a planned length.
fn verdict(calculation: &Calculation) -> Verdict<'_> {
    let estimates = &calculation.estimates;
    let unit = calculation.counts.score_counts().map_or(Unit::Game, |counts| counts.unit());
    let games = (estimates.n * unit.games()) as u64;
    let in_order = calculation.in_order.as_ref();
    let stopped = in_order.and_then(|in_order| in_order.stopped.as_ref());
    let [first, second] = &calculation.names;
    Verdict {
        names: Names { first, second },
        elo: in_order.and_then(|in_order| in_order.exit?.elo.0).or(estimates.elo.0),
        interval: in_order
            .and_then(InOrder::in_force)
            .unwrap_or_else(|| NamedInterval::fixed(estimates.likelihood_elo())),
        gap: Gap::of(estimates, unit),
        games,
        tested: stopped.and_then(|stopped| Tested::of(stopped.decision, &stopped.rule)),
        prospect: in_order
            .is_none_or(|in_order| !in_order.has_rules)
            .then_some(Prospect::Narrows(games)),
        pace: None,
    }
}

fn score(calculation: &Calculation) -> String {
    let single = calculation.counts.decisive_games();
    let unit = match calculation.counts.pairs.map(PairCounts::taking_middle_for_drawn) {
        Some(pairs) => {
            format!("{}, Ptnml(0-2) {}", words::several(pairs.pairs(), "pair"), words::ptnml(pairs))
        }
        None => words::several(single.games(), "game"),
    };
    let games = match calculation.counts.pairs {
        Some(pairs) => pairs.taking_middle_for_drawn().games(),
        None => single,
    };
    format!(
        "Score {} in {unit}: {} of the points.",
        words::points(games),
        words::winning_percentage(games)
    )
}

fn in_order(calculation: &Calculation, interval: &InOrder) -> String {
    let complete =
        calculation.counts.pairs.map_or(0, |pairs| pairs.taking_middle_for_drawn().pairs());
    let pairs = match interval.pairs == complete {
        true => format!("all {}", words::several(complete, "pair")),
        false => {
            format!("the {} before the first one missing", words::several(interval.pairs, "pair"))
        }
    };
    format!(
        "Elo {} anytime-valid, {}: of {pairs}, safe to check while the match runs.",
        words::elo_with_interval(calculation.estimates.elo.0, interval.elo()),
        interval.method.words()
    )
}

/// The papers' interval, from single games.
fn student(calculation: &Calculation) -> Option<String> {
    let estimates = &calculation.estimates;
    let unit = calculation.counts.score_counts()?.unit();
    let plus_minus = words::plus_minus(estimates.elo.0?, estimates.t_elo_pm.0?);
    (unit == Unit::Game).then(|| match (estimates.student_elo(), plus_minus) {
        (Some(ends), Some(plus_minus)) => {
            format!("Elo {plus_minus}, {} by Student's t.", words::interval(ends))
        }
        _ => "Student's t has no interval here.".to_owned(),
    })
}

fn normalized(calculation: &Calculation) -> Option<String> {
    let estimates = &calculation.estimates;
    let text = words::plus_minus(estimates.nelo.0?, estimates.nelo_err_delta.0?)?;
    Some(format!(
        "Normalized Elo {text}: the difference per unit of noise, which sets the length of a test."
    ))
}

fn superiority(calculation: &Calculation) -> String {
    let of_pairs = calculation.in_order.as_ref().map(|in_order| {
        let (log_evidence, claim) = match (in_order.log_e_pos, in_order.log_e_neg) {
            (above, below) if below > above => (below, "weaker"),
            (above, _) => (above, "stronger"),
        };
        let evidence = evidence(log_evidence);
        format!(
            "; anytime-valid evidence that it is {claim}: {evidence} to 1 (20 to 1 is worth 5 %)"
        )
    });
    format!(
        "LOS {} (likelihood of superiority: that A is stronger){}.",
        words::probability(calculation.estimates.los.0.unwrap_or(0.5)),
        of_pairs.unwrap_or_default()
    )
}

/// An e-value; beyond a million only its order of magnitude.
fn evidence(log_evidence: f64) -> String {
    match log_evidence {
        log if log > 1e6_f64.ln() => format!("10^{:.0}", log / std::f64::consts::LN_10),
        log if log < 0.01_f64.ln() => "less than 0.01".to_owned(),
        log if log > 100_f64.ln() => words::count(log.exp().round() as u64),
        log => words::decimal(log.exp(), 2),
    }
}

fn ratios(calculation: &Calculation) -> Option<String> {
    let ratios = &calculation.ratios;
    let shares = [("draws", ratios.draw_ratio), ("pairs one all", ratios.pair_draw_ratio)]
        .into_iter()
        .filter_map(|(name, share)| {
            Some(format!("{name} {} %", words::decimal(100.0 * share.0?, 1)))
        });
    let quotients = [
        ("winning ratio", ratios.winning_ratio),
        ("pairs ratio", ratios.pairs_ratio),
        ("WL/DD", ratios.wl_dd_ratio),
        ("correlation within pairs", ratios.pair_correlation),
    ]
    .into_iter()
    .filter_map(|(name, value)| Some(format!("{name} {}", words::ratio(Some(value.0?)))));
    let all: Vec<String> = shares.chain(quotients).collect();
    let mut text = all.join(", ");
    text.get_mut(..1)?.make_ascii_uppercase();
    Some(text + ".")
}

fn test(result: &TestResult) -> String {
    let TestResult { sprt, lower, upper, llr, state, .. } = result;
    format!(
        "SPRT {}: log-likelihood ratio {} between {} and {}; {}.",
        sprt.bounds(),
        words::decimal(*llr, 2),
        words::decimal(*lower, 2),
        words::decimal(*upper, 2),
        accepted(*state, [sprt.elo0, sprt.elo1], sprt.model.unit())
    )
}

fn accepted(state: State, [h0, h1]: [f64; 2], unit: &str) -> String {
    match state {
        State::Continue => "neither bound is reached, so far the test is inconclusive".to_owned(),
        State::H0 => format!("the test accepts H0, {h0} {unit}"),
        State::H1 => format!("the test accepts H1, {h1} {unit}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Wdl;
    use crate::anytime::Method;
    use crate::calculator::{Counts, calculate};
    use crate::sprt::{Model, Sprt};

    #[test]
    fn pairs_read_well() {
        let counts = Counts { pairs: "45,228,220,200,247,60".parse().ok(), games: None };
        let test = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Logistic).unwrap();
        let text = calculate(counts, Some(test)).unwrap().text();
        assert_eq!(text, include_str!("../../tests/data/pairs.txt"));
    }

    #[test]
    fn pairs_in_their_order_have_the_interval_of_the_report() {
        let pairs = [[2, 1], [1, 1], [2, 2], [0, 1]].repeat(50);
        let counts = Counts { pairs: "0,50,50,0,50,50".parse().ok(), games: None };
        let text = |pairs: &[[u8; 2]]| {
            let in_order = InOrder::of(Method::tuned_for(200), &[], pairs.iter().copied());
            let ends = words::interval(in_order.elo());
            let calculation = calculate(counts, None).unwrap();
            (Calculation { in_order: Some(in_order), ..calculation }.text(), ends)
        };
        let (some, _) = text(&pairs[..90]);
        assert!(some.contains(": of the 90 pairs before the first one missing, safe"), "{some}");
        let (text, ends) = text(&pairs);
        let how =
            "by bets on the pairs in their order, tuned for 200 pairs: of all 200 pairs, safe";
        assert!(text.contains(&format!("{ends} anytime-valid, {how}")), "{text}");
        assert!(!text.contains("order-free"), "{text}");
    }

    #[test]
    fn games_read_well_also_where_one_side_won_all() {
        let text = |wins, draws, losses| {
            let games = Some(Wdl { wins, draws, losses });
            calculate(Counts { pairs: None, games }, None).unwrap().text()
        };
        assert_eq!(text(3, 10, 40), include_str!("../../tests/data/games.txt"));
        assert!(text(0, 0, 0).starts_with("No games yet") && text(0, 0, 0).lines().count() == 1);
        assert!(!text(5, 0, 0).contains("Student's t"));
        assert!(text(5, 0, 0).contains("Score 5.0 - 0.0 in 5 games: 100.0 % of the points."));
    }

    #[test]
    fn evidence_is_told_as_exactly_as_it_matters() {
        let told = [1e-3_f64, 0.05, 20.0, 1234.0, 1e8].map(|value| evidence(value.ln()));
        assert_eq!(told, ["less than 0.01", "0.05", "20.00", "1,234", "10^8"]);
    }

    #[test]
    fn a_test_is_told_with_its_bounds_and_where_it_stands() {
        let told = |counts: &str, model| {
            let counts = Counts { pairs: counts.parse().ok(), games: None };
            let sprt = Sprt::new(0.0, 20.0, 0.05, 0.05, model).unwrap();
            calculate(counts, Some(sprt)).unwrap().text().lines().last().unwrap().to_owned()
        };
        let passed = told("10,50,100,300,90", Model::Logistic);
        assert!(passed.starts_with("SPRT [0, 20] Elo: log-likelihood ratio "), "{passed}");
        assert!(
            passed.ends_with("between -2.94 and 2.94; the test accepts H1, 20 Elo."),
            "{passed}"
        );
        let failed = told("90,300,50,50,50,10", Model::Normalized);
        assert!(failed.ends_with("the test accepts H0, 0 nElo."), "{failed}");
    }
}
