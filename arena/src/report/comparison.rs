//! Several matches side by side, a row each, as in Eiriksson's Tables 2 to 6.

use std::path::Path;

use serde::Serialize;

use super::RenderError;
use super::openbench::of_summary;
use super::stopped::{Outcome, StopSummary};
use super::summary::{AnytimeInterval, Ends, Headline, SCHEMA, Summary};
use document::Rows;
use document::{Block, Document, Table};
use stats::stop::StopRules;
use stats::words;
use stats::{Figure, Interval, Wdl};

/// Matches of two contenders each.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    /// Version of this layout.
    pub schema: u32,
    /// The matches, in the order they were given in.
    pub matches: Vec<ComparedMatch>,
    /// How much the first contender of each match but the first gained beyond that of the first match, in
    /// Elo; `null` where there is no number.
    pub differences: Vec<Option<Difference>>,
}

/// The difference of two matches that share no game.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Difference {
    /// Elo of one match less that of the other.
    pub elo: f64,
    /// Its 95 % interval.
    #[serde(flatten)]
    pub ends: Ends,
}

impl Difference {
    /// By the intervals of both (Zou and Donner 2008, "Construction of confidence limits about effect
    /// measures"): the squares of the distances from estimate to end add up.
    fn of(headline: &Headline, base: &Headline) -> Option<Difference> {
        let finite = |of: &Headline| of.elo.0.filter(|elo| elo.is_finite());
        let (this, other) = (finite(headline)?, finite(base)?);
        let (ours, theirs) = (headline.ends.interval(), base.ends.interval());
        let elo = this - other;
        let low = elo - (this - ours.low).hypot(theirs.high - other);
        let high = elo + (ours.high - this).hypot(other - theirs.low);
        Some(Difference { elo, ends: Interval { low, high }.into() })
    }
}

/// One match.
#[derive(Clone, Debug, Serialize)]
pub struct ComparedMatch {
    /// Its journal.
    pub file: String,
    /// Name: the match file's, without extension.
    pub name: String,
    /// What it was to find out.
    pub question: Option<String>,
    /// The names of the contenders.
    pub contenders: [String; 2],
    /// Games planned.
    pub planned: u64,
    /// Results of the first contender.
    pub games: Wdl,
    /// Complete pairs.
    pub pairs: u64,
    /// Points of both sides.
    pub points: [f64; 2],
    /// Per cent of the points.
    pub winning_percentage: Figure,
    /// Points by the opponent's.
    pub winning_ratio: Figure,
    /// Elo difference from single games, as the papers have it.
    pub papers_elo: Figure,
    /// Half the width of its interval.
    pub papers_elo_pm: Figure,
    /// The verdict.
    pub headline: Headline,
    /// The anytime-valid interval.
    pub anytime: AnytimeInterval,
    /// Likelihood of superiority.
    pub los: Figure,
    /// The rules that may end it early, in their notation; empty where there is none.
    pub stop_rules: StopRules,
    /// What those of them say that look at the results; `null` for a match without.
    pub stop: Option<StopSummary>,
    /// The lines that engine authors paste.
    #[serde(skip)]
    pub(super) test_result: String,
}

