//! From the games of a journal to its report.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::{Arc, mpsc};
use std::thread;

use serde::Serialize;

use super::analysis::replays::Collection;
use super::analysis::{Analysis, Analyst, Replays};
use super::games_digest::{GamesDigest, GamesInOrder};
use super::tournament::TournamentGames;
use super::validity::Failure;
use super::{Fault, Origin, Report, Summary, Tournament};
use crate::player::faults::{FaultKind, LeftOut};
use crate::score::tally::{Scoreboard, Tally, TerminationKind};
use crate::storage::facts::{ContenderFacts, MatchFacts};
use crate::storage::journal::{JournalGame, JournalReader, ReadError};
use stats::stop::{RuleChange, StopRule};
use stats::words::several;

/// Everything the report of two contenders says.
#[derive(Clone, Debug, Serialize)]
pub struct MatchReport {
    /// The numbers.
    #[serde(flatten)]
    pub summary: Summary,
    /// The games beyond their results.
    #[serde(flatten)]
    pub analysis: Analysis,
    /// The appendix of every journal.
    #[serde(flatten)]
    pub appendix: Appendix,
}

/// The numbers of a match without its games.
impl From<Summary> for MatchReport {
    fn from(summary: Summary) -> MatchReport {
        let analysis = Analyst::default().analysis(&summary.facts, &Tally::default());
        MatchReport { summary, analysis, appendix: Appendix::default() }
    }
}

/// Everything the report of more contenders says.
#[derive(Clone, Debug, Serialize)]
pub struct TournamentReport {
    /// The numbers.
    #[serde(flatten)]
    pub tournament: Tournament,
    /// The appendix of every journal.
    #[serde(flatten)]
    pub appendix: Appendix,
}

/// The end of the report of every journal.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Appendix {
    /// Games that were lost by a fault.
    pub faults: Vec<Fault>,
    /// The part of their evidence that was not kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence_left_out: Option<LeftOut>,
    /// Enough to run the match again.
    pub origin: Origin,
    /// Tells whether two matches have the same games; none where time limits a contender.
    pub games_digest: Option<GamesDigest>,
    /// The games.
    pub replays: Replays,
}

impl Appendix {
    /// Sentences on evidence that was not kept.
    pub(super) fn left_out(&self) -> Option<String> {
        let LeftOut { faults, stderr_bytes } = self.evidence_left_out?;
        let faults = (faults > 0).then(|| {
            format!(
                "of {} (those of the first and the last are in faults/)",
                several(faults, "fault")
            )
        });
        let errors = (stderr_bytes > 0).then(|| {
            format!(
                "{} of standard error (its beginning and end are in stderr/)",
                several(stderr_bytes, "byte")
            )
        });
        let both: Vec<String> = faults.into_iter().chain(errors).collect();
        Some(format!("Evidence beyond the limits was not kept: {}.", both.join("; ")))
    }
}

/// Takes the games of a journal one at a time, in any order, and makes its report.
#[derive(Clone, Debug, Default)]
pub struct ReportBuilder {
    /// The rules that may have ended the match, where they are known beforehand.
    rules: Option<Vec<StopRule>>,
    counted: Option<JournalCounts>,
}

#[derive(Clone, Debug)]
struct JournalCounts {
    /// The facts of the last game.
    facts: Arc<MatchFacts>,
    /// Contenders with a finished game.
    contenders: BTreeMap<usize, ContenderFacts>,
    scoreboard: Scoreboard,
    rule_changes: Vec<RuleChange>,
    analyst: Analyst,
    tournament: TournamentGames,
    faults: Vec<Fault>,
    in_order: GamesInOrder,
    replays: Collection,
}

impl ReportBuilder {
    /// A builder for games watched by these rules, or else by those of the first game.
    #[must_use]
    pub fn new(rules: Option<Vec<StopRule>>) -> ReportBuilder {
        ReportBuilder { rules, counted: None }
    }

    /// Takes a game.
    pub fn add(&mut self, game: JournalGame) {
        let rules = self.rules.as_deref();
        let counted = self.counted.get_or_insert_with(|| JournalCounts::new(&game.facts, rules));
        let [before, now] = [&counted.facts, &game.facts].map(|facts| &facts.stop.sequential);
        let games = counted.scoreboard.games();
        counted.rule_changes.extend(RuleChange::between(games, before, now));
        counted.scoreboard.add(&game.record);
        for (player, facts) in game.facts.players().into_iter().zip(&game.facts.contenders) {
            counted.contenders.entry(player).or_insert_with(|| facts.clone());
        }
        counted.faults.extend(Fault::of(&game));
        counted.in_order.add(&game);
        counted.replays.add(&game);
        match game.facts.tournament {
            None => counted.analyst.add(&game),
            Some(_) => counted.tournament.add(&game),
        }
        counted.facts = game.facts;
    }

    /// The rules of the game that came last, if they are others than those that watch. The report
    /// goes by them, and all games have to be taken anew. It is rare that someone changes them in
    /// the course of a match.
    #[must_use]
    pub fn other_rules(&self) -> Option<&[StopRule]> {
        let counted = self.counted.as_ref()?;
        let rules = counted.facts.stop.sequential.as_slice();
        (counted.scoreboard.monitor().rules() != rules).then_some(rules)
    }

