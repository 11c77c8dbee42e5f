//! A report made from counts: of games or pairs given by hand, or of the pairs of a match in their order.

use serde::Serialize;

use super::outlook::TestSummary;
use super::pairs::{PairsFile, ScheduledPairs, counts};
use super::summary::{AnytimeInterval, Headline, anytime, headline};
use stats::anytime::Anytime;
use stats::exit::ExitEstimate;
use stats::headline::NamedInterval;
use stats::pair_counts::PairCounts;
use stats::sprt::Sprt;
use stats::stop::{SequentialMonitor, StopRule, Stopped};
use stats::{CONFIDENCE, Estimates, Figure, Pentanomial, ScoreCounts, Wdl, ratios};

/// Everything the report says, as numbers.
#[derive(Clone, Debug, Serialize)]
pub struct CountsReport {
    /// The names of the two sides, `A` and `B` where they are not known.
    pub players: [String; 2],
    /// All games.
    pub all: Wdl,
    /// Complete pairs; a pair of one all, where the counts do not tell two draws from a win each, has two draws.
    pub pairs: Pentanomial,
    /// The correlation of the two games of a pair; `null` where the counts do not tell it.
    pub pair_correlation: Figure,
    /// The verdict of a planned length.
    pub headline: Headline,
    /// Estimates from single games; without games where the counts do not tell their draws.
    pub on_games: Estimates,
    /// Estimates from complete pairs.
    pub on_pairs: Estimates,
    /// The anytime-valid interval, of the pairs before the first one missing; `null` without the order of the pairs.
    pub anytime: Option<AnytimeInterval>,
    /// The decision of the rules; `null` without.
    pub stopped: Option<Stopped>,
    /// The estimate where a test has ended the match.
    pub exit: Option<ExitEstimate>,
    /// Games that were finished, or begun, when a rule had decided.
    pub games_after: u64,
    /// The sequential test, of the pairs that it has seen.
    pub sprt: Option<TestSummary>,
    /// Whether the match came to its planned end without a rule that looks at its results.
    #[serde(skip)]
    is_planned_end: bool,
    /// Whether no rule looks at the results.
    #[serde(skip)]
    pub(super) is_without_rules: bool,
}

impl CountsReport {
    /// The report of pairs, games or both, given by hand.
    #[must_use]
    pub fn of(pairs: Option<PairCounts>, games: Option<Wdl>, sprt: Option<Sprt>) -> CountsReport {
        let split = pairs.and_then(PairCounts::split);
        let counted = pairs.map(PairCounts::taking_middle_for_drawn).unwrap_or_default();
        let games = games.or_else(|| split.map(Pentanomial::games));
        let all = games.unwrap_or_else(|| counted.games());
        let games = games.unwrap_or_default();
        let (of_games, of_pairs) = (ScoreCounts::from(games), ScoreCounts::from(counted));
        let (on_games, on_pairs) = (Estimates::of(&of_games, games), Estimates::of(&of_pairs, all));
        let of_test = if pairs.is_some() { of_pairs } else { of_games };
        CountsReport {
            players: ["A", "B"].map(str::to_owned),
            all,
            pairs: counted,
            pair_correlation: split.and_then(ratios::pair_correlation).into(),
            headline: headline(&on_games, &on_pairs, None),
            on_games,
            on_pairs,
            anytime: None,
            stopped: None,
            exit: None,
            games_after: 0,
            sprt: sprt.map(|sprt| TestSummary::on(sprt, &of_test)),
            is_planned_end: true,
            is_without_rules: true,
        }
    }

    /// The report of a pairing's pairs read back, as in the report of the match; `rule` replaces those of the match.
    /// Where a rule has decided, the numbers are of the pairs up to its decision.
    #[must_use]
    pub fn of_pairs(
        file: &PairsFile,
        scheduled: &ScheduledPairs,
        rule: Option<StopRule>,
    ) -> CountsReport {
        let rules = rule.map_or_else(|| file.rules.clone(), |rule| vec![rule]);
        let new = file.new_ones(scheduled);
        let complete: Vec<[u8; 2]> = new.iter().copied().flatten().collect();
        let mut interval = Anytime::new(file.anytime.clone().unwrap_or_default(), CONFIDENCE);
        let mut monitor = SequentialMonitor::new(rules.clone());
        // A running match decides by the pairs before the first missing one.
        for pair in new.into_iter().map_while(|pair| pair) {
            interval.add(pair);
            if monitor.note(pair, interval.evidence()).is_some() {
                break;
            }
        }
        let stopped = monitor.stopped();
        let counted = if stopped.is_some() { monitor.seen() } else { counts(&complete) };
        let sprt = rules.iter().find_map(StopRule::sprt);
        let is_known = file.anytime.is_some() || !rules.is_empty();
        CountsReport {
            players: scheduled.contenders(),
            anytime: is_known.then(|| anytime(&interval)),
            exit: monitor.exit(),
            games_after: stopped.map_or(0, |stopped| scheduled.games_after(stopped.pairs)),
            stopped,
            sprt: sprt.map(|sprt| TestSummary::on(sprt, &monitor.seen().into())),
            is_planned_end: !is_known
                || rules.is_empty() && file.planned.is_none_or(|games| scheduled.games >= games),
            is_without_rules: rules.is_empty(),
            ..CountsReport::of(Some(PairCounts::Six(counted)), None, None)
        }
    }