impl Comparison {
    /// These matches side by side, each with its journal.
    #[must_use]
    pub fn of<'a>(matches: impl IntoIterator<Item = (&'a Path, &'a Summary)>) -> Comparison {
        let compared = |(file, summary): (&Path, &Summary)| ComparedMatch::of(file, summary);
        let matches: Vec<ComparedMatch> = matches.into_iter().map(compared).collect();
        let to_first = |of: &ComparedMatch| Difference::of(&of.headline, &matches[0].headline);
        let differences = matches.iter().skip(1).map(to_first).collect();
        Comparison { schema: SCHEMA, matches, differences }
    }

    pub(super) fn document(&self) -> Document {
        let title = words::several(self.matches.len() as u64, "match").replace("matchs", "matches");
        let mut blocks = vec![
            Block::Title(title),
            Block::Table(self.papers_table()),
            Block::Table(self.verdicts()),
        ];
        blocks.extend(self.differences().map(Block::Table));
        blocks.push(Block::Table(self.places()));
        blocks.extend(self.questions().map(Block::Table));
        blocks.extend(self.caveats().map(Block::Paragraph));
        Document(blocks)
    }

    /// Score, winning percentage and Elo difference by the papers' method.
    pub(super) fn papers_table(&self) -> Table {
        let mut table =
            Table::new(["Match", "score", "winning %", "winning ratio", "Elo difference"]);
        for of in &self.matches {
            let plus_minus = match (of.papers_elo.0, of.papers_elo_pm.0) {
                (Some(elo), Some(half)) => words::plus_minus(elo, half),
                _ => None,
            };
            let elo = plus_minus.unwrap_or_else(|| words::elo(of.papers_elo.0));
            let score = words::points(of.games);
            let percentage = words::winning_percentage(of.games);
            table.row([of.names(), score, percentage, words::winning_ratio(of.games), elo]);
        }
        table
    }

    /// What is to be made of it.
    pub(super) fn verdicts(&self) -> Table {
        let has_rules = self.matches.iter().any(|of| of.stop_rules != StopRules::default());
        let heading =
            ["Elo, by pairs", "Elo", "95 % CI", "anytime-valid", "LOS", "games", "planned"];
        let mut table = Table::new(heading.into_iter().chain(has_rules.then_some("stop rules")));
        for of in &self.matches {
            let once = of.headline.ends.interval();
            let cells = [
                of.names(),
                words::elo(of.headline.elo.0),
                words::interval(once),
                words::interval(of.anytime.ends.interval()),
                words::probability(of.los.0.unwrap_or(0.5)),
                words::count(of.games.games()),
                words::count(of.planned),
            ];
            table.row(cells.into_iter().chain(has_rules.then(|| of.test_and_decision())));
        }
        table
    }

    /// The difference of each match from the first one.
    fn differences(&self) -> Option<Table> {
        let first = self.matches.first()?;
        let mut table = Table::new([
            format!("Elo beyond that of {}", first.title()),
            "Elo".to_owned(),
            "95 % CI".to_owned(),
        ]);
        for (of, difference) in self.matches.iter().skip(1).zip(&self.differences) {
            let elo = difference.map_or("n/a".to_owned(), |of| words::signed(of.elo, 1));
            let ends = difference.map(|of| words::interval(of.ends.interval()));
            table.row([of.title(), elo, ends.unwrap_or("n/a".to_owned())]);
        }
        (self.matches.len() > 1).then_some(table)
    }

    /// Where the games are, and who played.
    fn places(&self) -> Table {
        let mut table = Table::new(["Match", "contenders", "journal"]).of_words();
        for of in &self.matches {
            table.row([of.name.clone(), of.names(), of.file.clone()]);
        }
        table
    }

    fn questions(&self) -> Option<Table> {
        let mut table = Table::new(["Match file", "question"]).of_words();
        for of in &self.matches {
            table.row([of.name.as_str(), of.question.as_deref().unwrap_or_default()]);
        }
        self.matches.iter().any(|of| of.question.is_some()).then_some(table)
    }

    /// What a reader must know who looks at many matches at once.
    fn caveats(&self) -> impl Iterator<Item = String> {
        let decided = self.matches.iter().filter(|of| of.is_decided()).count();
        let biased = (decided > 0).then(|| {
            "A match that stops when its result is clear overstates it: where a rule has decided, \
             the Elo difference and the 95 % CI are biased; the anytime-valid 95 % CI is not."
                .to_owned()
        });
        let count = self.matches.len();
        let many = (count > 1).then(|| {
            format!(
                "Each 95 % CI is right 95 times in 100 by itself: of {count} matches one may \
                 well be misjudged, and the largest difference is more likely too large than too \
                 small."
            )
        });
        biased.into_iter().chain(many)
    }

    pub(super) fn csv(&self) -> Result<String, RenderError> {
        let mut rows = Rows::new();
        rows.row([
            "file",
            "match",
            "first",
            "second",
            "games",
            "wins",
            "draws",
            "losses",
            "points",
            "winning_percentage",
            "winning_ratio",
            "papers_elo",
            "papers_elo_pm",
            "elo",
            "elo_lo",
            "elo_hi",
            "anytime_lo",
            "anytime_hi",
            "los",
            "stop_rules",
            "decision",
        ])?;
        for of in &self.matches {
            let Wdl { wins, draws, losses } = of.games;
            let Ends { elo_lo, elo_hi } = of.headline.ends;
            let anytime = of.anytime.ends;
            let counts = [of.games.games(), wins, draws, losses].map(|count| count.to_string());
            let figures = [
                of.winning_percentage,
                of.winning_ratio,
                of.papers_elo,
                of.papers_elo_pm,
                of.headline.elo,
                elo_lo,
                elo_hi,
                anytime.elo_lo,
                anytime.elo_hi,
                of.los,
            ]
            .map(|figure| figure.to_string());
            let [first, second] = of.contenders.clone();
            let names = [of.file.clone(), of.name.clone(), first, second].into_iter();
            let points = std::iter::once(of.points[0].to_string());
            let rules = [of.stop_rules.to_string(), of.decision()];
            let record = names.chain(counts).chain(points).chain(figures).chain(rules);
            rows.row(record)?;
        }
        Ok(rows.text()?)
    }
}

