//! The numbers of a report.

mod counted;
mod intervals;

use serde::Serialize;

use super::differs_in::differing_settings;
use super::effort::Effort;
use super::machine::MachineSummary;
use super::stopped::{self, StopSummary};
use super::technique_uses::{TechniqueComparison, compared};
use super::validity::Validity;
use crate::score::tally::{ByContender, Lengths, Tally};
use crate::storage::differences::DifferingSetting;
use crate::storage::facts::MatchFacts;
use counted::{games_of, openings, pairs_of};
use stats::book_cost::BookCost;
use stats::exit::ExitEstimate;
use stats::headline::NamedInterval;
use stats::stop::RuleChange;
use stats::{Estimates, Pentanomial, Wdl, ratios};

pub use super::ends::Ends;
pub use counted::{Ended, Games, OpeningResult, Openings, Pairs, VaryingPair};
pub use intervals::{AnytimeInterval, Headline, Method};
pub(super) use intervals::{anytime, clustered, clustered_by_opening, headline};

/// Games, and openings, that a report lists: the first ones. Those beyond count, and are in the journal.
pub(super) const LISTED: usize = 10_000;

/// Version of the layout of report.json. It grows when a key changes its meaning or goes away.
pub const SCHEMA: u32 = 3;

/// Everything a report says, as numbers. From the first contender's view; no number here is
/// rounded.
#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    /// Version of this layout.
    pub schema: u32,
    /// The facts of the match.
    #[serde(rename = "match")]
    pub facts: MatchFacts,
    /// The settings in which the contenders differ.
    pub differs_in: Vec<DifferingSetting>,
    /// Games and points.
    pub games: Games,
    /// Whether faults could have decided the match.
    pub validity: Validity,
    /// The time that the machine took.
    pub machine: MachineSummary,
    /// The estimate of a match of fixed length.
    pub headline: Headline,
    /// The interval that the verdict rests on.
    pub verdict_by: VerdictBy,
    /// Complete pairs.
    pub pairs: Pairs,
    /// The cost of the openings, by a model of the games; `null` where there are fewer than 50 pairs, or
    /// the model cannot give such results.
    pub book_cost: Option<BookCost>,
    /// Estimates from single games: the papers' method.
    pub on_games: Estimates,
    /// Estimates from complete pairs.
    pub on_pairs: Estimates,
    /// The interval with openings as the unit, where openings were used again.
    pub clustered_by_opening: Option<Ends>,
    /// The anytime-valid interval, by the method that `match.anytime` names, from the contiguous
    /// pairs in schedule order.
    pub anytime: AnytimeInterval,
    /// The estimate of a match that a test by likelihood ratios has ended, from the law of its exit; `null` for
    /// others.
    pub exit: Option<ExitEstimate>,
    /// The decision of the rules that look at the results; `null` for a match without.
    pub stop: Option<StopSummary>,
    /// Changes of those rules after games were played, in order.
    pub rule_changes: Vec<RuleChange>,
    /// Results by the way the game ended.
    pub terminations: Vec<Ended>,
    /// Lengths of the games, without the opening.
    pub plies: Lengths,
    /// Use of the openings.
    pub openings: Openings,
    /// Each contender's searches and clock.
    pub contenders: ByContender<Effort>,
    /// The techniques that a contender has tried, those that differ most first.
    pub techniques: Vec<TechniqueComparison>,
}