    /// The interval that the verdict rests on.
    pub(super) fn interval(&self) -> NamedInterval {
        match (&self.exit, self.anytime) {
            (Some(exit), _) => NamedInterval::exit(exit),
            (None, Some(AnytimeInterval { confidence, ends, .. })) if !self.is_planned_end => {
                NamedInterval::anytime(confidence, ends.interval())
            }
            (None, _) => NamedInterval::fixed(self.headline.ends.interval()),
        }
    }
}

impl ScheduledPairs {
    /// The names of the two contenders; `A` and `B` where a name has a dash of its own.
    fn contenders(&self) -> [String; 2] {
        let both = self.names.split_once(" - ").filter(|(_, second)| !second.contains(" - "));
        let (first, second) = both.unwrap_or(("A", "B"));
        [first, second].map(str::to_owned)
    }

    /// Games that are not among these first new pairs, nor among the repeats before the last of them.
    fn games_after(&self, pairs: u64) -> u64 {
        let new = (0..self.pairs.len()).filter(|place| !self.left_out.contains(place));
        let before = new.take(pairs as usize).last().map_or(0, |last| last as u64 + 1);
        self.games.saturating_sub(2 * before)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stats::sprt::Model;

    fn text(report: &CountsReport) -> String {
        report.document().text()
    }

    #[test]
    fn counts_given_by_hand_have_the_verdict_and_the_tables_of_a_match() {
        let test = Sprt::new(0.0, 5.0, 0.05, 0.05, Model::Logistic).unwrap();
        let six = "45,228,220,200,247,60".parse().ok();
        let told = text(&CountsReport::of(six, None, Some(test)));
        for part in [
            "Not yet: 'A' against 'B', +8.5 Elo [-2, +19] (95 % CI) after 2,000 games",
            "[-1.7, 18.7]",
            "[45, 228, 420, 247, 60]",
            "-0.18",
            "An SPRT [0, 5] Elo on these counts has not decided: LLR 1.12 [-2.94, 2.94].",
        ] {
            assert!(told.contains(part), "{part}: {told}");
        }
        // Five counts do not tell draws from a win each.
        let five = CountsReport::of("45,228,420,247,60".parse().ok(), None, None);
        assert_eq!((five.on_games.n, five.pair_correlation.0), (0.0, None));
        assert!(text(&five).contains("[-1.7, 18.7]"), "{}", text(&five));
    }

    #[test]
    fn games_read_well_also_where_one_side_won_all() {
        let of = |wins, draws, losses| {
            text(&CountsReport::of(None, Some(Wdl { wins, draws, losses }), None))
        };
        let told = of(3, 10, 40);
        assert!(told.contains("No: 'A' is weaker than 'B', -300.0 Elo [-414, -198]"), "{told}");
        assert!(told.contains("[-444.7, -209.8]"), "the papers' interval: {told}");
        assert!(of(0, 0, 0).contains("No games yet") && of(5, 0, 0).contains("5.0 - 0.0"));
    }

    #[test]
    fn pairs_in_their_order_have_the_anytime_valid_interval_until_the_first_missing_one() {
        let line = "hefb".repeat(50);
        let of = |characters: &str| {
            let head = "anytime: betting{version=1,length=200,stakes=2.5:1}\nplanned games: 400\n";
            let file = super::super::pairs::read(&format!("{head}pairing: x - y\n{characters}\n"));
            let file = file.unwrap();
            CountsReport::of_pairs(&file, &file.pairings[0], None)
        };
        let whole = of(&line);
        assert_eq!(whole.anytime.map(|interval| interval.pairs), Some(200));
        assert!(text(&whole).contains("(95 % CI) after 400 games"), "{}", text(&whole));
        let some = of(&format!("{}.{}", &line[..90], &line[91..]));
        assert_eq!(some.anytime.map(|interval| interval.pairs), Some(90));
        assert!(text(&some).contains("(anytime-valid 95 % CI) after"), "{}", text(&some));
    }
}