impl ComparedMatch {
    fn of(file: &Path, summary: &Summary) -> ComparedMatch {
        let Summary { facts, games, .. } = summary;
        let [first, second] = facts.contenders.each_ref().map(|of| &of.name);
        let superior = if summary.on_pairs.n > 0.0 { &summary.on_pairs } else { &summary.on_games };
        ComparedMatch {
            file: file.display().to_string(),
            name: facts.name.clone(),
            question: facts.question.clone(),
            contenders: facts.contenders.each_ref().map(|of| of.name.clone()),
            planned: games.planned,
            games: games.all,
            pairs: summary.pairs.complete,
            points: games.points,
            winning_percentage: games.winning_percentage,
            winning_ratio: games.winning_ratio,
            papers_elo: summary.on_games.elo,
            papers_elo_pm: summary.on_games.t_elo_pm,
            headline: summary.headline,
            anytime: summary.anytime,
            los: superior.los,
            stop_rules: facts.stop.clone(),
            stop: summary.stop.clone(),
            test_result: format!("{}: {first} - {second}\n{}", facts.name, of_summary(summary)),
        }
    }

    /// Whether a rule found the result clear.
    fn is_decided(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.outcome.is_decision())
    }

    /// The match's name, and its contenders.
    pub(super) fn title(&self) -> String {
        format!("{}: {}", self.name, self.names())
    }

    /// The log-likelihood ratio and what became of the test; what else the rules have done.
    fn test_and_decision(&self) -> String {
        match self.stop.as_ref().and_then(|stop| stop.sprt) {
            Some(test) => format!("{}, {}: {}", test.ratio(), test.hypotheses(), self.decision()),
            None => self.decision(),
        }
    }

    /// What the rules that may end the match have done, in a few words.
    fn decision(&self) -> String {
        let played = self.games.games();
        match (self.stop.as_ref().map(|stop| stop.outcome), self.stop_rules.games) {
            (Some(Outcome::H0), _) => "H0 accepted".to_owned(),
            (Some(Outcome::H1), _) => "H1 accepted".to_owned(),
            (Some(Outcome::Stronger), _) => "first is stronger".to_owned(),
            (Some(Outcome::Weaker), _) => "first is weaker".to_owned(),
            (Some(Outcome::Inconclusive), _) => "not decided".to_owned(),
            (Some(Outcome::Open), _) => "not decided yet".to_owned(),
            (None, Some(limit)) if played >= u64::from(limit) => {
                format!("limit of {} games", words::count(u64::from(limit)))
            }
            (None, _) if self.stop_rules == StopRules::default() => "none".to_owned(),
            (None, _) if played < self.planned => "not finished".to_owned(),
            (None, _) => "none applied".to_owned(),
        }
    }

    /// The row's name.
    fn names(&self) -> String {
        let [first, second] = &self.contenders;
        format!("{first} vs. {second}")
    }
}
