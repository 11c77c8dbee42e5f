//! The statistics of pairs read back, with the verdict of their match's report.

use super::{PairsFile, ScheduledPairs, counts};
use stats::calculator::{Calculation, Counts, InOrder, NoCounts, PairCounts, calculate};
use stats::stop::StopRule;

impl PairsFile {
    /// The statistics of a pairing, as in the report of the match; `rule` replaces those of the match. Where a rule has
    /// decided, they are of the pairs up to its decision.
    ///
    /// # Errors
    /// There are no pairs.
    pub fn calculation(
        &self,
        scheduled: &ScheduledPairs,
        rule: Option<StopRule>,
    ) -> Result<Calculation, NoCounts> {
        let new = self.new_ones(scheduled);
        let complete: Vec<[u8; 2]> = new.iter().copied().flatten().collect();
        // A running match decides by the pairs before the first missing one.
        let in_a_row: Vec<[u8; 2]> = new.into_iter().map_while(|pair| pair).collect();
        let rules = rule.map_or_else(|| self.rules.clone(), |rule| vec![rule]);
        let method = self.anytime.clone().unwrap_or_default();
        let mut in_order = InOrder::of(method, &rules, in_a_row.iter().copied());
        in_order.is_planned_end =
            rules.is_empty() && self.planned.is_none_or(|planned| scheduled.games >= planned);
        let decided = in_order.stopped.map(|stopped| stopped.pairs);
        in_order.games_after = decided.map_or(0, |pairs| scheduled.games_after(pairs));
        let looked_at = &in_a_row[..in_order.pairs as usize];
        let sprt = rules.iter().find_map(StopRule::sprt);
        let of_pairs = |pairs: &[[u8; 2]]| {
            calculate(Counts { pairs: Some(PairCounts::Six(counts(pairs))), games: None }, sprt)
        };
        Ok(Calculation {
            names: scheduled.contenders(),
            test: of_pairs(looked_at)?.test,
            in_order: Some(in_order).filter(|_| self.anytime.is_some() || !rules.is_empty()),
            ..of_pairs(if decided.is_some() { looked_at } else { &complete })?
        })
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