    /// How many games there are.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.counted.as_ref().map_or(0, |counted| counted.scoreboard.games())
    }

    /// The report; `None` if there is no game.
    #[must_use]
    pub fn report(&self, origin: Origin) -> Option<Report> {
        let counted = self.counted.as_ref()?;
        let JournalCounts { facts, contenders, scoreboard, .. } = counted;
        let appendix = counted.appendix(origin);
        Some(match (facts.tournament, scoreboard.pairings()) {
            (Some(tournament), _) => {
                let mut tournament =
                    Tournament::of(facts, &tournament, contenders, scoreboard, &counted.tournament);
                tournament.validity =
                    tournament.validity.explained_by(|name| first_failure(&appendix.faults, name));
                Report::Tournament(Box::new(TournamentReport { tournament, appendix }))
            }
            (None, pairings) => {
                let mut summary = Summary::of(facts, &pairings[0]);
                summary.rule_changes.clone_from(&counted.rule_changes);
                summary.validity =
                    summary.validity.explained_by(|name| first_failure(&appendix.faults, name));
                let analysis = counted.analyst.analysis(facts, &pairings[0]);
                Report::Match(Box::new(MatchReport { summary, analysis, appendix }))
            }
        })
    }
}

impl JournalCounts {
    fn new(facts: &Arc<MatchFacts>, rules: Option<&[StopRule]>) -> JournalCounts {
        let pairings = facts.tournament.map_or(1, |tournament| tournament.pairings().len());
        let rules = rules.unwrap_or(&facts.stop.sequential);
        JournalCounts {
            facts: Arc::clone(facts),
            contenders: BTreeMap::new(),
            scoreboard: Scoreboard::watched_by(pairings, rules, &facts.anytime, facts.may_repeat()),
            rule_changes: Vec::new(),
            analyst: Analyst::default(),
            tournament: TournamentGames::default(),
            faults: Vec::new(),
            in_order: GamesInOrder::default(),
            replays: Collection::default(),
        }
    }

    fn appendix(&self, mut origin: Origin) -> Appendix {
        let mut faults = self.faults.clone();
        faults.sort_by_key(|fault| fault.game);
        let evidence = std::mem::take(&mut origin.evidence);
        for fault in &mut faults {
            let of_game = evidence.iter().filter(|evidence| evidence.game == fault.game);
            fault.evidence = of_game.cloned().collect();
        }
        let left_out = origin.left_out;
        Appendix {
            faults,
            evidence_left_out: (left_out != LeftOut::default()).then_some(left_out),
            origin,
            games_digest: self.in_order.digest(),
            replays: self.replays.replays(&self.contenders),
        }
    }
}

/// The first game that this contender lost by a crash, a stall or an illegal move, as far as it is known.
fn first_failure(faults: &[Fault], contender: &str) -> Option<Failure> {
    let is_failure = |fault: &&Fault| {
        fault.contender == contender && fault.termination != TerminationKind::TimeForfeit
    };
    let fault = faults.iter().find(is_failure)?;
    let evidence = fault.evidence.first();
    Some(Failure {
        kind: match fault.termination {
            TerminationKind::IllegalMove => Some(FaultKind::IllegalMove),
            _ => evidence.and_then(|evidence| evidence.kind),
        },
        how: evidence.and_then(|evidence| evidence.how.clone()).or_else(|| fault.incident.clone()),
        last_words: evidence.and_then(|evidence| evidence.last_words.clone()),
    })
}

/// The report of a journal; `None` if it has no game. `progress` hears of every game.
///
/// # Errors
/// When it cannot be read: see [`JournalReader::next_game`].
pub fn read(journal: &Path, mut progress: impl FnMut(u64)) -> Result<Option<Report>, ReadError> {
    let mut rules = None;
    loop {
        let mut builder = ReportBuilder::new(rules.take());
        for_each_game(JournalReader::open(journal)?, |game, offset| {
            builder.add(game);
            progress(offset);
        })?;
        rules = builder.other_rules().map(<[StopRule]>::to_vec);
        if rules.is_none() {
            let directory = journal.parent().unwrap_or(Path::new(""));
            return Ok(builder.report(Origin::beside(directory)));
        }
    }
}

/// Games that are handed from thread to thread at once, and how often that may wait.
const BATCH: usize = 64;
const WAITING: usize = 4;

/// Reads games on a thread of its own, while those before are taken, each with the offset of its end.
fn for_each_game<R: BufRead + Send>(
    mut reader: JournalReader<R>,
    mut take: impl FnMut(JournalGame, u64),
) -> Result<(), ReadError> {
    let (sender, batches) = mpsc::sync_channel(WAITING);
    thread::scope(|scope| {
        let reading = scope.spawn(move || {
            let mut is_over = false;
            while !is_over {
                let mut batch = Vec::with_capacity(BATCH);
                while batch.len() < BATCH && !is_over {
                    match reader.next_game() {
                        Ok(Some(game)) => batch.push((game, reader.place().offset)),
                        Ok(None) => is_over = true,
                        Err(error) => return Err(error),
                    }
                }
                is_over |= sender.send(batch).is_err();
            }
            Ok(())
        });
        batches.into_iter().flatten().for_each(|(game, offset)| take(game, offset));
        reading.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}