impl Summary {
    /// The summary of a tally.
    #[must_use]
    pub fn of(facts: &MatchFacts, tally: &Tally) -> Summary {
        let stop = stopped::of(facts, tally);
        let exit = tally.monitor.exit();
        let games = tally.games();
        // Games that were under way when a rule decided are no evidence, nor are games that repeat others.
        let decided = stop.as_ref().and_then(StopSummary::pairs_of_decision);
        let pairs = decided.unwrap_or_else(|| tally.pairs());
        let is_all = decided.is_none() && tally.repeated_pairs() == 0;
        let new_games = if is_all { games } else { pairs.games() };
        let on_games = Estimates::of(&new_games.into(), new_games);
        let on_pairs = Estimates::of(&pairs.into(), pairs.games());
        let clustered_by_opening = clustered_by_opening(&tally.encounter);
        let [first, second] = &facts.contenders;
        let contenders = ByContender {
            first: Effort::of(&first.name, &tally.contenders.first),
            second: Effort::of(&second.name, &tally.contenders.second),
        };
        let is_complete = games.games() >= u64::from(facts.planned());
        Summary {
            schema: SCHEMA,
            // A match keeps the method that its first game has.
            facts: MatchFacts {
                anytime: tally.anytime.evidence().method().clone(),
                ..facts.clone()
            },
            differs_in: differing_settings(&facts.contenders),
            games: games_of(facts, tally),
            validity: Validity::of(&[
                (games, &contenders.first),
                (games.reversed(), &contenders.second),
            ]),
            machine: MachineSummary::of(tally),
            headline: headline(&on_games, &on_pairs, clustered_by_opening),
            verdict_by: match is_complete && stop.is_none() {
                true => VerdictBy::Headline,
                false if exit.is_some() => VerdictBy::Exit,
                false => VerdictBy::Anytime,
            },
            pairs: pairs_of(tally),
            book_cost: book_cost(tally.pairs()),
            on_games,
            on_pairs,
            clustered_by_opening,
            anytime: anytime(&tally.anytime),
            exit,
            stop,
            rule_changes: Vec::new(),
            terminations: tally
                .terminations
                .iter()
                .map(|(&termination, &games)| Ended { termination, games })
                .collect(),
            plies: tally.lengths,
            openings: openings(tally),
            techniques: compared(&contenders),
            contenders,
        }
    }

    /// The names of the contenders.
    #[must_use]
    pub fn names(&self) -> [&str; 2] {
        self.facts.contenders.each_ref().map(|contender| contender.name.as_str())
    }

    /// The effort of both contenders.
    pub(super) fn sides(&self) -> [&Effort; 2] {
        [&self.contenders.first, &self.contenders.second]
    }

    /// Whether a rule has found the result clear.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.outcome.decision().is_some())
    }

    /// The games that the verdict counts: all, or those up to the pair at which a rule decided.
    #[must_use]
    pub fn counted(&self) -> Wdl {
        let decided = self.stop.as_ref().and_then(StopSummary::pairs_of_decision);
        decided.map_or(self.games.all, |pairs| pairs.games())
    }

    /// Whether the match has come to its end: all games are played, or a rule has decided it.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_decided() || self.games.played >= self.games.planned
    }

    /// The Elo difference that is shown: that of the test's exit, or else of all games which are evidence, also of those
    /// that wait for their partner.
    #[must_use]
    pub fn elo(&self) -> Option<f64> {
        match (&self.exit, self.pairs.unpaired_games) {
            (Some(exit), _) => exit.elo.0,
            (None, 0) => self.headline.elo.0,
            (None, _) => self.on_games.elo.0,
        }
    }

    /// The interval that the verdict rests on, in Elo.
    #[must_use]
    pub fn interval(&self) -> NamedInterval {
        let AnytimeInterval { confidence, ends, .. } = self.anytime;
        let anytime = NamedInterval::anytime(confidence, ends.interval());
        match self.verdict_by {
            VerdictBy::Headline => NamedInterval::fixed(self.headline.ends.interval()),
            VerdictBy::Anytime => anytime,
            VerdictBy::Exit => self.exit.as_ref().map_or(anytime, NamedInterval::exit),
        }
    }

    /// Whether the Elo difference that is shown is too large on average: a rule has decided, and no law of its exit
    /// corrects that.
    pub(super) fn is_biased(&self) -> bool {
        self.is_decided() && self.exit.is_none()
    }
}

/// The interval that a verdict rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum VerdictBy {
    /// That of a fixed length: the match has come to its end, and no rule has looked at its results.
    Headline,
    /// The anytime-valid one: the match is under way, or a rule looks at its results.
    Anytime,
    /// That of the exit of a test by likelihood ratios, which has ended the match.
    Exit,
}

/// With fewer pairs than these, their correlation is known to no better than 0.14.
const PAIRS_TO_JUDGE_A_BOOK: u64 = 50;

fn book_cost(pairs: Pentanomial) -> Option<BookCost> {
    if pairs.pairs() < PAIRS_TO_JUDGE_A_BOOK {
        return None;
    }
    let games = pairs.games();
    BookCost::of(
        ratios::score(games)?,
        ratios::draw_ratio(games)?,
        ratios::pair_correlation(pairs)?,
    )
}
